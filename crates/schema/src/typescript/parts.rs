//! The parts of a tool's declaration, whatever states them: lines, schemas, or an interface.

use std::borrow::Cow;

use webagents_manifest::Annotations;

use super::options::{Rendering, TypeScriptOptions};
use crate::ty::{self, Constraints, Docs, Keyword, MemberKind, Refined, Style, Type};

/// A tool to declare.
pub(super) struct Declaration<'t> {
    pub(super) name: Cow<'t, str>,
    /// The title, if the rendering shows it.
    pub(super) title: Option<Cow<'t, str>>,
    pub(super) description: Cow<'t, str>,
    pub(super) annotations: Cow<'t, Annotations>,
    /// The parameters in their order.
    pub(super) parts: Vec<DeclaredParam<'t>>,
    /// Constraints of the arguments as a whole, if they are passed one by one.
    pub(super) arguments: Option<Constraints>,
    /// The result; `None` for any value.
    pub(super) output: Option<Output>,
    /// Style of the parameters' types.
    pub(super) style: Style,
}

/// A parameter, as its line or its schema declares it.
pub(super) struct DeclaredParam<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) presence: Presence,
    pub(super) facts: Constraints,
    pub(super) ty: Type,
}

/// Type that a tool's promise resolves to.
pub(super) struct Output {
    pub(super) facts: Constraints,
    pub(super) ty: Type,
    pub(super) style: Style,
}

/// Presence of a parameter in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    /// Always.
    Required,
    /// It may leave it out: `name?: T`.
    Optional,
    /// It may not leave it out, because a required one follows, and passes `undefined` for it.
    Undefined,
}

/// Returns the presence of positional parameters, of which these are optional, in their order.
pub(super) fn presences(optional: &[bool]) -> impl Iterator<Item = Presence> {
    let last_required = optional.iter().rposition(|optional| !optional);
    optional.iter().enumerate().map(move |(at, optional)| {
        match (optional, last_required.is_some_and(|last| at < last)) {
            (false, _) => Presence::Required,
            (true, true) => Presence::Undefined,
            (true, false) => Presence::Optional,
        }
    })
}

/// Documentation next to parameters that a rendering shows.
pub(super) const fn docs(rendering: Rendering) -> Docs {
    match rendering {
        Rendering::Jsdoc | Rendering::Inline => Docs::Keep,
        Rendering::Brief | Rendering::Sentences => Docs::Descriptions,
        Rendering::Outline | Rendering::Index | Rendering::Calls | Rendering::Names => Docs::Drop,
    }
}

/// Documentation inside of types that a rendering shows.
pub(super) const fn inner_docs(rendering: Rendering) -> Docs {
    match rendering {
        Rendering::Sentences => Docs::Drop,
        rendering => docs(rendering),
    }
}

