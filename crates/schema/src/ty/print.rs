//! From the tree to text.
//!
//! The text is the same for equal trees, and reads back as the tree it came from. Parentheses stand where
//! precedence needs them and nowhere else. Strings, names and comments pass through
//! [`escape`](crate::escape), and facts through `tags`. [`Style`] has the layouts that declarations need; a type
//! alone is one line.

use std::fmt;

use super::resolve::{is_narrow_index, widened};
use super::tags::{self, TypeTags};
use super::{
    Constraints, ElementKind, Function, FunctionParam, Keyword, Literal, Member, MemberKind, Refined,
    TemplatePart, TupleElement, Type, brackets, limits,
};
use crate::escape;

/// Choice of a type's comments to print: descriptions and constraints, only the former, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Docs {
    /// Descriptions, and constraints as tags, are printed as `/** … */` before each member.
    Keep,
    /// Descriptions alone are printed.
    Descriptions,
    /// Neither descriptions nor constraints are printed.
    Drop,
}

/// Line breaks of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Nowhere.
    Line,
    /// A line for each member, its comment above it.
    Lines,
    /// A line for each member of an object with documentation: a `//` comment after it.
    ///
    /// Constraints are short: `[int, 1..9]`.
    Trailing,
}

/// Style of a printed type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Documentation that is printed with the types.
    pub(crate) docs: Docs,
    /// Line breaks.
    pub(crate) layout: Layout,
    /// The compiler reads the text.
    ///
    /// `integer` is a `number` with a tag, an empty object is a `Record`, and an index signature is as wide as the
    /// members that it covers.
    pub(crate) strict: bool,
    /// Levels of indentation around the type.
    pub(crate) indent: usize,
    /// The space after the colon of a property is left out.
    pub(crate) terse: bool,
    /// The bar of a union has no spaces after a text, and before one, `null` or `undefined`.
    ///
    /// For a model: two tokens fewer for each text.
    pub(crate) tight: bool,
}

impl Style {
    /// One line, as [`Type::print`] has it.
    pub(crate) const fn line(docs: Docs) -> Self {
        Self { docs, layout: Layout::Line, strict: false, indent: 0, terse: false, tight: false }
    }

    /// Returns whether a comment precedes a refined type.
    fn says(self, refined: &Refined) -> bool {
        let Refined { facts, ty } = refined;
        match self.docs {
            Docs::Drop => false,
            Docs::Keep if self.layout != Layout::Trailing => true,
            docs => is_said_trailing(docs, facts, ty),
        }
    }
}

/// Longer comments are broken into lines between their parts.
const WIDTH: usize = 100;

/// Levels that are printed; types below them are `any`. Trees of the grammar have fewer.
const DEPTH: usize = 3 * limits::HEIGHT;

/// Binding strength of a type, from the loosest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Function,
    Union,
    Intersection,
    Operator,
    Postfix,
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.print(&mut out, Docs::Keep);
        f.write_str(&out)
    }
}

impl Type {
    /// Appends the type to `out` as text on one line, with the comments that `docs` chooses.
    pub fn print(&self, out: &mut String, docs: Docs) {
        self.print_as(out, Style::line(docs));
    }

    /// Appends the type in another style.
    pub(crate) fn print_as(&self, out: &mut String, style: Style) {
        Printer { out, style, depth: 0 }.at(self, Level::Function);
    }

    /// Returns the type as TypeScript source without comments; `integer` is written `number`.
    ///
    /// ```
    /// use webagents_schema::ty;
    /// assert_eq!(ty::parse("integer | { a?: integer[] }").unwrap().to_typescript(), "number | { a?: number[] }");
    /// ```
    pub fn to_typescript(&self) -> String {
        let mut out = String::new();
        let style = Style { strict: true, ..Style::line(Docs::Drop) };
        Printer { out: &mut out, style, depth: 0 }.at(self, Level::Function);
        out
    }

    /// Appends the type of an item whose declaration already shows `facts`.
    pub(crate) fn print_in(&self, out: &mut String, style: Style, facts: &Constraints) {
        Printer { out, style, depth: 0 }.of(self, facts);
    }

