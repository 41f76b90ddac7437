//! The table of the rules, as the reference of the documents has it.

use webagents_site::check::Rule;

#[test]
fn rules_are_pinned() {
    let row = |rule: &Rule| {
        let Rule { id, name, severity, summary, help, .. } = rule;
        format!("{id}\t{name}\t{severity}\t{summary}\t{help}\n")
    };
    insta::assert_snapshot!("rules", Rule::all().map(row).collect::<String>());
}
