//! Metadata of pages, and its limits.

use std::fmt::Write as _;

use super::Metadata;
use crate::limits;
use crate::{ReadOptions, Stage, read};

fn of(html: &str) -> Metadata {
    let url = "https://site.example/news/page?a=1#b".parse().ok();
    let options = ReadOptions { url, ..ReadOptions::default() };
    read(html, &options).metadata
}

fn ld(json: &str) -> String {
    format!("<script type='application/ld+json'>{json}</script>")
}

/// The fields by name, as far as they are known.
fn fields(found: &Metadata) -> Vec<(&'static str, String)> {
    let url = |url: &Option<url::Url>| url.as_ref().map(ToString::to_string);
    let fields = [
        ("title", found.title.clone()),
        ("authors", (!found.authors.is_empty()).then(|| found.authors.join("; "))),
        ("published", found.published.clone()),
        ("modified", found.modified.clone()),
        ("description", found.description.clone()),
        ("canonical", url(&found.canonical)),
        ("language", found.language.clone()),
        ("site_name", found.site_name.clone()),
        ("markdown", url(&found.markdown)),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

#[track_caller]
fn check(html: &str, expected: &[(&str, &str)]) {
    let found = fields(&of(html));
    let found: Vec<(&str, &str)> = found.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(found, expected, "{html}");
}

#[test]
fn a_page_that_says_nothing() {
    check("", &[]);
    check("<p>text", &[]);
    check("<html lang=''><title> </title><meta name=author content=' '><link rel=canonical href=''>", &[]);
}

#[test]
fn plain_html() {
    check(
        "<html lang=en_gb><title>A  b\n| The Site</title><meta name=Author content='By Ann Lee'>
         <meta name=description content='What it is &amp; more'><meta name=date content='22 Nov 2026'>
         <meta name=application-name content='The Site'><link rel='x CANONICAL' href='../page#top'>
         <link rel=alternate type='text/markdown; variant=GFM' href=page.md>",
        &[
            ("title", "A b"),
            ("authors", "Ann Lee"),
            ("published", "2026-11-22"),
            ("description", "What it is & more"),
            ("canonical", "https://site.example/page"),
            ("language", "en-GB"),
            ("site_name", "The Site"),
            ("markdown", "https://site.example/news/page.md"),
        ],
    );
    // `<base>` comes before the page's own address.
    check(
        "<base href=https://other.example/x/><link rel=canonical href=y>",
        &[("canonical", "https://other.example/x/y")],
    );
    check("<h1>Only <b>this</b></h1>", &[("title", "Only this")]);
    check("<title>The Site - A page</title><h1>A page</h1>", &[("title", "A page")]);
}

#[test]
fn open_graph_and_the_libraries() {
    check(
        "<meta property=og:title content='T &amp;amp; U'><meta property=og:url content=https://site.example/t>
         <meta property=og:description content=D><meta name=description content=other>
         <meta property=og:site_name content=S><meta property=og:locale content=de_DE>
         <meta property=article:published_time content=2026-11-22T10:00:00Z>
         <meta property=article:modified_time content=2026-11-23>
         <meta property=article:author content=https://site.example/ann><meta property=og:title content=second>",
        &[
            ("title", "T & U"),
            ("published", "2026-11-22T10:00:00Z"),
            ("modified", "2026-11-23"),
            ("description", "D"),
            ("canonical", "https://site.example/t"),
            ("language", "de-DE"),
            ("site_name", "S"),
        ],
    );
    check(
        "<title>Vol. 3</title><meta name=citation_title content=Paper><meta name=citation_author content='Lee, A.'>
         <meta name=citation_author content='Roe, B.'><meta name=citation_author content='Lee, A.'>
         <meta name=citation_publication_date content=2026/11/2><meta name=DC.Creator content=other>",
        &[("title", "Paper"), ("authors", "Lee, A.; Roe, B."), ("published", "2026-11-02")],
    );
}

#[test]
fn json_ld() {
    let article = r##"{"@context":"https://schema.org","@graph":[
        {"@type":"WebSite","@id":"#site","name":"The Site"},
        {"@type":["Thing","https://schema.org/NewsArticle"],"headline":"It&#8217;s <b>","inLanguage":"en",
         "author":[{"@type":"Person","name":"Ann Lee"},{"@id":"#roe"},"ann lee"],"description":"D",
         "datePublished":"2026-11-22T10:00:00+01:00","dateModified":"2026-11-23"},
        {"@type":"Person","@id":"#roe","name":"Bo Roe"},
        {"@type":"BreadcrumbList","name":"no"}]}"##;
    check(
        &format!("<title>other</title><meta name=author content=other>{}", ld(article)),
        &[
            ("title", "It\u{2019}s <b>"),
            ("authors", "Ann Lee; Bo Roe"),
            ("published", "2026-11-22T10:00:00+01:00"),
            ("modified", "2026-11-23"),
            ("description", "D"),
            ("language", "en"),
            ("site_name", "The Site"),
        ],
    );
    // Of many, the page is the one with its address; of a list, none is.
    let many = r#"[{"@type":"Article","headline":"One","url":"https://site.example/1"},
        {"@type":"Article","headline":"Two","url":"http://site.example/news/page?a=1"}]"#;
    check(&ld(many), &[("title", "Two")]);
    let list = many.replace("/news/page?a=1", "/2");
    check(&format!("<title>List</title>{}", ld(&list)), &[("title", "List")]);
    // Twice the same is one.
    let twice = r#"[{"@type":"Article","headline":"One","author":"A"},{"@type":"BlogPosting","headline":"One","x":1}]"#;
    check(&ld(twice), &[("title", "One"), ("authors", "A")]);
    check(
        &ld(r#"{"@type":"Product","name":"Lamp","description":"Bright","brand":{"name":"B"}}"#),
        &[("title", "Lamp"), ("description", "Bright")],
    );
    check(
        &ld(
            r#"{"@type":"WebPage","name":"no","mainEntity":{"@type":"Recipe","name":"Soup","author":{"name":"Ann"}}}"#,
        ),
        &[("title", "Soup"), ("authors", "Ann")],
    );
    // Faults of templates are mended, also across scripts; other types of script are not read.
    let broken =
        "<!--{\"@type\":\"Article\",\"headline\":\"A\nb \\ud800\",\"datePublished\":\"2026-11-22\",}-->";
    check(&format!("{}{}", ld("{oh"), ld(broken)), &[("title", "A b \u{fffd}"), ("published", "2026-11-22")]);
    check("<script type=application/json>{\"@type\":\"Article\",\"headline\":\"A\",\"x\":1}</script>", &[]);
    // The last of two members counts, as in JavaScript.
    check(&ld(r#"{"@type":"Article","headline":"A","headline":"B","x":1}"#), &[("title", "B")]);
}

#[test]
fn microdata_and_what_stands_beside_the_title() {
    check(
        "<div itemscope itemtype=https://schema.org/Article><h1 itemprop=headline>A</h1>
         <span itemprop=author itemscope itemtype=https://schema.org/Person><b itemprop=name>Ann Lee</b></span>
         <time itemprop=datePublished datetime=2026-11-22>today</time><meta itemprop=dateModified content=2026-11-23>
         <div itemprop=comment itemscope><i itemprop=author>Troll</i><time itemprop=datePublished datetime=2020-01-01>
         </div></div><div itemscope itemtype=https://schema.org/Article><i itemprop=author>Other</i></div>",
        &[("title", "A"), ("authors", "Ann Lee"), ("published", "2026-11-22"), ("modified", "2026-11-23")],
    );
    check(
        "<h1>A</h1><p class=post-byline>By Ann Lee \u{b7} 3 min read</p><span class=entry-date>Posted on May 3, 2026</span>",
        &[("title", "A"), ("authors", "Ann Lee"), ("published", "2026-05-03")],
    );
    check(
        "<h1>A</h1><time datetime=2026-11-22T10:00>today</time><a rel=author href=/ann>Ann Lee</a>",
        &[("title", "A"), ("authors", "Ann Lee"), ("published", "2026-11-22T10:00:00")],
    );
    // Skips ambiguous dates, and bylines far from the title.
    check("<h1>A</h1><i class=date>3/4/2026</i><i class=author>12 comments</i>", &[("title", "A")]);
    check(
        &format!("<h1>A</h1>{}<time datetime=2026-11-22>x</time>", "<p>word".repeat(200)),
        &[("title", "A")],
    );
}

#[test]
fn values_are_one_line_and_bounded() {
    let hidden = "a\u{202e}b\u{e0041}\u{feff}\u{0}\u{1b}[31m\nc\u{2028}d\u{2066}e\u{200d}f";
    let found = of(&format!("<title>{hidden}</title><meta name=author content='{hidden}'>"));
    // NUL is U+FFFD for the parser.
    assert!(
        matches!(found.title.as_deref(), Some("ab[31m c de\u{200d}f" | "ab\u{fffd}[31m c de\u{200d}f")),
        "{found:?}"
    );
    assert_eq!(found.authors.len(), 1);
    let long = "word ".repeat(100_000);
    let authors = (0..100).fold(String::new(), |mut all, at| {
        let _ = write!(all, "<meta name=citation_author content='Name{at} {long:.50}'>");
        all
    });
    let found = of(&format!(
        "<html lang='{long}'><title>{long}</title><meta name=description content='{long}'>{authors}
         <meta property=og:site_name content='{long}'><link rel=canonical href='/{}'>",
        "x".repeat(10_000)
    ));
    let count = |text: &Option<String>| text.as_ref().map(|text| text.chars().count());
    assert_eq!(count(&found.title), Some(limits::TITLE));
    assert!(found.title.is_some_and(|title| title.ends_with("word\u{2026}")));
    assert!(count(&found.description).is_some_and(|count| count <= limits::DESCRIPTION + 1));
    assert!(count(&found.site_name).is_some_and(|count| count <= limits::NAME + 1));
    assert_eq!((found.authors.len(), found.canonical, found.language), (limits::AUTHORS, None, None));
}

#[test]
fn addresses_are_of_the_web() {
    for href in [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "ftp://a.example/",
        "https://me:x@a.example/",
        "https://",
        "mailto:a@a.example",
        "blob:https://a.example/1",
    ] {
        let html = format!(
            "<link rel=canonical href='{href}'><link rel=alternate type=text/markdown href='{href}'>"
        );
        check(&html, &[]);
    }
}

#[test]
fn hostile_json() {
    let deep = "[".repeat(100_000);
    let objects = "{\"a\":".repeat(100_000);
    let graph = format!("{{\"@graph\":{}{{\"@type\":\"Article\"}}{}}}", "[".repeat(100), "]".repeat(100));
    let many = format!("[{}0]", "{\"@type\":\"Article\",\"headline\":\"x\",\"y\":1},".repeat(10_000));
    let large = format!("{{\"@type\":\"Article\",\"headline\":\"{}\"}}", "x".repeat(10_000_000));
    let digits = format!("{{\"@type\":\"Article\",\"x\":{}}}", "9".repeat(400_000));
    let twice = format!("{{{}\"@type\":\"Article\"}}", "\"headline\":\"x\",".repeat(30_000));
    let cycle =
        r##"{"@type":"Article","@id":"#a","headline":"x","author":{"@id":"#a"},"mainEntity":{"@id":"#a"}}"##;
    for json in
        [&deep, &objects, &graph, &many, &large, &digits, &twice, cycle, "\"\\", "{\"a\":\"\\u", "nul"]
    {
        let reading = read(&format!("<title>T</title><p>text{}", ld(json)), &ReadOptions::default());
        assert!(reading.metadata.title.is_some_and(|title| title.chars().count() <= limits::TITLE + 1));
        assert_eq!(reading.markdown, "text");
    }
    // The parser decides the end of a script: the rest is text of the page, not data.
    let found = of(&ld("{\"@type\":\"Article\",\"headline\":\"</script><h1>shown</h1>\",\"x\":1}"));
    assert_eq!(found.title.as_deref(), Some("shown"));
    let scripts = ld("{\"@type\":\"Article\",\"x\":1,\"y\":2}").repeat(20_000);
    assert_eq!(of(&scripts), Metadata::default());
    let nested =
        format!("{}x", "<i itemscope itemprop=author itemtype=https://schema.org/Article>".repeat(50_000));
    assert!(of(&nested).authors.len() <= limits::AUTHORS);
}

#[test]
fn the_text_of_a_page_that_shows_none() {
    let words = "Words that only the metadata has. ".repeat(20);
    let body = |text: &str| {
        let article = serde_json::json!({ "@type": "Article", "headline": "A *b*", "articleBody": text });
        ld(&article.to_string().replace("</", "<\\/"))
    };
    let page = |shown: &str, text: &str| {
        read(&format!("<div id=root>{shown}</div>{}", body(text)), &ReadOptions::default())
    };
    let reading = page("Loading", &format!("{words}\nA < b & c &amp; <script>\n\n# no heading"));
    assert_eq!(reading.stage, Stage::Data);
    let expected = format!("# A \\*b\\*\n\n{}\n\nA < b & c & \\<script>\n\n\\# no heading", words.trim());
    assert_eq!(reading.markdown, expected);
    assert!(reading.text.after <= reading.text.before);
    let reading =
        page("", &format!("<p>{words}</p><script>evil()</script><p><a href='javascript:x'>link</a></p>"));
    assert_eq!(
        (reading.stage, reading.markdown),
        (Stage::Data, format!("# A \\*b\\*\n\n{}\n\nlink", words.trim()))
    );
    // If a page shows its text, that text is read; a teaser does not count.
    assert_ne!(page(&words, &words).stage, Stage::Data);
    assert_ne!(page("Loading", "A short word.").stage, Stage::Data);
    let product =
        ld(&serde_json::json!({ "@type": "Product", "name": "Lamp", "description": words }).to_string());
    let reading = read(&product, &ReadOptions::default());
    assert_eq!((reading.stage, reading.markdown), (Stage::Data, format!("# Lamp\n\n{}", words.trim())));
    // A request for the page, or for a part of it, is answered with that.
    let options = ReadOptions { scope: crate::Scope::Whole, ..ReadOptions::default() };
    assert_eq!(read(&product, &options).markdown, "");
}
