//! Removal of the types of TypeScript: they become blanks, so that lines and columns stay true.
//!
//! The decision: nothing is printed anew. The result is the author's own text, as Node's type stripping leaves it;
//! syntax that TypeScript compiles to code (enums, namespaces with values, parameter properties) is a finding. A `;` or
//! a parenthesis takes the place of a blanked byte if a blank would change the meaning (a statement that ended with its
//! type).

use std::cell::Cell;

use oxc_ast::ast::{
    AccessorProperty, ArrowFunctionExpression, Class, Declaration, Decorator, FormalParameter,
    MethodDefinition, MethodDefinitionKind, PropertyDefinition, Statement, TSAsExpression, TSEnumDeclaration,
    TSInstantiationExpression, TSNonNullExpression, TSSatisfiesExpression, TSThisParameter, TSTypeAnnotation,
    TSTypeAssertion, TSTypeParameterDeclaration, TSTypeParameterInstantiation, VariableDeclarator,
};
use oxc_ast::ast::{ClassElement, FormalParameterRest, MethodDefinitionType, PropertyDefinitionType};
use oxc_ast::ast::{ExportDefaultDeclarationKind, ImportDeclaration, ImportDeclarationSpecifier};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{ScopeFlags, ScopeId};
use oxc_span::{GetSpan as _, Span};

use crate::constant::Enums;
use crate::diagnostic::CodeDiagnosticKind;
use crate::moves::Replaced;

/// Syntax that cannot be removed, with its place.
pub(crate) struct Refused {
    pub(crate) span: Span,
    pub(crate) kind: CodeDiagnosticKind,
    pub(crate) message: String,
}

/// Blanks the types of a program in its source text.
pub(crate) struct Strip<'s> {
    source: &'s str,
    out: Vec<u8>,
    pub(crate) refused: Vec<Refused>,
    /// The program has an export.
    pub(crate) exports: bool,
    pub(crate) edits: Vec<Edit>,
    /// Enums of the blocks around the present place, from the outermost.
    enums: Vec<Enums>,
}

/// Text that takes the place of a part of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) text: String,
}

impl Edit {
    pub(crate) fn insert(at: u32, text: impl Into<String>) -> Self {
        Self { start: at, end: at, text: text.into() }
    }
}

