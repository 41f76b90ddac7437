//! The program that is packed, and the platform that it runs on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Outcome};
use crate::process;

/// Program `webagents`, after its checks.
#[derive(Debug)]
pub(super) struct Program {
    /// Its file.
    pub(super) path: PathBuf,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

impl Program {
    /// Reads a program, which must be stripped, run on this machine and have the version of the workspace.
    pub(super) fn read(path: &Path, version: &str) -> Outcome<Self> {
        let refuse = |found: &str| {
            let path = path.display();
            Failure::Broken(format!("{path}: expected the program webagents {version}, found {found}"))
        };
        let found = |cause: std::io::Error| refuse(&format!("{cause}; build it, or give --binary its path"));
        let path = fs::canonicalize(path).map_err(found)?;
        let bytes = fs::read(&path).map_err(found)?;
        if has_symbols(&bytes) {
            return Err(refuse("one with symbols; build it with --release, or run `strip` on it"));
        }
        let output = Command::new(&path).arg("--version").output();
        let output = output.map_err(|cause| refuse(&format!("a file that does not run here: {cause}")))?;
        let line = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if line != format!("webagents {version}") {
            let line = line.lines().next().unwrap_or("no version").to_owned();
            return Err(refuse(&format!("{line:?}; build the program of this checkout")));
        }
        Ok(Self { path, bytes })
    }

    /// Runs the program and returns its stdout.
    pub(super) fn capture(&self, arguments: &[&str]) -> Outcome<String> {
        process::capture(Command::new(&self.path).args(arguments))
    }

    /// Returns the smallest version of glibc that has the functions of the program, as `2.N`.
    ///
    /// The names of versions are texts in the file; no other text has their form.
    fn glibc(&self) -> u32 {
        const NAME: &[u8] = b"GLIBC_2.";
        let mut newest = 0;
        let mut rest = self.bytes.as_slice();
        while let Some(at) = rest.windows(NAME.len()).position(|bytes| bytes == NAME) {
            rest = &rest[at + NAME.len()..];
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).take(3);
            newest = digits.fold(0, |number, digit| number * 10 + u32::from(digit - b'0')).max(newest);
        }
        newest
    }
}

/// Returns whether an ELF file of 64 bits has a table of symbols. Other files count as stripped.
fn has_symbols(bytes: &[u8]) -> bool {
    const SYMBOLS: [u8; 4] = 2_u32.to_le_bytes();
    let number = |at: usize, size: usize| {
        let field = bytes.get(at..at.checked_add(size)?)?;
        let number = field.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        usize::try_from(number).ok()
    };
    if !bytes.starts_with(b"\x7fELF\x02\x01") {
        return false;
    }
    // Offset of the table of sections, size of its rows, and their number; a row has its type at 4.
    let (Some(start), Some(size), Some(count)) = (number(40, 8), number(58, 2), number(60, 2)) else {
        return false;
    };
    (0..count).any(|row| {
        let at = start.saturating_add(row * size).saturating_add(4);
        bytes.get(at..at.saturating_add(4)) == Some(&SYMBOLS)
    })
}

/// Names of a platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Platform {
    /// Target of rustc, such as `x86_64-unknown-linux-gnu`.
    pub(super) target: String,
    /// Operating system, processor and C library in npm's words; the last is empty on macOS.
    pub(super) npm: [&'static str; 3],
    /// Tag of a wheel.
    pub(super) wheel: String,
}

impl Platform {
    /// Returns the platform that rustc builds for, for a program that was built there.
    pub(super) fn host(program: &Program) -> Outcome<Self> {
        let version = process::capture(Command::new("rustc").arg("-vV"))?;
        let target = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        Self::new(target, program.glibc())
    }

    /// Returns the names of a target, for a program that needs glibc 2.`glibc`.
    fn new(target: &str, glibc: u32) -> Outcome<Self> {
        let unknown = || {
            let known = "Linux and macOS on x86_64 and aarch64";
            Failure::Broken(format!("expected a target with packages ({known}), found {target:?}"))
        };
        let (processor, system) = target.split_once('-').ok_or_else(unknown)?;
        let (cpu, mac) = match processor {
            "x86_64" => ("x64", "x86_64"),
            "aarch64" => ("arm64", "arm64"),
            _ => return Err(unknown()),
        };
        let (npm, wheel) = match system {
            // pip knows the tag of no older version by this scheme.
            "unknown-linux-gnu" => {
                (["linux", cpu, "glibc"], format!("manylinux_2_{}_{processor}", glibc.max(17)))
            }
            "unknown-linux-musl" => (["linux", cpu, "musl"], format!("musllinux_1_2_{processor}")),
            "apple-darwin" => (["darwin", cpu, ""], format!("macosx_11_0_{mac}")),
            _ => return Err(unknown()),
        };
        Ok(Self { target: target.to_owned(), npm, wheel })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a shell script that prints `line`, and returns its path.
    fn script(name: &str, line: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt as _;
        let path = std::env::temp_dir().join(format!("webagents-xtask-{name}-{}", std::process::id()));
        fs::write(&path, format!("#!/bin/sh\necho '{line}'\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn other_programs_are_refused() {
        let refused = |path: &Path| Program::read(path, "1.2.3").unwrap_err().to_string();
        assert!(refused(Path::new("/no/such/file")).contains("give --binary its path"));
        assert!(refused(&std::env::temp_dir()).contains("expected the program webagents 1.2.3"));
        let other = script("other", "webagents 1.2.2");
        assert!(refused(&other).contains("found \"webagents 1.2.2\""));
        fs::write(&other, "text").unwrap();
        assert!(refused(&other).contains("found"));
        fs::remove_file(&other).unwrap();
        let right = script("right", "webagents 1.2.3");
        assert_eq!(Program::read(&right, "1.2.3").unwrap().bytes, fs::read(&right).unwrap());
        fs::remove_file(&right).unwrap();
    }

    #[test]
    fn symbols_are_found() {
        // The program of a test is not stripped.
        let test = std::env::current_exe().unwrap();
        assert_eq!(has_symbols(&fs::read(test).unwrap()), cfg!(target_os = "linux"));
        for bytes in [&b""[..], b"\x7fELF\x02\x01", b"#!/bin/sh\n", &[0xff; 100]] {
            assert!(!has_symbols(bytes));
        }
        let hostile = [&b"\x7fELF\x02\x01"[..], &[0xff; 100]].concat();
        assert!(!has_symbols(&hostile));
    }

    #[test]
    fn platforms_have_their_names() {
        for (target, npm, wheel) in [
            ("x86_64-unknown-linux-gnu", ["linux", "x64", "glibc"], "manylinux_2_34_x86_64"),
            ("aarch64-unknown-linux-musl", ["linux", "arm64", "musl"], "musllinux_1_2_aarch64"),
            ("aarch64-apple-darwin", ["darwin", "arm64", ""], "macosx_11_0_arm64"),
        ] {
            let platform = Platform::new(target, 34).unwrap();
            assert_eq!((platform.npm, platform.wheel.as_str()), (npm, wheel));
        }
        for target in ["", "x86_64-pc-windows-msvc", "riscv64gc-unknown-linux-gnu"] {
            assert!(Platform::new(target, 0).unwrap_err().to_string().contains("Linux and macOS"));
        }
        let bytes = b"..GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.".to_vec();
        assert_eq!(Program { path: PathBuf::new(), bytes }.glibc(), 34);
    }
}
