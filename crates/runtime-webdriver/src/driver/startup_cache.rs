//! Firefox's startup cache, kept on this machine for throwaway profiles.
//!
//! The decision: in a new profile Firefox compiles its own scripts at each start, and stores the result in the folder
//! `startupCache` of the profile. It is kept in `$XDG_CACHE_HOME/webagents/firefox-startup` after the first session that
//! ends in order, and copied into each throwaway profile. It holds the browser's own scripts and no data of a page. A
//! session opens in 1.4 s instead of 2.2 s, with 2.0 s of processor time instead of 2.9 s (Firefox ESR 140, two cores,
//! 2026-11-25).
//!
//! Firefox uses the cache of a profile whose `compatibility.ini` names its own build, and removes every other one
//! (`nsAppRunner.cpp`), so that an update of Firefox costs one slower start.

use std::fs::{DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use tracing::debug;

/// The file of a profile that names the build of Firefox which used it last.
const BUILD: &str = "compatibility.ini";
/// The folder of a profile with the compiled scripts.
const SCRIPTS: &str = "startupCache";
/// Maximum size of a kept cache in bytes; one of Firefox ESR 140 has about 10 MB.
const MAX_BYTES: u64 = 100_000_000;

/// The kept startup cache of Firefox.
#[derive(Debug)]
pub(crate) struct StartupCache {
    folder: PathBuf,
}

impl StartupCache {
    /// Creates a handle to the cache in the user's cache folder `cache`; nothing is read yet.
    pub(crate) fn below(cache: &Path) -> Self {
        Self { folder: cache.join("firefox-startup") }
    }

    /// Copies the cache into a new profile, if there is one.
    ///
    /// A failure is logged only: Firefox starts without it.
    pub(crate) fn lend(&self, profile: &Path) {
        if let Err(error) = copy(&self.folder, profile)
            && error.kind() != io::ErrorKind::NotFound
        {
            debug!(%error, "startup cache not used");
        }
    }

    /// Returns whether the cache belongs to another Firefox than the one that used `profile`.
    pub(crate) fn differs(&self, profile: &Path) -> bool {
        let build = std::fs::read(profile.join(BUILD)).ok();
        build.is_some() && std::fs::read(self.folder.join(BUILD)).ok() != build
    }

    /// Keeps the cache of a profile whose Firefox has ended, in the place of an earlier one.
    ///
    /// A failure is logged only: the next Firefox starts without it.
    pub(crate) fn keep(&self, profile: &Path) {
        if let Err(error) = self.replace(profile) {
            debug!(%error, "startup cache not kept");
        }
    }

    /// Replaces the kept cache as a whole, because other sessions may be reading it.
    fn replace(&self, profile: &Path) -> io::Result<()> {
        let parent = self.folder.parent().unwrap_or(Path::new("/"));
        DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
        let new = tempfile::Builder::new()
            .prefix("firefox-startup-")
            .permissions(Permissions::from_mode(0o700))
            .tempdir_in(parent)?;
        copy(profile, new.path())?;
        let old = tempfile::Builder::new().prefix("firefox-startup-").tempdir_in(parent)?;
        match std::fs::rename(&self.folder, old.path()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        // It fails if another session was faster, whose cache is as good.
        std::fs::rename(new.path(), &self.folder)
    }
}

/// Copies the files of a startup cache from one folder to another.
///
/// The name of the build comes last: Firefox removes scripts without it, so that a partial copy is not used.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (source, target) = (from.join(SCRIPTS), to.join(SCRIPTS));
    let mut left = MAX_BYTES;
    DirBuilder::new().mode(0o700).create(&target)?;
    for entry in std::fs::read_dir(source)? {
        let entry = entry?;
        // Links are left out.
        if !entry.file_type()?.is_file() {
            continue;
        }
        let size = entry.metadata()?.len();
        left = left.checked_sub(size).ok_or_else(|| io::Error::other("it is too large"))?;
        std::fs::copy(entry.path(), target.join(entry.file_name()))?;
    }
    std::fs::copy(from.join(BUILD), to.join(BUILD)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(build: &str, script: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(SCRIPTS)).unwrap();
        std::fs::write(folder.path().join(SCRIPTS).join("scriptCache.bin"), script).unwrap();
        std::fs::write(folder.path().join(BUILD), build).unwrap();
        std::fs::write(folder.path().join("cookies.sqlite"), "secret").unwrap();
        folder
    }

    #[test]
    fn the_cache_of_the_last_build_is_lent() {
        let root = tempfile::tempdir().unwrap();
        let cache = StartupCache::below(&root.path().join("webagents"));
        let empty = tempfile::tempdir().unwrap();
        cache.lend(empty.path());
        assert!(!empty.path().join(BUILD).exists());
        assert!(!cache.differs(empty.path()), "it was used by no Firefox");

        for (build, script) in [("140", "first"), ("153", "second")] {
            let used = profile(build, script);
            assert!(cache.differs(used.path()));
            cache.keep(used.path());
            assert!(!cache.differs(used.path()));
            let new = tempfile::tempdir().unwrap();
            cache.lend(new.path());
            assert_eq!(std::fs::read_to_string(new.path().join(BUILD)).unwrap(), build);
            let scripts = new.path().join(SCRIPTS).join("scriptCache.bin");
            assert_eq!(std::fs::read_to_string(scripts).unwrap(), script);
            assert!(!new.path().join("cookies.sqlite").exists());
        }
        let kept: Vec<_> = std::fs::read_dir(root.path().join("webagents")).unwrap().collect();
        assert_eq!(kept.len(), 1, "{kept:?}");
    }
}
