//! Signals of HTML text.
//!
//! Tree construction is html5ever's, so comments, scripts, templates, raw text, foreign content, misnesting and
//! entities are what they are in a browser with scripting on. `webagents_html` feeds it piece by piece within the
//! limits of the [`guard`], and this module then walks the finished tree once.
//!
//! Reading ends where a page exceeds the guard's budget. The signals up to there count: they are first in document
//! order, whatever follows.

mod guard;
mod sink;

use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use url::Url;
use webagents_html::Surplus;

use self::guard::GuardedBuilder;
use self::sink::{Occurrence, OccurrenceKind};
use crate::limits;
use crate::signal::{Collector, How, Scan, WarningCode};

/// Finds the manifests that a page's HTML names.
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
            format!("the page was read up to byte {at}: its elements are nested too deeply or incorrectly"),
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
struct Read {
    /// Tags in document order.
    occurrences: Vec<Occurrence>,
    end: End,
    /// Steps of tree construction: the measure of cost that tests check.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests measure cost with it"))]
    steps: u64,
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

fn read(html: &str) -> Read {
    let (html, whole) = if html.len() > limits::HTML_BYTES {
        (&html[..html.floor_char_boundary(limits::HTML_BYTES)], End::TooLong)
    } else {
        (html, End::Finished)
    };
    let tokenizer = Tokenizer::new(GuardedBuilder::new(html.len()), TokenizerOpts::default());
    let end = match webagents_html::feed(html, &tokenizer, limits::TAG_ATTRIBUTES, Surplus::Ends) {
        webagents_html::End::Finished => whole,
        webagents_html::End::Attributes(at) => End::Attributes(at),
        webagents_html::End::Spent(at) => End::Steps(at),
    };
    // `Tokenizer::end` is not called: an unfinished tag is not a tag, and nothing else can add an element that
    // matters.
    let sink = tokenizer.sink.sink();
    Read { occurrences: sink.occurrences(), end, steps: sink.steps() }
}

#[cfg(test)]
mod tests;
