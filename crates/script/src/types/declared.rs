//! Declarations of types in a program.

use std::collections::HashMap;

use oxc_ast::ast::{
    BinaryOperator, Declaration as Declared, ExportDefaultDeclarationKind, Expression, Program, Statement,
    TSEnumDeclaration, TSEnumMemberName, TSInterfaceDeclaration, TSTypeAliasDeclaration, TemplateLiteral,
    UnaryOperator,
};
use oxc_span::GetSpan as _;
use serde_json::Value;
use webagents_schema::declarations::{Body, Declaration, limits};
use webagents_schema::ty::{Constraints, Literal};
use webagents_schema::{Action, Loss, pointer};

use super::read::TypeReader;
use crate::literal::{member_name, plain};

/// Bytes of a computed text: joining texts to themselves doubles them.
const TEXT: usize = 4_096;

/// Value of an enum's member.
#[derive(Debug, Clone, PartialEq)]
enum Constant {
    Number(f64),
    Text(String),
}

impl<'a> TypeReader<'_, 'a> {
    /// The constraints of the documentation of what begins at `start`.
    fn facts(&self, start: u32) -> Constraints {
        self.documentation(start).map(Constraints::from_comment).unwrap_or_default()
    }

    /// Reads an alias in the statement that begins at `start`.
    pub(crate) fn alias(&mut self, it: &TSTypeAliasDeclaration<'a>, start: u32) -> Declaration {
        Declaration {
            name: it.id.name.as_str().to_owned(),
            params: self.type_parameters(it.type_parameters.as_deref()),
            body: Body::Alias(self.ty(&it.type_annotation)),
            facts: self.facts(start),
        }
    }

    /// Reads an interface in the statement that begins at `start`.
    pub(crate) fn interface(&mut self, it: &TSInterfaceDeclaration<'a>, start: u32) -> Declaration {
        let mut extends = Vec::with_capacity(it.extends.len());
        for base in &it.extends {
            extends.push(self.reference(&base.type_name, base.type_arguments.as_deref()));
        }
        Declaration {
            name: it.id.name.as_str().to_owned(),
            params: self.type_parameters(it.type_parameters.as_deref()),
            body: Body::Interface { extends, members: self.members(it.body.span.start + 1, &it.body.body) },
            facts: self.facts(start),
        }
    }

    /// Reads an enum in the statement that begins at `start`.
    pub(crate) fn enumeration(&mut self, it: &TSEnumDeclaration<'a>, start: u32) -> Declaration {
        let name = it.id.name.as_str();
        let mut known: HashMap<String, Constant> = HashMap::new();
        let mut next = Some(0.0);
        let mut members = Vec::with_capacity(it.body.members.len());
        for member in &it.body.members {
            let own = match &member.id {
                TSEnumMemberName::Identifier(id) => id.name.as_str().to_owned(),
                TSEnumMemberName::String(text) | TSEnumMemberName::ComputedString(text) => {
                    text.value.as_str().to_owned()
                }
                TSEnumMemberName::ComputedTemplateString(text) => text_of(text).unwrap_or_default(),
            };
            let value = match &member.initializer {
                Some(value) => constant(value, name, &known),
                None => next.map(Constant::Number),
            };
            next = match value {
                Some(Constant::Number(value)) => Some(value + 1.0),
                _ => None,
            };
            let literal = value.as_ref().map(|value| match value {
                Constant::Text(text) => Literal::String(text.clone()),
                Constant::Number(0.0) => Literal::Number("0".to_owned()),
                Constant::Number(number) => Literal::Number(number.to_string()),
            });
            if let Some(value) = value {
                known.insert(own.clone(), value);
            }
            members.push((own, literal, self.facts(member.span.start)));
        }
        Declaration {
            name: name.to_owned(),
            params: Vec::new(),
            body: Body::Enum(members),
            facts: self.facts(start),
        }
    }

    /// Reads every declaration of a type, and reports the statements that are none.
    pub(crate) fn program(&mut self, program: &Program<'a>) -> (Vec<Declaration>, Vec<Loss>) {
        let mut all = Statements { declared: Vec::new(), losses: Vec::new() };
        for statement in &program.body {
            let start = statement.span().start;
            match statement {
                Statement::ExportDeclaration(it) => self.declaration(&it.declaration, start, &mut all),
                Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                    ExportDefaultDeclarationKind::TSInterfaceDeclaration(it) => {
                        all.declared.push(self.interface(it, start));
                    }
                    ExportDefaultDeclarationKind::ClassDeclaration(it) => {
                        all.class(it.id.as_ref().map_or("", |id| id.name.as_str()));
                    }
                    ExportDefaultDeclarationKind::FunctionDeclaration(_) => all.skip("function"),
                    _ => all.skip("default"),
                },
                Statement::ImportDeclaration(_) => all.import(),
                // These only list names.
                Statement::ExportNamedDeclaration(_)
                | Statement::ExportFromDeclaration(_)
                | Statement::ExportAllDeclaration(_)
                | Statement::EmptyStatement(_) => {}
                other => match other.as_declaration() {
                    Some(declaration) => self.declaration(declaration, start, &mut all),
                    None => all.skip("statement"),
                },
            }
        }
        (all.declared, all.losses)
    }

    fn declaration(&mut self, declaration: &Declared<'a>, start: u32, all: &mut Statements) {
        match declaration {
            Declared::TSTypeAliasDeclaration(it) => all.declared.push(self.alias(it, start)),
            Declared::TSInterfaceDeclaration(it) => all.declared.push(self.interface(it, start)),
            Declared::TSEnumDeclaration(it) => all.declared.push(self.enumeration(it, start)),
            Declared::ClassDeclaration(it) => all.class(it.id.as_ref().map_or("", |id| id.name.as_str())),
            Declared::FunctionDeclaration(_) => all.skip("function"),
            Declared::VariableDeclaration(it) => all.skip(it.kind.as_str()),
            Declared::TSImportEqualsDeclaration(_) => all.import(),
            _ => all.skip("namespace"),
        }
    }
}

