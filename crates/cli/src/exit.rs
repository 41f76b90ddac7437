//! Exit codes, and the failures that lead to them.

use std::fmt;
use std::process::ExitCode;

use serde_json::{Value, json};
use webagents_fetch::{Remedy, redact_urls};

/// Exit codes. Scripts may rely on them; `webagents help exit-codes` has the same table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Ok = 0,
    /// The document has findings that count, the page has nothing to read, or the script failed.
    Findings = 1,
    /// The arguments are wrong, or a file cannot be read or written.
    Usage = 2,
    /// The network, or a server's answer.
    Network = 3,
    /// A guard refused.
    Refused = 4,
    /// The browser, its driver, or the process that runs code.
    Browser = 5,
}

impl Exit {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Findings => "findings",
            Self::Usage => "usage",
            Self::Network => "network",
            Self::Refused => "refused",
            Self::Browser => "browser",
        }
    }
}

#[cfg(feature = "browser")]
impl Exit {
    pub(crate) const ALL: [Self; 6] =
        [Self::Ok, Self::Findings, Self::Usage, Self::Network, Self::Refused, Self::Browser];

    /// The exit code with this number, as another process of this program has sent it.
    pub(crate) fn from_code(code: u8) -> Self {
        Self::ALL.into_iter().find(|exit| *exit as u8 == code).unwrap_or(Self::Browser)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A text without the passwords of URLs in it.
fn shown(text: &str) -> String {
    redact_urls(text).into_owned()
}

/// Remedy for an address that is not public, before its host and port.
const ALLOW: &str = "if you trust it, pass --allow-host";
/// Remedy for a time limit that passed.
const MORE_TIME: &str = "--timeout SECONDS gives it more time";

/// Remedy for a page that does not answer.
#[cfg(feature = "browser")]
pub(crate) const OTHER_TAB: &str = "if the page of a session cannot be left, `webagents browse --session NAME tabs new URL` opens another one";

/// Failure of a command.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    exit: Exit,
    message: String,
    /// Causes of the failure, the nearest first.
    causes: Vec<String>,
    /// Remedy for the user.
    help: Option<String>,
    /// Kind in JSON, if it is not the name of the exit code.
    kind: Option<&'static str>,
    /// The HTTP status of an answer without a page, and its `Retry-After`.
    answer: Option<Box<(u16, Option<String>)>>,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: shown(&message.into()),
            causes: Vec::new(),
            help: None,
            kind: None,
            answer: None,
        }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// A failure with the whole chain of an error's causes.
    pub(crate) fn because(exit: Exit, error: &dyn std::error::Error) -> Self {
        let causes = std::iter::successors(error.source(), |error| error.source());
        let causes = causes.map(|cause| shown(&cause.to_string())).collect();
        Self { causes, ..Self::new(exit, error.to_string()) }
    }

    #[must_use]
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(shown(&help.into()));
        self
    }

    /// The same, with the option that changes what `remedy` names.
    #[must_use]
    fn help_by(self, remedy: Option<Remedy<'_>>) -> Self {
        match remedy {
            Some(Remedy::Allow { host, port }) => self.help(format!("{ALLOW} {host}:{port}")),
            Some(
                Remedy::ConnectTimeout | Remedy::IdleTimeout | Remedy::TotalTimeout | Remedy::RequestTimeout,
            ) => self.help(MORE_TIME),
            Some(Remedy::UserAgent) => self.help("--user-agent TEXT sets it"),
            _ => self,
        }
    }

    /// The same with this help, if it has none.
    #[cfg(feature = "browser")]
    #[must_use]
    pub(crate) fn or_help(mut self, help: &str) -> Self {
        self.help.get_or_insert_with(|| help.to_owned());
        self
    }

    /// The same, with its subject.
    #[must_use]
    pub(crate) fn of(mut self, what: &impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// The same, with its causes.
    #[must_use]
    pub(crate) fn cause(mut self, cause: impl Into<String>) -> Self {
        self.causes.push(shown(&cause.into()));
        self
    }

    /// The exit code that it leads to.
    pub(crate) fn exit(&self) -> Exit {
        self.exit
    }

    /// It as one line, as a tool reports it to a model.
    pub(crate) fn line(&self) -> String {
        format!("Error: {}", self.message.lines().next().unwrap_or_default())
    }

    /// The HTTP status and `Retry-After` of an answer without a page.
    pub(crate) fn answer(&self) -> Option<(u16, Option<&str>)> {
        self.answer.as_deref().map(|(status, after)| (*status, after.as_deref()))
    }

    /// The same, of an answer without a page.
    #[must_use]
    pub(crate) fn answered(mut self, status: u16, retry_after: Option<&str>) -> Self {
        self.answer = Some(Box::new((status, retry_after.map(str::to_owned))));
        self
    }

    /// `{"kind", "message", "causes", "help"}`; the message includes the nearest cause.
    pub(crate) fn json(&self) -> Value {
        let (mut message, mut causes) = (self.message.clone(), self.causes.as_slice());
        if let [nearest, further @ ..] = causes {
            if !message.contains(nearest.as_str()) {
                message = format!("{message}: {nearest}");
            }
            causes = further;
        }
        json!({
            "kind": self.kind.unwrap_or(self.exit.name()),
            "message": message,
            "causes": causes,
            "help": self.help,
        })
    }
}

