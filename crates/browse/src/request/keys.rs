//! Keys with their modifiers, such as `Control+a`.

use webagents_runtime::driver::{InputEvent, Key};

use crate::error::{BrowseError, BrowseErrorKind};

/// Key to press, with modifier keys, such as Control, to hold down while it is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    modifiers: Vec<Key>,
    key: Key,
}

/// Spellings of other tools.
const ALIASES: [(&str, &str); 19] = [
    ("Ctrl", "Control"),
    ("Cmd", "Meta"),
    ("Command", "Meta"),
    ("Super", "Meta"),
    ("Win", "Meta"),
    ("Option", "Alt"),
    ("Return", "Enter"),
    ("Esc", "Escape"),
    ("Del", "Delete"),
    ("Ins", "Insert"),
    ("Up", "ArrowUp"),
    ("Down", "ArrowDown"),
    ("Left", "ArrowLeft"),
    ("Right", "ArrowRight"),
    ("PgUp", "PageUp"),
    ("PgDn", "PageDown"),
    ("Plus", "+"),
    ("Minus", "-"),
    ("Spacebar", "Space"),
];

impl Chord {
    /// Parses the name of a key with modifier keys before it, such as `Control+Shift+K`.
    pub fn parse(text: &str) -> Result<Self, BrowseError> {
        let usage = |found: &str| {
            BrowseError::new(
                BrowseErrorKind::Usage,
                format!(
                    "expected a key such as Enter, ArrowDown, a or Control+Shift+K, found {found:?}; \
                     the names are those of KeyboardEvent.key"
                ),
            )
        };
        let trimmed = if text.trim().is_empty() { text } else { text.trim() };
        // The last character is a key if it is a plus sign.
        let (before, last) = match trimmed.strip_suffix('+') {
            Some("") => ("", "+"),
            Some(rest) if rest.ends_with('+') => (rest.trim_end_matches('+'), "+"),
            Some(_) => return Err(usage(text)),
            None => trimmed.rsplit_once('+').unwrap_or(("", trimmed)),
        };
        let mut modifiers = Vec::new();
        for part in before.split('+').filter(|part| !before.is_empty() || !part.is_empty()) {
            let key = named(part.trim()).filter(Key::is_modifier).ok_or_else(|| usage(text))?;
            if !modifiers.contains(&key) {
                modifiers.push(key);
            }
        }
        let key = named(last).ok_or_else(|| usage(text))?;
        Ok(Self { modifiers, key })
    }

    /// The events that press and release it.
    pub(crate) fn events(&self) -> Vec<InputEvent> {
        let down = self.modifiers.iter().chain([&self.key]).cloned().map(InputEvent::KeyDown);
        let up = [&self.key].into_iter().chain(self.modifiers.iter().rev()).cloned().map(InputEvent::KeyUp);
        down.chain(up).collect()
    }

    /// Returns the names of the modifiers that are held.
    pub(crate) fn modifiers(&self) -> Vec<&str> {
        self.modifiers.iter().map(Key::as_str).collect()
    }

    /// Returns the name of the key without its modifiers, as `KeyboardEvent.key` has it.
    pub(crate) fn key(&self) -> &str {
        self.key.as_str()
    }
}

impl std::fmt::Display for Chord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for modifier in &self.modifiers {
            write!(f, "{}+", modifier.as_str())?;
        }
        f.write_str(if self.key.as_str() == " " { "Space" } else { self.key.as_str() })
    }
}

/// The key of a name, of an alias of it, or of one in other case.
fn named(name: &str) -> Option<Key> {
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name)).map(|(_, key)| *key);
    let mut names = Key::NAMED.iter().map(|key| key.name).chain(["Space"]);
    let cased = names.find(|known| known.eq_ignore_ascii_case(name));
    Key::named(alias.or(cased).unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> String {
        let events = Chord::parse(text).expect(text).events();
        let one = |event: &InputEvent| match event {
            InputEvent::KeyDown(key) => format!("+{}", key.as_str()),
            InputEvent::KeyUp(key) => format!("-{}", key.as_str()),
            other => format!("{other:?}"),
        };
        events.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn modifiers_are_held_around_the_key() {
        assert_eq!(shown("Control+a"), "+Control +a -a -Control");
        assert_eq!(shown("ctrl+shift+K"), "+Control +Shift +K -K -Shift -Control");
        assert_eq!(shown("Control+Control+a"), "+Control +a -a -Control");
        assert_eq!(shown("enter"), "+Enter -Enter");
        assert_eq!(shown("f5"), "+F5 -F5");
        assert_eq!(shown("Esc"), "+Escape -Escape");
        assert_eq!(shown("+"), "++ -+");
        assert_eq!(shown("Control++"), "+Control ++ -+ -Control");
        assert_eq!(shown(" "), "+  - ");
        assert_eq!(shown("Space"), "+  - ");
        assert_eq!(shown("Shift"), "+Shift -Shift");
    }

    #[test]
    fn words_that_are_no_keys_are_refused() {
        for text in ["", "Entre", "a+b", "Control+", "Hyper+a", "Control+Enterr", "+a+"] {
            let error = Chord::parse(text).expect_err(text);
            assert_eq!(error.kind(), BrowseErrorKind::Usage);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_key_or_an_error(text in "\\PC{0,20}") {
            let _ = Chord::parse(&text);
        }
    }
}
