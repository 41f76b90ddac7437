//! Pages that poison their language: each property reachable from the global.
//!
//! The page puts setters, getters and replacements on some properties, and isolated code calls its tools: tools of a
//! manifest and of WebMCP.
//!
//! Required: no object of the harness comes to the page, no call that the policy denies reaches it, and the journal and
//! the audit have exactly the calls that the code made. `poison.js` has the cases, and reports each object of the
//! harness that reaches a poisoned property. A case may end in an error, because the page's own tools use the
//! properties. If the page's scripts came before the harness, a run may be refused as tampered with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use webagents_runtime::guard::{AuditContext, Budget, audit};
use webagents_runtime::page::{Answer, Page as _};
use webagents_runtime::{
    CallOutcome, ErrorKind, ExecuteOptions, GuardOptions, Outcome, Policy, Toolbox, Verdict,
};
use webagents_runtime_webdriver::{Browser, Engine, Protocol, Session};
use webagents_testkit::{Route, Site};

use crate::attach::Theirs;
use crate::support::{self, engine, say};

/// The scripts whose names of members are poisoned on prototypes as well.
const SCRIPTS: [&str; 14] = [
    include_str!("../../../../crates/runtime/src/harness/harness.js"),
    include_str!("../../../../crates/runtime/src/harness/caller.js"),
    include_str!("../../../../crates/runtime/src/harness/calls.js"),
    include_str!("../../../../crates/runtime/src/harness/decode.js"),
    include_str!("../../../../crates/runtime/src/harness/data.js"),
    include_str!("../../../../crates/runtime/src/harness/record.js"),
    include_str!("../../../../crates/runtime/src/harness/encode.js"),
    include_str!("../../../../crates/runtime/src/harness/bootstrap.js"),
    include_str!("../../../../crates/runtime/src/webmcp/tools.js"),
    include_str!("../../../../crates/runtime/src/webmcp/marks.js"),
    include_str!("../../../../crates/runtime/src/webmcp/answers.js"),
    include_str!("../../../../crates/runtime/src/webmcp/shim.js"),
    include_str!("../../../../crates/runtime/src/webmcp/context.js"),
    include_str!("../../../../crates/runtime/src/webmcp/forms.js"),
];

const TOOLS: &str = "# Poison\n\n## look\nLooks.\n\n### Params\n- `n` (number, required): N.\n\n## pay\nPays.\n\n### Params\n- `n` (number, required): N.\n";

/// Properties of a sample, for all ways to a page but a launched headless shell.
const SAMPLE: usize = 125;
/// Properties of the browser's own that are poisoned at once, each by a function of its own.
///
/// A batch in which anything deviates is divided.
const AT_ONCE: usize = 256;
/// The same for properties of the language and of a sample.
const FEW_AT_ONCE: usize = 25;

crate::support::on_every_engine! {
    a_poisoned_page_changes_no_verdict,
    a_poisoned_page_changes_no_verdict_by_classic,
    a_poisoned_page_changes_no_verdict_in_a_joined_browser,
}

crate::support::on_full_chromium! {
    a_poisoned_page_changes_no_verdict,
    a_poisoned_page_changes_no_verdict_by_classic,
    a_poisoned_page_changes_no_verdict_in_a_joined_browser,
}

/// Way in which the session gets its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Launched,
    Classic,
    /// A browser that runs already, joined by its debugger, or by its session if it has no debugger.
    Joined,
}

/// Every property on the headless shell, and a fixed sample elsewhere.
async fn a_poisoned_page_changes_no_verdict() {
    let is_full = engine() == Engine::ChromiumHeadlessShell;
    matrix(Way::Launched, (!is_full).then_some(SAMPLE)).await;
}

async fn a_poisoned_page_changes_no_verdict_by_classic() {
    matrix(Way::Classic, Some(SAMPLE)).await;
}

