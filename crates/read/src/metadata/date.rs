//! Dates as pages write them, as ISO 8601.
//!
//! The decision it embodies: only unambiguous dates are read. `3/4/2026` is a day of March or of April, so it
//! is skipped. A time keeps its own zone, and no zone is added.

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Rest of a text.
#[derive(Debug, Clone, Copy)]
struct Rest<'a>(&'a str);

/// Returns the date, or the date and time, that a text begins with.
///
/// The form is `2026-11-22`, or `2026-11-22T10:00:00+01:00`. `None` if the text has no date, or a placeholder
/// by which programs mean "no date".
pub(crate) fn normalize_date(text: &str) -> Option<String> {
    const LONGEST: usize = 100;
    let text = text.trim();
    if text.len() > LONGEST {
        return None;
    }
    let (day, rest) = parse_iso(text).or_else(|| parse_numbers(text)).or_else(|| parse_words(text))?;
    let time = parse_time(rest);
    if day.0 < 1000 || day == (1970, 1, 1) && time.as_deref().is_none_or(|time| time.starts_with("00:00")) {
        return None;
    }
    let (year, month, day) = day;
    Some(match time {
        Some(time) => format!("{year:04}-{month:02}-{day:02}T{time}"),
        None => format!("{year:04}-{month:02}-{day:02}"),
    })
}

/// Year, month and day.
type Day = (u32, u32, u32);

/// `2026-11-22`, `2026/11/22`, `2026.11.22`, `20261122`.
fn parse_iso(text: &str) -> Option<(Day, Rest<'_>)> {
    let mut rest = Rest(text);
    let year = rest.take_number(4..=4)?;
    let sign = rest.0.chars().next().filter(|c| matches!(c, '-' | '/' | '.'));
    let (month, day) = match sign {
        Some(sign) => {
            rest.take_sign(sign)?;
            let month = rest.take_number(1..=2)?;
            rest.take_sign(sign)?;
            (month, rest.take_number(1..=2)?)
        }
        None => (rest.take_number(2..=2)?, rest.take_number(2..=2)?),
    };
    Some((check_day(year, month, day)?, rest))
}

/// `22.11.2026`; another sign is read only if one of the numbers is too large for a month.
fn parse_numbers(text: &str) -> Option<(Day, Rest<'_>)> {
    let mut rest = Rest(text);
    let first = rest.take_number(1..=2)?;
    let sign = rest.0.chars().next().filter(|c| matches!(c, '-' | '/' | '.'))?;
    rest.take_sign(sign)?;
    let second = rest.take_number(1..=2)?;
    rest.take_sign(sign)?;
    let year = rest.take_number(4..=4)?;
    let day = match sign {
        '.' => check_day(year, second, first)?,
        _ if first > 12 || first == second => check_day(year, second, first)?,
        _ if second > 12 => check_day(year, first, second)?,
        _ => return None,
    };
    Some((day, rest))
}

/// `22 November 2026`, `Nov 22nd, 2026`, `Sun, 22 Nov 2026`.
fn parse_words(text: &str) -> Option<(Day, Rest<'_>)> {
    let mut rest = Rest(text);
    rest.skip_word(|word| find_name(word, &WEEKDAYS).is_some());
    rest.skip_separators();
    let (month, day) = match rest.take_number(1..=2) {
        Some(day) => {
            rest.skip_word(is_ordinal);
            rest.skip_separators();
            rest.skip_word(|word| word.eq_ignore_ascii_case("of"));
            (rest.take_month()?, day)
        }
        None => {
            let month = rest.take_month()?;
            rest.skip_separators();
            let day = rest.take_number(1..=2)?;
            rest.skip_word(is_ordinal);
            (month, day)
        }
    };
    rest.skip_separators();
    let year = rest.take_number(4..=4)?;
    Some((check_day(year, month, day)?, rest))
}

/// The time that follows a date, with its zone if it has one.
fn parse_time(mut rest: Rest<'_>) -> Option<String> {
    if rest.take_sign('T').or_else(|| rest.take_sign('t')).is_none() {
        rest.skip_separators();
        rest.skip_word(|word| word.eq_ignore_ascii_case("at"));
        rest.skip_separators();
    }
    let mut hour = rest.take_number(1..=2)?;
    rest.take_sign(':')?;
    let minute = rest.take_number(2..=2)?;
    let mut second = 0;
    if rest.take_sign(':').is_some() {
        second = rest.take_number(2..=2)?;
        if rest.take_sign('.').is_some() {
            // Fractions of a second are useless for a page.
            rest.0 = rest.0.trim_start_matches(|c: char| c.is_ascii_digit());
        }
    }
    rest.skip_blanks();
    let before = rest;
    match rest.take_word() {
        Some(half) if half.eq_ignore_ascii_case("pm") && hour < 12 => hour += 12,
        Some(half) if half.eq_ignore_ascii_case("am") => hour %= 12,
        _ => rest = before,
    }
    // 60 is a leap second.
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    Some(format!("{hour:02}:{minute:02}:{second:02}{}", parse_zone(rest)))
}

