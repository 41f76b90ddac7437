//! Pages that were seen to break readers of pages, each made here, each read by a process of its own.
//!
//! On each kind, at least one other project's converter aborts, stalls or loses text: nesting of every
//! sort, attributes, formatting that is never closed, spans, and sheer size. A process for each, so that an abort is
//! counted and is not the end of the measurement, and so that the peak of its memory is its own. It reads on a thread of
//! 2 MiB, as a runtime's worker has.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use webagents_read::{ReadOptions, Scope, part, read};

use super::SUBJECT;
use crate::Failure;
use crate::report::{Table, Target};

/// Mark that the output must have as often as the page has it.
const MARK: char = '\u{17e}';

/// Stack of the thread that reads.
const STACK: usize = 2 * 1024 * 1024;

/// Maximum time for each five megabytes of a page.
const TIME: Duration = Duration::from_secs(1);
/// Maximum memory for a page, in bytes.
const MEMORY: u64 = 200_000_000;

/// The Markdown of a page may be this many times as long as the page.
const LONGER: u64 = 3;

/// A page of ten megabytes may take this many times its size.
const TIMES: f64 = 12.0;

/// The program that reads one page and prints what that cost.
const PROGRAM: &str = "webagents-bench-hostile";

/// Kind of page: its name, the repeated beginning, the number of repetitions, and the repeated end.
type Kind = (&'static str, &'static str, usize, &'static str);

const KINDS: [Kind; 49] = [
    ("10,000 div", "<div>\u{17e}", 10_000, "</div>"),
    ("100,000 div", "<div>\u{17e}", 100_000, "</div>"),
    ("100,000 div, never closed", "<div>\u{17e}", 100_000, ""),
    ("10,000 blockquote", "<blockquote>\u{17e}", 10_000, "</blockquote>"),
    ("5,000 ul in li", "<ul><li>\u{17e}", 5_000, "</ul>"),
    ("5,000 ol in li", "<ol><li>\u{17e}", 5_000, "</ol>"),
    ("100,000 span", "<span>\u{17e}", 100_000, "</span>"),
    ("10,000 b", "<b>\u{17e}", 10_000, "</b>"),
    ("10,000 em and strong", "<em>\u{17e}<strong>", 10_000, "</strong></em>"),
    ("10,000 a", "<a href=x>\u{17e}", 10_000, "</a>"),
    ("10,000 code", "<code>\u{17e}", 10_000, "</code>"),
    ("10,000 pre", "<pre>\u{17e}", 10_000, "</pre>"),
    ("10,000 section", "<section>\u{17e}", 10_000, "</section>"),
    ("10,000 h1", "<h1>\u{17e}", 10_000, "</h1>"),
    ("5,000 dl in dd", "<dl><dd>\u{17e}", 5_000, "</dl>"),
    ("3,000 tables in cells", "<table><tr><td>\u{17e}", 3_000, "</table>"),
    ("10,000 fieldset", "<fieldset>\u{17e}", 10_000, "</fieldset>"),
    ("10,000 details", "<details><summary>\u{17e}", 10_000, ""),
    ("10,000 button", "<button>\u{17e}", 10_000, ""),
    ("10,000 form", "<form>\u{17e}", 10_000, ""),
    ("10,000 svg g", "<svg><g>", 10_000, ""),
    ("10,000 mrow", "<math><mrow>", 10_000, ""),
    ("10,000 template", "<template>", 10_000, "</template>"),
    ("20,000 b, i and p, misnested", "<b><i><p>\u{17e}</b></i>", 20_000, ""),
    ("20,000 a around div", "<a href=x><div>\u{17e}</a>", 20_000, ""),
    ("3,000 font, never closed, and paragraphs", "<font size=1><p>\u{17e}", 3_000, ""),
    ("one span of 1,000,000,000", "<table><tr><th colspan=1000000000 rowspan=1000000000>\u{17e}", 1, ""),
    ("20,000 spans of cells", "<tr><td colspan=9 rowspan=65534>\u{17e}", 20_000, ""),
    ("500,000 paragraphs", "<p>\u{17e}", 500_000, ""),
    ("1,000,000 line breaks", "\u{17e}<br>", 1_000_000, ""),
    ("200,000 scripts", "<script>x</script>\u{17e}", 200_000, ""),
    ("10 MB of words", "word \u{17e} ", 1_250_000, ""),
    ("10 MB without a blank", "word\u{17e}", 1_700_000, ""),
    ("1,000,000 stars", "*", 1_000_000, ""),
    ("1,000,000 backticks", "`", 1_000_000, ""),
    ("1,000,000 brackets", "[", 1_000_000, ""),
    ("1,000,000 references", "&amp;", 1_000_000, ""),
    ("1,000,000 NUL", "\0", 1_000_000, ""),
    (
        "70,000 tables with one cell of 65,534 rows",
        "<table><tr><td rowspan=65534>\u{17e}</table>",
        70_000,
        "",
    ),
    (
        "70,000 tables with one cell of 1,000 columns",
        "<table><tr><td colspan=1000>\u{17e}</table>",
        70_000,
        "",
    ),
    ("10 MB of lists in lists", "<ul><li>\u{17e}<ol><li>\u{17e}", 480_000, ""),
    ("10 MB of fieldset, never closed", "<fieldset>\u{17e}", 830_000, ""),
    ("10 MB of pictures", "<img src=a alt=\u{17e} srcset='a 1x, b 2x'>", 230_000, ""),
    ("20,000 long values", "<a href=\"/x?LONG\" title=\"LONG\">\u{17e}</a>", 20_000, ""),
    // Made in another way: a tag of 100,000 attributes, a table, and attributes of ten megabytes.
    ("100,000 attributes", " a", 100_000, ""),
    ("10 MB of rows of spans", "<tr><td rowspan=65534>\u{17e}<td colspan=1000>\u{17e}", 210_000, ""),
    ("10 MB of commas in srcset", ",", 10_000_000, ""),
    ("10 MB of candidates in srcset", "a 1x,", 2_000_000, ""),
    ("10 MB of one address", "a", 10_000_000, ""),
];

/// The page of a kind.
fn page((name, piece, count, end): Kind) -> String {
    let middle = match name {
        "100,000 attributes" => {
            let attributes: Vec<String> = (0..count).map(|at| format!("{piece}{at}=1")).collect();
            format!("<div{}>{MARK}</div>", attributes.concat())
        }
        "10 MB of commas in srcset" | "10 MB of candidates in srcset" => {
            format!("<img alt={MARK} srcset=\"{}\">", piece.repeat(count))
        }
        "10 MB of one address" => format!("<a href=\"/{}\">{MARK}</a>", piece.repeat(count)),
        "20,000 long values" => piece.replace("LONG", &"v".repeat(250)).repeat(count),
        "20,000 spans of cells" | "10 MB of rows of spans" => {
            format!("<table>{}</table>", piece.repeat(count))
        }
        _ => piece.repeat(count) + &end.repeat(count),
    };
    format!("<!doctype html><p>{MARK}</p>{middle}<p>{MARK}")
}

/// Measures the page of a kind, given by its index, or of a file, and returns the record to print.
pub fn of(argument: &str) -> Result<Value, Failure> {
    let html = match argument.parse::<usize>().ok().and_then(|at| KINDS.get(at)) {
        Some(kind) => page(*kind),
        None => std::fs::read_to_string(argument)?,
    };
    let before = resident("VmRSS:")?;
    let reader = std::thread::Builder::new().stack_size(STACK);
    let bytes = html.len();
    let reading = reader.spawn(move || {
        let start = Instant::now();
        let content = read(&html, &ReadOptions::default());
        let took = start.elapsed();
        let peak = resident("VmHWM:");
        let mut whole = ReadOptions::default();
        whole.scope = Scope::Whole;
        let start = Instant::now();
        let markdown = read(&html, &whole).markdown;
        let slowest = took.max(start.elapsed());
        let start = Instant::now();
        let parts =
            part(&content.markdown, 0, 10_000).text.len() + part(&markdown, 10_000, 10_000).text.len();
        let slowest = slowest.max(start.elapsed());
        let count = |text: &str| text.matches(MARK).count();
        (peak, slowest, count(&html), count(&markdown), parts, content.markdown.len().max(markdown.len()))
    })?;
    let (peak, slowest, given, kept, parts, output) = reading.join().map_err(|_| "it panicked")?;
    Ok(json!({
        "bytes": bytes,
        "seconds": slowest.as_secs_f64(),
        "memory": peak?.saturating_sub(before),
        "given": given,
        "kept": kept,
        "parts": parts,
        "output": output,
    }))
}

/// Memory of this process in bytes, by its name in `proc_pid_status(5)`.
fn resident(name: &str) -> Result<u64, Failure> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line =
        status.lines().find_map(|line| line.strip_prefix(name)).ok_or("no such line in /proc/self/status")?;
    let kilobytes: u64 = line.split_whitespace().next().unwrap_or_default().parse()?;
    Ok(kilobytes * 1024)
}

