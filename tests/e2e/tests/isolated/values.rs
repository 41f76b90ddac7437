//! Values that go through a handler and come back: the table of the module `outcome`.

use serde_json::{Value, json};
use webagents_host::Policy;

use crate::support::Bench;

/// Expressions, the value as a handler gets it, and a check of the value that comes back as `v`.
fn table() -> Vec<(&'static str, Value, &'static str)> {
    vec![
        ("null", json!(null), "v === null"),
        (
            "[true, 1.5, 'a', { a: [] }]",
            json!([true, 1.5, "a", { "a": [] }]),
            "JSON.stringify(v) === '[true,1.5,\"a\",{\"a\":[]}]'",
        ),
        ("undefined", json!({ "$type": "undefined" }), "v === undefined"),
        (
            "{ a: undefined, b: [undefined] }",
            json!({ "a": { "$type": "undefined" }, "b": [{ "$type": "undefined" }] }),
            "'a' in v && v.a === undefined && v.b.length === 1",
        ),
        ("NaN", json!({ "$type": "number", "value": "NaN" }), "Number.isNaN(v)"),
        ("-Infinity", json!({ "$type": "number", "value": "-Infinity" }), "v === -Infinity"),
        ("-0", json!({ "$type": "number", "value": "-0" }), "Object.is(v, -0)"),
        ("10n", json!({ "$type": "bigint", "value": "10" }), "v === 10n"),
        (
            "new Date(0)",
            json!({ "$type": "date", "value": "1970-01-01T00:00:00.000Z" }),
            "v instanceof Date && +v === 0",
        ),
        ("new Date(NaN)", json!({ "$type": "date", "value": null }), "v instanceof Date && Number.isNaN(+v)"),
        (
            "/a\\/b/gi",
            json!({ "$type": "regexp", "value": "/a\\/b/gi" }),
            "v instanceof RegExp && String(v) === '/a\\\\/b/gi'",
        ),
        (
            "new Map([[1, new Set([2])]])",
            json!({ "$type": "map", "entries": [[1, { "$type": "set", "values": [2] }]] }),
            "v instanceof Map && v.get(1).has(2)",
        ),
        (
            "new Uint8Array([1, 255])",
            json!({ "$type": "typedarray", "class": "Uint8Array", "values": [1, 255] }),
            "v instanceof Uint8Array && v[1] === 255",
        ),
        (
            "new BigInt64Array([-1n])",
            json!({ "$type": "typedarray", "class": "BigInt64Array", "values": [{ "$type": "bigint", "value": "-1" }] }),
            "v instanceof BigInt64Array && v[0] === -1n",
        ),
        (
            "new Float32Array([NaN, -0])",
            json!({ "$type": "typedarray", "class": "Float32Array", "values": [{ "$type": "number", "value": "NaN" }, { "$type": "number", "value": "-0" }] }),
            "Number.isNaN(v[0]) && Object.is(v[1], -0)",
        ),
        (
            "new Uint8Array([7]).buffer",
            json!({ "$type": "typedarray", "class": "ArrayBuffer", "values": [7] }),
            "v instanceof ArrayBuffer && new Uint8Array(v)[0] === 7",
        ),
        (
            "new DataView(new Uint8Array([9]).buffer)",
            json!({ "$type": "typedarray", "class": "DataView", "values": [9] }),
            "v instanceof DataView && v.getUint8(0) === 9",
        ),
        (
            "new RangeError('r', { cause: 1n })",
            json!({ "$type": "error", "name": "RangeError", "message": "r", "cause": { "$type": "bigint", "value": "1" } }),
            "v instanceof Error && v.name === 'RangeError' && v.cause === 1n",
        ),
        ("[1, , 3]", json!([1, { "$type": "hole" }, 3]), "v.length === 3 && !(1 in v)"),
        (
            "Object.assign([], { 4294967294: 'z', length: 4294967295 })",
            json!({ "$type": "sparse", "length": 4_294_967_295_u32, "entries": [[4_294_967_294_u32, "z"]] }),
            "v.length === 4294967295 && v[4294967294] === 'z'",
        ),
        (
            "{ $type: 'bigint', value: 'x' }",
            json!({ "$type": "object", "entries": [["$type", "bigint"], ["value", "x"]] }),
            "v.$type === 'bigint' && v.value === 'x'",
        ),
        (
            "JSON.parse('{\"__proto__\":{\"a\":1}}')",
            json!({ "__proto__": { "a": 1 } }),
            "Object.hasOwn(v, '__proto__') && v.__proto__.a === 1 && Object.getPrototypeOf(v) === Object.prototype",
        ),
        ("{ toJSON: () => 5 }", json!(5), "v === 5"),
        ("new (class A { x = 1 })()", json!({ "x": 1 }), "v.x === 1"),
    ]
}