    fn level(&self, style: Style) -> Level {
        match self {
            Self::Function(_) => Level::Function,
            Self::Union(_) => Level::Union,
            Self::Intersection(_) => Level::Intersection,
            Self::Refined(refined) if !style.says(refined) => refined.ty.level(style),
            Self::Keyof(_) | Self::Readonly(_) | Self::Refined(_) => Level::Operator,
            Self::Keyword(Keyword::Integer) if style.strict && style.docs == Docs::Keep => Level::Operator,
            _ => Level::Postfix,
        }
    }
}

/// Returns whether `facts` close an object: it has no members but its own.
pub(crate) fn is_closed(facts: &Constraints) -> bool {
    facts.keyword("additionalProperties") == Some(&serde_json::Value::Bool(false))
        && !facts.keywords.contains_key("patternProperties")
}

/// Appends the comment before a declaration or a member, and its separator.
///
/// Appends nothing without documentation.
///
/// `key` is the key of a definition whose name differs from it.
pub(crate) fn push_comment(
    out: &mut String,
    style: Style,
    facts: &Constraints,
    ty: &Type,
    key: Option<&str>,
) {
    let mut printer = Printer { out, style, depth: 0 };
    let type_tags = TypeTags { key, ..printer.type_tags(ty, None) };
    printer.comment_with(facts, type_tags);
}

struct Printer<'o> {
    out: &'o mut String,
    style: Style,
    depth: usize,
}

