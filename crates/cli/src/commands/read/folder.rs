//! A folder in which documents outlive the command.
//!
//! The decisions: it is the user's alone, as are its files, because a page may show private data; an entry is whole or is
//! not there, which a hash of it says; and it is bounded, the oldest entries going first.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use webagents_read::Store;
use webagents_runtime::guard::lock::sha256;

use crate::exit::Failure;
use crate::file::{self, Mode};
use crate::output;
use crate::platform;

/// Bytes of one entry.
const ENTRY: usize = 64 * 1024 * 1024;
/// Entries of a folder, and bytes of all of them.
const ENTRIES: usize = 1000;
const BYTES: u64 = 256 * 1024 * 1024;
/// Ending of the names of entries.
const ENDING: &str = ".page";

#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder at `path`, which is made if it is not there.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let unusable = |error: &std::io::Error| file::unwritable(path, error);
        platform::create_folder(path).map_err(|error| unusable(&error))?;
        let found = std::fs::metadata(path).map_err(|error| unusable(&error))?;
        if !platform::is_own_folder(&found) {
            let message = format!("expected a folder that only its user writes, found {}", path.display());
            return Err(Failure::usage(message).help("name another folder, or run chmod go-w on it"));
        }
        Ok(Self(path.to_owned()))
    }

    fn path(&self, key: &str) -> PathBuf {
        self.0.join(format!("{}{ENDING}", sha256(key.as_bytes())))
    }

    /// Removes the oldest entries beyond the bounds.
    fn bound(&self) {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut entries: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter(|entry| entry.file_name().to_string_lossy().ends_with(ENDING))
            .filter_map(|entry| {
                let found = entry.metadata().ok()?;
                Some((found.modified().ok()?, found.len(), entry.path()))
            })
            .collect();
        entries.sort();
        let mut bytes: u64 = entries.iter().map(|(_, size, _)| size).sum();
        let mut count = entries.len();
        for (_, size, path) in entries {
            if count <= ENTRIES && bytes <= BYTES {
                break;
            }
            let _ = std::fs::remove_file(path);
            count -= 1;
            bytes -= size;
        }
    }
}

impl Store for Folder {
    fn load(&self, key: &str) -> Option<Vec<u8>> {
        let path = self.path(key);
        if !path.exists() {
            return None;
        }
        let entry = file::read(&path, ENTRY).ok();
        let whole = entry.and_then(|entry| {
            let (sum, rest) = entry.split_at_checked(64)?;
            let rest = rest.strip_prefix(b"\n")?;
            (sum == sha256(rest).as_bytes()).then(|| rest.to_vec())
        });
        if whole.is_none() {
            output::say(&format!("{}: the entry is damaged and is not used", path.display()));
        }
        whole
    }

    fn save(&self, key: &str, entry: &[u8]) {
        let mut whole = sha256(entry).into_bytes();
        whole.push(b'\n');
        whole.extend_from_slice(entry);
        match file::write(&self.path(key), &whole, Mode::Private) {
            Ok(()) => self.bound(),
            Err(failure) => output::say(&failure.to_string()),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    use super::*;

    #[test]
    fn entries_are_whole_private_and_bounded() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("cache");
        let folder = Folder::open(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o700);
        assert_eq!(folder.load("a"), None);
        folder.save("a", b"one");
        assert_eq!(folder.load("a").as_deref(), Some(&b"one"[..]));
        let entry = folder.path("a");
        assert_eq!(std::fs::metadata(&entry).unwrap().mode() & 0o777, 0o600);
        for damaged in [&b""[..], b"x", &[0; 100]] {
            std::fs::write(&entry, damaged).unwrap();
            assert_eq!(folder.load("a"), None);
        }
        for at in 0..ENTRIES + 5 {
            std::fs::write(path.join(format!("{at}{ENDING}")), "x").unwrap();
        }
        folder.save("b", b"two");
        assert_eq!(std::fs::read_dir(&path).unwrap().count(), ENTRIES);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o770)).unwrap();
        assert!(Folder::open(&path).unwrap_err().to_string().contains("only its user writes"));
    }
}
