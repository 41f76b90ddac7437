//! A document in chunks, for an index that is searched by meaning.
//!
//! The decision it embodies: a chunk is a section if it fits, with everything under its heading. Else the
//! part directly under the heading and each subsection are chunks. A block of code or a table is cut only if
//! it alone is too long; then each part is a block of code or a table again, and is marked as a part.

use webagents_text::{TokenCount, estimate_tokens};

/// Piece of a Markdown document, cut at headings or blocks, of at most a given number of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk {
    /// Headings of the sections that contain the chunk, outermost first, without Markdown syntax.
    pub headings: Vec<String>,
    /// Text of the chunk, a piece of a Markdown document.
    pub text: String,
    /// Estimated number of tokens that a language model takes for the chunk ([`estimate_tokens`]).
    pub tokens: usize,
    /// `true` if the chunk is one piece of a block, such as a table, that was too long for one chunk.
    pub cut: bool,
}

/// Kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChunkBlockKind {
    Heading(usize),
    Code,
    Table,
    Text,
}

#[derive(Debug, Clone, Copy)]
struct ChunkBlock<'a> {
    kind: ChunkBlockKind,
    text: &'a str,
}

/// Splits a Markdown document into chunks of at most `tokens` estimated tokens each.
///
/// ```
/// let chunks = webagents_read::chunks("# A\n\none\n\n## B\n\ntwo", 4);
/// let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
/// assert_eq!(texts, ["# A\n\none", "## B\n\ntwo"]);
/// assert_eq!(chunks[1].headings, ["A", "B"]);
/// ```
pub fn chunks(markdown: &str, tokens: usize) -> Vec<Chunk> {
    let blocks = find_blocks(markdown);
    let mut writer = Chunker { limit: tokens.max(1), headings: Vec::new(), chunks: Vec::new() };
    writer.push_sections(&blocks);
    writer.chunks
}

/// The blocks of a document, in order.
fn find_blocks(markdown: &str) -> Vec<ChunkBlock<'_>> {
    let mut blocks: Vec<ChunkBlock<'_>> = Vec::new();
    let mut start = 0;
    let mut fence: Option<(u8, usize)> = None;
    let mut kind = ChunkBlockKind::Text;
    let mut at = 0;
    let mut push = |from: usize, to: usize, kind: ChunkBlockKind| {
        debug_assert!(markdown.get(from..to).is_some(), "blocks begin and end with lines");
        let text = markdown.get(from..to).unwrap_or_default().trim_end().trim_start_matches('\n');
        if !text.trim().is_empty() {
            blocks.push(ChunkBlock { kind, text });
        }
    };
    for line in markdown.split_inclusive('\n') {
        let end = at + line.len();
        let content = line.trim_end();
        let mark = content.trim_start().trim_start_matches("> ");
        let sign = mark.bytes().next().unwrap_or_default();
        let width = mark.bytes().take_while(|&byte| byte == sign && matches!(byte, b'`' | b'~')).count();
        let level = content.bytes().take_while(|&byte| byte == b'#').count();
        if let Some((open, least)) = fence {
            if sign == open && width >= least && mark.len() == width {
                fence = None;
                if kind == ChunkBlockKind::Code {
                    push(start, end, kind);
                    (start, kind) = (end, ChunkBlockKind::Text);
                }
            }
        } else if width >= 3 && !(sign == b'`' && mark[width..].contains('`')) {
            fence = Some((sign, width));
            // A fence within an item or a quote is a part of that.
            if content.starts_with(['`', '~']) {
                push(start, at, kind);
                (start, kind) = (at, ChunkBlockKind::Code);
            }
        } else if (1..=6).contains(&level) && content.as_bytes().get(level).is_none_or(|&byte| byte == b' ') {
            push(start, at, kind);
            push(at, end, ChunkBlockKind::Heading(level));
            (start, kind) = (end, ChunkBlockKind::Text);
        } else if content.starts_with('|') != (kind == ChunkBlockKind::Table) || content.is_empty() {
            push(start, at, kind);
            (start, kind) =
                (at, if content.starts_with('|') { ChunkBlockKind::Table } else { ChunkBlockKind::Text });
        }
        at = end;
    }
    push(start, at, kind);
    blocks
}

struct Chunker {
    limit: usize,
    headings: Vec<(usize, String)>,
    chunks: Vec<Chunk>,
}

