//! Training of the classifier, and the estimate of its errors on texts of other authors.
//!
//! `WEBAGENTS_TRAIN=1 cargo test -p webagents-site --lib training` writes the weights.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use webagents_manifest::Annotations;

use super::super::json;
use super::super::view::{Field, Group, Kind, TextPlace};
use super::classifier::{self, BUCKETS, ENOUGH, HEAD};
use super::quotations::quoted_out;
use super::{each_line, own_names, plain_of, words};

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
    /// Part of the score by the place of the text.
    of_place: f32,
    label: Label,
    /// The file: texts of one author.
    set: String,
    /// The list or the line that has the sentence.
    list: usize,
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
    lists: usize,
    /// The lists and lines of each set, those with an order apart.
    sizes: BTreeMap<(String, bool), u32>,
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
        let mut known = BTreeSet::new();
        corpus.samples.retain(|sample| !sample.set.starts_with("real") || known.insert(sample.text.clone()));
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
        let place = || TextPlace::Key(String::new());
        let field = |kind, text: &'_ str| Field { kind, text: text.to_owned().into(), place: place() };
        let own = text.split('`').skip(1).step_by(2).map(|name| field(Kind::ParamName, name));
        let group = Group {
            name: String::new(),
            name_place: place(),
            is_tool: true,
            fields: own.chain([field(kind, text)]).collect(),
            annotations: Annotations::default(),
        };
        self.count(set, label);
        self.add(set, &group, label);
    }

    fn add_list(&mut self, set: &str, document: &Value, label: Label) {
        self.count(set, label);
        for group in json::groups(document) {
            self.add(set, &group, label);
        }
    }

    fn count(&mut self, set: &str, label: Label) {
        self.lists += 1;
        *self.sizes.entry((set.to_owned(), label != Label::Description)).or_insert(0) += 1;
    }

    fn add(&mut self, set: &str, group: &Group<'_>, label: Label) {
        let own = own_names(group);
        for field in &group.fields {
            let plain = plain_of(field.kind, &quoted_out(&field.text));
            each_line(field.kind, &plain, &words::look(&plain).ideas, &own, |line| {
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
                    of_place: classifier::of_place(line.kind),
                    label,
                    set: set.to_owned(),
                    list: self.lists,
                });
            });
        }
    }
}

fn score(weights: &[f32], sample: &Sample) -> f32 {
    sample.features.iter().map(|&(bucket, value)| weights[bucket] * value).sum()
}

/// Coordinate descent on the dual of a linear support vector machine with squared hinge loss.
///
/// Each sample has its label, +1 or -1.
fn descend(samples: &[(&Sample, f32)]) -> Vec<f32> {
    let mut weights = vec![0_f32; BUCKETS as usize];
    let mut alphas = vec![0_f32; samples.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let slack = |sample: &Sample| {
        let is_of_list = sample.set.starts_with("tuning");
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
fn train(samples: &[&Sample]) -> Vec<f32> {
    let samples = &without_rare(samples);
    let of = |label| samples.iter().filter(move |sample| sample.label == label);
    let descriptions: Vec<(&Sample, f32)> = of(Label::Description).map(|sample| (sample, -1.0)).collect();
    let orders = of(Label::Order).map(|sample| (sample, 1.0));
    let mut weights = descend(&descriptions.iter().copied().chain(orders).collect::<Vec<_>>());
    let open: Vec<&Sample> = samples.iter().filter(|sample| sample.label != Label::Description).collect();
    for _ in 0..2 {
        let lists = open.chunk_by(|one, other| one.list == other.list);
        let best = lists.filter_map(|list| {
            list.iter().max_by(|one, other| score(&weights, one).total_cmp(&score(&weights, other)))
        });
        let all: Vec<(&Sample, f32)> =
            descriptions.iter().copied().chain(best.map(|sample| (*sample, 1.0))).collect();
        weights = descend(&all);
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
    let trained = bytes(&train(&corpus.samples.iter().collect::<Vec<_>>()));
    assert_eq!(trained.len(), BUCKETS as usize + HEAD);
    if std::env::var_os("WEBAGENTS_TRAIN").is_some() {
        fs::write(&path, &trained).unwrap();
    }
    let is_same = fs::read(&path).unwrap() == trained;
    assert!(is_same, "the corpus has changed; run this test with WEBAGENTS_TRAIN=1 to write the weights");
}

/// Lists of a kind, and those of them with a sentence above the bar.
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

#[test]
fn unseen_authors_are_judged_as_documented() {
    let Corpus { samples, sizes, .. } = Corpus::read();
    let group = |set: &str| set.split('-').next().unwrap().trim_end_matches(".jsonl").to_owned();
    let mut counts: BTreeMap<(String, bool), Count> = BTreeMap::new();
    for ((set, is_poisoned), size) in &sizes {
        counts.entry((group(set), *is_poisoned)).or_default().all += size;
    }
    let sets: BTreeSet<&str> = sizes.keys().map(|(set, _)| set.as_str()).collect();
    let mut parts: BTreeMap<&str, usize> = sets.into_iter().zip((0..PARTS).cycle()).collect();
    for (sentences, lists) in SAME_AUTHOR {
        parts.insert(sentences, parts[lists]);
    }
    for part in 0..PARTS {
        let (of_part, others): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| parts[sample.set.as_str()] == part);
        let weights = train(&others);
        for list in of_part.chunk_by(|one, other| one.list == other.list) {
            let is_poisoned = list[0].label != Label::Description;
            let is_found = list.iter().any(|sample| score(&weights, sample) + sample.of_place > ENOUGH);
            counts.entry((group(&list[0].set), is_poisoned)).or_default().found += u32::from(is_found);
        }
    }
    let percent = |group: &str, is_poisoned| counts[&(group.to_owned(), is_poisoned)].percent();
    assert!(percent("tuning", true) >= 60.0, "{counts:?}");
    assert!(percent("tuning", false) <= 2.5, "{counts:?}");
    assert!(percent("sentences", true) >= 33.0, "{counts:?}");
    assert!(percent("sentences", false) <= 1.5, "{counts:?}");
    assert!(percent("real", false) <= 2.0, "{counts:?}");
}
