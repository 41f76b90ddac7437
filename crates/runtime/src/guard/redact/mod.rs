//! Removes secrets from records: the journal, the console, the audit.
//!
//! The decision: redaction never changes the values that code receives, only the records of a run. A secret is known
//! by the name of the member or parameter that holds it, or by its own form. Both err on the side of redacting:
//! [`Redaction`] can correct a journal that shows too little, but not one that shows too much.
//!
//! Redaction is not a guarantee: a password in a free text, under an unusual name, is not found.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use serde_json::Value;
use webagents_text::name_words;

use crate::outcome::Outcome;
use crate::outcome::console;

/// Text in the place of a secret.
pub(crate) const REDACTED: &str = "[redacted]";

/// Options for removing secrets such as passwords from recorded values and texts.
///
/// ```
/// use serde_json::json;
/// use webagents_runtime::guard::Redaction;
/// let redaction = Redaction::default().with_keys(["iban".to_owned()]);
/// let mut value = json!({ "user": "ann", "password": "x", "IBAN": "DE02", "note": "card 4111 1111 1111 1111" });
/// redaction.value(&mut value);
/// assert_eq!(value, json!({ "user": "ann", "password": "[redacted]", "IBAN": "[redacted]", "note": "card [redacted]" }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Redaction {
    /// More names of JSON members and URL parameters whose values are redacted, next to `password` etc.
    ///
    /// Case and the separators `_ - .` do not count.
    pub keys: Vec<String>,
    /// Choice to replace secrets by `[redacted]` or to keep everything. Default: [`Redact::Secrets`].
    pub mode: Redact,
}

crate::option_setters!(Redaction { with_keys(keys: impl Into<Vec<String>>), with_mode(mode: Redact) });

/// Choice to replace secrets in records by `[redacted]`, or to keep everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Redact {
    /// Secrets are replaced by `[redacted]`.
    #[default]
    Secrets,
    /// Everything is recorded unchanged.
    Nothing,
}

