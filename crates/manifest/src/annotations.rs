//! The annotations of tools: one table for all that reads, writes or judges them.

use crate::shared::Text;

/// Annotation that the format knows, with its names, its default, and its cautious value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of an annotation")]
pub struct AnnotationSpec {
    /// Name in a manifest, and in Chrome's debugging protocol, such as `readOnly`.
    pub name: &'static str,
    /// Name of the hint in MCP and WebMCP, such as `readOnlyHint`.
    pub hint: &'static str,
    /// Words in declarations for a model, such as `read-only`.
    pub phrase: &'static str,
    /// `true` if MCP has the hint.
    pub is_in_mcp: bool,
    /// `true` if WebMCP has the hint.
    pub is_in_web_mcp: bool,
    /// Value that MCP and WebMCP assume of a tool that does not declare it.
    pub default: bool,
    /// Value that requires more caution of a caller.
    pub cautious: bool,
}

/// `a, b and c`.
macro_rules! sentence {
    ($first:literal $last:literal) => { concat!($first, " and ", $last) };
    ($first:literal $($rest:literal)+) => { concat!($first, ", ", sentence!($($rest)+)) };
}

macro_rules! annotations {
    ($($field:ident $name:literal $phrase:literal $effect:literal
        mcp: $mcp:literal, web_mcp: $web_mcp:literal, default: $default:literal, cautious: $cautious:literal;)*) => {
        /// Effects of a tool that the site declares, such as read-only; an undeclared effect is `None`.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(default, rename_all = "camelCase", deny_unknown_fields))]
        #[non_exhaustive]
        pub struct Annotations {
            $(
                #[doc = concat!("`true` if the tool ", $effect, "; `None` if not declared.")]
                #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
                pub $field: Option<bool>,
            )*
            /// Effects that the site declares and the format does not know, as the manifest writes them.
            #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
            pub unknown: Vec<Text>,
        }

        impl Annotations {
            /// Annotations that the format knows, in written order.
            pub const KNOWN: [AnnotationSpec; [$($name),*].len()] = [$(AnnotationSpec {
                name: $name,
                hint: concat!($name, "Hint"),
                phrase: $phrase,
                is_in_mcp: $mcp,
                is_in_web_mcp: $web_mcp,
                default: $default,
                cautious: $cautious,
            }),*];

            /// Names of the effects that a site may declare of a tool, such as `readOnly`, in written order.
            pub const NAMES: [&'static str; Self::KNOWN.len()] = [$($name),*];

            /// Returns the values of the declared effects, in the order of their [`NAMES`](Self::NAMES).
            pub fn values(&self) -> [Option<bool>; Self::KNOWN.len()] {
                [$(self.$field),*]
            }

            /// Returns the value of the effect called `name`, to be set.
            ///
            /// `None` if `name` is not one of [`NAMES`](Self::NAMES).
            pub fn slot(&mut self, name: &str) -> Option<&mut Option<bool>> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }

        /// Effects that a caller has to expect of a tool before calling it, such as that it may destroy data.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub struct Caution {
            $(
                #[doc = concat!("`true` if a caller has to expect that the tool ", $effect, ".")]
                pub $field: bool,
            )*
        }

        impl Caution {
            /// Effects expected of a tool without annotations: it may destroy data and act on other systems.
            ///
            /// These are the defaults of MCP and WebMCP.
            pub const DEFAULT: Self = Self { $($field: $default),* };

            /// Returns the expected effects, in the order of [`Annotations::NAMES`].
            pub const fn values(self) -> [bool; Annotations::KNOWN.len()] {
                [$(self.$field),*]
            }

            /// Returns the effects with each one that `value` gives, by its default and its value in `annotations`.
            fn from_values(
                annotations: &Annotations,
                value: impl Fn(AnnotationSpec, Option<bool>) -> bool,
            ) -> Self {
                let mut values = Annotations::KNOWN.into_iter().zip(annotations.values());
                let mut next = || values.next().is_some_and(|(known, declared)| value(known, declared));
                Self { $($field: next()),* }
            }
        }

        /// The names of the annotations as a part of a sentence.
        macro_rules! annotation_names {
            () => { sentence!($($name)*) };
        }
    };
}

annotations! {
    read_only "readOnly" "read-only" "changes nothing"
        mcp: true, web_mcp: true, default: false, cautious: false;
    destructive "destructive" "destructive" "may destroy something"
        mcp: true, web_mcp: false, default: true, cautious: true;
    idempotent "idempotent" "idempotent" "changes nothing more at a second call with the same arguments"
        mcp: true, web_mcp: false, default: false, cautious: false;
    open_world "openWorld" "open-world" "interacts with systems other than the site"
        mcp: true, web_mcp: false, default: true, cautious: true;
    consequential "consequential" "consequential" "acts outside the page: it buys, sends, publishes"
        mcp: false, web_mcp: true, default: false, cautious: true;
    untrusted_content "untrustedContent" "untrusted content" "returns text that others than the site wrote"
        mcp: false, web_mcp: true, default: false, cautious: true;
}

