//! Running the command, serving sites, and looking for leftovers.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Pid;
use serde_json::Value;
use webagents_testkit::Site;
pub(crate) use webagents_testkit::{Answer, PATIENCE, closed_port, free_port, wait_until};

pub(crate) const SHOP_PAGE: &str = include_str!("../../demo/index.html");
pub(crate) const SHOP_MANIFEST: &str = include_str!("../../demo/webagents.md");

/// A manifest with findings of each severity, at places that are easy to get wrong.
///
/// They are after an escape sequence, after letters of two bytes, and far to the right.
pub(crate) const FINDINGS: &str = "# Sh\u{f6}p

## searchBooks
Finds b\u{f6}\u{f6}ks. \u{1b}[2J\u{1b}[31mred \u{202e}backwards

### Params
- query: no backticks, \u{1b}[31mred\u{202e}
- `limit` (number, default=10: How many
- `t\u{ef}tle` (\u{1b} | string |): A type that does not parse
- `shelf` (\"adventure\" | \"mystery\" | \"philosophy\" | \"poetry\" | \"science-fiction\" | \"history\" | % ): Far right of a line that goes on beyond what is shown of it, for it is an endless one, as lines are that a program wrote
- `pages` (number, default=many): A default of another type

## addToBasket

Nearly a tool.

## __proto__
### Params
- `a`: A

## searchBooks
### Output
```ts
string
```
";

/// Tools by which the progress of code is seen from outside of its browser.
///
/// `at` requests a path, `held` does so and never returns, `stored` keeps a text in a cookie and in the storage, and `agent`
/// names the browser.
const OBSERVED: &str = "<script>
globalThis.at = async (path) => { await fetch(path) };
globalThis.held = async (path) => { await fetch(path); return new Promise(() => {}) };
globalThis.stored = async (text) => {
  if (text !== undefined) {
    document.cookie = `sid=${text}; Max-Age=3600`;
    localStorage.text = text;
  }
  return [document.cookie, localStorage.text ?? null];
};
globalThis.agent = async () => navigator.userAgent;
</script>";
const OBSERVED_TOOLS: &str = "
## at
Requests a path of the site.

### Params
- `path` (string, required): The path.

## held
Requests a path of the site, and never returns.

### Params
- `path` (string, required): The path.

## stored
Keeps a text in the browser, and returns the present one.

### Params
- `text` (string, optional): The text.

## agent
Names the browser.

### Params
";

/// Pages of the bookstore with the tools `at`, `held`, `stored` and `agent`.
///
/// The policy allows all of its tools, so that code may run in the page as well.
pub(crate) fn observed_shop(path: &str) -> Option<Answer> {
    match path {
        "/" | "/other" => Some(Answer::html(format!("{SHOP_PAGE}{OBSERVED}"))),
        "/webagents.md" => {
            let manifest = SHOP_MANIFEST.replace("- destructive\n", "- destructive: false\n");
            Some(Answer::markdown(format!("{manifest}{OBSERVED_TOOLS}")))
        }
        _ => None,
    }
}

/// The command, free of the environment of the tests.
pub(crate) fn webagents<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_webagents"));
    command.args(args).stdin(Stdio::null());
    for variable in [
        "WEBDRIVER_URL",
        "WEBAGENTS_ENGINE",
        "WEBAGENTS_LOG",
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "CI",
        "COLUMNS",
    ] {
        command.env_remove(variable);
    }
    // A machine may have drivers in its user's cache.
    command.env("TERM", "xterm").env("XDG_CACHE_HOME", "/nowhere");
    command
}

/// Result of a run of the command.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// Its stdout, which is one JSON value on one line.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.stdout.matches('\n').count(), 1, "not one line: {self:#?}");
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    /// Holds it to an exit code.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Holds it to words on stderr.
    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.stderr.contains(word), "stderr lacks {word:?}: {self:#?}");
        }
        self
    }
}

/// Runs it to its end.
#[track_caller]
pub(crate) fn finish(command: &mut Command) -> Ran {
    feed(command, b"")
}

