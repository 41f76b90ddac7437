//! `Link` header, RFC 8288, section 3, read by the algorithms of its appendix B.
//!
//! Links with an `anchor` are about another resource than the page and do not count; the relation `rev`, which the
//! RFC deprecates, is ignored.

use url::Url;
use webagents_html::quoted_string;

use crate::signal::{Collector, How, Scan, merge};
use crate::{NAME, find_in_html};

/// Finds the links in a page's `Link` headers that name a manifest.
///
/// `page` is the URL of the page, against which links are resolved.
///
/// Each item of `values` is the value of one header field, which may contain several links.
///
/// ```
/// let page = url::Url::parse("https://shop.example/en/").unwrap();
/// let scan = webagents_discover::find_in_link_header(
///     ["</style.css>; rel=preload, </webagents.md>; rel=\"alternate webagents-md\""],
///     &page,
/// );
/// assert_eq!(scan.first().unwrap().url.as_str(), "https://shop.example/webagents.md");
/// ```
pub fn find_in_link_header<'a>(values: impl IntoIterator<Item = &'a str>, page: &Url) -> Scan {
    let mut collector = Collector::default();
    for value in values {
        for link in Links(value) {
            if link.is_ours() {
                collector.add(How::LinkHeader, Some(link.target), page);
            }
        }
    }
    collector.finish()
}

/// Finds the references to a manifest in a page's HTML and in its `Link` headers.
///
/// `url` is the page's final address, after all redirects; each item of `link` is the value of one header field.
///
/// ```
/// let page = url::Url::parse("https://shop.example/en/").unwrap();
/// let html = "<link rel=webagents-md href=b.md>";
/// let scan = webagents_discover::find_in_response(html, ["<a.md>; rel=webagents-md"], &page);
/// assert_eq!(scan.first().unwrap().url.as_str(), "https://shop.example/en/a.md");
/// ```
pub fn find_in_response<'a>(html: &str, link: impl IntoIterator<Item = &'a str>, url: &Url) -> Scan {
    merge(find_in_link_header(link, url), find_in_html(html, url))
}

/// Link: its target between `<` and `>`, and the parameters that matter here.
#[derive(Debug, Default, PartialEq, Eq)]
struct Link<'a> {
    target: &'a str,
    rel: Option<String>,
    anchored: bool,
}

impl Link<'_> {
    fn is_ours(&self) -> bool {
        let named = |rel: &String| rel.split_ascii_whitespace().any(|token| token.eq_ignore_ascii_case(NAME));
        !self.anchored && self.rel.as_ref().is_some_and(named)
    }
}

/// Links of one header value. The rest of a value after a syntax error is ignored.
struct Links<'a>(&'a str);

impl<'a> Iterator for Links<'a> {
    type Item = Link<'a>;

    fn next(&mut self) -> Option<Link<'a>> {
        // A list may have empty members (RFC 9110, section 5.6.1).
        let rest = self.0.trim_start_matches([' ', '\t', ',']);
        self.0 = "";
        let (target, mut rest) = rest.strip_prefix('<')?.split_once('>')?;
        let mut link = Link { target, ..Link::default() };
        loop {
            rest = skip_space(rest);
            let Some(after) = rest.strip_prefix(';') else { break };
            let (name, value, after) = parameter(skip_space(after));
            // Of several `rel` the first counts.
            if name.eq_ignore_ascii_case("rel") && link.rel.is_none() {
                link.rel = Some(value.unwrap_or_default());
            } else if name.eq_ignore_ascii_case("anchor") {
                link.anchored = true;
            }
            rest = after;
        }
        self.0 = rest.find(',').map_or("", |comma| &rest[comma + 1..]);
        Some(link)
    }
}

