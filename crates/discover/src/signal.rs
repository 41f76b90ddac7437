//! Signals of a page about its manifest, and warnings about irregular ones.

use std::fmt;

use url::Url;

use crate::limits::REPORTED;

/// Way in which a manifest was found: directly, or by a reference in a page or its headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum How {
    /// The requested URL is the manifest.
    Direct,
    /// `<meta name="webagents-md">`.
    Meta,
    /// The `Link` header with the relation `webagents-md`.
    LinkHeader,
    /// `<link rel="webagents-md">`.
    LinkElement,
}

impl How {
    /// Returns the name of the variant: `direct`, `meta`, `link-header` or `link-element`.
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

/// Reference of a page to its manifest: a `<meta>` or `<link>` tag or a `Link` header, and its URL.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// Kind of the reference: `<meta>` tag, `Link` header or `<link>` tag.
    pub how: How,
    /// Absolute URL of the manifest, with the scheme `http` or `https`.
    pub url: Url,
}

/// Irregularity in the search for a manifest that is not an error, such as a duplicate reference.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// Category of the irregularity, such as a duplicate reference to a manifest.
    pub code: WarningCode,
    /// Sentence for people that describes the irregularity.
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
        /// Category of a [`Warning`], such as a duplicate or an unusable reference to a manifest.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum WarningCode {
            $(#[doc = $doc] $variant,)*
        }

        impl WarningCode {
            /// Returns the name of the warning's category, such as `discover.duplicate`; it never changes.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

warning_codes! {
    Duplicate "discover.duplicate" "The page names several manifests; the first counts."
    Unusable "discover.unusable" "A tag or header without a URL that could be fetched; it was ignored."
    InBody "discover.in-body" "The tag is outside of `<head>`, where user content may be as well."
    Base "discover.base" "`<base>` changed the target of a relative URL."
    Truncated "discover.truncated" "The page is larger than the limit; only its beginning was read."
    Stopped "discover.stopped" "The page is too deeply nested to be read to its end."
    CrossOrigin "discover.cross-origin" "The manifest has another origin than the page."
    Encoding "discover.encoding" "The server names another encoding than UTF-8 for the manifest."
    ContentType "discover.content-type" "The server gives the manifest an unusual media type."
}

/// References of a page to its manifest, with warnings about irregular ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scan {
    /// References to a manifest, each URL once; the first is the one to follow.
    ///
    /// Of several with one URL only the first is kept.
    pub signals: Vec<Signal>,
    /// Irregularities of the page's references, such as a reference without a URL.
    pub warnings: Vec<Warning>,
}

impl Scan {
    /// Returns the manifest reference to follow: `<meta>`, else a `Link` header, else `<link>`.
    pub fn first(&self) -> Option<&Signal> {
        self.signals.first()
    }
}

/// Collector of signals, in any order of discovery, with a limit on reports.
#[derive(Debug, Default)]
pub(crate) struct Collector {
    signals: Vec<Signal>,
    warnings: Vec<Warning>,
    unusable: usize,
}

impl Collector {
    /// Adds a URL, resolved against `base`. Returns its signal, or `None` if it is not usable.
    pub(crate) fn add(&mut self, how: How, written: Option<&str>, base: &Url) -> Option<&Signal> {
        match resolve(written, base) {
            Ok(url) => {
                self.signals.push(Signal { how, url });
                self.signals.last()
            }
            Err(reason) => {
                self.unusable += 1;
                if self.unusable <= REPORTED {
                    self.warn(WarningCode::Unusable, format!("ignored a {}: {reason}", describe(how)));
                }
                None
            }
        }
    }

    pub(crate) fn warn(&mut self, code: WarningCode, message: impl Into<String>) {
        self.warnings.push(Warning::new(code, message));
    }

    /// Orders the signals by rank and reports contradictions of the first.
    pub(crate) fn finish(self) -> Scan {
        let Self { signals, mut warnings, unusable } = self;
        if unusable > REPORTED {
            let message = format!("ignored {} more tags or headers", unusable - REPORTED);
            warnings.push(Warning::new(WarningCode::Unusable, message));
        }
        let signals = rank(signals, &mut warnings);
        Scan { signals, warnings }
    }
}

/// Merges the signals of a page and of its headers in order of rank.
pub(crate) fn merge(header: Scan, page: Scan) -> Scan {
    let (mut signals, mut warnings) = (header.signals, header.warnings);
    signals.extend(page.signals);
    warnings.extend(page.warnings);
    // Duplicates are reported once, over all signals together.
    warnings.retain(|warning| warning.code != WarningCode::Duplicate);
    let signals = rank(signals, &mut warnings);
    Scan { signals, warnings }
}

/// Sorts by rank (the sort is stable), drops repetitions, and reports contradictions.
fn rank(mut signals: Vec<Signal>, warnings: &mut Vec<Warning>) -> Vec<Signal> {
    signals.sort_by_key(|signal| signal.how);
    let mut seen = std::collections::HashSet::new();
    signals.retain(|signal| seen.insert(signal.url.clone()));
    if let Some((first, others)) = signals.split_first() {
        for other in others.iter().take(REPORTED) {
            let message = format!(
                "ignored {} in a {}; {} in a {} came first",
                other.url,
                describe(other.how),
                first.url,
                describe(first.how)
            );
            warnings.push(Warning::new(WarningCode::Duplicate, message));
        }
        if others.len() > REPORTED {
            let message = format!("ignored {} more URLs", others.len() - REPORTED);
            warnings.push(Warning::new(WarningCode::Duplicate, message));
        }
    }
    signals
}

fn resolve(written: Option<&str>, base: &Url) -> Result<Url, String> {
    let Some(written) = written.filter(|text| !text.trim_ascii().is_empty()) else {
        return Err("expected a URL, found nothing".to_owned());
    };
    let url = base.join(written).map_err(|error| format!("`{}` is not a URL ({error})", excerpt(written)))?;
    match url.scheme() {
        "http" | "https" => Ok(url),
        scheme => Err(format!("`{scheme}:` is not http or https")),
    }
}

/// Shortens a site's text for a message and escapes characters that act on a terminal.
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
