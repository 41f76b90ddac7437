//! Suites in real browsers, and the examples of the README and of `docs`.
//!
//! The helpers that they share with other packages are in `webagents-testkit`.

/// Examples of documents, compiled and run as documentation tests.
macro_rules! examples {
    ($($name:ident $path:literal)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../", $path))]
            struct $name;
        )*

        /// Documents whose examples are documentation tests.
        #[cfg(test)]
        const DOCUMENTS: &[&str] = &[$($path),*];
    };
}

examples! {
    Readme "README.md"
    AgentBuilder "docs/guide/agent-builder.md"
    SiteOwner "docs/guide/site-owner.md"
    Implementer "docs/guide/implementer.md"
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::DOCUMENTS;

    #[test]
    fn each_document_with_rust_is_listed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut folders = vec![root.join("docs")];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).expect("a folder").flatten();
            let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            for path in paths {
                if path.is_dir() {
                    folders.push(path);
                } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("\n```rust")) {
                    let known = DOCUMENTS.iter().any(|known| path.ends_with(known));
                    assert!(known, "list {} in tests/e2e/src/lib.rs", path.display());
                }
            }
        }
    }
}
