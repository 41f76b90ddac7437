//! Characters that are not drawn, or that change how other characters are drawn.
//!
//! The table derives from the Unicode Character Database (`cargo xtask codegen`). Each use of it states its classes in one
//! constant of this module. So a difference between two uses is a decision, and a test pins it.

mod class;
mod table;

use std::borrow::Cow;
use std::fmt;

use HiddenClass as Class;
pub use class::HiddenClass;
use table::RANGES;
pub use table::UNICODE_VERSION;

/// Returns the class of a character; `None` if the character is drawn as it is.
pub fn class(c: char) -> Option<HiddenClass> {
    if matches!(c, ' '..='~') {
        return None;
    }
    let (first, _, class) = RANGES.get(RANGES.partition_point(|(_, last, _)| *last < c))?;
    (*first <= c).then_some(*class)
}

/// Set of classes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct HiddenClasses(u32);

impl HiddenClasses {
    /// Set of all classes.
    pub const ALL: Self = Self::of(&HiddenClass::ALL);

    /// Returns the set of the given classes.
    pub const fn of(classes: &[HiddenClass]) -> Self {
        Self(0).with(classes)
    }

    /// Returns the set with more classes.
    #[must_use]
    pub const fn with(self, classes: &[HiddenClass]) -> Self {
        match classes {
            [] => self,
            [first, rest @ ..] => Self(self.0 | first.bit()).with(rest),
        }
    }

    /// Returns the set without some classes.
    #[must_use]
    pub const fn without(self, classes: &[HiddenClass]) -> Self {
        Self(self.0 & !Self::of(classes).0)
    }

    /// Returns whether the set has a class.
    pub const fn has(self, class: HiddenClass) -> bool {
        self.0 & class.bit() != 0
    }

    /// Returns whether a text has a character whose class is in the set.
    pub fn is_in(self, text: &str) -> bool {
        text.chars().any(|c| self.contains(c))
    }

    /// Returns whether the class of a character is in the set.
    pub fn contains(self, c: char) -> bool {
        class(c).is_some_and(|class| self.has(class))
    }
}

impl fmt::Debug for HiddenClasses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(HiddenClass::ALL.into_iter().filter(|class| self.has(*class))).finish()
    }
}

/// Characters that declarations for a model show as `\u{…}`.
pub const DECLARATION: HiddenClasses = HiddenClasses::ALL;

/// Characters that a person sees as `\u{…}`, on a terminal and in the excerpt of a diagnostic.
///
/// Emoji stay as they are.
pub const TERMINAL: HiddenClasses = HiddenClasses::ALL.without(&[Class::Presentation]);

/// Characters that `check` judges by their neighbours. Most private characters are icons.
pub const FINDING: HiddenClasses = HiddenClasses::ALL.without(&[Class::Separator, Class::PrivateUse]);

/// Characters that a text loses before it is compared with the phrases of poisoned descriptions.
pub const COMPARISON: HiddenClasses = HiddenClasses::ALL;

/// Characters that a name loses before a rule of a policy is compared with it: those without a shape.
pub const NAME: HiddenClasses = HiddenClasses::ALL.without(&[
    Class::Separator,
    Class::BrailleBlank,
    Class::PrivateUse,
    Class::Noncharacter,
]);

/// Characters that are spaces in a row of a snapshot: they end a line, or change the direction of text.
pub const SNAPSHOT: HiddenClasses = HiddenClasses::of(&[
    Class::Control,
    Class::Separator,
    Class::BidiMark,
    Class::BidiEmbedding,
    Class::BidiOverride,
    Class::BidiIsolate,
]);

/// Characters that are escapes in JSON output, so that a program which shows it shows one safe line.
pub const JSON: HiddenClasses = SNAPSHOT.with(&[Class::Tag]);

/// Characters that the metadata of a page loses.
pub const METADATA: HiddenClasses = JSON.with(&[Class::ByteOrderMark]);

/// Characters of which no word consists, in the Markdown of a page.
pub const WORDLESS: HiddenClasses =
    HiddenClasses::of(&[Class::SoftHyphen, Class::ZeroWidth, Class::ByteOrderMark]);

/// Characters around the sign of a link that leads to its own heading.
pub const LINK_SIGN: HiddenClasses =
    HiddenClasses::of(&[Class::ZeroWidth, Class::ByteOrderMark, Class::Joiner, Class::Presentation]);

