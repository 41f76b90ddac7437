//! An estimate of the tokens of a text.

/// Returns the estimated number of tokens that a language model counts in `text`.
///
/// The count is made so that it is not below that of the encoding `o200k` for text of pages: words of up to four letters
/// are one token, each four letters more are another, three digits are one, and so is each sign. Letters of other scripts
/// are one or two. A text of random letters can have more tokens than this.
pub fn estimate(text: &str) -> usize {
    let mut tokens = 0;
    let (mut letters, mut digits, mut spaces) = (0_usize, 0_usize, 0_usize);
    let mut lower = false;
    for character in text.chars() {
        if !character.is_ascii_alphabetic() || (lower && character.is_ascii_uppercase()) {
            tokens += letters.div_ceil(4);
            letters = 0;
        }
        if !character.is_ascii_digit() {
            tokens += digits.div_ceil(3);
            digits = 0;
        }
        if character != ' ' {
            // One space is a part of the word after it.
            tokens += usize::from(spaces > 1);
            spaces = 0;
        }
        lower = character.is_ascii_lowercase();
        match character {
            ' ' => spaces += 1,
            _ if character.is_ascii_alphabetic() => letters += 1,
            _ if character.is_ascii_digit() => digits += 1,
            _ => tokens += of_character(character),
        }
    }
    tokens + letters.div_ceil(4) + digits.div_ceil(3) + usize::from(spaces > 0)
}

/// The tokens of a character that is no letter, digit or space of ASCII.
fn of_character(character: char) -> usize {
    match character.len_utf8() {
        1 | 2 => 1,
        3 => 2,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Texts with their tokens as the npm package `gpt-tokenizer` counts them for `o200k_base`.
    const COUNTED: &str = include_str!("data/tokens.json");

    #[test]
    fn the_estimate_is_not_below_o200k() {
        let texts: Vec<Value> = serde_json::from_str(COUNTED).expect("JSON");
        let (mut all, mut most) = (0, 0);
        for text in &texts {
            let tokens = usize::try_from(text["tokens"].as_u64().expect("a number")).expect("it is small");
            let estimated = estimate(text["text"].as_str().expect("a text"));
            assert!(estimated >= tokens, "{estimated} for {tokens}: {}", text["text"]);
            (all, most) = (all + tokens, most + estimated);
        }
        assert!(most < 2 * all, "{most} for {all}");
    }

    #[test]
    fn parts_are_not_cheaper_than_the_whole() {
        let texts: Vec<Value> = serde_json::from_str(COUNTED).expect("JSON");
        for text in texts.iter().filter_map(|text| text["text"].as_str()) {
            let lines: usize = text.lines().map(|line| estimate(line) + 1).sum();
            assert!(lines >= estimate(text), "{text}");
        }
    }
}
