//! A poisoned language: setters, getters and replacements on every property of what the global object leads to, by the
//! code of a run and by the page before a run, for tools of a manifest and registered ones.
//!
//! Required: no call through `global` that the policy denies reaches its function, and the journal has exactly the calls
//! that were made through `global`. `poison.js` knows the cases, and reports each object of the harness's that comes to a
//! poisoned property. A case may end in an error, because the language it poisons is the code's own.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use webagents_runtime::{
    CallOutcome, ErrorKind, ExecuteOptions, Guards, Outcome, Policy, Preflight, Toolbox, Verdict,
};
use webagents_runtime_webdriver::{Browser, Engine, Session, Wire};
use webagents_tests::{Route, Site};

use crate::support::{self, say};

/// The scripts whose names of members are poisoned on prototypes as well.
const SCRIPTS: [&str; 8] = [
    include_str!("../../../crates/runtime/src/harness.js"),
    include_str!("../../../crates/runtime/src/data.js"),
    include_str!("../../../crates/runtime/src/encode.js"),
    include_str!("../../../crates/runtime/src/judge.js"),
    include_str!("../../../crates/runtime/src/gate.js"),
    include_str!("../../../crates/runtime/src/live/live.js"),
    include_str!("../../../crates/runtime/src/live/shim.js"),
    include_str!("../../../crates/runtime/src/live/context.js"),
];

const TOOLS: &str = "# Poison\n\n## look\nLooks.\n\n### Params\n- `n` (number, required): N.\n\n## pay\nPays.\n\n### Params\n- `n` (number, required): N.\n";

/// Properties of a sample: 500 cases.
const SAMPLE: usize = 125;
/// Slots in one run that poisons its own language.
const SLOTS: usize = 25;
/// Properties of the browser's own that are poisoned at once, each by a function of its own. The language's are alone.
const AT_ONCE: usize = 64;

crate::support::on_every_engine! {
    a_poisoned_language_changes_no_verdict,
    a_poisoned_language_changes_no_verdict_by_classic,
}

/// Every property on the headless shell, and a fixed sample elsewhere: three cases by code and one by the page on each.
async fn a_poisoned_language_changes_no_verdict() {
    let is_full = support::engine() == Engine::ChromiumHeadlessShell;
    matrix(Wire::Auto, (!is_full).then_some(SAMPLE)).await;
}

async fn a_poisoned_language_changes_no_verdict_by_classic() {
    matrix(Wire::Classic, Some(SAMPLE)).await;
}

/// The words that are members of something in the harness.
fn members() -> Vec<&'static str> {
    let mut found = BTreeSet::new();
    for script in SCRIPTS {
        let code = script.lines().filter(|line| !line.trim_start().starts_with("//"));
        for word in
            code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$'))
        {
            let is_name = word.chars().next().is_some_and(|first| first.is_ascii_alphabetic());
            if is_name && (script.contains(&format!(".{word}")) || script.contains(&format!("{word}:"))) {
                found.insert(word);
            }
        }
    }
    found.extend(["then", "toJSON", "length", "constructor", "prepareStackTrace"]);
    found.into_iter().collect()
}

struct Lab {
    session: Session,
    options: ExecuteOptions,
    /// The page and what begins its cases.
    page: (String, String),
    wire: Wire,
    errors: usize,
    calls: usize,
    refused: usize,
    /// Whether the browser was given up, which a classic driver's broken script may end in.
    is_lost: bool,
}

impl Lab {
    async fn run(&mut self, code: &str) -> Outcome {
        self.session.execute_with(code, &self.options).await
    }

    /// Opens the page and makes its cases; `None` where the browser was given up.
    async fn begin(&mut self) -> Option<Outcome> {
        let (url, code) = self.page.clone();
        match self.session.open(&url).await {
            Ok(()) => {}
            Err(_) if !self.session.is_usable() => return None,
            Err(error) => panic!("the page: {error:?}"),
        }
        let _ = self.session.refresh_tools().await;
        Some(self.run(&code).await)
    }

