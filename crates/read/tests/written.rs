//! Pages of our own in the form of real generators, each with the Markdown that is made of it.
//!
//! A page is `written/*.html`, its Markdown the file `*.md` of the same name. A page may have a comment
//! `<!-- images: none -->`, which is the option of that name.

use std::fs;
use std::path::Path;

use webagents_read::{Images, ReadOptions, read};

#[test]
fn pages_are_written_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/written");
    let mut wrong = Vec::new();
    let mut pages = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        pages += 1;
        let html = fs::read_to_string(&path).unwrap();
        let expected = fs::read_to_string(path.with_extension("md")).unwrap_or_default();
        let mut options = ReadOptions::default();
        options.url = "https://site.example/en/page.html".parse().ok();
        if html.contains("<!-- images: none -->") {
            options.images = Images::None;
        }
        let found = read(&html, &options).markdown;
        if found != expected.trim_end() {
            wrong.push(format!("{}: found\n{found}\n\nexpected\n{expected}", path.display()));
        }
    }
    assert!(pages > 20, "{pages} pages");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
