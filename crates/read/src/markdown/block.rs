//! Headings, lists, quotes and the rest that begins a line.

use webagents_html::{Id, Tag};

use super::MarkdownWriter;
use super::number::{Numbering, parse_integer};
use super::out::BlockKind;
use super::piece::{InlinePlace, Mark};
use crate::limits;

/// An item of a list.
#[derive(Debug)]
struct ListItem {
    id: Id,
    /// The lists that follow it where only items are allowed.
    more: Vec<Id>,
    number: i64,
}

impl MarkdownWriter<'_> {
    pub(super) fn write_block(&mut self, id: Id, tag: Tag) {
        if self.code > 0 && tag != Tag::Pre {
            // Blocks in `<code>` are lines of it.
            let is_line = self.inline.place != InlinePlace::Heading;
            if is_line {
                self.inline.line_break();
            } else {
                self.inline.push_code(" ");
            }
            self.write_children(id);
            return if is_line { self.inline.line_break() } else { self.inline.push_code(" ") };
        }
        self.flush_inline();
        match tag {
            _ if tag.heading().is_some() => self.write_heading(id, tag.heading().unwrap_or(6)),
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => self.write_list(id, tag == Tag::Ol),
            Tag::Li => self.stray_item(id),
            Tag::Blockquote => self.write_quote(id),
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => self.write_preformatted(id),
            Tag::Hr => self.write_rule(),
            Tag::Table => self.write_table(id),
            Tag::Dl => self.write_definitions(id),
            // A summary in a summary is as strong already.
            Tag::Summary if !self.inline.is_open(&Mark::Strong) => {
                self.inline.open_mark(Mark::Strong);
                self.write_children(id);
                self.inline.close_mark(false);
            }
            Tag::Option | Tag::Optgroup | Tag::Noframes | Tag::Frameset => {}
            Tag::Div if self.write_label(id) => {}
            _ => self.block_contents(id),
        }
        self.flush_inline();
    }

    /// The contents in one line, whatever they are.
    fn line_of(&mut self, id: Id) -> String {
        let outer = std::mem::replace(&mut self.inline.place, InlinePlace::Heading);
        self.write_children(id);
        let line = self.inline.finish_block().replace('\n', "");
        self.inline.place = outer;
        line
    }

    fn write_heading(&mut self, id: Id, level: usize) {
        if self.inline.place != InlinePlace::Paragraph {
            return self.write_children(id);
        }
        let mut line = self.line_of(id);
        if line.is_empty() && !(self.style.is_whole && self.dom.first_child(id).is_none()) {
            return;
        }
        // A closing sequence would be taken off.
        let hashes = line.len() - line.trim_end_matches('#').len();
        if hashes > 0 && (hashes == line.len() || line.as_bytes().get(line.len() - hashes - 1) == Some(&b' '))
        {
            line.insert(line.len() - 1, '\\');
        }
        let line = format!("{} {line}", "#".repeat(level));
        self.out.push_block(BlockKind::Heading, [line.trim_end()], "");
    }

    fn write_rule(&mut self) {
        if self.inline.place != InlinePlace::Paragraph {
            return;
        }
        // Before the content it separates nothing.
        if self.out.last().is_none() && !self.style.is_whole {
            return;
        }
        // At the start it could be taken for front matter, and in a list for an item.
        let text = match self.out.last() {
            _ if self.out.depth() > 0 => "___",
            None => "***",
            _ => "---",
        };
        self.out.push_block(BlockKind::Rule, [text], "");
    }

    fn write_quote(&mut self, id: Id) {
        if self.inline.place != InlinePlace::Paragraph || self.out.depth() >= limits::CONTAINERS {
            return self.write_children(id);
        }
        if !self.style.is_whole && !self.has_visible_text(id) {
            return;
        }
        self.out.enter_block(BlockKind::Quote);
        self.out.open_container("> ".to_owned(), "> ".to_owned(), false);
        self.write_children(id);
        self.flush_inline();
        self.out.close_container();
    }

    fn write_list(&mut self, id: Id, ordered: bool) {
        if ordered && self.inline.place == InlinePlace::Cell {
            return self.list_in_cell(id);
        }
        if self.inline.place != InlinePlace::Paragraph || self.out.depth() >= limits::CONTAINERS {
            return self.write_children(id);
        }
        let numbering = ordered.then(|| Numbering::of(self.dom, id));
        let items = self.find_items(id, numbering.as_ref());
        let Some(first) = items.first() else { return };
        let tight = !items.iter().any(|item| self.is_loose(item.id));
        let mut marker = match (ordered, self.out.last()) {
            (false, Some(BlockKind::List('-') | BlockKind::ShyList('-'))) => '*',
            (false, _) => '-',
            (true, Some(BlockKind::List('.') | BlockKind::ShyList('.'))) => ')',
            (true, _) => '.',
        };
        // Markdown has no letters, and no numbers below zero or above a bound: they are the text of items then.
        let labels: Option<Vec<String>> = numbering
            .filter(|numbering| {
                !numbering.is_decimal() || items.iter().any(|item| !(0..1_000_000_000).contains(&item.number))
            })
            .map(|numbering| items.iter().map(|item| numbering.number_label(item.number)).collect());
        if labels.is_some() {
            marker = match self.out.last() {
                Some(BlockKind::List('-') | BlockKind::ShyList('-')) => '*',
                _ => '-',
            };
        }
        let numbers = ordered && labels.is_none();
        let is_shy = numbers && first.number != 1 || !self.has_visible_text(first.id);
        let kind = |marker| if is_shy { BlockKind::ShyList(marker) } else { BlockKind::List(marker) };
        self.out.enter_block(kind(marker));
        let mut before = None;
        for (at, item) in items.iter().enumerate() {
            // A number that does not follow the one before is read only at the beginning of a list.
            if numbers && before.is_some_and(|before| item.number != before + 1) {
                marker = if marker == '.' { ')' } else { '.' };
                self.out.continue_as(kind(marker));
            }
            before = Some(item.number);
            if at > 0 {
                self.out.next_item(tight);
            }
            let label = labels.as_ref().and_then(|labels| labels.get(at));
            match label {
                // A list or a fence after a label would be none.
                Some(label) if self.begins_with_text(item.id) => {
                    self.out.open_container(format!("{marker} {label} "), "  ".to_owned(), tight);
                }
                Some(label) => {
                    self.out.open_container(format!("{marker} "), "  ".to_owned(), tight);
                    self.out.push_block(BlockKind::Paragraph, [label.as_str()], "");
                }
                None if numbers => {
                    let mark = format!("{}{marker} ", item.number);
                    let rest = " ".repeat(mark.len());
                    self.out.open_container(mark, rest, tight);
                }
                None => self.out.open_container(format!("{marker} "), "  ".to_owned(), tight),
            }
            if self.dom.tag(item.id) == Tag::Li {
                self.block_contents(item.id);
            } else {
                self.write_node(item.id);
            }
            self.flush_inline();
            for &list in &item.more {
                self.write_node(list);
                self.flush_inline();
            }
            self.out.close_container();
        }
    }

    /// An ordered list in the one line that a cell is: its labels as text.
    fn list_in_cell(&mut self, id: Id) {
        let numbering = Numbering::of(self.dom, id);
        for item in self.find_items(id, Some(&numbering)) {
            self.flush_inline();
            self.inline.push_label(&numbering.number_text(item.number));
            self.write_node(item.id);
            for list in item.more {
                self.write_node(list);
            }
        }
        self.flush_inline();
    }

    /// The items of a list, each with the lists that follow it where only items are allowed.
    ///
    /// An item without text is left out, but its number counts.
    fn find_items(&self, id: Id, numbering: Option<&Numbering>) -> Vec<ListItem> {
        let mut items: Vec<ListItem> = Vec::new();
        let is_item = |id: Id| self.dom.tag(id) == Tag::Li;
        // Items may stand in an element that has no business there.
        let inner =
            |child: Id| if is_item(child) { None } else { self.dom.children(child).find(|&id| is_item(id)) };
        let children = self.dom.children(id).flat_map(|child| match inner(child) {
            Some(_) if !matches!(self.dom.tag(child), Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir) => {
                self.dom.children(child).collect()
            }
            _ => vec![child],
        });
        let children: Vec<Id> = children.collect();
        let mut next = numbering.map_or(1, |numbering| {
            let count = || {
                let count = children.iter().filter(|&&child| is_item(child)).count();
                i64::try_from(count).unwrap_or(i64::MAX)
            };
            numbering.start.unwrap_or_else(|| if numbering.is_reversed { count() } else { 1 })
        });
        for child in children {
            let tag = self.dom.tag(child);
            let is_list = matches!(tag, Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir);
            let number = self
                .dom
                .attribute(child, "value")
                .filter(|_| is_item(child))
                .and_then(parse_integer)
                .unwrap_or(next);
            match items.last_mut() {
                Some(item) if is_list => {
                    item.more.push(child);
                    continue;
                }
                _ if self.has_visible_text(child) || self.style.is_whole && tag == Tag::Li => {
                    items.push(ListItem { id: child, more: Vec::new(), number });
                }
                _ if is_item(child) => {}
                _ => continue,
            }
            next = if numbering.is_some_and(|numbering| numbering.is_reversed) {
                number - 1
            } else {
                number + 1
            };
        }
        items
    }

    /// Returns whether the item's text is in paragraphs.
    fn is_loose(&self, item: Id) -> bool {
        let mut paragraphs = self.dom.children(item).filter(|&child| self.dom.tag(child) == Tag::P);
        paragraphs.any(|child| self.has_visible_text(child))
    }

    /// Returns whether there is something to write below a node. Stops at the first.
    pub(super) fn has_visible_text(&self, id: Id) -> bool {
        let mut at = Some(id);
        while let Some(node) = at {
            let tag = self.dom.tag(node);
            if super::shows_nothing(tag) {
                if self.style.is_whole && !self.seen_text(node).is_empty() {
                    return true;
                }
                at = self.dom.following_skipping(node, id);
                continue;
            }
            let shows = match tag {
                Tag::Text => !self.dom.text(node).trim_ascii().is_empty(),
                Tag::Img => self.shows_image(node),
                Tag::Hr | Tag::Input | Tag::Audio | Tag::Video => true,
                Tag::Code | Tag::Li | Tag::A | Tag::Blockquote => self.style.is_whole,
                _ => false,
            };
            if shows {
                return true;
            }
            at = self.dom.following(node, id);
        }
        false
    }

    /// Returns whether there is something to write below an element of any kind.
    pub(super) fn shows_below(&self, id: Id) -> bool {
        self.dom.children(id).any(|child| self.has_visible_text(child))
    }

    /// An item without a list. Those that follow each other are one list.
    fn stray_item(&mut self, id: Id) {
        if self.inline.place != InlinePlace::Paragraph
            || self.out.depth() >= limits::CONTAINERS
            || !self.has_visible_text(id)
        {
            return self.write_children(id);
        }
        if matches!(self.out.last(), Some(BlockKind::List('-'))) && self.dom.previous(id).is_some() {
            self.out.next_item(true);
        } else {
            self.out.enter_block(BlockKind::List('-'));
        }
        self.out.open_container("- ".to_owned(), "  ".to_owned(), true);
        self.write_children(id);
        self.flush_inline();
        self.out.close_container();
    }

    /// Terms, and under each its definitions after a colon, as in Markdown Extra.
    fn write_definitions(&mut self, id: Id) {
        if self.inline.place != InlinePlace::Paragraph || self.out.depth() >= limits::CONTAINERS {
            return self.write_children(id);
        }
        // A group of a term and its definitions may stand in a `<div>` (HTML Standard, section 4.4.9).
        let mut at = self.dom.first_child(id);
        while let Some(child) = at {
            match self.dom.tag(child) {
                Tag::Div | Tag::Dl => {
                    self.flush_inline();
                    self.write_definitions(child);
                }
                Tag::Dt => self.write_term(child),
                Tag::Dd => self.write_definition(child),
                _ => self.write_node(child),
            }
            at = self.dom.next(child);
        }
        self.flush_inline();
    }

    fn write_term(&mut self, id: Id) {
        self.flush_inline();
        self.write_children(id);
        self.flush_inline();
    }

    fn write_definition(&mut self, id: Id) {
        self.flush_inline();
        if !self.has_visible_text(id) {
            return;
        }
        // A list or a fence after a colon would be none.
        self.out.open_definition(self.begins_with_text(id));
        self.write_children(id);
        self.flush_inline();
        self.out.close_definition();
    }

    /// Returns whether the first block below an element is a paragraph.
    ///
    /// A paragraph can stand after a mark in its line.
    pub(super) fn begins_with_text(&self, root: Id) -> bool {
        let mut at = self.dom.first_child(root);
        while let Some(id) = at {
            let tag = self.dom.tag(id);
            if super::shows_nothing(tag) {
                at = self.dom.following_skipping(id, root);
                continue;
            }
            let is_other = tag.heading().is_some()
                || matches!(
                    tag,
                    Tag::Ul
                        | Tag::Ol
                        | Tag::Menu
                        | Tag::Dir
                        | Tag::Li
                        | Tag::Blockquote
                        | Tag::Table
                        | Tag::Dl
                        | Tag::Hr
                        | Tag::Pre
                        | Tag::Listing
                        | Tag::Xmp
                        | Tag::Plaintext
                );
            if is_other {
                if self.has_visible_text(id) {
                    return false;
                }
                at = self.dom.following_skipping(id, root);
                continue;
            }
            if !self.dom.text(id).trim_ascii().is_empty() {
                return true;
            }
            at = self.dom.following(id, root);
        }
        true
    }
}
