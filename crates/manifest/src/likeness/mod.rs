//! Lines and headings that resemble those of the format.

pub(crate) mod heading;
pub(crate) mod line;
