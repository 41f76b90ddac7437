//! From interfaces to the declarations that a language model reads: tools that carry a JSON Schema.
//!
//! The same text as a manifest's tools have ([`typescript`](super::typescript())), with the types that schemas
//! say. Named types stand above, once: equal ones of several tools are shared, others get a number. A tool that
//! takes an object is `name(input: { … })`; a positional one is declared as a manifest's is.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use webagents_manifest::{Annotations, Code, Diagnostic, Span, limits};

use super::options::{Rendering, TypeScriptOptions};
use super::signature::drop_any;
use super::{docs, inline};
use crate::declarations::names::{rename, unique};
use crate::declarations::write::{push_definition, sound};
use crate::escape::{self, push_comment_line, push_doc, push_property};
use crate::interface::{CallStyle, Interface};
use crate::loss::Loss;
use crate::shape::{Definition, Shape};
use crate::ty::{self, Constraints, Docs, Layout, Member, MemberKind, Style, Type};

/// Common parts of several tools: their named types, and the findings.
pub(super) struct Declared {
    rendering: Rendering,
    style: Style,
    /// Every named type, in the order of first use.
    named: Vec<Definition>,
    /// The places in `named` of each name that tools give to a type.
    places: HashMap<String, Vec<usize>>,
    taken: HashSet<String>,
    diagnostics: Vec<Diagnostic>,
    /// The place of the tool that is being declared.
    place: Span,
    left_out: usize,
}

impl Declared {
    pub(super) fn new(options: &TypeScriptOptions) -> Self {
        let docs = match options.rendering {
            Rendering::Jsdoc | Rendering::Inline => Docs::Keep,
            Rendering::Brief => Docs::Descriptions,
            Rendering::Index => Docs::Drop,
        };
        let (layout, indent) = match options.rendering {
            Rendering::Jsdoc => (Layout::Lines, 1),
            _ => (Layout::Trailing, 0),
        };
        Self {
            rendering: options.rendering,
            style: Style { docs, layout, strict: true, indent, terse: options.terse },
            named: Vec::new(),
            places: HashMap::new(),
            taken: HashSet::new(),
            diagnostics: Vec::new(),
            place: Span::default(),
            left_out: 0,
        }
    }

    /// The same; findings from now on are about the tool at `place`.
    pub(super) fn at(&mut self, place: Option<Span>) -> &mut Self {
        self.place = place.unwrap_or_default();
        self
    }

