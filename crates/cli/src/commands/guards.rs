//! The guards of `exec` as options, and the records of a run.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};
use webagents_browse::{ActionRecord, Secrets};
use webagents_fetch::redact_urls;
use webagents_host::{
    FoundSite, GuardOptions, HostGuards, Lock, PageTools, Policy, Reply, Request, Unmatched, Verdict,
};
use webagents_runtime::Toolbox;
use webagents_runtime::guard::lock::sha256;

use crate::args;
use crate::commands::host_failure::{self, how_to_pin, not_pinned};
use crate::commands::lock::FILE_BYTES;
use crate::commands::outcome;
use crate::commands::site::registered;
use crate::exit::Failure;
use crate::file;
use crate::output;
use crate::question::{self, Consent};

/// Bytes of a policy.
const POLICY_BYTES: usize = 16 * 1024 * 1024;

/// The guards that the options request.
///
/// Rules that deny come before rules that allow, and both before the file's.
pub(super) fn guards(args: &args::GuardArgs) -> Result<HostGuards, Failure> {
    let options = options(args)?;
    if args.confirm && !io::stdin().is_terminal() {
        output::say("--confirm: stdin is no terminal, so nobody can be asked");
    }
    // If stdin is not a terminal, no user is there to answer.
    let options = if args.confirm && io::stdin().is_terminal() { options.with_confirm(ask) } else { options };
    Ok(with_audit(args, options, &Secrets::default()))
}

/// The options of the guards, without a user who could answer a question.
pub(super) fn options(args: &args::GuardArgs) -> Result<GuardOptions, Failure> {
    let mut policy = match &args.policy {
        Some(path) => serde_json::from_str(&file::read_text(path, POLICY_BYTES)?)
            .map_err(|error| Failure::usage(format!("{}: expected a policy: {error}", path.display())))?,
        None => Policy::default(),
    };
    for (tools, verdict) in [(&args.allow, Verdict::Allow), (&args.deny, Verdict::Deny)] {
        for tool in tools.iter().rev() {
            policy = policy.with_rule(tool, verdict);
        }
    }
    if let Some(path) = &args.audit {
        append(path, b"").map_err(|error| file::unwritable(path, &error))?;
    }
    Ok(GuardOptions::from(policy))
}

/// The question to the user about a call.
pub(super) fn question(request: &Request) -> String {
    if request.rule == "lock" {
        return request.reason.clone();
    }
    let arguments = outcome::list(&request.arguments);
    format!("{}: {}({arguments})\n{} (rule {})", request.origin, request.tool, request.reason, request.rule)
}

async fn ask(request: Request) -> Reply {
    reply(question::ask(&question(&request), false).await)
}

/// The user's answer, for the guards.
pub(super) fn reply(consent: Consent) -> Reply {
    match consent {
        Consent::Once => Reply::AllowOnce,
        Consent::Session => Reply::AllowForSession,
        Consent::Denied => Reply::Deny { reason: String::new() },
    }
}

/// Adds the audit that was named, which gets no value of `secrets`.
pub(super) fn with_audit(
    args: &args::GuardArgs,
    guards: impl Into<HostGuards>,
    secrets: &Secrets,
) -> HostGuards {
    let Some(path) = args.audit.clone() else { return guards.into() };
    let secrets = secrets.clone();
    guards.into().with_audit(move |record| {
        let record = serde_json::from_str(record)?;
        append(&path, lines(vec![record], &secrets).as_bytes())
    })
}

/// Adds the lock file that was named, as it is now.
pub(super) fn with_lock(args: &args::GuardArgs, guards: HostGuards) -> Result<HostGuards, Failure> {
    match &args.lock {
        Some(path) => Ok(guards.with_lock(read_lock(path)?)),
        None => Ok(guards),
    }
}

/// Checks the declared tools of a site against the lock file, if there is one.
pub(super) async fn check(
    args: &args::GuardArgs,
    guards: &HostGuards,
    site: &FoundSite,
) -> Result<(), Failure> {
    guards.check(site).await.map_err(|error| host_failure::failure(args, error))
}

