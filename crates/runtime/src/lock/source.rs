//! The text of a site that a lock hashes: the source of a tool, before any conversion of ours.
//!
//! # A tool of a manifest
//!
//! The source is the tool's own lines in the `webagents.md`: from its heading (or its `tool:` line) to the line before
//! the next block, in this form:
//!
//! 1. Lines end in LF: CRLF and a lone CR are replaced.
//! 2. Spaces and tabs at the end of a line are removed.
//! 3. Empty lines at the beginning and at the end are removed; those in between stay.
//! 4. Lines are joined by LF, without one at the end, in UTF-8.
//!
//! # A tool that a page registers
//!
//! The source is the definition as the page gave it, in canonical JSON (RFC 8785): an object with the members
//! `annotations`, `autosubmit`, `description`, `inputSchema`, `method`, `name`, `outputSchema` and `title`. A member
//! that the page did not give is left out. A schema that the page gave as text counts as the JSON that it holds.
//!
//! Canonical JSON has no white space, the members of each object in the order of their UTF-16 code units, numbers as
//! ECMAScript writes them, and only the escapes in strings that JSON demands.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// Returns the SHA-256 hash (FIPS 180-4) of `bytes`, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut out, byte| {
        // Writing to a String cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// SHA-256 of a tool's source and of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hashes {
    /// All of it.
    pub(super) source: String,
    /// Name of the tool, description, samples and notes.
    pub(super) description: String,
    /// The lines about parameters.
    pub(super) parameters: String,
    /// The lines about the result.
    pub(super) output: String,
}

/// Hashes the lines of a manifest's tool.
///
/// The parts only show the changed side of a tool in a report. They are found by the headings of level 3 and more
/// (`### Params`, `### Input Schema`, `### Output`, `### Returns`, `### Output Schema`, `### Annotations`) and by the
/// keys of a compact tool, outside of fences.
pub(super) fn of_lines(block: &str) -> Hashes {
    let text = normalized(block);
    let mut parts = [const { String::new() }; 4];
    let is_compact = text.starts_with("tool:");
    let mut part = if is_compact { Part::Parameters } else { Part::Description };
    let mut fence: Option<(char, usize)> = None;
    for (at, line) in text.lines().enumerate() {
        match (fence, run(line)) {
            (Some((mark, length)), Some((other, found, rest)))
                if mark == other && found >= length && rest.trim().is_empty() =>
            {
                fence = None;
            }
            (Some(_), _) => {}
            (None, Some((mark, length, _))) => fence = Some((mark, length)),
            (None, None) if is_compact && at == 1 => part = heading(line, true).unwrap_or(Part::Description),
            (None, None) => part = heading(line, is_compact).unwrap_or(part),
        }
        let out = &mut parts[part as usize];
        out.push_str(line);
        out.push('\n');
    }
    let [description, parameters, output, _] = parts.map(|part| sha256(part.as_bytes()));
    Hashes { source: sha256(text.as_bytes()), description, parameters, output }
}

/// The sides of a tool, as indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Description,
    Parameters,
    Output,
    Annotations,
}

/// The part that begins with `line`, if one does.
fn heading(line: &str, is_compact: bool) -> Option<Part> {
    let words = if is_compact {
        let key = line.strip_prefix('\t').or_else(|| line.strip_prefix("  "))?;
        let (word, _) = key.split_once(':')?;
        if word.is_empty() || !word.chars().all(|c| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        word.replace('_', " ")
    } else {
        let text = line.trim_start_matches(' ');
        let rest = text.trim_start_matches('#');
        if text.len() - rest.len() < 3 || !rest.starts_with([' ', '\t']) {
            return None;
        }
        rest.trim().to_owned()
    };
    Some(match words.to_ascii_lowercase().as_str() {
        "params" | "parameters" | "input schema" => Part::Parameters,
        "output" | "returns" | "output schema" => Part::Output,
        "annotations" => Part::Annotations,
        _ => Part::Description,
    })
}

/// Returns the fence of back quotes or tildes that a line begins with, and the rest of the line.
///
/// `None` if the run is too short for a fence.
fn run(line: &str) -> Option<(char, usize, &str)> {
    let text = line.trim_start();
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let rest = text.trim_start_matches(mark);
    let length = text.len() - rest.len();
    (length >= 3).then_some((mark, length, rest))
}

/// The lines of a tool in the form that is hashed.
fn normalized(block: &str) -> String {
    let mut out = String::with_capacity(block.len());
    let mut empty = 0;
    for line in block.replace("\r\n", "\n").split(['\n', '\r']) {
        let line = line.trim_end_matches([' ', '\t']);
        if line.is_empty() {
            empty += 1;
            continue;
        }
        if !out.is_empty() {
            out.extend(std::iter::repeat_n('\n', empty + 1));
        }
        empty = 0;
        out.push_str(line);
    }
    out
}

/// Hashes a definition that a page registered.
pub(super) fn of_definition(definition: &Map<String, Value>) -> Hashes {
    let pick = |names: &[&str]| {
        let members = definition.iter().filter(|(name, _)| names.contains(&name.as_str()));
        let picked = members.map(|(name, value)| (name.clone(), value.clone())).collect();
        sha256(canonical(&Value::Object(picked)).as_bytes())
    };
    Hashes {
        source: sha256(canonical(&Value::Object(definition.clone())).as_bytes()),
        description: pick(&["title", "description"]),
        parameters: pick(&["inputSchema", "autosubmit", "method"]),
        output: pick(&["outputSchema"]),
    }
}

/// A value as canonical JSON (RFC 8785).
pub(super) fn canonical(value: &Value) -> String {
    let mut out = String::new();
    push(&mut out, value);
    out
}

fn push(out: &mut String, value: &Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => {
            // Writing to a String cannot fail.
            let _ = write!(out, "{value}");
        }
        Value::Number(number) => push_number(out, number.as_f64().unwrap_or_default()),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push(out, item);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<(Vec<u16>, &String, &Value)> =
                members.iter().map(|(name, value)| (name.encode_utf16().collect(), name, value)).collect();
            sorted.sort_by(|(one, ..), (other, ..)| one.cmp(other));
            out.push('{');
            for (at, (_, name, value)) in sorted.into_iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                push(out, &Value::from(name.as_str()));
                out.push(':');
                push(out, value);
            }
            out.push('}');
        }
    }
}

