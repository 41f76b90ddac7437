//! Classes of hidden characters.

/// Class of a character that is not drawn, or that changes how other characters are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum HiddenClass {
    /// C0 or C1 control, such as TAB, line feed and ESC (`General_Category` Cc).
    Control,
    /// Line or paragraph separator (`General_Category` Zl and Zp).
    Separator,
    /// Soft hyphen, U+00AD.
    SoftHyphen,
    /// Zero width space U+200B, and word joiner U+2060.
    ZeroWidth,
    /// Byte order mark, U+FEFF.
    ByteOrderMark,
    /// Joiner or non-joiner (`Join_Control`), which emoji and some scripts need.
    Joiner,
    /// Mark of direction, such as U+200E (`Bidi_Control`).
    BidiMark,
    /// Start of an embedding, or the end of an embedding or override (`Bidi_Class` LRE, RLE and PDF).
    BidiEmbedding,
    /// Start of text in forced direction (`Bidi_Class` LRO and RLO).
    BidiOverride,
    /// Start or end of an isolate (`Bidi_Class` LRI, RLI, FSI and PDI).
    BidiIsolate,
    /// Variation selector for the text form or the emoji form, U+FE0E and U+FE0F.
    Presentation,
    /// Other variation selector (`Variation_Selector`).
    VariationSelector,
    /// Tag, U+E0000 to U+E007F: an invisible copy of ASCII, which flags of regions need.
    Tag,
    /// Letter or mark without a shape (`Default_Ignorable_Code_Point`), such as U+3164.
    Filler,
    /// Pattern of Braille without dots, U+2800, which looks like a space.
    BrailleBlank,
    /// Other format character without a shape (`Default_Ignorable_Code_Point`), such as U+2061.
    Format,
    /// Anchor, separator or terminator of an interlinear annotation, U+FFF9 to U+FFFB.
    Annotation,
    /// Unassigned and ignorable by default (`Default_Ignorable_Code_Point`), such as U+FFF0.
    Reserved,
    /// Private use (`General_Category` Co).
    PrivateUse,
    /// Noncharacter, such as U+FFFE (`Noncharacter_Code_Point`).
    Noncharacter,
}

impl HiddenClass {
    /// All classes, in the order in which the variants are declared.
    pub const ALL: [Self; 20] = [
        Self::Control,
        Self::Separator,
        Self::SoftHyphen,
        Self::ZeroWidth,
        Self::ByteOrderMark,
        Self::Joiner,
        Self::BidiMark,
        Self::BidiEmbedding,
        Self::BidiOverride,
        Self::BidiIsolate,
        Self::Presentation,
        Self::VariationSelector,
        Self::Tag,
        Self::Filler,
        Self::BrailleBlank,
        Self::Format,
        Self::Annotation,
        Self::Reserved,
        Self::PrivateUse,
        Self::Noncharacter,
    ];

    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }
}