/// Words of a name that holds a secret.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("words.txt").lines().collect());
/// Parts of a name without separators that have the same meaning.
static PARTS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("parts.txt").lines().collect());
/// Words that mean a secret only as a whole name, or as its last word after a qualifier.
///
/// "pass" is also a ticket and "session" a lecture.
const WEAK: [(&str, &[&str]); 4] = [
    ("auth", &["*"]),
    (
        "pass",
        &[
            "account", "admin", "basic", "client", "confirm", "current", "db", "email", "ftp", "http",
            "login", "mail", "my", "new", "old", "proxy", "root", "smtp", "ssh", "sudo", "user", "wifi",
        ],
    ),
    ("session", &["auth", "browser", "http", "login", "php", "user", "web"]),
    ("sid", &["*"]),
];
/// Words which, after a word of [`WEAK`], make a secret of it: `sessionKey`, `authHeader`.
const QUALIFIED: [&str; 8] = ["cookie", "hash", "header", "id", "key", "string", "token", "value"];
/// Parameters of URLs that log in, whose names mean something else elsewhere.
///
/// The authorization code of RFC 6749 (4.1.2), tickets of CAS and artifacts of SAML, and signatures of URLs.
const URL_NAMES: [&str; 5] = ["code", "relaystate", "samlart", "sig", "ticket"];
/// Parameters of URLs that are secrets if their value is too long for a word.
///
/// The `state` of RFC 6749 (10.12), which must not be guessed, and keys of services. `state=open` and `key=name` stay.
const URL_LONG: [&str; 2] = ["key", "state"];
/// The length from which it is.
const LONG: usize = 16;
/// Members next to which a member `code` is an authorization code.
///
/// RFC 6749, 4.1.3; RFC 7636, 4.5.
const GRANT: [&str; 4] = ["codeverifier", "granttype", "redirecturi", "clientid"];
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
    /// Returns whether values of JSON members and parameters named `name` count as secrets.
    pub fn is_secret(&self, name: &str) -> bool {
        self.strength(name).is_some()
    }

    /// Returns the certainty that a member or parameter of this name holds a secret.
    fn strength(&self, name: &str) -> Option<Strength> {
        if self.mode == Redact::Nothing {
            return None;
        }
        let words = name_words(name);
        let joined = words.concat();
        let strong = words.iter().any(|word| WORDS.contains(&word.as_str()))
            || PARTS.iter().any(|part| joined.contains(part))
            || (joined.ends_with("token") && !joined.ends_with("pagetoken"))
            || self.keys.iter().any(|key| name_words(key).concat() == joined);
        if strong {
            return Some(Strength::Strong);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let weak = WEAK.iter().any(|(word, qualifiers)| match words.as_slice() {
            [only] => only == word,
            [.., before, last] if last == word => qualifiers.contains(&"*") || qualifiers.contains(before),
            [.., before, last] => before == word && QUALIFIED.contains(last),
            [] => false,
        });
        weak.then_some(Strength::Weak)
    }

    /// Replaces secrets such as passwords in a JSON value, at any depth, by `[redacted]`.
    ///
    /// The value may be in the representation of [`crate::outcome`].
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
                // A header, a cookie or a form field: its name is a value of its own.
                let named = ["name", "key", "header", "field"]
                    .iter()
                    .filter_map(|member| members.get(*member)?.as_str())
                    .any(|name| self.is_secret(name));
                let granted = members.contains_key("code")
                    && members.keys().any(|name| GRANT.contains(&name_words(name).concat().as_str()));
                for (name, member) in members.iter_mut() {
                    let secret = self.is_secret(name) || (granted && name == "code");
                    if secret || (named && name == "value") {
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

    /// Replaces secrets such as tokens in a text by `[redacted]`, in time proportional to its length.
    ///
    /// These are keys, tokens, card numbers and JSON Web Tokens by their form, values after the name of a secret and
    /// `=` or `:`, headers that log in, user info in URLs, parameters of URLs that log in (`?code=…`, and `state` and
    /// `key` if they are long), and all values of a text that is a cookie string (`a=b; c=d`).
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.mode == Redact::Nothing {
            return Cow::Borrowed(text);
        }
        if let Some(cookies) = cookies(text) {
            return Cow::Owned(cookies);
        }
        let bytes = text.as_bytes();
        let mut out = Writer { text, out: String::new(), written: 0 };
        let mut at = 0;
        while at < bytes.len() {
            let length = bytes[at..].iter().take_while(|&&byte| is_token(byte)).count();
            if length == 0 {
                if let Some(end) = user_info(bytes, at) {
                    out.hide(at + 3, end);
                    at = end;
                } else {
                    at += 1;
                }
                continue;
            }
            let digits = card(&bytes[at..]);
            let end = at + length.max(digits.unwrap_or(0));
            let word = &text[at..end];
            if digits.is_some() || is_key(word) {
                out.hide(at, end);
            } else if let Some(value) =
                self.parameter(text, at, end).or_else(|| self.value_after(text, at, end))
            {
                // A redacted value is not redacted again.
                if text[value.start..].starts_with(REDACTED) {
                    at = value.start + REDACTED.len();
                    continue;
                }
                out.hide(value.start, value.end);
                at = value.end;
                continue;
            }
            at = end;
        }
        out.finish()
    }

    /// The value of a URL's parameter that `text[at..end]` names, if it is a secret.
    ///
    /// The URL may be the value of another one's parameter, with its signs encoded.
    fn parameter(&self, text: &str, at: usize, end: usize) -> Option<Range<usize>> {
        const NAME: usize = 64;
        let (bytes, word) = (text.as_bytes(), text.get(at..end).filter(|word| word.len() <= NAME)?);
        let name = match bytes.get(at.checked_sub(1)?)? {
            b'?' | b'&' | b'#' | b';' => word,
            b'%' => word.get(2..).filter(|_| ["3f", "26", "23"].iter().any(|sign| starts(word, sign)))?,
            _ => return None,
        };
        let rest = bytes.get(end..)?;
        let encoded = rest.starts_with(b"%3D") || rest.starts_with(b"%3d");
        let start = match rest.first()? {
            b'=' => end + 1,
            b'%' if encoded => end + 3,
            _ => return None,
        };
        let plain = name_words(name).concat();
        let is_long = URL_LONG.contains(&plain.as_str());
        let is_secret = URL_NAMES.contains(&plain.as_str())
            || plain.ends_with("signature")
            || (encoded && self.is_secret(name));
        // Only values of secrets are read: a value that is read and kept would be read again.
        if !is_long && !is_secret {
            return None;
        }
        let ends = |at: usize, byte: u8| {
            let coded = || bytes.get(at + 1..at + 3).is_some_and(|sign| matches!(sign, b"26" | b"23"));
            byte == b'#' || (encoded && byte == b'%' && coded())
        };
        let value = &bytes[start..start + unquoted(&bytes[start..])];
        let length = value.iter().enumerate().position(|(at, &byte)| ends(start + at, byte));
        let length = length.unwrap_or(value.len());
        // What ends a sentence is not part of the value: `?code=abc: no connection`.
        let after = value[..length].iter().rev().take_while(|byte| matches!(byte, b':' | b'.')).count();
        let least = if is_long { LONG } else { 1 };
        (length - after >= least).then(|| start..start + length - after)
    }

    /// The value that belongs to the name in `text[at..end]`, if it is the name of a secret.
    fn value_after(&self, text: &str, at: usize, end: usize) -> Option<Range<usize>> {
        let (bytes, word) = (text.as_bytes(), &text[at..end]);
        if ["bearer", "basic"].iter().any(|scheme| word.eq_ignore_ascii_case(scheme)) {
            let start = end + 1;
            return (bytes.get(end) == Some(&b' ') && long_word(&bytes[start..]))
                .then(|| start..start + unquoted(&bytes[start..]));
        }
        // A long run is not a name.
        if word.len() > 64 {
            return None;
        }
        let quoted = matches!(bytes.get(end), Some(b'"' | b'\''));
        let mut next = end;
        while matches!(bytes.get(next), Some(b'"' | b'\'' | b'\\' | b' ' | b'\t')) && next < end + 4 {
            next += 1;
        }
        let sign = *bytes.get(next).filter(|byte| matches!(byte, b'=' | b':'))?;
        let strength = self.strength(word)?;
        let mut start = next + 1;
        while matches!(bytes.get(start), Some(b' ' | b'\t')) {
            start += 1;
        }
        let spaced = start > next + 1;
        // Headers and `document.cookie`: all of the line, for a cookie may have any name.
        let line = ["authorization", "cookie", "cookies"];
        let last = name_words(word).pop().unwrap_or_default();
        // JSON within JSON escapes its quotes.
        let escaped = bytes.get(start) == Some(&b'\\');
        while matches!(bytes.get(start), Some(b'\\')) {
            start += 1;
        }
        let value = match bytes.get(start) {
            Some(&quote @ (b'"' | b'\'')) => {
                start + 1..start + 1 + quoted_length(&bytes[start + 1..], quote, escaped)
            }
            _ if line.contains(&last.as_str()) => {
                let length =
                    bytes[start..].iter().take_while(|byte| !matches!(byte, b'\n' | b'\r' | b'"')).count();
                start..start + length
            }
            _ => start..start + unquoted(&bytes[start..]),
        };
        // `pass: 3` counts something; `pass=3` and `"pass": "3"` do not.
        let is_plain = strength == Strength::Weak && sign == b':' && spaced && !quoted;
        let is_empty = value.is_empty();
        (!is_empty && (!is_plain || is_mixed(&bytes[value.clone()]))).then_some(value)
    }

    /// Removes secrets from everything that a run keeps except its value and its calls.
    pub(crate) fn rest(&self, outcome: &mut Outcome) {
        for line in &mut outcome.console {
            for value in &mut line.args {
                self.value(value);
            }
            line.text = self.text(&console::text(&line.args)).into_owned();
        }
        // They quote the code.
        for warning in &mut outcome.warnings {
            *warning = self.text(warning).into_owned();
        }
        for dialog in &mut outcome.dialogs {
            dialog.message = self.text(&dialog.message).into_owned();
        }
        if let Err(error) = &mut outcome.result {
            for text in [&mut error.name, &mut error.message, &mut error.stack] {
                *text = self.faults(text);
            }
            if let Some(thrown) = &mut error.thrown {
                self.value(thrown);
            }
        }
    }

    /// A message without secrets. A line that begins with the path of a value may quote the value.
    pub(crate) fn faults(&self, message: &str) -> String {
        let line = |line: &str| match line.split_once(": ") {
            Some((path, _)) if path.starts_with('/') && path.split('/').any(|part| self.is_secret(part)) => {
                format!("{path}: {REDACTED}")
            }
            _ => self.text(line).into_owned(),
        };
        message.split('\n').map(line).collect::<Vec<_>>().join("\n")
    }
}

/// Certainty that a name is the name of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strength {
    /// It means nothing else.
    Strong,
    /// It has other meanings.
    Weak,
}