/// Appends a number as ECMAScript writes it.
///
/// <https://tc39.es/ecma262/#sec-numeric-types-number-tostring>
fn push_number(out: &mut String, number: f64) {
    if number == 0.0 {
        out.push('0');
        return;
    }
    // The shortest digits that give the number, and its exponent.
    let text = format!("{:e}", number.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = digits.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if number < 0.0 {
        out.push('-');
    }
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    match exponent + 1 {
        // An integer.
        point if point <= 21 && point >= count => {
            out.push_str(&digits);
            out.extend((count..point).map(|_| '0'));
        }
        point if (1..=21).contains(&point) => {
            let (whole, part) = digits.split_at(usize::try_from(point).unwrap_or_default());
            out.extend([whole, ".", part]);
        }
        point if point > -6 && point <= 0 => {
            out.push_str("0.");
            out.extend((point..0).map(|_| '0'));
            out.push_str(&digits);
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let sign = if exponent < 0 { '-' } else { '+' };
            // Writing to a String cannot fail.
            let _ = write!(out, "{first}{dot}{rest}e{sign}{}", exponent.unsigned_abs());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn canonical_json_is_that_of_the_rfc() {
        // RFC 8785, section 3.2.2 and 3.2.3, and appendix B.
        let text = r#"{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
            "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}"#;
        let value: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(
            canonical(&value),
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
             \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}"
        );
        let sorted = json!({ "\u{20ac}": 1, "\r": 2, "\u{fb33}": 3, "1": 4, "\u{1f600}": 5, "\u{80}": 6, "\u{f6}": 7 });
        assert_eq!(
            canonical(&sorted),
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}"
        );
        for (number, want) in [
            (-0.0, "0"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (9_007_199_254_740_992.0, "9007199254740992"),
            (295_147_905_179_352_830_000.0, "295147905179352830000"),
            (1e21, "1e+21"),
            (1e-6, "0.000001"),
            (1e-7, "1e-7"),
            (-123.456, "-123.456"),
            (100.0, "100"),
        ] {
            let mut out = String::new();
            push_number(&mut out, number);
            assert_eq!(out, want);
        }
    }

    #[test]
    fn lines_are_normalized_as_documented() {
        let want = "## f\n\nDoes.\n\n\n### Params";
        for text in [
            "## f\n\nDoes.\n\n\n### Params",
            "## f\r\n\r\nDoes.\r\n\r\n\r\n### Params\r\n",
            "\n\n## f  \n\t\nDoes. \t\n \n\n### Params\n\n\n",
            "## f\r\rDoes.\r\r\r### Params\r",
        ] {
            assert_eq!(normalized(text), want);
        }
        assert_eq!(normalized("\r\n \n"), "");
    }

    #[test]
    fn a_part_is_told_by_its_heading() {
        let of = |text: &str| of_lines(text);
        let heading = "## f\nDoes.\n\n### Params\n- `a`: A.\n\n### Returns\n```ts\n### Params\nnumber\n```\n\n### Errors\nNone.\n";
        let base = of(heading);
        for (from, to, want) in [
            ("Does.", "Is.", [true, false, false]),
            ("`a`: A.", "`a`: B.", [false, true, false]),
            ("number", "string", [false, false, true]),
            ("None.", "Some.", [true, false, false]),
        ] {
            let now = of(&heading.replacen(from, to, 1));
            let changed = [
                now.description != base.description,
                now.parameters != base.parameters,
                now.output != base.output,
            ];
            assert_eq!((changed, now.source != base.source), (want, true), "{from}");
        }
        let compact = "tool: f(a, b=1)\n  description: Does.\n  params:\n    a: string\n  output: number\n";
        let base = of(compact);
        for (from, to, want) in [
            ("b=1", "b=2", [false, true, false]),
            ("Does.", "Is.", [true, false, false]),
            ("a: string", "a: number", [false, true, false]),
            ("output: number", "output: string", [false, false, true]),
        ] {
            let now = of(&compact.replacen(from, to, 1));
            let changed = [
                now.description != base.description,
                now.parameters != base.parameters,
                now.output != base.output,
            ];
            assert_eq!(changed, want, "{from}");
        }
    }
}
