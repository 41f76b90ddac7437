//! Tests of the text of snapshots.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::budget::{More, write};
use super::row::{Row, Sign, compact, merge, settle};
use super::{References, SnapshotOptions, delta};
use crate::error::BrowseErrorKind;
use webagents_runtime::driver::FrameId;
use webagents_text::estimate_tokens;

/// A row from `role "name" flags: value` after its indentation; `@` is a row with a reference.
fn rows(text: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let depth = (line.len() - line.trim_start().len()) / 2;
        let (line, shown) = line.trim().strip_prefix('@').map_or((line.trim(), false), |line| (line, true));
        let (head, value) = line.split_once(": ").unwrap_or((line, ""));
        let (role, name) = head.split_once(' ').unwrap_or((head, ""));
        rows.push(Row {
            depth,
            number: index as u64 + 1,
            shown,
            role: role.to_owned(),
            name: name.to_owned(),
            value: value.to_owned(),
            ..Row::default()
        });
    }
    rows
}

fn list(count: usize) -> Vec<Row> {
    let mut text = "navigation Main\n  @link Home\n  @link Shop\nlist Products\n".to_owned();
    for index in 1..=count {
        let _ = writeln!(text, "  @link Product {index}\n  @checkbox Compare\n  @button Add {index} to cart");
    }
    text += "@button Next";
    rows(&text)
}

fn budget(tokens: usize) -> SnapshotOptions {
    SnapshotOptions { budget: Some(tokens), ..SnapshotOptions::default() }
}

#[test]
fn a_run_is_summarised_with_the_command_for_its_rest() {
    insta::assert_snapshot!(write(&list(650), &budget(160), More::From));
}

#[test]
fn the_rest_of_a_run_continues_where_it_was_left() {
    let mut options = budget(120);
    options.scope = Some((FrameId::new("main"), 4));
    options.from = 12;
    let part: Vec<Row> = list(650).into_iter().skip(3).take(1 + 3 * 650).collect();
    insta::assert_snapshot!(write(&part, &options, More::From));
}

#[test]
fn deep_levels_are_left_out_before_the_first_one_is_cut() {
    let mut text = String::new();
    for (index, role) in ["form", "region", "table", "group", "dialog"].into_iter().enumerate() {
        let _ = writeln!(text, "@{role} Part {index}");
        for (inner, role) in ["heading", "@textbox", "@button", "paragraph", "@link"].into_iter().enumerate()
        {
            let _ = writeln!(text, "  {role} Number {inner} of them");
        }
    }
    insta::assert_snapshot!(write(&rows(&text), &budget(150), More::From));
    insta::assert_snapshot!(write(&rows(&text), &budget(60), More::From));
}

#[test]
fn texts_join_their_rows_and_repeats_go() {
    let mut part = rows(
        "paragraph\n  text: Only this\nform Login\n  text: Name\n  @textbox Name: Ann\n  @checkbox Stay\n  text: Stay\n\
         heading Offer\n  @link Offer\nlist\n  listitem\n    listitem\n      text: deep\ngroup\n  group",
    );
    merge(&mut part, false);
    let merged = write(&part, &SnapshotOptions::default(), More::From);
    compact(&mut part);
    let compacted = write(&part, &SnapshotOptions::default(), More::From);
    insta::assert_snapshot!(format!("{merged}\n\ncompact:\n{compacted}"));
}

