//! Listing of the tools that a page registers: the script, and the reader of its answer.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use tracing::debug;
use webagents_formats::Format;

use super::{
    Registration, WebMcpDiagnostic, WebMcpDiagnosticKind, WebMcpOptions, WebMcpSupport, WebMcpTool,
    WebMcpTools,
};
use crate::harness::javascript::{ABSENT, INSTALLER_NAME};
use crate::page::{Answer, Page, PageError, PageErrorKind};

/// Characters of such a name at most.
const MARK: usize = 32;
/// Functions that a message names at most.
const NAMED: usize = 20;
/// Longest time to wait for a document.
const MAX_WAIT: Duration = Duration::from_hours(1);

/// The listing as the page writes it.
#[derive(Deserialize)]
struct Listing {
    support: WebMcpSupport,
    origin: String,
    version: String,
    /// Milliseconds that the document was waited for.
    #[serde(default)]
    waited: f64,
    /// Functions of [`WebMcpOptions::functions`] that the page lacks.
    #[serde(default)]
    missing: Vec<String>,
    #[serde(default)]
    failed: Option<String>,
    total: usize,
    tools: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    #[serde(flatten)]
    registered: Registered,
    #[serde(flatten)]
    form: Form,
    frame: String,
    origin: String,
    way: String,
    /// `true` if the description is cut.
    #[serde(default)]
    cut: bool,
    /// Length of a schema that is too long to be listed.
    #[serde(default)]
    large: Option<usize>,
    #[serde(default)]
    mark: String,
}

/// Members of a tool's definition, as the page registered them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Registered {
    name: String,
    title: String,
    description: String,
    #[serde(default)]
    input_schema: Option<String>,
    #[serde(default)]
    output_schema: Option<String>,
    annotations: Map<String, Value>,
}

/// Form that declares a tool.
#[derive(Deserialize)]
struct Form {
    #[serde(default)]
    autosubmit: bool,
    #[serde(default)]
    posts: bool,
    /// Names of the lists that have to be chosen from, and whose first choice is empty.
    #[serde(default)]
    placeholders: Vec<String>,
}

/// Returns the tools that the document on `page` and its frames register through WebMCP.
///
/// # Errors
///
/// When the page does not answer in time or not in the harness's form. A page without WebMCP is not an error: see
/// [`WebMcpTools::support`].
pub async fn list_webmcp(page: &mut dyn Page, options: &WebMcpOptions) -> Result<WebMcpTools, PageError> {
    let WebMcpOptions { max_tools, max_description, max_schema, max_total, wait, functions, named, .. } =
        options;
    let wait = *wait.min(&MAX_WAIT);
    let list = format!(
        ".list({{__proto__:null,tools:{max_tools},description:{max_description},schema:{max_schema},all:{max_total},\
         wait:{},functions:{},named:{}}})",
        wait.as_millis(),
        list_of(functions),
        list_of(named),
    );
    let deadline = options.deadline.saturating_add(wait);
    let with_harness = |harness: &str| {
        format!("try{{return({harness}){list}}}catch{{return 0}}\n//# sourceURL={INSTALLER_NAME}")
    };
    let script = if page.keys().take_lacking() {
        with_harness(&page.keys().taken_or_installed())
    } else {
        let harness = page.keys().taken();
        format!("try{{return({harness}??{{__proto__:null,list:()=>\"{ABSENT}\"}}){list}}}catch{{return 0}}")
    };
    let mut answer = page.evaluate(&script, deadline).await?;
    if matches!(&answer, Answer::Text(text) if text == ABSENT) {
        page.keys().renew();
        let script = with_harness(&page.keys().taken_or_installed());
        answer = page.evaluate(&script, deadline).await?;
    }
    let Answer::Text(text) = answer else { return Err(not_a_listing()) };
    let listed = page.keys().open(&text).and_then(|text| read(text, options)).ok_or_else(not_a_listing)?;
    debug!(support = ?listed.support, tools = listed.tools.len(), "WebMCP tools listed");
    Ok(listed)
}

/// Names as a list of JavaScript that has nothing of the page's.
fn list_of(names: &[String]) -> String {
    let mut list = format!("{{__proto__:null,length:{}", names.len());
    for (at, name) in names.iter().enumerate() {
        // JSON is JavaScript, whatever the text. Writing to a String cannot fail.
        let _ = write!(list, ",{at}:{}", Value::from(name.as_str()));
    }
    list.push('}');
    list
}

