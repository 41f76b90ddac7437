//! Pages made to stall, to overflow the stack, to exhaust memory, or to lose their text.
//!
//! They are of each kind that was seen to break a converter. The thread of a test has a stack of 2 MiB, as a thread of
//! tokio has.

use std::fmt::Write as _;
use std::thread;

use webagents_read::{Links, ReadOptions, Scope, part, read};

fn whole() -> ReadOptions {
    let mut options = ReadOptions::default();
    options.scope = Scope::Whole;
    options
}

/// Reads a page between a beginning and an end that must not be lost.
///
/// Each `x` in it is a text of the page.
#[track_caller]
fn check(name: &str, middle: &str) -> String {
    let html = format!("<p>begin</p>{middle}Q<p>end");
    let reading = read(&html, &whole());
    for mark in ["begin", "Q", "end"] {
        assert!(reading.markdown.contains(mark), "{name}: {mark} is lost");
    }
    let (given, kept) = (middle.matches('\u{17e}').count(), reading.markdown.matches('\u{17e}').count());
    assert_eq!(kept, given, "{name}: text is lost");
    let bound = 16 * html.len() + 1024;
    assert!(
        reading.markdown.len() <= bound,
        "{name}: {} bytes out of {}",
        reading.markdown.len(),
        html.len()
    );
    let content = read(&html, &ReadOptions::default());
    assert!(content.markdown.len() <= bound, "{name}");
    let shown = part(&reading.markdown, 500, 1000);
    assert!(shown.text.chars().count() <= 1200, "{name}: {} characters", shown.text.chars().count());
    reading.markdown
}

#[test]
fn nesting_of_every_element() {
    let names = "a abbr address article aside b bdi bdo big blockquote button caption center cite code data dd del \
        details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup \
        i ins kbd label legend li main map mark menu nav nobr noscript object ol optgroup option output p picture pre \
        q rb rp rt rtc ruby s samp search section select small span strike strong sub summary sup table tbody td tfoot \
        th thead time tr tt u ul var x-y";
    for name in names.split_whitespace() {
        // The contents of these are shown by no reader, or not as text.
        let text = if matches!(name, "select" | "option" | "optgroup" | "rp") { "" } else { "\u{17e} " };
        let open = format!("<{name}>{text}").repeat(700);
        let closed = format!("{open}{}", format!("</{name}>").repeat(700));
        check(name, &closed);
        if !text.is_empty() {
            check(name, &open);
        }
    }
}

#[test]
fn nesting_of_several_elements() {
    for pattern in [
        "<ul><li>\u{17e}",
        "<ol><li>\u{17e}<ul><li>",
        "<table><tr><td>\u{17e}",
        "<dl><dd>\u{17e}",
        "<b><i><p>\u{17e}</b></i>",
        "<a href=x><div>\u{17e}</a>",
        "<blockquote><ul><li>\u{17e}",
        "<em>:\u{17e}<b>b:</b>c</em>d",
        "a<b>:\u{17e}:</b>b",
        "<details><summary>\u{17e}",
        "1<sup>2\u{17e}",
        "<span style='display:none'>\u{17e}",
        "<p>\u{17e}<br><br>",
        "<td>\u{17e}<tr>",
    ] {
        check(pattern, &pattern.repeat(3000));
    }
}

/// The end of a drawing ends it at any depth.
#[test]
fn drawings_and_formulas() {
    for open in ["<svg><g>", "<svg>", "<math><mrow>", "<svg><p>"] {
        for after in ["<p>", "<div>", "<h2>", "<ul><li>"] {
            for count in [100, 130, 1000, 20_000] {
                let page = format!("<p>begin{}{after}\u{17e}</p><svg></svg><p>end", open.repeat(count));
                let markdown = read(&page, &whole()).markdown;
                for mark in ["begin", "\u{17e}", "end"] {
                    assert!(markdown.contains(mark), "{count} of {open}, {after}: {mark} is lost");
                }
            }
        }
    }
}

#[test]
fn attributes() {
    let many = |separator: &str| {
        (0..20_000).fold(String::new(), |mut all, at| {
            write!(all, " a{at}={separator}").expect("a String takes everything");
            all
        })
    };
    for value in ["1", "'>'", "\">\"", "", "'x y'"] {
        check(value, &format!("<div{}>\u{17e}</div>", many(value)));
        check(value, &format!("<p>\u{17e}</p{}>", many(value)));
        check(value, &format!("<script></script{}>\u{17e}", many(value)));
    }
    check("one name", &format!("<div{}>\u{17e}</div>", " a=1".repeat(20_000)));
    check(
        "html",
        &format!(
            "{}\u{17e}",
            (0..5000).map(|at| format!("<html a{at}><body b{at}>")).collect::<Vec<_>>().concat()
        ),
    );
    check("long value", &format!("<div title='{}'>\u{17e}</div>", ">".repeat(200_000)));
}

#[test]
fn formatting_that_is_never_closed() {
    for name in ["font", "b", "code", "a", "nobr", "strike"] {
        for attribute in ["class", "color", "size", "id"] {
            let open = (0..3000).map(|at| format!("<{name} {attribute}=v{at}>")).collect::<Vec<_>>().concat();
            check(name, &format!("{open}{}", "<p>\u{17e}".repeat(3000)));
        }
    }
}

#[test]
fn spans() {
    check("one", "<table><tr><th colspan=1000000000>\u{17e}<td rowspan=1000000000>\u{17e}</table>");
    check(
        "many",
        &format!("<table>{}</table>", "<tr><td colspan=9 rowspan=65534>\u{17e}<td>\u{17e}".repeat(2000)),
    );
    check(
        "wide",
        &format!("<table><tr>{}{}</table>", "<td>\u{17e}".repeat(5000), "<tr><td>\u{17e}".repeat(5000)),
    );
    check("negative", "<table><tr><th colspan=-1>\u{17e}<td rowspan=x>\u{17e}</table>");
}