impl Declaration<'_> {
    /// Removes parts that the rendering does not show, so that types which are written equally are equal.
    pub(super) fn reduce(&mut self, rendering: Rendering) {
        if matches!(rendering, Rendering::Sentences | Rendering::Outline | Rendering::Names) {
            self.description = Cow::Owned(first_sentence(&self.description));
        }
        for part in &mut self.parts {
            tidy(&mut part.ty, Some(&mut part.facts), rendering);
        }
        if let Some(output) = &mut self.output {
            tidy(&mut output.ty, Some(&mut output.facts), rendering);
        }
        let (outer, inner) = (docs(rendering), inner_docs(rendering));
        for part in &mut self.parts {
            reduce(&mut part.facts, outer);
            if rendering == Rendering::Sentences {
                part.facts.description = first_sentence(&part.facts.description);
            }
            reduce_parts(&mut part.ty, inner);
        }
        if let Some(output) = &mut self.output {
            reduce(&mut output.facts, outer);
            reduce_parts(&mut output.ty, inner);
        }
    }

    /// Returns whether the rendering documents a parameter next to its name.
    pub(super) fn is_documented(&self, at: usize, rendering: Rendering) -> bool {
        let DeclaredParam { facts, ty, .. } = &self.parts[at];
        match rendering {
            Rendering::Jsdoc => ty::is_said_of(facts, ty),
            rendering => self.arguments.is_some() && ty::is_said_trailing(docs(rendering), facts, ty),
        }
    }

    /// Appends the type of a parameter.
    pub(super) fn push_type(&self, out: &mut String, at: usize) {
        let DeclaredParam { facts, ty, presence, .. } = &self.parts[at];
        let indent = if self.arguments.is_some() { 1 } else { self.style.indent };
        let style = Style { indent, ..self.style };
        if *presence == Presence::Undefined {
            ty::or_undefined(ty.clone()).print_in(out, style, facts);
        } else {
            ty.print_in(out, style, facts);
        }
    }

    /// Appends the type that the tool's promise resolves to.
    pub(super) fn push_result(&self, out: &mut String) {
        match &self.output {
            Some(Output { facts, ty, style }) => ty.print_in(out, *style, facts),
            None => out.push_str("any"),
        }
    }

    /// Appends ` - text @minimum 1` about a parameter.
    pub(super) fn push_tags(&self, out: &mut String, at: usize) {
        let DeclaredParam { facts, ty, .. } = &self.parts[at];
        ty::push_said_of(out, facts, ty);
    }

    /// Appends ` // text [>=1]` about a parameter with documentation.
    pub(super) fn push_trailing(&self, out: &mut String, at: usize, rendering: Rendering) {
        let DeclaredParam { facts, ty, .. } = &self.parts[at];
        ty::push_trailing(out, docs(rendering), facts, ty);
    }

    /// Appends the lines about the arguments and the result as a whole.
    pub(super) fn push_whole(&self, out: &mut String, options: &TypeScriptOptions) {
        let is_jsdoc = options.rendering == Rendering::Jsdoc;
        // In JSDoc the one argument is a parameter.
        let input = match (&self.arguments, self.parts.as_slice()) {
            (Some(facts), _) => Some((facts, &Type::ANY)),
            (None, [DeclaredParam { facts, ty, .. }]) if !is_jsdoc => Some((facts, ty)),
            _ => None,
        };
        let output = self.output.as_ref().map(|output| (&output.facts, &output.ty));
        let shapes =
            [("\n   * @param input", "// input: ", input), ("\n   * @returns", "// result: ", output)];
        for (tag, line, shape) in shapes {
            let Some((facts, ty)) = shape else { continue };
            if is_jsdoc {
                if ty::is_said_of(facts, ty) {
                    out.push_str(tag);
                    ty::push_said_of(out, facts, ty);
                }
            } else {
                let mut text = String::new();
                ty::push_trailing(&mut text, docs(options.rendering), facts, ty);
                if let Some(text) = text.strip_prefix(" // ") {
                    out.push_str(line);
                    out.push_str(text);
                    out.push('\n');
                }
            }
        }
    }
}

/// Removes the keywords that repeat a type, and in short renderings the ones without use to a caller.
fn tidy(ty: &mut Type, facts: Option<&mut Constraints>, rendering: Rendering) {
    for_each_type(ty, facts, "", &mut |ty, facts, _| {
        if let Some(facts) = facts {
            tidy_facts(facts, ty, rendering);
        }
        if let Type::Refined(refined) = ty {
            let Refined { facts, ty: bare } = &mut **refined;
            tidy_facts(facts, bare, rendering);
            if facts.is_empty() {
                *ty = std::mem::replace(bare, Type::ANY);
            }
        }
        true
    });
}

fn tidy_facts(facts: &mut Constraints, ty: &Type, rendering: Rendering) {
    if is_listed(ty) {
        facts.keywords.retain(|name, value| !ty::repeats_values(name, value));
    }
    if rendering != Rendering::Jsdoc {
        // An empty object's type depends on whether it is closed.
        let is_kept = |name: &str| matches!(name, "additionalProperties" | "patternProperties");
        let is_empty = matches!(ty.bare(), Type::Object(members) if members.is_empty());
        facts.keywords.retain(|name, value| is_empty && is_kept(name) || !ty::is_silent(name, value));
    }
}

/// Returns whether a type lists its values.
fn is_listed(ty: &Type) -> bool {
    match ty.bare() {
        Type::Literal(_) | Type::Keyword(Keyword::Null) => true,
        Type::Union(members) => members.iter().all(is_listed),
        _ => false,
    }
}

