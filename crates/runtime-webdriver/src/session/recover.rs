//! A new page in the place of one that crashed or cannot be stopped, in the same browser.

use std::time::Duration;

use fantoccini::wd::WindowHandle;
use tokio::time::timeout;
use webagents_runtime::{PageError, PageErrorKind, Recovery};

use crate::session::Session;
use crate::transport::Transport;
use crate::transport::cdp::Cdp;

/// Time for a new tab; it is a new process on a machine whose load may be what ended the old one.
const REPLACE: Duration = Duration::from_secs(30);
/// Time for the first of the new tabs to answer.
///
/// Chromium keeps a process ready for the next page, and what ended the old page's may have ended that one as well: a
/// tab in it never answers, and the next has a process that is really new.
const FIRST: Duration = Duration::from_secs(6);

impl Session {
    /// Opens a new tab, makes it the session's, and closes the old one.
    ///
    /// The driver answers each command for a tab that crashed with that news, but for those that are about windows.
    pub(crate) async fn replace_page(&mut self) -> Result<Recovery, PageError> {
        let replaced = timeout(REPLACE, self.new_page()).await.ok().flatten();
        if replaced.is_some() {
            return Ok(Recovery::Replaced);
        }
        let why = "the page crashed or hung and no other could be opened, so the browser was given up";
        self.give_up(why.to_owned());
        Err(PageError::new(PageErrorKind::Lost, why))
    }

    async fn new_page(&mut self) -> Option<()> {
        let client = self.client.clone();
        let old = match &mut self.transport {
            Transport::Cdp(cdp) if cdp.has_context() => {
                if cdp.reopen(FIRST).await.is_ok() {
                    return Some(());
                }
                return cdp.reopen(REPLACE).await.ok();
            }
            Transport::Cdp(old) => old,
            Transport::Bidi(bidi) => {
                let handle = bidi.replace().await?;
                return client.switch_to_window(WindowHandle::try_from(handle).ok()?).await.ok();
            }
            // WebKit's driver ends a session whose page has crashed.
            Transport::Inspector(_) | Transport::Classic => return None,
        };
        let first = open_beside(old, FIRST).await;
        let (handle, new) = match first {
            Some(opened) => opened,
            None => open_beside(old, REPLACE).await?,
        };
        let crashed = old.tab().state().frame.clone();
        // The driver takes a tab for one of its windows when it is asked for it.
        client.switch_to_window(WindowHandle::try_from(handle).ok()?).await.ok()?;
        **old = new;
        // Whether it closes the session need not know.
        let _ = old.close(&crashed).await;
        Some(())
    }
}

/// A new page in the browser of `old` that takes its place, if it answers in time.
///
/// One that does not is closed.
async fn open_beside(old: &Cdp, within: Duration) -> Option<(String, Cdp)> {
    let handle = old.new_page().await.ok()?;
    let answers = async {
        let mut new = Cdp::attach(old.place().clone(), &handle).await?;
        new.take_over(old).await.ok()?;
        Some(new)
    };
    let new = timeout(within, answers).await.ok().flatten();
    if new.is_none() {
        // Whether it closes the next one need not know.
        let _ = old.close(&handle).await;
    }
    Some((handle, new?))
}
