//! Findings of `webagents-poisoning` as findings of `check`.

use serde_json::Value;
use webagents_poisoning::{LONGEST, ToolTexts};

use super::finding::shorten_text;
use super::json;
use super::rule::{self, Rule};
use super::view::{Field, Group, Raw};

/// Returns the findings in the texts of a tool, or of a site's prose.
pub(super) fn judge_group(group: &Group<'_>) -> Vec<Raw> {
    let mut out = Vec::new();
    for found in webagents_poisoning::judge(&group_texts(&group.name, &group.fields)) {
        let Some(field) = group.fields.get(found.text) else { continue };
        let rule = Rule::of_category(found.category);
        let reason = found.reason.as_deref().unwrap_or(rule.summary.trim_end_matches('.'));
        let message = format!("{reason}: \"{}\"", shorten_text(&found.quote, 100));
        out.push(Raw::new(rule, field.place.clone(), message));
    }
    out.extend(group.fields.iter().filter(|field| field.text.len() > LONGEST).map(|field| {
        let message = format!("a text of {} bytes is longer than {LONGEST}", field.text.len());
        Raw::new(&rule::TOO_LONG, field.place.clone(), message)
    }));
    out
}

/// Returns the texts of each tool of a tool list in JSON, and those around the tools.
///
/// The list has the form of any provider or of MCP, WebMCP or OpenAPI.
///
/// ```
/// let list = serde_json::json!({"tools": [{"name": "add", "description": "Adds."}]});
/// let tools = webagents_site::check::tool_texts(&list);
/// assert_eq!((tools[0].name.as_ref(), tools[0].texts.len()), ("add", 2));
/// ```
pub fn tool_texts(document: &Value) -> Vec<ToolTexts<'static>> {
    let owned = |group: Group<'_>| {
        let fields = group.fields.into_iter();
        fields.fold(ToolTexts::new(group.name), |tool, field| tool.with(field.kind, field.text.into_owned()))
    };
    json::find_groups(document).into_iter().map(owned).collect()
}

fn group_texts<'g>(name: &'g str, fields: &'g [Field<'_>]) -> ToolTexts<'g> {
    let tool = ToolTexts::new(name);
    fields.iter().fold(tool, |tool, field| tool.with(field.kind, field.text.as_ref()))
}
