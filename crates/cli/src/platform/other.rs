//! Permissions and kinds of files on systems other than Unix.
//!
//! A file has the permissions of its folder there.

use std::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
use std::io;
use std::path::Path;

/// Changes nothing: a new file has the permissions of its folder.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Changes nothing: no name of a file leads to a FIFO.
pub(crate) fn at_once(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Creates a folder and its parents.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).create(path)
}

/// Returns `true`: permissions are not compared.
pub(crate) fn is_own_folder(_: &Metadata) -> bool {
    true
}

/// Changes nothing: the caller has looked for a link.
pub(crate) fn without_link(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Returns `None`: users are not compared.
pub(crate) fn fault_of_owner(_: &Metadata, _: &Metadata) -> Option<String> {
    None
}

/// Returns the name of a file that is neither regular nor a folder.
pub(crate) fn special_kind(_: FileType) -> &'static str {
    "a device"
}

/// Returns `false`: devices are not files.
pub(crate) fn is_char_device(_: FileType) -> bool {
    false
}

/// Returns `false`: users and other names are not compared.
pub(crate) fn is_shared(_: &Metadata) -> bool {
    false
}

/// Returns `None`: a file has a name.
pub(crate) fn unnamed(_: &Path) -> Option<File> {
    None
}

/// Fails: a file has a name.
pub(crate) fn name(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns the permissions of a file.
pub(crate) fn access(found: &Metadata) -> Permissions {
    found.permissions()
}
