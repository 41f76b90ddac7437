//! Amounts of text, of links and of prose below each element.
//!
//! One walk over the tree, so that each measure that the pruner needs costs a look into a vector. Marked
//! boilerplate is not counted.

use webagents_html::{Dom, Id, Tag};

use super::marks::{Marks, PruneLevel};

/// Amounts below an element, in characters, blanks not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Measure {
    /// All text.
    pub(super) text: u32,
    /// Text of links.
    pub(super) linked: u32,
    /// Text, links left out, of blocks that hold a sentence at least and are not mostly links.
    pub(super) prose: u32,
    /// Number of links.
    pub(super) links: u32,
    /// Number of titles of a page, `<h1>`.
    pub(super) titles: u16,
    /// Number of headings that are not links.
    pub(super) headings: u16,
    /// Number of headings that are links.
    pub(super) led: u16,
    /// Number of headings, code blocks, rows of tables, terms and definitions.
    pub(super) held: u16,
    /// Number of fields to write in or to choose from.
    pub(super) fields: u16,
}

/// Minimum size of a block of prose, in characters, blanks not counted.
const SENTENCE: u32 = 40;

/// Minimum number of line breaks of verse, and mean length of its lines, in characters.
const VERSE: u32 = 4;
const LINE: u32 = 16;

impl Measure {
    /// The text without the text of a part.
    pub(super) fn without_part(mut self, part: Self) -> Self {
        self.text = self.text.saturating_sub(part.text);
        self.linked = self.linked.saturating_sub(part.linked);
        self.prose = self.prose.saturating_sub(part.prose);
        self
    }

    /// The text that is not links.
    pub(super) fn plain(self) -> u32 {
        self.text.saturating_sub(self.linked)
    }

    /// Part of the text that is links, in percent.
    pub(super) fn link_density(self) -> u32 {
        percent_of(self.linked, self.text)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.text = self.text.saturating_add(other.text);
        self.linked = self.linked.saturating_add(other.linked);
        self.prose = self.prose.saturating_add(other.prose);
        self.links = self.links.saturating_add(other.links);
        self.titles = self.titles.saturating_add(other.titles);
        self.headings = self.headings.saturating_add(other.headings);
        self.led = self.led.saturating_add(other.led);
        self.held = self.held.saturating_add(other.held);
        self.fields = self.fields.saturating_add(other.fields);
    }
}

/// The part in percent; 0 of nothing.
pub(super) fn percent_of(part: u32, whole: u32) -> u32 {
    let percent = u64::from(part) * 100 / u64::from(whole).max(1);
    u32::try_from(percent).unwrap_or(u32::MAX)
}

/// Measures all elements below `root`, without those marked with `level` or below.
///
/// The result is indexed by the numbers of the nodes and takes the place of earlier measures: such a vector is the
/// largest allocation after the tree.
pub(super) fn measure_nodes(
    dom: &Dom,
    root: Id,
    marks: &Marks,
    level: PruneLevel,
    mut measures: Vec<Measure>,
) -> Vec<Measure> {
    measures.clear();
    measures.resize(dom.node_count(), Measure::default());
    walk_open(dom, root, marks, level, |id, own| {
        if let Some(slot) = measures.get_mut(id.index()) {
            *slot = own;
        }
    });
    measures
}

/// Returns the weight of a character of the page, in characters of an alphabet.
///
/// It is two where words are written with ideographs or kana, else one.
pub(super) fn weigh_characters(dom: &Dom, root: Id) -> u32 {
    const SAMPLE: usize = 2_000;
    let is_dense =
        |c: &char| matches!(*c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}');
    let mut at = Some(root);
    let (mut seen, mut dense) = (0, 0);
    while let Some(id) = at.filter(|_| seen < SAMPLE) {
        if is_silent(dom.tag(id)) {
            at = dom.following_skipping(id, root);
            continue;
        }
        for c in dom.text(id).chars().filter(|c| !c.is_whitespace()).take(SAMPLE - seen) {
            seen += 1;
            dense += usize::from(is_dense(&c));
        }
        at = dom.following(id, root);
    }
    if dense * 3 > seen { 2 } else { 1 }
}

/// The measure of `root` alone. It costs the same time, and no memory.
pub(super) fn measure_total(dom: &Dom, root: Id, marks: &Marks, level: PruneLevel) -> Measure {
    let mut total = Measure::default();
    walk_open(dom, root, marks, level, |_, own| total = own);
    total
}

/// An element that the walk is in.
struct Open {
    id: Id,
    tag: Tag,
    /// The place, among the open elements, of the block that its text belongs to.
    home: usize,
    /// `true` if its text is a link's.
    linked: bool,
    /// The text that belongs to it as a block, and the amount of links in it.
    text: u32,
    linked_text: u32,
    /// Its line breaks.
    breaks: u32,
    /// Measure of its elements.
    below: Measure,
}

