//! HTML comments in Markdown.

/// Returns the text of each HTML comment after its `<!--`, with the offset of that, in order.
///
/// A comment ends at `-->`, at the next `<!--` or with the text, so that the search is linear in the text.
pub(crate) fn find_comments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const OPEN: &str = "<!--";
    let mut next = text.find(OPEN);
    std::iter::from_fn(move || {
        let at = next?;
        let from = at + OPEN.len();
        next = text[from..].find(OPEN).map(|length| from + length);
        let body = &text[from..next.unwrap_or(text.len())];
        Some((at, body.split_once("-->").map_or(body, |(body, _)| body)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_at_their_mark_or_the_next_comment() {
        let found: Vec<_> = find_comments("a <!-- b --> c <!--d<!--e--> <!-- f").collect();
        assert_eq!(found, [(2, " b "), (15, "d"), (20, "e"), (29, " f")]);
        assert_eq!(find_comments(&"<!--".repeat(100_000)).count(), 100_000);
    }
}
