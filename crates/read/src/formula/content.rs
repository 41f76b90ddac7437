//! Content MathML: operators before their arguments.

use webagents_html::Id;

use super::writer::{TexWriter, collapse_blanks};

/// Writes an element of content MathML. An operator that is not known is written as a function.
pub(super) fn write_node(writer: &mut TexWriter<'_>, id: Id) {
    let arguments = writer.find_arguments(id);
    let Some(((operator, first), rest)) = arguments.split_first() else {
        let text = collapse_blanks(&writer.dom.text_content(id));
        return writer.write_token("mi", &text);
    };
    let rest: Vec<Id> = rest.iter().map(|&(_, id)| id).collect();
    match (*operator, rest.as_slice()) {
        ("plus", [_, _, ..]) => write_joined(writer, &rest, "+"),
        ("minus", [one]) => {
            writer.push_tex("-");
            write_factor(writer, *one);
        }
        ("minus", [left, right]) => {
            writer.write_node(*left);
            writer.push_tex("-");
            write_factor(writer, *right);
        }
        ("times", [_, _, ..]) => {
            for (at, &id) in rest.iter().enumerate() {
                writer.push_tex(if at > 0 { "\\cdot " } else { "" });
                write_factor(writer, id);
            }
        }
        ("divide", [above, below]) => {
            writer.push_tex("\\frac{");
            writer.write_node(*above);
            writer.push_tex("}{");
            writer.write_node(*below);
            writer.push_tex("}");
        }
        ("power", [base, power]) => {
            write_factor(writer, *base);
            writer.push_tex("^{");
            writer.write_node(*power);
            writer.push_tex("}");
        }
        ("root", [base]) => {
            writer.push_tex("\\sqrt{");
            writer.write_node(*base);
            writer.push_tex("}");
        }
        ("root", [degree, base]) => {
            writer.push_tex("\\sqrt[{");
            writer.write_node(*degree);
            writer.push_tex("}]{");
            writer.write_node(*base);
            writer.push_tex("}");
        }
        ("eq", _) => write_joined(writer, &rest, "="),
        ("neq", _) => write_joined(writer, &rest, "\\ne "),
        ("lt", _) => write_joined(writer, &rest, "\\lt "),
        ("gt", _) => write_joined(writer, &rest, "\\gt "),
        ("leq", _) => write_joined(writer, &rest, "\\le "),
        ("geq", _) => write_joined(writer, &rest, "\\ge "),
        ("in", _) => write_joined(writer, &rest, "\\in "),
        ("ci" | "csymbol" | "apply", _) => {
            writer.write_node(*first);
            arguments_of(writer, &rest);
        }
        // The only child of an element that applies nothing, such as the degree of a root.
        (_, []) => writer.write_node(*first),
        (name, _) => {
            writer.write_token("mo", name);
            arguments_of(writer, &rest);
        }
    }
}

fn write_joined(writer: &mut TexWriter<'_>, parts: &[Id], sign: &str) {
    for (at, &id) in parts.iter().enumerate() {
        writer.push_tex(if at > 0 { sign } else { "" });
        writer.write_node(id);
    }
}

/// An argument in parentheses, unless it is one symbol.
fn write_factor(writer: &mut TexWriter<'_>, id: Id) {
    let is_compound = !writer.find_arguments(id).is_empty();
    writer.push_tex(if is_compound { "(" } else { "" });
    writer.write_node(id);
    writer.push_tex(if is_compound { ")" } else { "" });
}

fn arguments_of(writer: &mut TexWriter<'_>, parts: &[Id]) {
    if !parts.is_empty() {
        writer.push_tex("(");
        write_joined(writer, parts, ",");
        writer.push_tex(")");
    }
}
