//! Lines to run, read one after the other: a file may exceed memory, and stdin may not end.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read as _};
use std::thread;

use serde_json::Value;
use tokio::sync::mpsc;
use url::Url;
use webagents_fetch::redact_url;
use webagents_schema::json_problem;

use crate::args::SourceArg;
use crate::exit::Failure;
use crate::file::{self, unreadable};
use crate::source::EMPTY_CODE;

/// Bytes of one line.
const LINE_BYTES: u64 = 16 * 1024 * 1024;
/// Bytes of code, as for one script.
const CODE_BYTES: usize = 8 * 1024 * 1024;
/// Bytes of an id.
const ID_BYTES: usize = 1024;

/// Identity of a line, in its record and to `--resume`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Name {
    /// The caller's own name for it, a string or a number.
    pub(super) id: Option<Value>,
    /// Its number, from 1, blank lines counted.
    pub(super) line: u64,
    /// A hash of URL and code, by which a line is known to be the one that was run.
    pub(super) input: u64,
}

/// A line to run.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) name: Name,
    pub(super) url: Url,
    pub(super) code: String,
}

/// One line of the input.
#[derive(Debug)]
pub(super) enum InputLine {
    Job(Job),
    /// Reason why the line is not a job.
    Broken(Name, Failure),
}

/// Reads in a thread of its own, because a terminal or a pipe may keep a reader waiting for ever.
///
/// The thread ends with its input, with the process, or when nobody takes its lines. The last item is the failure to
/// read on, if there is one.
pub(super) fn read(
    source: &SourceArg,
    ahead: usize,
) -> Result<mpsc::Receiver<Result<InputLine, Failure>>, Failure> {
    let reader: Box<dyn BufRead + Send> = match source {
        SourceArg::Stdin => Box::new(BufReader::new(std::io::stdin())),
        SourceArg::File(path) => {
            Box::new(BufReader::new(file::open(path).map_err(|error| unreadable(source, &error))?))
        }
        SourceArg::Url(_) => {
            let failure = Failure::usage(format!("{source}: lines are read from a file or from stdin"));
            return Err(failure.help("save it first, or pass it through stdin with -"));
        }
    };
    let (give, take) = mpsc::channel(ahead);
    let name = source.to_string();
    let thread = thread::Builder::new().name("lines".to_owned()).spawn(move || lines(reader, &name, &give));
    match thread {
        Ok(_) => Ok(take),
        Err(error) => Err(unreadable(source, &error)),
    }
}

fn lines(mut reader: Box<dyn BufRead + Send>, name: &str, give: &mpsc::Sender<Result<InputLine, Failure>>) {
    // Hashes of the ids, each with its line.
    let mut ids: HashMap<u64, u64> = HashMap::new();
    let mut bytes = Vec::new();
    for number in 1_u64.. {
        bytes.clear();
        let line = match reader.by_ref().take(LINE_BYTES + 1).read_until(b'\n', &mut bytes) {
            Ok(0) => return,
            Ok(read)
                if u64::try_from(read).is_ok_and(|read| read > LINE_BYTES) && !bytes.ends_with(b"\n") =>
            {
                let long = Failure::usage(format!("line {number} is longer than {LINE_BYTES} bytes"));
                match reader.skip_until(b'\n') {
                    Ok(_) => Some(Ok(InputLine::Broken(Name { id: None, line: number, input: 0 }, long))),
                    Err(error) => Some(Err(unreadable(&name, &error))),
                }
            }
            Ok(_) => parse(&bytes, number, &mut ids).map(Ok),
            Err(error) => Some(Err(unreadable(&name, &error))),
        };
        let Some(line) = line else { continue };
        let is_last = line.is_err();
        if give.blocking_send(line).is_err() || is_last {
            return;
        }
    }
}

/// Parses a line; nothing for a blank one.
fn parse(bytes: &[u8], line: u64, ids: &mut HashMap<u64, u64>) -> Option<InputLine> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").filter(|_| line == 1).unwrap_or(bytes).trim_ascii();
    if bytes.is_empty() {
        return None;
    }
    let mut name = Name { id: None, line, input: fnv(bytes) };
    Some(match job(bytes, &mut name, ids) {
        Ok((url, code)) => InputLine::Job(Job { name, url, code }),
        Err(why) => InputLine::Broken(name, Failure::usage(format!("line {line}: {why}"))),
    })
}

