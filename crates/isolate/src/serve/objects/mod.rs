//! The standard objects that the engine does not have.
//!
//! The decision: what a standard defines by long tables or parsers (URLs, encodings) is a Rust function over texts, and the
//! classes around it are JavaScript in the files next to this one. Bytes of an array reach Rust as a text with one
//! character for each byte, because the engine's safe functions do not give access to them.

mod address;
mod bytes;

use nix::sys::resource::{UsageWho, getrusage};
use rquickjs::function::Func;
use rquickjs::{CString, Ctx, Exception, Function, Object, Result};

use super::pipe::send;
use crate::frame::{FrameKind, OUT_OF_MEMORY};
use crate::limits::Limits;

/// Files that define the standard objects, each a function of the native functions and of the realm.
const FILES: [(&str, &str); 5] = [
    ("realm.js", include_str!("realm.js")),
    ("text.js", include_str!("text.js")),
    ("url.js", include_str!("url.js")),
    ("clone.js", include_str!("clone.js")),
    ("locale.js", include_str!("locale.js")),
];

/// Defines the standard objects, and returns the functions and the host object for the loop.
pub(super) fn install<'js>(ctx: &Ctx<'js>, limits: &Limits) -> Result<Object<'js>> {
    let (message, memory) = (limits.message, limits.memory);
    let native = Object::new(ctx.clone())?;
    native.set("messageBytes", message)?;
    native.set("send", Func::from(move |ctx: Ctx<'js>, text: CString<'js>| post(&ctx, &text, message)))?;
    bytes::install(&native)?;
    address::install(&native)?;
    native.set("isFull", Func::from(move || is_full(memory)))?;
    native.set("endWithoutMemory", Func::from(|| -> () { std::process::exit(OUT_OF_MEMORY) }))?;
    let mut realm = Object::new(ctx.clone())?;
    for (name, text) in FILES {
        let define: Function<'js> = super::compile::evaluate(ctx, text, name)?;
        if let Some(defined) = define.call((native.clone(), realm.clone()))? {
            realm = defined;
        }
    }
    // The C library reads the time zone at its first use, which must come before the filter.
    ctx.eval::<f64, _>("new Date().getTimezoneOffset()")?;
    Ok(realm)
}

/// Sends a message of the prelude to the parent.
fn post(ctx: &Ctx<'_>, text: &CString<'_>, limit: usize) -> Result<()> {
    let bytes: &[u8] = text.as_ref();
    if bytes.len() > limit {
        let message = format!("a message has {} bytes; expected at most {limit}", bytes.len());
        return Err(Exception::throw_range(ctx, &message));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => send(FrameKind::Message, text),
        Err(_) => return Err(Exception::throw_type(ctx, "a message is not well-formed")),
    }
    Ok(())
}

/// Returns whether the process has touched nearly as many bytes as the engine may use.
///
/// It distinguishes the `null` that the engine throws without memory from a `null` of the code. Linux counts page faults
/// of the process itself, but gives it the peak of its parent.
pub(super) fn is_full(memory: usize) -> bool {
    let touched = getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| {
        if cfg!(target_os = "linux") {
            usage.minor_page_faults().saturating_mul(4096)
        } else {
            usage.max_rss()
        }
    });
    usize::try_from(touched).unwrap_or(0) >= memory / 4 * 3
}
