//! Turns a caller's code into the script that a page runs.
//!
//! The decision: the code stands in the script's **text**, as the body of an async function, and nothing is
//! ever evaluated from a string in the page. So it runs where a Content Security Policy forbids `eval`, and a
//! WebDriver `execute/sync` is all that a browser must offer. What it is not: a sandbox. The code runs in the
//! page's own realm, because that is where the site's tools are.
//!
//! Code that closes the function it stands in (`}); alert(1); (async () => {`) is found without parsing
//! it: the harness asks the engine for the text of the function it was given and compares its length. Such
//! code is refused as [`ErrorKind::Syntax`](crate::ErrorKind::Syntax). Expressions that it has smuggled
//! between two functions have been evaluated by then, outside the journal; code that wants to do harm needs no
//! such trick, as it could speak to the page directly.
//!
//! Where the toolbox has an origin, the script compares it with the document's own before the code begins: a look
//! at the page beforehand would cost a command, and the page could move on behind it.
//!
//! The harness is installed once in a document and holds on to the parts of the language that it found then. A
//! page that changes them later changes nothing for it; one that changed them before is believed: it owns its
//! realm, and a lie of its `Object.keys` is no different from a lie of its tools.

use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::BuildHasher as _;
use std::ops::Range;
use std::sync::LazyLock;

use serde_json::Value;

use crate::live::{self, LiveOptions};
use crate::{ExecuteOptions, Toolbox};

/// The name under which the caller's code appears in the engine's stacks.
pub(crate) const SOURCE_NAME: &str = "webagents-code.js";
/// The same in the script that installs the harness. It has a name of its own, because the harness keeps the name
/// and the lines of that script in the stacks of all later ones.
pub(crate) const INSTALLER_NAME: &str = "webagents-first.js";
/// What a script answers in a document where the harness is not installed, or does not have the tools' contracts.
pub(crate) const ABSENT: &str = "absent";

/// What [`resume`] answers in a document that is not the run's.
pub(crate) const GONE: &str = "gone";

const OPEN: &str = "(global,console,alert,confirm,prompt)=>async()=>{\n";
const CLOSE: &str = "\n}";

/// The window's property that holds the installed harness. Its name cannot be foreseen, so that no page can put
/// something of its own there; once installed it cannot be replaced.
static PROPERTY: LazyLock<String> = LazyLock::new(|| format!("globalThis[\"webagents:{}\"]", random()));

/// Keyed at random, so that no code can be written that has another's name.
pub(crate) static NAMES: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Installs the harness: an expression whose value it is. The page's half goes without its comments.
static INSTALL: LazyLock<String> = LazyLock::new(|| {
    let mut text = format!("return({}??((h)=>{{try{{Object.defineProperty(globalThis,", *PROPERTY);
    text.push_str(PROPERTY.trim_start_matches("globalThis[").trim_end_matches(']'));
    text.push_str(",{value:h})}catch{}return h})((\n");
    text.push_str(&stripped(include_str!("harness.js")));
    text.push_str(")((");
    text.push_str(&stripped(live::LIVE));
    let _ = write!(text, "),{})))", Value::from(live::KEY.as_str()));
    text
});

