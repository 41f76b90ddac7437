//! A part of a long document, for a reader with a budget.
//!
//! The decision it embodies: a document is cut between its blocks where that costs little, and never inside of a
//! fence, a row of a table, a link or a word; and whoever reads on from where a part ended misses nothing and reads
//! nothing twice. Positions are characters (Unicode scalar values), because that is what budgets are given in.

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Its text. A fence that was cut is closed here, and opened again in the next part.
    pub text: String,
    /// The character with which it begins.
    pub start: usize,
    /// The character with which the next part begins; `None` if this is the last.
    pub next: Option<usize>,
    /// How many characters the whole document has.
    pub total: usize,
}

/// The part of `markdown` that begins with the character `start` and holds at most `limit` characters, but for the
/// few that close and open a fence.
///
/// Costs time linear in the document's length. A `start` behind the end gives an empty part.
///
/// ```
/// let text = "One two.\n\nThree four five.";
/// let first = webagents_read::part(text, 0, 12);
/// assert_eq!((first.text.as_str(), first.next, first.total), ("One two.", Some(10), 26));
/// let last = webagents_read::part(text, 10, 100);
/// assert_eq!((last.text.as_str(), last.next), ("Three four five.", None));
/// ```
pub fn part(markdown: &str, start: usize, limit: usize) -> Part {
    let total = markdown.chars().count();
    let from = byte_of(markdown, 0, start);
    let fence = open_fence(&markdown[..from]);
    let end = byte_of(markdown, from, limit.max(1));
    if end == markdown.len() {
        return Part { text: reopened(fence, &markdown[from..]), start, next: None, total };
    }
    let mut cut = from + cut(markdown, from, end);
    if open_fence(&markdown[..cut]).is_none() {
        cut = markdown.len() - markdown[cut..].trim_start_matches('\n').len();
    }
    let shown = &markdown[from..cut];
    let mut text = reopened(fence, shown.trim_end());
    if let Some(open) = open_fence(&markdown[..cut]) {
        text.push('\n');
        text.push_str(open.prefix);
        text.push_str(&open.marker.repeat(open.width));
    }
    let next = start + shown.chars().count();
    Part { text, start, next: Some(next), total }
}

/// A fence that is open where a part ends.
#[derive(Debug, Clone, Copy)]
struct Fence<'a> {
    /// What stands before it on its line, quotes and indentation.
    prefix: &'a str,
    marker: &'a str,
    width: usize,
    /// Its first line without the prefix.
    line: &'a str,
}

/// The byte of the character that is `count` behind the byte `from`.
fn byte_of(text: &str, from: usize, count: usize) -> usize {
    let rest = &text[from..];
    // Every character has a byte at least.
    if rest.len() <= count && rest.is_ascii() {
        return text.len();
    }
    rest.char_indices().nth(count).map_or(text.len(), |(at, _)| from + at)
}

/// The fence that is open at the end of `text`.
fn open_fence(text: &str) -> Option<Fence<'_>> {
    let mut open: Option<Fence<'_>> = None;
    for line in text.split('\n') {
        let content = line.trim_start_matches([' ', '>']);
        // A fence may begin an item of a list.
        let content = if open.is_none() { after_marker(content) } else { content };
        let width = content.bytes().take_while(|&byte| byte == b'`').count();
        if width < 3 {
            continue;
        }
        match open {
            Some(fence) if width >= fence.width && content[width..].trim().is_empty() => open = None,
            Some(_) => {}
            None if content[width..].contains('`') => {}
            None => {
                let prefix = &line[..line.len() - content.len()];
                open = Some(Fence { prefix, marker: "`", width, line: content });
            }
        }
    }
    open
}

/// What stands behind the marker of an item, or of several in one line.
fn after_marker(line: &str) -> &str {
    let mut rest = line;
    for _ in 0..32 {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let marker = if digits > 0 && digits <= 9 { digits } else { 0 };
        let Some(after) =
            rest[marker..].strip_prefix(if marker > 0 { &['.', ')'][..] } else { &['-', '*', '+'][..] })
        else {
            return rest;
        };
        let Some(after) = after.strip_prefix(' ') else { return rest };
        rest = after.trim_start_matches([' ', '>']);
    }
    rest
}

/// The text of a part that begins inside of `fence`.
fn reopened(fence: Option<Fence<'_>>, text: &str) -> String {
    match fence {
        Some(fence) => format!("{}\n{text}", fence.line),
        None => text.to_owned(),
    }
}

