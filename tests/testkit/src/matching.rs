//! Texts that regular expressions match.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Characters of a range that are chosen from.
const CHARS: usize = 200;
/// Repetitions beyond the fewest, without an upper bound.
const REPETITIONS: u32 = 3;

/// Returns texts that an expression matches, if its look-around holds there; the same in each run.
///
/// # Panics
/// Panics if the expression is invalid.
pub fn matching_texts(expression: &str, count: usize) -> Vec<String> {
    let hir = regex_syntax::parse(expression).unwrap();
    let mut seed = 1_u64;
    let mut next = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % count
    };
    let text = |_| {
        let mut text = String::new();
        write(&hir, &mut next, &mut text);
        text
    };
    (0..count).map(text).collect()
}

fn write(hir: &Hir, next: &mut impl FnMut(usize) -> usize, out: &mut String) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(Class::Bytes(_)) => {}
        HirKind::Literal(literal) => out.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(Class::Unicode(class)) => {
            let range = class.ranges()[next(class.ranges().len())];
            let chars: Vec<char> = (range.start()..=range.end()).take(CHARS).collect();
            out.push(chars[next(chars.len())]);
        }
        HirKind::Capture(capture) => write(&capture.sub, next, out),
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(repetition.min + REPETITIONS);
            let more = next(usize::try_from(most - repetition.min).unwrap() + 1);
            for _ in 0..usize::try_from(repetition.min).unwrap() + more {
                write(&repetition.sub, next, out);
            }
        }
        HirKind::Concat(parts) => parts.iter().for_each(|part| write(part, next, out)),
        HirKind::Alternation(parts) => write(&parts[next(parts.len())], next, out),
    }
}
