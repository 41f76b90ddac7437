//! Sample code: it parses, calls tools that are declared, and does nothing else.

use std::collections::HashSet;

use webagents_manifest::{Parsed, Span};
use webagents_script::{CodeDiagnosticKind, Severity, Tools, preflight};

use super::expression::{Expression, expressions};
use super::finding::shorten_text;
use super::rule::{self, Rule};
use super::view::{Raw, TextPlace};

/// Maximum number of bytes of samples that are parsed.
///
/// A parser needs far more time for them than for the rest of a document.
const BYTES: usize = 256 * 1024;

expressions! {
    /// Text as character codes.
    ESCAPED = [["\\x", "\\u", "\\0", "\\1", "\\2", "\\3", "\\4", "\\5", "\\6", "\\7", "fromchar", "fromcode", "atob", "%", "textdecoder"]] r#"(?:\\x[0-9a-fA-F]{2}){4,}|(?:\\u00[2-7][0-9a-fA-F]|\\u\{0*[2-7][0-9a-fA-F]\}){4,}|(?:\\[0-7]{2,3}){4,}|\bfrom(?:CharCode|CodePoint)\b|\batob\s*\(\s*['"`]|(?:%[2-7][0-9a-fA-F]){4,}|(?s:\bTextDecoder\b.*\[\s*(?:0x)?[0-9a-fA-F]+\s*,\s*(?:0x)?[0-9a-fA-F]+\s*,)"#;
    /// Request to another server.
    OTHER_ORIGIN = [["//"]] r#"\b(?:fetch|sendBeacon|importScripts|import|open|assign|replace)\s*\(\s*\(?\s*['"`](?:(?:https?|wss?):)?//[\w$]|\bnew\s+(?:WebSocket|EventSource|Worker|SharedWorker)\s*\(?\s*['"`](?:(?:https?|wss?):)?//[\w$]|\.(?:src|href|action|location)\s*=\s*['"`](?:https?:)?//[\w$]|\blocation\s*=\s*['"`](?:https?:)?//[\w$]|\.open\s*\(\s*['"`]\w+['"`]\s*,\s*\(?\s*['"`](?:(?:https?|wss?):)?//[\w$]|\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\s*\.\s*write)\b[^;\n]*[\s"'`=(](?:https?:)?//[\w$]"#;
    /// Data of the page.
    PAGE_DATA = [["cookie", "storage", "indexeddb", "navigator", "caches", "password"]] r#"\bdocument\s*(?:\.\s*cookie\b|\[\s*['"`]cookie)|\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b|\bnavigator\s*\.\s*(?:credentials|clipboard)\b|\{[^}]*\bcookie\b[^}]*\}\s*=\s*(?:window\s*\.\s*)?document\b|(?s:=\s*(?:window\s*\.\s*)?document\s*[;,\n].*\.\s*cookie\b)|\bcaches\s*\.\s*(?:keys|match|open|has)\b|\btype\s*=\s*\\?["']?password\b"#;
    /// Function that sends requests: called, passed on, or taken by its name.
    ///
    /// A tool of that name does not count.
    SENDER = [["fetch", "axios", "xmlhttprequest", "request", "websocket", "eventsource", "sendbeacon"]] r#"(?m)(?:^|[^.\w$])(?:(?:window|globalThis|self|top|parent)\s*(?:\?\.|\.)\s*)?(?:fetch|axios(?:\s*\.\s*\w+)?|new\s+(?:XMLHttpRequest|Request|WebSocket|EventSource))\s*(?:\?\.\s*)?(?:[(;,)]|$)|\[\s*['"`](?:fetch|sendBeacon|XMLHttpRequest)['"`]\s*\]"#;
    /// Beginning of a URL in a text of code.
    URL_TEXT = [["//"]] r#"['"`](?:(?:https?|wss?)://[\w$'"`]|//[\w$])"#;
}

/// Forms of code that a sample of tools does not need: the rule, the form, the reason.
static SIDE_EFFECTS: [(&Rule, &Expression, &str); 3] = [
    (&rule::SAMPLE_ESCAPED, &ESCAPED, "the sample holds text as character codes"),
    (&rule::SAMPLE_OTHER_ORIGIN, &OTHER_ORIGIN, "the sample sends a request to another server"),
    (&rule::SAMPLE_PAGE_DATA, &PAGE_DATA, "the sample reads data of the page"),
];

/// Returns the place in a sample that sends a request to an address elsewhere in the sample.
fn find_sender(sample: &str) -> Option<std::ops::Range<usize>> {
    URL_TEXT.for_text(sample)?.find(sample)?;
    Some(SENDER.for_text(sample)?.find(sample)?.range())
}

