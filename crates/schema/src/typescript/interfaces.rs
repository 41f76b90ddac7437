//! From interfaces to the declarations that a language model reads: tools that carry a JSON Schema.
//!
//! The same text as a manifest's tools have ([`typescript`](super::typescript())), with the types that schemas
//! say. Named types stand above, once: equal ones of several tools are shared, others get a number. A tool that
//! takes an object is `name(input: { … })`; a positional one is declared as a manifest's is.

use std::borrow::Cow;
use std::collections::HashMap;

use webagents_manifest::{Code, Diagnostic, Span, limits};

use super::docs;
use super::layout::{self, Head, Parts, Presence, Slot};
use super::options::{Rendering, TypeScriptOptions};
use crate::declarations::names::rename;
use crate::declarations::write::{push_definition, sound};
use crate::escape;
use crate::interface::{CallStyle, Interface};
use crate::loss::Loss;
use crate::shape::{Definition, Shape};
use crate::ty::{self, Constraints, Docs, Layout, Member, MemberKind, Style, Type};
use crate::unique::UniqueNames;

/// Common parts of several tools: their named types, and the findings.
pub(super) struct Declared {
    options: TypeScriptOptions,
    style: Style,
    /// Every named type, in the order of first use.
    named: Vec<Definition>,
    /// The places in `named` of each name that tools give to a type.
    places: HashMap<String, Vec<usize>>,
    taken: UniqueNames,
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
            options: options.clone(),
            style: Style { docs, layout, strict: true, indent, terse: options.terse, tight: false },
            named: Vec::new(),
            places: HashMap::new(),
            taken: UniqueNames::default(),
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
    fn output(&mut self, tool: &str, shape: &Shape) -> Shape {
        let (mut shape, losses) = sound(shape.clone(), "");
        self.report(tool, "output", losses);
        let renamed = self.share(&shape);
        if !renamed.is_empty() {
            rename(&mut shape.root, &renamed);
        }
        shape
    }

    /// The text of a result's type.
    pub(super) fn result(&mut self, tool: &str, shape: &Shape) -> String {
        let shape = self.output(tool, shape);
        let mut out = String::new();
        let tight = self.options.rendering != Rendering::Jsdoc;
        shape.root.print_in(&mut out, Style { tight, ..self.style }, &shape.facts);
        out
    }

    /// Appends one tool.
    pub(super) fn tool(&mut self, out: &mut String, tool: &Interface) {
        let (mut input, losses) = sound(tool.input.clone(), "");
        self.report(&tool.name, "input", losses);
        let renamed = self.share(&input);
        if !renamed.is_empty() {
            rename(&mut input.root, &renamed);
        }
        let output = tool.output.as_ref().map(|shape| self.output(&tool.name, shape));
        let positional = match (&input.root, tool.call) {
            (Type::Object(members), CallStyle::Positional) => Some(members.as_slice()),
            _ => None,
        };
        let slots = match positional {
            Some(members) => {
                let names = escape::parameters(members.iter().map(name_of));
                Slot::positional(names, |at| members.get(at).is_none_or(is_optional))
            }
            None => argument(&input.root),
        };
        let title = tool.title.as_deref().filter(|title| match self.options.rendering {
            Rendering::Jsdoc => true,
            // A title that only repeats the name in other letters says nothing.
            Rendering::Inline => {
                let repeats = says_the_same(title, &tool.name)
                    || says_the_same(title, &tool.description)
                    || (self.options.terse && docs::has_the_words(title, &tool.name, &tool.description));
                !repeats
            }
            Rendering::Brief | Rendering::Index => false,
        });
        let description = Cow::Borrowed(tool.description.as_str());
        let head = Head { name: &tool.name, title, description, annotations: &tool.annotations };
        let (input, output) = (&input, output.as_ref());
        let mut parts = ShapeParts { style: self.style, input, output, positional, slots };
        layout::push(out, &self.options, &head, &mut parts);
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
            let name = self.taken.take(&definition.name);
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

/// The parts of a tool that schemas declare.
struct ShapeParts<'s> {
    style: Style,
    input: &'s Shape,
    output: Option<&'s Shape>,
    /// The members of the input that are passed one by one.
    positional: Option<&'s [Member]>,
    slots: Vec<Slot<'s>>,
}

impl ShapeParts<'_> {
    /// The type of a parameter, and what is said of it.
    fn part(&self, at: usize) -> (&Constraints, &Type) {
        match self.positional.and_then(|members| members.get(at)) {
            Some(member) => (&member.facts, member.kind.value().unwrap_or(&Type::ANY)),
            None => (&self.input.facts, &self.input.root),
        }
    }