fn not_a_listing() -> PageError {
    PageError::new(
        PageErrorKind::Script,
        "expected a list of tools as the page's answer, found another value: the page replaces parts of the language",
    )
}

/// Reads a listing. The page can write one itself, so its bounds are looked at once more.
pub(crate) fn read(text: &str, options: &WebMcpOptions) -> Option<WebMcpTools> {
    let listing: Listing = serde_json::from_str(text).ok()?;
    let mut findings = Vec::new();
    if let Some(failed) = listing.failed {
        findings.push(WebMcpDiagnostic::new(
            WebMcpDiagnosticKind::Failed,
            "",
            format!("the page gives no list of tools: {failed}"),
        ));
    }
    let waited = Duration::try_from_secs_f64(listing.waited / 1e3).unwrap_or_default().min(MAX_WAIT);
    // The page wrote the listing, so only names from the options count.
    let missing: Vec<&str> =
        options.functions.iter().filter(|name| listing.missing.contains(name)).map(String::as_str).collect();
    if !missing.is_empty() {
        findings.push(WebMcpDiagnostic::new(WebMcpDiagnosticKind::Missing, "", lacks(&missing, waited)));
    }
    let told = listing.tools.len();
    let mut tools = Vec::new();
    for listed in listing.tools.into_iter().take(options.max_tools) {
        match tool(listed, &listing.origin, options, &mut findings) {
            Ok(tool) => tools.push(tool),
            Err(finding) => findings.push(finding),
        }
    }
    let beyond = listing.total.max(told).saturating_sub(told.min(options.max_tools));
    if beyond > 0 {
        let message = format!(
            "the page registers {} tools; {beyond} of them are beyond the limits of {} tools and {} characters and are not \
             offered",
            listing.total.max(told),
            options.max_tools,
            options.max_total,
        );
        findings.push(WebMcpDiagnostic::new(WebMcpDiagnosticKind::TooMany, "", message));
    }
    Some(WebMcpTools {
        support: listing.support,
        origin: listing.origin,
        tools,
        findings,
        waited,
        version: listing.version,
    })
}

/// Returns the warning about declared functions that the page lacks.
fn lacks(missing: &[&str], waited: Duration) -> String {
    let names = missing.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let more = if missing.len() > NAMED { ", …" } else { "" };
    let after = if waited.is_zero() { String::new() } else { format!(" after {} ms", waited.as_millis()) };
    format!("warning: the page lacks declared tools{after}: {names}{more}")
}

/// Reason why a form that a call sends by POST counts as consequential.
const SENT: &str =
    "the site does not mark it, and a form that a call sends at once by POST counts as consequential";
/// The same for a tool of a frame of another origin.
///
/// Of the hints that MCP has, WebMCP hands on `readOnlyHint` alone to other documents.
const FOREIGN: &str = "it is of a frame of another origin, whose mark as destructive a browser does not hand on, and counts as consequential";

