//! Weights follow from the corpus, and bounds hold for the errors on texts of other authors.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use webagents_poisoning::training::{LEARNED, encode, is_order};

use crate::corpus::{Corpus, List, Origin};
use crate::train_weights;

/// Parts of the corpus, of which one is left out at a time.
const PARTS: usize = 11;
/// Sets of sentences and the sets of lists by the same authors.
const SAME_AUTHOR: [(&str, &str); 6] = [
    ("saas", "tuning-17"),
    ("developer", "tuning-18"),
    ("sites", "tuning-19"),
    ("hidden", "tuning-20"),
    ("literature", "tuning-21"),
    ("market", "tuning-22"),
];

#[test]
fn weights_are_those_of_training() {
    let corpus = Corpus::read_files();
    let trained = encode(&train_weights(&corpus.samples.iter().collect::<Vec<_>>(), &corpus.lists));
    assert!(LEARNED == trained, "the corpus has changed: `cargo xtask train` writes the weights");
}

/// Number of lists of a kind, and of those found.
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
fn judged(corpus: &Corpus, part_of: impl Fn(&List) -> usize, part: usize) -> Vec<(usize, bool)> {
    let is_of_part = |list: &List| part_of(list) == part;
    let others = corpus.samples.iter().filter(|sample| !is_of_part(&corpus.lists[sample.list]));
    let learned = encode(&train_weights(&others.collect::<Vec<_>>(), &corpus.lists));
    let is_found = |list: &List| list.tools.iter().any(|tool| is_order(tool, &learned));
    let of_part = corpus.lists.iter().enumerate().filter(|(_, list)| is_of_part(list));
    of_part.map(|(at, list)| (at, is_found(list))).collect()
}

#[test]
#[allow(
    clippy::print_stdout,
    reason = "the README of the corpus has these figures: `--nocapture` shows them"
)]
fn unseen_authors_are_judged_as_documented() {
    let corpus = Corpus::read_files();
    // The first set of an author comes after the others of the same name.
    let key = |origin, set: &str| (origin, format!("{set}."));
    let sets: BTreeSet<(Origin, String)> =
        corpus.lists.iter().map(|list| key(list.origin, &list.set)).collect();
    let mut parts: BTreeMap<(Origin, String), usize> = sets.into_iter().zip((0..PARTS).cycle()).collect();
    for (sentences, lists) in SAME_AUTHOR {
        parts.insert(key(Origin::Sentences, sentences), parts[&key(Origin::Tuning, lists)]);
    }
    let mut counts: BTreeMap<(Origin, bool), Count> = BTreeMap::new();
    let (corpus, parts) = (&corpus, &parts);
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let answers = std::thread::scope(|scope| {
        let judge = |first: usize| {
            let of_thread = (first..PARTS).step_by(threads);
            let answers =
                of_thread.flat_map(|part| judged(corpus, |list| parts[&key(list.origin, &list.set)], part));
            answers.collect::<Vec<(usize, bool)>>()
        };
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || judge(first))).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    for (at, is_found) in answers {
        let list = &corpus.lists[at];
        let count = counts.entry((list.origin, list.is_poisoned)).or_default();
        count.all += 1;
        count.found += u32::from(is_found);
    }
    let shown = |((origin, is_poisoned), Count { found, all }): (&(Origin, bool), &Count)| {
        format!("{origin:?}, {}: {found} of {all}", if *is_poisoned { "poisoned" } else { "clean" })
    };
    insta::assert_snapshot!(counts.iter().map(shown).collect::<Vec<_>>().join("\n"), @r"
    Real, clean: 16 of 715
    Sentences, clean: 260 of 16987
    Sentences, poisoned: 4651 of 11465
    Tuning, clean: 77 of 1866
    Tuning, poisoned: 1205 of 1620
    ");
    let percent = |origin, is_poisoned| counts[&(origin, is_poisoned)].percent();
    assert!(percent(Origin::Tuning, true) >= 73.0, "{counts:?}");
    assert!(percent(Origin::Tuning, false) <= 4.5, "{counts:?}");
    assert!(percent(Origin::Sentences, true) >= 40.0, "{counts:?}");
    assert!(percent(Origin::Sentences, false) <= 1.6, "{counts:?}");
    assert!(percent(Origin::Real, false) <= 2.5, "{counts:?}");
}
