//! The real compiler: TypeScript's `tsc`, over a folder of modules.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use webagents_manifest::Manifest;
use webagents_schema::escape;

/// The compiler's command: `WEBAGENTS_TSC`, else the one that `cargo xtask setup` installed.
fn tsc() -> PathBuf {
    if let Some(path) = std::env::var_os("WEBAGENTS_TSC") {
        return std::path::absolute(path).expect("WEBAGENTS_TSC is a path");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let installed = root.join("target/tools/node_modules/.bin/tsc");
    assert!(installed.is_file(), "{} is missing: run `cargo xtask setup`", installed.display());
    installed
}

/// Modules that the compiler is to check in one run.
pub(crate) struct Project {
    folder: tempfile::TempDir,
    files: usize,
}

impl Project {
    /// An empty project, strict, for a page of a current browser.
    pub(crate) fn new() -> Self {
        Self::checking(true)
    }

    /// As [`new`](Self::new), without `noImplicitAny`: terse declarations leave out result types.
    pub(crate) fn terse() -> Self {
        Self::checking(false)
    }

    fn checking(no_implicit_any: bool) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = format!(
            r#"{{ "compilerOptions": {{ "strict": true, "noImplicitAny": {no_implicit_any}, "noEmit": true,
            "target": "es2022", "module": "esnext", "lib": ["es2022", "dom", "dom.iterable"], "types": [],
            "skipLibCheck": true }}, "include": ["*.ts"] }}"#
        );
        std::fs::write(folder.path().join("tsconfig.json"), config).expect("the configuration is written");
        Self { folder, files: 0 }
    }

    /// Makes an empty project that is not strict and emits JavaScript also for modules with errors.
    pub(crate) fn emitting() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = r#"{ "compilerOptions": { "strict": false, "noEmitOnError": false, "outDir": "out", "rootDir": ".",
            "target": "esnext", "module": "esnext", "lib": ["esnext", "dom", "dom.iterable"], "types": [],
            "skipLibCheck": true }, "include": ["*.ts"] }"#;
        std::fs::write(folder.path().join("tsconfig.json"), config).expect("the configuration is written");
        Self { folder, files: 0 }
    }

    /// Output of the compiler for a module, after [`errors`](Self::errors).
    pub(crate) fn emitted(&self, name: &str) -> String {
        let path = self.folder.path().join("out").join(format!("{name}.js"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Adds declarations as a module, with an assertion that they declare exactly the tools of `manifest`.
    ///
    /// Each tool must have all its parameters.
    pub(crate) fn add(&mut self, name: &str, declarations: &str, manifest: &Manifest) {
        let mut text = declarations.to_owned();
        let names: Vec<String> =
            manifest.tools.iter().map(|tool| escape::string(tool.name.as_str())).collect();
        let names = if names.is_empty() { "never".to_owned() } else { names.join(" | ") };
        text.push_str("type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;\n");
        let _ = writeln!(text, "export const tools: Same<keyof typeof global, {names}> = true;");
        for (at, tool) in manifest.tools.iter().enumerate() {
            let name = escape::string(tool.name.as_str());
            let count = tool.params.len();
            let _ = writeln!(
                text,
                "export const tool{at}: Same<Required<Parameters<(typeof global)[{name}]>>[\"length\"], {count}> = true;"
            );
        }
        self.source(name, &text);
    }

    /// Adds a module.
    pub(crate) fn source(&mut self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(format!("{name}.ts")), text).expect("a module is written");
        self.files += 1;
    }

    /// Number of modules that were added.
    pub(crate) fn files(&self) -> usize {
        self.files
    }

    /// The compiler's errors, one a line; empty when it accepts every module.
    pub(crate) fn errors(&self) -> String {
        let tsc = tsc();
        let run = Command::new(&tsc)
            .args(["--pretty", "false", "-p", "."])
            .current_dir(self.folder.path())
            .output();
        let run = run.unwrap_or_else(|error| panic!("{}: {error}: run `cargo xtask setup`", tsc.display()));
        let text =
            format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert_eq!(
            run.status.success(),
            text.trim().is_empty(),
            "the compiler ended with {}: {text}",
            run.status
        );
        text
    }
}
