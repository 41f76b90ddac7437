//! Frames, and scripts in their worlds.
//!
//! The decision: a world is held by the debugger's name of an object in it, which names the process, the world and the
//! document at once. So a script is one command, and if the document has gone, the command is refused before
//! anything has run, and the world of the next document is looked for. (The number of a world could be that of another
//! one in another process.) A frame of another site has a debugger session of its own, which is found when the session
//! of its parent does not know the frame. Frames are those that [`Cdp::frame_of`] has given: no caller can name the page
//! of another session.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::future::try_join_all;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};
use webagents_runtime::driver::{DriverError, FileChooser, FrameId, World};
use webagents_runtime::{PageError, PageErrorKind};

use super::super::{Cdp, HOLD, INTERCEPT};
use super::state::{Frame, Frames};
use crate::transport::failure::hung;
use crate::transport::page_driver::{ANSWER, PageDriver as _};
use crate::transport::primitives::{WORLD, answer, lock, missing, no_dialog, paths, string};
use crate::transport::remote::evaluated;
use crate::transport::socket::{Fault, Reply};

/// Refusals of a world that has gone, or of a frame that a session does not know.
const GONE: [&str; 4] = [
    "Cannot find context with specified id",
    "Could not find object with given id",
    "Session with given id not found",
    "Object reference chain",
];
/// Refusals of a script whose document went away while it ran.
const WENT: [&str; 3] = ["Execution context was destroyed", "Inspected target navigated", "Target closed"];

/// Name of the group of nodes that the debugger holds for the time of a call.
const NODES: &str = "webagents-nodes";

/// A world: the session to its process, and an object in it.
#[derive(Debug, Clone)]
pub(super) struct Handle {
    pub(super) session: String,
    pub(super) object: String,
}

