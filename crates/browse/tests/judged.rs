//! Every action is judged before it acts.
//!
//! A driver without a browser records the effects of an action on a page.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::Duration;

use serde_json::{Value, json};
use webagents_browse::{ActionOptions, ActionPolicy, ActionRequest, Browse, BrowseErrorKind, action_names};
use webagents_runtime::driver::{
    Capability, Capture, ConsoleEntry, Download, Driver, DriverFuture, FileChooser, FrameId, History,
    InputEvent, OpenDialog, PageCookie, Paper, RefusedPage, RequestEntry, Tab, TabId, Viewport, World,
};
use webagents_runtime::page::{Answer, DialogKind, HarnessSecrets, Page, PageFuture, Preload, Recovery};

/// Page functions that only look at the page.
const LOOKS: [&str; 4] = ["locate", "subjects", "origin", "frames"];

/// Page with one button, whose driver records the effects of actions.
#[derive(Default)]
struct Stub {
    keys: HarnessSecrets,
    has_dialog: bool,
    acts: Vec<String>,
}

impl Stub {
    fn act<T: Send + 'static>(&mut self, name: &str, value: T) -> DriverFuture<'static, T> {
        self.acts.push(name.to_owned());
        Box::pin(async { Ok(value) })
    }
}

fn ready<T: Send + 'static, E: Send + 'static>(
    value: T,
) -> Pin<Box<dyn Future<Output = Result<T, E>> + Send>> {
    Box::pin(async { Ok(value) })
}

/// The answer of the page to a call of one of its functions.
fn answer(name: &str) -> Value {
    let row = json!({ "number": 1, "role": "button", "name": "Delete", "text": "button \"Delete\"" });
    let subject = json!({
        "role": "button", "names": ["Delete"], "text": "button \"Delete\"", "whole": "button \"Delete\"", "number": 1,
        "values": [], "around": "", "clicked": false, "href": null
    });
    let origin = json!({ "own": "https://shop.example", "address": "https://shop.example", "top": true, "opener": false });
    match name {
        "locate" => json!({ "count": 1, "rows": [row], "next": 2 }),
        "subjects" => json!({ "rows": [subject], "focused": true, "next": 2, "origin": origin }),
        "origin" => origin,
        "frames" => json!({ "frames": [], "next": 2 }),
        _ => Value::Null,
    }
}

impl Page for Stub {
    fn navigate<'a>(&'a mut self, _: &'a str, _: Duration) -> PageFuture<'a, ()> {
        self.acts.push("navigate".to_owned());
        ready(())
    }

    fn url(&mut self) -> PageFuture<'_, String> {
        ready("https://shop.example/".to_owned())
    }

    fn evaluate<'a>(&'a mut self, _: &'a str, _: Duration) -> PageFuture<'a, Answer> {
        self.acts.push("evaluate".to_owned());
        ready(Answer::Null)
    }

    fn recover(&mut self) -> PageFuture<'_, Recovery> {
        ready(Recovery::Stopped)
    }

    fn keys(&mut self) -> &mut HarnessSecrets {
        &mut self.keys
    }

    fn preload<'a>(&'a mut self, _: &'a str) -> PageFuture<'a, Preload> {
        ready(Preload::Installed)
    }
}

impl Driver for Stub {
    fn supports(&self, capability: Capability) -> bool {
        !matches!(capability, Capability::ClosedRoots | Capability::Listeners)
    }

