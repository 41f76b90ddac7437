//! Tools.

use std::collections::HashSet;

use serde_json::Value;
use webagents_manifest::{Annotations, Manifest, Note, Param, Text, Tool, ToolName, limits, parse, write};
use webagents_schema::json_schema::{self, SchemaError};
use webagents_schema::ty::Type;
use webagents_schema::{CallStyle, Interface, Lossy, Shape, default_value, tool_of};

use super::error::{BuildError, BuildErrorKind};
use super::param::{ParamBuilder, TypeSource, checked_type};

/// Builder of one tool: a function of the site's pages that AI agents may call.
///
/// ```
/// use webagents_site::{ParamBuilder, ToolBuilder};
/// let search = ToolBuilder::new("searchProducts")?
///     .with_description("Search the product catalog.")
///     .with_param(ParamBuilder::new("query")?.with_description("Search query text."))
///     .with_returns("{ id: string; price: number }[]")?
///     .with_sample("const results = await global.searchProducts(query);")
///     .with_read_only(true)
///     .build()?;
/// assert_eq!(search.params[0].name.as_str(), "query");
/// assert_eq!(
///     ToolBuilder::new("constructor").unwrap_err().to_string(),
///     "\"constructor\" cannot be a name: JavaScript objects use that name themselves",
/// );
/// # Ok::<(), webagents_site::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ToolBuilder {
    name: ToolName,
    title: Option<String>,
    description: String,
    params: Vec<ParamBuilder>,
    input: Option<Box<Shape>>,
    returns: Option<TypeSource>,
    samples: Vec<String>,
    annotations: Annotations,
    notes: Vec<Note>,
}

impl ToolBuilder {
    /// Creates a builder of the tool called `name`, without parameters.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Name`] when no tool can have that name.
    pub fn new(name: impl AsRef<str>) -> Result<Self, BuildError> {
        let name = name.as_ref();
        let name =
            ToolName::new(name).map_err(|reason| BuildError::new(name, BuildErrorKind::Name(reason)))?;
        Ok(Self {
            name,
            title: None,
            description: String::new(),
            params: Vec::new(),
            input: None,
            returns: None,
            samples: Vec::new(),
            annotations: Annotations::default(),
            notes: Vec::new(),
        })
    }

    /// Returns the name of the tool that is built.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// Sets the description of the tool for the model, written in Markdown.
    ///
    /// Lines that would be structure, such as `## heading`, are escaped.
    #[must_use]
    pub fn with_description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Sets the tool's title, a name that is shown to people.
    #[must_use]
    pub fn with_title(mut self, text: impl Into<String>) -> Self {
        self.title = Some(text.into()).filter(|title| !title.trim().is_empty());
        self
    }

    /// Adds a parameter to the tool, after those added before.
    #[must_use]
    pub fn with_param(mut self, param: ParamBuilder) -> Self {
        self.params.push(param);
        self
    }

    /// Adds several parameters to the tool, after the parameters that were added before.
    #[must_use]
    pub fn with_params(mut self, params: impl IntoIterator<Item = ParamBuilder>) -> Self {
        self.params.extend(params);
        self
    }

    /// Sets the tool's parameters: the properties of an object type, given as a JSON Schema.
    ///
    /// The schema describes an object, whose properties are the parameters in their order. They are written
    /// as lines, with the schema itself if lines cannot express all of it.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Schema`] when the value is not a JSON Schema.
    pub fn with_input_schema(mut self, schema: &Value) -> Result<Self, BuildError> {
        let shape = json_schema::read_arguments(schema).map_err(|error| self.schema_error(error))?.value;
        self.input = Some(Box::new(shape));
        Ok(self)
    }

    /// Sets the tool's parameters: the members of the JSON object from which serde deserializes `T`.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Schema`] when the schema of `T` cannot be read.
    #[cfg(feature = "schemars")]
    pub fn with_params_of<T: schemars::JsonSchema>(self) -> Result<Self, BuildError> {
        self.with_input_schema(&super::rust_types::argument_schema::<T>())
    }

