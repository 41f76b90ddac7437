//! Type texts that are, or nearly are, what the printer would write.
//!
//! Most of a manifest's types are written as they are printed, or differ in a separator or a space. For them
//! no tree is needed: one pass reads the text and copies it piece by piece, with the spaces, quotes and
//! separators that the printer sets. The law is that **what is written here is what [`parse`](super::parse),
//! [`resolve`](super::resolve) and [`Type::print`](super::Type::print) write, and that they find nothing to
//! report**. Where that is not certain nothing is written, and the caller takes the long way: comments,
//! escapes, Unicode, names that no global type has, types whose members need a look at each other.
//!
//! This is no second grammar: it never says that a text is wrong. Without it parse and declarations of 88 tools take
//! 0.20 ms instead of 0.10, which no user notices, and those of the 1,000 documents of `tests/bench` 1.65 times as long
//! (2026-11-23). It stays because they are to take at most an eighth of the time of the Python package (now an eleventh).

use super::globals::{Demand, global};
use super::separator::UnionSeparator;
use crate::escape;

/// Bytes of a text that is tried.
///
/// No byte counts for more than two nodes, so such a text is within [`limits::NODES`](super::limits::NODES).
const BYTES: usize = 4 * 1024;

/// Levels that are followed. A level here is three nodes of the tree at most, and one bracket.
const DEPTH: usize = 16;

/// Names of members and parameters that are remembered at one time, to tell that no two are alike.
const NAMES: usize = 64;

/// Properties of a written type that the caller needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form(u8);

impl Form {
    /// A type of which nothing has to be known.
    const OTHER: Self = Self(0);
    /// Two members or more, without parentheses around them.
    const UNION: u8 = 1;
    /// A function, without parentheses around it.
    const FUNCTION: u8 = 1 << 1;
    /// Every value can be the key of a property.
    const KEY: u8 = 1 << 2;
    /// It is `any`, `unknown` or `undefined`, or a union with one of them: `undefined` is a value of it.
    const OPEN: u8 = 1 << 3;
    /// The word `object`, which means something else when it is the whole text.
    const OBJECT: u8 = 1 << 4;
    /// A promise, which a result's type is looked for in.
    const PROMISE: u8 = 1 << 5;

    const fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    /// The form of a union with one member more.
    const fn or(self, next: Self) -> Self {
        let all = self.0 & next.0 & Self::KEY;
        Self(Self::UNION | all | ((self.0 | next.0) & Self::OPEN))
    }

    /// Returns whether it is `Promise<T>`.
    pub(crate) const fn is_promise(self) -> bool {
        self.has(Self::PROMISE)
    }

    /// Turns the type in `out` from `start` on into `T | undefined`.
    pub(crate) fn or_undefined(self, out: &mut String, start: usize, separator: UnionSeparator) {
        if self.has(Self::OPEN) {
            return;
        }
        if self.has(Self::FUNCTION) {
            out.insert(start, '(');
            out.push(')');
        }
        out.push_str(separator.between(out.ends_with('"'), b"undefined"));
        out.push_str("undefined");
    }
}

/// Appends the type as it is printed and says what it is, or leaves `out` as it was.
pub(crate) fn push(out: &mut String, text: &str, separator: UnionSeparator) -> Option<Form> {
    if text.len() > BYTES {
        return None;
    }
    let start = out.len();
    let mut printer = FastPrinter {
        text,
        bytes: text.as_bytes(),
        separator,
        at: 0,
        copied: 0,
        names: [(0, 0); NAMES],
        held: 0,
        out,
    };
    let form = printer.whole();
    if form.is_none() {
        out.truncate(start);
    }
    form
}

/// Reads a text and copies it.
struct FastPrinter<'t, 'o> {
    text: &'t str,
    bytes: &'t [u8],
    separator: UnionSeparator,
    /// The next byte to read.
    at: usize,
    /// Up to here the text was copied, or something else was written for it.
    copied: usize,
    /// Ranges of names, `held` of them.
    names: [(u16, u16); NAMES],
    held: usize,
    out: &'o mut String,
}