impl Printer<'_> {
    /// Prints `ty` in a place that takes a type of `level` or tighter.
    fn at(&mut self, ty: &Type, level: Level) {
        self.depth += 1;
        if self.depth > DEPTH {
            self.out.push_str("any");
        } else if level > Level::Function && ty.level(self.style) < level {
            self.out.push('(');
            self.bare(ty);
            self.out.push(')');
        } else {
            self.bare(ty);
        }
        self.depth -= 1;
    }

    /// Prints the type of a member or a declaration, whose comment shows `facts`.
    fn of(&mut self, ty: &Type, facts: &Constraints) {
        match ty {
            Type::Object(members) if members.is_empty() && self.style.strict => {
                self.out.push_str(if is_closed(facts) {
                    "Record<string, never>"
                } else {
                    "Record<string, unknown>"
                });
            }
            Type::Keyword(Keyword::Integer) if self.style.strict => self.out.push_str("number"),
            Type::Union(members) if self.style.strict && tags::is_integer(ty) => {
                for (at, member) in members.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(" | ");
                    }
                    match member {
                        Type::Keyword(Keyword::Integer) => self.out.push_str("number"),
                        member => self.at(member, Level::Intersection),
                    }
                }
            }
            ty => self.at(ty, Level::Function),
        }
    }

    fn bare(&mut self, ty: &Type) {
        match ty {
            Type::Keyword(Keyword::Integer) if self.style.strict => {
                match (self.style.docs, self.style.layout) {
                    (Docs::Keep, Layout::Trailing) => self.out.push_str("/** [int] */ "),
                    (Docs::Keep, _) => self.out.push_str("/** @integer */ "),
                    _ => {}
                }
                self.out.push_str("number");
            }
            Type::Keyword(word) => self.out.push_str(word.as_str()),
            Type::Literal(literal) => self.literal(literal),
            Type::Template(parts) => {
                self.out.push('`');
                for part in parts {
                    match part {
                        TemplatePart::Text(text) => escape::push_template(self.out, text),
                        TemplatePart::Type(ty) => {
                            self.out.push_str("${");
                            self.at(ty, Level::Function);
                            self.out.push('}');
                        }
                    }
                }
                self.out.push('`');
            }
            Type::Reference { name, args } => {
                self.out.push_str(name);
                if !args.is_empty() {
                    self.out.push('<');
                    self.list(args, ", ", Level::Function);
                    self.out.push('>');
                }
            }
            Type::Array(element) => {
                self.at(element, Level::Postfix);
                self.out.push_str("[]");
            }
            Type::Tuple(elements) => {
                self.out.push('[');
                for (at, element) in elements.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str(", ");
                    }
                    self.element(element);
                }
                self.out.push(']');
            }
            Type::Union(members) => {
                // For a model: two tokens fewer for each value.
                let values = self.style.layout == Layout::Trailing
                    && members.iter().all(|member| matches!(member, Type::Literal(_)));
                let tight = self.style.tight;
                for (at, member) in members.iter().enumerate() {
                    if let Some(before) = at.checked_sub(1).and_then(|at| members.get(at)) {
                        let tight = values || (tight && is_tight(before, member));
                        self.out.push_str(if tight { "|" } else { " | " });
                    }
                    self.at(member, Level::Intersection);
                }
            }
            Type::Intersection(members) => self.list(members, " & ", Level::Operator),
            Type::Object(members) => self.object(members),
            Type::Function(function) => self.function(function, " => "),
            Type::Keyof(ty) => {
                self.out.push_str("keyof ");
                self.at(ty, Level::Operator);
            }
            Type::Readonly(ty) => {
                self.out.push_str("readonly ");
                self.at(ty, Level::Operator);
            }
            Type::Refined(refined) => {
                if !self.style.says(refined) {
                    self.of(&refined.ty, &refined.facts);
                    return;
                }
                self.refinement(&refined.facts, &refined.ty);
                match &refined.ty {
                    ty if ty.level(Style { docs: Docs::Drop, ..self.style }) < Level::Operator => {
                        self.at(ty, Level::Operator);
                    }
                    ty => self.of(ty, &refined.facts),
                }
            }
            Type::Indexed { object, index } => {
                self.at(object, Level::Postfix);
                self.out.push('[');
                self.at(index, Level::Function);
                self.out.push(']');
            }
        }
    }

    fn list(&mut self, types: &[Type], separator: &str, level: Level) {
        for (at, ty) in types.iter().enumerate() {
            if at > 0 {
                self.out.push_str(separator);
            }
            self.at(ty, level);
        }
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::String(value) => escape::push_string(self.out, value),
            Literal::Number(text) => self.out.push_str(text),
            Literal::BigInt(text) => {
                self.out.push_str(text);
                self.out.push('n');
            }
            Literal::Boolean(value) => self.out.push_str(if *value { "true" } else { "false" }),
        }
    }

    fn object(&mut self, members: &[Member]) {
        let widened = if self.style.strict { widened(members) } else { None };
        let widened = widened.as_ref();
        match members {
            [] if self.style.strict => self.out.push_str("Record<string, unknown>"),
            [] => self.out.push_str("{}"),
            [
                Member {
                    facts,
                    kind: MemberKind::Index { key: Type::Keyword(Keyword::String), ty, readonly, .. },
                },
            ] if self.style.strict && !readonly && facts.is_empty() && is_leaf(ty) => {
                self.out.push_str("Record<string, ");
                self.at(ty, Level::Function);
                self.out.push('>');
            }
            members => match self.style.layout {
                Layout::Lines => self.lines(members, widened),
                Layout::Trailing if members.iter().any(|member| self.is_said(member)) => {
                    self.lines_beside(members, widened);
                }
                _ => {
                    self.out.push_str("{ ");
                    for (at, member) in members.iter().enumerate() {
                        if at > 0 {
                            self.out.push_str("; ");
                        }
                        if self.style.layout == Layout::Line {
                            self.member_comment(member, widened);
                        }
                        self.member(member, widened);
                    }
                    self.out.push_str(" }");
                }
            },
        }
    }

    fn lines(&mut self, members: &[Member], widened: Option<&Type>) {
        self.out.push_str("{\n");
        self.style.indent += 1;
        for member in members {
            self.margin();
            self.member_comment(member, widened);
            self.member(member, widened);
            self.out.push_str(";\n");
        }
        self.style.indent -= 1;
        self.margin();
        self.out.push('}');
    }

    fn lines_beside(&mut self, members: &[Member], widened: Option<&Type>) {
        self.out.push_str("{\n");
        self.style.indent += 1;
        for member in members {
            self.margin();
            self.member(member, widened);
            let ty = member.kind.value().unwrap_or(&Type::ANY);
            push_trailing(self.out, self.style.docs, &member.facts, ty);
            self.out.push('\n');
        }
        self.style.indent -= 1;
        self.margin();
        self.out.push('}');
    }

    fn is_said(&self, member: &Member) -> bool {
        is_said_trailing(self.style.docs, &member.facts, member.kind.value().unwrap_or(&Type::ANY))
    }

    fn margin(&mut self) {
        let width = if self.style.layout == Layout::Lines { 2 } else { 1 };
        for _ in 0..self.style.indent * width {
            self.out.push(' ');
        }
    }

    /// Prints the comment before a member.
    fn member_comment(&mut self, member: &Member, widened: Option<&Type>) {
        // Outside declarations a type has no tags of its own.
        if member.facts.is_empty() && !self.style.strict {
            return;
        }
        match &member.kind {
            MemberKind::Index { ty, .. } if widened.is_some() && is_narrow_index(&member.kind) => {
                let mut text = String::new();
                ty.print(&mut text, Docs::Keep);
                self.comment(&member.facts, &Type::ANY, Some(&text));
            }
            kind => self.comment(&member.facts, kind.value().unwrap_or(&Type::ANY), None),
        }
    }

    /// Returns the tags of a type that are not facts.
    fn type_tags<'t>(&self, ty: &Type, values: Option<&'t str>) -> TypeTags<'t> {
        let strict = self.style.strict;
        let empty = matches!(ty, Type::Object(members) if members.is_empty());
        TypeTags {
            integer: strict && tags::is_integer(ty),
            said: (strict && empty).then_some("additionalProperties"),
            values,
            key: None,
        }
    }

    /// Prints `/** … */` with the separator after it, if there is anything to print.
    fn comment(&mut self, facts: &Constraints, ty: &Type, values: Option<&str>) {
        let type_tags = self.type_tags(ty, values);
        self.comment_with(facts, type_tags);
    }

    fn comment_with(&mut self, facts: &Constraints, mut type_tags: TypeTags<'_>) {
        if self.style.layout == Layout::Trailing {
            self.short_comment(facts, type_tags.integer);
            return;
        }
        if self.style.docs == Docs::Drop {
            return;
        }
        let keep = self.style.docs == Docs::Keep;
        let boolean = |value: &serde_json::Value| value.is_boolean();
        if type_tags.said.is_some()
            && (!facts.keyword("additionalProperties").is_some_and(boolean)
                || facts.keywords.contains_key("patternProperties"))
        {
            type_tags.said = None;
        }
        if !tags::is_said(facts, type_tags, keep) {
            return;
        }
        let start = self.out.len();
        let lines = self.style.layout == Layout::Lines;
        if !lines || !facts.description.trim().contains('\n') {
            self.out.push_str("/** ");
            tags::push_line(self.out, facts, type_tags, keep);
            if self.out.len() == start + 4 {
                self.out.truncate(start);
                return;
            }
            let parts = usize::from(!facts.description.is_empty()) + facts.keywords.len();
            if !lines || parts < 2 || self.out.len() - start < WIDTH {
                self.out.push_str(" */");
                if lines {
                    self.out.push('\n');
                    self.margin();
                } else {
                    self.out.push(' ');
                }
                return;
            }
            self.out.truncate(start);
        }
        let mut margin = String::from("\n");
        margin.extend(std::iter::repeat_n(' ', 2 * self.style.indent));
        margin.push_str(" * ");
        self.out.push_str("/**");
        tags::push_lines(self.out, facts, type_tags, keep, &margin);
        self.out.push_str(&margin[..margin.len() - 2]);
        self.out.push_str("*/\n");
        self.margin();
    }

    /// Prints `/** text [int, 1..9] */ `, if there is anything to print.
    fn short_comment(&mut self, facts: &Constraints, integer: bool) {
        let start = self.out.len();
        self.out.push_str("/** ");
        push_said(self.out, self.style.docs, facts, integer);
        if self.out.len() == start + 4 {
            self.out.truncate(start);
        } else {
            self.out.push_str(" */ ");
        }
    }

    /// Prints the comment of a refined type.
    fn refinement(&mut self, facts: &Constraints, ty: &Type) {
        if self.style.layout == Layout::Trailing {
            self.short_comment(facts, tags::is_integer(ty));
            return;
        }
        let style = self.style;
        self.style.layout = Layout::Line;
        self.comment(facts, ty, None);
        self.style = style;
    }

    fn element(&mut self, element: &TupleElement) {
        if element.kind == ElementKind::Rest {
            self.out.push_str("...");
        }
        let optional = element.kind == ElementKind::Optional;
        if let Some(name) = &element.name {
            self.out.push_str(name);
            self.out.push_str(if optional { "?: " } else { ": " });
            self.at(&element.ty, Level::Function);
        } else if optional {
            // A `?` after a looser type would be read into the type.
            self.at(&element.ty, Level::Postfix);
            self.out.push('?');
        } else {
            self.at(&element.ty, Level::Function);
        }
    }

    fn member(&mut self, member: &Member, widened: Option<&Type>) {
        match &member.kind {
            MemberKind::Property { name, optional, readonly, ty } => {
                if *readonly {
                    self.out.push_str("readonly ");
                }
                escape::push_property(self.out, name);
                self.out.push_str(if *optional { "?:" } else { ":" });
                self.out.push_str(if self.style.terse { "" } else { " " });
                self.of(ty, &member.facts);
            }
            MemberKind::Index { name, key, readonly, ty } => {
                self.out.push_str(if *readonly { "readonly [" } else { "[" });
                self.out.push_str(name);
                self.out.push_str(": ");
                self.at(key, Level::Function);
                self.out.push_str("]: ");
                match widened {
                    Some(widened) if is_narrow_index(&member.kind) => self.at(widened, Level::Function),
                    _ => self.of(ty, &member.facts),
                }
            }
            MemberKind::Method { name, optional, function } => {
                escape::push_property(self.out, name);
                if *optional {
                    self.out.push('?');
                }
                self.function(function, ": ");
            }
            MemberKind::Call(function) => self.function(function, ": "),
        }
    }

    fn function(&mut self, function: &Function, sign: &str) {
        self.out.push('(');
        for (at, FunctionParam { name, kind, ty }) in function.params.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            if *kind == ElementKind::Rest {
                self.out.push_str("...");
            }
            self.out.push_str(name);
            self.out.push_str(if *kind == ElementKind::Optional { "?: " } else { ": " });
            self.at(ty, Level::Function);
        }
        self.out.push(')');
        self.out.push_str(sign);
        self.at(&function.returns, Level::Function);
    }
}

