//! Turns a caller's code into the script that a page runs.
//!
//! The decision: the code is in the script's **text**, as the body of an async function, and nothing is ever
//! evaluated from a string in the page. So it runs under a Content Security Policy that forbids `eval`, and a browser
//! only needs WebDriver's `execute/sync`. The harness is not a sandbox: the code has the power of the page.
//!
//! Code that closes the function around it (`}); alert(1); (async () => {`) is found without parsing it: the harness
//! gets the text of its function from the engine and compares its length. Such code is refused as
//! [`ErrorKind::Syntax`](crate::ErrorKind::Syntax). Expressions that it has smuggled between two functions have been
//! evaluated by then, outside the journal; code that wants to do harm needs no such trick, as it could speak to the
//! page directly.
//!
//! The script compares the origin of the toolbox, if it has one, with the document's before the code begins: a look at
//! the page beforehand would cost a command, and the page could change after it.
//!
//! The harness is installed once in a document and holds on to the parts of the language that it found then. A
//! page that changes them later changes nothing for it. Where the transport can run a script before the page's own
//! ([`Page::preload`](crate::Page::preload)), it finds them as the engine made them.

use std::fmt::Write as _;
use std::hash::BuildHasher as _;
use std::ops::Range;

use serde_json::Value;

use crate::harness::javascript::{INSTALLER_NAME, SOURCE_NAME};
use crate::harness::secrets::{HarnessSecrets, NAMES};
use crate::harness::stack::Origins;
use crate::options::ExecuteOptions;
use crate::tools::toolbox::Toolbox;

/// A script that needs nothing of the page.
pub(crate) const PROBE: &str = "return \"absent\"";

const OPEN: &str = "(global,console,alert,confirm,prompt)=>async()=>{\n";
const CLOSE: &str = "\n}";
/// The function that makes the code's own.
///
/// It is what `arguments` means in the code, and its text has nothing else.
const MAKE: &str = "(()=>Error(),function(){return(";
const MADE: &str = ")})}catch{return 0}";
/// Object in place of a harness that a document does not have; its run answers `absent`.
const ABSENT_HARNESS: &str = "{__proto__:null,begin:()=>()=>\"absent\"}";
/// A script with the data that reading its answer needs.
///
/// Its text is the same for every run of the same code, because an engine compiles a known text in no time: that
/// saves a quarter of a run's cost. So the run's name identifies its code, not the run.
pub(crate) struct Script {
    text: String,
    /// Hash of the code, its tools and its limits, by which its answer is recognized.
    ///
    /// No other code's run is taken for it.
    pub(crate) run: String,
    /// Line of [`text`](Self::text) on which the caller's code begins, from 1.
    pub(crate) first_line: usize,
    /// Lines of the caller's code.
    pub(crate) lines: usize,
    code: Range<usize>,
    /// The options in it, with which the harness begins the run.
    options: Range<usize>,
    /// `true` if the code may call a tool, because it names the object that holds them.
    pub(crate) calls: bool,
    /// Positions of the code in the code that the caller wrote.
    pub(crate) origins: Origins,
}

impl Script {
    /// Runs the code if the harness is installed; else it runs nothing and answers [`ABSENT`].
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The caller's code in it.
    pub(crate) fn code(&self) -> &str {
        &self.text[self.code.clone()]
    }

    /// Installs the harness if it is absent, and runs the code.
    pub(crate) fn with_harness(&self, keys: &HarnessSecrets) -> String {
        let options = &self.text[self.options.clone()];
        let code = self.code();
        let harness = keys.taken_or_installed();
        format!(
            "try{{return({harness}).begin({options}){MAKE}{OPEN}{code}{CLOSE}{MADE}\n\
             //# sourceURL={INSTALLER_NAME}"
        )
    }
}

/// Returns whether code may call a tool, because it names the object `global`, which holds them.
pub fn names_tools(code: &str) -> bool {
    around_tools(code).next().is_some()
}

