//! Merges the tools that a page registers with declared ones, and resolves their names.
//!
//! The decision: both are interfaces of one list, so that declarations, context and the check of code before it runs
//! treat them alike. The rules for names are at [`Toolbox::with_webmcp`](crate::Toolbox::with_webmcp).

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};
use webagents_manifest::ToolName;
use webagents_schema::ty::MemberKind;
use webagents_schema::{CallStyle, Interface, tool_name};

use crate::webmcp::{WebMcpDiagnostic, WebMcpDiagnosticKind, WebMcpTool, WebMcpTools};

/// Result of the merge.
#[derive(Debug, Clone, Default)]
pub(crate) struct Merged {
    /// For each tool the index of the registered one.
    pub(crate) registered: Vec<Option<usize>>,
    pub(crate) findings: Vec<WebMcpDiagnostic>,
    /// The registered tool of each name, for the harness.
    pub(crate) json: String,
}

/// Adds the tools of `webmcp` to the declared `tools`.
pub(crate) fn merge(tools: &mut Vec<Interface>, webmcp: &WebMcpTools, origin: Option<&str>) -> Merged {
    let mut out = Merged { registered: vec![None; tools.len()], ..Merged::default() };
    if let Some(origin) = origin.filter(|origin| *origin != webmcp.origin) {
        if !webmcp.tools.is_empty() {
            let message = format!(
                "ignored the page's WebMCP tools: its origin is {}, expected {origin}",
                webmcp.origin
            );
            out.findings.push(WebMcpDiagnostic::new(WebMcpDiagnosticKind::OtherOrigin, "", message));
        }
        return out;
    }
    let mut behind = Map::new();
    let (own, offered, mut taken) = resolve_names(tools, webmcp, &mut out.findings);
    for (tool, index) in own {
        let Some((declared, found)) = tools.get_mut(tool).zip(webmcp.tools.get(index)) else { continue };
        // A call may be one of either.
        declared.annotations.raise_caution(&found.interface.annotations);
        behind.insert(declared.name.clone(), fallback(declared, found));
        if let Some(place) = out.registered.get_mut(tool) {
            *place = Some(index);
        }
    }
    for (index, mut interface) in offered {
        let Some(found) = webmcp.tools.get(index) else { continue };
        if ToolName::new(interface.name.as_str()).is_err() {
            let name = tool_name(&interface.name, &taken).as_str().to_owned();
            taken.insert(name.clone());
            let message = format!("`global` cannot have this name: it is `{name}`");
            out.findings.push(WebMcpDiagnostic::new(
                WebMcpDiagnosticKind::Renamed,
                found.interface.name.as_str(),
                message,
            ));
            interface.name = name;
        }
        // A call of a tool without arguments has none, and no empty object either.
        if interface.arguments().is_some_and(<[_]>::is_empty) {
            interface.call = CallStyle::Positional;
        }
        behind.insert(interface.name.clone(), address(found));
        tools.push(interface);
        out.registered.push(Some(index));
    }
    if !behind.is_empty() {
        out.json = Value::Object(behind).to_string();
    }
    out
}

/// The index of a declared tool and of the registered one with its name.
type Own = (usize, usize);
/// The index of a registered tool, and the interface by whose name it is offered.
type Offered = (usize, Interface);

/// Resolves which tool has each registered name, and returns all names that are taken.
fn resolve_names(
    tools: &[Interface],
    webmcp: &WebMcpTools,
    findings: &mut Vec<WebMcpDiagnostic>,
) -> (Vec<Own>, Vec<Offered>, HashSet<String>) {
    let declared: HashMap<&str, usize> =
        tools.iter().enumerate().map(|(at, tool)| (tool.name.as_str(), at)).collect();
    let mut taken: HashSet<String> = declared.keys().map(|&name| name.to_owned()).collect();
    let registered: HashSet<&str> = webmcp.tools.iter().map(|tool| tool.interface.name.as_str()).collect();
    let mut first: HashMap<&str, &str> = HashMap::new();
    let (mut own, mut offered) = (Vec::new(), Vec::new());
    for (index, tool) in webmcp.tools.iter().enumerate() {
        let name = tool.interface.name.as_str();
        let mut finding = |kind, message: String| findings.push(WebMcpDiagnostic::new(kind, name, message));
        if let Some(frame) = first.get(name) {
            let mut other = format!("{name}${}", tool.frame.replace('.', "_").replace('?', "x"));
            while !taken.insert(other.clone()) || registered.contains(other.as_str()) {
                other.push('$');
            }
            let message = format!(
                "{} registers a tool of this name as well: `{name}` is that of {}, and this one is `{other}`",
                place(&tool.frame),
                place(frame),
            );
            finding(WebMcpDiagnosticKind::SameName, message);
            let mut interface = tool.interface.clone();
            interface.name = other;
            offered.push((index, interface));
            continue;
        }
        first.insert(name, &tool.frame);
        // The manifest vouches for its own origin, and not for tools that a frame of another origin registers.
        if let Some(&at) = declared.get(name) {
            if tool.origin == webmcp.origin {
                own.push((at, index));
            }
            let message = format!(
                "webagents.md declares a tool of this name, too, and its declaration is used; the tool that {} of {} \
                 registers is called only where the page has no such function",
                place(&tool.frame),
                tool.origin,
            );
            finding(WebMcpDiagnosticKind::Shadowed, message);
            continue;
        }
        taken.insert(name.to_owned());
        offered.push((index, tool.interface.clone()));
    }
    (own, offered, taken)
}

/// A frame, for people.
fn place(frame: &str) -> String {
    if frame.is_empty() { "the top document".to_owned() } else { format!("the frame {frame}") }
}

