//! Values with a name: functions, objects of functions, and names of either.

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionBody, BindingPattern, CallExpression, ExportSpecifier, Expression, IdentifierReference,
    ModuleExportName, ObjectExpression, ObjectPropertyKind, PropertyKind, Statement, TSType,
    VariableDeclarator,
};
use oxc_semantic::{NodeId, SymbolId};
use oxc_span::{GetSpan as _, Span};

use super::parts::{Code, DefaultExport, Hidden, bound, is_component_type, path_of};
use super::raw::{Access, FUNCTIONS};
use super::signature::Callable;
use super::{CLASS, ELSEWHERE, Taker, statements};
use crate::literal::{is_name, key_name, plain};

/// Names of one declaration that are read.
const NAMES: usize = 16;
/// Signatures of one function that are looked at.
const SIGNATURES: usize = 1_000;
/// Names that mean each other.
const HOPS: usize = 16;

const OTHER_NAME: &str = "is the value of another name, which is not looked at";
const PASSED: &str = "is passed to a call, whose result is not evaluated; export the function itself";
const NAMELESS: &str =
    "is a function without a name, and a tool needs one; write `export function name(…) { … }`";

impl<'a> Taker<'_, 'a> {
    /// Adds a function, or puts it off if no other code gets it.
    pub(super) fn give(
        &mut self,
        name: &str,
        code: Code<'a>,
        docs: &[u32],
        access: Access,
        overloads: usize,
    ) {
        if let Access::Hidden(why) = access {
            if self.progress.hidden.len() < FUNCTIONS {
                self.progress.hidden.push(Hidden { name: name.to_owned(), code, docs: docs.to_vec(), why });
            }
            return;
        }
        let start = code.span().start;
        self.progress.given.insert(start);
        // Overloads and lists of exports lead to one function again and again.
        if !self.progress.named.insert((start, name.to_owned())) {
            return;
        }
        if !self.is_first(start) || self.source.functions.len() >= FUNCTIONS {
            self.left_out(name, code.span(), "is one of more names or functions than are read of a file");
            return;
        }
        self.progress.given_names.insert(name.to_owned());
        let raw = self.raw(name, code, docs, access, overloads);
        self.source.functions.push(raw);
    }

    /// A value with a name: a function, or an object of functions.
    pub(super) fn value(&mut self, name: &str, value: &'a Expression<'a>, docs: &[u32], access: Access) {
        let is_open = !matches!(access, Access::Hidden(_)) || self.is_tagged(docs);
        let start = docs.first().copied().unwrap_or(value.span().start);
        match plain(value) {
            Expression::FunctionExpression(it) => self.give(name, Code::Function(it), docs, access, 0),
            Expression::ArrowFunctionExpression(it) => self.give(name, Code::Arrow(it), docs, access, 0),
            Expression::ObjectExpression(object) => self.object(object, docs, access),
            Expression::Identifier(it) if it.name != "undefined" && it.name != "NaN" => {
                self.identifier(name, it, docs, access);
            }
            Expression::AssignmentExpression(it) => self.value(name, &it.right, docs, access),
            Expression::CallExpression(it) if invoked(it).is_some() => {
                let given = invoked(it).unwrap_or_default();
                if self.depth < statements::DEPTH {
                    self.depth += 1;
                    for value in &given {
                        self.value(name, value, docs, access);
                    }
                    self.depth -= 1;
                }
                if given.is_empty() && is_open {
                    self.left(name, value, start);
                }
            }
            other if is_open => {
                self.left(name, other, start);
                if let Expression::CallExpression(call) = other {
                    self.passed(call);
                }
            }
            other if statements::wraps_function(other) => {
                if let Access::Hidden(why) = access {
                    self.left_out(name, Span::new(start, other.span().end), why);
                }
            }
            _ => {}
        }
    }

    /// Lists the functions in the objects that a call gets.
    pub(super) fn passed(&mut self, call: &'a CallExpression<'a>) {
        for argument in call.arguments.iter().filter_map(|argument| argument.as_expression()) {
            let object = match plain(argument) {
                Expression::ObjectExpression(object) => Some(&**object),
                Expression::Identifier(it) => self.object_of(it),
                _ => None,
            };
            if let Some(object) = object
                && self.is_first(object.span.start)
            {
                self.object(object, &[], Access::Hidden(PASSED));
                for property in &object.properties {
                    if let ObjectPropertyKind::ObjectProperty(property) = property
                        && let Some(name) = key_name(&property.key, property.computed)
                        && matches!(plain(&property.value), Expression::Identifier(_))
                    {
                        self.left_out(&name, property.span, PASSED);
                    }
                }
            }
        }
    }

    /// Counts a use of what begins at `start`, and returns whether there are not too many.
    fn is_first(&mut self, start: u32) -> bool {
        self.is_used_less(start, NAMES)
    }

    fn is_used_less(&mut self, start: u32, most: usize) -> bool {
        let uses = self.progress.uses.entry(start).or_default();
        *uses += 1;
        *uses <= most
    }

    /// The object that a name means.
    pub(super) fn object_of(&self, it: &IdentifierReference<'a>) -> Option<&'a ObjectExpression<'a>> {
        match self.initial_of(it) {
            Some(Expression::ObjectExpression(object)) => Some(object),
            _ => None,
        }
    }

    /// The value that a variable is declared with.
    pub(super) fn initial_of(&self, it: &IdentifierReference<'a>) -> Option<&'a Expression<'a>> {
        self.initial(self.symbol_of(it)?)
    }

    fn initial(&self, symbol: SymbolId) -> Option<&'a Expression<'a>> {
        let node = self.semantic.scoping().symbol_declaration(symbol);
        match self.semantic.nodes().kind(node) {
            AstKind::VariableDeclarator(it) => it.init.as_ref().map(plain),
            _ => None,
        }
    }

    fn symbol_of(&self, it: &IdentifierReference<'a>) -> Option<SymbolId> {
        self.semantic.scoping().get_reference(it.reference_id.get()?).symbol_id()
    }

    pub(super) fn identifier(
        &mut self,
        name: &str,
        it: &IdentifierReference<'a>,
        docs: &[u32],
        access: Access,
    ) {
        match self.symbol_of(it) {
            Some(symbol) => self.symbol(name, symbol, docs, access),
            None if !matches!(access, Access::Hidden(_)) => self.left_out(name, it.span, OTHER_NAME),
            None => {}
        }
    }

    /// Reads the meaning of a symbol of the file, under the name `name`.
    pub(super) fn symbol(&mut self, name: &str, symbol: SymbolId, docs: &[u32], access: Access) {
        if self.depth >= HOPS + statements::DEPTH {
            return;
        }
        let scoping = self.semantic.scoping();
        let nodes = self.semantic.nodes();
        let declarations: Vec<NodeId> = scoping.symbol_declarations(symbol).take(SIGNATURES).collect();
        let mut functions = Vec::new();
        let mut all = docs.to_vec();
        for node in &declarations {
            if let AstKind::Function(it) = nodes.kind(*node) {
                functions.push(it);
                self.starts(*node, &mut all);
            }
        }
        if !functions.is_empty() {
            // The function after its signatures is not one of them.
            let signatures = functions.iter().filter(|function| function.body.is_none());
            let mut signatures: Vec<_> = signatures.copied().collect();
            for function in &functions {
                if !matches!(access, Access::Hidden(_)) {
                    self.progress.given.insert(function.span.start);
                }
            }
            if signatures.is_empty() {
                signatures.extend(functions.last());
            }
            if let Some(first) = signatures.first() {
                self.give(name, Code::Function(first), &all, access, signatures.len() - 1);
            }
            return;
        }
        let is_open = !matches!(access, Access::Hidden(_));
        self.depth += 1;
        for node in declarations {
            let kind = nodes.kind(node);
            match kind {
                AstKind::VariableDeclarator(it) if self.is_used_less(it.span.start, SIGNATURES) => {
                    self.starts(node, &mut all);
                    let key = bound(&it.id).find(|(local, _)| *local == scoping.symbol_name(symbol));
                    self.declarator(name, key.and_then(|(_, key)| key), it, &all, access);
                }
                AstKind::VariableDeclarator(it) if is_open => {
                    self.left_out(name, it.span, "is one of more names than are read of one value");
                }
                AstKind::ImportSpecifier(_)
                | AstKind::ImportDefaultSpecifier(_)
                | AstKind::ImportNamespaceSpecifier(_)
                | AstKind::TSImportEqualsDeclaration(_)
                    if is_open =>
                {
                    self.left_out(name, kind.span(), ELSEWHERE);
                }
                AstKind::Class(it) if is_open => self.left_out(name, it.span, CLASS),
                AstKind::FormalParameter(it) if is_open => self.left_out(name, it.span, OTHER_NAME),
                _ => {}
            }
        }
        self.depth -= 1;
    }

    /// Places before which the documentation of a declaration may be.
    fn starts(&self, node: NodeId, starts: &mut Vec<u32>) {
        let nodes = self.semantic.nodes();
        let mut node = node;
        for _ in 0..4 {
            starts.push(nodes.kind(node).span().start);
            node = nodes.parent_id(node);
            if !matches!(
                nodes.kind(node),
                AstKind::VariableDeclaration(_)
                    | AstKind::ExportDeclaration(_)
                    | AstKind::ExportDefaultDeclaration(_)
            ) {
                break;
            }
        }
    }

    /// Reads a variable of a declaration, under the name `name`.
    ///
    /// A pattern gives it the member `key`.
    pub(super) fn declarator(
        &mut self,
        name: &str,
        key: Option<String>,
        it: &'a VariableDeclarator<'a>,
        docs: &[u32],
        access: Access,
    ) {
        let is_open = !matches!(access, Access::Hidden(_));
        let is_plain = matches!(it.id, BindingPattern::BindingIdentifier(_));
        let mut all = docs.to_vec();
        let typed = match (it.type_annotation.as_deref(), &key) {
            (None, _) => None,
            (Some(ty), None) if is_plain => Some(self.signatures.of(&ty.type_annotation)),
            (Some(_), None) => Some(Callable::Unknown),
            (Some(ty), Some(key)) => {
                let (found, more) = self.signatures.of_member(&ty.type_annotation, key);
                all.extend(more);
                Some(found)
            }
        };
        if let Some(Callable::Function(signatures)) = &typed
            && let Some(first) = signatures.first()
        {
            if let Some(value) = &it.init
                && is_open
            {
                self.progress.given.insert(plain(value).span().start);
            }
            self.give(name, Code::Signature(*first), &all, access, signatures.len() - 1);
            return;
        }
        let component = it
            .type_annotation
            .as_deref()
            .is_some_and(|ty| is_component_type(self.slice(ty.type_annotation.span())));
        match (&it.init, typed) {
            (Some(value), _) if is_plain => {
                let before = self.source.functions.len();
                self.value(name, value, docs, access);
                for raw in self.source.functions.iter_mut().skip(before) {
                    raw.component |= component;
                }
            }
            (Some(value), _) if is_open => match (plain(value), key) {
                (Expression::ObjectExpression(object), Some(key))
                    if self.is_used_less(object.span.start, SIGNATURES) =>
                {
                    self.property(name, object, &key, docs, access);
                }
                (value, _) if is_required(value) => self.left_out(name, it.span, ELSEWHERE),
                _ => self.left_out(
                    name,
                    it.span,
                    "is a part of a value, which is not looked at; write `export function name(…) { … }`",
                ),
            },
            (None, _) if component && is_open => {
                self.left_out(name, it.span, "is a component, and no tool; write a function that does its work");
            }
            (None, Some(Callable::Unknown)) if is_open => self.left_out(
                name,
                it.span,
                "is declared by a type other than a function type of this file; write `export function name(…)`",
            ),
            (None, None) if is_open => {
                self.left_out(name, it.span, "is declared without a value, which is not looked for");
            }
            (None, Some(Callable::Other)) if is_open && is_plain => self.typed_object(name, it, access),
            _ => {}
        }
    }

    /// Gives the functions of a declared object, if its type is written out.
    ///
    /// An object of a named type, such as a client, is listed.
    fn typed_object(&mut self, name: &str, it: &'a VariableDeclarator<'a>, access: Access) {
        let Some(ty) = it.type_annotation.as_deref().map(|ty| &ty.type_annotation) else { return };
        let (members, _) = self.signatures.members(ty);
        if matches!(ty, TSType::TSTypeLiteral(_)) {
            self.typed_members(members, access);
        } else if !members.is_empty() {
            let why =
                "is an object with functions by its type; write `export function name(…)` for each tool";
            self.left_out(name, it.span, why);
        }
    }

    /// The value of the member `key` of an object.
    fn property(
        &mut self,
        name: &str,
        object: &'a ObjectExpression<'a>,
        key: &str,
        docs: &[u32],
        access: Access,
    ) {
        for property in &object.properties {
            if let ObjectPropertyKind::ObjectProperty(property) = property
                && key_name(&property.key, property.computed).as_deref() == Some(key)
            {
                self.value(name, &property.value, docs, access);
            }
        }
    }

    pub(super) fn specifier(&mut self, it: &'a ExportSpecifier<'a>) {
        let exported = it.exported.name();
        let ModuleExportName::IdentifierReference(local) = &it.local else { return };
        let symbol = self.symbol_of(local);
        match (exported.as_str(), symbol) {
            ("default", Some(symbol)) => {
                self.progress.defaults.push(DefaultExport::Symbol(
                    local.name.as_str().to_owned(),
                    symbol,
                    it.span.start,
                    "default",
                ));
            }
            (name, Some(symbol)) => {
                self.path = path_of(name);
                self.symbol(name, symbol, &[it.span.start], Access::Export);
                self.path = None;
            }
            (name, None) => {
                self.left_out(name, it.span, "is exported, and no function of this file that is read");
            }
        }
    }

    pub(super) fn default_code(
        &mut self,
        name: Option<&str>,
        code: Code<'a>,
        start: u32,
        place: &'static str,
    ) {
        self.progress.defaults.push(DefaultExport::Code(name.map(str::to_owned), code, start, place));
    }

    /// The value that a file exports as a whole: `export default`, `export =`, `module.exports =`.
    pub(super) fn whole(&mut self, place: &'static str, value: &'a Expression<'a>, start: u32) {
        match plain(value) {
            Expression::FunctionExpression(it) => {
                let name = it.id.as_ref().map(|id| id.name.as_str());
                self.default_code(name, Code::Function(it), start, place);
            }
            Expression::ArrowFunctionExpression(it) => self.default_code(None, Code::Arrow(it), start, place),
            Expression::ClassExpression(it) => self.left_out(place, it.span, CLASS),
            Expression::Identifier(it) => match self.symbol_of(it) {
                Some(symbol) => {
                    self.progress.defaults.push(DefaultExport::Symbol(
                        it.name.as_str().to_owned(),
                        symbol,
                        start,
                        place,
                    ));
                    if place == "export =" {
                        self.members_of(symbol);
                    }
                }
                None => self.left_out(it.name.as_str(), it.span, OTHER_NAME),
            },
            Expression::AssignmentExpression(it) => {
                self.expression(value, start);
                if !self.is_exports_target(&it.left) {
                    self.whole(place, &it.right, start);
                }
            }
            // `module.exports = exports.default`: it is read where `exports.default` is assigned.
            other if self.is_of_exports(other) => {}
            other => self.value(place, other, &[start], Access::Export),
        }
    }

    /// Gives the functions of the namespace or object that `export =` exports.
    fn members_of(&mut self, symbol: SymbolId) {
        for node in self.semantic.scoping().symbol_declarations(symbol).take(SIGNATURES).collect::<Vec<_>>() {
            match self.semantic.nodes().kind(node) {
                AstKind::TSNamespaceDeclaration(it) => self.namespace(it, Access::Export, ""),
                AstKind::VariableDeclarator(it) => {
                    let Some(ty) = it.type_annotation.as_deref() else { continue };
                    let (members, unknown) = self.signatures.members(&ty.type_annotation);
                    self.typed_members(members, Access::Export);
                    if unknown {
                        self.left_out(
                            "export =",
                            it.span,
                            "has members by a type that this file does not declare; write the functions in this file",
                        );
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn settle_default(&mut self, default: DefaultExport<'a>) {
        match default {
            DefaultExport::Code(_, code, _, _) if self.progress.given.contains(&code.span().start) => {}
            DefaultExport::Code(Some(name), code, start, _) => {
                self.give(&name, code, &[start], Access::Export, 0);
            }
            DefaultExport::Code(None, code, start, place) => {
                self.left_out(place, Span::new(start, code.span().end), NAMELESS);
            }
            DefaultExport::Symbol(name, symbol, start, place) => {
                let (name, symbol) = self.meant(name, symbol);
                if self.progress.given_names.contains(&name) || self.is_given(symbol) {
                    return;
                }
                match self.initial(symbol) {
                    Some(value) if is_required(value) => self.left_out(place, Span::empty(start), ELSEWHERE),
                    _ if self.is_imported(symbol) => self.left_out(place, Span::empty(start), ELSEWHERE),
                    _ => self.symbol(&name, symbol, &[start], Access::Export),
                }
            }
        }
    }

    fn is_imported(&self, symbol: SymbolId) -> bool {
        matches!(
            self.semantic.nodes().kind(self.semantic.scoping().symbol_declaration(symbol)),
            AstKind::ImportSpecifier(_)
                | AstKind::ImportDefaultSpecifier(_)
                | AstKind::ImportNamespaceSpecifier(_)
                | AstKind::TSImportEqualsDeclaration(_)
        )
    }

    /// The symbol that another means, as in `var index_default = distance`, and its name.
    fn meant(&self, name: String, symbol: SymbolId) -> (String, SymbolId) {
        let (mut name, mut symbol) = (name, symbol);
        for _ in 0..HOPS {
            match self.initial(symbol) {
                Some(Expression::Identifier(it)) => match self.symbol_of(it) {
                    Some(next) => (name, symbol) = (it.name.as_str().to_owned(), next),
                    None => break,
                },
                Some(Expression::FunctionExpression(it)) => {
                    if let Some(id) = &it.id {
                        id.name.as_str().clone_into(&mut name);
                    }
                    break;
                }
                _ => break,
            }
        }
        (name, symbol)
    }

    /// Returns whether the function of a symbol has a name in the exports already.
    fn is_given(&self, symbol: SymbolId) -> bool {
        let nodes = self.semantic.nodes();
        self.semantic.scoping().symbol_declarations(symbol).take(SIGNATURES).any(|node| {
            match nodes.kind(node) {
                AstKind::Function(it) => self.progress.given.contains(&it.span.start),
                AstKind::VariableDeclarator(it) => it
                    .init
                    .as_ref()
                    .is_some_and(|value| self.progress.given.contains(&plain(value).span().start)),
                _ => false,
            }
        })
    }

    pub(super) fn object(&mut self, object: &'a ObjectExpression<'a>, docs: &[u32], access: Access) {
        let is_tagged = self.is_tagged(docs);
        // A tag before an object is one for each of its members.
        let access = if is_tagged { Access::Window } else { access };
        let is_open = !matches!(access, Access::Hidden(_));
        if !self.is_first(object.span.start) || self.depth >= statements::DEPTH {
            return;
        }
        self.depth += 1;
        for property in &object.properties {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                if is_open {
                    self.left_out(
                        self.slice(property.span()),
                        property.span(),
                        "spreads an object whose members are not read; write each function as a member: \
                         `name(…) { … }`",
                    );
                }
                continue;
            };
            let Some(key) = key_name(&property.key, property.computed) else {
                if is_open && statements::may_be_function(&property.value) {
                    self.left_out(
                        self.slice(property.key.span()),
                        property.span,
                        "is a member whose name is computed; write its name: `name(…) { … }`",
                    );
                }
                continue;
            };
            let name = self.path.iter().map(String::as_str).chain([key.as_str()]).collect::<String>();
            if property.kind != PropertyKind::Init {
                if is_open && property.kind == PropertyKind::Get {
                    self.left_out(&name, property.span, "is the result of a getter, which is not evaluated");
                }
                continue;
            }
            let start = property.span.start;
            let own = [start];
            let path = self.path.as_ref().and_then(|_| path_of(&name));
            match plain(&property.value) {
                Expression::ObjectExpression(inner) if path.is_some() => {
                    let around = std::mem::replace(&mut self.path, path);
                    self.object(inner, &own, access);
                    self.path = around;
                }
                other @ Expression::ObjectExpression(_) if is_open => self.left(&name, other, start),
                Expression::ObjectExpression(_) => {}
                _ if key == "__proto__" => {}
                other => {
                    let around = std::mem::replace(&mut self.path, path);
                    self.value(&name, other, &own, access);
                    self.path = around;
                }
            }
        }
        self.depth -= 1;
    }
}

/// Returns whether a value is one of another file: `require("a")`, `require("a").b`.
pub(super) fn is_required(value: &Expression<'_>) -> bool {
    let mut value = plain(value);
    for _ in 0..HOPS {
        match value {
            Expression::CallExpression(it) if is_name(&it.callee, &["require"]) => return true,
            // Helpers of compilers: `_interopRequireDefault(require("a"))`.
            Expression::CallExpression(it) => {
                match it.arguments.first().and_then(|one| one.as_expression()) {
                    Some(first) if it.callee.is_identifier_reference() => value = plain(first),
                    _ => return false,
                }
            }
            other => match other.as_member_expression() {
                Some(member) => value = plain(member.object()),
                None => return false,
            },
        }
    }
    false
}

/// The values that an immediately called function returns.
fn invoked<'a>(it: &'a CallExpression<'a>) -> Option<Vec<&'a Expression<'a>>> {
    let statements = match plain(&it.callee) {
        Expression::FunctionExpression(it) => &it.body.as_deref()?.statements,
        Expression::ArrowFunctionExpression(it) => match &it.body {
            ArrowFunctionBody::FunctionBody(body) => &body.statements,
            body => return body.as_expression().map(|value| vec![value]),
        },
        _ => return None,
    };
    let returned = statements.iter().filter_map(|statement| match statement {
        Statement::ReturnStatement(it) => it.argument.as_ref(),
        _ => None,
    });
    Some(returned.collect())
}
