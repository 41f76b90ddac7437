//! Verdicts of the oracles on our converters, if they need no other program.
//!
//! The snapshots list the schemas known not to come back, or to differ, each with its reason: a change that
//! makes one longer must be reviewed. A change with neither a loss nor a reason fails.

use webagents_soundness::round::{self, Route};
use webagents_soundness::{corpus, forms};

#[track_caller]
fn check(route: Route, name: &str) {
    let trips = round::send_tools(route, &corpus::all_tools().unwrap());
    assert!(trips.total() > 800, "only {} schemas were sent", trips.total());
    let silent: Vec<&str> = trips.silent().collect();
    assert!(silent.is_empty(), "no loss reports the change of {silent:?}:\n{trips}");
    insta::assert_snapshot!(name, trips.to_string());
}

#[test]
fn real_schemas_come_back_from_the_tree() {
    check(Route::Tree, "round_trips_tree");
}

#[test]
fn real_schemas_come_back_from_typescript() {
    check(Route::TypeScript, "round_trips_typescript");
}

#[test]
fn types_become_what_the_typescript_compiler_takes_them_for() {
    let report = forms::write_report().unwrap();
    assert!(report.is_well(), "{report}");
    insta::assert_snapshot!("types", report.to_string());
}