impl Annotations {
    /// Returns whether the site declares no effects of the tool.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the effects that `other` affirms and that require caution, such as `destructive`.
    ///
    /// Another declaration of a tool raises caution and never lowers it.
    ///
    /// ```
    /// use webagents_manifest::Annotations;
    /// let (mut own, mut other) = (Annotations::default(), Annotations::default());
    /// (other.destructive, other.read_only) = (Some(true), Some(true));
    /// own.raise_caution(&other);
    /// assert_eq!((own.destructive, own.read_only), (Some(true), None));
    /// ```
    pub fn raise_caution(&mut self, other: &Self) {
        for (known, value) in Self::KNOWN.iter().zip(other.values()) {
            if known.cautious
                && value == Some(true)
                && let Some(own) = self.slot(known.name)
            {
                *own = value;
            }
        }
    }
}

impl Caution {
    /// Returns the effects that a site marks a tool with, with defaults for those without risk.
    ///
    /// Unmarked effects are not expected.
    pub fn marked(annotations: &Annotations) -> Self {
        Self::from_values(
            annotations,
            |known, declared| {
                if known.cautious { declared == Some(true) } else { known.default }
            },
        )
    }

    /// Returns the effects that a trusted site's annotations state, with defaults for absent ones.
    ///
    /// For annotations that the program's operator declares to be true.
    ///
    /// They hold as given, with [`DEFAULT`](Self::DEFAULT) for absent ones. A tool that changes nothing destroys
    /// nothing.
    pub fn vouched(annotations: &Annotations) -> Self {
        let mut seen = Self::from_values(annotations, |known, declared| declared.unwrap_or(known.default));
        if seen.read_only {
            seen.destructive &= annotations.destructive.is_some();
            seen.idempotent |= annotations.idempotent.is_none();
        }
        seen
    }
}

/// Returns the effects to expect of a tool of an untrusted site, whose annotations only add caution.
///
/// For annotations that a site wrote, and that may be false.
///
/// Each answer is the more cautious one of the default and the site's hint. A hint may raise caution; it never lowers
/// it, because a hostile site would use that first.
///
/// ```
/// use webagents_manifest::{Annotations, Caution, caution};
///
/// let mut site = Annotations::default();
/// site.read_only = Some(true);
/// site.destructive = Some(false);
/// assert_eq!(caution(&site), Caution::DEFAULT);
///
/// site.consequential = Some(true);
/// assert!(caution(&site).consequential);
///
/// // The same annotations of a site that the operator of the program trusts.
/// assert!(Caution::vouched(&site).read_only);
/// ```
pub fn caution(annotations: &Annotations) -> Caution {
    Caution::from_values(annotations, |known, declared| {
        if declared == Some(known.cautious) { known.cautious } else { known.default }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of a site's hints about all effects.
    fn all() -> impl Iterator<Item = Annotations> {
        let count = u32::try_from(Annotations::KNOWN.len()).expect("it is small");
        (0..3_usize.pow(count)).map(|number| {
            let mut site = Annotations::default();
            let mut rest = number;
            for name in Annotations::NAMES {
                *site.slot(name).expect("a known name") = [None, Some(false), Some(true)][rest % 3];
                rest /= 3;
            }
            site
        })
    }

    /// The answers in the order of the annotations, `true` if they require caution.
    fn risks(caution: Caution) -> Vec<bool> {
        caution
            .values()
            .into_iter()
            .zip(Annotations::KNOWN)
            .map(|(value, known)| value == known.cautious)
            .collect()
    }

    #[test]
    fn a_site_never_lowers_caution() {
        for site in all() {
            let seen = risks(caution(&site));
            assert_eq!(seen.len(), Annotations::KNOWN.len());
            for ((seen, default), (known, declared)) in
                seen.iter().zip(risks(Caution::DEFAULT)).zip(Annotations::KNOWN.iter().zip(site.values()))
            {
                assert!(*seen || !default, "{} of {site:?}", known.name);
                assert_eq!(*seen, default || declared == Some(known.cautious), "{} of {site:?}", known.name);
            }
        }
    }

    #[test]
    fn marks_are_what_a_site_affirms() {
        for site in all() {
            let seen = Caution::marked(&site);
            assert_eq!(seen.destructive, site.destructive == Some(true));
            assert_eq!(seen.open_world, site.open_world == Some(true));
            assert_eq!(seen.consequential, site.consequential == Some(true));
            assert_eq!(seen.untrusted_content, site.untrusted_content == Some(true));
            assert!(!seen.read_only && !seen.idempotent);
        }
    }

    #[test]
    fn who_is_trusted_is_believed() {
        for site in all() {
            let seen = Caution::vouched(&site);
            assert_eq!(seen.read_only, site.read_only == Some(true));
            assert_eq!(seen.destructive, site.destructive.unwrap_or(site.read_only != Some(true)));
            assert_eq!(seen.idempotent, site.idempotent.unwrap_or(site.read_only == Some(true)));
            assert_eq!(seen.open_world, site.open_world != Some(false));
        }
        assert_eq!(Caution::vouched(&Annotations::default()), Caution::DEFAULT);
    }

    #[test]
    fn names_are_a_sentence() {
        assert_eq!(
            annotation_names!(),
            "readOnly, destructive, idempotent, openWorld, consequential and untrustedContent"
        );
    }
}
