//! `exec` in browsers that are logged in.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;

use crate::support::{Scratch, Server, closed_port, observed_shop, run, with_browser};

/// Logs in, as far as a page does that by itself, and shows the user's name.
const LOG_IN: &str = "return await global.stored('secret')";
const WHO: &str = "return await global.stored()";

#[test]
fn a_login_is_saved_and_put_back() {
    let (scratch, server) = (Scratch::new(), Server::start(observed_shop));
    let (folder, url) = (tempfile::tempdir().expect("a folder"), server.url("/"));
    let file = folder.path().join("state.json");
    let state = file.to_str().expect("UTF-8");
    let args = ["exec", &url, LOG_IN, "--save-storage-state", state];
    with_browser(&scratch, &args, "")
        .expect(0)
        .says(&["saved ", "; anyone who can read it can use your logins"]);
    assert_eq!(file.metadata().expect("a file").permissions().mode() & 0o777, 0o600);
    let text = std::fs::read_to_string(&file).expect("a state");
    assert!(text.contains("\"httpOnly\": false") && text.contains("\"localStorage\""), "{text}");
    let names: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").flatten().collect();
    assert_eq!(names.len(), 1, "{names:?}");

    let ran = with_browser(&scratch, &["exec", "--json", &url, WHO, "--storage-state", state], "").expect(0);
    assert_eq!(ran.json()["value"], json!(["sid=secret", "secret"]));
    let ran = with_browser(&scratch, &["exec", "--json", &url, WHO], "").expect(0);
    assert_eq!(ran.json()["value"], json!(["", null]));
}

#[test]
fn a_profile_is_kept() {
    let (scratch, server) = (Scratch::new(), Server::start(observed_shop));
    let (folder, url) = (tempfile::tempdir().expect("a folder"), server.url("/"));
    let profile = folder.path().join("profile");
    let profile = profile.to_str().expect("UTF-8");
    with_browser(&scratch, &["exec", &url, LOG_IN, "--profile", profile], "").expect(0);
    let ran = with_browser(&scratch, &["exec", "--json", &url, WHO, "--profile", profile], "").expect(0);
    assert_eq!(ran.json()["value"], json!(["sid=secret", "secret"]));
}

#[test]
fn what_makes_no_sense_is_told_before_a_browser_starts() {
    let (scratch, server) = (Scratch::new(), Server::shop());
    let url = server.url("/");
    let broken = scratch.file("state.json", "{\"cookies\": \"secret\"}");
    let ran = run(["exec", &url, "1", "--storage-state", &broken])
        .expect(2)
        .says(&["state.json: line 1, column ", "no storage state"]);
    assert!(!ran.stderr.contains("secret"), "{ran:#?}");
    run(["exec", &url, "1", "--storage-state", "/no/such/file"])
        .expect(2)
        .says(&["cannot read /no/such/file"]);
    assert!(!server.was_asked("/"));
    run(["exec", &url, "1", "--attach", "somewhere"])
        .expect(2)
        .says(&["nor the address of a browser's debugger"]);
    run(["exec", &url, "1", "--attach", "127.0.0.1:1", "--profile", "x"]).expect(2);
    let closed = format!("127.0.0.1:{}", closed_port());
    run(["exec", &url, "1", "--attach", &closed]).expect(5).says(&[
        "the egress guard does not hold in it",
        &format!("no debugger of a browser listens at {closed}: "),
    ]);
    run(["exec", &url, "1", "--attach", &closed, "--egress", "guarded"])
        .expect(5)
        .says(&["the egress guard cannot be its only way out"]);
}
