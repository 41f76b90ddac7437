//! Listing of the tools that a page registers: the script, and the reader of its answer.

use serde::Deserialize;
use serde_json::{Map, Value};
use tracing::debug;
use webagents_formats::Format;

use super::{LiveFinding, LiveFindingKind, LiveOptions, LiveTool, LiveTools, Registration, WebMcpSupport};
use crate::harness::javascript::{ABSENT, INSTALLER_NAME};
use crate::page::{Answer, Page, PageError, PageErrorKind};

/// Characters of such a name at most.
const MARK: usize = 32;

/// The listing as the page writes it.
#[derive(Deserialize)]
struct Listing {
    support: WebMcpSupport,
    origin: String,
    version: String,
    #[serde(default)]
    failed: Option<String>,
    total: usize,
    tools: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    name: String,
    title: String,
    description: String,
    frame: String,
    origin: String,
    way: String,
    #[serde(default)]
    autosubmit: bool,
    #[serde(default)]
    posts: bool,
    /// Names of the lists of a form that have to be chosen from, and whose first choice is empty.
    #[serde(default)]
    placeholders: Vec<String>,
    #[serde(default)]
    cut: bool,
    #[serde(default)]
    input_schema: Option<String>,
    #[serde(default)]
    output_schema: Option<String>,
    #[serde(default)]
    large: Option<usize>,
    annotations: Map<String, Value>,
    #[serde(default)]
    mark: String,
}

/// Lists the tools that the document on `page` and the frames in it register.
///
/// # Errors
///
/// When the page does not answer in time or not in the harness's form. A page without WebMCP is no error: see
/// [`LiveTools::support`].
pub async fn list_live(page: &mut dyn Page, options: &LiveOptions) -> Result<LiveTools, PageError> {
    let LiveOptions { max_tools, max_description, max_schema, max_total, .. } = options;
    let list = format!(
        ".list({{__proto__:null,tools:{max_tools},description:{max_description},schema:{max_schema},all:{max_total}}})"
    );
    let script = format!(
        "try{{return({}??{{__proto__:null,list:()=>\"{ABSENT}\"}}){list}}}catch{{return 0}}",
        page.keys().taken()
    );
    let mut answer = page.evaluate(&script, options.deadline).await?;
    if matches!(&answer, Answer::Text(text) if text == ABSENT) {
        page.keys().renew();
        let harness = page.keys().taken_or_installed();
        let script =
            format!("try{{return({harness}){list}}}catch{{return 0}}\n//# sourceURL={INSTALLER_NAME}");
        answer = page.evaluate(&script, options.deadline).await?;
    }
    let Answer::Text(text) = answer else { return Err(not_a_listing()) };
    let listed = page.keys().open(&text).and_then(|text| read(text, options)).ok_or_else(not_a_listing)?;
    debug!(support = ?listed.support, tools = listed.tools.len(), "WebMCP tools listed");
    Ok(listed)
}

fn not_a_listing() -> PageError {
    PageError::new(
        PageErrorKind::Script,
        "the page's answer is no list of tools: it replaces parts of the language",
    )
}

/// Reads a listing. The page can write one itself, so its bounds are looked at once more.
pub(crate) fn read(text: &str, options: &LiveOptions) -> Option<LiveTools> {
    let listing: Listing = serde_json::from_str(text).ok()?;
    let mut findings = Vec::new();
    if let Some(failed) = listing.failed {
        findings.push(LiveFinding::new(
            LiveFindingKind::Failed,
            "",
            format!("the page gives no list of tools: {failed}"),
        ));
    }
    let told = listing.tools.len();
    let mut tools = Vec::new();
    for listed in listing.tools.into_iter().take(options.max_tools) {
        match tool(listed, options, &mut findings) {
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
        findings.push(LiveFinding::new(LiveFindingKind::TooMany, "", message));
    }
    Some(LiveTools {
        support: listing.support,
        origin: listing.origin,
        tools,
        findings,
        version: listing.version,
    })
}

fn tool(
    listed: Listed,
    options: &LiveOptions,
    findings: &mut Vec<LiveFinding>,
) -> Result<LiveTool, LiveFinding> {
    let refuse = |why: String| {
        let message = format!("it is not offered, because {why}");
        LiveFinding::new(LiveFindingKind::Schema, listed.name.as_str(), message)
    };
    if let Some(length) = listed.large {
        return Err(refuse(format!(
            "its schema has {length} characters, and {} are read at most",
            options.max_schema
        )));
    }
    let too_long = |text: &str, most: usize| text.chars().nth(most.saturating_add(2)).is_some();
    if listed.input_schema.as_deref().is_some_and(|schema| too_long(schema, options.max_schema))
        || too_long(&listed.description, options.max_description)
    {
        return Err(refuse("it is longer than the limits".to_owned()));
    }
    let definition = definition(&listed);
    let mut offered = definition.clone();
    if let Some(schema) = offered.get_mut("inputSchema") {
        without_placeholders(schema, &listed.placeholders);
    }
    let read = |definition: Map<String, Value>| {
        webagents_formats::read(Format::WebMcp, &Value::Array(vec![Value::Object(definition)]))
    };
    // The output's schema is a courtesy: without one that can be read the tool is what it was.
    let read = read(offered.clone()).or_else(|_| {
        offered.remove("outputSchema");
        read(offered)
    });
    let read = read.map_err(|error| refuse(error.to_string()))?;
    let mut interface = read.value.into_iter().next().ok_or_else(|| refuse("nothing is there".to_owned()))?;
    let presumed = listed.autosubmit && listed.posts && interface.annotations.consequential.is_none();
    if presumed {
        interface.annotations.consequential = Some(true);
    }
    if listed.cut {
        let message = format!("its description is cut after {} characters", options.max_description);
        findings.push(LiveFinding::new(LiveFindingKind::DescriptionCut, listed.name.as_str(), message));
    }
    let way = match listed.way.as_str() {
        "imperative" => Registration::Imperative,
        "declarative" => Registration::Declarative,
        _ => Registration::Legacy,
    };
    let mark: String = listed.mark.chars().take(MARK).collect();
    let Listed { frame, origin, autosubmit, posts, .. } = listed;
    Ok(LiveTool { interface, way, frame, origin, autosubmit, posts, presumed, definition, mark })
}

/// Returns a registered definition as one value. A schema that is not JSON stays a text.
fn definition(listed: &Listed) -> Map<String, Value> {
    let mut definition = Map::new();
    let texts = [("name", &listed.name), ("title", &listed.title), ("description", &listed.description)];
    definition.extend(texts.map(|(name, text)| (name.to_owned(), Value::from(text.as_str()))));
    for (name, text) in [("inputSchema", &listed.input_schema), ("outputSchema", &listed.output_schema)] {
        if let Some(text) = text {
            let schema = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str()));
            definition.insert(name.to_owned(), schema);
        }
    }
    definition.insert("annotations".to_owned(), Value::Object(listed.annotations.clone()));
    if listed.autosubmit {
        definition.insert("autosubmit".to_owned(), true.into());
    }
    if listed.posts {
        definition.insert("method".to_owned(), "post".into());
    }
    definition
}