#[tokio::test]
async fn values_go_both_ways() {
    let bench = Bench::new(Policy::default());
    for (expression, expected, check) in table() {
        let code = format!("const v = await t.echo({{ value: ({expression}) }}); return [{check}, v]");
        let outcome = bench.run(&code).await;
        let value = outcome.value().unwrap_or_else(|| panic!("{expression}: {outcome:?}"));
        assert_eq!(value[0], json!(true), "{expression}: {value}");
        let reached = bench.reached.calls().pop().map(|(_, arguments)| arguments["value"].clone());
        assert_eq!(reached.as_ref(), Some(&expected), "{expression}");
        // The code returns the value that the handler got.
        assert_eq!(value[1], expected, "{expression}");
    }
}

#[tokio::test]
async fn lone_surrogates_are_replaced() {
    let bench = Bench::new(Policy::default());
    let code = "return await t.echo({ value: 'a\\ud800' }) === 'a\\ufffd'";
    assert_eq!(bench.value(code).await, json!(true));
}

#[tokio::test]
async fn cycles_go_both_ways() {
    let bench = Bench::new(Policy::default());
    let code = "const a = { b: [] }; a.b.push(a);
        const v = await t.echo({ value: a });
        return [v.b[0] === v, v.b.length]";
    assert_eq!(bench.value(code).await, json!([true, 1]));
}

/// The depth of values has a fixed limit, which does not depend on the stack of a build.
#[tokio::test]
async fn values_nest_a_hundred_levels() {
    let bench = Bench::new(Policy::default());
    let nest = "const nest = (levels, wrap) => { let v = 1; for (let i = 0; i < levels; i++) v = wrap(v); return v };
        const depth = (v) => { let n = 0; while (v !== 1) { v = Array.isArray(v) ? v[0] : Object.values(v)[0]; n++ } return n };\n";
    for wrap in ["(v) => [v]", "(v) => ({ v })"] {
        // There and back, and as the result.
        let code = format!(
            "{nest}const v = await t.echo({{ value: nest(99, {wrap}) }}); return [depth(v), nest(99, {wrap})]"
        );
        let outcome = bench.run(&code).await;
        let value = outcome.value().unwrap_or_else(|| panic!("{outcome:?}"));
        assert_eq!((&value[0], outcome.warnings.len()), (&json!(99), 0), "{outcome:?}");
        assert!(!value.to_string().contains("$type"), "{value}");
        let outcome = bench.run(&format!("{nest}await t.echo({{ value: nest(100, {wrap}) }})")).await;
        let message = outcome.error().map(ToString::to_string).unwrap_or_default();
        assert!(message.contains("is a value that nests more than 100 levels deep"), "{message}");
        let outcome = bench.run(&format!("{nest}return nest(101, {wrap})")).await;
        assert!(
            outcome.warnings.iter().any(|text| text.contains("more than 100 levels deep")),
            "{outcome:?}"
        );
    }
    // If the code's own calls have used up the stack, the error names it.
    let code = "const f = (g) => { try { return f(g) } catch { return g() } };
        return await f(() => t.echo({ value: [[[[[[[[[[1]]]]]]]]]] })).catch((e) => e.name + e.message)";
    let outcome = bench.run(code).await;
    let text = outcome.value().map_or_else(|| format!("{outcome:?}"), ToString::to_string);
    assert!(text.contains("stack") || text.contains("[[[[[[[[[[1]]]]]]]]]]"), "{text}");
}

#[tokio::test]
async fn handlers_give_any_value() {
    use webagents_host::{HostTools, ToolContext, ToolRunner};
    // An object without a counterpart in the realm stays an object, with a warning; a malformed one is an error.
    for (answer, expected, warns) in [
        (json!({ "a": { "$type": "function", "name": "f" } }), json!("function"), true),
        (json!({ "a": { "$type": "node", "name": "DIV", "html": "<div>" } }), json!("node"), true),
        (json!({ "a": { "$type": "unheard" } }), json!("unheard"), false),
        (json!({ "a": { "$type": "bigint", "value": "x" } }), json!("thrown"), false),
        (json!({ "a": { "$type": "map" } }), json!("thrown"), false),
        (json!({ "a": { "$type": "regexp", "value": "(" } }), json!("thrown"), false),
    ] {
        let given = answer.clone();
        let give = move |_: Value, _: ToolContext| {
            let given = given.clone();
            async move { Ok(given) }
        };
        let tools = HostTools::default().with_declaration("g", &json!({ "name": "give" }), give);
        let runner = ToolRunner::new(tools.expect("one"), Policy::default());
        let runner = runner.with_isolates(crate::support::isolates());
        let code = "try { return (await g.give()).a.$type } catch { return 'thrown' }";
        let outcome = runner.run(code, &crate::support::options()).await.outcome;
        let value =
            outcome.value().map(|value| value["entries"][0][1].as_str().unwrap_or_default().to_owned());
        let found = outcome.value().filter(|value| value.is_string()).cloned().or(value.map(Value::from));
        assert_eq!(found, Some(expected), "{answer}: {outcome:?}");
        assert_eq!(!outcome.calls[0].warnings.is_empty(), warns, "{answer}: {outcome:?}");
    }
}