/// Declarations of a program, and losses of its other statements.
struct Statements {
    declared: Vec<Declaration>,
    losses: Vec<Loss>,
}

impl Statements {
    fn lose(&mut self, name: &str, keyword: &str, message: &str) {
        if self.losses.len() < limits::LOSSES {
            let place = if name.is_empty() { String::new() } else { pointer("", name) };
            self.losses.push(Loss::new(place, keyword, Value::Null, Action::Dropped, message));
        }
    }

    fn skip(&mut self, keyword: &str) {
        self.lose("", keyword, "only interfaces, types and enums are read; it was skipped");
    }

    fn import(&mut self) {
        self.lose("", "import", "other files are not read; what it names is unknown");
    }

    fn class(&mut self, name: &str) {
        self.lose(name, "class", "a class is no plain data; it was skipped");
        let (params, facts) = (Vec::new(), Constraints::default());
        self.declared.push(Declaration { name: name.to_owned(), params, body: Body::Class, facts });
    }
}

/// The text of a template without types in it.
fn text_of(template: &TemplateLiteral<'_>) -> Option<String> {
    let text = template.quasis.first().filter(|_| template.expressions.is_empty())?;
    text.value.cooked.as_ref().map(|text| text.as_str().to_owned())
}

/// Computes a constant expression as TypeScript does.
///
/// `None` where it is not computed.
fn constant(value: &Expression<'_>, own: &str, known: &HashMap<String, Constant>) -> Option<Constant> {
    match plain(value) {
        Expression::NumericLiteral(it) => Some(Constant::Number(it.value)),
        Expression::StringLiteral(it) if !it.lone_surrogates => {
            Some(Constant::Text(it.value.as_str().to_owned()))
        }
        Expression::TemplateLiteral(it) => text_of(it).map(Constant::Text),
        Expression::Identifier(it) => known.get(it.name.as_str()).cloned(),
        Expression::UnaryExpression(it) => {
            let Constant::Number(number) = constant(&it.argument, own, known)? else { return None };
            let number = match it.operator {
                UnaryOperator::UnaryNegation => -number,
                UnaryOperator::UnaryPlus => number,
                UnaryOperator::BitwiseNot => f64::from(!whole(number)?),
                _ => return None,
            };
            Some(Constant::Number(number))
        }
        Expression::BinaryExpression(it) => {
            binary(it.operator, constant(&it.left, own, known)?, constant(&it.right, own, known)?)
        }
        other => {
            let member = other.as_member_expression()?;
            let Expression::Identifier(object) = plain(member.object()) else { return None };
            (object.name == own).then(|| known.get(&member_name(member)?).cloned())?
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the number was found to be whole and in range")]
fn whole(number: f64) -> Option<i32> {
    (number.fract() == 0.0 && number.abs() < 2_147_483_648.0).then_some(number as i32)
}

fn binary(operator: BinaryOperator, left: Constant, right: Constant) -> Option<Constant> {
    let (a, b) = match (left, right) {
        (Constant::Number(a), Constant::Number(b)) => (a, b),
        (left, right) if operator == BinaryOperator::Addition => {
            let text = |value: Constant| match value {
                Constant::Text(text) => text,
                Constant::Number(number) => number.to_string(),
            };
            let joined = text(left) + &text(right);
            return (joined.len() <= TEXT).then_some(Constant::Text(joined));
        }
        _ => return None,
    };
    let bits = |f: fn(i32, i32) -> i32| Some(f64::from(f(whole(a)?, whole(b)?)));
    let value = match operator {
        BinaryOperator::BitwiseOR => bits(|a, b| a | b)?,
        BinaryOperator::BitwiseXOR => bits(|a, b| a ^ b)?,
        BinaryOperator::BitwiseAnd => bits(|a, b| a & b)?,
        BinaryOperator::ShiftLeft => bits(|a, b| a.wrapping_shl(b.cast_unsigned() & 31))?,
        BinaryOperator::ShiftRight => bits(|a, b| a.wrapping_shr(b.cast_unsigned() & 31))?,
        BinaryOperator::Addition => a + b,
        BinaryOperator::Subtraction => a - b,
        BinaryOperator::Multiplication => a * b,
        BinaryOperator::Division => a / b,
        BinaryOperator::Exponential => a.powf(b),
        _ => return None,
    };
    value.is_finite().then_some(Constant::Number(value))
}