/// Removes constraints that are not shown. An empty object's type depends on whether it is closed.
pub(super) fn reduce(facts: &mut Constraints, docs: Docs) {
    if docs == Docs::Keep {
        return;
    }
    facts.keywords.retain(|name, _| name == "additionalProperties" || name == "patternProperties");
    if docs == Docs::Drop {
        facts.description.clear();
    }
}

/// Removes constraints that are not shown from the parts of a type.
pub(super) fn reduce_parts(ty: &mut Type, docs: Docs) {
    if docs == Docs::Keep {
        return;
    }
    for_each_part(ty, "", &mut |_, facts, _| {
        if let Some(facts) = facts {
            reduce(facts, docs);
        }
        true
    });
}

/// The first sentence of a text, on one line; a long one is cut at a word.
pub(super) fn first_sentence(text: &str) -> String {
    const LONGEST: usize = 160;
    let text = text.trim();
    let line = text.lines().next().unwrap_or_default().trim_end();
    let is_abbreviated = |before: &str| {
        let word = before.rsplit([' ', '(']).next().unwrap_or_default();
        word.len() < 2 && !word.bytes().all(|byte| byte.is_ascii_digit())
            || word.contains('.')
            || matches!(word, "vs" | "etc" | "cf" | "approx" | "max" | "min")
    };
    let end = line.char_indices().find_map(|(at, c)| {
        let after = &line[at + c.len_utf8()..];
        let ends = match c {
            '.' => after.starts_with(' ') && !is_abbreviated(&line[..at]),
            '!' | '?' => after.starts_with(' '),
            '。' => true,
            _ => false,
        };
        ends.then_some(at + c.len_utf8())
    });
    let sentence = &line[..end.unwrap_or(line.len())];
    if sentence.chars().count() <= LONGEST {
        return sentence.to_owned();
    }
    let end = sentence.char_indices().nth(LONGEST).map_or(sentence.len(), |(at, _)| at);
    let cut = &sentence[..end];
    format!("{}\u{2026}", cut.rsplit_once(' ').map_or(cut, |(words, _)| words))
}

/// Calls `each` with every type in a type, from the outside in, and with the constraints next to it.
///
/// `name` is the name of the nearest property. Where `each` returns `false`, the parts of the type are left out.
pub(super) fn for_each_type(
    ty: &mut Type,
    facts: Option<&mut Constraints>,
    name: &str,
    each: &mut dyn FnMut(&mut Type, Option<&mut Constraints>, &str) -> bool,
) {
    if each(ty, facts, name) {
        for_each_part(ty, name, each);
    }
}

/// Does the same for the parts of a type.
pub(super) fn for_each_part(
    ty: &mut Type,
    name: &str,
    each: &mut dyn FnMut(&mut Type, Option<&mut Constraints>, &str) -> bool,
) {
    match ty {
        Type::Object(members) => {
            for member in members {
                match &mut member.kind {
                    MemberKind::Property { name, ty, .. } => {
                        for_each_type(ty, Some(&mut member.facts), name, each);
                    }
                    MemberKind::Index { ty, .. } => for_each_type(ty, None, name, each),
                    _ => {}
                }
            }
        }
        Type::Refined(refined) => for_each_part(&mut refined.ty, name, each),
        // Their parts are not values.
        Type::Function(_) | Type::Keyof(_) | Type::Indexed { .. } => {}
        ty => ty.for_each_child_mut(&mut |child| for_each_type(child, None, name, each)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentences_are_found() {
        for (text, expected) in [
            ("Finds books. Then sorts them.", "Finds books."),
            ("Finds books, e.g. by title. More.", "Finds books, e.g. by title."),
            ("Finds books\nin a shop.", "Finds books"),
            ("Uses v1.2 of it. More", "Uses v1.2 of it."),
            ("Does thing 1. More", "Does thing 1."),
            ("Really? Yes.", "Really?"),
            ("\u{4e00}\u{3002}\u{4e8c}", "\u{4e00}\u{3002}"),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), expected);
        }
        let long = first_sentence(&"word ".repeat(100));
        assert!(long.chars().count() <= 161 && long.ends_with("word\u{2026}"), "{long}");
    }
}
