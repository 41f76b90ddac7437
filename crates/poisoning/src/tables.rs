//! Tables of phrases, ideas and words, which `build/main.rs` writes from the text files of this folder.

#![allow(clippy::unreadable_literal, reason = "nobody reads the numbers of the generated part")]

use std::sync::OnceLock;

use regex::Regex;

use crate::finding::Category;

/// A phrase.
#[derive(Debug)]
pub(crate) struct Pattern {
    pub(crate) category: Category,
    /// Points of a match; three in one tool are a finding.
    pub(crate) weight: u32,
    pub(crate) subject: PatternSubject,
    /// `true` if a match can go past the end of a sentence, which is the end of a line.
    pub(crate) crosses_lines: bool,
    pub(crate) expression: &'static str,
    /// Indexes of the sets of each alternative, with the most bytes between a literal and the one before.
    ///
    /// A match has a literal of each set of one alternative, in this order. [`u16::MAX`] bytes are any number.
    pub(crate) alternatives: &'static [&'static [(u16, u16)]],
    /// Compiled when it is needed first.
    pub(crate) regex: OnceLock<Option<Regex>>,
}

/// Tools and texts that a phrase is tried on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PatternSubject {
    All,
    /// Parameters alone.
    Params,
    /// Not tools that are a first step.
    NoFirstStep,
    /// Not tools about markup.
    NoMarkup,
}

/// A combination of ideas.
#[derive(Debug)]
pub(crate) struct Combination {
    pub(crate) category: Category,
    pub(crate) weight: u32,
    pub(crate) wanted: u128,
    pub(crate) unwanted: u128,
}

/// The meaning of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Meaning {
    /// A literal of phrases: `starts` and `ends` are `true` if no word continues past that side.
    Literal { index: u16, starts: bool, ends: bool },
    /// A word of an idea or of a class.
    Idea(Entry),
}

/// A word or phrase of an idea.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) idea: u8,
    /// `true` if a letter may precede it.
    pub(crate) open_left: bool,
    /// `true` if a letter may follow it.
    pub(crate) open_right: bool,
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
