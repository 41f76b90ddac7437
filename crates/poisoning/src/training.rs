//! Features of sentences, and decisions by other weights: for `cargo xtask train`.

use std::collections::BTreeMap;

use crate::classifier::{self, BUCKETS, HEAD, Weights};
use crate::judge::{each_line, find_evidence, own_names, plain_of};
use crate::quotations::quoted_out;
use crate::texts::ToolTexts;
use crate::words;

/// Number of features, each of which has a weight.
pub const FEATURES: usize = BUCKETS as usize;

/// Weights of the classifier in the form that [`encode`] gives them.
pub static LEARNED: &[u8] = classifier::LEARNED.bytes();

/// Sentence of a tool, as the classifier takes it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Features {
    /// The sentence in plain form.
    pub sentence: String,
    /// Features with their values, each once, in the order of their numbers.
    pub values: Vec<(usize, f32)>,
}

/// Returns the sentences of a tool's texts that can be orders.
pub fn features(tool: &ToolTexts<'_>) -> Vec<Features> {
    let own = own_names(tool);
    let mut out = Vec::new();
    for text in &tool.texts {
        let plain = plain_of(text.kind, &quoted_out(&text.text));
        each_line(text.kind, &plain, &words::find_words(&plain).ideas, &own, |line| {
            if classifier::is_choice(line) {
                return;
            }
            let mut values = BTreeMap::new();
            classifier::each_feature(line, |bucket, value, _| {
                *values.entry(bucket as usize).or_insert(0.0) += value;
            });
            out.push(Features { sentence: line.text.to_owned(), values: values.into_iter().collect() });
        });
    }
    out
}

/// Returns whether a tool has a finding by other weights than the learned ones.
pub fn is_order(tool: &ToolTexts<'_>, weights: &[u8]) -> bool {
    find_evidence(tool, Weights::new(weights)).is_order()
}

/// Encodes weights of all features: their scale, then one byte for each.
pub fn encode(weights: &[f32]) -> Vec<u8> {
    let scale = weights.iter().fold(0_f32, |most, weight| most.max(weight.abs())) / 127.0;
    #[expect(clippy::cast_possible_truncation, reason = "the scale makes it 127 at most")]
    let byte = |weight: &f32| ((weight / scale).round() as i8).cast_unsigned();
    let mut out = Vec::with_capacity(HEAD + weights.len());
    out.extend(scale.to_le_bytes());
    out.extend(weights.iter().map(byte));
    out
}
