//! Answers that are too long for one message.
//!
//! The decision: the harness returns a long answer in parts of a mebibyte (`bootstrap.js`), one for each command. So
//! the deadline is checked between two parts, no transport reads or copies more than one at a time, and an abandoned
//! answer leaves nothing in transit that the next command would wait for.

use std::time::{Duration, Instant};

use super::script;
use crate::options::ExecuteOptions;
use crate::outcome::{ErrorKind, ExecError};
use crate::page::{Answer, Page, PageError, PageErrorKind};

/// Time for one part of a long answer, and for the parts that are left at the deadline.
///
/// A run that ends with its deadline answers as well.
const PART: Duration = Duration::from_secs(5);
const LAST_PARTS: Duration = Duration::from_secs(1);

/// A part of an answer that is too long for one message.
pub(crate) struct Part<'t> {
    /// UTF-16 code units of the whole answer, and the beginning of the next part.
    length: usize,
    next: usize,
    text: &'t str,
}

impl<'t> Part<'t> {
    /// Reads `parts LENGTH NEXT TEXT`. Any other text is an answer of its own.
    pub(crate) fn read(answer: &'t str) -> Option<Self> {
        let mut members = answer.strip_prefix("parts ")?.splitn(3, ' ');
        let mut number = || members.next()?.parse().ok();
        let (length, next) = (number()?, number()?);
        Some(Self { length, next, text: members.next()? })
    }
}

/// Fetches the rest of an answer, whose first part this is, until `end`.
///
/// `unfetched` is the length of the answer as long as a part of it is missing.
pub(crate) async fn fetch(
    page: &mut dyn Page,
    first: Part<'_>,
    end: Instant,
    unfetched: &mut Option<usize>,
) -> Result<Answer, PageError> {
    let end = end.max(Instant::now() + LAST_PARTS);
    let (length, mut next) = (first.length, first.next);
    let mut text = first.text.to_owned();
    *unfetched = Some(length);
    while next < length {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(PageError::new(PageErrorKind::Timeout, "the answer was not there in time"));
        }
        let script = script::part(next, page.keys());
        let answer = match page.evaluate(&script, left.min(PART)).await? {
            Answer::Text(answer) => answer,
            // A dialog, perhaps.
            other => return Ok(other),
        };
        let part = page.keys().open(&answer).and_then(Part::read);
        let Some(part) = part.filter(|part| part.length == length && part.next > next) else {
            return Ok(Answer::Other);
        };
        text.push_str(part.text);
        next = part.next;
    }
    *unfetched = None;
    Ok(Answer::Text(text))
}

/// The error of a run whose answer was too long to arrive in time.
pub(crate) fn unfetched(length: usize, options: &ExecuteOptions) -> ExecError {
    ExecError::new(
        ErrorKind::Timeout,
        format!(
            "the result was not fetched from the page within {} ms: its answer has {length} characters; return less of \
             it, or raise the deadline",
            options.deadline.as_millis()
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read() {
        for (answer, expected) in [
            ("parts 12 4 ab c", Some((12, 4, "ab c"))),
            ("parts 12 12 ", Some((12, 12, ""))),
            ("parts 12 4", None),
            ("parts 12", None),
            ("parts -1 4 x", None),
            ("parts 99999999999999999999 4 x", None),
            ("{}", None),
        ] {
            let part = Part::read(answer).map(|part| (part.length, part.next, part.text));
            assert_eq!(part, expected, "{answer}");
        }
    }
}
