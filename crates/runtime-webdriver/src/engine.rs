//! The browsers that can be driven: their names and programs, and where these are.
//!
//! The decision: an engine is chosen by name, and by default it is Chromium in its cheapest form. Firefox and WebKit
//! are never chosen for lack of Chromium, because they can do less (the reference lists it), and a program that
//! runs model-written code should not find that out by itself. Nothing is downloaded: a program that
//! is missing is named together with the package that brings it.

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::error::{Error, ErrorKind};

/// Browser engine together with the WebDriver program that controls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Chromium or Chrome, controlled by chromedriver.
    Chromium,
    /// Chromium without the parts that show windows, controlled by chromedriver.
    ///
    /// A session starts in a third of the time and takes a third of the memory. It cannot show a window.
    ChromiumHeadlessShell,
    /// Firefox, controlled by geckodriver.
    Firefox,
    /// `WebKitGTK`'s `MiniBrowser`, controlled by `WebKitWebDriver`.
    ///
    /// It needs a display; an invisible one is started if no window is wanted. A script that has had a processor for
    /// two seconds without a pause is stopped, be it the site's or the caller's: nothing else would end one that never
    /// ends.
    WebKit,
}

impl Engine {
    /// All browser engines, in the order in which the variants are declared.
    pub const ALL: [Self; 4] = [Self::Chromium, Self::ChromiumHeadlessShell, Self::Firefox, Self::WebKit];

    /// Returns the name of the browser engine: `chromium`, `headless-shell`, `firefox` or `webkit`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::ChromiumHeadlessShell => "headless-shell",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// Returns whether one driver process serves many sessions; the other drivers serve one each.
    pub(crate) const fn shares_its_driver(self) -> bool {
        matches!(self, Self::Chromium | Self::ChromiumHeadlessShell)
    }

    /// Returns the file name of the engine's WebDriver program, such as `chromedriver`.
    pub const fn driver_name(self) -> &'static str {
        match self {
            Self::Chromium | Self::ChromiumHeadlessShell => "chromedriver",
            Self::Firefox => "geckodriver",
            Self::WebKit => "WebKitWebDriver",
        }
    }

    /// The browser's program under the names that systems give it.
    const fn browsers(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
            Self::ChromiumHeadlessShell => &["chromium-headless-shell", "chrome-headless-shell"],
            Self::Firefox => &["firefox-esr", "firefox"],
            Self::WebKit => &["MiniBrowser"],
        }
    }

    /// Returns the commands that install both.
    const fn remedy(self) -> &'static str {
        match self {
            Self::Chromium => "Debian: apt install chromium chromium-driver",
            Self::ChromiumHeadlessShell => "Debian: apt install chromium-headless-shell chromium-driver",
            Self::Firefox => {
                "Debian: apt install firefox-esr; geckodriver is in no package there: cargo install --locked geckodriver"
            }
            Self::WebKit => "Debian: apt install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb",
        }
    }

    /// The driver's program: on the PATH, else the newest in the cache.
    pub(crate) fn find_driver(self) -> Result<PathBuf, Error> {
        let name = self.driver_name();
        self.drivers().into_iter().next().ok_or_else(|| {
            let message = format!(
                "no {name} is on the PATH; install it ({}), or set WEBDRIVER_URL to the address of a running WebDriver",
                self.remedy()
            );
            Error::new(ErrorKind::DriverNotFound, message)
        })
    }

    /// Returns the paths of the engine's WebDriver programs on this machine, in the order of preference.
    ///
    /// First is the one on the PATH; then come the programs that `cargo xtask setup` keeps as `NAME-VERSION` in
    /// `$XDG_CACHE_HOME/webagents` or `~/.cache/webagents`, the newest first.
    pub fn drivers(self) -> Vec<PathBuf> {
        let cached = cache().map(|folder| cached(&folder, self.driver_name())).unwrap_or_default();
        on_path(self.driver_name()).into_iter().chain(cached).collect()
    }

    /// Returns the shell command that installs the engine's browser and WebDriver program, by apt or cargo.
    pub const fn installed_by(self) -> &'static str {
        match self {
            Self::Chromium => "apt-get install chromium chromium-driver",
            Self::ChromiumHeadlessShell => "apt-get install chromium-headless-shell chromium-driver",
            Self::Firefox => "apt-get install firefox-esr && cargo install --locked geckodriver",
            Self::WebKit => "apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb",
        }
    }

    /// Returns the path of the engine's browser program; if `None`, the WebDriver program has to find it.
    pub fn find_browser(self) -> Option<PathBuf> {
        let found = self.browsers().iter().find_map(|name| on_path(name));
        if self == Self::WebKit { found.or_else(mini_browser) } else { found }
    }

    /// The engine whose browser has the file name of `program`, if any.
    pub(crate) fn of_program(program: &Path) -> Option<Self> {
        let name = program.file_name().and_then(OsStr::to_str)?.to_lowercase().replace('_', "-");
        let engines = [
            ("headless-shell", Self::ChromiumHeadlessShell),
            ("chrom", Self::Chromium),
            ("firefox", Self::Firefox),
            ("minibrowser", Self::WebKit),
        ];
        engines.into_iter().find(|(part, _)| name.contains(part)).map(|(_, engine)| engine)
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a text that is not the name of an [`Engine`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEngine {
    name: String,
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no engine; there are", self.name)?;
        for (index, engine) in Engine::ALL.into_iter().enumerate() {
            write!(f, "{} {engine}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownEngine {}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|engine| engine.name() == name);
        found.ok_or_else(|| UnknownEngine { name: name.to_owned() })
    }
}

/// The first file called `name` in the directories of the PATH.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|dir| dir.join(name)).find(|path| path.is_file())
}

/// User's cache folder, with the drivers that `cargo xtask setup` builds and Firefox's startup cache.
///
/// `$XDG_CACHE_HOME/webagents`, or `~/.cache/webagents` (XDG Base Directory Specification 0.8). `None` where neither is
/// an absolute path.
pub(crate) fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let root = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(root.join("webagents"))
}

/// The programs `NAME-VERSION` in `folder` that may be run, the newest version first.
fn cached(folder: &Path, name: &str) -> Vec<PathBuf> {
    let mut found: Vec<(Vec<u64>, PathBuf)> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let file = entry.file_name();
            let version = file.to_str()?.strip_prefix(name)?.strip_prefix('-')?;
            let version = version.split('.').map(str::parse).collect::<Result<Vec<u64>, _>>().ok()?;
            let about = std::fs::metadata(entry.path()).ok()?;
            (about.is_file() && about.permissions().mode() & 0o111 != 0).then(|| (version, entry.path()))
        })
        .collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, path)| path).collect()
}

