//! Destination of records: stdout, or a file that grows from run to run.
//!
//! A record is written whole and flushed, so that a killed run leaves records and at most the beginning of
//! one more, which the next run removes.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize as _;
use serde_json::Value;

use super::input::{Name, fnv};
use super::record::{Settled, hexadecimal};
use crate::commands::outcome::Status;
use crate::exit::Failure;
use crate::{file, output};

/// Earlier runs: the hash of each line, and its result, if it has one.
#[derive(Debug, Default)]
pub(super) struct Past(HashMap<u64, (u64, Option<Settled>)>);

impl Past {
    /// Returns the result of a line in an earlier run, if the line has not changed since.
    pub(super) fn settled(&self, name: &Name) -> Option<Settled> {
        let (input, settled) = self.0.get(&key(name.id.as_ref(), name.line))?;
        settled.filter(|_| *input == name.input)
    }
}

/// A line is known by its id, and one that has none by its number.
fn key(id: Option<&Value>, line: u64) -> u64 {
    match id {
        Some(id) => fnv(format!("id {id}").as_bytes()),
        None => fnv(format!("line {line}").as_bytes()),
    }
}

/// Order of records in the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    OfLines,
    AsTheyFinish,
}

/// The file of records. A line is written at its beginning and at its end.
#[derive(Debug, Clone)]
pub(super) struct Records(Arc<Mutex<File>>);

impl Records {
    /// Appends one record, or nothing of it.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = file.metadata()?.len();
        file.write_all(text.as_bytes()).inspect_err(|_| {
            // A disk may be full in the middle of a record.
            let _ = file.set_len(before);
        })
    }
}

/// Writes records.
#[derive(Debug)]
pub(super) struct Sink {
    /// stdout if no file was named.
    file: Option<Records>,
    order: Order,
    /// The place of the record that is written next.
    next: u64,
    waiting: BTreeMap<u64, String>,
}

impl Sink {
    pub(super) fn stdout(order: Order) -> Self {
        Self { file: None, order, next: 0, waiting: BTreeMap::new() }
    }

    /// Appends to the file at `path`, which is made if it is not there, and returns its contents.
    pub(super) fn append(path: &Path) -> Result<(Self, Past), Failure> {
        let failed = |error: &io::Error| file::unwritable(path, error);
        let mut file = file::open_to_append(path).map_err(|error| failed(&error))?;
        if let Err(error) = file.try_lock() {
            return Err(match error {
                std::fs::TryLockError::WouldBlock => {
                    Failure::usage(format!("another run writes to {} now", path.display()))
                }
                std::fs::TryLockError::Error(error) => failed(&error),
            });
        }
        let (past, whole, end) = past(&file, path)?;
        let mended = match end {
            End::Whole => Ok(()),
            End::Unterminated => file.write_all(b"\n"),
            End::Torn => file.set_len(whole),
        };
        mended.map_err(|error| failed(&error))?;
        let sink = Self {
            file: Some(Records(Arc::new(Mutex::new(file)))),
            order: Order::AsTheyFinish,
            next: 0,
            waiting: BTreeMap::new(),
        };
        Ok((sink, past))
    }

    /// Takes the record of the line that was taken as number `place`, from 0.
    pub(super) fn put(&mut self, place: u64, text: String) -> io::Result<()> {
        if self.order == Order::AsTheyFinish {
            return self.write(&text);
        }
        self.waiting.insert(place, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.write(&text)?;
        }
        Ok(())
    }

    /// The file of records, if they go to one.
    pub(super) fn records(&self) -> Option<Records> {
        self.file.clone()
    }

    /// Returns the number of records that wait for one before them.
    pub(super) fn backlog(&self) -> usize {
        self.waiting.len()
    }

    /// Writes what waits for records that will not come.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        for text in std::mem::take(&mut self.waiting).into_values() {
            self.write(&text)?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.write(text),
            None => output::bytes(text.as_bytes()),
        }
    }
}

/// End of a file of records.
enum End {
    Whole,
    /// With a record that lacks only the end of its line.
    Unterminated,
    /// With the beginning of a record.
    Torn,
}

/// The records of a file, how many of its bytes are whole records, and how it ends.
fn past(file: &File, path: &Path) -> Result<(Past, u64, End), Failure> {
    let foreign = |number: u64| {
        let message = format!("{} is no output of batch: line {number} is no record", path.display());
        Failure::usage(message).help("give --resume a new file, or the one that an earlier run wrote")
    };
    let mut past = Past::default();
    let mut whole = 0_u64;
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let read = reader.read_until(b'\n', &mut line);
        let read = read.map_err(|error| file::unreadable(&path.display(), &error))?;
        if read == 0 {
            break;
        }
        if !line.ends_with(b"\n") {
            if let Some((key, entry)) = entry(&line) {
                past.0.insert(key, entry);
                return Ok((past, whole, End::Unterminated));
            }
            // The beginning of a record, cut off with its run. Any other text was written by another program.
            if is_beginning(&line) {
                return Ok((past, whole, End::Torn));
            }
            return Err(foreign(number));
        }
        let (key, entry) = entry(&line).ok_or_else(|| foreign(number))?;
        past.0.insert(key, entry);
        whole += u64::try_from(read).unwrap_or(u64::MAX);
    }
    Ok((past, whole, End::Whole))
}

