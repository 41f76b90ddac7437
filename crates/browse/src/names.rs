//! Forms in which rules compare names and origins.
//!
//! The decision: a page chooses the spelling of its names. So a rule that denies or confirms an action compares the
//! forms of a name after NFKC, without characters that are not drawn. It also compares the skeletons of Unicode
//! Technical Standard 39, in which letters that look alike are one. A rule that allows an action compares the name
//! unchanged.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;
use url::{Host, Url};
use webagents_runtime::guard::matches_pattern;
use webagents_text::hidden;

/// Returns whether a text has the form of a pattern with `*`, in any case.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    matches_pattern(&pattern.to_lowercase(), &text.to_lowercase())
}

/// Returns whether a name, or one that looks like it, has the form of a pattern with `*`.
pub(crate) fn matches_alike(pattern: &str, name: &str) -> bool {
    let forms: [fn(&str) -> String; 4] = [
        |text| spaced(&text.to_lowercase()),
        |text| spaced(&drawn(text).to_lowercase()),
        |text| spaced(&bones(&drawn(text).to_lowercase())),
        |text| spaced(&bones(&drawn(text)).to_lowercase()),
    ];
    let (pattern, name) = (pattern.trim(), name.trim());
    // A `*` stays one: no form of a part has one that the part has not.
    let in_form = |form: fn(&str) -> String| pattern.split('*').map(form).collect::<Vec<_>>().join("*");
    matches(pattern, name) || forms.into_iter().any(|form| matches_pattern(&in_form(form), &form(name)))
}

/// Returns whether an origin has the form of a pattern, also by a name of its host in other letters.
pub(crate) fn matches_origin(pattern: &str, origin: &str) -> bool {
    let lower = pattern.to_lowercase();
    let patterns = [(!lower.contains('*')).then(|| origins(&lower)), Some(vec![lower])];
    let origins = origins(origin);
    patterns.iter().flatten().flatten().any(|pattern| origins.iter().any(|origin| matches(pattern, origin)))
}

/// Returns the spellings of the origin of a URL: with the name of its host in ASCII, and in Unicode.
fn origins(url: &str) -> Vec<String> {
    let Ok(url) = address(url) else { return vec![url.to_owned()] };
    if url.scheme() == "file" {
        return vec!["file://".to_owned(), "null".to_owned()];
    }
    vec![url.origin().ascii_serialization(), url.origin().unicode_serialization()]
}

/// Reads a URL as a browser does.
///
/// The result has no name or password of a user, and no dot at the end of its host.
pub(crate) fn address(text: &str) -> Result<Url, url::ParseError> {
    let mut url = Url::parse(text)?;
    // URLs that take none have none.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    if let Some(Host::Domain(host)) = url.host()
        && let Some(host) = host.strip_suffix('.').filter(|host| !host.is_empty())
    {
        let host = host.to_owned();
        let _ = url.set_host(Some(&host));
    }
    Ok(url)
}

/// A text after NFKC, without characters that are not drawn.
fn drawn(text: &str) -> String {
    let shown = |c: &char| c.is_whitespace() || !hidden::NAME.contains(*c);
    text.chars().filter(shown).nfkc().filter(shown).collect()
}

/// The skeleton of a text, without marks on its letters.
fn bones(text: &str) -> String {
    let plain: String = text.nfd().filter(|c| !is_combining_mark(*c)).collect();
    skeleton(&plain).filter(|c| !is_combining_mark(*c)).collect()
}

/// A text with one space in the place of white space.
fn spaced(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_whitespace() {
            shown.push(c);
        } else if !shown.ends_with(' ') {
            shown.push(' ');
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_by_what_is_drawn() {
        for name in [
            "Delete all",
            "De\u{ad}lete all",
            "D\u{200b}e\u{200d}l\u{2060}ete",
            "\u{202e}Delete",
            "De\u{fff9}le\u{180b}te",
            "Ｄｅｌｅｔｅ",
            "𝐃elete",
            "Dеlеtе",
            "DeIete",
            "De1ete",
            "D\u{336}e\u{336}lete",
            "DÉLÉTE",
            "x\u{1}De\u{feff}lete",
        ] {
            assert!(matches_alike("*delete*", name), "{name:?}");
        }
        assert!(
            matches_alike("delete all", "Delete\n\u{a0} all") && matches_alike("*löschen*", "Lo\u{308}schen")
        );
        assert!(matches_alike("IBAN", "iban") && matches_alike("*rn*", "m"));
        for name in ["Deplete", "Remove", "", "D elete"] {
            assert!(!matches_alike("*delete*", name), "{name:?}");
        }
    }

    #[test]
    fn origins_are_those_of_the_parsed_url() {
        for url in [
            "http://localhost:8080/x",
            "http://x@localhost:8080/",
            "http://local\thost:8080/",
            "http:\n//localhost:8080",
            "http://%6cocalhost:8080/",
            "HTTP://LOCALHOST:8080",
            "http://localhost.:8080/",
            "http:\\\\localhost:8080\\",
        ] {
            assert!(matches_origin("http://localhost:8080", url), "{url:?}");
            assert!(matches_origin("http://local*:8080", url), "{url:?}");
        }
        assert!(matches_origin("https://a.example", "https://a.example:443/"));
        for pattern in [
            "https://bücher.example",
            "https://xn--bcher-kva.example",
            "https://BÜCHER.example",
            "*ücher.example",
        ] {
            for url in
                ["https://bücher.example/", "https://xn--bcher-kva.example", "https://BÜCHER.example./"]
            {
                assert!(matches_origin(pattern, url), "{pattern} {url}");
            }
        }
        assert!(matches_origin("null", "about:blank") && matches_origin("null", "null"));
        assert!(!matches_origin("http://localhost", "http://localhost:8080/"));
        assert!(!matches_origin("http://b.example", "http://b.example@a.example/"));
    }
}
