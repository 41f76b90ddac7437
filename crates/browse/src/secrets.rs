//! Secrets: values that commands enter, and that no output shows.

use std::cmp::Reverse;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;

use crate::error::{BrowseError, BrowseErrorKind, usage};

/// Named value, such as a password, that commands can enter and that is removed from all outputs.
#[derive(Clone)]
pub struct Secret {
    name: String,
    value: String,
    forms: Vec<Form>,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secret({})", self.name)
    }
}

impl Secret {
    /// Creates a secret value, which a command can enter into a field by the text `secret:NAME`.
    ///
    /// A value of fewer than four characters, without the white space around it, is refused, because outputs cannot be
    /// kept free of it.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Result<Self, BrowseError> {
        let (name, value) = (name.into(), value.into());
        if value.trim().chars().count() < 4 {
            return Err(usage(format!(
                "secret {name}: expected a value of at least 4 characters besides white space around it, found fewer"
            )));
        }
        let mut forms = vec![Form::of_text(value.trim())];
        forms.extend(Form::regrouped(&value));
        forms.extend(
            base64_forms(&value).iter().filter(|form| form.len() >= 4).map(|form| Form::exactly(form)),
        );
        Ok(Self { name, value, forms })
    }

    /// Returns the number of bytes at the start of a text that hold the value, or enough of it; 0 for none.
    fn found_in(&self, rest: &str) -> usize {
        self.forms.iter().map(|form| form.found_in(rest)).max().unwrap_or(0)
    }
}

