//! Characters that people do not see and models read.
//!
//! Scripts need some of them: joiners in Arabic and Indic scripts, marks of direction in right-to-left text, joiners and
//! variation selectors in emoji. So a character is judged by its neighbours and by the script of the text.

use std::ops::Range;

use unicode_script::{Script, UnicodeScript as _};
use webagents_text::hidden::{self, HiddenClass};

use super::finding::shorten_text;
use super::rule::{self, Rule};

/// Findings of one text.
const MOST: usize = 1_000;

/// Something hidden in a text.
#[derive(Debug)]
pub(super) struct Hidden {
    pub(super) rule: &'static Rule,
    pub(super) range: Range<usize>,
    pub(super) message: String,
}

/// Returns the class by which a character is judged; `None` if it is never a finding.
fn class_of(c: char) -> Option<HiddenClass> {
    let class = hidden::class(c).filter(|class| hidden::FINDING.has(*class));
    match class? {
        HiddenClass::Control if matches!(c, '\t' | '\n' | '\r') => None,
        // Bytes can be hidden in selectors of both classes.
        HiddenClass::Presentation => Some(HiddenClass::VariationSelector),
        HiddenClass::ByteOrderMark => Some(HiddenClass::ZeroWidth),
        class => Some(class),
    }
}

/// Everything hidden in a text, in the order of its places. A text of plain characters costs one pass.
pub(super) fn find_hidden(text: &str) -> Vec<Hidden> {
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    if text.bytes().all(plain) {
        return Vec::new();
    }
    let right_to_left = text.chars().any(is_right_to_left);
    let mut out: Vec<Hidden> = Vec::new();
    let mut end = 0;
    for (start, c) in text.char_indices() {
        let Some(first) = class_of(c).filter(|_| start >= end) else { continue };
        let is_zero = |class| matches!(class, HiddenClass::ZeroWidth | HiddenClass::Joiner);
        let continues =
            |c: &char| class_of(*c).is_some_and(|class| class == first || is_zero(class) && is_zero(first));
        let run: Vec<char> = text[start..].chars().take_while(continues).collect();
        end = start + run.iter().map(|c| c.len_utf8()).sum::<usize>();
        let before = text[..start].chars().next_back();
        let after = text[end..].chars().next();
        if let Some((rule, message)) = judge_run(first, &run, before, after, right_to_left) {
            out.push(Hidden { rule, range: start..end, message });
        }
        if out.len() >= MOST {
            return out;
        }
    }
    out.extend(find_unbalanced(text, right_to_left));
    out.sort_by_key(|hidden| hidden.range.start);
    out
}

fn is_right_to_left(c: char) -> bool {
    // No letter before Hebrew is one, and the script of a character is a search in a table.
    c >= '\u{590}'
        && matches!(
            c.script(),
            Script::Arabic | Script::Hebrew | Script::Syriac | Script::Thaana | Script::Nko | Script::Adlam
        )
}

/// Returns whether a script writes words with joiners.
fn takes_joiners(c: char) -> bool {
    c.is_alphabetic()
        && !matches!(c.script(), Script::Latin | Script::Greek | Script::Cyrillic | Script::Common)
}

fn is_braille(c: char) -> bool {
    matches!(c, '\u{2801}'..='\u{28ff}')
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{a9}' | '\u{ae}' | '\u{203c}'..='\u{3299}' | '\u{1f000}'..='\u{1faff}' | '#' | '*' | '0'..='9' | '\u{fe0f}' | '\u{200d}')
}

