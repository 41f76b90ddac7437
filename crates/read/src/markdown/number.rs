//! Numbers of ordered lists, as a browser counts and shows them (HTML Standard, section 4.4.5).

use webagents_html::{Dom, Id};

/// Numbers that browsers read; a greater one is as if it were not there.
const BOUND: i64 = 1 << 31;

/// The way in which an ordered list is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbering {
    /// The first number; `None` is 1, or the number of items if the list counts down.
    pub(super) start: Option<i64>,
    pub(super) is_reversed: bool,
    style: CounterStyle,
}

/// Form of a number (CSS Counter Styles 3, section 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CounterStyle {
    Decimal,
    LowerAlpha,
    UpperAlpha,
    LowerRoman,
    UpperRoman,
    LowerGreek,
}

impl Numbering {
    /// Returns the numbering of the list `id`.
    pub(super) fn of(dom: &Dom, id: Id) -> Self {
        Self {
            start: dom.attribute(id, "start").and_then(parse_integer),
            is_reversed: dom.attribute(id, "reversed").is_some(),
            style: CounterStyle::of(dom, id),
        }
    }

    /// Returns whether the numbers are shown as numbers.
    pub(super) fn is_decimal(&self) -> bool {
        self.style == CounterStyle::Decimal
    }

    /// Returns the label of an item as a browser shows it: `2.`, `b.`, `iv.`, `-1.`.
    pub(super) fn number_text(&self, number: i64) -> String {
        self.style.format_number(number).map_or_else(|| format!("{number}."), |letters| format!("{letters}."))
    }

    /// Returns the label as Markdown. A number after which a list would begin is escaped.
    pub(super) fn number_label(&self, number: i64) -> String {
        let text = self.number_text(number);
        let is_number = text.starts_with(|c: char| c.is_ascii_digit());
        if is_number { text.replace('.', "\\.") } else { text }
    }
}

impl CounterStyle {
    /// Returns the style that an attribute, a style or a class of generators (docutils, Asciidoctor) names.
    fn of(dom: &Dom, id: Id) -> Self {
        let styled = dom.attribute(id, "style").and_then(|style| {
            style.split(';').find_map(|rule| {
                let (name, value) = rule.split_once(':')?;
                matches!(name.trim(), "list-style-type" | "list-style").then_some(())?;
                value.split_ascii_whitespace().find_map(Self::from_name)
            })
        });
        let typed = || match dom.attribute(id, "type")? {
            "1" => Some(Self::Decimal),
            "a" => Some(Self::LowerAlpha),
            "A" => Some(Self::UpperAlpha),
            "i" => Some(Self::LowerRoman),
            "I" => Some(Self::UpperRoman),
            _ => None,
        };
        let classed = || {
            let class = dom.attribute(id, "class")?;
            class.split_ascii_whitespace().take(32).find_map(Self::from_name)
        };
        styled.or_else(typed).or_else(classed).unwrap_or(Self::Decimal)
    }

    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "decimal" | "arabic" => Self::Decimal,
            "lower-alpha" | "lower-latin" | "loweralpha" => Self::LowerAlpha,
            "upper-alpha" | "upper-latin" | "upperalpha" => Self::UpperAlpha,
            "lower-roman" | "lowerroman" => Self::LowerRoman,
            "upper-roman" | "upperroman" => Self::UpperRoman,
            "lower-greek" | "lowergreek" => Self::LowerGreek,
            _ => return None,
        })
    }

    /// Returns a number in letters; `None` if the style has none for it, which is shown as a number then.
    fn format_number(self, number: i64) -> Option<String> {
        match self {
            Self::Decimal => None,
            Self::LowerAlpha => alphabetic_number(number, "abcdefghijklmnopqrstuvwxyz"),
            Self::UpperAlpha => alphabetic_number(number, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
            Self::LowerGreek => alphabetic_number(number, "αβγδεζηθικλμνξοπρστυφχψω"),
            Self::LowerRoman => roman_number(number),
            Self::UpperRoman => roman_number(number).map(|letters| letters.to_ascii_uppercase()),
        }
    }
}

/// `a` to `z`, then `aa`.
fn alphabetic_number(number: i64, alphabet: &str) -> Option<String> {
    let letters: Vec<char> = alphabet.chars().collect();
    let base = i64::try_from(letters.len()).ok()?;
    let mut rest = number;
    let mut found = Vec::new();
    while rest > 0 {
        rest -= 1;
        found.push(*letters.get(usize::try_from(rest % base).ok()?)?);
        rest /= base;
    }
    (!found.is_empty()).then(|| found.iter().rev().collect())
}

fn roman_number(number: i64) -> Option<String> {
    const SIGNS: [(i64, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if !(1..4000).contains(&number) {
        return None;
    }
    let mut rest = number;
    let mut letters = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            letters.push_str(sign);
            rest -= value;
        }
    }
    Some(letters)
}

/// The number that a browser reads in an attribute (HTML Standard, section 2.3.4.1).
pub(super) fn parse_integer(text: &str) -> Option<i64> {
    let text = text.trim_ascii_start();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = digits.bytes().take_while(u8::is_ascii_digit).count();
    let number: i64 = digits[..end].parse().ok()?;
    (number < BOUND).then_some(sign * number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for (text, number) in [
            ("3", Some(3)),
            (" +3.5", Some(3)),
            ("-1", Some(-1)),
            ("2147483648", None),
            ("99999999999999999999", None),
            ("", None),
            ("x", None),
            ("- 1", None),
        ] {
            assert_eq!(parse_integer(text), number, "{text}");
        }
    }

    #[test]
    fn letters() {
        for (style, number, letters) in [
            (CounterStyle::LowerAlpha, 1, Some("a")),
            (CounterStyle::LowerAlpha, 27, Some("aa")),
            (CounterStyle::UpperAlpha, 702, Some("ZZ")),
            (CounterStyle::UpperAlpha, 703, Some("AAA")),
            (CounterStyle::LowerAlpha, 0, None),
            (CounterStyle::LowerRoman, 1994, Some("mcmxciv")),
            (CounterStyle::UpperRoman, 4000, None),
            (CounterStyle::LowerGreek, 2, Some("β")),
            (CounterStyle::Decimal, 2, None),
        ] {
            assert_eq!(style.format_number(number).as_deref(), letters, "{style:?} {number}");
        }
    }
}
