//! Texts that share the document they were read from.
//!
//! A parsed manifest is some fifty texts for each ten kilobytes, and nearly all of them stand in the document
//! as they stand in the model. As `String`s they cost an allocation, a copy and a release each, together half
//! of a parse. [`Text`] is a range of one shared copy of the document instead. It never changes: what is to be
//! changed is made a `String` first. It is no general string type, and knows nothing of Markdown.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::span::Span;
use crate::text;

/// An immutable string that is cheap to clone, because it may share the text it was parsed from.
///
/// It is two words large, is cloned without an allocation, and is in all else a `str`.
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
#[derive(Clone)]
pub struct Text(Repr);

#[derive(Clone)]
enum Repr {
    /// Text of the program, by a further reference, so that it fits into a word.
    Static(&'static &'static str),
    /// `document[start..end]`; [`TO_THE_END`] is the document's end.
    ///
    /// A reference of one word makes a text two words large and not three, and writing and dropping texts is a good
    /// part of a parse.
    Shared { document: Arc<Box<str>>, start: u32, end: u32 },
}

/// The end of a text that ends with its document, however long that is.
const TO_THE_END: u32 = u32::MAX;

impl Text {
    /// A text of the program.
    pub(crate) const fn from_static(text: &'static &'static str) -> Self {
        Self(Repr::Static(text))
    }

    /// All of `document`.
    fn whole(document: Arc<Box<str>>) -> Self {
        Self(Repr::Shared { document, start: 0, end: TO_THE_END })
    }

    /// `part`, a piece of `document`; a text of its own where it is none.
    #[inline]
    fn part(document: &Arc<Box<str>>, part: &str) -> Self {
        if part.is_empty() {
            return Self::default();
        }
        let start = (part.as_ptr() as usize).wrapping_sub(document.as_ptr() as usize);
        let end = start.wrapping_add(part.len());
        let (document, start, end) = match (u32::try_from(start), u32::try_from(end)) {
            (Ok(start), Ok(end)) if start < end && end as usize <= document.len() => {
                (Arc::clone(document), start, end)
            }
            // All three come in registers here too, so that a text is written once, where it is to stay.
            _ => (copy(part), 0, TO_THE_END),
        };
        Self(Repr::Shared { document, start, end })
    }

    /// Returns the text as a `str`.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Repr::Static(text) => text,
            // The ranges were made from pieces of the document, so that they are within it.
            Repr::Shared { document, start, end: TO_THE_END } => {
                document.get(*start as usize..).unwrap_or_default()
            }
            Repr::Shared { document, start, end } => {
                document.get(*start as usize..*end as usize).unwrap_or_default()
            }
        }
    }

    /// Returns whether the text has no bytes.
    ///
    /// This does not access the document.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the length of the text in bytes.
    ///
    /// This does not access the document.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Static(text) => text.len(),
            Repr::Shared { document, start, end: TO_THE_END } => document.len() - *start as usize,
            Repr::Shared { start, end, .. } => (end - start) as usize,
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
        match &self.0 {
            Repr::Shared { end: TO_THE_END, .. } | Repr::Static(_) => None,
            Repr::Shared { start, end, .. } => Some(Span::new(*start as usize, *end as usize)),
        }
    }

    /// Returns a copy of the text that does not keep the whole parsed document in memory.
    #[must_use]
    pub fn detach(&self) -> Self {
        match &self.0 {
            Repr::Shared { document, .. } if document.len() > self.len() => self.as_str().into(),
            _ => self.clone(),
        }
    }
}

/// A document of its own for a text that is no part of one.
#[cold]
#[inline(never)]
fn copy(text: &str) -> Arc<Box<str>> {
    Arc::new(text.into())
}

/// A document that is being read, and what its texts are parts of.
#[derive(Debug)]
pub(crate) struct Document {
    text: Arc<Box<str>>,
    /// `true` if the document contains a CR.
    ///
    /// Most documents contain none, and then no piece has to be searched: a search of each takes 4 % of a parse of the 1,000
    /// documents of `tests/bench` (2026-11-23).
    has_cr: bool,
}

impl Document {
    /// A copy of `text`, the only one.
    pub(crate) fn new(text: &str) -> Self {
        Self { text: copy(text), has_cr: text::has(text, b'\r') }
    }

    /// Returns whether the document contains a CR.
    pub(crate) fn has_cr(&self) -> bool {
        self.has_cr
    }

    /// `part`, a piece of this document.
    #[inline]
    pub(crate) fn part(&self, part: &str) -> Text {
        Text::part(&self.text, part)
    }

    /// Returns the text of this document at the place of `part`, its part; it outlives the part.
    pub(crate) fn read(&self, part: &Text) -> &str {
        match part.0 {
            Repr::Static(text) => text,
            Repr::Shared { start, end, .. } => {
                let end = self.text.len().min(end as usize);
                self.text.get(start as usize..end).unwrap_or_default()
            }
        }
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
        if self.has_cr { self.made_of(text::normalize(piece)) } else { self.part(text::trim(piece)) }
    }
}

impl Deref for Document {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl From<Document> for Text {
    fn from(document: Document) -> Self {
        Self::whole(document.text)
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::from_static(&"")
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
        if text.is_empty() { Self::default() } else { Self::whole(copy(text)) }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        if text.is_empty() { Self::default() } else { Self::whole(Arc::new(text.into_boxed_str())) }
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
    fn it_is_two_words_large() {
        assert_eq!(size_of::<Text>(), size_of::<&str>());
    }

    #[test]
    fn parts_keep_their_text() {
        let document = Document::new("aä𝒳 b");
        let boundaries = || (0..=document.len()).filter(|&at| document.is_char_boundary(at));
        for start in boundaries() {
            for end in boundaries().filter(|&end| end >= start) {
                let part = &document[start..end];
                let text = document.part(part);
                assert_eq!(text, part);
                assert_eq!((text.len(), text.is_empty()), (part.len(), part.is_empty()));
                assert_eq!(document.read(&text), part);
                assert_eq!(text.detach(), text);
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
            assert_eq!(Arc::strong_count(&document.text), 1);
        }
    }

    #[test]
    fn attached_parts_keep_document_alive() {
        let document = Document::new("shoes and socks");
        let text = document.part(&document[..5]);
        assert_eq!(Arc::strong_count(&document.text), 2);
        let detached = text.detach();
        drop(text);
        assert_eq!((detached, Arc::strong_count(&document.text)), (Text::from("shoes"), 1));
    }
}
