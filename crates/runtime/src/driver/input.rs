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
/// The values are those of `KeyboardEvent.key` (UI Events, Named Key Attribute Values), such as `Enter`, `ArrowDown`,
/// `a` and `A`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key(String);

impl Key {
    /// Names of the keys that are more than one character, such as `Enter` and `F1`.
    pub const NAMES: [&str; 42] = [
        "Enter",
        "Tab",
        "Escape",
        "Backspace",
        "Delete",
        "Insert",
        "Home",
        "End",
        "PageUp",
        "PageDown",
        "ArrowUp",
        "ArrowDown",
        "ArrowLeft",
        "ArrowRight",
        "Shift",
        "Control",
        "Alt",
        "Meta",
        "CapsLock",
        "ContextMenu",
        "F1",
        "F2",
        "F3",
        "F4",
        "F5",
        "F6",
        "F7",
        "F8",
        "F9",
        "F10",
        "F11",
        "F12",
        "Help",
        "Pause",
        "PrintScreen",
        "NumLock",
        "ScrollLock",
        "Clear",
        "Cancel",
        "ZenkakuHankaku",
        "AltGraph",
        "Process",
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
        let is_one =
            characters.next().is_some_and(|first| !first.is_control()) && characters.next().is_none();
        (is_one || Self::NAMES.contains(&name)).then(|| Self(name.to_owned()))
    }

    /// Returns the key's `KeyboardEvent.key` value, such as `Enter` or `a`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the key is Shift, Control, Alt or Meta.
    pub fn is_modifier(&self) -> bool {
        matches!(self.0.as_str(), "Shift" | "Control" | "Alt" | "Meta")
    }
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
