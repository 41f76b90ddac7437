//! Browsers that are logged in: one that runs already, a profile that is kept, or a storage state.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use webagents_fetch::ClientOptions;
use webagents_runtime_webdriver::{BrowserOptions, Egress, Session, StorageState};

use crate::args::{self, Reach};
use crate::commands::exec;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::source::{permitted, unreadable};

/// Bytes of a storage state that are read: browsers keep less for one site.
const STATE_BYTES: u64 = 64 * 1024 * 1024;

/// Which browser is asked for.
pub(super) struct Wanted<'a> {
    pub(super) browser: args::Browser,
    pub(super) driver_url: Option<&'a str>,
    pub(super) driver_ca: Option<&'a Path>,
    pub(super) login: &'a args::Login,
    pub(super) reach: Option<Reach>,
    /// What a Grid shows the session as.
    pub(super) name: Option<&'a str>,
    /// What pages may reach where a guard holds.
    pub(super) guarded: ClientOptions,
}

/// A browser as `exec` was asked for it. The address that was typed is the user's own word, as it is for discovery.
pub(super) async fn of_exec(args: &args::Exec) -> Result<Session, Failure> {
    session(Wanted {
        browser: args.browser,
        driver_url: args.driver_url.as_deref(),
        driver_ca: args.driver_ca.as_deref(),
        login: &args.login,
        reach: args.egress,
        name: None,
        guarded: permitted(&exec::address(args)?, &args.network)?,
    })
    .await
}

/// A browser as it is wanted, with what is to be put back in place.
pub(super) async fn session(wanted: Wanted<'_>) -> Result<Session, Failure> {
    let login = wanted.login;
    // What is wrong with a file is found before a browser starts.
    let state = login.storage_state.as_deref().map(read).transpose()?;
    let mut options = BrowserOptions::from(wanted.browser);
    options.profile.clone_from(&login.profile);
    options.name = wanted.name.map(str::to_owned);
    let reach = wanted.reach.unwrap_or(match login.attach {
        Some(_) => Reach::Open,
        None => Reach::Guarded,
    });
    options.egress = match reach {
        Reach::Open => Egress::Open,
        Reach::Guarded => Egress::Guarded((&wanted.guarded).into()),
    };
    let mut session = match &login.attach {
        Some(running) => {
            if wanted.reach.is_none() {
                output::say("the browser runs already, so the egress guard does not hold in it");
            }
            Session::attach(running, options).await?
        }
        None => exec::browser(options, wanted.driver_url, wanted.driver_ca).await?.session().await?,
    };
    if let Some(state) = state {
        session.restore_storage(&state).await?;
    }
    Ok(session)
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
