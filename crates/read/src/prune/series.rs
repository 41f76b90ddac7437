//! Parts of an element that are alike and follow each other: comments, and teasers.
//!
//! They are recognized by their structure alone, for their names are in no language that all pages have: comments hold
//! a time each, and teasers begin with a link.

use webagents_html::{Dom, Id, Tag};

use super::measure::{Measure, percent_of};

/// Returns whether the element claims rights, as the last lines of pages do in all languages.
pub(super) fn claims_rights(dom: &Dom, id: Id) -> bool {
    dom.descendants(id).take(256).any(|at| dom.text(at).contains('\u{a9}'))
}

/// Kinds of parts that are alike.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Series {
    /// Each has a time: comments.
    pub(super) dated: bool,
    /// Each begins with a link and has a few sentences: teasers.
    pub(super) teasers: bool,
}

/// Finds parts of the element that are alike and follow each other.
pub(super) fn find_series(dom: &Dom, id: Id, measures: &[Measure]) -> Series {
    const LEVELS: usize = 8;
    const PARTS: usize = 3;
    const CHILDREN: usize = 400;
    const TEASER: u32 = 700;
    let mut at = id;
    for _ in 0..LEVELS {
        let whole = measures[at.index()];
        let mut kinds: Vec<((Tag, &str), Vec<Id>, u32)> = Vec::new();
        let (mut largest, mut most) = (None, 0);
        for child in dom.children(at).take(CHILDREN) {
            let own = measures[child.index()];
            if own.text == 0 {
                continue;
            }
            if own.text > most {
                (largest, most) = (Some(child), own.text);
            }
            let kind = (dom.tag(child), dom.attribute(child, "class").unwrap_or_default());
            let is_free = kinds.len() < 16;
            match kinds.iter_mut().find(|(known, ..)| *known == kind) {
                Some((_, parts, text)) => {
                    parts.push(child);
                    *text = text.saturating_add(own.text);
                }
                None if is_free => kinds.push((kind, vec![child], own.text)),
                None => {}
            }
        }
        let alike: u32 =
            kinds.iter().filter(|(_, parts, _)| parts.len() >= PARTS).map(|(.., text)| *text).sum();
        if percent_of(alike, whole.text) >= 60 {
            let mut found = Series::default();
            for (_, parts, _) in kinds.iter().filter(|(_, parts, _)| parts.len() >= PARTS) {
                let few = (parts.len() * 2).div_ceil(3);
                let teasers = parts
                    .iter()
                    .filter(|&&part| measures[part.index()].text <= TEASER && begins_with_link(dom, part));
                let dated = parts
                    .iter()
                    .filter(|&&part| measures[part.index()].headings == 0 && has_stamp(dom, part));
                let prose: u32 = parts.iter().map(|part| measures[part.index()].prose).sum();
                found.teasers |= prose > 0 && teasers.count() >= few;
                found.dated |= dated.count() >= few;
            }
            found.dated &= whole.prose > 0;
            return found;
        }
        match largest.filter(|_| percent_of(most, whole.text) >= 60) {
            Some(child) => at = child,
            None => break,
        }
    }
    Series::default()
}

/// Returns whether the first text of the element is a link, or is in a heading that is one.
pub(super) fn begins_with_link(dom: &Dom, id: Id) -> bool {
    let first = dom.descendants(id).take(64).find(|&at| {
        let text = dom.text(at);
        text.chars().filter(|c| c.is_alphabetic()).count() >= 4
    });
    first.is_some_and(|first| {
        std::iter::successors(Some(first), |&at| dom.parent(at).filter(|_| at != id))
            .any(|at| dom.tag(at) == Tag::A)
    })
}

/// Returns whether the element holds a time of day, or a date in digits.
pub(super) fn has_time(dom: &Dom, id: Id) -> bool {
    dom.descendants(id).take(128).any(|at| is_time(dom.text(at)))
}

