//! Samples of the corpus, and the real tools of the other suites.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use webagents_poisoning::training::features;
use webagents_poisoning::{TextKind, ToolTexts};
use webagents_site::check::tool_texts;
use webagents_testkit::{CorpusSentence, corpus_lists, corpus_sentences};

/// A sentence of the corpus.
#[derive(Clone)]
pub(crate) struct Sample {
    /// Features with their values, each once.
    pub(crate) features: Vec<(usize, f32)>,
    text: String,
    pub(crate) label: Label,
    /// The list that has the sentence, by its position in the corpus.
    pub(crate) list: usize,
}

/// Origin of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// A tool of a server or page.
    Real,
    /// A line of `sentences.jsonl`.
    Sentences,
    /// A list that was written for this project.
    Tuning,
}

/// A list of tools, or a line of sentences.
#[cfg_attr(not(test), allow(dead_code, reason = "the estimate of errors reads all fields"))]
pub(crate) struct List {
    pub(crate) origin: Origin,
    /// Texts of one author.
    pub(crate) set: String,
    pub(crate) is_poisoned: bool,
    pub(crate) tools: Vec<ToolTexts<'static>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    /// One of a line that is an order.
    Order,
    Description,
    /// One of a list in which some sentence is an order.
    Open,
}

/// All samples in the order of the files, on which the learned weights depend.
#[derive(Default)]
pub(crate) struct Corpus {
    pub(crate) samples: Vec<Sample>,
    pub(crate) lists: Vec<List>,
}

impl Corpus {
    pub(crate) fn read_files() -> Self {
        let mut corpus = Self::default();
        for (poisoned, label) in [(false, Label::Description), (true, Label::Open)] {
            // A set that judges does not teach.
            for list in corpus_lists(poisoned).into_iter().filter(|list| list.set != "judging") {
                corpus.add_tools(Origin::Tuning, &list.set, tool_texts(&list.document), label);
            }
        }
        for sentence in corpus_sentences() {
            corpus.add_sentence(&sentence);
        }
        let data = |name: &str| {
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../soundness/data").join(name);
            fs::read_to_string(path).expect("the real tools")
        };
        let text = data("mcp-tools.jsonl");
        let mut tools: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("a real tool")).collect();
        tools.extend(serde_json::from_str::<Vec<Value>>(&data("webmcp-tools.json")).expect("the real tools"));
        for tool in tools {
            let source = tool["source"].as_str().unwrap_or_default().bytes();
            let half = source.fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 2;
            let tools = tool_texts(&Value::from(vec![tool]));
            corpus.add_tools(Origin::Real, &half.to_string(), tools, Label::Description);
        }
        let Self { samples, lists } = &mut corpus;
        let mut known = BTreeSet::new();
        samples
            .retain(|sample| lists[sample.list].origin != Origin::Real || known.insert(sample.text.clone()));
        corpus
    }

    fn add_sentence(&mut self, sentence: &CorpusSentence) {
        let CorpusSentence { set, label, text } = sentence;
        let kind = match label.trim_start_matches(['+', '-']) {
            "" => TextKind::Prose,
            "p" => TextKind::ParamProse,
            "v" => TextKind::Value,
            _ => panic!("{set}: expected one of + - +p -p +v -v, found {label}"),
        };
        let label = if label.starts_with('+') { Label::Order } else { Label::Description };
        let own = text.split('`').skip(1).step_by(2);
        let tool = own.fold(ToolTexts::new(""), |tool, name| tool.with(TextKind::ParamName, name.to_owned()));
        self.add_tools(Origin::Sentences, set, vec![tool.with(kind, text.clone())], label);
    }

    fn add_tools(&mut self, origin: Origin, set: &str, tools: Vec<ToolTexts<'static>>, label: Label) {
        for found in tools.iter().flat_map(features) {
            self.samples.push(Sample {
                features: found.values,
                text: found.sentence,
                label,
                list: self.lists.len(),
            });
        }
        let is_poisoned = label != Label::Description;
        self.lists.push(List { origin, set: set.to_owned(), is_poisoned, tools });
    }
}