/// A script without its indentation and its lines of comment.
pub(crate) fn stripped(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    for line in script.lines().map(str::trim) {
        if !line.is_empty() && !line.starts_with("//") {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Takes the harness that is installed, or answers that there is none.
static TAKE: LazyLock<String> = LazyLock::new(|| format!("return({}??(()=>\"{ABSENT}\"))", *PROPERTY));

/// A script and what is needed to read its answer.
///
/// Its text is the same for every run of the same code, because an engine compiles a text that it knows in no
/// time: that saves a quarter of what a run costs. So the run's name says which code it runs, not which run of
/// it.
pub(crate) struct Script {
    text: String,
    /// Names the code, its tools and its limits in the envelope, so that no other code's run is taken for it.
    pub(crate) run: String,
    /// Line of [`text`](Self::text) on which the caller's code begins, from 1.
    pub(crate) first_line: usize,
    /// Lines of the caller's code.
    pub(crate) lines: usize,
    code: Range<usize>,
    /// Where the call of the harness ends in [`text`](Self::text).
    end: usize,
}

impl Script {
    /// Runs the code where the harness is installed; elsewhere it runs nothing and answers [`ABSENT`].
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The caller's code in it.
    pub(crate) fn code(&self) -> &str {
        &self.text[self.code.clone()]
    }

    /// Installs the harness if it is not there, gives it the contracts of the tools, a string of JavaScript, and runs
    /// the code.
    pub(crate) fn with_harness(&self, contracts: &str) -> String {
        let call = self.text[..self.end].strip_prefix(TAKE.as_str()).unwrap_or_default();
        format!("{}{call},{contracts})\n//# sourceURL={INSTALLER_NAME}", *INSTALL)
    }
}

/// Wraps `code`, an async function's body, for a page with these tools.
///
/// `guards` is what the guards say of the tools: members of the script's options, each behind a comma.
pub(crate) fn wrap(code: &str, toolbox: &Toolbox, options: &ExecuteOptions, guards: &str) -> Script {
    let (tools, origin) = (toolbox.names_json(), toolbox.origin());
    let live = toolbox.live_json();
    let run = format!("{:016x}", NAMES.hash_one((code, tools, live, origin, options, guards)));
    let mut text = String::with_capacity(code.len() + tools.len() + 512);
    text.push_str(&TAKE);
    text.push_str("(()=>Error().stack,");
    text.push_str(OPEN);
    text.push_str(code);
    let code = text.len() - code.len()..text.len();
    text.push_str(CLOSE);
    let length = OPEN.len() + text[code.clone()].encode_utf16().count() + CLOSE.len();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        ",{{run:\"{run}\",length:{length},deadline:{},bytes:{},itemBytes:{},consoleLines:{},consoleBytes:{},calls:{},\
         callBytes:{},tools:{tools}{guards}",
        options.deadline.as_millis().min(i32::MAX as u128),
        options.max_result_bytes,
        options.max_item_bytes,
        options.max_console_lines,
        options.max_console_bytes,
        options.max_calls,
        options.max_call_bytes,
    );
    if let Some(origin) = origin {
        // JSON is JavaScript, whatever the text.
        let _ = write!(text, ",origin:{}", Value::from(origin));
    }
    if !live.is_empty() {
        let within = options.tool_deadline.min(options.deadline).as_millis().min(i32::MAX as u128);
        let _ = write!(text, ",toolDeadline:{within},live:{live}");
    }
    text.push('}');
    let end = text.len();
    let _ = write!(text, ")\n//# sourceURL={SOURCE_NAME}");
    let lines = text[code.clone()].bytes().filter(|&b| b == b'\n').count() + 1;
    Script { text, run, first_line: 2, lines, code, end }
}

/// The script that lists the tools that a page registers.
pub(crate) struct Listing {
    call: String,
}

impl Listing {
    /// Lists them where the harness is installed; elsewhere it answers [`ABSENT`].
    pub(crate) fn text(&self) -> String {
        format!("return({}??{{list:()=>\"{ABSENT}\"}}){}", *PROPERTY, self.call)
    }

    /// Installs the harness if it is not there, and lists them.
    pub(crate) fn with_harness(&self) -> String {
        format!("{}{}\n//# sourceURL={INSTALLER_NAME}", *INSTALL, self.call)
    }
}

/// Lists the tools that a page registers, within the bounds of `options`.
pub(crate) fn list(options: &LiveOptions) -> Listing {
    let LiveOptions { max_tools, max_description, max_schema, max_total, .. } = options;
    let call = format!(
        ".list({{tools:{max_tools},description:{max_description},schema:{max_schema},all:{max_total}}})"
    );
    Listing { call }
}

/// A script that follows the grammar exactly when `beginning`, the caller's code up to one of its braces, closes
/// the function that it is the body of.
pub(crate) fn closed_by(beginning: &str) -> String {
    format!("async()=>{{\n{beginning}")
}

/// A script that takes up what the run called `run` left in the page, and stops it: its tools refuse from then
/// on.
pub(crate) fn take_up(run: &str) -> String {
    format!("return {}?.stop(\"{run}\")", *PROPERTY)
}

/// A script that brings the run called `run` the decisions that it asked for, and waits for its next answer.
///
/// `token` is what the run gave with its question; the code in it does not know it.
pub(crate) fn resume(run: &str, token: &str, decisions: &Value) -> String {
    // JSON is JavaScript, whatever the text.
    let token = Value::from(token);
    format!("return({}??{{resume:()=>\"{GONE}\"}}).resume(\"{run}\",{token},{decisions})", *PROPERTY)
}

/// A script that waits for the answer of the run called `run`, which a dialog took the place of.
pub(crate) fn wait_for(run: &str) -> String {
    format!("return {}?.wait(\"{run}\")", *PROPERTY)
}

/// Sixteen hexadecimal digits that a page cannot foresee: the standard library keys its hashers at random.
fn random() -> String {
    format!("{:016x}", RandomState::new().hash_one(0u8))
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
            let script = wrap(code, &no_tools(), &ExecuteOptions::default(), "");
            let lines: Vec<&str> = script.text().split('\n').collect();
            let body = lines[script.first_line - 1..script.first_line - 1 + script.lines].join("\n");
            assert_eq!(body, code);
            assert_eq!(script.code(), code);
        }
    }

    #[test]
    fn the_scripts_are_small_and_has_no_comment() {
        assert!(INSTALL.len() < 52_000, "{} bytes go into every document", INSTALL.len());
        assert!(!INSTALL.contains("\n//"));
        assert!(wrap("", &no_tools(), &ExecuteOptions::default(), "").text().len() < 500);
    }

    #[test]
    fn the_text_depends_on_the_code_the_tools_and_the_limits_alone() {
        let options = ExecuteOptions::default();
        let (one, same) =
            (wrap("return 1", &no_tools(), &options, ""), wrap("return 1", &no_tools(), &options, ""));
        assert_eq!(one.text(), same.text());
        let other_limits = ExecuteOptions::within(std::time::Duration::from_secs(1));
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
    fn an_origin_cannot_leave_its_text() {
        let script = wrap("", &no_tools().with_origin("\"});alert(1);//\n"), &ExecuteOptions::default(), "");
        let end = ",tools:[],origin:\"\\\"});alert(1);//\\n\"})\n//# sourceURL=webagents-code.js";
        assert!(script.text().ends_with(end), "{}", script.text());
    }
}
