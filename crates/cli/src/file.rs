//! Files that a command reads and writes for who typed their names.
//!
//! The decisions: what is read is read whole or not at all, within a bound, because a part of it could mean something
//! else. What is to be written is tried before the work begins, because a result that cannot be kept may not come a
//! second time; and it is written beside and moved in place, so that nobody finds half of it.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::source::unreadable;

/// All of a file.
pub(crate) fn read(path: &Path, most: usize) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
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

/// What `reader` has, up to `most` bytes, for readers who can say themselves that there was more.
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

/// Who may read a file that is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Whoever the user's mask lets, and for a file that was there the same as before.
    Usual,
    /// Its owner alone.
    Owner,
}

/// Sees that a file can be written, and leaves it as it is.
pub(crate) fn expect_writable(path: &Path) -> Result<(), Failure> {
    let tried = match std::fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(found) if found.is_file() => OpenOptions::new().append(true).open(path).map(drop),
        // A pipe or a terminal: to open it would be to begin.
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let beside = beside(path);
            make(&beside, Readers::Owner).and_then(|_| std::fs::remove_file(&beside))
        }
        Err(error) => Err(error),
    };
    tried.map_err(|error| unwritable(path, &error))
}

/// Writes all of a file, and never half of it.
pub(crate) fn write(path: &Path, bytes: &[u8], readers: Readers) -> Result<(), Failure> {
    write_whole(path, bytes, readers).map_err(|error| unwritable(path, &error))
}

fn write_whole(path: &Path, bytes: &[u8], readers: Readers) -> io::Result<()> {
    let before = std::fs::metadata(path).ok();
    if before.as_ref().is_some_and(|found| !found.is_file()) {
        return std::fs::write(path, bytes);
    }
    // What a link leads to is written, and the link stays.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let beside = beside(&path);
    let mut file = match make(&beside, readers) {
        Ok(file) => file,
        // A file of ours in a folder of somebody else's.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && before.is_some() => {
            return std::fs::write(&path, bytes);
        }
        Err(error) => return Err(error),
    };
    let mode = before.filter(|_| readers == Readers::Usual).map(|found| found.permissions().mode() & 0o777);
    let kept = mode.map_or(Ok(()), |mode| file.set_permissions(std::fs::Permissions::from_mode(mode)));
    let written = kept.and_then(|()| file.write_all(bytes)).and_then(|()| std::fs::rename(&beside, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// A file that is not there yet.
fn make(path: &Path, readers: Readers) -> io::Result<File> {
    let mode = if readers == Readers::Owner { 0o600 } else { 0o666 };
    OpenOptions::new().write(true).create_new(true).mode(mode).open(path)
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

#[cfg(test)]
mod tests {
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
    fn a_file_is_tried_and_then_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("link"));
        expect_writable(&path).unwrap();
        assert!(!path.exists(), "it was only tried");
        write(&path, b"one", Readers::Usual).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        expect_writable(&link).unwrap();
        write(&link, b"two", Readers::Usual).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert!(link.is_symlink());
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        write(&path, b"three", Readers::Owner).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        write(Path::new("/dev/null"), b"gone", Readers::Usual).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        for path in [folder.path().to_owned(), folder.path().join("no/such")] {
            let error = expect_writable(&path).unwrap_err().to_string();
            assert!(error.starts_with("cannot write "), "{error}");
            assert!(write(&path, b"", Readers::Usual).is_err());
        }
    }
}