fn tool(
    listed: Listed,
    page: &str,
    options: &WebMcpOptions,
    findings: &mut Vec<WebMcpDiagnostic>,
) -> Result<WebMcpTool, WebMcpDiagnostic> {
    let refuse = |why: String| {
        let message = format!("it is not offered, because {why}");
        WebMcpDiagnostic::new(WebMcpDiagnosticKind::Schema, listed.registered.name.as_str(), message)
    };
    if let Some(length) = listed.large {
        return Err(refuse(format!(
            "its schema has {length} characters, and {} are read at most",
            options.max_schema
        )));
    }
    let too_long = |text: &str, most: usize| text.chars().nth(most.saturating_add(2)).is_some();
    if listed.registered.input_schema.as_deref().is_some_and(|schema| too_long(schema, options.max_schema))
        || too_long(&listed.registered.description, options.max_description)
    {
        return Err(refuse("it is longer than the limits".to_owned()));
    }
    let definition = definition(&listed);
    let mut offered = definition.clone();
    if let Some(schema) = offered.get_mut("inputSchema") {
        without_placeholders(schema, &listed.form.placeholders);
    }
    let read = |definition: Map<String, Value>| {
        webagents_formats::read(Format::WebMcp, &Value::Array(vec![Value::Object(definition)]))
    };
    // The output's schema is optional: without a readable one the tool stays the same.
    let read = read(offered.clone()).or_else(|_| {
        offered.remove("outputSchema");
        read(offered)
    });
    let read = read.map_err(|error| refuse(error.to_string()))?;
    let mut interface = read.value.into_iter().next().ok_or_else(|| refuse("nothing is there".to_owned()))?;
    let is_sent = listed.form.autosubmit && listed.form.posts;
    let is_foreign = listed.origin != page && interface.annotations.read_only != Some(true);
    let presumed = match interface.annotations.consequential {
        None if is_sent => Some(SENT),
        // A browser's own WebMCP returns `false` for an absent hint.
        None | Some(false) if is_foreign => Some(FOREIGN),
        _ => None,
    };
    if presumed.is_some() {
        interface.annotations.consequential = Some(true);
    }
    if listed.cut {
        let message = format!("its description is cut after {} characters", options.max_description);
        findings.push(WebMcpDiagnostic::new(
            WebMcpDiagnosticKind::DescriptionCut,
            listed.registered.name.as_str(),
            message,
        ));
    }
    let way = match listed.way.as_str() {
        "imperative" => Registration::Imperative,
        "declarative" => Registration::Declarative,
        _ => Registration::Legacy,
    };
    let mark: String = listed.mark.chars().take(MARK).collect();
    let Listed { frame, origin, form: Form { autosubmit, posts, .. }, .. } = listed;
    Ok(WebMcpTool { interface, way, frame, origin, autosubmit, posts, presumed, definition, mark })
}

/// Returns a registered definition as one value. A schema that is not JSON stays a text.
fn definition(listed: &Listed) -> Map<String, Value> {
    let mut definition = Map::new();
    let texts = [
        ("name", &listed.registered.name),
        ("title", &listed.registered.title),
        ("description", &listed.registered.description),
    ];
    definition.extend(texts.map(|(name, text)| (name.to_owned(), Value::from(text.as_str()))));
    for (name, text) in
        [("inputSchema", &listed.registered.input_schema), ("outputSchema", &listed.registered.output_schema)]
    {
        if let Some(text) = text {
            let schema = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
            definition.insert(name.to_owned(), schema);
        }
    }
    definition.insert("annotations".to_owned(), Value::Object(listed.registered.annotations.clone()));
    if listed.form.autosubmit {
        definition.insert("autosubmit".to_owned(), true.into());
    }
    if listed.form.posts {
        definition.insert("method".to_owned(), "post".into());
    }
    definition
}

