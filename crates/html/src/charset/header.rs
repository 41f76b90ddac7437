//! Parameters of HTTP headers.

/// Returns the first `charset` parameter in the value of a `Content-Type` header.
///
/// ```
/// let charset = webagents_html::charset_of("text/html; charset=\"UTF-8\"");
/// assert_eq!(charset.as_deref(), Some("UTF-8"));
/// ```
pub fn charset_of(content_type: &str) -> Option<String> {
    let mut rest = content_type.split_once(';')?.1;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ';']);
        let name_end = rest.find(['=', ';'])?;
        let (name, after) = rest.split_at(name_end);
        let Some(after) = after.strip_prefix('=') else {
            rest = after;
            continue;
        };
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted_string(quoted),
            None => {
                let end = after.find(';').unwrap_or(after.len());
                (after[..end].trim_end().to_owned(), &after[end..])
            }
        };
        if name.trim().eq_ignore_ascii_case("charset") {
            return Some(value);
        }
        rest = &after[after.find(';')?..];
    }
}

/// Parses a quoted string of an HTTP header after its opening quote; returns its value and the rest.
///
/// It is the `quoted-string` of RFC 9110, section 5.6.4. Without a closing quote it is the whole text.
///
/// ```
/// assert_eq!(webagents_html::quoted_string(r#"a \"b\"";c"#), (r#"a "b""#.to_owned(), ";c"));
/// ```
pub fn quoted_string(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (value, &text[at + 1..]),
            '\\' => value.extend(chars.next().map(|(_, escaped)| escaped)),
            _ => value.push(c),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charset_parameters() {
        let check = |header: &str, value: Option<&str>| {
            assert_eq!(charset_of(header).as_deref(), value, "{header}");
        };
        check("text/html", None);
        check("text/html;", None);
        check("text/html; charset=utf-8", Some("utf-8"));
        check("text/html;charset=utf-8 ", Some("utf-8"));
        check("text/html; Charset=\"utf-8\"", Some("utf-8"));
        check("text/html; charset=\"u\\tf-8\"; x", Some("utf-8"));
        check("text/html; charset=\"utf-8", Some("utf-8"));
        check("text/html; a=b; charset=x", Some("x"));
        check("text/html; a=\"; charset=no\"; charset=x", Some("x"));
        check("text/html; flag; charset=x; charset=y", Some("x"));
        check("text/html; charset", None);
        check("text/html; charset=", Some(""));
        check("text/html; a=\"x\" junk", None);
    }
}
