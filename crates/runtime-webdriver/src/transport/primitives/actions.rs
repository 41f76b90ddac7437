//! Input events as WebDriver's actions, which `BiDi` and the classic commands share.
//!
//! Source: <https://www.w3.org/TR/webdriver2/#actions>.

use serde_json::{Value, json};
use webagents_runtime::driver::{Button, InputEvent};

use super::keys::character;
use super::pause;

/// The sources of input.
const SOURCES: [&str; 3] = ["pointer", "key", "wheel"];

fn number(button: Button) -> u8 {
    match button {
        Button::Middle => 1,
        Button::Right => 2,
        _ => 0,
    }
}

/// A whole number of pixels, where protocols take no others.
#[expect(clippy::cast_possible_truncation, reason = "clamped, and whole afterwards")]
fn whole(pixels: f64) -> i64 {
    pixels.clamp(-1.0e9, 1.0e9).round() as i64
}

/// The action of an event, and the source that it is of.
fn action(event: &InputEvent) -> Option<(usize, Value)> {
    Some(match event {
        InputEvent::Move { x, y } => (
            0,
            json!({ "type": "pointerMove", "x": whole(*x), "y": whole(*y), "duration": 0, "origin": "viewport" }),
        ),
        InputEvent::Press(button) => (0, json!({ "type": "pointerDown", "button": number(*button) })),
        InputEvent::Release(button) => (0, json!({ "type": "pointerUp", "button": number(*button) })),
        InputEvent::KeyDown(key) => (1, json!({ "type": "keyDown", "value": character(key) })),
        InputEvent::KeyUp(key) => (1, json!({ "type": "keyUp", "value": character(key) })),
        InputEvent::Wheel { x, y, dx, dy } => (
            2,
            json!({
                "type": "scroll", "x": whole(*x), "y": whole(*y), "deltaX": whole(*dx), "deltaY": whole(*dy),
                "duration": 0, "origin": "viewport",
            }),
        ),
        InputEvent::Pause(asked) => {
            (0, json!({ "type": "pause", "duration": u64::try_from(pause(*asked).as_millis()).unwrap_or(0) }))
        }
        _ => return None,
    })
}

/// The sources with their actions, one event after the other.
pub(crate) fn actions(events: &[InputEvent]) -> Value {
    let steps: Vec<(usize, Value)> = events.iter().filter_map(action).collect();
    let sources = SOURCES.iter().enumerate().filter(|(source, _)| steps.iter().any(|(of, _)| of == source));
    let sources = sources.map(|(source, kind)| {
        let actions: Value = steps
            .iter()
            .map(|(of, action)| if *of == source { action.clone() } else { json!({ "type": "pause" }) })
            .collect();
        let mut source = json!({ "type": kind, "id": format!("webagents-{kind}"), "actions": actions });
        if *kind == "pointer" {
            source["parameters"] = json!({ "pointerType": "mouse" });
        }
        source
    });
    sources.collect()
}

#[cfg(test)]
mod tests {
    use webagents_runtime::driver::Key;

    use super::*;

    #[test]
    fn each_event_has_a_step_of_its_own() {
        let events = [
            InputEvent::Move { x: 1.6, y: f64::NAN },
            InputEvent::KeyDown(Key::named("Enter").unwrap()),
            InputEvent::Press(Button::Right),
        ];
        let sources = actions(&events);
        assert_eq!(sources.as_array().map(Vec::len), Some(2));
        assert_eq!(sources[0]["actions"][0]["x"], 2);
        assert_eq!(sources[0]["actions"][1], json!({ "type": "pause" }));
        assert_eq!(sources[0]["actions"][2], json!({ "type": "pointerDown", "button": 2 }));
        assert_eq!(sources[1]["actions"][1], json!({ "type": "keyDown", "value": "\u{E007}" }));
        assert_eq!(sources[1]["actions"][2], json!({ "type": "pause" }));
        assert_eq!(actions(&[]), json!([]));
    }
}
