//! JSON as pages write it, as JSON.
//!
//! The decision it embodies: what templates get wrong again and again is repaired, because a browser's search engine
//! reads it too: line breaks within strings, halves of surrogate pairs, quotes escaped as in JavaScript, commas before a
//! closing bracket, comments of HTML around the whole. Anything else stays a fault. Costs time linear in the text.

/// The text with those faults repaired. It need not be JSON before or after.
pub(super) fn repair_json(text: &str) -> String {
    let text = strip_comment(text);
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut in_string = false;
    // End of the part of the text that was copied.
    let mut taken = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let mut replace = |width: usize, by: &str, out: &mut String| {
            debug_assert!(text.get(taken..at).is_some(), "only ASCII characters are replaced");
            out.push_str(text.get(taken..at).unwrap_or_default());
            out.push_str(by);
            taken = at + width;
        };
        let mut width = 1;
        match byte {
            b'"' => in_string = !in_string,
            0..=0x1f if in_string => replace(1, " ", &mut out),
            b'\\' if in_string => {
                width = 2;
                match bytes.get(at + 1) {
                    Some(b'u') => match code_unit(bytes, at) {
                        Some(0xd800..0xdc00) if matches!(code_unit(bytes, at + 6), Some(0xdc00..0xe000)) => {
                            width = 12;
                        }
                        Some(0xd800..0xe000) => {
                            width = 6;
                            replace(6, "\u{fffd}", &mut out);
                        }
                        Some(_) => width = 6,
                        None => replace(2, "u", &mut out),
                    },
                    Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {}
                    // The sign that is escaped may be of several bytes; only the backslash goes.
                    _ => {
                        width = 1;
                        replace(1, "", &mut out);
                    }
                }
            }
            b',' if !in_string => {
                let next = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                if matches!(next, Some(b'}' | b']')) {
                    replace(1, "", &mut out);
                }
            }
            _ => {}
        }
        at += width;
    }
    debug_assert!(text.is_char_boundary(taken), "only ASCII characters are replaced");
    out.push_str(text.get(taken..).unwrap_or_default());
    out
}

/// Without what once hid scripts from browsers that knew none.
fn strip_comment(text: &str) -> &str {
    let mut text = text.trim();
    for (start, end) in
        [("<!--", "-->"), ("//<![CDATA[", "//]]>"), ("/*<![CDATA[*/", "/*]]>*/"), ("<![CDATA[", "]]>")]
    {
        if let Some(rest) = text.strip_prefix(start) {
            text = rest.strip_suffix(end).unwrap_or(rest).trim();
        }
    }
    text.trim_end_matches(|c: char| c == ';' || c.is_whitespace())
}

/// The UTF-16 code unit that is escaped at a place.
fn code_unit(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, &byte| Some(unit * 16 + char::from(byte).to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::repair_json;

    #[test]
    fn faults_of_templates() {
        for (text, expected) in [
            (r#"{"a":"b"}"#, r#"{"a":"b"}"#),
            ("{\"a\":\"b\n\tc\"}", r#"{"a":"b  c"}"#),
            (
                r#"["\ud83d\ude00","\ud83d","\ude00x","\ud83d\u0041"]"#,
                "[\"\\ud83d\\ude00\",\"\u{fffd}\",\"\u{fffd}x\",\"\u{fffd}\\u0041\"]",
            ),
            (r#"["it\'s \é \\' \u12"]"#, r#"["it's é \\' u12"]"#),
            ("[1, 2,\n]", "[1, 2\n]"),
            ("{\"a\":[1,],}", "{\"a\":[1]}"),
            ("<!-- [1] -->", "[1]"),
            ("//<![CDATA[\n[1];\n//]]>", "[1]"),
            ("[\"a,]\"]", "[\"a,]\"]"),
            ("[\"\\", "[\""),
            ("", ""),
        ] {
            assert_eq!(repair_json(text), expected, "{text}");
        }
    }
}
