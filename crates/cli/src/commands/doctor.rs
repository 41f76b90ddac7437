//! `webagents doctor`: browsers and drivers of this machine, and a command to install missing ones.
//!
//! The decision: it looks for programs as `exec` does, by the same functions, and runs each with `--version`. It starts no
//! browser, because a browser that does not start is reported by `exec` with its own words.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::timeout;
use webagents_host::{IsolateRestriction, Isolates};
use webagents_runtime_webdriver::{BrowserOptions, Engine, resources};

use crate::args;
use crate::exit::{Exit, Failure};
use crate::output;

/// Time for a program to print its version.
const PATIENCE: Duration = Duration::from_secs(10);

/// Power of other users of this machine over the browsers that are started here.
const SHARED: &str = "shared machine: every user of it can connect to the drivers and debuggers of browsers that run here, \
                      which listen on 127.0.0.1 without a password, and act with their logins; use a container or a \
                      machine of your own for logins";

/// A program and its output for `--version`.
struct Program {
    path: PathBuf,
    version: Option<String>,
}

/// An engine on this machine.
struct FoundEngine {
    engine: Engine,
    browser: Option<Program>,
    /// The one that is used first.
    drivers: Vec<Program>,
    missing: Vec<String>,
}

pub(super) async fn run(args: &args::Doctor) -> Result<Exit, Failure> {
    let default = BrowserOptions::from(args.browser)
        .default_engine()
        .map_err(|error| Failure::usage(error.to_string()))?;
    let mut engines = Vec::new();
    for engine in Engine::ALL {
        engines.push(look(engine).await);
    }
    let limits = resources::faults();
    let isolated = Isolates::default().restriction().await;
    let (restriction, fault) = match &isolated {
        Ok(IsolateRestriction::Filter) => (Some("filter"), None),
        Ok(_) => (Some("limits"), None),
        Err(error) => (None, Some(error.message())),
    };
    let ok = engines.iter().any(|found| found.engine == default && found.missing.is_empty());
    if args.json {
        output::json(&json!({
            "ok": ok,
            "default": default.name(),
            "engines": engines.iter().map(FoundEngine::json).collect::<Value>(),
            "limits": limits,
            "isolated_realm": { "restriction": restriction, "error": fault },
            "shared": SHARED,
        }))?;
    } else {
        output::data(&format!("{SHARED}\n"))?;
        for found in &engines {
            output::data(&found.text(default))?;
        }
        output::data(&match (restriction, fault) {
            (_, Some(fault)) => format!("isolated realm: not available: {fault}\n"),
            (Some("filter"), _) => {
                "isolated realm: a filter of system calls and limits of resources restrict the process\n"
                    .to_owned()
            }
            _ => "isolated realm: limits of resources restrict the process, and no filter of system calls\n"
                .to_owned(),
        })?;
        for limit in &limits {
            output::data(&format!("warning: {limit}\n"))?;
        }
    }
    Ok(if ok { Exit::Ok } else { Exit::Browser })
}

async fn look(engine: Engine) -> FoundEngine {
    let browser = match engine.find_browser() {
        Some(path) => Some(program(path).await),
        None => None,
    };
    let mut drivers = Vec::new();
    for path in engine.drivers() {
        drivers.push(program(path).await);
    }
    let mut missing = Vec::new();
    if browser.is_none() {
        missing.push(format!("the browser of {engine}"));
    }
    if drivers.is_empty() {
        missing.push(engine.driver_name().to_owned());
    }
    if engine.lacks_display() {
        missing.push("Xvfb, or a display".to_owned());
    }
    FoundEngine { engine, browser, drivers, missing }
}

async fn program(path: PathBuf) -> Program {
    let version = version(&path).await;
    Program { path, version }
}

/// The first line that a program prints with `--version`.
async fn version(path: &Path) -> Option<String> {
    let mut command = Command::new(path);
    command.arg("--version").stdin(Stdio::null()).kill_on_drop(true);
    let output = timeout(PATIENCE, command.output()).await.ok()?.ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
}

impl Program {
    fn json(&self) -> Value {
        json!({ "path": self.path.to_string_lossy(), "version": self.version })
    }

    fn text(&self) -> String {
        format!("{} ({})", self.path.display(), self.version.as_deref().unwrap_or("does not say its version"))
    }
}

impl FoundEngine {
    fn json(&self) -> Value {
        json!({
            "engine": self.engine.name(),
            "browser": self.browser.as_ref().map(Program::json),
            "drivers": self.drivers.iter().map(Program::json).collect::<Value>(),
            "missing": self.missing,
            "install": (!self.missing.is_empty()).then(|| self.engine.installed_by()),
        })
    }

    fn text(&self, default: Engine) -> String {
        let mark = if self.engine == default { " (default)" } else { "" };
        let mut lines = vec![format!("{}{mark}", self.engine)];
        lines.extend(self.browser.iter().map(|browser| format!("  browser: {}", browser.text())));
        for (at, driver) in self.drivers.iter().enumerate() {
            let unused = if at == 0 { "" } else { ", not used" };
            lines.push(format!("  driver: {}{unused}", driver.text()));
        }
        if !self.missing.is_empty() {
            lines.push(format!(
                "  missing: {}; install: {}",
                self.missing.join(", "),
                self.engine.installed_by()
            ));
        }
        lines.join("\n") + "\n"
    }
}
