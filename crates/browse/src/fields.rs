//! Fields: text, keys, choices, boxes and files.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use webagents_runtime::driver::{Button, FrameId, InputEvent, Key};

use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind, usage};
use crate::locate::Located;
use crate::report::{report, with_lines};
use crate::request::{Chord, Target};
use crate::run::Run;

#[derive(Deserialize)]
pub(crate) struct Begun {
    /// `text`, `rich`, `end`, `cells`, `editor`, `slider`, `done`, or `written` with the outcome in `text`.
    mode: String,
    #[serde(default)]
    empty: bool,
    #[serde(flatten)]
    said: Option<Said>,
}

#[derive(Deserialize)]
pub(crate) struct Said {
    pub(crate) text: String,
    /// The element is not in the document any more.
    #[serde(default)]
    pub(crate) gone: bool,
    /// The document is another one.
    #[serde(default)]
    left: bool,
    /// The field has another value than the text.
    #[serde(default)]
    other: bool,
}

impl Said {
    /// A line about an element that is still there.
    pub(crate) fn new(text: String) -> Self {
        Self { text, gone: false, left: false, other: false }
    }
}

#[derive(Deserialize)]
struct Checked {
    state: String,
    text: String,
    #[serde(default)]
    radio: bool,
    /// `text` is the whole reply: the state is unknown, and its signs changed.
    #[serde(default)]
    is_reply: bool,
    /// Point to click, if the box is not as wanted.
    #[serde(default)]
    point: Option<Value>,
    /// Number of the box, if it is in the element.
    #[serde(default)]
    inner: Option<u64>,
}

impl Checked {
    /// A line about a box that has the state wanted, which `word` names.
    fn reply(self, word: &str) -> String {
        if self.is_reply { self.text } else { format!("{} is {word}", self.text) }
    }
}

/// Time for a page to draw a field or an editor anew after a key.
const DRAWS: Duration = Duration::from_millis(30);
/// Characters that are typed key by key; longer texts are put in whole.
const TYPED: usize = 200;
/// Looks at an element that the page draws again and again, after the input.
const TRIES: usize = 10;

