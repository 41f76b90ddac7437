//! Contents of a source file as plain values: functions that may be tools, and type declarations.
//!
//! The decision: everything that needs the parser's tree is extracted here, on the parser's thread;
//! [`deduce`](crate::deduce()) decides on its meaning. Only code that runs when the file is loaded is analysed. A
//! name means its declaration, wherever the declaration is in the file.

mod code;
mod declared;
mod left;
mod modules;
mod page;
mod parts;
mod raw;
mod registered;
mod signature;
mod statements;
mod value;

use std::collections::{HashMap, HashSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{
    Declaration, ExportDefaultDeclarationKind, Expression, Program, Statement, UnaryOperator,
    VariableDeclaration, VariableDeclarationKind,
};
use oxc_semantic::{Semantic, SemanticBuilder};
use oxc_span::{GetSpan as _, Span};

use self::parts::{Code, DefaultExport, Hidden, Home};
use self::raw::FUNCTIONS;
pub(crate) use self::raw::{Access, RawFunction, RawParam, RawPattern, Source};
use self::signature::Signatures;
use crate::parse::range;
use crate::types::TypeReader;

/// Takes out of a program what matters. `ambient` is true for a file of declarations.
pub(crate) fn extract<'a>(program: &'a Program<'a>, text: &'a str, ambient: bool) -> Source {
    let built = SemanticBuilder::new().with_build_nodes(true).build(program);
    let is_module = program.body.iter().any(is_of_module) || is_common_module(&built.semantic);
    let mut taker = Taker {
        text,
        program,
        semantic: &built.semantic,
        types: TypeReader::new(text, program),
        signatures: Signatures::new(program),
        depth: 0,
        pages: Vec::new(),
        path: None,
        progress: Progress::default(),
        source: Source::default(),
    };
    taker.source.registered = registered::find(&built.semantic);
    let home = if is_module { Home::module(&program.body, ambient) } else { Home::Script };
    taker.statements(&program.body, home);
    taker.members_of_window();
    taker.finish();
    let comments = program.comments.iter().filter(|comment| comment.is_block());
    for comment in comments {
        let slice = taker.slice(comment.span);
        if slice.starts_with("/**") && slice.contains("@typedef") {
            taker.source.comments.push((comment.span.start as usize, slice.to_owned()));
        }
    }
    taker.source
}

fn is_of_module(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::ImportDeclaration(_)
        | Statement::ExportDeclaration(_)
        | Statement::ExportNamedDeclaration(_)
        | Statement::ExportFromDeclaration(_)
        | Statement::ExportDefaultDeclaration(_)
        | Statement::TSExportAssignment(_)
        | Statement::ExportAllDeclaration(_) => true,
        Statement::TSImportEqualsDeclaration(it) => {
            matches!(it.module_reference, oxc_ast::ast::TSModuleReference::ExternalModuleReference(_))
        }
        _ => false,
    }
}

/// Returns whether a file is a `CommonJS` module: it names `exports` without a test that there is one.
fn is_common_module(semantic: &Semantic<'_>) -> bool {
    let scoping = semantic.scoping();
    let nodes = semantic.nodes();
    let mut found = false;
    for (name, references) in scoping.root_unresolved_references() {
        if !matches!(name.as_str(), "exports" | "module") {
            continue;
        }
        for id in references {
            match nodes.parent_kind(scoping.get_reference(*id).node_id()) {
                AstKind::UnaryExpression(it) if it.operator == UnaryOperator::Typeof => return false,
                AstKind::StaticMemberExpression(it) => {
                    found |= name == "exports" || it.property.name == "exports";
                }
                _ => {}
            }
        }
    }
    found
}

struct Taker<'s, 'a> {
    text: &'a str,
    program: &'a Program<'a>,
    semantic: &'s Semantic<'a>,
    types: TypeReader<'a, 'a>,
    signatures: Signatures<'a>,
    /// Blocks around the current node.
    depth: usize,
    /// Names that are the window, and names that hide one of its own, the innermost last.
    pages: Vec<(String, bool)>,
    /// Path from the window or the exports to the current object, with a trailing dot.
    ///
    /// `None` for an object without a name there.
    path: Option<String>,
    progress: Progress<'a>,
    source: Source,
}

