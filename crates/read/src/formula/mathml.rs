//! From MathML to TeX.
//!
//! The decision of this module: the structure of a formula is kept or the formula is not written at all. The
//! kind of an element decides on the braces around an argument, not the TeX written for it. So each part is
//! written once, and the cost is linear. Recursion is bounded by the depth of the tree.

use webagents_html::{Dom, Id, Tag};

use super::content;
use super::symbols::{find_accent, find_command, find_under_accent, has_limits, is_function, plain_letter};
use super::writer::{TexWriter, collapse_blanks, push_words};

/// The TeX of an element of MathML, or of one of the trees in which MathJax keeps it.
pub(super) fn tex_of_mathml(dom: &Dom, id: Id) -> String {
    let mut writer = TexWriter { dom, out: String::new() };
    writer.write_all(&writer.visible_parts(id));
    writer.out.trim().to_owned()
}

/// The name of an element without the prefix of its namespace, or of MathJax.
fn local_name(dom: &Dom, id: Id) -> &str {
    if let Some(name) = dom.attribute(id, "data-mml-node") {
        return name;
    }
    let name = dom.name(id);
    let name = name.rsplit_once(':').map_or(name, |(_, local)| local);
    name.strip_prefix("mjx-").unwrap_or(name)
}

/// Returns whether an element only groups its children.
fn is_group(name: &str) -> bool {
    matches!(
        name,
        "math" | "mrow" | "mstyle" | "mpadded" | "merror" | "texatom" | "TeXAtom" | "semantics" | "maction"
    )
}

fn is_token(name: &str) -> bool {
    matches!(name, "mi" | "mn" | "mo" | "mtext" | "ms")
}

impl<'a> TexWriter<'a> {
    /// The elements and texts below an element, without blank ones.
    fn visible_parts(&self, id: Id) -> Vec<Id> {
        let mut parts = Vec::new();
        for child in self.dom.children(id) {
            match self.dom.tag(child) {
                Tag::Text => {
                    if !self.dom.text(child).trim().is_empty() {
                        parts.push(child);
                    }
                }
                Tag::Script | Tag::Style | Tag::Template => {}
                _ => match local_name(self.dom, child) {
                    "annotation" | "annotation-xml" | "maligngroup" | "malignmark" | "mphantom"
                    | "nstrut" | "dstrut" | "spacer" | "line" | "surd" | "defs" | "rect"
                    | "assistive-mml" => {}
                    // Elements that hold the parts of a rendering.
                    "frac" | "num" | "den" | "dbox" | "dtable" | "row" | "script" | "box" | "sqrt" | "g"
                    | "svg" | "base" | "table" | "itable" | "texclose" | "texopen" => {
                        parts.extend(self.visible_parts(child));
                    }
                    _ => parts.push(child),
                },
            }
        }
        parts
    }

    /// Returns whether the arguments of a script stand in the order in which MathJax draws them.
    fn is_drawn(&self, id: Id) -> bool {
        self.dom.attribute(id, "data-mml-node").is_some() || self.dom.name(id).starts_with("mjx-")
    }