fn judge_run(
    class: HiddenClass,
    run: &[char],
    before: Option<char>,
    after: Option<char>,
    right_to_left: bool,
) -> Option<(&'static Rule, String)> {
    let names = |run: &[char]| {
        let mut names: Vec<String> = run.iter().take(3).map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        names.dedup();
        names.join(", ")
    };
    let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let splits = latin(before) && latin(after);
    let within_word = before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic);
    let invisible = || Some((&rule::TEXT_INVISIBLE, format!("invisible: {}", names(run))));
    let hidden = |what: String| Some((&rule::TEXT_HIDDEN, what));
    match class {
        HiddenClass::Tag => {
            let flag = before == Some('\u{1f3f4}') && run.last() == Some(&'\u{e007f}') && run.len() <= 8;
            let text: String = run
                .iter()
                .filter_map(|c| char::from_u32(u32::from(*c) - 0xe0000))
                .filter(|c| !c.is_control())
                .collect();
            (!flag).then(|| {
                (
                    &rule::TEXT_HIDDEN,
                    format!("hidden text in tag characters: \"{}\"", shorten_text(&text, 200)),
                )
            })
        }
        HiddenClass::VariationSelector if run.len() == 1 => {
            let fits = before.is_some_and(|c| is_emoji(c) || c.script() == Script::Han || takes_joiners(c));
            if fits { None } else { invisible() }
        }
        HiddenClass::VariationSelector => {
            let bytes: Vec<u8> = run
                .iter()
                .filter_map(|c| match u32::from(*c) {
                    code @ 0xfe00..=0xfe0f => u8::try_from(code - 0xfe00).ok(),
                    code @ 0xe0100..=0xe01ef => u8::try_from(code - 0xe0100 + 16).ok(),
                    _ => None,
                })
                .collect();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            hidden(format!("hidden text in variation selectors: \"{}\"", shorten_text(&text, 200)))
        }
        HiddenClass::ZeroWidth | HiddenClass::Joiner if run.len() >= 8 => {
            let text = decode_bits(run)
                .map_or_else(String::new, |text| format!(": \"{}\"", shorten_text(&text, 200)));
            hidden(format!("{} characters without width in a row{text}", run.len()))
        }
        HiddenClass::ZeroWidth | HiddenClass::Joiner if splits => {
            hidden(format!("a word is split by {}", names(run)))
        }
        HiddenClass::Joiner => {
            let fits = |c: Option<char>| c.is_some_and(|c| takes_joiners(c) || is_emoji(c));
            if fits(before) || fits(after) { None } else { invisible() }
        }
        HiddenClass::ZeroWidth => {
            let fits = |c: Option<char>| c.is_some_and(takes_joiners);
            if run.len() == 1 && run[0] == '\u{200b}' && (fits(before) || fits(after)) {
                None
            } else {
                invisible()
            }
        }
        HiddenClass::BidiMark | HiddenClass::BidiEmbedding | HiddenClass::BidiIsolate if right_to_left => {
            None
        }
        HiddenClass::BidiEmbedding | HiddenClass::BidiIsolate => {
            Some((&rule::TEXT_BIDI, format!("{} in text without right-to-left letters", names(run))))
        }
        HiddenClass::BidiOverride => {
            let what = "the screen shows the following text in reverse order";
            Some((&rule::TEXT_BIDI, format!("{}: {what}", names(run))))
        }
        // A place to divide a long word: texts are compared without it.
        HiddenClass::SoftHyphen if run.len() == 1 && within_word => None,
        HiddenClass::Control if run.iter().any(|c| matches!(c, '\u{1b}' | '\u{8}' | '\u{7f}' | '\u{9b}')) => {
            hidden(format!("the control {} changes what a terminal shows", names(run)))
        }
        // An empty cell in a text of Braille.
        HiddenClass::BrailleBlank if before.is_some_and(is_braille) || after.is_some_and(is_braille) => None,
        _ => invisible(),
    }
}

/// Open isolates and embeddings at the end of a paragraph change the order of the text after them.
fn find_unbalanced(text: &str, right_to_left: bool) -> Option<Hidden> {
    let mut open: Vec<usize> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '\u{2066}'..='\u{2068}' | '\u{202a}' | '\u{202b}' => open.push(at),
            '\u{2069}' | '\u{202c}' => {
                open.pop();
            }
            '\n' if !open.is_empty() => break,
            _ => {}
        }
    }
    let at = *open.first().filter(|_| right_to_left)?;
    let message = "an isolate or embedding is not closed in its paragraph".to_owned();
    Some(Hidden { rule: &rule::TEXT_BIDI, range: at..at + 3, message })
}

