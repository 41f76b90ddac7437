//! Instructions to the model in the texts of a tool.
//!
//! A declaration describes a tool; what it must not do is give orders to the model that reads it. The decision: phrases have
//! points, and the points of one tool are added, because honest tools use each of these words for themselves ("must", "without
//! asking", "before any request"), and hardly ever several of such phrases. Values that are chosen from a list need fewer points
//! than sentences. Tools that are about attacks quote them: their quotations do not count.

mod literals;
mod normal;
mod patterns;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use self::patterns::{Pattern, TABLE};
use super::finding::shown;
use super::rule::{self, Rule};
use super::view::{Field, Group, Kind, Raw};

/// Points that make a finding.
const ENOUGH: u32 = 3;
/// Findings of one tool.
const MOST: usize = 200;
/// Points of a value that make one.
const ENOUGH_OF_VALUE: u32 = 2;

/// The phrases that a document may hold; empty for nearly every honest one.
pub(super) struct Suspects {
    patterns: Option<Vec<&'static Pattern>>,
}

impl Suspects {
    /// The phrases that `content` may hold, by one pass over it. Texts that are encoded or not ASCII are looked at one by one.
    pub(super) fn of(content: &str) -> Self {
        if !content.is_ascii() || normal::is_odd(content) {
            return Self { patterns: None };
        }
        Self { patterns: Some(TABLE.candidates(content)) }
    }

    /// Phrases of any document.
    pub(super) fn any() -> Self {
        Self { patterns: None }
    }

    /// Returns whether no text of the document can hold one.
    pub(super) fn is_empty(&self) -> bool {
        self.patterns.as_ref().is_some_and(Vec::is_empty)
    }

    fn matches(&self, plain: &str) -> Vec<(&'static Pattern, Range<usize>)> {
        let of_text;
        let patterns = match &self.patterns {
            Some(patterns) => patterns,
            None => {
                of_text = TABLE.candidates(plain);
                &of_text
            }
        };
        let mut found: Vec<_> =
            patterns.iter().filter_map(|pattern| Some((*pattern, pattern.find(plain)?))).collect();
        // The graver of two that say the same comes first.
        found.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.weight));
        found
    }
}

/// One match in one text.
struct Hit<'g, 'a> {
    field: &'g Field<'a>,
    rule: &'static Rule,
    weight: u32,
    phrase: String,
}

/// The findings in the texts of a tool, or of a site's prose.
pub(super) fn judge(group: &Group<'_>, suspects: &Suspects) -> Vec<Raw> {
    if suspects.is_empty() {
        return Vec::new();
    }
    let mut hits: Vec<Hit<'_, '_>> = Vec::new();
    let mut seen: BTreeMap<*const Pattern, u32> = BTreeMap::new();
    let mut points = 0;
    for field in &group.fields {
        let text = quoted_out(&field.text);
        let plain = normal::plain(&text);
        let is_value = matches!(field.kind, Kind::Value | Kind::Pattern);
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (pattern, range) in suspects.matches(&plain) {
            if pattern.params_only && !matches!(field.kind, Kind::ParamProse | Kind::Value) {
                continue;
            }
            if ranges.iter().any(|known| covers(known, &range)) {
                continue;
            }
            ranges.push(range.clone());
            let weight = pattern.weight + u32::from(is_value);
            // A phrase that is repeated says no more.
            let known = seen.entry(std::ptr::from_ref(pattern)).or_insert(0);
            if *known < weight {
                points += weight - *known;
                *known = weight;
            }
            let phrase = plain.get(range).unwrap_or_default().to_owned();
            hits.push(Hit { field, rule: pattern.rule, weight, phrase });
        }
        if normal::is_odd(&text) || !text.is_ascii() {
            hits.extend(encoded(field, &text, &plain, &mut points));
        }
    }
    let mut out: Vec<Raw> = Vec::new();
    // The hits of a field follow each other.
    for of_field in hits.chunk_by(|one, other| std::ptr::eq(one.field, other.field)) {
        let Some(Hit { field, .. }) = of_field.first() else { continue };
        let is_value = matches!(field.kind, Kind::Value | Kind::Pattern);
        let weight: u32 = of_field.iter().map(|hit| hit.weight).sum();
        if points < ENOUGH && !(is_value && weight >= ENOUGH_OF_VALUE) {
            continue;
        }
        let from = out.len();
        for hit in of_field {
            let rule = if is_value && hit.rule.id != "WA308" { &rule::VALUE_INSTRUCTION } else { hit.rule };
            if out.len() >= MOST || out[from..].iter().any(|known| known.rule == rule) {
                continue;
            }
            let message = format!("{}: \"{}\"", sentence(rule), shown(hit.phrase.trim(), 100));
            out.push(Raw::new(rule, field.place.clone(), message));
        }
    }
    out
}

/// Returns whether two phrases are the same evidence: they share more than half of the shorter one.
fn covers(known: &Range<usize>, other: &Range<usize>) -> bool {
    let shared = known.end.min(other.end).saturating_sub(known.start.max(other.start));
    shared * 2 > known.len().min(other.len())
}

/// The summary of a rule without its full stop.
fn sentence(rule: &Rule) -> &str {
    rule.summary.trim_end_matches('.')
}

/// Matches in what a text says when it is decoded.
fn encoded<'g, 'a>(field: &'g Field<'a>, text: &str, plain: &str, points: &mut u32) -> Vec<Hit<'g, 'a>> {
    let mut out = Vec::new();
    for decoded in normal::decoded(text) {
        let any = Suspects::any().matches(&decoded);
        let new: u32 = any
            .iter()
            .filter(|(pattern, _)| pattern.find(plain).is_none())
            .map(|(pattern, _)| pattern.weight)
            .sum();
        // Who writes an order in plain words need not encode it, so less is enough.
        if new >= ENOUGH_OF_VALUE {
            *points += ENOUGH;
            out.push(Hit { field, rule: &rule::ENCODED, weight: ENOUGH, phrase: decoded });
        }
    }
    out
}

/// The text without what it quotes, where it is about attacks, secrets or prompts as a subject.
fn quoted_out(text: &str) -> Cow<'_, str> {
    static SUBJECT: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r"(?i)\b(?:scans?|detects?|finds?|search(?:es)?|checks?|identif(?:y|ies)|classif(?:y|ies)|moderates?|flags?|blocks?|filters?|sanitizes?|tests?|audits?|generates?|simulates?|analy[sz]es?|evaluates?|returns?|rejects?|removes?|redacts?)\b.{0,80}\b(?:injections?|jailbreaks?|phishing|leaked|attacks?|malicious|toxic|spam|adversarial|red[- ]team|test prompts?|prompt templates?|exploits?|vulnerabilit(?:y|ies)|xss|sql injection|secrets)\b",
        )
        .ok()
    });
    static QUOTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(
            r#"(?i)'[^'\n]{1,120}'|"[^"\n]{1,120}"|`[^`\n]{1,120}`|‘[^’\n]{1,120}’|“[^”\n]{1,120}”|\b(?:requests?|attempts?|instructions?|phrases?|prompts?|payloads?|markers?|patterns?|strings?|texts?|messages?|comments?)\b (?:to|that|like|such as|which|for)\b[^.;\n]{1,160}"#,
        )
        .ok()
    });
    match (&*SUBJECT, &*QUOTED) {
        (Some(subject), Some(quoted)) if subject.is_match(text) => quoted.replace_all(text, "'…'"),
        _ => Cow::Borrowed(text),
    }
}
