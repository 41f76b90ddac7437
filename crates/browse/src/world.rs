//! Calls of the functions that the commands have in the page.
//!
//! The decision: the functions are one object in the isolated world of each document, so that the table of referenced
//! elements lives as long as the document and nothing of it is visible to the page. If an engine has no isolated
//! world, the object is a property of the page's own global, not enumerable, under a random name; it is made before the
//! page's scripts, so that it has the functions of the engine and not the page's replacements.

use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::Value;
use webagents_runtime::PageErrorKind;
use webagents_runtime::driver::{Capability, Driver, DriverError, FrameId, World};

use crate::deadline::within;
use crate::error::{BrowseError, BrowseErrorKind};

/// The functions, in the order in which they are joined: each file adds members to `page`.
const FILES: [&str; 23] = [
    include_str!("js/core.js"),
    include_str!("js/aria-dom.js"),
    include_str!("js/aria.js"),
    include_str!("js/aria-name.js"),
    include_str!("js/context.js"),
    include_str!("js/snapshot.js"),
    include_str!("js/listeners.js"),
    "{",
    include_str!("js/locate.js"),
    include_str!("js/subjects.js"),
    include_str!("js/target.js"),
    include_str!("js/hosts.js"),
    include_str!("js/act.js"),
    include_str!("js/reaction.js"),
    include_str!("js/field.js"),
    include_str!("js/filled.js"),
    include_str!("js/value.js"),
    include_str!("js/native.js"),
    include_str!("js/options.js"),
    include_str!("js/choice.js"),
    include_str!("js/box.js"),
    include_str!("js/drag.js"),
    "}",
];

/// Functions that look through a whole document, or at all that takes a click.
const LOOKS: [&str; 6] = ["find", "frames", "hasText", "read", "snapshot", "subjects"];
/// Functions that list the elements which take a click, including elements with nothing but a listener.
const LISTENS: [&str; 2] = ["snapshot", "subjects"];
/// Events whose listeners make an element take a click.
const CLICKS: [&str; 8] =
    ["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend"];
/// Closed shadow roots in one another that are looked into.
const NESTED: usize = 8;

/// The functions of the commands in the documents of one session.
#[derive(Debug, Clone)]
pub(crate) struct PageFunctions {
    /// Name of the object.
    key: String,
    /// Lines about fields whose state the page has changed after it was reported.
    changed: Vec<String>,
}

impl PageFunctions {
    /// The functions under the name `key`, which no page can guess.
    pub(crate) fn new(key: impl Into<String>) -> Self {
        Self { key: key.into(), changed: Vec::new() }
    }

