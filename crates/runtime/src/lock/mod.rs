//! `webagents.lock`: the tools of sites as the user last accepted them.
//!
//! The decision: a changed tool is another tool. The file pins, for each origin, the URL of the manifest, the SHA-256
//! of its text, and of each tool the SHA-256 of its source: its own lines of the manifest, or the definition that the
//! page registered (`live`) as canonical JSON. The source is the site's text and not a converted form, so that a
//! correction of our converter changes no lock. Hashes of the parts of a source show the changed part in a report.
//! Comparing is pure; the caller gets consent to a change.
//!
//! It is JSON in a stable order, made to be kept with the program's code and read in reviews:
//!
//! ```json
//! {
//!   "version": 2,
//!   "sites": {
//!     "https://shop.example": {
//!       "manifest": "https://shop.example/webagents.md",
//!       "sha256": "…",
//!       "tools": {
//!         "buy": {
//!           "source": "…", "description": "…", "parameters": "…", "output": "…", "annotations": { "consequential": true }
//!         }
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! Pages of one origin may name different manifests. There is one pin for each manifest, and several pins of an origin are
//! a list: `"https://shop.example": [{ "manifest": … }, { "manifest": … }]`. `live` has the tools that any page with this
//! manifest registers.
//!
//! `sha256` is the hash of the whole text in UTF-8, byte for byte. The forms in which the source of a tool is hashed:
//!
//! - Lines of a manifest: CRLF and CR become LF, spaces and tabs at the end of a line are removed, and empty lines before
//!   and after the tool as well; all else counts.
//! - A registered definition: canonical JSON as RFC 8785 has it, of the members `annotations`, `autosubmit`,
//!   `description`, `inputSchema`, `method`, `name`, `outputSchema` and `title` that the page gave.
//!
//! Version 1 hashed our converter's form of a tool. Such a file has no information about the site any more:
//! [`Lock::read`] refuses it with [`LockError::is_outdated`], and `webagents lock URL` makes it anew.

mod pins;
mod source;

pub use source::sha256;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webagents_manifest::{Annotations, Parsed, Span};

use crate::page::escape_name;
use crate::webmcp::WebMcpTool;

/// The version of the file's form.
const VERSION: u64 = 2;
/// Sites of an outdated file that a message names.
const NAMED: usize = 8;
/// Largest number of changed tools that a text lists one by one.
const TOLD: usize = 50;

/// Contents of a lock file (`webagents.lock`): hashes of the tools of sites, to detect changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Lock {
    version: u64,
    /// Recorded hashes of each site's manifests and tools, by origin, such as `https://shop.example`.
    ///
    /// An origin whose pages name different manifests has a pin for each.
    #[serde(with = "pins")]
    pub sites: BTreeMap<String, Vec<Pin>>,
}

impl Default for Lock {
    fn default() -> Self {
        Self { version: VERSION, sites: BTreeMap::new() }
    }
}

/// Hashes of one site's manifest and tools at the time when the user accepted them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Pin {
    /// URL of the site's manifest; empty if the site has none.
    pub manifest: String,
    /// SHA-256 of the manifest's text in UTF-8, in hexadecimal digits.
    pub sha256: String,
    /// Hashes of the definitions of the manifest's tools, by tool name.
    pub tools: BTreeMap<String, ToolPin>,
    /// Hashes of the definitions of tools that the page registers, by name; `None` if not recorded.
    ///
    /// The names are those by which code calls the tools, as members of `global`.
    ///
    /// Without, no tool that the page registers is pinned.
    #[serde(rename = "live", default, skip_serializing_if = "Option::is_none")]
    pub webmcp: Option<BTreeMap<String, ToolPin>>,
}

/// Hashes of one tool's definition and of its parts, to detect and explain changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ToolPin {
    /// SHA-256 of the tool's whole definition, as the manifest declares it or the page registers it.
    ///
    /// Of the hashes it alone decides whether the tool has changed.
    pub source: String,
    /// SHA-256 of the parts that describe the tool: title, description, samples and notes.
    pub description: String,
    /// SHA-256 of the text in which the manifest or the page declares the tool's parameters.
    ///
    /// Of a registered tool, it is the hash of the input schema and of the form's `method` and `autosubmit`.
    pub parameters: String,
    /// SHA-256 of the text in which the manifest or the page declares the tool's result.
    pub output: String,
    /// Values of the tool's annotations, by names such as `readOnly` and `destructive`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, bool>,
    /// Origin of the document that registers the tool; empty for a tool of the manifest.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub origin: String,
}

