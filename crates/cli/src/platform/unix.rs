//! Permissions and kinds of files on Unix.

use std::fs::{DirBuilder, FileType, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::Path;

use rustix::fs::OFlags;

/// Bits of a mode that say who may read, write and execute.
const ACCESS: u32 = 0o777;

/// Makes a new file readable and writable by its user only.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Opens a FIFO without waiting for the other side.
pub(crate) fn at_once(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags(OFlags::NONBLOCK.bits().cast_signed())
}

/// Creates a folder and its parents, for their user only.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Returns whether a folder is the user's own and no other user may write to it.
pub(crate) fn is_own_folder(found: &Metadata) -> bool {
    found.uid() == rustix::process::geteuid().as_raw() && found.mode() & 0o022 == 0
}

/// Returns the name of a file that is neither regular nor a folder.
pub(crate) fn special_kind(kind: FileType) -> &'static str {
    match () {
        () if kind.is_fifo() => "a FIFO",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

/// Returns whether a file is a character device, such as `/dev/null`.
pub(crate) fn is_char_device(kind: FileType) -> bool {
    kind.is_char_device()
}

/// Returns who may read, write and execute a file.
pub(crate) fn access(found: &Metadata) -> Permissions {
    Permissions::from_mode(found.permissions().mode() & ACCESS)
}