fn job(bytes: &[u8], name: &mut Name, ids: &mut HashMap<u64, u64>) -> Result<(Url, String), String> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| format!("is not JSON: {}", json_problem(&String::from_utf8_lossy(bytes), &error)))?;
    let Value::Object(mut members) = value else {
        return Err("is no object; expected {\"url\": .., \"code\": ..}".to_owned());
    };
    match members.remove("id") {
        None | Some(Value::Null) => {}
        Some(id @ (Value::String(_) | Value::Number(_))) => {
            let text = id.to_string();
            if text.len() > ID_BYTES {
                return Err(format!("the id is longer than {ID_BYTES} bytes"));
            }
            if let Some(other) = ids.insert(fnv(text.as_bytes()), name.line) {
                return Err(format!("the id {text} is that of line {other}, too"));
            }
            name.id = Some(id);
        }
        Some(_) => return Err("the id is neither a string nor a number".to_owned()),
    }
    let mut text = |member: &str| match members.remove(member) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("{member:?} is no string")),
        None => Err(format!("{member:?} is missing")),
    };
    let (url, code) = (text("url")?, text("code")?);
    if let Some(other) = members.keys().next() {
        return Err(format!("{other:?} is not a member of a line; expected url, code and id"));
    }
    if code.len() > CODE_BYTES {
        return Err(format!("the code is longer than {CODE_BYTES} bytes"));
    }
    if code.trim().is_empty() {
        return Err(EMPTY_CODE.to_owned());
    }
    let parsed = Url::parse(&url).map_err(|error| format!("{:?} is not a URL: {error}", redact_url(&url)))?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(format!("{} is no page of a website; only http and https are opened", redact_url(&url)));
    }
    name.input = fnv([parsed.as_str().as_bytes(), code.as_bytes()].join(&0).as_slice());
    Ok((parsed, code))
}

/// FNV-1a, 64 bits (<http://www.isthe.com/chongo/tech/comp/fnv/>).
///
/// It is the same on every machine and in every version. It detects changed lines; it does not protect against deliberate
/// collisions.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Result<&str, &str>) {
        let mut ids = HashMap::from([(fnv(b"\"twice\""), 1)]);
        match (parse(line.as_bytes(), 2, &mut ids).expect("a line"), expected) {
            (InputLine::Job(job), Ok(code)) => assert_eq!(job.code, code),
            (InputLine::Broken(_, failure), Err(why)) => {
                assert_eq!(failure.to_string(), format!("line 2: {why}"));
            }
            (other, _) => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_a_line_may_say() {
        check(r#"{"url": "http://a/", "code": "return 1"}"#, Ok("return 1"));
        check("{\"id\": 7, \"code\": \"2\", \"url\": \"https://a.example/\"}\r\n", Ok("2"));
        check(r#"{"url": "http://a/", "code": " \n"}"#, Err(EMPTY_CODE));
        check("{", Err("is not JSON: EOF while parsing an object at line 1 column 1"));
        check("[]", Err("is no object; expected {\"url\": .., \"code\": ..}"));
        check(r#"{"url": "http://a/"}"#, Err("\"code\" is missing"));
        check(r#"{"url": 1, "code": "1"}"#, Err("\"url\" is no string"));
        check(r#"{"url": "a", "code": "1"}"#, Err("\"a\" is not a URL: relative URL without a base"));
        check(
            r#"{"url": "file:///a", "code": "1"}"#,
            Err("file:///a is no page of a website; only http and https are opened"),
        );
        check(
            r#"{"url": "http://a/", "code": "1", "cdoe": ""}"#,
            Err("\"cdoe\" is not a member of a line; expected url, code and id"),
        );
        check(
            r#"{"url": "http://a/", "code": "1", "id": []}"#,
            Err("the id is neither a string nor a number"),
        );
        check(
            r#"{"url": "http://a/", "code": "1", "id": "twice"}"#,
            Err("the id \"twice\" is that of line 1, too"),
        );
    }

    #[test]
    fn a_hash_is_fnv() {
        // From the test vectors of its authors.
        assert_eq!(fnv(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_same_line_has_the_same_hash_whatever_surrounds_it() {
        let input = |line: &str| match parse(line.as_bytes(), 1, &mut HashMap::new()) {
            Some(InputLine::Job(job)) => job.name.input,
            other => panic!("{other:?}"),
        };
        let one = input("{\"url\": \"http://a\", \"code\": \"b\"}");
        assert_eq!(input("\u{feff}{\"id\": 1, \"code\": \"b\",\"url\":\"http://a/\"} \n"), one);
        assert_ne!(input("{\"url\": \"http://a\", \"code\": \"c\"}"), one);
        assert!(parse(b" \r\n", 3, &mut HashMap::new()).is_none());
    }
}
