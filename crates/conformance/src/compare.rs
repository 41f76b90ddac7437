//! Comparison of an answer with the expectation of a check, and their first difference.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::case::{CheckDiagnostic, Expectation};
use crate::implementation::CheckAnswer;
use crate::judge::CheckOutcome;
use crate::suite::Check;

/// Judges one answer. `diagnostics` derives from the description of the implementation.
pub(crate) fn compare(check: &Check, answer: CheckAnswer, diagnostics: Diagnostics<'_>) -> CheckOutcome {
    let (found, findings) = match answer {
        CheckAnswer::Skip(why) => return CheckOutcome::Skipped(why),
        CheckAnswer::Error(why) => return CheckOutcome::Wrong(format!("the implementation failed: {why}")),
        CheckAnswer::Value { value, diagnostics } => (Some(value), diagnostics),
        CheckAnswer::Reject { diagnostics } => (None, diagnostics),
    };
    let difference = match (&check.expectation, found) {
        (Expectation::Reject, None) => None,
        (Expectation::Reject, Some(_)) => Some("expected a rejection, found a value".to_owned()),
        (Expectation::Value(_), None) => Some("expected a value, found a rejection".to_owned()),
        (Expectation::Value(accepted), Some(found)) => differs(accepted, &found),
    };
    if let Some(difference) = difference {
        return CheckOutcome::Wrong(difference);
    }
    match (&check.diagnostics, diagnostics) {
        (Some(expected), Diagnostics::ComparedBut(slips)) => {
            let counts = |finding: &CheckDiagnostic| !slips.contains(&finding.code);
            let expected: Vec<CheckDiagnostic> =
                expected.iter().filter(|finding| counts(finding)).cloned().collect();
            let findings = findings.map(|all| all.into_iter().filter(counts).collect());
            differing_diagnostics(&expected, findings).map_or(CheckOutcome::Right, CheckOutcome::Wrong)
        }
        (Some(expected), Diagnostics::Compared) => match differing_diagnostics(expected, findings) {
            Some(difference) => CheckOutcome::Wrong(difference),
            None => CheckOutcome::Right,
        },
        _ => CheckOutcome::Right,
    }
}

/// Comparison of the diagnostics of an implementation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Diagnostics<'a> {
    Compared,
    /// Compares all but those with these codes.
    ComparedBut(&'a BTreeSet<String>),
    NotGiven,
}

fn differs(accepted: &[Value], found: &Value) -> Option<String> {
    let mut first = None;
    for expected in accepted {
        let difference = difference(expected, found, &mut String::new())?;
        first.get_or_insert(difference);
    }
    let others = accepted.len().saturating_sub(1);
    first.map(|text| if others == 0 { text } else { format!("{text} (nor is it one of {others} others)") })
}

/// Returns the first difference of two JSON values, with its JSON Pointer.
///
/// The order of members does not matter, and numbers are equal when their values are.
fn difference(expected: &Value, found: &Value, at: &mut String) -> Option<String> {
    match (expected, found) {
        (Value::Object(a), Value::Object(b)) => {
            for (key, value) in a {
                let Some(other) = b.get(key) else {
                    return Some(format!("{}: expected a member {key:?}, found none", place(at)));
                };
                if let Some(text) = inside(at, &key.replace('~', "~0").replace('/', "~1"), value, other) {
                    return Some(text);
                }
            }
            let extra = b.keys().find(|key| !a.contains_key(*key))?;
            Some(format!("{}: found a member {extra:?}, expected none", place(at)))
        }
        (Value::Array(a), Value::Array(b)) => {
            for (i, (value, other)) in a.iter().zip(b).enumerate() {
                if let Some(text) = inside(at, &i.to_string(), value, other) {
                    return Some(text);
                }
            }
            let lengths = (a.len(), b.len());
            (lengths.0 != lengths.1)
                .then(|| format!("{}: expected {} elements, found {}", place(at), lengths.0, lengths.1))
        }
        (Value::Number(a), Value::Number(b))
            if a == b || (a.as_f64().is_some() && a.as_f64() == b.as_f64()) =>
        {
            None
        }
        (Value::String(a), Value::String(b)) if a != b && (a.contains('\n') || b.contains('\n')) => {
            Some(format!("{}: {}", place(at), differing_line(a, b)))
        }
        (a, b) if a == b => None,
        (a, b) => Some(format!("{}: expected {}, found {}", place(at), short(a), short(b))),
    }
}

fn inside(at: &mut String, key: &str, expected: &Value, found: &Value) -> Option<String> {
    let length = at.len();
    at.push('/');
    at.push_str(key);
    let difference = difference(expected, found, at);
    at.truncate(length);
    difference
}

fn place(at: &str) -> &str {
    if at.is_empty() { "the value" } else { at }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= 160 { text } else { format!("{}…", &text[..text.floor_char_boundary(160)]) }
}

fn differing_line(expected: &str, found: &str) -> String {
    let (mut a, mut b) = (expected.split_inclusive('\n'), found.split_inclusive('\n'));
    let mut number = 1;
    loop {
        match (a.next(), b.next()) {
            (Some(x), Some(y)) if x == y => number += 1,
            (x, y) => {
                let show = |line: Option<&str>| line.map_or("the end".to_owned(), |l| short(&l.into()));
                return format!("line {number}: expected {}, found {}", show(x), show(y));
            }
        }
    }
}