/// Returns messages about the tools of a page of `origin` that was entered.
pub(super) fn remarks(
    args: &args::GuardArgs,
    origin: &str,
    page: &PageTools,
    toolbox: &Toolbox,
) -> Vec<String> {
    let mut remarks = registered(page);
    if let Some(path) = args.lock.as_ref().filter(|_| page.left_out) {
        let (message, help) = (not_pinned(path, origin, true), how_to_pin(path, true));
        remarks.push(format!("{message}; these tools are left out. To have them: {help}"));
    }
    remarks.extend(describe_unmatched(args, &page.unmatched, toolbox));
    remarks
}

/// Lines of an audit, without the values of `secrets`.
fn lines(records: Vec<Value>, secrets: &Secrets) -> String {
    let mut lines = String::new();
    for record in records {
        lines.push_str(&secrets.redact_value(record).to_string());
        lines.push('\n');
    }
    lines
}

/// Appends records of actions on pages to the audit, if one is kept, without the values of `secrets`.
///
/// The members are `time`, `origin`, `action`, `target`, `code` (its SHA-256, or null), `ok`, `error` (`kind`, or null) and
/// `duration_ms`.
pub(super) fn record_actions(
    args: &args::GuardArgs,
    records: &[ActionRecord],
    secrets: &Secrets,
) -> Result<(), Failure> {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let described = |record: &ActionRecord| {
        let kind = match record.end {
            Some(Ok(())) => None,
            Some(Err(kind)) => Some(kind.as_str()),
            None => Some("cancelled"),
        };
        json!({
            "time": millis(record.began.duration_since(UNIX_EPOCH).unwrap_or_default()),
            "origin": record.origin,
            "action": record.action,
            "target": record.target.as_deref().map(redact_urls),
            "code": record.code.as_deref().map(|code| sha256(code.as_bytes())),
            "ok": kind.is_none(),
            "error": kind.map(|kind| json!({ "kind": kind })),
            "duration_ms": millis(record.duration),
        })
    };
    let Some(path) = args.audit.as_ref().filter(|_| !records.is_empty()) else { return Ok(()) };
    let lines = lines(records.iter().map(described).collect(), secrets);
    append(path, lines.as_bytes()).map_err(|error| file::unwritable(path, &error))
}

/// Appends to an audit, by one write: two programs that append to the same file do not mix their lines.
///
/// With nothing to append, it is seen that something could be.
fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    file::open_to_append(path)?.write_all(bytes)
}

/// Names of tools that a warning lists.
const LISTED: usize = 20;

/// Returns a warning for each rule of --deny, --allow and --policy that matches no tool.
///
/// A name that was mistyped guards nothing.
pub(super) fn describe_unmatched(
    args: &args::GuardArgs,
    rules: &[Unmatched],
    toolbox: &Toolbox,
) -> Vec<String> {
    let names = toolbox.full_names();
    let file = args.policy.as_ref().map(|path| format!("--policy {}:", path.display())).unwrap_or_default();
    let of = |pattern: &String| match () {
        () if args.deny.contains(pattern) => "--deny",
        () if args.allow.contains(pattern) => "--allow",
        () => file.as_str(),
    };
    let mut has = names.iter().take(LISTED).copied().collect::<Vec<_>>().join(", ");
    if names.len() > LISTED {
        has.push_str(", …");
    }
    let one = |rule: &Unmatched| {
        let rest = match rule.near.as_slice() {
            [] => format!("; the tools are {has}"),
            near => format!("; did you mean {}? The tools are {has}", near.join(", ")),
        };
        format!("warning: {} {:?} matches no tool{rest}", of(&rule.tools), rule.tools)
    };
    rules.iter().map(one).collect()
}

fn read_lock(path: &Path) -> Result<Lock, Failure> {
    let text = file::read_text(path, FILE_BYTES)?;
    Lock::read(&text).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
