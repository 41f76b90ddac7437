//! An invisible screen, for a browser that has no mode without one.
//!
//! The decision: Xvfb runs below the same supervisor as the driver and in the same process group, so it ends when they
//! do. It chooses its own number, which only it can do without a race, and lets in only who knows a secret that is in
//! the driver's own folder: other users of the machine see nothing and press no keys. It is not a screen to
//! watch: a display that is there is used when a window is wanted.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Pid, Signal, getpgid, kill_process};

use crate::engine::{Engine, on_path};
use crate::error::{Error, ErrorKind};
use crate::options::Display;
use crate::secret;

/// Starts Xvfb with a screen of `$WEBAGENTS_SCREEN` and goes on when it has written its number.
///
/// Its parameters are environment variables: no text from outside is ever part of the script.
pub(crate) const START: &str = r#"mkfifo "$TMPDIR/number" || exit
"$WEBAGENTS_XVFB" -displayfd 3 -screen 0 "$WEBAGENTS_SCREEN" -auth "$XAUTHORITY" -nolisten tcp -noreset \
  </dev/null >/dev/null 3>"$TMPDIR/number" &
read -r number <"$TMPDIR/number" || { echo 'Xvfb ended before it had a screen' >&2; exit 1; }
echo "$! $number" >"$TMPDIR/screen"
export DISPLAY=":$number"
"#;

/// A screen that is to be started: the program of Xvfb, and width and height in pixels.
pub(crate) type Screen = (PathBuf, (u32, u32));

impl Engine {
    /// Returns whether the engine's browser needs a display and this machine has neither one nor Xvfb.
    pub fn lacks_display(self) -> bool {
        find(self, Display::Headless, (1, 1)).is_err()
    }
}

/// The screen for a browser that needs one although no window is wanted.
///
/// On a machine without Xvfb the display of the environment is used: it may be another program's Xvfb.
pub(crate) fn find(engine: Engine, display: Display, size: (u32, u32)) -> Result<Option<Screen>, Error> {
    if engine != Engine::WebKit {
        return Ok(None);
    }
    let a_display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| env::var_os(name).is_some_and(|display| !display.is_empty()));
    match (display, on_path("Xvfb")) {
        (Display::Headless, Some(xvfb)) => Ok(Some((xvfb, size))),
        _ if a_display => Ok(None),
        (Display::Headless, None) => Err(Error::new(
            ErrorKind::DriverNotFound,
            "WebKit needs a display, and neither DISPLAY is set nor Xvfb is on the PATH; install it (Debian: apt install \
             xvfb)",
        )),
        (Display::Headed, _) => Err(Error::new(
            ErrorKind::DriverNotFound,
            "a window is wanted, and neither DISPLAY nor WAYLAND_DISPLAY says where",
        )),
    }
}

/// Environment with which [`START`] gives the driver's process a screen of `width` x `height` pixels.
///
/// Writes the display's secret into `folder`.
pub(crate) fn environment(
    xvfb: &Path,
    folder: &Path,
    (width, height): (u32, u32),
) -> io::Result<Vec<(&'static str, PathBuf)>> {
    let authority = folder.join("authority");
    write_authority(&authority)?;
    Ok(vec![
        ("WEBAGENTS_XVFB", xvfb.to_owned()),
        ("WEBAGENTS_SCREEN", format!("{}x{}x24", width.clamp(1, 16_384), height.clamp(1, 16_384)).into()),
        ("XAUTHORITY", authority),
        // A toolkit that finds a desktop of another kind would open its window there.
        ("GDK_BACKEND", "x11".into()),
        ("WAYLAND_DISPLAY", PathBuf::new()),
    ])
}

/// Writes a random secret that is valid for every display of this machine, in the format of libXau.
///
/// The format: `FamilyWild`, no address, no number, the name of the method, the secret; each after its length in two
/// bytes.
fn write_authority(path: &Path) -> io::Result<()> {
    const METHOD: &[u8] = b"MIT-MAGIC-COOKIE-1";
    let secret = secret::bytes()?;
    let mut text = vec![0xff, 0xff, 0, 0, 0, 0, 0, 18];
    text.extend(METHOD);
    text.extend([0, 16]);
    text.extend(secret);
    fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(&text)
}

/// Ends the Xvfb that [`START`] left a note of in `folder`, if it belongs to `group`.
///
/// It waits a moment for the end, because an X server that is killed leaves its socket.
pub(crate) fn end(folder: &Path, group: Pid) {
    let Ok(note) = fs::read_to_string(folder.join("screen")) else { return };
    let mut words = note.split_whitespace();
    let pid = words.next().and_then(|pid| pid.parse().ok()).and_then(Pid::from_raw);
    let (Some(pid), Some(number)) = (pid, words.next().and_then(|number| number.parse::<u32>().ok())) else {
        return;
    };
    if getpgid(Some(pid)).is_ok_and(|of| of == group) && kill_process(pid, Signal::TERM).is_ok() {
        let socket = PathBuf::from(format!("/tmp/.X11-unix/X{number}"));
        for _ in 0..40 {
            if !socket.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
