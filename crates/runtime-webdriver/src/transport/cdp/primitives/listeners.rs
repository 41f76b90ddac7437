//! Elements with event listeners.
//!
//! The decision: an object of the page's own world gives the listeners of that world, with numbers of nodes, and each
//! node is resolved in the isolated world. No function of the page is called for it, except a getter `handleEvent`.
//! Deep serialization of the elements ended 25 of 300 commands on the headless shell 156 with a segmentation fault.
//! Resolving by number had no failure in 300 runs of `open` and `snapshot`, on it and on Chromium (2026-11-28).

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;
use webagents_runtime::driver::{DriverError, FrameId, World};

use super::super::Cdp;
use crate::transport::page_driver::ANSWER;
use crate::transport::primitives::no_dialog;

/// Elements that are passed on, at most.
const ELEMENTS: usize = 5_000;

/// A listener as the debugger describes it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listener {
    r#type: String,
    /// Number of the node; a window has none.
    backend_node_id: Option<u64>,
}

#[derive(Deserialize)]
struct Listeners {
    listeners: Vec<Listener>,
}

impl Cdp {
    /// See [`Driver::listeners`](webagents_runtime::driver::Driver::listeners).
    pub(crate) async fn listeners(
        &self,
        frame: &FrameId,
        events: &[&str],
        take: &str,
    ) -> Result<usize, DriverError> {
        self.leave_page().await?;
        no_dialog(&self.tab)?;
        let end = Instant::now() + ANSWER;
        let (session, found) = self.listeners_of(frame, end).await?;
        let mut order = Vec::new();
        let mut types: HashMap<u64, (Vec<String>, bool)> = HashMap::new();
        for Listener { r#type, backend_node_id } in found.listeners {
            let Some(node) = backend_node_id else { continue };
            let (known, is_wanted) = types.entry(node).or_default();
            if !*is_wanted && events.contains(&r#type.as_str()) && order.len() < ELEMENTS {
                *is_wanted = true;
                order.push(node);
            }
            // Rows of one type follow each other.
            if known.last() != Some(&r#type) {
                known.push(r#type);
            }
        }
        let types: Vec<_> =
            order.iter().filter_map(|node| types.remove(node)).map(|(types, _)| types).collect();
        let function = format!(
            "function(types,...elements){{const listeners=types.map((events,at)=>({{element:elements[at],events}}))\
             .filter(one=>one.element?.nodeType===1);{take}\n}}"
        );
        self.hand_nodes(&session, frame, &order, &json!(types), &function, end).await
    }

    /// The listeners in the document of a frame, and the debugger's session to it.
    async fn listeners_of(&self, frame: &FrameId, end: Instant) -> Result<(String, Listeners), DriverError> {
        let mut known = self.remembered(frame, World::Page);
        loop {
            let is_new = known.is_none();
            let page = match known.take() {
                Some(page) => page,
                None => self.world(frame, World::Page, end).await?,
            };
            let params = json!({ "objectId": page.object, "depth": -1, "pierce": true }).to_string();
            match self.member(&page.session, "DOMDebugger.getEventListeners", &params, end).await? {
                Some(found) => {
                    let found = Listeners::deserialize(found).unwrap_or(Listeners { listeners: Vec::new() });
                    return Ok((page.session, found));
                }
                None if is_new => return Err(DriverError::FrameGone),
                // Its document has gone.
                None => self.forget(frame),
            }
        }
    }
}
