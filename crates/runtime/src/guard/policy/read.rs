//! Reads a policy from JSON.
//!
//! Every error has its path, the expected value, and the name that was perhaps meant.
//!
//! The derived reader would accept a list in the place of an object, and keep the last of two members of the same name
//! without a word. A policy decides what code may do, so each of these is refused.

use std::fmt::{self, Write as _};

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use webagents_schema::{did_you_mean, near_names};

use super::{AnnotationTrust, FIELDS, Policy, PolicyRule, Verdict};
use crate::page::escape_name;

/// JSON with its members as they were written, so that two of the same name are two.
enum Tree {
    Object(Vec<(String, Tree)>),
    List(Vec<Tree>),
    Text(String),
    /// Anything else, by the name of its type.
    Other(&'static str),
}

impl Tree {
    fn kind(&self) -> String {
        match self {
            Self::Object(_) => "an object".to_owned(),
            Self::List(_) => "a list".to_owned(),
            Self::Text(text) => format!("\"{}\"", escape_name(text)),
            Self::Other(kind) => (*kind).to_owned(),
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Tree, E> {
        Ok(Tree::Other("a boolean"))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Tree, E> {
        Ok(Tree::Other("a number"))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Tree, E> {
        Ok(Tree::Other("a number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Tree, E> {
        Ok(Tree::Other("a number"))
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Other("null"))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Tree, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = object.next_entry()? {
            members.push(member);
        }
        Ok(Tree::Object(members))
    }
}

impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        policy(Tree::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for PolicyRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        rule("rule", Tree::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// Returns the names of the members of a policy, in written order.
fn member_names() -> Vec<&'static str> {
    std::iter::once("rules").chain(FIELDS.map(|(name, _)| name)).chain(["annotations"]).collect()
}

fn policy(tree: Tree) -> Result<Policy, String> {
    let mut policy = Policy::default();
    for (name, value) in members("the policy", tree, &member_names())? {
        let field = match name.as_str() {
            "rules" => {
                let Tree::List(list) = value else {
                    return Err(format!("rules: expected a list of rules, found {}", value.kind()));
                };
                let rules =
                    list.into_iter().enumerate().map(|(at, tree)| rule(&format!("rules[{at}]"), tree));
                policy.rules = rules.collect::<Result<_, _>>()?;
                continue;
            }
            "annotations" => {
                policy.annotations = one_of(&name, &value, &READINGS)?;
                continue;
            }
            _ => match FIELDS.iter().find(|(field, _)| *field == name) {
                Some((_, field)) => field(&mut policy),
                None => continue,
            },
        };
        *field = one_of(&name, &value, &VERDICTS)?;
    }
    Ok(policy)
}

fn rule(path: &str, tree: Tree) -> Result<PolicyRule, String> {
    let (mut tools, mut verdict) = (None, None);
    for (name, value) in members(path, tree, &["tools", "verdict"])? {
        let path = format!("{path}.{name}");
        match (name.as_str(), value) {
            ("verdict", value) => verdict = Some(one_of(&path, &value, &VERDICTS)?),
            (_, Tree::Text(text)) => {
                if text.is_empty() || text.trim() != text {
                    return Err(format!(
                        "{path}: expected a tool's name, in which * matches any characters, found \"{}\"; remove the \
                         white space around it",
                        escape_name(&text)
                    ));
                }
                tools = Some(text);
            }
            (_, other) => return Err(format!("{path}: expected a tool's name, found {}", other.kind())),
        }
    }
    match (tools, verdict) {
        (Some(tools), Some(verdict)) => Ok(PolicyRule { tools, verdict }),
        (None, _) => Err(format!("{path}: expected a member \"tools\", found none")),
        (_, None) => Err(format!("{path}: expected a member \"verdict\", found none")),
    }
}

/// The members of an object, each with a name of `known` and at most once.
fn members(path: &str, tree: Tree, known: &[&str]) -> Result<Vec<(String, Tree)>, String> {
    let Tree::Object(members) = tree else {
        return Err(format!("{path}: expected an object, found {}", tree.kind()));
    };
    for (at, (name, _)) in members.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let mut message = format!("{path}: unknown member \"{}\"", escape_name(name));
            match near_names(name, known.iter().copied()) {
                // Writing to a String cannot fail.
                found if found.is_empty() => {
                    let _ = write!(message, "; expected one of {}", known.join(", "));
                }
                found => message.push_str(&did_you_mean(&found)),
            }
            return Err(message);
        }
        if members.iter().take(at).any(|(other, _)| other == name) {
            return Err(format!("{path}: the member \"{name}\" is there twice; keep one"));
        }
    }
    Ok(members)
}

const VERDICTS: [(&str, Verdict); 3] =
    [("allow", Verdict::Allow), ("confirm", Verdict::Confirm), ("deny", Verdict::Deny)];
const READINGS: [(&str, AnnotationTrust); 3] = [
    ("marked", AnnotationTrust::Marked),
    ("caution", AnnotationTrust::Caution),
    ("vouched", AnnotationTrust::Vouched),
];

fn one_of<T: Copy>(path: &str, value: &Tree, choices: &[(&str, T)]) -> Result<T, String> {
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let Tree::Text(text) = value else {
        return Err(format!("{path}: expected one of {}, found {}", names.join(", "), value.kind()));
    };
    let found = choices.iter().find(|(name, _)| name == text).map(|(_, choice)| *choice);
    found.ok_or_else(|| {
        let near = near_names(text, names.iter().copied());
        format!("{path}: expected one of {}, found {}{}", names.join(", "), value.kind(), did_you_mean(&near))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_its_path() {
        for (text, fault) in [
            ("[]", "the policy: expected an object, found a list"),
            ("null", "the policy: expected an object, found null"),
            ("\"deny\"", "the policy: expected an object, found \"deny\""),
            (
                r#"{"destructiv": "allow"}"#,
                "the policy: unknown member \"destructiv\"; did you mean destructive?",
            ),
            (
                r#"{"x_y_z_w_q": 1}"#,
                "the policy: unknown member \"x_y_z_w_q\"; expected one of rules, destructive",
            ),
            (r#"{"destructive": "yes"}"#, "destructive: expected one of allow, confirm, deny, found \"yes\""),
            (
                r#"{"destructive": "Deny"}"#,
                "destructive: expected one of allow, confirm, deny, found \"Deny\"; did you mean deny?",
            ),
            (
                r#"{"destructive": true}"#,
                "destructive: expected one of allow, confirm, deny, found a boolean",
            ),
            (
                r#"{"annotations": ["marked"]}"#,
                "annotations: expected one of marked, caution, vouched, found a list",
            ),
            (
                r#"{"names": "deny", "names": "allow"}"#,
                "the policy: the member \"names\" is there twice; keep one",
            ),
            (r#"{"rules": {}}"#, "rules: expected a list of rules, found an object"),
            (r#"{"rules": [["x", "deny"]]}"#, "rules[0]: expected an object, found a list"),
            (
                r#"{"rules": [{"tool": "x", "verdict": "deny"}]}"#,
                "rules[0]: unknown member \"tool\"; did you mean tools?",
            ),
            (r#"{"rules": [{"verdict": "deny"}]}"#, "rules[0]: expected a member \"tools\", found none"),
            (r#"{"rules": [{"tools": "x"}]}"#, "rules[0]: expected a member \"verdict\", found none"),
            (
                r#"{"rules": [{"tools": 1, "verdict": "deny"}]}"#,
                "rules[0].tools: expected a tool's name, found a number",
            ),
            (
                r#"{"rules": [{"tools": "pay ", "verdict": "deny"}]}"#,
                "rules[0].tools: expected a tool's name",
            ),
            (r#"{"rules": [{"tools": "", "verdict": "deny"}]}"#, "rules[0].tools: expected a tool's name"),
            (
                r#"{"rules": [{"tools": "a", "verdict": "deny"}, {"tools": "x", "verdict": "denny"}]}"#,
                "rules[1].verdict: expected one of allow, confirm, deny, found \"denny\"; did you mean deny?",
            ),
        ] {
            let error = serde_json::from_str::<Policy>(text).unwrap_err().to_string();
            assert!(error.starts_with(fault), "{text}: {error}");
        }
    }

    #[test]
    fn every_member_is_read_back() {
        let policy = Policy::strict()
            .with_rule("cart.*", Verdict::Deny)
            .with_open_world(Verdict::Confirm)
            .with_untrusted_content(Verdict::Deny)
            .with_otherwise(Verdict::Confirm)
            .with_replaced(Verdict::Confirm)
            .with_redefined(Verdict::Allow)
            .with_annotations(AnnotationTrust::Vouched);
        let text = serde_json::to_string(&policy).unwrap();
        assert_eq!(serde_json::from_str::<Policy>(&text).unwrap(), policy);
        let written: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(written.as_object().unwrap().keys().collect::<Vec<_>>(), member_names());
        assert_eq!(serde_json::from_str::<Policy>("{}").unwrap(), Policy::default());
    }
}