/// Removes the empty first choice from lists that have to be chosen from.
///
/// A browser offers it as a value, and does not send a form in which it is chosen
/// (<https://html.spec.whatwg.org/#placeholder-label-option>).
fn without_placeholders(schema: &mut Value, names: &[String]) {
    for name in names {
        let Some(Value::Object(property)) =
            schema.get_mut("properties").and_then(|properties| properties.get_mut(name))
        else {
            continue;
        };
        let is_empty = |choice: &Value| choice == "" || choice.get("const").is_some_and(|value| value == "");
        for keyword in ["enum", "anyOf", "oneOf"] {
            if let Some(Value::Array(choices)) = property.get_mut(keyword)
                && choices.len() > 1
                && choices.first().is_some_and(is_empty)
            {
                choices.remove(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::webmcp::preload;

    fn listing(tools: &Value) -> Option<WebMcpTools> {
        let text = json!({ "support": "shim", "origin": "https://a.example", "version": "1", "total": 1, "tools": tools });
        read(&text.to_string(), &WebMcpOptions::default())
    }

    fn listed(more: &Value) -> Value {
        let mut tool = json!({
            "name": "f", "title": "", "description": "D.", "frame": "", "origin": "https://a.example",
            "way": "declarative", "annotations": { "readOnlyHint": true },
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            tool[name] = value.clone();
        }
        tool
    }

    #[test]
    fn a_listing_is_read() {
        let tools = json!([listed(&json!({
            "autosubmit": true, "inputSchema": r#"{"type":"object","properties":{"q":{"type":"string"}}}"#,
            "outputSchema": r#"{"type":"string"}"#,
        }))]);
        let webmcp = listing(&tools).expect("a listing");
        let tool = &webmcp.tools[0];
        assert_eq!(
            (webmcp.support, tool.way, tool.autosubmit),
            (WebMcpSupport::Shim, Registration::Declarative, true)
        );
        assert_eq!(tool.interface.annotations.read_only, Some(true));
        assert!(tool.interface.output.is_some());
        // A form that submits itself by POST, without a person's click, counts as if the page had annotated it.
        for (more, want) in [
            (json!({ "autosubmit": true }), None),
            (json!({ "posts": true }), None),
            (json!({ "autosubmit": true, "posts": true }), Some(true)),
        ] {
            let webmcp = listing(&json!([listed(&more)])).expect("a listing");
            assert_eq!(webmcp.tools[0].interface.annotations.consequential, want, "{more}");
        }
        // A browser does not pass on a destructive hint of a frame of another origin either.
        for (more, want) in [
            (
                json!({ "origin": "https://b.example", "annotations": { "consequentialHint": false } }),
                Some(true),
            ),
            (json!({ "origin": "https://b.example", "annotations": { "readOnlyHint": true } }), None),
        ] {
            let webmcp = listing(&json!([listed(&more)])).expect("a listing");
            assert_eq!(webmcp.tools[0].interface.annotations.consequential, want, "{more}");
        }
    }

    #[test]
    fn empty_first_choice_of_required_list_is_not_offered() {
        let schema = r#"{"type":"object","properties":{
            "size":{"type":"string","anyOf":[{"type":"string","const":"","title":"Choose"},{"type":"string","const":"s"}],"enum":["","s"]},
            "tone":{"type":"string","enum":["","low"]},"only":{"type":"string","enum":[""]}},"required":["size","only"]}"#;
        let more = json!({ "inputSchema": schema, "placeholders": ["size", "only", "none"] });
        let webmcp = listing(&json!([listed(&more)])).expect("a listing");
        let mut manifest = webagents_manifest::Manifest::default();
        manifest.tools =
            webagents_schema::manifest_of(&[webmcp.tools[0].interface.clone()], "", "").value.tools;
        let declared =
            webagents_schema::typescript(&manifest, &webagents_schema::TypeScriptOptions::default()).text;
        assert!(!declared.contains("\"\"|\"s\"") && !declared.contains("\"\" | \"s\""), "{declared}");
        assert!(declared.contains("\"s\"") && declared.contains("\"low\""), "{declared}");
        // The page's definition is pinned unchanged.
        assert_eq!(webmcp.tools[0].definition["inputSchema"]["properties"]["size"]["enum"], json!(["", "s"]));
    }

    #[test]
    fn what_is_no_listing_is_not_read() {
        for text in ["", "null", "{}", "[]", r#"{"support":"other"}"#, &"[".repeat(100_000)] {
            assert_eq!(read(text, &WebMcpOptions::default()), None);
        }
        assert_eq!(listing(&json!([{}])), None);
    }

    #[test]
    fn what_cannot_be_offered_is_told() {
        let deep = format!("{}1{}", "[".repeat(500), "]".repeat(500));
        for more in [
            json!({ "inputSchema": "{" }),
            json!({ "inputSchema": deep }),
            json!({ "inputSchema": "5" }),
            json!({ "large": 70_000 }),
            json!({ "inputSchema": " ".repeat(70_000) }),
            json!({ "description": "x".repeat(9_000) }),
        ] {
            let webmcp = listing(&json!([listed(&more)])).expect("a listing");
            assert_eq!(
                (webmcp.tools.len(), webmcp.findings[0].kind),
                (0, WebMcpDiagnosticKind::Schema),
                "{more}"
            );
        }
        // The schema of a result is optional.
        let webmcp = listing(&json!([listed(&json!({ "outputSchema": "{" }))])).expect("a listing");
        assert_eq!((webmcp.tools.len(), webmcp.findings.len()), (1, 0));
        let many: Vec<Value> = (0..300).map(|at| listed(&json!({ "name": format!("f{at}") }))).collect();
        let webmcp = listing(&Value::Array(many)).expect("a listing");
        assert_eq!((webmcp.tools.len(), webmcp.findings[0].kind), (256, WebMcpDiagnosticKind::TooMany));
    }

    #[test]
    fn the_preload_is_one_expression_without_comments() {
        assert!(preload().len() < 50_000, "{} bytes go into every document", preload().len());
        assert!(!preload().contains("\n//") && preload().starts_with("((key, pass, contextOf) => {"));
    }
}
