//! From the tree to text.
//!
//! The text is one line, the same for equal trees, and reads back as the tree it came from. Parentheses stand
//! where precedence needs them and nowhere else. Strings, names and comments pass through
//! [`escape`](crate::escape).

use std::fmt;

use super::{
    ElementKind, Facts, Function, FunctionParam, Literal, Member, MemberKind, TemplatePart, TupleElement,
    Type,
};
use crate::escape;

/// What becomes of the documentation of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Docs {
    /// It stands as `/** … */` before each member.
    Keep,
    /// It is left out.
    Drop,
}

/// How tightly a type binds, from the loosest.
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
    /// Appends the type as text.
    pub fn print(&self, out: &mut String, docs: Docs) {
        Printer { out, docs }.at(self, Level::Function);
    }

    fn level(&self) -> Level {
        match self {
            Self::Function(_) => Level::Function,
            Self::Union(_) => Level::Union,
            Self::Intersection(_) => Level::Intersection,
            Self::Keyof(_) | Self::Readonly(_) | Self::Refined(_) => Level::Operator,
            _ => Level::Postfix,
        }
    }
}

struct Printer<'o> {
    out: &'o mut String,
    docs: Docs,
}

impl Printer<'_> {
    /// Prints `ty` where a type of `level` or tighter may stand.
    fn at(&mut self, ty: &Type, level: Level) {
        if ty.level() < level {
            self.out.push('(');
            self.bare(ty);
            self.out.push(')');
        } else {
            self.bare(ty);
        }
    }

    fn bare(&mut self, ty: &Type) {
        match ty {
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
            Type::Union(members) => self.list(members, " | ", Level::Intersection),
            Type::Intersection(members) => self.list(members, " & ", Level::Operator),
            Type::Object(members) if members.is_empty() => self.out.push_str("{}"),
            Type::Object(members) => {
                self.out.push_str("{ ");
                for (at, member) in members.iter().enumerate() {
                    if at > 0 {
                        self.out.push_str("; ");
                    }
                    self.member(member);
                }
                self.out.push_str(" }");
            }
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
                self.facts(&refined.facts);
                self.at(&refined.ty, Level::Operator);
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

    /// Prints `/** … */ ` where there is something to say.
    fn facts(&mut self, facts: &Facts) {
        if self.docs == Docs::Keep && !facts.description.is_empty() {
            self.out.push_str("/** ");
            escape::push_doc(self.out, &facts.description);
            self.out.push_str(" */ ");
        }
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
            // A `?` behind a looser type would be read into the type.
            self.at(&element.ty, Level::Postfix);
            self.out.push('?');
        } else {
            self.at(&element.ty, Level::Function);
        }
    }

    fn member(&mut self, member: &Member) {
        self.facts(&member.facts);
        match &member.kind {
            MemberKind::Property { name, optional, readonly, ty } => {
                if *readonly {
                    self.out.push_str("readonly ");
                }
                escape::push_property(self.out, name);
                self.out.push_str(if *optional { "?: " } else { ": " });
                self.at(ty, Level::Function);
            }
            MemberKind::Index { name, key, readonly, ty } => {
                self.out.push_str(if *readonly { "readonly [" } else { "[" });
                self.out.push_str(name);
                self.out.push_str(": ");
                self.at(key, Level::Function);
                self.out.push_str("]: ");
                self.at(ty, Level::Function);
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
