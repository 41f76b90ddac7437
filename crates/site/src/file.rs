//! Manifests on disk.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use webagents_manifest::Manifest;

/// Writes a manifest as Markdown to the file at `path`, either completely or not at all.
///
/// A file that is there keeps its line endings, its byte order mark and its permissions; a symbolic link stays, and the file
/// that it leads to is written.
///
/// # Errors
///
/// When the file cannot be read or written, or is not a regular file.
pub fn write_file(manifest: &Manifest, path: impl AsRef<Path>) -> io::Result<()> {
    /// Symbolic links that are followed, as many as Linux follows.
    const LINKS: usize = 40;
    let mut path: PathBuf = path.as_ref().to_owned();
    for _ in 0..LINKS {
        let Ok(link) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    let before = match fs::metadata(&path) {
        Ok(found) if found.is_file() => Some((fs::read(&path)?, found.permissions())),
        Ok(_) => return Err(io::Error::other("expected a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let text = webagents_manifest::write(manifest);
    let text = match &before {
        Some((old, _)) => with_endings_of(&text, old),
        None => text,
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some((_, permissions)) = before {
        file.as_file().set_permissions(permissions)?;
    } else {
        readable_by_all(file.as_file())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path).map(drop).map_err(|error| error.error)
}

/// A web server, which is often another user, reads the file.
#[cfg(unix)]
fn readable_by_all(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_: &fs::File) -> io::Result<()> {
    Ok(())
}

/// `text` with the byte order mark and the line endings of `old`.
fn with_endings_of(text: &str, old: &[u8]) -> String {
    let has_mark = old.starts_with("\u{feff}".as_bytes());
    let old = String::from_utf8_lossy(old);
    let (lines, with_cr) = (old.matches('\n').count(), old.matches("\r\n").count());
    let mut out = String::with_capacity(text.len() + 3);
    if has_mark {
        out.push('\u{feff}');
    }
    if with_cr * 2 > lines {
        out.push_str(&text.replace('\n', "\r\n"));
    } else {
        out.push_str(text);
    }
    out
}
