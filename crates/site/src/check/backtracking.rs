//! Regular expressions that take exponential time in a backtracking engine.
//!
//! The decision: the expression becomes the automaton of its positions (Glushkov), with an edge for each way from one
//! position to the next. Matching is exponential if some text leads from a position back to it in two ways (Weber and
//! Seidl, "On the degree of ambiguity of finite automata", 1991, criterion EDA). Finite repetitions are cut to
//! three copies or count as infinite, lookarounds count as groups, and backreferences as nothing.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use regex_syntax::ast::{self, Ast, RepetitionKind, RepetitionRange};
use regex_syntax::hir::{Class, HirKind, translate::TranslatorBuilder};

/// Longest expression that is analysed, in bytes.
const LONGEST: usize = 2_000;
/// Largest number of positions of an automaton.
const POSITIONS: usize = 80;
/// Largest number of pairs of edges that are compared.
const WORK: usize = 400_000;
/// Copies of a finite repetition.
const COPIES: u32 = 3;
/// Difference of the bounds of a repetition that counts as one without a bound.
const MANY: u32 = 8;

/// Returns whether the time of a failing match can double with each further character.
///
/// Expressions that cannot be read, or are too large to analyse, give `false`.
pub(super) fn is_exponential(pattern: &str) -> bool {
    if pattern.len() > LONGEST || !pattern.contains(['*', '+', ',']) {
        return false;
    }
    let plain = without_assertions(pattern);
    let parsed = ast::parse::ParserBuilder::new().nest_limit(50).build().parse(&plain);
    let Ok(parsed) = parsed else { return false };
    let mut automaton = Automaton { source: &plain, sets: Vec::new(), edges: Vec::new(), has_end: false };
    let Some(whole) = automaton.add_part(&parsed) else { return false };
    // A match that may end at any place never fails after the repetition.
    let can_fail = |position: usize| automaton.has_end || !whole.last.contains(&position);
    automaton.ambiguous_positions().into_iter().any(can_fail)
}

/// Rewrites lookarounds as groups, and leaves backreferences out: the parser knows neither.
fn without_assertions(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let lookaround = ["(?=", "(?!", "(?<=", "(?<!"].iter().find(|open| rest.starts_with(**open));
        let length = if let Some(open) = lookaround {
            out.push_str("(?:");
            open.len()
        } else if c == '\\' {
            let next = rest[1..].chars().next();
            let escape = 1 + next.map_or(0, char::len_utf8);
            if !next.is_some_and(|c| matches!(c, '1'..='9')) {
                // An escape of a letter that has no meaning of its own is that letter.
                let is_unknown = next.is_some_and(|c| matches!(c, '/' | '-' | '"' | '\'' | '@' | '%' | ':'));
                out.push_str(&rest[usize::from(is_unknown && next != Some('-'))..escape]);
            }
            escape
        } else {
            out.push(c);
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    out
}

/// Automaton of the positions of an expression.
struct Automaton<'p> {
    source: &'p str,
    /// Characters of each position, as ranges.
    sets: Vec<Vec<(char, char)>>,
    /// Each way from a position to the next character.
    edges: Vec<(usize, usize)>,
    /// `true` if an assertion can end a match.
    has_end: bool,
}

/// Positions at the ends of a part of the expression.
#[derive(Clone, Default)]
struct Ends {
    nullable: bool,
    first: Vec<usize>,
    last: Vec<usize>,
}

impl Ends {
    fn empty() -> Self {
        Self { nullable: true, ..Self::default() }
    }
}