/// Returns the names of the tools that the text of code shows as members of `global`, at most 64.
///
/// ```
/// let code = "const { a, b: c } = global; return [global.find(1), global?.['x.y'](), global.find(2)]";
/// assert_eq!(webagents_runtime::named_tools(code), ["a", "b", "find", "x.y"]);
/// ```
pub fn named_tools(code: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (before, after) in around_tools(code) {
        let found = match member(after) {
            Some(name) => vec![name],
            None => destructured(before),
        };
        for name in found {
            if names.len() < NAMED && !name.is_empty() && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// Names that [`named_tools`] returns.
const NAMED: usize = 64;
/// Bytes of the pattern of an assignment that are read.
const PATTERN: usize = 2_000;

/// Returns whether a character may be in a name of JavaScript.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The text before and after each place where code names `global`.
fn around_tools(code: &str) -> impl Iterator<Item = (&str, &str)> {
    const NAME: &str = "global";
    let places = code.match_indices(NAME).map(|(at, _)| (&code[..at], &code[at + NAME.len()..]));
    places.filter(|(before, after)| !before.ends_with(is_name) && !after.starts_with(is_name))
}

/// The member of an object, in the text after the object.
fn member(after: &str) -> Option<&str> {
    let after = after.trim_start();
    let optional = after.strip_prefix("?.");
    let rest = optional.or(after.strip_prefix('.')).unwrap_or(after).trim_start();
    if let Some(rest) = rest.strip_prefix('[') {
        let rest = rest.trim_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
        return rest[1..].split(quote).next();
    }
    if optional.is_none() && !after.starts_with('.') {
        return None;
    }
    rest.split(|c| !is_name(c)).next()
}

/// The members in the pattern of an assignment, in the text before the object.
fn destructured(before: &str) -> Vec<&str> {
    let pattern = before.trim_end().strip_suffix('=').and_then(|text| text.trim_end().strip_suffix('}'));
    let Some((pattern, open)) = pattern.and_then(|text| Some((text, text.rfind('{')?))) else {
        return Vec::new();
    };
    let members = &pattern[open + 1..];
    if members.len() > PATTERN {
        return Vec::new();
    }
    let name = |member: &'_ str| -> usize { member.find(|c| !is_name(c)).unwrap_or(member.len()) };
    members.split(',').map(str::trim).map(|member| &member[..name(member)]).collect()
}

/// Wraps `code`, an async function's body, for a page with these tools.
///
/// `guards` has the guards' decisions on the tools: members of the script's options, each after a comma.
pub(crate) fn wrap(
    code: &str,
    toolbox: &Toolbox,
    options: &ExecuteOptions,
    guards: &str,
    keys: &HarnessSecrets,
) -> Script {
    let (tools, origin) = (toolbox.names_json(), toolbox.origin());
    let (webmcp, version) = (toolbox.webmcp_json(), toolbox.webmcp().map(|webmcp| webmcp.version.as_str()));
    let run = format!("{:016x}", NAMES.hash_one((code, tools, webmcp, version, origin, options, guards)));
    let mut text = String::with_capacity(code.len() + tools.len() + 512);
    // Writing to a String cannot fail. Another value in the harness's place must not cause an error of the engine,
    // whose message would show the key.
    let _ = write!(text, "try{{return({}??{ABSENT_HARNESS}).begin(", keys.taken());
    let calls = names_tools(code);
    let start = text.len();
    let length = OPEN.len() + code.encode_utf16().count() + CLOSE.len();
    let _ = write!(
        text,
        "{{__proto__:null,run:\"{run}\",length:{length},deadline:{},bytes:{},itemBytes:{},consoleLines:{},\
         consoleBytes:{},calls:{},callBytes:{},toolWait:{},tools:{tools}{guards}",
        options.deadline.as_millis().min(i32::MAX as u128),
        options.max_result_bytes,
        options.records.item_bytes,
        options.records.console_lines,
        options.records.console_bytes,
        options.records.calls,
        options.records.call_bytes,
        options.tool_wait.as_millis().min(i32::MAX as u128),
    );
    if let Some(origin) = origin {
        // JSON is JavaScript, whatever the text.
        let _ = write!(text, ",origin:{}", Value::from(origin));
    }
    if let Some(version) = version {
        // The page may register other tools during the run, which the harness reports.
        let _ = write!(text, ",follow:{}", Value::from(version));
    }
    if !webmcp.is_empty() {
        // Not less if the run has less: its deadline ends the call as well, and a timer of the page would race it.
        let within = options.tool_deadline.as_millis().min(i32::MAX as u128);
        // As text: an object of JavaScript has the page's prototype, and `__proto__` would not become a member.
        let _ = write!(text, ",toolDeadline:{within},webmcp:{}", Value::from(webmcp));
    }
    text.push('}');
    let options = start..text.len();
    text.push(')');
    text.push_str(MAKE);
    text.push_str(OPEN);
    text.push_str(code);
    let code = text.len() - code.len()..text.len();
    text.push_str(CLOSE);
    text.push_str(MADE);
    let _ = write!(text, "\n//# sourceURL={SOURCE_NAME}");
    let lines = text[code.clone()].bytes().filter(|&b| b == b'\n').count() + 1;
    Script { text, run, first_line: 2, lines, code, options, calls, origins: Origins::default() }
}

/// Returns a script that parses exactly when `beginning` closes the function that it is the body of.
///
/// `beginning` is the caller's code up to one of its braces.
pub(crate) fn closed_by(beginning: &str) -> String {
    format!("async()=>{{\n{beginning}")
}

/// Returns a script that takes up the state of the run called `run` and stops it.
///
/// Its tools refuse from then on.
pub(crate) fn take_up(run: &str, keys: &HarnessSecrets) -> String {
    format!("try{{return {}?.stop(\"{run}\")}}catch{{return 0}}", keys.taken())
}

/// Returns a script that waits for the answer of `run` after a preliminary answer.
///
/// `version` is the version of the registered tools that the guards have judged meanwhile.
pub(crate) fn wait_for(run: &str, version: Option<&str>, keys: &HarnessSecrets) -> String {
    let version = version.map_or_else(|| "undefined".to_owned(), |version| Value::from(version).to_string());
    format!("try{{return {}?.wait(\"{run}\",{version})}}catch{{return 0}}", keys.taken())
}

/// A script that fetches the part of an answer that begins at the UTF-16 code unit `from`.
pub(crate) fn part(from: usize, keys: &HarnessSecrets) -> String {
    format!("try{{return {}?.part({from})}}catch{{return 0}}", keys.taken())
}

#[cfg(test)]
mod tests {
    use webagents_manifest::{Manifest, parse};

    use super::*;

    fn no_tools() -> Toolbox {
        Toolbox::new(Manifest::default())
    }

    #[test]
    fn the_callers_code_begins_where_it_is_said_to() {
        for code in ["return 1", "", "a\nb\r\nc", "\u{1f600}"] {
            let script = wrap(code, &no_tools(), &ExecuteOptions::default(), "", &HarnessSecrets::default());
            let lines: Vec<&str> = script.text().split('\n').collect();
            let body = lines[script.first_line - 1..script.first_line - 1 + script.lines].join("\n");
            assert_eq!(body, code);
            assert_eq!(script.code(), code);
        }
    }

    #[test]
    fn the_first_run_in_a_document_is_known_where_the_harness_is_kept() {
        let mut keys = HarnessSecrets::default();
        keys.arrived();
        assert!(!keys.take_lacking(), "the harness has to be installed");
        keys.keep();
        assert_eq!([keys.take_lacking(), keys.take_lacking()], [true, false]);
        keys.arrived();
        assert!(keys.take_lacking());
    }

    #[test]
    fn the_scripts_are_small_and_has_no_comment() {
        let preload = HarnessSecrets::default().preload();
        assert!(preload.len() < 10_000, "{} bytes go into every document", preload.len());
        let harness = HarnessSecrets::default().taken_or_installed();
        assert!(harness.len() < 90_000, "{} bytes go into every document in which code runs", harness.len());
        assert_eq!(preload.matches("\n//").count(), 1, "its name");
        assert!(
            wrap("", &no_tools(), &ExecuteOptions::default(), "", &HarnessSecrets::default()).text().len()
                < 500
        );
    }

    #[test]
    fn the_text_depends_on_the_code_the_tools_and_the_limits_alone() {
        let (options, keys) = (ExecuteOptions::default(), HarnessSecrets::default());
        let wrap = |code: &str, toolbox: &Toolbox, options: &ExecuteOptions, guards: &str| {
            wrap(code, toolbox, options, guards, &keys)
        };
        let (one, same) =
            (wrap("return 1", &no_tools(), &options, ""), wrap("return 1", &no_tools(), &options, ""));
        assert_eq!(one.text(), same.text());
        let other_limits = ExecuteOptions::default().with_deadline(std::time::Duration::from_secs(1));
        for other in [
            wrap("return 2", &no_tools(), &options, ""),
            wrap(
                "return 1",
                &Toolbox::from(parse("# A\n\n## a\nB.\n\n### Params\n- `c` (string): D.\n")),
                &options,
                "",
            ),
            wrap("return 1", &no_tools().with_origin("https://shop.example"), &options, ""),
            wrap("return 1", &no_tools(), &other_limits, ""),
            wrap("return 1", &no_tools(), &options, ",ask:[\"a\"]"),
        ] {
            assert_ne!(one.run, other.run);
        }
    }

    #[test]
    fn code_names_tools_by_a_whole_word() {
        for (code, names) in [
            ("return await global.find()", true),
            ("const { find } = global", true),
            ("global['find']()", true),
            ("return globalThis.document.title", false),
            ("return $global + global_ + \u{e9}global", false),
            ("global", true),
            ("", false),
        ] {
            assert_eq!(names_tools(code), names, "{code}");
        }
    }

    #[test]
    fn an_origin_cannot_leave_its_text() {
        let toolbox = no_tools().with_origin("\"});alert(1);//\n");
        let script = wrap("", &toolbox, &ExecuteOptions::default(), "", &HarnessSecrets::default());
        let end = ",tools:[],origin:\"\\\"});alert(1);//\\n\"})(()=>Error(),function(){";
        assert!(script.text().contains(end), "{}", script.text());
    }
}