/// Returns whether the element holds a day and a time of day, as entries do that a program stamps.
///
/// Dates alone occur in an author's list of events, and times alone in a live report.
fn has_stamp(dom: &Dom, id: Id) -> bool {
    dom.descendants(id).take(128).any(|at| is_stamp(dom.text(at)))
}

/// Returns whether the element has a date: an element for one, a stamp, or a few words with a year.
pub(super) fn is_dated(dom: &Dom, id: Id) -> bool {
    const NODES: usize = 256;
    dom.descendants(id).take(NODES).any(|at| match dom.tag(at) {
        Tag::Time => true,
        Tag::Text => is_stamp(dom.text(at)) || is_date(dom.text(at)),
        _ => false,
    })
}

/// Returns whether the text is a date: a year, a day and at most a few words.
fn is_date(text: &str) -> bool {
    const LENGTH: usize = 40;
    let text = text.trim();
    let numbers =
        || text.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse::<u16>().ok());
    text.len() <= LENGTH
        && numbers().any(|number| (1990..2100).contains(&number))
        && numbers().any(|number| (1..=31).contains(&number))
}

/// Returns whether the text holds a time of day and two numbers more.
fn is_stamp(text: &str) -> bool {
    const NUMBERS: usize = 4;
    text.contains(':')
        && is_time(text)
        && text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|number| !number.is_empty())
            .nth(NUMBERS - 1)
            .is_some()
}

/// Returns whether the text holds a time of day, or a date in digits with a year.
fn is_time(text: &str) -> bool {
    if text.len() > 200 {
        return false;
    }
    let mut numbers = [0_u32; 3];
    let (mut count, mut digits, mut number) = (0, 0, 0_u32);
    let mut sign = ' ';
    for c in text.chars().chain([' ']) {
        if let Some(digit) = c.to_digit(10) {
            digits += 1;
            number = if digits > 4 { 0 } else { number * 10 + digit };
            continue;
        }
        if digits > 0 {
            if count < numbers.len() {
                numbers[count] = number;
                count += 1;
            }
            if sign == ':' && count == 2 && digits == 2 && numbers[0] < 24 && number < 60 {
                return true;
            }
            let has_year = numbers.iter().any(|number| (1990..2100).contains(number));
            if matches!(sign, '.' | '-' | '/') && count == 3 && has_year {
                return true;
            }
        }
        // The same sign is between all of them.
        let goes_on = digits > 0 && matches!(c, ':' | '.' | '-' | '/') && (count == 1 || c == sign);
        if !goes_on {
            (count, numbers) = (0, [0; 3]);
        }
        sign = c;
        (digits, number) = (0, 0);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{is_stamp, is_time};

    #[test]
    fn stamps_have_a_day_and_a_time() {
        for text in [
            "[2012-01-04 08:45]",
            "04.01.2012 8:45",
            "3 sty 12, 11:26",
            "26 ноября 2011, 15:28",
            "Dec 07 2015 12:15 AM",
        ] {
            assert!(is_stamp(text), "{text}");
        }
        for text in
            ["08:45", "08:45 Uhr", "2012-01-04", "Released 2012-01-04.", "from 8:45 to 9", "5.3.1: 2 of 4"]
        {
            assert!(!is_stamp(text), "{text}");
        }
    }

    #[test]
    fn times_and_dates_with_a_year() {
        for text in [
            "8:45",
            "at 08:45, Monday",
            "2012-01-04",
            "04.01.2012 um 8 Uhr",
            "[2012-01-04",
            "6/30/1999",
            "12 sty, 11:26",
        ] {
            assert!(is_time(text), "{text}");
        }
        for text in [
            "",
            "5.3.1",
            "version 10.2.33",
            "25:70",
            "3:0",
            "a:b:12",
            "1-2-3",
            "ratio 16:9",
            "tel. 022 201 42 01",
            "192.168.2.1",
        ] {
            assert!(!is_time(text), "{text}");
        }
    }
}