/// Runs it to its end with `input` on its stdin.
#[track_caller]
pub(crate) fn feed(command: &mut Command, input: &[u8]) -> Ran {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    if !input.is_empty() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().expect("the command starts");
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_owned();
        // A command that ends early does not read all of it.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let output = child.wait_with_output().expect("its output");
    let ran = Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
    };
    let args: Vec<&str> = command.get_args().filter_map(OsStr::to_str).collect();
    let has = |flag| args.iter().take_while(|arg| **arg != "--").any(|arg| *arg == flag);
    let has_help = has("-h") || has("--help") || has("--json-schema");
    let lists_records = args.first() == Some(&"batch") && !has_help;
    let documents = has("--json") || lists_records;
    match args.as_slice() {
        ["session", name, ..] if documents => hold_to_schema(&format!("session {name}"), &ran.stdout),
        [name, ..] if documents => hold_to_schema(name, &ran.stdout),
        _ => {}
    }
    ran
}

/// Makes each object of a schema refuse other members.
///
/// A schema that omits a member is incomplete.
fn close(schema: &mut Value) {
    if let Value::Object(members) = schema {
        if members.get("properties").is_some_and(Value::is_object) {
            members.entry("additionalProperties").or_insert(Value::Bool(false));
        }
        members.values_mut().for_each(close);
    } else if let Value::Array(items) = schema {
        items.iter_mut().for_each(close);
    }
}

/// Checks each line against the output of `webagents NAME --json-schema`.
///
/// Lines of a command without documents pass.
#[track_caller]
pub(crate) fn hold_to_schema(name: &str, lines: &str) {
    static KNOWN: Mutex<BTreeMap<String, Value>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if !known.contains_key(name) {
        let output = webagents(name.split(' ').chain(["--json-schema"])).output().expect("its output");
        let mut schema = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
        close(&mut schema);
        known.insert(name.to_owned(), schema);
    }
    let schema = known[name].clone();
    drop(known);
    if schema.is_null() {
        return;
    }
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    for line in lines.lines() {
        let document: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        // `browse batch` returns a list of documents.
        let documents = document.as_array().map_or(std::slice::from_ref(&document), Vec::as_slice);
        for document in documents {
            assert_eq!(keys(document).first(), Some(&"version"), "{line}");
        }
        let faults: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{name} --json is not as its schema says: {faults:#?}\n{document:#}");
    }
}

#[track_caller]
pub(crate) fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Ran {
    finish(&mut webagents(args))
}

/// The names of an object's members, in their order.
#[track_caller]
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("no object: {value}")).keys().map(String::as_str).collect()
}

/// A site on a free port of 127.0.0.1, as long as the process lives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Server {
    pub(crate) port: u16,
    site: &'static Site,
}

impl Server {
    /// Answers by `answer` for a path with its query; `None` is a 404.
    pub(crate) fn start(answer: impl Fn(&str) -> Option<Answer> + Send + Sync + 'static) -> Self {
        Self::start_with_heads(move |path, _| answer(path))
    }

    /// Answers by `answer` for a path and the whole head of the request; `None` is a 404.
    pub(crate) fn start_with_heads(
        answer: impl Fn(&str, &str) -> Option<Answer> + Send + Sync + 'static,
    ) -> Self {
        let site: &'static Site = Box::leak(Box::new(Site::start(answer)));
        Self { port: site.address().port(), site }
    }

    /// The bookstore.
    pub(crate) fn shop() -> Self {
        Self::start(|path| match path {
            "/" => Some(Answer::html(SHOP_PAGE)),
            "/webagents.md" => Some(Answer::markdown(SHOP_MANIFEST)),
            _ => None,
        })
    }

    pub(crate) fn url(&self, path: &str) -> String {
        self.site.url(path)
    }

    /// Returns whether a path was requested.
    pub(crate) fn was_asked(&self, path: &str) -> bool {
        self.times_asked(path) > 0
    }

    /// Returns the number of requests for a path.
    pub(crate) fn times_asked(&self, path: &str) -> usize {
        self.site.asked(path)
    }

    /// A text with this server's port written as `PORT`.
    pub(crate) fn redact(&self, text: &str) -> String {
        text.replace(&self.port.to_string(), "PORT")
    }
}

/// A `webagents demo --serve`, ended when this value is dropped.
#[derive(Debug)]
pub(crate) struct Demo {
    child: Child,
    /// Address of the bookstore, with a slash at its end.
    pub(crate) url: String,
}