/// A copy of a text, made only where something is taken out.
struct Writer<'t> {
    text: &'t str,
    out: String,
    written: usize,
}

impl<'t> Writer<'t> {
    fn hide(&mut self, start: usize, end: usize) {
        self.out.push_str(&self.text[self.written..start]);
        self.out.push_str(REDACTED);
        self.written = end;
    }

    fn finish(mut self) -> Cow<'t, str> {
        if self.written == 0 && self.out.is_empty() {
            return Cow::Borrowed(self.text);
        }
        self.out.push_str(&self.text[self.written..]);
        Cow::Owned(self.out)
    }
}

/// Returns a cookie string without its values, if the text is one.
///
/// The text has the form of `document.cookie` (RFC 6265, 4.2.1).
fn cookies(text: &str) -> Option<String> {
    let pairs: Vec<(&str, &str)> =
        text.trim().split("; ").map(|pair| pair.split_once('=')).collect::<Option<_>>()?;
    let is_name = |name: &str| {
        !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
    };
    let is_value =
        |value: &str| value.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b',' | b';'));
    if pairs.len() < 2 || !pairs.iter().all(|(name, value)| is_name(name) && is_value(value)) {
        return None;
    }
    Some(pairs.iter().map(|(name, _)| format!("{name}={REDACTED}")).collect::<Vec<_>>().join("; "))
}