/// How many bytes behind `from` the part is cut that must end before `end`.
fn cut(markdown: &str, from: usize, end: usize) -> usize {
    let window = &markdown[from..end];
    // Half of what was asked for is better shown up to a lesser mark than cut at a better one.
    let enough = window.len() / 2;
    let inside_fence = |at: usize| open_fence(&markdown[..from + at]).is_some();
    if markdown[end..].starts_with("\n\n") && !inside_fence(window.len()) {
        return window.len();
    }
    // Between blocks of the outermost level.
    let mut blanks = window.rmatch_indices("\n\n").map(|(at, _)| at + 2);
    let candidates: Vec<usize> = blanks.by_ref().take_while(|&at| at >= enough).take(64).collect();
    if let Some(&at) = candidates.iter().find(|&&at| !indented(&markdown[from + at..]) && !inside_fence(at)) {
        return at;
    }
    if let Some(&at) = candidates.iter().find(|&&at| !inside_fence(at)) {
        return at;
    }
    // Between lines: rows of a table, items of a list, lines of code.
    if let Some(at) = window.rfind('\n').map(|at| at + 1).filter(|&at| at >= enough / 2 && at > 0) {
        return at;
    }
    // Inside of a long line: behind a sentence, or a word, that is in no link and no code.
    let line = window.rfind('\n').map_or(0, |at| at + 1);
    let safe = safe_ends(&window[line..]);
    let sentence = safe.iter().rev().find(|&&(at, sentence)| sentence && line + at >= enough);
    if let Some(&(at, _)) = sentence.or_else(|| safe.iter().rev().find(|&&(at, _)| at > 0)) {
        return line + at;
    }
    if line > 0 { line } else { window.len() }
}

fn indented(text: &str) -> bool {
    text.starts_with([' ', '>'])
}

/// Where a line may be cut: behind blanks that stand in no brackets and no code, and whether a sentence ends there.
fn safe_ends(line: &str) -> Vec<(usize, bool)> {
    let mut ends = Vec::new();
    let (mut depth, mut code, mut escaped) = (0_usize, false, false);
    let mut previous = ' ';
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => {}
            '`' => code = !code,
            _ if code => {}
            '[' => depth += 1,
            '(' if previous == ']' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => {
                ends.push((at + 1, matches!(previous, '.' | '!' | '?' | ':' | ';' | '\u{3002}')));
            }
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        previous = c;
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a document part by part.
    fn parts(text: &str, limit: usize) -> Vec<Part> {
        let mut parts = vec![part(text, 0, limit)];
        while let Some(next) = parts.last().and_then(|part| part.next) {
            assert!(next > parts.last().unwrap().start);
            parts.push(part(text, next, limit));
        }
        parts
    }

    #[track_caller]
    fn check(text: &str, limit: usize, expected: &[&str]) {
        let found: Vec<String> = parts(text, limit).into_iter().map(|part| part.text).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn cuts() {
        check("", 10, &[""]);
        check("short", 10, &["short"]);
        check("One.\n\nTwo three.\n\nFour.", 17, &["One.\n\nTwo three.", "Four."]);
        check(
            "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |",
            32,
            &["| a | b |\n| - | - |\n| 1 | 2 |", "| 3 | 4 |"],
        );
        check("One two three. Four five six seven", 25, &["One two three.", "Four five six seven"]);
        check(
            "Some [linked text here](https://x.example/) end",
            20,
            &["Some", "[linked text here](h", "ttps://x.example/)", "end"],
        );
        check("\u{e4}\u{f6}\u{fc}\u{df}\u{e4}\u{f6}", 4, &["\u{e4}\u{f6}\u{fc}\u{df}", "\u{e4}\u{f6}"]);
        check(
            "Text.\n\n```rust\nline one\nline two\nline three\n```\n\nEnd.",
            34,
            &["Text.\n\n```rust\nline one\nline two\n```", "```rust\nline three\n```\n\nEnd."],
        );
    }

    #[test]
    fn positions_are_characters() {
        let text = "\u{e4}\u{e4} \u{e4}\u{e4}\n\n\u{f6}\u{f6}";
        let first = part(text, 0, 7);
        assert_eq!((first.next, first.total), (Some(7), 9));
        assert_eq!(part(text, 7, 100).text, "\u{f6}\u{f6}");
        assert_eq!(part(text, 100, 10).text, "");
        assert_eq!(part(text, 100, 10).next, None);
    }
}
