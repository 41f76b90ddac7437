//! `webagents lock`: pins a site's tools as they are now.

use std::collections::BTreeMap;
use std::path::Path;

use webagents_runtime::guard::lock::{Changes, Lock, Pin, compare_webmcp};

use crate::args;
#[cfg(feature = "browser")]
use crate::commands::webmcp;
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::output;
use crate::source;

/// Maximum number of bytes of a lock file.
pub(super) const FILE_BYTES: usize = 16 * 1024 * 1024;

pub(super) async fn run(args: &args::Lock) -> Result<Exit, Failure> {
    // A file that is no lock is reported before anything is asked for.
    lock_to_update(&args.file)?;
    file::expect_writable(&args.file)?;
    let (origin, pin) = found(args).await?;
    file::alone(&args.file, || {
        let (mut lock, outdated) = lock_to_update(&args.file)?;
        if let Some(outdated) = outdated {
            output::say(&outdated);
        }
        pin_site(&mut lock, origin, pin);
        file::write(&args.file, lock.write().as_bytes(), Mode::Kept)
    })?;
    output::say(&format!("saved {}", args.file.display()));
    Ok(Exit::Ok)
}

/// Returns the origin of the site and its tools as they are now.
async fn found(args: &args::Lock) -> Result<(String, Pin), Failure> {
    #[cfg(feature = "browser")]
    if webmcp::wanted(&args.webmcp)? {
        let (site, toolbox) = webmcp::tools(&args.url, &args.network, &args.webmcp).await?;
        let mut pin = Pin::clone(&site.pin);
        pin.webmcp = Some(toolbox.webmcp_pins().clone());
        return Ok((site.origin(), pin));
    }
    let found = source::discover(&args.url.url()?, &args.network).await?;
    let pin = Pin::of(&found.parsed, found.manifest_url.as_str());
    Ok((found.tools_origin.ascii_serialization(), pin))
}

/// Pins a site in a lock, and says what has changed.
fn pin_site(lock: &mut Lock, origin: String, mut pin: Pin) {
    let before = lock.sites.get(&origin).and_then(|site| site.webmcp.as_ref());
    let registered = match (before, &pin.webmcp) {
        (Some(before), Some(now)) => compare_webmcp(before, now).to_string(),
        (None, Some(now)) if !now.is_empty() => compare_webmcp(&BTreeMap::new(), now).to_string(),
        _ => String::new(),
    };
    // The tools that the page registers were not examined, so their earlier pins stay.
    pin.webmcp = pin.webmcp.or_else(|| before.cloned());
    match lock.compare(&origin, &pin).as_ref().map(Changes::to_string) {
        None => output::say(&format!("{origin} was not pinned before")),
        Some(changes) if changes.is_empty() && registered.is_empty() => {
            output::say(&format!("{origin} is as it was pinned"));
        }
        Some(changes) if changes.is_empty() => {}
        Some(changes) => output::say(&format!("{origin} has changed:\n{changes}")),
    }
    if !registered.is_empty() {
        output::say(&format!("registered by the page:\n{registered}"));
    }
    lock.sites.insert(origin, pin);
}

/// The lock file, to be written again, if there is one.
///
/// One that an older version made is begun anew, because it pins nothing any more: the text says so.
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
