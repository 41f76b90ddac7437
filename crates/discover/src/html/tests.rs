//! Cost of hostile pages. `tests/fixtures` tests the meaning of tags.
//!
//! Cost is counted in steps of tree construction, never in time, relative to the length of the page.

use std::cell::Cell;
use std::rc::Rc;

use html5ever::tokenizer::{Token, TokenSink, TokenSinkResult};
use proptest::prelude::*;
use webagents_html::{Content, Guard};

use super::*;

const TAG: &str = "<meta name=webagents-md content=/w.md>";

fn url() -> Url {
    Url::parse("https://a.example/").unwrap()
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
            let found = read(&first).occurrences;
            assert!(found.iter().any(|found| found.written.as_deref() == Some("/w.md")), "{name} {size}");
            for html in [&first, &last] {
                let read = read(html);
                let budget = limits::STEPS + limits::STEPS_PER_BYTE * html.len() as u64;
                // The last token may overshoot: it walks the stack a bounded number of times.
                assert!(read.steps <= budget + 40 * html.len() as u64, "{name} {size}: {}", read.steps);
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
        let found = find_in_html(&last, &url());
        if hides {
            continue;
        }
        assert_eq!(found.first().map(|signal| signal.url.path()), Some("/w.md"), "{name}");
    }
}

#[test]
fn deep_page_ends_with_warning() {
    let (_, last) = page("", "<div>", 100_000);
    let scan = find_in_html(&last, &url());
    assert_eq!(scan.first(), None);
    assert_eq!(scan.warnings[0].code, WarningCode::Stopped);
    assert!(scan.warnings[0].message.contains("nested too deeply"), "{}", scan.warnings[0]);
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
    let read = read(&html);
    assert_eq!(read.end, End::Finished);
    assert!(read.steps < 10 * html.len() as u64, "{} for {} bytes", read.steps, html.len());
}

#[track_caller]
fn check_attributes(html: &str, admitted: bool) {
    let stopped = matches!(read(html).end, End::Attributes(_));
    assert_eq!(stopped, !admitted, "{}", &html[..html.len().min(60)]);
}

#[test]
fn tags_with_too_many_attributes() {
    let many = |count: usize| (0..count).map(|at| format!(" a{at}")).collect::<Vec<_>>().concat();
    let (few, over) = (many(limits::TAG_ATTRIBUTES), many(limits::TAG_ATTRIBUTES + 1));
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

#[test]
fn signals_before_huge_tag_count() {
    let monster = (0..100_000).map(|at| format!(" a{at}")).collect::<Vec<_>>().concat();
    let scan = find_in_html(&format!("<p>{TAG}<p{monster}><p>"), &url());
    assert_eq!(scan.first().unwrap().url.path(), "/w.md");
    let codes: Vec<_> = scan.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::Stopped, WarningCode::InBody]);
    assert!(scan.warnings[0].message.contains("up to byte 41,"), "{}", scan.warnings[0]);
}

#[test]
fn page_beyond_limit_is_cut() {
    let filler = "x".repeat(limits::HTML_BYTES);
    let scan = find_in_html(&format!("{TAG}{filler}<meta name=webagents-md content=/other>"), &url());
    assert_eq!(scan.signals.len(), 1);
    assert_eq!(scan.warnings[0].code, WarningCode::Truncated);
    // The limit may be within a character.
    assert_eq!(find_in_html(&"ä".repeat(limits::HTML_BYTES), &url()).signals, []);
}

#[test]
fn reports_are_bounded() {
    let tag = |at| format!("<meta name=webagents-md content={at}>");
    let html = (0..1_000).map(tag).collect::<Vec<_>>().concat();
    let scan = find_in_html(&html, &url());
    assert_eq!((scan.signals.len(), scan.warnings.len()), (1_000, limits::REPORTED + 1));
    assert_eq!(scan.warnings[limits::REPORTED].message, "ignored 991 more URLs");
    let scan = find_in_html(&"<meta name=webagents-md>".repeat(1_000), &url());
    assert_eq!((scan.signals.len(), scan.warnings.len()), (0, limits::REPORTED + 1));
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
struct Counting {
    largest: Rc<Cell<usize>>,
    inner: GuardedBuilder,
}

impl TokenSink for Counting {
    type Handle = <GuardedBuilder as TokenSink>::Handle;

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

impl Guard for Counting {
    fn content(&self) -> Content {
        self.inner.content()
    }

    fn took_token(&self) -> bool {
        self.inner.took_token()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_text_is_read(html: String) {
        find_in_html(&html, &url());
    }

    /// Misnested tags exercise every part of tree construction.
    ///
    /// The walk visits each node at most once, so no tag is found twice, and only written tags are found.
    #[test]
    fn any_soup_is_read(parts in prop::collection::vec(prop::sample::select(SOUP), 0..120)) {
        let html = parts.concat();
        let read = read(&html);
        let written = |part: &str| parts.iter().filter(|&&other| other == part).count();
        let seen = |kind| read.occurrences.iter().filter(|occurrence| occurrence.kind == kind).count();
        prop_assert!(seen(OccurrenceKind::Meta) <= written("<meta name=webagents-md content=/w.md>"));
        prop_assert!(seen(OccurrenceKind::Base) <= written("<base href=/b/>"));
        prop_assert!(seen(OccurrenceKind::Link) <= written("<link rel=webagents-md href=l>"));
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
        let sink = Counting { largest: Rc::clone(&largest), inner: GuardedBuilder::new(numbered.len()) };
        let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
        let end = webagents_html::feed(&numbered, &tokenizer, MOST, surplus);
        prop_assert!(largest.get() <= MOST, "{} attributes in {}", largest.get(), numbered);
        prop_assert!(!leaves_out || end == webagents_html::End::Finished, "{:?} in {}", end, numbered);
    }
}
