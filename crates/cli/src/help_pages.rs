//! Pages of `webagents help` that describe files and codes, and no command.
//!
//! `cargo xtask codegen` copies them to `docs/reference`.

use std::ffi::OsString;

/// Pages by the name of their topic.
const PAGES: [(&str, &str); 3] = [
    ("policy", include_str!("help/policy.md")),
    ("exit-codes", include_str!("help/exit-codes.md")),
    ("config", include_str!("help/config.md")),
];

/// Returns the page that the arguments request: `help TOPIC`.
pub(crate) fn requested(arguments: impl IntoIterator<Item = OsString>) -> Option<&'static str> {
    let words: Vec<OsString> = arguments.into_iter().skip(1).take(3).collect();
    let [help, topic] = words.as_slice() else { return None };
    let page = PAGES.iter().find(|(name, _)| help == "help" && topic == name)?;
    Some(page.1)
}

#[cfg(test)]
mod tests {
    use webagents_runtime::Policy;
    use webagents_site::check::config_schema;

    use super::*;

    #[test]
    fn pages_are_found_by_topic() {
        let page = |words: &[&str]| requested(words.iter().map(OsString::from));
        for (topic, text) in PAGES {
            assert_eq!(page(&["webagents", "help", topic]), Some(text));
        }
        for words in [&["webagents", "help"][..], &["webagents", "help", "exec"], &["webagents", "policy"]] {
            assert_eq!(page(words), None, "{words:?}");
        }
        assert_eq!(page(&["webagents", "help", "policy", "x"]), None);
    }

    /// Returns the cells of the rows of all tables of a page.
    fn rows(page: &str) -> Vec<Vec<&str>> {
        let rows = page.lines().filter(|line| line.starts_with("| "));
        rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
    }

    #[test]
    fn policy_page_has_each_member() {
        let rows = rows(PAGES[0].1);
        let policy = serde_json::to_value(Policy::default()).unwrap();
        let members = policy.as_object().unwrap();
        assert_eq!(rows.len(), members.len() + 1, "{rows:?}");
        for (name, value) in members {
            let row = rows.iter().find(|row| row[0] == format!("`{name}`"));
            let row = row.unwrap_or_else(|| panic!("the page lacks {name}"));
            let default = if value.is_array() { "none".to_owned() } else { format!("`{value}`") };
            assert_eq!(row[2], default, "{name}");
        }
    }

    #[test]
    fn config_page_has_each_key() {
        let rows = rows(PAGES[2].1);
        let schema = config_schema();
        let keys = schema["properties"].as_object().unwrap();
        assert_eq!(rows.len(), keys.len() + 1, "{rows:?}");
        for (name, key) in keys {
            let row = rows.iter().find(|row| row[0] == format!("`{name}`"));
            let row = row.unwrap_or_else(|| panic!("the page lacks {name}"));
            if let Some(default) = key["default"].as_u64() {
                assert_eq!(row[2], default.to_string(), "{name}");
            }
        }
    }

    #[cfg(feature = "browser")]
    #[test]
    fn exit_code_page_has_each_kind() {
        let rows = rows(PAGES[1].1);
        for exit in crate::exit::Exit::ALL.into_iter().skip(1) {
            let of_exit = rows.iter().filter(|row| row[0] == (exit as u8).to_string());
            assert!(of_exit.into_iter().any(|row| row[1] == format!("`{}`", exit.name())), "{exit:?}");
        }
    }
}
