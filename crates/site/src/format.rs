//! The canonical form of a `webagents.md`, which loses nothing of it.
//!
//! A tool is written as [`to_markdown`](crate::to_markdown) writes it, in its place; prose, comments, unknown sections and front matter
//! stay as they are, with one empty line between blocks. The decision: each step is **compared**. Where the new document does not give
//! an equal manifest, or lacks a comment or a word of the old one, the tool stays as it was written. So does a tool that has a text or
//! comment among its parameters, which the writer would move into a section of its own, away from the line that it is about.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use webagents_manifest::{Manifest, Parsed, parse, write};

use crate::lists::{Words, read_list};

/// Reformats the text of a `webagents.md`: its layout becomes canonical, its meaning stays.
///
/// Equal documents stay equal, the result gives an equal manifest, and formatting it again changes nothing. The byte order mark and the
/// prevailing line endings stay.
///
/// ```
/// use webagents_site::format;
/// let text = "# Shop\n\nShoes.\n## find\nFinds.\n### Params\n* `size` ( number , optional ):  How large.\n\n\n## Prices\nIn euros.\n";
/// assert_eq!(
///     format(text),
///     "# Shop\n\nShoes.\n\n## find\n\nFinds.\n\n### Params\n\n- `size` (number, optional): How large.\n\n## Prices\nIn euros.\n",
/// );
/// ```
pub fn format(text: &str) -> String {
    let mut current = text.to_owned();
    // Where a tool stays as it was, its neighbours may let it change in the next round; two are enough for nearly all.
    for _ in 0..4 {
        let next = format_once(&current);
        if next == current {
            break;
        }
        current = next;
    }
    current
}

/// Maximum number of documents that are compared.
///
/// Tools that cannot be written anew cost some each; further ones stay as they are.
const COMPARISONS: usize = 200;

/// A part of a document.
struct Block {
    original: String,
    /// Its canonical form, if it is a tool that can be written anew.
    canonical: Option<String>,
}

fn format_once(text: &str) -> String {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let crlf = body.matches("\r\n").count() * 2 > body.matches('\n').count();
    let body = body.replace("\r\n", "\n");
    let parsed = parse(&body);
    // A document that is not read to its end cannot be compared.
    if parsed.content.len() != body.len() {
        return text.to_owned();
    }
    let blocks = find_blocks(&body, &parsed);
    let before = Content::from_text(&body, parsed.manifest);
    let mut chosen = vec![false; blocks.len()];
    let mut left = COMPARISONS;
    choose_blocks(&blocks, 0..blocks.len(), &mut chosen, &before, &mut left);
    let joined = join_blocks(&blocks, &chosen);
    // Even the empty lines between blocks may mean something, within a fence that is not closed.
    let joined = if before.is_kept_in(&joined) { joined } else { body };
    let joined = if crlf { joined.replace('\n', "\r\n") } else { joined };
    format!("{mark}{joined}")
}

fn find_blocks(body: &str, parsed: &Parsed) -> Vec<Block> {
    let mut out = Vec::new();
    let mut at = 0;
    for (tool, spans) in parsed.manifest.tools.iter().zip(&parsed.source_map.tools) {
        // The block begins at the text of its heading.
        let start =
            body.get(..spans.block.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let (Some(gap), Some(block)) = (body.get(at..start), body.get(start..spans.block.end)) else {
            return vec![Block { original: body.to_owned(), canonical: None }];
        };
        let mut alone = Manifest::default();
        alone.tools.push(tool.clone());
        let headings: HashSet<&str> =
            block.lines().map(|line| line.trim().trim_matches('#').trim()).collect();
        let is_in_place = tool.notes.iter().all(|note| headings.contains(note.heading.as_str()));
        out.push(Block { original: gap.to_owned(), canonical: None });
        out.push(Block { original: block.to_owned(), canonical: is_in_place.then(|| write(&alone)) });
        at = spans.block.end;
    }
    debug_assert!(body.is_char_boundary(at), "the blocks before are ranges of the text");
    out.push(Block { original: body.get(at..).unwrap_or_default().to_owned(), canonical: None });
    out
}

/// Chooses the canonical form for as many blocks of `range` as can have it.
fn choose_blocks(
    blocks: &[Block],
    range: std::ops::Range<usize>,
    chosen: &mut [bool],
    before: &Content,
    left: &mut usize,
) {
    let tools: Vec<usize> = range.clone().filter(|&at| blocks[at].canonical.is_some()).collect();
    if tools.is_empty() || *left == 0 {
        return;
    }
    *left -= 1;
    for &at in &tools {
        chosen[at] = true;
    }
    if before.is_kept_in(&join_blocks(blocks, chosen)) {
        return;
    }
    for &at in &tools {
        chosen[at] = false;
    }
    if let [_] = tools.as_slice() {
        return;
    }
    let middle = tools[tools.len() / 2];
    choose_blocks(blocks, range.start..middle, chosen, before, left);
    choose_blocks(blocks, middle..range.end, chosen, before, left);
}

/// The document, with one empty line between blocks.
fn join_blocks(blocks: &[Block], chosen: &[bool]) -> String {
    let mut out = String::new();
    for (block, chosen) in blocks.iter().zip(chosen) {
        let text = match &block.canonical {
            Some(canonical) if *chosen => canonical.as_str(),
            _ => &block.original,
        };
        let text = without_blank_lines(text);
        if text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(text);
        out.push('\n');
    }
    out
}

/// A text without the blank lines at its ends.
fn without_blank_lines(text: &str) -> &str {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let start = text.find(|c| !is_blank(c)).unwrap_or(text.len());
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    text[line..].trim_end_matches(is_blank)
}

/// Everything of a document that must not be lost.
struct Content {
    manifest: Manifest,
    comments: HashMap<String, usize>,
    words: HashMap<String, usize>,
}

/// Words that the canonical form spells in another way.
static SPELLED: Words = LazyLock::new(|| read_list("spelled"));

impl Content {
    fn from_text(text: &str, manifest: Manifest) -> Self {
        let mut comments = HashMap::new();
        for (_, comment) in crate::comments::find_comments(text) {
            let comment: Vec<&str> = comment.split_whitespace().collect();
            *comments.entry(comment.join(" ")).or_insert(0) += 1;
        }
        let mut words = HashMap::new();
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()) {
            if !SPELLED.iter().any(|known| word.eq_ignore_ascii_case(known)) {
                *words.entry(word.to_owned()).or_insert(0) += 1;
            }
        }
        Self { manifest, comments, words }
    }

    /// Returns whether a document has the same meaning and lacks nothing.
    fn is_kept_in(&self, text: &str) -> bool {
        let manifest = parse(text).manifest;
        if manifest != self.manifest {
            return false;
        }
        let other = Self::from_text(text, manifest);
        let fewer = |(word, count): (&String, &usize)| other.words.get(word).copied().unwrap_or(0) < *count;
        other.comments == self.comments && !self.words.iter().any(fewer)
    }
}
