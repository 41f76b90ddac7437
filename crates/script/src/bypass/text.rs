//! Constant texts that are run as code: they are searched as code is.
//!
//! The decision: a text waits until the code around it was read to its end, and is parsed then, so that no text within
//! a text takes more of the stack.

use std::collections::BTreeSet;
use std::sync::Arc;

use oxc_semantic::SemanticBuilder;

use super::BypassSearch;
use super::texts::{BYTES, Budget, Ran};
use crate::around::{PLAIN, whole};
use crate::guard::{Jsx, Limits};
use crate::parse::{Failure, Grammar, parse};

/// Times that such a text is read at most.
const PASSES: usize = 6;

const LIMITS: Limits = Limits { bytes: BYTES, depth: 2_000, brackets: 100, angles: 8, jsx: Jsx::None };

impl BypassSearch<'_> {
    /// Runs the texts that wait, and returns whether there were any.
    pub(super) fn run_texts(&mut self, budget: &mut Budget) -> bool {
        let waiting = std::mem::take(&mut self.texts.waiting);
        for text in &waiting {
            let ran = run(text, self.names, budget);
            self.texts.keep(text, ran);
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
struct Searched {
    ran: Ran,
    texts: Vec<Arc<str>>,
    incomplete: bool,
}

fn search(text: &str, names: &BTreeSet<String>) -> Result<Searched, Failure> {
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
            names: search.reached.found.into_iter().map(|access| access.name).collect(),
            value: search.flow.last.portable(),
            returned: search.flow.result.portable(),
        };
        Searched { ran, texts: search.texts.waiting, incomplete: search.flow.changed }
    })
}
