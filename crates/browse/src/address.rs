//! Addresses of pages as people type them.

use url::Url;

use crate::error::{BrowseError, usage};

/// Returns the URL of the page that the command `open` loads for a text.
///
/// The scheme may be left out: it is `https` for names of hosts, and `http` for this machine.
///
/// ```
/// let url = webagents_browse::page_url("localhost:8000/cart")?;
/// assert_eq!(url, "http://localhost:8000/cart");
/// # Ok::<(), webagents_browse::BrowseError>(())
/// ```
///
/// # Errors
///
/// The error is of the kind [`BrowseErrorKind::Usage`](crate::BrowseErrorKind::Usage) for a text that is not a URL, or
/// one of another scheme than `http` and `https`.
pub fn page_url(text: &str) -> Result<String, BrowseError> {
    let text = text.trim();
    let expected = "open: expected a URL such as https://shop.example/";
    let scheme = text.split_once(':').map(|(scheme, rest)| (scheme.to_ascii_lowercase(), rest));
    let url = match scheme {
        Some((scheme, rest)) if matches!(scheme.as_str(), "http" | "https") && rest.starts_with("//") => {
            text.to_owned()
        }
        Some((scheme, "blank")) if scheme == "about" => return Ok(text.to_owned()),
        Some((scheme, rest)) if !rest.starts_with(|c: char| c.is_ascii_digit()) => {
            return Err(usage(format!(
                "open: expected a URL that begins with https:// or http://, found the scheme {scheme:?}"
            )));
        }
        _ => {
            let host = text.split(['/', '?', '#', ':']).next().unwrap_or_default();
            let is_name = host.contains('.') || host.eq_ignore_ascii_case("localhost");
            if host.is_empty() || !is_name || text.contains(char::is_whitespace) {
                return Err(usage(format!("{expected}, found {text:?}")));
            }
            let is_local = host.eq_ignore_ascii_case("localhost") || host.starts_with("127.");
            format!("{}://{text}", if is_local { "http" } else { "https" })
        }
    };
    match Url::parse(&url) {
        Ok(_) => Ok(url),
        Err(error) => Err(usage(format!("{expected}, found {text:?}: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::page_url;

    #[test]
    fn urls_have_a_scheme_of_the_web() {
        for (text, url) in [
            ("https://a.example/", "https://a.example/"),
            ("HTTP://a.example", "HTTP://a.example"),
            ("a.example/b?c", "https://a.example/b?c"),
            ("localhost:8080/x", "http://localhost:8080/x"),
            ("127.0.0.1:80", "http://127.0.0.1:80"),
            ("about:blank", "about:blank"),
        ] {
            assert_eq!(page_url(text).expect(text), url);
        }
        for text in [
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,a",
            "",
            "shop",
            "a b.example",
            "/x",
            "http://[",
            "about:config",
        ] {
            assert!(page_url(text).is_err(), "{text}");
        }
    }
}
