//! The step that found the main content of a page.

/// Step that found the main content of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// By what elements say of themselves: navigation, headers, footers and hidden parts are gone.
    Shell,
    /// It is the element that holds most of the prose.
    ///
    /// Parts named as something else, and parts that are nothing but links, are left out.
    Content,
    /// Only what is hidden is gone: what elements say of themselves left too little.
    Visible,
    /// Even what is hidden was kept: there is too little else.
    Hidden,
    /// It was not looked for: everything is there that a reader may see.
    Whole,
    /// By the caller's selector.
    Selected,
    /// By the fragment of the page's address.
    Section,
    /// It is the text in the page's metadata.
    ///
    /// This is JSON-LD: `articleBody`, `text` or the description of a product. The page shows next to no text: it needs
    /// its scripts, or shows its text only to some readers.
    Data,
}

impl Stage {
    /// The stage's name, for output that programs read. It never changes.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shell => "shell",
            Self::Content => "content",
            Self::Visible => "visible",
            Self::Hidden => "hidden",
            Self::Whole => "whole",
            Self::Selected => "selected",
            Self::Section => "section",
            Self::Data => "data",
        }
    }
}
