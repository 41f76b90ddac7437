//! Commands, and the requests that hold one.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webagents_runtime::driver::{Button, History};

use super::keys::Chord;
use super::members::Members;
use super::spec::Spec;
use super::target::Target;
use super::words;
use crate::error::{BrowseError, usage};

/// Browser command, such as to open a URL or click an element, with its arguments.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[allow(
    missing_docs,
    reason = "the fields have the names of the members, which `webagents browse help` lists"
)]
pub enum Command {
    /// Loads a page.
    Open { url: String },
    /// Lists elements of the page.
    Snapshot(SnapshotArguments),
    /// Returns the visible text of the page or an element.
    Text { target: Option<Target> },
    /// Clicks an element, once or twice.
    Click { target: Target, button: Button, count: u8 },
    /// Moves the pointer over an element.
    Hover { target: Target },
    /// Adds text at the end of a field.
    Type { target: Target, text: String },
    /// Replaces the text of a field.
    Fill { target: Target, text: String },
    /// Chooses options of a list.
    Select { target: Target, options: Vec<String> },
    /// Ticks or clears a check box.
    Check { target: Target, checked: bool },
    /// Sets the files of a file input.
    Upload { target: Target, files: Vec<String> },
    /// Drags an element to another.
    Drag { from: Target, to: Target },
    /// Presses a key, after focusing an element if one is given.
    Press { target: Option<Target>, chord: Chord },
    /// Scrolls the page or an element, by most of its size if no number of pixels is given.
    Scroll { direction: Direction, target: Option<Target>, by: Option<u32> },
    /// Reads a property of an element or of the page.
    Get { property: Property, target: Option<Target> },
    /// Reads a state of an element.
    Is { fact: Fact, target: Target },
    /// Searches for elements.
    Find { by: By, pattern: Pattern, name: Option<Pattern>, limit: usize },
    /// Waits for a condition.
    Wait(WaitFor),
    /// Runs JavaScript in the page's own realm.
    Eval { code: String },
    /// Goes back, goes forward or reloads.
    Travel(History),
    /// Takes a picture of the page or an element.
    Screenshot { file: Option<String>, force: bool, full: bool, target: Option<Target> },
    /// Prints the page to a PDF file.
    Pdf { file: Option<String>, force: bool },
    /// Lists, opens, selects or closes tabs.
    Tabs(TabAct),
    /// Lists the frames of the page.
    Frames,
    /// Answers the open dialog.
    Dialog(DialogAct),
    /// Returns the texts that the page wrote to the console.
    Console,
    /// Runs several commands in order.
    Batch(Vec<ActionRequest>),
    /// Closes the session.
    Close,
}

/// Options for a snapshot, which lists a page's elements: which ones, to which depth and length.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command")]
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SnapshotArguments {
    /// Element whose subtree the snapshot lists; with `None` it lists the whole page.
    pub target: Option<Target>,
    /// `true` to list all elements in the snapshot, not only the interactive ones.
    pub all: bool,
    /// `true` to omit containers in the snapshot without a name, value or state and with at most one child.
    pub compact: bool,
    /// `true` to show the URLs of links in the snapshot.
    pub links: bool,
    /// `true` to list only the changes since the last snapshot of the same part of the page.
    pub delta: bool,
    /// Number of levels of the element tree that the snapshot lists; `None` lists all levels.
    pub depth: Option<usize>,
    /// Maximum estimated tokens of the snapshot, to which it is shortened; `None` sets no limit.
    pub budget: Option<usize>,
    /// Index of the first child to list, counted from 0, to continue a snapshot that was shortened.
    ///
    /// The children are frames of `target`, or of the page.
    pub from: Option<usize>,
}

/// Direction in which the command `scroll` scrolls the page or an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// Property that the command `get` reads of an element or the page, such as its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Property {
    Text,
    Html,
    Value,
    Title,
    Url,
}

/// State of an element that the command `is` tests, such as visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fact {
    Visible,
    Enabled,
    Checked,
}

impl Fact {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Visible => "visible",
            Self::Enabled => "enabled",
            Self::Checked => "checked",
        }
    }
}

/// Property of elements that the command `find` compares with a text, such as role or label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum By {
    Role,
    Text,
    Label,
    Placeholder,
    Alt,
    Title,
    TestId,
}

impl By {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Role => "role",
            Self::Text => "text",
            Self::Label => "label",
            Self::Placeholder => "placeholder",
            Self::Alt => "alt",
            Self::Title => "title",
            Self::TestId => "testid",
        }
    }
}

/// Text to search for in a page: a case-insensitive substring, or a regular expression of JavaScript.
///
/// A regular expression is written as `/regular expression/flags`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Pattern {
    Part(String),
    Regex { source: String, flags: String },
}

