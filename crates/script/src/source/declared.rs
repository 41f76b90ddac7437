//! Declarations of types, and blocks of declarations: `declare global`, `declare module`, namespaces.

use oxc_ast::ast::{Declaration, Statement, TSNamespaceDeclaration, TSNamespaceDeclarationBody};
use oxc_span::{GetSpan as _, Span};
use webagents_schema::declarations::Declaration as Declared;

use super::Taker;
use super::parts::{Code, Home};
use super::raw::Access;
use super::signature::TypedMember;
use super::statements::DEPTH;
use crate::types::DECLARATIONS;

impl<'a> Taker<'_, 'a> {
    /// Reads a declaration of a type, or a block of declarations.
    pub(super) fn declared(
        &mut self,
        declaration: &'a Declaration<'a>,
        start: u32,
        home: Home,
        exported: bool,
    ) {
        match declaration {
            Declaration::TSInterfaceDeclaration(it) => {
                let declared = self.types.interface(it, start);
                self.declare(declared, it.span, "");
            }
            Declaration::TSTypeAliasDeclaration(it) => {
                let declared = self.types.alias(it, start);
                self.declare(declared, it.span, "");
            }
            Declaration::TSEnumDeclaration(it) => {
                let declared = self.types.enumeration(it, start);
                self.declare(declared, it.span, "");
            }
            Declaration::TSGlobalDeclaration(it) => self.within(&it.body.body, Home::Global),
            Declaration::TSExternalModuleDeclaration(it) => {
                if let Some(body) = &it.body {
                    self.within(&body.body, Home::module(&body.body, true));
                }
            }
            Declaration::TSNamespaceDeclaration(it) => match home {
                _ if exported && home != Home::Ambient => {
                    self.left_out(
                        it.id.name.as_str(),
                        it.span,
                        "is a namespace, which is not read; write `export function name(…) { … }` outside of it",
                    );
                    self.namespace_types(it, "");
                }
                Home::Script | Home::Global => {
                    self.namespace_types(it, "");
                    self.namespace(it, Access::Window, &format!("{}.", it.id.name));
                }
                _ => self.namespace_types(it, ""),
            },
            _ => {}
        }
    }

    fn within(&mut self, statements: &'a [Statement<'a>], home: Home) {
        if self.depth < DEPTH {
            self.depth += 1;
            self.statements(statements, home);
            self.depth -= 1;
        }
    }

    /// The statements of a namespace, and the path to it.
    fn block_of(it: &'a TSNamespaceDeclaration<'a>, path: &str) -> Option<(&'a [Statement<'a>], String)> {
        let mut path = format!("{path}{}.", it.id.name);
        let mut body = &it.body;
        for _ in 0..DEPTH {
            match body {
                TSNamespaceDeclarationBody::TSModuleBlock(block) => return Some((&block.body, path)),
                TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                    path.push_str(inner.id.name.as_str());
                    path.push('.');
                    body = &inner.body;
                }
            }
        }
        None
    }

    /// Declares the types of a namespace, with and without its path.
    fn namespace_types(&mut self, it: &'a TSNamespaceDeclaration<'a>, path: &str) {
        let Some((statements, path)) = Self::block_of(it, path).filter(|_| self.depth < DEPTH) else {
            return;
        };
        self.depth += 1;
        for statement in statements {
            let start = statement.span().start;
            let declaration = match statement {
                Statement::ExportDeclaration(it) => Some(&it.declaration),
                other => other.as_declaration(),
            };
            let declared = match declaration {
                Some(Declaration::TSInterfaceDeclaration(it)) => (self.types.interface(it, start), it.span),
                Some(Declaration::TSTypeAliasDeclaration(it)) => (self.types.alias(it, start), it.span),
                Some(Declaration::TSEnumDeclaration(it)) => (self.types.enumeration(it, start), it.span),
                Some(Declaration::TSNamespaceDeclaration(it)) => {
                    self.namespace_types(it, &path);
                    continue;
                }
                _ => continue,
            };
            self.declare(declared.0, declared.1, &path);
        }
        self.depth -= 1;
    }

    /// Gives the functions of a namespace, by names that begin with `path`.
    pub(super) fn namespace(&mut self, it: &'a TSNamespaceDeclaration<'a>, access: Access, path: &str) {
        let Some((statements, _)) = Self::block_of(it, "").filter(|_| self.depth < DEPTH) else { return };
        self.depth += 1;
        for statement in statements {
            let start = statement.span().start;
            let declaration = match statement {
                Statement::ExportDeclaration(it) => Some(&it.declaration),
                other => other.as_declaration(),
            };
            match declaration {
                Some(Declaration::FunctionDeclaration(function)) => {
                    let Some(id) = &function.id else { continue };
                    let name = format!("{path}{}", id.name);
                    match id.symbol_id.get() {
                        Some(symbol) => self.symbol(&name, symbol, &[start], access),
                        None => self.give(&name, Code::Function(function), &[start], access, 0),
                    }
                }
                Some(Declaration::VariableDeclaration(it)) => {
                    for one in &it.declarations {
                        if let oxc_ast::ast::BindingPattern::BindingIdentifier(id) = &one.id {
                            let name = format!("{path}{}", id.name);
                            self.declarator(&name, None, one, &[start, one.span.start], access);
                        }
                    }
                }
                Some(Declaration::TSNamespaceDeclaration(it)) => {
                    let path = format!("{path}{}.", it.id.name);
                    self.namespace(it, access, &path);
                }
                _ => {}
            }
        }
        self.depth -= 1;
    }

    pub(super) fn declare(&mut self, declared: Declared, span: Span, path: &str) {
        if self.source.types.len() >= DECLARATIONS {
            return;
        }
        self.source.declarations.push_str(self.slice(span).trim());
        self.source.declarations.push('\n');
        if !path.is_empty() {
            let mut whole = declared.clone();
            whole.name.insert_str(0, path);
            self.source.types.push(whole);
            // A name of the file has priority over one of a namespace.
            if self.source.types.iter().any(|one| one.name == declared.name) {
                return;
            }
        }
        self.source.types.push(declared);
    }

    /// Gives the functions that the interface `Window` declares.
    pub(super) fn members_of_window(&mut self) {
        let members = self.signatures.of_window();
        self.typed_members(members, Access::Window);
    }

    /// Gives the functions among the members of a type.
    pub(super) fn typed_members(&mut self, members: Vec<TypedMember<'a>>, access: Access) {
        for TypedMember { name, signatures, docs } in members {
            if let Some(first) = signatures.first() {
                let name = self.path.iter().map(String::as_str).chain([name.as_str()]).collect::<String>();
                self.give(&name, Code::Signature(*first), &docs, access, signatures.len() - 1);
            }
        }
    }
}
