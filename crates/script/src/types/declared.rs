//! Declarations of types in a program.

use oxc_ast::ast::{
    Declaration as Declared, ExportDefaultDeclarationKind, Program, Statement, TSEnumDeclaration,
    TSInterfaceDeclaration, TSTypeAliasDeclaration,
};
use oxc_span::GetSpan as _;
use serde_json::Value;
use webagents_schema::declarations::{Body, Declaration, limits};
use webagents_schema::ty::{Constraints, Literal};
use webagents_schema::{Action, Loss, pointer};

use super::read::TypeReader;
use crate::constant::{self, Constant, MemberValues};

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
        let mut members = Vec::with_capacity(it.body.members.len());
        constant::members(it, &mut MemberValues::new(), |member, own, value| {
            let literal = value.map(|value| match value {
                Constant::Text(text) => Literal::String(text),
                number @ Constant::Number(_) => Literal::Number(constant::text_value(number)),
            });
            members.push((own, literal, self.facts(member.span.start)));
        });
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
        self.lose("", "import", "other files are not read; the imported names are unknown");
    }

    fn class(&mut self, name: &str) {
        self.lose(name, "class", "expected plain data, found a class; it was skipped");
        let (params, facts) = (Vec::new(), Constraints::default());
        self.declared.push(Declaration { name: name.to_owned(), params, body: Body::Class, facts });
    }
}
