//! Browsers that are logged in: one that runs already, a profile that is kept, or a storage state.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use webagents_runtime_webdriver::{BrowserOptions, Egress, Session, StorageState};

use crate::args::{self, Reach};
use crate::commands::exec;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::source::{permitted, unreadable};

/// Bytes of a storage state that are read: browsers keep less for one site.
const STATE_BYTES: u64 = 64 * 1024 * 1024;

/// A browser as the arguments ask for it, with what is to be put back in place.
pub(super) async fn session(args: &args::Exec) -> Result<Session, Failure> {
    let login = &args.login;
    // What is wrong with a file is found before a browser starts.
    let state = login.storage_state.as_deref().map(read).transpose()?;
    let mut options = BrowserOptions::from(args.browser);
    options.profile.clone_from(&login.profile);
    options.egress = egress(args)?;
    let mut session = match &login.attach {
        Some(running) => {
            if args.egress.is_none() {
                output::say("the browser runs already, so the egress guard does not hold in it");
            }
            Session::attach(running, options).await?
        }
        None => exec::browser(options, args.driver_url.as_deref()).await?.session().await?,
    };
    if let Some(state) = state {
        session.restore_storage(&state).await?;
    }
    Ok(session)
}

/// What pages may reach. The address that was typed is the user's own word, as it is for discovery.
fn egress(args: &args::Exec) -> Result<Egress, Failure> {
    let reach = args.egress.unwrap_or(match args.login.attach {
        Some(_) => Reach::Open,
        None => Reach::Guarded,
    });
    Ok(match reach {
        Reach::Open => Egress::Open,
        Reach::Guarded => Egress::Guarded((&permitted(&exec::address(args)?, &args.network)?).into()),
    })
}

fn read(path: &Path) -> Result<StorageState, Failure> {
    let name = path.display();
    let mut text = String::new();
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    file.take(STATE_BYTES).read_to_string(&mut text).map_err(|error| unreadable(&name, &error))?;
    StorageState::from_json(&text).map_err(|error| Failure::usage(format!("{name}: {error}")))
}

/// Saves what the browser knows now, if a file was named. A failure is told here and not returned as one, for the
/// script has run and its outcome must be told, too.
pub(super) async fn save(session: &mut Session, path: Option<&Path>) -> Exit {
    let Some(path) = path else { return Exit::Ok };
    let saved = match session.storage_state().await {
        Ok(state) => write(path, &state)
            .map_err(|error| Failure::new(Exit::Usage, format!("cannot write {}: {error}", path.display()))),
        Err(error) => Err(error.into()),
    };
    match saved {
        Ok(()) => {
            output::say(&format!("saved {}; whoever reads it is logged in as you", path.display()));
            Exit::Ok
        }
        Err(failure) => failure.report(false),
    }
}

/// For its owner's eyes only, and never half of it.
fn write(path: &Path, state: &StorageState) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside: PathBuf = path.with_file_name(name);
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    let written = file
        .write_all(state.to_json().as_bytes())
        .and_then(|()| file.write_all(b"\n"))
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}