/// Parses `name`, `name=token` or `name="string"`, and returns the rest.
fn parameter(text: &str) -> (&str, Option<String>, &str) {
    let end = text.find([' ', '\t', '=', ';', ',']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let Some(value) = skip_space(rest).strip_prefix('=').map(skip_space) else {
        return (name, None, rest);
    };
    if let Some(quoted) = value.strip_prefix('"') {
        let (value, rest) = quoted_string(quoted);
        return (name, Some(value), rest);
    }
    let end = value.find([' ', '\t', ';', ',']).unwrap_or(value.len());
    (name, Some(value[..end].to_owned()), &value[end..])
}

fn skip_space(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(value: &str, expected: &[&str]) {
        let page = Url::parse("https://a.example/b/c").unwrap();
        let scan = find_in_link_header([value], &page);
        let found: Vec<_> = scan.signals.iter().map(|signal| signal.url.as_str()).collect();
        assert_eq!(found, expected, "{value}: {:?}", scan.warnings);
    }

    #[test]
    fn links() {
        for (value, expected) in [
            ("", &[][..]),
            ("<x.md>; rel=webagents-md", &["https://a.example/b/x.md"]),
            ("<x.md>;rel=\"webagents-md\"", &["https://a.example/b/x.md"]),
            ("<x.md>;REL=WebAgents-MD", &["https://a.example/b/x.md"]),
            ("<x.md> ; rel = webagents-md", &["https://a.example/b/x.md"]),
            ("<x.md>; rel=\"alternate  webagents-md\"", &["https://a.example/b/x.md"]),
            ("<x.md>; rel=\"web\\agents-md\"", &["https://a.example/b/x.md"]),
            ("<x.md>; rel=alternate webagents-md", &[]),
            ("<x.md>; rel=webagents-mdx", &[]),
            ("<x.md>; rel", &[]),
            ("<x.md>; title=\"a, b; rel=webagents-md\"", &[]),
            ("<x.md>; title=\"a \\\" b\"; rel=webagents-md", &["https://a.example/b/x.md"]),
            ("<x.md>; title=\"never closed; rel=webagents-md", &[]),
            ("<x.md>; rel=next; rel=webagents-md", &[]),
            ("<x.md>; rel=webagents-md; rel=next", &["https://a.example/b/x.md"]),
            ("<x.md>; rel=webagents-md; anchor=\"#y\"", &[]),
            ("<a,b;c>; rel=webagents-md", &["https://a.example/b/a,b;c"]),
            ("<a>; rel=next, <b>; rel=webagents-md", &["https://a.example/b/b"]),
            (
                "<a>; rel=webagents-md,<b>; rel=webagents-md",
                &["https://a.example/b/a", "https://a.example/b/b"],
            ),
            (" , ,<a>; rel=webagents-md", &["https://a.example/b/a"]),
            ("<a> junk; rel=webagents-md, <b>; rel=webagents-md", &["https://a.example/b/b"]),
            ("a; rel=webagents-md, <b>; rel=webagents-md", &[]),
            ("<a; rel=webagents-md", &[]),
            ("<>; rel=webagents-md", &[]),
            ("<javascript:1>; rel=webagents-md", &[]),
            ("<http://[>; rel=webagents-md", &[]),
            ("<//cdn.example/x>; rel=webagents-md;", &["https://cdn.example/x"]),
        ] {
            check(value, expected);
        }
    }

    #[test]
    fn unusable_links_are_reported() {
        let page = Url::parse("https://a.example/").unwrap();
        let scan = find_in_link_header(["<javascript:1>; rel=webagents-md, <>; rel=webagents-md"], &page);
        let messages: Vec<_> = scan.warnings.iter().map(|warning| warning.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "ignored a Link header: `javascript:` is not http or https",
                "ignored a Link header: expected a URL, found nothing"
            ]
        );
    }

    proptest! {
        #[test]
        fn any_value_is_read(value: String) {
            let page = Url::parse("https://a.example/").unwrap();
            find_in_link_header([value.as_str()], &page);
        }

        #[test]
        fn written_links_are_found(path in "[a-z]{1,8}", title in "[ -~]{0,20}") {
            let escaped = title.replace('\\', "\\\\").replace('"', "\\\"");
            check(
                &format!("</x>; rel=next, </{path}>; title=\"{escaped}\"; rel=webagents-md, </y>; rel=prev"),
                &[&format!("https://a.example/{path}")],
            );
        }
    }
}
