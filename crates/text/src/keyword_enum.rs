//! Enums whose variants have one spelling each.

/// Declares an enum of words, with `ALL`, `as_str`, `from_text` and `Display`.
///
/// ```
/// webagents_text::keyword_enum! {
///     /// Side of a street.
///     #[derive(Debug, Clone, Copy, PartialEq, Eq)]
///     pub enum Side {
///         /// Left side.
///         Left "left",
///         /// Right side.
///         Right "right",
///     }
/// }
/// assert_eq!(Side::from_text("right"), Some(Side::Right));
/// assert_eq!(Side::ALL, [Side::Left, Side::Right]);
/// assert_eq!(Side::Left.to_string(), "left");
/// ```
#[macro_export]
macro_rules! keyword_enum {
    ($(#[$attribute:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$attribute])*
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            #[doc = concat!("All variants of [`", stringify!($name), "`], in the order of declaration.")]
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the word as it is written.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Returns the variant that is spelled `text`; `None` if there is none.
            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)* _ => None }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
