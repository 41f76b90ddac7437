//! Turns a caller's code into the script that a page runs.
//!
//! The decision: the code stands in the script's **text**, as the body of an async function, and nothing is
//! ever evaluated from a string in the page. So it runs where a Content Security Policy forbids `eval`, and a
//! WebDriver `execute/sync` is all that a browser must offer. What it is not: a sandbox. The code runs in the
//! page's own realm, because that is where the site's tools are.
//!
//! Code that closes the function it stands in (`}); alert(1); (async () => {`) is found without parsing
//! it: the harness asks the engine for the text of the function it was given and compares its length. Such
//! code is refused as [`ErrorKind::Syntax`](crate::ErrorKind::Syntax). Expressions that it has smuggled between two functions have been
//! evaluated by then, outside the journal; code that wants to do harm needs no such trick, as it could speak
//! to the page directly.

use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::BuildHasher as _;
use std::sync::LazyLock;

use crate::ExecuteOptions;

/// The name under which the caller's code appears in the engine's stacks.
pub(crate) const SOURCE_NAME: &str = "webagents-code.js";

/// Nesting of JSON at which values are cut. `serde_json` stops at 128, and the envelope needs a few.
const MAX_DEPTH: usize = 100;

const OPEN: &str = "(global,console,alert,confirm,prompt)=>async()=>{\n";
const CLOSE: &str = "\n}";

/// Everything before the caller's code: the page's half of the harness, without its comments.
static HEAD: LazyLock<String> = LazyLock::new(|| {
    let mut head = String::from("return (");
    for line in include_str!("harness.js").lines().map(str::trim) {
        if !line.is_empty() && !line.starts_with("//") {
            head.push_str(line);
            head.push('\n');
        }
    }
    head.push_str(")(()=>Error().stack,");
    head
});

/// A script and what is needed to read its answer.
pub(crate) struct Script {
    /// The text for [`Page::evaluate`](crate::Page::evaluate).
    pub(crate) text: String,
    /// Names this run in its envelope, so that an older run or the page cannot answer in its place by accident.
    pub(crate) run: String,
    /// Line of the script on which the caller's code begins, from 1.
    pub(crate) first_line: usize,
    /// Lines of the caller's code.
    pub(crate) lines: usize,
}

/// Wraps `code`, an async function's body, for a page. `tools` is a JSON array of the declared tools' names.
pub(crate) fn wrap(code: &str, tools: &str, options: &ExecuteOptions) -> Script {
    let head = HEAD.as_str();
    let run = run_id();
    let mut text = String::with_capacity(head.len() + code.len() + tools.len() + 512);
    text.push_str(head);
    text.push_str(OPEN);
    text.push_str(code);
    text.push_str(CLOSE);
    let length = OPEN.len() + code.encode_utf16().count() + CLOSE.len();
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        ",{{run:\"{run}\",length:{length},depth:{MAX_DEPTH},deadline:{},bytes:{},itemBytes:{},consoleLines:{},\
         consoleBytes:{},calls:{},callBytes:{},tools:{tools}}})\n//# sourceURL={SOURCE_NAME}",
        options.deadline.as_millis().min(i32::MAX as u128),
        options.max_result_bytes,
        options.max_item_bytes,
        options.max_console_lines,
        options.max_console_bytes,
        options.max_calls,
        options.max_call_bytes,
    );
    let first_line = head.bytes().filter(|&b| b == b'\n').count() + 2;
    Script { text, run, first_line, lines: code.bytes().filter(|&b| b == b'\n').count() + 1 }
}

/// A script that takes up what the run `run` left in the page, and stops it: its tools refuse from then on.
pub(crate) fn take_up(run: &str) -> String {
    format!(
        "const f=globalThis[Symbol.for(\"webagents.run\")];return typeof f===\"function\"?f(\"{run}\",false):null"
    )
}

/// A script that waits for the answer of the run `run`, which a dialog took the place of.
pub(crate) fn wait_for(run: &str) -> String {
    format!(
        "const f=globalThis[Symbol.for(\"webagents.run\")];return typeof f===\"function\"?f(\"{run}\",true):null"
    )
}

/// Sixteen hexadecimal digits that the page cannot foresee. The standard library's hasher keys are random.
fn run_id() -> String {
    format!("{:016x}", RandomState::new().hash_one(0u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_callers_code_begins_where_it_is_said_to() {
        for code in ["return 1", "", "a\nb\r\nc", "\u{1f600}"] {
            let script = wrap(code, "[]", &ExecuteOptions::default());
            let lines: Vec<&str> = script.text.split('\n').collect();
            let body = lines[script.first_line - 1..script.first_line - 1 + script.lines].join("\n");
            assert_eq!(body, code);
        }
    }

    #[test]
    fn the_head_is_small_and_has_no_comment() {
        assert!(HEAD.len() < 20_000, "{} bytes go with every run", HEAD.len());
        assert!(!HEAD.contains("\n//"));
    }

    #[test]
    fn runs_have_names_of_their_own() {
        assert_ne!(run_id(), run_id());
        assert_eq!(run_id().len(), 16);
    }
}
