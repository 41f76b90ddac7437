//! Messages of the isolated realm's engine, as a model gets them.

use webagents_script::{EngineError, ExplainedError, Moves, Place, Tools, explain_engine_error, preflight};

/// Mistakes of models with errors of the engine. The tests of `isolate` compare them with the engine.
const MISTAKES: &str = include_str!("data/engine.txt");
/// Bytes that the engine gets before the code.
const BEFORE: usize = 32;

fn tools() -> Tools {
    let manifest = webagents_manifest::parse("# S\n\n## find\nFinds.\n\n### Params\n- `size` (number)\n");
    Tools::new(&manifest.manifest)
}

fn explain(code: &str, name: &str, message: &str, stack: &str) -> ExplainedError {
    let error = EngineError { name, message, stack, file: "code.js", before: BEFORE };
    explain_engine_error(code, error, &tools(), &Moves::default())
}

fn shown(place: Option<Place>) -> String {
    place.map_or_else(|| "-".to_owned(), |place| format!("{}:{}", place.line, place.column))
}

#[test]
fn usual_mistakes_have_clear_messages() {
    let mistakes: Vec<&str> =
        MISTAKES.split("\n\n").filter(|mistake| !mistake.starts_with('#')).map(str::trim).collect();
    assert!(mistakes.len() > 100, "{}", mistakes.len());
    for mistake in mistakes {
        let lines = |prefix: &str| {
            let lines = mistake.lines().filter_map(|line| line.strip_prefix(prefix));
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
        };
        let (code, stack) = (lines(">"), lines("   "));
        let is_error = |line: &&str| !line.starts_with([' ', '>', '=', '@']);
        let error = mistake.lines().find(is_error).expect("an error");
        let (name, message) = error.split_once(": ").expect("a name and a message");
        let found = explain(&code, name, message, &stack);
        assert_eq!((found.message, shown(found.place)), (lines("="), lines("@")), "{code}");
    }
}

#[test]
fn messages_of_the_code_stay() {
    let at = "    at <anonymous> (code.js:2:11)\n";
    for (name, message) in [
        ("Error", "not a function"),
        ("Error", "invalid number"),
        ("ToolError", "cannot read property 'a' of undefined"),
        ("TypeError", "not a function"),
        ("TypeError", "the basket is full"),
        ("SyntaxError", "Unexpected end of JSON input"),
        ("", ""),
    ] {
        let found = explain("\nthrow new TypeError(text)", name, message, at);
        assert_eq!(found.message, message);
        assert_eq!((shown(found.place).as_str(), found.stack.as_str()), ("2:11", "    at code:2:11"));
    }
    // Code that the engine does not compile, and that has no regular expression.
    for stack in ["", "    at code.js:1:39"] {
        assert_eq!(explain("return (", "SyntaxError", "expecting ')'", stack).message, "expecting ')'");
    }
}

#[test]
fn uncertain_places_are_absent() {
    for (code, stack) in [
        ("a.b", "    at <anonymous> (code.js:1:1)"),
        ("a.b", "    at <anonymous> (code.js:7:3)"),
        ("a.b", "    at <anonymous> (code.js:1:99)"),
        ("a.b", "    at <anonymous> (code.js:0:0)"),
        ("a.b", "    at <anonymous> (other.js:1:33)"),
        ("a.b", "    at <anonymous> (code.js:99999999999999999999:1)"),
        ("a.b", "at at at (\n()\n\u{0}(code.js::)"),
        ("a.b", ""),
        ("'\u{2028}'; a.b.c", "    at <anonymous> (code.js:2:2)"),
        ("/*\r*/ a.b.c", "    at <anonymous> (code.js:2:2)"),
        ("const { a: { b }, c: { d } } = e", "    at <anonymous> (code.js:1:1)"),
    ] {
        for message in ["not a function", "Cannot convert undefined or null to object", "no such thing"] {
            assert_eq!(explain(code, "TypeError", message, stack).place, None, "{code} {stack}");
        }
    }
}

#[test]
fn places_are_those_before_preflight() {
    let checked = preflight("const a = {};\n(a as any).b.c", &tools());
    assert_eq!(checked.code, "const a = {};\nreturn (a       ).b.c");
    let (message, stack) = ("cannot read property 'c' of undefined", "    at <anonymous> (code.js:2:9)");
    let error = EngineError { name: "TypeError", message, stack, file: "code.js", before: BEFORE };
    let found = explain_engine_error(&checked.code, error, &tools(), &checked.moves);
    assert_eq!(found.message, "Cannot read properties of undefined (reading 'c'): `a.b` is undefined");
    assert_eq!((shown(found.place).as_str(), found.stack.as_str()), ("2:14", "    at code:2:14"));
}

#[test]
fn hostile_code_and_stacks_are_read() {
    let deep = format!("return {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let long = format!("/*{}*/ a.b", "\u{1f600}".repeat(100_000));
    let many = "a.b(c)(d)[e].f\n".repeat(8_000);
    let chain = format!("return a{}", ".b".repeat(60_000));
    for code in [&deep, &long, &many, &chain, "})(); (", "return (", "\u{feff}a.b", "a\u{0}b", ""] {
        for message in ["not a function", "cannot read property 'b' of undefined", "cannot read property '"] {
            for stack in ["    at <anonymous> (code.js:1:34)", &"    at a (code.js:1:40)\n".repeat(100_000)] {
                let found = explain(code, "TypeError", message, stack);
                assert!(found.message.len() < 2_000 && found.stack.len() < 1_000, "{code:.40}");
            }
        }
    }
}
