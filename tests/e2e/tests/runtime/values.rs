//! Values, results and errors of code that runs in a real page.

use serde_json::{Value, json};
use webagents_runtime::{ErrorKind, ExecuteOptions, Realm, Toolbox};
use webagents_runtime_webdriver::Engine;
use webagents_testkit::Route;

use crate::support::{self, Bench, engine, error, hasty, in_page, instead, patient, unchecked, value};

crate::support::on_every_engine! {
    every_value_has_its_representation,
    promises_in_results_are_waited_for,
    members_keep_their_order_and_depth_is_cut,
    results_have_a_limit,
    page_errors_say_what_and_where,
    isolated_errors_have_their_place,
    values_travel_both_ways,
    the_engine_has_its_say_on_syntax,
    what_is_thrown_need_not_be_an_error,
    the_body_of_an_async_function_is_what_it_says,
}

async fn every_value_has_its_representation() {
    let mut bench = Bench::shop().await;
    let table: Vec<(&str, Value)> = include_str!("../pages/runtime/values.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.rsplit_once(" => ").unwrap_or_else(|| panic!("{line}")))
        .map(|(code, json)| {
            (code, serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}")))
        })
        .collect();
    assert!(table.len() > 80, "{}", table.len());
    let mut wrong = Vec::new();
    for (code, want) in &table {
        // The engine's own errors are in its own words.
        let want = match engine() {
            Engine::Firefox => in_other_words(want, "illegal operation attempted on a revoked proxy"),
            Engine::WebKit => {
                in_other_words(want, "Array.isArray cannot be called on a Proxy that has been revoked")
            }
            _ => want.clone(),
        };
        let outcome = bench.session.execute_with(&format!("return {code}"), &in_page()).await;
        if outcome.value() != Some(&want) {
            wrong.push(format!("{code}\n   want {want}\n    got {:?}", outcome.result));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n"));
    bench.close().await;
}

/// A value of the table as shown by an engine with this text for a revoked proxy.
fn in_other_words(want: &Value, revoked: &str) -> Value {
    let said = "Cannot perform 'IsArray' on a proxy that has been revoked";
    serde_json::from_str(&want.to_string().replace(said, revoked)).expect("JSON")
}

async fn promises_in_results_are_waited_for() {
    let mut bench = Bench::with(vec![Route::html("/", "<title>x</title>")]).await;
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        let later = "const later = (value, ms = 50) => new Promise((done) => setTimeout(done, ms, value));";
        let code = format!("{later} return {{ files: ['a', 'b'].map((f) => later(f)) }}");
        let outcome = bench.session.execute_with(&code, &options).await;
        assert_eq!(*value(&outcome), json!({ "files": ["a", "b"] }));
        assert!(
            outcome.warnings.iter().any(|warning| warning.contains("a promise at $.files[0]")),
            "{:?}",
            outcome.warnings
        );

        // A rejection is the run's error.
        let code = format!(
            "{later} return [later(1), {{ a: later().then(() => {{ throw new RangeError('no') }}) }}]"
        );
        let outcome = bench.session.execute_with(&code, &options).await;
        let thrown = error(&outcome, ErrorKind::Thrown);
        assert_eq!(
            (thrown.name.as_str(), thrown.message.as_str()),
            ("RangeError", "no (by the promise at $[1].a of the result)")
        );

        // One that never settles is named at the deadline.
        let code = "return { a: [1, new Promise(() => {})] }";
        let outcome = bench.session.execute_with(code, &hasty().with_realm(realm)).await;
        let timeout = error(&outcome, ErrorKind::Timeout);
        let named = "; the promise at $.a[1] of the result had not settled: write `await`";
        assert!(timeout.message.contains(named), "{realm}: {timeout:?}");
        // A value that is never the same comes to an end.
        let code = "return { get a() { return Promise.resolve(1); } }";
        let outcome = bench.session.execute_with(code, &options).await;
        assert!(
            error(&outcome, ErrorKind::Thrown).message.contains("another promise each time"),
            "{outcome:?}"
        );
    }
    bench.close().await;
}

async fn members_keep_their_order_and_depth_is_cut() {
    let mut bench = Bench::shop().await;
    for realm in Realm::ALL {
        members_in(&mut bench, &patient().with_realm(realm)).await;
    }
    bench.close().await;
}

async fn members_in(bench: &mut Bench, options: &ExecuteOptions) {
    let outcome = bench.session.execute_with("return { z: 1, a: 2, m: 3 }", options).await;
    assert_eq!(value(&outcome).to_string(), r#"{"z":1,"a":2,"m":3}"#);

    let outcome = bench
        .session
        .execute_with("let a = 1; for (let i = 0; i < 5000; i++) a = [a]; return a", options)
        .await;
    let mut inner = value(&outcome);
    let mut depth = 0;
    while let Some(next) = inner.get(0) {
        inner = next;
        depth += 1;
    }
    // An engine that is not optimized has a shorter stack.
    if depth == 100 || options.realm == Realm::Page {
        assert_eq!((depth, inner), (100, &json!({ "$type": "truncated", "reason": "depth" })));
    } else {
        assert!(depth > 50 && inner["$type"] == "thrown", "{depth} {inner}");
    }

    // The same through the forms that nest more deeply than the values that they encode.
    let outcome = bench
        .session
        .execute_with(
            "let a = 1; for (let i = 0; i < 500; i++) a = new Map([[{ $type: i }, new Set([a])]]); return a",
            options,
        )
        .await;
    assert!(value(&outcome).to_string().contains(r#"{"$type":"truncated","reason":"depth"}"#));
}

async fn results_have_a_limit() {
    let mut bench = Bench::shop().await;
    for realm in Realm::ALL {
        limits_in(&mut bench, &patient().with_realm(realm)).await;
    }
    bench.close().await;
}

async fn limits_in(bench: &mut Bench, options: &ExecuteOptions) {
    let ten_megabytes = "return 'x'.repeat(10_000_000)";
    let outcome = bench.session.execute_with(ten_megabytes, options).await;
    assert!(
        error(&outcome, ErrorKind::ResultTooLarge)
            .message
            .contains("longer than 1048576 bytes of JSON (passed at $)")
    );
    assert_eq!(outcome.value(), None);

    let mut roomy = options.clone();
    roomy.max_result_bytes = 16 * 1024 * 1024;
    let outcome = bench.session.execute_with(ten_megabytes, &roomy).await;
    assert_eq!(value(&outcome).as_str().map(str::len), Some(10_000_000));

    // Bytes are bytes of UTF-8: 400,000 letters of three bytes each.
    let outcome = bench.session.execute_with("return ['€'.repeat(400_000)]", options).await;
    assert!(error(&outcome, ErrorKind::ResultTooLarge).message.contains("(passed at $[0])"));
    let outcome = bench.session.execute_with("return 'e'.repeat(1_048_574)", options).await;
    value(&outcome);

    // A small graph whose tree is endless.
    let bomb = "let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; return { deep: a }";
    let outcome = bench.session.execute_with(bomb, options).await;
    assert!(error(&outcome, ErrorKind::ResultTooLarge).message.contains("$.deep[0][0]"));
}

async fn page_errors_say_what_and_where() {
    let mut bench = Bench::shop().await;
    let mut run = async |code: &str| bench.session.execute_with(code, &in_page()).await;

    let outcome = run("const a = 1;\nawait null;\n  throw new RangeError('far off');").await;
    let thrown = error(&outcome, ErrorKind::Thrown);
    assert_eq!((thrown.name.as_str(), thrown.message.as_str()), ("RangeError", "far off"));
    support::place(thrown, 3, 9, (9, 23));
    let own = instead!(
        Firefox | WebKit,
        "A stack of code in the page's realm begins with the error, and a frame is `at name (code:1:2)`",
        "The frames alone, as `name@code:1:2` in Firefox; WebKit's have names and no places",
        "it is the engine's own text, in which the places refer to the code",
    );
    let notation = !own || thrown.stack.starts_with("RangeError");
    if notation {
        assert_eq!(thrown.stack, "RangeError: far off\n    at code:3:9");
    } else if engine() == Engine::Firefox {
        assert_eq!(thrown.stack, "@code:3:9");
    } else {
        assert!(!thrown.stack.contains("code:"), "{}", thrown.stack);
    }

    let outcome = run("function inner() {\n  null.x;\n}\n\ninner();\nreturn 0;").await;
    let thrown = error(&outcome, ErrorKind::Thrown);
    assert_eq!(thrown.name, "TypeError");
    support::line(thrown, 2);
    if notation {
        assert!(thrown.stack.contains("at inner (code:2:8)\n    at code:5:1"), "{}", thrown.stack);
    } else if engine() == Engine::Firefox {
        assert_eq!(thrown.stack, "inner@code:2:3\n@code:5:1");
    }

    // The site's own function throws: the line is the call's.
    let outcome = run("const id = 'zz';\nreturn await global.getPrice(id);").await;
    let thrown = error(&outcome, ErrorKind::Thrown);
    assert_eq!((thrown.name.as_str(), thrown.message.as_str()), ("RangeError", "price of zz is not known"));
    support::line_of_call(thrown, 2);

    // Neither the harness nor the driver is in a stack, be it in the run that installs the harness or a later one
    // whose lines are as many as the harness's.
    let long = format!("{}const id = 'zz';\n  null.x;\nreturn 0;", "\n".repeat(600));
    for reload in [false, true] {
        if reload {
            bench.session.open(&bench.site.url("/")).await.expect("a new document");
        }
        let outcome = bench.session.execute_with(&long, &in_page()).await;
        let thrown = error(&outcome, ErrorKind::Thrown);
        if notation {
            assert!(thrown.stack.ends_with(")\n    at code:602:8"), "{}", thrown.stack);
            assert_eq!(thrown.stack.lines().count(), 2, "{}", thrown.stack);
        } else if engine() == Engine::Firefox {
            assert_eq!(thrown.stack, "@code:602:3");
        } else {
            assert!(!thrown.stack.contains("bootstrap.js"), "{}", thrown.stack);
        }
    }
    let outcome = bench.session.execute_with("await global.getPrice('zz'); return 0;", &in_page()).await;
    let thrown = error(&outcome, ErrorKind::Thrown);
    if notation {
        let frames: Vec<&str> = thrown.stack.lines().skip(2).collect();
        assert_eq!(frames, ["    at async code:1:1"], "{}", thrown.stack);
    }
    bench.close().await;
}

async fn the_engine_has_its_say_on_syntax() {
    let mut bench = Bench::shop().await;
    // The engine's own words, if code goes to it unchanged.
    let mut run =
        async |code: &str| bench.session.execute_with(code, &unchecked().with_realm(Realm::Page)).await;
    for (code, line, text, firefox, webkit) in [
        (
            "return 1 +;",
            Some(1),
            "Unexpected token ';'",
            "expected expression, got ';'",
            "Unexpected token ';'",
        ),
        (
            "const f = () => { };\nreturn { f, g: 1 + };",
            Some(2),
            "Unexpected token '}'",
            "expected expression, got '}'",
            "Unexpected token '}'",
        ),
        (
            "const a = 1;\nconst a = 2;",
            Some(2),
            "Identifier 'a' has already been declared",
            "redeclaration of const a",
            "Cannot declare a const variable twice: 'a'",
        ),
        (
            "return 1;\n\n  let 5x = 1;",
            Some(3),
            "Invalid or unexpected token",
            "identifier starts immediately after numeric literal",
            "No identifiers allowed directly after numeric literal",
        ),
        (
            "import x from 'y';",
            Some(1),
            "Cannot use import statement outside a module",
            "import declarations may only appear at top level of a module",
            "import call expects one or two arguments",
        ),
        (
            "if (true) {\n  return 1;\n",
            Some(3),
            "at the end of the code",
            "at the end of the code",
            "at the end of the code",
        ),
    ] {
        let text = match engine() {
            Engine::Firefox => firefox,
            Engine::WebKit => webkit,
            _ => text,
        };
        let outcome = run(code).await;
        let syntax = error(&outcome, ErrorKind::Syntax);
        assert_eq!(syntax.line, line, "{code}: {syntax:?}");
        assert!(syntax.message.contains(text), "{code}: {syntax:?}");
    }

    // The engine would speak of the brackets that we wrote around the code.
    for (code, place) in [
        ("}", (1, 1)),
        ("const a = '}';\nif (a) { }\n  }", (3, 3)),
        ("return '€😀' }", (1, 14)),
        ("} // } of what?", (1, 1)),
        ("}\nif (true) { return 1; }", (1, 1)),
        ("function f() {\n  return 1;\n}\n}\nreturn f();", (4, 1)),
        ("}, foo({}) bar", (1, 1)),
    ] {
        // The engine and the preflight report the same text.
        for options in [unchecked(), patient()].map(|options| options.with_realm(Realm::Page)) {
            let outcome = bench.session.execute_with(code, &options).await;
            let syntax = error(&outcome, ErrorKind::Syntax);
            assert!(syntax.message.starts_with("the code closes the function"), "{code}: {syntax:?}");
            assert_eq!((syntax.line, syntax.column), (Some(place.0), Some(place.1)), "{code}");
        }
    }
    bench.close().await;
}

async fn what_is_thrown_need_not_be_an_error() {
    let mut bench = Bench::shop().await;
    let aborted = match engine() {
        Engine::Firefox => "The operation was aborted. ",
        Engine::WebKit => "The operation was aborted.",
        _ => "signal is aborted without reason",
    };
    // A thrown value need not be an error, and a numeric code must not be taken for WebDriver's.
    for (code, message, thrown) in [
        ("throw { code: 7 }", "{\"code\":7}", json!({ "code": 7 })),
        ("throw { code: 28 }", "{\"code\":28}", json!({ "code": 28 })),
        ("throw 'text'", "text", json!("text")),
        ("throw null", "null", json!(null)),
        ("throw undefined", "undefined", json!({ "$type": "undefined" })),
        ("throw Symbol('s')", "Symbol(s)", json!({ "$type": "symbol", "value": "s" })),
        (
            "await fetch('/', { signal: AbortSignal.abort() })",
            aborted,
            json!({ "$type": "error", "name": "AbortError", "message": aborted }),
        ),
        (
            "throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })",
            "{\"$type\":\"thrown\",\"message\":\"1\"}",
            json!({
                "$type": "thrown", "message": "1",
            }),
        ),
    ] {
        for realm in Realm::ALL {
            if realm == Realm::Isolated && code.contains("fetch") {
                continue;
            }
            let outcome = bench.session.execute_with(code, &patient().with_realm(realm)).await;
            let error = error(&outcome, ErrorKind::Thrown);
            assert_eq!(error.message, message, "{realm} {code}");
            assert_eq!(error.thrown.as_ref(), Some(&thrown), "{realm} {code}");
        }
    }
    bench.close().await;
}

async fn the_body_of_an_async_function_is_what_it_says() {
    let mut bench = Bench::shop().await;
    for (code, want) in [
        ("", json!({ "$type": "undefined" })),
        ("return 1 // a comment at the end", json!(1)),
        ("return 1 <!-- an HTML comment", json!(1)),
        ("'use strict'; return (function () { return this === undefined; })()", json!(true)),
        ("const global = 1, console = 2; return global + console", json!(3)),
        ("var alert = 5; return alert", json!(5)),
        ("return typeof options + typeof make + typeof mark", json!("undefinedundefinedundefined")),
        ("return [alert('a'), confirm('b'), prompt('c')]", json!([{ "$type": "undefined" }, false, null])),
        ("return '</script>\u{2028}' + `${1}\r\n`.length", json!("</script>\u{2028}2")),
        ("for await (const x of [1, 2]) if (x === 2) return x", json!(2)),
    ] {
        for realm in Realm::ALL {
            // Isolated code has no dialogs.
            if realm == Realm::Isolated && code.contains("confirm(") {
                continue;
            }
            let outcome = bench.session.execute_with(code, &patient().with_realm(realm)).await;
            assert_eq!(*value(&outcome), want, "{realm} {code}");
        }
    }
    for code in [
        "}); alert(1); (async () => {",
        "}, () => {",
        "}); return 5; (() => {",
        "}, 1, (() => async () => {",
        "})) || ((() => async () => {",
    ] {
        for options in [unchecked(), patient(), unchecked().with_realm(Realm::Page), in_page()] {
            let outcome = bench.session.execute_with(code, &options).await;
            error(&outcome, ErrorKind::Syntax);
            assert_eq!(outcome.value(), None);
        }
    }
    bench.close().await;
}

async fn isolated_errors_have_their_place() {
    let mut bench = Bench::shop().await;
    for (code, name, message, line) in [
        ("const a = 1;\nawait null;\n  throw new RangeError('far off');", "RangeError", "far off", 3),
        ("function inner() {\n  null.x;\n}\n\ninner();\nreturn 0;", "TypeError", "null", 2),
        // The tool's own error: the line is the call's.
        ("const id = 'zz';\nreturn await global.getPrice(id);", "RangeError", "price of zz is not known", 2),
        (
            "await global.searchProducts('a');\nconst p = global.getPrice('zz');\n\nreturn await p",
            "RangeError",
            "price of zz",
            2,
        ),
    ] {
        let outcome = bench.session.execute_with(code, &patient()).await;
        let thrown = error(&outcome, ErrorKind::Thrown);
        assert_eq!(thrown.name, name, "{code}: {thrown:?}");
        assert!(thrown.message.contains(message), "{code}: {thrown:?}");
        support::line(thrown, line);
        // Neither the prelude of the realm nor the harness is in a stack.
        assert!(
            thrown.stack.lines().all(|line| !line.contains("prelude") && !line.contains(".js")),
            "{thrown:?}"
        );
    }
    bench.close().await;
}

/// Types without a value in another realm: results have an object with `$type` for them.
const ELSEWHERE: [&str; 5] = ["function", "symbol", "opaque", "thrown", "promise"];
/// Parts of values that no call passes on: promises, lone surrogates, and the class of an exception.
const LOSSY: [&str; 4] = ["Promise", "\\ud", "DOMException", "setTimeout"];

/// Values as arguments and results of calls, which page and isolated realm represent alike.
async fn values_travel_both_ways() {
    let page = "<script>echo = async (value) => value;
        made = async (code) => (0, eval)('(' + code + ')'); kind = (value) => Object.prototype.toString.call(value)</script>";
    let mut bench = Bench::with(vec![Route::html("/", page)]).await;
    let any = |name: &str| format!("## {name}\nT.\n\n### Params\n- `value` (any, optional): V.\n\n");
    let tools = format!("# Tools\n\n{}{}{}", any("echo"), any("made"), any("kind"));
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(&tools)));
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in include_str!("../pages/runtime/values.txt").lines() {
        if line.starts_with("# The page") {
            break;
        }
        let Some((code, want)) = line.rsplit_once(" => ").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        if ELSEWHERE.iter().any(|kind| want.contains(&format!("\"$type\": \"{kind}\"")))
            || LOSSY.iter().any(|part| code.contains(part))
        {
            continue;
        }
        count += 1;
        let text = json!(code);
        let run =
            format!("return [await ({code}), await global.echo(await ({code})), await global.made({text})]");
        let outcome = bench.session.execute_with(&run, &patient()).await;
        let want: Value = serde_json::from_str(want).expect("JSON");
        if outcome.value() != Some(&json!([want, want, want])) {
            wrong.push(format!("{code}\n   want {want}\n    got {:?}", outcome.result));
        }
    }
    assert!(count > 40, "{count}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));

    // The page gets values of its own realm, and a reference within them is one there.
    let code = "const seen = []; for (const value of [new Map(), new Set(), new Date(0), /a/, new Uint8Array(1), new RangeError('x'), 1n, [,1]])
        seen.push(await global.kind(value)); return seen";
    let outcome = bench.session.execute_with(code, &patient()).await;
    let kinds = ["Map", "Set", "Date", "RegExp", "Uint8Array", "Error", "BigInt", "Array"];
    assert_eq!(*value(&outcome), json!(kinds.map(|kind| format!("[object {kind}]"))));

    // A part that is not data is refused in arguments, and named in a warning of a result.
    for (argument, path) in
        [("{ a: [() => 1] }", "a[0]"), ("[Symbol('s')]", "[0]"), ("{ p: Promise.resolve(1) }", "await it")]
    {
        let code = format!("return await global.echo({argument})");
        let outcome = bench.session.execute_with(&code, &unchecked()).await;
        let refused = error(&outcome, ErrorKind::Thrown);
        assert_eq!(refused.name, "ToolArguments", "{refused:?}");
        assert!(refused.message.contains(path), "{argument}: {refused:?}");
    }
    let code = "const got = await global.made('{ list: [document.createElement(\"p\"), () => 1] }'); return got.list.map((one) => one.$type)";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(*value(&outcome), json!(["node", "function"]));
    let warnings = &outcome.calls[0].warnings;
    assert!(warnings.len() == 2 && warnings[0].contains("list[0]"), "{warnings:?}");
    bench.close().await;
}
