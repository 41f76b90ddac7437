//! Errors of [`Driver`](super::Driver).

use std::error::Error;
use std::fmt;

use super::capability::Capability;
use crate::page::PageError;

/// Error that a browser engine, or the transport to it, lacks a capability that a method needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported {
    /// Name of the browser engine that lacks the capability, such as `WebKit`.
    pub engine: &'static str,
    /// Capability that the browser engine, or the transport to it, lacks, such as printing to PDF.
    pub what: Capability,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is without {}; use an engine that has them, such as Chromium",
            self.engine,
            self.what.as_str()
        )
    }
}

impl Error for Unsupported {}

/// Error of a method of [`Driver`](super::Driver), such as a frame that no longer exists.
#[derive(Debug)]
#[non_exhaustive]
pub enum DriverError {
    /// The engine lacks the capability that the method needs.
    Unsupported(Unsupported),
    /// The frame or its document no longer exists; the caller lists the frames again.
    FrameGone,
    /// The script that is to return an element returned none, or one of the wrong kind.
    NoElement,
    /// A dialog is open and has to be answered first.
    DialogOpen,
    /// An operation on the page failed.
    Page(PageError),
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(unsupported) => unsupported.fmt(f),
            Self::FrameGone => f.write_str("the frame is gone, or shows another document"),
            Self::NoElement => f.write_str("expected an element that fits the action, found none"),
            Self::DialogOpen => f.write_str("a dialog of the page is open; accept or dismiss it first"),
            Self::Page(error) => error.fmt(f),
        }
    }
}

impl Error for DriverError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Page(error) => error.source(),
            _ => None,
        }
    }
}

impl From<PageError> for DriverError {
    fn from(error: PageError) -> Self {
        Self::Page(error)
    }
}

impl From<Unsupported> for DriverError {
    fn from(error: Unsupported) -> Self {
        Self::Unsupported(error)
    }
}