impl Cdp {
    fn frames(&self) -> std::sync::MutexGuard<'_, Frames> {
        let documents = self.tab.state().documents;
        let mut frames = lock(&self.actions.frames);
        if frames.documents != documents {
            *frames = Frames { documents, known: HashMap::new() };
        }
        frames
    }

    /// Sessions of frames of other sites.
    pub(in crate::transport::cdp) fn frame_sessions(&self) -> Vec<String> {
        let frames = lock(&self.actions.frames);
        let mut sessions: Vec<String> = frames.known.values().map(|frame| frame.session.clone()).collect();
        sessions.sort();
        sessions.dedup();
        sessions.retain(|session| !session.is_empty());
        sessions
    }

    /// Forgets the frames of the page that was shown.
    pub(super) fn forget_frames(&self) {
        lock(&self.actions.frames).clear();
    }

    pub(super) fn remembered(&self, frame: &FrameId, world: World) -> Option<Handle> {
        let frames = self.frames();
        let Frame { session, isolated, page, .. } = frames.known.get(frame.as_str())?;
        let object = match world {
            World::Isolated => isolated.as_ref(),
            World::Page => page.as_ref(),
        };
        Some(Handle { session: session.clone(), object: object?.clone() })
    }

    fn remember(&self, frame: &FrameId, world: World, handle: &Handle) {
        let mut frames = self.frames();
        let known = frames.known.entry(frame.as_str().to_owned()).or_default();
        if known.session != handle.session {
            *known = Frame { session: handle.session.clone(), ..Frame::default() };
        }
        let object = Some(handle.object.clone());
        match world {
            World::Isolated => known.isolated = object,
            World::Page => known.page = object,
        }
    }

    pub(super) fn forget(&self, frame: &FrameId) {
        if let Some(known) = self.frames().known.get_mut(frame.as_str()) {
            (known.isolated, known.page) = (None, None);
        }
    }

    /// Sends a command to a session, and waits for the answer; without one the page hangs.
    async fn command(
        &self,
        session: &str,
        method: &str,
        params: &str,
        end: Instant,
    ) -> Result<Result<Reply, Fault>, DriverError> {
        let sent = match session {
            "" => self.socket().send(method, params).await,
            other => self.socket().send_session(other, method, params).await,
        };
        let mut ticket = match sent {
            Ok(ticket) => ticket,
            Err(fault) => return Ok(Err(fault)),
        };
        match answer(&self.tab, &mut ticket, end).await? {
            Some(answer) => Ok(answer),
            None => Err(self.late(session).await),
        }
    }

    /// The error of a script without an answer at its deadline.
    async fn late(&self, session: &str) -> DriverError {
        let end = Instant::now() + Self::PING;
        let params = "{\"expression\":\"0\"}";
        let ping = async {
            let mut ticket = match session {
                "" => self.socket().send("Runtime.evaluate", params).await.ok()?,
                other => self.socket().send_session(other, "Runtime.evaluate", params).await.ok()?,
            };
            ticket.answer().await.ok()
        };
        match timeout_at(end, ping).await {
            Ok(Some(_)) => PageError::new(PageErrorKind::Timeout, "the script was not done in time").into(),
            _ => hung().into(),
        }
    }

    /// Finds or makes the world of a frame's document.
    pub(super) async fn world(
        &self,
        frame: &FrameId,
        world: World,
        end: Instant,
    ) -> Result<Handle, DriverError> {
        let is_main = *self.tab.state().frame == *frame.as_str();
        let known = self.frames().known.get(frame.as_str()).map(|known| known.session.clone());
        if !is_main && known.is_none() {
            return Err(DriverError::FrameGone);
        }
        let mut sessions = vec![known.unwrap_or_default()];
        if !is_main && !sessions.iter().any(String::is_empty) {
            sessions.push(String::new());
        }
        for session in sessions {
            if let Some(handle) = self.world_by(&session, frame, world, end).await? {
                return Ok(handle);
            }
        }
        if is_main {
            return Err(DriverError::FrameGone);
        }
        // A frame of another site is a target of its own, which has the frame's name.
        let session = self.attach_to(frame.as_str()).await.map_err(|fault| match fault {
            Fault::Refused(_) => DriverError::FrameGone,
            fault => self.tab.error(fault).into(),
        })?;
        if self.tab.state().dialogs.choosers.are_held {
            // Without it the chooser of such a frame is not opened either.
            let _ = self.socket().call_session(&session, "Page.enable", "{}", ANSWER).await;
            let _ = self.socket().call_session(&session, INTERCEPT, HOLD, ANSWER).await;
        }
        self.world_by(&session, frame, world, end).await?.ok_or(DriverError::FrameGone)
    }

    /// The same in a session, which may not have the frame.
    async fn world_by(
        &self,
        session: &str,
        frame: &FrameId,
        world: World,
        end: Instant,
    ) -> Result<Option<Handle>, DriverError> {
        let params = json!({ "frameId": frame.as_str(), "worldName": WORLD }).to_string();
        let Some(made) = self.member(session, "Page.createIsolatedWorld", &params, end).await? else {
            return Ok(None);
        };
        // A document has a window for as long as it is shown, and so has a world.
        let expression = if world == World::Isolated { "globalThis" } else { "document" };
        let params = json!({ "expression": expression, "contextId": made["executionContextId"] }).to_string();
        let Some(found) = self.member(session, "Runtime.evaluate", &params, end).await? else {
            return Ok(None);
        };
        let mut object = found["result"]["objectId"].as_str().map(str::to_owned);
        if world == World::Page {
            // A node is the same in all worlds, and the page's own is the one in which it is given by default.
            let params = json!({ "objectId": object }).to_string();
            let Some(node) = self.member(session, "DOM.describeNode", &params, end).await? else {
                return Ok(None);
            };
            let params = json!({ "backendNodeId": node["node"]["backendNodeId"] }).to_string();
            let Some(found) = self.member(session, "DOM.resolveNode", &params, end).await? else {
                return Ok(None);
            };
            object = found["object"]["objectId"].as_str().map(str::to_owned);
        }
        let object = object.ok_or_else(|| missing("object of the frame's document"))?;
        let handle = Handle { session: session.to_owned(), object };
        self.remember(frame, world, &handle);
        Ok(Some(handle))
    }

    /// The result of a command; `None` if it was refused.
    pub(super) async fn member(
        &self,
        session: &str,
        method: &str,
        params: &str,
        end: Instant,
    ) -> Result<Option<Value>, DriverError> {
        match self.command(session, method, params, end).await? {
            Ok(reply) => Ok(Some(reply.read().map_err(|fault| self.tab.error(fault))?)),
            Err(Fault::Refused(_)) => Ok(None),
            Err(fault) => Err(self.tab.error(fault).into()),
        }
    }

    /// Calls a function, by its body, in a world of a frame.
    async fn call_in(
        &self,
        frame: &FrameId,
        world: World,
        body: &str,
        by_value: bool,
        end: Instant,
    ) -> Result<(String, Reply), DriverError> {
        self.leave_page().await?;
        no_dialog(&self.tab)?;
        let function = Value::from(format!("function(){{{body}\n}}"));
        let mut remembered = self.remembered(frame, world);
        loop {
            let is_new = remembered.is_none();
            let handle = match remembered.take() {
                Some(handle) => handle,
                None => self.world(frame, world, end).await?,
            };
            let params = format!(
                "{{\"objectId\":{},\"functionDeclaration\":{function},\"awaitPromise\":true,\
                 \"returnByValue\":{by_value}}}",
                Value::from(handle.object.as_str()),
            );
            match self.command(&handle.session, "Runtime.callFunctionOn", &params, end).await? {
                Ok(reply) => return Ok((handle.session, reply)),
                // It was refused before anything ran.
                Err(Fault::Refused(why)) if GONE.iter().any(|gone| why.contains(gone)) => {
                    self.forget(frame);
                    if is_new {
                        return Err(DriverError::FrameGone);
                    }
                }
                Err(Fault::Refused(why)) if WENT.iter().any(|went| why.contains(went)) => {
                    self.forget(frame);
                    return Err(DriverError::FrameGone);
                }
                Err(fault) => return Err(self.tab.error(fault).into()),
            }
        }
    }

    /// See [`Driver::evaluate_in`](webagents_runtime::driver::Driver::evaluate_in).
    pub(crate) async fn evaluate_in(
        &self,
        frame: &FrameId,
        world: World,
        script: &str,
        deadline: Duration,
    ) -> Result<Option<String>, DriverError> {
        let end = Instant::now() + deadline + Self::GRACE;
        let (_, reply) = self.call_in(frame, world, script, true, end).await?;
        string(evaluated(&reply)?)
    }

    /// The debugger's session and name of the element that a script returns, if it returns an object.
    async fn element(&self, frame: &FrameId, script: &str) -> Result<Option<(String, String)>, DriverError> {
        let (session, reply) =
            self.call_in(frame, World::Isolated, script, false, Instant::now() + ANSWER).await?;
        evaluated(&reply)?;
        let answer: Value = reply.read().map_err(|fault| self.tab.error(fault))?;
        let result = &answer["result"];
        let object = result["objectId"].as_str().filter(|_| result["subtype"] == "node");
        Ok(object.map(|object| (session, object.to_owned())))
    }

    /// See [`Driver::shadow_roots`](webagents_runtime::driver::Driver::shadow_roots).
    pub(crate) async fn shadow_roots(
        &self,
        frame: &FrameId,
        elements: &str,
        take: &str,
    ) -> Result<usize, DriverError> {
        let end = Instant::now() + ANSWER;
        let (session, reply) = self.call_in(frame, World::Isolated, elements, false, end).await?;
        evaluated(&reply)?;
        let list: Value = reply.read().map_err(|fault| self.tab.error(fault))?;
        let Some(list) = list["result"]["objectId"].as_str() else { return Ok(0) };
        let params = json!({
            "objectId": list,
            "functionDeclaration": "function(){return this}",
            "serializationOptions": {
                "serialization": "deep",
                "additionalParameters": { "maxNodeDepth": 0, "includeShadowTree": "all" },
            },
        });
        let described = self.member(&session, "Runtime.callFunctionOn", &params.to_string(), end).await?;
        self.release(&session, list).await;
        let described = described.unwrap_or_default();
        let hosts = described["result"]["deepSerializedValue"]["value"].as_array();
        let root = |host: &Value| host["value"]["shadowRoot"]["value"]["backendNodeId"].as_u64();
        let roots: Vec<u64> = hosts.into_iter().flatten().filter_map(root).collect();
        if roots.is_empty() {
            return Ok(0);
        }
        let take = format!("function(_,...roots){{for(const root of roots)if(root){{{take}\n}}}}");
        self.hand_nodes(&session, frame, &roots, &Value::Null, &take, end).await
    }

    /// Passes a value and nodes to a function in the frame's isolated world.
    ///
    /// `nodes` are the browser's numbers of them. Returns their count. A node that has gone is passed as null.
    pub(super) async fn hand_nodes(
        &self,
        session: &str,
        frame: &FrameId,
        nodes: &[u64],
        value: &Value,
        function: &str,
        end: Instant,
    ) -> Result<usize, DriverError> {
        let params = json!({ "frameId": frame.as_str(), "worldName": WORLD }).to_string();
        let Some(world) = self.member(session, "Page.createIsolatedWorld", &params, end).await? else {
            return Err(DriverError::FrameGone);
        };
        let world = &world["executionContextId"];
        let found = nodes.iter().map(|node| {
            let params = json!({ "backendNodeId": node, "executionContextId": world, "objectGroup": NODES });
            async move { self.member(session, "DOM.resolveNode", &params.to_string(), end).await }
        });
        let mut arguments = vec![json!({ "value": value })];
        for found in try_join_all(found).await? {
            let object = found.as_ref().and_then(|found| found["object"]["objectId"].as_str());
            arguments.push(object.map_or(json!({ "value": null }), |object| json!({ "objectId": object })));
        }
        let params =
            json!({ "executionContextId": world, "functionDeclaration": function, "arguments": arguments });
        let taken = self.member(session, "Runtime.callFunctionOn", &params.to_string(), end).await?;
        let params = json!({ "objectGroup": NODES }).to_string();
        self.member(session, "Runtime.releaseObjectGroup", &params, end).await?;
        Ok(if taken.is_some() { nodes.len() } else { 0 })
    }

    /// The frame of the element that a script returns.
    pub(crate) async fn content_frame(
        &self,
        frame: &FrameId,
        element: &str,
    ) -> Result<Option<FrameId>, DriverError> {
        let Some((session, object)) = self.element(frame, element).await? else { return Ok(None) };
        let end = Instant::now() + ANSWER;
        let params = json!({ "objectId": object }).to_string();
        let described = self.member(&session, "DOM.describeNode", &params, end).await?;
        self.release(&session, &object).await;
        let node = described.as_ref().map_or(&Value::Null, |described| &described["node"]);
        let is_frame = matches!(node["nodeName"].as_str(), Some("IFRAME" | "FRAME"));
        let Some(id) = node["frameId"].as_str().filter(|_| is_frame) else { return Ok(None) };
        // Most frames are in the process of the frame that holds them.
        self.frames().known.entry(id.to_owned()).or_insert_with(|| Frame { session, ..Frame::default() });
        Ok(Some(FrameId::new(id)))
    }

    /// Has the browser forget an object. Nobody waits for it.
    async fn release(&self, session: &str, object: &str) {
        let params = json!({ "objectId": object }).to_string();
        let _ = match session {
            "" => self.socket().send("Runtime.releaseObject", &params).await,
            other => self.socket().send_session(other, "Runtime.releaseObject", &params).await,
        };
    }

    /// Sets the files of the file input that a script returns.
    pub(crate) async fn set_files(
        &self,
        frame: &FrameId,
        element: &str,
        files: &[PathBuf],
    ) -> Result<(), DriverError> {
        let files = paths(files)?;
        let (session, object) = self.element(frame, element).await?.ok_or(DriverError::NoElement)?;
        let params = json!({ "files": files, "objectId": object }).to_string();
        let end = Instant::now() + ANSWER;
        let chosen = self.command(&session, "DOM.setFileInputFiles", &params, end).await?;
        self.release(&session, &object).await;
        match chosen {
            Ok(_) => Ok(()),
            Err(Fault::Refused(why)) if why.contains("file input") => Err(DriverError::NoElement),
            Err(fault) => Err(self.tab.error(fault).into()),
        }
    }

    /// See [`Driver::hold_choosers`](webagents_runtime::driver::Driver::hold_choosers).
    pub(crate) async fn hold_choosers(&self, hold: bool) -> Result<(), DriverError> {
        self.leave_page().await?;
        let params = json!({ "enabled": hold }).to_string();
        let end = Instant::now() + ANSWER;
        self.command("", INTERCEPT, &params, end).await?.map_err(|fault| self.tab.error(fault))?;
        self.tab.state().dialogs.choosers.hold(hold);
        Ok(())
    }

    pub(crate) fn new_chooser(&self) -> Option<FileChooser> {
        self.tab.state().dialogs.choosers.take()
    }

    /// See [`Driver::answer_chooser`](webagents_runtime::driver::Driver::answer_chooser).
    pub(crate) async fn answer_chooser(&self, files: &[PathBuf]) -> Result<bool, DriverError> {
        let files = paths(files)?;
        let Some((session, input)) = self.tab.state().dialogs.choosers.answer() else { return Ok(false) };
        let params = json!({ "files": files, "backendNodeId": input.parse::<u64>().ok() }).to_string();
        let end = Instant::now() + ANSWER;
        match self.command(&session, "DOM.setFileInputFiles", &params, end).await? {
            Ok(_) => Ok(true),
            Err(Fault::Refused(_)) => Ok(false),
            Err(fault) => Err(self.tab.error(fault).into()),
        }
    }
}
