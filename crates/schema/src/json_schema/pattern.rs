//! Regular expressions that a template literal can express: `^x-`, `_id$`, `f.*o`.
//!
//! Only plain characters, anchors and `.*` are read; a type does not express anything else. `.` matches any
//! character, line breaks included, which no property name of a real tool has.

use crate::ty::{Keyword, TemplatePart, Type};

/// Texts that a pattern matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Simple {
    /// Texts that follow each other, with anything between them.
    texts: Vec<String>,
    starts: bool,
    ends: bool,
}

/// The pattern as texts, if it is that simple.
pub(super) fn simple(pattern: &str) -> Option<Simple> {
    let (starts, rest) = pattern.strip_prefix('^').map_or((false, pattern), |rest| (true, rest));
    let (ends, rest) = match rest.strip_suffix('$') {
        Some(inner) if !inner.ends_with('\\') => (true, inner),
        _ => (false, rest),
    };
    let mut texts = vec![String::new()];
    let mut chars = rest.chars().peekable();
    while let Some(c) = chars.next() {
        let c = match c {
            '.' if chars.peek() == Some(&'*') => {
                chars.next();
                if matches!(chars.peek(), Some('?' | '+' | '*' | '{')) {
                    return None;
                }
                texts.push(String::new());
                continue;
            }
            '\\' => chars.next().filter(char::is_ascii_punctuation)?,
            '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => return None,
            c => c,
        };
        match chars.peek() {
            Some('?' | '{') => return None,
            // Unanchored, `aa*` requires no more than `a`; nothing may follow it then.
            Some('+' | '*') => {
                let star = chars.next() == Some('*');
                if ends || chars.peek().is_some() || texts.len() > 1 {
                    return None;
                }
                if !star {
                    texts.last_mut()?.push(c);
                }
            }
            _ => texts.last_mut()?.push(c),
        }
    }
    Some(Simple { texts, starts, ends })
}

impl Simple {
    /// Returns whether a text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        let mut rest = text;
        let last = self.texts.len() - 1;
        for (at, piece) in self.texts.iter().enumerate() {
            if at == 0 && self.starts {
                let Some(behind) = rest.strip_prefix(piece.as_str()) else { return false };
                if at == last && self.ends {
                    return behind.is_empty();
                }
                rest = behind;
            } else if at == last && self.ends {
                return rest.ends_with(piece.as_str());
            } else {
                let Some(found) = rest.find(piece.as_str()) else { return false };
                rest = &rest[found + piece.len()..];
            }
        }
        true
    }

    /// The type of the texts that match: `string`, a literal, or a template.
    pub(super) fn to_type(&self) -> Type {
        let any = || TemplatePart::Type(Type::Keyword(Keyword::String));
        let mut parts = Vec::new();
        if !self.starts {
            parts.push(any());
        }
        for (at, text) in self.texts.iter().enumerate() {
            if at > 0 {
                parts.push(any());
            }
            if !text.is_empty() {
                parts.push(TemplatePart::Text(text.clone()));
            }
        }
        if !self.ends {
            parts.push(any());
        }
        parts.dedup_by(|b, a| matches!((a, b), (TemplatePart::Type(_), TemplatePart::Type(_))));
        match parts.as_slice() {
            [TemplatePart::Type(ty)] => ty.clone(),
            [] => Type::Literal(crate::ty::Literal::String(String::new())),
            [TemplatePart::Text(text)] => Type::Literal(crate::ty::Literal::String(text.clone())),
            _ => Type::Template(parts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, ty: Option<&str>, matching: &[&str], others: &[&str]) {
        let simple = simple(pattern);
        assert_eq!(simple.as_ref().map(|simple| simple.to_type().to_string()).as_deref(), ty, "{pattern}");
        if let Some(simple) = simple {
            assert!(matching.iter().all(|text| simple.matches(text)), "{pattern}");
            assert!(others.iter().all(|text| !simple.matches(text)), "{pattern}");
        }
    }

    #[test]
    fn simple_patterns_are_templates() {
        check("^x-", Some("`x-${string}`"), &["x-", "x-a"], &["ax-", "x"]);
        check("_id$", Some("`${string}_id`"), &["_id", "a_id"], &["_ids"]);
        check("X_", Some("`${string}X_${string}`"), &["aX_b"], &["x_"]);
        check("f.*o", Some("`${string}f${string}o${string}`"), &["foo", "afro1"], &["of"]);
        check("^f.*o$", Some("`f${string}o`"), &["foo", "fo"], &["foob", "afoo"]);
        check("a*", Some("string"), &["", "x"], &[]);
        check("aaa*", Some("`${string}aa${string}`"), &["aa", "baaa"], &["a"]);
        check("a+", Some("`${string}a${string}`"), &["a"], &["b"]);
        check("^$", Some("\"\""), &[""], &["a"]);
        check("^a$", Some("\"a\""), &["a"], &["aa"]);
        check("^\\$", Some("`$${string}`"), &["$a"], &["a"]);
        check("", Some("string"), &["", "a"], &[]);
        check(".*", Some("string"), &["", "a"], &[]);
        for complex in ["^[a-z]+$", "a|b", "a?", "ab{2}", "\\d", ".", "^a*b", "(a)", "a.*?b", "a\\", "a*$"] {
            check(complex, None, &[], &[]);
        }
    }
}
