//! Opening of a pool's sessions, the pauses after failures, and the check of idle ones.

use std::sync::Weak;
use std::time::Duration;

use super::queue::Shared;
use crate::browser::Browser;
use crate::error::Error;
use crate::session::Session;
use crate::session::permit::SessionPermit;

/// The pause after the first failure, and the longest.
const PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

impl Shared {
    /// Opens one session for the request that is first in the queue then.
    pub(super) async fn open(pool: Weak<Self>, permit: SessionPermit) {
        match Self::session(&pool).await {
            Ok(Some(session)) => {
                let remote = session.remote().await;
                if let Some(pool) = pool.upgrade() {
                    pool.arrived(session.with_permit(permit, remote));
                }
            }
            Ok(None) => {}
            Err(error) => {
                let Some(failures) = pool.upgrade().map(|pool| pool.failed(error)) else { return };
                let doubled = PAUSE.saturating_mul(1 << failures.saturating_sub(1).min(8));
                // The permit stays taken meanwhile, so that no other request fails in the same way at once.
                tokio::time::sleep(doubled.min(LONGEST_PAUSE)).await;
                drop(permit);
            }
        }
    }

    /// Asks a session that was ready for a while whether it still lives.
    pub(super) async fn ask(pool: Weak<Self>, mut session: Session) {
        let lives = session.answers().await;
        // Without its pool it has no use, and ends.
        if let Some(pool) = pool.upgrade() {
            pool.asked(session, lives);
        }
    }

    /// A session, opened without keeping the pool alive. `None` when the pool is gone.
    async fn session(pool: &Weak<Self>) -> Result<Option<Session>, Error> {
        let Some(browser) = pool.upgrade().map(|pool| pool.browser()) else { return Ok(None) };
        let error = match Self::one(pool, &browser).await {
            Ok(session) => return Ok(session),
            Err(error) => error,
        };
        // A driver of ours that died takes every later session with it, so another one is started in its place.
        if browser.is_up().await {
            return Err(error);
        }
        let Some(living) = pool.upgrade() else { return Ok(None) };
        let browser = living.restarted(&browser).await?;
        drop(living);
        Self::one(pool, &browser).await
    }

    /// A session of `browser`: the browser's own, or a context in one that has others.
    async fn one(pool: &Weak<Self>, browser: &Browser) -> Result<Option<Session>, Error> {
        let Some((browsers, limits)) = pool.upgrade().map(|pool| pool.browsers()) else {
            return Ok(None);
        };
        match limits {
            None => browser.session().await.map(Some),
            Some(limits) => browsers.session(browser, limits).await.map(Some),
        }
    }
}