/// Returns a character in one letter case.
fn fold(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// A form in which a text may hold a value: for each character its spellings.
#[derive(Clone)]
struct Form {
    /// The spellings after [`fold`], the longest first.
    letters: Vec<Vec<Vec<char>>>,
    /// Separators may be between characters, as pages put them into the numbers of cards and telephones.
    has_separators: bool,
}

/// Characters of a value that are removed where they end at a cut.
const BEGINNING: usize = 3;
/// Characters of a value that is known with separators between them, and of a part of it.
const REGROUPED: usize = 6;
/// Separators between two characters.
const SEPARATORS: usize = 3;

/// Returns whether a page may put a character between those of a value.
fn separates(c: char) -> bool {
    !c.is_alphanumeric() && c != '…'
}

impl Form {
    /// Returns the form in which each character may be escaped, as in HTML, JSON, URLs and file names.
    fn of_text(value: &str) -> Self {
        let mut follows_space = false;
        let one = |c: char| {
            let spellings = spellings(c, follows_space);
            follows_space = c.is_whitespace();
            spellings
        };
        Self { letters: value.chars().map(one).collect(), has_separators: false }
    }

    fn exactly(text: &str) -> Self {
        Self { letters: text.chars().map(|c| vec![vec![fold(c)]]).collect(), has_separators: false }
    }

    /// Returns the form with separators other than those of the value.
    ///
    /// A value that is too short has none.
    fn regrouped(value: &str) -> Option<Self> {
        let letters: String = value.chars().filter(|c| !separates(*c)).collect();
        let is_long = letters.chars().count() >= REGROUPED;
        is_long.then(|| Self { has_separators: true, ..Self::of_text(&letters) })
    }

    /// Returns the bytes at the start of a text that hold enough of the form; 0 if there are not.
    ///
    /// Enough is all of it, half of it, or less before a cut.
    fn found_in(&self, rest: &str) -> usize {
        let (mut letters, mut bytes) = (0, 0);
        for spellings in &self.letters {
            let find = |at: usize| {
                let mut lengths = spellings.iter().filter_map(|spelling| begins_with(&rest[at..], spelling));
                lengths.next().map(|length| at + length)
            };
            let mut end = find(bytes);
            if self.has_separators && letters > 0 && end.is_none() {
                let between = rest[bytes..].chars().take(SEPARATORS).take_while(|c| separates(*c));
                let mut starts = between.scan(bytes, |at, c| {
                    *at += c.len_utf8();
                    Some(*at)
                });
                end = starts.find_map(find);
            }
            let Some(end) = end else { break };
            letters += 1;
            bytes = end;
        }
        let is_cut = || rest[bytes..].starts_with('…') || rest.len() == bytes;
        let least = if self.has_separators { REGROUPED } else { BEGINNING };
        let is_enough = letters >= least && (letters * 2 >= self.letters.len() || is_cut());
        if is_enough { bytes } else { 0 }
    }
}

/// Returns the length in bytes of a spelling at the start of a text; `None` if it is not there.
fn begins_with(text: &str, spelling: &[char]) -> Option<usize> {
    let mut characters = text.chars();
    let mut length = 0;
    for wanted in spelling {
        let c = characters.next().filter(|c| fold(*c) == *wanted)?;
        length += c.len_utf8();
    }
    Some(length)
}

/// Returns the spellings of a character: in either case, and escaped as in HTML, JSON and URLs.
fn spellings(c: char, follows_space: bool) -> Vec<Vec<char>> {
    let mut buffer = [0; 4];
    let (mut percent, mut unicode) = (String::new(), String::new());
    for byte in c.encode_utf8(&mut buffer).bytes() {
        // Writing to a String cannot fail.
        let _ = write!(percent, "%{byte:02x}");
    }
    for unit in c.encode_utf16(&mut [0; 2]) {
        let _ = write!(unicode, "\\u{unit:04x}");
    }
    let code = u32::from(c);
    let mut all = vec![
        c.to_string(),
        c.to_uppercase().collect(),
        c.to_lowercase().collect(),
        percent,
        unicode,
        format!("&#{code};"),
        format!("&#x{code:x};"),
    ];
    if code < 256 {
        all.push(format!("\\x{code:02x}"));
    }
    let others: &[&str] = match c {
        '&' => &["&amp;"],
        '<' => &["&lt;", "_"],
        '>' => &["&gt;", "_"],
        '"' => &["&quot;", "\\\"", "_"],
        '\'' => &["&apos;", "\\'"],
        '\\' => &["\\\\", "_"],
        '/' => &["\\/", "_"],
        ':' | '|' | '?' | '*' => &["_"],
        '\t' => &["\\t", "%20", " ", "+", "_", ""],
        // A field of one line leaves them out.
        '\n' => &["%0d%0a", "%20", "\\n", " ", "+", "_", ""],
        '\r' => &["\\r", "%20", " ", "+", "_", ""],
        ' ' => &["&nbsp;", "\u{a0}", "+"],
        '\u{a0}' => &["&nbsp;", " ", "+"],
        _ => &[],
    };
    all.extend(others.iter().map(|&text| text.to_owned()));
    // What is rendered has one space in the place of several.
    if follows_space && c.is_whitespace() {
        all.push(String::new());
    }
    let mut all: Vec<Vec<char>> = all.iter().map(|text| text.chars().map(fold).collect()).collect();
    all.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    all.dedup();
    all
}

/// The characters of base64 that are those of the value, wherever it is in what was encoded.
fn base64_forms(value: &str) -> Vec<String> {
    let forms = (0_usize..3).flat_map(|before| {
        let mut bytes = vec![0; before];
        bytes.extend_from_slice(value.as_bytes());
        let text = BASE64_STANDARD_NO_PAD.encode(&bytes);
        // A character has six bits; those with bits of a neighbour are left out.
        let whole = (before * 8).div_ceil(6)..bytes.len() * 8 / 6;
        let text = text.get(whole).unwrap_or_default().to_owned();
        [text.replace('+', "-").replace('/', "_"), text]
    });
    forms.collect()
}

/// Returns whether a text has a word, with no letter or digit next to it.
fn holds_word(text: &str, word: &str) -> bool {
    let is_free = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let at = |(at, _): (usize, &str)| {
        is_free(text[..at].chars().next_back()) && is_free(text[at + word.len()..].chars().next())
    };
    text.match_indices(word).any(at)
}

/// The secrets of a session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Secrets(pub(crate) Vec<Secret>);

impl Secrets {
    /// The text to put into a field; `true` where it is a secret.
    pub(crate) fn resolve<'a>(&'a self, text: &'a str) -> Result<(&'a str, bool), BrowseError> {
        let Some(name) = text.strip_prefix("secret:") else {
            let named = self.0.iter().find(|secret| holds_word(text, &format!("secret:{}", secret.name)));
            return match named {
                Some(Secret { name, .. }) => Err(usage(format!(
                    "expected `secret:{name}` as the whole text, found more; a secret is no part of another text"
                ))),
                None => Ok((text, false)),
            };
        };
        match self.0.iter().find(|secret| secret.name == name) {
            Some(secret) => Ok((&secret.value, true)),
            None => Err(BrowseError::new(
                BrowseErrorKind::Usage,
                format!(
                    "no secret {name:?} is known; pass --secret {name}=env:VARIABLE or {name}=file:PATH at the start"
                ),
            )),
        }
    }

    /// The text without the values, and without their beginnings where a page's text was cut.
    pub(crate) fn redact(&self, text: String) -> String {
        let forms = self.0.iter().flat_map(|secret| &secret.forms);
        let first =
            forms.filter_map(|form| form.letters.first()).flatten().filter_map(|spelling| spelling.first());
        let mut begins: Vec<char> = first.copied().collect();
        begins.sort_unstable();
        let mut shown = String::new();
        let mut kept = 0;
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let may_begin = begins.binary_search(&fold(c)).is_ok();
            let found = self.0.iter().filter(|_| may_begin);
            let found = found
                .map(|secret| (secret.found_in(&text[at..]), secret))
                .max_by_key(|(bytes, secret)| (*bytes, Reverse(secret.value.len())));
            match found {
                Some((bytes, secret)) if bytes > 0 => {
                    shown.push_str(&text[kept..at]);
                    shown.push_str("[secret:");
                    shown.push_str(&secret.name);
                    shown.push(']');
                    at += bytes;
                    kept = at;
                }
                _ => at += c.len_utf8(),
            }
        }
        if kept == 0 {
            return text;
        }
        shown.push_str(&text[kept..]);
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_in_no_form_of_a_text() {
        let secrets = Secrets(vec![Secret::new("PW", "a b&\"c\"/é").expect("long enough")]);
        for text in [
            "has a b&\"c\"/é.",
            "\"a b&\\\"c\\\"/é\"",
            "a b&amp;\"c\"/é",
            "a b&amp;&quot;c&quot;/é",
            "?q=a%20b%26%22c%22%2F%C3%A9",
            "?q=a+b%26%22c%22%2F%C3%A9",
            "?q=a%20b&%22c%22/%c3%a9",
            "A B&\"C\"/É",
        ] {
            let shown = secrets.redact(text.to_owned());
            let rest = shown.replace("[secret:PW]", "");
            assert!(rest.len() < shown.len() && !rest.contains(['c', 'C']), "{text}: {shown}");
        }
        let cut = Secrets(vec![Secret::new("S", "TopSecretValue99").expect("long enough")]);
        for (text, want) in [
            ("text: \"xTopSecretValue9…\"", "text: \"x[secret:S]…\""),
            ("TopS… TopSe", "[secret:S]… [secret:S]"),
            ("a TopSecretV\" b", "a [secret:S]\" b"),
            ("Top of the list, TopSe 1", "Top of the list, TopSe 1"),
            ("TopTopSecretValue99", "Top[secret:S]"),
            ("TOPSECRETVALUE99 topsecretvalue99", "[secret:S] [secret:S]"),
            ("VG9wU2VjcmV0VmFsdWU5OQ==", "[secret:S]Q=="),
        ] {
            assert_eq!(cut.redact(text.to_owned()), want);
        }
        assert!(Secret::new("PW", "abc").is_err());
        assert_eq!(format!("{secrets:?}"), "Secrets([Secret(PW)])");
        assert!(secrets.resolve("secret:OTHER").is_err());
        assert_eq!(secrets.resolve("secret").expect("a text"), ("secret", false));
    }

    #[test]
    fn secrets_are_found_as_pages_regroup_them() {
        for (value, texts) in [
            (
                "4111111111111111",
                &[
                    "4111 1111 1111 1111",
                    "4111-1111-1111-1111",
                    "4111\u{a0}1111\u{a0}1111 1111",
                    "41 11.11/11 (11) 111111",
                ][..],
            ),
            ("+15551234567", &["+1 (555) 123-4567", "1 555 123 4567", "+1 - 555 - 1234567"]),
            ("12-34-56-78", &["12345678", "1234 5678", "12.34.56.78"]),
            ("abcd-efgh", &["ABCDEFGH", "ABCD EFGH", "abcd_efgh"]),
        ] {
            let secrets = Secrets(vec![Secret::new("S", value).expect("long enough")]);
            for text in texts {
                let shown = secrets.redact(format!("a: {text}, b"));
                // A sign or bracket before the first character is none of it.
                let rest = shown.replace("[secret:S]", "");
                assert!(
                    shown != rest && rest.chars().filter(|c| c.is_alphanumeric()).eq("ab".chars()),
                    "{text}: {shown}"
                );
            }
        }
        let secrets = Secrets(vec![Secret::new("S", "4111111111111111").expect("long enough")]);
        for text in ["4 1 1 other", "41, 11, 12", "4000 1111 1111 1111"] {
            assert_eq!(secrets.redact(text.to_owned()), text);
        }
        assert_eq!(secrets.redact("4111 1111 11…".to_owned()), "[secret:S]…");
        // A secret is the whole of a text.
        let secrets = Secrets(vec![Secret::new("pw", "hunter22").expect("long enough")]);
        assert!(secrets.resolve("x secret:pw").is_err() && secrets.resolve("(secret:pw)").is_err());
        assert_eq!(secrets.resolve("secrets: secret:pwd").expect("a text"), ("secrets: secret:pwd", false));
    }

    #[test]
    fn secrets_are_found_in_base64_wherever_they_begin() {
        let secrets = Secrets(vec![Secret::new("S", "s3cret\u{ff}?>value").expect("long enough")]);
        for before in ["", "u", "us", "user:", "{\"password\":\""] {
            for engine in [&base64::prelude::BASE64_STANDARD, &base64::prelude::BASE64_URL_SAFE] {
                let encoded = engine.encode(format!("{before}s3cret\u{ff}?>value\"}}"));
                let shown = secrets.redact(format!("Basic {encoded} end"));
                assert!(
                    shown.contains("[secret:S]") && shown.len() < encoded.len() + 12,
                    "{before}: {shown}"
                );
            }
        }
    }

    #[test]
    fn nothing_of_a_secret_is_left() {
        let cases = [
            ("hunter2!", &["hunter2!", "hunter2%21", "HUNTER2!"][..]),
            (
                "Tr0ub&<dor>\"3é",
                &[
                    "Tr0ub&<dor>\"3é",
                    "Tr0ub%26<dor>\\\"3é",
                    "Tr0ub&_dor__3é",
                    "tr0ub&amp;&lt;dor&gt;&#34;3%C3%A9",
                ],
            ),
            ("plain+/=%20x", &["plain+/=%20x", "plain%2B%2F%3D%2520x"]),
            (
                "line1\nline2",
                &["line1line2", "line1 line2", "line1%20line2", "line1\\nline2", "line1%0D%0Aline2"],
            ),
            ("ſtraßeKELVIN", &["STRASSEKELVIN", "ſtraßekelvin", "%C5%BFtra%C3%9FeKELVIN"]),
            (" a  b c d ", &["a b c d", "a%20%20b%20c%20d", "a&nbsp; b c d"]),
        ];
        for (value, texts) in cases {
            let secrets = Secrets(vec![Secret::new("S", value).expect("long enough")]);
            for text in texts {
                assert_eq!(secrets.redact(format!("a={text}, b")), "a=[secret:S], b", "{value:?}");
            }
        }
        // The longest is taken, of several secrets as well.
        let pair = ["word1", "word1word2"].map(|value| Secret::new(value, value).expect("long enough"));
        assert_eq!(
            Secrets(pair.to_vec()).redact("word1word2 word1".to_owned()),
            "[secret:word1word2] [secret:word1]"
        );
        assert!(Secret::new("S", "  a  ").is_err());
    }
}