/// Returns whether the bar between two members of a union of texts needs no spaces.
fn is_tight(before: &Type, next: &Type) -> bool {
    let is_next =
        matches!(next, Type::Literal(Literal::String(_)) | Type::Keyword(Keyword::Null | Keyword::Undefined));
    is_next && matches!(before, Type::Literal(Literal::String(_)))
}

/// Returns whether a type has no references, so that `Record` may take it where an alias is declared.
fn is_leaf(ty: &Type) -> bool {
    match ty {
        Type::Keyword(_) | Type::Literal(_) => true,
        Type::Array(element) => is_leaf(element),
        Type::Union(members) => members.iter().all(is_leaf),
        _ => false,
    }
}

/// Returns whether [`push_trailing`] appends anything.
pub(crate) fn is_said_trailing(docs: Docs, facts: &Constraints, ty: &Type) -> bool {
    match docs {
        Docs::Drop => false,
        Docs::Descriptions => !facts.description.trim().is_empty(),
        Docs::Keep => !facts.description.trim().is_empty() || brackets::is_said(facts, is_integer(facts, ty)),
    }
}

/// Returns whether [`push_said_of`] prints anything.
pub(crate) fn is_said_of(facts: &Constraints, ty: &Type) -> bool {
    !facts.description.is_empty() || brackets::is_said(facts, is_integer(facts, ty))
}

