//! Helpers that the end-to-end suites share.
