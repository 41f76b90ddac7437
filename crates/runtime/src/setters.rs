//! Chained setters of the types of options, one form for all of them.
//!
//! The decision: a public field and a setter of one name each, so that options are written in one expression, also
//! outside this crate, where their structs cannot be.

/// Defines a setter for each of these fields.
///
/// A type of the form `impl Into<T>` takes what becomes a `T`.
#[doc(hidden)]
#[macro_export]
macro_rules! option_setters {
    ($options:ty { $($setter:ident($field:ident: $value:ty)),* $(,)? }) => {
        impl $options {
            $(
                #[doc = concat!(
                    "Sets the field [`", stringify!($field), "`](Self::", stringify!($field),
                    ") and returns the changed value.",
                )]
                #[must_use]
                pub fn $setter(self, $field: $value) -> Self {
                    Self { $field: $field.into(), ..self }
                }
            )*
        }
    };
}
