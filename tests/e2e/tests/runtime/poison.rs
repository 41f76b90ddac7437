//! Poisoned intrinsics: setters, getters and replacements on all properties reachable from the global.
//!
//! The code of a run defines them, or the page does before a run, for tools of a manifest and for WebMCP tools.
//!
//! Required: no call through `global` that the policy denies reaches its function, and the journal and the audit have
//! exactly the calls that were made through `global`. `poison.js` has the cases, and reports each object of the
//! harness that reaches a poisoned property. A case may end in an error, because the code itself uses the intrinsics that
//! it poisons. Where the page's scripts came before the harness, a run may be refused as tampered with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use webagents_runtime::guard::{AuditContext, Budget, audit};
use webagents_runtime::{
    CallOutcome, ErrorKind, ExecuteOptions, GuardOptions, Outcome, Policy, PreflightMode, Toolbox, Verdict,
};
use webagents_runtime_webdriver::{Browser, Engine, Protocol, Session};
use webagents_testkit::{Route, Site};

use crate::attach::Theirs;
use crate::support::{self, engine, say};

/// The scripts whose names of members are poisoned on prototypes as well.
const SCRIPTS: [&str; 11] = [
    include_str!("../../../../crates/runtime/src/harness/harness.js"),
    include_str!("../../../../crates/runtime/src/harness/data.js"),
    include_str!("../../../../crates/runtime/src/harness/encode.js"),
    include_str!("../../../../crates/runtime/src/harness/validator.js"),
    include_str!("../../../../crates/runtime/src/harness/bootstrap.js"),
    include_str!("../../../../crates/runtime/src/webmcp/tools.js"),
    include_str!("../../../../crates/runtime/src/webmcp/marks.js"),
    include_str!("../../../../crates/runtime/src/webmcp/answers.js"),
    include_str!("../../../../crates/runtime/src/webmcp/shim.js"),
    include_str!("../../../../crates/runtime/src/webmcp/context.js"),
    include_str!("../../../../crates/runtime/src/webmcp/forms.js"),
];

const TOOLS: &str = "# Poison\n\n## look\nLooks.\n\n### Params\n- `n` (number, required): N.\n\n## pay\nPays.\n\n### Params\n- `n` (number, required): N.\n";

/// Properties of a sample: 500 cases, three by code and one by the page on each.
const SAMPLE: usize = 125;
/// Slots in one run that poisons its own language.
const SLOTS: usize = 25;
/// Properties of the browser's own that are poisoned at once, each by a function of its own.
///
/// The language's are alone, and so is each of a batch in which anything deviates.
const AT_ONCE: usize = 64;
/// Properties of a sample that are poisoned at once, outside of the headless shell.
///
/// The headless shell poisons each alone. In Firefox and `WebKit` a run spends most of its time on decisions of the
/// guards, so fewer runs with more properties are faster.
const AT_ONCE_IN_SAMPLE: usize = 5;

crate::support::on_every_engine! {
    a_poisoned_language_changes_no_verdict,
    a_poisoned_language_changes_no_verdict_by_classic,
    a_poisoned_language_changes_no_verdict_in_a_joined_browser,
}

crate::support::on_full_chromium! {
    a_poisoned_language_changes_no_verdict,
    a_poisoned_language_changes_no_verdict_by_classic,
    a_poisoned_language_changes_no_verdict_in_a_joined_browser,
}

/// Way in which the session gets its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Launched,
    Classic,
    /// A browser that runs already, joined by its debugger, or by its session where there is none.
    Joined,
}

/// Every property on the headless shell, and a fixed sample elsewhere.
async fn a_poisoned_language_changes_no_verdict() {
    let is_full = engine() == Engine::ChromiumHeadlessShell;
    matrix(Way::Launched, (!is_full).then_some(SAMPLE)).await;
}

async fn a_poisoned_language_changes_no_verdict_by_classic() {
    matrix(Way::Classic, Some(SAMPLE)).await;
}

async fn a_poisoned_language_changes_no_verdict_in_a_joined_browser() {
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
    session.use_tools(Toolbox::from(webagents_manifest::parse(TOOLS)));
    let policy = Policy::default().with_rule("pay", Verdict::Deny).with_rule("rpay", Verdict::Deny);
    session.use_guards(GuardOptions::from(policy).with_budget(Budget::default().with_calls(100_000)));
    (session, backing)
}

/// Cases by code: some slots, `many` at once, each by some variants.
#[derive(Debug, Clone)]
struct Cases {
    from: usize,
    to: usize,
    many: usize,
    variants: Vec<usize>,
}

impl Cases {
    fn code(&self) -> String {
        let Self { from, to, many, variants } = self;
        format!("await lab.run({from}, {to}, {many}, {variants:?}, global, console); return lab.made()")
    }

    /// Its halves, down to one property with one variant.
    fn halves(&self) -> Option<[Self; 2]> {
        let (length, mut one, mut other) = (self.to - self.from, self.clone(), self.clone());
        if length > 1 {
            let many = if length > self.many { self.many } else { self.many.min(length).div_ceil(2) };
            let middle = self.from + length.div_ceil(many).div_ceil(2) * many;
            (one.to, other.from, one.many, other.many) = (middle, middle, many, many);
        } else if self.variants.len() > 1 {
            (one.variants, other.variants) = (self.variants[..1].to_vec(), self.variants[1..].to_vec());
        } else {
            return None;
        }
        Some([one, other])
    }
}

