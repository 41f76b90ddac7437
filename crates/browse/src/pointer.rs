//! The pointer: clicks, hovers and drags, and the outcome of an input.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use webagents_runtime::driver::{Button, Capability, FrameId, InputEvent, World};
use webagents_runtime::page::PageEvent;

use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind};
use crate::locate::{Located, Match};
use crate::report::{REACTS, arrival, report, waits_for, with_lines};
use crate::request::Target;
use crate::run::Run;
use crate::views::LEFT;

/// A point of an element that takes the pointer.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    #[serde(default)]
    pub(crate) text: String,
    /// Place where the pointer rests, if it is in the document.
    #[serde(default)]
    from: Option<(f64, f64)>,
    /// Another element than before is under the resting pointer.
    #[serde(default)]
    under: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "members of one answer of the page")]
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Reaction {
    /// The watch is gone, and so is its document.
    lost: bool,
    /// The element that took the input in place of the target.
    missed: Option<String>,
    lines: Vec<String>,
    leaves: bool,
    begun: bool,
    /// The target took the event `click`.
    clicked: bool,
    /// The target took the press, and another element the release.
    half: bool,
    /// The target moved away between the press and the release.
    moved: bool,
    /// New elements that the lines name, and the next number for a reference.
    rows: Vec<Match>,
    next: u64,
}

/// Result of a drag.
#[derive(Debug, Default, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "members of one answer of the page")]
struct Dragged {
    /// It was one of the drag and drop API, and not of pointer events alone.
    api: bool,
    /// Its events were made by a script.
    made: bool,
    dropped: bool,
    /// Its source is in another place, or is gone.
    #[serde(default)]
    moved: bool,
    /// The element that took the drop in place of the target.
    #[serde(default)]
    elsewhere: Option<String>,
}

/// Returns whether a reaction changed only attributes that mark a dragged element.
fn marks_a_drag(line: &str) -> bool {
    let names: Vec<&str> = line
        .strip_prefix("attributes changed: ")
        .map(|names| names.split(", ").collect())
        .unwrap_or_default();
    names.contains(&"draggable") && names.iter().all(|name| matches!(*name, "draggable" | "class" | "style"))
}

/// Point of the target of a drag, while the button is down.
#[derive(Deserialize)]
struct Aim {
    x: f64,
    y: f64,
    /// The target is still under the pointer.
    stays: bool,
}

/// The document of a frame.
struct FrameDocument {
    url: String,
    title: String,
    /// Its HTTP status, if the engine knows it.
    status: Option<u16>,
}

impl FrameDocument {
    /// Returns whether the browser shows it in place of a page.
    fn is_error_page(&self) -> bool {
        self.url.starts_with("chrome-error:") || self.url.starts_with("about:neterror")
    }

    fn arrival(&self, place: &str) -> String {
        arrival(place, &self.url, &self.title, self.status)
    }
}

/// Result of an input.
pub(crate) enum Outcome {
    /// Lines about it; empty if nothing reacted.
    Lines(Vec<String>),
    /// Another element was in the way.
    Missed(String),
}

impl Outcome {
    /// Returns the lines; empty if another element was in the way.
    pub(crate) fn lines(self) -> Vec<String> {
        match self {
            Self::Lines(lines) => lines,
            Self::Missed(_) => Vec::new(),
        }
    }
}

/// Returns the point at a distance from one point towards another.
fn toward(from: (f64, f64), to: (f64, f64), distance: f64) -> (f64, f64) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y);
    if length < 1.0 {
        return (from.0 + distance, from.1 + distance);
    }
    (from.0 + x / length * distance, from.1 + y / length * distance)
}

