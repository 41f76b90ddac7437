//! The folder of pictures, downloads and long outputs.
//!
//! The decision: without a folder of the caller, a session makes one of its own, for its user alone. Nobody can guess
//! its name, so no other user of the machine can put a link there first. No file in it is overwritten.

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
    /// Folder of relative paths, if the caller named none; empty for the folder of this process.
    pub(crate) current: PathBuf,
    /// Further folders in which an absolute path may name a file.
    allowed: Vec<PathBuf>,
    files: u64,
}

impl OutputFolder {
    pub(crate) fn new(named: Option<PathBuf>, allowed: Vec<PathBuf>) -> Self {
        // The browser has another working directory, so that the path must be absolute.
        let named = named.map(|folder| std::path::absolute(&folder).unwrap_or(folder));
        Self { named, made: None, current: PathBuf::new(), allowed, files: 0 }
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
    /// A relative path is one below the folder that the caller named, or else of the current folder. An absolute path
    /// is below the named folder or an allowed one; without a named folder it may be any.
    pub(crate) fn create_named(
        &mut self,
        name: &str,
        replaces: bool,
    ) -> Result<(File, PathBuf), BrowseError> {
        if self.named.is_some() {
            self.path().map_err(|error| usage(format!("cannot make the folder of files: {error}")))?;
        }
        let path = match &self.named {
            Some(folder) => self.below(folder, name)?,
            None => self.current.join(name),
        };
        create(path, replaces)
    }

    /// Returns the path that `name` has below `folder`, or below an allowed folder.
    fn below(&self, folder: &Path, name: &str) -> Result<PathBuf, BrowseError> {
        let denied = |found: &str| {
            let message = format!(
                "{name}: expected a file below --output-folder, found {found}; \
                 `session start --allow-output FOLDER` allows another folder"
            );
            BrowseError::new(BrowseErrorKind::Denied, message)
        };
        let named = Path::new(name);
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !named.is_absolute() && !named.components().all(is_plain) {
            return Err(denied("one outside"));
        }
        let path = folder.join(named);
        let cannot = |error: io::Error| usage(format!("cannot write {}: {error}", path.display()));
        let around = path.parent().unwrap_or(folder).canonicalize();
        let allowed = self.allowed.iter().filter(|_| named.is_absolute());
        let folders: Vec<PathBuf> = std::iter::once(folder)
            .chain(allowed.map(PathBuf::as_path))
            .filter_map(|folder| folder.canonicalize().ok())
            .collect();
        match around {
            Ok(around) if folders.iter().any(|folder| around.starts_with(folder)) => Ok(path),
            Ok(_) if named.is_absolute() => Err(denied("one outside")),
            // A link in the folder may lead out of it.
            Ok(_) => Err(denied("a link that leads out of it")),
            Err(_) if named.is_absolute() && !folders.iter().any(|folder| named.starts_with(folder)) => {
                Err(denied("one outside"))
            }
            Err(error) => Err(cannot(error)),
        }
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

/// Creates a file for its user alone. With `replaces`, a regular file that is there is written over.
fn create(path: PathBuf, replaces: bool) -> Result<(File, PathBuf), BrowseError> {
    let cannot = |error: io::Error| usage(format!("cannot write {}: {error}", path.display()));
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if replaces && let Ok(there) = std::fs::symlink_metadata(&path) {
        // Other programs use a device, a pipe or a link, so it stays.
        if !there.is_file() {
            let kind = if there.is_dir() {
                "a folder"
            } else if there.is_symlink() {
                "a symbolic link"
            } else {
                "a device, pipe or socket"
            };
            return Err(usage(format!(
                "{}: expected a regular file to replace, found {kind}",
                path.display()
            )));
        }
        std::fs::remove_file(&path).map_err(cannot)?;
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

        let (mut one, mut two) = (OutputFolder::new(None, Vec::new()), OutputFolder::new(None, Vec::new()));
        let path = one.path().expect("a folder").to_owned();
        assert_ne!(path, two.path().expect("a folder"));
        assert_eq!(path, one.path().expect("the same folder"));
        assert_eq!(path.metadata().expect("it").permissions().mode() & 0o7777, 0o700);
        drop(one);
        assert!(!path.exists(), "it is empty");
    }

    #[test]
    fn a_folder_that_was_removed_is_made_under_another_name() {
        let mut folder = OutputFolder::new(None, Vec::new());
        let path = folder.path().expect("a folder").to_owned();
        std::fs::remove_dir(&path).expect("removed");
        assert_ne!(folder.path().expect("a folder"), path);
    }

    #[test]
    fn named_files_are_new_and_below_the_folder() {
        let around = tempfile::tempdir().expect("a folder");
        let folder = around.path().join("folder");
        std::fs::create_dir(&folder).expect("made");
        let (inside, allowed) = (folder.join("inside"), around.path().join("allowed"));
        for folder in [&inside, &allowed] {
            std::fs::create_dir(folder).expect("made");
        }
        let mut files = OutputFolder::new(Some(folder.clone()), vec![allowed.clone()]);
        let (mut file, path) = files.create_named("a.png", false).expect("a file");
        file.write_all(b"1").expect("written");
        assert_eq!(path, folder.join("a.png"));
        let error = files.create_named("a.png", false).expect_err("it is there").to_string();
        assert!(error.contains("is there already") && error.contains("--force"), "{error}");
        assert!(files.create_named("a.png", true).is_ok());
        for name in ["../b.png", "new/b.png", "x/../../b.png"] {
            assert!(files.create_named(name, true).is_err(), "{name}");
        }
        let absolute = |path: PathBuf| path.into_os_string().into_string().expect("UTF-8");
        for path in [folder.join("c.png"), inside.join("c.png"), allowed.join("c.png")] {
            let name = absolute(path.clone());
            assert_eq!(files.create_named(&name, false).expect("a file").1, path);
            assert!(files.create_named(&name, true).is_ok(), "{name}");
        }
        for path in [around.path().join("c.png"), around.path().join("new/c.png"), allowed.join("../c.png")] {
            let error = files.create_named(&absolute(path.clone()), true).expect_err("outside");
            assert_eq!(error.kind(), BrowseErrorKind::Denied, "{error}");
            assert!(error.message().contains("--allow-output FOLDER") && !path.exists(), "{error}");
        }
        assert!(files.create_named(&absolute(folder.join("new/c.png")), false).is_err());
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
            std::os::unix::net::UnixListener::bind(folder.join("socket")).expect("a socket");
            let mut free = OutputFolder::new(None, Vec::new());
            for name in ["link.png", "socket", "inside"] {
                let name = absolute(folder.join(name));
                assert!(files.create_named(&name, false).is_err());
                for files in [&mut files, &mut free] {
                    let error = files.create_named(&name, true).expect_err("not a regular file").to_string();
                    assert!(error.contains("expected a regular file to replace"), "{error}");
                }
                assert!(std::fs::symlink_metadata(&name).is_ok(), "{name} stays");
            }
            assert!(free.create_named("/dev/null", true).is_err() && Path::new("/dev/null").exists());
            assert!(!around.path().join("d.png").exists() && !around.path().join("e.png").exists());
        }
    }

    #[test]
    fn a_folder_with_files_stays() {
        let mut folder = OutputFolder::new(None, Vec::new());
        let (mut file, path) = folder.create("page", "png").expect("a file");
        file.write_all(b"1").expect("written");
        drop(folder);
        assert_eq!(std::fs::read(&path).expect("read"), b"1");
        std::fs::remove_dir_all(path.parent().expect("a folder")).expect("removed");
    }

    #[test]
    fn a_relative_folder_is_made_absolute() {
        let mut folder = OutputFolder::new(Some(PathBuf::from(".")), Vec::new());
        assert!(folder.path().expect("a folder").is_absolute());
    }

    #[test]
    fn a_folder_of_the_caller_stays_unless_it_was_made() {
        let around = tempfile::tempdir().expect("a folder");
        let new = around.path().join("a/b");
        for (named, stays) in [(around.path(), true), (&new, false)] {
            let mut folder = OutputFolder::new(Some(named.to_owned()), Vec::new());
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
        let (mut file, path) =
            OutputFolder::new(Some(folder.clone()), Vec::new()).create("page", "png").expect("a file");
        file.write_all(b"new").expect("written");
        assert_eq!(path, folder.join("page-3.png"));
        assert_eq!(std::fs::read(folder.join("page-1.png")).expect("read"), b"old");
        assert!(!around.path().join("elsewhere").exists());
    }
}
