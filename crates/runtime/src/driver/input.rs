//! Input events: pointer, wheel and keys.

use std::time::Duration;

/// Button of the mouse or another pointing device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Button {
    /// The primary button.
    #[default]
    Left,
    /// The middle button, which opens no menu.
    Middle,
    /// The secondary button, which opens the context menu.
    Right,
}

/// Key of a keyboard with the US layout, named by its `KeyboardEvent.key` value.
///
/// The values are the values of `KeyboardEvent.key` (UI Events, Named Key Attribute Values), such as `Enter`,
/// `ArrowDown`, `a` and `A`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key(String);

impl Key {
    /// Keys whose names are more than one character, such as `Enter` and `F1`.
    pub const NAMED: [NamedKey; 42] = [
        named("Enter", "Enter", 13, '\u{E007}'),
        named("Tab", "Tab", 9, '\u{E004}'),
        named("Escape", "Escape", 27, '\u{E00C}'),
        named("Backspace", "Backspace", 8, '\u{E003}'),
        named("Delete", "Delete", 46, '\u{E017}'),
        named("Insert", "Insert", 45, '\u{E016}'),
        named("Home", "Home", 36, '\u{E011}'),
        named("End", "End", 35, '\u{E010}'),
        named("PageUp", "PageUp", 33, '\u{E00E}'),
        named("PageDown", "PageDown", 34, '\u{E00F}'),
        named("ArrowUp", "ArrowUp", 38, '\u{E013}'),
        named("ArrowDown", "ArrowDown", 40, '\u{E015}'),
        named("ArrowLeft", "ArrowLeft", 37, '\u{E012}'),
        named("ArrowRight", "ArrowRight", 39, '\u{E014}'),
        named("Shift", "ShiftLeft", 16, '\u{E008}'),
        named("Control", "ControlLeft", 17, '\u{E009}'),
        named("Alt", "AltLeft", 18, '\u{E00A}'),
        named("Meta", "MetaLeft", 91, '\u{E03D}'),
        named("CapsLock", "CapsLock", 20, UNIDENTIFIED),
        named("ContextMenu", "ContextMenu", 93, UNIDENTIFIED),
        named("F1", "F1", 112, '\u{E031}'),
        named("F2", "F2", 113, '\u{E032}'),
        named("F3", "F3", 114, '\u{E033}'),
        named("F4", "F4", 115, '\u{E034}'),
        named("F5", "F5", 116, '\u{E035}'),
        named("F6", "F6", 117, '\u{E036}'),
        named("F7", "F7", 118, '\u{E037}'),
        named("F8", "F8", 119, '\u{E038}'),
        named("F9", "F9", 120, '\u{E039}'),
        named("F10", "F10", 121, '\u{E03A}'),
        named("F11", "F11", 122, '\u{E03B}'),
        named("F12", "F12", 123, '\u{E03C}'),
        named("Help", "Help", 47, '\u{E002}'),
        named("Pause", "Pause", 19, '\u{E00B}'),
        named("PrintScreen", "PrintScreen", 44, UNIDENTIFIED),
        named("NumLock", "NumLock", 144, UNIDENTIFIED),
        named("ScrollLock", "ScrollLock", 145, UNIDENTIFIED),
        named("Clear", "NumpadClear", 12, '\u{E005}'),
        named("Cancel", "Cancel", 3, '\u{E001}'),
        named("ZenkakuHankaku", "KanjiMode", 244, '\u{E040}'),
        named("AltGraph", "AltRight", 225, UNIDENTIFIED),
        named("Process", "Process", 229, UNIDENTIFIED),
    ];

    /// Creates a key from its `KeyboardEvent.key` value; returns `None` if there is no such key.
    ///
    /// `Space` is accepted for the space bar.
    ///
    /// ```
    /// # use webagents_runtime::driver::Key;
    /// assert_eq!(Key::named("Enter").unwrap().as_str(), "Enter");
    /// assert_eq!(Key::named("é").unwrap().as_str(), "é");
    /// assert!(Key::named("Entre").is_none());
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let name = if name == "Space" { " " } else { name };
        let mut characters = name.chars();
        // Protocols name keys such as Enter by characters of the private use area.
        let is_plain = |c: char| !c.is_control() && !('\u{e000}'..='\u{f8ff}').contains(&c);
        let is_one = characters.next().is_some_and(is_plain) && characters.next().is_none();
        (is_one || Self::NAMED.iter().any(|key| key.name == name)).then(|| Self(name.to_owned()))
    }

    /// Returns the key's `KeyboardEvent.key` value, such as `Enter` or `a`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the key as protocols name it, if its name is more than one character.
    pub fn as_named(&self) -> Option<&'static NamedKey> {
        Self::NAMED.iter().find(|key| key.name == self.0)
    }

    /// Returns whether the key is Shift, Control, Alt or Meta.
    pub fn is_modifier(&self) -> bool {
        matches!(self.0.as_str(), "Shift" | "Control" | "Alt" | "Meta")
    }
}

/// Key whose name is more than one character, as the protocols of browsers name it.
///
/// Sources: <https://www.w3.org/TR/uievents-code/> for the codes, <https://www.w3.org/TR/webdriver/#keyboard-actions> for
/// the characters, and the virtual key codes of <https://www.w3.org/TR/uievents/#legacy-key-models>.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedKey {
    /// `KeyboardEvent.key` value, such as `Shift`.
    pub name: &'static str,
    /// `KeyboardEvent.code` value, such as `ShiftLeft`.
    pub code: &'static str,
    /// Virtual key code.
    pub number: u32,
    /// Character by which WebDriver names the key.
    pub character: char,
}

/// Character for a key that has none in WebDriver.
const UNIDENTIFIED: char = '\u{E000}';

const fn named(name: &'static str, code: &'static str, number: u32, character: char) -> NamedKey {
    NamedKey { name, code, number, character }
}

/// Pointer, wheel or key event to be sent to the page, or a pause between such events.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InputEvent {
    /// Moves the pointer to a point of the viewport.
    Move {
        /// Distance from the left edge of the viewport, in CSS pixels.
        x: f64,
        /// Distance from the top edge of the viewport, in CSS pixels.
        y: f64,
    },
    /// Presses a button at the pointer's position.
    Press(Button),
    /// Releases a button.
    Release(Button),
    /// Turns the wheel over a point of the viewport.
    Wheel {
        /// Distance from the left edge of the viewport, in CSS pixels.
        x: f64,
        /// Distance from the top edge of the viewport, in CSS pixels.
        y: f64,
        /// Distance to scroll to the right, in CSS pixels.
        dx: f64,
        /// Distance to scroll down, in CSS pixels.
        dy: f64,
    },
    /// Presses a key, which types its character if it has one and no modifier but Shift is down.
    KeyDown(Key),
    /// Releases a key.
    KeyUp(Key),
    /// Waits for this time, at most a second.
    Pause(Duration),
}