impl Chunker {
    /// Writes sections that stand side by side.
    fn push_sections(&mut self, blocks: &[ChunkBlock<'_>]) {
        let mut rest = blocks;
        while let Some(first) = rest.first() {
            let ChunkBlockKind::Heading(level) = first.kind else {
                let end = rest.iter().position(|block| matches!(block.kind, ChunkBlockKind::Heading(_)));
                let (own, after) = rest.split_at(end.unwrap_or(rest.len()));
                self.pack_blocks(own);
                rest = after;
                continue;
            };
            let end = rest
                .iter()
                .skip(1)
                .position(|block| matches!(block.kind, ChunkBlockKind::Heading(at) if at <= level));
            let (section, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            self.headings.retain(|(outer, _)| *outer < level);
            self.headings.push((level, first.text.trim_start_matches('#').trim().to_owned()));
            if self.fits_limit(section) {
                self.push_chunk(join_blocks(section), false);
            } else {
                let own =
                    section.iter().skip(1).position(|block| matches!(block.kind, ChunkBlockKind::Heading(_)));
                let (own, below) = section.split_at(own.map_or(section.len(), |end| end + 1));
                self.pack_blocks(own);
                self.push_sections(below);
            }
            rest = after;
        }
    }

    fn fits_limit(&self, blocks: &[ChunkBlock<'_>]) -> bool {
        let bytes: usize = blocks.iter().map(|block| block.text.len() + 2).sum();
        // A token has at most 64 bytes in this estimate, so that only texts of a bounded length are read.
        bytes / 64 <= self.limit && estimate_tokens(&join_blocks(blocks)) <= self.limit
    }

    /// Writes blocks of one section, as many in a chunk as fit.
    fn pack_blocks(&mut self, blocks: &[ChunkBlock<'_>]) {
        let mut text = String::new();
        let mut cut = false;
        for block in blocks {
            let both =
                if text.is_empty() { block.text.to_owned() } else { format!("{text}\n\n{}", block.text) };
            if estimate_tokens(&both) <= self.limit {
                text = both;
                continue;
            }
            if estimate_tokens(block.text) <= self.limit {
                // A heading stays with the next block, unless that has to be a chunk of its own.
                self.push_chunk(
                    std::mem::replace(&mut text, block.text.to_owned()),
                    std::mem::take(&mut cut),
                );
                continue;
            }
            self.push_chunk(std::mem::take(&mut text), std::mem::take(&mut cut));
            let mut parts = split_block(block, self.limit);
            text = parts.pop().unwrap_or_default();
            cut = true;
            for part in parts {
                self.push_chunk(part, true);
            }
        }
        self.push_chunk(text, cut);
    }

    fn push_chunk(&mut self, text: String, cut: bool) {
        if text.is_empty() {
            return;
        }
        let headings = self.headings.iter().map(|(_, heading)| heading.clone()).collect();
        let tokens = estimate_tokens(&text);
        self.chunks.push(Chunk { headings, text, tokens, cut });
    }
}

fn join_blocks(blocks: &[ChunkBlock<'_>]) -> String {
    let texts: Vec<&str> = blocks.iter().map(|block| block.text).collect();
    texts.join("\n\n")
}

/// The parts of a block that is too long.
fn split_block(block: &ChunkBlock<'_>, limit: usize) -> Vec<String> {
    let mut lines = block.text.lines();
    let (before, after) = match block.kind {
        ChunkBlockKind::Code => {
            let open = lines.next().unwrap_or_default();
            let sign = open.chars().next().unwrap_or('`');
            let width = open.chars().take_while(|&c| c == sign).count();
            (format!("{open}\n"), format!("\n{}", sign.to_string().repeat(width)))
        }
        ChunkBlockKind::Table => {
            let head: Vec<&str> = lines.by_ref().take(2).collect();
            (format!("{}\n", head.join("\n")), String::new())
        }
        _ => (String::new(), String::new()),
    };
    // The text around each part counts, but never leaves nothing for the part.
    let frame = estimate_tokens(&before) + estimate_tokens(&after);
    let has_rows = block.kind != ChunkBlockKind::Table || lines.clone().next().is_some();
    let (before, after, left) = match limit.checked_sub(frame) {
        Some(left) if left > limit / 4 && has_rows => (before, after, left),
        _ if block.kind == ChunkBlockKind::Code => {
            ("```\n".to_owned(), "\n```".to_owned(), limit.saturating_sub(2).max(1))
        }
        _ => {
            // A header that is too long for each part is text of the first ones.
            lines = block.text.lines();
            (String::new(), String::new(), limit)
        }
    };
    // The last line of a block of code ends it, unless the document ends before.
    let last = block.text.lines().count();
    let is_end = |at: usize, line: &str| {
        block.kind == ChunkBlockKind::Code && at + 2 == last && line.trim_start_matches(['`', '~']).is_empty()
    };
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut count = TokenCount::default();
    for (_, line) in lines.enumerate().filter(|(at, line)| !is_end(*at, line)) {
        let mut own = TokenCount::default();
        own.extend(line.chars());
        count.push('\n');
        count.extend(line.chars());
        if part.is_empty() || count.tokens() > left {
            if !part.is_empty() {
                parts.push(format!("{before}{}{after}", std::mem::take(&mut part)));
            }
            count = own;
        }
        if own.tokens() > left {
            // A line that is alone too long is cut between words.
            for piece in split_line(line, left) {
                parts.push(format!("{before}{piece}{after}"));
            }
            continue;
        }
        if !part.is_empty() {
            part.push('\n');
        }
        part.push_str(line);
    }
    if !part.is_empty() {
        parts.push(format!("{before}{part}{after}"));
    }
    parts
}

/// Parts of a line that fit, cut after blanks if it has some.
fn split_line(line: &str, limit: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let mut count = TokenCount::default();
        let mut blank = None;
        let end = rest.char_indices().find_map(|(at, c)| {
            count.push(c);
            if count.tokens() > limit && at > 0 {
                return Some(at);
            }
            if c == ' ' {
                blank = Some(at + 1);
            }
            None
        });
        let end = end.map_or(rest.len(), |end| blank.unwrap_or(end));
        let (piece, after) = rest.split_at(end);
        if !piece.trim().is_empty() {
            pieces.push(piece.trim_end().to_owned());
        }
        rest = after;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk_texts(markdown: &str, tokens: usize) -> Vec<(String, String, bool)> {
        let chunks = chunks(markdown, tokens);
        chunks.into_iter().map(|chunk| (chunk.headings.join(" > "), chunk.text, chunk.cut)).collect()
    }

    #[test]
    fn sections_that_fit_are_whole() {
        let page = "zero\n\n# A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n\n## D\n\nfour\n\n# E\n\nfive";
        let whole: Vec<_> = chunk_texts(page, 100).into_iter().map(|(path, ..)| path).collect();
        assert_eq!(whole, ["", "A", "E"]);
        let parts: Vec<_> = chunk_texts(page, 9).into_iter().map(|(path, text, _)| (path, text)).collect();
        let expected = [
            ("", "zero"),
            ("A", "# A\n\none"),
            ("A > B", "## B\n\ntwo\n\n### C\n\nthree"),
            ("A > D", "## D\n\nfour"),
            ("E", "# E\n\nfive"),
        ];
        assert_eq!(parts, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
    }

    #[test]
    fn blocks_are_cut_only_where_they_are_alone_too_long() {
        let code = "```rust\n# no heading\n\nlet a = 1;\n```";
        assert_eq!(
            chunk_texts(&format!("# A\n\nwords of text\n\n{code}"), 14)[1],
            ("A".into(), code.into(), false)
        );
        let long = format!("```rust\n{}```", "let a = 1;\n".repeat(50));
        for (_, text, cut) in chunk_texts(&format!("# A\n\n{long}"), 20).into_iter().skip(1) {
            assert!(cut && text.starts_with("```rust\nlet") && text.ends_with(";\n```"), "{text}");
            assert!(estimate_tokens(&text) <= 20);
        }
        let table = format!("| a | b |\n| --- | --- |\n{}", "| 1 | 2 |\n".repeat(50));
        let parts = chunk_texts(&table, 20);
        assert!(parts.len() > 5);
        for (_, text, cut) in parts {
            assert!(cut && text.starts_with("| a | b |\n| --- | --- |\n| 1 | 2 |"), "{text}");
        }
    }

    #[test]
    fn no_word_is_lost_and_no_chunk_is_too_long() {
        let words: Vec<String> = (0..500).map(|at| format!("word{at}")).collect();
        let page =
            format!("# T\n\n{}\n\n- {}\n\n{}", words.join(" "), words.join("\n- "), "\u{65e5}".repeat(300));
        for tokens in [1, 2, 5, 20, 100, 100_000] {
            let chunks = chunks(&page, tokens);
            let text: String = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            assert_eq!(letters(&text), letters(&page), "{tokens}");
            assert!(tokens < 5 || chunks.iter().all(|chunk| chunk.tokens <= tokens), "{tokens}");
            assert!(chunks.iter().all(|chunk| chunk.headings == ["T"]));
        }
        // Tables of one row, and those whose header is too long for each part.
        let row = words.join(" ");
        for rows in ["", "| a |\n| b |\n"] {
            let table = format!("| {row} |\n| --- |\n{rows}");
            let text: String = chunks(&table, 20).into_iter().map(|chunk| chunk.text + "\n").collect();
            assert!(words.iter().all(|word| text.contains(word.as_str())), "{text}");
            assert_eq!(text.contains("| b |"), !rows.is_empty());
        }
        assert_eq!(chunks("", 5), []);
    }
}
