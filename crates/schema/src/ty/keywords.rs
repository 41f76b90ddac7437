//! The keywords of [`Constraints`](super::Constraints).
//!
//! A type has one or two, and a look at each of so few names is faster than hashing one. A hostile schema may have a
//! hundred thousand; then they are in a [`Map`].

use serde_json::{Map, Value};

/// Up to here keywords are a list.
const FEW: usize = 16;

/// JSON Schema keywords with their values, each once, in the order in which they were said.
///
/// Two are equal when they say the same, in whatever order, as two JSON objects are.
///
/// ```
/// use serde_json::json;
/// use webagents_schema::ty::Keywords;
/// let mut keywords = Keywords::new();
/// keywords.insert("minimum".to_owned(), json!(0));
/// assert_eq!(keywords.insert("minimum".to_owned(), json!(1)), Some(json!(0)));
/// assert_eq!(keywords.get("minimum"), Some(&json!(1)));
/// ```
#[derive(Debug, Clone)]
pub struct Keywords(List);

#[derive(Debug, Clone)]
enum List {
    /// Up to [`FEW`].
    Few(Vec<(String, Value)>),
    /// Any number.
    Many(Box<Map<String, Value>>),
}

impl Keywords {
    /// None.
    pub const fn new() -> Self {
        Self(List::Few(Vec::new()))
    }

    /// Number of keywords.
    pub fn len(&self) -> usize {
        match &self.0 {
            List::Few(list) => list.len(),
            List::Many(map) => map.len(),
        }
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a keyword.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match &self.0 {
            List::Few(list) => list.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            List::Many(map) => map.get(name),
        }
    }

    /// Returns whether a keyword is there.
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Sets the value of a keyword, and gives the one that it had. A new keyword is the last.
    pub fn insert(&mut self, name: String, value: Value) -> Option<Value> {
        match &mut self.0 {
            List::Few(list) => {
                if let Some((_, known)) = list.iter_mut().find(|(known, _)| *known == name) {
                    return Some(std::mem::replace(known, value));
                }
                if list.len() < FEW {
                    list.push((name, value));
                } else {
                    let mut map: Map<String, Value> = std::mem::take(list).into_iter().collect();
                    map.insert(name, value);
                    self.0 = List::Many(Box::new(map));
                }
                None
            }
            List::Many(map) => map.insert(name, value),
        }
    }

    /// Takes a keyword away; the others keep their order.
    pub fn shift_remove(&mut self, name: &str) -> Option<Value> {
        match &mut self.0 {
            List::Few(list) => {
                let at = list.iter().position(|(known, _)| known == name)?;
                Some(list.remove(at).1)
            }
            List::Many(map) => map.shift_remove(name),
        }
    }

    /// Keeps those of which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&String, &mut Value) -> bool) {
        match &mut self.0 {
            List::Few(list) => list.retain_mut(|(name, value)| keep(name, value)),
            List::Many(map) => map.retain(keep),
        }
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Each keyword with its value, in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(match &self.0 {
            List::Few(list) => Borrowed::Few(list.iter()),
            List::Many(map) => Borrowed::Many(map.iter()),
        })
    }

    /// The names, in order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.iter().map(|(name, _)| name)
    }
}

impl Default for Keywords {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Keywords {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(name, value)| other.get(name) == Some(value))
    }
}

impl Eq for Keywords {}

impl Extend<(String, Value)> for Keywords {
    fn extend<I: IntoIterator<Item = (String, Value)>>(&mut self, keywords: I) {
        for (name, value) in keywords {
            self.insert(name, value);
        }
    }
}

impl FromIterator<(String, Value)> for Keywords {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(keywords: I) -> Self {
        let mut all = Self::new();
        all.extend(keywords);
        all
    }
}

impl From<Map<String, Value>> for Keywords {
    fn from(map: Map<String, Value>) -> Self {
        Self(List::Many(Box::new(map)))
    }
}

impl From<Keywords> for Map<String, Value> {
    fn from(keywords: Keywords) -> Self {
        match keywords.0 {
            List::Few(list) => list.into_iter().collect(),
            List::Many(map) => *map,
        }
    }
}

impl IntoIterator for Keywords {
    type Item = (String, Value);
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(match self.0 {
            List::Few(list) => Items::Few(list.into_iter()),
            List::Many(map) => Items::Many(map.into_iter()),
        })
    }
}

impl<'a> IntoIterator for &'a Keywords {
    type Item = (&'a String, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Keywords with their values, of [`Keywords::iter`].
#[derive(Debug, Clone)]
pub struct Iter<'a>(Borrowed<'a>);

#[derive(Debug, Clone)]
enum Borrowed<'a> {
    Few(std::slice::Iter<'a, (String, Value)>),
    Many(serde_json::map::Iter<'a>),
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a String, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Borrowed::Few(items) => items.next().map(|(name, value)| (name, value)),
            Borrowed::Many(items) => items.next(),
        }
    }
}

/// Keywords with their values, taken out of [`Keywords`].
#[derive(Debug)]
pub struct IntoIter(Items);

#[derive(Debug)]
enum Items {
    Few(std::vec::IntoIter<(String, Value)>),
    Many(serde_json::map::IntoIter),
}

impl Iterator for IntoIter {
    type Item = (String, Value);

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Items::Few(items) => items.next(),
            Items::Many(items) => items.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(count: usize) {
        let entries = || (0..count).map(|number| (format!("x-{number}"), json!(number)));
        let mut keywords: Keywords = entries().collect();
        keywords.extend(entries());
        assert_eq!(keywords.len(), count);
        assert_eq!(keywords.keys().cloned().collect::<Vec<_>>(), entries().map(|e| e.0).collect::<Vec<_>>());
        // The other representation, in the other order.
        let map: Map<String, Value> = entries().collect::<Vec<_>>().into_iter().rev().collect();
        assert_eq!(Keywords::from(map.clone()), keywords);
        assert_eq!(keywords.clone().into_iter().collect::<Map<_, _>>(), map);
        assert_eq!(keywords.shift_remove("x-0"), (count > 0).then(|| json!(0)));
        assert!(!keywords.contains_key("x-0") && (count == 0 || keywords != Keywords::from(map)));
        keywords.retain(|_, value| value.as_u64() == Some(1));
        assert_eq!(keywords.get("x-1"), (count > 1).then(|| json!(1)).as_ref());
        assert_eq!(keywords.len(), usize::from(count > 1));
    }

    #[test]
    fn few_and_many_are_alike() {
        [0, 1, FEW, FEW + 1, 3 * FEW].into_iter().for_each(check);
    }
}
