//! Resources of the machine that a browser needs: space for temporary files, and open files.
//!
//! Without them a browser fails late and with words about something else, such as a log that is removed with its folder.
//! So the limits are checked before a driver starts, against the least need of any browser, and again when one has
//! failed, for its message.

use std::path::Path;

use rustix::fs::{Access, access, statvfs};
use rustix::process::{Resource, getrlimit};

use crate::error::{Error, ErrorKind};

/// Open files with which no browser starts: its processes share more than that number of them.
const FILES_NEEDED: u64 = 100;
/// Open files below which a failure is likely to come from the limit.
const FILES_ENOUGH: u64 = 512;
/// Bytes with which no browser starts: a profile is larger.
const ROOM_NEEDED: u64 = 1 << 20;
/// Free bytes below which lack of disk space is a likely cause of a failure.
const ROOM_ENOUGH: u64 = 64 << 20;

/// Returns a sentence for each resource, such as disk space, that this machine lacks for a browser.
///
/// A browser needs these resources; the sentence names the remedy.
pub fn faults() -> Vec<String> {
    lacks(&std::env::temp_dir(), FILES_ENOUGH, ROOM_ENOUGH)
}

/// Returns whether browsers can write to the user's home folder, if there is one.
pub(crate) fn has_usable_home() -> bool {
    std::env::var_os("HOME").is_none_or(|home| is_writable(Path::new(&home)))
}

/// Returns whether this process can make files in a folder, which may be on a read-only file system.
fn is_writable(folder: &Path) -> bool {
    access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// The error of a machine on which no browser can start.
pub(crate) fn check() -> Result<(), Error> {
    match lacks(&std::env::temp_dir(), FILES_NEEDED, ROOM_NEEDED) {
        faults if faults.is_empty() => Ok(()),
        faults => Err(Error::new(
            ErrorKind::DriverFailed,
            format!("no browser can be started here: {}", faults.join("; ")),
        )),
    }
}

/// Adds the missing resources to the error of a driver or browser that did not start.
pub(crate) fn explain(error: Error) -> Error {
    let starts = matches!(error.kind(), ErrorKind::DriverFailed | ErrorKind::SessionNotCreated);
    match faults() {
        faults if starts && !faults.is_empty() => {
            error.and(&format!("; a likely cause: {}", faults.join("; ")))
        }
        _ => error,
    }
}

fn lacks(folder: &Path, files: u64, room: u64) -> Vec<String> {
    let free = statvfs(folder).ok().map(|found| found.f_bavail.saturating_mul(found.f_frsize));
    sentences(folder, free, room, getrlimit(Resource::Nofile).current, files)
}

fn sentences(folder: &Path, free: Option<u64>, room: u64, limit: Option<u64>, files: u64) -> Vec<String> {
    let full = free.filter(|free| *free < room).map(|free| {
        format!(
            "the folder for temporary files, {}, has {free} bytes left; free space there, or set TMPDIR to another folder",
            folder.display()
        )
    });
    let few = limit.filter(|limit| *limit < files).map(|limit| {
        format!("a process may have {limit} open files, and a browser needs {FILES_ENOUGH}; raise the limit with ulimit -n")
    });
    full.into_iter().chain(few).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_folders_take_no_files() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_writable(folder.path()));
        assert!(!is_writable(&folder.path().join("absent")) && !is_writable(Path::new("/dev/null")));
    }

    #[test]
    fn limits_are_named_with_their_remedy() {
        let said =
            |free, limit| sentences(Path::new("/tmp"), free, ROOM_NEEDED, limit, FILES_NEEDED).join("\n");
        assert_eq!(said(Some(1 << 30), Some(1024)), "");
        assert_eq!(said(None, None), "");
        assert!(
            said(Some(0), None)
                .starts_with("the folder for temporary files, /tmp, has 0 bytes left; free space")
        );
        assert!(said(None, Some(64)).contains("64 open files"));
        assert_eq!(said(Some(0), Some(64)).lines().count(), 2);
    }
}
