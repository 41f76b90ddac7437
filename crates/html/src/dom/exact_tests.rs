//! Elements and cost of exact trees. `tests/fixtures` of `discover` tests the meaning of tags.
//!
//! Cost is counted in steps of tree construction, never in time, relative to the length of the page.

use std::cell::Cell;
use std::rc::Rc;

use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use proptest::prelude::*;

use super::guard::{Guarded, Mode};
use super::*;
use crate::feed::{End, Guard, Surplus, feed_tokenizer};
use crate::limits;
use crate::scan::Content;

const TAG: &str = "<meta name=webagents-md content=/w.md>";

/// Returns whether the page has the element of [`TAG`].
fn has_tag(html: &str) -> bool {
    let dom = parse_exact(html).dom;
    dom.descendants(Id::DOCUMENT)
        .any(|id| dom.tag(id) == Tag::Meta && dom.attribute(id, "content") == Some("/w.md"))
}

/// Returns the steps of tree construction of a page.
fn steps(html: &str) -> u64 {
    let tokenizer = Tokenizer::new(Guarded::new(html, Mode::Exact), TokenizerOpts::default());
    feed_tokenizer(html, &tokenizer, limits::EXACT_TAG_ATTRIBUTES, Surplus::Ends);
    tokenizer.sink.steps_taken()
}

/// Builds a page of `before` and repetitions of `unit` up to `size` bytes, with the tag first or last.
fn page(before: &str, unit: &str, size: usize) -> (String, String) {
    let filler = format!("{before}{}", unit.repeat(size / unit.len()));
    (format!("{TAG}{filler}"), format!("{filler}{TAG}"))
}

const HOSTILE: &[(&str, &str, &str)] = &[
    ("div", "", "<div>"),
    ("custom elements", "", "<x-y>"),
    ("custom elements closed by p", "<x-y>", "<x-y></p>"),
    ("blockquote", "", "<blockquote>"),
    ("lists", "", "<ul><li>"),
    ("spans", "", "<span>"),
    ("fonts", "", "<font color=x>"),
    ("bold in paragraphs", "", "<b><p>"),
    ("misnested", "", "<a><b><i><p></a></b></i>"),
    ("misnested anchors", "", "<a href=x><div>"),
    ("nobr", "", "<nobr><p>"),
    ("buttons", "", "<button><b>"),
    ("tables", "", "<table>"),
    ("cells", "", "<table><tr><td>"),
    ("foster parents", "<table>", "<a>x"),
    ("foster parents with blocks", "<table>", "<b><p>x</b>"),
    ("templates", "", "<template>"),
    ("svg", "<svg>", "<g>"),
    ("svg with html", "", "<svg><desc>"),
    ("math", "", "<math><mi>"),
    ("markers", "", "<object><b>"),
    ("selects", "", "<select><option>"),
    ("end tags", "", "</b></p></a>"),
    ("forms", "", "<form><div></form>"),
    ("headings", "", "<h1><h2>"),
    ("definition lists", "", "<dl><dd><dt>"),
    ("framesets", "<frameset>", "<frameset>"),
    ("ruby", "", "<ruby><rb><rt>"),
    ("entities", "", "&amp;&notit;&#x;"),
    ("less-than signs", "", "<"),
    ("greater-than signs", "", ">"),
    ("an open comment", "<!--", "<a b=>"),
    ("an open script", "<script>", "<a b='>'"),
    ("an open value", "<a b='", "<a b=>"),
    ("cdata", "<svg><![CDATA[", "<a b>"),
    ("our own tag", "", "<meta name=webagents-md content=x>"),
    ("our own tag, all different", "<base href=/b/>", "<meta name=webagents-md content=%>"),
    ("nul", "", "\0"),
    ("text", "", "word "),
];

#[test]
fn hostile_pages_cost_linear_steps() {
    for (name, before, unit) in HOSTILE {
        for size in [5_000, 50_000] {
            let (first, last) = page(before, unit, size);
            assert!(has_tag(&first), "{name} {size}");
            for html in [&first, &last] {
                let steps = steps(html);
                let budget = limits::STEPS + limits::STEPS_PER_BYTE * html.len() as u64;
                // The last token may overshoot: it walks the stack a bounded number of times.
                assert!(steps <= budget + 40 * html.len() as u64, "{name} {size}: {steps}");
            }
        }
    }
}

