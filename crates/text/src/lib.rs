//! Properties of text: characters that are not drawn, tokens, words of names, verbs of tools.
//!
//! Every other crate may use this one, and it uses none.
//!
//! ```
//! use webagents_text::hidden::{self, HiddenClass};
//! assert_eq!(hidden::class('\u{ad}'), Some(HiddenClass::SoftHyphen));
//! // A model sees a soft hyphen; the check of a document decides by its neighbours.
//! assert!(hidden::DECLARATION.contains('\u{ad}') && hidden::FINDING.contains('\u{ad}'));
//! assert!(!hidden::SNAPSHOT.contains('\u{ad}'));
//! ```

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

pub mod hidden;
mod keyword_enum;
mod name_words;
mod tokens;
mod tool_texts;
mod verbs;

pub use name_words::{name_words, name_words_by};
pub use tokens::{TokenCount, estimate_tokens};
pub use tool_texts::TextKind;
pub use verbs::VerbClass;