/// `Z`, `+01:00`, or nothing if none is given or none is known by that name.
fn parse_zone(mut rest: Rest<'_>) -> String {
    rest.skip_blanks();
    let sign = match rest.0.as_bytes().first() {
        Some(b'+') => '+',
        Some(b'-') => '-',
        _ => {
            let is_universal = rest
                .take_word()
                .is_some_and(|word| ["z", "utc", "gmt"].iter().any(|name| name.eq_ignore_ascii_case(word)));
            return if is_universal { "Z".to_owned() } else { String::new() };
        }
    };
    rest.0 = &rest.0[1..];
    let Some(hours) = rest.take_number(2..=2).filter(|&hours| hours < 24) else { return String::new() };
    let _ = rest.take_sign(':');
    let minutes = rest.take_number(2..=2).filter(|&minutes| minutes < 60).unwrap_or(0);
    format!("{sign}{hours:02}:{minutes:02}")
}

fn check_day(year: u32, month: u32, day: u32) -> Option<Day> {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let longest = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=longest).contains(&day).then_some((year, month, day))
}

/// The number, from 1, of the name that a word is, or is short for.
fn find_name(word: &str, names: &[&str]) -> Option<u32> {
    let word = word.to_ascii_lowercase();
    let at = names.iter().position(|name| {
        word.len() >= 3 && (name.starts_with(&word) || word == "sept" && *name == "september")
    })?;
    u32::try_from(at + 1).ok()
}

/// Returns whether a word is the ending of an ordinal number.
fn is_ordinal(word: &str) -> bool {
    matches!(word, "st" | "nd" | "rd" | "th")
}

impl<'a> Rest<'a> {
    /// A number of so many digits and no more.
    fn take_number(&mut self, width: std::ops::RangeInclusive<usize>) -> Option<u32> {
        let most = *width.end();
        let digits = self.0.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.0.split_at_checked(digits)?;
        if !width.contains(&digits) {
            return None;
        }
        self.0 = rest;
        number.parse().ok()
    }

    fn take_sign(&mut self, sign: char) -> Option<()> {
        self.0 = self.0.strip_prefix(sign)?;
        Some(())
    }

    /// Letters of ASCII.
    fn take_word(&mut self) -> Option<&'a str> {
        let (word, rest) = self.0.split_at(self.0.bytes().take_while(u8::is_ascii_alphabetic).count());
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }

    fn take_month(&mut self) -> Option<u32> {
        self.skip_separators();
        find_name(self.take_word()?, &MONTHS)
    }

    /// Skips a word of which `is` holds.
    fn skip_word(&mut self, is: impl Fn(&str) -> bool) {
        let before = *self;
        if !self.take_word().is_some_and(is) {
            *self = before;
        }
    }

    fn skip_blanks(&mut self) {
        self.0 = self.0.trim_start();
    }

    /// Blanks and the signs between the parts of a written date.
    fn skip_separators(&mut self) {
        self.0 = self
            .0
            .trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '-' | '/' | '|'));
    }
}

#[cfg(test)]
mod tests {
    use super::normalize_date;

    #[test]
    fn dates() {
        for (text, expected) in [
            ("2026-11-22", "2026-11-22"),
            (" 2026/1/2 ", "2026-01-02"),
            ("20261122", "2026-11-22"),
            ("2026-11-22T10:00:00Z", "2026-11-22T10:00:00Z"),
            ("2026-11-22T10:00:00.123+0100", "2026-11-22T10:00:00+01:00"),
            ("2026-11-22T10:00-05", "2026-11-22T10:00:00-05:00"),
            ("2026-11-22 10:00:00", "2026-11-22T10:00:00"),
            ("2026-11-22T", "2026-11-22"),
            ("2026-11-22T99:00", "2026-11-22"),
            ("Sun, 22 Nov 2026 10:00:00 GMT", "2026-11-22T10:00:00Z"),
            ("Sunday, November 22nd, 2026 at 3:05 pm", "2026-11-22T15:05:00"),
            ("22nd of November 2026", "2026-11-22"),
            ("Sept. 2, 2026, 12:30 AM EST", "2026-09-02T00:30:00"),
            ("22-Nov-2026", "2026-11-22"),
            ("22.11.2026", "2026-11-22"),
            ("2.11.2026", "2026-11-02"),
            ("22/11/2026", "2026-11-22"),
            ("11/22/2026", "2026-11-22"),
            ("2024-02-29", "2024-02-29"),
            ("1851-10-18", "1851-10-18"),
        ] {
            assert_eq!(normalize_date(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_or_two() {
        for text in [
            "",
            "3/4/2026",
            "2026",
            "2026-13-01",
            "2025-02-29",
            "0001-01-01T00:00:00",
            "1970-01-01",
            "yesterday",
            "22 Smarch 2026",
            "Ma 3, 2026",
            "2026-11",
            "20261",
            "\u{662}\u{660}\u{662}\u{666}-11-22",
            "2026\u{e9}",
        ] {
            assert_eq!(normalize_date(text), None, "{text}");
        }
        assert_eq!(normalize_date(&format!("2026-11-22{}", " ".repeat(50))).as_deref(), Some("2026-11-22"));
        assert_eq!(normalize_date(&format!("2026-11-22 {}", "x".repeat(500))), None);
    }
}
