//! Files of a project: its configuration, and the declarations in its folders.

use std::io;
use std::path::{Path, PathBuf};

use globset::{Glob, GlobSet, GlobSetBuilder};
use webagents_site::check::CheckOptions;

use crate::exit::{Exit, Failure};
use crate::file::{self, unreadable};
use crate::platform;

/// The name of the configuration.
const NAME: &str = "webagents.toml";
/// Bytes of a configuration.
const CONFIG_BYTES: usize = 1024 * 1024;
/// Folders within folders.
const DEPTH: usize = 64;
/// Files of a folder that are checked.
const FILES: usize = 100_000;

/// The configuration of a project.
#[derive(Default)]
pub(super) struct Config {
    pub(super) options: CheckOptions,
    /// Folder of the file, which the patterns in it are relative to.
    folder: Option<PathBuf>,
}

/// Returns the configuration in `path`, else in the nearest `webagents.toml`, else the default.
///
/// The current folder and those around it are searched. A file that was found there, and not named, may come with a pull
/// request or from another user of the machine: it is used if it is a regular file of the user, and no other user can
/// change it. So does git with its option `safe.directory`.
pub(super) fn config(path: Option<&Path>) -> Result<Config, Failure> {
    let (path, text) = match path {
        // A link may lead to any file, whose lines are not to be in an error.
        Some(path) => (path.to_owned(), file::read_text(path, CONFIG_BYTES)?),
        None => {
            let here = file::current_folder()?;
            let found = here.ancestors().map(|folder| folder.join(NAME)).find(|path| is_there(path));
            let Some(path) = found else { return Ok(Config::default()) };
            let text = read_own(&path)?;
            (path, text)
        }
    };
    let options = CheckOptions::from_toml(&text).map_err(|error| {
        let shown = if path.is_symlink() { error.summary().to_owned() } else { error.to_string() };
        Failure::usage(format!("{}: {shown}", path.display()))
    })?;
    let folder = path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned));
    Ok(Config { options, folder })
}

/// Returns whether there is a file or link of this name. A folder may have it by chance.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| !found.is_dir())
}

/// Reads a configuration that was not named by the user.
fn read_own(path: &Path) -> Result<String, Failure> {
    let refused = |found: &str| {
        let message = format!(
            "{}: expected a regular file that only the user can change, found {found}; it is not read",
            path.display()
        );
        Failure::new(Exit::Refused, message).help("if you trust the file, name it: --config FILE")
    };
    let unread = |error: io::Error| unreadable(&path.display(), &error);
    if path.is_symlink() {
        return Err(refused("a symbolic link"));
    }
    let file = file::open_here(path).map_err(unread)?;
    let folder = path.parent().unwrap_or(path).metadata().map_err(unread)?;
    if let Some(fault) = platform::fault_of_owner(&file.metadata().map_err(unread)?, &folder) {
        return Err(refused(&fault));
    }
    file::text(&path.display(), file::read_all(&path.display(), file, CONFIG_BYTES)?)
}

impl Config {
    /// The declarations in a folder: `webagents.md`, `*.webagents.md`, and files of the configuration.
    ///
    /// Hidden folders, `node_modules` and `target` are left out, and links are not followed.
    pub(super) fn files_in(&self, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
        // Patterns are relative to `folder` itself if it is outside the project.
        let within = self.folder.as_ref().zip(folder.canonicalize().ok());
        let within = within.and_then(|(project, folder)| Some(folder.strip_prefix(project).ok()?.to_owned()));
        let within = within.unwrap_or_default();
        let usual = ["**/webagents.md".to_owned(), "**/*.webagents.md".to_owned()];
        let include = patterns(if self.options.include.is_empty() { &usual } else { &self.options.include })?;
        let exclude = patterns(&self.options.exclude)?;
        let mut out = Vec::new();
        let mut open = vec![(folder.to_owned(), 0)];
        while let Some((current, depth)) = open.pop() {
            let entries =
                std::fs::read_dir(&current).map_err(|error| unreadable(&current.display(), &error))?;
            let mut entries: Vec<_> = entries.flatten().collect();
            entries.sort_by_key(std::fs::DirEntry::file_name);
            for entry in entries {
                let path = entry.path();
                let inner = within.join(path.strip_prefix(folder).unwrap_or(&path));
                let Ok(kind) = entry.file_type() else { continue };
                if exclude.is_match(&inner) {
                    continue;
                }
                if kind.is_dir() {
                    let name = entry.file_name();
                    let name = name.to_string_lossy();
                    let left_out = name.starts_with('.') || name == "node_modules" || name == "target";
                    if !left_out && depth < DEPTH {
                        open.push((path, depth + 1));
                    }
                } else if kind.is_file() && include.is_match(&inner) {
                    out.push(path);
                }
            }
            if out.len() > FILES {
                let message = format!("{} holds more than {FILES} documents", folder.display());
                return Err(Failure::usage(message).help("name the folders that are meant"));
            }
        }
        out.sort();
        Ok(out)
    }
}

fn patterns(texts: &[String]) -> Result<GlobSet, Failure> {
    let mut set = GlobSetBuilder::new();
    for text in texts {
        set.add(Glob::new(text).map_err(|error| Failure::usage(format!("{NAME}: {error}")))?);
    }
    set.build().map_err(|error| Failure::usage(format!("{NAME}: {error}")))
}
