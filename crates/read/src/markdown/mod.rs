//! From the tree to Markdown: CommonMark, with tables and `~~` of GitHub Flavored Markdown.
//!
//! The decision it embodies: the text has, for any parser of Markdown, the meaning of the page. If Markdown
//! cannot express a structure, the text is kept without it. The writer walks the tree once. It does not
//! choose content, but it leaves out parts that no reader ever sees (scripts, styles, `data:` addresses,
//! anchors of headings).

mod block;
mod code;
mod emphasis;
mod escape;
mod inline;
mod link;
mod number;
mod out;
mod piece;
mod script;
mod spell;
mod style;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod whole;

use url::Url;
use webagents_html::{Dom, Id, Tag};

use self::inline::Inline;
use self::out::Out;
use self::piece::{InlinePlace, Mark};
use crate::formula;
use crate::options::{Images, Links};

/// Style of the Markdown.
#[derive(Debug, Clone)]
pub(crate) struct Style<'a> {
    /// Against which links are resolved: the page's address after `<base>`.
    pub(crate) base: Option<&'a Url>,
    pub(crate) links: Links,
    pub(crate) images: Images,
    /// `true` if all of a page is wanted.
    ///
    /// Then what holds no text is written too: empty headings, items, links; and titles.
    pub(crate) is_whole: bool,
}

/// The written Markdown.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) markdown: String,
    /// Links in the order in which they stand: text and address.
    pub(crate) links: Vec<(String, String)>,
}

/// Writes the contents of `roots`.
pub(crate) fn write_roots(dom: &Dom, roots: &[Id], style: &Style<'_>) -> Written {
    let mut writer = MarkdownWriter {
        dom,
        style,
        out: Out::new(1024, dom.size()),
        inline: Inline::new(dom.has(Tag::Math)),
        links: Vec::new(),
        tables: 0,
        code: 0,
    };
    for &root in roots {
        writer.write_node(root);
        writer.flush_inline();
    }
    let MarkdownWriter { out, links, .. } = writer;
    let mut markdown = out.finish_text();
    markdown.truncate(markdown.trim_end().len());
    // After the content a rule separates nothing.
    while !style.is_whole && markdown.ends_with("\n\n---") {
        markdown.truncate(markdown.trim_end_matches('-').trim_end().len());
    }
    Written { markdown, links }
}

struct MarkdownWriter<'a> {
    dom: &'a Dom,
    style: &'a Style<'a>,
    out: Out,
    inline: Inline,
    links: Vec<(String, String)>,
    /// Number of open tables whose cells are being written.
    tables: usize,
    /// Number of open elements whose text is code.
    code: usize,
}

