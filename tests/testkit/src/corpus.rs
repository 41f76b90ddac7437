//! The corpus `tests/data/poisoning`, which several suites read.

use std::path::Path;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Tool list of the corpus.
#[derive(Debug, Clone, Deserialize)]
pub struct CorpusList {
    /// Set of the list: texts of one author.
    pub set: String,
    /// Id of the list, unique within its set.
    pub id: String,
    /// Document with the tools, in any format.
    pub document: Value,
}

/// Labelled sentence of the corpus.
#[derive(Debug, Clone, Deserialize)]
pub struct CorpusSentence {
    /// Set of the sentence: texts of one author.
    pub set: String,
    /// `+` for an order or `-` for a description, then `p` for a parameter's text or `v` for a value.
    pub label: String,
    /// Text of the sentence.
    pub text: String,
}

/// Returns the lists with clean tools alone, or with poisoned ones, in the order of the file.
///
/// # Panics
/// Panics if the file cannot be read.
pub fn corpus_lists(poisoned: bool) -> Vec<CorpusList> {
    lines(if poisoned { "poisoned.jsonl" } else { "clean.jsonl" })
}

/// Returns the sentences of the corpus, in the order of the file.
///
/// # Panics
/// Panics if the file cannot be read.
pub fn corpus_sentences() -> Vec<CorpusSentence> {
    lines("sentences.jsonl")
}

fn lines<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/poisoning").join(name);
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of the corpus")).collect()
}