/// Nesting as deep as a program might write is read to its end.
#[test]
fn deep_pages_are_read_whole() {
    for (name, before, unit) in HOSTILE {
        let hides =
            ["an open", "template", "cdata", "frameset", "our own"].iter().any(|part| name.contains(part));
        let (_, last) = page(before, unit, 500 * unit.len());
        let found = has_tag(&last);
        assert!(found || hides, "{name}");
    }
}

/// Ordinary nesting takes far fewer steps than the budget allows.
#[test]
fn ordinary_pages_stay_below_budget() {
    let row = "<tr><td class=x><a href=/y><b>z</b></a><td><p>text text text<p>more <i>text</i>";
    let item = "<li><div class='a b'><p>Some text with <a href=x>a link</a> and <em>words</em>.</p></div>";
    let html = format!(
        "<!doctype html>{}<table>{}</table><ul>{}</ul>",
        "<div class=wrapper>".repeat(60),
        row.repeat(2_000),
        item.repeat(2_000)
    );
    assert_eq!(parse_exact(&html).end, End::Finished);
    let steps = steps(&html);
    assert!(steps < 10 * html.len() as u64, "{steps} for {} bytes", html.len());
}

#[track_caller]
fn check_attributes(html: &str, admitted: bool) {
    let stopped = matches!(parse_exact(html).end, End::Attributes(_));
    assert_eq!(stopped, !admitted, "{}", &html[..html.len().min(60)]);
}

#[test]
fn tags_with_too_many_attributes() {
    let many = |count: usize| (0..count).map(|at| format!(" a{at}")).collect::<Vec<_>>().concat();
    let (few, over) = (many(limits::EXACT_TAG_ATTRIBUTES), many(limits::EXACT_TAG_ATTRIBUTES + 1));
    check_attributes(&format!("<p{few}>"), true);
    check_attributes(&format!("<p{over}>"), false);
    check_attributes(&format!("</p{over}>"), false);
    check_attributes(&format!("<p{over}"), false);
    check_attributes(&format!("<p{}>", over.replace(' ', "/")), false);
    check_attributes(&format!("<p{}>", over.replace(' ', " x='>' ")), false);
    check_attributes(&format!("<p{}>", over.replace(' ', "/=y='>'/")), false);
    check_attributes(&format!("<a b='<c d=' e='>'{over}>"), false);
    check_attributes(&format!("<!-- <a b=' --><p{over}>"), false);
    check_attributes(&format!("<svg><![CDATA[ <a b=' ]]><p{over}>"), false);
    check_attributes(&format!("<script><a b='</script><p{over}>"), false);
    check_attributes(&format!("<script></script{over}>"), false);
    check_attributes(&format!("<title></title{over}>"), false);
    check_attributes(&format!("<svg><![CDATA[ > <a b=' > ]]><p{over}>"), false);
    check_attributes(&format!("</><p{over}>"), false);
    check_attributes(&format!("<svg><![CDATA[ > <a{over}> ]]><p>"), true);
    check_attributes(&format!("<title></titles{over}></title>"), true);
    // Words that are not attributes, however many.
    check_attributes(&format!("<p title='{}'>", many(100_000)), true);
    check_attributes(&format!("<p>{}<p>", many(100_000)), true);
    check_attributes(&format!("<script>if (a<b && c){}</script>", many(100_000)), true);
    check_attributes(&format!("<script>{}</script>", "a<b > c ".repeat(10_000)), true);
    check_attributes(&format!("<style>{}</style>", many(100_000)), true);
    check_attributes(&format!("<!-- {} -->", many(100_000)), true);
    check_attributes(&"<p a b c d e>".repeat(10_000), true);
}

