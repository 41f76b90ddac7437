//! Secrets: values that commands enter, and that no output shows.

mod form;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use crate::error::{BrowseError, BrowseErrorKind, usage};
use form::{Form, base64_forms, fold};

/// Named value, such as a password, that commands can enter and that is removed from all outputs.
#[derive(Clone)]
pub struct Secret {
    pub(crate) name: String,
    value: String,
    forms: Vec<Form>,
    /// For each character that may begin a search: the forms and letters to compare there.
    starts: BTreeMap<char, Vec<(usize, usize)>>,
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
        let mut forms = Vec::new();
        let mut texts = vec![value.clone(), value.nfc().collect(), value.nfd().collect()];
        texts.dedup();
        for text in &texts {
            forms.push(Form::of_text(text.trim()));
            forms.extend(Form::regrouped(text));
            let encoded = base64_forms(text);
            forms.extend(encoded.iter().filter(|form| form.len() >= 4).map(|form| Form::base64(form)));
        }
        let mut starts = BTreeMap::<char, Vec<(usize, usize)>>::new();
        for (form, Form { letters, part, .. }) in forms.iter().enumerate() {
            // Every part of `part` letters has one of these letters.
            let anchors = (0..letters.len()).skip(part - 1).step_by(*part);
            for letter in std::iter::once(0).chain(anchors) {
                let mut first: Vec<char> =
                    letters[letter].iter().filter_map(|spelling| spelling.first()).copied().collect();
                first.sort_unstable();
                first.dedup();
                for c in first {
                    starts.entry(c).or_default().push((form, letter));
                }
            }
        }
        Ok(Self { name, value, forms, starts })
    }

    /// Returns the longest range of a text around `at` that holds the value, or enough of it.
    ///
    /// The range begins at `from` or later.
    fn find(&self, text: &str, from: usize, at: usize, c: char) -> Option<Range<usize>> {
        let starts = self.starts.get(&c)?;
        let found = starts.iter().filter_map(|&(form, letter)| self.forms[form].find(text, from, at, letter));
        found.max_by_key(Range::len)
    }

    /// Returns the length of this secret's mark at the start of a text.
    fn mark_at(&self, rest: &str) -> Option<usize> {
        let after = rest.strip_prefix(MARK)?.strip_prefix(self.name.as_str())?.strip_prefix(']')?;
        Some(rest.len() - after.len())
    }
}

/// Beginning of the text that replaces a value.
pub(crate) const MARK: &str = "[secret:";

/// Returns whether a text has a word, with no letter or digit next to it.
fn holds_word(text: &str, word: &str) -> bool {
    let is_free = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    let at = |(at, _): (usize, &str)| {
        is_free(text[..at].chars().next_back()) && is_free(text[at + word.len()..].chars().next())
    };
    text.match_indices(word).any(at)
}

/// Secrets of a session, which are removed from every text that leaves it.
///
/// A text is free of each value, and of each part that has at least half its length and six characters.
#[derive(Debug, Clone, Default)]
pub struct Secrets(pub(crate) Vec<Secret>);

impl Secrets {
    /// The text to put into a field; `true` if it is a secret.
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

    /// Returns a text without the values, and without their beginnings at the cut of a page's text.
    #[must_use]
    pub fn redact(&self, text: String) -> String {
        let (mut shown, mut kept) = (String::new(), 0);
        for (range, secret) in self.ranges(&text) {
            shown.push_str(&text[kept..range.start]);
            shown.extend([MARK, &secret.name, "]"]);
            kept = range.end;
        }
        if kept == 0 {
            return text;
        }
        shown.push_str(&text[kept..]);
        shown
    }

