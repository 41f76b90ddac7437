//! Loader of `spec/conformance`.
//!
//! Everything that could make a case test less than it states is an error here: a missing or superfluous file, an
//! unknown key, an id other than the name of its folder, no case at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::case::{Args, CaseFile, CheckDiagnostic, CheckSeverity, Expectation, OpFile, Operation, Version};
use crate::error::{Error, ErrorKind};
use crate::input::CaseInput;

/// Conformance suite loaded from disk: test cases for implementations of `webagents.md`.
///
/// It serializes to the format of `schema/bundle.schema.json`, without the comment.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Suite {
    /// Version of the suite. The minor part grows with new cases, the major with changed expectations.
    pub version: String,
    /// Versions of the specification that the suite covers, oldest first; never empty.
    pub spec_versions: Vec<String>,
    /// Operations, such as parsing a `webagents.md`, that the suite tests.
    pub operations: Vec<Operation>,
    /// Conformance classes of the specification, such as `reader`, with the operations of each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub classes: BTreeMap<String, Vec<Operation>>,
    /// Codes of the diagnostics about probable typing errors in syntax, such as an underlined heading.
    ///
    /// They are only compared for an implementation with the capability [`SLIPS`].
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub slips: BTreeSet<String>,
    /// Test cases of the suite, ordered by id; never empty.
    pub cases: Vec<Case>,
    /// Checks that each version of the specification requires.
    #[serde(skip)]
    pub requirements: Vec<Requirements>,
}

/// Name of the optional feature `slips`: diagnostics about text that is probably mistyped syntax.
pub const SLIPS: &str = "slips";

/// Test case for one statement of the specification, with one check for each tested operation.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Case {
    /// Id of the case, of the form `<area>/<name>`; never renamed, never reused.
    pub id: String,
    /// Behaviour that the case tests, in a sentence.
    pub description: String,
    /// Anchors in `SPEC.md` of the rules that the case tests.
    pub spec: Vec<String>,
    /// First version of the specification that the case applies to.
    pub since: String,
    /// First version of the specification that the case no longer applies to; `None` if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Names of the specification's optional features that an implementation needs for the case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub requires: Vec<String>,
    /// Remark on the case for maintainers of the suite, without effect on a run.
    #[serde(skip)]
    pub comment: Option<String>,
    /// Checks of the case, one for each tested operation; never empty.
    pub checks: Vec<Check>,
}

/// One input to one operation of an implementation, and the answers that are right.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Check {
    /// Id of the check: its case, `#` and the operation, such as `discover/absolute#discover`.
    pub id: String,
    /// Operation, such as `parse`, that the implementation performs on the input.
    #[serde(rename = "op")]
    pub operation: Operation,
    /// Bytes that the operation gets as its input.
    #[serde(serialize_with = "CaseInput::serialize_bytes")]
    pub input: Vec<u8>,
    /// Arguments of the operation besides the input, such as the page's URL for `discover`.
    #[serde(skip_serializing_if = "Args::is_empty")]
    pub args: Args,
    /// Answers that pass the check: a result equal to one of some values, or a rejection of the input.
    #[serde(flatten)]
    pub expectation: Expectation,
    /// Diagnostics that the answer must have, in any order; `None` accepts any diagnostics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<CheckDiagnostic>>,
}

impl Check {
    /// Returns whether the check expects a rejection of its input, or an error or a warning about it.
    pub fn is_negative(&self) -> bool {
        let grave = |finding: &CheckDiagnostic| finding.severity > CheckSeverity::Hint;
        self.expectation == Expectation::Reject || self.diagnostics.iter().flatten().any(grave)
    }
}

/// Ids of the checks that one version of the specification requires (`requirements/<version>.json`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Requirements {
    /// Version of the specification that requires the checks.
    pub spec_version: String,
    /// `true` if the list of required checks is final; [`generate`](crate::generate) then omits it.
    pub frozen: bool,
    /// Ids of the required checks, sorted.
    pub checks: Vec<String>,
}

