//! Normalised form of HTML: two renderings with the same shape mean the same to a reader.
//!
//! Elements with one meaning are equal (`<b>` and `<strong>`), elements without a meaning are their contents, and blanks
//! are collapsed as a browser does, outside of marks and at the edges of blocks.

use super::tree::{self, Content, Tree};

/// Mark at the edges of blocks while the shape is written.
const EDGE: char = '\u{1}';

/// The shape of HTML.
pub(super) fn of(html: &str) -> String {
    let tree = tree::parse(html);
    let mut shape = String::new();
    write(&tree, 0, false, &mut shape);
    bare(shape)
}

/// A shape without the edges of blocks, and without the blanks at them.
fn bare(mut shape: String) -> String {
    for _ in 0..3 {
        shape = shape.replace(" \u{1}", "\u{1}").replace("\u{1} ", "\u{1}");
    }
    shape.replace(EDGE, "")
}

/// The shapes of the outermost blocks of HTML.
pub(super) fn blocks(html: &str) -> Vec<String> {
    let tree = tree::parse(html);
    let body = tree
        .nodes
        .iter()
        .position(|node| matches!(&node.content, Content::Element(name, _) if &*name.local == "body"));
    let children = body.map(|body| tree.nodes[body].children.clone()).unwrap_or_default();
    let shapes = children.into_iter().map(|child| {
        let mut shape = String::new();
        write(&tree, child, false, &mut shape);
        bare(shape).trim().to_owned()
    });
    shapes.filter(|shape| !shape.is_empty()).collect()
}

/// Name that an element has in a shape: elements of the same meaning have the same one.
fn meaning(name: &str) -> &str {
    match name {
        "b" => "strong",
        "i" => "em",
        "s" | "strike" => "del",
        "kbd" | "samp" | "tt" => "code",
        "th" => "td",
        name => name,
    }
}

/// Elements that are their contents, and whether these are blocks.
fn is_transparent(name: &str) -> Option<bool> {
    match name {
        "html" | "body" | "div" | "tbody" | "thead" | "tfoot" | "section" | "article" | "center" | "main"
        | "header" | "footer" | "figure" => Some(true),
        "span" | "font" | "u" | "ins" | "sup" | "sub" | "mark" => Some(false),
        _ => None,
    }
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "ul"
            | "ol"
            | "li"
            | "blockquote"
            | "pre"
            | "hr"
            | "table"
            | "tr"
            | "td"
            | "dl"
            | "dt"
            | "dd"
    )
}

fn write(tree: &Tree, id: usize, in_pre: bool, out: &mut String) {
    let node = &tree.nodes[id];
    match &node.content {
        Content::Text(text) if in_pre => out.push_str(&text.replace('<', "&lt;")),
        Content::Text(text) => text.chars().for_each(|c| match c {
            ' ' | '\n' | '\t' | '\r' | '\u{a0}' if out.ends_with(' ') => {}
            ' ' | '\n' | '\t' | '\r' | '\u{a0}' => out.push(' '),
            '<' => out.push_str("&lt;"),
            c => out.push(c),
        }),
        Content::Nothing => node.children.iter().for_each(|&child| write(tree, child, in_pre, out)),
        Content::Element(name, attributes) => {
            element(tree, id, (meaning(&name.local), attributes), in_pre, out);
        }
    }
}

fn element(
    tree: &Tree,
    id: usize,
    (name, attributes): (&str, &[(String, String)]),
    in_pre: bool,
    out: &mut String,
) {
    if matches!(name, "script" | "style" | "head" | "template") {
        return;
    }
    let children = |in_pre, out: &mut String| {
        tree.nodes[id].children.iter().for_each(|&child| write(tree, child, in_pre, out));
    };
    match is_transparent(name) {
        _ if name == "code" && in_pre => return children(in_pre, out),
        Some(false) => return children(in_pre, out),
        Some(true) => {
            out.push(EDGE);
            children(in_pre, out);
            return out.push(EDGE);
        }
        None => {}
    }
    let tag = start_tag(name, attributes);
    if is_block(name) || in_pre || matches!(name, "br" | "img" | "code" | "pre") {
        let edge = if is_block(name) || name == "br" { "\u{1}" } else { "" };
        out.extend([edge, &tag, edge]);
        children(in_pre || name == "pre", out);
        if name == "pre" {
            out.truncate(out.trim_end_matches('\n').len());
        }
        out.push_str(edge);
        if !matches!(name, "br" | "img" | "hr") {
            out.extend(["</", name, ">"]);
        }
        return out.push_str(edge);
    }
    // A mark: blanks at its edges belong outside of it, and an empty one has no meaning.
    let mut inner = String::new();
    children(in_pre, &mut inner);
    let bare = inner.trim_matches(' ');
    if inner.starts_with(' ') && !out.ends_with(' ') {
        out.push(' ');
    }
    if !bare.is_empty() || !matches!(name, "strong" | "em" | "del") {
        out.extend([&tag, bare, "</", name, ">"]);
        if inner.ends_with(' ') && !bare.is_empty() {
            out.push(' ');
        }
    }
}

fn start_tag(name: &str, attributes: &[(String, String)]) -> String {
    let mut tag = format!("<{name}");
    for (key, value) in attributes {
        let says = match (name, key.as_str()) {
            ("a", "href") | ("img", "src") => true,
            ("a", "title") | ("img", "alt" | "title") => !value.is_empty(),
            ("ol", "start") => value != "1",
            _ => false,
        };
        if says {
            let value: Vec<&str> = value.split_whitespace().collect();
            tag.extend([" ", key, "=\"", &unescaped(&value.join(" ")), "\""]);
        }
    }
    tag.push('>');
    tag
}

/// An address without its percent-encoding.
fn unescaped(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
