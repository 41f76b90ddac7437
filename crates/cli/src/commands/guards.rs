//! The guards of `exec` as they are typed, and what is written down of a run.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use webagents_browse::{ActionRecord, Secrets};
use webagents_fetch::redact_urls;
use webagents_runtime::guard::lock::{Lock, Pin, compare_webmcp, sha256};
use webagents_runtime::guard::{AuditContext, Unmatched, audit};
use webagents_runtime::tools::Interface;
use webagents_runtime::{GuardOptions, Guards, Outcome, Policy, Reply, Request, Verdict};
use webagents_runtime_webdriver::Session;

use crate::args;
use crate::commands::lock::FILE_BYTES;
use crate::commands::outcome;
use crate::exit::{Exit, Failure};
use crate::file;
use crate::output;
use crate::question::{self, Consent};

/// Bytes of a policy.
const POLICY_BYTES: usize = 16 * 1024 * 1024;

/// The guards that were asked for.
///
/// Rules that deny come before those that allow, and both before the file's.
pub(super) fn guards(args: &args::GuardArgs) -> Result<Guards, Failure> {
    let options = options(args)?;
    if args.confirm && !io::stdin().is_terminal() {
        output::say("--confirm: stdin is no terminal, so nobody can be asked");
    }
    // Where stdin is no terminal, nobody is there to answer.
    Ok(if args.confirm && io::stdin().is_terminal() {
        options.with_confirm(ask).into()
    } else {
        options.into()
    })
}

/// The options of the guards, without a user who could be asked.
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
        append(path, b"")?;
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

/// Holds what was found against the lock file, if there is one.
pub(super) async fn check(
    args: &args::GuardArgs,
    guards: &Guards,
    origin: &str,
    pin: &Pin,
) -> Result<(), Failure> {
    let Some(path) = &args.lock else { return Ok(()) };
    let lock = read_lock(path)?;
    let help = format!("look at what changed, then: webagents lock URL --lock {}", path.display());
    match lock.compare(origin, pin) {
        None => Err(Failure::new(
            Exit::Refused,
            format!("{} does not pin {origin} (rule `lock`)", path.display()),
        )
        .help(help)),
        Some(changes) => guards
            .accept(origin, &changes)
            .await
            .map_err(|message| Failure::new(Exit::Refused, message.to_string()).help(help)),
    }
}

/// Checks the tools that a page with this manifest registers against the lock file, if there is one.
///
/// The guards check them from then on. Where the file does not pin the tools that this site registers, those tools are
/// left out, and a message about it is returned.
pub(super) async fn check_webmcp(
    args: &args::GuardArgs,
    guards: &Guards,
    (origin, manifest): (&str, &str),
    session: &mut Session,
) -> Result<Option<String>, Failure> {
    let Some(path) = &args.lock else { return Ok(None) };
    let found = session.toolbox().webmcp_pins().clone();
    let help =
        format!("look at what the page registers, then: webagents lock URL --live --lock {}", path.display());
    let lock = read_lock(path)?;
    let Some(pinned) = lock.pin(origin, manifest).and_then(|pin| pin.webmcp.clone()) else {
        if found.is_empty() {
            return Ok(None);
        }
        let message =
            format!("{} does not pin what pages of {origin} register (rule `lock`)", path.display());
        let rest = session.toolbox().clone().without_webmcp();
        if rest.tools().is_empty() {
            return Err(Failure::new(Exit::Refused, message).help(help));
        }
        session.use_tools(rest);
        return Ok(Some(format!("{message}; these tools are left out. To have them: {help}")));
    };
    let changes = compare_webmcp(&pinned, &found);
    guards
        .accept(origin, &changes)
        .await
        .map_err(|message| Failure::new(Exit::Refused, message.to_string()).help(help))?;
    let mut pins = pinned;
    if !changes.is_empty() {
        pins.extend(found);
    }
    guards.pin(origin, pins);
    Ok(None)
}

/// Run of code that the audit records.
#[derive(Debug, Clone, Copy)]
pub(super) struct Audited<'a> {
    pub(super) origin: &'a str,
    pub(super) pin: &'a Pin,
    pub(super) code: &'a str,
}

/// Appends the record of a run to the audit, if one is kept, without the values of `secrets`.
pub(super) fn record(
    args: &args::GuardArgs,
    run: Audited<'_>,
    outcome: &Outcome,
    secrets: &Secrets,
) -> Result<(), Failure> {
    let now =
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(outcome.duration);
    let begun = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    let context =
        AuditContext::new(begun, run.origin, run.code).with_manifest_sha256(run.pin.sha256.as_str());
    let record = serde_json::from_str(&audit(&context, outcome));
    let record = record.map_err(|error| Failure::usage(format!("cannot record the run: {error}")))?;
    append_records(args, vec![record], secrets)
}

/// Appends records to the audit, if one is kept, without the values of `secrets`.
///
/// Every line of an audit is written here.
fn append_records(args: &args::GuardArgs, records: Vec<Value>, secrets: &Secrets) -> Result<(), Failure> {
    let Some(path) = args.audit.as_ref().filter(|_| !records.is_empty()) else { return Ok(()) };
    let mut lines = String::new();
    for record in records {
        lines.push_str(&secrets.redact_value(record).to_string());
        lines.push('\n');
    }
    // One write for all lines: two programs that append to the same file do not mix theirs.
    append(path, lines.as_bytes())
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
    append_records(args, records.iter().map(described).collect(), secrets)
}

/// Adds to a file. With nothing to add, it is seen that something could be.
fn append(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let opened = file::open_to_append(path);
    opened.and_then(|mut file| file.write_all(bytes)).map_err(|error| file::unwritable(path, &error))
}

/// Names of tools that a warning lists.
const LISTED: usize = 20;

/// Returns a warning for each rule of --deny, --allow and --policy that matches no tool.
///
/// A name that was mistyped guards nothing.
pub(super) fn unmatched(args: &args::GuardArgs, policy: &Policy, tools: &[Interface]) -> Vec<String> {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
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
            [] => format!("; it has {has}"),
            near => format!("; did you mean {}? It has {has}", near.join(", ")),
        };
        format!("warning: {} {:?} matches no tool of this site{rest}", of(&rule.tools), rule.tools)
    };
    policy.unmatched(&names).iter().map(one).collect()
}

fn read_lock(path: &Path) -> Result<Lock, Failure> {
    let text = file::read_text(path, FILE_BYTES)?;
    Lock::read(&text).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