    /// Runs cases and holds their journal against what they called. An error is told.
    async fn check(&mut self, what: &str, code: &str) -> Option<ErrorKind> {
        if self.is_lost {
            return None;
        }
        let outcome = self.run(code).await;
        let failed = outcome.error.as_ref().map(|error| error.kind);
        let mut made = outcome.value.clone();
        if failed.is_some() {
            // What the cases left is taken back first.
            self.run("lab.report()").await;
            made = self.run("return lab.made()").await.value;
        }
        let Some(Value::String(made)) = made else {
            // A classic driver runs a script of its own in the page, which the cases break: the run has an error of the
            // driver's, and the page is opened anew. It keeps count of denied calls that reached it.
            assert!(self.wire == Wire::Classic && failed.is_some(), "{what}: {outcome:?}");
            self.refused += 1;
            self.is_lost = !self.session.is_usable() || self.begin().await.is_none();
            return failed;
        };
        let made: Vec<&str> = made.split(',').filter(|call| !call.is_empty()).collect();
        let journal: Vec<String> = outcome
            .calls
            .iter()
            .map(|call| {
                let given = &call.args[0];
                format!("{} {}", call.tool, given.get("n").unwrap_or(given))
            })
            .collect();
        assert_eq!(journal, made, "{what}: {failed:?}");
        for call in &outcome.calls {
            let is_denied = matches!(call.outcome, CallOutcome::Denied { .. });
            let may_pay = !call.tool.ends_with("pay") || is_denied || call.outcome == CallOutcome::Pending;
            assert!(may_pay, "{what}: {call:?}");
            assert!(call.tool.ends_with("pay") || !is_denied, "{what}: {call:?}");
        }
        self.calls += made.len();
        self.errors += usize::from(failed.is_some());
        failed
    }
}

async fn matrix(wire: Wire, sample: Option<usize>) {
    let began = std::time::Instant::now();
    let page =
        format!("<!doctype html><body><script>{}</script>", include_str!("../pages/runtime/poison.js"));
    let site = Site::serve([Route::html("/", page)]).await;
    let mut options = support::options();
    options.wire = wire;
    let browser = Browser::launch(options).await.unwrap_or_else(|error| panic!("{error}"));
    let mut session = browser.session().await.unwrap_or_else(|error| panic!("{error}"));
    session.use_tools(Toolbox::from(webagents_manifest::parse(TOOLS)));
    let policy = Policy::default().with("pay", Verdict::Deny).with("rpay", Verdict::Deny);
    let mut guards = Guards::new(policy);
    guards.budget.calls = 100_000;
    session.use_guards(guards);
    let mut within = ExecuteOptions::within(Duration::from_secs(20));
    within.preflight = Preflight::Off;
    let first_code = format!("return lab.begin({}, {})", json!(members()), sample.unwrap_or(0));
    let page = (site.url("/"), first_code);
    let mut lab =
        Lab { session, options: within, page, wire, errors: 0, calls: 0, refused: 0, is_lost: false };
    let outcome = lab.begin().await.expect("a browser");
    let number = |name: &str| {
        let number = support::value(&outcome)[name].as_u64().and_then(|n| usize::try_from(n).ok());
        number.expect("a number")
    };
    let (first, slots) = (number("first"), number("slots"));
    say(&format!("{first} and {slots} slots after {:?}", began.elapsed()));
    let code = |from: usize, to: usize, many: usize| {
        format!("await lab.run({from}, {to}, {many}, [0, 1, 2], global, console); return lab.made()")
    };
    for (from, to, many) in [(0, first, 1), (first, slots, AT_ONCE)] {
        for at in (from..to).step_by(SLOTS * many) {
            let end = to.min(at + SLOTS * many);
            if lab.check("code", &code(at, end, many)).await.is_some() {
                for one in at..end {
                    lab.check(&format!("code {one}"), &code(one, one + 1, 1)).await;
                }
            }
        }
    }
    say(&format!("code: {} calls, {} errors after {:?}", lab.calls, lab.errors, began.elapsed()));
    let alone = (0..first).map(|slot| (slot, slot + 1));
    let together = (first..slots).step_by(AT_ONCE).map(|slot| (slot, slots.min(slot + AT_ONCE)));
    for (from, to) in alone.chain(together).chain([(slots, slots)]) {
        let code = format!("await lab.next({from}, {to}, 3, global, console); return lab.made()");
        lab.check(&format!("page {from}"), &code).await;
    }
    if lab.is_lost {
        say(&format!("{:?} {wire:?}: the browser was given up after {} calls", support::engine(), lab.calls));
        return;
    }
    let outcome = lab.run("return lab.report()").await;
    let report = support::value(&outcome);
    say(&format!(
        "{:?} {wire:?}: {} cases on {slots} properties, {} calls, {} runs ended in an error, {} were refused, {:?}",
        support::engine(),
        report["cases"],
        lab.calls,
        lab.errors,
        lab.refused,
        began.elapsed()
    ));
    // WebKit's inspector itself takes the prototype from an array of its own by a setter.
    let of_inspector = |leak: &&Value| {
        support::engine() == Engine::WebKit
            && leak.as_str().is_some_and(|leak| leak.ends_with("Object.prototype.__proto__: array length "))
    };
    let leaks = report["leaks"].as_array().into_iter().flatten();
    let leaks: Vec<&Value> = leaks.filter(|leak| !of_inspector(leak)).collect();
    assert_eq!(report["reached"]["pay"], json!(0), "{report}");
    assert!(leaks.is_empty(), "objects of the harness came to the page: {leaks:#?}");
    lab.session.close().await.expect("the browser closes");
}