/// Kind of the failure of a page without tools.
#[cfg(feature = "browser")]
const NO_TOOLS: &str = "no_tools";

#[cfg(feature = "browser")]
impl Failure {
    /// The same for a command in a session, whose addresses are given when it starts.
    #[must_use]
    pub(crate) fn for_session_start(mut self) -> Self {
        if let Some(help) = self.help.as_mut().filter(|help| help.starts_with(ALLOW)) {
            help.push_str(" to `webagents session start`");
        }
        self
    }

    /// A page without the tools that a command needs.
    fn no_tools(error: &dyn std::error::Error) -> Self {
        let failure =
            Self { kind: Some(NO_TOOLS), causes: Vec::new(), ..Self::because(Exit::Findings, error) };
        failure.help(
            "`webagents read URL` prints the page as Markdown, and `webagents exec` runs code that calls no tool; \
             `webagents session start NAME URL` keeps the page in a browser, which `webagents browse --session NAME` drives. \
             If its tools come later, raise --wait-tools",
        )
    }

    /// The failure as another process of this program reads it.
    pub(crate) fn wire(&self) -> Value {
        let mut value = self.json();
        value["message"] = self.message.as_str().into();
        value["causes"] = self.causes.as_slice().into();
        value
    }

    /// Reads what [`wire`](Self::wire) wrote in another process of this program.
    pub(crate) fn from_wire(value: &Value) -> Self {
        let text = |value: &Value| value.as_str().map(shown);
        let kind = value["kind"].as_str().unwrap_or_default();
        let named = Some(NO_TOOLS).filter(|name| *name == kind);
        let exit = Exit::ALL.into_iter().find(|exit| exit.name() == kind).unwrap_or(Exit::Browser);
        let exit = if named.is_some() { Exit::Findings } else { exit };
        Self {
            kind: named,
            causes: value["causes"].as_array().into_iter().flatten().filter_map(text).collect(),
            help: text(&value["help"]),
            ..Self::new(exit, value["message"].as_str().unwrap_or_default())
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        // The nearest cause is our own sentence and the last one the system's; what lies between names the
        // layers of a library. JSON has them all.
        let root = self.causes.last().filter(|_| self.causes.len() > 1);
        let causes = self.causes.first().into_iter().chain(root);
        for cause in causes.filter(|cause| !self.message.contains(cause.as_str())) {
            write!(f, "\n  because: {cause}")?;
        }
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl From<webagents_fetch::Error> for Failure {
    fn from(error: webagents_fetch::Error) -> Self {
        let exit = match error.kind() {
            webagents_fetch::ErrorKind::Refused => Exit::Refused,
            webagents_fetch::ErrorKind::InvalidUrl | webagents_fetch::ErrorKind::Options => Exit::Usage,
            _ => Exit::Network,
        };
        Self::because(exit, &error).help_by(error.remedy())
    }
}

impl From<webagents_read::Error> for Failure {
    /// Its message is the line that the tool has for it, and the details are its cause.
    fn from(error: webagents_read::Error) -> Self {
        use webagents_read::ErrorKind;
        let exit = match error.kind() {
            ErrorKind::InvalidUrl | ErrorKind::Options => Exit::Usage,
            ErrorKind::Refused | ErrorKind::Robots => Exit::Refused,
            ErrorKind::Parse | ErrorKind::NoContent | ErrorKind::Unsupported => Exit::Findings,
            _ => Exit::Network,
        };
        let line = error.line();
        let mut failure = Self::because(exit, &error);
        if let ErrorKind::Status(status) = error.kind() {
            failure = failure.answered(status, error.retry_after());
        }
        let details = std::mem::replace(&mut failure.message, line.trim_start_matches("Error: ").to_owned());
        failure.causes.insert(0, details);
        match error.kind() {
            ErrorKind::Timeout => failure.help(MORE_TIME),
            ErrorKind::Status(_) => failure.help("--show-errors prints the page of the error"),
            ErrorKind::Robots => failure.help("without --robots it is not asked"),
            ErrorKind::NoContent if error.is_scripted() && cfg!(feature = "browser") => {
                failure.help("--render lets its scripts run in a browser first")
            }
            _ => failure.help_by(error.remedy()),
        }
    }
}

impl Failure {
    /// The failure to read a page with `options`, whose help names the option to change.
    pub(crate) fn unread(error: webagents_read::Error, options: &webagents_read::ReadOptions) -> Self {
        let is_empty = error.kind() == webagents_read::ErrorKind::NoContent;
        let failure = Self::from(error);
        if !is_empty || failure.help.is_some() {
            return failure;
        }
        failure.without_text(options)
    }

    /// The same for a page without text, also if its scripts have run.
    pub(crate) fn without_text(self, options: &webagents_read::ReadOptions) -> Self {
        let help = if options.select.is_some() {
            "see that --select matches an element with text, or leave it out"
        } else if options.exclude.is_some() {
            "--exclude leaves parts out; read the page without it"
        } else if options.scope != webagents_read::Scope::Whole {
            "--raw reads the whole page"
        } else {
            return self;
        };
        self.help(help)
    }
}

/// The exit code of an error of discovery.
fn of_discovery(kind: webagents_discover::ErrorKind) -> Exit {
    use webagents_discover::ErrorKind;
    match kind {
        ErrorKind::CrossOriginRedirect | ErrorKind::Fetch(webagents_fetch::ErrorKind::Refused) => {
            Exit::Refused
        }
        ErrorKind::NoManifest | ErrorKind::NotMarkdown => Exit::Findings,
        _ => Exit::Network,
    }
}

impl From<&webagents_discover::Error> for Failure {
    fn from(error: &webagents_discover::Error) -> Self {
        use webagents_discover::ErrorKind;
        let exit = of_discovery(error.kind());
        let failure = Self::because(exit, error).help_by(error.remedy());
        match error.kind() {
            ErrorKind::CrossOriginRedirect => failure.help(
                "if you trust that manifest, give its own address instead of the page's; exec has --manifest",
            ),
            ErrorKind::NoManifest if cfg!(feature = "browser") => failure.help(
                "its scripts may register tools (WebMCP): context, types, schema and lock find them with --live",
            ),
            _ => failure,
        }
    }
}

#[cfg(feature = "browser")]
impl From<webagents_host::Error> for Failure {
    fn from(error: webagents_host::Error) -> Self {
        use webagents_host::Error;
        match error {
            Error::Fetch(error) => error.into(),
            Error::Session(error) => error.into(),
            Error::Lock(refused) => Self::because(Exit::Refused, &refused),
            other => Self::because(Exit::Usage, &other),
        }
    }
}

#[cfg(feature = "browser")]
impl From<webagents_runtime_webdriver::Error> for Failure {
    fn from(error: webagents_runtime_webdriver::Error) -> Self {
        use webagents_runtime::PageErrorKind;
        use webagents_runtime_webdriver::{ErrorKind, Refused, SessionRemedy};
        if error.kind() == ErrorKind::NoTools {
            return Self::no_tools(&error);
        }
        let exit = match error.kind() {
            ErrorKind::OtherOrigin | ErrorKind::Refused => Exit::Refused,
            ErrorKind::UnknownEngine | ErrorKind::Unsupported => Exit::Usage,
            // The browser is well; the page is not there.
            ErrorKind::Page(kind) if kind.is_not_shown() => Exit::Network,
            ErrorKind::Discovery(kind) => of_discovery(kind),
            _ => Exit::Browser,
        };
        let source = std::error::Error::source(&error);
        if let Some(found) = source.and_then(|cause| cause.downcast_ref::<webagents_discover::Error>()) {
            return Self::from(found);
        }
        let failure = Self::because(exit, &error);
        let refused = std::error::Error::source(&error).and_then(|cause| cause.downcast_ref::<Refused>());
        if let Some((host, port)) = refused.and_then(|refused| refused.refusal.remedy()) {
            return failure.help_by(Some(Remedy::Allow { host, port }));
        }
        match (error.remedy(), error.kind()) {
            (Some(SessionRemedy::OpenEgress), _) => failure.help(
                "pass --egress open if that is so: pages then reach whatever the browser's machine can reach",
            ),
            (Some(SessionRemedy::DriverCa), _) => {
                failure.help("--driver-ca FILE names the certificates of authorities (PEM) to accept as well")
            }
            (_, ErrorKind::Page(PageErrorKind::Timeout | PageErrorKind::Loading)) => failure.help(MORE_TIME),
            (_, ErrorKind::Page(PageErrorKind::Hung)) => failure.help(OTHER_TAB),
            (_, ErrorKind::SessionNotCreated) if std::env::var_os("WEBDRIVER_URL").is_some() => failure.help(
                "WEBDRIVER_URL is set: see that a WebDriver listens there, or unset it to have a driver started",
            ),
            _ => failure,
        }
    }
}
