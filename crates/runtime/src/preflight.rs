//! Code is looked at before it goes to the page, over `webagents_script`.
//!
//! The decision: only certain errors are reported, because a report costs a model a turn. The message is for the
//! model that wrote the code: every error with its line, the tool's signature, near matches. Code that the preflight
//! cannot analyse runs unchanged. A possible error in code that runs is a warning of the outcome.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Instant;

use webagents_script::{CodeDiagnostic, CodeDiagnosticKind, Moves, Tools, preflight};

use crate::guard::Guards;
use crate::options::{ExecuteOptions, PreflightMode, Realm};
use crate::outcome::{ErrorCode, ErrorKind, ExecError, Outcome};
use crate::tools::toolbox::Toolbox;

/// Errors that a message lists; the rest are counted.
const TOLD: usize = 5;

/// Code that may run.
#[derive(Debug)]
pub(crate) struct Checked<'c> {
    pub(crate) code: Cow<'c, str>,
    /// The way back to places in the code that came in.
    pub(crate) moves: Moves,
    /// Remarks on it, in the order of the code.
    pub(crate) warnings: Vec<String>,
}

/// Warnings of an outcome.
const WARNINGS: usize = 10;

/// Returns whether the code keeps the grammar, as far as our parser knows without the tools.
pub(crate) fn is_sound(code: &str) -> bool {
    let found = preflight(code, &Tools::default());
    !found
        .findings
        .iter()
        .any(|finding| matches!(finding.kind, CodeDiagnosticKind::Syntax | CodeDiagnosticKind::Limit))
}

/// The code to run in the place of `code`, or why it cannot be run.
pub(crate) fn check<'c>(
    code: &'c str,
    toolbox: &Toolbox,
    mode: PreflightMode,
    realm: Realm,
) -> Result<Checked<'c>, Box<ExecError>> {
    if mode == PreflightMode::Off {
        return Ok(Checked { code: Cow::Borrowed(code), moves: Moves::default(), warnings: Vec::new() });
    }
    let tools = match realm {
        Realm::Page => toolbox.shapes(),
        Realm::Isolated => toolbox.isolated_shapes(),
    };
    let found = preflight(code, tools);
    let errors: Vec<&CodeDiagnostic> = found.errors().collect();
    let Some(first) = errors.first() else {
        let warnings = warnings(&found.findings);
        let code = if found.code == code { Cow::Borrowed(code) } else { Cow::Owned(found.code) };
        return Ok(Checked { code, moves: found.moves, warnings });
    };
    // Calls cannot be judged in code that breaks the grammar, so only names and calls mix.
    let (kind, name) = error_of(first.kind);
    let mut error = ExecError::new(kind, first.message.as_str());
    name.clone_into(&mut error.name);
    for other in errors.iter().skip(1).take(TOLD - 1) {
        // Writing to a String cannot fail.
        let _ = write!(
            error.message,
            "\nline {}, column {}: {}",
            other.place.line, other.place.column, other.message
        );
    }
    if errors.len() > TOLD {
        let _ = write!(error.message, "\nand {} more", errors.len() - TOLD);
    }
    if first.kind == CodeDiagnosticKind::UnknownTool
        && let Some(webmcp) = toolbox.webmcp().filter(|webmcp| !webmcp.waited.is_zero())
    {
        let _ = write!(error.message, "\nThe page was waited for: {} ms.", webmcp.waited.as_millis());
    }
    if !matches!(first.kind, CodeDiagnosticKind::Syntax | CodeDiagnosticKind::NotErasable) {
        error.message.push_str("\nNothing was run.");
    }
    error.line = Some(first.place.line);
    error.column = Some(first.place.column);
    Err(Box::new(error))
}

/// Looks at the code of a run that began at `began`; an error is the outcome of a run that ran nothing.
pub(crate) fn check_run<'c>(
    code: &'c str,
    toolbox: &Toolbox,
    options: &ExecuteOptions,
    guards: &Guards,
    realm: Realm,
    began: Instant,
) -> Result<Checked<'c>, Box<Outcome>> {
    check(code, toolbox, options.preflight, realm).map_err(|error| {
        let mut outcome = Outcome { duration: began.elapsed(), ..Outcome::new(Err(*error)) };
        guards.options().redaction.rest(&mut outcome);
        Box::new(outcome)
    })
}

