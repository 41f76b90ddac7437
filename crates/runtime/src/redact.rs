//! Takes secrets out of what is written down: the journal, the console, the audit.
//!
//! The decision: what the code itself receives is never touched, only what stays behind of a run. A secret is known by
//! the name of the member or parameter that holds it, or by its own form. Both err on the side of redacting: a journal
//! that says less is mended by [`Redaction`], one that says too much is not.
//!
//! What it is not: a guarantee. A password in a free text, under a name that nobody foresaw, is not seen.

use std::borrow::Cow;

use serde_json::Value;

use crate::policy::words;

/// What stands in the place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// What is redacted.
///
/// ```
/// use serde_json::json;
/// use webagents_runtime::Redaction;
/// let mut redaction = Redaction::default();
/// redaction.keys.push("iban".to_owned());
/// let mut value = json!({ "user": "ann", "password": "x", "IBAN": "DE02", "note": "card 4111 1111 1111 1111" });
/// redaction.value(&mut value);
/// assert_eq!(value, json!({ "user": "ann", "password": "[redacted]", "IBAN": "[redacted]", "note": "card [redacted]" }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Redaction {
    /// Names of members and parameters that hold secrets, beside the usual ones; case and the separators `_ - .` do
    /// not count.
    pub keys: Vec<String>,
    /// Whether anything is redacted at all. Default: [`Redact::Secrets`].
    pub mode: Redact,
}

/// Whether secrets are redacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Redact {
    /// They are.
    #[default]
    Secrets,
    /// Everything is written down as it was.
    Nothing,
}

/// Words of a name that holds a secret.
const WORDS: [&str; 19] = [
    "authorization",
    "bearer",
    "card",
    "cookie",
    "credential",
    "credentials",
    "csc",
    "cvc",
    "cvv",
    "iban",
    "otp",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "pin",
    "pwd",
    "secret",
    "ssn",
];
/// Parts of a name without its separators that say the same.
const PARTS: [&str; 12] = [
    "accesskey",
    "apikey",
    "authtoken",
    "cardnumber",
    "cookie",
    "creditcard",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "secret",
    "sessionid",
];
/// Beginnings of keys, and how many more characters they have at least.
const PREFIXES: [(&str, usize); 14] = [
    ("sk-", 16),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("rk_live_", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("AIza", 30),
    ("npm_", 30),
];

impl Redaction {
    /// Redacts nothing.
    pub fn nothing() -> Self {
        Self { mode: Redact::Nothing, ..Self::default() }
    }

    /// Whether a member or parameter of this name holds a secret.
    pub fn is_secret(&self, name: &str) -> bool {
        if self.mode == Redact::Nothing {
            return false;
        }
        let words = words(name);
        let joined = words.concat();
        words.iter().any(|word| WORDS.contains(&word.as_str()))
            || PARTS.iter().any(|part| joined.contains(part))
            || joined.ends_with("token")
            || self.keys.iter().any(|key| self::words(key).concat() == joined)
    }

    /// Takes the secrets out of a value, at any depth, also out of one in the representation of
    /// [`crate::outcome`].
    pub fn value(&self, value: &mut Value) {
        if self.mode == Redact::Nothing {
            return;
        }
        match value {
            Value::String(text) => {
                if let Cow::Owned(redacted) = self.text(text) {
                    *text = redacted;
                }
            }
            Value::Array(values) => {
                // An entry of a map, or of an object that could pass for something else.
                if let [Value::String(key), of] = values.as_mut_slice()
                    && self.is_secret(key)
                {
                    hide(of);
                }
                for value in values.iter_mut() {
                    self.value(value);
                }
            }
            Value::Object(members) => {
                for (name, member) in members.iter_mut() {
                    if self.is_secret(name) {
                        hide(member);
                    } else {
                        self.value(member);
                    }
                }
            }
            Value::Number(number) if is_card(&number.to_string()) => *value = Value::from(REDACTED),
            _ => {}
        }
    }

    /// Takes the secrets out of a text: what has the form of a key, a token or a card's number, and what stands behind
    /// a secret's name and `=` or `:`. It takes time in proportion to the text.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.mode == Redact::Nothing {
            return Cow::Borrowed(text);
        }
        let mut out = String::new();
        let mut written = 0;
        let mut at = 0;
        // Where a word that names a secret ended, if only `=`, `:`, quotes and spaces followed it.
        let mut named = false;
        let bytes = text.as_bytes();
        while at < bytes.len() {
            let length = bytes[at..].iter().take_while(|&&byte| is_token(byte)).count();
            if length == 0 {
                let after = text[at..].chars().next().map_or(1, char::len_utf8);
                named = named && matches!(bytes[at], b'=' | b':' | b'"' | b'\'' | b' ' | b'\\');
                at += after;
                continue;
            }
            let digits = card(&bytes[at..]);
            let length = length.max(digits.unwrap_or(0));
            let word = &text[at..at + length];
            let follows = matches!(bytes.get(at + length), Some(b'=' | b':'))
                || (matches!(bytes.get(at + length), Some(b'"' | b'\'' | b' '))
                    && matches!(bytes.get(at + length + 1), Some(b'=' | b':')));
            let scheme = word.eq_ignore_ascii_case("bearer") || word.eq_ignore_ascii_case("basic");
            if digits.is_some() || is_key(word) || (named && !scheme) {
                out.push_str(&text[written..at]);
                out.push_str(REDACTED);
                written = at + length;
                named = false;
            } else {
                // A long run is no name.
                named = (follows && length <= 64 && self.is_secret(word))
                    || (scheme
                        && bytes.get(at + length) == Some(&b' ')
                        && long_word(&bytes[at + length + 1..]));
            }
            at += length;
        }
        if written == 0 && out.is_empty() {
            return Cow::Borrowed(text);
        }
        out.push_str(&text[written..]);
        Cow::Owned(out)
    }
}

