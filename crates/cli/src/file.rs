//! Files that a command reads and writes for who typed their names.
//!
//! The decisions: input is read whole or not at all, within a bound, because a part of it could mean something
//! else. Output files are opened before the work begins, because a result that cannot be kept may not come a
//! second time; and it is written to a file next to it and moved in place, so that no reader finds half of it.

use std::fmt;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::exit::{Exit, Failure};
use crate::platform;

/// Opens a regular file to read it.
///
/// A FIFO would keep the command waiting for a writer, and a device may have no end.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = platform::at_once(OpenOptions::new().read(true)).open(path)?;
    regular(&file.metadata()?, Devices::No)?;
    Ok(file)
}

/// Opens a regular file to read it, and not one that a link leads to.
pub(crate) fn open_here(path: &Path) -> io::Result<File> {
    let file = platform::without_link(OpenOptions::new().read(true)).open(path)?;
    regular(&file.metadata()?, Devices::No)?;
    Ok(file)
}

/// Opens a file to append to it; it is made if it is not there, for its user only.
#[cfg(feature = "browser")]
pub(crate) fn open_to_append(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    let file = platform::at_once(platform::private(&mut options)).open(path)?;
    regular(&file.metadata()?, Devices::No)?;
    Ok(file)
}

/// Permission to open character devices, such as `/dev/null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Devices {
    Yes,
    No,
}

fn regular(found: &Metadata, devices: Devices) -> io::Result<()> {
    let kind = found.file_type();
    let name = match kind {
        _ if kind.is_file() => return Ok(()),
        _ if platform::is_char_device(kind) && devices == Devices::Yes => return Ok(()),
        _ if kind.is_dir() => "a directory",
        _ => platform::special_kind(kind),
    };
    Err(io::Error::other(format!("expected a regular file, found {name}")))
}

/// The folder in which the command runs.
pub(crate) fn current_folder() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| unreadable(&"the current folder", &error))
}

/// All of a file.
pub(crate) fn read(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let file = open(path).map_err(|error| unreadable(&name, &error))?;
    read_all(&name, file, most)
}

/// All of a file, which is text.
pub(crate) fn read_text(path: &Path, most: usize) -> Result<String, Failure> {
    text(&path.display(), read(path, most)?)
}

/// All that `reader` has, if that is not more than `most` bytes.
pub(crate) fn read_all(name: &impl fmt::Display, reader: impl Read, most: usize) -> Result<Vec<u8>, Failure> {
    let bytes = read_up_to(name, reader, most.saturating_add(1))?;
    if bytes.len() > most {
        return Err(Failure::usage(format!("{name} is longer than {most} bytes")));
    }
    Ok(bytes)
}

/// Reads up to `most` bytes from `reader`, for callers who detect a longer input themselves.
pub(crate) fn read_up_to(
    name: &impl fmt::Display,
    reader: impl Read,
    most: usize,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX);
    reader.take(limit).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    Ok(bytes)
}

/// Bytes as text.
pub(crate) fn text(name: &impl fmt::Display, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::usage(format!("{name} is not UTF-8: byte {at} is wrong"))
    })
}

/// The permissions of a file that was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Stay as they are.
    Kept,
    /// Apply to the new file, which is for its user only.
    Private,
}

/// Maximum number of links followed to a file to be written.
///
/// Linux follows as many (`path_resolution(7)`).
const LINKS: usize = 40;

/// The file that `path` leads to. A link may lead to a file that is not there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(link) = std::fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Sees that a file can be written, and leaves it as it is.
pub(crate) fn expect_writable(path: &Path) -> Result<(), Failure> {
    try_to_write(path).map_err(|error| unwritable(path, &error))
}

fn try_to_write(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(found) => {
            regular(&found, Devices::Yes)?;
            if found.is_file() { OpenOptions::new().append(true).open(path).map(drop) } else { Ok(()) }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Unnamed::create(&target(path)?).map(drop),
        Err(error) => Err(error),
    }
}

/// Writes all of a file, and never half of it. A new file is for its user only.
pub(crate) fn write(path: &Path, bytes: &[u8], mode: Mode) -> Result<(), Failure> {
    write_whole(path, bytes, mode).map_err(|error| unwritable(path, &error))
}

