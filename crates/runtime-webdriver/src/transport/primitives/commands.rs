//! Primitive actions by the commands of classic WebDriver, for protocols and engines without others.
//!
//! The decision: scripts run in the page's own world, which is the only one that the commands have. A frame is named by
//! the elements that hold it and the frames around it, and is entered for one command: the driver has one current frame,
//! so that each command names its target.
//!
//! Source: <https://www.w3.org/TR/webdriver2/>.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use webagents_runtime::PageErrorKind;
use webagents_runtime::driver::{
    Capture, DriverError, FrameId, History, InputEvent, PageCookie, Viewport, World,
};
use webagents_runtime::page::Answer;

use super::actions::actions;
use super::{HAS_FOCUS, missing, page_cookie, paths, string, time_for};
use crate::transport::Transport;

/// The name of the page's own frame.
const MAIN: &str = "main";
/// The member of a reference to an element (section 12.2).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// Time for a command that the driver answers without the page's help.
const ANSWER: Duration = Duration::from_secs(5);
/// Time for the driver to answer after a deadline that it was given.
const GRACE: Duration = Duration::from_secs(2);
/// Time for a step in the history to begin, and between two looks at it.
const BEGINS: Duration = Duration::from_millis(500);
const LOOK: Duration = Duration::from_millis(20);
/// Expression for the entry of the history that is shown.
const HERE: &str =
    "return performance.timeOrigin + ' ' + location.href + ' ' + JSON.stringify(history.state)";

pub(crate) fn main_frame() -> FrameId {
    FrameId::new(MAIN)
}

/// Enters a frame, and returns whether it is there.
async fn enter(transport: &dyn Transport, frame: &FrameId) -> Result<(), DriverError> {
    let driver = transport.driver();
    let mut path = frame.as_str().split('/');
    if path.next() != Some(MAIN) {
        return Err(DriverError::FrameGone);
    }
    driver.leave_frames().await?;
    for element in path {
        driver.enter_frame(json!({ ELEMENT: element })).await.map_err(|error| match error.kind() {
            PageErrorKind::Lost | PageErrorKind::Hung | PageErrorKind::Closed => DriverError::Page(error),
            _ => DriverError::FrameGone,
        })?;
    }
    Ok(())
}

/// Runs a script in a frame by the driver.
async fn run(
    transport: &dyn Transport,
    frame: &FrameId,
    script: &str,
    deadline: Duration,
) -> Result<Value, DriverError> {
    transport.driver().usable()?;
    enter(transport, frame).await?;
    let driver = transport.driver();
    let ran = match driver.set_timeouts(Some(deadline), None).await {
        Ok(()) => driver.execute_here(script.to_owned(), deadline).await,
        Err(error) => Err(error),
    };
    if frame.as_str() != MAIN && driver.usable().is_ok() {
        driver.leave_frames().await?;
    }
    ran.map_err(|error| match error.kind() {
        PageErrorKind::Navigated => DriverError::FrameGone,
        _ => error.into(),
    })
}

pub(crate) async fn evaluate_in(
    transport: &dyn Transport,
    frame: &FrameId,
    _: World,
    script: &str,
    deadline: Duration,
) -> Result<Option<String>, DriverError> {
    if frame.as_str() == MAIN {
        return string(transport.evaluate(script, deadline).await?);
    }
    string(match run(transport, frame, script, deadline).await? {
        Value::String(text) => Answer::Text(text),
        Value::Null => Answer::Null,
        _ => Answer::Other,
    })
}

/// The driver's name of the element that a script returns, if `is_one` holds for it.
async fn element(
    transport: &dyn Transport,
    frame: &FrameId,
    script: &str,
    is_one: &str,
) -> Result<Option<String>, DriverError> {
    let script = format!(
        "return (async()=>{{const e=await (function(){{{script}\n}})();return e&&({is_one})?e:null}})()"
    );
    let found = run(transport, frame, &script, ANSWER).await?;
    Ok(found[ELEMENT].as_str().map(str::to_owned))
}

pub(crate) async fn content_frame(
    transport: &dyn Transport,
    frame: &FrameId,
    script: &str,
) -> Result<Option<FrameId>, DriverError> {
    let found = element(transport, frame, script, "e.localName==='iframe'||e.localName==='frame'").await?;
    Ok(found.map(|element| FrameId::new(format!("{}/{element}", frame.as_str()))))
}

pub(crate) async fn set_files(
    transport: &dyn Transport,
    frame: &FrameId,
    script: &str,
    files: &[PathBuf],
) -> Result<(), DriverError> {
    let files = paths(files)?;
    let found = element(transport, frame, script, "e.localName==='input'&&e.type==='file'").await?;
    let element = found.ok_or(DriverError::NoElement)?;
    enter(transport, frame).await?;
    let driver = transport.driver();
    let text = json!({ "text": files.join("\n") });
    let set = driver.post(&format!("element/{element}/value"), text, ANSWER).await;
    driver.leave_frames().await?;
    Ok(set.map(drop)?)
}

