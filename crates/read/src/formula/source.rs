//! TeX as a page has it, made fit to stand between dollar signs in Markdown.
//!
//! The decision it embodies: the formula stays the same for TeX, and nothing in it acts as Markdown or HTML. Blanks mean
//! nothing in a formula, so a blank is what parts characters that would act together.

/// A formula: its TeX, and whether it has a line of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formula {
    pub(super) tex: String,
    pub(super) is_display: bool,
}

/// Signs that begin and end a formula in text, and whether it has a line of its own.
const DELIMITERS: [(&str, &str, bool); 6] = [
    ("$$", "$$", true),
    ("\\[", "\\]", true),
    ("\\(", "\\)", false),
    ("$", "$", false),
    ("[;", ";]", false),
    ("`$", "$`", false),
];

/// Environments that are formulas with a line of their own, of LaTeX, `amsmath` and MathJax.
const ENVIRONMENTS: [&str; 31] = [
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "alignat",
    "flalign",
    "displaymath",
    "xalignat",
    "xxalignat",
    "split",
    "aligned",
    "gathered",
    "alignedat",
    "array",
    "cases",
    "dcases",
    "rcases",
    "numcases",
    "matrix",
    "pmatrix",
    "bmatrix",
    "Bmatrix",
    "vmatrix",
    "Vmatrix",
    "smallmatrix",
    "multlined",
    "subequations",
    "IEEEeqnarray",
    "dmath",
    "CD",
];

/// The formula that a text is with its delimiters; `None` if it has none.
pub(super) fn strip_delimiters(text: &str) -> Option<Formula> {
    let text = text.trim();
    if find_environment(text, &mut Vec::new()) == Some(text.len()) {
        return Some(Formula { tex: clean_source(text), is_display: true });
    }
    let (open, close, is_display) = DELIMITERS.into_iter().find(|(open, close, _)| {
        text.len() > open.len() + close.len() && text.starts_with(open) && text.ends_with(close)
    })?;
    let tex = &text[open.len()..text.len() - close.len()];
    let has_more = tex.contains(close) && !tex.contains(&format!("\\{close}"));
    (!tex.trim().is_empty() && !has_more).then(|| Formula { tex: clean_source(tex), is_display })
}

/// Returns the length of the formula `\begin{align}…\end{align}` with which a text begins.
///
/// `unended` collects the names of environments without an end, which are not searched again.
pub(super) fn find_environment<'a>(text: &'a str, unended: &mut Vec<&'a str>) -> Option<usize> {
    let (name, inner) = split_environment(text)?;
    if unended.contains(&name) {
        return None;
    }
    let end = environment_end(name);
    let Some(found) = inner.find(&end) else {
        unended.push(name);
        return None;
    };
    Some(text.len() - inner.len() + found + end.len())
}

/// Returns the end that the environment with which a text begins has: `\end{align}`.
pub(super) fn end_of_environment(text: &str) -> Option<String> {
    split_environment(text).map(|(name, _)| environment_end(name))
}

fn environment_end(name: &str) -> String {
    format!("\\end{{{name}}}")
}

/// The name of the environment that a text begins, and the text after the name.
fn split_environment(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("\\begin{")?;
    let length = rest.bytes().take(16).position(|byte| byte == b'}')?;
    let (name, inner) = rest.split_at_checked(length)?;
    ENVIRONMENTS.contains(&name.strip_suffix('*').unwrap_or(name)).then_some((name, inner))
}

/// The formula of a source, with or without delimiters.
pub(super) fn formula_of(text: &str, is_display: bool) -> Formula {
    match strip_delimiters(text) {
        Some(found) => Formula { is_display: found.is_display || is_display, ..found },
        None => Formula { tex: clean_source(text), is_display },
    }
}

/// TeX in one line, in which nothing acts as Markdown.
pub(super) fn clean_source(text: &str) -> String {
    let text = unwrap_style(without_comments(text).trim()).to_owned();
    let mut tex = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut open = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                tex.push(c);
                match chars.next() {
                    Some(next) if next.is_whitespace() => tex.push(' '),
                    Some('`') => tex.push_str("grave "),
                    Some(next) => tex.push(next),
                    None => {}
                }
            }
            c if c.is_whitespace() || c.is_control() => {
                if !tex.ends_with(' ') || tex.ends_with("\\ ") {
                    tex.push(' ');
                }
            }
            // A formula in the words of a formula.
            '$' => {
                while chars.next_if_eq(&'$').is_some() {}
                tex.push_str(if open { "\\)" } else { "\\(" });
                open = !open;
            }
            '`' => tex.push('\u{2018}'),
            '<' => {
                tex.push('<');
                if chars
                    .peek()
                    .is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'))
                {
                    tex.push(' ');
                }
            }
            '&' => {
                tex.push('&');
                if chars.peek().is_some_and(|next| next.is_ascii_alphanumeric() || *next == '#') {
                    tex.push(' ');
                }
            }
            ']' => {
                tex.push(']');
                if chars.peek().is_some_and(|next| matches!(next, '(' | '[' | ':')) {
                    tex.push(' ');
                }
            }
            c => tex.push(c),
        }
    }
    if open {
        tex.push_str("\\)");
    }
    let trimmed = tex.trim_end_matches(' ');
    // The blank of a backslash, and a backslash that would end nothing but the formula.
    let end = trimmed.len();
    let slashes = trimmed.bytes().rev().take_while(|&byte| byte == b'\\').count();
    tex.truncate(end);
    if slashes % 2 == 1 {
        tex.push(' ');
    }
    tex.trim_start().to_owned()
}