struct Lab {
    way: Way,
    session: Session,
    backing: Backing,
    options: ExecuteOptions,
    /// The page and what begins its cases.
    page: (String, String),
    audit: PathBuf,
    /// The calls that the audit has to have for each run; `None` where nobody knows them any more.
    audited: Vec<Option<String>>,
    calls: usize,
    reopened: usize,
    browsers: usize,
    /// Batches of cases that ended with their browser.
    lost: usize,
    /// Cases that ended in an error, by kind and message.
    errors: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Lab {
    async fn run(&mut self, code: &str) -> Outcome {
        let outcome = self.session.execute_with(code, &self.options).await;
        let record = audit(&AuditContext::new(0, "http://127.0.0.1", code), &outcome);
        let file = std::fs::OpenOptions::new().append(true).create(true).open(&self.audit);
        writeln!(file.expect("a file"), "{record}").expect("a record");
        self.audited.push(Some(String::new()));
        outcome
    }

    /// Opens the page and makes its cases, in another browser where this one was given up.
    async fn begin(&mut self) -> Value {
        let (url, code) = self.page.clone();
        for _ in 0..5 {
            if !self.session.is_usable() {
                (self.session, self.backing) = open(self.way).await;
                self.browsers += 1;
            }
            if self.session.open(&url).await.is_err() {
                continue;
            }
            let _ = self.session.refresh_tools().await;
            if let Ok(value) = self.run(&code).await.result {
                return value;
            }
        }
        panic!("no page opens");
    }

    /// Runs cases, and holds the journal against what they called.
    ///
    /// Returns whether they ended in an error or deviated; what did is written down where the case `is_alone`.
    async fn check(&mut self, what: &str, code: &str, is_alone: bool) -> bool {
        let run = self.audited.len();
        let outcome = self.run(code).await;
        let failed = outcome.error().map(|error| error.kind);
        let mut told = outcome.value().cloned();
        let is_refused = failed == Some(ErrorKind::Tampered) && self.way != Way::Launched;
        if is_refused && engine() == Engine::WebKit {
            // The driver's own script has no answer in this page any more, so the page cannot be asked.
            told = None;
        } else if failed.is_some() {
            // What the cases left is taken back first.
            self.run("lab.restore()").await;
            told = self.run("return lab.made()").await.result.ok();
        }
        // A run that was refused has no journal.
        let journal = names(&outcome).join(",");
        let mut wrong = Vec::new();
        if let Some(Value::String(told)) = told {
            let mut lines = told.lines();
            let made = lines.next().unwrap_or_default();
            self.calls += made.split(',').filter(|call| !call.is_empty()).count();
            if journal != made && !(is_refused && journal.is_empty()) {
                wrong.push(format!("{what}: {failed:?}: the journal has {journal}, and {made} was called"));
            }
            self.audited[run] = (!is_refused).then(|| made.to_owned());
            // A driver's own scripts run in the page, which sees them: SECURITY.md says so.
            let is_of_driver =
                self.way == Way::Classic || (self.way == Way::Joined && engine() == Engine::WebKit);
            // WebKit's inspector itself takes the prototype from an array of its own by a setter.
            let of_inspector = |leak: &&str| {
                engine() == Engine::WebKit && leak.ends_with("Object.prototype.__proto__: array length ")
            };
            if !is_of_driver {
                wrong.extend(lines.filter(|leak| !of_inspector(leak)).map(|leak| format!("{what}: {leak}")));
            }
        } else {
            self.audited[run] = None;
            self.reopened += 1;
            if !self.session.is_usable() {
                // WebKit's driver hangs where its own scripts are broken: no half of these cases would come further.
                self.lost += 1;
                *self.errors.entry(format!("{what}: the browser was given up")).or_default() += 1;
                self.begin().await;
                return false;
            }
            if !is_refused || !journal.is_empty() {
                wrong.push(format!("{what}: {:?}: the journal has {journal}", outcome.error()));
            }
            self.begin().await;
        }
        for call in &outcome.calls {
            let is_denied = matches!(call.outcome, CallOutcome::Denied { .. });
            let is_pay = call.tool.ends_with("pay");
            if is_pay != is_denied && !(is_pay && call.outcome == CallOutcome::Pending) {
                wrong.push(format!("{what}: {call:?}"));
            }
        }
        if is_alone && let Some(error) = outcome.error() {
            let start: String = error.message.chars().take(90).collect();
            let phase = what.split(' ').next().unwrap_or_default();
            *self.errors.entry(format!("{phase}: {}: {start}", error.kind)).or_default() += 1;
        }
        let deviates = failed.is_some() || !wrong.is_empty();
        if is_alone {
            self.wrong.append(&mut wrong);
        }
        deviates
    }

    /// Cases by code; those that deviate are run again in halves, down to a single one.
    async fn by_code(&mut self, cases: Cases) {
        let mut left = vec![cases];
        while let Some(cases) = left.pop() {
            let halves = cases.halves();
            let deviates = self.check(&format!("code {cases:?}"), &cases.code(), halves.is_none()).await;
            if let (true, Some([one, other])) = (deviates, halves) {
                left.extend([other, one]);
            }
        }
    }

    /// Cases by the page: one run poisons each batch of slots and the next run has its case.
    ///
    /// Those that deviate are run again in halves.
    async fn by_page(&mut self, batches: impl Iterator<Item = (usize, usize)>) {
        let next =
            |(from, to)| format!("await lab.next({from}, {to}, 3, global, console); return lab.made()");
        let mut before = (0, 0);
        for batch in batches.chain([(0, 0)]) {
            if self.check(&format!("page {before:?}"), &next(batch), false).await {
                let mut left = vec![before];
                while let Some((from, to)) = left.pop() {
                    self.run(&next((from, to))).await;
                    let is_alone = to - from < 2;
                    if self.check(&format!("page {:?}", (from, to)), &next((0, 0)), is_alone).await
                        && !is_alone
                    {
                        let middle = from + (to - from) / 2;
                        left.extend([(middle, to), (from, middle)]);
                    }
                }
                self.run(&next(batch)).await;
            }
            before = batch;
        }
    }

    /// Holds the audit, as it is in its file, against what was called.
    fn check_audit(&mut self) {
        let file = std::fs::read_to_string(&self.audit).expect("the audit");
        assert_eq!(file.lines().count(), self.audited.len());
        for (record, called) in file.lines().zip(&self.audited) {
            let record: Value = serde_json::from_str(record).expect("a record");
            let one = |call: &Value| name(call["tool"].as_str().unwrap_or_default(), &call["args"][0]);
            let calls: Vec<String> = record["calls"].as_array().into_iter().flatten().map(one).collect();
            if let Some(called) = called
                && calls.join(",") != *called
            {
                self.wrong.push(format!("the audit has {}, and {called} was called", calls.join(",")));
            }
        }
    }
}

/// A call as the page writes it down.
fn name(tool: &str, given: &Value) -> String {
    format!("{tool} {}", given.get("n").unwrap_or(given))
}

fn names(outcome: &Outcome) -> Vec<String> {
    outcome.calls.iter().map(|call| name(&call.tool, &call.args[0])).collect()
}

async fn matrix(way: Way, sample: Option<usize>) {
    let began = std::time::Instant::now();
    let page =
        format!("<!doctype html><body><script>{}</script>", include_str!("../pages/runtime/poison.js"));
    let site = Site::serve([Route::html("/", page)]).await;
    let mut options = support::patient();
    options.preflight = PreflightMode::Off;
    let by_web_kit_driver = engine() == Engine::WebKit && way != Way::Launched;
    if by_web_kit_driver {
        // Each of its scripts that hangs takes all this time.
        options.deadline = Duration::from_secs(5);
    }
    let first_code = format!("return lab.begin({}, {})", json!(members()), sample.unwrap_or(0));
    let (folder, (session, backing)) = (tempfile::tempdir().expect("a folder"), open(way).await);
    let mut lab = Lab {
        way,
        session,
        backing,
        options,
        page: (site.url("/"), first_code),
        audit: folder.path().join("audit.jsonl"),
        audited: Vec::new(),
        calls: 0,
        reopened: 0,
        browsers: 1,
        lost: 0,
        errors: BTreeMap::new(),
        wrong: Vec::new(),
    };
    let found = lab.begin().await;
    let number = |name: &str| found[name].as_u64().and_then(|n| usize::try_from(n).ok()).expect("a number");
    let (first, slots) = (number("first"), number("slots"));
    let began_with = began.elapsed();
    let many = if sample.is_some() { AT_ONCE_IN_SAMPLE } else { 1 };
    for (from, to, many) in [(0, first, many), (first, slots, AT_ONCE)] {
        let batch = if by_web_kit_driver { many } else { SLOTS * many };
        for at in (from..to).step_by(batch) {
            let to = to.min(at + batch);
            lab.by_code(Cases { from: at, to, many, variants: vec![0, 1, 2] }).await;
        }
    }
    let by_code = began.elapsed();
    let alone = (0..first).step_by(many).map(|slot| (slot, first.min(slot + many)));
    let together = (first..slots).step_by(AT_ONCE).map(|slot| (slot, slots.min(slot + AT_ONCE)));
    lab.by_page(alone.chain(together)).await;
    lab.check_audit();
    let errors = lab.errors.iter().fold(String::new(), |mut text, (error, count)| {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {count} {error}");
        text
    });
    say(&format!(
        "{:?} {way:?}: {} cases on {slots} properties, {} calls, {} pages and {} browsers, {} batches ended with theirs, begun after {began_with:.1?}, \
         by code until {by_code:.1?}, by the page until {:.1?}; errors:{errors}",
        engine(),
        slots * 4,
        lab.calls,
        lab.reopened + 1,
        lab.browsers,
        lab.lost,
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