async fn a_poisoned_page_changes_no_verdict_in_a_joined_browser() {
    matrix(Way::Joined, Some(SAMPLE)).await;
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

/// Browser, session or process that the tested session needs for as long as it is used.
struct Backing {
    browser: Option<Browser>,
    session: Option<Session>,
    theirs: Option<Theirs>,
}

/// A session on nothing yet, with the tools and the policy.
async fn open(way: Way) -> (Session, Backing) {
    let mut options = support::options();
    if way == Way::Classic {
        options.protocol = Protocol::Classic;
    }
    let mut backing = Backing { browser: None, session: None, theirs: None };
    let mut session = if way == Way::Joined {
        let place = if engine() == Engine::WebKit {
            let browser = Browser::launch(support::options()).await.expect("the driver");
            let session = browser.session().await.expect("a session");
            let place = session.address().await.expect("an address");
            (backing.browser, backing.session) = (Some(browser), Some(session));
            place
        } else {
            let theirs = Theirs::start().await;
            let place = theirs.address.parse().expect("an address");
            backing.theirs = Some(theirs);
            place
        };
        Session::attach(&place, options).await.unwrap_or_else(|error| panic!("{error}"))
    } else {
        let browser = Browser::launch(options).await.unwrap_or_else(|error| panic!("{error}"));
        let session = browser.session().await.unwrap_or_else(|error| panic!("{error}"));
        backing.browser = Some(browser);
        session
    };
    support::isolate(&mut session);
    session.use_tools(Toolbox::from(webagents_manifest::parse(TOOLS)));
    let policy = Policy::default().with_rule("pay", Verdict::Deny).with_rule("rpay", Verdict::Deny);
    session.use_guards(GuardOptions::from(policy).with_budget(Budget::default().with_calls(100_000)));
    (session, backing)
}

struct Lab {
    way: Way,
    session: Session,
    backing: Backing,
    options: ExecuteOptions,
    url: String,
    /// Names of tools that are allowed and denied.
    tools: Vec<String>,
    /// Number of the sample's properties, or 0.
    sample: usize,
    audit: PathBuf,
    runs: usize,
    browsers: usize,
    pages: usize,
    /// Cases that ended in an error, by kind and message.
    errors: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Lab {
    /// Evaluates a script in the page, which returns a text.
    async fn on_page(&mut self, script: &str) -> Option<String> {
        let answer = self.session.evaluate(&format!("return {script}"), self.options.deadline).await;
        match answer {
            Ok(Answer::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Opens the page and makes its cases, in another browser if this one was given up.
    ///
    /// Returns the number of slots of the language, and of all.
    async fn begin(&mut self) -> (usize, usize) {
        let begin = format!("lab.begin({}, {})", json!(members()), self.sample);
        for _ in 0..5 {
            if !self.session.is_usable() {
                (self.session, self.backing) = open(self.way).await;
                self.browsers += 1;
            }
            if self.session.open(&self.url).await.is_err() {
                continue;
            }
            self.pages += 1;
            let _ = self.session.refresh_tools().await;
            self.tools = self.session.tools().iter().map(|tool| tool.name.clone()).collect();
            let Some(found) = self.on_page(&begin).await else { continue };
            let numbers: Vec<usize> = found.split(' ').filter_map(|number| number.parse().ok()).collect();
            if let [first, slots] = numbers[..] {
                return (first, slots);
            }
        }
        panic!("no page opens");
    }

    /// Poisons some slots, runs the code, and returns whether it ended as on another page.
    async fn check(&mut self, from: usize, to: usize) -> bool {
        let (what, is_alone) = (format!("slots {from} to {to}"), to - from < 2);
        if self.on_page(&format!("lab.next({from}, {to})")).await.is_none() {
            self.begin().await;
            return true;
        }
        self.runs += 1;
        let n = self.runs;
        // The journal has positional arguments of declared tools, and one object of registered ones.
        let one = |tool: &String| {
            (tool.clone(), if tool.starts_with('r') { json!([{ "n": n }]) } else { json!([n]) })
        };
        let calls: Vec<(String, Value)> = self.tools.iter().map(one).collect();
        let list: Vec<String> =
            calls.iter().map(|(tool, args)| format!("global.{tool}(...{args})")).collect();
        let code = format!(
            "console.log({n}); const ends = await Promise.allSettled([{}]); \
             return ends.map((end) => end.status === 'fulfilled' ? end.value : end.reason.name)",
            list.join(", ")
        );
        let outcome = self.session.execute_with(&code, &self.options).await;
        self.record(&code, &outcome);
        let mut wrong = self.journal(&calls, &outcome);
        let want: Vec<Value> = self
            .tools
            .iter()
            .map(|tool| if tool.ends_with("pay") { json!("ToolDenied") } else { json!(n) })
            .collect();
        let is_as_elsewhere = outcome.value() == Some(&Value::Array(want));
        if !is_as_elsewhere && is_alone {
            let end: String = match outcome.error() {
                Some(error) => format!("{}: {}", error.kind, error.message).chars().take(90).collect(),
                None => "another result".to_owned(),
            };
            *self.errors.entry(end).or_default() += 1;
        }
        match self.on_page("lab.next(0, 0)").await {
            // A driver's own scripts run in the page, which sees them (security model).
            Some(_)
                if self.way == Way::Classic || (self.way == Way::Joined && engine() == Engine::WebKit) => {}
            Some(leaks) => {
                // WebKit's inspector itself takes the prototype from an array of its own by a setter.
                let of_inspector = |leak: &&str| {
                    engine() == Engine::WebKit && leak.ends_with("Object.prototype.__proto__: array length ")
                };
                wrong.extend(leaks.lines().filter(|leak| !of_inspector(leak)).map(str::to_owned));
            }
            None => {
                self.begin().await;
            }
        }
        let deviates = !is_as_elsewhere || !wrong.is_empty();
        if is_alone {
            self.wrong.extend(wrong.into_iter().map(|why| format!("{what}: {why}")));
        }
        deviates
    }

    /// Compares the journal with the calls that the code made.
    fn journal(&self, calls: &[(String, Value)], outcome: &Outcome) -> Vec<String> {
        let mut wrong = Vec::new();
        let journal: Vec<_> =
            outcome.calls.iter().map(|call| (call.tool.clone(), call.args.clone())).collect();
        if journal != calls || outcome.console.len() != 1 {
            wrong.push(format!("expected {calls:?}, found {outcome:?}"));
        }
        for call in &outcome.calls {
            let is_denied = matches!(call.outcome, CallOutcome::Denied { .. });
            let is_refused = outcome.failed_with(ErrorKind::Tampered) && self.way != Way::Launched;
            if call.tool.ends_with("pay") != is_denied && !is_refused {
                wrong.push(format!("{call:?}"));
            }
        }
        wrong
    }

    fn record(&self, code: &str, outcome: &Outcome) {
        let record = audit(&AuditContext::new(0, "http://127.0.0.1", code), outcome);
        let file = std::fs::OpenOptions::new().append(true).create(true).open(&self.audit);
        writeln!(file.expect("a file"), "{record}").expect("a record");
    }

    /// Checks some slots; deviating ones are checked again in halves, down to a single slot.
    async fn divide(&mut self, from: usize, to: usize) {
        let mut left = vec![(from, to)];
        while let Some((from, to)) = left.pop() {
            if self.check(from, to).await && to - from > 1 {
                let middle = from + (to - from) / 2;
                left.extend([(middle, to), (from, middle)]);
            }
        }
    }

    /// Compares the audit, as it is in its file, with the calls of each run.
    fn check_audit(&mut self) {
        let file = std::fs::read_to_string(&self.audit).expect("the audit");
        assert_eq!(file.lines().count(), self.runs);
        for record in file.lines() {
            let record: Value = serde_json::from_str(record).expect("a record");
            if record["calls"].as_array().is_none_or(|calls| calls.len() < 2) {
                self.wrong.push(format!("the audit has {record}"));
            }
        }
    }
}

async fn matrix(way: Way, sample: Option<usize>) {
    let began = std::time::Instant::now();
    let page =
        format!("<!doctype html><body><script>{}</script>", include_str!("../pages/runtime/poison.js"));
    let site = Site::serve([Route::html("/", page)]).await;
    let mut options = support::unchecked();
    if engine() == Engine::WebKit && way != Way::Launched {
        // Each of its driver's scripts that hangs takes all this time.
        options.deadline = Duration::from_secs(5);
    }
    let (folder, (session, backing)) = (tempfile::tempdir().expect("a folder"), open(way).await);
    let mut lab = Lab {
        way,
        session,
        backing,
        options,
        url: site.url("/"),
        tools: Vec::new(),
        sample: sample.unwrap_or(0),
        audit: folder.path().join("audit.jsonl"),
        runs: 0,
        browsers: 1,
        pages: 0,
        errors: BTreeMap::new(),
        wrong: Vec::new(),
    };
    let (first, slots) = lab.begin().await;
    for (from, to, many) in [(0, first, FEW_AT_ONCE), (first, slots, AT_ONCE)] {
        for at in (from..to).step_by(many) {
            lab.divide(at, to.min(at + many)).await;
        }
    }
    lab.check_audit();
    let errors = lab.errors.iter().fold(String::new(), |mut text, (error, count)| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {count} {error}");
        text
    });
    say(&format!(
        "{:?} {way:?}: {slots} properties, {} runs, {} pages and {} browsers, {:.1?}; errors:{errors}",
        engine(),
        lab.runs,
        lab.pages,
        lab.browsers,
        began.elapsed(),
    ));
    assert_eq!(site.asked("/paid"), 0, "{errors}");
    assert!(
        lab.wrong.is_empty(),
        "{} deviate: {:#?}",
        lab.wrong.len(),
        &lab.wrong[..lab.wrong.len().min(20)]
    );
    let _ = lab.session.close().await;
}
