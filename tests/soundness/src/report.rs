//! The tables of a run, and the bars that our own converter has to clear.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::corpus::{Corpus, Label, Of};
use crate::mutants::Class;
use crate::soundness::{Score, Tally};

/// The converter that is judged; the others are shown.
pub const OURS: &str = "webagents";

/// Number of valid values of the suite that may be refused.
///
/// TypeScript gives `{}` the members of `Object`, so that a property `toString` or `constructor` of another type is
/// refused.
const SUITE_VALID_REFUSED: usize = 1;

/// The share of the suite's invalid values that has to be refused.
const SUITE_INVALID_REFUSED: f64 = 65.0;

/// One Markdown table for `corpus`.
pub fn write_table(corpus: &Corpus, scores: &[(String, Score)]) -> String {
    let mut text = format!("{}: {} schemas", corpus.name, corpus.cases.len());
    if !corpus.left_out.is_empty() {
        let _ =
            write!(text, ", without {} that are none: {}", corpus.left_out.len(), corpus.left_out.join(", "));
    }
    text.push_str("\n\n");
    let kind = corpus.of;
    text.push_str("| converter | convert errors | tsc-broken | valid accepted (assignable / fresh) |");
    let classes: Vec<Class> = match kind {
        Of::Values => Vec::new(),
        Of::Tools => Class::ALL.to_vec(),
    };
    match kind {
        Of::Values => text.push_str(" invalid rejected (assignable / fresh) |\n|---|---:|---:|---:|---:|\n"),
        Of::Tools => {
            for class in &classes {
                let _ = write!(text, " {} |", class.name());
            }
            text.push_str("\n|---|---:|---:|---:|");
            text.push_str(&"---:|".repeat(classes.len()));
            text.push('\n');
        }
    }
    for (name, score) in scores {
        let _ = write!(
            text,
            "| {name} | {} | {} | {} |",
            score.errors,
            score.broken,
            format_shares(score.valid())
        );
        match kind {
            Of::Values => {
                let _ = write!(text, " {} |", format_shares(score.invalid()));
            }
            Of::Tools => {
                for class in &classes {
                    let tally = score.tallies.get(&Label::Mutant(*class)).copied().unwrap_or_default();
                    let _ = write!(text, " {} |", format_shares(tally));
                }
            }
        }
        text.push('\n');
    }
    text
}

/// `12/13, 92.3 % / 12/13, 92.3 %`.
fn format_shares(tally: Tally) -> String {
    let Tally { total, assignable, fresh } = tally;
    let (a, f) = (percent_of(assignable, total), percent_of(fresh, total));
    if assignable == fresh {
        format!("{assignable}/{total} {a:.1} %")
    } else {
        format!("{assignable}/{total} {a:.1} % / {fresh} {f:.1} %")
    }
}

fn percent_of(part: usize, whole: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "counts are small")]
    let share = part as f64 * 100.0 / (whole.max(1)) as f64;
    share
}

/// The same for programs.
pub fn to_json(corpus: &Corpus, scores: &[(String, Score)]) -> Value {
    let tally =
        |tally: Tally| json!({ "total": tally.total, "assignable": tally.assignable, "fresh": tally.fresh });
    let rows = scores.iter().map(|(name, score)| {
        let classes = score.tallies.iter().filter_map(|(label, counted)| match label {
            Label::Mutant(class) => Some((class.name().to_owned(), tally(*counted))),
            Label::Valid | Label::Invalid => None,
        });
        json!({
            "converter": name, "errors": score.errors, "broken": score.broken,
            "valid_accepted": tally(score.valid()), "invalid_rejected": tally(score.invalid()),
            "classes": classes.collect::<serde_json::Map<_, _>>(),
        })
    });
    json!({ "corpus": corpus.name, "schemas": corpus.cases.len(), "converters": rows.collect::<Vec<_>>() })
}

/// The bars that `score` misses, a sentence each.
pub fn missed_bars(kind: Of, score: &Score) -> Vec<String> {
    let mut missed = Vec::new();
    let mut bar = |holds: bool, message: String| {
        if !holds {
            missed.push(message);
        }
    };
    bar(score.errors == 0, format!("{} schemas were not converted", score.errors));
    bar(score.broken == 0, format!("tsc refuses {} declarations", score.broken));
    let (valid, invalid) = (score.valid(), score.invalid());
    bar(valid.total > 0 && invalid.total > 0, "there was nothing to judge".to_owned());
    match kind {
        Of::Values => {
            let refused = valid.total - valid.assignable;
            bar(
                refused <= SUITE_VALID_REFUSED,
                format!("{refused} valid values of the suite are refused, {SUITE_VALID_REFUSED} may be"),
            );
            let share = percent_of(invalid.assignable, invalid.total);
            bar(
                share >= SUITE_INVALID_REFUSED,
                format!(
                    "{share:.1} % of the suite's invalid values are refused, {SUITE_INVALID_REFUSED} % have to be"
                ),
            );
        }
        Of::Tools => {
            let refused = valid.total - valid.assignable.min(valid.fresh);
            bar(refused == 0, format!("{refused} valid values of real tools are refused"));
            for class in Class::ALL {
                let tally = score.tallies.get(&Label::Mutant(class)).copied().unwrap_or_default();
                let rejected = match class {
                    Class::BeyondTypes => continue,
                    Class::ExtraProperty => tally.fresh,
                    _ => tally.assignable.min(tally.fresh),
                };
                let accepted = tally.total - rejected;
                bar(
                    accepted == 0,
                    format!("{accepted} values of real tools with {} are accepted", class.name()),
                );
                bar(tally.total > 0, format!("no value with {} was made", class.name()));
            }
        }
    }
    missed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(total: usize, assignable: usize, fresh: usize) -> Tally {
        Tally { total, assignable, fresh }
    }

    #[track_caller]
    fn check(kind: Of, tallies: &[(Label, Tally)], expected: usize) {
        let score = Score { tallies: tallies.iter().copied().collect(), ..Score::default() };
        assert_eq!(missed_bars(kind, &score).len(), expected, "{:?}", missed_bars(kind, &score));
    }

    #[test]
    fn bars_are_held() {
        check(Of::Values, &[(Label::Valid, tally(455, 454, 454)), (Label::Invalid, tally(400, 260, 260))], 0);
        check(Of::Values, &[(Label::Valid, tally(455, 453, 455)), (Label::Invalid, tally(400, 259, 400))], 2);
        check(Of::Values, &[], 2);
        let mut tools: Vec<(Label, Tally)> =
            Class::ALL.into_iter().map(|class| (Label::Mutant(class), tally(9, 9, 9))).collect();
        tools.push((Label::Valid, tally(5, 5, 5)));
        check(Of::Tools, &tools, 0);
        tools.push((Label::Mutant(Class::ExtraProperty), tally(9, 0, 9)));
        tools.push((Label::Mutant(Class::BeyondTypes), tally(9, 0, 0)));
        check(Of::Tools, &tools, 0);
        tools.push((Label::Mutant(Class::WrongType), tally(9, 8, 9)));
        tools.push((Label::Valid, tally(5, 5, 4)));
        check(Of::Tools, &tools, 2);
    }
}
