//! Names and values in selectors.

use std::borrow::Borrow;
use std::fmt;

use cssparser::{ToCss, serialize_identifier};
use precomputed_hash::PrecomputedHash;
use selectors::parser::{NonTSPseudoClass, PseudoElement, SelectorImpl};

/// Types of the parts of a selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SelectorTypes;

impl SelectorImpl for SelectorTypes {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Name;
    type Identifier = Name;
    type LocalName = Name;
    type NamespaceUrl = Name;
    type NamespacePrefix = Name;
    type BorrowedNamespaceUrl = str;
    type BorrowedLocalName = str;
    type NonTSPseudoClass = Never;
    type PseudoElement = Never;
}

/// Name of an element, an attribute, a class or an id, or a value of an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Name(Box<str>);

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        serialize_identifier(&self.0, out)
    }
}

impl PrecomputedHash for Name {
    /// Hashes are for filters of ancestors, which a search through a whole page does not use.
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// Pseudo-class of state, or pseudo-element: there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Never {}

impl ToCss for Never {
    fn to_css<W: fmt::Write>(&self, _out: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl NonTSPseudoClass for Never {
    type Impl = SelectorTypes;

    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}

impl PseudoElement for Never {
    type Impl = SelectorTypes;
}
