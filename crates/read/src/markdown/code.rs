//! Blocks of code: fences, their language, and the removal of line numbers.
//!
//! `<pre>` is also how old pages set prose: specifications, manuals, letters. It stays a fence, because
//! columns and drawings mean something there, and its links are in a line below it. A `<pre>` that holds only
//! links is not code.

use std::collections::HashSet;

use webagents_html::{Id, Tag};

use super::MarkdownWriter;
use super::escape::longest_run;
use super::out::BlockKind;
use super::piece::{InlinePlace, Mark, collapse_blanks};
use crate::listing;
use crate::options::Links;

/// Nodes of an element of code that are looked at.
const LISTING: usize = 4_096;

impl MarkdownWriter<'_> {
    pub(super) fn write_preformatted(&mut self, id: Id) {
        if self.inline.place == InlinePlace::Cell && self.code == 0 {
            return self.code_in_cell(id);
        }
        if self.inline.place != InlinePlace::Paragraph || self.code > 0 {
            self.code += 1;
            self.write_children(id);
            self.code -= 1;
            return;
        }
        if self.is_line_number(id) {
            return;
        }
        let code = self.source_of(id);
        let has_code = self.dom.first_child(id).is_some_and(|child| self.dom.tag(child) == Tag::Code);
        if code.trim().is_empty() && !(self.style.is_whole && has_code) {
            return;
        }
        let text = code.strip_suffix('\n').unwrap_or(&code);
        let fence = "`".repeat((longest_run(text, '`') + 1).max(3));
        let language = self.find_language(id);
        let found = if self.style.links == Links::Off { Vec::new() } else { self.links_of(id) };
        let is_prose = language.is_none()
            && self.dom.find(id, Tag::Code).is_none()
            && !listing::is_listing(self.dom, id);
        if is_prose && self.style.links == Links::Inline && self.is_links(id) {
            return self.lines_of(id);
        }
        let opening = format!("{fence}{}", language.unwrap_or_default());
        let lines = text.split('\n').take(if code.is_empty() { 0 } else { usize::MAX });
        self.out.push_block(
            BlockKind::Code,
            std::iter::once(opening.as_str()).chain(lines).chain([fence.as_str()]),
            "",
        );
        match self.style.links {
            Links::Listed => self.links.extend(found),
            Links::Inline if is_prose => self.links_below(found),
            _ => {}
        }
    }

    /// Writes an element whose text is code.
    ///
    /// Alone in its block and with line breaks, it is a block of code.
    pub(super) fn inline_code(&mut self, id: Id) {
        if self.code == 0
            && self.inline.place == InlinePlace::Paragraph
            && self.inline.is_empty()
            && self.is_listing(id)
        {
            let text = self.lines_of_code(id);
            let fence = "`".repeat((longest_run(&text, '`') + 1).max(3));
            let opening = format!("{fence}{}", self.named_language(id, true).unwrap_or_default());
            let lines = std::iter::once(opening.as_str()).chain(text.trim_matches('\n').split('\n'));
            return self.out.push_block(BlockKind::Code, lines.chain([fence.as_str()]), "");
        }
        self.code += 1;
        self.write_children(id);
        self.code -= 1;
    }

    /// Returns whether code has line breaks between lines and is alone in a block.
    fn is_listing(&self, id: Id) -> bool {
        let is_blank =
            |at: Id| at == id || self.dom.tag(at) == Tag::Text && self.dom.text(at).trim().is_empty();
        let is_alone = self.dom.parent(id).is_some_and(|parent| {
            self.dom.tag(parent).is_block() && self.dom.children(parent).take(LISTING).all(is_blank)
        });
        let mut below = self.dom.descendants(id).skip(1);
        is_alone
            && below.by_ref().take(LISTING).any(|at| {
                self.dom.tag(at) == Tag::Br || self.keeps_lines(at) && self.dom.text(at).trim().contains('\n')
            })
            && !below.any(|at| matches!(self.dom.tag(at), Tag::A | Tag::Img) || self.dom.tag(at).is_block())
            && self.lines_of_code(id).trim().contains('\n')
    }

    /// Returns the text of code whose lines end at breaks.
    fn lines_of_code(&self, id: Id) -> String {
        let mut text = String::new();
        for at in self.dom.descendants(id) {
            if self.dom.tag(at) == Tag::Br {
                text.push('\n');
            } else if self.keeps_lines(at) {
                text.push_str(self.dom.text(at));
            } else {
                // Line feeds next to a break repeat it.
                let part = self.dom.text(at).replace(['\n', '\r'], " ");
                text.push_str(
                    if text.is_empty() || text.ends_with('\n') && self.dom.text(at).starts_with('\n') {
                        part.trim_start()
                    } else {
                        &part
                    },
                );
            }
        }
        text
    }

    /// Writes a text in code. Its line breaks are blanks, unless a style keeps them.
    pub(super) fn code_text(&mut self, id: Id) {
        let text = self.dom.text(id);
        if self.inline.place == InlinePlace::Heading || !text.contains('\n') || !self.keeps_lines(id) {
            return self.inline.push_code(&text.replace(['\n', '\r'], " "));
        }
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.inline.line_break();
            }
            self.inline.push_code(line.trim_end());
        }
    }

    /// Returns whether the style of a text's element, or of one shortly above it, keeps its line breaks.
    fn keeps_lines(&self, id: Id) -> bool {
        self.dom.tag(id) == Tag::Text
            && self.ancestors_within(id, 3).any(|at| {
                self.dom.attribute(at, "style").is_some_and(|style| {
                    let style: String = style.chars().filter(|c| !c.is_whitespace()).collect();
                    style.to_ascii_lowercase().contains("white-space:pre")
                })
            })
    }

    /// Writes a block of code in the one line that a cell is: its lines as code, with breaks between them.
    fn code_in_cell(&mut self, id: Id) {
        let code = self.source_of(id);
        for (at, line) in code.trim_matches('\n').split('\n').enumerate() {
            if at > 0 {
                self.inline.line_break();
            }
            self.inline.push_code(line.trim_end());
        }
    }

    /// The links of a block of code, which Markdown cannot have in it: their text and their address.
    fn links_of(&self, root: Id) -> Vec<(String, String)> {
        let links = self.dom.descendants(root).filter(|&id| self.dom.tag(id) == Tag::A);
        let link = |id| Some((collapse_blanks(&self.dom.text_content(id)), self.find_address(id, "href")?));
        links.filter_map(link).filter(|(text, _)| !text.is_empty()).collect()
    }

    /// Returns whether a `<pre>` holds links, and each letter of it is in one.
    fn is_links(&self, root: Id) -> bool {
        let mut found = false;
        let mut at = self.dom.first_child(root);
        while let Some(id) = at {
            if self.dom.tag(id) == Tag::A && self.find_address(id, "href").is_some() {
                found = true;
                at = self.dom.following_skipping(id, root);
                continue;
            }
            if self.dom.text(id).contains(char::is_alphanumeric) {
                return false;
            }
            at = self.dom.following(id, root);
        }
        found
    }

    /// Writes a `<pre>` as lines of a paragraph.
    fn lines_of(&mut self, root: Id) {
        let mut child = self.dom.first_child(root);
        while let Some(id) = child {
            for (at, line) in self.dom.text(id).split('\n').enumerate() {
                match at {
                    0 => {}
                    _ if self.inline.ends_with_break() => self.flush_inline(),
                    _ => self.inline.line_break(),
                }
                self.inline.push_text(line);
            }
            if self.dom.tag(id) != Tag::Text {
                self.write_node(id);
            }
            child = self.dom.next(id);
        }
        self.flush_inline();
    }

    /// Writes links in a line of their own, each address once.
    ///
    /// Omits links to places on this page, which Markdown does not have, and links whose text is their
    /// address.
    fn links_below(&mut self, links: Vec<(String, String)>) {
        let mut seen = HashSet::new();
        for (text, url) in links {
            if url.starts_with('#') || is_address(&text, &url) || !seen.insert(url.clone()) {
                continue;
            }
            self.inline.push_text(if seen.len() == 1 { "Links: " } else { ", " });
            self.inline.open_mark(Mark::Link { url, title: String::new() });
            self.inline.push_text(&text);
            self.inline.close_mark(false);
        }
        self.flush_inline();
    }

    /// The text of a `<pre>` with its line breaks, without the numbers of its lines.
    ///
    /// Some sites make a block of each line, or an element that a style makes one. Cells of a row are one line.
    fn source_of(&self, root: Id) -> String {
        let mut code = String::new();
        // The nodes that follow the open blocks, and whether a block has ended since the last text.
        let mut ends: Vec<Option<Id>> = Vec::new();
        let mut has_ended = false;
        let mut at = self.dom.first_child(root);
        while let Some(id) = at {
            while ends.pop_if(|end| *end == Some(id)).is_some() {
                has_ended = true;
            }
            let tag = self.dom.tag(id);
            if super::shows_nothing(tag) || tag == Tag::Button || self.is_line_number(id) {
                at = self.dom.following_skipping(id, root);
                continue;
            }
            let is_open = !code.is_empty() && !code.ends_with('\n');
            match tag {
                Tag::Br => code.push('\n'),
                Tag::Text => {
                    let text = self.dom.text(id);
                    let is_text = !text.trim().is_empty();
                    if has_ended && is_open && is_text && !text.starts_with(['\n', '\r']) {
                        code.push('\n');
                    }
                    has_ended &= !is_text;
                    code.push_str(&text.replace("\r\n", "\n").replace('\r', "\n"));
                }
                Tag::Td | Tag::Th if is_open => code.push(' '),
                tag if tag.is_block() || self.is_line(id) => {
                    if is_open {
                        code.push('\n');
                    }
                    if !matches!(tag, Tag::Td | Tag::Th) {
                        ends.push(self.dom.following_skipping(id, root));
                    }
                }
                _ => {}
            }
            at = self.dom.following(id, root);
        }
        code
    }

    /// Returns whether a style or a class makes a line of an inline element.
    ///
    /// Lines of a class follow each other without text between them.
    fn is_line(&self, id: Id) -> bool {
        if self.dom.tag(id) != Tag::Span {
            return false;
        }
        let style = self.dom.attribute(id, "style").unwrap_or_default();
        if style.contains("display:block") || style.contains("display: block") {
            return true;
        }
        let class = |id: Id| self.dom.attribute(id, "class").unwrap_or_default();
        let own = class(id);
        own.split_ascii_whitespace().any(|name| name == "line" || name.ends_with("-line"))
            && self
                .dom
                .previous(id)
                .is_some_and(|before| self.dom.tag(before) == Tag::Span && class(before) == own)
    }

    /// Elements by which highlighters number lines.
    pub(super) fn is_line_number(&self, id: Id) -> bool {
        if !matches!(self.dom.tag(id), Tag::Span | Tag::Td | Tag::Div | Tag::A | Tag::Th | Tag::Pre) {
            return false;
        }
        let class = self.dom.attribute(id, "class").unwrap_or_default();
        // rustdoc has a link for each line.
        let is_link = self.dom.tag(id) == Tag::A && self.dom.attribute(id, "data-nosnippet").is_some();
        let named = class.split_ascii_whitespace().any(|name| {
            matches!(
                name,
                "linenos"
                    | "lineno"
                    | "linenodiv"
                    | "gutter"
                    | "line-number"
                    | "line-numbers"
                    | "lineNumber"
                    | "ln"
                    | "blob-num"
                    | "rouge-gutter"
                    | "hljs-ln-numbers"
                    | "line-numbers-rows"
                    | "lnt"
                    | "linenumber"
                    | "linenumbers"
                    | "linenr"
                    | "react-syntax-highlighter-line-number"
                    | "source-line-no"
                    | "sourceLineNo"
                    | "src-line-numbers"
                    | "line-count"
                    | "line-coverage"
            )
        });
        (named || is_link)
            && self.dom.descendants(id).take(4096).all(|at| {
                self.dom.text(at).chars().all(|c| {
                    c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ':' | '|' | '\u{d7}')
                })
            })
    }

    /// Returns the language of a block: a class of it, of its `<code>`, or of a highlighter's wrapper.
    fn find_language(&self, id: Id) -> Option<String> {
        let code = self.dom.children(id).find(|&child| self.dom.tag(child) == Tag::Code);
        let mut around = Vec::new();
        let mut above = self.dom.parent(id);
        for _ in 0..3 {
            let Some(parent) = above else { break };
            if matches!(self.dom.tag(parent), Tag::Div | Tag::Figure | Tag::Code) {
                around.push(parent);
            }
            above = self.dom.parent(parent);
        }
        // A report of coverage has its code in a table.
        let inner =
            || self.dom.descendants(id).skip(1).take(LISTING).find(|&at| self.dom.tag(at) == Tag::Pre);
        let own = code.into_iter().chain([id]);
        own.clone()
            .find_map(|at| self.named_language(at, true))
            .or_else(|| around.into_iter().find_map(|at| self.named_language(at, false)))
            .or_else(|| inner().and_then(|at| self.named_language(at, true)))
    }

    fn named_language(&self, id: Id, own: bool) -> Option<String> {
        for name in ["data-lang", "data-language", "data-code-language", "lang"] {
            // `lang` is a human language, except in the code blocks of some renderers.
            if name == "lang" && (!own || self.dom.tag(id) != Tag::Pre) {
                continue;
            }
            if let Some(language) = self.dom.attribute(id, name).and_then(clean_language) {
                return Some(language);
            }
        }
        let class = self.dom.attribute(id, "class")?;
        let mut names = class.split_ascii_whitespace();
        while let Some(name) = names.next() {
            let found =
                ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "sourceCode-"]
                    .iter()
                    .find_map(|prefix| name.strip_prefix(prefix));
            let found = match found {
                // `brush: js;`
                Some("") if name == "brush:" => names.next(),
                Some(found) => Some(found),
                None if own && name == "sourceCode" => names.next(),
                None if !own && name.starts_with("highlight-") => name.strip_prefix("highlight-"),
                None => None,
            };
            if let Some(language) = found.and_then(clean_language) {
                return Some(language);
            }
        }
        // Highlight.js before its version 11 has the bare name of the language.
        let mut names = class.split_ascii_whitespace();
        let is_highlighted = own && names.clone().any(|name| name == "hljs");
        let is_name = |name: &&str| {
            !name.starts_with("hljs")
                && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-'))
        };
        names.find(is_name).filter(|_| is_highlighted).and_then(clean_language)
    }
}

/// Returns whether a text is the address itself, except for its scheme and the slash at its end.
fn is_address(text: &str, url: &str) -> bool {
    let bare = |address: &str| {
        let address = address.trim_end_matches('/');
        address.split_once("://").map_or(address, |(_, rest)| rest).to_owned()
    };
    bare(text) == bare(url.strip_prefix("mailto:").unwrap_or(url))
}

/// A language's name in the form allowed after a fence.
fn clean_language(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches([';', ',']);
    let name = name.split([';', ',', ' ']).next().unwrap_or_default();
    let known = !matches!(
        name,
        "none" | "plain" | "plaintext" | "text" | "default" | "notranslate" | "undefined" | "auto"
    );
    let fits = !name.is_empty()
        && name.len() <= 32
        && !name.contains(|c: char| c == '`' || c.is_whitespace() || c.is_control());
    (known && fits).then(|| name.to_owned())
}
