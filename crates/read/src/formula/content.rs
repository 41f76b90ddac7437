//! Content MathML: operators before their arguments.

use webagents_html::Id;

use super::writer::{TexWriter, collapse};

/// Writes an element of content MathML. An operator that is not known is written as a function.
pub(super) fn node(writer: &mut TexWriter<'_>, id: Id) {
    let arguments = writer.arguments(id);
    let Some(((operator, first), rest)) = arguments.split_first() else {
        let text = collapse(&writer.dom.text_content(id));
        return writer.token("mi", &text);
    };
    let rest: Vec<Id> = rest.iter().map(|&(_, id)| id).collect();
    match (*operator, rest.as_slice()) {
        ("plus", [_, _, ..]) => joined(writer, &rest, "+"),
        ("minus", [one]) => {
            writer.push("-");
            factor(writer, *one);
        }
        ("minus", [left, right]) => {
            writer.node(*left);
            writer.push("-");
            factor(writer, *right);
        }
        ("times", [_, _, ..]) => {
            for (at, &id) in rest.iter().enumerate() {
                writer.push(if at > 0 { "\\cdot " } else { "" });
                factor(writer, id);
            }
        }
        ("divide", [above, below]) => {
            writer.push("\\frac{");
            writer.node(*above);
            writer.push("}{");
            writer.node(*below);
            writer.push("}");
        }
        ("power", [base, power]) => {
            factor(writer, *base);
            writer.push("^{");
            writer.node(*power);
            writer.push("}");
        }
        ("root", [base]) => {
            writer.push("\\sqrt{");
            writer.node(*base);
            writer.push("}");
        }
        ("root", [degree, base]) => {
            writer.push("\\sqrt[{");
            writer.node(*degree);
            writer.push("}]{");
            writer.node(*base);
            writer.push("}");
        }
        ("eq", _) => joined(writer, &rest, "="),
        ("neq", _) => joined(writer, &rest, "\\ne "),
        ("lt", _) => joined(writer, &rest, "\\lt "),
        ("gt", _) => joined(writer, &rest, "\\gt "),
        ("leq", _) => joined(writer, &rest, "\\le "),
        ("geq", _) => joined(writer, &rest, "\\ge "),
        ("in", _) => joined(writer, &rest, "\\in "),
        ("ci" | "csymbol" | "apply", _) => {
            writer.node(*first);
            arguments_of(writer, &rest);
        }
        // The only child of an element that applies nothing, such as the degree of a root.
        (_, []) => writer.node(*first),
        (name, _) => {
            writer.token("mo", name);
            arguments_of(writer, &rest);
        }
    }
}

fn joined(writer: &mut TexWriter<'_>, parts: &[Id], sign: &str) {
    for (at, &id) in parts.iter().enumerate() {
        writer.push(if at > 0 { sign } else { "" });
        writer.node(id);
    }
}

/// An argument in parentheses, unless it is one symbol.
fn factor(writer: &mut TexWriter<'_>, id: Id) {
    let is_compound = !writer.arguments(id).is_empty();
    writer.push(if is_compound { "(" } else { "" });
    writer.node(id);
    writer.push(if is_compound { ")" } else { "" });
}

fn arguments_of(writer: &mut TexWriter<'_>, parts: &[Id]) {
    if !parts.is_empty() {
        writer.push("(");
        joined(writer, parts, ",");
        writer.push(")");
    }
}