/// Error for a text that is not a valid lock file (`webagents.lock`).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LockError {
    message: String,
    /// The origins of a file of an older version.
    outdated: Option<Vec<String>>,
}

impl LockError {
    fn new(message: String) -> Self {
        Self { message, outdated: None }
    }

    /// Returns whether the lock file has an older version's format and has to be made anew.
    pub fn is_outdated(&self) -> bool {
        self.outdated.is_some()
    }

    /// Returns the origins of the sites in a lock file of an older version; empty for other errors.
    pub fn origins(&self) -> &[String] {
        self.outdated.as_deref().unwrap_or_default()
    }
}

impl Lock {
    /// Parses the text of a lock file (`webagents.lock`), which records hashes of sites' tools.
    ///
    /// # Errors
    ///
    /// When the text is not of this form or of another version. A file that cannot be read pins nothing, so a caller
    /// stops there.
    pub fn read(text: &str) -> Result<Self, LockError> {
        let invalid = |error: serde_json::Error| {
            LockError::new(format!(
                "the file is not a webagents.lock: {error}; make a new one, or correct it"
            ))
        };
        // The version first: another one has other members.
        let value: Value = serde_json::from_str(text).map_err(invalid)?;
        match value.get("version").and_then(Value::as_u64) {
            Some(version) if version < VERSION => return Err(outdated(version, &value)),
            Some(version) if version > VERSION => {
                return Err(LockError::new(format!(
                    "expected a webagents.lock of version {VERSION}, found version {version}; use a newer webagents"
                )));
            }
            _ => {}
        }
        serde_json::from_str(text).map_err(invalid)
    }

    /// Formats the text of the lock file (`webagents.lock`); equal contents give equal text.
    pub fn write(&self) -> String {
        // Serializing maps of strings does not fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Returns the changes of the site `origin` from the lock file to `found`; `None` without a record.
    ///
    /// The record is the one of the same manifest, if present.
    pub fn compare(&self, origin: &str, found: &Pin) -> Option<Changes> {
        let pins = self.sites.get(origin).map_or(&[][..], Vec::as_slice);
        match (self.pin(origin, &found.manifest), pins) {
            (None, []) => None,
            (Some(pinned), _) | (None, [pinned]) => Some(compare(pinned, found)),
            (None, pins) => {
                let pinned: Vec<&str> = pins.iter().map(|pin| pin.manifest.as_str()).collect();
                let manifest = Some((pinned.join(" or "), found.manifest.clone()));
                Some(Changes { manifest, ..Changes::default() })
            }
        }
    }

    /// Returns the record of the site `origin` with the manifest at this URL, empty for a site without one.
    pub fn pin(&self, origin: &str, manifest: &str) -> Option<&Pin> {
        self.sites.get(origin)?.iter().find(|pin| pin.manifest == manifest)
    }

    /// Records `pin` for the site `origin`, in place of the record of the same manifest.
    ///
    /// Records of other manifests, which other pages of the site have, stay.
    pub fn set(&mut self, origin: impl Into<String>, pin: Pin) {
        let pins = self.sites.entry(origin.into()).or_default();
        match pins.iter_mut().find(|known| known.manifest == pin.manifest) {
            Some(known) => *known = pin,
            None => pins.push(pin),
        }
    }
}

/// The error of a file that an older version made.
fn outdated(version: u64, file: &Value) -> LockError {
    let sites = file.get("sites").and_then(Value::as_object);
    let origins: Vec<String> =
        sites.into_iter().flat_map(|sites| sites.keys()).map(|origin| escape_name(origin)).collect();
    let commands: Vec<String> =
        origins.iter().take(NAMED).map(|origin| format!("`webagents lock {origin}/`")).collect();
    let rest = match origins.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let make = if commands.is_empty() { "`webagents lock URL`".to_owned() } else { commands.join(", ") };
    LockError {
        message: format!(
            "expected a webagents.lock of version {VERSION}, found version {version}: an older version of webagents made \
             it, and it cannot show whether a site has changed; make it anew with {make}{rest} (and --live where it pins \
             tools that pages register)"
        ),
        outdated: Some(origins),
    }
}

impl Pin {
    /// Computes the hashes, for a lock file, of the parsed manifest at `url` and of each of its tools.
    pub fn of(parsed: &Parsed, url: impl Into<String>) -> Self {
        let tools = parsed.manifest.tools.iter().zip(sources(parsed));
        let tools = tools.map(|(tool, (name, text))| {
            let annotations = annotations(&tool.annotations);
            (name.to_owned(), pin(source::of_lines(text), annotations, String::new()))
        });
        Self {
            manifest: url.into(),
            sha256: sha256(parsed.content.as_bytes()),
            tools: tools.collect(),
            webmcp: None,
        }
    }