/// Compares two multisets.
fn differing_diagnostics(
    expected: &[CheckDiagnostic],
    found: Option<Vec<CheckDiagnostic>>,
) -> Option<String> {
    let mut surplus = found.unwrap_or_default();
    let mut missing = Vec::new();
    for finding in expected {
        match surplus.iter().position(|other| other == finding) {
            Some(i) => drop(surplus.swap_remove(i)),
            None => missing.push(finding.to_string()),
        }
    }
    if missing.is_empty() && surplus.is_empty() {
        return None;
    }
    surplus.sort();
    let list = |items: Vec<String>| if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    let surplus = surplus.iter().map(CheckDiagnostic::to_string).collect();
    Some(format!("diagnostics: missing {}; not expected {}", list(missing), list(surplus)))
}

#[cfg(test)]
mod tests {
    use super::{Diagnostics, compare, difference};
    use crate::case::{Args, CheckDiagnostic, CheckSeverity, Expectation, Operation};
    use crate::implementation::CheckAnswer;
    use crate::judge::CheckOutcome;
    use crate::suite::Check;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(expected: &Value, found: &Value, difference_text: Option<&str>) {
        assert_eq!(difference(expected, found, &mut String::new()).as_deref(), difference_text);
    }

    #[test]
    fn order_matters_for_elements_only() {
        check(&json!({"a": 1, "b": 2}), &json!({"b": 2, "a": 1.0}), None);
        check(&json!([1, 2]), &json!([2, 1]), Some("/0: expected 1, found 2"));
    }

    #[test]
    fn differences_have_json_pointers() {
        check(
            &json!({"a/b": [{"x": "y"}]}),
            &json!({"a/b": [{"x": null}]}),
            Some("/a~1b/0/x: expected \"y\", found null"),
        );
        check(&json!({"a": 1}), &json!({}), Some("the value: expected a member \"a\", found none"));
        check(&json!({}), &json!({"a": 1}), Some("the value: found a member \"a\", expected none"));
        check(&json!([1]), &json!([1, 2]), Some("the value: expected 1 elements, found 2"));
        check(&json!("a\nb\n"), &json!("a\nb"), Some("the value: line 2: expected \"b\\n\", found \"b\""));
        check(&json!("a\n"), &json!("a\nb"), Some("the value: line 2: expected the end, found \"b\""));
        check(&json!(null), &json!(false), Some("the value: expected null, found false"));
    }

    fn question(expectation: Expectation, diagnostics: Option<Vec<CheckDiagnostic>>) -> Check {
        Check {
            id: "a/b#parse".to_owned(),
            operation: Operation::Parse,
            input: Vec::new(),
            args: Args::default(),
            expectation,
            diagnostics,
        }
    }

    fn answer(value: Value, lines: &[u64]) -> CheckAnswer {
        let finding = |&line| CheckDiagnostic::new("c", CheckSeverity::Hint, line);
        CheckAnswer::Value { value, diagnostics: Some(lines.iter().map(finding).collect()) }
    }

    #[test]
    fn diagnostics_are_a_multiset() {
        let finding = |line| CheckDiagnostic::new("c", CheckSeverity::Hint, line);
        let asked =
            question(Expectation::Value(vec![json!(1)]), Some(vec![finding(1), finding(2), finding(2)]));
        let given = |lines: &[u64]| compare(&asked, answer(json!(1), lines), Diagnostics::Compared);
        assert_eq!(given(&[2, 1, 2]), CheckOutcome::Right);
        assert_eq!(
            given(&[2, 1, 3]),
            CheckOutcome::Wrong(
                "diagnostics: missing hint c on line 2; not expected hint c on line 3".to_owned()
            )
        );
        assert_eq!(compare(&asked, answer(json!(1), &[]), Diagnostics::NotGiven), CheckOutcome::Right);
        assert_eq!(compare(&asked, CheckAnswer::value(json!(1)), Diagnostics::Compared), given(&[]));
    }

    #[test]
    fn rejection_failure_and_value_differ() {
        let wrong = |outcome: CheckOutcome| matches!(outcome, CheckOutcome::Wrong(_));
        let reject = question(Expectation::Reject, None);
        let value = question(Expectation::Value(vec![json!(1), json!(2)]), None);
        let judge = |asked: &Check, answer| compare(asked, answer, Diagnostics::Compared);
        assert_eq!(judge(&reject, CheckAnswer::reject()), CheckOutcome::Right);
        assert!(wrong(judge(&reject, CheckAnswer::value(json!(1)))));
        assert!(wrong(judge(&reject, CheckAnswer::Error("trace".to_owned()))));
        assert!(wrong(judge(&value, CheckAnswer::reject())));
        assert_eq!(judge(&value, CheckAnswer::value(json!(2))), CheckOutcome::Right);
        assert!(wrong(judge(&value, CheckAnswer::value(json!(3)))));
        assert_eq!(judge(&value, CheckAnswer::Skip("no".to_owned())), CheckOutcome::Skipped("no".to_owned()));
    }
}
