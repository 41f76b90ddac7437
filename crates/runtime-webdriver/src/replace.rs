//! A new page in the place of one that crashed or cannot be stopped, in the same browser.

use std::time::Duration;

use fantoccini::wd::WindowHandle;
use tokio::time::timeout;
use webagents_runtime::{PageError, PageErrorKind, Recovery};

use crate::cdp::Cdp;
use crate::session::Session;
use crate::wire::Line;

/// Time for a new tab; it is a new process on a machine whose load may be what ended the old one.
const REPLACE: Duration = Duration::from_secs(30);

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
        let old = match &mut self.line {
            Line::Cdp(old) => old,
            Line::Bidi(bidi) => {
                let handle = bidi.replace().await?;
                return client.switch_to_window(WindowHandle::try_from(handle).ok()?).await.ok();
            }
            // WebKit's driver ends a session whose page has crashed.
            Line::Inspector(_) | Line::Classic => return None,
        };
        let handle = old.new_page().await.ok()?;
        let mut new = Cdp::attach(old.place().clone(), &handle).await?;
        new.take_over(old).await.ok()?;
        let crashed = old.tab().state().frame.clone();
        // The driver takes a tab for one of its windows when it is asked for it.
        client.switch_to_window(WindowHandle::try_from(handle).ok()?).await.ok()?;
        **old = new;
        // Whether it closes the session need not know.
        let _ = old.close(&crashed).await;
        Some(())
    }
}
