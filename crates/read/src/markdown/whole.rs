//! Text that only the whole of a page has: values of fields and words of drawings.
//!
//! A reader sees them, but they are not content. A field is written as its value, a list of options as the
//! chosen ones, and a drawing as its words or else its name.

use webagents_html::{Id, Tag};

use super::MarkdownWriter;
use super::piece::collapse_blanks;

/// Types of fields that show their value as text (HTML Standard, section 4.10.5.1).
const FIELDS: [&str; 8] = ["text", "search", "tel", "url", "email", "number", "submit", "button"];

impl MarkdownWriter<'_> {
    /// Writes the text that a field or a drawing shows, apart from the words around it.
    pub(super) fn write_seen(&mut self, id: Id) {
        let text = self.seen_text(id);
        if !text.is_empty() && self.code == 0 {
            self.inline.push_text(" ");
            self.inline.push_text(&text);
            self.inline.push_text(" ");
        }
    }

    /// Returns the text that a field or a drawing shows; empty for other elements.
    pub(super) fn seen_text(&self, id: Id) -> String {
        let attribute = |name: &str| self.dom.attribute(id, name);
        let texts = |is: &dyn Fn(Id) -> bool| {
            let mut found: Vec<String> = Vec::new();
            let mut at = Some(id);
            while let Some(below) = at {
                if below != id && is(below) {
                    found.push(self.dom.text_content(below));
                    at = self.dom.following_skipping(below, id);
                } else {
                    at = self.dom.following(below, id);
                }
            }
            collapse_blanks(&found.join(" "))
        };
        match self.dom.tag(id) {
            Tag::Input => {
                let kind = attribute("type").unwrap_or("text");
                let is_shown = FIELDS.iter().any(|field| kind.eq_ignore_ascii_case(field));
                collapse_blanks(attribute("value").filter(|_| is_shown).unwrap_or_default())
            }
            Tag::Textarea => collapse_blanks(&self.dom.text_content(id)),
            Tag::Select => {
                let is_option = |at: Id| self.dom.tag(at) == Tag::Option;
                let is_chosen = |at: Id| is_option(at) && self.dom.attribute(at, "selected").is_some();
                let is_list =
                    attribute("multiple").is_some() || attribute("size").is_some_and(|size| size != "1");
                if is_list {
                    return texts(&is_option);
                }
                // Without a choice, the first one is chosen.
                let mut options = self.dom.descendants(id).filter(|&at| is_option(at));
                let first = options.next();
                let chosen = first.filter(|&at| is_chosen(at)).or_else(|| options.find(|&at| is_chosen(at)));
                chosen.or(first).map(|at| collapse_blanks(&self.dom.text_content(at))).unwrap_or_default()
            }
            Tag::Svg => {
                let words = texts(&|at| self.dom.name(at) == "text");
                if words.is_empty() { texts(&|at| self.dom.name(at) == "title") } else { words }
            }
            _ => String::new(),
        }
    }
}
