//! Blocks of code: fences, their language, and line numbers that are no code.

use super::Writer;
use super::escape::longest_run;
use super::inline::{Place, collapse};
use super::out::Kind;
use crate::dom::{Id, Tag};
use crate::options::Links;

impl Writer<'_> {
    pub(super) fn preformatted(&mut self, id: Id) {
        if self.inline.place != Place::Paragraph || self.code > 0 {
            self.code += 1;
            self.children(id);
            self.code -= 1;
            return;
        }
        let code = self.source_of(id);
        let has_code = self.dom.first_child(id).is_some_and(|child| self.dom.tag(child) == Tag::Code);
        if code.trim().is_empty() && !(self.style.keeps_empty && has_code) {
            return;
        }
        let text = code.strip_suffix('\n').unwrap_or(&code);
        let fence = "`".repeat((longest_run(text, '`') + 1).max(3));
        let opening = format!("{fence}{}", self.language(id).unwrap_or_default());
        let lines = text.split('\n').take(if code.is_empty() { 0 } else { usize::MAX });
        if self.style.links == Links::Listed {
            self.list_links_of(id);
        }
        self.out.block(
            Kind::Code,
            std::iter::once(opening.as_str()).chain(lines).chain([fence.as_str()]),
            "",
        );
    }

    /// Lists the links of a block of code, which Markdown can have nowhere else.
    fn list_links_of(&mut self, root: Id) {
        for id in self.dom.descendants(root) {
            let leads = if self.dom.tag(id) == Tag::A { self.address(id, "href") } else { None };
            if let Some(url) = leads {
                let text = collapse(&self.dom.text_content(id));
                if !text.is_empty() {
                    self.links.push((text, url));
                }
            }
        }
    }

    /// The text of a `<pre>` with its line breaks, without the numbers of its lines.
    fn source_of(&self, root: Id) -> String {
        let mut code = String::new();
        let mut at = self.dom.first_child(root);
        while let Some(id) = at {
            let tag = self.dom.tag(id);
            if super::shows_nothing(tag) || tag == Tag::Button || self.is_line_number(id) {
                at = self.dom.following_skipping(id, root);
                continue;
            }
            match tag {
                Tag::Br => code.push('\n'),
                Tag::Text => code.push_str(&self.dom.text(id).replace("\r\n", "\n").replace('\r', "\n")),
                // Some sites make a block of each line.
                tag if tag.is_block() && !code.is_empty() && !code.ends_with('\n') => code.push('\n'),
                _ => {}
            }
            at = self.dom.following(id, root);
        }
        code
    }

    /// Elements by which highlighters number lines.
    pub(super) fn is_line_number(&self, id: Id) -> bool {
        if !matches!(self.dom.tag(id), Tag::Span | Tag::Td | Tag::Div | Tag::A | Tag::Th) {
            return false;
        }
        let class = self.dom.attribute(id, "class").unwrap_or_default();
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
                    | "react-syntax-highlighter-line-number"
            )
        });
        named
            && self.dom.descendants(id).take(4096).all(|at| {
                self.dom
                    .text(at)
                    .chars()
                    .all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '.' | ':' | '|'))
            })
    }

    /// The language of a block: a class of it, of the `<code>` in it, or of what highlighters put around it.
    fn language(&self, id: Id) -> Option<String> {
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
        let own = code.into_iter().chain([id]);
        own.clone()
            .find_map(|at| self.named_language(at, true))
            .or_else(|| around.into_iter().find_map(|at| self.named_language(at, false)))
    }

    fn named_language(&self, id: Id, own: bool) -> Option<String> {
        for name in ["data-lang", "data-language", "data-code-language", "lang"] {
            // `lang` is a human language, but for the code blocks of some renderers.
            if name == "lang" && (!own || self.dom.tag(id) != Tag::Pre) {
                continue;
            }
            if let Some(language) = self.dom.attribute(id, name).and_then(clean) {
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
            if let Some(language) = found.and_then(clean) {
                return Some(language);
            }
        }
        None
    }
}

/// A language's name as it may stand behind a fence.
fn clean(name: &str) -> Option<String> {
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
