//! Code is looked at before it goes to the page, over `webagents_script`.
//!
//! The decision: what is reported is certain, because a report costs a model a turn. The message is for the model that
//! wrote the code: every error with its line, the tool's signature, near matches. What the look cannot decide goes to
//! the page as it was.

use std::borrow::Cow;
use std::fmt::Write as _;

use webagents_script::{Finding, FindingKind, preflight};

use crate::outcome::{ErrorKind, ExecError};
use crate::{ExecuteOptions, Guards, Preflight, Toolbox};

/// Errors that a message tells; the rest are counted.
const TOLD: usize = 5;

/// The code to run in the place of `code`, or why it cannot be run.
pub(crate) fn check<'c>(
    code: &'c str,
    toolbox: &Toolbox,
    options: &ExecuteOptions,
    guards: &Guards,
) -> Result<Cow<'c, str>, Box<ExecError>> {
    if options.preflight == Preflight::Off {
        return Ok(Cow::Borrowed(code));
    }
    let found = preflight(code, toolbox.shapes());
    for past in &found.past {
        if let Some(message) = guards.refuse_past(toolbox, &past.tool) {
            let mut error = ExecError::new(ErrorKind::Denied, message);
            "ToolDenied".clone_into(&mut error.name);
            error.line = Some(past.place.line);
            error.column = Some(past.place.column);
            return Err(Box::new(error));
        }
    }
    let errors: Vec<&Finding> = found.errors().collect();
    let Some(first) = errors.first() else {
        return Ok(if found.code == code { Cow::Borrowed(code) } else { Cow::Owned(found.code) });
    };
    // Calls cannot be judged in code that breaks the grammar, so the kinds never mix.
    let tools = !matches!(first.kind, FindingKind::Syntax | FindingKind::NotErasable);
    let kind = if tools { ErrorKind::Tools } else { ErrorKind::Syntax };
    let mut error = ExecError::new(kind, first.message.as_str());
    let name = match first.kind {
        FindingKind::UnknownTool => "UnknownTool",
        _ if tools => "ToolArguments",
        _ => "SyntaxError",
    };
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
    if tools {
        error.message.push_str("\nNothing was run.");
    }
    error.line = Some(first.place.line);
    error.column = Some(first.place.column);
    Err(Box::new(error))
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    const SHOP: &str = "# Shop\n\n## find\nFinds.\n\n### Params\n- `size` (number): The size.\n- `kind` (\"a\" | \"b\", optional): What.\n";

    fn look(code: &str) -> Result<String, String> {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let checked = check(code, &toolbox, &ExecuteOptions::default(), &Guards::default());
        checked.map(Cow::into_owned).map_err(|error| error.to_string())
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
        assert_eq!(look("const s: number = 1").as_deref(), Ok("const s         = 1"));
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
            "enum A { B }",
            &"global.nothing();\n".repeat(7),
        ];
        let told: Vec<String> = codes.iter().map(|code| format!("> {code}\n{}\n", fails(code))).collect();
        assert_snapshot!(told.join("\n"));
    }

    #[test]
    fn it_can_be_switched_off() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let options = ExecuteOptions { preflight: Preflight::Off, ..ExecuteOptions::default() };
        assert_eq!(check("return (1", &toolbox, &options, &Guards::default()).as_deref(), Ok("return (1"));
    }
}
