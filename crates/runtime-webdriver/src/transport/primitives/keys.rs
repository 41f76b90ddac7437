//! Keys of a keyboard with the US layout, as the protocols name them.
//!
//! The sources are the same as for [`NamedKey`](webagents_runtime::driver::NamedKey).

use webagents_runtime::driver::Key;

/// A key as the `DevTools` Protocol takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyCode {
    /// `KeyboardEvent.code`; empty for a character that the layout lacks.
    pub(crate) code: String,
    /// Virtual key code.
    pub(crate) number: u32,
    /// `KeyboardEvent.location`.
    pub(crate) location: u8,
    /// Text that it types.
    pub(crate) text: Option<String>,
}

/// Keys of signs: characters without and with Shift, code, virtual key code.
const SIGNS: [(char, char, &str, u32); 12] = [
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    (' ', ' ', "Space", 32),
];

/// The digits' characters with Shift, from 0.
const SHIFTED_DIGITS: &str = ")!@#$%^&*(";

/// The key's code, number, location and text.
pub(crate) fn code(key: &Key) -> KeyCode {
    if let Some(named) = key.as_named() {
        let location = u8::from(key.is_modifier());
        let text = (named.name == "Enter").then(|| "\r".to_owned());
        return KeyCode { code: named.code.to_owned(), number: named.number, location, text };
    }
    let character = key.as_str().chars().next().unwrap_or_default();
    let sign = SIGNS.iter().find(|(plain, shifted, ..)| [*plain, *shifted].contains(&character));
    let digit = match character {
        '0'..='9' => Some(character),
        _ => SHIFTED_DIGITS
            .chars()
            .zip('0'..='9')
            .find(|(shifted, _)| *shifted == character)
            .map(|(_, digit)| digit),
    };
    let (code, number) = if character.is_ascii_alphabetic() {
        let upper = character.to_ascii_uppercase();
        (format!("Key{upper}"), u32::from(upper))
    } else if let Some(digit) = digit {
        (format!("Digit{digit}"), u32::from(digit))
    } else if let Some((_, _, code, number)) = sign {
        ((*code).to_owned(), *number)
    } else {
        (String::new(), 0)
    };
    KeyCode { code, number, location: 0, text: Some(key.as_str().to_owned()) }
}

/// The key as WebDriver's actions take it: a character.
pub(crate) fn character(key: &Key) -> String {
    key.as_named().map_or_else(|| key.as_str().to_owned(), |named| named.character.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_codes_of_the_layout() {
        for (name, code_name, number, text) in [
            ("a", "KeyA", 65, Some("a")),
            ("A", "KeyA", 65, Some("A")),
            ("7", "Digit7", 55, Some("7")),
            ("&", "Digit7", 55, Some("&")),
            (")", "Digit0", 48, Some(")")),
            ("?", "Slash", 191, Some("?")),
            ("Space", "Space", 32, Some(" ")),
            ("Enter", "Enter", 13, Some("\r")),
            ("Tab", "Tab", 9, None),
            ("F12", "F12", 123, None),
            ("é", "", 0, Some("é")),
        ] {
            let found = code(&Key::named(name).unwrap());
            assert_eq!(
                (&*found.code, found.number, found.text.as_deref()),
                (code_name, number, text),
                "{name}"
            );
        }
    }

    #[test]
    fn a_key_without_a_character_has_one_in_web_driver() {
        assert_eq!(character(&Key::named("Enter").unwrap()), "\u{E007}");
        assert_eq!(character(&Key::named("x").unwrap()), "x");
        assert_eq!(code(&Key::named("Shift").unwrap()).location, 1);
    }
}