    /// Sets the TypeScript type of the tool's result, the value to which a call's promise resolves.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Type`] when the text is not one type.
    pub fn with_returns(mut self, text: impl AsRef<str>) -> Result<Self, BuildError> {
        let text = text.as_ref();
        // A text that parses stays unchanged: an output may have several lines.
        let text = match webagents_schema::ty::parse(text) {
            Ok(_) => text.to_owned(),
            Err(_) => checked_type(self.name.as_str(), text)?,
        };
        self.returns = Some(TypeSource::Text(text));
        Ok(self)
    }

    /// Sets the type of the tool's result, given as a JSON Schema.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Schema`] when the value is not a JSON Schema.
    pub fn with_output_schema(mut self, schema: &Value) -> Result<Self, BuildError> {
        let options = json_schema::SchemaReadOptions::default();
        let shape = json_schema::read(schema, &options).map_err(|error| self.schema_error(error))?.value;
        self.returns = Some(TypeSource::Schema(Box::new(shape)));
        Ok(self)
    }

    /// Sets the type of the tool's result to the type of the JSON values to which serde serializes `T`.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Schema`] when the schema of `T` cannot be read.
    #[cfg(feature = "schemars")]
    pub fn with_returns_of<T: schemars::JsonSchema>(self) -> Result<Self, BuildError> {
        self.with_output_schema(&super::rust_types::result_schema::<T>())
    }

    /// Adds sample code in JavaScript that shows how to call the tool; it is never executed.
    #[must_use]
    pub fn with_sample(mut self, code: impl Into<String>) -> Self {
        self.samples.push(code.into());
        self
    }

    /// Replaces all declared effects of the tool, such as read-only or destructive.
    #[must_use]
    pub fn with_annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// Adds to the tool a subsection of Markdown that the model reads, such as hints.
    #[must_use]
    pub fn with_note(mut self, heading: impl Into<Text>, text: impl Into<Text>) -> Self {
        self.notes.push(Note { heading: heading.into(), text: text.into() });
        self
    }

    fn schema_error(&self, error: SchemaError) -> BuildError {
        BuildError::new(self.name.as_str(), BuildErrorKind::Schema(error))
    }

    /// Builds the tool, equal to the one that parsing its Markdown would give.
    ///
    /// # Errors
    ///
    /// When two parameters share a name, when a limit of the format is exceeded, or when the tool cannot be written so
    /// that it is read back as the same.
    pub fn build(self) -> Result<Tool, BuildError> {
        let mut names = HashSet::new();
        if let Some(twice) = self.params.iter().find(|param| !names.insert(param.name.as_str())) {
            let error = BuildError::new(twice.name.as_str(), BuildErrorKind::Duplicate);
            return Err(error.in_part(self.name.as_str()));
        }
        if self.params.len() > limits::PARAMS {
            return Err(self.error_of(BuildErrorKind::Limit));
        }
        let mut tool = Tool::new(self.name.clone());
        tool.title = self.title.as_deref().map(Into::into);
        tool.description = self.description.as_str().into();
        tool.annotations = self.annotations.clone();
        let mut samples = self.samples.iter().filter(|sample| !sample.trim().is_empty()).map(Text::from);
        tool.sample_code = samples.next().unwrap_or_default();
        tool.more_samples = samples.collect();
        tool.notes.clone_from(&self.notes);
        self.add_params(&mut tool)?;
        self.add_returns(&mut tool);
        self.settle_tool(&tool)
    }

    fn error_of(&self, kind: BuildErrorKind) -> BuildError {
        BuildError::new(self.name.as_str(), kind)
    }