pub(crate) async fn take_focus(transport: &dyn Transport) -> Result<(), DriverError> {
    let has_focus = evaluate_in(transport, &main_frame(), World::Page, HAS_FOCUS, ANSWER).await?;
    if has_focus.as_deref() == Some("true") {
        return Ok(());
    }
    let driver = transport.driver();
    // Marionette puts the window in front, also if it is the current one.
    let window = driver.get("window", ANSWER).await?;
    Ok(driver.post("window", json!({ "handle": window }), ANSWER).await.map(drop)?)
}

pub(crate) async fn input(transport: &dyn Transport, events: &[InputEvent]) -> Result<(), DriverError> {
    let driver = transport.driver();
    driver.usable()?;
    driver.leave_frames().await?;
    let body = json!({ "actions": actions(events) });
    Ok(driver.post("actions", body, time_for(events)).await.map(drop)?)
}

pub(crate) async fn travel(
    transport: &dyn Transport,
    history: History,
    deadline: Duration,
) -> Result<bool, DriverError> {
    let driver = transport.driver();
    driver.usable()?;
    driver.leave_frames().await?;
    driver.set_timeouts(None, Some(deadline)).await?;
    let before = evaluate_in(transport, &main_frame(), World::Page, HERE, deadline).await?;
    let (path, script) = match history {
        History::Back => ("back", "history.go(-1)"),
        History::Forward => ("forward", "history.go(1)"),
        History::Reload => ("refresh", ""),
    };
    if transport.engine() == "WebKit" && history != History::Reload {
        // Its driver leaves out the entries that scripts have made.
        evaluate_in(transport, &main_frame(), World::Page, script, deadline).await?;
    } else {
        driver.post(path, json!({}), deadline + GRACE).await?;
    }
    if history == History::Reload {
        return Ok(true);
    }
    // The commands do not report that there is no entry.
    let end = Instant::now() + BEGINS;
    loop {
        let now = evaluate_in(transport, &main_frame(), World::Page, HERE, deadline).await;
        if matches!(&now, Ok(now) if *now != before) {
            return Ok(true);
        }
        if Instant::now() >= end {
            return now.map(|_| false);
        }
        sleep(LOOK).await;
    }
}

pub(crate) async fn capture(transport: &dyn Transport, area: Capture) -> Result<Vec<u8>, DriverError> {
    match area {
        Capture::Viewport => Ok(transport.driver().screenshot().await?),
        _ => {
            let what = webagents_runtime::driver::Capability::Clip;
            Err(webagents_runtime::driver::Unsupported { engine: transport.engine(), what }.into())
        }
    }
}

pub(crate) async fn cookies(transport: &dyn Transport) -> Result<Vec<PageCookie>, DriverError> {
    let listed = transport.driver().get("cookie", ANSWER).await?;
    let received = |cookie: &Value| page_cookie(cookie, &cookie["value"], cookie["expiry"].as_u64());
    Ok(listed.as_array().into_iter().flatten().filter_map(received).collect())
}

pub(crate) async fn set_cookie(transport: &dyn Transport, cookie: &PageCookie) -> Result<(), DriverError> {
    let PageCookie { name, value, domain, path, http_only, secure, expires } = cookie;
    let mut body =
        json!({ "name": name, "value": value, "path": path, "httpOnly": http_only, "secure": secure });
    if let Some(domain) = domain {
        body["domain"] = json!(domain);
    }
    if let Some(expires) = expires {
        body["expiry"] = json!(expires);
    }
    let set = transport.driver().post("cookie", json!({ "cookie": body }), ANSWER).await;
    Ok(set.map(drop)?)
}

pub(crate) async fn delete_cookie(transport: &dyn Transport, name: &str) -> Result<(), DriverError> {
    // A name is a part of the address there.
    let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let path = format!("cookie/{}", name.replace('+', "%20"));
    Ok(transport.driver().delete(&path, ANSWER).await.map(drop)?)
}

pub(crate) async fn resize(transport: &dyn Transport, viewport: Viewport) -> Result<(), DriverError> {
    const FRAME: &str = "return (outerWidth - innerWidth) + ' ' + (outerHeight - innerHeight)";
    let frame = evaluate_in(transport, &main_frame(), World::Page, FRAME, ANSWER).await?.unwrap_or_default();
    let (width, height) = frame.split_once(' ').ok_or_else(|| missing("size of the window"))?;
    let around = |text: &str| text.parse::<u32>().unwrap_or(0);
    let size = json!({
        "width": viewport.width.saturating_add(around(width)),
        "height": viewport.height.saturating_add(around(height)),
    });
    Ok(transport.driver().post("window/rect", size, ANSWER).await.map(drop)?)
}

/// Returns whether the commands of every driver have the capability.
pub(crate) fn supports(capability: webagents_runtime::driver::Capability) -> bool {
    use webagents_runtime::driver::Capability as C;
    matches!(capability, C::Frames | C::Input | C::Files | C::Screenshot | C::Cookies | C::Viewport)
}