/// Output of the program for a page; `None` if it does not come to its end.
fn measured(argument: &str) -> Result<Option<Value>, Failure> {
    let own = std::env::current_exe()?;
    let program = own.parent().unwrap_or(Path::new(".")).join(PROGRAM);
    let output = Command::new(&program)
        .arg(argument)
        .stderr(Stdio::null())
        .output()
        .map_err(|cause| format!("{}: {cause}", program.display()))?;
    Ok(if output.status.success() { Some(serde_json::from_slice(&output.stdout)?) } else { None })
}

/// Reads each of the pages.
pub(super) fn run(table: &mut Table) -> Result<(), Failure> {
    let (mut aborts, mut lost, mut slow, mut large, mut long) = (0, 0, 0, 0, 0);
    let (mut slowest, mut largest) = ((0.0, ""), (0, ""));
    for (place, (name, ..)) in KINDS.iter().enumerate() {
        let Some(measured) = measured(&place.to_string())? else {
            eprintln!("{name}: the process did not come to its end");
            aborts += 1;
            continue;
        };
        let (seconds, memory) =
            (measured["seconds"].as_f64().unwrap_or_default(), measured["memory"].as_u64().unwrap_or(0));
        if measured["given"] != measured["kept"] {
            eprintln!("{name}: {} of {} texts were kept", measured["kept"], measured["given"]);
            lost += 1;
        }
        let [bytes, output] = ["bytes", "output"].map(|name| measured[name].as_u64().unwrap_or(0));
        eprintln!(
            "{name}: {bytes} bytes, {:.0} ms, {} MB, {output} bytes of Markdown",
            seconds * 1e3,
            memory / 1_000_000
        );
        long += usize::from(output > bytes * LONGER);
        #[allow(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
        let most = TIME.as_secs_f64() * (bytes as f64 / 5e6).max(1.0);
        slow += usize::from(seconds > most);
        large += usize::from(memory > MEMORY);
        if seconds > slowest.0 {
            slowest = (seconds, name);
        }
        if memory > largest.0 {
            largest = (memory, name);
        }
    }
    let kinds = KINDS.len();
    for (what, count) in [
        ("aborts", aborts),
        ("lost text", lost),
        ("took more than a second for each 5 MB", slow),
        ("took more than 200 MB", large),
        ("became more than three times as long", long),
    ] {
        table.score(
            SUBJECT,
            format!("{kinds} hostile pages: {what}"),
            f64::from(u32::try_from(count)?),
            Some(Target::AtMost(0.0)),
        );
    }
    table.figure(
        SUBJECT,
        format!("slowest hostile page: {}", slowest.1),
        format!("{:.0} ms", slowest.0 * 1e3),
    );
    table.figure(
        SUBJECT,
        format!("largest hostile page: {}", largest.1),
        format!("{} MB", largest.0 / 1_000_000),
    );
    Ok(())
}

/// Ten megabytes of real pages, one after the other.
pub(super) fn memory(table: &mut Table, pages: &[super::Page]) -> Result<(), Failure> {
    const BYTES: usize = 10_000_000;
    let mut html = String::with_capacity(BYTES + BYTES / 2);
    for page in pages.iter().cycle() {
        html.push_str(&page.html);
        if html.len() >= BYTES {
            break;
        }
    }
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), &html)?;
    let measured = measured(&file.path().to_string_lossy())?.ok_or("the page of 10 MB was not read")?;
    #[allow(clippy::cast_precision_loss, reason = "sizes are far below 2^53")]
    let times = measured["memory"].as_u64().unwrap_or_default() as f64 / html.len() as f64;
    table.ratio(
        SUBJECT,
        "memory for 10 MB of real pages, over their size",
        times,
        Some(Target::AtMost(TIMES)),
    );
    Ok(())
}