impl Requirements {
    pub(crate) fn new(spec_version: impl Into<String>, checks: Vec<String>) -> Self {
        Self { spec_version: spec_version.into(), frozen: false, checks }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    version: String,
    spec_versions: Vec<String>,
    operations: Vec<Operation>,
    #[serde(default)]
    classes: BTreeMap<String, Vec<Operation>>,
    #[serde(default)]
    slips: BTreeSet<String>,
}

impl Suite {
    /// Loads the suite from the folder `dir`, such as `spec/conformance`, and validates it.
    pub fn load(dir: &Path) -> Result<Self, Error> {
        let file: SuiteFile = read_json(&dir.join("suite.json"))?;
        let mut suite = Self {
            version: file.version,
            spec_versions: file.spec_versions,
            operations: file.operations,
            classes: file.classes,
            slips: file.slips,
            cases: load_cases(&dir.join("cases"))?,
            requirements: Vec::new(),
        };
        suite.validate(dir)?;
        let wanted = dir.join("requirements");
        for version in &suite.spec_versions {
            let path = wanted.join(format!("{version}.json"));
            if path.exists() {
                let requirements: Requirements = read_json(&path)?;
                suite.validate_requirements(&requirements, version).map_err(|why| invalid(&path, why))?;
                suite.requirements.push(requirements);
            }
        }
        Ok(suite)
    }

    /// Returns an iterator over all checks, each with its case, in the order of the case ids.
    pub fn checks(&self) -> impl Iterator<Item = (&Case, &Check)> {
        self.cases.iter().flat_map(|case| case.checks.iter().map(move |check| (case, check)))
    }

    /// Returns the newest version of the specification that the suite covers.
    pub fn latest(&self) -> &str {
        self.spec_versions.last().map_or("", String::as_str)
    }

    fn validate(&self, dir: &Path) -> Result<(), Error> {
        let versions = self.spec_versions.iter().map(|v| Version::parse(v)).collect::<Result<Vec<_>, _>>()?;
        if versions.is_empty() || !versions.is_sorted_by(|a, b| a < b) {
            return Err(invalid(&dir.join("suite.json"), "`spec_versions` must rise, and hold one at least"));
        }
        let listed = self.classes.values().flatten();
        if let Some(unknown) = listed.clone().find(|operation| !self.operations.contains(operation)) {
            let why = format!("a class has the operation {unknown}, which `operations` does not list");
            return Err(invalid(&dir.join("suite.json"), why));
        }
        for case in &self.cases {
            let path = dir.join("cases").join(&case.id).join("case.json");
            let since = Version::parse(&case.since)?;
            if case.until.as_deref().map(Version::parse).transpose()?.is_some_and(|until| until <= since) {
                return Err(invalid(&path, "`until` must be later than `since`"));
            }
            for check in &case.checks {
                if !self.operations.contains(&check.operation) {
                    let why = format!("operation {} is not one that suite.json lists", check.operation);
                    return Err(invalid(&path, why));
                }
            }
        }
        Ok(())
    }

    fn validate_requirements(&self, requirements: &Requirements, version: &str) -> Result<(), String> {
        if requirements.spec_version != version {
            return Err(format!("`spec_version` must be {version:?}, the name of the file"));
        }
        if !requirements.checks.is_sorted_by(|a, b| a < b) {
            return Err("`checks` must be sorted, without repetition".to_owned());
        }
        let known: BTreeSet<&str> = self.checks().map(|(_, check)| check.id.as_str()).collect();
        match requirements.checks.iter().find(|id| !known.contains(id.as_str())) {
            Some(id) => Err(format!("expected the id of a check, found {id:?}")),
            None => Ok(()),
        }
    }
}

fn load_cases(dir: &Path) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for area in folders(dir)? {
        for folder in folders(&dir.join(&area))? {
            let id = format!("{area}/{folder}");
            cases.push(load_case(&dir.join(&area).join(&folder), id)?);
        }
    }
    if cases.is_empty() {
        return Err(Error::new(ErrorKind::NoChecks, format!("{} contains no case", dir.display())));
    }
    Ok(cases)
}

