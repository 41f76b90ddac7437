//! What a page says about its manifest, and what was odd about how it said it.

use std::fmt;

use url::Url;

use crate::limits::REPORTED;

/// In which way a manifest was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum How {
    /// The URL that was asked for is the manifest.
    Direct,
    /// `<meta name="webagents-md">`.
    Meta,
    /// The `Link` header with the relation `webagents-md`.
    LinkHeader,
    /// `<link rel="webagents-md">`.
    LinkElement,
}

impl How {
    /// A stable name: `direct`, `meta`, `link-header` or `link-element`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Meta => "meta",
            Self::LinkHeader => "link-header",
            Self::LinkElement => "link-element",
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One usable statement of where the manifest is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// In which way it was made.
    pub how: How,
    /// Where the manifest is: `http` or `https`.
    pub url: Url,
}

/// Something odd that did not stop the search.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// Which oddity.
    pub code: WarningCode,
    /// A sentence for people.
    pub message: String,
}

impl Warning {
    pub(crate) fn new(code: WarningCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

macro_rules! warning_codes {
    ($($variant:ident $text:literal $doc:literal)*) => {
        /// Which oddity a [`Warning`] reports.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum WarningCode {
            $(#[doc = $doc] $variant,)*
        }

        impl WarningCode {
            /// A stable name, such as `discover.duplicate`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

warning_codes! {
    Duplicate "discover.duplicate" "The page names several manifests; the first counts."
    Unusable "discover.unusable" "A tag or header without a URL that could be fetched; it was passed over."
    InBody "discover.in-body" "The tag stands outside of `<head>`, where user content may stand as well."
    Base "discover.base" "`<base>` changed where a relative URL leads."
    Truncated "discover.truncated" "The page is larger than the limit; only its beginning was read."
    Stopped "discover.stopped" "The page is too intricate to be read to its end."
    CrossOrigin "discover.cross-origin" "The manifest is of another origin than the page."
    Encoding "discover.encoding" "The server names another encoding than UTF-8 for the manifest."
    ContentType "discover.content-type" "The server gives the manifest an unusual media type."
}

/// What a page's HTML says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scan {
    /// The usable signals: every `<meta>` in document order, then every `<link>`. Of those that lead to one
    /// URL only the first is kept.
    pub signals: Vec<Signal>,
    /// What was odd.
    pub warnings: Vec<Warning>,
}

impl Scan {
    /// The signal that counts.
    pub fn first(&self) -> Option<&Signal> {
        self.signals.first()
    }
}

/// Collects signals, in any order of discovery, with a bound on what is reported.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    signals: Vec<Signal>,
    warnings: Vec<Warning>,
    unusable: usize,
}

impl Collector {
    /// Adds what `written` means when resolved against `base`. Returns whether it is usable.
    pub(crate) fn add(&mut self, how: How, written: Option<&str>, base: &Url) -> bool {
        let reason = match resolve(written, base) {
            Ok(url) => {
                self.signals.push(Signal { how, url });
                return true;
            }
            Err(reason) => reason,
        };
        self.unusable += 1;
        if self.unusable <= REPORTED {
            let message = format!("a {} was passed over: {reason}", describe(how));
            self.warnings.push(Warning::new(WarningCode::Unusable, message));
        }
        false
    }

    pub(crate) fn warn(&mut self, code: WarningCode, message: impl Into<String>) {
        self.warnings.push(Warning::new(code, message));
    }

    pub(crate) fn signals(&self) -> &[Signal] {
        &self.signals
    }

    /// Orders the signals by rank and reports those that contradict the first.
    pub(crate) fn finish(self) -> Scan {
        let Self { signals, mut warnings, unusable } = self;
        if unusable > REPORTED {
            let message = format!("{} more were passed over", unusable - REPORTED);
            warnings.push(Warning::new(WarningCode::Unusable, message));
        }
        let signals = rank(signals, &mut warnings);
        Scan { signals, warnings }
    }
}

/// Sorts by rank (the sort is stable), drops repetitions, and reports contradictions.
pub(crate) fn rank(mut signals: Vec<Signal>, warnings: &mut Vec<Warning>) -> Vec<Signal> {
    signals.sort_by_key(|signal| signal.how);
    let mut seen = std::collections::HashSet::new();
    signals.retain(|signal| seen.insert(signal.url.clone()));
    if let Some((first, others)) = signals.split_first() {
        for other in others.iter().take(REPORTED) {
            let message = format!(
                "{} in a {} was passed over; {} in a {} came first",
                other.url,
                describe(other.how),
                first.url,
                describe(first.how)
            );
            warnings.push(Warning::new(WarningCode::Duplicate, message));
        }
        if others.len() > REPORTED {
            let message = format!("{} more URLs were passed over", others.len() - REPORTED);
            warnings.push(Warning::new(WarningCode::Duplicate, message));
        }
    }
    signals
}

fn resolve(written: Option<&str>, base: &Url) -> Result<Url, String> {
    let Some(written) = written.filter(|text| !text.trim_ascii().is_empty()) else {
        return Err("it names no URL".to_owned());
    };
    let url = base.join(written).map_err(|error| format!("`{}` is no URL ({error})", excerpt(written)))?;
    match url.scheme() {
        "http" | "https" => Ok(url),
        scheme => Err(format!("`{scheme}:` is neither http nor https")),
    }
}

/// A site's text in a message: short, and without characters that act on a terminal.
fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(80).flat_map(char::escape_debug).collect();
    if text.chars().nth(80).is_some() {
        short.push('…');
    }
    short
}

fn describe(how: How) -> &'static str {
    match how {
        How::Direct => "URL",
        How::Meta => "<meta>",
        How::LinkHeader => "Link header",
        How::LinkElement => "<link>",
    }
}
