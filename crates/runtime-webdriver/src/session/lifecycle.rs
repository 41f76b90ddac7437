//! The driver, the browser and the permits that a session holds until its end.

use std::sync::Arc;
use std::time::Duration;

use fantoccini::Client;
use fantoccini::error::CmdError;
use fantoccini::wd::{TimeoutConfiguration, WindowHandle};
use rustix::process::{Pid, Signal, getpgid, kill_process};
use tokio::runtime::Handle;
use tokio::time::timeout;
use webagents_runtime::PageErrorKind;

use super::keep_alive::KeepAlive;
use super::permit::{Context, SessionPermit};
use crate::driver::process::DriverServer;
use crate::driver::profile::Profile;
use crate::error::{Error, ErrorKind};
use crate::transport::engine_messages::page_error;

/// Time for a joined tab to close.
const LEAVE: Duration = Duration::from_secs(5);

/// A session's part of drivers, browsers and pools.
pub(super) struct Lifecycle {
    pub(super) client: Client,
    /// Why the session is of no more use.
    pub(super) lost: Option<String>,
    /// The joined tab, if the browser is another program's.
    pub(super) attached: Option<AttachedTab>,
    /// The browser that it shares, when its page has a context of its own there.
    pub(super) context: Option<Box<dyn Context>>,
    /// Keep-alive of a session of a remote driver.
    pub(super) keep_alive: Option<Arc<KeepAlive>>,
    /// The browser's process, when it is a descendant of this process.
    pub(super) browser: Option<Pid>,
    /// Its place in a pool, which is free again when the session has ended.
    pub(super) permit: Option<SessionPermit>,
    /// After the browser in this order, so that the profile is removed when no process writes to it.
    pub(super) profile: Option<Profile>,
    pub(super) driver: Arc<DriverServer>,
}

/// A tab of a session or browser that another program owns, and how to leave it as it was.
#[derive(Debug)]
pub(crate) struct AttachedTab {
    /// The window that was in front.
    pub(crate) before: WindowHandle,
    /// Timeouts that the session had before.
    pub(crate) timeouts: TimeoutConfiguration,
    /// Our first tab, and all that were opened since.
    pub(crate) tab: WindowHandle,
    pub(crate) tabs: Vec<String>,
}

impl Lifecycle {
    /// Creates the part of a session that holds its driver alone.
    pub(super) fn new(client: Client, driver: Arc<DriverServer>) -> Self {
        Self {
            client,
            lost: None,
            attached: None,
            context: None,
            keep_alive: None,
            browser: None,
            permit: None,
            profile: None,
            driver,
        }
    }

    /// Ends the browser, if that is ours to end.
    pub(super) fn kill_browser(&mut self) {
        if self.context.is_some() {
            // It is others' as well; the context ends with the transport.
            return;
        }
        if let (Some(pid), Some(group)) = (self.browser.take(), self.driver.group())
            && belongs(pid, group)
        {
            // A system's `chromium-headless-shell` may be a script that waits for the browser, its child.
            let children = children(pid);
            for pid in std::iter::once(pid).chain(children).filter(|&pid| belongs(pid, group)) {
                // It fails only when the process is gone already.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        self.driver.kill_if_exclusive();
    }
}

impl Drop for Lifecycle {
    fn drop(&mut self) {
        match self.attached.take().filter(|_| self.lost.is_none()) {
            // It has to outlive us: the driver goes when the tab is closed.
            Some(tab) => tab.leave_detached(self.client.clone(), Arc::clone(&self.driver)),
            None => self.kill_browser(),
        }
        // Before the driver's folder, in which it may be.
        self.profile = None;
        if let Some(permit) = self.permit.take() {
            permit.delete_remote_session();
        }
    }
}

impl AttachedTab {
    /// Closes our tabs, and leaves the session as it was found.
    pub(super) async fn leave(self, client: Client, driver: Arc<DriverServer>) -> Result<(), Error> {
        let leaving = async {
            // With the last tab of a browser a session would end; the one that was there before is still there.
            for handle in
                self.tabs.into_iter().filter(|handle| !String::from(self.tab.clone()).contains(handle))
            {
                // The page may have closed it.
                if let Ok(handle) = WindowHandle::try_from(handle)
                    && client.switch_to_window(handle).await.is_ok()
                {
                    client.close_window().await?;
                }
            }
            if client.switch_to_window(self.tab).await.is_ok() {
                client.close_window().await?;
            }
            client.switch_to_window(self.before).await?;
            client.update_timeouts(self.timeouts).await?;
            if driver.group().is_some() {
                // The driver is ours, and lets go of the browser.
                client.close().await?;
            }
            Ok::<(), CmdError>(())
        };
        match timeout(LEAVE, leaving).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(page_error(error).into()),
            Err(_) => Err(Error::new(
                ErrorKind::Page(PageErrorKind::Hung),
                "the browser did not let its tab be closed in time; close it by hand",
            )),
        }
    }

    /// The same in the background.
    fn leave_detached(self, client: Client, driver: Arc<DriverServer>) {
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                // No caller is left to report it to.
                let _ = self.leave(client, driver).await;
            });
        }
    }
}

/// Returns whether `pid` is still the process of the driver's group, not a later one.
pub(super) fn belongs(pid: Pid, group: Pid) -> bool {
    getpgid(Some(pid)).is_ok_and(|of| of == group)
}

/// The children of a process, if the system lists them (proc(5), `/proc/PID/task/TID/children`).
fn children(pid: Pid) -> Vec<Pid> {
    let pid = pid.as_raw_nonzero();
    let listed = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    listed.split_whitespace().filter_map(|child| Pid::from_raw(child.parse().ok()?)).collect()
}