impl Run<'_> {
    /// Replaces the text of a field, or adds to it.
    pub(crate) async fn write(
        &mut self,
        action: &str,
        target: &Target,
        text: &str,
        append: bool,
    ) -> Result<String, BrowseError> {
        let secrets = self.state.options.secrets.clone();
        let (text, secret) = secrets.resolve(text)?;
        let begin = json!({ "text": text, "append": append, "write": !append, "secret": secret });
        let (mut at, written) = loop {
            let mut at = match self.locate_then(target, Some(("beginText", &begin))).await {
                // The search writes, too, and its text may have led there.
                Err(error) if error.has_left() && !append => {
                    return Err(error.with_note("; `fill` may have written the text before: `snapshot` shows the page that is there now"));
                }
                at => at?,
            };
            let permitted = self.permit(action, &at.frame, at.number).await;
            let written = match permitted {
                Ok(()) => self.write_once(&mut at, text, append, secret, false).await,
                Err(error) => Err(error),
            };
            match written {
                // It went before anything was written.
                Err(error) if self.is_found_again(target, &error) => {}
                written => break (at, written),
            }
        };
        let said = match written {
            // Editors with a selection of their own take keys.
            Err(error) if error.kind() == BrowseErrorKind::NotTaken && !append => {
                match self.write_once(&mut at, text, append, secret, true).await {
                    Err(again) if again.kind() == BrowseErrorKind::Usage && !secret => {
                        self.type_digits(&mut at, text).await?.ok_or(error)?
                    }
                    Err(again) if again.kind() == BrowseErrorKind::Usage => return Err(error),
                    other => other?,
                }
            }
            other => other?,
        };
        let said = if said.other {
            let other = BrowseError::new(BrowseErrorKind::NotTaken, said.text);
            if append {
                return Err(other);
            }
            // The field has the result of the last input.
            match self.type_after_click(&mut at, text).await {
                Ok(said) if !said.other => said,
                Ok(said) => return Err(BrowseError::new(BrowseErrorKind::NotTaken, said.text)),
                Err(error) if error.kind() == BrowseErrorKind::NotTaken => return Err(error),
                Err(_) => return Err(other),
            }
        } else {
            said
        };
        if said.left {
            return self.arrived().await;
        }
        let lines = self.dismissed();
        if said.gone && !append {
            let arguments = json!({ "text": text, "secret": secret });
            if let Some(anew) = self.ask_anew::<Said>(target, "filledAnew", arguments).await? {
                return Ok(with_lines(anew.text, &lines));
            }
        }
        Ok(with_lines(said.text, &lines))
    }

    /// Writes a text as a person does: clicks the field, which may open its panel, and types the text.
    async fn type_after_click(&mut self, at: &mut Located, text: &str) -> Result<Said, BrowseError> {
        self.type_keys_after_click(at, text, text).await
    }

    /// Types the digits of a date or a time into a field that shows one in the same form.
    async fn type_digits(&mut self, at: &mut Located, text: &str) -> Result<Option<Said>, BrowseError> {
        let arguments = json!({ "number": at.number, "text": text });
        let digits: String = self.call(&at.frame, "digitsFor", arguments).await?;
        if digits.is_empty() {
            return Ok(None);
        }
        let said = self.type_keys_after_click(at, text, &digits).await.ok();
        Ok(said.filter(|said| !said.other))
    }

    /// Clicks a field and types keys, after which it is to have a text.
    async fn type_keys_after_click(
        &mut self,
        at: &mut Located,
        text: &str,
        keys: &str,
    ) -> Result<Said, BrowseError> {
        self.press_at(at, Button::Left, 1).await?;
        let mut arguments = at.arguments();
        (arguments["text"], arguments["append"], arguments["patience"]) =
            (text.into(), false.into(), 0.into());
        arguments["again"] = true.into();
        let begun: Begun = self.call(&at.frame, "beginText", arguments).await?;
        if begun.mode == "text" {
            for key in keys.chars() {
                self.put(&at.frame, key.encode_utf8(&mut [0; 4]), true).await?;
                self.pause(DRAWS).await;
            }
        }
        self.call(&at.frame, "endText", json!({ "secret": false })).await
    }

    async fn write_once(
        &mut self,
        at: &mut Located,
        text: &str,
        append: bool,
        secret: bool,
        by_keys: bool,
    ) -> Result<Said, BrowseError> {
        let frame = &at.frame.clone();
        let patience = self.patience()?;
        let mut arguments = at.arguments();
        (arguments["text"], arguments["append"]) = (text.into(), append.into());
        arguments["patience"] = patience.into();
        (arguments["write"], arguments["secret"]) = ((!append && !by_keys).into(), secret.into());
        arguments["again"] = by_keys.into();
        let mut begun: Begun = self.call_unless_done(at, "beginText", arguments.clone()).await?;
        if let Some(said) = begun.said.filter(|_| begun.mode == "written") {
            return Ok(said);
        }
        if begun.mode == "rich" && text.contains('\n') && !append && !by_keys {
            // Some editors take Enter only at a caret that the pointer has set.
            self.press_at(at, Button::Left, 1).await?;
            arguments["number"] = at.number.into();
            begun = self.call(frame, "beginText", arguments).await?;
        }
        if begun.mode == "slider" {
            return self.slide(at, text).await;
        }
        if by_keys && begun.mode != "rich" {
            return Err(usage("not an editor"));
        }
        let delete = tap("Delete");
        if by_keys {
            self.input(&Chord::parse("Control+a")?.events()).await?;
            self.input(&delete).await?;
        }
        match begun.mode.as_str() {
            "done" => {}
            // A code editor takes keys, and its field has a part of the text at most.
            "editor" => {
                let chord = if append { "Control+End" } else { "Control+a" };
                self.input(&Chord::parse(chord)?.events()).await?;
                if !append && !begun.empty {
                    self.input(&delete).await?;
                }
                if !text.is_empty() {
                    self.insert_text(text).await?;
                }
            }
            "cells" => {
                for (at, character) in text.chars().enumerate() {
                    let is_there: bool = self.call(frame, "nextCell", json!({ "at": at })).await?;
                    if !is_there {
                        break;
                    }
                    self.insert_text(character.encode_utf8(&mut [0; 4])).await?;
                }
            }
            "end" => {
                self.permit_breaks(text, append, at).await?;
                self.input(&tap("End")).await?;
                self.put(frame, text, append).await?;
            }
            _ if text.is_empty() => {
                if !begun.empty && !append {
                    self.input(&delete).await?;
                }
            }
            "rich" if text.contains('\n') => {
                self.permit_breaks(text, true, at).await?;
                let is_pasted: bool = self.call(frame, "paste", json!({ "text": text })).await?;
                let lines = if is_pasted { "" } else { text };
                for (at, line) in lines.split('\n').enumerate() {
                    if at > 0 {
                        self.input(&tap("Enter")).await?;
                        self.pause(DRAWS).await;
                    }
                    if !line.is_empty() {
                        self.insert_text(line).await?;
                    }
                }
            }
            _ => {
                self.permit_breaks(text, append, at).await?;
                self.put(frame, text, append).await?;
            }
        }
        if let Some(dialog) = self.dialog().await {
            let message = format!(
                "{dialog} opened during the input, and the field may have a part of the text alone: `dialog accept` or \
                 `dialog dismiss`, then `get value`"
            );
            return Err(BrowseError::new(BrowseErrorKind::Dialog, message));
        }
        match self.call(frame, "endText", json!({ "secret": secret })).await {
            Err(error) if error.has_left() => Ok(Said { left: true, ..Said::new(String::new()) }),
            said => said,
        }
    }

    /// Judges the line breaks of a text, for which the command presses Enter in the field.
    async fn permit_breaks(&mut self, text: &str, by_keys: bool, at: &Located) -> Result<(), BrowseError> {
        if !by_keys || !text.contains('\n') {
            return Ok(());
        }
        self.permit_key(&Chord::parse("Enter")?, Some((&at.frame, at.number))).await
    }

    /// Puts a text at the caret: by keys if it is short and added.
    ///
    /// Keys that would act on another element are stopped, because the page may move the focus at each of them.
    pub(crate) async fn put(
        &mut self,
        frame: &FrameId,
        text: &str,
        by_keys: bool,
    ) -> Result<(), BrowseError> {
        let keys: Option<Vec<Key>> = (by_keys && text.chars().count() <= TYPED)
            .then(|| {
                text.chars()
                    .map(|c| if c == '\n' { Key::named("Enter") } else { Key::named(&c.to_string()) })
                    .collect()
            })
            .flatten();
        let Some(keys) = keys else { return self.insert_text(text).await };
        let _: bool = self.call(frame, "holdKeys", json!({ "on": true })).await?;
        let typed = self.type_keys(frame, keys).await;
        if self.dialog().await.is_none() {
            // The page may have gone.
            let _: Result<bool, BrowseError> = self.call(frame, "holdKeys", json!({ "on": false })).await;
        }
        typed
    }

    /// Presses keys one after the other, as long as no other document has the focus.
    async fn type_keys(&mut self, frame: &FrameId, keys: Vec<Key>) -> Result<(), BrowseError> {
        let press = |key: Key| [InputEvent::KeyDown(key.clone()), InputEvent::KeyUp(key)];
        let has_frames = !self.state.options.policy.is_empty() && self.frames().await?.len() > 1;
        let all = keys.len();
        let moved = |typed: usize| {
            let message = format!(
                "the page has moved the focus to another document after {typed} of {all} characters, and the rest was not typed"
            );
            Err(BrowseError::new(BrowseErrorKind::NotTaken, message))
        };
        let place = if has_frames { self.focus_in(frame).await? } else { String::new() };
        match place.as_str() {
            "frame" => return moved(0),
            "here" => {}
            // A window without the focus has none to lose.
            _ => {
                let events: Vec<InputEvent> = keys.into_iter().flat_map(press).collect();
                return self.input(&events).await;
            }
        }
        for (typed, key) in keys.into_iter().enumerate() {
            if typed > 0 && self.dialog().await.is_none() && self.focus_in(frame).await? != "here" {
                return moved(typed);
            }
            self.input(&press(key)).await?;
        }
        Ok(())
    }

    /// Returns the document that has the focus, as seen from one: `here`, `frame` or `elsewhere`.
    async fn focus_in(&mut self, frame: &FrameId) -> Result<String, BrowseError> {
        match self.call(frame, "focusIn", json!({})).await {
            // The keys that are left go to the next document.
            Err(error) if error.has_left() => Ok("elsewhere".to_owned()),
            place => place,
        }
    }

    pub(crate) async fn press(
        &mut self,
        target: Option<&Target>,
        chord: &Chord,
    ) -> Result<String, BrowseError> {
        let mut frame = match target {
            Some(target) => {
                let at = self.locate(target).await?;
                self.permit_key(chord, Some((&at.frame, at.number))).await?;
                let _: Said = self.call(&at.frame, "focus", at.arguments()).await?;
                at.frame
            }
            None => {
                self.permit_key(chord, None).await?;
                within(self.end, self.driver.main_frame()).await?
            }
        };
        self.know_tabs().await?;
        if target.is_none() {
            frame = self.focused_frame(frame).await?;
        }
        let _: bool = self.call(&frame, "watch", json!({ "number": 0, "keys": true })).await?;
        self.input(&chord.events()).await?;
        let lines = self.outcome(&frame).await?.lines();
        Ok(report("pressed", &chord.to_string(), &lines))
    }

    /// Returns the frame whose document has the focus, or `main` if none is known to have it.
    async fn focused_frame(&mut self, main: FrameId) -> Result<FrameId, BrowseError> {
        let place: String = self.call(&main, "focusIn", json!({})).await?;
        if place != "frame" {
            return Ok(main);
        }
        for frame in self.frames().await?.into_iter().skip(1) {
            // A frame may go during the call.
            let place: Result<String, BrowseError> = self.call(&frame.id, "focusIn", json!({})).await;
            if place.is_ok_and(|place| place == "here") {
                return Ok(frame.id);
            }
        }
        Ok(main)
    }

    /// Calls a function with the element that the page has put in the place of a target's, if any.
    pub(crate) async fn ask_anew<T: DeserializeOwned>(
        &mut self,
        target: &Target,
        name: &str,
        mut arguments: Value,
    ) -> Result<Option<T>, BrowseError> {
        if matches!(target, Target::Reference(_)) {
            return Ok(None);
        }
        for left in (0..TRIES).rev() {
            let found = self.search(target).await?;
            let row = found.rows.into_iter().next().filter(|_| found.count == 1);
            let Some((frame, row)) = row else { return Ok(None) };
            arguments["number"] = row.number.into();
            match self.call(&frame, name, arguments.clone()).await {
                Err(error) if error.kind() == BrowseErrorKind::Stale && left > 0 => {}
                said => return said.map(Some),
            }
        }
        Ok(None)
    }

    pub(crate) async fn check(
        &mut self,
        action: &str,
        target: &Target,
        want: bool,
    ) -> Result<String, BrowseError> {
        let mut pressed = None;
        loop {
            match self.check_once(action, target, want, &mut pressed).await {
                Err(error) if self.is_found_again(target, &error) => {}
                Err(error) => {
                    return Err(match pressed {
                        Some(state) if error.kind() == BrowseErrorKind::Stale => not_taken(&state),
                        _ => error,
                    });
                }
                done => return done,
            }
        }
    }

    /// Clicks a box whose state is not the one wanted.
    ///
    /// If the page replaced the box before it took the click, the error reports that it has gone, and
    /// `pressed` has the state of the new box.
    async fn check_once(
        &mut self,
        action: &str,
        target: &Target,
        want: bool,
        pressed: &mut Option<Checked>,
    ) -> Result<String, BrowseError> {
        let word = if want { "checked" } else { "not checked" };
        let wanted = want.to_string();
        let mut at = self.locate_then(target, Some(("prepareCheck", &json!({ "want": want })))).await?;
        self.permit(action, &at.frame, at.number).await?;
        let mut arguments = at.arguments();
        (arguments["want"], arguments["patience"]) = (want.into(), self.patience()?.into());
        let now: Checked = self.call_unless_done(&mut at, "prepareCheck", arguments).await?;
        // After an input on an element that went, the state may be its work.
        if now.state == wanted && self.again_until.is_some() {
            return Ok(format!("{} is {word}", now.text));
        }
        if now.state == wanted {
            return Ok(format!("{} was {word} already", now.text));
        }
        if now.radio && !want {
            return Err(BrowseError::new(
                BrowseErrorKind::NotActionable,
                format!("{} is cleared by checking another one of its group", now.text),
            ));
        }
        if let Some(inner) = now.inner {
            self.permit(action, &at.frame, inner).await?;
            at.number = inner;
        }
        at.done = now.point;
        let (_, lines) = self.press_at(&mut at, Button::Left, 1).await?;
        let arguments = json!({ "number": at.number, "want": want });
        let state: Result<Checked, BrowseError> = self.call(&at.frame, "checked", arguments).await;
        match state {
            Ok(state) if state.state == wanted => {
                let dialogs = lines.iter().filter(|line| line.starts_with("a dialog"));
                Ok(with_lines(state.reply(word), dialogs))
            }
            Ok(state) => Err(not_taken(&state)),
            Err(error) if error.kind() == BrowseErrorKind::Stale && !error.has_left() => {
                match self.ask_anew::<Checked>(target, "checked", json!({ "want": want })).await? {
                    Some(anew) if anew.state == wanted => Ok(anew.reply(word)),
                    Some(anew) if self.taken.has_clicked => Err(not_taken(&anew)),
                    Some(anew) => {
                        *pressed = Some(anew);
                        Err(error)
                    }
                    // The page may have another view by now.
                    None if !lines.is_empty() => Ok(report("clicked", &now.text, &lines)),
                    None => Err(error),
                }
            }
            // A dialog, or another page.
            Err(_) if !lines.is_empty() => Ok(report("clicked", &now.text, &lines)),
            Err(error) => Err(error),
        }
    }
}

/// The events of a key without modifiers.
pub(crate) fn tap(name: &str) -> Vec<InputEvent> {
    Key::named(name)
        .map(|key| vec![InputEvent::KeyDown(key.clone()), InputEvent::KeyUp(key)])
        .unwrap_or_default()
}

/// The error of a box that has another state than the one wanted.
fn not_taken(state: &Checked) -> BrowseError {
    let message = format!("{} is {} after the click", state.text, shown_state(&state.state));
    BrowseError::new(BrowseErrorKind::NotTaken, message)
}

fn shown_state(state: &str) -> &str {
    match state {
        "true" => "checked",
        "false" => "not checked",
        other => other,
    }
}
