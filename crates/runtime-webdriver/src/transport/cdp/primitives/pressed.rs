//! State of pointer and keyboard, and the commands of events.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;
use webagents_runtime::driver::{Button, InputEvent, Key};

use crate::transport::primitives::keys::code;

/// Time and distance within which a second press is a part of a double click.
const DOUBLE: Duration = Duration::from_millis(500);
const NEAR: f64 = 4.0;

/// Pointer and keyboard.
#[derive(Default)]
pub(super) struct Input {
    x: f64,
    y: f64,
    buttons: Vec<Button>,
    keys: Vec<Key>,
    last: Option<Press>,
    /// `true` if events were given up half-way.
    pub(super) is_unfinished: bool,
}

/// The last press of a button.
#[derive(Clone, Copy)]
struct Press {
    button: Button,
    x: f64,
    y: f64,
    at: Instant,
    count: u32,
}

fn name(button: Button) -> &'static str {
    match button {
        Button::Middle => "middle",
        Button::Right => "right",
        _ => "left",
    }
}

fn mask(button: Button) -> u32 {
    match button {
        Button::Right => 2,
        Button::Middle => 4,
        _ => 1,
    }
}

impl Input {
    fn pressed(&self) -> u32 {
        self.buttons.iter().map(|&button| mask(button)).sum()
    }

    fn modifiers(&self) -> u32 {
        let bit = |key: &Key| match key.as_str() {
            "Alt" => 1,
            "Control" => 2,
            "Meta" => 4,
            "Shift" => 8,
            _ => 0,
        };
        self.keys.iter().map(bit).fold(0, |all, bit| all | bit)
    }

    /// Counts a press as the second of a double click, if it is.
    fn press(&mut self, button: Button) -> u32 {
        let (x, y, at) = (self.x, self.y, Instant::now());
        let follows = |last: &Press| {
            last.button == button
                && at - last.at < DOUBLE
                && (last.x - x).abs() < NEAR
                && (last.y - y).abs() < NEAR
        };
        let count = self.last.filter(follows).map_or(1, |last| last.count + 1);
        self.last = Some(Press { button, x, y, at, count });
        if !self.buttons.contains(&button) {
            self.buttons.push(button);
        }
        count
    }

    fn mouse(&self, kind: &str, button: &str, count: u32) -> Value {
        json!({
            "type": kind, "x": self.x, "y": self.y, "button": button, "buttons": self.pressed(),
            "clickCount": count, "modifiers": self.modifiers(),
        })
    }

    fn key(&self, key: &Key, kind: &str, text: Option<&str>, repeats: bool) -> Value {
        let known = code(key);
        let mut event = json!({
            "type": kind, "key": key.as_str(), "code": known.code, "location": known.location,
            "windowsVirtualKeyCode": known.number, "modifiers": self.modifiers(), "autoRepeat": repeats,
        });
        if let Some(text) = text {
            event["text"] = json!(text);
            event["unmodifiedText"] = json!(text);
        }
        event
    }

    /// The command for an event, which is done from now on.
    pub(super) fn command(&mut self, event: &InputEvent) -> Option<(&'static str, Value)> {
        const MOUSE: &str = "Input.dispatchMouseEvent";
        const KEY: &str = "Input.dispatchKeyEvent";
        Some(match event {
            InputEvent::Move { x, y } => {
                (self.x, self.y) = (*x, *y);
                let held = self.buttons.first().map_or("none", |&button| name(button));
                (MOUSE, self.mouse("mouseMoved", held, 0))
            }
            InputEvent::Press(button) => {
                let count = self.press(*button);
                (MOUSE, self.mouse("mousePressed", name(*button), count))
            }
            InputEvent::Release(button) => {
                self.buttons.retain(|held| held != button);
                let count = self.last.filter(|last| last.button == *button).map_or(1, |last| last.count);
                (MOUSE, self.mouse("mouseReleased", name(*button), count))
            }
            InputEvent::Wheel { x, y, dx, dy } => {
                (self.x, self.y) = (*x, *y);
                let mut wheel = self.mouse("mouseWheel", "none", 0);
                (wheel["deltaX"], wheel["deltaY"]) = (json!(dx), json!(dy));
                (MOUSE, wheel)
            }
            InputEvent::KeyDown(key) => {
                let repeats = self.keys.contains(key);
                if !repeats {
                    self.keys.push(key.clone());
                }
                let types = self.modifiers() & !8 == 0;
                let text = code(key).text.filter(|_| types);
                let kind = if text.is_some() { "keyDown" } else { "rawKeyDown" };
                (KEY, self.key(key, kind, text.as_deref(), repeats))
            }
            InputEvent::KeyUp(key) => {
                self.keys.retain(|held| held != key);
                (KEY, self.key(key, "keyUp", None, false))
            }
            _ => return None,
        })
    }

    /// The events that release the keys and buttons of an unfinished input.
    pub(super) fn releases(&self) -> Vec<InputEvent> {
        let buttons = self.buttons.iter().map(|&button| InputEvent::Release(button));
        buttons.chain(self.keys.iter().rev().cloned().map(InputEvent::KeyUp)).collect()
    }
}