    /// Returns the ranges of a text that hold a value, or enough of it, in order.
    pub(crate) fn ranges(&self, text: &str) -> Vec<(Range<usize>, &Secret)> {
        let mut ranges = Vec::new();
        // No range begins before this place.
        let mut from = 0;
        // Ranges overlap in a text of equal letters: together they are one.
        let mut pending: Option<(Range<usize>, &Secret)> = None;
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            if c == '['
                && let Some(length) = self.0.iter().find_map(|secret| secret.mark_at(&text[at..]))
            {
                at += length;
                from = at;
                continue;
            }
            if let Some(done) = pending.take_if(|(range, _)| range.end <= at) {
                from = from.max(done.0.end);
                ranges.push(done);
            }
            let folded = fold(c);
            let found =
                self.0.iter().filter_map(|secret| Some((secret.find(text, from, at, folded)?, secret)));
            let found = found.max_by_key(|(range, secret)| (range.len(), Reverse(secret.value.len())));
            if let Some((range, secret)) = found.filter(|(range, _)| !range.is_empty()) {
                pending = Some(match pending {
                    Some((known, owner)) => {
                        let owner = if range.len() > known.len() { secret } else { owner };
                        (known.start.min(range.start)..known.end.max(range.end), owner)
                    }
                    None => (range, secret),
                });
            }
            at += c.len_utf8();
        }
        ranges.extend(pending);
        ranges
    }

    /// Returns the text of a JSON value without the values.
    ///
    /// JSON may escape the characters between the letters of a value.
    pub(crate) fn redact_json(&self, text: String) -> String {
        let Ok(value) = serde_json::from_str::<Value>(&text) else { return text };
        let shown = self.redact_value(value.clone());
        if shown == value { text } else { shown.to_string() }
    }

    /// Returns a value without the values of secrets, such as the result of code that the caller ran.
    ///
    /// They are removed from texts, numbers and the names of members.
    #[must_use]
    pub fn redact_value(&self, value: Value) -> Value {
        match value {
            _ if self.0.is_empty() => value,
            Value::String(text) => Value::String(self.redact(text)),
            Value::Number(number) => {
                let text = number.to_string();
                let shown = self.redact(text.clone());
                if shown == text { Value::Number(number) } else { Value::String(shown) }
            }
            Value::Array(items) => items.into_iter().map(|item| self.redact_value(item)).collect(),
            Value::Object(members) => {
                let one = |(name, value)| (self.redact(name), self.redact_value(value));
                Value::Object(members.into_iter().map(one).collect())
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::prelude::BASE64_STANDARD_NO_PAD;
    use serde_json::json;

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
            ("VG9wU2VjcmV0VmFsdWU5OQ==", "[secret:S]"),
        ] {
            assert_eq!(cut.redact(text.to_owned()), want);
        }
        assert!(Secret::new("PW", "abc").is_err());
        assert_eq!(format!("{secrets:?}"), "Secrets([Secret(PW)])");
        assert!(secrets.resolve("secret:OTHER").is_err());
        assert_eq!(secrets.resolve("secret").expect("a text"), ("secret", false));
    }

    #[test]
    fn secrets_are_removed_in_other_encodings() {
        let value = "Straßé-naïve";
        let secrets = Secrets(vec![Secret::new("S", value).expect("long enough")]);
        let nfd: String = value.nfd().collect();
        for text in
            ["got.html?v=Stra%DF%E9-na%EFve", "Stra%DF%E9-na%EFve%u0020", "Stra%u00DF%u00E9-na%u00EFve", &nfd]
        {
            let shown = secrets.redact(text.to_owned());
            assert!(
                shown.contains("[secret:S]") && !shown.contains("ve") && !shown.contains("Str"),
                "{text}: {shown}"
            );
        }
        let secrets = Secrets(vec![Secret::new("S", "日本語パスワード").expect("long enough")]);
        let sent: Vec<String> =
            "日本語パスワード".chars().map(|c| format!("%26%23{}%3B", u32::from(c))).collect();
        assert_eq!(secrets.redact(format!("?v={}", sent.concat())), "?v=[secret:S]");
    }

    #[test]
    fn parts_of_a_secret_are_removed() {
        type Write = fn(&str) -> String;
        let plain: Write = str::to_owned;
        let writes: [(&str, Write); 9] = [
            ("plain", plain),
            ("upper case", |text| text.to_uppercase()),
            ("in a URL", |text| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat()),
            ("as entities", |text| {
                text.chars().map(|c| format!("&#{};", u32::from(c))).collect::<Vec<_>>().concat()
            }),
            ("in JSON", |text| Value::from(format!("{text}.")).to_string()[1..].replace(".\"", "")),
            ("in Markdown", |text| text.replace('_', "\\_").replace('*', "\\*")),
            ("with marks", |text| text.chars().map(|c| format!("**{c}**")).collect::<Vec<_>>().concat()),
            ("with joiners", |text| text.chars().flat_map(|c| [c, '\u{200d}', '\u{ad}']).collect()),
            ("in base64", |text| BASE64_STANDARD_NO_PAD.encode(text)),
        ];
        for value in
            ["TopSecretValue99", "hunter2", "a_b*c d\"e", "password1\nline2", "pässwörter", "0123456789ab"]
        {
            let secrets = Secrets(vec![Secret::new("S", value).expect("long enough")]);
            let letters: Vec<char> = value.chars().collect();
            let least = letters.len().div_ceil(2).max(6);
            for (from, to) in
                (0..letters.len()).flat_map(|from| (from + least..=letters.len()).map(move |to| (from, to)))
            {
                let part: String = letters[from..to].iter().collect();
                for (how, write) in writes {
                    // A part in base64 lacks the letters at its ends, and only a whole byte has letters of its own.
                    let is_word = part.chars().all(char::is_alphanumeric);
                    if how == "in base64" && part.len() < 8 || how.starts_with("with") && !is_word {
                        continue;
                    }
                    let text = format!("x{{{}}}", write(&part));
                    let shown = secrets.redact(text.clone());
                    let rest = shown.replace("[secret:S]", "");
                    assert!(
                        shown.contains("[secret:S]") && rest.len() < text.len() / 2 + 4,
                        "{how}: {text}: {shown}"
                    );
                    assert_eq!(secrets.redact(shown.clone()), shown, "a mark stays");
                }
            }
        }
        let named = Secrets(vec![Secret::new("password", "password1").expect("long enough")]);
        assert_eq!(named.redact(named.redact("= password1".to_owned())), "= [secret:password]");
        let pair = ["one", "two"]
            .map(|name| Secret::new(name, format!("{name}-key-of-{name}")).expect("long enough"));
        assert_eq!(
            Secrets(pair.to_vec()).redact("e-key-of-one o-key-of-two".to_owned()),
            "[secret:one] [secret:two]"
        );
        for text in ["Top of the list", "Value9", "retVal", "cretVal"] {
            let secrets = Secrets(vec![Secret::new("S", "TopSecretValue99").expect("long enough")]);
            assert_eq!(secrets.redact(format!("{text} ")), format!("{text} "), "less than half");
        }
    }

    #[test]
    fn secrets_are_removed_from_values() {
        let secrets = Secrets(vec![Secret::new("pin", "123456").expect("long enough")]);
        let value = json!({ "a 123456": [123_456, "1234 56", null, 12.5], "b": { "c": true } });
        let shown =
            json!({ "a [secret:pin]": ["[secret:pin]", "[secret:pin]", null, 12.5], "b": { "c": true } });
        assert_eq!(secrets.redact_value(value), shown);
        let text = r#"{ "a": "1\n2\t3\n4\n5\n6" }"#;
        assert_eq!(secrets.redact_json(text.to_owned()), r#"{"a":"[secret:pin]"}"#);
        assert_eq!(secrets.redact_json("[1,  2]".to_owned()), "[1,  2]");
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
                // A sign or bracket before the first character does not belong to it.
                let rest = shown.replace("[secret:S]", "");
                assert!(
                    shown != rest && rest.chars().filter(|c| c.is_alphanumeric()).eq("ab".chars()),
                    "{text}: {shown}"
                );
            }
        }
        let secrets = Secrets(vec![Secret::new("S", "4111111111111111").expect("long enough")]);
        for text in ["4 1 1 other", "41, 11, 12", "4000 1111 11"] {
            assert_eq!(secrets.redact(format!("{text}.")), format!("{text}."));
        }
        assert_eq!(
            secrets.redact("4000 1111 1111 1111".to_owned()),
            "4000 [secret:S]",
            "three quarters of it"
        );
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
