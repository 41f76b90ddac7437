//! Sliders that scripts make: keys move them to a value, which is read back.

use serde::Deserialize;
use serde_json::json;
use webagents_runtime::driver::InputEvent;

use crate::error::{BrowseError, BrowseErrorKind};
use crate::fields::{Said, tap};
use crate::locate::Located;
use crate::run::Run;

/// State of a slider.
#[derive(Debug, Clone, Deserialize)]
struct Slider {
    now: f64,
    #[serde(default)]
    min: Option<f64>,
    #[serde(default)]
    max: Option<f64>,
    /// Description of the element.
    text: String,
    /// Value as a person reads it.
    shows: String,
}

/// Keys that move a slider by a step: forward, then back.
const STEPS: [[&str; 2]; 2] = [["ArrowRight", "ArrowLeft"], ["ArrowUp", "ArrowDown"]];
/// Keys that move a slider by several steps.
const PAGES: [&str; 2] = ["PageUp", "PageDown"];
/// Steps from which on keys for several steps are tried first.
const MANY: f64 = 40.0;
/// Keys in one input, and rounds of an input with a look at the value.
const BATCH: f64 = 100.0;
const ROUNDS: usize = 40;
/// Milliseconds in which a slider takes a key.
const TAKES: u64 = 250;

impl Run<'_> {
    /// Moves a slider to a value, and returns its new value.
    pub(crate) async fn slide(&mut self, at: &Located, text: &str) -> Result<Said, BrowseError> {
        let mut slider = self.slider(at, None).await?;
        let wanted: f64 = text.trim().parse().map_err(|_| {
            let message = format!("{} takes a number, found {text:?}", slider.text);
            BrowseError::new(BrowseErrorKind::NotActionable, message)
        })?;
        let (min, max) = (slider.min.unwrap_or(f64::MIN), slider.max.unwrap_or(f64::MAX));
        if !(min..=max).contains(&wanted) {
            let message = format!("{} takes {min} to {max}, found {text:?}", slider.text);
            return Err(BrowseError::new(BrowseErrorKind::NotActionable, message));
        }
        let _: Said = self.call(&at.frame, "focus", json!({ "number": at.number })).await?;
        let before = slider.clone();
        let mut steps: Vec<([&str; 2], f64)> = Vec::new();
        for keys in STEPS {
            if same(slider.now, wanted) {
                break;
            }
            // At the end of the track the key for the way back moves it.
            for (at_key, key) in keys.into_iter().enumerate() {
                let was = slider.now;
                slider = self.slide_by(at, key, 1.0, was).await?;
                if !same(slider.now, was) {
                    let step = if at_key == 0 { slider.now - was } else { was - slider.now };
                    steps.push((keys, step));
                    break;
                }
            }
            if !steps.is_empty() {
                break;
            }
        }
        if let Some((_, step)) = steps.first()
            && ((wanted - slider.now) / step).abs() > MANY
        {
            let was = slider.now;
            let key = if wanted > was { PAGES[0] } else { PAGES[1] };
            slider = self.slide_by(at, key, 1.0, was).await?;
            let page = (slider.now - was).abs();
            if page > 1.5 * step.abs() && (slider.now > was) == (wanted > was) {
                steps.insert(0, (PAGES, page));
            }
        }
        for (keys, step) in steps {
            for _ in 0..ROUNDS {
                let count = ((wanted - slider.now) / step).round();
                let was = slider.now;
                if count == 0.0 || same(was, wanted) {
                    break;
                }
                let key = if count > 0.0 { keys[0] } else { keys[1] };
                slider = self.slide_by(at, key, count.abs().min(BATCH), was).await?;
                if (slider.now - wanted).abs() >= (was - wanted).abs() {
                    break;
                }
            }
        }
        let shows = format!("{} has {:?}", slider.text, slider.shows);
        if same(slider.now, wanted) {
            return Ok(Said::new(shows));
        }
        if same(slider.now, before.now) {
            let message = format!("{shows} after its keys, not {text:?}; `drag` may move it");
            return Err(BrowseError::new(BrowseErrorKind::NotTaken, message));
        }
        Ok(Said::new(format!("{shows}, the nearest to {text:?} that its keys reach")))
    }

    /// Presses a key some times, and returns the state after it.
    async fn slide_by(
        &mut self,
        at: &Located,
        key: &str,
        count: f64,
        was: f64,
    ) -> Result<Slider, BrowseError> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most BATCH")]
        let count = count as usize;
        let events: Vec<InputEvent> = std::iter::repeat_n(tap(key), count).flatten().collect();
        self.input(&events).await?;
        self.slider(at, Some(was)).await
    }

    /// Returns the state of a slider; with a value that it had, the first other one within some time.
    async fn slider(&mut self, at: &Located, was: Option<f64>) -> Result<Slider, BrowseError> {
        let ms = if was.is_some() { TAKES } else { 0 };
        self.call(&at.frame, "slider", json!({ "number": at.number, "was": was, "ms": ms })).await
    }
}

/// Returns whether two values are the same but for the imprecision of their calculation.
fn same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0)
}