impl Automaton<'_> {
    /// Adds the positions of a part; `None` if there are too many.
    fn add_part(&mut self, part: &Ast) -> Option<Ends> {
        match part {
            Ast::Empty(_) | Ast::Flags(_) => Some(Ends::empty()),
            Ast::Assertion(assertion) => {
                use ast::AssertionKind::{StartLine, StartText};
                self.has_end |= !matches!(assertion.kind, StartLine | StartText);
                Some(Ends::empty())
            }
            Ast::Group(group) => self.add_part(&group.ast),
            Ast::Concat(parts) => {
                let mut whole = Ends::empty();
                for part in &parts.asts {
                    let next = self.add_part(part)?;
                    whole = self.join_ends(whole, next)?;
                }
                Some(whole)
            }
            Ast::Alternation(parts) => {
                let mut whole = Ends::default();
                for part in &parts.asts {
                    let next = self.add_part(part)?;
                    whole.nullable |= next.nullable;
                    whole.first.extend(next.first);
                    whole.last.extend(next.last);
                }
                Some(whole)
            }
            Ast::Repetition(repetition) => self.add_repetition(&repetition.ast, &repetition.op.kind),
            leaf => {
                let hir = TranslatorBuilder::new().utf8(false).build().translate(self.source, leaf).ok()?;
                let set = match hir.kind() {
                    HirKind::Class(Class::Unicode(class)) => {
                        class.ranges().iter().map(|range| (range.start(), range.end())).collect()
                    }
                    HirKind::Literal(text) => {
                        let c = std::str::from_utf8(&text.0).ok()?.chars().next()?;
                        vec![(c, c)]
                    }
                    _ => return None,
                };
                let position = self.sets.len();
                self.sets.push(set);
                (position < POSITIONS).then(|| Ends {
                    nullable: false,
                    first: vec![position],
                    last: vec![position],
                })
            }
        }
    }

    fn add_repetition(&mut self, part: &Ast, kind: &RepetitionKind) -> Option<Ends> {
        let (least, most) = match kind {
            RepetitionKind::ZeroOrOne => (0, Some(1)),
            RepetitionKind::ZeroOrMore => (0, None),
            RepetitionKind::OneOrMore => (1, None),
            RepetitionKind::Range(RepetitionRange::Exactly(count)) => (*count, Some(*count)),
            RepetitionKind::Range(RepetitionRange::AtLeast(least)) => (*least, None),
            RepetitionKind::Range(RepetitionRange::Bounded(least, most)) => (*least, Some(*most)),
        };
        // A text that fits a repetition of many lengths has as many ends as one without an end.
        let Some(most) = most.filter(|most| most - least < MANY) else {
            let mut whole = self.add_part(part)?;
            self.link_states(&whole.last, &whole.first)?;
            whole.nullable |= least == 0;
            return Some(whole);
        };
        let least = if least == most { least.min(COPIES) } else { least.min(COPIES - 1) };
        // Each copy follows the one before, so that a number of copies has one way.
        let mut chain = Ends::empty();
        let mut whole = Ends { nullable: least == 0, ..Ends::default() };
        for copy in 1..=most.min(COPIES) {
            let next = self.add_part(part)?;
            chain = self.join_ends(chain, next)?;
            if copy >= least {
                whole.last.extend(&chain.last);
                whole.nullable |= chain.nullable;
            }
        }
        whole.first = chain.first;
        whole.last.sort_unstable();
        whole.last.dedup();
        Some(whole)
    }

    /// Joins two parts that follow each other.
    fn join_ends(&mut self, mut before: Ends, after: Ends) -> Option<Ends> {
        self.link_states(&before.last, &after.first)?;
        if before.nullable {
            before.first.extend(&after.first);
        }
        if after.nullable {
            before.last.extend(after.last);
        } else {
            before.last = after.last;
        }
        before.nullable &= after.nullable;
        Some(before)
    }

    fn link_states(&mut self, from: &[usize], to: &[usize]) -> Option<()> {
        if self.edges.len() + from.len() * to.len() > POSITIONS * POSITIONS {
            return None;
        }
        self.edges.extend(from.iter().flat_map(|from| to.iter().map(|to| (*from, *to))));
        Some(())
    }

    fn states_overlap(&self, one: usize, other: usize) -> bool {
        let meets = |a: &(char, char), b: &(char, char)| a.0 <= b.1 && b.0 <= a.1;
        self.sets[one].iter().any(|a| self.sets[other].iter().any(|b| meets(a, b)))
    }

    /// Returns the positions that one text leads back to in two ways.
    fn ambiguous_positions(&self) -> Vec<usize> {
        let count = self.sets.len();
        let mut next: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); count];
        for (from, to) in &self.edges {
            *next[*from].entry(*to).or_default() += 1;
        }
        // Pairs of positions that one text reaches, and their edges in both directions.
        let pair = |one: usize, other: usize| one * count + other;
        let mut forward: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut backward: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut seen = vec![false; count * count];
        let mut open: VecDeque<usize> = (0..count).map(|position| pair(position, position)).collect();
        for pair in &open {
            seen[*pair] = true;
        }
        let mut work = 0;
        while let Some(from) = open.pop_front() {
            for one in next[from / count].keys() {
                for other in next[from % count].keys() {
                    work += 1;
                    if work > WORK {
                        return Vec::new();
                    }
                    if !self.states_overlap(*one, *other) {
                        continue;
                    }
                    let to = pair(*one, *other);
                    forward.entry(from).or_default().push(to);
                    backward.entry(to).or_default().push(from);
                    if !std::mem::replace(&mut seen[to], true) {
                        open.push_back(to);
                    }
                }
            }
        }
        let component = find_components(&forward, &backward, count * count);
        let diagonal = |position: usize| component[pair(position, position)];
        // Components with two different positions, or with an edge that exists twice.
        let mut ambiguous: HashSet<usize> =
            (0..count * count).filter(|at| at / count != at % count).filter_map(|at| component[at]).collect();
        for (from, to) in next.iter().enumerate().flat_map(|(from, ways)| {
            ways.iter().filter(|(_, ways)| **ways > 1).map(move |(to, _)| (from, *to))
        }) {
            if diagonal(from) == diagonal(to) {
                ambiguous.extend(diagonal(from).filter(|_| from != to || next[from].contains_key(&to)));
            }
        }
        (0..count).filter(|position| diagonal(*position).is_some_and(|at| ambiguous.contains(&at))).collect()
    }
}

