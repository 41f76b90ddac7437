//! Superscripts and subscripts. They change the value of a number: 10⁶ must not become 106.
//!
//! Markdown has neither. Unicode has characters for most of what authors raise or lower; the rest is written with `^`
//! or `_` and parentheses, as in formulas. Raised words (`1<sup>st</sup>`) and signs (`<sup>®</sup>`) mean the same on
//! the line, and a raised link is a reference.

use webagents_html::{Id, Tag};

use super::MarkdownWriter;
use crate::options::Links;

/// Maximum length of a script, in characters; more is a text that is set higher or lower.
const LENGTH: usize = 40;

/// Maximum number of nodes below a script.
const NODES: usize = 64;

/// Position of characters next to the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Super,
    Sub,
}

impl MarkdownWriter<'_> {
    pub(super) fn write_superscript(&mut self, id: Id) {
        self.write_script(id, Script::Super);
    }

    pub(super) fn write_subscript(&mut self, id: Id) {
        self.write_script(id, Script::Sub);
    }

    fn write_script(&mut self, id: Id, script: Script) {
        let Some(text) = self.script_text(id, script) else { return self.write_children(id) };
        let is_flat = self.is_flat(id);
        let shown = || text.chars().map(|c| in_unicode(c, script)).collect::<Option<String>>();
        if let Some(shown) = is_flat.then(shown).flatten() {
            return self.script_part(&shown);
        }
        self.script_part(if script == Script::Super { "^" } else { "_" });
        if is_flat && text.chars().all(char::is_alphanumeric) {
            return self.write_children(id);
        }
        self.script_part("(");
        self.write_children(id);
        self.script_part(")");
    }

    fn script_part(&mut self, text: &str) {
        if self.code > 0 { self.inline.push_code(text) } else { self.inline.push_text(text) }
    }

    /// Returns the text of a script that has a meaning of its own next to the text before it.
    fn script_text(&self, id: Id, script: Script) -> Option<String> {
        if self.code == 0 && self.inline.is_empty() || self.dom.descendants(id).nth(NODES).is_some() {
            return None;
        }
        let is_link = |below: Id| self.dom.tag(below) == Tag::A && self.style.links != Links::Off;
        if self.dom.descendants(id).any(is_link) {
            return None;
        }
        let text = self.dom.text_content(id);
        let text = text.trim();
        let says =
            text.chars().any(char::is_alphanumeric) || text.chars().all(|c| in_unicode(c, script).is_some());
        let is_word = script == Script::Super
            && self.is_flat(id)
            && text.chars().nth(1).is_some()
            && text.chars().all(|c| c.is_alphabetic() || c == '.');
        // Words in small print are lowered as well.
        let is_print = text
            .split_whitespace()
            .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2)
            .nth(1)
            .is_some();
        let is_bold =
            self.dom.descendants(id).any(|below| matches!(self.dom.tag(below), Tag::B | Tag::Strong));
        let is_reference = text.starts_with('[') || is_print || is_bold && text.chars().nth(2).is_some();
        let is_short = text.chars().nth(LENGTH).is_none();
        (!text.is_empty() && says && !is_word && !is_reference && is_short).then(|| text.to_owned())
    }

    /// Returns whether nothing in the script is raised or lowered again.
    fn is_flat(&self, id: Id) -> bool {
        !self.dom.descendants(id).skip(1).any(|below| matches!(self.dom.tag(below), Tag::Sup | Tag::Sub))
    }
}

/// Returns the character of Unicode that shows `c` raised or lowered.
fn in_unicode(c: char, script: Script) -> Option<char> {
    const LINE: &str = "0123456789+-\u{2212}=()";
    const RAISED: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾";
    const LOWERED: &str = "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎";
    const RAISED_LETTERS: (&str, &str) = ("abcdefghijklmnoprstuvwxyzT", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ");
    const LOWERED_LETTERS: (&str, &str) = ("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ");
    let (signs, letters) = match script {
        Script::Super => (RAISED, RAISED_LETTERS),
        Script::Sub => (LOWERED, LOWERED_LETTERS),
    };
    [(LINE, signs), letters].into_iter().find_map(|(from, to)| {
        let mut pairs = from.chars().zip(to.chars());
        pairs.find(|&(plain, _)| plain == c).map(|(_, shown)| shown)
    })
}
