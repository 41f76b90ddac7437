//! `webagents lock`: pins a site's tools as they are now.

use std::collections::BTreeMap;
use std::path::Path;

use webagents_manifest::Parsed;
use webagents_runtime::guard::lock::{Changes, Lock, Pin, compare, compare_webmcp, sources};

use crate::args;
#[cfg(feature = "browser")]
use crate::commands::webmcp;
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::output;
use crate::report::plural;
use crate::source;

/// Maximum number of bytes of a lock file.
pub(super) const FILE_BYTES: usize = 16 * 1024 * 1024;

/// Tools whose texts are shown.
const SHOWN_TOOLS: usize = 20;
/// Lines of a tool's text that are shown.
const SHOWN_LINES: usize = 60;
/// Characters of a tool's text that are shown.
const SHOWN_CHARS: usize = 4_000;

pub(super) async fn run(args: &args::Lock) -> Result<Exit, Failure> {
    // A file that is not a lock is reported before any request.
    lock_to_update(&args.file)?;
    file::expect_writable(&args.file)?;
    let found = found(args).await?;
    file::alone(&args.file, || {
        let (mut lock, outdated) = lock_to_update(&args.file)?;
        if let Some(outdated) = outdated {
            output::say(&outdated);
        }
        pin_site(&mut lock, found, &args.file);
        file::write(&args.file, lock.write().as_bytes(), Mode::Kept)
    })?;
    output::say(&format!("saved {}", args.file.display()));
    Ok(Exit::Ok)
}

/// A site as it is now.
struct Found {
    origin: String,
    pin: Pin,
    /// Text of each tool of the manifest, of which the pin has the hash.
    texts: BTreeMap<String, String>,
    /// Definition of each tool that the page registers, as indented JSON.
    definitions: BTreeMap<String, String>,
}

impl Found {
    fn new(origin: String, pin: Pin, parsed: Option<&Parsed>) -> Self {
        let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
        let texts = parsed.into_iter().flat_map(sources).map(owned).collect();
        Self { origin, pin, texts, definitions: BTreeMap::new() }
    }
}

async fn found(args: &args::Lock) -> Result<Found, Failure> {
    #[cfg(feature = "browser")]
    if webmcp::wanted(&args.webmcp)? {
        let (site, toolbox) = webmcp::tools(&args.url, &args.network, &args.webmcp).await?;
        let mut pin = Pin::clone(&site.pin);
        pin.webmcp = Some(toolbox.webmcp_pins().clone());
        let parsed = site.site.discovery.as_ref().map(|discovery| &discovery.parsed);
        let mut found = Found::new(site.origin(), pin, parsed);
        found.definitions = toolbox
            .sources()
            .filter_map(|source| {
                let definition = serde_json::to_string_pretty(source.webmcp?.definition()).ok()?;
                Some((source.name.to_owned(), definition))
            })
            .collect();
        return Ok(found);
    }
    let found = source::discover(&args.url.url()?, &args.network).await?;
    let pin = Pin::of(&found.parsed, found.manifest_url.as_str());
    Ok(Found::new(found.tools_origin().ascii_serialization(), pin, Some(&found.parsed)))
}

/// Pins a site in a lock, and reports the changes.
///
/// A page with another manifest than the pinned ones is another page of the site: it gets its own pin.
fn pin_site(lock: &mut Lock, found: Found, file: &Path) {
    let Found { origin, mut pin, texts, definitions } = found;
    let before = lock.pin(&origin, &pin.manifest);
    let pinned = before.and_then(|pin| pin.webmcp.as_ref());
    let registered = match (pinned, &pin.webmcp) {
        (Some(before), Some(now)) => compare_webmcp(before, now),
        (None, Some(now)) => compare_webmcp(&BTreeMap::new(), now),
        (_, None) => Changes::default(),
    };
    // Tools that no page registered now stay pinned: a page registers its tools as it needs them, and other pages with
    // this manifest may register them.
    if let Some(pinned) = pinned {
        let mut all = pinned.clone();
        all.extend(pin.webmcp.take().unwrap_or_default());
        pin.webmcp = Some(all);
    }
    let was_pinned = before.is_some();
    let others = lock.sites.get(&origin).map_or(0, |pins| pins.len() - usize::from(was_pinned));
    match before.map(|before| compare(before, &pin)) {
        None if others > 0 => {
            let manifest = if pin.manifest.is_empty() { "without a manifest" } else { &pin.manifest };
            output::say(&format!(
                "{origin} is pinned with {}, which {} pinned; this page ({manifest}) is pinned as well. If none is in use \
                 any more, remove it from {}",
                plural(others, "other manifest"),
                if others == 1 { "stays" } else { "stay" },
                file.display()
            ));
        }
        None => output::say(&format!("{origin} was not pinned before")),
        Some(changes) if changes.is_empty() && registered.is_empty() => {
            output::say(&format!("{origin} is as it was pinned"));
        }
        Some(changes) if changes.is_empty() => {}
        Some(changes) => {
            output::say(&format!("{origin} has changed:\n{changes}"));
            show(&changes, &texts);
        }
    }
    if !registered.is_empty() {
        output::say(&format!("registered by the page:\n{registered}"));
        if was_pinned {
            show(&registered, &definitions);
        }
    }
    lock.set(origin, pin);
}

/// Shows the present texts of new and changed tools. The lock file has hashes, and so no earlier text.
fn show(changes: &Changes, texts: &BTreeMap<String, String>) {
    for tool in changes.to_review().take(SHOWN_TOOLS) {
        let Some(text) = texts.get(tool) else { continue };
        let cut: String = text.trim_end().chars().take(SHOWN_CHARS).collect();
        let lines: Vec<&str> = cut.lines().take(SHOWN_LINES).collect();
        let is_cut = cut.len() < text.trim_end().len() || lines.len() < cut.lines().count();
        let end = if is_cut { "\n  | …" } else { "" };
        output::say(&format!("{tool} is now:\n  | {}{end}", lines.join("\n  | ")));
    }
}

/// The lock file, to be written again, if there is one.
///
/// A lock of an older version is replaced, because it pins nothing any more: the text reports it.
fn lock_to_update(path: &Path) -> Result<(Lock, Option<String>), Failure> {
    if !path.exists() {
        return Ok((Lock::default(), None));
    }
    let text = file::read_text(path, FILE_BYTES)?;
    match Lock::read(&text) {
        Err(error) if error.is_outdated() => {
            Ok((Lock::default(), Some(format!("{}: {error}. It is written anew", path.display()))))
        }
        Err(error) => Err(Failure::usage(format!("{}: {error}", path.display()))),
        Ok(lock) => Ok((lock, None)),
    }
}
