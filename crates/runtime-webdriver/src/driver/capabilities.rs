//! Capabilities of a new session: the browser, its flags, and a profile of its own.
//!
//! The decision: a throwaway browser shows no questions, connects to the site alone, and begins as every other one does;
//! the settings of each engine for that are here, and nowhere else. Sources: chromedriver's `goog:chromeOptions`,
//! geckodriver's `moz:firefoxOptions`, `WebKitWebDriver`'s `webkitgtk:browserOptions`, and W3C WebDriver section 7.

use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::wd::Capabilities;
use serde_json::{Map, Value, json};

use crate::engine::Engine;
use crate::options::{BrowserOptions, Display, Protocol, Sandbox, WebMcp};

/// The page that is at no address.
pub(crate) const BLANK: &str = "about:blank";
/// The script timeout of a new session: the harness's default deadline.
pub(crate) const SCRIPT_TIMEOUT: Duration = Duration::from_secs(31);

/// Machine on which the browser will run.
#[derive(Debug, Clone, Copy)]
pub(crate) enum BrowserMachine<'a> {
    /// On this machine, with a folder that is removed with the session.
    Here(&'a Path),
    /// The machine of a remote driver.
    Elsewhere,
}

/// The capabilities of a session of `engine`.
pub(crate) fn capabilities(
    engine: Engine,
    options: &BrowserOptions,
    place: BrowserMachine<'_>,
) -> Capabilities {
    let script_ms = u64::try_from(SCRIPT_TIMEOUT.as_millis()).unwrap_or(u64::MAX);
    let mut all = json!({
        "timeouts": { "script": script_ms },
        // The string, because WebKit's driver refuses the object.
        "unhandledPromptBehavior": "dismiss",
    });
    let binary = options.binary.clone().or_else(|| match place {
        BrowserMachine::Here(_) => engine.find_browser(),
        BrowserMachine::Elsewhere => None,
    });
    match engine {
        Engine::Chromium | Engine::ChromiumHeadlessShell => {
            // For this name chromedriver has the shell open a page, which it does not by itself.
            let shell = engine == Engine::ChromiumHeadlessShell;
            all["browserName"] = if shell { "chrome-headless-shell" } else { "chrome" }.into();
            // Without this the first page is the search engine's page for new tabs.
            let session = json!({ "restore_on_startup": 4, "startup_urls": [BLANK] });
            let chrome = json!({ "args": chrome(engine, options, place), "prefs": { "session": session } });
            all["goog:chromeOptions"] = with_binary(chrome, binary);
        }
        Engine::Firefox => {
            all["browserName"] = "firefox".into();
            // WebDriver BiDi, <https://w3c.github.io/webdriver-bidi/#establishing>.
            if options.protocol != Protocol::Classic {
                all["webSocketUrl"] = true.into();
                // The source of a navigation decides if a page with `beforeunload` is left. Events show it, unless
                // they do not come here.
                if let BrowserMachine::Here(_) = place {
                    all["unhandledPromptBehavior"] = json!({
                        "default": "ignore", "beforeUnload": "ignore", "file": "dismiss",
                    });
                }
            }
            all["moz:firefoxOptions"] = with_binary(firefox(options, place), binary);
        }
        Engine::WebKit => {
            // Without a program there must be no list of arguments: the driver would start nothing.
            if let Some(binary) = binary {
                all["webkitgtk:browserOptions"] =
                    with_binary(json!({ "args": webkit(options) }), Some(binary));
            }
        }
    }
    match all {
        Value::Object(members) => members,
        _ => Capabilities::new(),
    }
}

fn with_binary(mut options: Value, binary: Option<PathBuf>) -> Value {
    if let Some(binary) = binary {
        options["binary"] = Value::from(binary.to_string_lossy());
    }
    options
}

