//! Remarks about a page that was read.

use std::borrow::Cow;
use std::fmt;

use crate::removal::Removal;

/// Remark on a page that was read in spite of a problem, such as that its end was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remark {
    /// The page was larger than the limit, and only its beginning was read.
    Cut,
    /// Bytes that are invalid in the page's encoding were replaced by U+FFFD.
    Undecodable,
    /// Elements were nested so deeply that their text was kept without them.
    Flattened,
    /// A selector took too many steps, so that only elements early in the page were examined.
    SelectionCut,
    /// The page held invisible letters that a model reads (tag characters, U+E0000 to U+E007F).
    ///
    /// They are left out.
    Hidden,
    /// The page has hardly any text, and scripts that may write more in a browser.
    Scripted,
    /// The Markdown version that the page links to was requested but not available; its HTML was read.
    NoMarkdown,
    /// The page has no element that the URL's fragment names, so all of it was read.
    NoSection,
    /// The page is a set of frames, and not all of them could be fetched.
    FrameMissing,
    /// More than a fifth of the page's prose was left out because it is not content.
    Removed(Removal),
}

impl Remark {
    /// Returns the remark's name, or, for [`Remark::Removed`], a sentence about the text left out.
    ///
    /// It is its name, or for text that was left out a sentence with the kinds and amounts.
    pub fn text(&self) -> Cow<'static, str> {
        match self {
            Self::Removed(removal) => Cow::Owned(removal.to_string()),
            other => Cow::Borrowed(other.as_str()),
        }
    }

    /// Returns the name of the variant, such as `no_section`, for output that programs read.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::Undecodable => "undecodable",
            Self::Flattened => "flattened",
            Self::SelectionCut => "selection_cut",
            Self::Hidden => "hidden",
            Self::Scripted => "scripted",
            Self::NoMarkdown => "no_markdown",
            Self::NoSection => "no_section",
            Self::FrameMissing => "frame_missing",
            Self::Removed(_) => "removed",
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Removed(removal) => return removal.fmt(f),
            Self::Cut => "the page is larger than is read; its end is missing",
            Self::Undecodable => "some bytes are not of the page's encoding and were replaced",
            Self::Flattened => "elements are nested too deeply; their text was kept without them",
            Self::SelectionCut => "a selector is too costly for the page; only its beginning was searched",
            Self::Hidden => "the page held letters that nobody sees; they are left out",
            Self::Scripted => "the page has hardly any text without its scripts; a browser may show more",
            Self::NoSection => "the page has no section of the name after the `#`; all of it was read",
            Self::FrameMissing => "not all frames of the page could be read",
            Self::NoMarkdown => "the Markdown that the page names could not be had; its HTML was read",
        })
    }
}
