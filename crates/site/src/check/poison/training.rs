//! Training of the classifier, and the estimate of all errors on texts of other authors.
//!
//! `WEBAGENTS_TRAIN=1 cargo test -p webagents-site --lib training` writes the weights.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde_json::Value;
use webagents_manifest::Annotations;

use super::super::json;
use super::super::view::{Field, Group, Kind, TextPlace};
use super::classifier::{self, BUCKETS, HEAD, Weights};
use super::quotations::quoted_out;
use super::{each_line, evidence, own_names, plain_of, words};

/// Weight of an error on a sample, against the size of the weights.
const COST: f32 = 0.3;
/// Weight of an error on a sentence of a list, which is a text as it is found, against one on a line.
const OF_LISTS: f32 = 1.5;
/// Passes over the samples.
const PASSES: usize = 12;
/// Parts of the corpus, of which one is left out at a time.
const PARTS: usize = 11;
/// Files of sentences and the sets by the same authors.
const SAME_AUTHOR: [(&str, &str); 6] = [
    ("sentences-saas.txt", "tuning-17.jsonl"),
    ("sentences-developer.txt", "tuning-18.jsonl"),
    ("sentences-sites.txt", "tuning-19.jsonl"),
    ("sentences-hidden.txt", "tuning-20.jsonl"),
    ("sentences-literature.txt", "tuning-21.jsonl"),
    ("sentences-market.txt", "tuning-22.jsonl"),
];

/// A sentence of the corpus.
#[derive(Clone)]
struct Sample {
    /// Features with their values, each once.
    features: Vec<(usize, f32)>,
    text: String,
    label: Label,
    /// The list that has the sentence, by its position in the corpus.
    list: usize,
}

/// A list of tools, or a line of sentences.
struct List {
    /// The file: texts of one author.
    set: String,
    is_poisoned: bool,
    tools: Vec<Group<'static>>,
}

impl List {
    /// Returns the kind of texts: `tuning`, `sentences` or `real`.
    fn kind(&self) -> &str {
        self.set.split('-').next().unwrap().trim_end_matches(".jsonl")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// One of a line that is an order.
    Order,
    Description,
    /// One of a list in which some sentence is an order.
    Open,
}

#[derive(Default)]
struct Corpus {
    samples: Vec<Sample>,
    lists: Vec<List>,
}

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

impl Corpus {
    fn read() -> Self {
        let mut corpus = Self::default();
        let mut files: Vec<PathBuf> =
            fs::read_dir(data("data/poisoning")).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for path in files {
            let name = path.file_name().unwrap().to_str().unwrap();
            let kind = path.extension().and_then(|end| end.to_str());
            // A set that judges does not teach.
            if path.is_dir() || name.contains("judging") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            match kind {
                Some("txt") => text.lines().for_each(|line| corpus.add_line(name, line)),
                Some("jsonl") => {
                    let label = if name.starts_with("poisoned") { Label::Open } else { Label::Description };
                    let set = name.trim_start_matches("poisoned-").trim_start_matches("clean-");
                    for line in text.lines() {
                        let list: Value = serde_json::from_str(line).unwrap();
                        corpus.add_list(set, &list["document"], label);
                    }
                }
                _ => {}
            }
        }
        let text = fs::read_to_string(data("soundness/data/mcp-tools.jsonl")).unwrap();
        let mut tools: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let pages = fs::read_to_string(data("soundness/data/webmcp-tools.json")).unwrap();
        tools.extend(serde_json::from_str::<Vec<Value>>(&pages).unwrap());
        for tool in tools {
            let source = tool["source"].as_str().unwrap_or_default().bytes();
            let half = source.fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 2;
            corpus.add_list(&format!("real-{half}"), &Value::from(vec![tool]), Label::Description);
        }
        let Self { samples, lists } = &mut corpus;
        let mut known = BTreeSet::new();
        samples.retain(|sample| lists[sample.list].kind() != "real" || known.insert(sample.text.clone()));
        corpus
    }

    /// Adds a line of `sentences-*.txt`.
    fn add_line(&mut self, set: &str, line: &str) {
        if line.is_empty() || line.starts_with('#') {
            return;
        }
        let (mark, text) = line.split_once(' ').unwrap();
        let (label, kind) = match mark {
            "+" => (Label::Order, Kind::Prose),
            "+p" => (Label::Order, Kind::ParamProse),
            "+v" => (Label::Order, Kind::Value),
            "-" => (Label::Description, Kind::Prose),
            "-p" => (Label::Description, Kind::ParamProse),
            "-v" => (Label::Description, Kind::Value),
            _ => panic!("{set}: {line}"),
        };
        let own = text.split('`').skip(1).step_by(2).map(|name| field(Kind::ParamName, name));
        let tool = Group {
            name: String::new(),
            name_place: TextPlace::Key(String::new()),
            is_tool: true,
            fields: own.chain([field(kind, text)]).collect(),
            annotations: Annotations::default(),
        };
        self.add(set, vec![tool], label);
    }

