//! Code is looked at before it goes to the page, over `webagents_script`.
//!
//! The decision: what is reported is certain, because a report costs a model a turn. The message is for the model that
//! wrote the code: every error with its line, the tool's signature, near matches. What the preflight cannot analyse goes
//! to the page as it was, unless the policy guards a tool: then it is refused, because nothing would see it call that
//! tool as a function of the page. What runs although it may be wrong is a warning of the outcome.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use webagents_script::{CodeDiagnostic, CodeDiagnosticKind, Moves, Tools, preflight};

use crate::guard::Guards;
use crate::options::{ExecuteOptions, PreflightMode, Realm};
use crate::outcome::{ErrorCode, ErrorKind, ExecError};
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
    options: &ExecuteOptions,
    guards: &Guards,
) -> Result<Checked<'c>, Box<ExecError>> {
    if options.preflight == PreflightMode::Off {
        return Ok(Checked { code: Cow::Borrowed(code), moves: Moves::default(), warnings: Vec::new() });
    }
    let tools = match options.realm {
        Realm::Page => reachable(toolbox, guards),
        Realm::Isolated => Cow::Owned(toolbox.shapes().clone().for_isolated_realm()),
    };
    let found = preflight(code, &tools);
    for past in &found.past {
        if let Some(message) = guards.refuse_past(toolbox, &past.tool) {
            let mut error = ExecError::new(ErrorKind::Denied, message).with_code(ErrorCode::ToolDenied);
            error.line = Some(past.place.line);
            error.column = Some(past.place.column);
            return Err(Box::new(error));
        }
    }
    // In the isolated realm the guards decide on every call, whatever the code is.
    if options.realm == Realm::Page
        && let Some(limit) = found.findings.iter().find(|finding| finding.kind == CodeDiagnosticKind::Limit)
        && let Err(message) = unanalysed(&limit.message, toolbox, guards)
    {
        let mut error = ExecError::new(ErrorKind::Tools, message);
        error = error.with_code(ErrorCode::ToolDenied);
        error.line = Some(limit.place.line);
        error.column = Some(limit.place.column);
        return Err(Box::new(error));
    }
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

/// Checks code that has no `global`, or returns the reason of the refusal.
///
/// Of the forms the first one runs that the engine can parse.
pub(crate) fn check_bare(forms: &[String], toolbox: &Toolbox, guards: &Guards) -> Result<(), String> {
    let (tools, mut unparsed) = (reachable(toolbox, guards), None);
    for form in forms {
        let found = preflight(form, &tools);
        if let Some(message) = found.past.iter().find_map(|past| guards.refuse_past(toolbox, &past.tool)) {
            return Err(message);
        }
        let is_unread = |kind| matches!(kind, CodeDiagnosticKind::Limit | CodeDiagnosticKind::Syntax);
        match found.findings.into_iter().find(|finding| is_unread(finding.kind)) {
            Some(limit) if limit.kind == CodeDiagnosticKind::Limit => {
                return unanalysed(&limit.message, toolbox, guards);
            }
            Some(error) => unparsed = unparsed.or(Some(error.message)),
            // A later form runs only if the engine cannot parse this one, and has the same text.
            None => return Ok(()),
        }
    }
    unparsed.map_or(Ok(()), |message| unanalysed(&message, toolbox, guards))
}

/// Refuses code that cannot be analysed if the policy guards a tool.
fn unanalysed(why: &str, toolbox: &Toolbox, guards: &Guards) -> Result<(), String> {
    guarded(toolbox, guards).map_or(Ok(()), |tool| {
        Err(format!(
            "the code cannot be analysed: {why}. The policy guards {tool}, and code that cannot be analysed may reach it past \
             the policy; write shorter and simpler code. Nothing was run."
        ))
    })
}

/// Names of tools that code may reach past `global`, and `toolbox` may not have.
fn others<'t>(toolbox: &'t Toolbox, guards: &'t Guards) -> impl Iterator<Item = &'t str> {
    toolbox.known().names().chain(guards.guarded_names())
}

/// The tools of `toolbox`, with the names of other tools that the guards know.
fn reachable<'t>(toolbox: &'t Toolbox, guards: &Guards) -> Cow<'t, Tools> {
    let own: BTreeSet<&str> = toolbox.shapes().names().collect();
    let others: BTreeSet<String> =
        others(toolbox, guards).filter(|name| !own.contains(name)).map(str::to_owned).collect();
    if others.is_empty() {
        return Cow::Borrowed(toolbox.shapes());
    }
    Cow::Owned(toolbox.shapes().clone().with_names_elsewhere(others))
}

