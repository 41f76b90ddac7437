//! Browsers that are logged in: one that runs already, a profile that is kept, or a storage state.

use std::path::Path;

use webagents_fetch::ClientOptions;
use webagents_host::{BrowserOptions, BrowserSource, SessionError, StorageState};

use crate::args::{self, DriverArgs, Reach, ReachArgs};
use crate::commands::browsers::{self, egress};
use crate::exit::Failure;
use crate::file::{self, Mode};
use crate::output;

/// Bytes of a storage state that are read: browsers keep less for one site.
const STATE_BYTES: usize = 64 * 1024 * 1024;

/// Requested browser.
pub(super) struct Wanted<'a> {
    pub(super) browser: args::Browser,
    pub(super) driver: &'a DriverArgs,
    pub(super) pages: ReachArgs,
    pub(super) login: &'a args::Login,
    /// Name of the session in a Grid.
    pub(super) name: Option<&'a str>,
    /// Environment variables that the driver and the browser do not get.
    pub(super) hidden: Vec<String>,
    /// Addresses that pages may reach if a guard holds.
    pub(super) guarded: ClientOptions,
}

/// The storage state that was named, if one was.
pub(super) fn state(login: &args::Login) -> Result<Option<StorageState>, Failure> {
    let Some(path) = &login.storage_state else { return Ok(None) };
    let text = file::read_text(path, STATE_BYTES)?;
    let state = StorageState::from_json(&text);
    state.map(Some).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// Browsers as they are wanted. The state was read before anything else began.
pub(super) async fn browsers(
    wanted: Wanted<'_>,
    state: Option<StorageState>,
) -> Result<BrowserSource, Failure> {
    let login = wanted.login;
    let mut options = BrowserOptions::from(wanted.browser);
    options.profile.clone_from(&login.profile);
    options.driver.name = wanted.name.map(str::to_owned);
    options.driver.hidden_variables = wanted.hidden;
    let reach = wanted.pages.reach.or(login.attach.as_ref().map(|_| Reach::Open));
    options.egress = egress(reach, &wanted.guarded);
    if login.attach.is_some() && wanted.pages.reach.is_none() {
        output::say("the browser runs already, so the egress guard does not hold in it");
    }
    let source = browsers::source(options, wanted.driver, login.attach.as_ref()).await?;
    Ok(source.with_storage(state))
}

/// Saves the browser's storage state, if it was taken and a file was named, readable by its user only.
pub(super) fn save(
    state: Option<Result<StorageState, SessionError>>,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let (Some(state), Some(path)) = (state, path) else { return Ok(()) };
    save_text(path, &state?.to_json())
}

/// The same for a state as JSON.
pub(super) fn save_text(path: &Path, state: &str) -> Result<(), Failure> {
    file::write(path, format!("{state}\n").as_bytes(), Mode::Private)?;
    output::say(&format!("saved {}; anyone who can read it can use your logins", path.display()));
    Ok(())
}
