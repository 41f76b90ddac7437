//! Archives of files: tar (POSIX.1-1988, "ustar") with gzip, and zip.
//!
//! The decision: the bytes of an archive depend on its files alone, not on the machine or the time, so that a stranger
//! can build a release again and compare it. Therefore the headers are written here. The program `gzip` compresses,
//! because it is on every Unix system, and a debug build of a Rust library takes ten times as long.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;

use crate::failure::{Failure, Outcome};

/// File in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Path below the root of the archive, with `/`.
    pub(super) path: String,
    /// Contents.
    pub(super) bytes: Vec<u8>,
    /// `true` if the file is a program.
    pub(super) is_program: bool,
}

impl Entry {
    /// Creates a file that is read.
    pub(super) fn text(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into(), is_program: false }
    }

    /// Creates a file that is run.
    pub(super) fn program(path: impl Into<String>, bytes: &[u8]) -> Self {
        Self { path: path.into(), bytes: bytes.to_vec(), is_program: true }
    }

    /// Returns the permissions of the file.
    fn mode(&self) -> u16 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// Size of a block of tar.
const BLOCK: usize = 512;

/// Returns the files as a tar archive, compressed by gzip.
pub(super) fn tar_gz(entries: &[Entry]) -> Outcome<Vec<u8>> {
    let mut tar = Vec::new();
    for entry in entries {
        tar.extend(tar_header(entry)?);
        tar.extend_from_slice(&entry.bytes);
        tar.resize(tar.len().next_multiple_of(BLOCK), 0);
    }
    // Two empty blocks are the end.
    tar.resize(tar.len() + 2 * BLOCK, 0);
    gzip(&tar)
}

/// Returns the block before a file: its name, mode, size and a sum of the block's bytes.
fn tar_header(entry: &Entry) -> Outcome<[u8; BLOCK]> {
    let mut header = [0; BLOCK];
    let mut write = |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    if entry.path.len() > 100 {
        let path = &entry.path;
        return Err(Failure::Broken(format!("{path}: expected at most 100 bytes in a path of an archive")));
    }
    write(0, &entry.path);
    write(100, &format!("{:07o}", entry.mode()));
    // User and group 0, and the beginning of 1970.
    write(108, "0000000");
    write(116, "0000000");
    write(124, &format!("{:011o}", entry.bytes.len()));
    write(136, "00000000000");
    // The sum counts its own field as blanks.
    write(148, "        ");
    write(156, "0");
    write(257, "ustar\0");
    write(263, "00");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    Ok(header)
}

/// Returns the files as a zip archive.
pub(super) fn zip(entries: &[Entry]) -> Outcome<Vec<u8>> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let packed = gzip(&entry.bytes)?;
        let offset = length(zip.len())?;
        let shared = zip_fields(entry, &packed)?;
        zip.extend(b"PK\x03\x04");
        zip.extend(&shared);
        zip.extend(entry.path.as_bytes());
        zip.extend(deflated(&packed));
        directory.extend(b"PK\x01\x02");
        // Made on Unix, by version 2.0.
        directory.extend([20, 3]);
        directory.extend(&shared);
        // No comment, disk 0, no internal attributes.
        directory.extend([0; 6]);
        let mode = u32::from(0o100_000 | entry.mode());
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.path.as_bytes());
    }
    let count = u16::try_from(entries.len()).map_err(|_| too_large())?;
    let (start, size) = (length(zip.len())?, length(directory.len())?);
    zip.extend(directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend(count.to_le_bytes());
    zip.extend(count.to_le_bytes());
    zip.extend(size.to_le_bytes());
    zip.extend(start.to_le_bytes());
    zip.extend([0, 0]);
    Ok(zip)
}

/// Returns the fields of a file that its header and the directory of a zip archive have in common.
fn zip_fields(entry: &Entry, packed: &[u8]) -> Outcome<Vec<u8>> {
    // Version 2.0, names in UTF-8, method "deflate", the first of January 1980 at midnight.
    let mut fields = vec![20, 0, 0, 8, 8, 0, 0, 0, 33, 0];
    // gzip ends with the CRC-32 and the size, as zip wants them.
    fields.extend(&packed[packed.len() - TRAILER..packed.len() - 4]);
    fields.extend(length(deflated(packed).len())?.to_le_bytes());
    fields.extend(length(entry.bytes.len())?.to_le_bytes());
    fields.extend(u16::try_from(entry.path.len()).map_err(|_| too_large())?.to_le_bytes());
    fields.extend([0, 0]);
    Ok(fields)
}

fn length(bytes: usize) -> Outcome<u32> {
    u32::try_from(bytes).map_err(|_| too_large())
}

fn too_large() -> Failure {
    Failure::Broken("expected less than 4 GiB and 65,536 files in an archive".to_owned())
}

/// Bytes before the compressed data in the output of `gzip`, which has no name of a file.
const HEADER: usize = 10;

/// Bytes after the compressed data.
const TRAILER: usize = 8;

/// Returns the compressed data in the output of `gzip`.
fn deflated(packed: &[u8]) -> &[u8] {
    &packed[HEADER..packed.len() - TRAILER]
}

/// Compresses bytes by the program `gzip`.
fn gzip(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let missing = |cause| Failure::Missing(format!("`gzip` could not be run: {cause}; install gzip"));
    let mut command = Command::new("gzip");
    command.args(["-n", "-c"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(missing)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let mut packed = Vec::new();
    let moved = thread::scope(|scope| {
        let writing = scope.spawn(|| stdin.map_or(Ok(()), |mut stdin| stdin.write_all(bytes)));
        let read = stdout.map_or(Ok(0), |mut stdout| stdout.read_to_end(&mut packed));
        writing.join().unwrap_or(Ok(())).and(read)
    });
    let status = child.wait().map_err(missing)?;
    if moved.is_err() || !status.success() || packed.len() < HEADER + TRAILER {
        return Err(Failure::Broken(format!(
            "`gzip` ended with {status} before it had compressed the files"
        )));
    }
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn archives_have_their_files() {
        let long = "b".repeat(70_000);
        let entries = [Entry::program("a/run", b"#!/bin/sh\n"), Entry::text("a/text.txt", long.clone())];
        let packed = tar_gz(&entries).unwrap();
        assert_eq!(packed, tar_gz(&entries).unwrap(), "the same files, the same bytes");
        let folder = std::env::temp_dir().join(format!("webagents-xtask-tar-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a.tar.gz");
        std::fs::write(&file, packed).unwrap();
        process::run(Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(&folder)).unwrap();
        assert_eq!(std::fs::read_to_string(folder.join("a/text.txt")).unwrap(), long);
        assert!(process::succeeds(&mut Command::new(folder.join("a/run"))), "its mode is kept");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn zip_has_headers_and_directory() {
        let packed = zip(&[Entry::text("a.txt", "abc"), Entry::program("b", b"")]).unwrap();
        assert!(packed.starts_with(b"PK\x03\x04\x14\0\0\x08\x08\0"));
        // The CRC-32 of "abc".
        assert_eq!(packed[14..18], 0x3524_41c2_u32.to_le_bytes());
        assert_eq!(packed.windows(4).filter(|four| four == b"PK\x01\x02").count(), 2);
        let end = &packed[packed.len() - 22..];
        let start = u32::from_le_bytes(end[16..20].try_into().unwrap()) as usize;
        assert_eq!(packed[start..start + 4], *b"PK\x01\x02");
    }

    #[test]
    fn long_path_is_refused() {
        let entry = Entry::text("a".repeat(101), "");
        assert!(tar_gz(&[entry]).unwrap_err().to_string().contains("at most 100 bytes"));
    }
}
