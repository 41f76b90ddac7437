//! Learns the weights of `webagents-poisoning` from the corpus: `cargo xtask train`.
//!
//! The same corpus gives the same weights, to the byte.

#![allow(clippy::print_stdout, reason = "the purpose of the program is to print the outcome")]

mod corpus;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fs;
use std::path::Path;

use webagents_poisoning::training::{FEATURES, encode};

use crate::corpus::{Corpus, Label, List, Origin, Sample};

/// Weight of an error on a sample, against the size of the weights.
const COST: f32 = 0.3;
/// Weight of an error on a sentence of a list, which is a text as it is found, against one on a line.
const OF_LISTS: f32 = 1.5;
/// Passes over the samples.
const PASSES: usize = 12;

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = Corpus::read_files();
    let weights = encode(&train_weights(&corpus.samples.iter().collect::<Vec<_>>(), &corpus.lists));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/poisoning/src/weights.bin");
    let change = if fs::read(&path)? == weights { "unchanged" } else { "changed" };
    fs::write(&path, weights)?;
    println!("crates/poisoning/src/weights.bin: {change} ({} sentences)", corpus.samples.len());
    Ok(())
}

fn score_sample(weights: &[f32], sample: &Sample) -> f32 {
    sample.features.iter().map(|&(bucket, value)| weights[bucket] * value).sum()
}

/// Coordinate descent on the dual of a linear support vector machine with squared hinge loss.
///
/// Each sample has its label, +1 or -1, and samples of lists count more.
fn descend_dual(samples: &[(&Sample, f32)], lists: &[List]) -> Vec<f32> {
    let mut weights = vec![0_f32; FEATURES];
    let mut alphas = vec![0_f32; samples.len()];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let slack = |sample: &Sample| {
        let is_of_list = lists[sample.list].origin == Origin::Tuning;
        0.5 / (COST * if is_of_list { OF_LISTS } else { 1.0 })
    };
    let norm = |sample: &Sample| sample.features.iter().map(|(_, value)| value * value).sum::<f32>();
    let norms: Vec<f32> = samples.iter().map(|(sample, _)| norm(sample)).collect();
    for _ in 0..PASSES {
        for at in (1..order.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            order.swap(at, usize::try_from(random % (at as u64 + 1)).unwrap_or_default());
        }
        for &at in &order {
            let (sample, label) = samples[at];
            let slack = slack(sample);
            let gradient = label * score_sample(&weights, sample) - 1.0 + slack * alphas[at];
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

/// The samples without features that only one of them has: these features mean nothing for other texts.
fn without_rare(samples: &[&Sample]) -> Vec<Sample> {
    let mut counts = vec![0_u32; FEATURES];
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
fn train_weights(samples: &[&Sample], lists: &[List]) -> Vec<f32> {
    let samples = &without_rare(samples);
    let of = |label| samples.iter().filter(move |sample| sample.label == label);
    let descriptions: Vec<(&Sample, f32)> = of(Label::Description).map(|sample| (sample, -1.0)).collect();
    let orders = of(Label::Order).map(|sample| (sample, 1.0));
    let mut weights = descend_dual(&descriptions.iter().copied().chain(orders).collect::<Vec<_>>(), lists);
    let open: Vec<&Sample> = samples.iter().filter(|sample| sample.label != Label::Description).collect();
    for _ in 0..2 {
        let of_lists = open.chunk_by(|one, other| one.list == other.list);
        let best = of_lists.filter_map(|list| {
            list.iter()
                .max_by(|one, other| score_sample(&weights, one).total_cmp(&score_sample(&weights, other)))
        });
        let all: Vec<(&Sample, f32)> =
            descriptions.iter().copied().chain(best.map(|sample| (*sample, 1.0))).collect();
        weights = descend_dual(&all, lists);
    }
    weights
}