    fn main_frame(&mut self) -> DriverFuture<'_, FrameId> {
        ready(FrameId::new("main"))
    }

    fn content_frame<'a>(&'a mut self, _: &'a FrameId, _: &'a str) -> DriverFuture<'a, Option<FrameId>> {
        ready(None)
    }

    fn evaluate_in<'a>(
        &'a mut self,
        _: &'a FrameId,
        world: World,
        script: &'a str,
        _: Duration,
    ) -> DriverFuture<'a, Option<String>> {
        let called = script.split_once("page.call(\"").and_then(|(_, rest)| rest.split_once('"'));
        let Some((name, _)) = called else {
            if world == World::Page {
                self.acts.push("run code".to_owned());
            }
            return ready(None);
        };
        if !LOOKS.contains(&name) {
            self.acts.push(name.to_owned());
        }
        ready(Some(json!({ "value": answer(name) }).to_string()))
    }

    fn shadow_roots<'a>(&'a mut self, _: &'a FrameId, _: &'a str, _: &'a str) -> DriverFuture<'a, usize> {
        ready(0)
    }

    fn listeners<'a>(&'a mut self, _: &'a FrameId, _: &'a [&'a str], _: &'a str) -> DriverFuture<'a, usize> {
        ready(0)
    }

    fn take_focus(&mut self) -> DriverFuture<'_, ()> {
        ready(())
    }

    fn input<'a>(&'a mut self, _: &'a [InputEvent]) -> DriverFuture<'a, ()> {
        self.act("input", ())
    }

    fn insert_text<'a>(&'a mut self, _: &'a str) -> DriverFuture<'a, ()> {
        self.act("insert text", ())
    }

    fn set_files<'a>(&'a mut self, _: &'a FrameId, _: &'a str, _: &'a [PathBuf]) -> DriverFuture<'a, ()> {
        self.act("set files", ())
    }

    fn hold_choosers(&mut self, _: bool) -> DriverFuture<'_, ()> {
        ready(())
    }

    fn new_chooser(&mut self) -> DriverFuture<'_, Option<FileChooser>> {
        ready(None)
    }

    fn answer_chooser<'a>(&'a mut self, _: &'a [PathBuf]) -> DriverFuture<'a, bool> {
        self.act("answer the chooser", false)
    }

    fn travel(&mut self, _: History, _: Duration) -> DriverFuture<'_, bool> {
        self.act("travel", false)
    }

    fn refused_page<'a>(&'a mut self, _: &'a str, _: bool) -> DriverFuture<'a, Option<RefusedPage>> {
        ready(None)
    }

    fn check_page_code(&mut self) -> DriverFuture<'_, ()> {
        ready(())
    }

    fn hold_dialogs(&mut self, _: bool) -> DriverFuture<'_, ()> {
        ready(())
    }

    fn is_loading(&mut self) -> DriverFuture<'_, Option<bool>> {
        ready(Some(false))
    }

    fn open_dialog(&mut self) -> DriverFuture<'_, Option<OpenDialog>> {
        let dialog = OpenDialog { kind: DialogKind::Confirm, message: "Delete?".to_owned(), default: None };
        ready(self.has_dialog.then_some(dialog))
    }

    fn answer_dialog<'a>(&'a mut self, _: bool, _: Option<&'a str>) -> DriverFuture<'a, bool> {
        self.act("answer dialog", true)
    }

    fn capture(&mut self, _: Capture) -> DriverFuture<'_, Vec<u8>> {
        self.act("capture", Vec::new())
    }

    fn print(&mut self, _: Paper) -> DriverFuture<'_, Vec<u8>> {
        self.act("print", Vec::new())
    }

    fn shown_tab(&mut self) -> DriverFuture<'_, Option<Tab>> {
        ready(None)
    }

    fn tabs(&mut self) -> DriverFuture<'_, Vec<Tab>> {
        ready(["a", "b"].map(|id| Tab::new(TabId::new(id), "https://shop.example/", "Shop")).into())
    }

    fn select_tab<'a>(&'a mut self, _: &'a TabId) -> DriverFuture<'a, ()> {
        self.act("select tab", ())
    }

    fn open_tab(&mut self) -> DriverFuture<'_, TabId> {
        self.act("open tab", TabId::new("c"))
    }

    fn close_tab<'a>(&'a mut self, _: &'a TabId) -> DriverFuture<'a, ()> {
        self.act("close tab", ())
    }

    fn use_downloads<'a>(&'a mut self, _: &'a Path) -> DriverFuture<'a, ()> {
        ready(())
    }

    fn downloads(&mut self) -> DriverFuture<'_, Vec<Download>> {
        ready(Vec::new())
    }

    fn requests(&mut self) -> DriverFuture<'_, Vec<RequestEntry>> {
        ready(Vec::new())
    }

    fn console(&mut self) -> DriverFuture<'_, Vec<ConsoleEntry>> {
        ready(Vec::new())
    }

    fn cookies(&mut self) -> DriverFuture<'_, Vec<PageCookie>> {
        ready(Vec::new())
    }

    fn set_cookie<'a>(&'a mut self, _: &'a PageCookie) -> DriverFuture<'a, ()> {
        self.act("set cookie", ())
    }

    fn delete_cookie<'a>(&'a mut self, _: &'a str) -> DriverFuture<'a, ()> {
        self.act("delete cookie", ())
    }

    fn resize(&mut self, _: Viewport) -> DriverFuture<'_, ()> {
        self.act("resize", ())
    }
}