/// Returns the address by which the page finds a registered tool.
fn address(tool: &WebMcpTool) -> Value {
    json!({ "name": tool.interface.name, "frame": tool.frame, "origin": tool.origin, "mark": tool.mark })
}

/// The same for one that is called in the place of a declared function.
fn fallback(declared: &Interface, tool: &WebMcpTool) -> Value {
    let mut out = address(tool);
    let (mut params, mut defaults) = (Vec::new(), Map::new());
    for member in declared.arguments().unwrap_or_default() {
        if let MemberKind::Property { name, .. } = &member.kind {
            if let Some(default) = member.facts.keyword("default") {
                defaults.insert(name.clone(), default.clone());
            }
            params.push(Value::from(name.as_str()));
        }
    }
    out["declared"] = true.into();
    if declared.call == CallStyle::Positional {
        out["params"] = params.into();
        out["defaults"] = defaults.into();
    }
    out
}

#[cfg(test)]
mod tests {
    use webagents_manifest::parse;
    use webagents_schema::interface_of;

    use super::*;
    use crate::webmcp::WebMcpOptions;
    use crate::webmcp::listing::read;

    const SHOP: &str = "# Shop\n\n## find\nFinds.\n\n### Params\n- `query` (string): What.\n- `limit` (integer, default=3): How many.\n";

    /// Tools of these names, frames and origins, as a page lists them.
    fn listed(tools: &[(&str, &str, &str)]) -> WebMcpTools {
        let tools: Vec<Value> = tools
            .iter()
            .map(|(name, frame, origin)| {
                json!({
                    "name": name, "title": "", "description": "D.", "frame": frame, "origin": origin,
                    "way": "imperative", "inputSchema": r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
                    "annotations": {},
                })
            })
            .collect();
        let text = json!({ "support": "native", "origin": "https://a.example", "version": "1", "total": tools.len(), "tools": tools });
        read(&text.to_string(), &WebMcpOptions::default()).expect("a listing")
    }

    fn merged(text: &str, tools: &[(&str, &str, &str)], origin: Option<&str>) -> (Vec<String>, Merged) {
        let mut all: Vec<Interface> =
            parse(text).manifest.tools.iter().map(|tool| interface_of(tool).value).collect();
        let merged = merge(&mut all, &listed(tools), origin);
        (all.into_iter().map(|tool| tool.name).collect(), merged)
    }

    #[test]
    fn whose_a_name_is() {
        let own = "https://a.example";
        let (names, merged) = merged(
            SHOP,
            &[("find", "", own), ("a.b", "", own), ("then", "", own), ("a.b", "0", own), ("a.b", "0.2", own)],
            Some(own),
        );
        assert_eq!(names, ["find", "a.b", "tool_then", "a.b$0", "a.b$0_2"]);
        assert_eq!(merged.registered, [Some(0), Some(1), Some(2), Some(3), Some(4)]);
        let told: Vec<String> = merged.findings.iter().map(ToString::to_string).collect();
        insta::assert_snapshot!(told.join("\n"));
        let behind: Value = serde_json::from_str(&merged.json).expect("JSON");
        assert_eq!(
            behind["find"],
            json!({
                "name": "find", "frame": "", "origin": own, "mark": "", "declared": true,
                "params": ["query", "limit"], "defaults": { "limit": 3 },
            })
        );
        assert_eq!(behind["a.b$0_2"], json!({ "name": "a.b", "frame": "0.2", "origin": own, "mark": "" }));
    }

    #[test]
    fn a_declared_tool_is_as_dangerous_as_the_registered_one() {
        let mut all: Vec<Interface> =
            parse(SHOP).manifest.tools.iter().map(|tool| interface_of(tool).value).collect();
        let mut listed = listed(&[("find", "", "https://a.example")]);
        listed.tools[0].interface.annotations.destructive = Some(true);
        listed.tools[0].interface.annotations.read_only = Some(true);
        merge(&mut all, &listed, None);
        let annotations = &all[0].annotations;
        assert_eq!((annotations.destructive, annotations.read_only), (Some(true), None));
        // It is absent after the page no longer registers it.
        let toolbox = crate::Toolbox::from(parse(SHOP)).with_webmcp(listed.clone());
        assert_eq!(toolbox.tools()[0].annotations.destructive, Some(true));
        assert_eq!(toolbox.without_webmcp().tools()[0].annotations.destructive, None);
    }

    #[test]
    fn a_foreign_frame_is_not_what_the_manifest_means() {
        let (names, merged) = merged(SHOP, &[("find", "1", "https://b.example")], None);
        assert_eq!((names, merged.registered), (vec!["find".to_owned()], vec![None]));
        assert_eq!((merged.json.as_str(), merged.findings.len()), ("", 1));
    }

    #[test]
    fn a_page_of_another_origin_has_no_tools_here() {
        let (names, merged) = merged(SHOP, &[("more", "", "https://a.example")], Some("https://b.example"));
        assert_eq!(names, ["find"]);
        assert_eq!(merged.findings[0].kind, WebMcpDiagnosticKind::OtherOrigin);
    }

    #[test]
    fn a_name_that_is_taken_is_not_given_twice() {
        let own = "https://a.example";
        let text = "# S\n\n## f$0\nDeclared.\n\n### Params\n- `a` (string): A.\n";
        let (names, _) = merged(text, &[("f", "", own), ("f", "0", own)], None);
        assert_eq!(names, ["f$0", "f", "f$0$"]);
        let text = "# S\n\n## tool_then\nDeclared.\n\n### Params\n";
        let (names, _) = merged(text, &[("then", "", own), ("tool_then_2", "", own)], None);
        assert_eq!(names, ["tool_then", "tool_then_3", "tool_then_2"]);
    }
}