    /// Takes the lines about fields whose state the page has changed after it was reported.
    pub(crate) fn take_changed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.changed)
    }

    /// The body of a function that returns the element of a number.
    ///
    /// It is for the methods of [`Driver`] that take one.
    pub(crate) fn element(&self, number: u64) -> String {
        let key = Value::from(self.key.as_str());
        format!("const page=globalThis[{key}];return page?page.element({number}):null")
    }

    /// The script that makes the object, if there is none.
    pub(crate) fn install(&self) -> String {
        let key = Value::from(self.key.as_str());
        format!(
            "Object.defineProperty(globalThis,{key},{{value:(()=>{{const page={{}};{}\nreturn page}})(),\
             configurable:true}})",
            FILES.join("\n")
        )
    }

    /// The same to be run before the scripts of each document, in the page's own world.
    pub(crate) fn install_first(&self) -> String {
        let key = Value::from(self.key.as_str());
        format!("{};globalThis[{key}].watchRoots()", self.install())
    }

    /// Calls `name` with `arguments`, a list, in `frame`, and returns its result.
    ///
    /// A function that looks through the document finds its closed shadow roots as well.
    pub(crate) async fn call<T: DeserializeOwned>(
        &mut self,
        driver: &mut (dyn Driver + '_),
        frame: &FrameId,
        name: &str,
        arguments: &Value,
        deadline: Duration,
    ) -> Result<T, BrowseError> {
        if LOOKS.contains(&name) {
            self.adopt(driver, frame, deadline).await?;
        }
        if LISTENS.contains(&name) && driver.supports(Capability::Listeners) {
            let take = format!("globalThis[{}]?.listen(listeners)", Value::from(self.key.as_str()));
            // Without them the elements are known by their styles and attributes.
            let _ = within(Instant::now() + deadline, driver.listeners(frame, &CLICKS, &take)).await;
        }
        let mut value = self.ask(driver, frame, name, arguments, deadline).await?;
        // The usual case takes one message.
        if name == "locate" && value["count"] == 0 && self.adopt(driver, frame, deadline).await? {
            value = self.ask(driver, frame, name, arguments, deadline).await?;
        }
        serde_json::from_value(value).map_err(|error| unreadable(&error))
    }

    /// Makes closed shadow roots known to the functions, and returns whether there were new ones.
    async fn adopt(
        &mut self,
        driver: &mut (dyn Driver + '_),
        frame: &FrameId,
        deadline: Duration,
    ) -> Result<bool, BrowseError> {
        if !driver.supports(Capability::ClosedRoots) {
            return Ok(false);
        }
        let key = Value::from(self.key.as_str());
        let (hosts, take) = (
            format!("return globalThis[{key}].takeSuspects()"),
            format!("globalThis[{key}].adoptRoot(root.host,root)"),
        );
        let (mut any, end) = (false, Instant::now() + deadline);
        // Roots in one another come to light one after the other.
        for _ in 0..NESTED {
            let suspects = self.ask(driver, frame, "suspects", &Value::Array(Vec::new()), deadline).await?;
            let roots = within(end, driver.shadow_roots(frame, &hosts, &take));
            if suspects == 0 || roots.await.unwrap_or_default() == 0 {
                break;
            }
            any = true;
        }
        Ok(any)
    }

    /// Calls `name` with `arguments`, a list, in `frame`, and returns its result.
    ///
    /// A promise is awaited. An object with the member `error` is an error; `{ "error": "not_found", "message": "…" }`.
    async fn ask(
        &mut self,
        driver: &mut (dyn Driver + '_),
        frame: &FrameId,
        name: &str,
        arguments: &Value,
        deadline: Duration,
    ) -> Result<Value, BrowseError> {
        let (key, name) = (Value::from(self.key.as_str()), Value::from(name));
        let call =
            format!("const page=globalThis[{key}];if(!page)return null;return page.call({name},{arguments})");
        let mut answer = driver.evaluate_in(frame, World::Isolated, &call, deadline).await.map_err(late)?;
        if answer.is_none() {
            let install = format!("{};{call}", self.install());
            let installed = driver.evaluate_in(frame, World::Isolated, &install, deadline).await;
            answer = installed.map_err(|error| {
                let error = late(error);
                if error.has_left() || driver.supports(Capability::IsolatedWorld) {
                    return error;
                }
                error.with_note("; the page may have replaced functions of the engine: `reload` lets the commands begin before it")
            })?;
        }
        let text = answer.unwrap_or_default();
        let mut value: Value = serde_json::from_str(&text).map_err(|error| unreadable(&error))?;
        let changed = value["changed"].as_array().into_iter().flatten().filter_map(Value::as_str);
        self.changed.extend(changed.map(str::to_owned));
        let value = value["value"].take();
        error_in(&value).map_or(Ok(value), Err)
    }
}

/// The error that the result of a function is, if it is one.
pub(crate) fn error_in(value: &Value) -> Option<BrowseError> {
    let kind = value.get("error").and_then(Value::as_str)?;
    Some(BrowseError::new(kind_of(kind), value["message"].as_str().unwrap_or_default()))
}

/// The error of a call: one that was not done by the deadline of the command may have had its effect.
fn late(error: DriverError) -> BrowseError {
    let error = BrowseError::from(error);
    if error.page_kind() == Some(PageErrorKind::Timeout) { BrowseError::cut_short() } else { error }
}

fn unreadable(why: &dyn std::fmt::Display) -> BrowseError {
    let message = format!("the page gave an answer that cannot be read: {why}");
    BrowseError::new(BrowseErrorKind::Page, message)
}

/// The kind that a function of the page names.
fn kind_of(name: &str) -> BrowseErrorKind {
    use BrowseErrorKind as Kind;
    let kinds = [
        Kind::Usage,
        Kind::NotFound,
        Kind::Ambiguous,
        Kind::Stale,
        Kind::NotActionable,
        Kind::NotTaken,
        Kind::Timeout,
        Kind::Script,
    ];
    kinds.into_iter().find(|kind| kind.as_str() == name).unwrap_or(Kind::Page)
}