impl MarkdownWriter<'_> {
    fn write_children(&mut self, id: Id) {
        let mut child = self.dom.first_child(id);
        while let Some(at) = child {
            if self.stands_apart(at) {
                self.inline.push_text(" ");
            }
            self.write_node(at);
            child = self.dom.next(at);
        }
    }

    /// Returns whether a style sheet would separate a node from the one before, without a blank between.
    ///
    /// Words would run together in `<span>2025</span><span>PG-13</span>` and `<b>Publisher:</b>Rockstar`.
    ///
    /// A single letter may be a part of a word, and a single digit one of a number. A word that continues in
    /// an element has text next to it.
    fn stands_apart(&self, id: Id) -> bool {
        let Some(previous) = self.dom.previous(id).filter(|_| self.code == 0) else { return false };
        let is_box =
            |id| matches!(self.dom.tag(id), Tag::Span | Tag::A | Tag::Button | Tag::Label | Tag::Time);
        let boxes = is_box(id) && is_box(previous);
        // A label and its subject: one of the two is text.
        let is_named = self.dom.tag(id) == Tag::Text || self.dom.tag(previous) == Tag::Text;
        if !boxes && !is_named {
            return false;
        }
        let mut at = Some(id);
        while let Some(node) = at.filter(|&node| self.dom.tag(node) != Tag::Text) {
            at = self.dom.first_child(node);
        }
        let mut first = at.map_or("", |text| self.dom.text(text)).chars();
        let (Some(after), Some(next)) = (first.next(), first.next()) else { return false };
        let mut before = self.inline.last_characters();
        let Some(last) = before.next() else { return false };
        // Scripts that part words by blanks.
        let is_of_word = |c: char| c.is_alphanumeric() && c < '\u{600}';
        if is_named {
            return last == ':' && before.next().is_some_and(char::is_alphabetic) && is_of_word(after);
        }
        let is_number = last.is_ascii_digit() && after.is_ascii_digit();
        is_of_word(last) && is_of_word(after) && !next.is_whitespace() && !is_number
    }

    fn write_node(&mut self, id: Id) {
        let tag = self.dom.tag(id);
        match tag {
            Tag::Text if self.code > 0 => self.code_text(id),
            Tag::Text => self.inline.push_text(self.dom.text(id)),
            tag if tag.is_block() => self.write_block(id, tag),
            Tag::Em | Tag::I if !self.write_label(id) => self.write_styled(id, Some(Mark::Emphasis)),
            Tag::Strong | Tag::B => self.write_styled(id, Some(Mark::Strong)),
            Tag::Del | Tag::S | Tag::Strike => self.write_styled(id, Some(Mark::Deleted)),
            Tag::Iframe => self.write_frame(id),
            Tag::Meter | Tag::Progress => self.write_gauge(id),
            Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt => self.inline_code(id),
            Tag::A => self.write_link(id),
            Tag::Br => self.line_break(id),
            Tag::Img => self.write_image(id),
            Tag::Em | Tag::I | Tag::Wbr => {}
            Tag::Sup => self.write_superscript(id),
            Tag::Sub => self.write_subscript(id),
            Tag::Q => {
                self.inline.push_text("\u{201c}");
                self.write_children(id);
                self.inline.push_text("\u{201d}");
            }
            Tag::Rt => {
                self.inline.push_text("(");
                self.write_children(id);
                self.inline.push_text(")");
            }
            Tag::Input => self.write_input(id),
            Tag::Svg | Tag::Textarea | Tag::Select if self.style.is_whole => self.write_seen(id),
            Tag::Math => self.write_math(id),
            Tag::Audio | Tag::Video => self.write_media(id),
            Tag::Select if self.is_fixed(id) => self.write_seen(id),
            Tag::Select => self.write_choices(id),
            Tag::Svg if self.write_label(id) => {}
            Tag::Svg => self.write_drawing(id),
            Tag::Area => self.write_area(id),
            Tag::Other if self.dom.attribute(id, "videoid").is_some() => self.write_frame(id),
            tag if shows_nothing(tag) => {}
            _ if self.write_label(id) => {}
            Tag::Label => self.choice_label(id),
            Tag::Span | Tag::Font | Tag::U | Tag::Small | Tag::Mark => self.write_styled(id, None),
            _ => self.write_children(id),
        }
    }

    /// A mark around contents. A mark in a mark of its kind adds nothing if both cover the same contents.
    fn write_marked(&mut self, id: Id, mark: Mark) {
        if self.code > 0 || self.inline.is_open(&mark) && self.is_only_content(id) {
            return self.write_children(id);
        }
        self.inline.open_mark(mark);
        self.write_children(id);
        self.inline.close_mark(false);
    }

    /// Returns whether the element's parent holds nothing else but blanks.
    ///
    /// In a conversion of the whole page, a parent of the same name stays.
    fn is_only_content(&self, id: Id) -> bool {
        if self.style.is_whole
            && self.dom.parent(id).is_none_or(|parent| {
                self.dom.name(parent) == self.dom.name(id) || self.dom.tag(parent) == Tag::A
            })
        {
            return false;
        }
        let blank = |at: Id| self.dom.tag(at) == Tag::Text && self.dom.text(at).trim_ascii().is_empty();
        let mut before = std::iter::successors(self.dom.previous(id), |&at| self.dom.previous(at));
        let mut after = std::iter::successors(self.dom.next(id), |&at| self.dom.next(at));
        before.all(blank) && after.all(blank)
    }

    /// Returns whether text is bold by its place: in a heading, or a header cell.
    fn is_strong_place(&self) -> bool {
        self.inline.place == InlinePlace::Heading
    }

    fn line_break(&mut self, id: Id) {
        if self.code > 0 {
            if self.inline.place == InlinePlace::Heading {
                self.inline.push_code(" ");
            } else {
                self.inline.line_break();
            }
        } else if self.inline.place == InlinePlace::Paragraph && self.inline.ends_with_break() {
            // Two breaks are how paragraphs were parted before there were style sheets.
            self.flush_inline();
        } else if self.dom.name(id) == "br" {
            self.inline.line_break();
        }
    }

    /// A box or a button of a choice with its state, as in a list of tasks.
    fn write_input(&mut self, id: Id) {
        let is = |wanted: &str| {
            self.dom.attribute(id, "type").is_some_and(|kind| kind.eq_ignore_ascii_case(wanted))
        };
        let (is_box, is_radio) = (is("checkbox"), is("radio"));
        let parent = self.dom.parent(id).map(|parent| self.dom.tag(parent));
        // The first cell of a row may have a box to select the row.
        let is_value = || {
            let cell = self.dom.parent(id).filter(|&at| self.dom.tag(at) == Tag::Td);
            let mut before = std::iter::successors(cell, |&at| self.dom.previous(at)).skip(1);
            before.any(|at| matches!(self.dom.tag(at), Tag::Td | Tag::Th))
        };
        if (is_box || is_radio) && (matches!(parent, Some(Tag::Li | Tag::P | Tag::Label)) || is_value()) {
            let sign = match (is_box, self.dom.attribute(id, "checked").is_some()) {
                (true, true) => "[x]",
                (true, false) => "[ ]",
                (false, true) => "(x)",
                (false, false) => "( )",
            };
            if !self.inline.is_empty() {
                self.inline.push_text(" ");
            }
            self.inline.push_written(sign);
            self.inline.push_text(" ");
        } else if self.style.is_whole || self.is_fixed(id) {
            self.write_seen(id);
        }
    }

    /// A formula, which is an element with its TeX as text.
    fn write_math(&mut self, id: Id) {
        let tex = self.dom.first_child(id).map_or("", |child| self.dom.text(child));
        if tex.is_empty() || self.code > 0 {
            self.inline.push_code(tex);
            return;
        }
        let is_display = self.dom.attribute(id, "display") == Some("block");
        if is_display && self.inline.place == InlinePlace::Paragraph && !self.inline.in_link() {
            self.flush_inline();
            self.out.push_block(out::BlockKind::Paragraph, [format!("$${tex}$$").as_str()], "");
        } else if self.inline.place == InlinePlace::Cell {
            self.inline.push_formula(&format!("${}$", formula::without_bars(tex)));
        } else {
            self.inline.push_formula(&format!("${tex}$"));
        }
    }

    /// Ends the block that is being collected.
    fn flush_inline(&mut self) {
        if self.inline.place != InlinePlace::Paragraph {
            return self.inline.mark_boundary();
        }
        if self.inline.is_empty() {
            self.inline.finish_block();
            return;
        }
        let lines = self.inline.finish_block();
        if lines.bytes().any(|byte| byte != b'\n') {
            self.out.push_block(out::BlockKind::Paragraph, lines.split('\n'), "  ");
        }
    }
}