    /// Creates the lock file's record of a site that has no manifest.
    pub fn of_none() -> Self {
        Self { manifest: String::new(), sha256: sha256(b""), tools: BTreeMap::new(), webmcp: None }
    }
}

/// Returns the name of each tool of a manifest, and the lines that declare it.
///
/// A [`Pin`] has the hashes of these lines.
pub fn sources(parsed: &Parsed) -> impl Iterator<Item = (&str, &str)> {
    // Whole lines: a block begins with the text of its heading.
    let text = |span: Span| {
        let before = parsed.content.get(..span.start).unwrap_or_default();
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        parsed.content.get(start..span.end).unwrap_or_default()
    };
    let spans = parsed.source_map.tools.iter().map(|spans| spans.block);
    let tools = parsed.manifest.tools.iter().zip(spans);
    tools.map(move |(tool, span)| (tool.name.as_str(), text(span)))
}

fn pin(hashes: source::Hashes, annotations: BTreeMap<String, bool>, origin: String) -> ToolPin {
    let source::Hashes { source, description, parameters, output } = hashes;
    ToolPin { source, description, parameters, output, annotations, origin }
}

/// Returns the pin of a tool that a page registers.
pub(crate) fn pin_webmcp(tool: &WebMcpTool) -> ToolPin {
    let annotations = annotations(&tool.interface.annotations);
    pin(source::of_definition(&tool.definition), annotations, tool.origin.clone())
}

fn annotations(of: &Annotations) -> BTreeMap<String, bool> {
    let named = Annotations::NAMES.iter().zip(of.values());
    named.filter_map(|(name, value)| Some(((*name).to_owned(), value?))).collect()
}

/// Error that the user did not accept changes of a site's tools since they were recorded.
///
/// Its message has the changes, why they were refused, and the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ChangesRefused(String);

impl ChangesRefused {
    pub(crate) fn new(message: String) -> Self {
        Self(message)
    }
}

/// Changes of a site's manifest and tools since they were recorded in the lock file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Changes {
    /// Recorded and present URL of the site's manifest, in this order; `None` if they are the same.
    ///
    /// The URL is empty if the site has no manifest.
    pub manifest: Option<(String, String)>,
    /// `true` if the manifest's text differs from the recorded one, but none of its tools does.
    pub prose: bool,
    /// Tools that were added, removed or changed since they were recorded, in the order of their names.
    pub tools: Vec<ToolChange>,
}

/// Change of a tool since it was recorded in the lock file: added, removed or changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChange {
    /// The tool with this name is new.
    Added(String),
    /// The tool with this name no longer exists.
    Removed(String),
    /// The definition of the tool is different.
    Changed {
        /// Name of the tool.
        tool: String,
        /// Parts of the definition that changed.
        sides: Vec<Side>,
    },
}

/// Part of a tool's definition in which a change was found, such as the parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Side {
    /// The title, description, samples or notes.
    Description,
    /// The parameters.
    Parameters,
    /// The result.
    Output,
    /// The annotation of this name, which requires less caution than before.
    Loosened(String),
    /// The annotation of this name, which requires more caution than before.
    Tightened(String),
    /// The origin of the document that registers the tool.
    Origin,
    /// Another part of the definition.
    Source,
}

/// `description`, `consequential loosened`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Description => f.write_str("description"),
            Self::Parameters => f.write_str("parameters"),
            Self::Output => f.write_str("output"),
            Self::Loosened(name) => write!(f, "{} loosened", escape_name(name)),
            Self::Tightened(name) => write!(f, "{} tightened", escape_name(name)),
            Self::Origin => f.write_str("origin"),
            Self::Source => f.write_str("source"),
        }
    }
}

impl Changes {
    /// Returns the names of the tools that are new or different, in the order of their names.
    pub fn to_review(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().filter_map(|change| match change {
            ToolChange::Added(tool) | ToolChange::Changed { tool, .. } => Some(tool.as_str()),
            ToolChange::Removed(_) => None,
        })
    }