/// Replaces whatever is there but what says that nothing is.
fn hide(value: &mut Value) {
    if !value.is_null() {
        *value = Value::from(REDACTED);
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'/' | b'~') || byte >= 0x80
}

fn long_word(bytes: &[u8]) -> bool {
    bytes.iter().take_while(|&&byte| is_token(byte)).count() >= 12
}

/// Whether a word has the form of a key: a JSON Web Token (RFC 7519), an AWS access key, or one of [`PREFIXES`].
fn is_key(word: &str) -> bool {
    let web_token = word.starts_with("eyJ")
        && word.split('.').count() >= 2
        && word.split('.').take(2).all(|part| part.len() >= 8);
    let aws = word.len() >= 20
        && (word.starts_with("AKIA") || word.starts_with("ASIA"))
        && word.bytes().take(20).all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    web_token
        || aws
        || PREFIXES.iter().any(|(prefix, more)| word.starts_with(prefix) && word.len() >= prefix.len() + more)
}

/// The length of the card number that bytes begin with: 13 to 19 digits, single spaces or dashes between them, with a
/// right check digit (ISO/IEC 7812-1, annex B).
fn card(bytes: &[u8]) -> Option<usize> {
    let (mut digits, mut end, mut gap) = (Vec::new(), 0, true);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                digits.push(u32::from(byte - b'0'));
                end = at + 1;
                gap = false;
            }
            b' ' | b'-' if !gap => gap = true,
            _ => break,
        }
        if digits.len() > 19 {
            return None;
        }
    }
    let bare = bytes.get(end).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    (bare && luhn(&digits)).then_some(end)
}

fn is_card(text: &str) -> bool {
    card(text.as_bytes()) == Some(text.len())
}

fn luhn(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &digit)| if at % 2 == 1 { doubled(digit) } else { digit })
        .sum();
    (13..=19).contains(&digits.len()) && sum.is_multiple_of(10) && digits.iter().any(|&digit| digit != 0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_of_secrets() {
        let redaction = Redaction::default();
        for name in [
            "password",
            "userPassword",
            "new_password",
            "PASSWORD",
            "accessToken",
            "token",
            "x-api-key",
            "apiKey",
            "Authorization",
            "set-cookie",
            "cardNumber",
            "card",
            "cvv",
            "clientSecret",
            "sessionId",
            "pin",
        ] {
            assert!(redaction.is_secret(name), "{name}");
        }
        for name in ["user", "tokens", "maxTokens", "pinned", "discard", "query", "id", "cards", ""] {
            assert!(!redaction.is_secret(name), "{name}");
        }
    }

    #[test]
    fn values_at_any_depth() {
        let mut value = json!([
            { "login": { "user": "ann", "password": "hunter2", "empty": { "token": null } } },
            { "$type": "map", "entries": [["secret", { "a": 1 }], ["x", "AKIAIOSFODNN7EXAMPLE"]] },
            4_111_111_111_111_111_u64,
            1_234_567_890_123_u64,
        ]);
        Redaction::default().value(&mut value);
        assert_eq!(
            value,
            json!([
                { "login": { "user": "ann", "password": REDACTED, "empty": { "token": null } } },
                { "$type": "map", "entries": [["secret", REDACTED], ["x", REDACTED]] },
                REDACTED,
                1_234_567_890_123_u64,
            ])
        );
        let mut kept = json!({ "password": "x", "card": 4_111_111_111_111_111_u64 });
        Redaction::nothing().value(&mut kept);
        assert_eq!(kept["password"], "x");
    }

    #[track_caller]
    fn check(text: &str, want: &str) {
        assert_eq!(Redaction::default().text(text), want);
    }

    #[test]
    fn texts() {
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature_1";
        check(&format!("it is {token}!"), "it is [redacted]!");
        check("use sk-abcdefghijklmnopqrstuvwx now", "use [redacted] now");
        check("sk-short, AKIA", "sk-short, AKIA");
        check("pay with 4111 1111 1111 1111, please", "pay with [redacted], please");
        check("4111-1111-1111-1112 and 1234567890123", "4111-1111-1111-1112 and 1234567890123");
        check("password=hunter2&user=ann", "password=[redacted]&user=ann");
        check("{\"token\": \"abc\", \"user\": \"ann\"}", "{\"token\": \"[redacted]\", \"user\": \"ann\"}");
        check("Authorization: Bearer abcdefghijklmnop", "Authorization: Bearer [redacted]");
        check("the password is wrong", "the password is wrong");
        check("the bearer of news", "the bearer of news");
        check("é: café", "é: café");
        check("", "");
    }

    #[test]
    fn a_long_text_costs_what_it_is_long() {
        for unit in ["1 ", "a", "password=", "eyJ.", "4111 1111 1111 1111 ", "-", "é"] {
            let text = unit.repeat(200_000);
            assert!(!Redaction::default().text(&text).is_empty());
        }
    }
}