/// Moves of the pointer between the ends of a drag.
const STEPS: u8 = 8;
/// Pixels by which a drag goes past the middle of its target.
const PAST: f64 = 4.0;
/// Time for a page that is on its way.
const ARRIVES: Duration = Duration::from_secs(15);
/// Time for a page to name its HTTP status.
const STATUS: Duration = Duration::from_secs(1);
/// Number of times, some 80 ms apart, that no load is reported until a page that began to leave stays.
const STAYS: u32 = 5;
/// Time in which a second press makes a double click.
const DOUBLE: Duration = Duration::from_millis(500);
/// Attempts of an input if another element comes in the way.
const TRIES: usize = 3;

impl Run<'_> {
    /// Waits until an element takes the pointer, and returns its point of the page's viewport.
    pub(crate) async fn prepare(&mut self, at: &mut Located, anyway: bool) -> Result<Point, BrowseError> {
        self.prepare_for(at, json!({ "anyway": anyway })).await
    }

    async fn prepare_for(&mut self, at: &mut Located, mut arguments: Value) -> Result<Point, BrowseError> {
        arguments["number"] = at.number.into();
        arguments["known"] = at.known.into();
        arguments["patience"] = self.patience()?.into();
        let mut point: Point = self.call_unless_done(at, "prepare", arguments).await?;
        let (x, y) = self.page_point(&at.frame, point.x, point.y).await?;
        point.from = point.from.map(|from| (from.0 + x - point.x, from.1 + y - point.y));
        (point.x, point.y) = (x, y);
        Ok(point)
    }

    pub(crate) async fn click(
        &mut self,
        action: &str,
        target: &Target,
        button: Button,
        count: u8,
    ) -> Result<String, BrowseError> {
        let (text, lines) = loop {
            let mut at = self.locate_then(target, Some(("prepare", &json!({})))).await?;
            let permitted = self.permit(action, &at.frame, at.number).await;
            let done = match permitted {
                Ok(()) => self.press_at(&mut at, button, count).await,
                Err(error) => Err(error),
            };
            match done {
                // A list that is drawn anew has another element in its place; nothing was pressed yet.
                Err(error) if self.is_found_again(target, &error) => {}
                done => break done?,
            }
        };
        // Some controls act on the press.
        let done = match count {
            _ if self.taken.is_half => "pressed",
            2 => "double-clicked",
            _ => "clicked",
        };
        Ok(report(done, &text, &lines))
    }

    /// Returns whether the error is that the element has gone, and it may be looked for once more.
    ///
    /// A page may draw its elements again and again, so that time is the limit.
    pub(crate) fn is_found_again(&mut self, target: &Target, error: &BrowseError) -> bool {
        let patience = self.state.options.patience;
        let until = *self.again_until.get_or_insert_with(|| Instant::now() + patience);
        error.kind() == BrowseErrorKind::Stale
            && Instant::now() < until.min(self.end)
            && !matches!(target, Target::Reference(_))
    }

    /// Clicks an element, and returns its description with the outcome.
    pub(crate) async fn press_at(
        &mut self,
        at: &mut Located,
        button: Button,
        count: u8,
    ) -> Result<(String, Vec<String>), BrowseError> {
        self.know_tabs().await?;
        let mut cover = String::new();
        let mut has_moved = false;
        for _ in 0..TRIES {
            let point = self.prepare(at, false).await?;
            let mut events = Self::moves_to(&point);
            for _ in 0..count {
                events.extend([InputEvent::Press(button), InputEvent::Release(button)]);
            }
            self.input(&events).await?;
            match self.outcome(&at.frame).await? {
                // The press moved the focus, and the page moved the target, as carousels and messages below fields do.
                Outcome::Lines(_) if self.taken.is_moved && !has_moved => {
                    has_moved = true;
                    self.pause(DOUBLE).await;
                }
                Outcome::Lines(lines) if self.taken.is_half && (has_moved || lines.len() < 2) => {
                    let message = format!(
                        "{} took the press and no click: the pointer was released on another element",
                        point.text
                    );
                    return Err(BrowseError::new(BrowseErrorKind::NotTaken, message));
                }
                Outcome::Lines(mut lines) => {
                    if has_moved {
                        lines.insert(0, "the first press moved it away".to_owned());
                    }
                    return Ok((point.text, lines));
                }
                Outcome::Missed(by) => cover = format!("{} cannot take it: {by} covers it", point.text),
            }
        }
        Err(BrowseError::new(BrowseErrorKind::NotActionable, cover))
    }

    /// The moves of the pointer to a point: one of a pixel from its place towards it, and one to it.
    ///
    /// A list that was opened under the resting pointer may notice it only by the next move, and then marks the option
    /// under the old place.
    ///
    /// Engines join the moves of a frame, so that there is a pause between them if the page has something new there.
    fn moves_to(point: &Point) -> Vec<InputEvent> {
        let to = (point.x, point.y);
        let (x, y) = point.from.unwrap_or((to.0 - 2.0, to.1));
        let first = toward((x, y), to, 1.0);
        let mut events = vec![InputEvent::Move { x: first.0.max(0.0), y: first.1.max(0.0) }];
        if point.under {
            events.push(InputEvent::Pause(Duration::ZERO));
        }
        events.push(InputEvent::Move { x: to.0, y: to.1 });
        events
    }

    pub(crate) async fn hover(&mut self, target: &Target) -> Result<String, BrowseError> {
        let mut at = self.locate_then(target, Some(("prepare", &json!({ "anyway": true })))).await?;
        self.permit("hover", &at.frame, at.number).await?;
        let point = self.prepare(&mut at, true).await?;
        let moves = Self::moves_to(&point);
        self.input(&moves).await?;
        let lines = self.outcome_within(&at.frame, Duration::from_millis(150)).await?.lines();
        Ok(with_lines(format!("the pointer is over {}", point.text), &lines))
    }

    pub(crate) async fn drag(&mut self, from: &Target, to: &Target) -> Result<String, BrowseError> {
        let mut source = self.locate(from).await?;
        let mut target = self.locate(to).await?;
        self.current = Some(source.number);
        self.permit_drag(&source, &target).await?;
        let end = self.prepare_for(&mut target, json!({ "anyway": true, "drop": true })).await?;
        let start = self.prepare(&mut source, false).await?;
        let ends = json!({ "number": source.number, "to": target.number });
        let _: bool = self.call(&source.frame, "armDrag", ends).await?;
        let moved = self.move_pressed(&source, &target, &start, &end).await;
        self.input(&[InputEvent::Release(Button::Left)]).await?;
        moved?;
        let end_drag: Result<Dragged, BrowseError> = self.call(&source.frame, "endDrag", json!({})).await;
        let dragged = match end_drag {
            // A drop may lead to another page, or open a dialog.
            Err(error) if error.has_left() || error.kind() == BrowseErrorKind::Dialog => Dragged::default(),
            dragged => dragged?,
        };
        if let Some(by) = dragged.elsewhere {
            let message = format!("{} was dragged to {}, and {by} took the drop", start.text, end.text);
            return Err(BrowseError::new(BrowseErrorKind::NotTaken, message));
        }
        let mut lines = match self.outcome(&source.frame).await? {
            Outcome::Lines(lines) => lines,
            Outcome::Missed(by) => vec![format!("{by} took the pointer")],
        };
        lines.retain(|line| !line.starts_with("it took no click"));
        if dragged.api && !dragged.moved && source.frame == target.frame {
            let shows = |line: &String| ["new: ", "text: ", "removed"].iter().any(|part| line.contains(part));
            let has_marks_alone = !lines.is_empty() && lines.iter().all(|line| marks_a_drag(line));
            if has_marks_alone || !dragged.dropped && !lines.iter().any(shows) {
                let what = if has_marks_alone { "; only marks of the drag changed" } else { "" };
                return Err(BrowseError::new(
                    BrowseErrorKind::NotTaken,
                    format!("{} was dragged, and {} did not take it{what}", start.text, end.text),
                ));
            }
            if !dragged.dropped {
                lines.insert(0, "the target took no drop".to_owned());
            }
        }
        if dragged.made {
            lines.push("events of the drag that the engine does not fire were made by a script".to_owned());
        }
        Ok(report("dragged", &format!("{} to {}", start.text, end.text), &lines))
    }

    /// Presses the button on the source of a drag, and moves the pointer to the target.
    async fn move_pressed(
        &mut self,
        source: &Located,
        target: &Located,
        start: &Point,
        end: &Point,
    ) -> Result<(), BrowseError> {
        let wait = InputEvent::Pause(Duration::from_millis(8));
        let mut events = Self::moves_to(start);
        events.push(InputEvent::Press(Button::Left));
        // The drag begins at the source; the target may have to be scrolled into view after that.
        for step in 1..=3 {
            let (x, y) = toward((start.x, start.y), (end.x, end.y), f64::from(step) * 2.0);
            events.extend([InputEvent::Move { x, y }, wait.clone()]);
        }
        self.input(&events).await?;
        let mut from = toward((start.x, start.y), (end.x, end.y), 6.0);
        let mut is_first = true;
        for _ in 0..TRIES {
            let aim: Aim = self
                .call(&target.frame, "aim", json!({ "number": target.number, "first": is_first }))
                .await?;
            if aim.stays {
                break;
            }
            let to = self.page_point(&target.frame, aim.x, aim.y).await?;
            let mut events = Vec::new();
            for step in 1..=STEPS {
                let part = f64::from(step) / f64::from(STEPS);
                let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                events.extend([InputEvent::Move { x, y }, wait.clone()]);
            }
            // Past the middle and back: engines fire `dragover` from the second event over the target on, and lists
            // that are sorted by dragging change places when the pointer has passed the middle of an item.
            let (x, y) = toward(to, (2.0 * to.0 - start.x, 2.0 * to.1 - start.y), PAST);
            events.push(InputEvent::Move { x, y });
            // Engines join the moves of a frame.
            events.push(InputEvent::Pause(Duration::from_millis(40)));
            events.push(InputEvent::Move { x: to.0, y: to.1 });
            self.input(&events).await?;
            (from, is_first) = (to, false);
        }
        if source.frame == target.frame {
            let arguments = json!({ "to": target.number, "x": from.0, "y": from.1 });
            let _: bool = self.call(&source.frame, "moveDrag", arguments).await?;
        }
        Ok(())
    }

    /// Waits for the first reaction to an input.
    pub(crate) async fn outcome(&mut self, frame: &FrameId) -> Result<Outcome, BrowseError> {
        self.outcome_within(frame, REACTS).await
    }

    /// Waits for the first reaction, and no longer than `limit`.
    ///
    /// With a shorter limit than the time in which pages react, a missing reaction is not an error.
    pub(crate) async fn outcome_within(
        &mut self,
        frame: &FrameId,
        limit: Duration,
    ) -> Result<Outcome, BrowseError> {
        let begin = Instant::now();
        let (mut leaves, mut stays) = (false, 0);
        loop {
            if let Some(dialog) = self.dialog().await {
                return Ok(Outcome::Lines(vec![waits_for("opened", &dialog)]));
            }
            let past = begin.elapsed();
            let rest = if leaves { ARRIVES } else { limit }.saturating_sub(past);
            let slice = rest.min(Duration::from_millis(60));
            let arguments = json!({
                "ms": slice.as_millis(), "last": rest <= slice && !leaves, "next": self.state.references.next(),
            });
            let seen: Result<Reaction, BrowseError> = self.call(frame, "reaction", arguments).await;
            let reaction = match seen {
                Ok(reaction) => reaction,
                Err(error) if error.kind() == BrowseErrorKind::Dialog => continue,
                Err(error) if error.has_left() => Reaction { lost: true, ..Reaction::default() },
                Err(error) => return Err(error),
            };
            self.taken.has_clicked = reaction.clicked || reaction.lost;
            (self.taken.is_half, self.taken.is_moved) = (reaction.half, reaction.half && reaction.moved);
            self.state.references.advance(reaction.next);
            for row in &reaction.rows {
                self.state.references.note(row.number, frame, &row.role, &row.name);
            }
            if let Some(by) = reaction.missed {
                return Ok(Outcome::Missed(by));
            }
            let mut lines = self.dismissed();
            lines.extend(self.elsewhere().await?);
            if reaction.lost {
                lines.insert(0, self.arrived_in(frame).await?);
                return Ok(Outcome::Lines(lines));
            }
            leaves |= reaction.leaves;
            lines.extend(reaction.lines);
            if leaves && lines.is_empty() {
                stays = if self.is_on_its_way(frame).await? { 0 } else { stays + 1 };
                if stays > STAYS {
                    let line = "the page stays: what it asked for is no document";
                    return Ok(Outcome::Lines(vec![line.to_owned()]));
                }
                if begin.elapsed() < ARRIVES && !self.left()?.is_zero() {
                    self.pause(Duration::from_millis(20)).await;
                    continue;
                }
            }
            if !lines.is_empty() && !leaves {
                return Ok(Outcome::Lines(lines));
            }
            if leaves && (begin.elapsed() >= ARRIVES || !lines.is_empty()) {
                // The next page may be on its way while this one changes.
                if let Some(line) = self.leaves_soon(frame).await? {
                    lines.insert(0, line);
                }
                return Ok(Outcome::Lines(lines));
            }
            if rest <= slice {
                if !reaction.begun && limit >= REACTS {
                    let message =
                        "the input did not reach the document of the element; the page took no event of it";
                    return Err(BrowseError::new(BrowseErrorKind::NotTaken, message));
                }
                return Ok(Outcome::Lines(Vec::new()));
            }
        }
    }

    /// Returns whether the document of a frame may still give way to another one.
    ///
    /// Engines report this of the page alone, and not all of them do.
    async fn is_on_its_way(&mut self, frame: &FrameId) -> Result<bool, BrowseError> {
        let is_page = within(self.end, self.driver.main_frame()).await? == *frame;
        Ok(!is_page || within(self.end, self.driver.is_loading()).await?.unwrap_or(true))
    }

    /// Lines about dialogs that an engine without open dialogs has answered itself since the last call.
    pub(crate) fn dismissed(&mut self) -> Vec<String> {
        if self.driver.supports(Capability::Dialogs) {
            return Vec::new();
        }
        let events = self.driver.drain_events().into_iter();
        let dialogs = events.filter_map(|event| match event {
            PageEvent::Dialog(dialog) => Some(format!(
                "a dialog ({}) {:?} opened; the engine keeps none open, and dismissed it",
                dialog.kind.as_str(),
                dialog.message
            )),
            _ => None,
        });
        dialogs.take(3).collect()
    }

    /// Waits a moment for a page that began to leave, and returns a line about the next one.
    async fn leaves_soon(&mut self, frame: &FrameId) -> Result<Option<String>, BrowseError> {
        for _ in 0..40 {
            let seen: Result<Reaction, BrowseError> =
                self.call(frame, "reaction", json!({ "ms": 0, "last": true })).await;
            match seen {
                Ok(reaction) if !reaction.lost => {}
                Err(error) if !error.has_left() => return Err(error),
                _ => return self.arrived_in(frame).await.map(Some),
            }
            self.pause(Duration::from_millis(50)).await;
        }
        Ok(None)
    }

    /// Waits for the document that a frame or the page went to, and returns a line about it.
    ///
    /// A link in a frame may lead the page elsewhere, and the frame is gone then.
    async fn arrived_in(&mut self, frame: &FrameId) -> Result<String, BrowseError> {
        let until = Instant::now() + ARRIVES;
        while Instant::now() < until && within(self.end, self.driver.main_frame()).await? != *frame {
            match self.document_of(frame).await {
                Ok(Some(document)) => return Ok(document.arrival("frame")),
                Ok(None) => self.pause(Duration::from_millis(20)).await,
                Err(_) => break,
            }
        }
        self.arrived().await
    }

    /// Returns the document in a frame; `None` while it is loading.
    async fn document_of(&mut self, frame: &FrameId) -> Result<Option<FrameDocument>, BrowseError> {
        const STATE: &str = "return document.readyState==='loading'?null:document.title+'\\n'+\
            (performance.getEntriesByType('navigation')[0]?.responseStatus??'')+'\\n'+location.href";
        let left = self.left()?.min(ARRIVES);
        let text = self.driver.evaluate_in(frame, World::Isolated, STATE, left).await?;
        Ok(text.map(|text| {
            let mut parts = text.rsplitn(3, '\n');
            let mut part = || parts.next().unwrap_or_default().to_owned();
            FrameDocument {
                url: part(),
                status: part().parse().ok().filter(|status| *status != 0),
                title: part(),
            }
        }))
    }

    /// The HTTP status of the page, if the engine knows it and the page answers soon.
    pub(crate) async fn page_status(&mut self) -> Option<u16> {
        let end = self.end.min(Instant::now() + STATUS);
        let frame = within(end, self.driver.main_frame()).await.ok()?;
        tokio::time::timeout_at(end.into(), self.document_of(&frame)).await.ok()?.ok()??.status
    }

    /// Waits for the document that the page went to, and returns a line about it.
    pub(crate) async fn arrived(&mut self) -> Result<String, BrowseError> {
        let until = Instant::now() + ARRIVES;
        loop {
            let frame = within(self.end, self.driver.main_frame()).await?;
            match self.document_of(&frame).await {
                Ok(Some(document)) => {
                    self.status = document.status;
                    if document.is_error_page() {
                        let asked = within(self.end, self.driver.url()).await?;
                        return Ok(self.not_shown(&asked).await);
                    }
                    // The guard answers for a server that it does not let the browser reach.
                    if document.status.is_none_or(|status| status == 403)
                        && let Some(refused) = self.refused(&document.url, true).await
                    {
                        self.status = None;
                        return Ok(refused.with_note(LEFT).message().to_owned());
                    }
                    let lines = self.dismissed();
                    return Ok(with_lines(document.arrival("page"), &lines));
                }
                Err(error) if error.kind() == BrowseErrorKind::Dialog || !error.has_left() => {
                    return Err(error);
                }
                Ok(None) | Err(_) => {}
            }
            if Instant::now() >= until {
                let url = within(self.end, self.driver.url()).await?;
                return Ok(format!("the page went to {url}, which is still loading"));
            }
            self.pause(Duration::from_millis(20)).await;
        }
    }

    /// Takes note of the tabs there are, before something may open one.
    pub(crate) async fn know_tabs(&mut self) -> Result<(), BrowseError> {
        if self.state.tabs.is_empty() && self.driver.supports(Capability::Tabs) {
            self.state.tabs =
                within(self.end, self.driver.tabs()).await?.into_iter().map(|tab| tab.id).collect();
        }
        Ok(())
    }

    /// New tabs and downloads.
    async fn elsewhere(&mut self) -> Result<Vec<String>, BrowseError> {
        let mut lines = Vec::new();
        if self.driver.supports(Capability::Tabs) && !self.state.tabs.is_empty() {
            let known = self.state.tabs.clone();
            let tabs = self.ordered_tabs().await?;
            let new = tabs.iter().enumerate().filter(|(_, tab)| !known.contains(&tab.id));
            for (at, tab) in new.take(3) {
                let url = if tab.url.is_empty() { "about:blank" } else { &tab.url };
                lines.push(format!("a new tab opened: {url}; `tabs show {}` goes there", at + 1));
            }
        }
        lines.extend(self.new_downloads().await?);
        lines.extend(self.asks_for_files().await?);
        Ok(lines)
    }
}