/// A tool that the policy does not simply allow.
fn guarded(toolbox: &Toolbox, guards: &Guards) -> Option<String> {
    let own = toolbox.tools().iter().map(|tool| tool.name.as_str());
    let mut names = own.chain(others(toolbox, guards));
    names.find(|name| guards.refuse_past(toolbox, name).is_some()).map(str::to_owned)
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
        let checked = check(code, &toolbox, &ExecuteOptions::default(), &Guards::default());
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
        let guards = Guards::new(crate::Policy::default().with_rule("find", crate::Verdict::Deny));
        let isolated = ExecuteOptions::default().with_realm(Realm::Isolated);
        let error = check("return document.title", &toolbox, &isolated, &guards).expect_err("no DOM");
        assert_eq!((error.kind, error.name.as_str()), (ErrorKind::Syntax, "ReferenceError"));
        assert!(error.message.starts_with("`document` does not exist"), "{error}");
        assert!(error.message.ends_with("Nothing was run."), "{error}");
        check("return document.title", &toolbox, &ExecuteOptions::default(), &guards).expect("a page");
        // No function of a page can be reached, so code that cannot be analysed may run.
        for code in ["const a = {}; a.find(1)", &"[".repeat(100_000)] {
            check(code, &toolbox, &isolated, &guards).expect("it runs");
        }
    }

    #[test]
    fn it_can_be_switched_off() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let options = ExecuteOptions { preflight: PreflightMode::Off, ..ExecuteOptions::default() };
        let checked =
            check("return (1", &toolbox, &options, &Guards::default()).expect("it is not looked at");
        assert_eq!((&*checked.code, checked.warnings.len()), ("return (1", 0));
    }

    #[test]
    fn code_that_cannot_be_analysed_is_refused_where_a_tool_is_guarded() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let policy = crate::Policy::default().with_rule("find", crate::Verdict::Deny);
        let guards = Guards::new(policy);
        let (long, deep) = (
            format!("/*{}*/ return 1", " ".repeat(132_000)),
            format!("return {}1{}", "[".repeat(101), "]".repeat(101)),
        );
        for code in [long, deep, "x = a\n} /a(/ b".to_owned()] {
            let options = ExecuteOptions::default();
            let error = check(&code, &toolbox, &options, &guards).expect_err("it is refused");
            assert_eq!(
                (error.kind, error.code()),
                (ErrorKind::Tools, Some(ErrorCode::ToolDenied)),
                "{error}"
            );
            assert!(
                error.message.contains("cannot be analysed") && error.message.contains("find"),
                "{error}"
            );
            check(&code, &toolbox, &options, &Guards::default()).expect("it goes to the page");
        }
    }

    #[test]
    fn code_without_global_is_judged() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let guards = Guards::new(crate::Policy::default().with_rule("find", crate::Verdict::Deny));
        let check = |code: &str, guards: &Guards| {
            let forms = [format!("return (\n{code}\n)"), code.to_owned()];
            guards.check_code(&toolbox, &forms)
        };
        for code in
            ["find(1)", "opener.find(1)", "window['find'](1)", "const a = 1; parent.find(a)", "() => find(1)"]
        {
            let message = check(code, &guards).expect_err(code);
            assert!(message.contains("find") && message.contains("Nothing was run"), "{message}");
            assert_eq!(check(code, &Guards::default()), Ok(()), "{code}");
        }
        for code in ["document.title", "const a = 1; a", "if (a) { b }", "'find(1)'"] {
            assert_eq!(check(code, &guards), Ok(()), "{code}");
        }
        // What our parser cannot read is refused, and the engine may have another opinion.
        for code in ["a b c", &"[".repeat(100_000)] {
            assert!(check(code, &guards).is_err(), "{code:.20}");
            assert_eq!(check(code, &Guards::default()), Ok(()), "{code:.20}");
        }
    }

    #[test]
    fn tools_of_other_pages_stay_guarded() {
        let with_mark = SHOP.replacen("# Shop", "# Bank", 1).replace("## find", "## payNow")
            + "\n### Hints\n- destructive\n";
        let mut known = crate::tools::KnownTools::default();
        let none = || Toolbox::from(webagents_manifest::parse(""));
        let marked = Toolbox::from(webagents_manifest::parse(&with_mark)).with_origin("https://a.example");
        marked.remember_in(&mut known);
        // A later list of the origin without the tool or its mark takes nothing away.
        none().with_origin("https://a.example").remember_in(&mut known);
        let plain = SHOP.replace("## find", "## payNow");
        let plain = || Toolbox::from(webagents_manifest::parse(&plain));
        plain().with_origin("https://a.example").remember_in(&mut known);
        let known = std::sync::Arc::new(known);
        let bare = |toolbox: Toolbox, guards: &Guards, code: &str| {
            let run = check(code, &toolbox, &ExecuteOptions::default(), guards).map(drop);
            let browse = guards.check_code(&toolbox, &[code.to_owned()]);
            assert_eq!(run.is_err(), browse.is_err(), "{code}: {run:?} {browse:?}");
            browse
        };
        let (by_mark, denied) = (
            Guards::default(),
            Guards::new(crate::Policy::default().with_rule("wipe", crate::Verdict::Deny)),
        );
        for (toolbox, guards, code, is_refused) in [
            (none().with_known(known.clone()), &by_mark, "return opener.payNow(5)", true),
            (
                none().with_known(known.clone()),
                &by_mark,
                "const f = document.createElement('iframe'); f.contentWindow.payNow(1)",
                true,
            ),
            (none().with_known(known.clone()), &by_mark, "x = a\n} /a(/ b", true),
            (plain().with_known(known.clone()), &by_mark, "payNow(5)", true),
            (plain().with_origin("https://a.example").with_known(known.clone()), &by_mark, "payNow(5)", true),
            (
                plain().with_origin("https://b.example").with_known(known.clone()),
                &by_mark,
                "payNow(5)",
                false,
            ),
            (none(), &by_mark, "return opener.payNow(5)", false),
            // A rule that names a tool guards it before any page has listed it.
            (none(), &denied, "return opener.wipe()", true),
            (none(), &denied, "return opener.find()", false),
        ] {
            assert_eq!(bare(toolbox, guards, code).is_err(), is_refused, "{code}");
        }
    }

    #[test]
    fn remarks_are_warnings() {
        let toolbox = Toolbox::from(webagents_manifest::parse(SHOP));
        let code = "```js\nconst found = global.find(1);\nfound.length\n```";
        let checked = check(code, &toolbox, &ExecuteOptions::default(), &Guards::default()).expect("it runs");
        assert_eq!(&*checked.code, "     \nconst found = global.find(1);\nreturn found.length\n   ");
        assert_eq!(checked.warnings.len(), 3, "{:?}", checked.warnings);
    }
}