fn load_case(dir: &Path, id: String) -> Result<Case, Error> {
    let path = dir.join("case.json");
    let file: CaseFile = read_json(&path)?;
    if file.ops.is_empty() || file.spec.is_empty() || file.description.trim().is_empty() {
        return Err(invalid(&path, "`ops`, `spec` and `description` must not be empty"));
    }
    let mut used = BTreeSet::from(["case.json".to_owned()]);
    let mut checks = Vec::new();
    for (operation, op) in file.ops {
        let expected = op.expected_files().map_err(|why| invalid(&path, why))?;
        used.extend(expected.iter().flatten().map(|&file| file.to_owned()));
        used.insert(op.input.clone());
        let expectation = match expected {
            None => Expectation::Reject,
            Some(files) => {
                let values = files.iter().map(|file| read_expected(dir, file, operation));
                Expectation::Value(values.collect::<Result<_, _>>()?)
            }
        };
        if let Some(why) = operation.refuses(&op.args) {
            return Err(invalid(&path, why));
        }
        let id = format!("{id}#{operation}");
        let OpFile { input, args, diagnostics, .. } = op;
        let input = read(&member(dir, &input)?)?;
        checks.push(Check { id, operation, input, args, expectation, diagnostics });
    }
    let extra = entries(dir)?.into_iter().find(|(name, _)| !used.contains(name));
    if let Some((name, _)) = extra {
        return Err(invalid(&path, format!("no operation uses {name:?} of the same folder")));
    }
    let CaseFile { description, spec, since, until, requires, comment, .. } = file;
    Ok(Case { id, description, spec, since, until, requires, comment, checks })
}

fn read_expected(dir: &Path, file: &str, operation: Operation) -> Result<Value, Error> {
    let path = member(dir, file)?;
    if operation.gives_text() {
        String::from_utf8(read(&path)?)
            .map(Value::String)
            .map_err(|e| invalid(&path, "an expected text must be UTF-8").because(e))
    } else {
        read_json(&path)
    }
}

/// Returns the path of a file that a case names.
///
/// It is a plain name, so that no case reads outside its folder.
fn member(dir: &Path, name: &str) -> Result<PathBuf, Error> {
    let plain = !name.is_empty()
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
    if plain {
        Ok(dir.join(name))
    } else {
        Err(invalid(
            &dir.join("case.json"),
            format!("{name:?} is not the plain name of a file in the same folder"),
        ))
    }
}

/// Returns the sorted names of the folders in `dir`; anything but a folder is an error.
fn folders(dir: &Path) -> Result<Vec<String>, Error> {
    let plain = |name: &str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let mut names = Vec::new();
    for (name, is_folder) in entries(dir)? {
        if !is_folder || !plain(&name) {
            let why = format!("{name:?} is not a folder named with a-z, 0-9 and `-` only");
            return Err(invalid(dir, why));
        }
        names.push(name);
    }
    Ok(names)
}

fn entries(dir: &Path) -> Result<Vec<(String, bool)>, Error> {
    let unreadable = |e| Error::new(ErrorKind::Read, format!("cannot list {}", dir.display())).because(e);
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().into_string();
        let name = name.map_err(|name| invalid(dir, format!("the name {} is not UTF-8", name.display())))?;
        found.push((name, entry.file_type().map_err(unreadable)?.is_dir()));
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path)
        .map_err(|e| Error::new(ErrorKind::Read, format!("cannot read {}", path.display())).because(e))
}

pub(crate) fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    let bytes = read(path)?;
    serde_json::from_slice(&bytes).map_err(|e| invalid(path, e.to_string()).because(e))
}

pub(crate) fn invalid(path: &Path, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Invalid, format!("{}: {why}", path.display()))
}
