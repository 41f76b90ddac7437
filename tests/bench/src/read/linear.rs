//! Growth of time with the size of a page: ten times the page may take twelve times the time.

use std::fmt::Write as _;
use std::time::Duration;

use webagents_read::{ReadOptions, read};

use super::SUBJECT;
use crate::Failure;
use crate::measure::{Contender, race};
use crate::report::{Table, Target};

/// Ratio of the two sizes, and the maximum ratio of the times.
const LARGER: usize = 10;
const TIMES: f64 = 12.0;

/// Runs of both sizes, of which the fastest counts; together they take a tenth of a second.
const ROUNDS: usize = 20;

/// A kind of page: its name, and how it is made for a number.
type Kind = (&'static str, fn(usize) -> String);

const KINDS: [Kind; 6] = [
    ("div", |count| "<div>word ".repeat(20 * count) + &"</div>".repeat(20 * count)),
    ("attributes", |count| {
        let mut page = String::from("<p");
        for at in 0..20 * count {
            // Writing to a string cannot fail.
            let _ = write!(page, " a{at}=1");
        }
        page + ">word"
    }),
    ("lists", |count| "<ul><li>word".repeat(10 * count)),
    ("font, never closed", |count| "<font size=1><p>word".repeat(8 * count)),
    ("a table", |count| format!("<table>{}</table>", "<tr><td>one<td>two<td>three".repeat(10 * count))),
    ("text", |count| "<p>Some words of *text* and [more](of it). ".repeat(10 * count)),
];

/// Measures both sizes of each kind, in turns.
pub(super) fn run(table: &mut Table) -> Result<(), Failure> {
    const SMALL: usize = 500;
    for (name, page) in KINDS {
        let (small, large) = (page(SMALL), page(LARGER * SMALL));
        let length = |html: &str| read(html, &ReadOptions::default()).markdown.len();
        let mut contenders =
            [Contender::new("small", || length(&small)), Contender::new("large", || length(&large))];
        race(ROUNDS, &mut contenders)?;
        let [small, large] =
            contenders.map(|contender| contender.best().max(Duration::from_nanos(1)).as_secs_f64());
        table.ratio(
            SUBJECT,
            format!("ten times the page, {name}: its time"),
            large / small,
            Some(Target::AtMost(TIMES)),
        );
    }
    Ok(())
}
