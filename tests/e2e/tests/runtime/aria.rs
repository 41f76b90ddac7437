//! Roles, names and descriptions as the functions of `browse` compute them, on each engine.
//!
//! The expectations are the same on each. They come from our pages in `tests/data/aria`, and from web-platform-tests,
//! whose pages `tests/data/wpt` holds with a list of the cases that differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use webagents_runtime::page::{Answer, Page as _};
use webagents_runtime::{PageError, PageErrorKind};
use webagents_runtime_webdriver::{Browser, Session};
use webagents_testkit::{PATIENCE, Route, Site};

use crate::support::{not_always, on_every_engine, options};

on_every_engine!(
    roles_and_names_are_those_of_the_specifications,
    roles_and_names_match_web_platform_tests,
    rows_of_a_snapshot_are_those_of_every_engine,
    large_and_deep_pages_have_bounded_rows,
);

/// The functions of `browse`, as it joins them.
const FUNCTIONS: [&str; 8] = [
    include_str!("../../../../crates/browse/src/js/core.js"),
    include_str!("../../../../crates/browse/src/js/aria-dom.js"),
    include_str!("../../../../crates/browse/src/js/aria.js"),
    include_str!("../../../../crates/browse/src/js/aria-name.js"),
    include_str!("../../../../crates/browse/src/js/context.js"),
    include_str!("../../../../crates/browse/src/js/snapshot.js"),
    include_str!("../../../../crates/browse/src/js/listeners.js"),
    // Labels that name no control are part of the actions.
    "page.calledOf = (element, names) => names.of(element); page.isLooseLabel = () => false;",
];

/// Lists kind, element, expectation and answer of each case of a page.
///
/// It reads the notations of our pages and of web-platform-tests.
const COMPARE: &str = include_str!("../pages/runtime/aria.js");

/// Runs code in many pages at once, and lists their cases.
const FRAMES: &str = include_str!("../pages/runtime/frames.js");

/// Pages of web-platform-tests that are open at once.
const PAGES_AT_ONCE: usize = 40;

/// Scripts of the harness of web-platform-tests, which here note the tests.
const HARNESS: [(&str, &str); 2] = [
    (
        "/resources/testharness.js",
        "window.tests = [];\nfunction setup() {}\nfunction promise_test(run, name) { tests.push([name, run]); }",
    ),
    ("/wai-aria/scripts/ATTAcomm.js", "function ATTAcomm(test) { window.steps = test.steps; }"),
];

/// A case: its page and element, the expectation and the answer.
pub(crate) struct Case {
    page: String,
    pub(crate) kind: String,
    pub(crate) element: String,
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Case {
    pub(crate) fn is_right(&self) -> bool {
        self.expected == self.found
    }

    /// Kind of the case, with `tentative` if the specifications have not settled the expectation.
    fn group(&self) -> String {
        let Self { page, kind, .. } = self;
        if page.contains(".tentative.") { format!("tentative {kind}") } else { kind.clone() }
    }

    fn key(&self) -> String {
        format!("{} {}", self.page, self.element)
    }

    fn line(&self) -> String {
        let Self { page, kind, element, expected, found } = self;
        format!("{page}: {kind} of {element}: expected {expected:?}, found {found:?}")
    }
}

/// The folder of data of a name.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data").join(name)
}

/// A file of data.
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("the file")).expect("JSON")
}

async fn roles_and_names_are_those_of_the_specifications() {
    let files = pages(&data("aria"));
    let site = Site::serve(routes(&files)).await;
    let mut session = session().await;
    let mut own = Vec::new();
    for (path, _) in &files {
        session.open(&site.url(path)).await.expect("the page");
        own.extend(cases(path, &mut session).await);
    }
    session.close().await.expect("the browser closes");
    let wrong: Vec<String> = own.iter().filter(|case| !case.is_right()).map(Case::line).collect();
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), own.len(), wrong.join("\n"));
    let count = |kind| own.iter().filter(|case| case.kind == kind).count();
    assert!(count("role") >= 230 && count("name") >= 190, "{} roles, {} names", count("role"), count("name"));
}