/// Passes on the measure of each element when all below it is known, `root` last.
///
/// As many are open at a time as the tree is deep.
fn walk_open(dom: &Dom, root: Id, marks: &Marks, level: PruneLevel, mut visit: impl FnMut(Id, Measure)) {
    let weight = marks.weight;
    let mut open: Vec<Open> = Vec::new();
    let mut end = |open: &mut [Open], id, own| {
        if let Some(above) = open.last_mut() {
            above.below.add(own);
        }
        visit(id, own);
    };
    let mut at = root;
    loop {
        let tag = dom.tag(at);
        if !marks.is_out(at, level) && !is_silent(tag) {
            match dom.first_child(at) {
                Some(child) => {
                    open.push(enter_element(dom, &open, at, tag, marks));
                    at = child;
                    continue;
                }
                None if tag == Tag::Text => add_text(&mut open, dom.letters(at).saturating_mul(weight)),
                None if tag == Tag::Br => add_break(&mut open),
                // Nothing is below it, and nearly always it is nothing itself.
                None => match of_itself(dom, at, tag, marks) {
                    own if own == Measure::default() => {}
                    own => end(&mut open, at, own),
                },
            }
        } else if matches!(tag, Tag::Select | Tag::Textarea) && !marks.is_out(at, level) {
            end(&mut open, at, Measure { fields: 1, ..Measure::default() });
        }
        loop {
            if let Some(done) = open.pop_if(|open| open.id == at) {
                end(&mut open, at, leave_element(&done));
            }
            if at == root {
                return;
            }
            if let Some(next) = dom.next(at) {
                at = next;
                break;
            }
            let Some(parent) = dom.parent(at) else { return };
            at = parent;
        }
    }
}

fn enter_element(dom: &Dom, open: &[Open], id: Id, tag: Tag, marks: &Marks) -> Open {
    let above = open.last();
    let below = of_itself(dom, id, tag, marks);
    Open {
        id,
        tag,
        home: above.filter(|_| !tag.is_block()).map_or(open.len(), |above| above.home),
        linked: below.links > 0 || above.is_some_and(|above| above.linked),
        text: 0,
        linked_text: 0,
        breaks: 0,
        below,
    }
}

/// Returns the own measure of an element, without its contents.
fn of_itself(dom: &Dom, id: Id, tag: Tag, marks: &Marks) -> Measure {
    let none = Measure::default();
    match tag {
        // The anchor of a heading leads nowhere else.
        Tag::A if !is_anchor(dom, id) => Measure { links: 1, ..none },
        Tag::H1 => Measure { titles: u16::from(marks.is_title(dom, id)), held: 1, ..none },
        Tag::H2
        | Tag::H3
        | Tag::H4
        | Tag::H5
        | Tag::H6
        | Tag::Pre
        | Tag::Listing
        | Tag::Tr
        | Tag::Dt
        | Tag::Dd => Measure { held: 1, ..none },
        Tag::Input => {
            let is_field = dom.attribute(id, "type").is_none_or(|kind| {
                !["hidden", "checkbox", "radio", "button", "image"]
                    .iter()
                    .any(|other| kind.eq_ignore_ascii_case(other))
            });
            Measure { fields: u16::from(is_field), ..none }
        }
        _ => none,
    }
}

/// Returns whether the link is a heading's address in its own page: in the heading, or around it.
fn is_anchor(dom: &Dom, link: Id) -> bool {
    let is_title = |id: Id| dom.tag(id).heading().is_some() || dom.tag(id) == Tag::Dt;
    let is_here = dom.attribute(link, "href").is_none_or(|target| target.starts_with('#'));
    is_here
        && (std::iter::successors(dom.parent(link), |&at| dom.parent(at)).take(2).any(is_title)
            || dom.children(link).take(4).any(is_title))
}

fn add_text(open: &mut [Open], count: u32) {
    let Some((home, linked)) = open.last().map(|parent| (parent.home, parent.linked)) else { return };
    if let Some(block) = open.get_mut(home) {
        block.text = block.text.saturating_add(count);
        if linked {
            block.linked_text = block.linked_text.saturating_add(count);
        }
    }
}

fn add_break(open: &mut [Open]) {
    let home = open.last().map(|parent| parent.home);
    if let Some(block) = home.and_then(|home| open.get_mut(home)) {
        block.breaks = block.breaks.saturating_add(1);
    }
}

fn leave_element(done: &Open) -> Measure {
    let plain = done.text.saturating_sub(done.linked_text);
    let is_prose = plain >= SENTENCE && done.linked_text <= plain;
    // The lines of a song may each be a link to a remark on it.
    let is_verse = done.tag == Tag::P
        && !is_prose
        && done.breaks >= VERSE
        && done.text >= LINE.saturating_mul(done.breaks)
        && !done.linked;
    let mut own = done.below;
    own.add(Measure {
        text: done.text,
        linked: done.linked_text,
        prose: if is_prose {
            plain
        } else if is_verse {
            done.text
        } else {
            0
        },
        ..Measure::default()
    });
    if done.tag.heading().is_some() {
        // A card may be a link around its heading.
        let is_link = done.linked || own.text > 0 && own.linked >= own.text.div_ceil(2);
        let count = if is_link { &mut own.led } else { &mut own.headings };
        *count = count.saturating_add(1);
    }
    own
}

/// Elements whose text no reader sees.
pub(super) fn is_silent(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Head
            | Tag::Script
            | Tag::Style
            | Tag::Template
            | Tag::Svg
            | Tag::Textarea
            | Tag::Select
            | Tag::Iframe
            | Tag::Title
            | Tag::Datalist
    )
}
