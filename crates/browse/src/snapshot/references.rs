//! The elements that the session's snapshots and searches have shown.

use std::collections::BTreeMap;

use webagents_runtime::driver::FrameId;

use super::row::Row;
use crate::error::{BrowseError, BrowseErrorKind};

/// References that are kept, at most; the oldest go first.
const KEPT: usize = 50_000;
/// Bytes of a name that are kept, at most.
const NAME: usize = 120;
/// Numbers that one document can take in one snapshot, at most.
const TAKEN: u64 = 200_000;

/// An element that was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// The frame whose document has it.
    pub(crate) frame: FrameId,
    /// Its role when it was shown last.
    pub(crate) role: String,
    /// Its name when it was shown last, cut.
    pub(crate) name: String,
}

/// The counter of references, and the elements that have one.
///
/// Numbers are never given twice in a session.
#[derive(Debug)]
pub(crate) struct References {
    next: u64,
    known: BTreeMap<u64, Known>,
    /// The last snapshot's rows, with its subject.
    pub(super) last: Option<(super::delta::Subject, Vec<Row>)>,
}

impl Default for References {
    fn default() -> Self {
        Self { next: 1, known: BTreeMap::new(), last: None }
    }
}

impl References {
    /// The next number that is free, for the counter of the page's functions.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Takes over the counter from the page: it never goes back, and never far ahead.
    pub(crate) fn advance(&mut self, next: u64) {
        self.next = next.clamp(self.next, self.next.saturating_add(TAKEN));
    }

    /// Notes that an element was shown.
    pub(crate) fn note(&mut self, number: u64, frame: &FrameId, role: &str, name: &str) {
        if number == 0 || number >= self.next {
            return;
        }
        let mut end = name.len().min(NAME);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        let name = name.get(..end).unwrap_or_default().to_owned();
        self.known.insert(number, Known { frame: frame.clone(), role: role.to_owned(), name });
        while self.known.len() > KEPT {
            self.known.pop_first();
        }
    }

    /// Returns the element of a number.
    pub(crate) fn get(&self, number: u64) -> Result<&Known, BrowseError> {
        self.known.get(&number).ok_or_else(|| {
            let message = if number != 0 && number < self.next {
                format!("e{number} was shown too long ago; take a `snapshot` and use a reference of it")
            } else {
                format!("expected a reference that was shown, found e{number}; `snapshot` shows them")
            };
            BrowseError::new(BrowseErrorKind::Stale, message)
        })
    }

    /// The error for an element that is gone from its document.
    pub(crate) fn stale(&self, number: u64) -> BrowseError {
        let known = match self.get(number) {
            Ok(known) => known,
            Err(error) => return error,
        };
        let advice = "take a `snapshot` to see what is there now";
        BrowseError::new(
            BrowseErrorKind::Stale,
            format!("e{number} was {} {:?}, which is gone from its page: {advice}", known.role, known.name),
        )
    }
}
