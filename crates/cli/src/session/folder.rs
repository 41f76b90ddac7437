//! The folder of a user's sessions: a socket, a lock and a record for each name.
//!
//! The decision: the supervisor holds the lock as long as it lives, and the system releases it however the process ends.
//! So a session runs if its lock is held, and no number of a process, which another process may have by now, is relied
//! on. The folder is one that no other user can change, which is checked with each use, and both sides of a
//! connection compare the user of the other with their own.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;

use crate::args::SessionName;
use crate::exit::{Exit, Failure};
use crate::file::{self, Mode};
use crate::session::record::Record;

/// Bytes of the path of a socket: 108 on Linux and 104 on macOS, with a zero at the end (unix(7)).
const PATH_BYTES: usize = if cfg!(target_os = "macos") { 103 } else { 107 };
/// Bytes of a record.
const RECORD_BYTES: usize = 64 * 1024;
/// Bits of a mode by which other users can write.
const OTHERS_WRITE: u32 = 0o022;
const STICKY: u32 = 0o1000;
const OTHERS: u32 = 0o077;

/// A folder that is the user's own.
#[derive(Debug, Clone)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Opens the folder of this user's sessions, and creates it if it is absent.
    pub(crate) fn open() -> Result<Self, Failure> {
        let user = rustix::process::geteuid().as_raw();
        // A relative path is to be ignored (XDG Base Directory Specification).
        let named = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute());
        match named {
            Some(folder) => Self::within(&folder, "webagents", user, "XDG_RUNTIME_DIR"),
            None => Self::within(&std::env::temp_dir(), &format!("webagents-{user}"), user, "TMPDIR"),
        }
    }

    /// Opens the folder `name` in `parent`, which the environment variable `variable` names.
    fn within(parent: &Path, name: &str, user: u32, variable: &str) -> Result<Self, Failure> {
        let help = format!("let {variable} name a folder of your own with mode 0700");
        let refused = |message: String| Failure::new(Exit::Refused, message).help(help.clone());
        let shown = parent.display();
        let above = parent
            .metadata()
            .map_err(|error| refused(format!("cannot use {shown} ({variable}) for sessions: {error}")))?;
        // A user who can write there could put another folder in the place of ours.
        if above.mode() & OTHERS_WRITE != 0 && above.mode() & STICKY == 0 {
            let mode = above.mode() & 0o7777;
            return Err(refused(format!(
                "sessions are not kept in {shown} ({variable}): expected a folder that only its user can write to, or \
                 one with the sticky bit, found mode {mode:04o}"
            )));
        }
        let path = parent.join(name);
        match DirBuilder::new().mode(0o700).create(&path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(refused(format!("cannot create {}: {error}", path.display())));
            }
            _ => {}
        }
        let shown = path.display();
        let found = path
            .symlink_metadata()
            .map_err(|error| refused(format!("cannot use {shown} for sessions: {error}")))?;
        let fault = match () {
            () if found.is_symlink() => "a symbolic link".to_owned(),
            () if !found.is_dir() => "no folder".to_owned(),
            () if found.uid() != user => format!("a folder of the user with number {}", found.uid()),
            () if found.mode() & OTHERS != 0 => format!("mode {:04o}", found.mode() & 0o7777),
            () => return Ok(Self(path)),
        };
        let message = format!(
            "sessions are not kept in {shown}: expected a folder of the user with number {user} and mode 0700, found {fault}"
        );
        Err(Failure::new(Exit::Refused, message)
            .help(format!("remove it, or set its mode, if it is yours; else {help}")))
    }

    fn file(&self, name: &SessionName, ending: &str) -> PathBuf {
        self.0.join(format!("{name}.{ending}"))
    }

    /// Returns the path of a session's socket.
    pub(crate) fn socket(&self, name: &SessionName) -> Result<PathBuf, Failure> {
        let path = self.file(name, "sock");
        let bytes = path.as_os_str().len();
        if bytes <= PATH_BYTES {
            return Ok(path);
        }
        let message = format!(
            "the path of the session's socket is too long: expected at most {PATH_BYTES} bytes, found {bytes}: {}",
            path.display()
        );
        Err(Failure::usage(message)
            .help("let XDG_RUNTIME_DIR name a folder with a shorter path, or choose a shorter name"))
    }

    /// Returns the names of the sessions with a record, sorted.
    pub(crate) fn names(&self) -> Result<Vec<SessionName>, Failure> {
        let failed = |error| file::unreadable(&self.0.display(), &error);
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&self.0).map_err(failed)? {
            let file = entry.map_err(failed)?.file_name();
            let name = file.to_str().and_then(|file| file.strip_suffix(".json"));
            names.extend(name.and_then(|name| name.parse::<SessionName>().ok()));
        }
        names.sort();
        Ok(names)
    }

    /// Returns the record of a session; `None` if no session of this name was started.
    pub(crate) fn record(&self, name: &SessionName) -> Result<Option<Record>, Failure> {
        let path = self.file(name, "json");
        if !path.try_exists().map_err(|error| file::unreadable(&path.display(), &error))? {
            return Ok(None);
        }
        let text = file::read_text(&path, RECORD_BYTES)?;
        let record = serde_json::from_str(&text).map_err(|error| {
            let message = format!("{}: expected the record of a session: {error}", path.display());
            Failure::usage(message).help("remove that file, if the session has ended")
        })?;
        Ok(Some(record))
    }

    pub(crate) fn write(&self, record: &Record) -> Result<(), Failure> {
        let text = serde_json::to_string(record).map_err(|error| Failure::usage(error.to_string()))?;
        file::write(&self.file(&record.name, "json"), format!("{text}\n").as_bytes(), Mode::Private)
    }

    fn lock_file(&self, name: &SessionName, creates: bool) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.write(true).create(creates).truncate(false).mode(0o600);
        options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed()).open(self.file(name, "lock"))
    }

    /// Takes the lock of a session; `None` if another process has it.
    pub(crate) fn lock(&self, name: &SessionName) -> Result<Option<File>, Failure> {
        let failed = |error| file::unwritable(&self.file(name, "lock"), &error);
        let lock = self.lock_file(name, true).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(lock)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Returns `None` if the supervisor of a session lives, and otherwise when it last did.
    ///
    /// Without its lock file, which another program removed, a session lives while its socket is served.
    pub(crate) fn last_seen(&self, record: &Record) -> Result<Option<SystemTime>, Failure> {
        let name = &record.name;
        let failed = |error| file::unreadable(&self.file(name, "lock").display(), &error);
        let lock = match self.lock_file(name, false) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let is_served = UnixStream::connect(self.socket(name)?).is_ok();
                let started = UNIX_EPOCH + Duration::from_millis(record.started);
                return Ok(Some(started).filter(|_| !is_served));
            }
            opened => opened.map_err(failed)?,
        };
        // Shared, so that two commands that look at the same time do not see each other.
        match lock.try_lock_shared() {
            Ok(()) => Ok(Some(lock.metadata().and_then(|about| about.modified()).map_err(failed)?)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, chown, symlink};

    use super::*;

    #[track_caller]
    fn refused(parent: &Path, found: &str) {
        let user = rustix::process::geteuid().as_raw();
        let failure = Folder::within(parent, "webagents", user, "TMPDIR").expect_err(found);
        assert_eq!(failure.exit(), Exit::Refused);
        assert!(failure.to_string().contains(found), "{failure}");
    }

    #[test]
    fn folders_that_others_can_change_are_refused() {
        let parent = tempfile::tempdir().expect("a folder");
        let user = rustix::process::geteuid().as_raw();
        let folder = parent.path().join("webagents");
        let mode =
            |path: &Path, mode| std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
        for _ in 0..2 {
            let opened = Folder::within(parent.path(), "webagents", user, "TMPDIR").expect("a folder");
            assert_eq!(opened.0.metadata().expect("it").mode() & 0o7777, 0o700);
        }
        for bits in [0o755, 0o750, 0o701, 0o777] {
            mode(&folder, bits);
            refused(parent.path(), &format!("found mode {bits:04o}"));
        }
        mode(&folder, 0o700);
        for (bits, is_refused) in [(0o777, true), (0o770, true), (0o1777, false), (0o755, false)] {
            mode(parent.path(), bits);
            if is_refused {
                refused(parent.path(), &format!("found mode {bits:04o}"));
            } else {
                Folder::within(parent.path(), "webagents", user, "TMPDIR").expect("a folder");
            }
        }
        mode(parent.path(), 0o700);
        // Only the superuser can give a folder away.
        if user == 0 {
            chown(&folder, Some(12345), None).expect("another user");
            refused(parent.path(), "found a folder of the user with number 12345");
        }
        std::fs::remove_dir(&folder).expect("it is empty");
        let other = tempfile::tempdir().expect("a folder");
        symlink(other.path(), &folder).expect("a link");
        refused(parent.path(), "found a symbolic link");
        std::fs::remove_file(&folder).expect("the link");
        std::fs::write(&folder, "").expect("a file");
        refused(parent.path(), "found no folder");
        refused(&parent.path().join("absent"), "cannot use");
    }

    #[test]
    fn a_path_too_long_for_a_socket_is_an_error() {
        let name: SessionName = "n".repeat(64).parse().expect("a name");
        for (length, fits) in [(1, true), (37, true), (38, false), (90, false)] {
            let folder = Folder(Path::new("/").join("f".repeat(length - 1)));
            let socket = folder.socket(&name);
            assert_eq!(socket.is_ok(), fits || PATH_BYTES != 107 && length < 30, "{length}: {socket:?}");
        }
    }
}
