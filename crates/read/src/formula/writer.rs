//! TeX that is being written, and words in it.

use webagents_html::Dom;

/// TeX of a formula of a page.
pub(super) struct TexWriter<'a> {
    pub(super) dom: &'a Dom,
    pub(super) out: String,
}

impl TexWriter<'_> {
    /// Appends TeX, with a blank if the text would else continue a command.
    pub(super) fn push_tex(&mut self, tex: &str) {
        if tex.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let mut before = self.out.bytes().rev().take(32).skip_while(u8::is_ascii_alphabetic);
            if before.next() == Some(b'\\') && !self.out.ends_with('\\') {
                self.out.push(' ');
            }
        }
        self.out.push_str(tex);
    }
}

/// Appends words, with what acts in TeX as text.
pub(super) fn push_words(out: &mut String, text: &str) {
    out.push_str("\\text{");
    let mut blank = false;
    for c in text.chars() {
        let was_blank = std::mem::replace(&mut blank, c.is_whitespace());
        match c {
            c if c.is_whitespace() && was_blank => {}
            c if c.is_whitespace() => out.push(' '),
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '{' | '}' | '$' | '%' | '#' | '&' | '_' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push('}');
}

/// Words as they stand in a formula.
pub(super) fn escape_words(text: &str) -> String {
    let mut tex = String::new();
    push_words(&mut tex, text);
    tex
}

/// Blank space as single blanks.
pub(super) fn collapse_blanks(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