impl<'s> Strip<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Self {
            source,
            out: source.as_bytes().to_vec(),
            refused: Vec::new(),
            exports: false,
            edits: Vec::new(),
            enums: vec![Enums::new()],
        }
    }

    /// Enums of the present block.
    pub(crate) fn enums(&mut self) -> &mut Enums {
        if self.enums.is_empty() {
            self.enums.push(Enums::new());
        }
        let last = self.enums.len() - 1;
        &mut self.enums[last]
    }

    /// Returns the text without its types and with the edits made, and the parts that were replaced.
    ///
    /// `None` if the result is not UTF-8, which does not occur.
    pub(crate) fn into_text(self) -> Option<(String, Vec<Replaced>)> {
        let Self { out, mut edits, .. } = self;
        let blanked = String::from_utf8(out).ok()?;
        if edits.is_empty() {
            return Some((blanked, Vec::new()));
        }
        let mut replaced = Vec::with_capacity(edits.len());
        edits.sort_by_key(|edit| (edit.start, edit.end));
        let mut text = String::with_capacity(blanked.len() + 64);
        let mut at = 0;
        for Edit { start, end, text: instead } in edits {
            let (start, end) = (start as usize, end as usize);
            // One within another is part of it already.
            if start < at {
                continue;
            }
            text.push_str(blanked.get(at..start)?);
            replaced.push(Replaced { from: start..end, to: text.len()..text.len() + instead.len() });
            text.push_str(&instead);
            at = end;
        }
        text.push_str(blanked.get(at..)?);
        Some((text, replaced))
    }

    /// Returns whether anything was blanked or replaced.
    pub(crate) fn has_changed(&self) -> bool {
        self.out != self.source.as_bytes() || !self.edits.is_empty()
    }

    /// The present text of a part of the source, without its types.
    pub(crate) fn stripped(&self, span: Span) -> &str {
        let bytes = self.out.get(span.start as usize..span.end as usize).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// Blanks a range: every character but the line ends becomes a blank for each UTF-16 unit it has.
    ///
    /// Further blanks are not needed: a character of more bytes than units is blanked by U+00A0 or U+2003, which have
    /// as many bytes as characters of one unit can have.
    fn blank(&mut self, start: u32, end: u32) {
        let (start, end) = (start as usize, end as usize);
        let Some(text) = self.source.get(start..end) else { return };
        let mut at = start;
        for character in text.chars() {
            let blank: &[u8] = match character {
                '\n' | '\r' | '\u{2028}' | '\u{2029}' => {
                    at += character.len_utf8();
                    continue;
                }
                _ => match character.len_utf8() {
                    1 => b" ",
                    2 => "\u{a0}".as_bytes(),
                    3 => "\u{2003}".as_bytes(),
                    // Two units: two blanks of two bytes.
                    _ => "\u{a0}\u{a0}".as_bytes(),
                },
            };
            self.out[at..at + blank.len()].copy_from_slice(blank);
            at += blank.len();
        }
    }

    fn put(&mut self, at: u32, byte: u8) {
        if let Some(place) = self.out.get_mut(at as usize)
            && place.is_ascii()
        {
            *place = byte;
        }
    }

    /// Blanks a whole statement or member, and ends the one before it.
    fn statement(&mut self, span: Span) {
        self.blank(span.start, span.end);
        self.put(span.start, b';');
    }

    pub(crate) fn refuse(&mut self, span: Span, what: &'static str, instead: &str) {
        if self.refused.last().is_some_and(|last| last.span == span) {
            return;
        }
        let message = format!("{what} cannot be compiled here; {instead}");
        self.refused.push(Refused { span, kind: CodeDiagnosticKind::NotErasable, message });
    }

    fn module(&mut self, span: Span, what: &'static str, instead: &str) {
        let message = format!("{what} cannot stand in a function; {instead}");
        self.refused.push(Refused { span, kind: CodeDiagnosticKind::Syntax, message });
    }

    pub(crate) fn text(&self, start: u32, end: u32) -> &'s str {
        self.source.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The next byte that is neither blank nor in a comment, its place, and whether a line ended before it.
    fn next(&self, from: u32) -> Option<(u32, u8, bool)> {
        let mut at = from as usize;
        let mut newline = false;
        loop {
            let rest = self.source.get(at..)?;
            let character = rest.chars().next()?;
            if let Some(comment) = rest.strip_prefix("/*") {
                let length = comment.find("*/")? + 4;
                newline |= rest.get(..length)?.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
                at += length;
            } else if rest.starts_with("//") {
                at += rest.find(['\n', '\r', '\u{2028}', '\u{2029}'])?;
            } else if character.is_whitespace() || character == '\u{feff}' {
                newline |= matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}');
                at += character.len_utf8();
            } else {
                return Some((u32::try_from(at).ok()?, rest.as_bytes()[0], newline));
            }
        }
    }

    /// Blanks the sign that comes next after `from`, if it is one of `signs`.
    fn sign(&mut self, from: u32, signs: &[u8]) {
        if let Some((at, byte, _)) = self.next(from)
            && signs.contains(&byte)
        {
            self.blank(at, at + 1);
        }
    }

    /// Blanks the suffix of an expression: `as T`, `satisfies T`.
    ///
    /// A statement that ended there by its line's end must not go on with a parenthesis, bracket or template on the
    /// next one.
    fn suffix(&mut self, from: u32, end: u32) {
        self.blank(from, end);
        if let Some((_, b'(' | b'[' | b'`', true)) = self.next(end) {
            // The first byte after the expression is a blank, or the `a` of `as` at the latest.
            if let Some((at, _, _)) = self.next(from) {
                self.put(at, b';');
            }
        }
    }

    /// Blanks the words that a member of a class, or a class, may not have in JavaScript.
    fn modifiers(&mut self, start: u32, end: u32) {
        self.words(start, end, true);
    }

    /// The same, with a `;` in the place of the first word if a member of a class may end before it.
    fn words(&mut self, start: u32, end: u32, ends: bool) {
        const WORDS: [&str; 7] =
            ["public", "private", "protected", "readonly", "override", "abstract", "declare"];
        let mut at = start;
        let mut first = true;
        while let Some((word, _, _)) = self.next(at).filter(|&(word, _, _)| word < end) {
            let rest = self.text(word, end);
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$');
            let length = u32::try_from(length.unwrap_or(rest.len())).unwrap_or(0);
            if length == 0 {
                break;
            }
            if WORDS.contains(&self.text(word, word + length)) {
                self.blank(word, word + length);
                if first && ends {
                    self.put(word, b';');
                }
            }
            first = false;
            at = word + length;
        }
    }

    fn decorators(&mut self, decorators: &[Decorator<'_>]) {
        if let Some(decorator) = decorators.first() {
            self.refuse(decorator.span, "a decorator", "call the function yourself: `C = dec(C)`");
        }
    }
}

/// Returns whether a declaration is of types alone.
fn is_declared(it: &Declaration<'_>) -> bool {
    match it {
        Declaration::VariableDeclaration(it) => it.declare,
        Declaration::FunctionDeclaration(it) => it.declare || it.body.is_none(),
        Declaration::ClassDeclaration(it) => it.declare,
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::TSEnumDeclaration(it) => it.declare,
        Declaration::TSNamespaceDeclaration(it) => it.declare,
        Declaration::TSImportEqualsDeclaration(_) => false,
    }
}