    /// The text of a token.
    fn text_of(&self, id: Id) -> String {
        let mut text = String::new();
        for at in self.dom.descendants(id) {
            text.push_str(self.dom.text(at));
            // A glyph that MathJax draws by a style sheet or as a path.
            if self.dom.first_child(at).is_none() && self.dom.tag(at) != Tag::Text {
                let code = self.dom.attribute(at, "data-c").or_else(|| {
                    let class = self.dom.attribute(at, "class")?;
                    class.split_ascii_whitespace().find_map(|class| class.strip_prefix("mjx-c"))
                });
                text.extend(
                    code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32),
                );
            }
        }
        collapse_blanks(&text)
    }

    fn write_all(&mut self, parts: &[Id]) {
        for (at, &id) in parts.iter().enumerate() {
            // Two numbers without a sign between them would read as one.
            let text = if local_name(self.dom, id) == "mo" { self.text_of(id) } else { String::new() };
            let number = |at: Option<usize>| {
                at.and_then(|at| parts.get(at)).is_some_and(|&id| local_name(self.dom, id) == "mn")
            };
            if text == "\u{2062}" && number(at.checked_sub(1)) && number(Some(at + 1)) {
                self.push_tex("\\cdot ");
            } else {
                self.write_node(id);
            }
        }
    }

    /// The part that a group of one part is.
    fn skip_groups(&self, mut id: Id) -> Id {
        while self.dom.tag(id) != Tag::Text && is_group(local_name(self.dom, id)) {
            match self.visible_parts(id).as_slice() {
                [only] => id = *only,
                _ => break,
            }
        }
        id
    }

    /// Returns whether the part is one token of TeX.
    fn is_single(&self, id: Id) -> bool {
        let id = self.skip_groups(id);
        if !is_token(local_name(self.dom, id)) || self.dom.attribute(id, "mathvariant").is_some() {
            return false;
        }
        let text = self.text_of(id);
        let mut chars = text.chars();
        matches!((chars.next(), chars.next()), (Some(c), None) if c.is_ascii_alphanumeric())
    }

    /// An argument in braces.
    fn write_group(&mut self, id: Option<Id>) {
        self.out.push('{');
        if let Some(id) = id {
            self.write_node(id);
        }
        self.trim_end();
        self.out.push('}');
    }

    /// A script: in braces if it is more than a token.
    fn write_script(&mut self, mark: &str, id: Id) {
        let inner = self.skip_groups(id);
        if local_name(self.dom, inner) == "none" || self.is_blank(inner) {
            return;
        }
        self.push_tex(mark);
        if self.is_single(inner) { self.write_node(inner) } else { self.write_group(Some(inner)) }
    }

    fn is_blank(&self, id: Id) -> bool {
        self.dom.tag(id) != Tag::Text
            && is_group(local_name(self.dom, id))
            && self.visible_parts(id).is_empty()
    }

    /// The base of scripts.
    fn write_base(&mut self, id: Option<Id>) {
        let Some(id) = id.map(|id| self.skip_groups(id)) else { return self.push_tex("{}") };
        let named = local_name(self.dom, id);
        let plain = is_token(named) && self.dom.attribute(id, "mathvariant").is_none() && {
            let text = self.text_of(id);
            text.chars().count() == 1
                || named == "mn" && text.bytes().all(|byte| byte.is_ascii_digit())
                || is_function(&text)
        };
        if plain { self.write_node(id) } else { self.write_group(Some(id)) }
    }

    fn trim_end(&mut self) {
        let end = self.out.trim_end_matches(' ').len();
        // A blank that a backslash makes is kept.
        if !self.out[..end].ends_with('\\') {
            self.out.truncate(end);
        }
    }

    pub(super) fn write_node(&mut self, id: Id) {
        if self.dom.tag(id) == Tag::Text {
            let text = collapse_blanks(self.dom.text(id));
            return self.write_token("mi", &text);
        }
        let named = local_name(self.dom, id);
        match named {
            "mi" | "mn" | "mo" => {
                let text = self.text_of(id);
                self.write_variant(id, named, &text);
            }
            "mtext" | "ms" => self.write_prose(id),
            "mspace" => self.write_space(id),
            "none" | "mprescripts" | "mglyph" => {}
            "mfrac" => self.write_fraction(id),
            "msqrt" => {
                self.push_tex("\\sqrt{");
                self.write_all(&self.visible_parts(id));
                self.trim_end();
                self.push_tex("}");
            }
            "mroot" => self.write_root(id),
            "msup" | "msub" | "msubsup" | "mmultiscripts" => self.write_scripts(id, named),
            "munder" | "mover" | "munderover" => self.write_limits(id, named),
            "mfenced" => self.write_fenced(id),
            "mtable" => self.write_table(id),
            "menclose" => self.write_enclosed(id),
            "apply" | "ci" | "cn" | "csymbol" => content::write_node(self, id),
            "maction" => {
                if let Some(&first) = self.visible_parts(id).first() {
                    self.write_node(first);
                }
            }
            _ => self.write_all(&self.visible_parts(id)),
        }
    }

    /// A token in the font that its element names.
    fn write_variant(&mut self, id: Id, named: &str, text: &str) {
        let font = match self.dom.attribute(id, "mathvariant") {
            Some("bold") => "\\mathbf",
            Some("bold-italic") => "\\boldsymbol",
            Some("double-struck") => "\\mathbb",
            Some("script" | "bold-script") => "\\mathcal",
            Some("fraktur" | "bold-fraktur") => "\\mathfrak",
            Some("monospace") => "\\mathtt",
            Some("sans-serif" | "bold-sans-serif") => "\\mathsf",
            Some("normal")
                if text.chars().all(|c| c.is_ascii_alphabetic()) && named == "mi" && text.len() == 1 =>
            {
                "\\mathrm"
            }
            _ => return self.write_token(named, text),
        };
        self.push_tex(font);
        self.push_tex("{");
        self.write_characters(text);
        self.trim_end();
        self.push_tex("}");
    }

    /// The characters of a token.
    pub(super) fn write_token(&mut self, named: &str, text: &str) {
        let is_word = text.chars().count() > 1 && text.chars().all(char::is_alphabetic) && named != "mn";
        if is_word && is_function(text) {
            self.push_tex("\\");
            self.out.push_str(text);
            self.out.push(' ');
        } else if is_word && text.is_ascii() {
            self.push_tex(if named == "mo" { "\\operatorname{" } else { "\\mathrm{" });
            self.push_tex(text);
            self.push_tex("}");
        } else {
            self.write_characters(text);
        }
    }

    fn write_characters(&mut self, text: &str) {
        for c in text.chars() {
            if let Some((font, letter)) = plain_letter(c) {
                self.push_tex(font);
                self.push_tex(if font.is_empty() { "" } else { "{" });
                match find_command(letter) {
                    Some(command) => self.push_tex(command),
                    None => self.push_tex(letter.encode_utf8(&mut [0; 4])),
                }
                self.push_tex(if font.is_empty() { "" } else { "}" });
            } else if let Some(command) = find_command(c) {
                self.push_tex(command);
                if command.ends_with(|c: char| c.is_ascii_alphabetic()) {
                    self.out.push(' ');
                }
            } else {
                self.push_tex(c.encode_utf8(&mut [0; 4]));
            }
        }
    }

    /// Words in a formula, and formulas in them.
    fn write_prose(&mut self, id: Id) {
        if self.dom.descendants(id).skip(1).any(|at| local_name(self.dom, at) == "math") {
            self.write_mixed(id);
        } else {
            self.write_words(&self.dom.text_content(id));
        }
    }

    fn write_mixed(&mut self, id: Id) {
        let children: Vec<Id> = self.dom.children(id).collect();
        for child in children {
            match self.dom.tag(child) {
                Tag::Text => self.write_words(self.dom.text(child)),
                _ if local_name(self.dom, child) == "math" => self.write_all(&self.visible_parts(child)),
                _ => self.write_mixed(child),
            }
        }
    }

    pub(super) fn write_words(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if text.trim().is_empty() {
            return self.push_tex("\\ ");
        }
        push_words(&mut self.out, text);
    }

    fn write_space(&mut self, id: Id) {
        let width = self.dom.attribute(id, "width").unwrap_or_default().trim();
        let ems = width.strip_suffix("em").and_then(|width| width.parse::<f32>().ok()).unwrap_or(0.0);
        if ems >= 1.0 {
            self.push_tex("\\quad ");
        } else if ems >= 0.2 {
            self.push_tex("\\;");
        } else if ems > 0.0 {
            self.push_tex("\\,");
        }
    }

    fn write_fraction(&mut self, id: Id) {
        let parts = self.visible_parts(id);
        let has_line = self.dom.attribute(id, "linethickness").is_none_or(|thickness| {
            !thickness.trim().starts_with('0') || thickness.contains(|c: char| ('1'..='9').contains(&c))
        });
        self.push_tex(if has_line { "\\frac" } else { "\\genfrac{}{}{0pt}{}" });
        self.write_group(parts.first().copied());
        self.write_group(parts.get(1).copied());
    }

    fn write_root(&mut self, id: Id) {
        let parts = self.visible_parts(id);
        let (base, index) = (parts.first(), parts.get(1));
        self.push_tex("\\sqrt[");
        if let Some(&index) = index {
            // A bracket in the index would end it.
            self.write_group(Some(index));
        }
        self.push_tex("]");
        self.write_group(base.copied());
    }

    fn write_scripts(&mut self, id: Id, named: &str) {
        let parts = self.visible_parts(id);
        if named == "mmultiscripts" {
            let prescripts = parts.iter().position(|&id| local_name(self.dom, id) == "mprescripts");
            let after = parts.get(1..prescripts.unwrap_or(parts.len())).unwrap_or_default();
            if let Some(before) = prescripts.and_then(|at| parts.get(at + 1..)) {
                self.push_tex("{}");
                self.write_pairs(before);
            }
            self.write_base(parts.first().copied());
            return self.write_pairs(after);
        }
        self.write_base(parts.first().copied());
        let (second, third) = (parts.get(1).copied(), parts.get(2).copied());
        let (sub, sup) = match named {
            "msup" => (None, second),
            "msub" => (second, None),
            _ if self.is_drawn(id) => (third, second),
            _ => (second, third),
        };
        if let Some(sub) = sub {
            self.write_script("_", sub);
        }
        if let Some(sup) = sup {
            self.write_script("^", sup);
        }
    }

    /// Pairs of a subscript and a superscript.
    fn write_pairs(&mut self, scripts: &[Id]) {
        for (at, pair) in scripts.chunks(2).enumerate() {
            if at > 0 {
                self.push_tex("{}");
            }
            if let Some(&sub) = pair.first() {
                self.write_script("_", sub);
            }
            if let Some(&sup) = pair.get(1) {
                self.write_script("^", sup);
            }
        }
    }

    fn write_limits(&mut self, id: Id, named: &str) {
        let parts = self.visible_parts(id);
        let base = parts.first().copied();
        let (below, above) = match named {
            "munder" => (parts.get(1).copied(), None),
            "mover" => (None, parts.get(1).copied()),
            _ => (parts.get(1).copied(), parts.get(2).copied()),
        };
        let inner = base.map(|id| self.skip_groups(id));
        let operator = inner.filter(|&id| is_token(local_name(self.dom, id))).map(|id| self.text_of(id));
        let is_brace = inner.is_some_and(|id| {
            let marks = self.visible_parts(id);
            matches!(local_name(self.dom, id), "munder" | "mover")
                && marks.get(1).is_some_and(|&mark| matches!(self.mark_of(mark), Some('⏞' | '⏟')))
        });
        if operator.as_deref().is_some_and(has_limits) || is_brace {
            match inner {
                Some(inner) => self.write_node(inner),
                None => self.push_tex("{}"),
            }
            self.trim_end();
            if let Some(below) = below {
                self.write_script("_", below);
            }
            if let Some(above) = above {
                self.write_script("^", above);
            }
            return;
        }
        // Outside first: the mark above, then the mark below.
        let mut braces = 1;
        match above.map(|above| (above, self.mark_of(above).and_then(find_accent))) {
            Some((_, Some(accent))) => self.push_tex(accent),
            Some((above, None)) if !self.is_blank(above) => {
                self.push_tex("\\overset");
                self.write_group(Some(above));
            }
            _ => braces = 0,
        }
        self.push_tex(if braces > 0 { "{" } else { "" });
        match below.map(|below| (below, self.mark_of(below).and_then(find_under_accent))) {
            Some((_, Some(under))) => {
                self.push_tex(under);
                self.write_group(base);
            }
            Some((below, None)) if !self.is_blank(below) => {
                self.push_tex("\\underset");
                self.write_group(Some(below));
                self.write_group(base);
            }
            _ if braces > 0 => {
                if let Some(base) = base {
                    self.write_node(base);
                }
            }
            _ => self.write_group(base),
        }
        self.trim_end();
        self.push_tex(if braces > 0 { "}" } else { "" });
    }

    /// The one character of an operator.
    fn mark_of(&self, id: Id) -> Option<char> {
        let id = self.skip_groups(id);
        let text = if is_token(local_name(self.dom, id)) { self.text_of(id) } else { return None };
        let mut chars = text.chars();
        chars.next().filter(|_| chars.next().is_none())
    }

    fn write_fenced(&mut self, id: Id) {
        let fence = |name: &str, usual: &str| match self.dom.attribute(id, name) {
            Some(fence) => fence.trim().chars().take(4).collect(),
            None => usual.to_owned(),
        };
        let (open, close) = (fence("open", "("), fence("close", ")"));
        let separators: Vec<char> = match self.dom.attribute(id, "separators") {
            Some(separators) => separators.chars().filter(|c| !c.is_whitespace()).take(64).collect(),
            None => vec![','],
        };
        self.write_characters(&open);
        for (at, part) in self.visible_parts(id).into_iter().enumerate() {
            if at > 0
                && let Some(&separator) = separators.get(at - 1).or(separators.last())
            {
                self.write_characters(separator.encode_utf8(&mut [0; 4]));
            }
            self.write_node(part);
        }
        self.write_characters(&close);
    }

    fn write_table(&mut self, id: Id) {
        let aligned =
            self.dom.attribute(id, "columnalign").is_some_and(|columns| columns.starts_with("right left"));
        let kind = if aligned { "aligned" } else { "matrix" };
        self.push_tex("\\begin{");
        self.push_tex(kind);
        self.push_tex("}");
        for (at, row) in self.visible_parts(id).into_iter().enumerate() {
            self.push_tex(if at > 0 { " \\\\ " } else { " " });
            let mut cells = self.visible_parts(row);
            if local_name(self.dom, row) == "mlabeledtr" && !cells.is_empty() {
                cells.remove(0);
            }
            if !matches!(local_name(self.dom, row), "mtr" | "mlabeledtr") {
                cells = vec![row];
            }
            for (at, cell) in cells.into_iter().enumerate() {
                self.push_tex(if at > 0 { " & " } else { "" });
                self.write_node(cell);
                self.trim_end();
            }
        }
        self.push_tex(" \\end{");
        self.push_tex(kind);
        self.push_tex("}");
    }

    fn write_enclosed(&mut self, id: Id) {
        let notation = self.dom.attribute(id, "notation").unwrap_or("longdiv");
        let command = match notation.split_ascii_whitespace().next() {
            Some("radical") => "\\sqrt{",
            Some("box" | "roundedbox" | "circle") => "\\boxed{",
            Some("updiagonalstrike" | "downdiagonalstrike" | "horizontalstrike") => "\\cancel{",
            Some("top") => "\\overline{",
            Some("bottom") => "\\underline{",
            _ => "{",
        };
        self.push_tex(command);
        self.write_all(&self.visible_parts(id));
        self.trim_end();
        self.push_tex("}");
    }

    /// The elements below an element of content MathML.
    pub(super) fn find_arguments(&self, id: Id) -> Vec<(&'a str, Id)> {
        self.dom
            .children(id)
            .filter(|&child| self.dom.tag(child) != Tag::Text)
            .map(|child| (local_name(self.dom, child), child))
            .collect()
    }
}