/// Text in two characters without width.
fn decode_bits(run: &[char]) -> Option<String> {
    let zero = *run.iter().min()?;
    for flip in [false, true] {
        let bytes: Vec<u8> = run
            .chunks_exact(8)
            .map(|bits| bits.iter().fold(0, |byte, c| byte << 1 | u8::from((*c == zero) == flip)))
            .collect();
        if let Ok(text) = String::from_utf8(bytes)
            && !text.is_empty()
            && text.chars().all(|c| !c.is_control())
        {
            return Some(text);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = find_hidden(text);
        let shown: Vec<(&str, &str)> =
            found.iter().map(|found| (found.rule.id, found.message.as_str())).collect();
        assert_eq!(shown.len(), expected.len(), "{text:?}: {shown:?}");
        for ((id, message), (expected, words)) in shown.iter().zip(expected) {
            assert!(id == expected && message.contains(words), "{text:?}: {shown:?}");
        }
    }

    #[test]
    fn hidden_text_is_decoded() {
        let tags: String = "pay all".chars().filter_map(|c| char::from_u32(u32::from(c) + 0xe0000)).collect();
        check(&format!("Finds.{tags}"), &[("WA211", "\"pay all\"")]);
        let bits: String = "hi"
            .bytes()
            .flat_map(|byte| {
                (0..8).rev().map(move |bit| if byte >> bit & 1 == 0 { '\u{200b}' } else { '\u{200c}' })
            })
            .collect();
        check(&format!("a {bits}b"), &[("WA211", "\"hi\"")]);
        let selectors: String =
            "go".bytes().filter_map(|byte| char::from_u32(0xe0100 + u32::from(byte) - 16)).collect();
        check(&format!("x{selectors}"), &[("WA211", "\"go\"")]);
    }

    #[test]
    fn scripts_and_emoji_keep_what_they_need() {
        for text in [
            "plain\ttext\r\n",
            "\u{1f469}\u{200d}\u{1f4bb} \u{2764}\u{fe0f} 1\u{fe0f}\u{20e3}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "\u{62c}\u{633}\u{62a}\u{200c}\u{648}\u{62c}\u{648}",
            "\u{5de}\u{5d7}\u{5e4}\u{5e9}.\u{200f} a",
            "\u{5d0} \u{2068}abc\u{2069} \u{5d1}",
            "\u{e01}\u{200b}\u{e02}",
            "\u{1820}\u{180b}",
            "\u{2813}\u{2815}\u{2800}\u{2801}",
            "\u{e000} icon",
        ] {
            check(text, &[]);
        }
    }

    #[test]
    fn others_are_reported() {
        check("ig\u{200b}nore", &[("WA211", "a word is split by U+200B")]);
        check("a \u{202e}b", &[("WA212", "reverse order")]);
        check("a \u{2067}b\u{2069}", &[("WA212", "U+2067"), ("WA212", "U+2069")]);
        check("\u{5d0} \u{2067}b", &[("WA212", "not closed")]);
        check("Donau\u{ad}dampf\u{ad}schiff", &[]);
        check("in\u{ad}\u{ad}visible", &[("WA213", "U+00AD")]);
        check("in \u{ad} visible", &[("WA213", "U+00AD")]);
        check("red\u{1b}[31m", &[("WA211", "U+001B")]);
        check("x \u{200b} y", &[("WA213", "U+200B")]);
        for c in [
            "\u{2800}",
            "\u{17b4}",
            "\u{180b}",
            "\u{1d173}",
            "\u{fff0}",
            "\u{1bca0}",
            "\u{fff9}",
            "\u{e0080}",
        ] {
            check(&format!("Pays{c} all."), &[("WA213", "invisible")]);
        }
        check("Pays\u{1}\u{1b} all.", &[("WA211", "U+0001, U+001B")]);
        check("Pays\u{180b}\u{180c} all.", &[("WA211", "variation selectors")]);
    }
}
