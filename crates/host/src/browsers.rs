//! Sources of browser sessions.

use std::time::Duration;

use webagents_runtime_webdriver::{
    Browser, BrowserOptions, Engine, Isolation, Pool, PoolOptions, Running, Session, StorageState,
};

use crate::error::Error;

/// Time for a driver elsewhere to open a session, and for who waits for it.
const OPEN: Duration = Duration::from_secs(30);
const WAIT: Duration = Duration::from_secs(45);

/// Source of browser sessions: a driver started here, a pool, or a browser that runs already.
#[derive(Debug)]
pub struct BrowserSource {
    browsers: Browsers,
    /// Storage that is put back in each session.
    storage: Option<StorageState>,
}

#[derive(Debug)]
enum Browsers {
    /// Browsers that end with this process.
    Own(Box<Browser>),
    /// A pool, and the time to wait for one of its sessions.
    Pool(Pool, Duration),
    /// A browser that goes on without us.
    Running(Running, Box<BrowserOptions>),
}

impl From<Browsers> for BrowserSource {
    fn from(browsers: Browsers) -> Self {
        Self { browsers, storage: None }
    }
}

impl BrowserSource {
    /// Starts the driver of a browser, or takes the one at `$WEBDRIVER_URL`.
    pub async fn launch(options: BrowserOptions) -> Result<Self, Error> {
        Ok(Self::from(Browser::launch(options).await?))
    }

    /// Uses one session at a time of a driver or Grid that was started elsewhere.
    ///
    /// Such a session holds a slot until it is deleted, even after the end of this process. So it belongs to a
    /// [pool](Self::pool), which ends it however the caller's work ends.
    pub fn elsewhere(browser: Browser) -> Result<Self, Error> {
        let options = PoolOptions::default()
            .with_size(1)
            .with_isolation(Isolation::Profile)
            .with_queue_deadline(OPEN)
            .with_attempts(1);
        Ok(Self::of_pool(Pool::new(browser, options)?, WAIT))
    }

    /// Uses the sessions of a pool, each of which is waited for up to `wait`.
    pub fn of_pool(pool: Pool, wait: Duration) -> Self {
        Browsers::Pool(pool, wait).into()
    }

    /// Uses a browser that runs already, and goes on afterwards.
    pub fn attach(running: Running, options: BrowserOptions) -> Self {
        Browsers::Running(running, Box::new(options)).into()
    }

    /// Sets cookies and storage that are put back in each session.
    #[must_use]
    pub fn with_storage(self, storage: Option<StorageState>) -> Self {
        Self { storage, ..self }
    }

    /// Opens a session.
    pub async fn acquire(&self) -> Result<Session, Error> {
        let mut session = match &self.browsers {
            Browsers::Own(browser) => browser.session().await?,
            Browsers::Pool(pool, wait) => pool.acquire(*wait).await?,
            Browsers::Running(running, options) => Session::attach(running, (**options).clone()).await?,
        };
        if let Some(storage) = &self.storage {
            session.restore_storage(storage).await?;
        }
        Ok(session)
    }

    /// Returns the pool of the sessions, if there is one.
    pub fn pool(&self) -> Option<&Pool> {
        match &self.browsers {
            Browsers::Pool(pool, _) => Some(pool),
            Browsers::Own(_) | Browsers::Running(..) => None,
        }
    }

    /// Returns the engine of the browsers that are started here.
    pub fn engine(&self) -> Option<Engine> {
        match &self.browsers {
            Browsers::Own(browser) => Some(browser.engine()),
            Browsers::Pool(..) | Browsers::Running(..) => None,
        }
    }
}

/// Browsers that end with this process.
impl From<Browser> for BrowserSource {
    fn from(browser: Browser) -> Self {
        Browsers::Own(Box::new(browser)).into()
    }
}