impl Demo {
    /// Starts it and waits for the URL that it prints.
    pub(crate) fn serve() -> Self {
        let mut command = webagents(["demo", "--serve"]);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command starts");
        let mut url = String::new();
        let stdout = child.stdout.take().expect("its stdout");
        BufReader::new(stdout).read_line(&mut url).expect("its URL");
        Self { child, url: url.trim().to_owned() }
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A folder for the temporary files of one run.
///
/// Driver and browser inherit it in their environment, or have it in their arguments, which is how they are known among
/// all processes.
#[derive(Debug)]
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(tempfile::Builder::new().prefix("wa-cli-").tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// A file of the caller's, next to the output of the command.
    pub(crate) fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path().join(name);
        std::fs::write(&path, text).expect("a writable folder");
        path.into_os_string().into_string().expect("a path in UTF-8")
    }

    /// The command lines of the processes that belong to this run, the command itself not among them.
    pub(crate) fn processes(&self) -> Vec<String> {
        let mark = self.path().as_os_str().as_encoded_bytes();
        let has = |text: &[u8]| text.windows(mark.len()).any(|window| window == mark);
        let entries = std::fs::read_dir("/proc").expect("a /proc");
        let of_run = entries.flatten().filter_map(|entry| {
            // What ends while it is looked at is not there, and a zombie has no command line.
            let command = std::fs::read(entry.path().join("cmdline")).ok()?;
            let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
            let command_line = String::from_utf8_lossy(&command).replace('\0', " ");
            let is_ours = command_line.starts_with(env!("CARGO_BIN_EXE_webagents"));
            (!command.is_empty() && !is_ours && (has(&command) || has(&environment))).then_some(command_line)
        });
        of_run.collect()
    }

    /// Profiles and other folders that the command has made here.
    fn folders(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the folder").flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    /// Holds that no process and no profile of the run is left.
    #[track_caller]
    pub(crate) fn expect_clean(&self) {
        let end = Instant::now() + PATIENCE;
        while !(self.processes().is_empty() && self.folders().is_empty()) {
            assert!(Instant::now() < end, "left: {:#?} {:?}", self.processes(), self.folders());
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// The processes for isolated code that a command has started.
pub(crate) fn helpers_of(parent: Pid) -> Vec<Pid> {
    let entries = std::fs::read_dir("/proc").expect("a /proc").flatten();
    let helpers = entries.filter_map(|entry| {
        let pid = Pid::from_raw(entry.file_name().to_str()?.parse().ok()?)?;
        // The number of the parent is the second field after the name, which is in parentheses.
        let state = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        let its_parent = state.rsplit(')').next()?.split_whitespace().nth(1)?;
        (its_parent == parent.as_raw_pid().to_string() && is_helper(pid)).then_some(pid)
    });
    helpers.collect()
}

/// Returns whether a process for isolated code runs. One that ended has no command line.
fn is_helper(pid: Pid) -> bool {
    let command = std::fs::read(format!("/proc/{}/cmdline", pid.as_raw_pid())).unwrap_or_default();
    String::from_utf8_lossy(&command).contains("--webagents-isolate-helper")
}

/// Holds that processes for isolated code have ended.
#[track_caller]
pub(crate) fn expect_ended(helpers: &[Pid]) {
    wait_until("no helper is left", || !helpers.iter().any(|helper| is_helper(*helper)));
}

/// Runs a command that starts a browser, and checks that nothing of it is left running.
#[track_caller]
pub(crate) fn with_browser(scratch: &Scratch, args: &[&str], input: &str) -> Ran {
    let ran = feed(&mut finds_drivers(scratch, args), input.as_bytes());
    scratch.expect_clean();
    ran
}

/// A command with all drivers on its path, whose temporary files go to `scratch`.
pub(crate) fn finds_drivers(scratch: &Scratch, args: &[&str]) -> Command {
    // geckodriver, where `cargo xtask setup` puts it; the other drivers come with their browsers.
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/geckodriver/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([built].into_iter().chain(std::env::split_paths(&path))).expect("a PATH");
    let mut command = webagents(args);
    command.env("TMPDIR", scratch.path()).env("PATH", path);
    command
}
