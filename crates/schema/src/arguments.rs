//! The two ways to pass arguments, and the way from one to the other.
//!
//! The tools of a `webagents.md` are called with positions, `f("shoes", 10)`; tools that a JSON Schema declares
//! are called with names, `f({ query: "shoes", limit: 10 })`. An [`Interface`] knows both: its input's members
//! stand in the order of the positions. Defaults are filled in on the way, because the one that is called may
//! not know them. Whether a value is one of its parameter's type is not looked at here, but by a validator.
//!
//! `None` means `undefined`, which JSON does not have.

use std::fmt;

use serde_json::{Map, Value};

use crate::escape;
use crate::interface::Interface;
use crate::ty::MemberKind;

/// Why arguments do not fit a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentError {
    /// Kind of the error.
    pub kind: ArgumentErrorKind,
    /// The parameter that it is about; empty when it is about none.
    pub parameter: String,
    message: String,
}

/// Kinds of errors in the arguments of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArgumentErrorKind {
    /// A required one was not passed.
    Missing,
    /// More were passed than there are parameters.
    TooMany,
    /// There is no parameter of this name.
    Unknown,
    /// The tool's input is no object type, so that its arguments have no names and no order.
    NoParameters,
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ArgumentError {}

/// A parameter, as a call sees it.
struct Parameter<'a> {
    name: &'a str,
    required: bool,
    default: Option<&'a Value>,
}

fn parameters(tool: &Interface) -> Result<Vec<Parameter<'_>>, ArgumentError> {
    let members = tool.arguments().ok_or_else(|| {
        error(tool, ArgumentErrorKind::NoParameters, "", "its input is no object, so it has no parameters")
    })?;
    Ok(members
        .iter()
        .filter_map(|member| match &member.kind {
            MemberKind::Property { name, optional, .. } => {
                let default = member.facts.keyword("default");
                Some(Parameter { name, required: !optional && default.is_none(), default })
            }
            _ => None,
        })
        .collect())
}

/// The object of named arguments of a positional call.
///
/// A missing argument, and one that is `None`, takes its default, or is left out.
///
/// # Errors
///
/// When a required argument is missing, or more are passed than there are parameters.
///
/// ```
/// use serde_json::json;
/// use webagents_schema::{arguments, interface_of};
/// let tool = &webagents_manifest::parse(
///     "# S\n\n## find\nFinds.\n\n### Params\n- `query` (string, required): What.\n- `limit` (number, default=10): How many.\n",
/// ).manifest.tools[0];
/// let tool = interface_of(tool).value;
/// let named = arguments::to_object(&tool, vec![Some(json!("shoes"))]).unwrap();
/// assert_eq!(json!(named), json!({ "query": "shoes", "limit": 10 }));
/// let error = arguments::to_object(&tool, vec![]).unwrap_err();
/// assert_eq!(error.to_string(), "`find`: argument 1, `query`, is missing");
/// assert_eq!(arguments::to_positional(&tool, named).unwrap(), [Some(json!("shoes")), Some(json!(10))]);
/// ```
pub fn to_object(
    tool: &Interface,
    arguments: Vec<Option<Value>>,
) -> Result<Map<String, Value>, ArgumentError> {
    let parameters = parameters(tool)?;
    if arguments.len() > parameters.len() {
        let message = format!("it takes {} arguments, not {}", parameters.len(), arguments.len());
        return Err(error(tool, ArgumentErrorKind::TooMany, "", &message));
    }
    let mut named = Map::new();
    let mut arguments = arguments.into_iter();
    for (at, parameter) in parameters.iter().enumerate() {
        match arguments.next().flatten().or_else(|| parameter.default.cloned()) {
            Some(value) => {
                named.insert(parameter.name.to_owned(), value);
            }
            None if parameter.required => return Err(missing(tool, at, parameter.name)),
            None => {}
        }
    }
    Ok(named)
}