/// Words of requests for an action, which have to be extended with a new one.
fn samples(action: &str) -> Vec<Vec<&str>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    match action {
        "open" => vec![vec!["open", "https://shop.example/x"]],
        "type" | "fill" => vec![vec![action, "#a", "text"], vec![action, "#a", "a\nb"]],
        "select" => vec![vec![action, "#a", "One"]],
        "upload" => vec![vec![action, "#a", file]],
        "drag" => vec![vec![action, "#a", "#b"]],
        "press" => vec![vec![action, "Enter"], vec![action, "Alt+d"]],
        "scroll" => vec![vec![action, "down"], vec![action, "down", "#a"]],
        "get" => vec![vec![action, "title"], vec![action, "text", "#a"], vec![action, "html"]],
        "is" => vec![vec![action, "visible", "#a"]],
        "find" => vec![vec![action, "role", "button"]],
        "wait" => vec![vec![action, "#a"], vec![action, "--text", "x"], vec![action, "--function", "1"]],
        "eval" => vec![vec![action, "1"]],
        "tabs" => vec![
            vec![action],
            vec![action, "new"],
            vec![action, "new", "https://shop.example/"],
            vec![action, "show", "2"],
            vec![action, "close", "2"],
        ],
        "dialog" => vec![vec![action, "accept"], vec![action, "dismiss"]],
        "batch" => vec![vec![action, "[\"click\",\"#a\"]"]],
        "snapshot" | "text" | "screenshot" | "pdf" | "back" | "forward" | "reload" | "frames" | "console"
        | "close" => vec![vec![action]],
        "click" | "dblclick" | "hover" | "check" | "uncheck" => vec![vec![action, "#a"]],
        other => panic!("expected a sample of the action {other}"),
    }
}

/// The error of a request under a policy, and the effects on the page.
fn run(words: &[&str], rules: &Value) -> (Option<BrowseErrorKind>, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let policy: ActionPolicy = serde_json::from_value(rules.clone()).expect("a policy");
    let options = ActionOptions::default()
        .with_policy(policy)
        .with_folder(folder.path())
        .with_uploads(env!("CARGO_MANIFEST_DIR"));
    let mut stub = Stub { has_dialog: words[0] == "dialog", ..Stub::default() };
    let request = ActionRequest::from_words(words.iter().copied()).expect("a request");
    let mut browse = Browse::new(options);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let error = runtime.block_on(browse.run(&mut stub, &request, Duration::from_millis(300))).err();
    (error.map(|error| error.kind()), stub.acts)
}

#[test]
fn every_action_is_judged() {
    let policies = |action: &str| {
        vec![
            json!({ "default": "deny" }),
            json!({ "default": "confirm" }),
            json!({ "rules": [{ "verdict": "deny" }] }),
            json!({ "rules": [{ "action": action, "verdict": "deny" }] }),
            json!({ "rules": [{ "action": action, "origin": "https://shop.example", "verdict": "confirm" }], "default": "allow" }),
        ]
    };
    for action in action_names() {
        for words in samples(action) {
            for rules in policies(action) {
                let (error, acts) = run(&words, &rules);
                assert_eq!((error, acts), (Some(BrowseErrorKind::Denied), Vec::new()), "{words:?} {rules}");
            }
            // A rule on another action or origin leaves it alone.
            let other = if action == "hover" { "pdf" } else { "hover" };
            let free = json!({ "rules": [
                { "action": other, "verdict": "deny" }, { "origin": "https://other.example", "verdict": "deny" }
            ] });
            let (error, _) = run(&words, &free);
            assert_ne!(error, Some(BrowseErrorKind::Denied), "{words:?}");
        }
    }
}

#[test]
fn reading_actions_share_a_name() {
    let rules = json!({ "rules": [{ "action": "read", "verdict": "deny" }] });
    let reading = ["snapshot", "text", "get", "is", "find", "wait", "frames", "console"];
    for action in action_names() {
        for words in samples(action) {
            let is_denied = run(&words, &rules).0 == Some(BrowseErrorKind::Denied);
            assert_eq!(is_denied, reading.contains(&action) || words == ["tabs"], "{words:?}");
        }
    }
}
