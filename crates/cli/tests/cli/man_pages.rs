//! Man pages of the command.

use std::fs;

use crate::support::run;

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    run(["man-pages", path]).expect(0);
    let names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for name in ["webagents.1", "webagents-check.1", "webagents-read.1"] {
        assert!(names.iter().any(|found| found == name), "{name} of {names:?}");
    }
    assert!(!names.iter().any(|name| name.contains("adapter") || name.contains("supervisor")), "{names:?}");
    let page = fs::read_to_string(folder.path().join("webagents-check.1")).unwrap();
    assert!(page.contains("Check tool declarations") && page.contains("\\-\\-fail\\-on"), "{page}");
    let missing = run(["man-pages", &format!("{path}/none")]);
    assert!(
        missing.expect(2).stderr.contains("expected a folder to write to"),
        "a folder that does not exist"
    );
}
