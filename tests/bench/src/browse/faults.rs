//! Faults: what the next command says, whether the session goes on, and which processes are left.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::SUBJECT;
use crate::Failure;
use crate::commands::Webagents;
use crate::processes::{below, groups_of, living, of_groups};
use crate::report::{Table, Target};
use crate::site::Site;

const NAME: &str = "fault";
/// Time in which processes have to end.
const ENDS: Duration = Duration::from_secs(30);
const DIALOGS: usize = 1_000;
const TABS: usize = 200;

const LOOP: &str = "<!doctype html><title>Loop</title><button id=go onclick='for (;;);'>Go</button>";
const DIALOG: &str = "<!doctype html><title>Dialogs</title><p id=out>0</p><button id=go \
    onclick='for (let i = 0; i < 1000; i++) { alert(i); out.textContent = i + 1 }'>Go</button>";
const OPENS: &str = "<!doctype html><title>Tabs</title><button id=go \
    onclick='for (let i = 0; i < 200; i++) window.open(\"/tab\")'>Go</button>";
const TAB: &str = "<!doctype html><title>Tab</title><p>A tab";

/// The pages.
pub(super) fn page(path: &str) -> Option<&'static str> {
    match path {
        "/loop" => Some(LOOP),
        "/dialogs" => Some(DIALOG),
        "/tabs" => Some(OPENS),
        "/tab" => Some(TAB),
        _ => None,
    }
}

/// A session and its processes.
struct Stage {
    webagents: Webagents,
    supervisor: u32,
    processes: HashSet<u32>,
}

impl Stage {
    fn start(page: &str) -> Result<Self, Failure> {
        let webagents = Webagents::new()?;
        let supervisor = webagents.start(&["--engine", "chromium", NAME, page])?;
        let mut stage = Self { webagents, supervisor, processes: HashSet::new() };
        stage.look();
        Ok(stage)
    }

    /// Takes note of the processes there are.
    fn look(&mut self) {
        self.processes.extend(family(self.supervisor));
    }

    fn ask(&self, words: &[&str]) -> Result<Output, Failure> {
        Ok(self.webagents.command(&[&["browse", "--session", NAME], words].concat()).output()?)
    }

    /// A line about the answer to a command.
    fn says(&self, words: &[&str]) -> Result<String, Failure> {
        Ok(line(&self.ask(words)?))
    }

    /// Puts down what is left of the session's processes some time after its end.
    fn end(self, table: &mut Table, fault: &str) -> Result<(), Failure> {
        left(table, fault, &self.processes)
    }

    fn stop(&mut self) -> Result<(), Failure> {
        self.look();
        self.webagents.run(&["session", "stop", NAME]).map(drop)
    }
}

/// A process, all that it started, and their groups.
fn family(of: u32) -> HashSet<u32> {
    let mut all = below(of);
    let ours = groups_of(&HashSet::from([std::process::id()]));
    let groups: Vec<u32> = groups_of(&all).difference(&ours).copied().collect();
    all.extend(of_groups(&groups));
    all.insert(of);
    all
}

/// The exit code, and the first 200 characters of what a command printed.
fn line(output: &Output) -> String {
    let text = if output.status.success() { &output.stdout } else { &output.stderr };
    let text = String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = text.chars().take(200).collect();
    let code = output.status.code().map_or("a signal".to_owned(), |code| code.to_string());
    format!("exit {code}: {}", shown.replace('|', "/"))
}

fn left(table: &mut Table, fault: &str, processes: &HashSet<u32>) -> Result<(), Failure> {
    let begin = Instant::now();
    let mut count = processes.len();
    while begin.elapsed() < ENDS {
        count = living(processes);
        if count == 0 {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    let took = begin.elapsed().as_secs_f64();
    let what = format!("{fault}: processes left of {}, {took:.1} s after", processes.len());
    #[allow(clippy::cast_precision_loss, reason = "a few processes")]
    table.score(SUBJECT, what, count as f64, Some(Target::AtMost(0.0)));
    if processes.is_empty() { Err("the session has no processes".into()) } else { Ok(()) }
}

fn kill(process: u32) -> Result<(), Failure> {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw).ok_or("not a process")?;
    Ok(kill_process(pid, Signal::KILL)?)
}

/// The one of the processes whose program has this name and that is no part of another.
fn program(stage: &Stage, name: &str) -> Result<u32, Failure> {
    let is = |process: &u32| {
        let line = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line);
        let program = line.split(['\0', ' ']).next().unwrap_or_default();
        let program = program.rsplit('/').next().unwrap_or_default();
        program == name && !line.contains("--type=")
    };
    let found = stage.processes.iter().copied().find(is);
    found.ok_or_else(|| format!("the session has no process {name}").into())
}

/// One of the faults, with what is put down about it.
type Part<'a> = Box<dyn FnOnce(&mut Table) -> Result<(), Failure> + 'a>;

/// Runs all of them. One that cannot be measured counts as a missed bar, and the others are run.
pub(super) fn run(table: &mut Table, site: &Site) {
    let mut one = |fault: &str, outcome: Part<'_>| {
        if let Err(failure) = outcome(table) {
            let why = failure.to_string().replace(['|', '\n'], " ");
            table.score(SUBJECT, format!("{fault}: not measured: {why}"), 1.0, Some(Target::AtMost(0.0)));
        }
    };
    one("parent killed", Box::new(|table| owner(table, site)));
    for (fault, name) in
        [("supervisor killed", ""), ("driver killed", "chromedriver"), ("browser killed", "chromium")]
    {
        one(fault, Box::new(move |table| killed(table, site, fault, name)));
    }
    one("endless loop", Box::new(|table| endless_loop(table, site)));
    one("dialogs", Box::new(|table| dialogs(table, site)));
    one("tabs", Box::new(|table| tabs(table, site)));
}