const SOUP: &[&str] = &[
    "<a>",
    "</a>",
    "<b>",
    "</b>",
    "<i x=1>",
    "</i>",
    "<nobr>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<caption>",
    "<colgroup>",
    "<select>",
    "<option>",
    "</select>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<desc>",
    "<math>",
    "<mi>",
    "<annotation-xml encoding=text/html>",
    "<button>",
    "</button>",
    "<form>",
    "</form>",
    "<h1>",
    "</h2>",
    "<li>",
    "<ul>",
    "</ul>",
    "<object>",
    "</object>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "</html>",
    "<frameset>",
    "<script>",
    "</script>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<noscript>",
    "</noscript>",
    "<plaintext>",
    "<input type=hidden>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!doctype html>",
    "&amp;",
    "text",
    " ",
    "\0",
    "<font color=x>",
    "</font>",
    "<br>",
    "</br>",
    "<image>",
    "<meta name=webagents-md content=/w.md>",
    "<base href=/b/>",
    "<link rel=webagents-md href=l>",
    "<",
    ">",
    "<a b='",
    "'",
    "<hr>",
    "<ruby>",
    "<rt>",
    "<dd>",
    "<marquee>",
    "</marquee>",
    "<iframe>",
    "</iframe>",
];

/// Sink that records the maximum number of attributes that the tokenizer compares in one tag.
struct Counting<'a> {
    largest: Rc<Cell<usize>>,
    inner: Guarded<'a>,
}

impl<'a> TokenSink for Counting<'a> {
    type Handle = <Guarded<'a> as TokenSink>::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Self::Handle> {
        if let Token::TagToken(tag) = &token {
            self.largest.set(self.largest.get().max(tag.attrs.len()));
        }
        self.inner.process_token(token, line)
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.inner.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Guard for Counting<'_> {
    fn content(&self) -> Content {
        self.inner.content()
    }

    fn took_token(&self) -> bool {
        self.inner.took_token()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// Misnested tags exercise every part of tree construction.
    ///
    /// The walk visits each node at most once, so no tag is found twice, and only written tags are found.
    #[test]
    fn any_soup_is_read(parts in prop::collection::vec(prop::sample::select(SOUP), 0..120)) {
        let dom = parse_exact(&parts.concat()).dom;
        let written = |part: &str| parts.iter().filter(|&&other| other == part).count();
        let seen = |tag| dom.descendants(Id::DOCUMENT).filter(|&id| dom.tag(id) == tag).count();
        prop_assert!(seen(Tag::Meta) <= written(TAG));
        prop_assert!(seen(Tag::Base) <= written("<base href=/b/>"));
        prop_assert!(seen(Tag::Link) <= written("<link rel=webagents-md href=l>"));
    }

    /// No tag has more attributes than allowed, whether they are left out or end the page.
    #[test]
    fn the_attribute_guard_is_sound(
        parts in prop::collection::vec(prop::sample::select(vec![
            "<a", "</b", " ", "/", "=", "'", "\"", ">", "</>", "<!x>", "<!--", "-->", "--!>", "<svg>", "</svg>", "<math><mi>",
            "<![CDATA[", "]]>", "<script>", "</script>", "</script", "<title>", "</title>", "</title", "<plaintext>",
            "<svg><![CDATA[>", "<a b='>", "<script><!--<script>", "</script a='x ", " @", " @ @ @ @ @",
        ]), 0..60),
        leaves_out: bool,
    ) {
        const MOST: usize = 4;
        // Each attribute has another name: of two with one name the tokenizer drops the second.
        let soup = parts.concat();
        let numbered = soup.split('@').enumerate().map(|(at, part)| format!("{part}d{at}"));
        let numbered = numbered.collect::<Vec<_>>().concat();
        let surplus = if leaves_out { Surplus::LeftOut } else { Surplus::Ends };
        let largest = Rc::new(Cell::new(0));
        let sink = Counting { largest: Rc::clone(&largest), inner: Guarded::new(&numbered, Mode::Exact) };
        let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
        let end = feed_tokenizer(&numbered, &tokenizer, MOST, surplus);
        prop_assert!(largest.get() <= MOST, "{} attributes in {}", largest.get(), numbered);
        prop_assert!(!leaves_out || end == End::Finished, "{:?} in {}", end, numbered);
    }
}