/// The text without comments, which would hide the rest once it is one line.
fn without_comments(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut is_escaped = false;
        let end = line.char_indices().find_map(|(at, c)| {
            let ends = c == '%' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends.then_some(at)
        });
        match end {
            Some(end) => {
                kept.push_str(&line[..end]);
                kept.push('\n');
            }
            None => kept.push_str(line),
        }
    }
    kept
}

/// The formula in `{\displaystyle …}`, in which Wikipedia puts each.
fn unwrap_style(text: &str) -> &str {
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inner = inner.and_then(|inner| {
        ["\\displaystyle", "\\textstyle"].iter().find_map(|style| inner.trim_start().strip_prefix(style))
    });
    match inner.filter(|inner| is_balanced(inner)) {
        Some(inner) => inner.trim(),
        None => text,
    }
}

/// Returns whether each brace that ends something has one that begins it.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for byte in text.bytes() {
        match byte {
            b'{' if !is_escaped => depth += 1,
            b'}' if !is_escaped => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    depth == 0
}

/// Returns whether a text that may be a description looks like TeX.
pub(super) fn is_tex(text: &str) -> bool {
    text.contains(['\\', '^', '_', '{'])
}

/// TeX for a cell of a table, which a bar would end.
pub(crate) fn without_bars(tex: &str) -> String {
    if !tex.contains('|') {
        return tex.to_owned();
    }
    // The column specification of an array is not a formula: its bars are escaped as in any cell.
    let mut out = String::with_capacity(tex.len() + 16);
    let mut rest = tex;
    while let Some(at) = rest.find(['|', '\\']) {
        out.push_str(&rest[..at]);
        let here = &rest[at..];
        let columns = here.strip_prefix("\\begin{array}").and_then(|after| after.find('}'));
        rest = if let Some(end) = columns {
            let (spec, after) = here.split_at("\\begin{array}".len() + end + 1);
            out.push_str(&spec.replace('|', "\\|"));
            after
        } else if let Some(after) = here.strip_prefix("\\|") {
            out.push_str("\\Vert ");
            after
        } else if let Some(after) = here.strip_prefix('|') {
            out.push_str("\\vert ");
            after
        } else {
            let width = here.chars().take(2).map(char::len_utf8).sum();
            let (pair, after) = here.split_at(width);
            out.push_str(pair);
            after
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources() {
        for (source, tex) in [
            ("a/b", "a/b"),
            ("  a \n\n b ", "a b"),
            ("a % note\n b", "a b"),
            ("50\\% % note", "50\\%"),
            ("{\\displaystyle a^{2}}", "a^{2}"),
            ("{\\displaystyle a}+{b}", "{\\displaystyle a}+{b}"),
            ("a<b", "a< b"),
            ("a < 1", "a < 1"),
            ("\\text{if $x$ is}", "\\text{if \\(x\\) is}"),
            ("a \\$ b", "a \\$ b"),
            ("[a](b)", "[a] (b)"),
            ("a`b", "a\u{2018}b"),
            ("a&lt;b", "a& lt;b"),
            ("a \\ ", "a \\ "),
            ("\\", "\\ "),
        ] {
            assert_eq!(clean_source(source), tex, "{source}");
        }
    }

    #[test]
    fn delimiters() {
        let display = |text: &str| strip_delimiters(text).map(|found| (found.tex, found.is_display));
        assert_eq!(display(" \\(x\\) "), Some(("x".into(), false)));
        assert_eq!(display("\\[x\\]"), Some(("x".into(), true)));
        assert_eq!(display("$$x$$"), Some(("x".into(), true)));
        assert_eq!(display("$x$"), Some(("x".into(), false)));
        assert_eq!(display("$5 or $"), Some(("5 or".into(), false)));
        assert_eq!(display("$x$ and $y$"), None);
        assert_eq!(display("x"), None);
        assert_eq!(display("$$"), None);
        let align = "\\begin{align*} a &= b \\end{align*}";
        assert_eq!(display(align), Some((align.into(), true)));
        assert_eq!(display("\\begin{align} a \\end{align} and \\begin{align} b \\end{align}"), None);
        assert_eq!(display("\\begin{theorem} a \\end{theorem}"), None);
        assert_eq!(display("\\begin{align} a \\end{align*}"), None);
    }

    #[test]
    fn bars() {
        for (tex, cell) in [
            ("|a|", "\\vert a\\vert "),
            ("\\|a\\|", "\\Vert a\\Vert "),
            ("a \\\\ |b", "a \\\\ \\vert b"),
            ("\\begin{array}{c|c} |a \\end{array}", "\\begin{array}{c\\|c} \\vert a \\end{array}"),
            ("\\é|", "\\é\\vert "),
        ] {
            assert_eq!(without_bars(tex), cell, "{tex}");
        }
    }
}
