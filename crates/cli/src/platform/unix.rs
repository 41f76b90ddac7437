//! Permissions and kinds of files on Unix.

use std::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
};
use std::path::Path;

use rustix::fs::{AtFlags, OFlags};

/// Bits of a mode for the permissions to read, write and execute.
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
    let is_own = |found: &Metadata| found.uid() == user || user == 0 && caller == Some(found.uid());
    if !is_own(file) {
        return Some(format!("a file of the user with number {}", file.uid()));
    }
    // The superuser can change every file.
    if !is_own(folder) && folder.uid() != 0 {
        return Some(format!("a folder of the user with number {}", folder.uid()));
    }
    for (found, kind) in [(folder, "folder"), (file, "file")] {
        let is_group_writable = found.mode() & 0o020 != 0 && !is_private_group(found.gid(), found.uid());
        if found.mode() & 0o002 != 0 || is_group_writable {
            let mode = found.mode() & 0o7777;
            return Some(format!("a {kind} that others can write to (mode {mode:04o})"));
        }
    }
    None
}

/// Returns whether a group is known to have no user but `user`.
fn is_private_group(group: u32, user: u32) -> bool {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    is_private_in(&read("/etc/group"), &read("/etc/passwd"), group, user)
}

/// The same by the texts of group(5) and passwd(5). A group that is in another database is not known.
fn is_private_in(groups: &str, users: &str, group: u32, user: u32) -> bool {
    let number = |field: Option<&&str>| field.and_then(|field| field.parse::<u32>().ok());
    let fields = |line| -> Vec<&str> { str::split(line, ':').collect() };
    let users: Vec<Vec<&str>> = users.lines().map(fields).collect();
    let own: Vec<&str> = users
        .iter()
        .filter(|of| number(of.get(2)) == Some(user))
        .filter_map(|of| of.first().copied())
        .collect();
    let has_others =
        users.iter().any(|of| number(of.get(3)) == Some(group) && number(of.get(2)) != Some(user));
    let listed: Vec<Vec<&str>> =
        groups.lines().map(fields).filter(|of| number(of.get(2)) == Some(group)).collect();
    let members = listed.iter().flat_map(|of| of.get(3).copied().unwrap_or_default().split(','));
    !has_others
        && !listed.is_empty()
        && members.filter(|name| !name.is_empty()).all(|name| own.contains(&name))
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

#[cfg(test)]
mod tests {
    use super::is_private_in;

    #[test]
    fn private_groups_have_one_user() {
        let users = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/ann:/bin/sh\nbob:x:1001:1001::/:\neve:x:1002:100::/:\n";
        let groups = "root:x:0:\nusers:x:100:\nann:x:1000:ann\nbob:x:1001:eve\nshared:x:50:\nbroken\n:::\n";
        for (group, user, is_private) in [
            (0, 0, true),
            (1000, 1000, true),
            // The primary group of another user, one with another member, and one that nothing lists.
            (100, 0, false),
            (1001, 1001, false),
            (7, 0, false),
            (50, 1000, true),
        ] {
            assert_eq!(is_private_in(groups, users, group, user), is_private, "{group} {user}");
        }
        assert!(!is_private_in("", "", 0, 0));
    }
}
