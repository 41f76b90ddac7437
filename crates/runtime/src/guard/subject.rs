//! Tools as a policy judges them.

use webagents_manifest::Annotations;

use crate::tools::toolbox::Toolbox;

/// A tool as a policy sees it.
pub(super) struct Seen<'t> {
    pub(super) name: &'t str,
    /// Name under which the page registers it, which may be another one than `global` has.
    pub(super) registered: Option<&'t str>,
    /// `None` for a tool that is not there.
    pub(super) annotations: Option<&'t Annotations>,
    /// Author of the annotations, such as `the site`.
    pub(super) annotator: &'t str,
}

/// Returns the tools, each with the names and the effects by which it is judged.
pub(super) fn seen(toolbox: &Toolbox) -> impl Iterator<Item = Seen<'_>> {
    toolbox.tools().iter().zip(toolbox.sources()).map(|(tool, source)| Seen {
        name: tool.name.as_str(),
        registered: source.webmcp.map(|webmcp| webmcp.interface.name.as_str()),
        annotations: Some(&tool.annotations),
        annotator: toolbox.annotator(),
    })
}

/// Returns the tool of a name; one that is not there has no effects.
pub(super) fn find<'t>(toolbox: &'t Toolbox, name: &'t str) -> Seen<'t> {
    let unknown = || Seen { name, registered: None, annotations: None, annotator: toolbox.annotator() };
    seen(toolbox).find(|tool| tool.name == name).unwrap_or_else(unknown)
}
