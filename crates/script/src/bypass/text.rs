//! Constant texts that are run as code: they are searched as code is.
//!
//! The decision: a text waits until the code around it was read to its end, and is parsed then, so that no text within
//! a text takes more of the stack.

use std::collections::{BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use oxc_semantic::SemanticBuilder;

use super::value::{TextKind, Values};
use super::{BypassSearch, code};
use crate::around::{PLAIN, whole};
use crate::guard::{Jsx, Limits};
use crate::parse::{Failure, Grammar, parse};

/// Bytes of all texts of one search that are read as code.
const BYTES: usize = 256 * 1024;
/// Times that such a text is read at most.
const PASSES: usize = 6;
/// Bytes of a text up to which equal texts of two places are looked at once.
const SHORT: usize = 1_000;

const LIMITS: Limits = Limits { bytes: BYTES, depth: 2_000, brackets: 100, angles: 8, jsx: Jsx::None };

/// Bytes that may still be read.
pub(super) struct Budget {
    left: usize,
    spent: bool,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: BYTES, spent: false }
    }
}

impl Budget {
    /// Returns whether a text was not read.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    fn takes(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes);
        self.spent |= left.is_none();
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

/// A text by which results are kept.
struct Key(Arc<str>);

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.len() <= SHORT && self.0 == other.0)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.0.len() <= SHORT { self.0.hash(state) } else { Arc::as_ptr(&self.0).cast::<u8>().hash(state) }
    }
}

/// Result of running a text.
#[derive(Default)]
pub(super) struct Ran {
    /// Tools that it reaches.
    pub(super) names: BTreeSet<String>,
    /// Value of its last statement.
    pub(super) value: Values,
    /// Values that it returns.
    pub(super) returned: Values,
}

/// A text that may be run.
pub(super) struct Word {
    /// Tools that it names.
    pub(super) names: Vec<String>,
    /// The code in it.
    pub(super) code: Option<Arc<str>>,
}

/// Texts of a search.
#[derive(Default)]
pub(super) struct Texts {
    words: HashMap<(Key, TextKind), Arc<Word>>,
    ran: HashMap<Key, Arc<Ran>>,
    waiting: Vec<Arc<str>>,
}

impl Texts {
    /// The tools that a text names, which is run as `kind` says.
    pub(super) fn word(&mut self, text: &Arc<str>, kind: TextKind, names: &BTreeSet<String>) -> Arc<Word> {
        let made = || {
            let code = match kind {
                TextKind::Code => Some(Arc::clone(text)),
                TextKind::Url => code::of_url(text).map(Arc::from),
                TextKind::Markup => None,
            };
            let searched = code.as_ref().or(Some(text).filter(|_| kind == TextKind::Markup));
            let is_named = |name: &&String| {
                searched.is_some_and(|text| code::names(text, name, kind == TextKind::Markup))
            };
            Arc::new(Word { names: names.iter().filter(is_named).cloned().collect(), code })
        };
        Arc::clone(self.words.entry((Key(Arc::clone(text)), kind)).or_insert_with(made))
    }

    /// The result of running a text, if it is known already; otherwise the text waits.
    pub(super) fn result(&mut self, text: &Arc<str>) -> Arc<Ran> {
        let key = Key(Arc::clone(text));
        if let Some(ran) = self.ran.get(&key) {
            return Arc::clone(ran);
        }
        let none = Arc::new(Ran::default());
        self.ran.insert(key, Arc::clone(&none));
        self.waiting.push(Arc::clone(text));
        none
    }

    /// Runs the texts that wait, and returns whether there were any.
    pub(super) fn run(&mut self, names: &BTreeSet<String>, budget: &mut Budget) -> bool {
        let waiting = std::mem::take(&mut self.waiting);
        for text in &waiting {
            let ran = run(text, names, budget);
            self.ran.insert(Key(Arc::clone(text)), Arc::new(ran));
        }
        !waiting.is_empty()
    }
}

/// Reads a text and the texts that it runs in turn.
fn run(text: &Arc<str>, names: &BTreeSet<String>, budget: &mut Budget) -> Ran {
    let mut ran = Ran::default();
    let mut seen = BTreeSet::from([Arc::clone(text)]);
    let mut queue = vec![Arc::clone(text)];
    while let Some(next) = queue.pop().filter(|next| budget.takes(next.len())) {
        match search(&next, names) {
            Ok(mut found) => {
                ran.names.append(&mut found.ran.names);
                if Arc::ptr_eq(&next, text) {
                    (ran.value, ran.returned) = (found.ran.value, found.ran.returned);
                }
                budget.spent |= found.incomplete;
                queue.extend(found.texts.into_iter().filter(|text| seen.insert(Arc::clone(text))));
            }
            Err(Failure::Refused(_)) => budget.spent = true,
            // What breaks the grammar does not run.
            Err(Failure::Syntax(_)) => {}
        }
    }
    ran
}

/// Result of reading one text.
struct Found {
    ran: Ran,
    texts: Vec<Arc<str>>,
    incomplete: bool,
}

fn search(text: &str, names: &BTreeSet<String>) -> Result<Found, Failure> {
    let wrapped = format!("{}{text}{}", PLAIN.open, PLAIN.close);
    parse(&wrapped, Grammar::Script, LIMITS, |tree| {
        let semantic = SemanticBuilder::new().build(tree.program).semantic;
        let mut search = BypassSearch::new(semantic.scoping(), names);
        if let Ok(body) = whole(tree.program, &wrapped, &PLAIN) {
            for _ in 0..PASSES {
                search.pass(&body.statements);
                if !search.flow.changed {
                    break;
                }
            }
        }
        let ran = Ran {
            names: search.found.into_iter().map(|access| access.name).collect(),
            value: search.flow.last.portable(),
            returned: search.flow.result.portable(),
        };
        Found { ran, texts: search.texts.waiting, incomplete: search.flow.changed }
    })
}
