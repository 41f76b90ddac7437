//! Tools in the order of their nearness to a query.
//!
//! It is the usual sum over the words of the query: a word counts more if few tools have it, and in a name more than in
//! a description. Words are compared without the endings of English plurals and verbs.

use std::collections::{HashMap, HashSet};

use webagents_manifest::Manifest;
use webagents_text::name_words;

use crate::interface::Interface;
use crate::ty::{Member, MemberKind};

/// Weight of a word in a tool's name, of one in the name of a parameter, and of one in a description.
const WEIGHTS: [f64; 3] = [3.0, 2.0, 1.0];

/// Returns the rank of each tool of the manifest and then of `more`; the nearest has 0.
///
/// Tools that are equally near stay in their order.
pub(crate) fn by_nearness(manifest: &Manifest, more: &[Interface], query: &str) -> Vec<usize> {
    let wanted: HashSet<String> = stems(query).into_iter().collect();
    let of_manifest = manifest.tools.iter().map(|tool| {
        let params: Vec<&str> = tool.params.iter().map(|param| param.name.as_str()).collect();
        [tool.name.as_str().to_owned(), params.join(" "), tool.description.to_string()]
    });
    let of_more = more.iter().map(|tool| {
        let members = tool.arguments().unwrap_or_default().iter();
        let params: Vec<&str> = members.filter_map(name_of).collect();
        [tool.name.clone(), params.join(" "), tool.description.clone()]
    });
    // The weight of each wanted word that a tool has.
    let found: Vec<HashMap<String, f64>> = of_manifest
        .chain(of_more)
        .map(|texts| {
            let mut found: HashMap<String, f64> = HashMap::new();
            for (text, weight) in texts.iter().zip(WEIGHTS) {
                for word in stems(text).into_iter().filter(|word| wanted.contains(word)) {
                    let known = found.entry(word).or_default();
                    *known = known.max(weight);
                }
            }
            found
        })
        .collect();
    let mut spread: HashMap<&str, u32> = HashMap::new();
    for word in found.iter().flat_map(HashMap::keys) {
        *spread.entry(word).or_default() += 1;
    }
    let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
    let rarity =
        |word: &str| (1.0 + f64::from(count) / f64::from(spread.get(word).copied().unwrap_or(1))).ln();
    // Summed in the order of the words, so that equal sets give equal sums.
    let scores: Vec<f64> = found
        .iter()
        .map(|found| {
            let mut words: Vec<_> = found.iter().collect();
            words.sort_by(|a, b| a.0.cmp(b.0));
            words.into_iter().map(|(word, weight)| weight * rarity(word)).sum()
        })
        .collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    let mut ranks = vec![0; order.len()];
    for (rank, at) in order.into_iter().enumerate() {
        ranks[at] = rank;
    }
    ranks
}

fn name_of(member: &Member) -> Option<&str> {
    match &member.kind {
        MemberKind::Property { name, .. } => Some(name),
        _ => None,
    }
}

/// The words of a text without their endings.
fn stems(text: &str) -> Vec<String> {
    let stem = |word: String| {
        let stem = ["ing", "ed", "es", "s"].iter().find_map(|ending| {
            word.strip_suffix(ending).filter(|stem| stem.chars().count() > 2).map(str::to_owned)
        });
        let stem = stem.unwrap_or(word);
        stem.strip_suffix('e').map(str::to_owned).unwrap_or(stem)
    };
    name_words(text).into_iter().map(stem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_tools_come_first() {
        let manifest = webagents_manifest::parse(
            "# S\n\n## addToCart\nAdds an item.\n\n### Params\n\n## listOrders\nLists the orders of the user.\n\n### Params\n\n\
             ## cancel\nCancels an order.\n\n### Params\n- `order_id` (string): Its id.\n",
        )
        .manifest;
        let ranks = |query| by_nearness(&manifest, &[], query);
        assert_eq!(ranks("show my orders"), [2, 0, 1]);
        assert_eq!(ranks("cancel"), [1, 2, 0]);
        assert_eq!(ranks(""), [0, 1, 2]);
    }
}
