//! Lines and headings that resemble the format's lines and headings.

pub(crate) mod heading;
pub(crate) mod line;
