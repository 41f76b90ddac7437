//! The folder of a browser's profile: a throwaway one, or one of the user's.
//!
//! The decision: two browsers on one profile destroy it, or the second hands its page to the first and ends, which a
//! driver reports as a browser that would not start. So the process that uses the folder is found beforehand, and
//! reported. Chromium marks it with `SingletonLock`, a link to `HOST-PID`, and Firefox locks `.parentlock` and writes its
//! address and process into the link `lock`; not all browsers of ours do, so a file of our own is locked as well, and the system lets go of that whatever
//! becomes of us.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::process::{Pid, test_kill_process};
use tempfile::TempDir;
use tokio::time::{Duration, Instant, sleep};

use super::startup_cache::StartupCache;
use crate::error::{Error, ErrorKind};

/// Locked by us as long as a browser of ours has the profile.
const OURS: &str = "profile.lock";

/// Interval at which a folder is looked at until its browser has let go of it.
const AGAIN: Duration = Duration::from_millis(20);

/// A browser's profile.
#[derive(Debug)]
pub(crate) enum Profile {
    /// Removed when it is dropped, after the browser; with the startup cache that it takes part in.
    Throwaway(Option<TempDir>, Option<StartupCache>),
    /// Kept, with the lock on it.
    Kept(PathBuf, #[expect(dead_code, reason = "held for the lock")] File),
}

impl Profile {
    /// A new folder below `scratch`, with a copy of the startup cache.
    pub(crate) fn throwaway(scratch: &Path, cache: Option<StartupCache>) -> Result<Self, Error> {
        let made = tempfile::Builder::new()
            .prefix("profile-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(scratch);
        let made = made.map_err(|error| {
            let text = format!("cannot make a browser profile: {error}");
            Error::because(ErrorKind::SessionNotCreated, text, error)
        })?;
        if let Some(cache) = &cache {
            cache.lend(made.path());
        }
        Ok(Self::Throwaway(Some(made), cache))
    }

    /// The user's folder, which is made if it is not there.
    pub(crate) fn kept(folder: &Path) -> Result<Self, Error> {
        let failed = |error: std::io::Error| {
            let text = format!("cannot use {} as a browser profile: {error}", folder.display());
            Error::because(ErrorKind::Unsupported, text, error)
        };
        // Only the user may read logins.
        DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
        // The driver's folder is not ours, so a relative path would mean another.
        let folder = folder.canonicalize().map_err(failed)?;
        if let Some(holder) = holder(&folder).or_else(|| firefox(&folder)) {
            return Err(Error::new(
                ErrorKind::SessionNotCreated,
                format!(
                    "the browser profile {} is in use by {holder}; close that browser, or attach to it if it has a \
                     debugger",
                    folder.display()
                ),
            ));
        }
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(folder.join(OURS))
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self::Kept(folder, file)),
            Err(TryLockError::WouldBlock) => Err(Error::new(
                ErrorKind::SessionNotCreated,
                format!(
                    "the browser profile {} is in use by another session of webagents; close that one first",
                    folder.display()
                ),
            )),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Waits until the browser has let go of the folder, for `limit` at most, and keeps its startup cache.
    ///
    /// A driver reports a session as closed while the browser still writes.
    pub(crate) async fn released(&self, limit: Duration) {
        let (folder, cache) = match self {
            Self::Kept(folder, _) => (folder.as_path(), None),
            Self::Throwaway(Some(folder), Some(cache)) if cache.differs(folder.path()) => {
                (folder.path(), Some(cache))
            }
            Self::Throwaway(..) => return,
        };
        let end = Instant::now() + limit;
        while holder(folder).or_else(|| firefox(folder)).is_some() {
            if Instant::now() >= end {
                return;
            }
            sleep(AGAIN).await;
        }
        if let Some(cache) = cache {
            cache.keep(folder);
        }
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Throwaway(folder, _) => folder.as_ref().map(TempDir::path),
            Self::Kept(folder, _) => Some(folder),
        }
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        if let Self::Throwaway(folder, _) = self
            && let Some(folder) = folder.take()
        {
            remove(folder);
        }
    }
}

/// Returns the holder of the profile, by the link that Chromium makes of its host and process.
///
/// `None` if that process has ended.
fn holder(folder: &Path) -> Option<String> {
    let link = std::fs::read_link(folder.join("SingletonLock")).ok()?;
    let link = link.to_str()?;
    let (host, pid) = link.rsplit_once('-')?;
    let number: i32 = pid.parse().ok()?;
    let here = rustix::system::uname().nodename().to_str().is_ok_and(|name| name == host);
    if !here {
        return Some(format!("process {number} on the machine {}", host.escape_debug()));
    }
    // A process that we may not look at is one, too.
    let gone = test_kill_process(Pid::from_raw(number)?) == Err(rustix::io::Errno::SRCH);
    (!gone).then(|| format!("process {number}"))
}

/// Which Firefox has the profile.
///
/// The link remains when one is killed, and the lock does not (`nsProfileLock.cpp`).
fn firefox(folder: &Path) -> Option<String> {
    let file = OpenOptions::new().read(true).write(true).open(folder.join(".parentlock")).ok()?;
    // The lock is released with the file.
    if fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
        return None;
    }
    let link = std::fs::read_link(folder.join("lock")).ok();
    // `ADDRESS:+PID`.
    let number = link.as_deref().and_then(Path::to_str).and_then(|link| link.rsplit_once(":+"));
    let number: Option<u32> = number.and_then(|(_, number)| number.parse().ok());
    Some(number.map_or_else(|| "a Firefox".to_owned(), |number| format!("process {number}")))
}

/// Removes a folder that processes wrote to which are just being killed.
///
/// They end one after the other and the last may still write a file, so it is tried again for a fraction of a second.
pub(crate) fn remove(folder: TempDir) {
    let path = folder.keep();
    for _ in 0..20 {
        match std::fs::remove_dir_all(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                std::thread::sleep(Duration::from_millis(15));
            }
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_profile_has_one_browser() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b");
        let profile = Profile::kept(&path).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        let error = Profile::kept(&path).unwrap_err();
        assert!(error.to_string().contains("in use by another session of webagents"), "{error}");
        drop(profile);
        drop(Profile::kept(&path).unwrap());
        assert!(path.is_dir());

        let lock = path.join("SingletonLock");
        let host = rustix::system::uname().nodename().to_str().unwrap().to_owned();
        let own = std::process::id();
        for (link, expected) in [
            (format!("{host}-{own}"), Some(format!("in use by process {own}; close"))),
            (format!("{host}-{}", i32::MAX), None),
            (format!("elsewhere-x-{own}"), Some(format!("process {own} on the machine elsewhere-x"))),
            ("nonsense".to_owned(), None),
            ("-".to_owned(), None),
        ] {
            symlink(&link, &lock).unwrap();
            let outcome = Profile::kept(&path).map(drop).map_err(|error| error.to_string());
            match expected {
                Some(words) => assert!(outcome.unwrap_err().contains(&words), "{link}"),
                None => assert_eq!(outcome, Ok(()), "{link}"),
            }
            std::fs::remove_file(&lock).unwrap();
        }
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert!(Profile::kept(&file).unwrap_err().to_string().starts_with("cannot use "));
    }
}
