//! Snapshots: the elements of a page as lines of text, with references by which commands name them.
//!
//! The decision: the page gives one flat list of rows with depths for each document, and all that follows (frames,
//! shortening, budget, differences) is done on that list, without recursion and in linear time.

mod budget;
mod collect;
mod delta;
mod references;
mod row;
#[cfg(test)]
mod tests;

use webagents_runtime::driver::FrameId;

pub(crate) use self::collect::take;
pub(crate) use self::references::References;
pub(crate) use self::row::plain;

/// Choices for a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
pub(crate) struct SnapshotOptions {
    /// Every role and all text, instead of controls and of rows that show their place.
    pub(crate) all: bool,
    /// Without structure that carries no information.
    pub(crate) compact: bool,
    /// Levels of the tree that are listed.
    pub(crate) depth: Option<usize>,
    /// The element whose part is listed: its frame and number.
    pub(crate) scope: Option<(FrameId, u64)>,
    /// With the targets of links.
    pub(crate) links: bool,
    /// Tokens, as [`estimate_tokens`](crate::estimate_tokens) counts them, that the text may have.
    pub(crate) budget: Option<usize>,
    /// Number of children of the scope that are left out at its start.
    pub(crate) from: usize,
    /// Differences from the last snapshot instead of everything.
    pub(crate) delta: bool,
}

/// Text of a snapshot, with its figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snapshot {
    /// The lines.
    pub(crate) text: String,
    /// Elements that have a reference, including summarised ones.
    pub(crate) references: usize,
    /// `true` if rows were left out because the page has more than a snapshot can hold.
    pub(crate) cut: bool,
}