/// The positional arguments of a call with named ones, without the `None`s at their end.
///
/// # Errors
///
/// When a required argument is missing, or a name is no parameter's: a positional call has no place for it.
pub fn to_positional(
    tool: &Interface,
    mut arguments: Map<String, Value>,
) -> Result<Vec<Option<Value>>, ArgumentError> {
    let parameters = parameters(tool)?;
    let mut positions = Vec::with_capacity(parameters.len());
    for (at, parameter) in parameters.iter().enumerate() {
        let value = arguments.shift_remove(parameter.name).or_else(|| parameter.default.cloned());
        if value.is_none() && parameter.required {
            return Err(missing(tool, at, parameter.name));
        }
        positions.push(value);
    }
    if let Some(name) = arguments.keys().next() {
        let known: Vec<&str> = parameters.iter().take(20).map(|parameter| parameter.name).collect();
        let message = format!("it has no parameter `{}`; there are: {}", shown(name), known.join(", "));
        return Err(error(tool, ArgumentErrorKind::Unknown, name, &message));
    }
    while matches!(positions.last(), Some(None)) {
        positions.pop();
    }
    Ok(positions)
}

fn missing(tool: &Interface, at: usize, name: &str) -> ArgumentError {
    let message = format!("argument {}, `{}`, is missing", at + 1, shown(name));
    error(tool, ArgumentErrorKind::Missing, name, &message)
}

fn error(tool: &Interface, kind: ArgumentErrorKind, parameter: &str, message: &str) -> ArgumentError {
    let message = format!("`{}`: {message}", shown(&tool.name));
    ArgumentError { kind, parameter: parameter.to_owned(), message }
}

fn shown(name: &str) -> String {
    let mut out = String::new();
    escape::push_excerpt(&mut out, name, 60);
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::shape::Shape;
    use crate::ty::{self, Type};

    /// `f(a: string, b?: number = 2, c?: boolean)`.
    fn tool() -> Interface {
        let mut tool = Interface::new("f");
        tool.input = Shape::new(ty::parse("{ a: string; b?: number; c?: boolean }").unwrap());
        let Type::Object(members) = &mut tool.input.root else { panic!("an object") };
        members[1].facts.keywords.insert("default".to_owned(), json!(2));
        tool
    }

    #[track_caller]
    fn both(positions: &[Option<Value>], named: &Value) {
        let Value::Object(members) = named else { panic!("an object") };
        assert_eq!(Value::Object(to_object(&tool(), positions.to_vec()).unwrap()), *named);
        let back = to_positional(&tool(), members.clone()).unwrap();
        assert_eq!(to_object(&tool(), back).unwrap(), *members);
    }

    #[test]
    fn positions_and_names_say_the_same() {
        both(&[Some(json!("x"))], &json!({ "a": "x", "b": 2 }));
        both(&[Some(json!("x")), None, Some(json!(true))], &json!({ "a": "x", "b": 2, "c": true }));
        both(&[Some(json!("x")), Some(json!(null))], &json!({ "a": "x", "b": null }));
        let gap = json!({ "a": "x", "c": false });
        let Value::Object(gap) = gap else { panic!("an object") };
        assert_eq!(
            to_positional(&tool(), gap).unwrap(),
            [Some(json!("x")), Some(json!(2)), Some(json!(false))]
        );
    }

    #[test]
    fn errors_name_the_parameter() {
        #[track_caller]
        fn check(error: &ArgumentError, kind: ArgumentErrorKind, text: &str) {
            assert_eq!((error.kind, error.to_string().as_str()), (kind, text));
        }
        let named = |value: Value| match value {
            Value::Object(named) => named,
            _ => Map::new(),
        };
        check(
            &to_object(&tool(), vec![None, Some(json!(1))]).unwrap_err(),
            ArgumentErrorKind::Missing,
            "`f`: argument 1, `a`, is missing",
        );
        check(
            &to_object(&tool(), vec![Some(json!("")); 4]).unwrap_err(),
            ArgumentErrorKind::TooMany,
            "`f`: it takes 3 arguments, not 4",
        );
        check(
            &to_positional(&tool(), named(json!({ "b": 1 }))).unwrap_err(),
            ArgumentErrorKind::Missing,
            "`f`: argument 1, `a`, is missing",
        );
        check(
            &to_positional(&tool(), named(json!({ "a": "", "__proto__": 1 }))).unwrap_err(),
            ArgumentErrorKind::Unknown,
            "`f`: it has no parameter `__proto__`; there are: a, b, c",
        );
        let mut any = tool();
        any.input = Shape::new(Type::ANY);
        check(
            &to_object(&any, Vec::new()).unwrap_err(),
            ArgumentErrorKind::NoParameters,
            "`f`: its input is no object, so it has no parameters",
        );
    }
}