/// Returns the kind and the name of the error for a finding.
fn error_of(kind: CodeDiagnosticKind) -> (ErrorKind, &'static str) {
    match kind {
        CodeDiagnosticKind::UnknownTool => (ErrorKind::Tools, ErrorCode::UnknownTool.as_str()),
        CodeDiagnosticKind::Arity | CodeDiagnosticKind::Argument => {
            (ErrorKind::Tools, ErrorCode::ToolArguments.as_str())
        }
        CodeDiagnosticKind::NoSuchName => (ErrorKind::Syntax, "ReferenceError"),
        _ => (ErrorKind::Syntax, "SyntaxError"),
    }
}

/// `line 1, column 2: …` for each finding, in the order of the code.
fn warnings(findings: &[CodeDiagnostic]) -> Vec<String> {
    let mut ordered: Vec<&CodeDiagnostic> =
        findings.iter().filter(|one| one.kind != CodeDiagnosticKind::Limit).collect();
    ordered.sort_by_key(|finding| finding.place);
    let line = |finding: &&CodeDiagnostic| {
        format!("line {}, column {}: {}", finding.place.line, finding.place.column, finding.message)
    };
    let mut warnings: Vec<String> = ordered.iter().take(WARNINGS).map(line).collect();
    if ordered.len() > WARNINGS {
        warnings.push(format!("and {} more", ordered.len() - WARNINGS));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    const SHOP: &str = "# Shop\n\n## find\nFinds.\n\n### Params\n- `size` (number): The size.\n- `kind` (\"a\" | \"b\", optional): What.\n";

    fn look(code: &str) -> Result<String, String> {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let checked = check(code, &toolbox, PreflightMode::Check, Realm::Page);
        checked.map(|checked| checked.code.into_owned()).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn fails(code: &str) -> String {
        look(code).expect_err("it is not run")
    }

    #[test]
    fn what_passes() {
        for code in ["return 1", "return await global.find(44, kind)", "const s = 'global.nothing()'"] {
            assert_eq!(look(code).as_deref(), Ok(code));
        }
        assert_eq!(look("const s: number = 1; return s").as_deref(), Ok("const s         = 1; return s"));
        // Beyond its limits it does not judge.
        let deep = "[".repeat(100_000);
        assert_eq!(look(&deep), Ok(deep));
    }

    #[test]
    fn the_message_is_for_the_model() {
        let codes = [
            "const x = 1;\nreturn await global.fnd(x)",
            "return [await global.find(), await global.find('44', 'c')]",
            "return (1",
            "namespace A { export const b = 1 }",
            &"global.nothing();\n".repeat(7),
        ];
        let told: Vec<String> = codes.iter().map(|code| format!("> {code}\n{}\n", fails(code))).collect();
        assert_snapshot!(told.join("\n"));
    }

    #[test]
    fn names_depend_on_the_realm() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let error = check("return document.title", &toolbox, PreflightMode::Check, Realm::Isolated)
            .expect_err("no DOM");
        assert_eq!((error.kind, error.name.as_str()), (ErrorKind::Syntax, "ReferenceError"));
        assert!(error.message.starts_with("`document` does not exist"), "{error}");
        assert!(error.message.ends_with("Nothing was run."), "{error}");
        check("return document.title", &toolbox, PreflightMode::Check, Realm::Page).expect("a page");
        // No function of a page can be reached, so code that cannot be analysed may run.
        for code in ["const a = {}; a.find(1)", &"[".repeat(100_000)] {
            check(code, &toolbox, PreflightMode::Check, Realm::Isolated).expect("it runs");
        }
    }

    #[test]
    fn it_can_be_switched_off() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let checked =
            check("return (1", &toolbox, PreflightMode::Off, Realm::Page).expect("it is not looked at");
        assert_eq!((&*checked.code, checked.warnings.len()), ("return (1", 0));
    }

    #[test]
    fn remarks_are_warnings() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let code = "```js\nconst found = global.find(1);\nfound.length\n```";
        let checked = check(code, &toolbox, PreflightMode::Check, Realm::Page).expect("it runs");
        assert_eq!(&*checked.code, "     \nconst found = global.find(1);\nreturn found.length\n   ");
        assert_eq!(checked.warnings.len(), 3, "{:?}", checked.warnings);
    }
}
