//! A part of a long document, for a reader with a budget.
//!
//! The decision it embodies: a document is cut between its blocks if that costs little, and never inside of a
//! fence, a row of a table, a link or a word. A caller who continues from the end of a part misses nothing
//! and reads nothing twice. Positions are characters (Unicode scalar values), because that is what budgets
//! are given in.

/// Piece of a Markdown document that [`part`] cut out, with its position in the document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// Markdown of the part. A code block that is cut ends here, and the next part begins one again.
    pub text: String,
    /// Index in the whole document, in characters, of the part's first character.
    pub start: usize,
    /// Index in the whole document of the next part's first character; `None` if this part is the last.
    pub next: Option<usize>,
    /// Length of the whole document, in characters.
    pub total: usize,
}

/// Cuts out of `markdown` a part of at most `limit` characters that begins at the character `start`.
///
/// The few characters that close and reopen a fence are not counted.
///
/// Costs time linear in the document's length. A `start` after the end gives an empty part.
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
        return Part { text: reopen_fence(fence, &markdown[from..]), start, next: None, total };
    }
    let mut cut = from + find_cut(markdown, from, end);
    if open_fence(&markdown[..cut]).is_none() {
        cut = markdown.len() - markdown[cut..].trim_start_matches('\n').len();
    }
    let shown = &markdown[from..cut];
    let mut text = reopen_fence(fence, shown.trim_end());
    if let Some(open) = open_fence(&markdown[..cut]) {
        text.push('\n');
        text.push_str(open.prefix);
        text.push_str(&"`".repeat(open.width));
    }
    let next = start + shown.chars().count();
    Part { text, start, next: Some(next), total }
}

/// A fence that is open at the end of a part.
#[derive(Debug, Clone, Copy)]
struct Fence<'a> {
    /// Quotes and indentation before it on its line.
    prefix: &'a str,
    width: usize,
    /// Its first line without the prefix.
    line: &'a str,
}

/// The byte of the character that is `count` characters after the byte `from`.
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
    text.split('\n').fold(None, after_line)
}

/// The fence that is open after `line`, where `open` is before it.
fn after_line<'a>(open: Option<Fence<'a>>, line: &'a str) -> Option<Fence<'a>> {
    let content = line.trim_start_matches([' ', '>']);
    // A fence may begin an item of a list.
    let content = if open.is_none() { after_marker(content) } else { content };
    let width = content.bytes().take_while(|&byte| byte == b'`').count();
    if width < 3 {
        return open;
    }
    match open {
        Some(fence) if width >= fence.width && content[width..].trim().is_empty() => None,
        Some(fence) => Some(fence),
        None if content[width..].contains('`') => None,
        None => {
            let prefix = &line[..line.len() - content.len()];
            Some(Fence { prefix, width, line: content })
        }
    }
}

/// Returns the rest of a line after the marker of an item, or of several.
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
fn reopen_fence(fence: Option<Fence<'_>>, text: &str) -> String {
    match fence {
        Some(fence) => format!("{}\n{text}", fence.line),
        None => text.to_owned(),
    }
}

/// Returns the length in bytes of the part that begins at `from` and must end before `end`.
///
/// The better the place, the more characters may be given up for it, but never many: a caller expects as many
/// as requested. A list or a long paragraph that does not fit is begun rather than left out.
fn find_cut(markdown: &str, from: usize, end: usize) -> usize {
    let window = &markdown[from..end];
    let places = Places::of(markdown, from, end);
    // A row of a table is never cut for a sentence.
    let line = window.rfind('\n').map_or(0, |at| at + 1);
    let safe = if window[line..].starts_with('|') { Vec::new() } else { safe_ends(&window[line..]) };
    let last = |sentences: bool| {
        let ends = safe.iter().rev().filter(|&&(at, ends)| at > 0 && (ends || !sentences));
        ends.map(|&(at, _)| line + at).next()
    };
    let candidates = [places.outer, places.inner, places.line, last(true).unwrap_or_default(), places.code];
    for enough in [window.len() / 20 * 19, window.len() / 2] {
        if let Some(&at) = candidates.iter().find(|&&at| at > 0 && at >= enough) {
            return at;
        }
    }
    let last = [last(false).unwrap_or_default(), places.line, places.code].into_iter().find(|&at| at > 0);
    last.unwrap_or(window.len())
}

/// The last line beginning of each kind, in bytes from the beginning of the part; 0 if there is none.
#[derive(Debug, Clone, Copy, Default)]
struct Places {
    /// Between blocks of the outermost level.
    outer: usize,
    /// Between blocks inside of lists and quotes.
    inner: usize,
    /// Between items of a list, rows of a table and the like.
    line: usize,
    /// Between lines of code.
    code: usize,
}

impl Places {
    fn of(markdown: &str, from: usize, end: usize) -> Self {
        let mut places = Self::default();
        let mut fence = open_fence(&markdown[..from]);
        let mut blank = false;
        let mut at = from;
        for line in markdown[from..end].split_inclusive('\n') {
            let begins = at - from;
            if fence.is_some() {
                places.code = begins;
            } else if blank && !is_indented(&markdown[at..]) {
                places.outer = begins;
            } else if blank {
                places.inner = begins;
            } else if !line.starts_with("| -") {
                // The line below a table's head makes it one.
                places.line = begins;
            }
            fence = after_line(fence, line.trim_end_matches('\n'));
            blank = line.trim_matches([' ', '>', '\n']).is_empty();
            at += line.len();
        }
        // The window may end at the end of a line.
        let (begins, rest) = (end - from, &markdown[end..]);
        let ends_line = rest.starts_with('\n') || markdown[from..end].ends_with('\n');
        match fence {
            Some(_) if ends_line => places.code = begins,
            None if ends_line && (blank || is_between(&markdown[from..end], rest)) => places.outer = begins,
            None if ends_line => places.line = begins,
            _ => {}
        }
        places
    }
}

/// Returns whether a block ends where `before` does.
fn is_between(before: &str, rest: &str) -> bool {
    rest.starts_with("\n\n") || before.ends_with('\n') && rest.starts_with('\n')
}

fn is_indented(text: &str) -> bool {
    text.starts_with([' ', '>'])
}

/// Returns the places at which a line may be cut; `true` marks the end of a sentence.
///
/// These are after blanks outside of brackets and code.
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
        // A list that does not fit is begun; a row and the head of a table stay whole.
        let items = "- one\n- two\n- three\n- four\n- five\n- six\n- seven";
        check(
            &format!("Before.\n\n{items}"),
            41,
            &["Before.\n\n- one\n- two\n- three\n- four", "- five\n- six\n- seven"],
        );
        check(
            "Before.\n\n| a | b |\n| - | - |\n| 1 | 2 |",
            22,
            &["Before.", "| a | b |\n| - | - |", "| 1 | 2 |"],
        );
        let sentences = "A sentence of some length. ".repeat(4);
        check(
            &format!("Before.\n\n{}", sentences.trim_end()),
            70,
            &[&format!("Before.\n\n{}", sentences[..54].trim_end()), sentences[54..].trim_end()],
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