/// Returns whether a comment states that a value is a whole number.
fn is_integer(facts: &Constraints, ty: &Type) -> bool {
    tags::is_integer(ty) || facts.is_integer()
}

/// Appends ` - text @minimum 1`, for a tag of a function's comment.
pub(crate) fn push_said_of(out: &mut String, facts: &Constraints, ty: &Type) {
    if !facts.description.trim().is_empty() {
        out.push_str(" - ");
        escape::push_doc(out, &facts.description);
    }
    tags::push_param(out, facts, is_integer(facts, ty));
}

/// Appends ` // text [int, 1..9]`, if there is anything to print.
pub(crate) fn push_trailing(out: &mut String, docs: Docs, facts: &Constraints, ty: &Type) {
    let start = out.len();
    out.push_str(" // ");
    push_said(out, docs, facts, is_integer(facts, ty));
    if out.len() == start + 4 {
        out.truncate(start);
    }
}

/// Appends the description and the brackets.
fn push_said(out: &mut String, docs: Docs, facts: &Constraints, integer: bool) {
    if docs == Docs::Drop {
        return;
    }
    let start = out.len();
    escape::push_doc(out, &facts.description);
    if docs == Docs::Keep && brackets::is_said(facts, integer) {
        if out.len() > start {
            out.push(' ');
        }
        brackets::push(out, facts, integer);
    }
}
