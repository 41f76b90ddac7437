//! The account of what was left out of a page.

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
}

impl RemovedKind {
    const ALL: [Self; 10] = [
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
        }
    }
}

/// Percentages of a page's visible text that were left out of its Markdown, in total and by kind.
///
/// Blanks are not counted.
///
/// [`Display`](fmt::Display) gives a sentence such as `removed 41 % of the visible text: navigation 30 %, repeated
/// blocks 11 %`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Removal {
    total: u8,
    parts: [u8; RemovedKind::ALL.len()],
}

impl Removal {
    /// Characters by kind, of a page that shows `visible` of them.
    pub(crate) fn new(counts: &Counts, visible: usize) -> Self {
        let percent = |part: usize| {
            let percent = part.saturating_mul(100).saturating_add(visible / 2) / visible.max(1);
            u8::try_from(percent.min(100)).unwrap_or(100)
        };
        Self { total: percent(counts.0.iter().sum()), parts: counts.0.map(percent) }
    }

    /// Returns the percentage, from 0 to 100, of the page's visible text that was left out.
    pub fn percent(&self) -> u8 {
        self.total
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

/// Characters of text by the kind of what holds them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Counts([usize; RemovedKind::ALL.len()]);

impl Counts {
    pub(crate) fn add(&mut self, kind: RemovedKind, count: usize) {
        if let Some(slot) = self.0.get_mut(kind as usize) {
            *slot = slot.saturating_add(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_named_largest_first() {
        let mut counts = Counts::default();
        counts.add(RemovedKind::Repeated, 110);
        counts.add(RemovedKind::Navigation, 300);
        counts.add(RemovedKind::Comments, 1);
        let removal = Removal::new(&counts, 1000);
        assert_eq!(
            removal.to_string(),
            "removed 41 % of the visible text: navigation 30 %, repeated blocks 11 %"
        );
        assert_eq!((removal.percent(), removal.parts().len()), (41, 2));
        assert_eq!(Removal::new(&Counts::default(), 0).to_string(), "removed 0 % of the visible text");
    }

    #[test]
    fn every_kind_has_its_place() {
        assert!(RemovedKind::ALL.into_iter().enumerate().all(|(at, kind)| kind as usize == at));
    }
}
