//! Adapter with the fault that its first argument names.
//!
//! It is a real process, because only processes crash, hang and flood.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use webagents_conformance::{AdapterCommand, RunOptions, exit_code, run};

const GREETING: &str = r#"{"protocol":1,"implementation":{"name":"misbehaving","language":"rust","version":"0"},"operations":["discover","html-to-markdown"],"diagnostics":true}"#;

fn main() -> io::Result<ExitCode> {
    let manner = std::env::args().nth(1).unwrap_or_default();
    match manner.as_str() {
        "mute" => hang(),
        "dies" => {
            writeln!(io::stderr(), "cannot find my hat")?;
            return Ok(ExitCode::from(7));
        }
        "host" => return Ok(own()),
        _ => {}
    }
    for line in io::stdin().lines() {
        let line = line?;
        let seq = line.split_once("\"seq\":").and_then(|(_, rest)| rest.split(',').next()).unwrap_or("0");
        if line.contains("\"cmd\":\"start\"") {
            say(if manner == "protocol" { "{\"protocol\":2}" } else { GREETING })?;
            if manner == "deaf" {
                hang();
            }
        } else if line.contains("\"cmd\":\"stop\"") {
            break;
        } else if !line.contains("PROVOKE") {
            say(&format!(r#"{{"seq":{seq},"value":null,"diagnostics":[]}}"#))?;
        } else if let Some(code) = misbehave(&manner, seq)? {
            return Ok(code);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a host, whose adapter never answers and ignores polite signals.
///
/// The second argument is a suite; the adapter writes its process id to the third.
fn own() -> ExitCode {
    let path = |n| std::env::args_os().nth(n).unwrap_or_default();
    let script = "trap '' TERM HUP INT; echo $$ > \"$0\"; while :; do sleep 1; done";
    let note = path(3).to_string_lossy().into_owned();
    let adapter = AdapterCommand::new("sh", ["-c", script, &note]);
    let mut options = RunOptions::new(Path::new(&path(2)), adapter);
    options.start_timeout = Duration::from_mins(10);
    ExitCode::from(exit_code(&run(&options)))
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

fn misbehave(manner: &str, seq: &str) -> io::Result<Option<ExitCode>> {
    match manner {
        "crash" => {
            writeln!(io::stderr(), "Traceback: boom")?;
            return Ok(Some(ExitCode::from(3)));
        }
        "late" => hang(),
        "garbage" => say("Hello, I am not JSON")?,
        "two-in-one" => say(&format!(r#"{{"seq":{seq},"value":null,"skip":"and more"}}"#))?,
        "wrong-seq" => say(r#"{"seq":4242,"value":null}"#)?,
        "half-a-line" => {
            write!(io::stdout(), "{{\"seq\":{seq},\"value\":nu")?;
            io::stdout().flush()?;
            return Ok(Some(ExitCode::SUCCESS));
        }
        "babble" => {
            say(&format!(r#"{{"seq":{seq},"value":null,"diagnostics":[]}}"#))?;
            // Extra line: it must count against the next question only.
            say("one more thing")?;
        }
        "flood" => loop {
            say("x")?;
        },
        "error" => say(&format!(r#"{{"seq":{seq},"error":"I failed"}}"#))?,
        "skip" => say(&format!(r#"{{"seq":{seq},"skip":"not today"}}"#))?,
        "reject" => say(&format!(r#"{{"seq":{seq},"reject":true,"diagnostics":[]}}"#))?,
        _ => say(&format!(r#"{{"seq":{seq},"value":"http://wrong.example/"}}"#))?,
    }
    Ok(None)
}

fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}
