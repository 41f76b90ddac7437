//! Tools that the pages of a session have had.
//!
//! The decision: the list only grows. A document without tools, such as a popup, can reach the functions of another
//! document of its origin, whose tools nobody has listed since.

use std::collections::BTreeMap;

use webagents_manifest::Annotations;

use super::toolbox::Toolbox;
use crate::guard::subject::{Seen, seen};

/// Tools of one origin that are kept.
const MOST: usize = 2_000;

/// Tools that the pages of a session have had, by the origin of the page.
///
/// Code reaches their functions from other documents, such as a popup's by `opener`. So the guards of a tool apply for
/// as long as the session lasts: see [`Toolbox::with_known`].
#[derive(Debug, Clone, Default)]
pub struct KnownTools(BTreeMap<String, BTreeMap<String, KnownTool>>);

/// A tool that a page has had.
#[derive(Debug, Clone)]
struct KnownTool {
    /// Name under which the page registers it.
    registered: Option<String>,
    /// The effects of all its definitions.
    annotations: Annotations,
}

impl KnownTools {
    /// Adds the tools of `toolbox`; a tool that is known keeps the effects that it had.
    pub fn remember(&mut self, toolbox: &Toolbox) {
        if toolbox.tools().is_empty() {
            return;
        }
        let of_page = || toolbox.webmcp().map(|webmcp| webmcp.origin.as_str());
        let origin = toolbox.origin().or_else(of_page).unwrap_or_default();
        let known = self.0.entry(origin.to_owned()).or_default();
        for tool in seen(toolbox) {
            let annotations = tool.annotations.cloned().unwrap_or_default();
            if let Some(known) = known.get_mut(tool.name) {
                known.annotations.raise_caution(&annotations);
                if annotations.read_only != Some(true) {
                    known.annotations.read_only = annotations.read_only;
                }
                known.registered = tool.registered.map(str::to_owned).or(known.registered.take());
            } else if known.len() < MOST {
                let registered = tool.registered.map(str::to_owned);
                known.insert(tool.name.to_owned(), KnownTool { registered, annotations });
            }
        }
    }

    /// Returns the names of the tools.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.values().flat_map(BTreeMap::keys).map(String::as_str)
    }

    /// Returns the tools called `name`, each with its origin.
    pub(crate) fn find<'k>(&'k self, name: &str) -> impl Iterator<Item = (&'k str, Seen<'k>)> {
        self.0.iter().filter_map(move |(origin, tools)| {
            let (name, tool) = tools.get_key_value(name)?;
            let (registered, annotations) = (tool.registered.as_deref(), Some(&tool.annotations));
            Some((origin.as_str(), Seen { name, registered, annotations }))
        })
    }
}
