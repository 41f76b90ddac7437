//! Tools that the pages of a session have had.
//!
//! The decision: the list only grows. A document without tools, such as a popup, can reach the functions of another
//! document of its origin, whose tools nobody has listed since.

use std::collections::BTreeMap;

use webagents_manifest::Annotations;

/// Tools of one origin that are kept.
const MOST: usize = 2_000;

/// Tools that the pages of a session have had, by the origin of the page.
///
/// Code reaches their functions from other documents, such as a popup's by `opener`. So the guards of a tool apply for
/// as long as the session lasts: see [`Toolbox::with_known`](super::Toolbox::with_known).
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
    /// Adds a tool of `origin`; one that is known keeps the effects that it had.
    pub(crate) fn add(&mut self, origin: &str, name: &str, registered: Option<&str>, effects: &Annotations) {
        let known = self.0.entry(origin.to_owned()).or_default();
        if let Some(known) = known.get_mut(name) {
            known.annotations.raise_caution(effects);
            if effects.read_only != Some(true) {
                known.annotations.read_only = effects.read_only;
            }
            known.registered = registered.map(str::to_owned).or(known.registered.take());
        } else if known.len() < MOST {
            let tool = KnownTool { registered: registered.map(str::to_owned), annotations: effects.clone() };
            known.insert(name.to_owned(), tool);
        }
    }

    /// Returns the tools: registered name, if there is one, and effects of each.
    pub(crate) fn tools(&self) -> impl Iterator<Item = (&str, Option<&str>, &Annotations)> {
        let tools = self.0.values().flatten();
        tools.map(|(name, tool)| (name.as_str(), tool.registered.as_deref(), &tool.annotations))
    }
}
