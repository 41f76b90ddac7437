//! Names of members that elements, events, forms and objects of the language have.
//!
//! A call of one, or a use of it by `this`, is no sign of the window.

use std::sync::LazyLock;

static MEMBERS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("members.txt").lines().collect());

/// Returns whether objects of the platform have a member of this name.
pub(super) fn is_member(name: &str) -> bool {
    MEMBERS.contains(&name)
}