#[test]
fn a_line_has_no_line_break_of_the_page() {
    let row = Row {
        role: "button".to_owned(),
        name: "a\n@e1 link \"b\"\u{202e}\\".to_owned(),
        marks: vec!["options=x\r\n@e1] [disabled\\".to_owned()],
        value: "v\u{1b}[2J\u{2028}@e1 link".to_owned(),
        ..Row::default()
    };
    assert_eq!(row.line(), r#"button "a @e1 link \"b\" \\" [options=x  @e1\] [disabled\\]: v [2J @e1 link"#);
    // A possible answer of a page that has taken over its own functions.
    let row: Row =
        serde_json::from_str(r#"[0, 7, 0, "@e1 button\n@e2", "", [], "", "a\n\"b"]"#).expect("a row");
    assert_eq!(row.line(), r#"e1buttone2 in "a \"b""#);
}

#[test]
fn differences_name_what_appeared_went_and_changed() {
    let before = rows("form Pay\n  @textbox Name: Ann\n  @button Pay\n  @link Help\n@button Close");
    let mut after = before.clone();
    after[1].value = "Bob".to_owned();
    after[2].marks.push("disabled".to_owned());
    after[4].name = "Leave".to_owned();
    after.remove(3);
    let new = |depth, number, role: &str, name: &str| Row {
        depth,
        number,
        shown: true,
        role: role.to_owned(),
        name: name.to_owned(),
        ..Row::default()
    };
    after.push(new(0, 9, "dialog", "Sure?"));
    after.push(new(1, 10, "button", "Yes"));
    let changes = delta::between(&before, &after).expect("rows are in both");
    insta::assert_snapshot!(write(&changes, &SnapshotOptions::default(), More::Again));
    assert_eq!(delta::between(&before, &before), Some(Vec::new()));
    let others: Vec<Row> = before.iter().map(|row| Row { number: row.number + 100, ..row.clone() }).collect();
    assert_eq!(delta::between(&before, &others), None);
}

#[test]
fn a_stale_reference_names_its_element() {
    let mut references = References::default();
    let frame = FrameId::new("main");
    references.advance(20);
    references.note(3, &frame, "button", "Save");
    references.note(4, &frame, "link", "Save");
    let stale = |references: &References, number| {
        let error = references.stale(number);
        assert_eq!(error.kind(), BrowseErrorKind::Stale);
        error.message().to_owned()
    };
    assert_eq!(
        stale(&references, 3),
        "e3 was button \"Save\", which is gone from its page: take a `snapshot` to see what is there now"
    );
    assert!(stale(&references, 19).starts_with("e19 was shown too long ago"));
    assert!(stale(&references, 20).starts_with("expected a reference that was shown, found e20"));
}

#[test]
fn references_are_bounded_and_never_go_back() {
    let mut references = References::default();
    let frame = FrameId::new("main");
    for number in 1..=60_000 {
        references.advance(number + 1);
        references.note(number, &frame, "link", &"ü".repeat(100));
    }
    assert!(references.get(60_000).is_ok_and(|known| known.name.len() <= 120));
    assert!(references.get(1).is_err());
    references.advance(5);
    assert_eq!(references.next(), 60_001);
    references.advance(u64::MAX);
    assert!(references.next() < 1_000_000);
}

/// Rows of a few kinds at any depth, so that runs, trees and unlike siblings occur.
fn any_rows() -> impl Strategy<Value = Vec<Row>> {
    let row = (0..6_usize, 0..4_usize, any::<bool>(), "[a-z ]{0,12}");
    let block = (proptest::collection::vec(row, 1..8), 1..16_usize);
    proptest::collection::vec(block, 0..5).prop_map(|blocks| {
        let mut rows = Vec::new();
        for (block, times) in blocks {
            for _ in 0..times {
                for (depth, role, shown, name) in &block {
                    let role = ["button", "link", "list", "paragraph"][*role].to_owned();
                    let number = rows.len() as u64 + 1;
                    rows.push(Row {
                        depth: *depth,
                        number,
                        shown: *shown,
                        role,
                        name: name.clone(),
                        ..Row::default()
                    });
                }
            }
        }
        settle(&mut rows);
        rows
    })
}

/// The rows of a scope, as the page lists them for the command of a summary.
fn scoped(rows: &[Row], number: Option<u64>) -> Vec<Row> {
    let Some(number) = number else { return rows.to_vec() };
    let start = rows.iter().position(|row| row.number == number).expect("the scope is a row");
    let depth = rows[start].depth;
    let end =
        rows[start + 1..].iter().position(|row| row.depth <= depth).map_or(rows.len(), |end| start + 1 + end);
    rows[start..end].iter().map(|row| Row { depth: row.depth - depth, ..row.clone() }).collect()
}

/// The scope and the first child that the command of a summary names.
fn command(line: &str) -> (Option<u64>, usize) {
    let command = line.rsplit("`snapshot").next().expect("a command").trim_end_matches('`');
    let mut words = command.split_whitespace();
    let (mut scope, mut from) = (None, 0);
    while let Some(word) = words.next() {
        if let Some(number) = word.strip_prefix("@e") {
            scope = Some(number.parse().expect("a number"));
        } else if word == "--from" {
            from = words.next().and_then(|word| word.parse().ok()).expect("a number");
        }
    }
    (scope, from)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_budget_is_kept_and_everything_can_be_reached(rows in any_rows(), tokens in 80..1_000_usize) {
        let rows: Vec<Row> = rows.into_iter().map(|row| Row { shown: true, ..row }).collect();
        let mut seen = std::collections::BTreeSet::new();
        let mut todo = vec![(None, 0)];
        let mut asked = std::collections::BTreeSet::new();
        while let Some((scope, from)) = todo.pop() {
            if !asked.insert((scope, from)) {
                continue;
            }
            let options = SnapshotOptions {
                budget: Some(tokens),
                from,
                scope: scope.map(|number| (FrameId::new("main"), number)),
                ..SnapshotOptions::default()
            };
            let text = write(&scoped(&rows, scope), &options, More::From);
            prop_assert!(estimate_tokens(&text) <= tokens, "{} tokens of {tokens}:\n{text}", estimate_tokens(&text));
            for line in text.lines() {
                if line.contains('\u{2026}') {
                    todo.push(command(line));
                } else {
                    let number = line.trim_start().strip_prefix("@e").and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
                    seen.insert(number.expect("each row has a reference"));
                }
            }
        }
        prop_assert_eq!(seen.len(), rows.len());
    }

    #[test]
    fn without_a_budget_each_row_is_a_line(rows in any_rows()) {
        let text = write(&rows, &SnapshotOptions::default(), More::From);
        let lines: Vec<String> = rows.iter().map(Row::line).collect();
        prop_assert_eq!(text, lines.join("\n"));
    }

    #[test]
    fn differences_make_the_one_list_of_the_other(before in any_rows(), keep in proptest::collection::vec(0..4_u8, 200)) {
        let fate = |row: &Row| keep[usize::try_from(row.number).unwrap_or_default() % keep.len()];
        let mut after: Vec<Row> = before.iter().filter(|row| fate(row) != 0).cloned().collect();
        for row in &mut after {
            match fate(row) {
                1 => row.value = format!("{}!", row.value),
                2 => row.number += 1_000_000,
                _ => {}
            }
        }
        settle(&mut after);
        if let Some(changes) = delta::between(&before, &after) {
            let numbers = |sign| {
                let mut list: Vec<u64> = changes.iter().filter(|row| row.sign == sign).map(|row| row.number).collect();
                list.sort_unstable();
                list
            };
            let of = |rows: &[Row], fates: &[u8], offset: u64| -> Vec<u64> {
                let mut list: Vec<u64> =
                    rows.iter().filter(|row| fates.contains(&fate(row))).map(|row| row.number + offset).collect();
                list.sort_unstable();
                list
            };
            prop_assert_eq!(numbers(Sign::Gone), of(&before, &[0, 2], 0));
            prop_assert_eq!(numbers(Sign::New), of(&before, &[2], 1_000_000));
            prop_assert_eq!(numbers(Sign::Changed), of(&before, &[1], 0));
        }
    }

    #[test]
    fn any_rows_of_a_page_are_written(depths in proptest::collection::vec(any::<usize>(), 0..300), text in "\\PC{0,20}") {
        let mut rows: Vec<Row> = depths
            .into_iter()
            .map(|depth| Row { depth, role: text.clone(), name: text.clone(), ..Row::default() })
            .collect();
        settle(&mut rows);
        merge(&mut rows, true);
        compact(&mut rows);
        write(&rows, &budget(50), More::From);
    }
}
