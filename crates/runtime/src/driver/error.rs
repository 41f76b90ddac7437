//! Errors of [`Driver`](super::Driver).

use super::capability::Capability;
use crate::page::PageError;

/// Error that a browser engine, or the transport to it, lacks a capability that a method needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{engine} is without {}; use an engine that has them, such as Chromium", .what.as_str())]
pub struct Unsupported {
    /// Name of the browser engine that lacks the capability, such as `WebKit`.
    pub engine: &'static str,
    /// Capability that the browser engine, or the transport to it, lacks, such as printing to PDF.
    pub what: Capability,
}

/// Error of a method of [`Driver`](super::Driver), such as a frame that no longer exists.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DriverError {
    /// The engine lacks the capability that the method needs.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The frame or its document no longer exists; the caller lists the frames again.
    #[error("the frame is gone, or shows another document")]
    FrameGone,
    /// The script that is to return an element returned none, or one of the wrong kind.
    #[error("expected an element that fits the action, found none")]
    NoElement,
    /// A dialog is open and has to be answered first.
    #[error("a dialog of the page is open; accept or dismiss it first")]
    DialogOpen,
    /// A guard of the session refuses the code, with a message for the caller.
    #[error("{0}")]
    Denied(String),
    /// An operation on the page failed.
    #[error(transparent)]
    Page(#[from] PageError),
}