/// The supervisor is killed, or its process of this name.
fn killed(table: &mut Table, site: &Site, fault: &str, name: &str) -> Result<(), Failure> {
    let mut stage = Stage::start(&format!("{}/tab", site.url))?;
    kill(if name.is_empty() { stage.supervisor } else { program(&stage, name)? })?;
    let begin = Instant::now();
    let said = stage.says(&["get", "title"])?;
    let took = begin.elapsed().as_secs_f64();
    table.figure(SUBJECT, format!("{fault}: the next command, {took:.1} s"), said);
    table.figure(SUBJECT, format!("{fault}: the one after"), stage.says(&["get", "title"])?);
    if !stage.webagents.run(&["session", "list"])?.contains("ended") {
        // It has to be of use then.
        goes_on(table, &stage, fault, site)?;
        stage.stop()?;
    }
    stage.end(table, fault)
}

/// The process that holds a browser for its own run is killed.
fn owner(table: &mut Table, site: &Site) -> Result<(), Failure> {
    let webagents = Webagents::new()?;
    let mut command =
        webagents.command(&["browse", "--json", "--engine", "chromium", "--egress", "open", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("no stdin")?;
    writeln!(input, "{}", serde_json::json!({ "action": "open", "url": format!("{}/tab", site.url) }))?;
    let mut answer = String::new();
    BufReader::new(child.stdout.take().ok_or("no stdout")?).read_line(&mut answer)?;
    if !answer.contains("\"ok\":true") {
        return Err(format!("the page was not opened: {answer}").into());
    }
    let processes = family(child.id());
    child.kill()?;
    child.wait()?;
    left(table, "parent of `browse --json -` killed", &processes)
}

/// A click whose handler does not end.
fn endless_loop(table: &mut Table, site: &Site) -> Result<(), Failure> {
    let fault = "endless loop on click";
    let mut stage = Stage::start(&format!("{}/loop", site.url))?;
    let begin = Instant::now();
    let output = stage
        .webagents
        .command(&["browse", "--session", NAME, "--deadline", "3", "click", "#go"])
        .output()?;
    let took = begin.elapsed().as_secs_f64();
    table.figure(SUBJECT, format!("{fault} with --deadline 3: the command, {took:.1} s"), line(&output));
    goes_on(table, &stage, fault, site)?;
    stage.stop()?;
    stage.end(table, fault)
}

/// Reports if another page can be opened and read in the same session.
fn goes_on(table: &mut Table, stage: &Stage, fault: &str, site: &Site) -> Result<(), Failure> {
    let begin = Instant::now();
    let opened = stage.ask(&["open", &format!("{}/tab", site.url)])?;
    let read = stage.ask(&["text"])?;
    let works = opened.status.success() && String::from_utf8_lossy(&read.stdout).contains("A tab");
    let took = begin.elapsed().as_secs_f64();
    let is_said = works || stage.webagents.run(&["session", "list"])?.contains(" ended ");
    let how = if works { "the session goes on" } else { "the session does not go on, and says so" };
    let what = format!("{fault}: {how} (1), or neither (0), {took:.1} s");
    table.score(SUBJECT, what, if is_said { 1.0 } else { 0.0 }, Some(Target::AtLeast(1.0)));
    if !works {
        table.figure(SUBJECT, format!("{fault}: open, text"), format!("{}; {}", line(&opened), line(&read)));
    }
    Ok(())
}

/// A click that opens dialogs, one after the other; each is accepted by a command of its own.
fn dialogs(table: &mut Table, site: &Site) -> Result<(), Failure> {
    let fault = format!("{DIALOGS} dialogs");
    let mut stage = Stage::start(&format!("{}/dialogs", site.url))?;
    table.figure(SUBJECT, format!("{fault}: the click"), stage.says(&["click", "#go"])?);
    table.figure(SUBJECT, format!("{fault}: another command"), stage.says(&["text"])?);
    let begin = Instant::now();
    let mut accepted = 0_u32;
    while accepted < 2_000 && stage.ask(&["dialog", "accept"])?.status.success() {
        accepted += 1;
    }
    let took = begin.elapsed().as_secs_f64();
    table.figure(SUBJECT, format!("{fault}: accepted, {took:.1} s"), accepted.to_string());
    table.figure(SUBJECT, format!("{fault}: the page's own count"), stage.says(&["text", "#out"])?);
    goes_on(table, &stage, &fault, site)?;
    stage.stop()?;
    stage.end(table, &fault)
}

/// A click that opens tabs.
fn tabs(table: &mut Table, site: &Site) -> Result<(), Failure> {
    let fault = format!("{TABS} tabs");
    let mut stage = Stage::start(&format!("{}/tabs", site.url))?;
    let begin = Instant::now();
    let said = stage.says(&["click", "#go"])?;
    let took = begin.elapsed().as_secs_f64();
    table.figure(SUBJECT, format!("{fault}: the click, {took:.1} s"), said);
    let begin = Instant::now();
    let listed = stage.ask(&["tabs"])?;
    let took = begin.elapsed().as_secs_f64();
    let count = String::from_utf8_lossy(&listed.stdout).lines().count();
    let what = format!("{fault}: tabs that `tabs` lists, {took:.1} s");
    #[allow(clippy::cast_precision_loss, reason = "a few tabs")]
    table.score(SUBJECT, what, count as f64, Some(Target::AtLeast(f64::from(201_u32))));
    goes_on(table, &stage, &fault, site)?;
    let begin = Instant::now();
    stage.stop()?;
    let took = begin.elapsed().as_secs_f64();
    table.figure(SUBJECT, format!("{fault}: session stop"), format!("{took:.1} s"));
    stage.end(table, &fault)
}
