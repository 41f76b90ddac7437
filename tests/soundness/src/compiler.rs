//! The real compiler: `tsc` 7 over a folder of modules, and which of their lines it refuses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;

/// Strict, as users check; nothing of a browser, because no declaration may need it.
const CONFIG: &str = r#"{ "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "esnext",
    "lib": ["es2022"], "types": [], "skipLibCheck": true }, "include": ["*.ts"] }
"#;

/// The lines, from 1, that the compiler refuses, of each module that has such.
pub type Errors = BTreeMap<String, BTreeSet<usize>>;

/// The compiler's command: `WEBAGENTS_TSC`, else what `cargo xtask setup` installed.
pub fn find_tsc() -> Result<PathBuf, Failure> {
    if let Some(path) = std::env::var_os("WEBAGENTS_TSC") {
        return Ok(std::path::absolute(path)?);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("..");
    let installed = root.join("target/tools/node_modules/.bin/tsc");
    if installed.is_file() { Ok(installed) } else { Err("tsc is missing: run `cargo xtask setup`".into()) }
}

/// Checks `modules`, which are names and sources, in one program, and returns the refused lines.
///
/// One module that cannot be parsed would keep the compiler from checking the types of the others, so those
/// modules are set aside and the rest is checked again.
pub fn check_modules(modules: &[(String, String)]) -> Result<Errors, Failure> {
    let tsc = find_tsc()?;
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("tsconfig.json"), CONFIG)?;
    for (name, source) in modules {
        fs::write(folder.path().join(format!("{name}.ts")), source)?;
    }
    let mut errors = Errors::new();
    loop {
        let run =
            Command::new(&tsc).args(["--pretty", "false", "-p", "."]).current_dir(folder.path()).output()?;
        let text = String::from_utf8_lossy(&run.stdout);
        let found: Vec<Found<'_>> = text.lines().filter_map(Found::parse_line).collect();
        if !run.status.success() && found.is_empty() {
            let error = String::from_utf8_lossy(&run.stderr);
            return Err(format!("tsc ended with {} and wrote: {text}{error}", run.status).into());
        }
        let unparsed: BTreeSet<&str> =
            found.iter().filter(|found| found.is_syntax()).map(|found| found.module).collect();
        for found in &found {
            errors.entry(found.module.to_owned()).or_default().insert(found.line);
        }
        if unparsed.is_empty() {
            return Ok(errors);
        }
        for module in unparsed {
            fs::remove_file(folder.path().join(format!("{module}.ts")))?;
        }
    }
}

/// A message of the compiler: `a.ts(3,7): error TS2322: …`. Lines that go on with one are indented.
#[derive(Debug, PartialEq, Eq)]
struct Found<'a> {
    module: &'a str,
    line: usize,
    code: u32,
}

impl<'a> Found<'a> {
    fn parse_line(line: &'a str) -> Option<Self> {
        let (module, rest) = line.split_once(".ts(")?;
        let (place, message) = rest.split_once("): error TS")?;
        let line = place.split(',').next()?.parse().ok()?;
        let code = message.split(':').next()?.parse().ok()?;
        Some(Self { module, line, code })
    }

    /// `true` if the parser reported it. Numbers from 1000 to 1999 are the parser's.
    fn is_syntax(&self) -> bool {
        self.code < 2_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(name: &str, source: &str) -> (String, String) {
        (name.to_owned(), source.to_owned())
    }

    #[test]
    fn messages_are_read() {
        let found = Found::parse_line("c1.ts(12,7): error TS2322: Type 'a.ts(1,1): error TS1' is not …");
        assert_eq!(found, Some(Found { module: "c1", line: 12, code: 2_322 }));
        assert_eq!(Found::parse_line("  Type 'number' is not assignable to type 'string'."), None);
    }

    #[test]
    fn a_module_that_does_not_parse_hides_no_other() {
        let modules = [
            module("good", "export const a: number = 1;\n"),
            module("wrong", "export const a: number = 1;\nexport const b: string = 1;\n"),
            module("broken", "export type = ;\n"),
        ];
        let errors = check_modules(&modules).unwrap();
        assert_eq!(errors.keys().collect::<Vec<_>>(), ["broken", "wrong"]);
        assert_eq!(errors["wrong"], BTreeSet::from([2]));
    }
}
