//! Options that were given, for messages about them.

/// The name of the first option that was given, of names and whether each was.
pub(crate) fn first_given(options: &[(&'static str, bool)]) -> Option<&'static str> {
    options.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name)
}