/// Takes the empty first choice out of lists that have to be chosen from: a browser offers it as a value, and does not
/// send a form in which it is chosen (<https://html.spec.whatwg.org/#placeholder-label-option>).
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

    fn listing(tools: &Value) -> Option<LiveTools> {
        let text = json!({ "support": "shim", "origin": "https://a.example", "version": "1", "total": 1, "tools": tools });
        read(&text.to_string(), &LiveOptions::default())
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
        let live = listing(&tools).expect("a listing");
        let tool = &live.tools[0];
        assert_eq!(
            (live.support, tool.way, tool.autosubmit),
            (WebMcpSupport::Shim, Registration::Declarative, true)
        );
        assert_eq!(tool.interface.annotations.read_only, Some(true));
        assert!(tool.interface.output.is_some());
        // Without a person's press of the button it is as if the page said so, where more than a page is asked for.
        for (more, want) in [
            (json!({ "autosubmit": true }), None),
            (json!({ "posts": true }), None),
            (json!({ "autosubmit": true, "posts": true }), Some(true)),
        ] {
            let live = listing(&json!([listed(&more)])).expect("a listing");
            assert_eq!(live.tools[0].interface.annotations.consequential, want, "{more}");
        }
    }

    #[test]
    fn empty_first_choice_of_required_list_is_not_offered() {
        let schema = r#"{"type":"object","properties":{
            "size":{"type":"string","anyOf":[{"type":"string","const":"","title":"Choose"},{"type":"string","const":"s"}],"enum":["","s"]},
            "tone":{"type":"string","enum":["","low"]},"only":{"type":"string","enum":[""]}},"required":["size","only"]}"#;
        let more = json!({ "inputSchema": schema, "placeholders": ["size", "only", "none"] });
        let live = listing(&json!([listed(&more)])).expect("a listing");
        let mut manifest = webagents_manifest::Manifest::default();
        manifest.tools =
            webagents_schema::manifest_of(&[live.tools[0].interface.clone()], "", "").value.tools;
        let declared =
            webagents_schema::typescript(&manifest, &webagents_schema::TypeScriptOptions::default()).text;
        assert!(!declared.contains("\"\"|\"s\"") && !declared.contains("\"\" | \"s\""), "{declared}");
        assert!(declared.contains("\"s\"") && declared.contains("\"low\""), "{declared}");
        // What the page registered is pinned as it is.
        assert_eq!(live.tools[0].definition["inputSchema"]["properties"]["size"]["enum"], json!(["", "s"]));
    }

    #[test]
    fn what_is_no_listing_is_not_read() {
        for text in ["", "null", "{}", "[]", r#"{"support":"other"}"#, &"[".repeat(100_000)] {
            assert_eq!(read(text, &LiveOptions::default()), None);
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
            let live = listing(&json!([listed(&more)])).expect("a listing");
            assert_eq!((live.tools.len(), live.findings[0].kind), (0, LiveFindingKind::Schema), "{more}");
        }
        // What a tool gives is a courtesy.
        let live = listing(&json!([listed(&json!({ "outputSchema": "{" }))])).expect("a listing");
        assert_eq!((live.tools.len(), live.findings.len()), (1, 0));
        let many: Vec<Value> = (0..300).map(|at| listed(&json!({ "name": format!("f{at}") }))).collect();
        let live = listing(&Value::Array(many)).expect("a listing");
        assert_eq!((live.tools.len(), live.findings[0].kind), (256, LiveFindingKind::TooMany));
    }

    #[test]
    fn the_preload_is_one_expression_without_comments() {
        assert!(preload().len() < 50_000, "{} bytes go into every document", preload().len());
        assert!(!preload().contains("\n//") && preload().starts_with("((key, pass, contextOf) => {"));
    }
}
