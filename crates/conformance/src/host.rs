//! Host side of the protocol: starts, questions, watches, kills and restarts an adapter process.
//!
//! An adapter is an untrusted program under test: it may hang, die, flood either stream, close one early, or start
//! children. Three threads move the bytes, and each question has a deadline. On Unix the adapter is in a process
//! group with a watchdog that kills the group when this process ends in any way: the watchdog waits at a pipe that
//! only this process holds.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::case::{Args, Operation};
use crate::command::AdapterCommand;
use crate::error::{Error, ErrorKind};
use crate::implementation::{CheckAnswer, Description};
use crate::input::CaseInput;
use crate::protocol::{Greeting, Question, Reply};

/// Maximum number of bytes of one answer.
///
/// The largest document is 8 MiB, and JSON can spell a byte as six.
const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// Number of bytes of the adapter's log that are kept for the report of a crash.
const LOG_TAIL: usize = 2048;

/// Time limit for reading the end of a killed adapter's log.
const LOG_PATIENCE: Duration = Duration::from_secs(2);

/// Time limits of an adapter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadlines {
    pub(crate) start: Duration,
    pub(crate) answer: Duration,
}

/// Adapter that is started on demand.
pub(crate) struct Host {
    command: AdapterCommand,
    spec_version: String,
    deadlines: Deadlines,
    description: Description,
    process: Option<Process>,
    seq: u64,
}

impl Host {
    /// Starts the adapter and reads its greeting.
    pub(crate) fn start(
        command: AdapterCommand,
        spec_version: String,
        deadlines: Deadlines,
    ) -> Result<Self, Error> {
        let (process, description) = greet(&command, &spec_version, deadlines.start)?;
        Ok(Self { command, spec_version, deadlines, description, process: Some(process), seq: 0 })
    }

    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    /// Asks a question.
    ///
    /// The inner error describes the adapter's crash; the next question restarts it. The outer error means that the
    /// adapter does not restart.
    pub(crate) fn ask(
        &mut self,
        operation: Operation,
        input: &[u8],
        args: &Args,
    ) -> Result<Result<CheckAnswer, String>, Error> {
        let mut process = if let Some(process) = self.process.take() {
            process
        } else {
            let (process, description) = greet(&self.command, &self.spec_version, self.deadlines.start)?;
            if description != self.description {
                let why = "the adapter sent a different greeting after a restart";
                return Err(Error::new(ErrorKind::Adapter, why));
            }
            process
        };
        self.seq += 1;
        let question = Question::Run {
            seq: self.seq,
            op: operation.as_str().to_owned(),
            input: CaseInput::from_bytes(input),
            args: args.clone(),
        };
        let answer = process.exchange(&question, self.deadlines.answer).and_then(|line| {
            let reply: Reply = serde_json::from_slice(&line)
                .map_err(|e| format!("expected an answer ({e}), found: {}", shown(&line)))?;
            reply.into_answer(self.seq)
        });
        match answer {
            Ok(answer) => {
                self.process = Some(process);
                Ok(Ok(answer))
            }
            Err(how) => Ok(Err(process.end_with_log(how))),
        }
    }

    /// Sends `stop` and gives the adapter the time of an answer to end by itself.
    pub(crate) fn stop(mut self) {
        if let Some(mut process) = self.process.take() {
            process.say_stop(self.deadlines.answer);
        }
    }
}

fn greet(
    command: &AdapterCommand,
    spec_version: &str,
    deadline: Duration,
) -> Result<(Process, Description), Error> {
    let mut process = Process::spawn(command)?;
    let start = Question::Start { protocol: crate::PROTOCOL, spec_version: spec_version.to_owned() };
    let greeting = process.exchange(&start, deadline).and_then(|line| {
        let greeting: Greeting = serde_json::from_slice(&line)
            .map_err(|e| format!("expected a greeting ({e}), found: {}", shown(&line)))?;
        match greeting.protocol {
            crate::PROTOCOL => Ok(greeting.into_description()),
            other => Err(format!("expected protocol {}, found {other}", crate::PROTOCOL)),
        }
    });
    match greeting {
        Ok(description) => Ok((process, description)),
        Err(how) => {
            let how = process.end_with_log(how);
            Err(Error::new(
                ErrorKind::Adapter,
                format!("the adapter {} does not start: {how}", command.program.display()),
            ))
        }
    }
}

/// Event of the reading thread.
#[derive(Debug, PartialEq, Eq)]
enum ReadEvent {
    Line(Vec<u8>),
    TooLong,
    End,
}

struct Process {
    questions: Option<Sender<Vec<u8>>>,
    answers: Receiver<ReadEvent>,
    log: Arc<Mutex<VecDeque<u8>>>,
    log_ended: Receiver<()>,
    group: Group,
}

