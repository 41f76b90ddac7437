//! The caller's own capabilities of a session, and its name at a Grid.
//!
//! The decision: merging is by shape and not by name, so that it needs to know no browser's options.

use serde_json::{Map, Value};

use crate::options::BrowserOptions;

/// Characters of a name for a Grid, which writes it into each line that it logs about the session.
const NAME_CHARS: usize = 200;

/// Levels down to which members are merged; deeper members replace ours as a whole.
const LEVELS: usize = 8;

/// Adds the caller's capabilities to `capabilities`.
pub(crate) fn add(capabilities: &mut Map<String, Value>, options: &BrowserOptions, is_elsewhere: bool) {
    if is_elsewhere && let Some(name) = &options.driver.name {
        let name: String = name.chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect();
        capabilities.insert("se:name".to_owned(), Value::from(name));
    }
    merge(capabilities, &options.driver.capabilities, LEVELS);
}

fn merge(into: &mut Map<String, Value>, from: &Map<String, Value>, levels: usize) {
    for (name, wish) in from {
        match (into.get_mut(name), wish) {
            (Some(Value::Object(ours)), Value::Object(wish)) if levels > 0 => merge(ours, wish, levels - 1),
            (Some(Value::Array(ours)), Value::Array(wish)) => ours.extend(wish.iter().cloned()),
            (Some(ours), wish) => ours.clone_from(wish),
            (None, wish) => {
                into.insert(name.clone(), wish.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(members) => members,
            other => panic!("no object: {other}"),
        }
    }

    #[track_caller]
    fn check(name: Option<&str>, own: Value, is_elsewhere: bool, expected: &Value) {
        let mut all = object(ours());
        let mut options = BrowserOptions::default();
        options.driver.name = name.map(str::to_owned);
        options.driver.capabilities = object(own);
        add(&mut all, &options, is_elsewhere);
        assert_eq!(Value::Object(all), *expected);
    }

    fn ours() -> Value {
        json!({ "browserName": "chrome", "goog:chromeOptions": { "args": ["--headless"] } })
    }

    #[test]
    fn wishes_are_merged() {
        check(
            None,
            json!({ "goog:chromeOptions": { "args": ["--lang=de"], "binary": "/x" }, "browserVersion": "156" }),
            true,
            &json!({
                "browserName": "chrome",
                "goog:chromeOptions": { "args": ["--headless", "--lang=de"], "binary": "/x" },
                "browserVersion": "156",
            }),
        );
        let other = json!({ "browserName": "firefox", "goog:chromeOptions": null });
        check(None, other.clone(), true, &other);
    }

    #[test]
    fn only_a_driver_elsewhere_is_told_the_name() {
        check(Some("orders"), json!({}), false, &ours());
        let mut named = ours();
        named["se:name"] = json!("or\u{fc}ders 1");
        check(Some("or\u{fc}ders\n 1\u{1b}"), json!({}), true, &named);
    }
}