async fn roles_and_names_match_web_platform_tests() {
    let folder = data("wpt");
    let figures = json(&folder.join("differences.json"));
    let cases = cases_of_web_platform_tests(&folder).await;
    let mut counts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for case in &cases {
        let (right, of) = counts.entry(case.group()).or_default();
        *right += u64::from(case.is_right());
        *of += 1;
    }
    let known: BTreeSet<&str> = list(&figures["differences"])
        .flat_map(|difference| list(&difference["cases"]))
        .filter_map(Value::as_str)
        .collect();
    let differs = |case: &&Case| !case.is_right() && !known.contains(case.key().as_str());
    let new: Vec<String> = cases.iter().filter(differs).map(Case::line).collect();
    assert!(new.is_empty(), "differences that are not in the list:\n{}", new.join("\n"));
    for (group, figure) in figures["cases"].as_object().expect("an object") {
        let (right, of) = counts.get(group).copied().unwrap_or_default();
        let (least, all) = (figure["right"].as_u64(), figure["of"].as_u64());
        assert!(Some(right) >= least && Some(of) == all, "{group}: {right} of {of}, expected {figure}");
    }
    assert_eq!(counts.len(), 5, "{counts:?}");
}

pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Opens the pages of web-platform-tests in frames, and compares.
async fn cases_of_web_platform_tests(folder: &Path) -> Vec<Case> {
    let files = pages(folder);
    let mut routes = routes(&files);
    routes.extend(HARNESS.map(|(path, script)| Route::script(path, script)));
    let utilities = "/wai-aria/scripts/aria-utils.js";
    routes.push(Route::script(utilities, std::fs::read(folder.join(&utilities[1..])).expect("the script")));
    for script in ["testharnessreport", "testdriver", "testdriver-vendor", "testdriver-actions"] {
        routes.push(Route::script(format!("/resources/{script}.js"), ""));
    }
    routes.push(Route::html("/", "<!doctype html><title>Frames</title><body></body>"));
    let site = Site::serve(routes).await;
    let mut session = session().await;
    session.open(&site.url("/")).await.expect("the page");
    let code = Value::from(script(COMPARE));
    let mut cases = Vec::new();
    for files in files.chunks(PAGES_AT_ONCE) {
        let paths: Value = files.iter().map(|(path, _)| path.as_str()).collect();
        let frames = awaiting(&format!("const pages = {paths};\nconst code = {code};\n{FRAMES}"));
        let text = text(session.evaluate(&frames, PATIENCE).await.expect("an answer"));
        let found: Vec<[String; 5]> = serde_json::from_str(&text).expect("cases");
        cases.extend(found.into_iter().map(|[page, kind, element, expected, found]| Case {
            page: page.trim_start_matches('/').to_owned(),
            kind,
            element,
            expected,
            found,
        }));
    }
    session.close().await.expect("the browser closes");
    cases
}

/// Compares on the page that is open.
pub(crate) async fn cases(path: &str, session: &mut Session) -> Vec<Case> {
    let found: Vec<[String; 4]> = serde_json::from_str(&run(session, COMPARE).await).expect("cases");
    let page = path.to_owned();
    let cases = found.into_iter().map(|[kind, element, expected, found]| Case {
        page: page.clone(),
        kind,
        element,
        expected,
        found,
    });
    cases.collect()
}

pub(crate) async fn session() -> Session {
    let browser = Browser::launch(options()).await.expect("a browser");
    browser.session().await.expect("a session")
}

/// Runs code after the functions, and returns its text.
pub(crate) async fn run(session: &mut Session, code: &str) -> String {
    answer(session, code).await.expect("an answer")
}

/// Runs code after the functions, and returns its text, or the reason for its absence.
async fn answer(session: &mut Session, code: &str) -> Result<String, PageError> {
    session.evaluate(&script(code), PATIENCE).await.map(text)
}

/// Code that may await, as a body of a function that returns its promise.
fn awaiting(code: &str) -> String {
    format!("return (async () => {{\n{code}\n}})();")
}

/// Code after the functions.
fn script(code: &str) -> String {
    awaiting(&format!("const page = {{}};\n{}\n{code}", FUNCTIONS.join("\n")))
}

