//! Delimiters of the formulas in a text, as the page configures its program for them.
//!
//! MathJax has them under `inlineMath` and `displayMath`, pairs of strings, and KaTeX's auto-render under `delimiters`, objects
//! with `left`, `right` and `display`. The configuration is a script; only its strings are read.

use webagents_html::{Dom, Id, Tag};

/// Bytes of a script that are searched for a configuration, and pairs of a page, at most.
const SCRIPT: usize = 100_000;
const PAIRS: usize = 16;

/// Maximum length of a delimiter, in bytes.
const LENGTH: usize = 16;

/// Delimiters of the formulas of a program.
#[derive(Debug, Default)]
pub(super) struct Delimiters {
    /// The longest first.
    pub(super) pairs: Vec<Pair>,
    /// `true` if a backslash before a dollar sign keeps it from being a delimiter.
    pub(super) escapes: bool,
}

/// Marks before and after a formula.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) open: String,
    pub(super) close: String,
    pub(super) is_display: bool,
}

impl Pair {
    fn new(open: &str, close: &str, is_display: bool) -> Self {
        Self { open: open.to_owned(), close: close.to_owned(), is_display }
    }

    /// Returns the place of the closing delimiter in the text after the opening one.
    ///
    /// A dollar sign after a backslash closes nothing.
    pub(super) fn find_end(&self, text: &str) -> Option<usize> {
        let mut ends = text.match_indices(&self.close).map(|(at, _)| at);
        if self.close.starts_with('$') { ends.find(|&at| !text[..at].ends_with('\\')) } else { ends.next() }
    }
}

/// Finds the delimiters of a page that loads a program for formulas.
pub(super) fn find_delimiters(dom: &Dom) -> Option<Delimiters> {
    let mut is_typeset = false;
    let mut found = Delimiters::default();
    let names = |id: Id, name: &str, words: &[&str]| {
        dom.attribute(id, name).is_some_and(|value| {
            let value = value.to_ascii_lowercase();
            words.iter().any(|word| value.contains(word))
        })
    };
    for id in dom.descendants(Id::DOCUMENT) {
        match dom.tag(id) {
            Tag::Script => {
                is_typeset |= names(id, "src", &["mathjax", "katex", "auto-render"])
                    || names(id, "type", &["x-mathjax-config"]);
                let texts = dom.children(id).map(|child| dom.text(child));
                texts.chain(dom.attribute(id, "onload")).for_each(|text| found.read_script(text));
            }
            Tag::Link => is_typeset |= names(id, "href", &["katex"]),
            _ => {}
        }
    }
    if !is_typeset {
        return None;
    }
    let has_display = found.pairs.iter().any(|pair| pair.is_display);
    let usual = [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true)];
    for (open, close, is_display) in usual {
        let is_taken = open == "$$" && has_display || found.pairs.iter().any(|pair| pair.open == open);
        if !is_taken {
            found.pairs.push(Pair::new(open, close, is_display));
        }
    }
    found.pairs.sort_by_key(|pair| std::cmp::Reverse(pair.open.len()));
    Some(found)
}

impl Delimiters {
    /// Reads the configuration in a script, if it has one.
    fn read_script(&mut self, script: &str) {
        let script = script.get(..script.floor_char_boundary(SCRIPT)).unwrap_or_default();
        for (name, is_display) in [("inlineMath", false), ("displayMath", true)] {
            let Some((_, rest)) = script.split_once(name) else { continue };
            let rest = rest.trim_start_matches(['"', '\'', ' ', '\t', '\n', ':']);
            let rest = rest
                .strip_prefix("{")
                .map_or(rest, |rest| rest.split_once(':').map_or(rest, |(_, rest)| rest))
                .trim_start();
            let strings = find_strings(rest);
            for pair in strings.chunks_exact(2) {
                self.push_pair(&pair[0], &pair[1], is_display);
            }
        }
        if let Some((_, rest)) = script.split_once("delimiters") {
            for part in rest.split("left").skip(1).take(PAIRS) {
                let Some((left, more)) = part.split_once("right") else { continue };
                let (left, right) = (first_string(left), first_string(more));
                let display = more
                    .split_once("display")
                    .map(|(_, value)| value.trim_start_matches(['"', '\'', ':', ' ']));
                if let (Some(left), Some(right)) = (left, right) {
                    self.push_pair(
                        &left,
                        &right,
                        display.is_some_and(|value| value.starts_with("true") || value.starts_with("!0")),
                    );
                }
            }
        }
        // MathJax 2 escapes if it is configured so, MathJax 3 and KaTeX always.
        let is_third =
            script.contains("MathJax =") || script.contains("MathJax=") || script.contains("delimiters");
        let is_said = script
            .split_once("processEscapes")
            .map(|(_, rest)| rest.trim_start_matches(['"', '\'', ':', ' ']).starts_with("true"));
        self.escapes |= is_said.unwrap_or(is_third && !self.pairs.is_empty());
    }

    fn push_pair(&mut self, open: &str, close: &str, is_display: bool) {
        // A text is searched for these two signs alone.
        let is_sign = open.starts_with(['$', '\\']) && !open.starts_with("\\begin");
        let is_new = !self.pairs.iter().any(|pair| pair.open == open);
        if is_sign
            && is_new
            && !close.is_empty()
            && open.len() <= LENGTH
            && close.len() <= LENGTH
            && self.pairs.len() < PAIRS
        {
            self.pairs.push(Pair::new(open, close, is_display));
        }
    }
}

/// The strings of an array of arrays at the beginning of a script.
fn find_strings(script: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut rest = script;
    while let Some(c) = rest.chars().next() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '"' | '\'' => {
                let Some((text, after)) = split_string(rest) else { break };
                found.push(text);
                rest = after;
                if found.len() >= 2 * PAIRS {
                    break;
                }
                continue;
            }
            ',' => {}
            c if c.is_whitespace() => {}
            _ => break,
        }
        rest = &rest[c.len_utf8()..];
        if depth == 0 {
            break;
        }
    }
    found
}

fn first_string(script: &str) -> Option<String> {
    let rest = script.trim_start_matches(['"', '\'', ':', ' ', '\t', '\n']);
    let from = script.len() - rest.len();
    // The quote before the text was taken off with the rest.
    let quote = script[..from].rfind(['"', '\''])?;
    split_string(&script[quote..]).map(|(text, _)| text)
}

/// The string in quotes at the beginning of a script, and the text after it.
fn split_string(script: &str) -> Option<(String, &str)> {
    let mut chars = script.char_indices();
    let (_, quote) = chars.next()?;
    let mut text = String::new();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => text.push(chars.next()?.1),
            c if c == quote => return Some((text, &script[at + c.len_utf8()..])),
            '\n' => return None,
            c => text.push(c),
        }
        if text.len() > LENGTH {
            return None;
        }
    }
    None
}
