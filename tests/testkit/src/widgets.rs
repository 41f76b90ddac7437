//! Widgets of npm on pages, and tasks on them: `tests/data/widgets`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep};

use crate::{Answer, Site};

/// Library of widgets with its tasks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WidgetLibrary {
    /// Name of its folder.
    pub library: String,
    /// Tasks, each on a page that was just opened.
    pub tasks: Vec<WidgetTask>,
}

/// Commands on the page of a library, and the state that the page has after them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WidgetTask {
    /// Words of each command.
    pub commands: Vec<Vec<String>>,
    /// Part of the report of the last command.
    reports: String,
    /// Members of the page's state that the commands set.
    state: Map<String, Value>,
    /// Part of the error, if a command may refuse the task.
    #[serde(default)]
    refusal: Option<String>,
}

/// Outcome of a task, judged by the state of the page.
#[derive(Debug)]
pub enum WidgetOutcome {
    /// The commands succeeded and the page has the state, or the task allows their refusal.
    Passed,
    /// A command reported an error, or another text than expected.
    Failed(String),
    /// The commands succeeded, and the page does not have the state.
    False(String),
}

/// Time for a page to have the state: some wait for the end of animations.
const SETTLES: Duration = Duration::from_secs(2);

/// Word in commands that is replaced with [`widget_folder`].
const FOLDER: &str = "{folder}";

/// Returns the folder of the widgets, whose files may be uploaded.
///
/// # Panics
/// Panics if there is no such folder.
pub fn widget_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/widgets").canonicalize().expect("the folder")
}

/// Returns all libraries with their tasks.
///
/// # Panics
/// Panics if the table cannot be read.
pub fn widget_libraries() -> Vec<WidgetLibrary> {
    let text = fs::read(widget_folder().join("tasks.json")).expect("the table of tasks");
    serde_json::from_slice(&text).expect("a table of tasks")
}

/// Serves the pages of the widgets: `/LIBRARY/page.html` and its files.
///
/// # Panics
/// Panics if a file cannot be read.
pub fn serve_widgets() -> Site {
    let folder = widget_folder();
    let mut files = BTreeMap::new();
    for library in fs::read_dir(&folder).expect("the folder").flatten().filter(|entry| entry.path().is_dir())
    {
        for file in fs::read_dir(library.path()).expect("a library").flatten() {
            let path = file.path();
            let kind = match path.extension().and_then(|end| end.to_str()) {
                Some("html") => "text/html; charset=utf-8",
                Some("js") => "text/javascript; charset=utf-8",
                Some("css") => "text/css; charset=utf-8",
                _ => continue,
            };
            let name = path.strip_prefix(&folder).expect("a file of the folder").display().to_string();
            let answer =
                Answer::new(kind, fs::read(&path).expect("a file")).header("cache-control", "max-age=3600");
            files.insert(format!("/{name}"), answer);
        }
    }
    Site::start(move |target, _| files.get(target).cloned())
}

impl WidgetTask {
    /// Does the task with a function that runs a command and returns its report or its error.
    ///
    /// The page of the library is opened first.
    pub async fn run(
        &self,
        page: &str,
        mut command: impl AsyncFnMut(&[&str]) -> Result<String, String>,
    ) -> WidgetOutcome {
        if let Err(error) = command(&["open", page]).await {
            return WidgetOutcome::Failed(format!("{page}: {error}"));
        }
        let folder = widget_folder().display().to_string();
        let mut report = String::new();
        for words in &self.commands {
            let before = state(&mut command).await;
            let words: Vec<String> = words.iter().map(|word| word.replace(FOLDER, &folder)).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match command(&words).await {
                Ok(text) => report = text,
                Err(error) => {
                    let is_allowed = self.refusal.as_ref().is_some_and(|part| error.contains(part));
                    let after = state(&mut command).await;
                    let is_same = self.state.keys().all(|name| before[name] == after[name]);
                    let note = if is_same { "" } else { "; the page has another state" };
                    return if is_allowed && is_same {
                        WidgetOutcome::Passed
                    } else {
                        WidgetOutcome::Failed(format!("{words:?}: {error}{note}"))
                    };
                }
            }
        }
        let end = Instant::now() + SETTLES;
        let mut found = state(&mut command).await;
        while !self.holds(&found) && Instant::now() < end {
            sleep(Duration::from_millis(50)).await;
            found = state(&mut command).await;
        }
        let commands = &self.commands;
        if !self.holds(&found) {
            return WidgetOutcome::False(format!("{commands:?}: {report}; the page has {found}"));
        }
        if !report.contains(&self.reports) {
            return WidgetOutcome::Failed(format!("{commands:?}: {report}"));
        }
        WidgetOutcome::Passed
    }

    fn holds(&self, state: &Value) -> bool {
        self.state.iter().all(|(name, value)| state[name] == *value)
    }
}

/// The state of the page, by its function `state`; null if it has none.
async fn state(command: &mut impl AsyncFnMut(&[&str]) -> Result<String, String>) -> Value {
    let text = command(&["eval", "state()"]).await.unwrap_or_default();
    serde_json::from_str(&text).unwrap_or(Value::Null)
}