/// Returns whether an import is of types alone.
fn imports_types(it: &ImportDeclaration<'_>) -> bool {
    it.import_kind.is_type()
        || it.specifiers.as_ref().is_some_and(|all| {
            !all.is_empty()
                && all.iter().all(|one| match one {
                    ImportDeclarationSpecifier::ImportSpecifier(it) => it.import_kind.is_type(),
                    _ => false,
                })
        })
}

/// Start of the words before a member's key: the end of its decorators.
fn modifiers_start(decorators: &[Decorator<'_>], start: u32) -> u32 {
    decorators.last().map_or(start, |last| last.span.end)
}

impl<'a> Visit<'a> for Strip<'_> {
    fn enter_scope(&mut self, _: ScopeFlags, _: &Cell<Option<ScopeId>>) {
        self.enums.push(Enums::new());
    }

    fn leave_scope(&mut self) {
        self.enums.pop();
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            // Where only types come or go, there is nothing that runs.
            Statement::ImportDeclaration(it) if imports_types(it) => self.statement(it.span),
            Statement::ExportNamedDeclaration(it)
                if it.export_kind.is_type() || it.specifiers.iter().all(|one| one.export_kind.is_type()) =>
            {
                self.statement(it.span);
            }
            Statement::ExportFromDeclaration(it) if it.export_kind.is_type() => self.statement(it.span),
            Statement::ExportAllDeclaration(it) if it.export_kind.is_type() => self.statement(it.span),
            Statement::ExportDefaultDeclaration(it)
                if matches!(it.declaration, ExportDefaultDeclarationKind::TSInterfaceDeclaration(_)) =>
            {
                self.statement(it.span);
            }
            Statement::ExportDeclaration(it) if is_declared(&it.declaration) => self.statement(it.span),
            Statement::ExportDeclaration(it)
                if matches!(it.declaration, Declaration::TSEnumDeclaration(_)) =>
            {
                self.blank(it.span.start, it.declaration.span().start);
                self.visit_declaration(&it.declaration);
            }
            Statement::ImportDeclaration(it) => {
                self.module(
                    it.span,
                    "an `import` declaration",
                    "the tools are members of `global` and need none (`global.name(…)`); code in the page loads a library by `await import(\"…\")`",
                );
            }
            Statement::ExportDeclaration(_)
            | Statement::ExportNamedDeclaration(_)
            | Statement::ExportFromDeclaration(_)
            | Statement::ExportDefaultDeclaration(_)
            | Statement::ExportAllDeclaration(_) => {
                self.exports = true;
                self.module(it.span(), "an `export`", "write `return`");
            }
            Statement::TSImportEqualsDeclaration(it) => {
                self.refuse(it.span, "`import =`", "write `const x = await import(\"…\")`");
            }
            Statement::TSExportAssignment(it) => self.refuse(it.span, "`export =`", "write `return`"),
            Statement::TSNamespaceExportDeclaration(it) => self.statement(it.span),
            _ => {
                if let Some(declaration) = it.as_declaration() {
                    self.visit_declaration(declaration);
                } else {
                    walk::walk_statement(self, it);
                }
            }
        }
    }

    fn visit_declaration(&mut self, it: &Declaration<'a>) {
        match it {
            _ if is_declared(it) => self.statement(it.span()),
            Declaration::TSNamespaceDeclaration(it) => {
                self.refuse(it.span, "a namespace", "write an object: `const N = { … }`");
            }
            Declaration::TSImportEqualsDeclaration(it) => {
                self.refuse(it.span, "`import =`", "write `const x = await import(\"…\")`");
            }
            _ => walk::walk_declaration(self, it),
        }
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        // Types in the values of members go first.
        walk::walk_ts_enum_body(self, &it.body);
        self.enumeration(it);
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.refuse(it.span, "a decorator", "call the function yourself: `C = dec(C)`");
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.blank(it.span.start, it.span.end);
        // The colon may stand before the annotation's own span.
        if self.source.as_bytes().get(it.span.start as usize) != Some(&b':') {
            let before = self.source[..it.span.start as usize].trim_end();
            if before.ends_with(':')
                && let Ok(at) = u32::try_from(before.len() - 1)
            {
                self.blank(at, at + 1);
            }
        }
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.blank(it.span.start, it.span.end);
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        self.blank(it.span.start, it.span.end);
        self.sign(it.span.end, b",");
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.suffix(it.expression.span().end, it.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.suffix(it.expression.span().end, it.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.blank(it.span.end.saturating_sub(1), it.span.end);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        let start = it.expression.span().start;
        if self.text(it.span.start, start).contains(['\n', '\r', '\u{2028}', '\u{2029}']) {
            // After a `return`, the end of the line would end the statement.
            self.refuse(it.span, "a type assertion over several lines", "write `value as T`");
            return;
        }
        self.blank(it.span.start, start);
        self.visit_expression(&it.expression);
    }

    fn visit_ts_instantiation_expression(&mut self, it: &TSInstantiationExpression<'a>) {
        self.visit_expression(&it.expression);
        self.suffix(it.expression.span().end, it.span.end);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            self.sign(it.id.span().end, b"!");
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        self.decorators(&it.decorators);
        if it.accessibility.is_some() || it.readonly || it.r#override {
            // The constructor assigns it.
            self.words(it.span.start, it.pattern.span().start, false);
        }
        if it.optional {
            self.sign(it.pattern.span().end, b"?");
        }
        self.visit_binding_pattern(&it.pattern);
        if let Some(annotation) = &it.type_annotation {
            self.visit_ts_type_annotation(annotation);
        }
        if let Some(initializer) = &it.initializer {
            self.visit_expression(initializer);
        }
    }

    fn visit_formal_parameter_rest(&mut self, it: &FormalParameterRest<'a>) {
        self.decorators(&it.decorators);
        walk::walk_formal_parameter_rest(self, it);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        walk::walk_arrow_function_expression(self, it);
        let lines = |text: &str| text.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
        if let Some(parameters) = &it.type_parameters
            && it.r#async
            && lines(self.text(parameters.span.start, it.params.span.start))
        {
            // No line may end between `async` and the parenthesis.
            self.blank(it.params.span.start, it.params.span.start + 1);
            self.put(parameters.span.start, b'(');
        }
        if let Some(returns) = &it.return_type
            && lines(self.text(it.params.span.end, returns.span.end))
        {
            // No line may end between the parenthesis and the arrow.
            let parenthesis = it.params.span.end.saturating_sub(1);
            self.blank(parenthesis, it.params.span.end);
            let last = returns.span.end.saturating_sub(1);
            if self.source.as_bytes().get(last as usize).is_some_and(u8::is_ascii) {
                self.put(last, b')');
            } else {
                self.refuse(returns.span, "a type of a result over several lines", "write it on one line");
            }
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.decorators(&it.decorators);
        if it.r#abstract {
            let start = modifiers_start(&it.decorators, it.span.start);
            if let Some((at, _, _)) = self.next(start)
                && self.text(at, at + 8) == "abstract"
            {
                self.blank(at, at + 8);
            }
        }
        let named = it.id.as_ref().map_or(it.span.start, |id| id.span.end);
        let named = it.type_parameters.as_ref().map_or(named, |it| it.span.end);
        let named = it.heritage.as_ref().map_or(named, |it| it.span().end);
        if let Some(first) = it.implements.first() {
            let before = self.text(named, first.span.start);
            if let Some(word) = before.rfind("implements")
                && let Ok(word) = u32::try_from(word)
            {
                self.blank(named + word, it.body.span.start);
            }
        }
        if let Some(parameters) = &it.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        if let Some(heritage) = &it.heritage {
            self.visit_class_heritage(heritage);
        }
        self.visit_class_body(&it.body);
    }

    fn visit_class_element(&mut self, it: &ClassElement<'a>) {
        match it {
            ClassElement::TSIndexSignature(it) => self.statement(it.span),
            ClassElement::MethodDefinition(method)
                if method.r#type == MethodDefinitionType::TSAbstractMethodDefinition
                    || method.value.body.is_none() =>
            {
                self.statement(method.span);
            }
            ClassElement::PropertyDefinition(property)
                if property.declare
                    || property.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition =>
            {
                self.statement(property.span);
            }
            _ => walk::walk_class_element(self, it),
        }
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.decorators(&it.decorators);
        let key = it.key.span();
        self.modifiers(modifiers_start(&it.decorators, it.span.start), key.start);
        if it.optional {
            self.sign(key_end(self, key, it.computed), b"?");
        }
        walk::walk_method_definition(self, it);
        if it.kind == MethodDefinitionKind::Constructor {
            self.parameter_properties(&it.value);
        }
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.decorators(&it.decorators);
        let key = it.key.span();
        self.modifiers(modifiers_start(&it.decorators, it.span.start), key.start);
        if it.optional || it.definite {
            self.sign(key_end(self, key, it.computed), b"?!");
        }
        walk::walk_property_definition(self, it);
    }

    fn visit_accessor_property(&mut self, it: &AccessorProperty<'a>) {
        self.refuse(it.span, "an accessor property", "write `get` and `set`");
    }
}

/// End of a member's key, its bracket included.
fn key_end(strip: &Strip<'_>, key: Span, computed: bool) -> u32 {
    match strip.next(key.end) {
        Some((at, b']', _)) if computed => at + 1,
        _ => key.end,
    }
}
