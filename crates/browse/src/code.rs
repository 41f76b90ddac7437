//! JavaScript of the caller as the body of a function that returns its value.
//!
//! The decision: the code is tried as an expression, then as statements whose last one is an expression, then as it is.
//! A form that the engine cannot parse does nothing, so that the first that it can parse is the one that runs.

/// Forms of the code, as bodies of an async function, in the order in which they are tried.
pub(crate) fn forms(code: &str) -> Vec<String> {
    let code = code.trim();
    let bare = code.trim_end_matches(|c: char| c == ';' || c.is_whitespace());
    let mut forms = vec![format!("return (\n{bare}\n)")];
    if let Some(at) = last_statement(bare) {
        forms.push(format!("{}\nreturn (\n{}\n)", &bare[..at], &bare[at..]));
    }
    forms.push(code.to_owned());
    forms
}

/// The script that runs a form and returns its value as text.
///
/// `show` is the text of a function of that name, which hides no variable of the page from the form.
pub(crate) fn script(form: &str, show: &str) -> String {
    format!(
        "return (async()=>{{\n{form}\n}})().then(...(()=>{{\n{show}\nreturn [value=>'='+show(value),\
         error=>'!'+(error instanceof Error||(error&&error.stack)?String(error):'threw '+show(error))]}})())"
    )
}

/// Words that begin a statement that has no value.
const WORDS: [&str; 23] = [
    "const", "let", "var", "if", "else", "for", "while", "do", "switch", "case", "default", "try", "catch",
    "finally", "return", "throw", "function", "class", "import", "export", "break", "continue", "debugger",
];

/// The offset of the last statement, if it may be an expression.
fn last_statement(code: &str) -> Option<usize> {
    let mut starts = boundaries(code);
    while let Some(at) = starts.pop() {
        let tail = code[at..].trim_start();
        if tail.is_empty() {
            continue;
        }
        let word: &str =
            tail.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next().unwrap_or_default();
        if WORDS.contains(&word) {
            return None;
        }
        // A line that goes on with an operator is a part of the one before.
        let goes_on = tail.starts_with(|c: char| "+-*/%.,=<>?:&|^)]}([`".contains(c))
            && !code[..at].trim_end().ends_with(';');
        if !goes_on {
            return Some(at);
        }
    }
    None
}

/// Positions after a `;`, a line or a block at the outermost level.
fn boundaries(code: &str) -> Vec<usize> {
    let bytes = code.as_bytes();
    let (mut found, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    // Depths at which a template goes on after `}`.
    let mut templates: Vec<usize> = Vec::new();
    let mut before = b';';
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        match byte {
            b'/' if next == Some(b'/') => at = line_end(bytes, at) - 1,
            b'/' if next == Some(b'*') => at = find(bytes, at + 2, b"*/") - 1,
            b'/' if !before.is_ascii_alphanumeric()
                && !matches!(before, b')' | b']' | b'}' | b'_' | b'$' | b'"' | b'\'' | b'`') =>
            {
                at = regex(bytes, at + 1);
                before = b')';
            }
            b'"' | b'\'' => {
                at = quoted(bytes, at + 1, byte);
                before = byte;
            }
            b'`' => {
                at = template(bytes, at + 1, depth, &mut templates);
                before = b'`';
                if bytes.get(at) == Some(&b'{') {
                    depth += 1;
                    before = b'{';
                }
            }
            b'(' | b'[' | b'{' => {
                depth += 1;
                before = byte;
            }
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                before = byte;
                if byte == b'}' && templates.last() == Some(&depth) {
                    templates.pop();
                    at = template(bytes, at + 1, depth, &mut templates);
                    if bytes.get(at) == Some(&b'{') {
                        depth += 1;
                        before = b'{';
                    }
                } else if byte == b'}' && depth == 0 {
                    found.push(at + 1);
                }
            }
            b';' | b'\n' if depth == 0 => {
                found.push(at + 1);
                if byte == b';' {
                    before = byte;
                }
            }
            space if space.is_ascii_whitespace() => {}
            other => before = other,
        }
        at += 1;
    }
    found.retain(|at| code.is_char_boundary(*at) && *at < code.len());
    found
}

/// The position after `what`, or the end.
fn find(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let from = from.min(bytes.len());
    let found = bytes[from..].windows(what.len()).position(|window| window == what);
    found.map_or(bytes.len().max(1), |at| from + at + what.len())
}

/// The position of the end of a line, after `from`.
fn line_end(bytes: &[u8], from: usize) -> usize {
    let found = bytes[from..].iter().position(|byte| *byte == b'\n');
    found.map_or(bytes.len(), |at| from + at)
}

/// The position of the quote that ends a text.
fn quoted(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            _ if byte == quote => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The position of the slash that ends a regular expression.
fn regex(bytes: &[u8], mut at: usize) -> usize {
    let mut in_class = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'/' if !in_class => break,
            b'\n' => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// The position of the end of a template, or of the brace of a part of it that is code.
fn template(bytes: &[u8], mut at: usize, depth: usize, templates: &mut Vec<usize>) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'`' => break,
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                templates.push(depth);
                return at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The last statement, if it may be an expression.
    fn last(code: &str) -> Option<&str> {
        last_statement(code).map(|at| code[at..].trim())
    }

    #[test]
    fn the_last_expression_is_found() {
        for (code, want) in [
            ("const a = 1; a + 1", Some("a + 1")),
            ("const a = 1\na", Some("a")),
            ("let s = 'x;y'\ns + `;${`${s};`}\n;`", Some("s + `;${`${s};`}\n;`")),
            ("const a = 1; // a; b\na", Some("a")),
            ("const a = /[;/]/.test('x'); a", Some("a")),
            ("function f() { return 1; }\nf()", Some("f()")),
            ("for (const a of []) { a; }\n({ b: 1 })", None),
            ("const a = [1,\n2]\na", Some("a")),
            ("const a = 1\n  + 2", None),
            ("const a = b\n  .c()", None),
            ("const a = await f(); await a.json()", Some("await a.json()")),
            ("const a = 1; const b = 2", None),
            ("if (a) { b }", None),
            ("a = 1; /* x; */ a", Some("/* x; */ a")),
        ] {
            assert_eq!(last(code), want, "{code}");
        }
    }

    proptest! {
        #[test]
        fn any_code_has_forms(code in "[a-z0-9 ;{}()\\[\\]`$'\"/\\\\*\n=é]{0,60}") {
            prop_assert!(!forms(&code).is_empty());
        }
    }
}
