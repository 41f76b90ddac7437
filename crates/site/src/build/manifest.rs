//! Whole manifests.

use std::collections::HashSet;

use webagents_manifest::{Manifest, Section, Text, limits, parse};

use super::error::{BuildError, BuildErrorKind};
use super::tool::ToolBuilder;

/// Builder of a site's manifest, which lists the tools that its pages offer to agents.
///
/// ```
/// use webagents_site::{ManifestBuilder, ToolBuilder, to_markdown}; let manifest =
/// ManifestBuilder::new("Shop") .with_description("Shoes and socks.")
/// .with_tool(ToolBuilder::new("getBasket")?.with_description("Lists the items in the basket."))
/// .with_section("Important", "Log in before you order.") .build()?;
/// assert!(to_markdown(&manifest).starts_with("# Shop\n\nShoes and socks.\n\n## getBasket\n"));
/// # Ok::<(), webagents_site::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ManifestBuilder {
    name: Text,
    description: Text,
    tools: Vec<ToolBuilder>,
    sections: Vec<Section>,
}

impl ManifestBuilder {
    /// Creates a builder of the manifest of the site called `name`, without tools.
    pub fn new(name: impl Into<Text>) -> Self {
        Self { name: name.into(), description: Text::default(), tools: Vec::new(), sections: Vec::new() }
    }

    /// Sets the description of the site, written in Markdown.
    #[must_use]
    pub fn with_description(mut self, text: impl Into<Text>) -> Self {
        self.description = text.into();
        self
    }

    /// Adds a tool to the manifest, after the tools that were added before.
    #[must_use]
    pub fn with_tool(mut self, tool: ToolBuilder) -> Self {
        self.tools.push(tool);
        self
    }

    /// Adds several tools to the manifest, after the tools that were added before.
    #[must_use]
    pub fn with_tools(mut self, tools: impl IntoIterator<Item = ToolBuilder>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Adds a section of Markdown for the model to read, such as rules or workflows, to the manifest.
    #[must_use]
    pub fn with_section(mut self, heading: impl Into<Text>, text: impl Into<Text>) -> Self {
        self.sections.push(Section::new(heading, text));
        self
    }

    /// Builds the manifest, equal to the one that parsing its Markdown would give.
    ///
    /// White space at the ends of texts is left out, and lines that would be structure are escaped.
    ///
    /// # Errors
    ///
    /// Those of [`ToolBuilder::build`], and when two tools share a name or a limit of the format is exceeded.
    pub fn build(self) -> Result<Manifest, BuildError> {
        let mut names = HashSet::new();
        if let Some(twice) = self.tools.iter().find(|tool| !names.insert(tool.name())) {
            return Err(BuildError::new(twice.name(), BuildErrorKind::Duplicate));
        }
        let mut manifest = Manifest::default();
        manifest.name = self.name;
        manifest.description = self.description;
        manifest.tools = self.tools.into_iter().map(ToolBuilder::build).collect::<Result<_, _>>()?;
        manifest.sections = self.sections;
        let text = webagents_manifest::write(&manifest);
        let site = || manifest.name.to_string();
        if text.len() > limits::DOCUMENT_BYTES || manifest.tools.len() > limits::TOOLS {
            return Err(BuildError::new(site(), BuildErrorKind::Limit));
        }
        let read = parse(&text).manifest;
        // A tool was compared with its own Markdown already; here only its neighbours could change it.
        if let Some((_, lost)) =
            manifest.tools.iter().enumerate().find(|(at, tool)| read.tools.get(*at) != Some(*tool))
        {
            return Err(BuildError::new(lost.name.as_str(), BuildErrorKind::Unwritable));
        }
        let is_blank =
            |section: &&Section| section.heading.trim().is_empty() && section.text.trim().is_empty();
        let written = manifest.sections.iter().filter(|section| !is_blank(section)).count();
        if read.tools.len() != manifest.tools.len()
            || read.sections.iter().filter(|section| !is_blank(section)).count() != written
        {
            return Err(BuildError::new(site(), BuildErrorKind::Unwritable));
        }
        Ok(read)
    }
}
