//! Sources of a command's browsers, and their end.
//!
//! The decision: a browser that is started here ends with this process however that ends, so no signal is caught for
//! it, but for the journal of a run. A session of a driver or Grid that was started elsewhere does not, and it holds a
//! slot there until it is deleted. So such a session comes from a pool, which ends its lent sessions however the command
//! comes to its end, and a signal is answered when the session is over.

use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

use webagents_fetch::ClientOptions;
use webagents_host::{Browser, BrowserOptions, BrowserSource, Pool, Running, SessionError};
use webagents_runtime_webdriver::Egress;

use crate::args::{DriverArgs, Reach};
use crate::commands::runs::Runs;
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::output;
use crate::signals::{Asked, Signals, end_by};

/// Time for a session elsewhere to end.
pub(super) const CLOSE: Duration = Duration::from_secs(10);

/// The browsers of the driver or Grid that was named, or else of one that is started here.
pub(super) async fn named(mut options: BrowserOptions, driver: &DriverArgs) -> Result<Browser, Failure> {
    options.driver.ca.clone_from(&driver.driver_ca);
    options.driver.program.clone_from(&driver.driver);
    Ok(match &driver.driver_url {
        Some(url) => Browser::connect(url.trim(), options),
        None => Browser::launch(options).await?,
    })
}

/// The addresses that pages may reach: the addresses of `guarded`, unless all are requested.
pub(super) fn egress(reach: Option<Reach>, guarded: &ClientOptions) -> Egress {
    match reach {
        Some(Reach::Open) => Egress::Open,
        Some(Reach::Guarded) | None => Egress::Guarded(guarded.into()),
    }
}

/// The source of a command's sessions: a browser that runs already, or a driver.
pub(super) async fn source(
    options: BrowserOptions,
    driver: &DriverArgs,
    attach: Option<&Running>,
) -> Result<BrowserSource, Failure> {
    if let Some(running) = attach {
        return Ok(BrowserSource::attach(running.clone(), options));
    }
    let is_elsewhere = driver.address()?.is_some();
    let browser = named(options, driver).await?;
    Ok(if is_elsewhere { BrowserSource::elsewhere(browser)? } else { browser.into() })
}

/// Does `work` with sessions of `source`.
///
/// However it ends, by a signal too, no session elsewhere outlives it by more than the time for its end.
pub(super) fn around<'a, T: 'a>(
    source: &'a BrowserSource,
    work: impl Future<Output = Result<T, Failure>> + 'a,
) -> Pin<Box<dyn Future<Output = Result<T, Failure>> + 'a>> {
    // Boxed, for a session's steps make a large future.
    let work = Box::pin(work);
    match source.pool() {
        Some(pool) => Box::pin(async {
            let mut signals = caught()?;
            let end = heeding(&mut signals, None, work).await;
            close(pool, &mut signals).await;
            end.unwrap_or_else(|(asked, _)| Err(interrupted(asked)))
        }),
        None => work,
    }
}

/// Does `work`, whose run of code is one of `runs`, as [`around`] does.
///
/// A signal cancels the run, and its outcome is returned with the signal. The caller then
/// [ends](interrupted) the command.
pub(super) async fn around_run<T>(
    source: &BrowserSource,
    runs: &Runs,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<(T, Option<Asked>), Failure> {
    let mut signals = caught()?;
    // Boxed, for a session's steps make a large future.
    let end = heeding(&mut signals, Some(runs), Box::pin(work)).await;
    if let Some(pool) = source.pool() {
        close(pool, &mut signals).await;
    }
    finished(end)
}

/// Does `work` until a signal requests its end, which cancels `runs`.
///
/// Returns the signal with the result of work that could be finished; without a result, this process ends by the signal.
pub(super) async fn until_signal<T>(
    runs: &Runs,
    work: impl Future<Output = Result<T, Failure>>,
) -> Result<(T, Option<Asked>), Failure> {
    finished(heeding(&mut caught()?, Some(runs), Box::pin(work)).await)
}

fn finished<T>(end: Heeded<Result<T, Failure>>) -> Result<(T, Option<Asked>), Failure> {
    match end {
        Ok(end) => Ok((end?, None)),
        Err((asked, Some(Ok(end)))) => Ok((end, Some(asked))),
        Err((asked, _)) => Err(interrupted(asked)),
    }
}

/// The signals that request the end of a command, caught from here on.
pub(super) fn caught() -> Result<Signals, Failure> {
    Signals::catch().map_err(|error| Failure::new(Exit::Browser, format!("cannot wait for signals: {error}")))
}

/// The result of work, or the signal that requested its end with the finished part.
type Heeded<T> = Result<T, (Asked, Option<T>)>;

/// Does `work` until a signal requests its end, which cancels `runs` and abandons the rest.
async fn heeding<T>(
    signals: &mut Signals,
    runs: Option<&Runs>,
    mut work: impl Future<Output = T> + Unpin,
) -> Heeded<T> {
    let asked = tokio::select! {
        end = &mut work => return Ok(end),
        asked = signals.next() => asked,
    };
    let Some(runs) = runs else { return Err((asked, None)) };
    let end = tokio::select! {
        end = runs.cancel(work) => end,
        () = signals.insist() => None,
    };
    Err((asked, end))
}

/// Ends the sessions of `pool`, which have no work any more.
async fn close(pool: &Pool, signals: &mut Signals) {
    tokio::select! {
        left = pool.close(CLOSE) => {
            if left > 0 {
                output::say("the session did not end in time; a Grid ends it by its own timeout");
            }
        }
        // A second signal ends the wait.
        _ = signals.next() => {}
    }
}

/// Ends a command that has reported its outcome: by the signal that requested its end, if any.
pub(super) fn after(exit: Exit, asked: Option<Asked>) -> Result<Exit, Failure> {
    asked.map_or(Ok(exit), |asked| Err(interrupted(asked)))
}

/// Ends this process by the signal that requested it, and returns the failure to do so.
fn interrupted(asked: Asked) -> Failure {
    output::say("interrupted");
    let error = end_by(asked);
    Failure::new(Exit::Findings, format!("interrupted, and cannot say so: {error}"))
}

/// Saves a picture of the page, if one was taken and a file was named.
pub(super) fn save_picture(
    picture: Option<Result<Vec<u8>, SessionError>>,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let (Some(picture), Some(path)) = (picture, path) else { return Ok(()) };
    file::write(path, &picture?, Mode::Kept)?;
    output::say(&format!("saved {}", path.display()));
    Ok(())
}
