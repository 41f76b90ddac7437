//! Losses of a conversion, as people and programs read them.
//!
//! Nothing is lost silently. What happened to many tools alike is one line on stderr; `--json` has all of it.

use std::collections::HashMap;

use serde_json::{Value, json};
use webagents_formats::RefusedTool;
use webagents_manifest::{NameError, ToolName};
use webagents_schema::{Action, Interface, Loss, unusual_characters};

use crate::output;
use crate::report::plural;

/// Places that are named of losses that are alike.
const PLACES: usize = 3;
/// Names of functions in one line.
const NAMES: usize = 20;
/// Lines of one kind on stderr.
const LINES: usize = 40;

/// A tool that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Skipped {
    pub(super) tool: String,
    pub(super) pointer: String,
    pub(super) message: String,
}

impl From<RefusedTool> for Skipped {
    fn from(refusal: RefusedTool) -> Self {
        Self { tool: refusal.tool, pointer: refusal.error.pointer, message: refusal.error.message }
    }
}

/// `[{tool, pointer, message}]`.
pub(super) fn skipped_json(skipped: &[Skipped]) -> Value {
    let of = |skipped: &Skipped| json!({ "tool": skipped.tool, "pointer": skipped.pointer, "message": skipped.message });
    skipped.iter().map(of).collect()
}

/// Losses with the name of their tool before their places.
pub(super) fn of_tool(name: &str, losses: Vec<Loss>) -> impl Iterator<Item = Loss> {
    losses.into_iter().map(move |mut loss| {
        loss.pointer.insert_str(0, name);
        loss
    })
}

/// `[{pointer, keyword, value, action, message}]`.
pub(super) fn losses_json(losses: &[Loss]) -> Value {
    let of = |loss: &Loss| {
        json!({
            "pointer": loss.pointer,
            "keyword": loss.keyword,
            "value": loss.value,
            "action": loss.action.as_str(),
            "message": loss.message,
        })
    };
    losses.iter().map(of).collect()
}

/// Prints each tool that was left out.
pub(super) fn say_skipped(skipped: &[Skipped]) {
    for Skipped { tool, pointer, message } in skipped.iter().take(LINES) {
        let tool = if tool.is_empty() { "" } else { &format!("{tool:?} ") };
        let pointer = if pointer.is_empty() { "/" } else { pointer };
        output::say(&format!("skipped: {tool}at {pointer}: {message}"));
    }
    if skipped.len() > LINES {
        output::say(&format!("skipped: {} more; --json has all", skipped.len() - LINES));
    }
}

/// Prints the skipped functions of a source file, grouped by their reasons.
pub(super) fn say_left_out(skipped: &[Skipped]) {
    let mut groups: Vec<(&str, Vec<&Skipped>)> = Vec::new();
    for one in skipped {
        match groups.iter().position(|(reason, _)| *reason == one.message) {
            Some(at) => groups[at].1.push(one),
            None if groups.len() < LINES => groups.push((&one.message, vec![one])),
            None => {}
        }
    }
    let mut shown = 0;
    for (reason, alike) in &groups {
        shown += alike.len();
        if let [one] = alike.as_slice() {
            output::say(&format!("skipped: {} ({}) {reason}", one.tool, one.pointer));
            continue;
        }
        let names: Vec<&str> = alike.iter().take(NAMES).map(|one| one.tool.as_str()).collect();
        let more = match alike.len() - names.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        output::say(&format!("skipped, {} times: {reason}: {}{more}", alike.len(), names.join(", ")));
    }
    if shown < skipped.len() {
        output::say(&format!("skipped: {} more functions; --json has all", skipped.len() - shown));
    }
}

/// Warnings about names of tools and parameters that may be taken for others.
pub(super) fn name_warnings(tools: &[Interface], losses: &[Loss]) -> Vec<String> {
    let renamed = losses.iter().filter(|loss| is_suspicious(loss));
    let mut warnings: Vec<String> =
        renamed.map(|loss| format!("the tool {}: {}", loss.value, loss.message)).collect();
    for tool in tools {
        for member in tool.arguments().unwrap_or_default() {
            let webagents_schema::ty::MemberKind::Property { name, .. } = &member.kind else { continue };
            if let Some(unusual) = unusual_characters(name).filter(|text| text.contains("may look like")) {
                warnings.push(format!("the tool {:?}: the parameter {name:?} has {unusual}", tool.name));
            }
        }
    }
    warnings
}

/// Returns whether a loss is about a dangerous or mistaken name, and not only another spelling.
fn is_suspicious(loss: &Loss) -> bool {
    let name = loss.value.as_str().filter(|_| loss.action == Action::Renamed && loss.keyword == "name");
    name.is_some_and(|name| !name.is_ascii() || ToolName::new(name) == Err(NameError::Reserved))
}

/// Prints warnings.
pub(super) fn say_warnings(warnings: &[String]) {
    for warning in warnings.iter().take(LINES) {
        output::say(&format!("warning: {warning}"));
    }
    if warnings.len() > LINES {
        output::say(&format!("warning: {} more names; --json has all", warnings.len() - LINES));
    }
}

/// Prints each loss once: losses that are alike are one line, with the first places.
pub(super) fn say_losses(name: &str, losses: &[Loss]) {
    let mut groups: Vec<(&Loss, Vec<&Loss>)> = Vec::new();
    let mut known: HashMap<(&str, &str, &str), usize> = HashMap::new();
    for loss in losses.iter().filter(|loss| !is_suspicious(loss)) {
        // Each new name is another one; that names are changed is one thing.
        let message = if loss.action == Action::Renamed { "" } else { loss.message.as_str() };
        let key = (loss.keyword.as_str(), loss.action.as_str(), message);
        let at = *known.entry(key).or_insert_with(|| {
            groups.push((loss, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(loss);
    }
    for (loss, alike) in groups.iter().take(LINES) {
        if let [_] = alike.as_slice() {
            output::say(&format!("lost: {loss}"));
            continue;
        }
        let more = if alike.len() > PLACES { ", …" } else { "" };
        let (count, keyword, action) = (alike.len(), &loss.keyword, loss.action.as_str());
        let first = alike.iter().take(PLACES);
        output::say(&if loss.action == Action::Renamed {
            let shown: Vec<String> =
                first.map(|loss| format!("{}: {}", loss.pointer, loss.message)).collect();
            format!("lost, {count} times: `{keyword}` {action} ({}{more})", shown.join("; "))
        } else {
            let shown: Vec<&str> = first.map(|loss| loss.pointer.as_str()).collect();
            format!(
                "lost, {count} times: `{keyword}` {action}: {} ({}{more})",
                loss.message,
                shown.join(", ")
            )
        });
    }
    if groups.len() > LINES {
        output::say(&format!("lost: {} more kinds of things; --json has all", groups.len() - LINES));
    }
    if losses.len() > 1 {
        output::say(&format!("{name}: {} were lost", plural(losses.len(), "thing")));
    }
}
