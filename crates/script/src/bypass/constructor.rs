//! Members called `constructor`: that of a function makes functions of texts, as `Function` does.

use oxc_ast::ast::Expression;

use super::value::{Value, Values};

/// The value of `constructor` of an object: `Function`, unless the object is surely no function.
pub(super) fn constructor_of(on: Option<&Expression<'_>>, object: &Values) -> Values {
    let name = match on.map(crate::literal::plain) {
        Some(Expression::ArrayExpression(_)) => "Array",
        Some(Expression::ObjectExpression(_)) => "Object",
        Some(Expression::StringLiteral(_) | Expression::TemplateLiteral(_)) => "String",
        Some(Expression::NumericLiteral(_)) => "Number",
        Some(Expression::BooleanLiteral(_)) => "Boolean",
        Some(Expression::BigIntLiteral(_)) => "BigInt",
        Some(Expression::RegExpLiteral(_)) => "RegExp",
        _ => "Function",
    };
    let data = |value: &Value| matches!(value, Value::Text(_) | Value::Object(_) | Value::Instance(_));
    let mut values = Values::default();
    if !object.is_empty() && object.iter().all(data) && name == "Function" {
        for value in object.iter() {
            if let Value::Instance(class) = value {
                values.push(Value::Class(*class));
            }
        }
        return values;
    }
    values.push(Value::Path(name.to_owned()));
    values
}
