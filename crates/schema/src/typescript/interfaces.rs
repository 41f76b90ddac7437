//! From interfaces to the declarations that a language model reads: tools that carry a JSON Schema.
//!
//! The types that schemas name stand above the tools, once: [`shared`](super::shared) merges equal ones. A tool that
//! takes an object is `name(input: { … })`; a positional one is declared as a manifest's is.

use std::borrow::Cow;
use std::collections::HashMap;

use webagents_manifest::{Code, Diagnostic, Span, limits};

use super::docs;
use super::options::{Rendering, TypeScriptOptions};
use super::parts::{self, Declaration, DeclaredParam, Output, Presence, presences};
use super::shared::Named;
use crate::declarations::names::rename;
use crate::declarations::write::sound;
use crate::escape;
use crate::interface::{CallStyle, Interface};
use crate::loss::Loss;
use crate::shape::{Definition, Shape};
use crate::ty::{Layout, Member, MemberKind, Style, Type};
use crate::unique::UniqueNames;

/// Common parts of several tools: their named types, and the findings.
pub(super) struct Declared {
    options: TypeScriptOptions,
    style: Style,
    /// Every named type, in the order of first use.
    named: Vec<Named>,
    taken: UniqueNames,
    diagnostics: Vec<Diagnostic>,
    /// The place of the tool that is being declared.
    place: Span,
    left_out: usize,
}

impl Declared {
    pub(super) fn new(options: &TypeScriptOptions) -> Self {
        let docs = parts::inner_docs(options.rendering);
        let (layout, indent) = match options.rendering {
            Rendering::Jsdoc => (Layout::Lines, 1),
            _ => (Layout::Trailing, 0),
        };
        Self {
            options: options.clone(),
            style: Style { docs, layout, strict: true, indent, terse: options.terse, tight: false },
            named: Vec::new(),
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

    /// The named types and the findings.
    pub(super) fn finish(mut self) -> (Vec<Named>, Vec<Diagnostic>) {
        if self.left_out > 0 {
            let message = format!("{} more findings about types were left out", self.left_out);
            self.diagnostics.push(Diagnostic::new(Code::LimitDiagnostics, Span::default(), message));
        }
        (self.named, self.diagnostics)
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

    /// A shape as the compiler accepts it, with the names that its types have here.
    fn read(&mut self, tool: &str, what: &str, shape: &Shape) -> Shape {
        let (mut shape, losses) = sound(shape.clone(), "");
        self.report(tool, what, losses);
        let renamed = self.name(&shape);
        if !renamed.is_empty() {
            rename(&mut shape.root, &renamed);
        }
        shape
    }

    /// The result of a tool whose parameters lines declare.
    pub(super) fn result(&mut self, tool: &str, shape: &Shape) -> Output {
        let shape = self.read(tool, "output", shape);
        let tight = self.options.rendering != Rendering::Jsdoc;
        Output { facts: shape.facts, ty: shape.root, style: Style { tight, ..self.style } }
    }

    /// The declaration of a tool.
    pub(super) fn tool(&mut self, tool: &Interface) -> Declaration<'static> {
        let input = self.read(&tool.name, "input", &tool.input);
        let has_output = self.options.rendering != Rendering::Calls;
        let output = tool.output.as_ref().filter(|_| has_output).map(|shape| {
            let shape = self.read(&tool.name, "output", shape);
            Output { facts: shape.facts, ty: shape.root, style: self.style }
        });
        let title = tool.title.as_deref().filter(|title| match self.options.rendering {
            Rendering::Jsdoc => true,
            // A title that only repeats the name in other letters adds no information.
            Rendering::Inline => {
                let repeats = says_the_same(title, &tool.name)
                    || says_the_same(title, &tool.description)
                    || (self.options.terse && docs::has_the_words(title, &tool.name, &tool.description));
                !repeats
            }
            _ => false,
        });
        let (parts, arguments) = match (input.root, tool.call) {
            (Type::Object(members), CallStyle::Positional) => (positional(members), Some(input.facts)),
            (root, _) => {
                let presence = presence(&root);
                let part = |presence| DeclaredParam {
                    name: Cow::Borrowed("input"),
                    presence,
                    facts: input.facts,
                    ty: root,
                };
                (presence.map(part).into_iter().collect(), None)
            }
        };
        Declaration {
            name: Cow::Owned(tool.name.clone()),
            title: title.map(|title| Cow::Owned(title.to_owned())),
            description: Cow::Owned(tool.description.clone()),
            annotations: Cow::Owned(tool.annotations.clone()),
            parts,
            arguments,
            output,
            style: self.style,
        }
    }

    /// Adds the named types of a shape, and returns the names that are others here.
    fn name(&mut self, shape: &Shape) -> HashMap<String, String> {
        let mut names = HashMap::new();
        let first = self.named.len();
        for definition in &shape.definitions {
            let name = self.taken.take(&definition.name);
            if name != definition.name {
                names.insert(definition.name.clone(), name.clone());
            }
            // The key is only useful for declarations that are read back; a model reads these.
            let renamed = Definition { key: name.clone(), name, ..definition.clone() };
            self.named.push(Named::new(renamed, definition.name.clone(), Style { indent: 0, ..self.style }));
        }
        if !names.is_empty() {
            for named in &mut self.named[first..] {
                rename(&mut named.definition.ty, &names);
            }
        }
        names
    }
}

/// The members of an object as the parameters of a call.
fn positional(members: Vec<Member>) -> Vec<DeclaredParam<'static>> {
    let names = escape::parameters(members.iter().map(name_of));
    let names: Vec<String> = names.into_iter().map(Cow::into_owned).collect();
    let optional: Vec<bool> = members.iter().map(is_optional).collect();
    let parts = members.into_iter().zip(names).zip(presences(&optional));
    let parts = parts.map(|((member, name), presence)| {
        let ty = match member.kind {
            MemberKind::Property { ty, .. } | MemberKind::Index { ty, .. } => ty,
            _ => Type::ANY,
        };
        DeclaredParam { name: Cow::Owned(name), presence, facts: member.facts, ty }
    });
    parts.collect()
}

/// The presence of the one argument `input`; `None` if the tool takes none.
fn presence(root: &Type) -> Option<Presence> {
    Some(match root {
        Type::Object(members) if members.is_empty() => return None,
        Type::Object(members) => {
            let may_lack = |member: &Member| match &member.kind {
                MemberKind::Property { optional, .. } => *optional,
                MemberKind::Index { .. } => true,
                _ => false,
            };
            if members.iter().all(may_lack) { Presence::Optional } else { Presence::Required }
        }
        _ => Presence::Required,
    })
}

fn is_optional(member: &Member) -> bool {
    match &member.kind {
        MemberKind::Property { optional, .. } => *optional || member.facts.keyword("default").is_some(),
        _ => true,
    }
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