    /// Adds lines if they express everything, otherwise lines and a schema.
    fn add_params(&self, tool: &mut Tool) -> Result<(), BuildError> {
        let is_text = |param: &ParamBuilder| matches!(param.ty, TypeSource::Text(_));
        if self.input.is_none() && self.params.iter().all(is_text) {
            tool.params = self.params.iter().map(ParamBuilder::to_line).collect();
            if read_back(tool).is_some_and(|read| same_params(&read.params, &tool.params)) {
                return Ok(());
            }
        }
        let mut shape = match &self.input {
            Some(shape) => (**shape).clone(),
            None => Shape::new(Type::Object(Vec::new())),
        };
        if !self.params.is_empty() {
            let Type::Object(members) = &mut shape.root else {
                return Err(self.error_of(BuildErrorKind::Unwritable));
            };
            for param in &self.params {
                let mut definitions = std::mem::take(&mut shape.definitions);
                let member =
                    param.to_member(&mut definitions).map_err(|error| error.in_part(self.name.as_str()));
                shape.definitions = definitions;
                members.push(member?);
            }
        }
        let mut interface = Interface::new(self.name.as_str());
        interface.call = CallStyle::Positional;
        interface.input = shape;
        let Lossy { value, .. } = tool_of(&interface);
        tool.params = value.params;
        tool.schemas.input = value.schemas.input;
        Ok(())
    }

    fn add_returns(&self, tool: &mut Tool) {
        match &self.returns {
            None => {}
            Some(TypeSource::Text(text)) => tool.returns = text.as_str().into(),
            Some(TypeSource::Schema(shape)) => {
                let mut interface = Interface::new(self.name.as_str());
                interface.output = Some((**shape).clone());
                let Lossy { value, .. } = tool_of(&interface);
                tool.returns = value.returns;
                tool.schemas.output = value.schemas.output;
            }
        }
    }

    /// The tool after writing and parsing; an error if it differs from the declaration.
    fn settle_tool(&self, tool: &Tool) -> Result<Tool, BuildError> {
        let unwritable = || self.error_of(BuildErrorKind::Unwritable);
        let read = read_back(tool).ok_or_else(unwritable)?;
        let same = same_params(&read.params, &tool.params)
            && read.returns.is_empty() == tool.returns.trim().is_empty()
            && read.more_samples.len() == tool.more_samples.len()
            && read.notes.len() == tool.notes.len()
            && read.title.is_some() == tool.title.is_some()
            && read.schemas.input.is_some() == tool.schemas.input.is_some()
            && read.schemas.output.is_some() == tool.schemas.output.is_some()
            && read.annotations.values() == tool.annotations.values();
        if same { Ok(read) } else { Err(unwritable()) }
    }
}

macro_rules! annotation_setters {
    ($($setter:ident $field:ident $doc:literal)*) => {
        impl ToolBuilder {
            $(
                #[doc = $doc]
                #[must_use]
                pub fn $setter(mut self, yes: bool) -> Self {
                    self.annotations.$field = Some(yes);
                    self
                }
            )*
        }
    };
}
annotation_setters! {
    with_read_only read_only "Declares whether the tool only reads and changes nothing."
    with_destructive destructive "Declares whether the tool may delete or overwrite something."
    with_idempotent idempotent "Declares whether a second call with the same arguments changes nothing more."
    with_open_world open_world "Declares whether the tool interacts with systems other than the site."
    with_consequential consequential "Declares whether the tool has consequences outside the page, as buying, sending or publishing have."
    with_untrusted_content untrusted_content "Declares whether the tool's result holds text that others than the site wrote."
}

/// The tool as it is read from its own Markdown.
fn read_back(tool: &Tool) -> Option<Tool> {
    let mut manifest = Manifest::default();
    manifest.tools.push(tool.clone());
    let mut parsed = parse(&write(&manifest));
    if parsed.manifest.tools.len() != 1 || !parsed.manifest.sections.is_empty() {
        return None;
    }
    parsed.manifest.tools.pop().filter(|read| read.name == tool.name)
}

/// Returns whether parsed parameters have the meaning of the declared ones.
fn same_params(read: &[Param], declared: &[Param]) -> bool {
    let value = |text: &Option<Text>| text.as_deref().map(default_value);
    read.len() == declared.len()
        && read.iter().zip(declared).all(|(read, declared)| {
            read.name == declared.name
                && read.ty == declared.ty
                && read.required == declared.required
                && value(&read.default) == value(&declared.default)
                && read.constraints.len() == declared.constraints.len()
                && read.constraints.iter().zip(&declared.constraints).all(|(read, declared)| {
                    read.keyword == declared.keyword
                        && (read.value == declared.value || read.unquoted() == declared.value)
                })
                && read.unknown_modifiers.is_empty()
        })
}
