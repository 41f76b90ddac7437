//! Targets as elements.
//!
//! The decision: a click or an input on one element of a document without frames begins in the call that finds it. With
//! a call for each, `click` took 42.8 ms and not 32.1, and `fill` 33.5 and not 23.7 (commands of a session, in turns on
//! a busy machine, 2026-11-23).

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use webagents_runtime::driver::FrameId;

use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind};
use crate::request::Target;
use crate::run::Run;
use crate::world::error_in;

/// An element of the page.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) frame: FrameId,
    pub(crate) number: u64,
    /// The caller named it by its reference, and means the element that was shown under it.
    pub(crate) known: bool,
    /// Result of the function that was called in the same call as the search.
    pub(crate) done: Option<Value>,
}

impl Located {
    /// Arguments of a function that acts on it.
    pub(crate) fn arguments(&self) -> Value {
        json!({ "number": self.number, "known": self.known })
    }
}

/// An element as the page describes it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Match {
    pub(crate) number: u64,
    pub(crate) role: String,
    pub(crate) name: String,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) path: String,
    #[serde(default = "yes")]
    pub(crate) seen: bool,
    /// Text of its surroundings, which distinguishes it from the other matches.
    #[serde(default)]
    context: String,
    /// Cause that nobody sees it, such as `off screen`.
    #[serde(default)]
    mark: String,
}

impl Match {
    /// The line of the match in a list: its reference, its description and its place.
    pub(crate) fn line(&self) -> String {
        let mut line = format!("@e{} {}", self.number, self.text);
        if !self.mark.is_empty() {
            let _ = write!(line, " [{}]", self.mark);
        }
        if !self.seen {
            line.push_str(" [hidden]");
        }
        if !self.path.is_empty() {
            let _ = write!(line, " in {}", self.path);
        }
        if !self.context.is_empty() {
            let _ = write!(line, ", next to {:?}", self.context);
        }
        line
    }
}

fn yes() -> bool {
    true
}

/// Result of a search in one document.
#[derive(Deserialize)]
pub(crate) struct Hits {
    #[serde(default)]
    pub(crate) count: usize,
    pub(crate) rows: Vec<Match>,
    #[serde(default)]
    near: Vec<Match>,
    pub(crate) next: u64,
    #[serde(default)]
    frames: bool,
    #[serde(default)]
    pub(crate) hidden: usize,
    #[serde(default)]
    done: Option<Value>,
}

/// Elements of all frames.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) count: usize,
    pub(crate) hidden: usize,
    pub(crate) rows: Vec<(FrameId, Match)>,
    near: Vec<(FrameId, Match)>,
    done: Option<Value>,
}

/// Time to wait for an element that is not there yet.
const APPEARS: Duration = Duration::from_secs(1);

