//! The structure of a formula that a page has as boxes alone, without its source or MathML.

use webagents_html::{Dom, Id, Tag};

use super::mathml;
use super::symbols::is_function;
use super::writer::TexWriter;
use crate::class::has_class;

/// The TeX of the boxes of a rendering; `None` if they are not known.
pub(super) fn tex_of_drawing(dom: &Dom, id: Id) -> Option<String> {
    let mut below = dom.descendants(id);
    let root = below.find(|&at| {
        dom.name(at) == "mjx-math"
            || dom.attribute(at, "data-mml-node") == Some("math")
            || has_class(dom, at, "katex-html")
    })?;
    if has_class(dom, root, "katex-html") {
        let mut writer = Boxes { dom, out: String::new() };
        return writer.write_row(root).map(|()| writer.out);
    }
    // Boxes above and below each other stand in an order of their own.
    let is_known = dom.descendants(root).all(|at| {
        let name = dom.attribute(at, "data-mml-node").unwrap_or(dom.name(at));
        !matches!(
            name.strip_prefix("mjx-").unwrap_or(name),
            "munder" | "mover" | "munderover" | "mroot" | "mmultiscripts" | "mtable" | "menclose"
        )
    });
    is_known.then(|| mathml::tex_of_mathml(dom, root))
}

/// The boxes of KaTeX.
struct Boxes<'a> {
    dom: &'a Dom,
    out: String,
}

impl Boxes<'_> {
    /// Writes the children of a box; `None` if one is not known.
    fn write_row(&mut self, id: Id) -> Option<()> {
        let children: Vec<Id> = self.dom.children(id).collect();
        children.into_iter().try_for_each(|child| self.write_node(child))
    }

    fn has_class(&self, id: Id, class: &str) -> bool {
        has_class(self.dom, id, class)
    }

    fn write_node(&mut self, id: Id) -> Option<()> {
        if self.dom.tag(id) == Tag::Text {
            let mut writer = TexWriter { dom: self.dom, out: std::mem::take(&mut self.out) };
            writer.write_token("mo", self.dom.text(id).trim_matches('\u{200b}'));
            self.out = writer.out;
            return Some(());
        }
        if ["strut", "katex-strut", "pstrut", "vlist-s", "hide-tail", "frac-line", "nulldelimiter"]
            .iter()
            .any(|class| self.has_class(id, class))
        {
            return Some(());
        }
        if self.has_class(id, "mfrac") {
            let boxes = self.find_stack(id);
            let (Some(&below), Some(&above)) = (boxes.first(), boxes.last()) else { return None };
            let has_line = self.dom.descendants(id).any(|at| self.has_class(at, "frac-line"));
            self.out.push_str(if has_line { "\\frac{" } else { "\\genfrac{}{}{0pt}{}{" });
            self.write_row(above)?;
            self.out.push_str("}{");
            self.write_row(below)?;
            self.out.push('}');
            return Some(());
        }
        if self.has_class(id, "msupsub") {
            let is_below = self.dom.descendants(id).any(|at| self.has_class(at, "vlist-t2"));
            return match self.find_stack(id).as_slice() {
                [one] => self.write_script(if is_below { "_{" } else { "^{" }, *one),
                [sub, sup] => {
                    self.write_script("_{", *sub)?;
                    self.write_script("^{", *sup)
                }
                _ => None,
            };
        }
        if self.has_class(id, "op-limits") {
            let boxes = self.find_stack(id);
            let base =
                boxes.iter().position(|&at| self.dom.descendants(at).any(|at| self.has_class(at, "mop")))?;
            self.write_row(*boxes.get(base)?)?;
            if let Some(&below) = base.checked_sub(1).and_then(|at| boxes.get(at)) {
                self.write_script("_{", below)?;
            }
            if let Some(&above) = boxes.get(base + 1) {
                self.write_script("^{", above)?;
            }
            return Some(());
        }
        if self.has_class(id, "sqrt") {
            // The index of a root is in a stack of its own.
            if self
                .dom
                .descendants(id)
                .any(|at| self.has_class(at, "root") || self.has_class(at, "katex-root"))
            {
                return None;
            }
            let &content = self.find_stack(id).first()?;
            self.out.push_str("\\sqrt{");
            self.write_row(content)?;
            self.out.push('}');
            return Some(());
        }
        if self.has_class(id, "text") {
            let mut writer = TexWriter { dom: self.dom, out: std::mem::take(&mut self.out) };
            writer.write_words(&self.dom.text_content(id).replace('\u{200b}', ""));
            self.out = writer.out;
            return Some(());
        }
        // A name is drawn letter by letter.
        let name = if self.has_class(id, "mop") {
            self.dom.text_content(id).trim().to_owned()
        } else {
            String::new()
        };
        if is_function(&name) {
            self.out.extend(["\\", &name, " "]);
            return Some(());
        }
        let fonts = ["mathbb", "mathbf", "mathcal", "mathfrak", "mathrm", "mathsf", "mathtt", "boldsymbol"];
        if let Some(font) = fonts.iter().find(|font| self.has_class(id, font)) {
            self.out.extend(["\\", font, "{"]);
            self.write_row(id)?;
            self.out.push('}');
            return Some(());
        }
        // Boxes above each other that are none of these.
        if self.has_class(id, "vlist-t") || self.dom.tag(id) == Tag::Svg {
            return None;
        }
        self.write_row(id)
    }

    fn write_script(&mut self, mark: &str, id: Id) -> Option<()> {
        self.out.push_str(mark);
        self.write_row(id)?;
        self.out.push('}');
        Some(())
    }

    /// The boxes above each other, the lowest first, without lines.
    fn find_stack(&self, id: Id) -> Vec<Id> {
        let list = self.dom.descendants(id).find(|&at| self.has_class(at, "vlist"));
        let boxes = list.into_iter().flat_map(|list| self.dom.children(list));
        let says = |&at: &Id| {
            self.dom.descendants(at).any(|at| !self.dom.text(at).trim_matches('\u{200b}').trim().is_empty())
        };
        boxes.filter(says).collect()
    }
}
