//! Limits of the search.
//!
//! `tests/fixtures` tests the meaning of tags, and `webagents_html` the cost of hostile pages.

use proptest::prelude::*;

use super::*;

const TAG: &str = "<meta name=webagents-md content=/w.md>";

fn url() -> Url {
    Url::parse("https://a.example/").unwrap()
}

#[test]
fn deep_page_ends_with_warning() {
    let last = format!("{}{TAG}", "<div>".repeat(20_000));
    let scan = find_in_html(&last, &url());
    assert_eq!(scan.first(), None);
    assert_eq!(scan.warnings[0].code, WarningCode::Stopped);
    assert!(scan.warnings[0].message.contains("nested too deeply"), "{}", scan.warnings[0]);
}

#[test]
fn signals_before_huge_tag_count() {
    let monster = (0..100_000).map(|at| format!(" a{at}")).collect::<Vec<_>>().concat();
    let scan = find_in_html(&format!("<p>{TAG}<p{monster}><p>"), &url());
    assert_eq!(scan.first().unwrap().url.path(), "/w.md");
    let codes: Vec<_> = scan.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::Stopped, WarningCode::InBody]);
    assert!(scan.warnings[0].message.contains("up to byte 41:"), "{}", scan.warnings[0]);
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

proptest! {
    #[test]
    fn any_text_is_read(html: String) {
        find_in_html(&html, &url());
    }
}

#[test]
fn html_is_known_by_its_beginning() {
    for (body, expected) in [
        ("<!DOCTYPE html><p>", true),
        ("\u{feff}\n <!doctype HTML>", true),
        ("<html lang=en>", true),
        ("<!-- a --> <!-- b -->\n<HTML>", true),
        ("<!-- a comment of a manifest -->\n# Shop", false),
        ("<!-- open", false),
        ("# Shop\n<html>", false),
        ("<div align=center>\n\n# Shop", false),
        ("", false),
    ] {
        assert_eq!(begins_like_html(body.as_bytes()), expected, "{body}");
    }
}
