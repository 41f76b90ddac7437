//! Headings, lists, quotes and the rest that begins a line.

use webagents_html::{Id, Tag};

use super::MarkdownWriter;
use super::out::BlockKind;
use super::piece::{InlinePlace, Mark};
use crate::limits;

impl MarkdownWriter<'_> {
    pub(super) fn block(&mut self, id: Id, tag: Tag) {
        if self.code > 0 && tag != Tag::Pre {
            // Blocks in `<code>` are lines of it.
            self.inline.code(" ");
            return self.children(id);
        }
        self.flush();
        match tag {
            _ if tag.heading().is_some() => self.heading(id, tag.heading().unwrap_or(6)),
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => self.list(id, tag == Tag::Ol),
            Tag::Li => self.stray_item(id),
            Tag::Blockquote => self.quote(id),
            Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => self.preformatted(id),
            Tag::Hr => self.rule(),
            Tag::Table => self.table(id),
            Tag::Dl => self.definitions(id),
            // A summary in a summary is as strong already.
            Tag::Summary if !self.inline.is_open(&Mark::Strong) => {
                self.inline.open(Mark::Strong);
                self.children(id);
                self.inline.close(false);
            }
            Tag::Option | Tag::Optgroup | Tag::Noframes | Tag::Frameset => {}
            _ => self.children(id),
        }
        self.flush();
    }

    /// The contents in one line, whatever they are.
    fn line_of(&mut self, id: Id) -> String {
        let outer = std::mem::replace(&mut self.inline.place, InlinePlace::Heading);
        self.children(id);
        let line = self.inline.finish().replace('\n', "");
        self.inline.place = outer;
        line
    }

    fn heading(&mut self, id: Id, level: usize) {
        if self.inline.place != InlinePlace::Paragraph {
            return self.children(id);
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
        self.out.block(BlockKind::Heading, [line.trim_end()], "");
    }

    fn rule(&mut self) {
        if self.inline.place != InlinePlace::Paragraph {
            return;
        }
        // At the start it could be taken for front matter, and in a list for an item.
        let text = match self.out.last() {
            _ if self.out.depth() > 0 => "___",
            None => "***",
            _ => "---",
        };
        self.out.block(BlockKind::Rule, [text], "");
    }

    fn quote(&mut self, id: Id) {
        if self.inline.place != InlinePlace::Paragraph || self.out.depth() >= limits::CONTAINERS {
            return self.children(id);
        }
        if !self.style.is_whole && !self.shows(id) {
            return;
        }
        self.out.enter(BlockKind::Quote);
        self.out.open("> ".to_owned(), "> ".to_owned(), false);
        self.children(id);
        self.flush();
        self.out.close();
    }

    fn list(&mut self, id: Id, ordered: bool) {
        if self.inline.place != InlinePlace::Paragraph || self.out.depth() >= limits::CONTAINERS {
            return self.children(id);
        }
        let items = self.items(id);
        let Some(first) = items.first() else { return };
        let tight = !items.iter().any(|item| self.is_loose(item));
        let marker = match (ordered, self.out.last()) {
            (false, Some(BlockKind::List('-') | BlockKind::ShyList('-'))) => '*',
            (false, _) => '-',
            (true, Some(BlockKind::List('.') | BlockKind::ShyList('.'))) => ')',
            (true, _) => '.',
        };
        let number = |text: Option<&str>| {
            text.and_then(|text| text.trim().parse::<u32>().ok()).filter(|&number| number < 1_000_000_000)
        };
        let mut count = number(self.dom.attribute(id, "start")).unwrap_or(1);
        let is_shy = ordered && count != 1 || !self.shows(first.0);
        self.out.enter(if is_shy { BlockKind::ShyList(marker) } else { BlockKind::List(marker) });
        for (at, (item, more)) in items.iter().enumerate() {
            if at > 0 {
                self.out.next_item(tight);
            }
            if let Some(value) = number(self.dom.attribute(*item, "value")) {
                count = value;
            }
            let label = if ordered { format!("{count}{marker} ") } else { format!("{marker} ") };
            count = count.saturating_add(1).min(999_999_999);
            self.out.open(label.clone(), " ".repeat(label.len()), tight);
            if self.dom.tag(*item) == Tag::Li {
                self.children(*item);
            } else {
                self.node(*item);
            }
            self.flush();
            for &list in more {
                self.node(list);
                self.flush();
            }
            self.out.close();
        }
    }

    /// The items of a list, each with the lists that follow it where only items are allowed.
    fn items(&self, id: Id) -> Vec<(Id, Vec<Id>)> {
        let mut items: Vec<(Id, Vec<Id>)> = Vec::new();
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
        for child in children {
            let tag = self.dom.tag(child);
            let is_list = matches!(tag, Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir);
            match items.last_mut() {
                Some((_, more)) if is_list => more.push(child),
                _ if self.shows(child) || self.style.is_whole && tag == Tag::Li => {
                    items.push((child, Vec::new()));
                }
                _ => {}
            }
        }
        items
    }

    /// Returns whether the item's text is in paragraphs.
    fn is_loose(&self, (item, _): &(Id, Vec<Id>)) -> bool {
        let mut paragraphs = self.dom.children(*item).filter(|&child| self.dom.tag(child) == Tag::P);
        paragraphs.any(|child| self.shows(child))
    }

    /// Returns whether there is something to write below a node. Stops at the first.
    pub(super) fn shows(&self, id: Id) -> bool {
        let mut at = Some(id);
        while let Some(node) = at {
            let tag = self.dom.tag(node);
            if super::shows_nothing(tag) {
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
        self.dom.children(id).any(|child| self.shows(child))
    }

    /// An item without a list. Those that follow each other are one list.
    fn stray_item(&mut self, id: Id) {
        if self.inline.place != InlinePlace::Paragraph
            || self.out.depth() >= limits::CONTAINERS
            || !self.shows(id)
        {
            return self.children(id);
        }
        if matches!(self.out.last(), Some(BlockKind::List('-'))) && self.dom.previous(id).is_some() {
            self.out.next_item(true);
        } else {
            self.out.enter(BlockKind::List('-'));
        }
        self.out.open("- ".to_owned(), "  ".to_owned(), true);
        self.children(id);
        self.flush();
        self.out.close();
    }

    /// Terms, and under each its definitions after a colon, as in Markdown Extra.
    fn definitions(&mut self, id: Id) {
        if self.inline.place != InlinePlace::Paragraph || self.out.depth() >= limits::CONTAINERS {
            return self.children(id);
        }
        // A group of a term and its definitions may stand in a `<div>` (HTML Standard, section 4.4.9).
        let mut at = self.dom.first_child(id);
        while let Some(child) = at {
            match self.dom.tag(child) {
                Tag::Div | Tag::Dl => {
                    self.flush();
                    self.definitions(child);
                }
                Tag::Dt => self.term(child),
                Tag::Dd => self.definition(child),
                _ => self.node(child),
            }
            at = self.dom.next(child);
        }
        self.flush();
    }

    fn term(&mut self, id: Id) {
        self.flush();
        self.children(id);
        self.flush();
    }

    fn definition(&mut self, id: Id) {
        self.flush();
        if !self.shows(id) {
            return;
        }
        // A list or a fence after a colon would be none.
        self.out.open_definition(self.begins_with_text(id));
        self.children(id);
        self.flush();
        self.out.close_definition();
    }

    /// Returns whether the first block below an element is a paragraph, which can stand after a mark in its line.
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
                if self.shows(id) {
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
