//! Schemas to convert and values to try: the JSON Schema Test Suite, and the schemas of real tools.
//!
//! `data/README.md` has the sources of both. The suite labels its own instances. The instances of the tools
//! are generated here and labelled by the [`Judge`]; one with another label than intended is dropped.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::Failure;
use crate::instances;
use crate::judge::Judge;
use crate::mutants::{self, Class};

/// Files of the suite that are skipped.
///
/// Their subject is in other documents or in the dialect itself, or types cannot express it.
const SKIPPED_FILES: [&str; 10] = [
    "refRemote",
    "vocabulary",
    "dynamicRef",
    "format",
    "content",
    "default",
    "defs",
    "unevaluatedItems",
    "unevaluatedProperties",
    "infinite-loop-detection",
];

/// A `$ref` to the metaschema, which is another document; a case with it is skipped.
const METASCHEMA_REF: &str = r#""$ref":"https://json-schema.org/draft/2020-12/schema""#;

/// A schema and values to try on its declaration.
#[derive(Debug)]
pub struct Case {
    /// Unique in its corpus; it names the case to a person as well.
    pub id: String,
    /// The schema.
    pub schema: Value,
    /// Value to try.
    pub instances: Vec<Instance>,
}

/// A value, and the verdict of a sound type on it.
#[derive(Debug)]
pub struct Instance {
    /// The value.
    pub value: Value,
    /// `true` if it fits the schema; otherwise the error.
    pub label: Label,
}

/// Verdict of the judge, or of the suite, on a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// It fits.
    Valid,
    /// It does not, according to the suite.
    Invalid,
    /// It does not, because of a mutation.
    Mutant(Class),
}

/// Subject of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// Any value.
    Values,
    /// Arguments or result of a tool.
    Tools,
}

/// Cases that are counted together.
#[derive(Debug)]
pub struct Corpus {
    /// Name of the corpus.
    pub name: &'static str,
    /// Its cases.
    pub cases: Vec<Case>,
    /// Subject of its schemas.
    pub of: Of,
    /// The ids of schemas that are not a JSON Schema of their draft, so that no judge accepts them.
    pub left_out: Vec<String>,
}

/// Folder of the package's data.
pub fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data")
}

/// The JSON Schema Test Suite, from `folder` or as it is kept in the project.
pub fn read_suite(folder: Option<&Path>) -> Result<Corpus, Failure> {
    let own = data_folder().join("json-schema-test-suite").join("draft2020-12");
    let folder = folder.unwrap_or(&own);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|cause| format!("{}: {cause}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            paths.push(path);
        }
    }
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        if SKIPPED_FILES.contains(&stem.as_str()) {
            continue;
        }
        let groups: Value = serde_json::from_slice(&fs::read(&path)?)?;
        for (at, group) in
            groups.as_array().ok_or("expected a list in a file of the suite")?.iter().enumerate()
        {
            if group["schema"].to_string().contains(METASCHEMA_REF) {
                continue;
            }
            let tests = group["tests"].as_array().ok_or("a group of the suite has no tests")?;
            let instances = tests.iter().map(|test| Instance {
                value: test["data"].clone(),
                label: if test["valid"] == true { Label::Valid } else { Label::Invalid },
            });
            cases.push(Case {
                id: format!("{stem}/{at}"),
                schema: group["schema"].clone(),
                instances: instances.collect(),
            });
        }
    }
    if cases.is_empty() {
        return Err(format!("{} holds no case of the suite", folder.display()).into());
    }
    Ok(Corpus { name: "JSON-Schema-Test-Suite 2020-12", cases, of: Of::Values, left_out: Vec::new() })
}

/// A tool as its author published it.
#[derive(Debug)]
pub struct Tool {
    /// Number and name, unique.
    pub id: String,
    /// The whole definition.
    pub definition: Value,
}

impl Tool {
    /// Returns whether the tool has an input schema. A page may register a tool without one.
    pub fn has_input(&self) -> bool {
        self.definition.get("inputSchema").is_some_and(Value::is_object)
    }

    /// The schemas of its input and its output, with an id for each.
    pub fn schemas(&self) -> impl Iterator<Item = (String, &Value)> {
        ["inputSchema", "outputSchema"].into_iter().filter_map(|member| {
            let schema = self.definition.get(member).filter(|schema| schema.is_object())?;
            Some((format!("{}#{}", self.id, member.trim_end_matches("Schema")), schema))
        })
    }
}

/// The 664 tools of MCP servers and pages.
pub fn mcp_tools() -> Result<Vec<Tool>, Failure> {
    let text = fs::read_to_string(data_folder().join("mcp-tools.jsonl"))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.enumerate().map(|(at, line)| Ok(tool_of("mcp", at, serde_json::from_str(line)?))).collect()
}

/// The 51 tools that pages register with `document.modelContext`.
pub fn webmcp_tools() -> Result<Vec<Tool>, Failure> {
    let text = fs::read_to_string(data_folder().join("webmcp-tools.json"))?;
    let tools: Vec<Value> = serde_json::from_str(&text)?;
    Ok(tools.into_iter().enumerate().map(|(at, definition)| tool_of("webmcp", at, definition)).collect())
}

fn tool_of(corpus: &str, at: usize, definition: Value) -> Tool {
    let name = definition["name"].as_str().unwrap_or("unnamed");
    Tool { id: format!("{corpus}/{at:04}/{name}"), definition }
}

/// All real tools.
pub fn all_tools() -> Result<Vec<Tool>, Failure> {
    let mut tools = mcp_tools()?;
    tools.extend(webmcp_tools()?);
    Ok(tools)
}

/// The schemas of all real tools, with values generated from each.
pub fn tools_corpus() -> Result<Corpus, Failure> {
    let (mut cases, mut left_out) = (Vec::new(), Vec::new());
    for tool in all_tools()? {
        for (id, schema) in tool.schemas() {
            // One of them is invalid: it has `"exclusiveMinimum": true`, as in drafts before draft 6.
            let Ok(judge) = Judge::new(schema) else {
                left_out.push(id);
                continue;
            };
            let mut values = instances::valid_values(&id, schema, &judge);
            // A call's arguments are an object, even if the schema does not require it.
            values.retain(|value| value.is_object() || !id.ends_with("#input"));
            let mutants = mutants::mutate_values(&id, schema, &values, &judge);
            let valid = values.into_iter().map(|value| Instance { value, label: Label::Valid });
            let invalid =
                mutants.into_iter().map(|(class, value)| Instance { value, label: Label::Mutant(class) });
            cases.push(Case { id, schema: schema.clone(), instances: valid.chain(invalid).collect() });
        }
    }
    Ok(Corpus { name: "real tools", cases, of: Of::Tools, left_out })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_is_whole() {
        let suite = read_suite(None).unwrap();
        let count =
            |label| suite.cases.iter().flat_map(|case| &case.instances).filter(|i| i.label == label).count();
        assert_eq!((suite.cases.len(), count(Label::Valid), count(Label::Invalid)), (234, 438, 387));
        assert_eq!((mcp_tools().unwrap().len(), webmcp_tools().unwrap().len()), (664, 51));
    }
}