/// Elements whose contents are not text for a reader.
fn shows_nothing(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Head
            | Tag::Title
            | Tag::Script
            | Tag::Style
            | Tag::Template
            | Tag::Link
            | Tag::Meta
            | Tag::Base
            | Tag::Svg
            | Tag::Canvas
            | Tag::Embed
            | Tag::Param
            | Tag::Frame
            | Tag::Textarea
            | Tag::Datalist
            | Tag::Noembed
            | Tag::Rp
            | Tag::Col
            | Tag::Colgroup
            | Tag::Source
            | Tag::Track
    )
}

impl Written {
    /// Appends the list of links, each address once.
    pub(crate) fn list_links(&mut self) {
        let mut seen = std::collections::HashSet::new();
        let mut list = String::new();
        for (text, url) in self.links.iter().filter(|(_, url)| seen.insert(url.as_str())) {
            list.push_str("\n- [");
            let around = escape::Around {
                next: Some(']'),
                is_first: true,
                in_link: true,
                in_cell: false,
                has_formulas: false,
            };
            escape::push_text(&mut list, text, around);
            list.push_str("](");
            escape::push_destination(&mut list, url);
            list.push(')');
        }
        if !list.is_empty() {
            self.markdown.push_str(if self.markdown.is_empty() { "Links:\n" } else { "\n\nLinks:\n" });
            self.markdown.push_str(&list);
        }
    }
}
