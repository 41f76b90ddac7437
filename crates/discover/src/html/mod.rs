//! Signals of HTML text.
//!
//! The tree is that of a browser with scripting on, so comments, scripts, templates, raw text, foreign content,
//! misnesting and entities are what they are there. `webagents_html` builds it within limits, and this module walks it
//! once.
//!
//! Reading ends where a page exceeds a limit. The signals up to there count: they are first in document order, whatever
//! follows.

use url::Url;
use webagents_html::{Dom, End as ParseEnd, Id, Tag, parse_exact};

use crate::signal::{Collector, How, Scan, WarningCode};
use crate::{NAME, limits};

/// Finds the `<meta>` and `<link>` elements in a page's HTML that name a manifest.
///
/// `url` is the page's final address, after all redirects. Time and memory are linear in the length of `html`; text
/// beyond [`limits`](crate::limits) is not read, and a warning reports it.
pub fn find_in_html(html: &str, url: &Url) -> Scan {
    let read = read(html);
    let mut collector = Collector::default();
    match read.end {
        End::Finished => {}
        End::TooLong => collector.warn(
            WarningCode::Truncated,
            format!("only the first {} bytes of the page were read", limits::HTML_BYTES),
        ),
        End::Attributes(at) => collector.warn(
            WarningCode::Stopped,
            format!(
                "the page was read up to byte {at}, where a tag has more than {} attributes",
                limits::TAG_ATTRIBUTES
            ),
        ),
        End::Steps(at) => collector.warn(
            WarningCode::Stopped,
            format!(
                "the page was read up to byte {at}: its elements are nested too deeply or incorrectly, or too many"
            ),
        ),
    }
    judge(&read.occurrences, url, &mut collector);
    collector.finish()
}

fn judge(occurrences: &[Occurrence], url: &Url, collector: &mut Collector) {
    let base = occurrences
        .iter()
        .find(|occurrence| occurrence.kind == OccurrenceKind::Base)
        .and_then(|occurrence| url.join(occurrence.written.as_deref()?).ok())
        // HTML Standard, "set the frozen base URL".
        .filter(|base| !matches!(base.scheme(), "data" | "javascript"));
    let (mut outside, mut moved) = (None, None);
    for occurrence in occurrences {
        let how = match occurrence.kind {
            OccurrenceKind::Meta => How::Meta,
            OccurrenceKind::Link => How::LinkElement,
            OccurrenceKind::Base => continue,
        };
        let written = occurrence.written.as_deref();
        if !collector.add(how, written, base.as_ref().unwrap_or(url)) {
            continue;
        }
        let Some(signal) = collector.signals().last() else { continue };
        if how == How::Meta && !occurrence.in_head && outside.is_none() {
            outside = Some(format!("the <meta> that names {} is outside of <head>", signal.url));
        }
        let plain = written.and_then(|written| url.join(written).ok());
        if base.is_some() && moved.is_none() && plain.as_ref().is_some_and(|plain| *plain != signal.url) {
            moved = plain.map(|plain| format!("<base> leads to {} instead of {plain}", signal.url));
        }
    }
    for (code, message) in [(WarningCode::InBody, outside), (WarningCode::Base, moved)] {
        if let Some(message) = message {
            collector.warn(code, message);
        }
    }
}

/// Result of reading a page, before any URL is resolved.
struct ReadPage {
    /// Tags in document order.
    occurrences: Vec<Occurrence>,
    end: End,
}

/// Tag that matters, in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Occurrence {
    kind: OccurrenceKind,
    /// Value of `content` or `href`, entities decoded.
    written: Option<String>,
    /// `true` if its parent is `<head>`.
    in_head: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OccurrenceKind {
    Meta,
    Link,
    /// `<base>` with an `href`.
    Base,
}

/// Reason why reading ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Finished,
    TooLong,
    /// The tag at this byte has too many attributes.
    Attributes(usize),
    /// The budget of steps was spent at this byte.
    Steps(usize),
}

fn read(html: &str) -> ReadPage {
    let (html, whole) = if html.len() > limits::HTML_BYTES {
        (&html[..html.floor_char_boundary(limits::HTML_BYTES)], End::TooLong)
    } else {
        (html, End::Finished)
    };
    let page = parse_exact(html);
    let end = match page.end {
        ParseEnd::Finished => whole,
        ParseEnd::Attributes(at) => End::Attributes(at),
        ParseEnd::Spent(at) => End::Steps(at),
    };
    let dom = &page.dom;
    let has_any = [Tag::Meta, Tag::Link, Tag::Base].into_iter().any(|tag| dom.has(tag));
    let occurrences = dom.descendants(Id::DOCUMENT).filter_map(|id| occurrence(dom, id));
    ReadPage { occurrences: if has_any { occurrences.collect() } else { Vec::new() }, end }
}

fn occurrence(dom: &Dom, id: Id) -> Option<Occurrence> {
    let (kind, written) = match dom.tag(id) {
        Tag::Meta if dom.attribute(id, "name")?.trim_ascii().eq_ignore_ascii_case(NAME) => {
            (OccurrenceKind::Meta, dom.attribute(id, "content"))
        }
        Tag::Link
            if dom
                .attribute(id, "rel")?
                .split_ascii_whitespace()
                .any(|rel| rel.eq_ignore_ascii_case(NAME)) =>
        {
            (OccurrenceKind::Link, dom.attribute(id, "href"))
        }
        Tag::Base => (OccurrenceKind::Base, Some(dom.attribute(id, "href")?)),
        _ => return None,
    };
    let in_head = dom.parent(id).is_some_and(|parent| dom.tag(parent) == Tag::Head);
    Some(Occurrence { kind, written: written.map(str::to_owned), in_head })
}

#[cfg(test)]
mod tests;
