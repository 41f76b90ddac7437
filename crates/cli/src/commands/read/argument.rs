//! Arguments of `read` that are files, or neither files nor URLs.

use std::fs::File;
use std::path::Path;

use crate::args::{SourceArg, address_meant};
use crate::exit::Failure;
use crate::file::{self, unreadable};

/// Returns the failure for a file that does not exist.
///
/// A name without the ending of a file may be an address: the user forgot the scheme, or gave one that is not HTTP.
pub(super) fn missing(path: &Path, error: &std::io::Error) -> Failure {
    const ENDINGS: [&str; 8] = ["html", "htm", "xhtml", "xml", "md", "markdown", "txt", "json"];
    let page = SourceArg::File(path.to_owned());
    let unread = unreadable(&page, error);
    let is_file =
        path.extension().is_some_and(|end| ENDINGS.iter().any(|file| end.eq_ignore_ascii_case(file)));
    if is_file && !has_scheme(path) {
        return unread;
    }
    let failure = Failure::usage(INVALID_URL).cause(unread.to_string());
    match address_meant(path) {
        Some(url) => failure.help(format!("if it is a website, write {url}")),
        None => failure,
    }
}

/// Fails if a page is a file that does not exist.
#[cfg(feature = "browser")]
pub(super) fn check_file(path: &Path) -> Result<(), Failure> {
    match open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(missing(path, &error)),
        _ => Ok(()),
    }
}

/// Message for an argument that is not the URL of a page, as the tool `web_browse` has it.
pub(super) const INVALID_URL: &str = "Invalid URL format - must start with http:// or https://";

/// Returns whether a name begins with the scheme of a URL. One letter is a drive.
fn has_scheme(path: &Path) -> bool {
    let scheme = path.to_str().and_then(|text| text.split_once(':')).map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(is_allowed)
    })
}

/// Opens a page, and returns the section that a fragment after the name of the file selects.
pub(super) fn open(path: &Path) -> std::io::Result<(File, Option<&str>)> {
    match file::open(path) {
        Ok(file) => Ok((file, None)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let parts = path.to_str().and_then(|text| text.rsplit_once('#'));
            let with_section =
                parts.and_then(|(name, section)| Some((file::open(Path::new(name)).ok()?, Some(section))));
            with_section.ok_or(error)
        }
        Err(error) => Err(error),
    }
}
