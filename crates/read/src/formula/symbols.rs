//! Characters of formulas as TeX commands, and names of functions.
//!
//! The characters and names are data (`signs.txt`).

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::lists::{Words, list_sections, section_words};

const LIST: &str = include_str!("signs.txt");

/// TeX commands of the characters of a section.
type Signs = LazyLock<HashMap<char, &'static str>>;

static COMMANDS: Signs = LazyLock::new(|| parse_signs("commands"));
static ACCENTS: Signs = LazyLock::new(|| parse_signs("accents"));
static BELOW: Signs = LazyLock::new(|| parse_signs("marks below"));
static LETTERS: LazyLock<HashMap<char, (&str, char)>> = LazyLock::new(|| {
    let letters =
        parse_lines("letters").filter_map(|(font, mut rest)| Some((rest.next()?, (font, rest.next()?))));
    letters.collect()
});
static FUNCTIONS: Words = LazyLock::new(|| section_words(LIST, "functions"));
static LIMITS: Words = LazyLock::new(|| section_words(LIST, "limits"));

fn parse_signs(section: &'static str) -> HashMap<char, &'static str> {
    parse_lines(section).flat_map(|(command, signs)| signs.map(move |sign| (sign, command))).collect()
}

/// The lines of a section: a command and characters, of which some are written as `U+0305`.
fn parse_lines(section: &'static str) -> impl Iterator<Item = (&'static str, impl Iterator<Item = char>)> {
    let character = |word: &str| match word.strip_prefix("U+") {
        Some(digits) => u32::from_str_radix(digits, 16).ok().and_then(char::from_u32),
        None => word.chars().next(),
    };
    let lines = list_sections(LIST).filter(move |(name, _)| *name == section);
    lines.filter_map(move |(_, line)| {
        let (command, signs) = line.split_once(' ')?;
        Some((command, signs.split(' ').filter_map(character)))
    })
}

/// The TeX of a character that has a command of its own.
pub(super) fn find_command(c: char) -> Option<&'static str> {
    // Invisible operators, and marks of layout.
    let is_invisible = matches!(c, '\u{2061}'..='\u{2064}' | '\u{200b}' | '\u{feff}');
    if is_invisible { Some("") } else { COMMANDS.get(&c).copied() }
}

/// The TeX of an accent over its base, by the character that MathML has for it.
pub(super) fn find_accent(c: char) -> Option<&'static str> {
    ACCENTS.get(&c).copied()
}

/// The TeX of a mark under its base.
pub(super) fn find_under_accent(c: char) -> Option<&'static str> {
    BELOW.get(&c).copied()
}

/// Returns whether a name has a command of its own.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

/// Returns whether an operator has its limits below and above.
pub(super) fn has_limits(text: &str) -> bool {
    matches!(text, "lim sup" | "lim inf") || LIMITS.contains(&text)
}

/// Returns the font command and the plain letter of a mathematical alphanumeric symbol.
///
/// These are U+1D400 to U+1D7FF, and the letters that Unicode had before.
pub(super) fn plain_letter(c: char) -> Option<(&'static str, char)> {
    Some(match c {
        'ℎ' => ("", 'h'),
        '\u{1d6a4}' => ("", 'ı'),
        '\u{1d6a5}' => ("", 'ȷ'),
        '\u{1d400}'..='\u{1d6a3}' => {
            const FONTS: [&str; 13] = [
                "\\mathbf",
                "",
                "\\boldsymbol",
                "\\mathcal",
                "\\mathcal",
                "\\mathfrak",
                "\\mathbb",
                "\\mathfrak",
                "\\mathsf",
                "\\mathsf",
                "\\mathsf",
                "\\mathsf",
                "\\mathtt",
            ];
            let at = u32::from(c) - 0x1d400;
            let letter = u8::try_from(at % 52).ok()?;
            let letter = if letter < 26 { b'A' + letter } else { b'a' + letter - 26 };
            (FONTS.get(usize::try_from(at / 52).ok()?)?, char::from(letter))
        }
        '\u{1d6a8}'..='\u{1d7c9}' => {
            const GREEK: [char; 58] = [
                'Α', 'Β', 'Γ', 'Δ', 'Ε', 'Ζ', 'Η', 'Θ', 'Ι', 'Κ', 'Λ', 'Μ', 'Ν', 'Ξ', 'Ο', 'Π', 'Ρ', 'ϴ',
                'Σ', 'Τ', 'Υ', 'Φ', 'Χ', 'Ψ', 'Ω', '∇', 'α', 'β', 'γ', 'δ', 'ε', 'ζ', 'η', 'θ', 'ι', 'κ',
                'λ', 'μ', 'ν', 'ξ', 'ο', 'π', 'ρ', 'ς', 'σ', 'τ', 'υ', 'φ', 'χ', 'ψ', 'ω', '∂', 'ϵ', 'ϑ',
                'ϰ', 'ϕ', 'ϱ', 'ϖ',
            ];
            const FONTS: [&str; 5] = ["\\boldsymbol", "", "\\boldsymbol", "\\boldsymbol", "\\boldsymbol"];
            let at = usize::try_from(u32::from(c) - 0x1d6a8).ok()?;
            (FONTS.get(at / 58)?, *GREEK.get(at % 58)?)
        }
        '\u{1d7ce}'..='\u{1d7ff}' => {
            const FONTS: [&str; 5] = ["\\mathbf", "\\mathbb", "\\mathsf", "\\mathsf", "\\mathtt"];
            let at = u32::from(c) - 0x1d7ce;
            let digit = u8::try_from(at % 10).ok()?;
            (FONTS.get(usize::try_from(at / 10).ok()?)?, char::from(b'0' + digit))
        }
        _ => *LETTERS.get(&c)?,
    })
}