    /// The text of the named types.
    pub(super) fn definitions(&self) -> String {
        let style = Style { indent: 0, ..self.style };
        let mut out = String::new();
        for definition in &self.named {
            push_definition(&mut out, style, definition);
        }
        out
    }

    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        if self.left_out > 0 {
            let message = format!("{} more findings about types were left out", self.left_out);
            self.diagnostics.push(Diagnostic::new(Code::LimitDiagnostics, Span::default(), message));
        }
        self.diagnostics
    }

    fn report(&mut self, tool: &str, what: &str, losses: Vec<Loss>) {
        for loss in losses {
            if self.diagnostics.len() == limits::DIAGNOSTICS {
                self.left_out += 1;
                continue;
            }
            let message = format!("`{tool}`, {what}: {}", loss.message);
            self.diagnostics.push(Diagnostic::new(Code::TypeUnsound, self.place, message));
        }
    }

    /// A result's shape with the names that its types have here.
    fn output<'s>(&mut self, tool: &str, shape: &'s Shape) -> Cow<'s, Shape> {
        let (mut shape, losses) = sound(shape, "");
        self.report(tool, "output", losses);
        let renamed = self.share(&shape);
        if !renamed.is_empty() {
            rename(&mut shape.to_mut().root, &renamed);
        }
        shape
    }

    /// The text of a result's type.
    pub(super) fn result(&mut self, tool: &str, shape: &Shape) -> String {
        let shape = self.output(tool, shape);
        let mut out = String::new();
        shape.root.print_in(&mut out, self.style, &shape.facts);
        out
    }

    /// Appends one tool.
    pub(super) fn tool(&mut self, out: &mut String, tool: &Interface) {
        let (input, losses) = sound(&tool.input, "");
        self.report(&tool.name, "input", losses);
        let renamed = self.share(&input);
        let mut input = input;
        if !renamed.is_empty() {
            rename(&mut input.to_mut().root, &renamed);
        }
        let output = tool.output.as_ref().map(|shape| self.output(&tool.name, shape));
        let positional = match (&input.root, tool.call) {
            (Type::Object(members), CallStyle::Positional) => Some(members.as_slice()),
            _ => None,
        };
        let names: Vec<_> = match positional {
            Some(members) => escape::parameters(members.iter().map(name_of)),
            None => Vec::new(),
        };
        if self.rendering == Rendering::Jsdoc {
            jsdoc(out, tool, &input, output.as_deref(), positional, &names);
            out.push_str("  ");
        } else if self.rendering != Rendering::Index {
            self.lines(out, tool, &input, output.as_deref());
        }
        push_property(out, &tool.name);
        match positional {
            Some(members) => self.slots(out, members, &names),
            None => self.argument(out, &input),
        }
        let start = out.len();
        out.push_str(": Promise<");
        match &output {
            Some(shape) => shape.root.print_in(out, self.style, &shape.facts),
            None => out.push_str("any"),
        }
        out.push_str(">;\n");
        if self.style.terse {
            drop_any(out, start);
        }
    }

    /// Appends `(input: { … })`.
    fn argument(&self, out: &mut String, input: &Shape) {
        let optional = match &input.root {
            Type::Object(members) if members.is_empty() => {
                out.push_str("()");
                return;
            }
            Type::Object(members) => members.iter().all(|member| match &member.kind {
                MemberKind::Property { optional, .. } => *optional,
                MemberKind::Index { .. } => true,
                _ => false,
            }),
            _ => false,
        };
        out.push_str(if optional { "(input?:" } else { "(input:" });
        out.push_str(if self.style.terse { "" } else { " " });
        input.root.print_in(out, self.style, &input.facts);
        out.push(')');
    }

    /// Appends `(a: A, b?: B)`, with a line for each parameter where one has documentation.
    fn slots(&self, out: &mut String, members: &[Member], names: &[Cow<'_, str>]) {
        let optional = |member: &Member| match &member.kind {
            MemberKind::Property { optional, .. } => *optional || member.facts.keyword("default").is_some(),
            _ => true,
        };
        let last_required = members.iter().rposition(|member| !optional(member));
        let style = Style { indent: 1, ..self.style };
        let trailing = self.rendering != Rendering::Jsdoc
            && members.iter().any(|member| {
                let ty = member.kind.value().unwrap_or(&Type::ANY);
                ty::is_said_trailing(style.docs, &member.facts, ty)
            });
        out.push('(');
        for (at, (member, name)) in members.iter().zip(names).enumerate() {
            out.push_str(match (at, trailing) {
                (_, true) => "\n ",
                (0, false) => "",
                (_, false) => ", ",
            });
            let ty = member.kind.value().unwrap_or(&Type::ANY);
            let undefined = optional(member) && last_required.is_some_and(|last| at < last);
            out.push_str(name);
            out.push_str(if optional(member) && !undefined { "?:" } else { ":" });
            out.push_str(if self.style.terse { "" } else { " " });
            if undefined {
                ty::or_undefined(ty.clone()).print_in(out, style, &member.facts);
            } else {
                ty.print_in(out, style, &member.facts);
            }
            if trailing {
                if at + 1 < members.len() {
                    out.push(',');
                }
                ty::push_trailing(out, style.docs, &member.facts, ty);
            }
        }
        out.push_str(if trailing { "\n)" } else { ")" });
    }

    /// Appends the lines above a tool: title, description, hints, and what is said of its input and output.
    fn lines(&self, out: &mut String, tool: &Interface, input: &Shape, output: Option<&Shape>) {
        let full = self.rendering == Rendering::Inline;
        // A title that only repeats the name in other letters says nothing.
        let title = tool.title.as_deref().filter(|title| full && !says_the_same(title, &tool.name));
        let title = title.filter(|title| !says_the_same(title, &tool.description));
        let title = title
            .filter(|title| !self.style.terse || !docs::has_the_words(title, &tool.name, &tool.description));
        inline::push_head(out, title, &tool.description, &tool.annotations);
        let mut about = |what: &str, facts: &Constraints, ty: &Type| {
            let before = out.len();
            out.push_str(what);
            let said = out.len();
            ty::push_trailing(out, self.style.docs, facts, ty);
            if out.len() == said {
                out.truncate(before);
            } else {
                // `push_trailing` begins with ` // `.
                out.replace_range(said..said + 4, "");
                out.push('\n');
            }
        };
        about("// input: ", &input.facts, &input.root);
        if let Some(output) = output {
            about("// result: ", &output.facts, &output.root);
        }
    }

    /// Adds the named types of a shape, and gives the names that are others here.
    ///
    /// A type that is declared already under its name, and that refers to such types only, is shared.
    fn share(&mut self, shape: &Shape) -> HashMap<String, String> {
        let mut names = HashMap::new();
        if shape.definitions.is_empty() {
            return names;
        }
        // Assume that all are shared, then take back what refers to others.
        let mut shared: HashMap<&str, usize> = HashMap::new();
        for definition in &shape.definitions {
            let known = self.places.get(&definition.name).into_iter().flatten();
            let same = |&&at: &&usize| {
                let other = &self.named[at];
                // A type with a number refers to types with other names, if to any.
                (other.name == definition.name || !refers(&definition.ty, &|_| true))
                    && other.ty == definition.ty
                    && other.facts == definition.facts
            };
            if let Some(&at) = known.into_iter().find(same) {
                shared.insert(&definition.name, at);
            }
        }
        loop {
            let before = shared.len();
            for definition in &shape.definitions {
                let own = |name: &str| {
                    shape.definition(name).is_some()
                        && shared.get(name).is_none_or(|&at| self.named[at].name != name)
                };
                if shared.contains_key(definition.name.as_str()) && refers(&definition.ty, &own) {
                    shared.remove(definition.name.as_str());
                }
            }
            if shared.len() == before {
                break;
            }
        }
        let first = self.named.len();
        for definition in &shape.definitions {
            if let Some(&at) = shared.get(definition.name.as_str()) {
                if self.named[at].name != definition.name {
                    names.insert(definition.name.clone(), self.named[at].name.clone());
                }
                continue;
            }
            let name = if self.taken.insert(definition.name.clone()) {
                definition.name.clone()
            } else {
                unique(&definition.name, &mut self.taken)
            };
            if name != definition.name {
                names.insert(definition.name.clone(), name.clone());
            }
            self.places.entry(definition.name.clone()).or_default().push(self.named.len());
            // The key is of use where the declarations are read back, and these are read by a model.
            self.named.push(Definition { key: name.clone(), name, ..definition.clone() });
        }
        if !names.is_empty() {
            for definition in &mut self.named[first..] {
                rename(&mut definition.ty, &names);
            }
        }
        names
    }
}

