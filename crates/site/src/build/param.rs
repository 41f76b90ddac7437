//! Parameters.

use serde_json::{Number, Value};
use webagents_manifest::{Constraint, ConstraintKeyword, Param, ParamName};
use webagents_schema::json_schema::{self, SchemaReadOptions};
use webagents_schema::ty::{self, Constraints, Member, MemberKind, Type};
use webagents_schema::{Definition, Shape};

use super::error::{BuildError, BuildErrorKind};

/// Builder of one parameter of a tool: its name, type, description, default and constraints.
///
/// A new parameter is a required string. A parameter with a default is optional.
///
/// ```
/// use webagents_site::ParamBuilder;
/// let limit = ParamBuilder::new("limit")?
///     .with_type("number")?
///     .with_description("Maximum results.")
///     .with_range(1, 50)
///     .with_default(20);
/// assert!(ParamBuilder::new("not a name").is_err());
/// assert!(ParamBuilder::new("limit")?.with_type("number |").is_err());
/// # Ok::<(), webagents_site::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ParamBuilder {
    pub(super) name: ParamName,
    pub(super) ty: TypeSource,
    description: String,
    pub(super) required: bool,
    default: Option<Value>,
    constraints: Vec<(ConstraintKeyword, Value)>,
}

/// Source of a type.
#[derive(Debug, Clone)]
pub(super) enum TypeSource {
    /// TypeScript, as it was written.
    Text(String),
    /// A schema, which may be more specific than a line.
    Schema(Box<Shape>),
}

impl ParamBuilder {
    /// Creates a builder of the parameter called `name`, which is of type `string` and required.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Name`] when no parameter can have that name.
    pub fn new(name: impl AsRef<str>) -> Result<Self, BuildError> {
        let name = name.as_ref();
        let name =
            ParamName::new(name).map_err(|reason| BuildError::new(name, BuildErrorKind::Name(reason)))?;
        Ok(Self {
            name,
            ty: TypeSource::Text("string".to_owned()),
            description: String::new(),
            required: true,
            default: None,
            constraints: Vec::new(),
        })
    }

    /// Sets the parameter's TypeScript type, such as `"asc" | "desc"` or `{ id: string }[]`.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Type`] when the text is not one type.
    pub fn with_type(mut self, text: impl AsRef<str>) -> Result<Self, BuildError> {
        self.ty = TypeSource::Text(checked_type(self.name.as_str(), text.as_ref())?);
        Ok(self)
    }

    /// Sets the parameter's type, description and default from a JSON Schema.
    ///
    /// The schema's description and default apply unless they are set separately.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Schema`] when the value is not a JSON Schema.
    pub fn with_schema(mut self, schema: &Value) -> Result<Self, BuildError> {
        let read = json_schema::read(schema, &SchemaReadOptions::default());
        let shape =
            read.map_err(|error| BuildError::new(self.name.as_str(), BuildErrorKind::Schema(error)))?.value;
        self.ty = TypeSource::Schema(Box::new(shape));
        Ok(self)
    }

    /// Sets the parameter's type to the type of the JSON values from which serde deserializes `T`.
    ///
    /// # Errors
    ///
    /// [`BuildErrorKind::Schema`] when the schema of `T` cannot be read, for example because it refers to another
    /// document.
    #[cfg(feature = "schemars")]
    pub fn with_type_of<T: schemars::JsonSchema>(self) -> Result<Self, BuildError> {
        self.with_schema(&super::rust_types::argument_schema::<T>())
    }

    /// Sets the description of the parameter for the model, written in Markdown.
    #[must_use]
    pub fn with_description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// Sets whether a call of the tool must pass the parameter.
    #[must_use]
    pub fn with_required(mut self, required: bool) -> Self {
        self.required = required;
        self
    }

    /// Makes the parameter optional, so that a call of the tool may leave it out.
    #[must_use]
    pub fn optional(self) -> Self {
        self.with_required(false)
    }

