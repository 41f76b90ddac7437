//! The folder of pictures, downloads and long outputs.
//!
//! The decision: without a folder of the caller, a session makes one of its own, for its user alone and under a name that
//! nobody can guess, so that no other user of the machine can put a link there first. No file of it is overwritten.

use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::error::{BrowseError, BrowseErrorKind, usage};

/// The folder of a session, which is made at its first use and removed at the end if it is empty.
#[derive(Debug)]
pub(crate) struct OutputFolder {
    /// Folder that the caller named.
    named: Option<PathBuf>,
    /// Folder that was made.
    made: Option<PathBuf>,
    /// Folder of relative paths, where the caller named none; empty for that of this process.
    pub(crate) current: PathBuf,
    files: u64,
}

impl OutputFolder {
    pub(crate) fn new(named: Option<PathBuf>) -> Self {
        // The browser has another working directory, so that the path must be absolute.
        let named = named.map(|folder| std::path::absolute(&folder).unwrap_or(folder));
        Self { named, made: None, current: PathBuf::new(), files: 0 }
    }

    /// Returns the path of the folder, and makes it if it is not there.
    pub(crate) fn path(&mut self) -> io::Result<&Path> {
        if let Some(folder) = &self.named {
            // One that cannot be made is an error of the first file.
            if !folder.is_dir() && std::fs::create_dir_all(folder).is_ok() {
                self.made = Some(folder.clone());
            }
            return Ok(folder);
        }
        // One that was removed may come back under its name as another user's.
        self.made.take_if(|made| !made.is_dir());
        Ok(match &mut self.made {
            Some(made) => made,
            made @ None => made.insert(private_folder()?),
        })
    }

    /// Creates the file that a command names.
    ///
    /// A relative path is one below the folder that the caller named, or else of the current folder.
    pub(crate) fn create_named(
        &mut self,
        name: &str,
        replaces: bool,
    ) -> Result<(File, PathBuf), BrowseError> {
        if self.named.is_some() {
            self.path().map_err(|error| usage(format!("cannot make the folder of files: {error}")))?;
        }
        create_named(self.named.as_deref(), &self.current, name, replaces)
    }

    /// Creates a file that was not there, `NAME-1.KIND` and so on, and returns its path with it.
    pub(crate) fn create(&mut self, name: &str, kind: &str) -> io::Result<(File, PathBuf)> {
        let folder = self.path()?.to_owned();
        std::fs::create_dir_all(&folder)?;
        loop {
            self.files += 1;
            let path = folder.join(format!("{name}-{}.{kind}", self.files));
            let mut options = File::options();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            match options.open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => return Ok((created?, path)),
            }
        }
    }
}

