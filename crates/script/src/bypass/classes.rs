//! State of the classes of code.
//!
//! A class and its objects are values by themselves, whose members are looked up here; so a class that holds its own
//! objects leads to no endless nesting.

use std::collections::{BTreeMap, HashMap};

use super::value::{Value, Values};

/// Classes above a class that are looked at.
const PARENTS: usize = 8;
/// Members of one class that are kept by their names.
const MEMBERS: usize = 256;

/// Members of a class, or of its objects, in the order of their names.
///
/// So a limit of values drops the same ones each time.
pub(super) type Members = BTreeMap<String, Values>;

/// State of one class.
#[derive(Default)]
pub(super) struct ClassState {
    statics: Members,
    own: Members,
    /// Values that the class extends.
    pub(super) parents: Values,
    pub(super) constructor: Option<u32>,
}

/// State of all classes, by the bytes at which they begin.
#[derive(Default)]
pub(super) struct Classes(HashMap<u32, ClassState>);

impl Classes {
    pub(super) fn of(&mut self, class: u32) -> &mut ClassState {
        self.0.entry(class).or_default()
    }

    pub(super) fn parents(&self, class: u32) -> Values {
        self.0.get(&class).map(|state| state.parents.clone()).unwrap_or_default()
    }

    /// The constructor that makes the objects of a class.
    pub(super) fn constructor(&self, class: u32) -> Option<u32> {
        self.lineage(class).iter().find_map(|state| state.constructor)
    }

    /// Adds to the values of a member, and says whether there was a new one.
    pub(super) fn give(&mut self, class: u32, is_static: bool, name: String, values: &Values) -> bool {
        let state = self.of(class);
        let members = if is_static { &mut state.statics } else { &mut state.own };
        let fits = members.len() < MEMBERS || members.contains_key(&name);
        fits && !values.is_empty() && members.entry(name).or_default().add(values)
    }

    /// Members of the classes and their objects among the values, and of the classes that they extend.
    pub(super) fn members(&self, object: &Values) -> Vec<&Members> {
        let mut members = Vec::new();
        for value in object.iter() {
            let (class, is_static) = match value {
                Value::Class(class) => (*class, true),
                Value::Instance(class) => (*class, false),
                _ => continue,
            };
            for state in self.lineage(class) {
                members.push(if is_static { &state.statics } else { &state.own });
            }
        }
        members
    }

    /// A class and those above it.
    fn lineage(&self, class: u32) -> Vec<&ClassState> {
        let mut seen = vec![class];
        let mut at = 0;
        let mut states = Vec::new();
        while let Some(class) = seen.get(at).copied().filter(|_| at < PARENTS) {
            at += 1;
            let Some(state) = self.0.get(&class) else { continue };
            states.push(state);
            for parent in state.parents.iter() {
                if let Value::Class(parent) = parent
                    && !seen.contains(parent)
                {
                    seen.push(*parent);
                }
            }
        }
        states
    }
}