/// Condition that the command `wait` waits for, such as a text on the page or a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum WaitFor {
    /// An element has a state.
    Element { target: Target, state: WaitState },
    /// A text is visible on the page, or no longer visible.
    Text { pattern: Pattern, state: WaitState },
    /// The page has this URL, in which `*` matches any characters.
    Url(String),
    /// The page has fired its load event.
    Load,
    /// The downloads of the last command that acted on the page have ended; one that failed is an error.
    Download,
    /// A JavaScript expression in the page's own realm becomes true.
    Function(String),
    /// A time has passed.
    Time(Duration),
}

/// Visibility of an element or text that the command `wait` waits for: visible or hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum WaitState {
    Visible,
    Hidden,
}

/// Operation of the command for browser tabs: to list them, or to open, show or close one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum TabAct {
    List,
    New(Option<String>),
    Show(String),
    Close(String),
}

/// Answer to the dialog that a page opened: accepted or dismissed, with the text for a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct DialogAct {
    pub accept: bool,
    pub text: Option<String>,
}

impl Pattern {
    /// Parses a text to search for, or a JavaScript regular expression written as `/source/flags`.
    pub fn parse(text: &str) -> Result<Self, BrowseError> {
        if text.trim().is_empty() {
            return Err(usage("expected a text to look for, found an empty one"));
        }
        if let Some((source, flags)) = text.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) {
            let are_flags = flags.bytes().all(|flag| b"dgimsuvy".contains(&flag));
            if !source.is_empty() && are_flags {
                return Ok(Self::Regex { source: source.to_owned(), flags: flags.to_owned() });
            }
        }
        Ok(Self::Part(text.to_owned()))
    }
}

/// Validated request to run one browser command, parsed from words or JSON.
///
/// ```
/// # use webagents_browse::{Command, ActionRequest, Target};
/// let json: ActionRequest = serde_json::from_str(r##"{"action":"fill","selector":"#name","text":"Ada"}"##).unwrap();
/// let words = ActionRequest::from_words(["fill", "#name", "Ada"]).unwrap();
/// assert_eq!(json, words);
/// let fill = Command::Fill { target: Target::Css("#name".to_owned()), text: "Ada".to_owned() };
/// assert_eq!(json.command(), &fill);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Members", into = "Members")]
pub struct ActionRequest {
    pub(super) members: Members,
    pub(super) command: Command,
    pub(super) spec: &'static Spec,
    pub(super) show_snapshot: bool,
}

impl ActionRequest {
    /// Parses the words of a browser command, its name first, such as `["click", "@e3"]`.
    pub fn from_words<S: Into<String>>(words: impl IntoIterator<Item = S>) -> Result<Self, BrowseError> {
        words::members(words.into_iter().map(Into::into).collect()).and_then(Self::try_from)
    }

    /// Creates a request from a JSON object such as `{"action":"pdf"}`, or an array of a command's words.
    ///
    /// [`from_words`](Self::from_words) describes the words.
    pub fn from_value(value: Value) -> Result<Self, BrowseError> {
        match value {
            Value::Array(words) => Self::from_words(words::texts(words)?),
            Value::Object(_) => {
                let members: Members =
                    serde_json::from_value(value).map_err(|error| usage(error.to_string()))?;
                Self::try_from(members)
            }
            other => Err(usage(format!(
                "expected an object such as {{\"action\":\"click\",\"selector\":\"@e3\"}} or a list of words such as \
                 [\"click\",\"@e3\"], found {other}"
            ))),
        }
    }

    /// Parses the text of a JSON object such as `{"action":"pdf"}`, or of an array of a command's words.
    ///
    /// [`from_value`](Self::from_value) describes the forms.
    pub fn from_json(text: &str) -> Result<Self, BrowseError> {
        let value = serde_json::from_str(text)
            .map_err(|error| usage(format!("expected a request in JSON, found no JSON: {error}")))?;
        Self::from_value(value)
    }

    /// Returns the browser command to run, with its arguments.
    pub fn command(&self) -> &Command {
        &self.command
    }

    /// Returns the name of the browser command, such as `click`.
    pub fn action(&self) -> &str {
        &self.members.action
    }

    /// Returns the spec of the browser command.
    pub(crate) fn spec(&self) -> &'static Spec {
        self.spec
    }

    /// Returns whether a snapshot of the page follows the outcome.
    pub(crate) fn shows_snapshot(&self) -> bool {
        self.show_snapshot
    }
}

/// The request as a line of words, as a batch takes it, or as JSON if no words express it.
impl fmt::Display for ActionRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match words::line(&self.members) {
            Some(line) => f.write_str(&line),
            None => f.write_str(&serde_json::to_string(&self.members).unwrap_or_default()),
        }
    }
}

impl From<ActionRequest> for Members {
    fn from(request: ActionRequest) -> Self {
        request.members
    }
}