/// Replaces the tag characters of a text (Unicode, chapter 23.9), except in flags of regions.
///
/// `replace` appends the replacement of a tag character. After U+1F3F4 at most seven of them make a flag, and stay.
///
/// ```
/// use webagents_text::hidden::replace_tags;
/// assert_eq!(replace_tags("a\u{e0041}b", |out, _| out.push('?')), "a?b");
/// ```
pub fn replace_tags(text: &str, replace: impl Fn(&mut String, char)) -> Cow<'_, str> {
    let is_tag = |c: char| class(c) == Some(HiddenClass::Tag);
    if !text.contains(is_tag) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    // The tags that a flag may still have: six letters and the end.
    let mut left = 0_u8;
    for c in text.chars() {
        if !is_tag(c) {
            left = if c == '\u{1f3f4}' { 7 } else { 0 };
            out.push(c);
        } else if left > 0 {
            left = if c == '\u{e007f}' { 0 } else { left - 1 };
            out.push(c);
        } else {
            replace(&mut out, c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters that some tables had and others had not, before they were one.
    #[test]
    fn classes_are_those_of_unicode() {
        assert!(RANGES.is_sorted_by(|(_, last, _), (first, ..)| last < first));
        assert!(HiddenClass::ALL.iter().all(|class| RANGES.iter().any(|(.., found)| found == class)));
        for (characters, expected) in [
            ("\0\t\n\u{1b}\u{7f}\u{85}\u{9f}", Some(Class::Control)),
            ("\u{2028}\u{2029}", Some(Class::Separator)),
            ("\u{ad}", Some(Class::SoftHyphen)),
            ("\u{200b}\u{2060}", Some(Class::ZeroWidth)),
            ("\u{feff}", Some(Class::ByteOrderMark)),
            ("\u{200c}\u{200d}", Some(Class::Joiner)),
            ("\u{61c}\u{200e}\u{200f}", Some(Class::BidiMark)),
            ("\u{202a}\u{202b}\u{202c}", Some(Class::BidiEmbedding)),
            ("\u{202d}\u{202e}", Some(Class::BidiOverride)),
            ("\u{2066}\u{2067}\u{2068}\u{2069}", Some(Class::BidiIsolate)),
            ("\u{fe0e}\u{fe0f}", Some(Class::Presentation)),
            ("\u{180b}\u{180d}\u{180f}\u{fe00}\u{fe0d}\u{e0100}\u{e01ef}", Some(Class::VariationSelector)),
            ("\u{e0000}\u{e0001}\u{e0041}\u{e007f}", Some(Class::Tag)),
            ("\u{34f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{3164}\u{ffa0}", Some(Class::Filler)),
            ("\u{2800}", Some(Class::BrailleBlank)),
            ("\u{180e}\u{2061}\u{2064}\u{206a}\u{206f}\u{1bca0}\u{1d173}\u{1d17a}", Some(Class::Format)),
            ("\u{fff9}\u{fffa}\u{fffb}", Some(Class::Annotation)),
            ("\u{2065}\u{fff0}\u{fff8}\u{e0080}\u{e0fff}", Some(Class::Reserved)),
            ("\u{e000}\u{f8ff}\u{f0000}\u{10fffd}", Some(Class::PrivateUse)),
            ("\u{fdd0}\u{fffe}\u{1ffff}\u{10ffff}", Some(Class::Noncharacter)),
            // The signs of numbers and of verses in Arabic are drawn.
            (
                " ~\u{a0}\u{ac}\u{ae}a\u{e4}\u{600}\u{6dd}\u{70f}\u{2801}\u{3000}\u{6f22}\u{fffd}\u{1f600}",
                None,
            ),
        ] {
            for c in characters.chars() {
                assert_eq!(class(c), expected, "U+{:04X}", u32::from(c));
            }
        }
    }

    #[test]
    fn uses_differ_by_these_classes() {
        let uses = [
            ("declaration", DECLARATION),
            ("terminal", TERMINAL),
            ("finding", FINDING),
            ("comparison", COMPARISON),
            ("name", NAME),
            ("snapshot", SNAPSHOT),
            ("json", JSON),
            ("metadata", METADATA),
            ("wordless", WORDLESS),
            ("link sign", LINK_SIGN),
        ];
        let mut rows: Vec<String> = Vec::new();
        for class in HiddenClass::ALL {
            let marks: String =
                uses.iter().map(|(_, classes)| if classes.has(class) { 'x' } else { '.' }).collect();
            rows.push(format!("{marks} {class:?}"));
        }
        // One column for each use, in the order above. Two columns differ only by a decision.
        assert_eq!(
            rows,
            [
                "xxxxxxxx.. Control",
                "xx.x.xxx.. Separator",
                "xxxxx...x. SoftHyphen",
                "xxxxx...xx ZeroWidth",
                "xxxxx..xxx ByteOrderMark",
                "xxxxx....x Joiner",
                "xxxxxxxx.. BidiMark",
                "xxxxxxxx.. BidiEmbedding",
                "xxxxxxxx.. BidiOverride",
                "xxxxxxxx.. BidiIsolate",
                "x.xxx....x Presentation",
                "xxxxx..... VariationSelector",
                "xxxxx.xx.. Tag",
                "xxxxx..... Filler",
                "xxxx...... BrailleBlank",
                "xxxxx..... Format",
                "xxxxx..... Annotation",
                "xxxxx..... Reserved",
                "xx.x...... PrivateUse",
                "xxxx...... Noncharacter",
            ]
        );
    }
}