impl Run<'_> {
    /// The one element of a target.
    pub(crate) async fn locate(&mut self, target: &Target) -> Result<Located, BrowseError> {
        self.locate_then(target, None).await
    }

    /// The same, with a call of a function on the element in the same turn of the page.
    ///
    /// It is called if it need not wait.
    ///
    /// There is none if a policy must judge the element first.
    pub(crate) async fn locate_then(
        &mut self,
        target: &Target,
        then: Option<(&str, &Value)>,
    ) -> Result<Located, BrowseError> {
        let then = then.filter(|_| self.state.options.policy.is_empty());
        let then = then.map(|(name, arguments)| json!({ "name": name, "arguments": arguments }));
        if let Target::Reference(number) = target {
            self.current = Some(*number);
            let known = self.state.references.get(*number)?;
            return Ok(Located { frame: known.frame.clone(), number: *number, known: true, done: None });
        }
        let until = Instant::now() + APPEARS.min(self.state.options.patience);
        loop {
            let found = self.search_then(target, then.as_ref()).await?;
            if found.count == 1 {
                if let Some((frame, row)) = found.rows.into_iter().next() {
                    self.current = Some(row.number);
                    return Ok(Located { frame, number: row.number, known: false, done: found.done });
                }
            } else if found.count > 1 {
                return Err(ambiguous(target, &found));
            } else if Instant::now() >= until {
                return Err(missing(target, &found));
            }
            self.pause(Duration::from_millis(60)).await;
        }
    }

    /// An error about a reference whose element is gone, with another element that may be meant.
    pub(crate) async fn stale(&mut self, number: u64) -> BrowseError {
        let error = self.state.references.stale(number);
        let Ok(known) = self.state.references.get(number).cloned() else { return error };
        if known.name.is_empty() {
            return error;
        }
        let target = Target::Role { role: known.role.clone(), name: known.name.clone() };
        let Ok(found) = Box::pin(self.search(&target)).await else { return error };
        let gone = format!("@e{number} was {target}, which is gone from its page");
        error.with_message(match found.rows.as_slice() {
            [] => format!("{gone}, and nothing is like it; `snapshot` shows what is there now"),
            // A page that draws itself again and again has another one by then.
            [(_, row)] => {
                format!("{gone}: @e{} is like it, and the target {target} finds it anew", row.number)
            }
            _ => format!("{gone}; {} elements are like it:{}", found.count, lines(&found.rows, 5)),
        })
    }

    /// Takes the result of a function that was called with the search, or calls it.
    pub(crate) async fn call_unless_done<T: DeserializeOwned>(
        &mut self,
        at: &mut Located,
        name: &str,
        arguments: Value,
    ) -> Result<T, BrowseError> {
        let done = at.done.take();
        if let Some(error) = done.as_ref().and_then(error_in) {
            return Err(error);
        }
        match done.and_then(|done| serde_json::from_value(done).ok()) {
            Some(done) => Ok(done),
            None => self.call(&at.frame, name, arguments).await,
        }
    }

    /// The elements of a target in all frames.
    pub(crate) async fn search(&mut self, target: &Target) -> Result<Found, BrowseError> {
        self.search_then(target, None).await
    }

    async fn search_then(&mut self, target: &Target, then: Option<&Value>) -> Result<Found, BrowseError> {
        let mut arguments = match target {
            Target::Reference(_) => json!({}),
            Target::Css(css) => json!({ "css": css }),
            Target::Role { role, name } => json!({ "role": role, "name": name }),
            Target::Part { role, name, around } => json!({ "role": role, "name": name, "around": around }),
        };
        if let Some(then) = then {
            arguments["then"] = then.clone();
        }
        self.everywhere("locate", arguments).await
    }

    /// Calls a function that finds elements in all frames.
    pub(crate) async fn everywhere(&mut self, name: &str, arguments: Value) -> Result<Found, BrowseError> {
        let main = within(self.end, self.driver.main_frame()).await?;
        let mut found = Found::default();
        if !self.look(&main, "", name, &arguments, &mut found).await? {
            return Ok(found);
        }
        for frame in self.frames().await?.into_iter().skip(1) {
            match self.look(&frame.id, &frame.path, name, &arguments, &mut found).await {
                Err(error) if error.kind() == BrowseErrorKind::Usage => return Err(error),
                // A frame may go while it is looked at.
                _ => {}
            }
        }
        Ok(found)
    }

    /// Looks into one frame, by the path to it, and returns whether there are others in it.
    async fn look(
        &mut self,
        frame: &FrameId,
        path: &str,
        name: &str,
        arguments: &Value,
        found: &mut Found,
    ) -> Result<bool, BrowseError> {
        let mut arguments = arguments.clone();
        arguments["next"] = self.state.references.next().into();
        let hits: Hits = self.call(frame, name, arguments).await?;
        self.state.references.advance(hits.next);
        found.count += hits.count;
        found.hidden += hits.hidden;
        found.done = found.done.take().or(hits.done);
        for (rows, all) in [(hits.rows, &mut found.rows), (hits.near, &mut found.near)] {
            for mut row in rows {
                row.path = [path, &row.path]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(" > ");
                self.state.references.note(row.number, frame, &row.role, &row.name);
                all.push((frame.clone(), row));
            }
        }
        Ok(hits.frames)
    }
}

/// Lines with the references of elements.
fn lines(rows: &[(FrameId, Match)], most: usize) -> String {
    let one = |(_, row): &(FrameId, Match)| format!("\n  {}", row.line());
    rows.iter().take(most).map(one).collect()
}

fn ambiguous(target: &Target, found: &Found) -> BrowseError {
    let list = lines(&found.rows, 10);
    let more = found.count.saturating_sub(found.rows.len().min(10));
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    BrowseError::new(
        BrowseErrorKind::Ambiguous,
        format!("{target} fits {} elements; use a reference of one:{list}{more}", found.count),
    )
}

fn missing(target: &Target, found: &Found) -> BrowseError {
    let near = lines(&found.near, 5);
    let near = if near.is_empty() {
        "; `snapshot` or `find` show those there are".to_owned()
    } else {
        format!("; near it:{near}")
    };
    BrowseError::new(BrowseErrorKind::NotFound, format!("no element fits {target}{near}"))
}