/// The end of the user info of a URL whose `://` begins at `at`.
fn user_info(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?.strip_prefix(b"://")?;
    let authority = rest
        .iter()
        .take_while(|byte| {
            !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'?' | b'#' | b'"' | b'<' | b'>')
        })
        .count();
    let end = rest[..authority].iter().rposition(|&byte| byte == b'@')?;
    (end > 0).then_some(at + 3 + end)
}

/// The length of a value that is not in quotes.
fn unquoted(bytes: &[u8]) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"&;,\"'<>)}]".contains(byte);
    bytes.iter().take_while(|byte| !ends(byte)).count()
}

/// The length of a value up to its quote.
///
/// A backslash escapes one, unless the opening quote was escaped itself.
fn quoted_length(bytes: &[u8], quote: u8, opened_escaped: bool) -> usize {
    let mut escaped = false;
    let mut inner = |byte: &u8| {
        let ends = (*byte == quote && !escaped) || *byte == b'\n' || (opened_escaped && *byte == b'\\');
        escaped = !escaped && *byte == b'\\';
        !ends
    };
    bytes.iter().take_while(|byte| inner(byte)).count()
}

/// Returns whether a value has letters and digits, or a character that no word has.
fn is_mixed(bytes: &[u8]) -> bool {
    let has = |test: fn(&u8) -> bool| bytes.iter().any(test);
    bytes.len() >= 4
        && has(u8::is_ascii_alphabetic)
        && has(|byte| byte.is_ascii_digit() || b"!@#$%^*_+~".contains(byte))
}

/// Replaces values that could be secret: not null, which means an absent value, and not a boolean.
fn hide(value: &mut Value) {
    if !value.is_null() && !value.is_boolean() {
        *value = Value::from(REDACTED);
    }
}

fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'/' | b'~') || byte >= 0x80
}

fn starts(word: &str, sign: &str) -> bool {
    word.get(..sign.len()).is_some_and(|start| start.eq_ignore_ascii_case(sign))
}

fn long_word(bytes: &[u8]) -> bool {
    bytes.iter().take_while(|&&byte| is_token(byte)).count() >= 12
}

/// Returns whether a word has the form of a key.
///
/// A JSON Web Token (RFC 7519), an AWS access key, or one of [`PREFIXES`].
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

/// Length of the card number that bytes begin with.
///
/// It has 13 to 19 digits, single spaces or dashes between them, and a right check digit (ISO/IEC 7812-1, annex B).
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
mod tests;