impl Process {
    fn spawn(command: &AdapterCommand) -> Result<Self, Error> {
        let mut spawned = command.to_command();
        spawned.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::spawn(spawned).map_err(|e| {
            let what = format!("cannot run the adapter {}: {e}", command.program.display());
            Error::new(ErrorKind::Adapter, what).because(e)
        })?;
        let (questions, to_write) = channel::<Vec<u8>>();
        // One line ahead is enough: an adapter that floods its standard output has to wait.
        let (events, answers) = sync_channel(1);
        let (log_ends, log_ended) = sync_channel(1);
        let log = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(mut stdin) = group.adapter.stdin.take() {
            thread::spawn(move || {
                for line in to_write {
                    // A missing adapter is reported by the function that awaits its answer.
                    if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = group.adapter.stdout.take() {
            thread::spawn(move || listen(BufReader::new(stdout), LONGEST_LINE, &events));
        }
        if let Some(stderr) = group.adapter.stderr.take() {
            let log = Arc::clone(&log);
            thread::spawn(move || {
                keep_tail(stderr, &log);
                // The receiver may be gone already.
                let _ = log_ends.try_send(());
            });
        }
        Ok(Self { questions: Some(questions), answers, log, log_ended, group })
    }

    /// Writes a question and waits for a line.
    fn exchange(&mut self, question: &Question, deadline: Duration) -> Result<Vec<u8>, String> {
        let mut line = serde_json::to_vec(question).map_err(|e| format!("cannot send the question: {e}"))?;
        line.push(b'\n');
        // When the writing thread has ended, the adapter has closed its standard input; it may still answer.
        if let Some(questions) = &self.questions {
            let _ = questions.send(line);
        }
        match self.answers.recv_timeout(deadline) {
            Ok(ReadEvent::Line(line)) => Ok(line),
            Ok(ReadEvent::TooLong) => Err(format!("it wrote a line of more than {LONGEST_LINE} bytes")),
            Ok(ReadEvent::End) | Err(RecvTimeoutError::Disconnected) => {
                Err("it closed its standard output without an answer".to_owned())
            }
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("it gave no answer within {} ms", deadline.as_millis()))
            }
        }
    }

    fn say_stop(&mut self, deadline: Duration) {
        if let (Some(questions), Ok(mut line)) = (self.questions.take(), serde_json::to_vec(&Question::Stop))
        {
            line.push(b'\n');
            // An adapter that has ended needs no `stop`.
            let _ = questions.send(line);
        }
        // The end of its output does not mean its end: a child may hold the stream. In any case the group is killed
        // when `self` is dropped.
        let start = Instant::now();
        while start.elapsed() < deadline && matches!(self.group.adapter.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills the adapter; returns `how` with its state and the end of its log.
    fn end_with_log(mut self, how: String) -> String {
        let status = self.group.adapter.try_wait().ok().flatten();
        self.group.kill();
        // Its log ends with it, unless a child outside the group still holds the stream.
        let _ = self.log_ended.recv_timeout(LOG_PATIENCE);
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let log: Vec<u8> = log.iter().copied().collect();
        let state = status.map_or_else(String::new, |status| format!(" ({status})"));
        if log.is_empty() {
            return how + &state;
        }
        format!("{how}{state}; its log ends: {}", String::from_utf8_lossy(&log).trim())
    }
}

fn listen(mut stdout: impl BufRead, longest: u64, events: &SyncSender<ReadEvent>) {
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(longest).read_until(b'\n', &mut line);
        let message = match read {
            Ok(_) if line.last() == Some(&b'\n') => ReadEvent::Line(line),
            Ok(n) if u64::try_from(n).is_ok_and(|n| n == longest) => ReadEvent::TooLong,
            // A last line without its line end was cut off by the adapter's death.
            Ok(_) | Err(_) => ReadEvent::End,
        };
        let last = !matches!(message, ReadEvent::Line(_));
        if events.send(message).is_err() || last {
            return;
        }
    }
}

fn keep_tail(mut stderr: impl Read, log: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(n @ 1..) = stderr.read(&mut buffer) {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        log.extend(&buffer[..n]);
        let surplus = log.len().saturating_sub(LOG_TAIL);
        log.drain(..surplus);
    }
}

fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    let end = text.floor_char_boundary(120);
    if end < text.len() { format!("{:?}…", &text[..end]) } else { format!("{text:?}") }
}

/// Process with its children, killed together.
struct Group {
    adapter: Child,
    #[cfg(unix)]
    watchdog: Child,
}

impl Group {
    #[cfg(unix)]
    fn spawn(mut command: Command) -> std::io::Result<Self> {
        use std::os::unix::process::CommandExt;

        // This end of the pipe closes with this process, even when it is killed; `read` then returns, and signal 9
        // goes to every process of the watchdog's own group.
        let mut watchdog = Command::new("/bin/sh")
            .args(["-c", "read -r _; kill -9 0"])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let group = i32::try_from(watchdog.id()).map_err(std::io::Error::other);
        match group.and_then(|group| command.process_group(group).spawn()) {
            Ok(adapter) => Ok(Self { adapter, watchdog }),
            Err(e) => {
                end_watchdog(&mut watchdog);
                Err(e)
            }
        }
    }

    #[cfg(not(unix))]
    fn spawn(mut command: Command) -> std::io::Result<Self> {
        Ok(Self { adapter: command.spawn()? })
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        end_watchdog(&mut self.watchdog);
        // The adapter may have left its group. An error means that it has ended already.
        let _ = self.adapter.kill();
        let _ = self.adapter.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn end_watchdog(watchdog: &mut Child) {
    drop(watchdog.stdin.take());
    // An error means that it has been waited for already.
    let _ = watchdog.wait();
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::{ReadEvent, listen};

    #[track_caller]
    fn check(stdout: &[u8], expected: &[ReadEvent]) {
        let (events, answers) = sync_channel(16);
        listen(stdout, 8, &events);
        drop(events);
        assert_eq!(answers.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines_are_bounded_and_whole() {
        let line = |text: &str| ReadEvent::Line(text.as_bytes().to_vec());
        check(b"a\n\nb\n", &[line("a\n"), line("\n"), line("b\n"), ReadEvent::End]);
        check(b"a\nb", &[line("a\n"), ReadEvent::End]);
        check(b"1234567\n", &[line("1234567\n"), ReadEvent::End]);
        check(b"12345678\n", &[ReadEvent::TooLong]);
        check(&[b'x'; 100], &[ReadEvent::TooLong]);
    }
}
