//! Frames, and scripts in their worlds.
//!
//! The decision: a world is a sandbox, and it is named by its realm, which belongs to one document. So a script whose
//! document has gone is refused before it has run, and not run again in the next one.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;
use webagents_runtime::driver::{DriverError, FileChooser, FrameId, World};
use webagents_runtime::{PageError, PageErrorKind};

use super::super::{Bidi, ONE_TEXT};
use super::state::FILES;
use super::state::Realms;
use crate::transport::failure::hung;
use crate::transport::page_driver::{ANSWER, PageDriver as _};
use crate::transport::primitives::{WORLD, answer, lock, missing, no_dialog, paths, string};
use crate::transport::remote::evaluated;
use crate::transport::socket::{Fault, Reply};

/// Refusals of a realm or a frame that has gone.
const GONE: [&str; 3] = ["no such frame", "no such node", "Realm with id"];
/// Form of a list of elements: each with its own shadow root, and nothing in it.
const LIST: &str =
    "\"serializationOptions\":{\"maxObjectDepth\":1,\"maxDomDepth\":0,\"includeShadowTree\":\"all\"}";

impl Bidi {
    fn realms(&self) -> std::sync::MutexGuard<'_, Realms> {
        let documents = self.tab.state().documents;
        let mut realms = lock(&self.actions.realms);
        if realms.documents != documents {
            realms.clear();
            realms.documents = documents;
        }
        realms
    }

    async fn realm(&self, frame: &FrameId, world: World, end: Instant) -> Result<String, DriverError> {
        let key = (frame.as_str().to_owned(), world == World::Isolated);
        if frame.as_str() != self.context() && !self.realms().frames.contains(frame.as_str()) {
            return Err(DriverError::FrameGone);
        }
        let mut target = json!({ "context": frame.as_str() });
        if world == World::Isolated {
            target["sandbox"] = json!(WORLD);
        }
        let params = json!({ "expression": "0", "target": target, "awaitPromise": false });
        let mut ticket = self.send("script.evaluate", &params.to_string()).await?;
        let answer: Value = match answer(&self.tab, &mut ticket, end).await?.ok_or_else(hung)? {
            Ok(reply) => reply.read().map_err(|fault| self.tab.error(fault))?,
            Err(Fault::Refused(_)) => return Err(DriverError::FrameGone),
            Err(fault) => return Err(self.tab.error(fault).into()),
        };
        let realm = answer["realm"].as_str().ok_or_else(|| missing("realm of the frame"))?.to_owned();
        self.realms().known.insert(key, realm.clone());
        Ok(realm)
    }

    /// Calls a function, by its text, in a world of a frame.
    async fn call_in(
        &self,
        frame: &FrameId,
        world: World,
        function: &str,
        end: Instant,
    ) -> Result<Reply, DriverError> {
        self.call_for(frame, world, function, ONE_TEXT, end).await
    }

    /// The same, with members of the command for the form of the result.
    async fn call_for(
        &self,
        frame: &FrameId,
        world: World,
        function: &str,
        form: &str,
        end: Instant,
    ) -> Result<Reply, DriverError> {
        no_dialog(&self.tab)?;
        self.open_channel().await?;
        let key = (frame.as_str().to_owned(), world == World::Isolated);
        let mut known = self.realms().known.get(&key).cloned();
        loop {
            let is_new = known.is_none();
            let realm = match known.take() {
                Some(realm) => realm,
                None => self.realm(frame, world, end).await?,
            };
            let params = format!(
                "{{\"expression\":{},\"target\":{{\"realm\":{}}},\"awaitPromise\":true,{form}}}",
                // A call by the browser would be one of the page's `Function.prototype.apply`.
                Value::from(format!("({function})()")),
                Value::from(realm),
            );
            let documents = self.tab.state().documents;
            let mut ticket = self.send("script.evaluate", &params).await?;
            let answer = tokio::select! {
                biased;
                answer = answer(&self.tab, &mut ticket, end) => answer?,
                // A document that is kept for the way back does not answer.
                () = self.tab.moved(documents) => {
                    let last = Instant::now() + Duration::from_millis(300);
                    answer(&self.tab, &mut ticket, last).await?.map_or(Err(DriverError::FrameGone), |answer| Ok(Some(answer)))?
                }
            };
            match answer {
                Some(Ok(reply)) => return Ok(reply),
                // It was refused before anything ran, or while it ran.
                Some(Err(Fault::Refused(why))) if GONE.iter().any(|gone| why.contains(gone)) => {
                    self.realms().known.remove(&key);
                    if is_new || !why.contains("ealm") {
                        return Err(DriverError::FrameGone);
                    }
                }
                Some(Err(fault)) => {
                    let error = self.tab.error(fault);
                    if error.kind() == PageErrorKind::Navigated {
                        self.realms().known.remove(&key);
                        return Err(DriverError::FrameGone);
                    }
                    return Err(error.into());
                }
                None => {
                    let ping = Instant::now() + Self::PING;
                    return Err(match self.ask("0", ping).await {
                        Some(_) => PageError::new(PageErrorKind::Timeout, "the script was not done in time"),
                        None => hung(),
                    }
                    .into());
                }
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
        let events = self.tab.state().journal.count;
        let reply = self.call_in(frame, world, &format!("function(){{{script}\n}}"), end).await?;
        self.tab.ran(script, events);
        string(evaluated(&reply)?)
    }

    /// Result of a function of an element in the frame's world, as the protocol writes values.
    async fn of_element(&self, frame: &FrameId, element: &str, take: &str) -> Result<Value, DriverError> {
        let function =
            format!("async function(){{const element=await (function(){{{element}\n}})();{take}}}");
        let reply = self.call_in(frame, World::Isolated, &function, Instant::now() + ANSWER).await?;
        evaluated(&reply)?;
        let mut answer: Value = reply.read().map_err(|fault| self.tab.error(fault))?;
        Ok(answer["result"].take())
    }

    /// See [`Driver::shadow_roots`](webagents_runtime::driver::Driver::shadow_roots).
    pub(crate) async fn shadow_roots(
        &self,
        frame: &FrameId,
        elements: &str,
        take: &str,
    ) -> Result<usize, DriverError> {
        let end = Instant::now() + ANSWER;
        let function = format!("function(){{{elements}\n}}");
        let reply = self.call_for(frame, World::Isolated, &function, LIST, end).await?;
        evaluated(&reply)?;
        let listed: Value = reply.read().map_err(|fault| self.tab.error(fault))?;
        let hosts = listed["result"]["value"].as_array();
        let root = |host: &Value| {
            host["value"]["shadowRoot"]["sharedId"].as_str().map(|id| json!({ "sharedId": id }))
        };
        let roots: Vec<Value> = hosts.into_iter().flatten().filter_map(root).collect();
        if roots.is_empty() {
            return Ok(0);
        }
        let params = json!({
            "functionDeclaration": format!("(...roots)=>{{for(const root of roots){{{take}\n}}}}"),
            "arguments": roots,
            "target": { "realm": listed["realm"] },
            "awaitPromise": false,
        });
        let taken = self.act("script.callFunction", &params, ANSWER).await?;
        Ok(if taken["type"] == "success" { roots.len() } else { 0 })
    }

    /// The frame of the element that a script returns.
    pub(crate) async fn content_frame(
        &self,
        frame: &FrameId,
        element: &str,
    ) -> Result<Option<FrameId>, DriverError> {
        let take = "return ['iframe','frame'].includes(element?.localName)?element.contentWindow:null";
        let window = self.of_element(frame, element, take).await?;
        let Some(context) = window["value"]["context"].as_str().filter(|_| window["type"] == "window") else {
            return Ok(None);
        };
        self.realms().frames.insert(context.to_owned());
        Ok(Some(FrameId::new(context)))
    }

    /// Sets the files of the file input that a script returns.
    pub(crate) async fn set_files(
        &self,
        frame: &FrameId,
        element: &str,
        files: &[PathBuf],
    ) -> Result<(), DriverError> {
        let files = paths(files)?;
        let take = "return element?.localName==='input'&&element.type==='file'?element:null";
        let node = self.of_element(frame, element, take).await?;
        let Some(id) = node["sharedId"].as_str() else { return Err(DriverError::NoElement) };
        let params = json!({ "context": frame.as_str(), "element": { "sharedId": id }, "files": files });
        self.act("input.setFiles", &params, ANSWER).await.map(drop)
    }

    /// See [`Driver::hold_choosers`](webagents_runtime::driver::Driver::hold_choosers).
    pub(crate) async fn hold_choosers(&self, hold: bool) -> Result<(), DriverError> {
        let method = if hold { "session.subscribe" } else { "session.unsubscribe" };
        let was_held = self.tab.state().dialogs.choosers.are_held;
        if was_held != hold {
            self.act(method, &json!({ "events": [FILES] }), ANSWER).await?;
        }
        self.tab.state().dialogs.choosers.hold(hold);
        Ok(())
    }

    pub(crate) fn new_chooser(&self) -> Option<FileChooser> {
        self.tab.state().dialogs.choosers.take()
    }

    /// See [`Driver::answer_chooser`](webagents_runtime::driver::Driver::answer_chooser).
    pub(crate) async fn answer_chooser(&self, files: &[PathBuf]) -> Result<bool, DriverError> {
        let files = paths(files)?;
        let Some((context, input)) = self.tab.state().dialogs.choosers.answer() else { return Ok(false) };
        let params = json!({ "context": context, "element": { "sharedId": input }, "files": files });
        Ok(self.try_to("input.setFiles", &params, ANSWER).await?.is_ok())
    }
}