fn chrome(engine: Engine, options: &BrowserOptions, place: BrowserMachine<'_>) -> Vec<String> {
    let (width, height) = options.window.size;
    let mut args = vec![format!("--window-size={width},{height}")];
    // Actions that a throwaway browser must not take: show questions, call home, share memory that a container lacks.
    args.extend(
        [
            "--no-first-run",
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            // Updates that run nevertheless go to an address without a server.
            "--component-updater=url-source=data:,",
            "--disable-client-side-phishing-detection",
            "--disable-default-apps",
            "--disable-domain-reliability",
            "--disable-sync",
            "--disable-dev-shm-usage",
            // Nobody goes back, and a page that is kept for that keeps its process.
            "--disable-back-forward-cache",
        ]
        .map(str::to_owned),
    );
    match engine {
        Engine::ChromiumHeadlessShell => args.push("--headless".to_owned()),
        _ if options.window.display == Display::Headless => args.push("--headless=new".to_owned()),
        _ => {}
    }
    let isolated = match options.sandbox {
        Sandbox::Auto => !(rustix::process::geteuid().is_root() || in_container()),
        Sandbox::On => true,
        Sandbox::Off => false,
    };
    if !isolated {
        args.push("--no-sandbox".to_owned());
    }
    if let BrowserMachine::Here(profile) = place {
        args.push(format!("--user-data-dir={}", profile.display()));
    }
    args.extend(options.args.iter().cloned());
    if options.web_mcp == WebMcp::Native {
        add_features(&mut args, "--enable-features=", "WebMCP");
    }
    add_features(&mut args, "--disable-features=", VENDOR);
    // The browser keeps one renderer process in reserve for the next navigation. Each `about:blank` between two jobs takes
    // it, so that each starts another one, which costs more than the job's page.
    add_features(&mut args, "--disable-features=", "SpareRendererForSitePerProcess");
    // A navigation within a site gets a new frame host and view, in the same process: a quarter of the processor time of
    // a small page.
    add_features(&mut args, "--disable-features=", "RenderDocument");
    if options.window.display == Display::Headless {
        // The lists below the address bar are two documents with renderers of their own, which nobody sees. They draw anew
        // at each navigation: a quarter of the processor time of a small page.
        add_features(&mut args, "--disable-features=", "WebUIOmniboxPopup,WebUIOmniboxAimPopup");
    }
    args
}

/// Chromium features that send requests to its vendor or to a search engine without any page's request.
///
/// Such as the network time, optimization hints, prefetched search results, and the fields of a form.
const VENDOR: &str = "NetworkTimeServiceQuerying,OptimizationHints,OptimizationGuideModelDownloading,\
    AutofillServerCommunication,PreconnectToSearch,SearchPrefetchServicePrefetching,DsePreload2,MediaRouter";

/// Switches features of Chromium on or off.
///
/// Of several such arguments the last alone counts, so there must be one.
fn add_features(args: &mut Vec<String>, switch: &str, features: &str) {
    match args.iter_mut().rfind(|arg| arg.starts_with(switch)) {
        Some(arg) => {
            arg.push(',');
            arg.push_str(features);
        }
        None => args.push(format!("{switch}{features}")),
    }
}

/// Returns the capability `moz:firefoxOptions`.
///
/// On another machine geckodriver makes the profile.
fn firefox(options: &BrowserOptions, place: BrowserMachine<'_>) -> Value {
    let (width, height) = options.window.size;
    let mut args = vec![format!("--width={width}"), format!("--height={height}")];
    if options.window.display == Display::Headless {
        args.push("-headless".to_owned());
    }
    if let BrowserMachine::Here(profile) = place {
        args.extend(["-profile".to_owned(), profile.display().to_string()]);
        if options.profile.is_none() {
            // The startup cache may come from a later Firefox; it is not a user's profile to protect.
            args.push("--allow-downgrade".to_owned());
        }
    }
    args.extend(options.args.iter().cloned());
    let mut preferences: Map<String, Value> = PREFERENCES.iter().map(Preference::entry).collect();
    if options.profile.is_none() {
        preferences.extend(NEW_PROFILE.iter().map(Preference::entry));
    }
    let mut firefox = json!({ "args": args, "prefs": preferences });
    // Firefox has its own sandbox for pages, which starts as root and in containers, too.
    if options.sandbox == Sandbox::Off {
        firefox["env"] = json!({ "MOZ_DISABLE_CONTENT_SANDBOX": "1" });
    }
    firefox
}

