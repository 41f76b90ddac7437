//! Texts that share the document they were read from.
//!
//! Nearly all texts of a manifest stand in the document as they stand in the model. [`Text`] is a slice of one shared copy
//! of the document: it knows its place there, and a clone allocates nothing. It never changes, and knows nothing of
//! Markdown.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::span::{Span, span_of};
use crate::text;

/// An immutable string that is cheap to clone, because it may share the text it was parsed from.
///
/// It is cloned without an allocation, and is in all else a `str`.
///
/// A text that was read from a document keeps the whole document in memory. Programs that keep single texts of many
/// large documents call [`Text::detach`].
///
/// ```
/// use webagents_manifest::{Text, parse};
/// let parsed = parse("# Shop\n\nShoes and socks.\n");
/// let description: Text = parsed.manifest.description;
/// assert_eq!(description, "Shoes and socks.");
/// assert_eq!(description.split(' ').count(), 3);
/// let owned: String = description.into();
/// assert_eq!(Text::from(owned.as_str()), owned);
/// ```
#[derive(Clone, Default)]
pub struct Text {
    document: Arc<str>,
    /// Range of the text in a parsed document; `None` if it is all of `document`.
    place: Option<Span>,
}

impl Text {
    /// Returns the text as a `str`.
    pub fn as_str(&self) -> &str {
        match self.place {
            // The range was made from a piece of the document, so that it is within it.
            Some(place) => self.document.get(place.range()).unwrap_or_default(),
            None => &self.document,
        }
    }

    /// Returns the byte range of the text in the document that it was parsed from; `None` if not known.
    ///
    /// `None` for a text that was made otherwise.
    ///
    /// ```
    /// use webagents_manifest::{Text, parse};
    /// let parsed = parse("# Shop\n\n## find\n\n### Params\n- `a` (Money): A.\n");
    /// let place = parsed.manifest.tools[0].params[0].ty.place().unwrap();
    /// assert_eq!(&parsed.content[place.range()], "Money");
    /// assert_eq!(Text::from("Money").place(), None);
    /// ```
    pub fn place(&self) -> Option<Span> {
        self.place
    }

    /// Returns a copy of the text that does not keep the whole parsed document in memory.
    #[must_use]
    pub fn detach(&self) -> Self {
        self.as_str().into()
    }
}

/// A document that is being read, whose texts share its bytes.
#[derive(Debug)]
pub(crate) struct Document(Arc<str>);

impl Document {
    /// A copy of `text`, the only one.
    pub(crate) fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// Returns `part` as a text, which shares this document if it is a piece of it.
    pub(crate) fn part(&self, part: &str) -> Text {
        let (all, own) = (self.0.as_bytes().as_ptr_range(), part.as_bytes().as_ptr_range());
        if part.is_empty() || own.start < all.start || all.end < own.end {
            return part.into();
        }
        Text { document: Arc::clone(&self.0), place: Some(span_of(self, part)) }
    }

    /// Converts a processed piece of this document to a text; an unchanged piece is not copied.
    pub(crate) fn made_of(&self, text: Cow<'_, str>) -> Text {
        match text {
            Cow::Borrowed(part) => self.part(part),
            Cow::Owned(text) => text.into(),
        }
    }

    /// A piece of this document, trimmed and with LF line ends.
    pub(crate) fn normalized(&self, piece: &str) -> Text {
        self.made_of(text::normalize(piece))
    }
}

impl Deref for Document {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Document> for Text {
    fn from(document: Document) -> Self {
        Self { document: document.0, place: None }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { document: text.into(), place: None }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self { document: text.into(), place: None }
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.as_str().to_owned()
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

// Compared, ordered and hashed as the text, wherever it is.

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

macro_rules! compare_with {
    ($($other:ty)*) => {$(
        impl PartialEq<$other> for Text {
            fn eq(&self, other: &$other) -> bool {
                let other: &str = other;
                self.as_str() == other
            }
        }
        impl PartialEq<Text> for $other {
            fn eq(&self, other: &Text) -> bool {
                other == self
            }
        }
    )*};
}
compare_with! { str &str String Cow<'_, str> }

#[cfg(feature = "serde")]
impl serde::Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: String = serde::Deserialize::deserialize(deserializer)?;
        Ok(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_text() {
        let document = Document::new("aä𝒳 b");
        let boundaries = || (0..=document.len()).filter(|&at| document.is_char_boundary(at));
        for start in boundaries() {
            for end in boundaries().filter(|&end| end >= start) {
                let part = &document[start..end];
                let text = document.part(part);
                assert_eq!(text, part);
                assert_eq!(text.place(), (start < end).then_some(Span::new(start, end)));
                assert_eq!((text.detach(), text.detach().place()), (text.clone(), None));
                assert_eq!(format!("{text:?} {text}"), format!("{part:?} {part}"));
                assert_eq!(String::from(text), part);
            }
        }
        assert_eq!(Text::from(document), "aä𝒳 b");
    }

    #[test]
    fn foreign_text_is_copied() {
        let document = Document::new("shoes");
        for other in ["socks", "", "shoes and socks", "shoes"] {
            let texts = [document.part(other), document.made_of(other.to_owned().into())];
            assert_eq!(texts, [other, other]);
            assert_eq!(Arc::strong_count(&document.0), 1);
        }
    }

    #[test]
    fn attached_parts_keep_document_alive() {
        let document = Document::new("shoes and socks");
        let text = document.part(&document[..5]);
        assert_eq!(Arc::strong_count(&document.0), 2);
        let detached = text.detach();
        drop(text);
        assert_eq!((detached, Arc::strong_count(&document.0)), (Text::from("shoes"), 1));
    }
}
