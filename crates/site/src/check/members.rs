//! Members that an object of JSON has twice.
//!
//! RFC 8259, section 4, leaves to a reader which of them counts: `serde_json` takes the last, others the first, so that a list may
//! show one text to those who review it and another to a model.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// Members that are reported.
const MOST: usize = 100;

/// Returns the pointers of members that follow one of their name, in JSON or JSON Lines.
///
/// Everything after a value that cannot be read is left out.
pub(super) fn repeated(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut values = serde_json::Deserializer::from_str(text);
    let first = Element { at: String::new(), found: &mut found };
    if first.deserialize(&mut values).is_ok() && values.end().is_err() {
        found.clear();
        let mut lines = serde_json::Deserializer::from_str(text);
        let mut index = 0;
        while (Element { at: format!("/{index}"), found: &mut found }).deserialize(&mut lines).is_ok() {
            index += 1;
        }
    }
    found
}

/// A value at a pointer.
struct Element<'f> {
    at: String,
    found: &'f mut Vec<String>,
}

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = members.next_key::<String>()? {
            let at = webagents_schema::pointer(&self.at, &name);
            if !names.insert(name) && self.found.len() < MOST {
                self.found.push(at.clone());
            }
            members.next_value_seed(Element { at, found: &mut *self.found })?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let mut index = 0;
        let next = |index: usize| format!("{}/{index}", self.at);
        while elements.next_element_seed(Element { at: next(index), found: &mut *self.found })?.is_some() {
            index += 1;
        }
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_are_there_twice_are_found() {
        for (text, expected) in [
            (
                r#"{"a": 1, "b": {"a": [{"c/d": 1, "x": null, "c/d": true}]}, "a": "t"}"#,
                &["/b/a/0/c~1d", "/a"][..],
            ),
            ("{\"a\": 1}\n{\"b\": 1.5, \"b\": -1}\n", &["/1/b"]),
            (r#"{"a": 1, "A": 2, "\u0061": 3}"#, &["/a"]),
            (r#"{"a": 1, "a": 1, "b": 1e999}"#, &["/a"]),
            ("", &[]),
            ("[[", &[]),
        ] {
            assert_eq!(repeated(text), expected, "{text}");
        }
        let many = format!("{{{}}}", vec!["\"a\": 0"; 1_000].join(","));
        assert_eq!(repeated(&many).len(), MOST);
    }
}
