//! Markdown to the text that a reader of it sees, for every contender alike.
//!
//! Links count as their text, images as nothing, and blanks of all kinds as one, as if the Markdown were rendered to
//! HTML and that to text (`html_text`, by which the published figures were made). A label with a blank where the page has
//! a blank that does not break is the same text.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The text of Markdown: blocks and cells parted by line breaks and blanks.
pub(super) fn of_markdown(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut text = String::with_capacity(markdown.len());
    let mut images = 0_usize;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images = images.saturating_sub(1),
            Event::Text(found)
            | Event::Code(found)
            | Event::InlineMath(found)
            | Event::DisplayMath(found)
                if images == 0 =>
            {
                push(&mut text, &found);
            }
            Event::SoftBreak | Event::End(TagEnd::TableCell) => text.push(' '),
            Event::Html(html) | Event::InlineHtml(html) if html.starts_with("<br") => text.push('\n'),
            Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            // An item of a list may hold bare text before a list of its own.
            Event::HardBreak | Event::Rule | Event::Start(Tag::List(_)) | Event::End(_) => text.push('\n'),
            _ => {}
        }
    }
    text
}

/// Adds text, with one blank for each run of them. Lines stay lines.
fn push(text: &mut String, found: &str) {
    for c in found.chars() {
        match c {
            '\n' => text.push(c),
            _ if c.is_whitespace() => {
                if !text.ends_with(char::is_whitespace) {
                    text.push(' ');
                }
            }
            _ => text.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reader_sees() {
        let text =
            of_markdown("# A *b*\n\n- [c](d) ![e](f)\n  - g `h`\n\n| i | j |\n| - | - |\n| k<br>l | m |\n");
        assert_eq!(of_markdown("a\u{a0}b \u{a0} c"), "a b c\n");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), "A b c g h i j k l m");
    }
}