/// Finds the browser of `WebKitGTK`, which is not on the `PATH`.
///
/// It is installed next to the library's own programs: in `/usr/lib/TRIPLET/webkit2gtk-4.1/` on Debian, in
/// `/usr/libexec/webkit2gtk-4.1/` on Fedora, in `/usr/lib/webkit2gtk-4.1/` on Arch.
fn mini_browser() -> Option<PathBuf> {
    let lib = Path::new("/usr/lib");
    // Sorted, because a machine may have libraries for two architectures and directories have no order.
    let mut roots: Vec<PathBuf> = std::fs::read_dir(lib)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.contains("-linux-")))
        .collect();
    roots.sort();
    roots.extend([lib.to_owned(), "/usr/libexec".into(), "/usr/lib64".into()]);
    roots
        .iter()
        .flat_map(|root| ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"].map(|api| root.join(api)))
        .map(|folder| folder.join("MiniBrowser"))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_to_its_engine_and_no_other_does() {
        for engine in Engine::ALL {
            assert_eq!(engine.name().parse(), Ok(engine));
        }
        let unknown = "Firefox".parse::<Engine>().unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "\"Firefox\" is no engine; there are chromium, headless-shell, firefox, webkit"
        );
    }

    #[test]
    fn a_browsers_program_tells_its_engine() {
        for (program, engine) in [
            ("/usr/bin/chromium", Some(Engine::Chromium)),
            ("/opt/google/chrome/google-chrome-stable", Some(Engine::Chromium)),
            ("/usr/bin/chromium-headless-shell", Some(Engine::ChromiumHeadlessShell)),
            ("/opt/headless_shell", Some(Engine::ChromiumHeadlessShell)),
            ("/usr/bin/firefox-esr", Some(Engine::Firefox)),
            ("/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser", Some(Engine::WebKit)),
            ("/usr/bin/wrapper", None),
            ("/", None),
        ] {
            assert_eq!(Engine::of_program(Path::new(program)), engine, "{program}");
        }
    }

    #[test]
    fn the_newest_cached_driver_is_first() {
        let folder = tempfile::tempdir().unwrap();
        for (name, mode) in [
            ("geckodriver-0.9.0", 0o700),
            ("geckodriver-0.37.1", 0o700),
            ("geckodriver-0.38.0", 0o600),
            ("geckodriver.123", 0o700),
            ("geckodriver-new", 0o700),
            ("chromedriver-200.0", 0o700),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, "").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        let names: Vec<_> = cached(folder.path(), "geckodriver")
            .iter()
            .map(|path| path.file_name().unwrap().to_owned())
            .collect();
        assert_eq!(names, ["geckodriver-0.37.1", "geckodriver-0.9.0"]);
        assert_eq!(cached(&folder.path().join("none"), "geckodriver"), Vec::<PathBuf>::new());
    }
}