/// Functions and names that were read already, or are put off.
#[derive(Default)]
struct Progress<'a> {
    /// Number of names that were read of a declaration, by its place.
    uses: HashMap<u32, usize>,
    /// Functions, by their places, with the names that they were added by.
    named: HashSet<(u32, String)>,
    /// Names of the functions that other code gets.
    given_names: HashSet<String>,
    /// Places of the functions that other code gets.
    given: HashSet<u32>,
    /// Functions that no other code gets, unless it turns out later that it does.
    hidden: Vec<Hidden<'a>>,
    /// Default exports. They are read last: a function with another name goes by that.
    defaults: Vec<DefaultExport<'a>>,
}

const NOT_EXPORTED: &str = "is not exported; write `export` before it, or `@tool` in its documentation";
const NOT_DOCUMENTED: &str = "has no documentation comment; write `/** … */` before it, or `window.name = …`";
const NOT_OF_WINDOW: &str = "is a name of the script alone and no member of the window; write `window.name = …`, or `@tool` in its documentation";
const ELSEWHERE: &str =
    "is exported from another file, which is not read; read that file too, or write the function in this one";
const CLASS: &str = "is a class, and tools are functions; write `export function name(…) { … }` for each method that is a tool";

impl<'a> Taker<'_, 'a> {
    fn slice(&self, span: Span) -> &'a str {
        self.text.get(range(span)).unwrap_or_default()
    }

    fn statements(&mut self, statements: &'a [Statement<'a>], home: Home) {
        for statement in statements {
            self.statement(statement, home);
        }
    }

    fn statement(&mut self, statement: &'a Statement<'a>, home: Home) {
        let start = statement.span().start;
        match statement {
            Statement::ExportDeclaration(it) => self.declaration(&it.declaration, start, home, true),
            Statement::ExportDefaultDeclaration(it) => self.default(it, start),
            Statement::ExportNamedDeclaration(it) if !it.export_kind.is_type() => {
                for specifier in it.specifiers.iter().filter(|one| !one.export_kind.is_type()) {
                    self.specifier(specifier);
                }
            }
            Statement::ExportAllDeclaration(it) if !it.export_kind.is_type() => {
                let name =
                    it.exported.as_ref().map_or_else(|| self.slice(it.span), |name| name.name().as_str());
                let name = name.trim_end_matches(';');
                self.left_out(name, it.span, ELSEWHERE);
            }
            Statement::ExportFromDeclaration(it) => {
                let values = it.specifiers.iter().filter(|_| !it.export_kind.is_type());
                for one in values.filter(|one| !one.export_kind.is_type()) {
                    let name = match one.exported.name().as_str() {
                        "default" => one.local.name().as_str(),
                        name => name,
                    };
                    self.left_out(name, one.span, ELSEWHERE);
                }
            }
            Statement::TSExportAssignment(it) => self.whole("export =", &it.expression, start),
            Statement::ExpressionStatement(it) => self.expression(&it.expression, start),
            _ => {
                if let Some(inner) = statements::inner_statements(statement) {
                    self.block(statement, &inner);
                } else if let Some(declaration) = statement.as_declaration() {
                    self.declaration(declaration, start, home, home == Home::Ambient);
                }
            }
        }
    }

    fn default(&mut self, it: &'a oxc_ast::ast::ExportDefaultDeclaration<'a>, start: u32) {
        match &it.declaration {
            ExportDefaultDeclarationKind::FunctionDeclaration(function) => {
                let name = function.id.as_ref().map(|id| id.name.as_str());
                self.default_code(name, Code::Function(function), start, "export default");
            }
            ExportDefaultDeclarationKind::ClassDeclaration(it) => {
                let name = it.id.as_ref().map_or("export default", |id| id.name.as_str());
                self.left_out(name, it.span, CLASS);
            }
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(it) => {
                let declared = self.types.interface(it, start);
                self.declare(declared, it.span, "");
            }
            other => {
                if let Some(value) = other.as_expression() {
                    self.whole("default", value, start);
                }
            }
        }
    }

    fn variables(
        &mut self,
        declaration: &'a VariableDeclaration<'a>,
        start: u32,
        home: Home,
        exported: bool,
    ) {
        let of_window = home == Home::Script && declaration.kind == VariableDeclarationKind::Var;
        let is_global = home == Home::Global
            || (home == Home::Script && declaration.declare)
            || (of_window && self.doc(start).is_some());
        let access = match home {
            _ if exported => Access::Export,
            _ if is_global => Access::Window,
            Home::Script if of_window => Access::Hidden(NOT_DOCUMENTED),
            Home::Script => Access::Hidden(NOT_OF_WINDOW),
            _ => Access::Hidden(NOT_EXPORTED),
        };
        for declarator in &declaration.declarations {
            if let Some(value) = &declarator.init {
                if let Expression::AssignmentExpression(_) = crate::literal::plain(value) {
                    self.expression(value, start);
                }
                if let oxc_ast::ast::BindingPattern::BindingIdentifier(id) = &declarator.id {
                    self.names(id.name.as_str(), value);
                }
            }
            let docs = [start, declarator.span.start];
            if let oxc_ast::ast::BindingPattern::BindingIdentifier(id) = &declarator.id {
                let has_path = of_window || !matches!(access, Access::Hidden(_));
                self.path = has_path.then(|| parts::path_of(id.name.as_str())).flatten();
                self.declarator(id.name.as_str(), None, declarator, &docs, access);
                self.path = None;
            } else if !matches!(access, Access::Hidden(_)) {
                self.bound(&docs, declarator, access);
            }
        }
    }

    /// Reads the names of a pattern.
    fn bound(&mut self, docs: &[u32], declarator: &'a oxc_ast::ast::VariableDeclarator<'a>, access: Access) {
        let mut known = 0;
        for (name, key) in parts::bound(&declarator.id) {
            self.declarator(name, key, declarator, docs, access);
            known += 1;
        }
        // A pattern within a pattern, and the elements of an array.
        if known < declarator.id.get_binding_identifiers().len() {
            self.left_out(
                self.slice(declarator.id.span()),
                declarator.span,
                "is a pattern whose values are not all read; write `export function name(…) { … }` for each of its names",
            );
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration<'a>, start: u32, home: Home, exported: bool) {
        match declaration {
            Declaration::FunctionDeclaration(function) => {
                let Some(id) = &function.id else { return };
                let name = id.name.as_str();
                let documented = self.doc(start).is_some();
                let access = match home {
                    _ if exported => Access::Export,
                    Home::Global => Access::Window,
                    Home::Script if documented || function.declare => Access::Window,
                    Home::Script => Access::Hidden(NOT_DOCUMENTED),
                    _ => Access::Hidden(NOT_EXPORTED),
                };
                match id.symbol_id.get() {
                    Some(symbol) => self.symbol(name, symbol, &[start], access),
                    None => self.give(name, Code::Function(function), &[start], access, 0),
                }
            }
            Declaration::VariableDeclaration(it) => self.variables(it, start, home, exported),
            Declaration::ClassDeclaration(it) if exported => {
                let name = it.id.as_ref().map_or("export default", |id| id.name.as_str());
                self.left_out(name, it.span, CLASS);
            }
            Declaration::TSImportEqualsDeclaration(it) if exported && !it.import_kind.is_type() => {
                self.left_out(it.id.name.as_str(), it.span, ELSEWHERE);
            }
            Declaration::ClassDeclaration(_) | Declaration::TSImportEqualsDeclaration(_) => {}
            other => self.declared(other, start, home, exported),
        }
    }

    /// Adds the deferred functions: default exports, and functions that no other code receives.
    fn finish(&mut self) {
        for default in std::mem::take(&mut self.progress.defaults) {
            self.settle_default(default);
        }
        let mut seen = HashSet::new();
        for Hidden { name, code, docs, why } in std::mem::take(&mut self.progress.hidden) {
            let start = code.span().start;
            if !self.progress.given.contains(&start)
                && seen.insert(start)
                && self.source.functions.len() < FUNCTIONS
            {
                let raw = self.raw(&name, code, &docs, Access::Hidden(why), 0);
                self.source.functions.push(raw);
            }
        }
        self.source.functions.sort_by_key(|raw| raw.span.start);
    }
}