/// Returns the strongly connected component of each node that has edges in both directions (Kosaraju).
fn find_components(
    forward: &HashMap<usize, Vec<usize>>,
    backward: &HashMap<usize, Vec<usize>>,
    count: usize,
) -> Vec<Option<usize>> {
    let mut order = Vec::new();
    let mut seen = vec![false; count];
    for start in 0..count {
        let mut open = vec![(start, 0)];
        if !forward.contains_key(&start) || std::mem::replace(&mut seen[start], true) {
            continue;
        }
        while let Some((node, index)) = open.pop() {
            match forward.get(&node).and_then(|edges| edges.get(index)) {
                Some(to) => {
                    open.push((node, index + 1));
                    if !std::mem::replace(&mut seen[*to], true) {
                        open.push((*to, 0));
                    }
                }
                None => order.push(node),
            }
        }
    }
    let mut component = vec![None; count];
    for start in order.into_iter().rev() {
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            if component[node].is_none() {
                component[node] = Some(start);
                open.extend(backward.get(&node).into_iter().flatten().filter(|node| seen[**node]));
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::is_exponential;

    #[test]
    fn ambiguous_repetitions_are_found() {
        for pattern in [
            "^(a+)+$",
            "^(a*)*$",
            "(a|a)*b",
            "^(a|aa)+$",
            "^(?:a{1,2})*$",
            r"^(\w+\s?)*$",
            r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
            r"^(([a-z])+.)+[A-Z]([a-z])+$",
            r"^(?=.*\d)(\w|\d)+$",
            r"(.*a|.*b)*c",
            r"^([\w.]+)*@x\.org$",
            r"^(\d+,?)+;$",
            "(a{1,10}){1,20}b",
            r"^(?:\w{0,30}-?){2,40}$",
        ] {
            assert!(is_exponential(pattern), "{pattern}");
        }
    }

    #[test]
    fn other_expressions_are_not_found() {
        for pattern in [
            r"^\d{4}-\d{2}-\d{2}$",
            "^[a-z0-9]+(-[a-z0-9]+)*$",
            r"^(?:[A-Z]{2}\d{2}[ ]?)(?:\d{4}[ ]?){2,7}$",
            r"^[^@\s]+@[^@\s]+\.[a-z]{2,}$",
            "(a+)+",
            r"^(\d{1,3}(,\d{3})*)?$",
            r"^(\w+\s)*\w+$",
            r"^(?!.*--)[a-z-]+$",
            r"^https?:\/\/[^\s/]+(\/[^\s]*)?$",
            r"^\+?[1-9]\d{1,14}$",
            r"^(a)\1*$",
            r"^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$",
            r"^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$",
            "(",
            "[",
            "a{2",
            "",
        ] {
            assert!(!is_exponential(pattern), "{pattern}");
        }
    }

    #[test]
    fn large_expressions_end() {
        for pattern in [
            "(a*".repeat(400),
            format!("^({})*$", "a?".repeat(78)),
            format!("^({})*$", ".*".repeat(60)),
            "((((((a{1,3}){1,3}){1,3}){1,3}){1,3}){1,3})*".to_owned(),
            format!("[{}]*x", "\u{e9}-\u{ea}".repeat(400)),
        ] {
            is_exponential(&pattern);
        }
    }
}