    fn is_jsdoc(&self) -> bool {
        self.style.layout == Layout::Lines
    }
}

impl Parts for ShapeParts<'_> {
    fn slots(&self) -> &[Slot<'_>] {
        &self.slots
    }

    fn is_documented(&self, at: usize) -> bool {
        let (facts, ty) = self.part(at);
        if self.is_jsdoc() {
            ty::is_said_of(facts, ty)
        } else {
            self.positional.is_some() && ty::is_said_trailing(self.style.docs, facts, ty)
        }
    }

    fn push_type(&mut self, out: &mut String, at: usize) {
        let (facts, ty) = self.part(at);
        let indent = if self.positional.is_some() { 1 } else { self.style.indent };
        let style = Style { indent, ..self.style };
        if self.slots[at].presence == Presence::Undefined {
            ty::or_undefined(ty.clone()).print_in(out, style, facts);
        } else {
            ty.print_in(out, style, facts);
        }
    }

    fn push_result(&mut self, out: &mut String) {
        match self.output {
            Some(shape) => shape.root.print_in(out, self.style, &shape.facts),
            None => out.push_str("any"),
        }
    }

    fn push_tags(&self, out: &mut String, at: usize) {
        let (facts, ty) = self.part(at);
        ty::push_said_of(out, facts, ty);
    }

    fn push_trailing(&self, out: &mut String, at: usize) {
        let (facts, ty) = self.part(at);
        ty::push_trailing(out, self.style.docs, facts, ty);
    }

    fn push_whole(&self, out: &mut String) {
        // In JSDoc the one argument is a parameter.
        let input = (!self.is_jsdoc() || self.positional.is_some()).then_some(self.input);
        let shapes =
            [("\n   * @param input", "// input: ", input), ("\n   * @returns", "// result: ", self.output)];
        for (tag, line, shape) in shapes {
            let Some(Shape { facts, root, .. }) = shape else { continue };
            if self.is_jsdoc() {
                if ty::is_said_of(facts, root) {
                    out.push_str(tag);
                    ty::push_said_of(out, facts, root);
                }
            } else {
                let mut text = String::new();
                ty::push_trailing(&mut text, self.style.docs, facts, root);
                if let Some(text) = text.strip_prefix(" // ") {
                    out.push_str(line);
                    out.push_str(text);
                    out.push('\n');
                }
            }
        }
    }
}

/// The one argument `input`, unless the tool takes none.
fn argument(root: &Type) -> Vec<Slot<'static>> {
    let presence = match root {
        Type::Object(members) if members.is_empty() => return Vec::new(),
        Type::Object(members) => {
            let may_lack = |member: &Member| match &member.kind {
                MemberKind::Property { optional, .. } => *optional,
                MemberKind::Index { .. } => true,
                _ => false,
            };
            if members.iter().all(may_lack) { Presence::Optional } else { Presence::Required }
        }
        _ => Presence::Required,
    };
    vec![Slot { name: Cow::Borrowed("input"), presence }]
}

fn is_optional(member: &Member) -> bool {
    match &member.kind {
        MemberKind::Property { optional, .. } => *optional || member.facts.keyword("default").is_some(),
        _ => true,
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