/// The members that a record begins with.
fn is_beginning(line: &[u8]) -> bool {
    ["{\"version\":", "{\"id\":", "{\"line\":"]
        .iter()
        .any(|head| line.starts_with(head.as_bytes()) || head.as_bytes().starts_with(line))
}

fn entry(line: &[u8]) -> Option<(u64, (u64, Option<Settled>))> {
    let record: Value = serde_json::from_slice(line).ok()?;
    let input = record["input"].as_str()?;
    let hash = u64::from_str_radix(input, 16).ok().filter(|hash| hexadecimal(*hash) == input)?;
    let settled = match Status::deserialize(&record["status"]).ok()? {
        // Records without a version have the outcome in a member of its own.
        Status::Done if record["ok"] == true || record["outcome"]["ok"] == true => Some(Settled::Returned),
        Status::Done => Some(Settled::WithError),
        // Nothing is known of a line that began and has no later record.
        Status::Lost | Status::Begun => Some(Settled::Lost),
        Status::Failed => None,
    };
    Some((key(record.get("id"), record["line"].as_u64()?), (hash, settled)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"id":"a","line":1,"url":"http://a/","input":"00000000000000ff","status":"done","outcome":{"ok":true}}"#;

    const NOW: &str = r#"{"version":1,"id":"a","line":1,"url":"http://a/","input":"00000000000000ff","status":"done","ok":true}"#;

    #[track_caller]
    fn check(content: &str, expected: Result<(usize, u64), &str>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        std::fs::write(&path, content).unwrap();
        match (Sink::append(&path), expected) {
            (Ok((_, past)), Ok((records, whole))) => {
                assert_eq!((past.0.len(), std::fs::metadata(&path).unwrap().len()), (records, whole));
            }
            (Err(failure), Err(word)) => {
                assert!(failure.to_string().contains(word), "{failure}");
                assert_eq!(std::fs::read_to_string(&path).unwrap(), content, "it is not touched");
            }
            (other, _) => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_is_taken_up_where_it_ends() {
        let length = u64::try_from(RECORD.len()).unwrap() + 1;
        check("", Ok((0, 0)));
        check(&format!("{RECORD}\n"), Ok((1, length)));
        // The last record was cut off.
        check(&format!("{RECORD}\n{}", &RECORD[..40]), Ok((1, length)));
        check(&format!("{RECORD}\n{{"), Ok((1, length)));
        // A record that lacks the end of its line is whole.
        check(RECORD, Ok((1, length)));
        // A file of another program.
        check("shopping list", Err("line 1 is no record"));
        check("{\"url\": \"http://a/\", \"code\": \"return 1\"}\n", Err("line 1 is no record"));
        check(&format!("{RECORD}\nnotes\n"), Err("line 2 is no record"));
        check(&RECORD[..RECORD.len() - 1], Ok((0, 0)));
        check(&format!("{}\n", RECORD.replace("00ff", "ff")), Err("line 1 is no record"));
    }

    #[test]
    fn a_line_is_done_if_it_is_the_same_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.jsonl");
        let of_line = RECORD.replace("\"id\":\"a\",", "").replace("done", "lost");
        let threw = RECORD.replace("\"a\"", "\"t\"").replace("true", "false");
        let failed = RECORD.replace("\"a\"", "\"f\"").replace("done", "failed");
        std::fs::write(&path, format!("{RECORD}\n{of_line}\n{threw}\n{failed}\n")).unwrap();
        let (sink, past) = Sink::append(&path).unwrap();
        let settled =
            |id: Option<&str>, line, input| past.settled(&Name { id: id.map(Value::from), line, input });
        assert_eq!(settled(Some("a"), 9, 0xff), Some(Settled::Returned));
        assert_eq!(settled(Some("a"), 1, 0xfe), None, "it says something else now");
        assert_eq!(settled(None, 1, 0xff), Some(Settled::Lost));
        assert_eq!(settled(None, 2, 0xff), None);
        assert_eq!(settled(Some("b"), 1, 0xff), None);
        assert_eq!(settled(Some("t"), 1, 0xff), Some(Settled::WithError));
        assert_eq!(settled(Some("f"), 1, 0xff), None, "what failed is run again");
        let begun = NOW.replace("done", "begun").replace("\"a\"", "\"b\"");
        let again = NOW.replace("\"a\"", "\"t\"");
        drop(sink);
        std::fs::write(&path, format!("{NOW}\n{begun}\n{threw}\n{again}\n")).unwrap();
        let (_sink, past) = Sink::append(&path).unwrap();
        let settled =
            |id: Option<&str>, line, input| past.settled(&Name { id: id.map(Value::from), line, input });
        assert_eq!(settled(Some("a"), 1, 0xff), Some(Settled::Returned));
        assert_eq!(settled(Some("b"), 1, 0xff), Some(Settled::Lost), "it began and has no end");
        assert_eq!(settled(Some("t"), 1, 0xff), Some(Settled::Returned), "the last record counts");
        // A second run at the same time would write between these records.
        let error = Sink::append(&path).unwrap_err().to_string();
        assert!(error.contains("another run writes to"), "{error}");
    }
}