/// Checks the samples of all tools.
///
/// Samples that are calls of declared tools and nothing else are not parsed.
pub(super) fn check_samples(parsed: &Parsed, out: &mut Vec<Raw>) {
    let mut tools: Option<Tools> = None;
    let mut names: Option<HashSet<&str>> = None;
    let mut left = BYTES;
    for (at, tool) in parsed.manifest.tools.iter().enumerate() {
        for sample in std::iter::once(&tool.sample_code).chain(&tool.more_samples) {
            if sample.is_empty() {
                continue;
            }
            let names = names.get_or_insert_with(|| {
                parsed.manifest.tools.iter().map(|tool| tool.name.as_str()).collect::<HashSet<&str>>()
            });
            if is_plain(sample, &|name| names.contains(name)) {
                continue;
            }
            let block = parsed.source_map.tools.get(at).map_or(Span::default(), |spans| spans.block);
            let place = |span: &std::ops::Range<usize>| match sample.place() {
                Some(base) => {
                    TextPlace::Span(Span::new(base.start + span.start, (base.start + span.end).min(base.end)))
                }
                None => TextPlace::Span(block),
            };
            for (rule, expression, reason) in SIDE_EFFECTS {
                let found =
                    expression.for_text(sample).and_then(|form| form.find(sample)).map(|found| found.range());
                let is_request = *rule == rule::SAMPLE_OTHER_ORIGIN;
                if let Some(found) = found.or_else(|| find_sender(sample).filter(|_| is_request)) {
                    let message = format!("{reason}: `{}`", shorten_text(sample[found.clone()].trim(), 80));
                    out.push(Raw::new(rule, place(&found), message).of_tool(tool.name.as_str()));
                }
            }
            left = left.saturating_sub(sample.len().max(64));
            if left == 0 {
                return;
            }
            let tools = tools.get_or_insert_with(|| Tools::new(&parsed.manifest));
            let found = preflight(sample, tools);
            for finding in &found.findings {
                let rule = match finding.kind {
                    CodeDiagnosticKind::Syntax | CodeDiagnosticKind::NotErasable
                        if finding.severity == Severity::Error =>
                    {
                        &rule::SAMPLE_SYNTAX
                    }
                    CodeDiagnosticKind::UnknownTool => &rule::SAMPLE_UNDECLARED,
                    _ => continue,
                };
                let message =
                    format!("the sample of `{}`: {}", tool.name, shorten_text(&finding.message, 200));
                let span = finding.span.clone();
                out.push(Raw::new(rule, place(&span), message).of_tool(tool.name.as_str()));
            }
        }
    }
}

/// Returns whether each line of a sample has a form that needs no parser.
///
/// Such lines are comments, `return word;`, and calls `[const x =] await global.name(words, numbers, "text");` of
/// declared tools.
fn is_plain(sample: &str, declared: &dyn Fn(&str) -> bool) -> bool {
    sample.lines().all(|line| {
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            return true;
        }
        let mut rest = line;
        for word in ["const ", "let ", "var "] {
            if let Some(after) = rest.strip_prefix(word) {
                let Some((name, value)) = after.split_once('=') else { return false };
                if !is_word(name.trim()) {
                    return false;
                }
                rest = value.trim_start();
                break;
            }
        }
        if let Some(value) = rest.strip_prefix("return ") {
            rest = value.trim_start();
            let word = rest.strip_suffix(';').unwrap_or(rest).trim_end();
            if is_word(word) && word != "global" && line.starts_with("return ") {
                return true;
            }
        }
        rest = rest.strip_prefix("await ").unwrap_or(rest).trim_start();
        let Some((name, args)) = rest.strip_prefix("global.").and_then(|rest| rest.split_once('(')) else {
            return false;
        };
        let args = args.strip_suffix(';').unwrap_or(args);
        let Some(args) = args.strip_suffix(')') else { return false };
        is_word(name)
            && declared(name)
            && (args.is_empty() || args.split(',').all(|arg| is_plain_value(arg.trim())))
    })
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
        && !webagents_schema::escape::is_reserved(text)
}

fn is_plain_value(text: &str) -> bool {
    let quoted = |quote: char| {
        text.len() > 1
            && text.starts_with(quote)
            && text.ends_with(quote)
            && !text[1..text.len() - 1].contains([quote, '\\', '\n'])
    };
    quoted('"')
        || quoted('\'')
        || is_word(text)
        || matches!(text, "true" | "false" | "null")
        || (!text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && (text == "0" || !text.starts_with('0')))
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn plain_calls_are_known_without_a_parser() {
        let declared = |name: &str| name == "find";
        for yes in [
            "await global.find();",
            "const a = await global.find(query, 1, \"x\");\n// done\nreturn global.find(true)",
            "const a = await global.find();\nreturn a;",
            "",
        ] {
            assert!(is_plain(yes, &declared), "{yes}");
        }
        for no in [
            "await global.buy();",
            "global.find(`x`)",
            "global.find(a b)",
            "const a b = global.find()",
            "find()",
            "await global.find(\"a\" \"b\")",
            "global.find(;",
            "return a b;",
            "return global;",
            "const a = return b;",
            "return if;",
        ] {
            assert!(!is_plain(no, &declared), "{no}");
        }
    }
}
