//! Collection of the rows of a page over its frames.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use tokio::time::Instant;
use webagents_runtime::driver::{Capability, Driver, FrameId};

use super::delta::{self, Subject};
use super::references::References;
use super::row::{self, Row};
use super::{Snapshot, SnapshotOptions, budget};
use crate::error::BrowseError;
use crate::world::PageFunctions;

/// Frames of one snapshot, at most.
const FRAMES: usize = 100;
/// Rows of one snapshot, at most.
const ROWS: usize = 100_000;
/// Time for one frame, at most: a frame that hangs must not take the time of others.
const FRAME_TIME: Duration = Duration::from_secs(5);

/// Rows of a document as the page gives them.
#[derive(Deserialize)]
struct DocumentRows {
    next: u64,
    rows: Vec<Row>,
    cut: bool,
}

/// Takes a snapshot of the page, or of the scope of the options.
pub(crate) async fn take(
    driver: &mut (dyn Driver + '_),
    functions: &mut PageFunctions,
    references: &mut References,
    options: &SnapshotOptions,
    deadline: Duration,
) -> Result<Snapshot, BrowseError> {
    let end = Instant::now() + deadline;
    let (frame, scope) = match &options.scope {
        Some((frame, number)) => (frame.clone(), *number),
        None => (driver.main_frame().await?, 0),
    };
    let mut collected = Collected::default();
    collected.document(driver, functions, references, options, &frame, scope, end).await?;
    while let Some(inner) = collected.waiting.pop() {
        collected.inner(driver, functions, references, options, inner, end).await;
    }
    let Collected { rows, cut, .. } = collected.finish();
    Ok(finish(rows, cut, references, options))
}

/// Writes the text of rows, and keeps them for the next differences.
fn finish(mut rows: Vec<Row>, cut: bool, references: &mut References, options: &SnapshotOptions) -> Snapshot {
    row::settle(&mut rows);
    row::merge(&mut rows, options.all);
    if options.compact {
        row::compact(&mut rows);
    }
    let count = rows.iter().filter(|row| row.shown).count();
    let subject = Subject::of(options);
    let text = match (&references.last, options.delta) {
        (Some((last, before)), true) if *last == subject => match delta::between(before, &rows) {
            Some(changes) if changes.is_empty() => "nothing changed since the last snapshot".to_owned(),
            Some(changes) => budget::write(&changes, options, budget::More::Again),
            None => format!(
                "no element of the last snapshot is there:\n{}",
                budget::write(&rows, options, budget::More::From)
            ),
        },
        (_, true) => format!(
            "no earlier snapshot of the same part:\n{}",
            budget::write(&rows, options, budget::More::From)
        ),
        (_, false) => budget::write(&rows, options, budget::More::From),
    };
    references.last = Some((subject, rows));
    Snapshot { text, references: count, cut }
}

/// A frame whose rows are yet to come.
struct Waiting {
    /// The frame around it.
    around: FrameId,
    /// Number of the element that holds it.
    number: u64,
}

#[derive(Default)]
struct Collected {
    /// Rows by document, each with the number of the element that holds it.
    documents: Vec<(u64, Vec<Row>)>,
    waiting: Vec<Waiting>,
    rows: Vec<Row>,
    count: usize,
    cut: bool,
}

impl Collected {
    /// Adds the rows of a document.
    #[allow(clippy::too_many_arguments, reason = "all of it is the state of one snapshot")]
    async fn document(
        &mut self,
        driver: &mut (dyn Driver + '_),
        functions: &mut PageFunctions,
        references: &mut References,
        options: &SnapshotOptions,
        frame: &FrameId,
        holder: u64,
        end: Instant,
    ) -> Result<(), BrowseError> {
        let left = end.saturating_duration_since(Instant::now());
        let scope = if self.documents.is_empty() { holder } else { 0 };
        let left = if self.documents.is_empty() { left } else { left.min(FRAME_TIME) };
        let arguments = json!([{
            "all": options.all, "links": options.links, "scope": scope, "next": references.next(),
        }]);
        let answer: DocumentRows = functions.call(driver, frame, "snapshot", &arguments, left).await?;
        references.advance(answer.next);
        self.cut |= answer.cut;
        let mut rows = answer.rows;
        let space = ROWS.saturating_sub(self.count);
        if rows.len() > space {
            rows.truncate(space);
            self.cut = true;
        }
        self.count += rows.len();
        for row in &rows {
            references.note(row.number, frame, &row.role, &row.name);
            if row.role == "iframe" {
                self.waiting.push(Waiting { around: frame.clone(), number: row.number });
            }
        }
        self.documents.push((if self.documents.is_empty() { 0 } else { holder }, rows));
        Ok(())
    }

    /// Adds the rows of a frame; if they are not available, the row of its element gives the reason.
    async fn inner(
        &mut self,
        driver: &mut (dyn Driver + '_),
        functions: &mut PageFunctions,
        references: &mut References,
        options: &SnapshotOptions,
        waiting: Waiting,
        end: Instant,
    ) {
        let outcome = if self.documents.len() > FRAMES {
            Err("more frames than a snapshot can hold".to_owned())
        } else if Instant::now() >= end {
            Err("no time was left".to_owned())
        } else if driver.supports(Capability::Frames) {
            let element = functions.element(waiting.number);
            match driver.content_frame(&waiting.around, &element).await {
                Ok(Some(frame)) => self
                    .document(driver, functions, references, options, &frame, waiting.number, end)
                    .await
                    .map_err(|error| error.to_string()),
                Ok(None) => Ok(()),
                Err(error) => Err(error.to_string()),
            }
        } else {
            Err("the engine gives no access to it".to_owned())
        };
        if let Err(why) = outcome {
            let row = Row { role: "text".to_owned(), value: format!("not read: {why}"), ..Row::default() };
            self.documents.push((waiting.number, vec![row]));
        }
    }

    /// Puts the rows of each document under the row of the element that holds it.
    fn finish(mut self) -> Self {
        let mut inner: std::collections::HashMap<u64, Vec<Row>> = self.documents.drain(..).collect();
        let mut stack = vec![(0, inner.remove(&0).unwrap_or_default().into_iter())];
        while let Some((depth, rows)) = stack.last_mut() {
            let depth = *depth;
            let Some(mut row) = rows.next() else {
                stack.pop();
                continue;
            };
            row.depth += depth;
            let (below, number) = (row.depth + 1, row.number);
            let is_frame = row.role == "iframe";
            self.rows.push(row);
            if let Some(rows) = is_frame.then(|| inner.remove(&number)).flatten() {
                stack.push((below, rows.into_iter()));
            }
        }
        self
    }
}
