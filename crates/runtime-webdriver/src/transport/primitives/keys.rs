//! Keys of a keyboard with the US layout, as the protocols name them.
//!
//! Sources: <https://www.w3.org/TR/uievents-code/> for the codes, <https://www.w3.org/TR/webdriver/#keyboard-actions> for
//! the characters of keys without one, and the virtual key codes of <https://www.w3.org/TR/uievents/#legacy-key-models>.

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

/// Name, code, virtual key code and character of WebDriver.
type Row = (&'static str, &'static str, u32, char);

/// Keys with a name.
const NAMED: [Row; 42] = [
    ("Enter", "Enter", 13, '\u{E007}'),
    ("Tab", "Tab", 9, '\u{E004}'),
    ("Escape", "Escape", 27, '\u{E00C}'),
    ("Backspace", "Backspace", 8, '\u{E003}'),
    ("Delete", "Delete", 46, '\u{E017}'),
    ("Insert", "Insert", 45, '\u{E016}'),
    ("Home", "Home", 36, '\u{E011}'),
    ("End", "End", 35, '\u{E010}'),
    ("PageUp", "PageUp", 33, '\u{E00E}'),
    ("PageDown", "PageDown", 34, '\u{E00F}'),
    ("ArrowUp", "ArrowUp", 38, '\u{E013}'),
    ("ArrowDown", "ArrowDown", 40, '\u{E015}'),
    ("ArrowLeft", "ArrowLeft", 37, '\u{E012}'),
    ("ArrowRight", "ArrowRight", 39, '\u{E014}'),
    ("Shift", "ShiftLeft", 16, '\u{E008}'),
    ("Control", "ControlLeft", 17, '\u{E009}'),
    ("Alt", "AltLeft", 18, '\u{E00A}'),
    ("Meta", "MetaLeft", 91, '\u{E03D}'),
    ("CapsLock", "CapsLock", 20, NONE),
    ("ContextMenu", "ContextMenu", 93, NONE),
    ("F1", "F1", 112, '\u{E031}'),
    ("F2", "F2", 113, '\u{E032}'),
    ("F3", "F3", 114, '\u{E033}'),
    ("F4", "F4", 115, '\u{E034}'),
    ("F5", "F5", 116, '\u{E035}'),
    ("F6", "F6", 117, '\u{E036}'),
    ("F7", "F7", 118, '\u{E037}'),
    ("F8", "F8", 119, '\u{E038}'),
    ("F9", "F9", 120, '\u{E039}'),
    ("F10", "F10", 121, '\u{E03A}'),
    ("F11", "F11", 122, '\u{E03B}'),
    ("F12", "F12", 123, '\u{E03C}'),
    ("Help", "Help", 47, '\u{E002}'),
    ("Pause", "Pause", 19, '\u{E00B}'),
    ("PrintScreen", "PrintScreen", 44, NONE),
    ("NumLock", "NumLock", 144, NONE),
    ("ScrollLock", "ScrollLock", 145, NONE),
    ("Clear", "NumpadClear", 12, '\u{E005}'),
    ("Cancel", "Cancel", 3, '\u{E001}'),
    ("ZenkakuHankaku", "KanjiMode", 244, '\u{E040}'),
    ("AltGraph", "AltRight", 225, NONE),
    ("Process", "Process", 229, NONE),
];

/// The character of WebDriver for a key that has none there: `Unidentified`.
const NONE: char = '\u{E000}';

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

fn named(key: &Key) -> Option<&'static Row> {
    NAMED.iter().find(|(name, ..)| *name == key.as_str())
}

/// The key's code, number, location and text.
pub(crate) fn code(key: &Key) -> KeyCode {
    if let Some(&(name, code, number, _)) = named(key) {
        let location = u8::from(key.is_modifier());
        let text = (name == "Enter").then(|| "\r".to_owned());
        return KeyCode { code: code.to_owned(), number, location, text };
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
    named(key).map_or_else(|| key.as_str().to_owned(), |(.., character)| character.to_string())
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
    fn every_named_key_is_a_key() {
        for (name, ..) in NAMED {
            assert!(Key::named(name).is_some(), "{name}");
        }
        assert_eq!(character(&Key::named("Enter").unwrap()), "\u{E007}");
        assert_eq!(character(&Key::named("x").unwrap()), "x");
        assert_eq!(code(&Key::named("Shift").unwrap()).location, 1);
    }
}
