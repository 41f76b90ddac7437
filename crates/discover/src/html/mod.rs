//! Signals of HTML text.
//!
//! The tree equals the tree of a browser with scripting on, so comments, scripts, templates, raw text, foreign
//! content, misnesting and entities have the same meaning. `webagents_html` builds it within limits, and this module
//! searches its elements.
//!
//! Reading ends at the point at which a page exceeds a limit. Earlier signals count: they are first in document
//! order, whatever comes later.

use url::Url;
use webagents_html::{Dom, End, Id, Tag, parse_exact};

use crate::signal::{Collector, How, Scan, WarningCode};
use crate::{NAME, limits};

/// Finds the `<meta>` and `<link>` elements in a page's HTML that name a manifest.
///
/// `url` is the page's final address, after all redirects. Time and memory are linear in the length of `html`; text
/// beyond [`limits`](crate::limits) is not read, and a warning reports it.
pub fn find_in_html(html: &str, url: &Url) -> Scan {
    let mut collector = Collector::default();
    let within_limit = &html[..html.floor_char_boundary(limits::HTML_BYTES)];
    let page = parse_exact(within_limit);
    match page.end {
        End::Finished if within_limit.len() == html.len() => {}
        End::Finished => collector.warn(
            WarningCode::Truncated,
            format!("only the first {} bytes of the page were read", limits::HTML_BYTES),
        ),
        End::Attributes(at) => collector.warn(
            WarningCode::Stopped,
            format!(
                "the page was read up to byte {at}: a tag there has more than {} attributes",
                limits::TAG_ATTRIBUTES
            ),
        ),
        End::Spent(at) => collector.warn(
            WarningCode::Stopped,
            format!(
                "the page was read up to byte {at}: its elements are nested too deeply or incorrectly, or too many"
            ),
        ),
    }
    collect(&page.dom, url, &mut collector);
    collector.finish()
}

fn collect(dom: &Dom, url: &Url, collector: &mut Collector) {
    let base = dom
        .descendants(Id::DOCUMENT)
        .filter(|&id| dom.tag(id) == Tag::Base)
        .find_map(|id| dom.attribute(id, "href"))
        .and_then(|href| url.join(href).ok())
        // HTML Standard, "set the frozen base URL".
        .filter(|base| !matches!(base.scheme(), "data" | "javascript"));
    let (mut outside, mut moved) = (None, None);
    for id in dom.descendants(Id::DOCUMENT) {
        let Some((how, written)) = reference(dom, id) else { continue };
        let Some(signal) = collector.add(how, written, base.as_ref().unwrap_or(url)) else { continue };
        let in_head = dom.parent(id).is_some_and(|parent| dom.tag(parent) == Tag::Head);
        if how == How::Meta && !in_head && outside.is_none() {
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

/// Returns the kind of a tag that names a manifest, and the URL in its `content` or `href`.
fn reference(dom: &Dom, id: Id) -> Option<(How, Option<&str>)> {
    match dom.tag(id) {
        Tag::Meta if dom.attribute(id, "name")?.trim_ascii().eq_ignore_ascii_case(NAME) => {
            Some((How::Meta, dom.attribute(id, "content")))
        }
        Tag::Link
            if dom
                .attribute(id, "rel")?
                .split_ascii_whitespace()
                .any(|rel| rel.eq_ignore_ascii_case(NAME)) =>
        {
            Some((How::LinkElement, dom.attribute(id, "href")))
        }
        _ => None,
    }
}

/// Returns whether the bytes of a document begin as an HTML page does.
///
/// Markdown may contain HTML, but does not begin with `<html>`.
pub fn begins_like_html(body: &[u8]) -> bool {
    let mut rest = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start();
    while let Some(comment) = rest.strip_prefix(b"<!--") {
        let Some(end) = comment.windows(3).position(|window| window == b"-->") else { return false };
        rest = comment[end + 3..].trim_ascii_start();
    }
    [&b"<!doctype html"[..], b"<html", b"<head", b"<body", b"<?xml"]
        .iter()
        .any(|start| rest.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
}

#[cfg(test)]
mod tests;
