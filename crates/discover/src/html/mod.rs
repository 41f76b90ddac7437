//! From HTML text to signals.
//!
//! Tree construction is html5ever's, so comments, scripts, templates, raw text, foreign content, misnesting and
//! entities are what they are in a browser with scripting on. `webagents_html` feeds it piece by piece within the
//! bounds of the [`guard`], and this module then walks the finished tree once.
//!
//! A page that exceeds the guard's budget is left where it stands. What was found up to there counts: it is
//! first in document order, whatever follows.

mod guard;
mod sink;

use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use url::Url;
use webagents_html::Surplus;

use self::guard::Guarded;
use self::sink::{Kind, Sighting};
use crate::limits;
use crate::signal::{Collector, How, Scan, WarningCode};

/// Finds the manifests that a page's HTML names.
///
/// `url` is the page's final address, after all redirects. Costs time and memory linear in the length of
/// `html`, whatever it holds; what lies beyond [`limits`](crate::limits) is not read, and a warning says so.
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
            format!("the page was read up to byte {at}: its elements are nested too deeply or too badly"),
        ),
    }
    judge(&read.sightings, url, &mut collector);
    collector.finish()
}

fn judge(sightings: &[Sighting], url: &Url, collector: &mut Collector) {
    let base = sightings
        .iter()
        .find(|sighting| sighting.kind == Kind::Base)
        .and_then(|sighting| url.join(sighting.written.as_deref()?).ok())
        // HTML Standard, "set the frozen base URL".
        .filter(|base| !matches!(base.scheme(), "data" | "javascript"));
    let (mut outside, mut moved) = (None, None);
    for sighting in sightings {
        let how = match sighting.kind {
            Kind::Meta => How::Meta,
            Kind::Link => How::LinkElement,
            Kind::Base => continue,
        };
        let written = sighting.written.as_deref();
        if !collector.add(how, written, base.as_ref().unwrap_or(url)) {
            continue;
        }
        let Some(signal) = collector.signals().last() else { continue };
        if how == How::Meta && !sighting.in_head && outside.is_none() {
            outside = Some(format!("the <meta> that names {} stands outside of <head>", signal.url));
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

/// What reading a page gave, before any URL is looked at.
struct Read {
    /// In document order.
    sightings: Vec<Sighting>,
    end: End,
    /// Steps of tree construction: the measure of cost that tests hold to.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests measure cost with it"))]
    steps: u64,
}

/// Why reading ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Finished,
    TooLong,
    /// At this byte a tag has too many attributes.
    Attributes(usize),
    /// At this byte the budget of steps was spent.
    Steps(usize),
}

fn read(html: &str) -> Read {
    let (html, whole) = if html.len() > limits::HTML_BYTES {
        (&html[..html.floor_char_boundary(limits::HTML_BYTES)], End::TooLong)
    } else {
        (html, End::Finished)
    };
    let tokenizer = Tokenizer::new(Guarded::new(html.len()), TokenizerOpts::default());
    let end = match webagents_html::feed(html, &tokenizer, limits::TAG_ATTRIBUTES, Surplus::Ends) {
        webagents_html::End::Finished => whole,
        webagents_html::End::Attributes(at) => End::Attributes(at),
        webagents_html::End::Spent(at) => End::Steps(at),
    };
    // The tokenizer is not told of the end: an unfinished tag is none, and nothing else can add an element
    // that matters.
    let sink = tokenizer.sink.sink();
    Read { sightings: sink.sightings(), end, steps: sink.steps() }
}

#[cfg(test)]
mod tests;
