//! Choosing a rendering by a budget of tokens.

use webagents_manifest::Manifest;

use crate::typescript::{Rendering, TypeScript, TypeScriptOptions, typescript};

/// A rendering that was chosen by [`fit`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fit {
    /// The rendering.
    pub rendering: Rendering,
    /// The declarations.
    pub typescript: TypeScript,
    /// Estimate of their text by [`estimate_tokens`]. It is above the budget only if signatures alone are.
    pub tokens: usize,
}

/// Declares a manifest's tools in the richest rendering that is estimated at `max_tokens` or less.
///
/// The renderings are [`Rendering::Inline`], [`Rendering::Brief`] and [`Rendering::Index`]. When none fits, it is the
/// last: no tool is ever left out.
///
/// ```
/// use webagents_schema::{Rendering, fit};
/// let manifest = webagents_manifest::parse("# S\n\n## find\nFinds a thing.\n\n### Params\n").manifest;
/// assert_eq!(fit(&manifest, 1_000).rendering, Rendering::Inline);
/// assert_eq!(fit(&manifest, 1).rendering, Rendering::Index);
/// ```
pub fn fit(manifest: &Manifest, max_tokens: usize) -> Fit {
    let declare = |rendering| {
        let typescript = typescript(manifest, &TypeScriptOptions::new(rendering));
        let tokens = estimate_tokens(&typescript.text);
        Fit { rendering, typescript, tokens }
    };
    [Rendering::Inline, Rendering::Brief]
        .into_iter()
        .map(declare)
        .find(|fit| fit.tokens <= max_tokens)
        .unwrap_or_else(|| declare(Rendering::Index))
}

/// Estimates how many tokens a language model makes of `text`.
///
/// It counts one for four ASCII characters, and one for each other character. English text and code come out within a
/// quarter of the counts of common vocabularies; Chinese and Japanese come out high, which keeps a budget.
pub fn estimate_tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let starts = text.bytes().filter(|&byte| byte >= 0xc0).count();
    ascii.div_ceil(4) + starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_estimated_by_script() {
        assert_eq!(estimate_tokens(""), 0);
        assert_eq!(estimate_tokens("searching"), 3);
        assert_eq!(estimate_tokens("日本語"), 3);
    }
}
