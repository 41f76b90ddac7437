//! Does a TypeScript type become a schema of the same meaning?
//!
//! `ts-json-schema-generator`, which uses the TypeScript compiler itself, is the oracle: on values made of
//! its schema and of ours, both must agree.
//!
//! Its answers are stored in `data/types/expected.json`, so that the comparison runs without node. For known
//! differences, `data/types/differences.json` names the right side and the reason. A listed form that agrees
//! is a finding as well, so that the list cannot rot.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs;

use serde_json::Value;

use crate::converter::{run_command, script_path};
use crate::corpus::data_folder;
use crate::judge::Judge;
use crate::{Failure, instances, mutants, ours};

/// The script that runs the package from npm.
const GENERATOR: &str = "peers/types.mjs";

/// A form of types, and the generator's result for it.
#[derive(Debug, Clone)]
pub struct Form {
    /// Its name, which is the module's.
    pub name: String,
    /// The module.
    pub source: String,
    /// The generator's schema with objects that are open to other properties.
    pub open: Value,
    /// The same with closed objects.
    pub closed: Value,
}

impl Form {
    /// The name of the type that the module exports.
    pub fn root_name(&self) -> String {
        let mut root = "Form".to_owned();
        for word in self.name.split('-') {
            let mut letters = word.chars();
            root.extend(letters.next().map(|first| first.to_ascii_uppercase()));
            root.push_str(letters.as_str());
        }
        root
    }
}

/// All forms, by name.
pub fn read_forms() -> Result<Vec<Form>, Failure> {
    let folder = data_folder().join("types");
    let expected: Value = serde_json::from_str(&fs::read_to_string(folder.join("expected.json"))?)?;
    let expected = expected["forms"].as_object().ok_or("expected.json has no forms")?;
    let mut forms = Vec::new();
    for (name, schemas) in expected {
        let source = fs::read_to_string(folder.join(format!("{name}.ts")))?;
        let schema = |variant: &str| match &schemas[variant]["schema"] {
            Value::Null => {
                Err(format!("the generator made no schema of {name}: {}", schemas[variant]["error"]))
            }
            schema => Ok(schema.clone()),
        };
        forms.push(Form { name: name.clone(), source, open: schema("open")?, closed: schema("closed")? });
    }
    if forms.is_empty() {
        return Err("found no forms of types".into());
    }
    Ok(forms)
}

/// Runs the generator again and writes its answers.
pub fn regenerate_expected() -> Result<(), Failure> {
    let folder = data_folder().join("types");
    let paths = [script_path(GENERATOR), folder.clone()].map(|path| path.to_string_lossy().into_owned());
    let [generator, forms] = paths;
    let text = run_command(&["node".to_owned(), generator, forms], String::new())?;
    Ok(fs::write(folder.join("expected.json"), text)?)
}

/// Reasons why the generator's schema of a form is not the wanted one, by the form's name.
pub fn read_differences() -> Result<BTreeMap<String, String>, Failure> {
    Ok(serde_json::from_str(&fs::read_to_string(data_folder().join("types").join("differences.json"))?)?)
}

/// Result of a comparison.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// Number of values that were tried.
    pub values: usize,
    /// Of those, the ones that only our schema accepts.
    pub only_ours: Vec<Value>,
    /// And the ones that only theirs accepts.
    pub only_theirs: Vec<Value>,
}

impl Comparison {
    /// Returns whether both agreed on every value.
    pub fn agrees(&self) -> bool {
        self.values > 0 && self.only_ours.is_empty() && self.only_theirs.is_empty()
    }
}

