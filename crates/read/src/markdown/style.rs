//! Marks that the inline style of an element gives its text.
//!
//! Text pasted from an office program has no `<strong>` and no `<em>`, and a former price is often struck by its style
//! alone. Style sheets need a browser, and are not read.

use webagents_html::{Id, Tag};

use super::MarkdownWriter;
use super::piece::Mark;

/// Declarations of a style that are looked at.
const RULES: usize = 64;

/// Marks that a style gives or takes; `None` if it does neither.
#[derive(Debug, Clone, Copy, Default)]
struct TextStyle {
    bold: Option<bool>,
    italic: Option<bool>,
    struck: Option<bool>,
}

impl TextStyle {
    /// Reads the value of an attribute `style`.
    ///
    /// CSS Fonts 4, sections 2.2 and 2.4; CSS Text Decoration 3, section 2.1.
    fn parse_style(style: &str) -> Self {
        let mut found = Self::default();
        for (name, value) in style.split(';').take(RULES).filter_map(|rule| rule.split_once(':')) {
            let value = value.trim().to_ascii_lowercase();
            let value = value.trim_end_matches("!important").trim_end();
            match name.trim().to_ascii_lowercase().as_str() {
                "font-weight" => {
                    found.bold = match value {
                        "bold" | "bolder" => Some(true),
                        "normal" | "lighter" => Some(false),
                        number => number.parse::<f32>().ok().map(|number| number >= 600.0),
                    };
                }
                "font-style" => {
                    let italic = value == "italic" || value.starts_with("oblique");
                    found.italic = (italic || value == "normal").then_some(italic);
                }
                "text-decoration" | "text-decoration-line" => {
                    found.struck = Some(value.split_ascii_whitespace().any(|line| line == "line-through"));
                }
                _ => {}
            }
        }
        found
    }

    fn state_of(self, mark: &Mark) -> Option<bool> {
        match mark {
            Mark::Strong => self.bold,
            Mark::Emphasis => self.italic,
            Mark::Deleted => self.struck,
            Mark::Link { .. } => None,
        }
    }
}

impl MarkdownWriter<'_> {
    /// Writes an inline element with the marks of its tag and its style.
    ///
    /// A style can deny the mark of the tag.
    pub(super) fn write_styled(&mut self, id: Id, own: Option<Mark>) {
        let style = self.dom.attribute(id, "style").map(TextStyle::parse_style).unwrap_or_default();
        let own = own.filter(|mark| style.state_of(mark) != Some(false));
        let mut opened = 0;
        for mark in [Mark::Strong, Mark::Emphasis, Mark::Deleted] {
            let is_new = own.as_ref() != Some(&mark) && !self.inline.is_open(&mark);
            if style.state_of(&mark) == Some(true)
                && is_new
                && self.code == 0
                && !(mark == Mark::Strong && self.is_strong_place())
            {
                self.inline.open_mark(mark);
                opened += 1;
            }
        }
        match own {
            Some(mark) => self.write_marked(id, mark),
            None => self.write_children(id),
        }
        for _ in 0..opened {
            self.inline.close_mark(false);
        }
    }

    /// Writes the contents of a block, struck if its style strikes it.
    pub(super) fn block_contents(&mut self, id: Id) {
        let struck = matches!(self.dom.tag(id), Tag::P | Tag::Li | Tag::Div)
            && self.code == 0
            && !self.inline.is_open(&Mark::Deleted)
            && self
                .dom
                .attribute(id, "style")
                .is_some_and(|style| TextStyle::parse_style(style).struck == Some(true));
        if struck {
            self.inline.open_mark(Mark::Deleted);
        }
        self.write_children(id);
        if struck {
            self.inline.close_mark(false);
        }
    }
}
