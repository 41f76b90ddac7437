//! Reading: text, facts, searches, waits and values of JavaScript.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use webagents_runtime::PageErrorKind;
use webagents_runtime::driver::{Capability, DriverError, FrameId, InputEvent, World};

use crate::code;
use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind, usage};
use crate::names::matches;
use crate::request::{By, Direction, Fact, Pattern, Property, Target, WaitFor, WaitState};
use crate::run::Run;

/// The text of a value.
const SHOW: &str = include_str!("js/show.js");

#[derive(Deserialize)]
struct Text {
    value: String,
    #[serde(default)]
    frames: bool,
}

#[derive(Deserialize)]
struct Scrolled {
    moved: u64,
    at: i64,
    most: i64,
    text: String,
    x: f64,
    y: f64,
    step: f64,
}

/// Time between two looks of a wait.
const LOOKS: Duration = Duration::from_millis(80);

impl Pattern {
    fn json(&self) -> Value {
        match self {
            Self::Part(part) => json!({ "part": part }),
            Self::Regex { source, flags } => json!({ "source": source, "flags": flags }),
        }
    }
}

impl Run<'_> {
    /// The frame and the number of an element; the page has 0.
    async fn place(&mut self, target: Option<&Target>) -> Result<(FrameId, u64), BrowseError> {
        match target {
            Some(target) => self.locate(target).await.map(|at| (at.frame, at.number)),
            None => Ok((within(self.end, self.driver.main_frame()).await?, 0)),
        }
    }

    /// The text or the HTML of an element, or of the page with its frames.
    pub(crate) async fn read(&mut self, part: &str, target: Option<&Target>) -> Result<String, BrowseError> {
        let (frame, number) = self.place(target).await?;
        let text: Text = self.call(&frame, "read", json!({ "number": number, "part": part })).await?;
        let mut all = text.value;
        if part == "text" && target.is_none() && text.frames {
            for frame in self.frames().await?.into_iter().skip(1) {
                let inner: Result<Text, BrowseError> =
                    self.call(&frame.id, "read", json!({ "number": 0, "part": part })).await;
                if let Some(inner) = inner.ok().filter(|inner| !inner.value.trim().is_empty()) {
                    let name =
                        if frame.name.is_empty() { String::new() } else { format!(" \"{}\"", frame.name) };
                    let _ = write!(all, "\n\n[frame{name}]\n{}", inner.value);
                }
            }
        }
        Ok(self.fenced(part, all))
    }

    pub(crate) async fn get(
        &mut self,
        property: Property,
        target: Option<&Target>,
    ) -> Result<String, BrowseError> {
        match property {
            Property::Text => self.read("text", target).await,
            Property::Html => {
                let html = self.read("html", target).await?;
                Ok(self.state.options.secrets.redact_html(html))
            }
            Property::Value => self.read("value", target).await,
            Property::Title => self.read("title", None).await,
            Property::Url => Ok(within(self.end, self.driver.url()).await?),
        }
    }

    pub(crate) async fn is(&mut self, fact: Fact, target: &Target) -> Result<String, BrowseError> {
        let at = match self.locate(target).await {
            // An element that is not there is not visible.
            Err(error) if error.kind() == BrowseErrorKind::NotFound && fact == Fact::Visible => {
                return Ok(false.to_string());
            }
            at => at?,
        };
        let is: bool =
            self.call(&at.frame, "is", json!({ "number": at.number, "fact": fact.as_str() })).await?;
        Ok(is.to_string())
    }

    pub(crate) async fn find(
        &mut self,
        by: By,
        pattern: &Pattern,
        name: Option<&Pattern>,
        limit: usize,
    ) -> Result<String, BrowseError> {
        let arguments = json!({
            "by": by.as_str(), "pattern": pattern.json(), "name": name.map(Pattern::json), "limit": limit.clamp(1, 1_000)
        });
        let found = self.everywhere("find", arguments).await?;
        if found.count == 0 {
            let hidden =
                if found.hidden > 0 { format!("; {} are hidden", found.hidden) } else { String::new() };
            let text = match pattern {
                Pattern::Part(text) => format!("{text:?}"),
                Pattern::Regex { source, flags } => format!("/{source}/{flags}"),
            };
            return Err(BrowseError::new(
                BrowseErrorKind::NotFound,
                format!("no visible element with the {} {text}{hidden}", by.as_str()),
            ));
        }
        let rows: Vec<String> = found.rows.iter().take(limit).map(|(_, row)| row.line()).collect();
        let more = found.count.saturating_sub(rows.len());
        let mut text = rows.join("\n");
        if more > 0 {
            let _ = write!(text, "\n… {more} more; --limit {} shows them", found.count);
        }
        Ok(self.fenced("find", text))
    }

    pub(crate) async fn wait(&mut self, wait: &WaitFor) -> Result<String, BrowseError> {
        if let WaitFor::Time(time) = wait {
            if *time > self.left()? {
                return Err(usage(format!(
                    "wait: expected less than the deadline of the command, found {} ms",
                    time.as_millis()
                )));
            }
            self.pause(*time).await;
            return Ok(format!("waited {} ms", time.as_millis()));
        }
        if *wait == WaitFor::Download && !self.driver.supports(Capability::Downloads) {
            within(self.end, self.driver.downloads()).await?;
        }
        let mut wrong = None;
        loop {
            match self.holds(wait).await {
                Ok(Some(text)) => return Ok(text),
                Ok(None) => {}
                Err(error) if error.has_left() => {}
                Err(error) if error.kind() == BrowseErrorKind::Script => {
                    wrong = Some(error.message().to_owned());
                }
                Err(error) if error.kind() == BrowseErrorKind::Timeout && error.page_kind().is_none() => {
                    return Err(self.waited(wait, wrong).await);
                }
                Err(error) => return Err(error),
            }
            if self.left().map_or(true, |left| left <= LOOKS) {
                return Err(self.waited(wait, wrong).await);
            }
            self.pause(LOOKS).await;
        }
    }

    /// A line about a condition that holds.
    async fn holds(&mut self, wait: &WaitFor) -> Result<Option<String>, BrowseError> {
        match wait {
            WaitFor::Element { target: Target::Reference(number), state } => {
                self.current = Some(*number);
                let known = self.state.references.get(*number)?.clone();
                let is: Result<bool, BrowseError> =
                    self.call(&known.frame, "is", json!({ "number": number, "fact": "visible" })).await;
                let is_visible = match is {
                    Ok(is) => is,
                    Err(error) if error.kind() == BrowseErrorKind::Stale && *state == WaitState::Hidden => {
                        false
                    }
                    Err(error) => return Err(error),
                };
                Ok((is_visible == (*state == WaitState::Visible))
                    .then(|| format!("@e{number} is {}", word(*state))))
            }
            WaitFor::Element { target, state } => {
                let found = self.search(target).await?;
                let seen = found.rows.iter().find(|(_, row)| row.seen);
                Ok(match (state, seen) {
                    (WaitState::Visible, Some((_, row))) => {
                        Some(format!("@e{} {} is visible", row.number, row.text))
                    }
                    (WaitState::Hidden, None) => Some(format!("{target} is hidden")),
                    _ => None,
                })
            }
            WaitFor::Text { pattern, state } => {
                let is_there = self.has_text(pattern).await?;
                Ok(match (state, is_there) {
                    (WaitState::Visible, true) => Some("the text is there".to_owned()),
                    (WaitState::Hidden, false) => Some("the text is not there".to_owned()),
                    _ => None,
                })
            }
            WaitFor::Url(pattern) => {
                let url = within(self.end, self.driver.url()).await?;
                let is = matches(pattern, &url) || (!pattern.contains('*') && url.contains(pattern.as_str()));
                Ok(is.then(|| format!("the URL is {url}")))
            }
            WaitFor::Load => {
                let frame = within(self.end, self.driver.main_frame()).await?;
                let state = "return document.readyState==='complete'?'':null";
                let left = self.left()?;
                let is = self.driver.evaluate_in(&frame, World::Isolated, state, left).await?.is_some();
                Ok(is.then(|| "the page has loaded".to_owned()))
            }
            WaitFor::Download => self.ended_downloads().await,
            WaitFor::Function(code) => {
                let code = code.trim();
                let called = format!(
                    "const value=(\n{code}\n);return Boolean(await (typeof value==='function'?value():value))"
                );
                let value = match self.evaluate(&[called, code.to_owned()]).await? {
                    CodeEnd::Value(value) => value,
                    CodeEnd::Threw(error) => return Err(error),
                    // No later attempt can parse it.
                    CodeEnd::Unparsed(error) => {
                        return Err(usage(format!(
                            "wait: expected an expression, found {}",
                            error.message()
                        )));
                    }
                };
                Ok((value != "false" && value != "undefined" && value != "null")
                    .then(|| "the expression is true".to_owned()))
            }
            WaitFor::Time(_) => Ok(None),
        }
    }

    /// The error of a wait that the deadline ended; `wrong` is the last error of its expression.
    async fn waited(&mut self, wait: &WaitFor, wrong: Option<String>) -> BrowseError {
        let found = match wait {
            WaitFor::Url(_) => self.driver.url().await.ok().map(|url| format!("; the page is at {url}")),
            _ => wrong.map(|wrong| format!("; its last error: {wrong}")),
        };
        let what = awaited(wait);
        let message = format!("waited for {what} until the deadline{}", found.unwrap_or_default());
        BrowseError::new(BrowseErrorKind::Timeout, message)
    }

    pub(crate) async fn eval(&mut self, code: &str) -> Result<String, BrowseError> {
        match self.evaluate(&code::forms(code)).await? {
            CodeEnd::Value(text) => {
                let text = self.state.options.secrets.redact_json(text);
                Ok(self.fenced("eval", text))
            }
            CodeEnd::Threw(error) | CodeEnd::Unparsed(error) => Err(error),
        }
    }

    /// Returns whether a frame of the page shows a text.
    async fn has_text(&mut self, pattern: &Pattern) -> Result<bool, BrowseError> {
        let arguments = json!({ "pattern": pattern.json() });
        for frame in self.frames().await? {
            match self.call::<bool>(&frame.id, "hasText", arguments.clone()).await {
                Ok(true) => return Ok(true),
                Err(error) if frame.depth == 0 => return Err(error),
                _ => {}
            }
        }
        Ok(false)
    }

    /// Runs the first form that the engine can parse in the page's own world.
    async fn evaluate(&mut self, forms: &[String]) -> Result<CodeEnd, BrowseError> {
        let frame = within(self.end, self.driver.main_frame()).await?;
        let mut reason = None;
        for form in forms {
            let left = self.left()?;
            let script = code::script(form, SHOW);
            match self.driver.evaluate_in(&frame, World::Page, &script, left).await {
                Ok(text) => {
                    let text = text.unwrap_or_default();
                    return Ok(match text.strip_prefix('!') {
                        Some(error) => CodeEnd::Threw(BrowseError::new(BrowseErrorKind::Script, error)),
                        None => CodeEnd::Value(text.strip_prefix('=').unwrap_or(&text).to_owned()),
                    });
                }
                Err(DriverError::Page(error)) if error.kind() == PageErrorKind::Script => {
                    reason = Some(BrowseError::new(BrowseErrorKind::Script, error.to_string()));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(CodeEnd::Unparsed(reason.unwrap_or_else(|| usage("eval: expected code, found none"))))
    }

    pub(crate) async fn scroll(
        &mut self,
        direction: Direction,
        target: Option<&Target>,
        by: Option<u32>,
    ) -> Result<String, BrowseError> {
        let (frame, number) = self.place(target).await?;
        let (word, dx, dy) = match direction {
            Direction::Up => ("up", 0.0, -1.0),
            Direction::Down => ("down", 0.0, 1.0),
            Direction::Left => ("left", -1.0, 0.0),
            Direction::Right => ("right", 1.0, 0.0),
        };
        let _: bool = self.call(&frame, "watch", json!({ "number": 0 })).await?;
        let arguments = json!({ "number": number, "dx": dx, "dy": dy, "by": by });
        let scrolled: Scrolled = self.call(&frame, "scroll", arguments).await?;
        if scrolled.moved > 0 {
            let Scrolled { moved, at, most, text, .. } = scrolled;
            return Ok(format!("scrolled {text} {word} by {moved} pixels: at {at} of {most}"));
        }
        // An element without a scroll box of its own may take the wheel.
        let (x, y) = self.page_point(&frame, scrolled.x, scrolled.y).await?;
        let wheel = InputEvent::Wheel { x, y, dx: dx * scrolled.step, dy: dy * scrolled.step };
        self.input(&[wheel]).await?;
        let lines = self.outcome(&frame).await?.lines();
        if lines.is_empty() {
            let Scrolled { at, most, text, .. } = scrolled;
            return Ok(format!("{text} does not scroll {word} any further: at {at} of {most}"));
        }
        Ok(format!("turned the wheel {word} over {}\n  {}", scrolled.text, lines.join("\n  ")))
    }
}

fn word(state: WaitState) -> &'static str {
    match state {
        WaitState::Visible => "visible",
        WaitState::Hidden => "hidden",
    }
}

/// End of code that ran in the page's own realm.
enum CodeEnd {
    /// Text of its value.
    Value(String),
    Threw(BrowseError),
    /// The engine cannot parse any form of it.
    Unparsed(BrowseError),
}

/// The condition of a wait, for a message.
fn awaited(wait: &WaitFor) -> String {
    match wait {
        WaitFor::Element { target, state } => format!("{target} to be {}", word(*state)),
        WaitFor::Text { pattern, state } => {
            let text = match pattern {
                Pattern::Part(text) => format!("the text {text:?}"),
                Pattern::Regex { source, .. } => format!("a text that matches /{source}/"),
            };
            format!("{text} to be {}", word(*state))
        }
        WaitFor::Url(url) => format!("the URL {url}"),
        WaitFor::Load => "the load event".to_owned(),
        WaitFor::Download => "the end of a download".to_owned(),
        WaitFor::Function(_) => "the expression to be true".to_owned(),
        WaitFor::Time(_) => "the time".to_owned(),
    }
}