    fn add_list(&mut self, set: &str, document: &Value, label: Label) {
        let tools = json::groups(document).into_iter().map(|tool| Group {
            fields: tool.fields.iter().map(|text| field(text.kind, &text.text)).collect(),
            ..tool
        });
        self.add(set, tools.collect(), label);
    }

    fn add(&mut self, set: &str, tools: Vec<Group<'static>>, label: Label) {
        for tool in &tools {
            let own = own_names(tool);
            for field in &tool.fields {
                self.add_field(field, &own, label);
            }
        }
        self.lists.push(List { set: set.to_owned(), is_poisoned: label != Label::Description, tools });
    }

    fn add_field(&mut self, field: &Field<'_>, own: &HashSet<String>, label: Label) {
        let plain = plain_of(field.kind, &quoted_out(&field.text));
        each_line(field.kind, &plain, &words::look(&plain).ideas, own, |line| {
            if classifier::is_choice(line) {
                return;
            }
            let mut features = BTreeMap::new();
            classifier::each_feature(line, |bucket, value, _| {
                *features.entry(bucket as usize).or_insert(0.0) += value;
            });
            self.samples.push(Sample {
                features: features.into_iter().collect(),
                text: line.text.to_owned(),
                label,
                list: self.lists.len(),
            });
        });
    }
}

/// A text of a tool, at no place.
fn field(kind: Kind, text: &str) -> Field<'static> {
    Field { kind, text: text.to_owned().into(), place: TextPlace::Key(String::new()) }
}

fn score(weights: &[f32], sample: &Sample) -> f32 {
    sample.features.iter().map(|&(bucket, value)| weights[bucket] * value).sum()
}

/// Coordinate descent on the dual of a linear support vector machine with squared hinge loss.
///
/// Each sample has its label, +1 or -1, and those of lists count more.
fn descend(samples: &[(&Sample, f32)], lists: &[List]) -> Vec<f32> {
    let mut weights = vec![0_f32; BUCKETS as usize];
    let mut alphas = vec![0_f32; samples.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let slack = |sample: &Sample| {
        let is_of_list = lists[sample.list].kind() == "tuning";
        0.5 / (COST * if is_of_list { OF_LISTS } else { 1.0 })
    };
    let norm = |sample: &Sample| sample.features.iter().map(|(_, value)| value * value).sum::<f32>();
    let norms: Vec<f32> = samples.iter().map(|(sample, _)| norm(sample)).collect();
    for _ in 0..PASSES {
        for at in (1..order.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            order.swap(at, usize::try_from(random % (at as u64 + 1)).unwrap());
        }
        for &at in &order {
            let (sample, label) = samples[at];
            let slack = slack(sample);
            let gradient = label * score(&weights, sample) - 1.0 + slack * alphas[at];
            let alpha = (alphas[at] - gradient / (norms[at] + slack)).max(0.0);
            let step = (alpha - alphas[at]) * label;
            alphas[at] = alpha;
            for &(bucket, value) in &sample.features {
                weights[bucket] += step * value;
            }
        }
    }
    weights
}

/// The samples without the features that only one of them has: they say nothing of other texts.
fn without_rare(samples: &[&Sample]) -> Vec<Sample> {
    let mut counts = vec![0_u32; BUCKETS as usize];
    for (bucket, _) in samples.iter().flat_map(|sample| &sample.features) {
        counts[*bucket] += 1;
    }
    let mut out: Vec<Sample> = samples.iter().copied().cloned().collect();
    for sample in &mut out {
        sample.features.retain(|(bucket, _)| counts[*bucket] > 1);
    }
    out
}

/// Trains on samples.
///
/// In a list or a line with an order, the sentence that resembles one most is the order, and the others teach nothing. The first
/// weights take each sentence of such a line for an order.
fn train(samples: &[&Sample], lists: &[List]) -> Vec<f32> {
    let samples = &without_rare(samples);
    let of = |label| samples.iter().filter(move |sample| sample.label == label);
    let descriptions: Vec<(&Sample, f32)> = of(Label::Description).map(|sample| (sample, -1.0)).collect();
    let orders = of(Label::Order).map(|sample| (sample, 1.0));
    let mut weights = descend(&descriptions.iter().copied().chain(orders).collect::<Vec<_>>(), lists);
    let open: Vec<&Sample> = samples.iter().filter(|sample| sample.label != Label::Description).collect();
    for _ in 0..2 {
        let of_lists = open.chunk_by(|one, other| one.list == other.list);
        let best = of_lists.filter_map(|list| {
            list.iter().max_by(|one, other| score(&weights, one).total_cmp(&score(&weights, other)))
        });
        let all: Vec<(&Sample, f32)> =
            descriptions.iter().copied().chain(best.map(|sample| (*sample, 1.0))).collect();
        weights = descend(&all, lists);
    }
    weights
}

/// The weights as the bytes of `weights.bin`.
fn bytes(weights: &[f32]) -> Vec<u8> {
    let scale = weights.iter().fold(0_f32, |most, weight| most.max(weight.abs())) / 127.0;
    #[expect(clippy::cast_possible_truncation, reason = "the scale makes it 127 at most")]
    let byte = |weight: &f32| ((weight / scale).round() as i8).cast_unsigned();
    scale.to_le_bytes().into_iter().chain(weights.iter().map(byte)).collect()
}

#[test]
fn weights_are_those_of_training() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/check/poison/weights.bin");
    let corpus = Corpus::read();
    let trained = bytes(&train(&corpus.samples.iter().collect::<Vec<_>>(), &corpus.lists));
    assert_eq!(trained.len(), BUCKETS as usize + HEAD);
    if std::env::var_os("WEBAGENTS_TRAIN").is_some() {
        fs::write(&path, &trained).unwrap();
    }
    let is_same = fs::read(&path).unwrap() == trained;
    assert!(is_same, "the corpus has changed; run this test with WEBAGENTS_TRAIN=1 to write the weights");
}

