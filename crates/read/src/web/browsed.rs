//! Result of `web_browse`: a part of a document's text, and its metadata and notices.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use webagents_text::hidden;
use webagents_text::{TokenCount, estimate_tokens};

use super::document::{Document, Kind, Served, Source};
use super::error::{Error, ErrorKind};
use super::front_matter::front_matter;
use super::options::{BrowseOptions, FrontMatter, PartOptions};
use super::remark::Remark;
use crate::feed;
use crate::metadata::Metadata;
use crate::options::Scope;
use crate::page::part;
use crate::reading::{Reading, TextCounts, read};
use crate::stage::Stage;

/// Page, or part of it, that [`web_browse`](super::web_browse) fetched and converted to Markdown.
///
/// [`Display`](fmt::Display) writes the tool's answer to a model: [`front_matter`](Self::front_matter),
/// [`text`](Self::text) and [`notice`](Self::notice).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Browsed {
    /// Facts about the response: the document's URL, redirects, HTTP status, kind and some headers.
    pub source: Source,
    /// Metadata of the page as YAML between two lines of `---`; empty unless requested.
    pub front_matter: String,
    /// Requested part of the document: Markdown made from HTML or a feed, else the original text.
    ///
    /// A feed is converted unless [`Scope::Whole`](crate::Scope::Whole) is requested.
    pub text: String,
    /// Part of the whole document that is in `text`, in characters.
    pub extent: Extent,
    /// Notice for the reader: more text follows the returned part, or the part begins after the end.
    pub notice: Option<String>,
    /// Way in which the text was found in an HTML page, such as by a selector; `None` for other documents.
    pub stage: Option<Stage>,
    /// Facts that the page or feed states about itself, such as its title; empty if it states none.
    pub metadata: Metadata,
    /// Numbers of characters of an HTML page's visible text and of the converted part; `None` for others.
    pub kept: Option<TextCounts>,
    /// URL fragment that selected the converted section, such as `history`; `None` if none did.
    pub section: Option<String>,
    /// Remarks on the reading that a user should know, such as that the page was cut.
    pub remarks: Vec<Remark>,
}

/// Position, in characters, of the returned part in the whole text of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extent {
    /// Index, in the document's whole text, of the first character of the returned part.
    pub start: usize,
    /// Index of the first character after the returned part; `None` if no more text follows.
    pub next: Option<usize>,
    /// Length of the document's whole text, in characters.
    pub total: usize,
}

impl Browsed {
    /// Returns the estimated number of tokens that a language model takes for the returned part.
    pub fn tokens(&self) -> usize {
        estimate_tokens(&self.text)
    }

    /// Replaces the text by a part of `whole`, such as of the document's whole text without passwords.
    #[must_use]
    pub fn with_text(mut self, whole: &str, part: &PartOptions) -> Self {
        let start = part.start_index.unwrap_or(0);
        if start > 0 {
            self.front_matter.clear();
        }
        let shown = cut_part(whole, start, part);
        self.notice = part_notice(&shown, part).or_else(|| removal_notice(&self.remarks));
        self.extent = Extent { start: shown.start, next: shown.next, total: shown.total };
        self.text = shown.text;
        self
    }
}

impl fmt::Display for Browsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.front_matter)?;
        f.write_str(&self.text)?;
        match &self.notice {
            Some(notice) if self.text.is_empty() => write!(f, "[{notice}]"),
            Some(notice) => write!(f, "\n\n[{notice}]"),
            None => Ok(()),
        }
    }
}

/// Shows a part of a document.
///
/// `known` is fallback metadata for documents that carry none.
pub(super) fn show_document(
    document: &Arc<Document>,
    served: Served,
    options: &BrowseOptions,
    known: Option<Metadata>,
    fragment: Option<&str>,
) -> Result<Browsed, Error> {
    let mut remarks = document.remarks.clone();
    let reading = (document.source.kind == Kind::Html && !document.is_written).then(|| {
        let mut how = options.read.clone();
        how.url.clone_from(&document.source.url);
        how.section = fragment.filter(|_| !options.whole_page).map(str::to_owned);
        read(&document.text, &how)
    });
    let feed = (document.source.kind == Kind::Feed && options.read.scope == Scope::Content)
        .then(|| feed::parse_feed(&document.text, document.source.url.as_ref()))
        .flatten();
    let known = known.or_else(|| feed.as_ref().map(|feed| feed.metadata.clone()));
    let metadata = reading.as_ref().map(|reading| reading.metadata.clone()).or(known).unwrap_or_default();
    if let Some(reading) = &reading {
        note_reading(&mut remarks, reading);
    }
    let section =
        reading.as_ref().filter(|reading| reading.stage == Stage::Section).and(fragment).map(str::to_owned);
    let whole = match (&reading, &feed) {
        (Some(reading), _) => reading.markdown.as_str(),
        (None, Some(feed)) => feed.markdown.as_str(),
        (None, None) => document.text.as_str(),
    };
    let text = &*without_tags(whole);
    if text.len() < whole.len() {
        remarks.push(Remark::Hidden);
    }
    if text.trim().is_empty() {
        return Err(no_content(document, options, &remarks));
    }
    let front_matter = match options.part.front_matter {
        FrontMatter::Yaml => front_matter(document.source.url.as_ref(), &metadata, &remarks),
        FrontMatter::Omit => String::new(),
    };
    let browsed = Browsed {
        source: Source { served, ..document.source.clone() },
        front_matter,
        text: String::new(),
        extent: Extent { start: 0, next: None, total: 0 },
        notice: None,
        stage: reading.as_ref().map(|reading| reading.stage),
        metadata,
        kept: reading.as_ref().map(|reading| reading.text),
        section,
        remarks,
    };
    Ok(browsed.with_text(text, &options.part))
}

