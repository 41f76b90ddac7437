//! The structure of a formula that a page has as boxes alone, without its source or MathML.

use webagents_html::{Dom, Id, Tag};

use super::mathml;
use super::symbols::is_function;
use super::writer::TexWriter;
use crate::class::has_class;

/// The TeX of the boxes of a rendering; `None` if they are not known.
pub(super) fn tex(dom: &Dom, id: Id) -> Option<String> {
    let mut below = dom.descendants(id);
    let root = below.find(|&at| {
        dom.name(at) == "mjx-math"
            || dom.attribute(at, "data-mml-node") == Some("math")
            || has_class(dom, at, "katex-html")
    })?;
    if has_class(dom, root, "katex-html") {
        let mut writer = Boxes { dom, out: String::new() };
        return writer.row(root).map(|()| writer.out);
    }
    // Boxes above and below each other stand in an order of their own.
    let is_known = dom.descendants(root).all(|at| {
        let name = dom.attribute(at, "data-mml-node").unwrap_or(dom.name(at));
        !matches!(
            name.strip_prefix("mjx-").unwrap_or(name),
            "munder" | "mover" | "munderover" | "mroot" | "mmultiscripts" | "mtable" | "menclose"
        )
    });
    is_known.then(|| mathml::tex(dom, root))
}

/// The boxes of KaTeX.
struct Boxes<'a> {
    dom: &'a Dom,
    out: String,
}

impl Boxes<'_> {
    /// Writes the children of a box; `None` if one is not known.
    fn row(&mut self, id: Id) -> Option<()> {
        let children: Vec<Id> = self.dom.children(id).collect();
        children.into_iter().try_for_each(|child| self.node(child))
    }

    fn is(&self, id: Id, class: &str) -> bool {
        has_class(self.dom, id, class)
    }

    fn node(&mut self, id: Id) -> Option<()> {
        if self.dom.tag(id) == Tag::Text {
            let mut writer = TexWriter { dom: self.dom, out: std::mem::take(&mut self.out) };
            writer.token("mo", self.dom.text(id).trim_matches('\u{200b}'));
            self.out = writer.out;
            return Some(());
        }
        if ["strut", "katex-strut", "pstrut", "vlist-s", "hide-tail", "frac-line", "nulldelimiter"]
            .iter()
            .any(|class| self.is(id, class))
        {
            return Some(());
        }
        if self.is(id, "mfrac") {
            let boxes = self.stack(id);
            let (Some(&below), Some(&above)) = (boxes.first(), boxes.last()) else { return None };
            let has_line = self.dom.descendants(id).any(|at| self.is(at, "frac-line"));
            self.out.push_str(if has_line { "\\frac{" } else { "\\genfrac{}{}{0pt}{}{" });
            self.row(above)?;
            self.out.push_str("}{");
            self.row(below)?;
            self.out.push('}');
            return Some(());
        }
        if self.is(id, "msupsub") {
            let is_below = self.dom.descendants(id).any(|at| self.is(at, "vlist-t2"));
            return match self.stack(id).as_slice() {
                [one] => self.script(if is_below { "_{" } else { "^{" }, *one),
                [sub, sup] => {
                    self.script("_{", *sub)?;
                    self.script("^{", *sup)
                }
                _ => None,
            };
        }
        if self.is(id, "op-limits") {
            let boxes = self.stack(id);
            let base = boxes.iter().position(|&at| self.dom.descendants(at).any(|at| self.is(at, "mop")))?;
            self.row(*boxes.get(base)?)?;
            if let Some(&below) = base.checked_sub(1).and_then(|at| boxes.get(at)) {
                self.script("_{", below)?;
            }
            if let Some(&above) = boxes.get(base + 1) {
                self.script("^{", above)?;
            }
            return Some(());
        }
        if self.is(id, "sqrt") {
            // The index of a root is in a stack of its own.
            if self.dom.descendants(id).any(|at| self.is(at, "root") || self.is(at, "katex-root")) {
                return None;
            }
            let &content = self.stack(id).first()?;
            self.out.push_str("\\sqrt{");
            self.row(content)?;
            self.out.push('}');
            return Some(());
        }
        if self.is(id, "text") {
            let mut writer = TexWriter { dom: self.dom, out: std::mem::take(&mut self.out) };
            writer.words(&self.dom.text_content(id).replace('\u{200b}', ""));
            self.out = writer.out;
            return Some(());
        }
        // A name is drawn letter by letter.
        let name =
            if self.is(id, "mop") { self.dom.text_content(id).trim().to_owned() } else { String::new() };
        if is_function(&name) {
            self.out.extend(["\\", &name, " "]);
            return Some(());
        }
        let fonts = ["mathbb", "mathbf", "mathcal", "mathfrak", "mathrm", "mathsf", "mathtt", "boldsymbol"];
        if let Some(font) = fonts.iter().find(|font| self.is(id, font)) {
            self.out.extend(["\\", font, "{"]);
            self.row(id)?;
            self.out.push('}');
            return Some(());
        }
        // Boxes above each other that are none of these.
        if self.is(id, "vlist-t") || self.dom.tag(id) == Tag::Svg {
            return None;
        }
        self.row(id)
    }

    fn script(&mut self, mark: &str, id: Id) -> Option<()> {
        self.out.push_str(mark);
        self.row(id)?;
        self.out.push('}');
        Some(())
    }

    /// The boxes above each other, the lowest first, without lines.
    fn stack(&self, id: Id) -> Vec<Id> {
        let list = self.dom.descendants(id).find(|&at| self.is(at, "vlist"));
        let boxes = list.into_iter().flat_map(|list| self.dom.children(list));
        let says = |&at: &Id| {
            self.dom.descendants(at).any(|at| !self.dom.text(at).trim_matches('\u{200b}').trim().is_empty())
        };
        boxes.filter(says).collect()
    }
}
