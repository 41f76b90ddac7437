//! Texts of the harness's JavaScript, without their comments, and the names that appear in them.
//!
//! The window's keys are the same in all documents, because the harness of one frame calls the shim of another.

use std::sync::LazyLock;

use webagents_manifest::{AnnotationSpec, Annotations};

use super::random;

/// The name under which the caller's code appears in the engine's stacks.
pub(crate) const SOURCE_NAME: &str = "webagents-code.js";
/// The same in the script that installs the harness.
///
/// It has a name of its own, because the harness keeps the name and the lines of that script in the stacks of all later
/// ones.
pub(crate) const INSTALLER_NAME: &str = "webagents-first.js";
/// Answer of a script in a document without the harness.
pub(crate) const ABSENT: &str = "absent";

/// The page's half of the harness, and the door to it, without their comments.
pub(super) static HARNESS: LazyLock<String> = LazyLock::new(|| stripped(include_str!("harness.js")));
pub(crate) static DATA: LazyLock<String> = LazyLock::new(|| stripped(include_str!("data.js")));
pub(crate) static ENCODE: LazyLock<String> = LazyLock::new(|| stripped(include_str!("encode.js")));
pub(crate) static RECORD: LazyLock<String> = LazyLock::new(|| stripped(include_str!("record.js")));
pub(super) static CALLER: LazyLock<String> = LazyLock::new(|| stripped(include_str!("caller.js")));
pub(super) static CALLS: LazyLock<String> = LazyLock::new(|| stripped(include_str!("calls.js")));
pub(crate) static DECODE: LazyLock<String> = LazyLock::new(|| stripped(include_str!("decode.js")));
pub(super) static WEBMCP: LazyLock<String> = LazyLock::new(|| {
    let tools = with_annotations(include_str!("../webmcp/tools.js"));
    let marks = with_annotations(include_str!("../webmcp/marks.js"));
    let answers = stripped(include_str!("../webmcp/answers.js"));
    format!("(kit)=>({tools})(kit,{marks},{answers})")
});
pub(super) static GATE: LazyLock<String> = LazyLock::new(|| stripped(include_str!("bootstrap.js")));

/// The function that a script consists of, without its indentation and its lines of comment.
pub(crate) fn stripped(script: &str) -> String {
    let lines = script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
    let mut text = lines.collect::<Vec<_>>().join("\n");
    // The function alone is an expression; as a script it is a statement.
    text.truncate(text.trim_end_matches(';').len());
    text
}

/// A script of WebMCP without its comments, with the names of the annotations.
///
/// `HINTS` are the members of WebMCP's `ToolAnnotations`, in the order of their names. `NAMES` are the annotations with such
/// a hint, and `MORE` the others.
pub(crate) fn with_annotations(script: &str) -> String {
    const START: &str = "'use strict';\n";
    let (web, more): (Vec<_>, Vec<_>) = Annotations::KNOWN.into_iter().partition(|known| known.is_in_web_mcp);
    // Chromium's `debugging` is not a hint about effects.
    let mut hints: Vec<&str> = web.iter().map(|known| known.hint).chain(["debugging"]).collect();
    hints.sort_unstable();
    let names = |known: &[AnnotationSpec]| known.iter().map(|known| known.name).collect::<Vec<_>>();
    let lists = format!("{START}const HINTS={hints:?},NAMES={:?},MORE={:?};\n", names(&web), names(&more));
    stripped(script).replacen(START, &lists, 1)
}

/// Property of the window in which the shim keeps its state.
///
/// It is the same in all documents, so that one can call another.
pub(crate) static KEY: LazyLock<String> = LazyLock::new(|| format!("webagents:{}:webmcp", random::digits()));

/// Key for which the shim returns its data.
///
/// Neither a page nor code that runs in it knows it: with the shim's data, the tools of a page could be called past
/// every guard.
pub(crate) static PASS: LazyLock<String> =
    LazyLock::new(|| format!("{}{}", random::digits(), random::digits()));

/// Key of the hashes that name definitions, the same in all documents.
///
/// A page that knew it could make another definition of the same name.
pub(crate) static SECRET: LazyLock<String> = LazyLock::new(|| {
    let secret = random::number();
    format!("{},{}", secret >> 32, secret & 0xffff_ffff)
});