struct Preference(&'static str, Setting);

enum Setting {
    Off,
    On,
    Number(u32),
    Text(&'static str),
}

impl Preference {
    fn entry(&self) -> (String, Value) {
        let value = match self.1 {
            Setting::Off => Value::from(false),
            Setting::On => Value::from(true),
            Setting::Number(number) => Value::from(number),
            Setting::Text(text) => Value::from(text),
        };
        (self.0.to_owned(), value)
    }
}

/// Preferences in addition to the preferences of geckodriver and Firefox's remote agent.
const PREFERENCES: &[Preference] = &[
    // No data is sent: no telemetry, no studies, no experiments.
    Preference("datareporting.healthreport.uploadEnabled", Setting::Off),
    Preference("datareporting.policy.dataSubmissionEnabled", Setting::Off),
    Preference("toolkit.telemetry.unified", Setting::Off),
    Preference("toolkit.telemetry.archive.enabled", Setting::Off),
    Preference("app.normandy.enabled", Setting::Off),
    Preference("app.shield.optoutstudies.enabled", Setting::Off),
    Preference("browser.discovery.enabled", Setting::Off),
    Preference("browser.ping-centre.telemetry", Setting::Off),
    // Nothing is updated or downloaded except at the site's request.
    Preference("app.update.auto", Setting::Off),
    Preference("app.update.background.enabled", Setting::Off),
    Preference("extensions.update.enabled", Setting::Off),
    Preference("extensions.getAddons.cache.enabled", Setting::Off),
    Preference("browser.search.update", Setting::Off),
    Preference("browser.region.update.enabled", Setting::Off),
    Preference("media.gmp-manager.updateEnabled", Setting::Off),
    Preference("services.settings.server", Setting::Text("data:,#remote-settings-dummy/v1")),
    Preference("browser.safebrowsing.malware.enabled", Setting::Off),
    Preference("browser.safebrowsing.phishing.enabled", Setting::Off),
    Preference("browser.safebrowsing.downloads.enabled", Setting::Off),
    Preference("network.captive-portal-service.enabled", Setting::Off),
    Preference("network.connectivity-service.enabled", Setting::Off),
    // No host is looked up or connected to before a page requests it, and none by QUIC, as in Chromium.
    Preference("network.dns.disablePrefetch", Setting::On),
    Preference("network.http.speculative-parallel-limit", Setting::Number(0)),
    Preference("network.prefetch-next", Setting::Off),
    Preference("network.predictor.enabled", Setting::Off),
    Preference("network.http.http3.enable", Setting::Off),
    // No pages at the start.
    Preference("browser.startup.homepage", Setting::Text("about:blank")),
    Preference("startup.homepage_welcome_url", Setting::Text("about:blank")),
    Preference("browser.startup.homepage_override.mstone", Setting::Text("ignore")),
    Preference("browser.newtabpage.enabled", Setting::Off),
    Preference("browser.aboutwelcome.enabled", Setting::Off),
    Preference("datareporting.policy.firstRunURL", Setting::Text("")),
    // The list of downloads does not open, which would take the keyboard from the page.
    Preference("browser.download.alwaysOpenPanel", Setting::Off),
    Preference("browser.download.panel.shown", Setting::On),
    // The monitor of pages that hang reports a script after a second, whether or not a user is active.
    Preference("dom.ipc.reportProcessHangs", Setting::On),
    Preference("dom.max_script_run_time", Setting::Number(1)),
    Preference("dom.max_script_run_time.require_critical_input", Setting::Off),
    // A page may show its `beforeunload` dialog, as in other browsers.
    Preference("dom.disable_beforeunload", Setting::Off),
    // A stack continues after a promise, as in other browsers.
    Preference("javascript.options.asyncstack_capture_debuggee_only", Setting::Off),
    // A page of which one script was stopped goes on with the others.
    Preference("dom.global_stop_script", Setting::Off),
    // No other program is started for an address such as `mailto:`: the question about it would stay open.
    Preference("network.protocol-handler.external-default", Setting::Off),
    Preference("network.protocol-handler.external.mailto", Setting::Off),
    // No process that waits for a page that may never come.
    Preference("dom.ipc.processPrelaunch.enabled", Setting::Off),
    Preference("browser.tabs.remote.separatePrivilegedContentProcess", Setting::Off),
    // A throwaway profile keeps nothing.
    Preference("browser.cache.disk.enable", Setting::Off),
    Preference("browser.pagethumbnails.capturing_disabled", Setting::On),
    Preference("browser.sessionstore.resume_from_crash", Setting::Off),
];

/// Preferences of a new profile, in addition to the preferences of every profile.
const NEW_PROFILE: &[Preference] = &[
    // Without the add-ons that come with Firefox, such as its themes and search engines: a start takes 0.5 s less of a
    // processor (Firefox ESR 140, 2026-11-25).
    Preference("extensions.enabledScopes", Setting::Number(1)),
];

/// It takes no size: the session sets it.
fn webkit(options: &BrowserOptions) -> Vec<String> {
    let mut args = vec!["--automation".to_owned()];
    if options.sandbox == Sandbox::On {
        args.push("--enable-sandbox".to_owned());
    }
    args.extend(options.args.iter().cloned());
    args
}

/// Docker and Podman leave these marks.
fn in_container() -> bool {
    Path::new("/.dockerenv").exists() || Path::new("/run/.containerenv").exists()
}
