//! Suggestions for misspelled names.

/// Largest number of near matches in a message.
const MOST: usize = 3;
/// Characters of a wrong name that are compared; declared names have 128 at most.
const COMPARED: usize = 128;

/// Returns up to three of `candidates` that the misspelled name `wrong` may mean, nearest first.
///
/// Near is: equal but for case and the separators `_ . -`, one within the other (from four characters on), or
/// no further than a third of its length in insertions, removals, changes and swaps.
///
/// ```
/// assert_eq!(webagents_schema::near_names("serch_books", ["searchBooks", "addToBasket"]), ["searchBooks"]);
/// ```
pub fn near_names<'a>(wrong: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let plain = |text: &str| -> String {
        text.chars()
            .filter(|c| !matches!(c, '_' | '.' | '-'))
            .flat_map(char::to_lowercase)
            .take(COMPARED)
            .collect()
    };
    let wrong = plain(wrong);
    let length = wrong.chars().count();
    let reach = (length / 3).max(1);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates {
        let other = plain(candidate);
        let others = other.chars().count();
        let within = length.min(others) >= 4 && (other.contains(&wrong) || wrong.contains(&other));
        if !within && length.abs_diff(others) > reach {
            continue;
        }
        let distance = strsim::osa_distance(&wrong, &other);
        if within || distance <= reach {
            found.push((distance, candidate));
        }
    }
    // A stable sort: names at the same distance stay in the order of the manifest.
    found.sort_by_key(|&(distance, _)| distance);
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

/// Returns `; did you mean a, b?`, to end an error message, or an empty text if `near` is empty.
pub fn did_you_mean(near: &[impl AsRef<str>]) -> String {
    if near.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = near.iter().map(AsRef::as_ref).collect();
    format!("; did you mean {}?", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(wrong: &str, want: &[&str]) {
        let tools = ["searchBooks", "getBookDetails", "addToBasket", "getBasket", "cart.add-item", "x"];
        assert_eq!(near_names(wrong, tools), want);
    }

    #[test]
    fn near_matches() {
        check("serchBooks", &["searchBooks"]);
        check("search_books", &["searchBooks"]);
        check("SEARCHBOOKS", &["searchBooks"]);
        check("Basket", &["getBasket", "addToBasket"]);
        check("getbasketContents", &["getBasket"]);
        check("cartAddItem", &["cart.add-item"]);
        check("y", &["x"]);
        check("purchaseEverything", &[]);
        check("", &["x"]);
        check(&"a".repeat(100_000), &[]);
    }
}