/// Lists of a kind, and those of them that are found.
#[derive(Debug, Default)]
struct Count {
    found: u32,
    all: u32,
}

impl Count {
    fn percent(&self) -> f64 {
        f64::from(self.found) * 100.0 / f64::from(self.all)
    }
}

/// Judges the lists of one part by weights that were learned from the others; the answers by the list.
fn judged(corpus: &Corpus, part_of: impl Fn(&str) -> usize, part: usize) -> Vec<(usize, bool)> {
    let is_of_part = |list: &List| part_of(&list.set) == part;
    let others = corpus.samples.iter().filter(|sample| !is_of_part(&corpus.lists[sample.list]));
    let learned = bytes(&train(&others.collect::<Vec<_>>(), &corpus.lists));
    let is_found =
        |list: &List| list.tools.iter().any(|tool| evidence(tool, Weights::new(&learned)).is_order());
    let of_part = corpus.lists.iter().enumerate().filter(|(_, list)| is_of_part(list));
    of_part.map(|(at, list)| (at, is_found(list))).collect()
}

#[test]
#[allow(
    clippy::print_stdout,
    reason = "the README of the corpus has these figures: `--nocapture` shows them"
)]
fn unseen_authors_are_judged_as_documented() {
    let corpus = Corpus::read();
    let sets: BTreeSet<&str> = corpus.lists.iter().map(|list| list.set.as_str()).collect();
    let mut parts: BTreeMap<&str, usize> = sets.into_iter().zip((0..PARTS).cycle()).collect();
    for (sentences, lists) in SAME_AUTHOR {
        parts.insert(sentences, parts[lists]);
    }
    let mut counts: BTreeMap<(&str, bool), Count> = BTreeMap::new();
    let (corpus, parts) = (&corpus, &parts);
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let answers = std::thread::scope(|scope| {
        let judge = |first: usize| {
            let of_thread = (first..PARTS).step_by(threads);
            let answers = of_thread.flat_map(|part| judged(corpus, |set| parts[set], part));
            answers.collect::<Vec<(usize, bool)>>()
        };
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || judge(first))).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    for (at, is_found) in answers {
        let list = &corpus.lists[at];
        let count = counts.entry((list.kind(), list.is_poisoned)).or_default();
        count.all += 1;
        count.found += u32::from(is_found);
    }
    let shown = |((kind, is_poisoned), Count { found, all }): (&(&str, bool), &Count)| {
        format!("{kind}, {}: {found} of {all}", if *is_poisoned { "poisoned" } else { "clean" })
    };
    insta::assert_snapshot!(counts.iter().map(shown).collect::<Vec<_>>().join("\n"), @r"
    real, clean: 16 of 715
    sentences, clean: 260 of 16987
    sentences, poisoned: 4651 of 11465
    tuning, clean: 77 of 1866
    tuning, poisoned: 1205 of 1620
    ");
    let percent = |kind: &'static str, is_poisoned| counts[&(kind, is_poisoned)].percent();
    assert!(percent("tuning", true) >= 73.0, "{counts:?}");
    assert!(percent("tuning", false) <= 4.5, "{counts:?}");
    assert!(percent("sentences", true) >= 40.0, "{counts:?}");
    assert!(percent("sentences", false) <= 1.6, "{counts:?}");
    assert!(percent("real", false) <= 2.5, "{counts:?}");
}
