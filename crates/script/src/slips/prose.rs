//! Words and tags around code, as a model's answer has them.

/// Tags in which models put thoughts and calls.
const TAGS: [&str; 14] = [
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reflection",
    "scratchpad",
    "analysis",
    "plan",
    "answer",
    "output",
    "response",
    "invoke",
    "action",
];
/// First words of sentences around code.
const OPENERS: [&str; 20] = [
    "sure",
    "here",
    "here's",
    "okay",
    "ok",
    "let",
    "let's",
    "i",
    "i'll",
    "i'm",
    "the",
    "this",
    "to",
    "first",
    "now",
    "we",
    "you",
    "certainly",
    "note",
    "explanation",
];
/// Words that begin code and no sentence.
const CODE: [&str; 28] = [
    "return", "const", "let", "var", "await", "if", "for", "while", "do", "throw", "new", "function",
    "async", "class", "try", "import", "export", "case", "default", "delete", "typeof", "void", "else",
    "switch", "break", "continue", "elif", "from",
];

const WORDS: &str =
    "there are words around the code; send the code alone, and a remark as a comment (`// …`)";

/// Returns how to correct code with words or a tag around it. `line` is the line of the syntax error.
pub(super) fn around(code: &str, line: &str) -> Option<String> {
    let text = code.trim();
    if let Some(tag) = tag(text) {
        return Some(format!(
            "there is a tag around or before the code (`<{tag}>`); send the code alone, without tags and thoughts"
        ));
    }
    let first = text.lines().next().unwrap_or_default();
    let last = text.lines().next_back().unwrap_or_default();
    [line, first, last].into_iter().any(is_sentence).then(|| WORDS.to_owned())
}

/// The tag that a text begins or ends with, if no element of a page has its name.
fn tag(text: &str) -> Option<&str> {
    let name_of = |rest: &'_ str| rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_:|-".contains(c)));
    let is_tag = |name: &str| {
        let plain = name.trim_matches('|');
        TAGS.iter().any(|tag| plain.eq_ignore_ascii_case(tag))
            || plain.contains('_')
            || plain.contains("call")
    };
    let open = text.strip_prefix('<').and_then(|rest| rest.get(..name_of(rest)?));
    let close =
        text.rfind("</").and_then(|at| text.get(at + 2..)).and_then(|rest| rest.get(..name_of(rest)?));
    [open, close].into_iter().flatten().find(|name| is_tag(name))
}

/// Returns whether a line is a sentence and no code.
fn is_sentence(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['-', '*', '>', ' ']);
    if line.len() > 1_000 || line.contains(['=', ';', '{', '}', '[', ']', '<', '`', '\\', '/']) {
        return false;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_word = |word: &&str| {
        let word = word.trim_matches(['"', '\'', '“', '”', '(', ')', ',', '.', ':', '!', '?', '…', '*']);
        word.is_empty() || word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'))
    };
    let first =
        words.first().map_or(String::new(), |word| word.trim_matches([',', '!', '.', ':']).to_lowercase());
    let opens = OPENERS.contains(&first.as_str());
    let ends = line.ends_with(['.', ':', '!', '?', '…']);
    let is_code = CODE.contains(&first.as_str()) && !(first == "let" && words.get(1) == Some(&"me"));
    words.len() >= 3
        && (opens || ends)
        && !is_code
        && words.iter().filter(|word| is_word(word)).count() * 5 >= words.len() * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_told_from_code() {
        for line in [
            "Sure! Here's the code:",
            "I'll search for books first.",
            "Let me look up the price",
            "Here is the result",
        ] {
            assert!(is_sentence(line), "{line}");
        }
        for line in [
            "return await global.f(1)",
            "for book in books:",
            "let x be 1",
            "from a import b",
            "const a = b",
            "if x is not y:",
        ] {
            assert!(!is_sentence(line), "{line}");
        }
        assert_eq!(tag("<think>a</think>\nreturn 1;"), Some("think"));
        assert_eq!(tag("<tool_call>f()</tool_call>"), Some("tool_call"));
        assert_eq!(tag("<div>a</div>"), None);
    }
}