/// Removes tag characters from the text, except in flags of regions.
///
/// A model reads instructions that are written in them, and no person sees them.
fn without_tags(text: &str) -> Cow<'_, str> {
    hidden::replace_tags(text, |_, _| {})
}

/// The part of the prose, in percent, that is left out without a remark.
const SILENT: u8 = 20;

fn note_reading(remarks: &mut Vec<Remark>, reading: &Reading) {
    let all = [
        (reading.flattened, Remark::Flattened),
        (reading.truncated && !remarks.contains(&Remark::Cut), Remark::Cut),
        (reading.selection_cut, Remark::SelectionCut),
        (reading.needs_scripts, Remark::Scripted),
        (reading.lacks_section, Remark::NoSection),
        (reading.removal.prose_percent() > SILENT, Remark::Removed(reading.removal)),
    ];
    remarks.extend(all.into_iter().filter(|(holds, _)| *holds).map(|(_, remark)| remark));
}

fn no_content(document: &Document, options: &BrowseOptions, remarks: &[Remark]) -> Error {
    let page = document.source.url.as_ref().map_or_else(|| "the page".to_owned(), ToString::to_string);
    let is_scripted = remarks.contains(&Remark::Scripted);
    let why = match options.read.select {
        Some(_) => "the selected part does not exist, or has no text",
        None if is_scripted => "its text is written by scripts, which a browser would run",
        None => "it has no text",
    };
    let error = Error::new(ErrorKind::NoContent, format!("there is nothing to read on {page}: {why}"));
    if is_scripted { error.into_scripted() } else { error }
}

/// The part that fits both limits.
fn cut_part(text: &str, start: usize, options: &PartOptions) -> crate::page::Part {
    let limit = match options.max_tokens {
        Some(tokens) => options.max_characters.min(characters_within(text.chars().skip(start), tokens)),
        None => options.max_characters,
    };
    part(text, start, limit)
}

/// Returns the number of characters that fit into `tokens`, counted as by [`estimate_tokens`].
fn characters_within(text: impl Iterator<Item = char>, tokens: usize) -> usize {
    let mut count = TokenCount::default();
    let fits = |c: &char| {
        count.push(*c);
        count.tokens() <= tokens
    };
    text.take_while(fits).count()
}

/// Without `start_index` these are the words that the tool promises.
///
/// With it, they are for a caller who reads on.
fn part_notice(shown: &crate::page::Part, options: &PartOptions) -> Option<String> {
    let total = group_digits(shown.total);
    match (options.start_index, shown.next) {
        (None, Some(next)) => {
            Some(format!("Content truncated - showing first {} characters", group_digits(next)))
        }
        (Some(start), Some(next)) => Some(format!(
            "Content truncated - showing characters {} to {} of {total}; next start_index: {next}",
            group_digits(start),
            group_digits(next),
        )),
        (Some(start), None) if start >= shown.total => {
            Some(format!("No more content - the page has {total} characters"))
        }
        (_, None) => None,
    }
}

/// Returns the notice at the end of a page of which prose was left out.
fn removal_notice(remarks: &[Remark]) -> Option<String> {
    let removal = remarks.iter().find_map(|remark| match remark {
        Remark::Removed(removal) => Some(removal),
        _ => None,
    })?;
    Some(format!("Content left out - {removal}; read the raw page to get it"))
}

/// `10,000`.
fn group_digits(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_nobody_sees_are_left_out() {
        let hide = |text: &str| -> String {
            text.chars().map(|c| char::from_u32(0xe0000 + u32::from(c)).unwrap_or(c)).collect()
        };
        let flag = format!("\u{1f3f4}{}\u{e007f}", hide("gbeng"));
        let text = format!("a{}b {flag}{} c", hide("obey me"), hide("and me"));
        let shown = without_tags(&text);
        assert_eq!(shown, format!("ab {flag} c"));
        assert!(matches!(without_tags("plain \u{1f3f4}"), Cow::Borrowed(_)));
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (10_000, "10,000"), (1_234_567, "1,234,567")]
        {
            assert_eq!(group_digits(number), text);
        }
    }

    #[test]
    fn tokens_are_counted_as_they_are_estimated() {
        for text in ["searching for words", "\u{65e5}\u{672c}\u{8a9e} text", ""] {
            for tokens in 0..10 {
                let count = characters_within(text.chars(), tokens);
                let shown: String = text.chars().take(count).collect();
                assert!(estimate_tokens(&shown) <= tokens);
                let more: String = text.chars().take(count + 1).collect();
                assert!(more == shown || estimate_tokens(&more) > tokens);
            }
        }
    }
}
