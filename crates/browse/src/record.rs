//! Records of the actions that can change something, for the caller's audit.

use std::time::{Duration, SystemTime};

use crate::error::BrowseErrorKind;
use crate::request::{ActionRequest, Command, Judged, TabAct, WaitFor};

/// Record of one action that can change something, without the texts that it entered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ActionRecord {
    /// Name of the action, such as `click`.
    pub action: String,
    /// Target, key, URL or file of the action, as the request has it.
    pub target: Option<String>,
    /// Code that the action ran in the page.
    pub code: Option<String>,
    /// Origin of the page when the action began; `None` if it is not known.
    pub origin: Option<String>,
    /// Time when the action began.
    pub began: SystemTime,
    /// Time that the action took.
    pub duration: Duration,
    /// End of the action: the kind of its error, if it has one. `None` if the action was given up.
    pub end: Option<Result<(), BrowseErrorKind>>,
}

impl ActionRecord {
    /// The record of an action that begins; `None` for one that only reads.
    pub(crate) fn begin(request: &ActionRequest) -> Option<Self> {
        let command = request.command();
        let code = code_of(command);
        let reads =
            request.spec().judged == Judged::Reading || matches!(command, Command::Tabs(TabAct::List));
        if reads && code.is_none() {
            return None;
        }
        Some(Self {
            action: request.spec().name.to_owned(),
            target: target_of(command),
            code: code.map(str::to_owned),
            origin: None,
            began: SystemTime::now(),
            duration: Duration::ZERO,
            end: None,
        })
    }
}

/// The code that a command runs in the page's own realm.
pub(crate) fn code_of(command: &Command) -> Option<&str> {
    match command {
        Command::Eval { code } | Command::Wait(WaitFor::Function(code)) => Some(code),
        _ => None,
    }
}

/// The target of a command, without texts that it enters.
pub(crate) fn target_of(command: &Command) -> Option<String> {
    match command {
        Command::Open { url } => Some(url.clone()),
        Command::Click { target, .. }
        | Command::Hover { target }
        | Command::Type { target, .. }
        | Command::Fill { target, .. }
        | Command::Check { target, .. } => Some(target.to_string()),
        Command::Select { target, options } => Some(format!("{target}: {}", options.join(", "))),
        Command::Upload { target, files } => Some(format!("{target}: {}", files.join(", "))),
        Command::Drag { from, to } => Some(format!("{from} to {to}")),
        Command::Press { target: Some(target), chord } => Some(format!("{target}: {chord}")),
        Command::Press { target: None, chord } => Some(chord.to_string()),
        Command::Scroll { target, .. } => target.as_ref().map(ToString::to_string),
        Command::Screenshot { file, .. } | Command::Pdf { file, .. } => file.clone(),
        Command::Tabs(TabAct::New(url)) => Some(format!("new {}", url.as_deref().unwrap_or_default())),
        Command::Tabs(TabAct::Show(tab)) => Some(format!("show {tab}")),
        Command::Tabs(TabAct::Close(tab)) => Some(format!("close {tab}")),
        Command::Dialog(act) => Some(if act.accept { "accept" } else { "dismiss" }.to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_actions_have_records() {
        for (words, target, code) in [
            (&["fill", "#a", "text"][..], Some("#a"), None),
            (&["press", "Control+a"], Some("Control+a"), None),
            (&["dialog", "accept", "text"], Some("accept"), None),
            (&["eval", "pay(1)"], None, Some("pay(1)")),
            (&["wait", "--function", "pay(1)"], None, Some("pay(1)")),
            (&["tabs", "close", "2"], Some("close 2"), None),
            (&["reload"], None, None),
        ] {
            let request = ActionRequest::from_words(words.iter().copied()).expect("a request");
            let record = ActionRecord::begin(&request).unwrap_or_else(|| panic!("{words:?}"));
            assert_eq!((record.target.as_deref(), record.code.as_deref()), (target, code), "{words:?}");
        }
        for words in [&["snapshot"][..], &["get", "title"], &["tabs"], &["wait", "--load"], &["console"]] {
            let request = ActionRequest::from_words(words.iter().copied()).expect("a request");
            assert_eq!(ActionRecord::begin(&request), None, "{words:?}");
        }
    }
}