/// Pages of which a short piece makes much text at each occurrence.
#[test]
fn texts_grow_with_the_page_alone() {
    let long = "long/".repeat(100_000);
    let lists = "<ol start=999999999><li>".repeat(24);
    let pages = [
        ("rowspan", format!("<table>{}</table>", "<tr><td colspan=9 rowspan=65534>x".repeat(60_000))),
        ("colspan", format!("<table>{}</table>", "<td colspan=64>".repeat(100_000))),
        ("short rows below spans", {
            let head = "<th colspan=8 rowspan=64>h".repeat(8);
            format!(
                "<table><tr>{head}{}</table>",
                format!("<tr>{head}{}", "<tr><td>x".repeat(63)).repeat(2_000)
            )
        }),
        ("base", format!("<base href=https://a.example/{long}>{}", "<a href=b>x</a> ".repeat(60_000))),
        ("short base", {
            let base = &long[..2_000];
            format!("<base href=https://a.example/{base}>{}", "<a href=b>x</a> ".repeat(60_000))
        }),
        ("srcset", format!("<img alt=a srcset='{}'>", ",".repeat(1_000_000))),
        ("lists", format!("{lists}{}", "<p>x".repeat(200_000))),
        ("line breaks in lists", format!("{lists}{}", "x<br>".repeat(200_000))),
        ("quotes", format!("{}{}", "<blockquote>".repeat(24), "<p>x".repeat(200_000))),
        ("code in lists", format!("{lists}<pre>{}</pre>", "x\n".repeat(400_000))),
        ("links in links", {
            let open = "<a href=b><object>".repeat(100);
            format!("{open}{}", "word ".repeat(100_000))
        }),
    ];
    let check = |name: &str, page: &str, links: Links| {
        let mut options = whole();
        options.links = links;
        let text = read(page, &options).markdown.len();
        let bound = 8 * page.len() + 2 * 1024 * 1024;
        assert!(text <= bound, "{name}, {links:?}: {text} bytes out of {}", page.len());
    };
    thread::scope(|scope| {
        for links in [Links::Inline, Links::Listed] {
            let pages = &pages;
            scope.spawn(move || pages.iter().for_each(|(name, page)| check(name, page, links)));
        }
    });
    let page = "<img alt=a srcset=',,, ,b.png 2x,,c.png 1x,,,'>";
    assert_eq!(read(page, &whole()).markdown.trim(), "![a](b.png)");
}

#[test]
fn signs() {
    for sign in [
        "*", "_", "`", "[", "]", "(", "<", ">", "&", "~", "|", "#", "\\", "!", "-", "1. ", "\0", "\u{feff}",
        "\u{a0}",
    ] {
        let run = sign.repeat(20_000);
        check(sign, &format!("{run} \u{17e}"));
        check(sign, &format!("<a href='{run}'>{run}\u{17e}</a>"));
        check(sign, &format!("<code>{run}</code>\u{17e}<pre>{run}</pre>"));
        check(sign, &format!("<b>{run}</b>\u{17e}<em>{run}</em>"));
    }
    check(
        "backticks",
        &(1..300)
            .map(|width| format!("<code>{}</code>\u{17e}", "`".repeat(width)))
            .collect::<Vec<_>>()
            .join(" "),
    );
}

#[test]
fn raw_text() {
    check("script", "<script>if (a<b) { '</p>' }</script>\u{17e}<script>2</script>\u{17e}");
    check("escaped script", "<script><!-- <script></script> --></script>\u{17e}");
    check("textarea", "<textarea><p></textarea>\u{17e}");
    check("comment", &format!("<!--{}-->\u{17e}", "<a b c>--".repeat(5000)));
    let unclosed = read("<p>before<script>var a = 1; <p>after", &whole());
    assert_eq!(unclosed.markdown, "before");
}

#[test]
fn an_empty_page_and_a_broken_one() {
    for html in [
        "",
        " ",
        "<",
        "<!",
        "<!--",
        "</",
        "<a",
        "<a href",
        "<a href='",
        "&",
        "&#",
        "&#xffffffffff;",
        "\0",
        "<table>",
        "<svg><p>",
        "<math><mi>x",
        "<template>",
        "<frameset>",
        "<plaintext>x",
        "\u{feff}",
    ] {
        let reading = read(html, &whole());
        assert!(!reading.truncated, "{html}");
    }
}

/// Pages on which a rule that looks at all siblings of each element would take minutes.
#[test]
fn siblings_without_end() {
    let breaks = "<br>".repeat(100_000);
    let pages = [
        ("figures", format!("{breaks}{}", "<span aria-hidden=true>1</span>".repeat(100_000))),
        ("labels", format!("{breaks}{}", "<span class=sr-only>a</span>".repeat(100_000))),
        ("questions", format!("{}{breaks}", "<button>a?</button>".repeat(50_000))),
        ("buttons of a cell", format!("<table><td>{}", "<br><button>a</button>".repeat(50_000))),
        (
            "panels",
            "<button aria-expanded=false aria-controls=a>a</button><div id=a hidden>b</div>".repeat(50_000),
        ),
    ];
    thread::scope(|scope| {
        for (name, page) in pages {
            scope.spawn(move || {
                let html = format!("<p>begin</p>{page}<p>end {}", "word ".repeat(100));
                let markdown = read(&html, &ReadOptions::default()).markdown;
                assert!(markdown.contains("end word"), "{name}");
            });
        }
    });
}