/// Creates the file that a command names, for its user alone.
///
/// One that is there is written over with `replaces`.
///
/// A relative path is one below `folder`, if the caller has named one, or else of the folder `current`.
fn create_named(
    folder: Option<&Path>,
    current: &Path,
    name: &str,
    replaces: bool,
) -> Result<(File, PathBuf), BrowseError> {
    let named = Path::new(name);
    let path = match folder.filter(|_| !named.is_absolute()) {
        Some(folder) => {
            let is_below =
                named.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
            if !is_below {
                let message = format!("{name}: expected a file below --output-folder, found one outside");
                return Err(BrowseError::new(BrowseErrorKind::Denied, message));
            }
            folder.join(named)
        }
        None => current.join(named),
    };
    let around = path.parent().filter(|around| !around.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let cannot = |error: io::Error| usage(format!("cannot write {}: {error}", path.display()));
    let real = around.canonicalize().map_err(cannot)?;
    // A link in the folder may lead out of it.
    if let Some(folder) = folder.filter(|_| !named.is_absolute())
        && !real.starts_with(folder.canonicalize().map_err(cannot)?)
    {
        let message =
            format!("{name}: expected a file below --output-folder, found a link that leads out of it");
        return Err(BrowseError::new(BrowseErrorKind::Denied, message));
    }
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if replaces {
        // What is there is replaced, and not what a link leads to.
        match std::fs::symlink_metadata(&path) {
            Ok(there) if !there.is_dir() => std::fs::remove_file(&path).map_err(cannot)?,
            _ => {}
        }
    }
    match options.open(&path) {
        Ok(file) => Ok((file, path)),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(usage(format!(
            "{} is there already; give another name, or --force to write over it",
            path.display()
        ))),
        Err(error) => Err(cannot(error)),
    }
}

impl Drop for OutputFolder {
    fn drop(&mut self) {
        if let Some(made) = &self.made {
            // One with files in it stays.
            let _ = std::fs::remove_dir(made);
        }
    }
}

/// Makes a folder for this user alone, under a random name.
fn private_folder() -> io::Result<PathBuf> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("webagents-browse-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    Ok(builder.tempdir()?.keep())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_folder_of_its_own_is_private_and_has_a_new_name() {
        use std::os::unix::fs::PermissionsExt as _;

        let (mut one, mut two) = (OutputFolder::new(None), OutputFolder::new(None));
        let path = one.path().expect("a folder").to_owned();
        assert_ne!(path, two.path().expect("a folder"));
        assert_eq!(path, one.path().expect("the same folder"));
        assert_eq!(path.metadata().expect("it").permissions().mode() & 0o7777, 0o700);
        drop(one);
        assert!(!path.exists(), "it is empty");
    }

    #[test]
    fn a_folder_that_was_removed_is_made_under_another_name() {
        let mut folder = OutputFolder::new(None);
        let path = folder.path().expect("a folder").to_owned();
        std::fs::remove_dir(&path).expect("removed");
        assert_ne!(folder.path().expect("a folder"), path);
    }

    #[test]
    fn named_files_are_new_and_below_the_folder() {
        let around = tempfile::tempdir().expect("a folder");
        let folder = around.path().join("folder");
        std::fs::create_dir(&folder).expect("made");
        let mut files = OutputFolder::new(Some(folder.clone()));
        let (mut file, path) = files.create_named("a.png", false).expect("a file");
        file.write_all(b"1").expect("written");
        assert_eq!(path, folder.join("a.png"));
        let error = files.create_named("a.png", false).expect_err("it is there").to_string();
        assert!(error.contains("is there already") && error.contains("--force"), "{error}");
        assert!(files.create_named("a.png", true).is_ok());
        for name in ["../b.png", "new/b.png", "x/../../b.png"] {
            assert!(files.create_named(name, true).is_err(), "{name}");
        }
        let absolute = around.path().join("c.png");
        assert_eq!(files.create_named(absolute.to_str().expect("UTF-8"), false).expect("a file").1, absolute);
        let absolute = around.path().join("new/c.png");
        assert!(files.create_named(absolute.to_str().expect("UTF-8"), false).is_err());
        assert!(!around.path().join("new").exists() && !folder.join("new").exists());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(folder.join("a.png")).expect("it").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            // Through a link nothing is written.
            std::os::unix::fs::symlink(around.path(), folder.join("out")).expect("a link");
            std::os::unix::fs::symlink(around.path().join("d.png"), folder.join("link.png")).expect("a link");
            assert!(files.create_named("out/e.png", true).is_err());
            assert!(
                files.create_named("link.png", false).is_err()
                    && files.create_named("link.png", true).is_ok()
            );
            assert!(!around.path().join("d.png").exists() && !around.path().join("e.png").exists());
        }
    }

    #[test]
    fn a_folder_with_files_stays() {
        let mut folder = OutputFolder::new(None);
        let (mut file, path) = folder.create("page", "png").expect("a file");
        file.write_all(b"1").expect("written");
        drop(folder);
        assert_eq!(std::fs::read(&path).expect("read"), b"1");
        std::fs::remove_dir_all(path.parent().expect("a folder")).expect("removed");
    }

    #[test]
    fn a_relative_folder_is_made_absolute() {
        let mut folder = OutputFolder::new(Some(PathBuf::from(".")));
        assert!(folder.path().expect("a folder").is_absolute());
    }

    #[test]
    fn a_folder_of_the_caller_stays_unless_it_was_made() {
        let around = tempfile::tempdir().expect("a folder");
        let new = around.path().join("a/b");
        for (named, stays) in [(around.path(), true), (&new, false)] {
            let mut folder = OutputFolder::new(Some(named.to_owned()));
            assert_eq!(folder.path().expect("a folder"), named);
            assert_eq!(folder.path().expect("a folder"), named);
            drop(folder);
            assert_eq!(named.exists(), stays, "{}", named.display());
        }
    }

    #[cfg(unix)]
    #[test]
    fn files_and_links_are_not_written_over() {
        let around = tempfile::tempdir().expect("a folder");
        let folder = around.path().join("folder");
        std::fs::create_dir(&folder).expect("made");
        std::fs::write(folder.join("page-1.png"), "old").expect("written");
        std::os::unix::fs::symlink(around.path().join("elsewhere"), folder.join("page-2.png"))
            .expect("a link");
        let (mut file, path) = OutputFolder::new(Some(folder.clone())).create("page", "png").expect("a file");
        file.write_all(b"new").expect("written");
        assert_eq!(path, folder.join("page-3.png"));
        assert_eq!(std::fs::read(folder.join("page-1.png")).expect("read"), b"old");
        assert!(!around.path().join("elsewhere").exists());
    }
}
