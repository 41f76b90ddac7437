//! Pages in other encodings than UTF-8, and pages that contradict themselves about theirs.

use std::path::Path;

use webagents_read::decode;

use super::{SUBJECT, corpora};
use crate::Failure;
use crate::measure::share;
use crate::report::{Table, Target};

/// Charset of the header, bytes of the page, and the text that a browser decodes.
///
/// HTML Standard, section 13.2.3.2: a byte order mark has priority over the header's charset, that over the page's, and
/// that over a guess.
const CONFLICTS: [(Option<&str>, &[u8], &str); 8] = [
    (Some("windows-1252"), b"\xef\xbb\xbf<p>\xc3\xa4", "\u{e4}"),
    (Some("utf-8"), b"\xff\xfe<\0p\0>\0\xe4\0", "\u{e4}"),
    (Some("utf-8"), b"\xfe\xff\0<\0p\0>\0\xe4", "\u{e4}"),
    (Some("windows-1251"), b"<meta charset=utf-8><p>\xe4", "\u{434}"),
    (Some("iso-8859-1"), b"<meta charset=windows-1251><p>\xe4", "\u{e4}"),
    (Some("no-such"), b"<meta charset=windows-1251><p>\xe4", "\u{434}"),
    (None, b"<meta charset=utf-16><p>\xc3\xa4", "\u{e4}"),
    (None, b"<meta http-equiv=content-type content='text/html; charset=koi8-r'><p>\xc4", "\u{434}"),
];

/// Measures on trafilatura's set, which has pages in many encodings, and on the conflicts.
pub(super) fn run(table: &mut Table, folder: &Path) -> Result<(), Failure> {
    let (mut all, mut right) = (0, 0);
    for document in corpora::documents(folder)? {
        if std::str::from_utf8(&document.bytes).is_ok() {
            continue;
        }
        all += 1;
        let decoded = decode(&document.bytes, None);
        let mut whole = webagents_read::ReadOptions::default();
        whole.scope = webagents_read::Scope::Whole;
        let markdown = webagents_read::read(&decoded.text, &whole).markdown;
        let text: String = super::text::of_markdown(&markdown).split_whitespace().collect();
        // What is labelled was copied from a browser, which replaces a few bytes as well. Characters beyond ASCII differ most.
        let is_there = |segment: &String| text.contains(&segment.split_whitespace().collect::<String>());
        let mut telling: Vec<&String> = document.with.iter().filter(|segment| !segment.is_ascii()).collect();
        if telling.is_empty() {
            telling = document.with.iter().collect();
        }
        let is_right = telling.iter().any(|segment| is_there(segment));
        if !is_right {
            eprintln!(
                "{}: read as {}, replaced: {}, {} telling segments",
                document.name,
                decoded.encoding,
                decoded.replaced,
                telling.len()
            );
        }
        right += usize::from(is_right);
    }
    table.ratio(
        SUBJECT,
        format!("pages that are not UTF-8: {right} of {all} read right"),
        share(right, all),
        Some(Target::AtLeast(1.0)),
    );
    let kept =
        CONFLICTS.iter().filter(|(label, bytes, end)| decode(bytes, *label).text.ends_with(end)).count();
    table.ratio(
        SUBJECT,
        format!("contradictions about an encoding: {kept} of {} settled as a browser does", CONFLICTS.len()),
        share(kept, CONFLICTS.len()),
        Some(Target::AtLeast(1.0)),
    );
    Ok(())
}
