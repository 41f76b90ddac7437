//! HTML without the values of secrets, also if tags and comments divide them.

use std::ops::Range;

use crate::secrets::{MARK, Secrets};

/// Bytes of a tag that are read; a longer one is text.
const TAG: usize = 4_096;

impl Secrets {
    /// Returns HTML without the values, also if tags and comments divide them.
    #[must_use]
    pub(crate) fn redact_html(&self, html: String) -> String {
        if self.0.is_empty() {
            return html;
        }
        // The text between the markup, and the place of each of its parts in `html`.
        let (mut text, mut parts) = (String::new(), Vec::new());
        let mut end = 0;
        for markup in markup(&html) {
            parts.push((text.len(), end));
            text.push_str(&html[end..markup.start]);
            end = markup.end;
        }
        parts.push((text.len(), end));
        text.push_str(&html[end..]);
        let place = |at: usize| {
            let part = parts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            parts.get(part).map_or(at, |(start, place)| place + (at - start))
        };
        let (mut shown, mut kept) = (String::new(), 0);
        for (range, secret) in self.ranges(&text) {
            let (start, last) = (place(range.start), place(range.end.saturating_sub(1)));
            let end = last + html[last..].chars().next().map_or(0, char::len_utf8);
            let divided =
                markup(&html[start..end]).map(|markup| &html[start..end][markup]).collect::<String>();
            shown.push_str(&html[kept..start]);
            shown.extend([MARK, &secret.name, "]", &divided]);
            kept = end;
        }
        shown.push_str(&html[kept..]);
        self.redact(shown)
    }
}

/// Returns the tags and comments of HTML.
fn markup(html: &str) -> impl Iterator<Item = Range<usize>> {
    let (mut at, mut has_comments) = (0, true);
    std::iter::from_fn(move || {
        loop {
            let start = at + html[at..].find('<')?;
            let rest = &html[start..];
            let length = if rest.starts_with("<!--") {
                // A comment without an end is looked for once.
                let end = if has_comments { rest.find("-->") } else { None };
                has_comments = end.is_some();
                end.map(|end| end + 3)
            } else if rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
            {
                tag_length(rest)
            } else {
                None
            };
            if let Some(length) = length {
                at = start + length;
                return Some(start..at);
            }
            at = start + 1;
        }
    })
}

/// Returns the length of a tag at the start of a text, whose attributes may have `>` in quotes.
fn tag_length(rest: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in rest.bytes().enumerate().take(TAG) {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return Some(at + 1),
            (None, b'<') if at > 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::secrets::{Secret, Secrets};

    #[test]
    fn secrets_divided_by_markup_are_removed() {
        let html = "<p a='>'>Tr0ub4<wbr>dor&amp;3&lt;<!-- > --><b>Zeta\"Q</b>9 <i>x</i> < 1<3 <input value='Tr0ub4dor&amp;3'>";
        let secrets = Secrets(vec![Secret::new("S", "Tr0ub4dor&3<Zeta\"Q9").expect("long enough")]);
        assert_eq!(
            secrets.redact_html(html.to_owned()),
            "<p a='>'>[secret:S]<wbr><!-- > --><b></b> <i>x</i> < 1<3 <input value='[secret:S]'>"
        );
        for text in ["", "<", "<!--", "<a", "<<<", "a<b>c"] {
            assert_eq!(secrets.redact_html(text.to_owned()), text);
        }
    }
}
