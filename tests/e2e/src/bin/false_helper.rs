//! Helper with the fault that its file's name states, before or after it reports that it is ready.
//!
//! A helper gets no arguments of its own and no environment, so a test can choose only the name.

use std::io::{self, Read as _, Write};
use std::path::Path;
use std::time::Duration;

use webagents_isolate::frame::{Decoder, FrameKind, encode};

/// Bytes of a message that the parent accepts, at most.
const LIMIT: usize = 16 * 1024 * 1024;

fn main() -> io::Result<()> {
    let file = std::env::args().next().unwrap_or_default();
    let manner = Path::new(&file).file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    match manner.as_str() {
        "exits" => return Ok(()),
        "bytes-before" => return flood(b"\xff\x00garbage"),
        _ => {}
    }
    send(FrameKind::Ready, "filter")?;
    code()?;
    match manner.as_str() {
        "bytes" => flood(&[0xff, 0, 1, 2, 3]),
        "announces" => write(&[3, 0xff, 0xff, 0xff, 0xff]),
        "endless" => {
            // A text without an end: the announced bytes never come in full.
            write(&[3, 0xff, 0xff, 0xff, 0])?;
            hang()
        }
        "mute" => hang(),
        "not-utf-8" => write(&[3, 2, 0, 0, 0, 0xc3, 0x28]),
        "other-frames" => send(FrameKind::Ready, "filter"),
        "done" => send(FrameKind::Done, ""),
        "million" => {
            let line = r#"{"line":{"level":"log","at":0,"args":["x"]}}"#;
            for _ in 0..1_000_000 {
                send(FrameKind::Message, line)?;
            }
            hang()
        }
        "calls-on" => {
            // Calls without end, each with a new identifier.
            for id in 1_u32.. {
                send(FrameKind::Message, &format!(r#"{{"turn":[[{id},"t","nothing",[]]],"timers":1}}"#))?;
            }
            hang()
        }
        _ => Ok(()),
    }
}

/// Waits for the code, as a helper does.
fn code() -> io::Result<()> {
    let (mut decoder, mut chunk) = (Decoder::new(LIMIT), vec![0; 64 * 1024]);
    loop {
        while let Ok(Some(frame)) = decoder.next_frame() {
            if frame.kind == FrameKind::Code {
                return Ok(());
            }
        }
        let count = io::stdin().read(&mut chunk)?;
        if count == 0 {
            return Ok(());
        }
        decoder.push(&chunk[..count]);
    }
}

fn send(kind: FrameKind, text: &str) -> io::Result<()> {
    write(&encode(kind, text).unwrap_or_default())
}

fn write(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes)?;
    io::stdout().flush()
}

fn flood(bytes: &[u8]) -> io::Result<()> {
    loop {
        write(bytes)?;
    }
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_mins(1));
    }
}
