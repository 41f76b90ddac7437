//! Metadata of a page, as YAML before its text.
//!
//! The decision it embodies: every value is a double-quoted scalar on one line, in which everything that has a meaning
//! to YAML is escaped. So no value ends the front matter, adds a key, or hides a letter.

use std::fmt::Write as _;

use url::Url;
use webagents_schema::escape::is_hidden;

use super::remark::Remark;
use crate::metadata::Metadata;

/// YAML between two lines of `---`, and a blank line.
///
/// Empty if nothing is known. `url` is where the page was found; its canonical address and its Markdown's are
/// named if they differ. `remarks` name irregularities.
pub(super) fn front_matter(url: Option<&Url>, metadata: &Metadata, remarks: &[Remark]) -> String {
    let list = |values: &[String]| {
        let values: Vec<String> = values.iter().map(|value| yaml_scalar(value)).collect();
        format!("[{}]", values.join(", "))
    };
    let authors = match &metadata.authors[..] {
        [] => None,
        [author] => Some(yaml_scalar(author)),
        authors => Some(list(authors)),
    };
    let remarks: Vec<String> = remarks.iter().map(|remark| remark.text().into_owned()).collect();
    let text = |text: &Option<String>| text.as_deref().filter(|text| !text.is_empty()).map(yaml_scalar);
    let address = |url: Option<&Url>| url.map(|url| yaml_scalar(url.as_str()));
    let elsewhere = |found: &Option<Url>| address(found.as_ref().filter(|found| Some(*found) != url));
    let facts = [
        ("title", text(&metadata.title)),
        ("author", authors),
        ("published", text(&metadata.published)),
        ("modified", text(&metadata.modified)),
        ("description", text(&metadata.description)),
        ("url", address(url)),
        ("canonical", elsewhere(&metadata.canonical)),
        ("language", text(&metadata.language)),
        ("site", text(&metadata.site_name)),
        ("markdown", elsewhere(&metadata.markdown)),
        ("remarks", Some(list(&remarks)).filter(|_| !remarks.is_empty())),
    ];
    let mut lines = String::new();
    for (name, value) in facts {
        if let Some(value) = value {
            lines.extend([name, ": ", &value, "\n"]);
        }
    }
    if lines.is_empty() { lines } else { format!("---\n{lines}---\n\n") }
}

/// A double-quoted scalar (YAML 1.2.2, section 7.3.1).
fn yaml_scalar(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_hidden(c) => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\U{:08x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_leaves_its_line() {
        let evil = "A \"b\"\n---\nc: \\d \u{85}\u{2028}\u{202e}e\u{e0041} ]";
        let mut metadata = Metadata {
            title: Some(evil.to_owned()),
            authors: vec![evil.to_owned(), "Bo".to_owned()],
            canonical: "https://site.example/a".parse().ok(),
            ..Metadata::default()
        };
        let url = "https://site.example/?%22".parse().ok();
        let written = r#""A \"b\"\U0000000a---\U0000000ac: \\d \U00000085\U00002028\U0000202ee\U000e0041 ]""#;
        assert_eq!(
            front_matter(url.as_ref(), &metadata, &[]),
            format!(
                "---\ntitle: {written}\nauthor: [{written}, \"Bo\"]\nurl: \"https://site.example/?%22\"\n\
                 canonical: \"https://site.example/a\"\n---\n\n"
            )
        );
        assert_eq!(front_matter(None, &Metadata::default(), &[]), "");
        metadata = Metadata { authors: vec!["Ann".to_owned()], ..Metadata::default() };
        metadata.canonical.clone_from(&url);
        assert_eq!(
            front_matter(url.as_ref(), &metadata, &[]),
            "---\nauthor: \"Ann\"\nurl: \"https://site.example/?%22\"\n---\n\n"
        );
    }
}