/// Compares two schemas on values that are made of each, whole and broken. `seed` chooses them.
pub fn compare_schemas(seed: &str, ours: &Value, theirs: &Value) -> Result<Comparison, Failure> {
    let judges = [ours, theirs].map(Judge::new);
    let [our_judge, their_judge] = judges;
    let (our_judge, their_judge) = (our_judge?, their_judge?);
    let mut values: Vec<Value> = Vec::new();
    for (schema, judge) in [(ours, &our_judge), (theirs, &their_judge)] {
        let whole = instances::valid_values(seed, schema, judge);
        let broken = mutants::change_values(seed, schema, &whole);
        values.extend(whole);
        values.extend(broken.into_iter().map(|(_, value)| value));
    }
    let mut comparison = Comparison::default();
    for (at, value) in values.iter().enumerate() {
        if values[..at].contains(value) {
            continue;
        }
        comparison.values += 1;
        match (our_judge.accepts(value), their_judge.accepts(value)) {
            (true, false) => comparison.only_ours.push(value.clone()),
            (false, true) => comparison.only_theirs.push(value.clone()),
            _ => {}
        }
    }
    Ok(comparison)
}

/// Result of the comparison of all forms.
#[derive(Debug, Default)]
pub struct Report {
    forms: usize,
    agreeing: usize,
    values: usize,
    /// Forms that differ for a reason that is listed.
    explained: Vec<String>,
    /// Corrections to make: a form that differs, or a reason for one that does not.
    findings: Vec<String>,
}

impl Report {
    /// Returns whether no correction is needed.
    pub fn is_well(&self) -> bool {
        self.findings.is_empty() && self.forms > 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { forms, agreeing, values, explained, findings } = self;
        writeln!(f, "{agreeing} of {forms} forms of types: the same verdict on each of {values} values")?;
        for form in explained {
            writeln!(f, "- differs with reason: {form}")?;
        }
        for finding in findings {
            writeln!(f, "- {finding}")?;
        }
        Ok(())
    }
}

/// Compares our schema of every form with the generator's.
pub fn write_report() -> Result<Report, Failure> {
    let differences = read_differences()?;
    let mut report = Report::default();
    for form in read_forms()? {
        report.forms += 1;
        let verdict = judge_form(&form, &mut report.values)?;
        match (verdict, differences.get(&form.name)) {
            (None, None) => report.agreeing += 1,
            (None, Some(_)) => {
                report.findings.push(format!("{}: agrees now; take it off the list", form.name));
            }
            (Some(_), Some(reason)) => report.explained.push(format!("{}: {reason}", form.name)),
            (Some(difference), None) => report.findings.push(format!("{}: {difference}", form.name)),
        }
    }
    Ok(report)
}

/// The first difference of a form, in words.
fn judge_form(form: &Form, values: &mut usize) -> Result<Option<String>, Failure> {
    let ours = match ours::schema_of_type(&form.source, &form.root_name()) {
        Ok(ours) => ours.value,
        Err(error) => return Ok(Some(format!("we refuse it: {error}"))),
    };
    let comparison = compare_schemas(&form.name, &ours, &form.open)?;
    *values += comparison.values;
    if comparison.agrees() {
        return Ok(None);
    }
    let mut text = String::new();
    for (who, accepted) in [("we", comparison.only_ours), ("they", comparison.only_theirs)] {
        if let Some(value) = accepted.first() {
            let _ = write!(text, "only {who} accept {value} and {} others; ", accepted.len() - 1);
        }
    }
    let _ = write!(text, "ours is {ours}");
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn agreement_is_found_and_so_is_its_lack() {
        let strict =
            json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "string" } } });
        let loose = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        assert!(compare_schemas("x", &strict, &strict.clone()).unwrap().agrees());
        let comparison = compare_schemas("x", &loose, &strict).unwrap();
        assert!(!comparison.agrees());
        assert_eq!((comparison.only_ours, comparison.only_theirs), (vec![json!({})], vec![]));
    }

    #[test]
    fn every_form_was_given_to_the_generator() {
        let known: Vec<String> = read_forms().unwrap().into_iter().map(|form| form.name).collect();
        let modules = fs::read_dir(data_folder().join("types"))
            .unwrap()
            .flatten()
            .filter_map(|entry| Some(entry.file_name().to_string_lossy().strip_suffix(".ts")?.to_owned()));
        for module in modules {
            assert!(
                known.contains(&module),
                "`cargo xtask soundness types --regenerate` was not run for {module}"
            );
        }
        assert_eq!(known.len(), 116);
    }
}