impl<'t> FastPrinter<'t, '_> {
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn next(&self) -> u8 {
        self.byte(self.at)
    }

    fn rest(&self) -> &'t [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Skips ASCII white space. Other white space is left to the long way, as any byte that nobody expects.
    fn skip_space(&mut self) {
        while matches!(self.next(), b' ' | b'\n' | b'\r' | b'\t') {
            self.at += 1;
        }
    }

    /// Writes `with` for what was read since `from`.
    fn replace(&mut self, from: usize, with: &str) {
        self.out.push_str(self.text.get(self.copied..from).unwrap_or_default());
        self.out.push_str(with);
        self.copied = self.at;
    }

    /// Writes `with` for what was read since `from`, unless it is that.
    fn settle(&mut self, from: usize, with: &str) {
        if self.bytes.get(from..self.at) != Some(with.as_bytes()) {
            self.replace(from, with);
        }
    }

    fn whole(&mut self) -> Option<Form> {
        self.skip_space();
        self.copied = self.at;
        let form = self.ty(0)?;
        if form.has(Form::OBJECT) {
            return None;
        }
        let end = self.at;
        if end < self.bytes.len() {
            self.skip_space();
            if self.next() == b';' {
                self.at += 1;
                self.skip_space();
            }
            if self.at < self.bytes.len() {
                return None;
            }
        }
        self.out.push_str(self.text.get(self.copied..end).unwrap_or_default());
        Some(form)
    }

    fn ty(&mut self, depth: usize) -> Option<Form> {
        if depth == DEPTH {
            return None;
        }
        if self.next() == b'(' && self.is_function() {
            return self.function(depth + 1);
        }
        if self.next() == b'|' {
            let from = self.at;
            self.at += 1;
            self.skip_space();
            self.replace(from, "");
        }
        let mut form = self.postfix(depth)?;
        loop {
            let from = self.at;
            self.skip_space();
            if self.next() != b'|' {
                self.at = from;
                return Some(form);
            }
            self.at += 1;
            self.skip_space();
            let after_text = from > 0 && matches!(self.byte(from - 1), b'"' | b'\'');
            let bar = self.separator.between(after_text, self.rest());
            self.settle(from, bar);
            form = form.or(self.postfix(depth)?);
        }
    }

    fn postfix(&mut self, depth: usize) -> Option<Form> {
        let mut form = self.primary(depth + 1)?;
        let mut depth = depth;
        while self.rest().starts_with(b"[]") {
            depth += 1;
            if depth == DEPTH {
                return None;
            }
            self.at += 2;
            form = Form::OTHER;
        }
        Some(form)
    }

    fn primary(&mut self, depth: usize) -> Option<Form> {
        match self.next() {
            b'a'..=b'z' | b'A'..=b'Z' => self.word(depth),
            b'"' | b'\'' => self.quoted().map(|_| Form(Form::KEY)),
            b'{' => self.object(depth),
            b'[' => self.tuple(depth),
            b'(' => {
                // Parentheses stay where an array is made of what needs them.
                self.at += 1;
                self.join("");
                let form = self.ty(depth)?;
                self.join("");
                let goes_on = self.rest().starts_with(b")[]");
                self.at += 1;
                (goes_on && (form.has(Form::UNION) || form.has(Form::FUNCTION))).then_some(Form::OTHER)
            }
            b'-' | b'0'..=b'9' => self.number(),
            _ => None,
        }
    }

    /// Writes `with` for the white space that is here, whatever it is.
    fn join(&mut self, with: &str) {
        let from = self.at;
        self.skip_space();
        self.settle(from, with);
    }

    /// The length of the identifier that is here; 0 where there is none, or one that is not ASCII.
    fn identifier(&self) -> usize {
        let rest = self.rest();
        let len = escape::ascii_part_len(rest);
        let ends = rest.get(len).is_none_or(u8::is_ascii);
        if ends && !rest.first().is_some_and(u8::is_ascii_digit) { len } else { 0 }
    }

    fn word(&mut self, depth: usize) -> Option<Form> {
        let from = self.at;
        let len = self.identifier();
        let word = self.text.get(from..from + len)?;
        self.at += len;
        let form = match word {
            "string" | "number" | "never" | "symbol" => Form(Form::KEY),
            "boolean" | "null" | "void" | "bigint" | "true" | "false" => Form::OTHER,
            "any" => Form(Form::KEY | Form::OPEN),
            "unknown" | "undefined" => Form(Form::OPEN),
            "object" => Form(Form::OBJECT),
            "integer" => {
                self.replace(from, "number");
                Form(Form::KEY)
            }
            "array" => {
                self.replace(from, "unknown[]");
                Form::OTHER
            }
            name => return self.reference(name, depth),
        };
        Some(form)
    }

    fn reference(&mut self, name: &str, depth: usize) -> Option<Form> {
        let (count, demand) = global(name)?;
        if count == 0 {
            // `PropertyKey` is a key as well, which the long way knows.
            return Some(Form::OTHER);
        }
        for at in 0..count {
            let from = self.at;
            self.skip_space();
            if self.next() != if at == 0 { b'<' } else { b',' } {
                return None;
            }
            self.at += 1;
            self.skip_space();
            self.settle(from, if at == 0 { "<" } else { ", " });
            let form = self.ty(depth)?;
            match demand {
                Demand::None => {}
                Demand::FirstIsKey if at > 0 || form.has(Form::KEY) => {}
                _ => return None,
            }
        }
        self.join("");
        let closed = self.next() == b'>';
        self.at += 1;
        closed.then_some(if name == "Promise" { Form(Form::PROMISE) } else { Form::OTHER })
    }

    fn number(&mut self) -> Option<Form> {
        let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if self.next() == b'-' {
            self.at += 1;
        }
        let len = digits(self.rest());
        if len == 0 || (len > 1 && self.next() == b'0') {
            return None;
        }
        self.at += len;
        if self.next() == b'.' {
            self.at += 1;
            let len = digits(self.rest());
            if len == 0 {
                return None;
            }
            self.at += len;
        }
        let next = self.next();
        let ends = next.is_ascii() && next != b'.' && escape::ascii_part_len(&[next]) == 0;
        ends.then_some(Form(Form::KEY))
    }

    /// A text in quotes without anything that an escape is needed for: where its inside begins and ends.
    fn quoted(&mut self) -> Option<(usize, usize)> {
        let quote = self.next();
        let start = self.at + 1;
        let inside = self.bytes.get(start..).unwrap_or_default();
        let special = |&byte: &u8| !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\'' | b'\\');
        let mut end = start + inside.iter().position(special)?;
        // An apostrophe in double quotes is a character like others.
        while quote == b'"' && self.byte(end) == b'\'' {
            end += 1;
            end += self.bytes.get(end..).unwrap_or_default().iter().position(special)?;
        }
        if self.byte(end) != quote {
            return None;
        }
        if quote == b'\'' {
            self.at = start;
            self.replace(start - 1, "\"");
            self.at = end + 1;
            self.replace(end, "\"");
        }
        self.at = end + 1;
        Some((start, end))
    }

    /// Remembers a name, if it is none of those since `first`.
    fn hold(&mut self, first: usize, start: usize, end: usize) -> Option<()> {
        let name = self.bytes.get(start..end)?;
        let held = self.names.get(first..self.held)?;
        let same =
            |&(start, end): &(u16, u16)| self.bytes.get(usize::from(start)..usize::from(end)) == Some(name);
        if held.iter().any(same) {
            return None;
        }
        let place = self.names.get_mut(self.held)?;
        *place = (u16::try_from(start).ok()?, u16::try_from(end).ok()?);
        self.held += 1;
        Some(())
    }

    fn object(&mut self, depth: usize) -> Option<Form> {
        let open = self.at;
        self.at += 1;
        self.skip_space();
        if self.next() == b'}' {
            self.at += 1;
            self.settle(open, "{}");
            return Some(Form::OTHER);
        }
        self.settle(open, "{ ");
        if self.next() == b'[' {
            self.index(depth)?;
            return if self.separator()? { Some(Form::OTHER) } else { None };
        }
        let first = self.held;
        loop {
            self.property(first, depth)?;
            if self.separator()? {
                self.held = first;
                return Some(Form::OTHER);
            }
        }
    }

    /// Reads the separator after a member, and returns whether the object ends there.
    fn separator(&mut self) -> Option<bool> {
        let from = self.at;
        match self.rest() {
            [b' ', b'}', ..] => {
                self.at += 2;
                return Some(true);
            }
            [b';', b' ', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                self.at += 2;
                return Some(false);
            }
            _ => {}
        }
        self.skip_space();
        if matches!(self.next(), b';' | b',') {
            self.at += 1;
            self.skip_space();
        } else if self.next() != b'}'
            && !self.bytes.get(from..self.at)?.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
        {
            return None;
        }
        if self.next() == b'}' {
            self.at += 1;
            self.settle(from, " }");
            return Some(true);
        }
        self.settle(from, "; ");
        Some(false)
    }

    fn property(&mut self, first: usize, depth: usize) -> Option<()> {
        let from = self.at;
        let (start, end) = if matches!(self.next(), b'"' | b'\'') {
            let (start, end) = self.quoted()?;
            let name = self.text.get(start..end)?;
            if escape::is_identifier(name) && name != "new" {
                // Quotes that were changed are written already.
                if self.bytes.get(from) == Some(&b'\'') {
                    return None;
                }
                self.replace(from, name);
            }
            (start, end)
        } else {
            let len = self.identifier();
            self.at += len;
            // `new` would be quoted, and `readonly` may be no name.
            if len == 0 || matches!(self.text.get(from..self.at)?, "new" | "readonly") {
                return None;
            }
            (from, self.at)
        };
        self.hold(first, start, end)?;
        if self.next() == b'?' {
            self.at += 1;
        }
        let from = self.at;
        if self.rest().starts_with(b": ") && self.byte(from + 2).is_ascii_graphic() {
            self.at += 2;
        } else {
            self.skip_space();
            match self.next() {
                b':' => {
                    self.at += 1;
                    self.skip_space();
                    self.settle(from, ": ");
                }
                // A name alone is of any type.
                b';' | b',' | b'}' => {
                    self.at = from;
                    self.replace(from, ": any");
                    return Some(());
                }
                _ => return None,
            }
        }
        self.ty(depth)?;
        Some(())
    }

    /// `[key: string]: T`, alone in its object.
    ///
    /// With other members its type would have to be compared with theirs.
    fn index(&mut self, depth: usize) -> Option<()> {
        self.at += 1;
        let start = self.at;
        let len = self.identifier();
        self.at += len;
        if len == 0 || escape::is_reserved(self.text.get(start..self.at)?) {
            return None;
        }
        let key =
            [&b": string]: "[..], b": number]: "].into_iter().find(|key| self.rest().starts_with(key))?;
        self.at += key.len();
        self.join("");
        self.ty(depth)?;
        Some(())
    }

    fn tuple(&mut self, depth: usize) -> Option<Form> {
        self.at += 1;
        self.join("");
        if self.next() == b']' {
            self.at += 1;
            return Some(Form::OTHER);
        }
        loop {
            self.ty(depth)?;
            let from = self.at;
            self.skip_space();
            let next = self.next();
            self.at += 1;
            match next {
                b']' => {
                    self.settle(from, "]");
                    return Some(Form::OTHER);
                }
                b',' => {
                    self.skip_space();
                    self.settle(from, ", ");
                }
                _ => return None,
            }
        }
    }

    /// Returns whether a function begins at this parenthesis: `()`, `(a:` or `(a?`.
    fn is_function(&self) -> bool {
        let inside = self.bytes.get(self.at + 1..).unwrap_or_default();
        let after = inside.get(escape::ascii_part_len(inside)..).unwrap_or_default();
        matches!(after, [b':' | b'?', ..]) || inside.first() == Some(&b')')
    }

    fn function(&mut self, depth: usize) -> Option<Form> {
        let first = self.held;
        let mut optional = false;
        self.at += 1;
        while self.next() != b')' {
            let start = self.at;
            let len = self.identifier();
            self.at += len;
            if len == 0 || escape::is_reserved(self.text.get(start..self.at)?) {
                return None;
            }
            self.hold(first, start, self.at)?;
            let from = self.at;
            if self.next() == b'?' {
                optional = true;
                self.at += 1;
            } else if optional {
                return None;
            }
            let sign = if self.at > from { "?: " } else { ": " };
            if self.next() != b':' {
                return None;
            }
            self.at += 1;
            self.skip_space();
            self.settle(from, sign);
            self.ty(depth)?;
            let from = self.at;
            self.skip_space();
            match self.next() {
                b')' => self.settle(from, ""),
                b',' => {
                    self.at += 1;
                    self.skip_space();
                    if self.next() == b')' {
                        return None;
                    }
                    self.settle(from, ", ");
                }
                _ => return None,
            }
        }
        self.held = first;
        self.at += 1;
        let from = self.at;
        self.skip_space();
        if !self.rest().starts_with(b"=>") {
            return None;
        }
        self.at += 2;
        self.skip_space();
        self.settle(from, " => ");
        self.ty(depth)?;
        Some(Form(Form::FUNCTION))
    }
}

#[cfg(test)]
mod tests;