fn text(answer: Answer) -> String {
    match answer {
        Answer::Text(text) => text,
        other => panic!("{other:?}"),
    }
}

/// A row as the page gives it: depth, number, if it is shown, role, name, marks, value, context.
type Row = (usize, u64, u8, String, String, Vec<String>, String, String);

async fn rows_of_a_snapshot_are_those_of_every_engine() {
    let site = Site::serve(vec![Route::html("/", include_str!("../pages/runtime/snapshot.html"))]).await;
    let mut session = session().await;
    session.open(&site.url("/")).await.expect("the page");
    let mut text = String::new();
    for options in ["{}", "{ all: true, links: true }"] {
        let code = format!("return JSON.stringify(page.snapshot({options}).rows)");
        let rows: Vec<Row> = serde_json::from_str(&run(&mut session, &code).await).expect("rows");
        for (depth, _, shown, role, name, marks, value, context) in rows {
            let origin = site.url("/");
            let marks = marks.join(", ").replace(origin.trim_end_matches('/'), "");
            let sign = if shown == 1 { "*" } else { "-" };
            let place = if context.is_empty() { context } else { format!(" in {context:?}") };
            let _ = writeln!(text, "{}{sign} {role} {name:?} [{marks}]{place} {value}", "  ".repeat(depth));
        }
        text += "\n";
    }
    // One file for all engines.
    insta::assert_snapshot!("aria_rows", text);
    session.close().await.expect("the browser closes");
}

async fn large_and_deep_pages_have_bounded_rows() {
    let site = Site::serve(vec![Route::html("/", "<!doctype html><title>Large</title><body></body>")]).await;
    let mut session = session().await;
    session.open(&site.url("/")).await.expect("the page");
    let build = "const part = (count) => Array.from({ length: count }, (_, at) => `<div><label>Box ${at}\
         <input type=checkbox></label><p>x</p></div>`).join('');\
         document.body.innerHTML = part(20000);\
         let deep = document.body;\
         for (let level = 0; level < 500; level++) {\
           const next = document.createElement(level % 2 ? 'div' : 'li');\
           next.setAttribute('role', level % 3 ? 'treeitem' : 'option');\
           deep.append(next); deep = next;\
         }\
         deep.append('deep');\
         const few = page.snapshot({});\
         const all = page.snapshot({ all: true });\
         return JSON.stringify([few.rows.length, few.cut, all.rows.length, all.cut])";
    let answer = answer(&mut session, build).await;
    let may_be_stopped = not_always!(
        WebKit,
        "A page of 60,000 elements is read in one script",
        "The script may be stopped (`Timeout`)",
        "the engine's watchdog lets a script have a processor for two seconds",
    );
    if may_be_stopped && answer.as_ref().is_err_and(|error| error.kind() == PageErrorKind::Timeout) {
        session.close().await.expect("the browser closes");
        return;
    }
    let answer = answer.expect("an answer");
    let (rows, cut, all, full): (usize, bool, usize, bool) = serde_json::from_str(&answer).expect("figures");
    assert_eq!((rows, cut), (20_500, false), "controls and items of the tree");
    assert!(full && all == 50_000, "{all} rows of everything, {full}");
    // Each section has its role by the name of the next one, whose role is a part of that.
    let chain = "document.body.innerHTML = Array.from({ length: 5000 }, (_, at) =>\
         `<section id='s${at}' aria-labelledby='s${at + 1}'>x</section>`).join('');\
         return page.role(document.getElementById('s0'))";
    assert_eq!(run(&mut session, chain).await, "region");
    session.close().await.expect("the browser closes");
}

/// The HTML files below a folder, in order, with their paths on the site.
pub(crate) fn pages(root: &Path) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                let name = path.strip_prefix(root).expect("it is below").to_string_lossy();
                found.push((format!("/{name}"), path));
            }
        }
    }
    found.sort();
    found
}

/// Routes of the files.
pub(crate) fn routes(files: &[(String, PathBuf)]) -> Vec<Route> {
    let route =
        |(path, file): &(String, PathBuf)| Route::html(path.clone(), std::fs::read(file).expect("a page"));
    files.iter().map(route).collect()
}