/// Appends the block above a tool.
fn jsdoc(
    out: &mut String,
    tool: &Interface,
    input: &Shape,
    output: Option<&Shape>,
    positional: Option<&[Member]>,
    names: &[Cow<'_, str>],
) {
    const MARGIN: &str = "\n   * ";
    let start = out.len();
    out.push_str("  /**");
    let empty = out.len();
    let line = |out: &mut String, text: &str| {
        let before = out.len();
        out.push_str(MARGIN);
        push_comment_line(out, text);
        if out.len() == before + MARGIN.len() {
            out.truncate(before);
        }
    };
    for text in tool.title.as_deref().into_iter().chain(tool.description.lines()) {
        line(out, text);
    }
    if tool.annotations != Annotations::default() {
        docs::push_hints(out, &tool.annotations, "\n   * Hints: ", ".");
    }
    let mut about = |tag: &str, name: &str, facts: &Constraints, ty: &Type| {
        let before = out.len();
        out.push_str(MARGIN);
        out.push_str(tag);
        push_doc(out, name);
        let said = out.len();
        ty::push_said_of(out, facts, ty);
        if out.len() == said {
            out.truncate(before);
        }
    };
    for (member, name) in positional.unwrap_or_default().iter().zip(names) {
        about("@param ", name, &member.facts, member.kind.value().unwrap_or(&Type::ANY));
    }
    about("@param ", "input", &input.facts, &input.root);
    if let Some(output) = output {
        about("@returns", "", &output.facts, &output.root);
    }
    if out.len() == empty {
        out.truncate(start);
    } else {
        out.push_str("\n   */\n");
    }
}

/// Returns whether a type refers to a name that `is` accepts.
fn refers(ty: &Type, is: &dyn Fn(&str) -> bool) -> bool {
    let mut found = matches!(ty, Type::Reference { name, .. } if is(name));
    ty.for_each_child(&mut |child| found = found || refers(child, is));
    found
}

fn name_of(member: &Member) -> &str {
    match &member.kind {
        MemberKind::Property { name, .. } | MemberKind::Method { name, .. } => name,
        _ => "rest",
    }
}

/// Returns whether two texts have the same letters and digits.
fn says_the_same(one: &str, other: &str) -> bool {
    let letters = |text: &'_ str| {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    one.len() <= 2 * other.len() && other.len() <= 2 * one.len() && letters(one) == letters(other)
}