/// Writes all of a file that still has the content `old`, with its access rights.
///
/// A file that nobody may write stays.
pub(crate) fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| unreadable(&path.display(), &error);
    let file = open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.permissions().readonly() {
        return Err(Failure::usage(format!("cannot write {}: it is read-only", path.display())));
    }
    // One byte more than the content shows that it is longer now.
    if read_up_to(&path.display(), file, old.len() + 1)? != old {
        let message = format!("cannot write {}: another program changed it meanwhile", path.display());
        return Err(Failure::usage(message).help("run the command again"));
    }
    write(path, new, Mode::Kept)
}

fn write_whole(path: &Path, bytes: &[u8], mode: Mode) -> io::Result<()> {
    let before = std::fs::metadata(path).ok();
    if let Some(found) = before.as_ref().filter(|found| !found.is_file()) {
        regular(found, Devices::Yes)?;
        return std::fs::write(path, bytes);
    }
    // The target of a link is written, and the link stays.
    put(&target(path)?, bytes, before.as_ref(), mode)
}

/// Writes all of a file in a folder of results, for its user only.
///
/// A file that is there must be a regular one.
pub(crate) fn overwrite(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error| unwritable(path, &error);
    let before = match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => {
            return Err(failed(io::Error::other("expected a regular file, found a symbolic link")));
        }
        Ok(found) => Some(found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    before.as_ref().map_or(Ok(()), |found| regular(found, Devices::No)).map_err(failed)?;
    put(path, bytes, before.as_ref(), Mode::Private).map_err(failed)
}

/// Puts a file with these bytes in the place of the one that was there `before`.
fn put(path: &Path, bytes: &[u8], before: Option<&Metadata>, mode: Mode) -> io::Result<()> {
    let kept = before.filter(|_| mode == Mode::Kept);
    // A new file would belong to another user, or would not be the file that the other names lead to.
    if kept.is_some_and(platform::is_shared) {
        return std::fs::write(path, bytes);
    }
    let mut file = match Unnamed::create(path) {
        Ok(file) => file,
        // A file of this user in a folder of another.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && before.is_some() => {
            return std::fs::write(path, bytes);
        }
        Err(error) => return Err(error),
    };
    if let Some(found) = kept {
        file.file.set_permissions(platform::access(found))?;
    }
    file.file.write_all(bytes)?;
    file.replace(path)
}

/// New file that gets its name once it is complete.
///
/// So a command that is killed leaves no part of it.
struct Unnamed {
    file: File,
    /// Name of the file, if the file system needs one from the beginning.
    name: Option<PathBuf>,
}

impl Unnamed {
    /// Creates a file in the folder of `path`, for its user only.
    fn create(path: &Path) -> io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let Some(file) = platform::unnamed(folder) {
            return Ok(Self { file, name: None });
        }
        let name = beside(path);
        Ok(Self { file: make(&name)?, name: Some(name) })
    }

    /// Gives the file the name `path`, unless a file of that name exists.
    fn link(&self, path: &Path) -> io::Result<()> {
        match &self.name {
            // Unlike a rename, a link never replaces a file.
            Some(name) => std::fs::hard_link(name, path),
            None => platform::name(&self.file, path),
        }
    }

    /// Puts the file in the place of `path`.
    fn replace(mut self, path: &Path) -> io::Result<()> {
        if self.name.is_none() {
            let name = beside(path);
            platform::name(&self.file, &name)?;
            self.name = Some(name);
        }
        match self.name.as_ref().map(|name| std::fs::rename(name, path)) {
            Some(Err(error)) => Err(error),
            _ => {
                self.name = None;
                Ok(())
            }
        }
    }
}

impl Drop for Unnamed {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            let _ = std::fs::remove_file(name);
        }
    }
}

/// Writes a new file as a whole, readable by its user only.
///
/// It is an error if the file exists.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = Unnamed::create(path)?;
    new.file.write_all(bytes)?;
    new.link(path)
}

/// Time to wait for another command that changes the same file.
const TURN: Duration = Duration::from_secs(10);
/// Interval between two attempts to lock it.
const POLL: Duration = Duration::from_millis(10);

