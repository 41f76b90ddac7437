//! The account of the text that was left out of a page.

use std::fmt;

/// Kind of content that is left out of a page's Markdown, such as navigation or advertising.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RemovedKind {
    /// Menus, headers and footers of the site.
    Navigation,
    /// Advertisements and promotions.
    Advertising,
    /// Links to other pages like this one.
    Related,
    /// Offers to share, to subscribe, to log in, to accept cookies.
    Boilerplate,
    /// Comments of readers on the page.
    Comments,
    /// Reviews of buyers.
    Reviews,
    /// Lists that are nothing but links.
    Links,
    /// Blocks that the page repeats.
    Repeated,
    /// Captions that became descriptions of their pictures.
    Captions,
    /// Text around the main content that fits no other kind.
    Surroundings,
    /// Prose amid the content that the page hides, such as in a closed tab.
    Hidden,
}

impl RemovedKind {
    const ALL: [Self; 11] = [
        Self::Navigation,
        Self::Advertising,
        Self::Related,
        Self::Boilerplate,
        Self::Comments,
        Self::Reviews,
        Self::Links,
        Self::Repeated,
        Self::Captions,
        Self::Surroundings,
        Self::Hidden,
    ];

    /// Returns the name of the kind in messages for people, such as `lists of links`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Navigation => "navigation",
            Self::Advertising => "advertising",
            Self::Related => "related links",
            Self::Boilerplate => "boilerplate",
            Self::Comments => "comments",
            Self::Reviews => "reviews",
            Self::Links => "lists of links",
            Self::Repeated => "repeated blocks",
            Self::Captions => "captions of pictures",
            Self::Surroundings => "text around the content",
            Self::Hidden => "hidden parts",
        }
    }
}

/// Percentages of a page's visible text that were left out of its Markdown, in total and by kind.
///
/// Blanks are not counted. Hidden prose counts as well if it is more than a fifth of the content's.
///
/// [`Display`](fmt::Display) gives a sentence such as `removed 41 % of the visible text: navigation 30 %, repeated
/// blocks 11 %`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Removal {
    total: u8,
    prose: u8,
    parts: [u8; RemovedKind::ALL.len()],
}

impl Removal {
    /// Returns the percentage, from 0 to 100, of the page's visible text that was left out.
    pub fn percent(&self) -> u8 {
        self.total
    }

    /// Returns the percentage, from 0 to 100, of the page's prose that was left out.
    ///
    /// Prose is the text of blocks of the length of a sentence that hold no link and are in none. Repeated blocks
    /// and captions of pictures do not count: their text is in the Markdown.
    pub fn prose_percent(&self) -> u8 {
        self.prose
    }

    /// Returns the kinds of text that were left out, largest first, with their percentages of all text.
    pub fn parts(&self) -> Vec<(RemovedKind, u8)> {
        let mut parts: Vec<_> =
            RemovedKind::ALL.into_iter().zip(self.parts).filter(|(_, part)| *part > 0).collect();
        parts.sort_by_key(|&(kind, part)| (std::cmp::Reverse(part), kind));
        parts
    }
}

impl fmt::Display for Removal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "removed {} % of the visible text", self.total)?;
        for (at, (kind, part)) in self.parts().into_iter().enumerate() {
            let mark = if at == 0 { ":" } else { "," };
            write!(f, "{mark} {} {part} %", kind.as_str())?;
        }
        Ok(())
    }
}

/// Minimum length of a block of prose, in characters.
const PROSE: usize = 80;

/// Characters of visible text by the kind of what holds them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts {
    visible: usize,
    removed: [usize; RemovedKind::ALL.len()],
    prose: usize,
    removed_prose: usize,
    /// Prose that the page hides amid its content.
    hidden: usize,
    /// `true` if the prose of the page counts.
    pub(crate) is_content: bool,
    /// The characters of the open block that are kept and that are removed, and its links.
    block: (usize, usize, usize),
}

impl Counts {
    /// Adds text that is removed, or kept if it has no kind.
    pub(crate) fn add_characters(&mut self, kind: Option<RemovedKind>, count: usize) {
        self.visible = self.visible.saturating_add(count);
        if let Some(slot) = kind.and_then(|kind| self.removed.get_mut(kind as usize)) {
            *slot = slot.saturating_add(count);
        }
        let is_lost = kind.is_some_and(|kind| !matches!(kind, RemovedKind::Repeated | RemovedKind::Captions));
        let part = if is_lost { &mut self.block.1 } else { &mut self.block.0 };
        *part = part.saturating_add(count);
    }

    /// Adds a link to the open block.
    pub(crate) fn add_link(&mut self) {
        self.block.2 += 1;
    }

    /// Ends the open block and begins the next one.
    pub(crate) fn end_block(&mut self) {
        let (kept, lost, links) = std::mem::take(&mut self.block);
        if self.is_content && links == 0 && kept.saturating_add(lost) >= PROSE {
            self.prose = self.prose.saturating_add(kept + lost);
            self.removed_prose = self.removed_prose.saturating_add(lost);
        }
    }

    /// Adds prose of a part that the page hides.
    pub(crate) fn add_hidden(&mut self, prose: usize) {
        self.hidden = self.hidden.saturating_add(prose);
    }

    /// Returns the percentages.
    pub(crate) fn into_removal(mut self) -> Removal {
        if self.hidden.saturating_mul(4) > self.prose {
            self.add_characters(Some(RemovedKind::Hidden), self.hidden);
            self.prose = self.prose.saturating_add(self.hidden);
            self.removed_prose = self.removed_prose.saturating_add(self.hidden);
        }
        let percent = |part: usize, whole: usize| {
            let percent = part.saturating_mul(100).saturating_add(whole / 2) / whole.max(1);
            u8::try_from(percent.min(100)).unwrap_or(100)
        };
        Removal {
            total: percent(self.removed.iter().sum(), self.visible),
            prose: percent(self.removed_prose, self.prose),
            parts: self.removed.map(|part| percent(part, self.visible)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_largest_first() {
        let mut counts = Counts::default();
        counts.add_characters(Some(RemovedKind::Repeated), 110);
        counts.add_characters(Some(RemovedKind::Navigation), 300);
        counts.add_characters(Some(RemovedKind::Comments), 1);
        counts.add_characters(None, 589);
        let removal = counts.into_removal();
        assert_eq!(
            removal.to_string(),
            "removed 41 % of the visible text: navigation 30 %, repeated blocks 11 %"
        );
        assert_eq!((removal.percent(), removal.parts().len()), (41, 2));
        assert_eq!(Counts::default().into_removal().to_string(), "removed 0 % of the visible text");
    }

    #[test]
    fn prose_is_blocks_without_links() {
        let mut counts = Counts { is_content: true, ..Counts::default() };
        let blocks = [
            (Some(RemovedKind::Comments), 100, 0),
            (Some(RemovedKind::Related), 500, 1),
            (None, 300, 0),
            (Some(RemovedKind::Captions), 100, 0),
            (None, 20, 0),
        ];
        for (kind, count, links) in blocks {
            (0..links).for_each(|_| counts.add_link());
            counts.add_characters(kind, count);
            counts.end_block();
        }
        assert_eq!(counts.into_removal().prose_percent(), 20);
    }

    #[test]
    fn every_kind_has_its_place() {
        assert!(RemovedKind::ALL.into_iter().enumerate().all(|(at, kind)| kind as usize == at));
    }
}
