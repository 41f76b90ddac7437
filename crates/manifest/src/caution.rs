//! Effects that a tool's texts name in a spelling that the format does not know.

use crate::annotations::Annotations;
use crate::grammar;
use crate::model::Tool;

/// Words that deny an effect: `destructive: no`.
const NEGATIVE: [&str; 6] = ["false", "no", "0", "off", "never", "none"];
/// Words that affirm an effect: `destructive: yes`.
const AFFIRMATIVE: [&str; 3] = ["", "true", "yes"];
/// Labels of a line of effects: `Annotations: destructive`.
const LABELS: [&str; 4] = ["annotations", "annotation", "hints", "hint"];

impl Tool {
    /// Returns the declared effects, and the effects that the tool's texts affirm in another spelling.
    ///
    /// A site that writes `- Destructive`, `- destructiveHint: yes` or `### Hints` has not declared an effect by the
    /// format, but means it. Policies on calls heed it, as far as it [requires caution](Annotations::raise_caution).
    ///
    /// ```
    /// let parsed = webagents_manifest::parse("# Shop\n\n## wipeCart\n\n### Params\n- `id` (string)\n\n### Annotations\n- Destructive: yes\n");
    /// let tool = &parsed.manifest.tools[0];
    /// assert_eq!(tool.annotations.destructive, None);
    /// assert_eq!(tool.presumed_annotations().destructive, Some(true));
    /// ```
    pub fn presumed_annotations(&self) -> Annotations {
        let mut named = Annotations::default();
        let mut affirm = |name: &str| {
            if let Some(slot) = named.slot(name) {
                *slot = Some(true);
            }
        };
        for item in &self.annotations.unknown {
            if let Some((name, value)) = effect(item)
                && !is_one_of(&NEGATIVE, value)
            {
                affirm(name);
            }
        }
        let notes = self.notes.iter().map(|note| &*note.text);
        for line in std::iter::once(&*self.description).chain(notes).flat_map(str::lines) {
            let line = line.trim().trim_start_matches(['>', ' ']);
            let line = grammar::bullet(line).unwrap_or(line);
            let items = line.split_once(':').filter(|(label, _)| is_one_of(&LABELS, label));
            for item in items.map_or(line, |(_, items)| items).split(',') {
                if let Some((name, value)) = effect(item)
                    && is_one_of(&AFFIRMATIVE, value)
                {
                    affirm(name);
                }
            }
        }
        let mut presumed = self.annotations.clone();
        presumed.raise_caution(&named);
        presumed
    }
}

/// Returns the effect that a list item names in any spelling, and the text after its name.
///
/// Examples: `destructive`, `Read-only`, `readOnlyHint: true`, `**destructive** (deletes all)`.
pub(crate) fn effect(item: &str) -> Option<(&'static str, &str)> {
    let (name, value) = item.split_once([':', '=']).unwrap_or((item, ""));
    if let Some(known) = known(name) {
        return Some((known, value));
    }
    let item = item.trim_start_matches(MARKUP);
    let end = item.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))?;
    let (word, rest) = item.split_at(end);
    known(word).map(|known| (known, rest))
}

/// Characters around a word that do not belong to it.
const MARKUP: [char; 5] = ['`', '*', '.', ' ', '_'];

fn known(name: &str) -> Option<&'static str> {
    if name.len() >= 40 {
        return None;
    }
    let letters: String = name.chars().filter(|c| !MARKUP.contains(c) && *c != '-').collect();
    let letters = letters.to_ascii_lowercase();
    let word = letters.strip_suffix("hint").unwrap_or(&letters);
    Annotations::NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(word))
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    let text = text.trim_matches(['`', '*', '.', ' ', '_', '"']);
    words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use crate::parse;

    fn is_destructive(body: &str) -> bool {
        let parsed = parse(&format!(
            "# Shop\n\n## wipeCart\n\nWipes.\n\n{body}\n\n### Params\n- `id` (string): Which.\n"
        ));
        assert_eq!(parsed.manifest.tools.len(), 1, "{body}");
        parsed.manifest.tools[0].presumed_annotations().destructive == Some(true)
    }

    #[test]
    fn effects_in_other_spellings_are_heeded() {
        for body in [
            "### Annotations\n- destructive",
            "### Annotations\n- destructive: yes",
            "### Annotations\n- Destructive",
            "### Annotations\n- destructiveHint: true",
            "### Annotations\n- **destructive**",
            "### Annotations\n- destructive (deletes all)",
            "### Annotations\n- `destructive`: it cannot be undone",
            "### Annotation\n- destructive",
            "### Hints\n- destructive: true",
            "### Hints\n* `destructiveHint`: yes",
            "**destructive**",
            "Annotations: idempotent, destructive",
        ] {
            assert!(is_destructive(body), "{body}");
        }
    }

    #[test]
    fn denied_effects_and_prose_are_none() {
        for body in [
            "### Annotations\n- destructive: false",
            "### Annotations\n- Destructive: no",
            "### Annotations\n- non-destructive",
            "### Hints\n- destructive: never",
            "This is not destructive.",
            "Destructive changes are undone by `restore`.",
        ] {
            assert!(!is_destructive(body), "{body}");
        }
    }
}