/// Reads, changes and writes the file at `path` by `work`, while no other command of this program does.
///
/// The folder is locked, and not the file: [`write()`] puts another file in its place. Only Unix can lock a folder.
pub(crate) fn alone<T>(path: &Path, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let failed = |error: io::Error| unwritable(path, &error);
    let target = target(path).map_err(failed)?;
    if cfg!(not(unix)) {
        return work();
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new("."))).map_err(failed)?;
    let end = Instant::now() + TURN;
    loop {
        match folder.try_lock() {
            Ok(()) => return work(),
            Err(TryLockError::WouldBlock) if Instant::now() < end => std::thread::sleep(POLL),
            Err(TryLockError::WouldBlock) => {
                let message =
                    format!("cannot write {}: another command holds its folder locked", path.display());
                return Err(Failure::usage(message).help("wait for that command to end, then try again"));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}

/// A file that is not there yet, for its user only.
fn make(path: &Path) -> io::Result<File> {
    platform::private(OpenOptions::new().write(true).create_new(true)).open(path)
}

/// The name under which a file is written first.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    path.with_file_name(name)
}

pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("cannot write {}: {error}", path.display()))
}

/// A file or stdin that cannot be read.
pub(crate) fn unreadable(source: &impl fmt::Display, error: &io::Error) -> Failure {
    Failure::new(Exit::Usage, format!("cannot read {source}: {error}"))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn what_is_longer_is_not_read() {
        assert_eq!(read_all(&"x", &b"123"[..], 3).unwrap(), b"123");
        let error = read_all(&"x", &b"1234"[..], 3).unwrap_err().to_string();
        assert_eq!(error, "x is longer than 3 bytes");
        assert_eq!(read_up_to(&"x", &b"1234"[..], 3).unwrap(), b"123");
        assert_eq!(text(&"x", b"a\xff".to_vec()).unwrap_err().to_string(), "x is not UTF-8: byte 1 is wrong");
    }

    #[test]
    fn changed_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path, b"edited", Mode::Kept).unwrap();
        assert!(replace(&path, b"read", b"fixed").is_err());
        assert!(replace(&path, b"edit", b"fixed").is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"edited");
        replace(&path, b"edited", b"fixed").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"fixed");
    }

    #[test]
    fn a_file_is_tried_and_then_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        expect_writable(&path).unwrap();
        assert!(!path.exists(), "it was only tried");
        write(&path, b"one", Mode::Kept).unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        expect_writable(&link).unwrap();
        write(&link, b"two", Mode::Kept).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert!(link.is_symlink());
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        write(&path, b"three", Mode::Private).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        write(Path::new("/dev/null"), b"gone", Mode::Kept).unwrap();
        let (absent, dangling) = (folder.path().join("b"), folder.path().join("dangling"));
        std::os::unix::fs::symlink("b", &dangling).unwrap();
        expect_writable(&dangling).unwrap();
        write(&dangling, b"four", Mode::Kept).unwrap();
        assert!(dangling.is_symlink());
        assert_eq!(std::fs::read(&absent).unwrap(), b"four");
        assert_eq!(absent.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
        // The other names of a file lead to the same file afterwards, and no folder of results is left by a link.
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        std::fs::write(&one, "old").unwrap();
        std::fs::hard_link(&one, &other).unwrap();
        replace(&one, b"old", b"new").unwrap();
        assert_eq!(std::fs::read(&other).unwrap(), b"new");
        if std::os::unix::fs::chown(&path, Some(12345), Some(12345)).is_ok() {
            use std::os::unix::fs::MetadataExt as _;
            replace(&path, b"three", b"five").unwrap();
            let found = path.metadata().unwrap();
            assert_eq!(
                (found.uid(), found.gid(), std::fs::read(&path).unwrap()),
                (12345, 12345, b"five".to_vec())
            );
        }
        assert!(overwrite(&link, b"x").is_err() && overwrite(&dangling, b"x").is_err());
        assert!(overwrite(Path::new("/dev/null"), b"x").is_err() && overwrite(folder.path(), b"x").is_err());
        overwrite(&one, b"six").unwrap();
        assert_eq!(
            (std::fs::read(&one).unwrap(), std::fs::read(&other).unwrap()),
            (b"six".to_vec(), b"new".to_vec())
        );
        std::fs::remove_file(&one).unwrap();
        std::fs::remove_file(&other).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "no temporary file is left");
        let around = folder.path().join("around");
        std::os::unix::fs::symlink("around", &around).unwrap();
        assert!(expect_writable(&around).is_err() && write(&around, b"", Mode::Kept).is_err());
        for path in [folder.path().to_owned(), folder.path().join("no/such")] {
            let error = expect_writable(&path).unwrap_err().to_string();
            assert!(error.starts_with("cannot write "), "{error}");
            assert!(write(&path, b"", Mode::Kept).is_err());
        }
    }
}
