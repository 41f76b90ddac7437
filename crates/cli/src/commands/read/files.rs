//! Pages as files: one for each, named by its URL.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::Url;

use crate::args::SourceArg;
use crate::exit::Failure;
use crate::file;
use crate::platform;

/// Characters of a name, without its number and ending.
const NAME: usize = 120;

/// A folder for pages.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    force: bool,
    /// The given names, in lower case: some file systems do not distinguish case.
    taken: HashSet<String>,
}

impl Files {
    /// Files in this folder, which is made if it is not there, for its user only.
    pub(super) fn new(folder: &Path, force: bool) -> Result<Self, Failure> {
        let made = platform::create_folder(folder);
        made.map_err(|error| file::unwritable(folder, &error))?;
        Ok(Self { folder: folder.to_owned(), force, taken: HashSet::new() })
    }

    /// The name for a page, which no other page of the command gets. It depends on the pages before alone.
    pub(super) fn name(&mut self, page: &SourceArg) -> String {
        let name = name_of(page);
        let mut numbered = name.clone();
        let mut number = 1_usize;
        while !self.taken.insert(numbered.to_lowercase()) {
            number += 1;
            numbered = format!("{name}-{number}");
        }
        numbered
    }

    /// Writes a file, and gives its path.
    pub(super) fn write(&self, name: &str, ending: &str, text: &str) -> Result<PathBuf, Failure> {
        let path = self.folder.join(format!("{name}.{ending}"));
        if self.force {
            file::overwrite(&path, text.as_bytes())?;
        } else {
            file::write_new(&path, text.as_bytes()).map_err(|error| {
                let failure = file::unwritable(&path, &error);
                let is_there = error.kind() == std::io::ErrorKind::AlreadyExists;
                if is_there { failure.help("--force writes over files that are there") } else { failure }
            })?;
        }
        Ok(path)
    }
}

/// A name of letters, digits, `-`, `_` and `.`, which begins with a letter or digit.
fn name_of(page: &SourceArg) -> String {
    let text = match page {
        SourceArg::Stdin => "stdin".to_owned(),
        SourceArg::File(path) => {
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        }
        SourceArg::Url(text) => match Url::parse(text.trim()) {
            Ok(url) => {
                let port = url.port().map(|port| format!("-{port}")).unwrap_or_default();
                let decoded = |text| percent_decode_str(text).decode_utf8_lossy();
                let path = decoded(url.path());
                let query = url.query().map(|query| format!("-{}", decoded(query))).unwrap_or_default();
                let fragment = url.fragment().map(|at| format!("-{}", decoded(at))).unwrap_or_default();
                let path = without_ending(&path);
                format!("{}{port}{path}{query}{fragment}", url.host_str().unwrap_or_default())
            }
            Err(_) => text.clone(),
        },
    };
    let text = if matches!(page, SourceArg::File(_)) { without_ending(&text).to_owned() } else { text };
    let mut name = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || matches!(c, '.' | '_') {
            name.push(c);
        } else if !name.ends_with('-') {
            name.push('-');
        }
        if name.chars().count() >= NAME {
            break;
        }
    }
    let name = name.trim_matches(|c| matches!(c, '-' | '.' | '_'));
    if name.is_empty() { "page".to_owned() } else { name.to_owned() }
}

fn without_ending(path: &str) -> &str {
    let endings = [".html", ".htm", ".xhtml", ".md", ".xml"];
    endings.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        for (url, name) in [
            ("https://a.example/", "a.example"),
            ("https://a.example/docs/intro.html", "a.example-docs-intro"),
            ("http://a.example:8080/x?b=1&c=2#d", "a.example-8080-x-b-1-c-2-d"),
            ("https://a.example/../../etc/passwd", "a.example-etc-passwd"),
            ("https://a.example/%2e%2e%2f%2e%2e%2fetc%00", "a.example-..-..-etc"),
            ("https://a.example/%E6%9C%AC", "a.example-\u{672c}"),
            ("https://[::1]/", "1"),
        ] {
            let found = name_of(&SourceArg::Url(url.to_owned()));
            assert_eq!(found, name, "{url}");
            assert!(!found.contains('/') && !found.starts_with('.'));
        }
        assert_eq!(name_of(&SourceArg::File("../dir/page.html".into())), "page");
        let long = name_of(&SourceArg::Url(format!("https://a.example/{}", "x/".repeat(5000))));
        assert!(long.chars().count() <= NAME);
    }

    #[test]
    fn names_are_numbered_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Files::new(&folder.path().join("new"), false).unwrap();
        let mut name = |url: &str| files.name(&SourceArg::Url(url.to_owned()));
        assert_eq!(name("https://a.example/x"), "a.example-x");
        assert_eq!(name("https://a.example/X"), "a.example-X-2");
        assert_eq!(name("https://a.example/x.html"), "a.example-x-3");
    }
}
