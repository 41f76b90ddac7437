//! Identity of the tools that a page registers: their definitions, compared by hashes.
//!
//! The decision: who registers a tool can unregister it, and register another under its name. So the parts that a
//! model and a user read identify a registered tool: title, description, arguments, annotations, and the origin of
//! the document that registers it. The first definition that is seen in a session, or the one that `webagents.lock`
//! pins, is the tool; the user is asked about another under its name. Its code cannot be compared: no script sees it.

use std::collections::BTreeMap;

use super::toolbox::Toolbox;
use crate::lock::{Side, ToolPin, changed_sides};
use crate::webmcp::{WebMcpDiagnostic, WebMcpDiagnosticKind};

/// Definitions of one origin that are remembered. Further ones are treated as changed.
const MOST: usize = 4_096;

/// Definitions of registered tools, by the origin of the page.
#[derive(Debug, Default)]
pub(crate) struct Definitions(BTreeMap<String, Known>);

#[derive(Debug, Default)]
struct Known {
    tools: BTreeMap<String, ToolPin>,
    /// `true` if a lock names the tools, so that no other is taken for one of them.
    pinned: bool,
}

/// Difference of a tool from its known definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Difference {
    /// It is not one of the pinned ones, or one too many to be remembered.
    Unknown,
    /// Its definition differs.
    Changed(Vec<Side>),
}

impl Difference {
    /// Returns the reason as a clause after "it".
    pub(crate) fn because(&self) -> String {
        match self {
            Self::Unknown => "it is none of the page's tools that are known and pinned".to_owned(),
            Self::Changed(sides) => {
                let sides: Vec<String> = sides.iter().map(ToString::to_string).collect();
                format!("the page registers it with another definition than at first: {}", sides.join(", "))
            }
        }
    }
}

impl Definitions {
    /// Takes these for the tools of an origin, and no others.
    pub(crate) fn pin(&mut self, origin: &str, tools: BTreeMap<String, ToolPin>) {
        self.0.insert(origin.to_owned(), Known { tools, pinned: true });
    }

    /// Returns whether a lock names the tools of an origin.
    pub(crate) fn has_pins(&self) -> bool {
        self.0.values().any(|known| known.pinned)
    }

    /// Takes up the tools that are seen for the first time.
    pub(crate) fn see(&mut self, toolbox: &Toolbox) {
        let Some(page) = toolbox.webmcp() else { return };
        let pins = toolbox.webmcp_pins();
        if pins.is_empty() {
            return;
        }
        let known = self.0.entry(page.origin.clone()).or_default();
        if known.pinned {
            return;
        }
        for (name, pin) in pins {
            if !known.tools.contains_key(name) && known.tools.len() < MOST {
                known.tools.insert(name.clone(), pin.clone());
            }
        }
    }

    /// Returns the difference of the registered tool with this name from its known definition.
    pub(crate) fn difference(&self, toolbox: &Toolbox, name: &str) -> Option<Difference> {
        let page = toolbox.webmcp()?;
        let now = toolbox.webmcp_pins().get(name)?;
        let Some(first) = self.0.get(&page.origin).and_then(|known| known.tools.get(name)) else {
            return Some(Difference::Unknown);
        };
        let sides = changed_sides(first, now);
        (!sides.is_empty()).then_some(Difference::Changed(sides))
    }

    /// Accepts the present definition of a tool, by the user's decision.
    pub(crate) fn accept(&mut self, toolbox: &Toolbox, name: &str) {
        let (Some(page), Some(pin)) = (toolbox.webmcp(), toolbox.webmcp_pins().get(name)) else { return };
        let known = self.0.entry(page.origin.clone()).or_default();
        if known.tools.len() < MOST || known.tools.contains_key(name) {
            known.tools.insert(name.to_owned(), pin.clone());
        }
    }

    /// Returns the findings about the page's tools.
    pub(crate) fn findings(&self, toolbox: &Toolbox) -> Vec<WebMcpDiagnostic> {
        let finding = |name: &String| {
            let because = self.difference(toolbox, name)?.because();
            Some(WebMcpDiagnostic::new(WebMcpDiagnosticKind::Redefined, name.as_str(), because))
        };
        toolbox.webmcp_pins().keys().filter_map(finding).collect()
    }
}