    /// Sets the parameter's default value, which makes the parameter optional.
    #[must_use]
    pub fn with_default(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// Sets a constraint on the parameter's value: a keyword, such as `min`, and its value.
    ///
    /// It replaces an earlier one with the same keyword.
    ///
    /// A value that has no meaning for the keyword is kept as it is; [`validate`](crate::validate) reports it.
    #[must_use]
    pub fn with_constraint(mut self, keyword: ConstraintKeyword, value: impl Into<Value>) -> Self {
        self.constraints.retain(|(known, _)| *known != keyword);
        self.constraints.push((keyword, value.into()));
        self
    }

    /// Requires the parameter's value to be a whole number.
    #[must_use]
    pub fn integer(self) -> Self {
        self.with_constraint(ConstraintKeyword::Integer, Value::Null)
    }

    /// Sets the least and the greatest value that the parameter may have.
    #[must_use]
    pub fn with_range(self, least: impl Into<Number>, greatest: impl Into<Number>) -> Self {
        self.with_constraint(ConstraintKeyword::Min, Value::Number(least.into()))
            .with_constraint(ConstraintKeyword::Max, Value::Number(greatest.into()))
    }

    /// Sets a regular expression that the parameter's value, a string, must match.
    #[must_use]
    pub fn with_pattern(self, pattern: impl Into<String>) -> Self {
        self.with_constraint(ConstraintKeyword::Pattern, pattern.into())
    }

    /// The parameter as a line, when its type is text.
    pub(super) fn to_line(&self) -> Param {
        let mut param = Param::new(self.name.clone());
        if let TypeSource::Text(text) = &self.ty {
            param.ty = text.as_str().into();
        }
        param.description = self.description.as_str().into();
        param.default = self.default.as_ref().map(|value| value.to_string().into());
        param.required = self.required && self.default.is_none();
        param.constraints = ConstraintKeyword::ALL
            .iter()
            .filter_map(|keyword| self.constraints.iter().find(|(known, _)| known == keyword))
            .map(|(keyword, value)| Constraint { keyword: *keyword, value: constraint_text(value).into() })
            .collect();
        param
    }

    /// The parameter as a member of the arguments; the definitions of its type are added to `definitions`.
    pub(super) fn to_member(&self, definitions: &mut Vec<Definition>) -> Result<Member, BuildError> {
        let (mut facts, mut ty) = match &self.ty {
            TypeSource::Text(text) => {
                let ty = ty::parse(text)
                    .map_err(|error| BuildError::new(self.name.as_str(), BuildErrorKind::Type(error)))?;
                let (facts, ty) = ty.into_parts();
                (facts, ty)
            }
            TypeSource::Schema(shape) => {
                merge_definitions(self.name.as_str(), definitions, &shape.definitions)?;
                (shape.facts.clone(), shape.root.clone())
            }
        };
        if !self.description.is_empty() {
            self.description.clone_into(&mut facts.description);
        }
        for (keyword, value) in &self.constraints {
            let name = match keyword {
                ConstraintKeyword::Integer => {
                    if ty == Type::Keyword(ty::Keyword::Number) {
                        ty = Type::Keyword(ty::Keyword::Integer);
                    }
                    continue;
                }
                ConstraintKeyword::Min => "minimum",
                ConstraintKeyword::Max => "maximum",
                other => other.as_str(),
            };
            facts.keywords.insert(name.to_owned(), value.clone());
        }
        if let Some(default) = &self.default {
            facts.keywords.insert("default".to_owned(), default.clone());
        }
        let optional = !self.required || facts.keywords.contains_key("default");
        Ok(member_of(self.name.as_str(), optional, facts, ty))
    }
}

fn member_of(name: &str, optional: bool, facts: Constraints, ty: Type) -> Member {
    Member { facts, kind: MemberKind::Property { name: name.to_owned(), optional, readonly: false, ty } }
}

/// Adds the definitions of one schema to the definitions of a tool.
fn merge_definitions(part: &str, all: &mut Vec<Definition>, more: &[Definition]) -> Result<(), BuildError> {
    for definition in more {
        match all.iter().find(|known| known.name == definition.name || known.key == definition.key) {
            None => all.push(definition.clone()),
            Some(known) if known == definition => {}
            Some(_) => {
                return Err(BuildError::new(part, BuildErrorKind::Definition(definition.key.clone())));
            }
        }
    }
    Ok(())
}

/// A type that parses, on one line.
pub(super) fn checked_type(part: &str, text: &str) -> Result<String, BuildError> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match ty::parse(&line) {
        Ok(_) => Ok(line),
        // A line comment ends with its line, so the type is written anew.
        Err(_) => match ty::parse(text) {
            Ok(ty) => Ok(ty.to_string()),
            Err(error) => Err(BuildError::new(part, BuildErrorKind::Type(error))),
        },
    }
}

/// The value of a constraint as a line has it.
fn constraint_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
