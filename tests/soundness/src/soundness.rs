//! Does a declaration accept the values that its schema accepts, and refuse the rest?
//!
//! `tsc` decides, for every converter and in one run.
//!
//! For each value there are two questions. *Assignable*: may a variable of exactly this value's type be used
//! as `Root`? *Fresh*: may the value be written down where a `Root` is expected? A model does the second, and
//! there the compiler refuses undeclared properties.
//!
//! A type cannot express everything in a schema, so refusing is counted in percent. Accepting is not: a type
//! that refuses a value that the schema accepts makes a model's right call wrong. If a schema was not
//! converted, or the compiler refuses the declaration itself, nothing counts as accepted and nothing as
//! refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::Failure;
use crate::compiler;
use crate::converter::Converter;
use crate::corpus::{Case, Corpus, Label, Of};
use crate::literal;

/// Results of one converter on one corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Score {
    /// Schemas that it did not convert.
    pub errors: usize,
    /// Declarations that the compiler refuses.
    pub broken: usize,
    /// For each kind of value, how many there are and how many were accepted.
    pub tallies: BTreeMap<Label, Tally>,
    /// Its errors, in words.
    pub misses: Vec<Miss>,
}

/// Values of one kind, and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of values.
    pub total: usize,
    /// Number of values that were treated correctly when assigned.
    pub assignable: usize,
    /// And how many when written as a literal.
    pub fresh: usize,
}

/// Something that a converter got wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miss {
    /// The case.
    pub case: String,
    /// Kind of the error: an error of the converter, a broken declaration, or the kind of value.
    pub what: String,
    /// The message, or the value.
    pub detail: String,
}

impl Score {
    /// The tally of valid values.
    pub fn valid(&self) -> Tally {
        self.tallies.get(&Label::Valid).copied().unwrap_or_default()
    }

    /// The tally of all values that do not fit.
    pub fn invalid(&self) -> Tally {
        let mut sum = Tally::default();
        for (label, tally) in &self.tallies {
            if *label != Label::Valid {
                sum.total += tally.total;
                sum.assignable += tally.assignable;
                sum.fresh += tally.fresh;
            }
        }
        sum
    }
}

/// Runs `converter` over all `corpora` and lets the compiler judge; one score for each corpus.
pub fn measure_converters(converter: &Converter, corpora: &[Corpus]) -> Result<Vec<Score>, Failure> {
    let cases: Vec<(Of, &Case)> =
        corpora.iter().flat_map(|corpus| corpus.cases.iter().map(|case| (corpus.of, case))).collect();
    let declarations = converter.convert(&cases)?;
    let mut modules = Vec::new();
    for (at, ((_, case), declaration)) in cases.iter().zip(&declarations).enumerate() {
        if let Ok(text) = declaration {
            modules.push((format!("c{at}"), write_module(case, text)));
        }
    }
    let errors = compiler::check_modules(&modules)?;
    let none = BTreeSet::new();
    let mut scores = Vec::new();
    let mut at = 0;
    for corpus in corpora {
        let mut score = Score::default();
        for case in &corpus.cases {
            let refused = errors.get(&format!("c{at}")).unwrap_or(&none);
            count_verdicts(&mut score, case, declarations.get(at), refused);
            at += 1;
        }
        scores.push(score);
    }
    Ok(scores)
}

/// Module of a case: the assertions, two lines for each value, and then the declaration.
///
/// Types may be used before they are declared, so the number of an assertion's line does not depend on the declaration.
fn write_module(case: &Case, declaration: &str) -> String {
    let mut text = String::new();
    for (at, instance) in case.instances.iter().enumerate() {
        let exact = literal::exact_type(&instance.value);
        let _ = writeln!(text, "declare const value{at}: {exact}; const assignable{at}: Root = value{at};");
        let _ = writeln!(text, "const fresh{at}: Root = {};", literal::to_expression(&instance.value));
    }
    text.push_str(declaration);
    text.push_str("\nexport {};\n");
    text
}

fn count_verdicts(
    score: &mut Score,
    case: &Case,
    declaration: Option<&Result<String, String>>,
    refused: &BTreeSet<usize>,
) {
    let mut miss = |what: &str, detail: String| {
        score.misses.push(Miss { case: case.id.clone(), what: what.to_owned(), detail });
    };
    let declared = match declaration {
        Some(Ok(text)) if refused.iter().any(|line| *line > 2 * case.instances.len()) => {
            score.broken += 1;
            miss("broken declaration", text.clone());
            false
        }
        Some(Ok(_)) => true,
        Some(Err(error)) => {
            score.errors += 1;
            miss("error", error.clone());
            false
        }
        None => false,
    };
    for (at, instance) in case.instances.iter().enumerate() {
        let should_accept = instance.label == Label::Valid;
        let right = |line: usize| declared && refused.contains(&line) != should_accept;
        let (assignable, fresh) = (right(2 * at + 1), right(2 * at + 2));
        let tally = score.tallies.entry(instance.label).or_default();
        tally.total += 1;
        tally.assignable += usize::from(assignable);
        tally.fresh += usize::from(fresh);
        if declared && !(assignable && fresh) {
            let how = match (assignable, fresh) {
                (false, true) => ", assigned",
                (true, false) => ", fresh",
                _ => "",
            };
            let what = match instance.label {
                Label::Valid => format!("valid refused{how}"),
                Label::Invalid => format!("invalid accepted{how}"),
                Label::Mutant(class) => format!("{} accepted{how}", class.name()),
            };
            score.misses.push(Miss { case: case.id.clone(), what, detail: instance.value.to_string() });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::corpus::Instance;

    fn case(values: &[(bool, serde_json::Value)]) -> Case {
        let label = |valid| if valid { Label::Valid } else { Label::Invalid };
        let instances =
            values.iter().map(|(valid, value)| Instance { value: value.clone(), label: label(*valid) });
        Case { id: "case".to_owned(), schema: json!({}), instances: instances.collect() }
    }

    #[track_caller]
    fn check(declaration: &str, values: &[(bool, serde_json::Value)]) -> Score {
        let case = case(values);
        let errors = compiler::check_modules(&[("c0".to_owned(), write_module(&case, declaration))]).unwrap();
        let mut score = Score::default();
        count_verdicts(
            &mut score,
            &case,
            Some(&Ok(declaration.to_owned())),
            errors.get("c0").unwrap_or(&BTreeSet::new()),
        );
        score
    }

    #[test]
    fn accepted_and_refused_are_told_apart() {
        let values =
            [(true, json!({ "a": 1 })), (false, json!({ "a": 1, "b": 2 })), (false, json!({ "a": "x" }))];
        let score = check("type Root = { a: number };", &values);
        assert_eq!(score.valid(), Tally { total: 1, assignable: 1, fresh: 1 });
        assert_eq!(score.invalid(), Tally { total: 2, assignable: 1, fresh: 2 });
        assert_eq!(score.misses.len(), 1);
        assert_eq!((score.misses[0].what.as_str(), score.broken), ("invalid accepted, assigned", 0));
    }

    #[test]
    fn a_broken_declaration_accepts_and_refuses_nothing() {
        let values = [(true, json!(1)), (false, json!("x"))];
        let score = check("type Root = number & Missing;", &values);
        assert_eq!((score.broken, score.valid().assignable, score.invalid().assignable), (1, 0, 0));
    }
}
