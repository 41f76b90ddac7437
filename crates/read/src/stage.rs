//! The step that found the main content of a page.

/// Way in which the text to convert was found in a page, such as by removing navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Found by removing navigation, headers, footers and hidden parts, by their elements, names and roles.
    Shell,
    /// Found as the element that holds most of the prose.
    ///
    /// Parts named as something else, and parts that are nothing but links, are left out.
    Content,
    /// All visible text, because the page's elements, names and roles left too little.
    Visible,
    /// All text, the hidden parts included, because the page has too little else.
    Hidden,
    /// All visible text, as requested; main content was not searched for.
    Whole,
    /// Found by the caller's selector.
    Selected,
    /// Found by the fragment of the page's URL.
    Section,
    /// Taken from the text in the page's metadata.
    ///
    /// This is JSON-LD: `articleBody`, `text` or the description of a product. The page shows next to no text: it needs
    /// its scripts, or shows its text only to some readers.
    Data,
}

impl Stage {
    /// Returns the name of the variant, such as `content`, for output that programs read.
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
