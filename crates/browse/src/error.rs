//! Errors of the commands.

use std::fmt;

use webagents_runtime::driver::DriverError;

/// Kind of an error of a browser command, such as an element that is not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BrowseErrorKind {
    /// The command is unknown, or one of its arguments is missing or invalid.
    Usage,
    /// No element matches the target.
    NotFound,
    /// Several elements match the target.
    Ambiguous,
    /// The element of a reference no longer exists.
    Stale,
    /// The element cannot take the action: it is hidden, covered, disabled or read-only.
    NotActionable,
    /// The action was done, but the page did not react to it as expected.
    NotTaken,
    /// A dialog is open and has to be answered first.
    Dialog,
    /// The deadline has passed.
    Timeout,
    /// A rule of the caller forbids the action, or the session refuses the page.
    Denied,
    /// The browser engine lacks a capability that the command needs.
    Unsupported,
    /// A JavaScript expression of the caller threw.
    Script,
    /// The page or its browser failed.
    Page,
}

impl BrowseErrorKind {
    /// Returns the name of the error kind in JSON, such as `not_found`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::NotFound => "not_found",
            Self::Ambiguous => "ambiguous",
            Self::Stale => "stale",
            Self::NotActionable => "not_actionable",
            Self::NotTaken => "not_taken",
            Self::Dialog => "dialog",
            Self::Timeout => "timeout",
            Self::Denied => "denied",
            Self::Unsupported => "unsupported",
            Self::Script => "script",
            Self::Page => "page",
        }
    }
}

/// Error of a browser command; its message has the expected and the found state, and a remedy.
#[derive(Debug)]
pub struct BrowseError {
    kind: BrowseErrorKind,
    message: String,
    source: Option<Box<DriverError>>,
    /// An action was under way when the deadline passed.
    is_cut_short: bool,
}

impl BrowseError {
    /// Creates the error of a browser command from its kind and a message for people and models.
    pub fn new(kind: BrowseErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), source: None, is_cut_short: false }
    }

    /// The error of an action that was under way when the deadline passed.
    pub(crate) fn cut_short() -> Self {
        let message = "the deadline of the command has passed before the page had taken the action, whose effect is not known";
        Self { is_cut_short: true, ..Self::new(BrowseErrorKind::Timeout, message) }
    }

    /// Returns whether an action was under way when the deadline passed.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// The kind of the page's failure, if the page failed.
    pub(crate) fn page_kind(&self) -> Option<webagents_runtime::PageErrorKind> {
        match self.source.as_deref()? {
            DriverError::Page(error) => Some(error.kind()),
            _ => None,
        }
    }

    /// Returns whether the document of the call is gone.
    pub(crate) fn has_left(&self) -> bool {
        use webagents_runtime::PageErrorKind as Kind;
        matches!(self.source.as_deref(), Some(DriverError::FrameGone))
            || matches!(self.page_kind(), Some(Kind::Navigated | Kind::Loading))
    }

    /// The same with more of the message.
    #[must_use]
    pub(crate) fn with_note(mut self, note: &str) -> Self {
        self.message.push_str(note);
        self
    }

    /// The same with another message.
    #[must_use]
    pub(crate) fn with_message(mut self, message: String) -> Self {
        self.message = message;
        self
    }

    /// Returns the kind of the error, such as an element that is not found.
    pub fn kind(&self) -> BrowseErrorKind {
        self.kind
    }

    /// Returns the error's message for people and language models.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for BrowseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BrowseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl From<DriverError> for BrowseError {
    fn from(error: DriverError) -> Self {
        use webagents_runtime::PageErrorKind;
        let kind = match &error {
            DriverError::Unsupported(_) => BrowseErrorKind::Unsupported,
            DriverError::FrameGone => BrowseErrorKind::Stale,
            DriverError::NoElement => BrowseErrorKind::NotActionable,
            DriverError::DialogOpen => BrowseErrorKind::Dialog,
            DriverError::Denied(_) => BrowseErrorKind::Denied,
            DriverError::Page(page) => match page.kind() {
                PageErrorKind::Timeout | PageErrorKind::Loading | PageErrorKind::Hung => {
                    BrowseErrorKind::Timeout
                }
                PageErrorKind::Dialog => BrowseErrorKind::Dialog,
                _ => BrowseErrorKind::Page,
            },
            _ => BrowseErrorKind::Page,
        };
        Self { kind, message: error.to_string(), source: Some(Box::new(error)), is_cut_short: false }
    }
}

/// The error for a request that is wrong in itself.
pub(crate) fn usage(message: impl Into<String>) -> BrowseError {
    BrowseError::new(BrowseErrorKind::Usage, message)
}
