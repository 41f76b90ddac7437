//! Permissions and kinds of files on Unix.

use std::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::Path;

use rustix::fs::{AtFlags, OFlags};

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

/// Opens no link, and a FIFO without waiting for the other side.
pub(crate) fn without_link(options: &mut OpenOptions) -> &mut OpenOptions {
    options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits().cast_signed())
}

/// Returns the reason why another user may have chosen the content of a file in `folder`.
///
/// With sudo, the user is the one who called it.
pub(crate) fn fault_of_owner(file: &Metadata, folder: &Metadata) -> Option<String> {
    let user = rustix::process::geteuid().as_raw();
    let caller = std::env::var("SUDO_UID").ok().and_then(|caller| caller.parse().ok());
    let is_own = file.uid() == user || user == 0 && caller == Some(file.uid());
    if !is_own {
        return Some(format!("a file of the user with number {}", file.uid()));
    }
    let is_own_group = folder.gid() == rustix::process::getegid().as_raw();
    let writers = if is_own_group { 0o002 } else { 0o022 };
    let is_writable = |found: &Metadata, writers: u32| found.mode() & writers != 0;
    if is_writable(folder, writers) {
        return Some(format!("a folder that others can write to (mode {:04o})", folder.mode() & 0o7777));
    }
    let is_open = is_writable(file, writers);
    is_open.then(|| format!("a file that others can write to (mode {:04o})", file.mode() & 0o7777))
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

/// Returns whether a file has other names, or belongs to another user or group.
pub(crate) fn is_shared(found: &Metadata) -> bool {
    let own = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    found.nlink() > 1 || (found.uid(), found.gid()) != own
}

/// Creates a file without a name in a folder, for its user only. Not every file system can.
pub(crate) fn unnamed(folder: &Path) -> Option<File> {
    // Without it the file could get no name.
    let has_names = Path::new("/proc/self/fd").is_dir();
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600).custom_flags(TMPFILE);
    if has_names { options.open(folder).ok() } else { None }
}

/// Flag of open(2) for a file without a name; 0 if the system has none.
#[cfg(target_os = "linux")]
const TMPFILE: i32 = OFlags::TMPFILE.bits().cast_signed();
#[cfg(not(target_os = "linux"))]
const TMPFILE: i32 = 0;

/// Gives a file without a name a name that no file has.
pub(crate) fn name(file: &File, path: &Path) -> io::Result<()> {
    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
    rustix::fs::linkat(rustix::fs::CWD, open, rustix::fs::CWD, path, AtFlags::SYMLINK_FOLLOW)?;
    Ok(())
}

/// Returns who may read, write and execute a file.
pub(crate) fn access(found: &Metadata) -> Permissions {
    Permissions::from_mode(found.permissions().mode() & ACCESS)
}
