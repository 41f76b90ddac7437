//! Texts that may be run, and what is known of them.

use std::collections::{BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::value::{TextKind, Values};

/// Bytes of all texts of one search that are read as code.
pub(super) const BYTES: usize = 256 * 1024;
/// Bytes of a text up to which equal texts of two places are looked at once.
const SHORT: usize = 1_000;

/// Bytes that may still be read.
pub(super) struct Budget {
    left: usize,
    pub(super) spent: bool,
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

    pub(super) fn takes(&mut self, bytes: usize) -> bool {
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
    /// Texts of literals, by the byte at which they begin.
    literals: HashMap<u32, Arc<str>>,
    words: HashMap<(Key, TextKind), Arc<Word>>,
    ran: HashMap<Key, Arc<Ran>>,
    pub(super) waiting: Vec<Arc<str>>,
}

impl Texts {
    /// The text of the literal that begins at `start`.
    pub(super) fn literal(&mut self, start: u32, text: &str) -> Arc<str> {
        Arc::clone(self.literals.entry(start).or_insert_with(|| text.into()))
    }

    /// Keeps the result of running a text.
    pub(super) fn keep(&mut self, text: &Arc<str>, ran: Ran) {
        self.ran.insert(Key(Arc::clone(text)), Arc::new(ran));
    }

    /// The tools that a text names, which is run as `kind` says.
    pub(super) fn word(&mut self, text: &Arc<str>, kind: TextKind, names: &BTreeSet<String>) -> Arc<Word> {
        let made = || {
            let code = match kind {
                TextKind::Code => Some(Arc::clone(text)),
                TextKind::Url => of_url(text).map(Arc::from),
                TextKind::Markup => None,
            };
            let searched = code.as_ref().or(Some(text).filter(|_| kind == TextKind::Markup));
            let is_named =
                |name: &&String| searched.is_some_and(|text| has_name(text, name, kind == TextKind::Markup));
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
}

/// The code that an address holds, or a document with it.
fn of_url(text: &str) -> Option<String> {
    let text = text.trim_start();
    let after = |scheme: &str| {
        let start = text.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| text.get(scheme.len()..).unwrap_or_default())
    };
    let data = || Some(after("data:")?.split_once(',')?.1);
    after("javascript:").or_else(data).map(decoded)
}

/// A text without its percent encoding.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let digits =
            after.get(..2).filter(|_| byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns whether a text contains this name as a whole word, and as a function where `called` is set.
fn has_name(text: &str, name: &str, called: bool) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    text.match_indices(name).any(|(at, _)| {
        let after = text.get(at + name.len()..).unwrap_or_default();
        let uses =
            ["(", "`", "?.(", ".call(", ".apply(", ".bind("].iter().any(|start| after.starts_with(start));
        !part(text.get(..at).and_then(|before| before.chars().next_back()))
            && !part(after.chars().next())
            && (uses || !called)
    })
}
