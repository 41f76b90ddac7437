//! The folder of pictures, downloads and long outputs.
//!
//! The decision: without a folder of the caller, a session makes one of its own, for its user alone and under a name that
//! nobody can guess, so that no other user of the machine can put a link there first. No file of it is overwritten.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a session, which is made at its first use and removed at the end if it is empty.
#[derive(Debug)]
pub(crate) struct OutputFolder {
    /// Folder that the caller named.
    named: Option<PathBuf>,
    /// Folder that was made.
    made: Option<PathBuf>,
    files: u64,
}

impl OutputFolder {
    pub(crate) fn new(named: Option<PathBuf>) -> Self {
        // The browser has another working directory, so that the path must be absolute.
        let named = named.map(|folder| std::path::absolute(&folder).unwrap_or(folder));
        Self { named, made: None, files: 0 }
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

    /// Creates a file that was not there, `NAME-1.KIND` and so on, and returns its path with it.
    pub(crate) fn create(&mut self, name: &str, kind: &str) -> io::Result<(File, PathBuf)> {
        let folder = self.path()?.to_owned();
        std::fs::create_dir_all(&folder)?;
        loop {
            self.files += 1;
            let path = folder.join(format!("{name}-{}.{kind}", self.files));
            match File::create_new(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => return Ok((created?, path)),
            }
        }
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