    /// Returns whether the site's manifest and tools are the same as the recorded ones.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// One line for each change.
impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        if let Some((before, now)) = &self.manifest {
            let named = |url: &str| if url.is_empty() { "none".to_owned() } else { escape_name(url) };
            lines.push(format!("manifest: expected {}, found {}", named(before), named(now)));
        }
        for change in self.tools.iter().take(TOLD) {
            lines.push(match change {
                ToolChange::Added(tool) => format!("+ {}", escape_name(tool)),
                ToolChange::Removed(tool) => format!("- {}", escape_name(tool)),
                ToolChange::Changed { tool, sides } => {
                    let sides: Vec<String> = sides.iter().map(Side::to_string).collect();
                    format!("~ {}: {}", escape_name(tool), sides.join(", "))
                }
            });
        }
        if self.tools.len() > TOLD {
            lines.push(format!("and {} more tools", self.tools.len() - TOLD));
        }
        if self.prose {
            lines.push("~ the document outside of its tools".to_owned());
        }
        f.write_str(&lines.join("\n"))
    }
}

/// Returns the changes of a site's manifest and of the tools in it, from `pinned` to `found`.
pub fn compare(pinned: &Pin, found: &Pin) -> Changes {
    let mut changes = Changes::default();
    if pinned.manifest != found.manifest {
        changes.manifest = Some((pinned.manifest.clone(), found.manifest.clone()));
    }
    // Another version's reading of the same text is not a change of the site.
    if pinned.sha256 != found.sha256 {
        changes.tools = differences(&pinned.tools, &found.tools);
        changes.prose = changes.tools.is_empty();
    }
    changes
}

/// Returns the tools that a page registers and that were added or changed from `pinned` to `found`.
///
/// A tool that is not registered now is not a change: a page registers its tools as it needs them.
pub fn compare_webmcp(pinned: &BTreeMap<String, ToolPin>, found: &BTreeMap<String, ToolPin>) -> Changes {
    let mut tools = differences(pinned, found);
    tools.retain(|change| !matches!(change, ToolChange::Removed(_)));
    Changes { tools, ..Changes::default() }
}

fn differences(pinned: &BTreeMap<String, ToolPin>, found: &BTreeMap<String, ToolPin>) -> Vec<ToolChange> {
    let mut changes = Vec::new();
    let mut names: Vec<&String> = pinned.keys().chain(found.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        match (pinned.get(name), found.get(name)) {
            (None, _) => changes.push(ToolChange::Added(name.clone())),
            (_, None) => changes.push(ToolChange::Removed(name.clone())),
            (Some(before), Some(now)) => {
                let sides = changed_sides(before, now);
                if !sides.is_empty() {
                    changes.push(ToolChange::Changed { tool: name.clone(), sides });
                }
            }
        }
    }
    changes
}

/// The sides on which two pins of a tool differ. Where the source is the same, only the origin can.
pub(crate) fn changed_sides(before: &ToolPin, now: &ToolPin) -> Vec<Side> {
    let mut sides = Vec::new();
    if before.source != now.source {
        changed_parts(before, now, &mut sides);
        if sides.is_empty() {
            sides.push(Side::Source);
        }
    }
    if before.origin != now.origin {
        sides.push(Side::Origin);
    }
    sides
}

fn changed_parts(before: &ToolPin, now: &ToolPin, sides: &mut Vec<Side>) {
    for (side, before, now) in [
        (Side::Description, &before.description, &now.description),
        (Side::Parameters, &before.parameters, &now.parameters),
        (Side::Output, &before.output, &now.output),
    ] {
        if before != now {
            sides.push(side);
        }
    }
    let mut names: Vec<&String> = before.annotations.keys().chain(now.annotations.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        // An absent annotation is not assumed: only `true` raises caution, or lowers it for a harmless annotation.
        let harmless = Annotations::KNOWN.iter().any(|known| known.name == name && !known.cautious);
        let said = |pin: &ToolPin| pin.annotations.get(name) == Some(&true);
        match (said(before), said(now)) {
            (was, is) if was == is => {}
            (_, is) if is == harmless => sides.push(Side::Loosened(name.clone())),
            _ => sides.push(Side::Tightened(name.clone())),
        }
    }
}

#[cfg(test)]
mod tests;
