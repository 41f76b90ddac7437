//! Validation of arguments at each call: the page accepts exactly what the validator in Rust accepts.

use std::fmt::Write as _;

use serde_json::{Value, json};
use webagents_runtime::guard::Arguments;
use webagents_runtime::outcome::DecisionSource;
use webagents_runtime::{CallOutcome, ErrorKind, GuardOptions, Policy, Toolbox, Verdict};
use webagents_runtime_webdriver::Engine;
use webagents_schema::CallStyle;
use webagents_schema::json_schema::{self, SchemaWriteOptions};
use webagents_schema::validate::Validator;
use webagents_soundness::corpus;
use webagents_testkit::Route;

use crate::support::{Bench, engine, error, patient, unchecked, value};

crate::support::by_every_channel! {
    a_result_that_is_not_as_declared_is_a_warning,
    schemas_are_judged_in_the_page_as_by_the_validator,
    the_check_can_be_switched_off_and_a_page_cannot_bend_it,
    what_does_not_fit_is_told_so_that_a_model_can_mend_it,
}

/// Tools in one document, and calls in one run.
const TOOLS: usize = 120;
const CALLS: usize = 1_000;

async fn tools(manifest: &str) -> Bench {
    let page = "<script>globalThis.global = new Proxy({}, { get: (_, name) => async (...args) => {
        (window.reached ??= []).push(name); return args.length; } });</script>";
    let mut bench = Bench::with(vec![Route::html("/", page)]).await;
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(manifest)));
    bench
}

/// Schemas of real tools, and of the JSON Schema Test Suite.
async fn schemas_are_judged_in_the_page_as_by_the_validator() {
    let (corpus, suite) =
        (corpus::tools().expect("the corpus"), corpus::suite(None).expect("the test suite"));
    let mut bench = tools("").await;
    let (mut valid, mut invalid) = (0, 0);
    let cases: Vec<_> =
        corpus.cases.iter().filter(|case| case.id.ends_with("#input")).chain(&suite.cases).collect();
    for some in cases.chunks(TOOLS) {
        let mut manifest = "# Tools\n".to_owned();
        let mut calls = Vec::new();
        for (at, case) in some.iter().enumerate() {
            // Writing to a String cannot fail.
            let _ = write!(
                manifest,
                "\n## t{at}\nT.\n\n### Params\n\n### Input Schema\n```json\n{}\n```\n",
                case.schema
            );
        }
        let parsed = webagents_manifest::parse(&manifest);
        assert_eq!(parsed.manifest.tools.len(), some.len());
        for (at, case) in some.iter().enumerate() {
            let interface = webagents_schema::interface_of(&parsed.manifest.tools[at]).value;
            // One that takes nothing has no place for what is passed.
            if interface.call != CallStyle::Object {
                continue;
            }
            let schema = json_schema::write(&interface.input, &SchemaWriteOptions::default()).value;
            let Ok(validator) = Validator::with_formats(&schema) else { continue };
            if !validator.losses.is_empty() {
                continue;
            }
            for instance in &case.instances {
                calls.push((at, case, &instance.value, validator.value.is_valid(&instance.value)));
            }
        }
        bench.session.use_tools(Toolbox::from(parsed));
        for calls in calls.chunks(CALLS) {
            let list: Vec<Value> =
                calls.iter().map(|(at, _, value, _)| json!([format!("t{at}"), value])).collect();
            // A member `__proto__` is one in JSON alone.
            let list = Value::from(Value::from(list).to_string());
            let code = format!(
                "return await Promise.all(JSON.parse({list}).map(([tool, input]) =>
                    global[tool](input).then(() => true, (error) => error.name === 'ToolArguments' ? false : String(error))))"
            );
            let outcome = bench.session.execute_with(&code, &unchecked()).await;
            for (found, (_, case, given, want)) in
                value(&outcome).as_array().expect("a list").iter().zip(calls)
            {
                assert_eq!(found, want, "{}: {given}\n{}", case.id, case.schema);
                *if *want { &mut valid } else { &mut invalid } += 1;
            }
        }
    }
    assert!(valid > 1_500 && invalid > 1_500, "{valid} valid and {invalid} invalid calls are enough");
    bench.close().await;
}

const SHOP: &str = "# Shop

## find
Finds.

### Params
- `query` (string, required, minLength=2, pattern=^[a-z ]+$): What.
- `limit` (integer, default=10, max=50): How many.
- `sort` (\"asc\" | \"desc\", optional): How.

### Output
```ts
{ id: string }[]
```

## buy
Buys.

### Params

### Input Schema
```json
{ \"type\": \"object\", \"properties\": { \"id\": { \"type\": \"string\" }, \"n\": { \"type\": \"integer\", \"minimum\": 1 } },
  \"required\": [\"id\"], \"additionalProperties\": false }
```

## book
Books a day.

### Params
- `day` (string, required, format=date): When.
- `mail` (string, optional, format=email): Whom to write to.

## ping
Answers.

### Params

### Input Schema
```json
{ \"type\": \"object\", \"properties\": {}, \"additionalProperties\": false }
```
";

async fn what_does_not_fit_is_told_so_that_a_model_can_mend_it() {
    let mut bench = tools(SHOP).await;
    let mut told = String::new();
    for call in [
        "global.find(['shoes'][0])",
        "global.find(...['shoes', undefined, 'asc'])",
        "global.find(...['shoes', null, null])",
        "global.find(...[])",
        "global.find(...['s', '44', 'up'])",
        "global.find(...['SHOES'])",
        "global.find(global.find('shoes'))",
        "global.find(...['shoes', 51.5])",
        "global.find(...['\u{1f600}'])",
        "global.buy(...[{ id: 'a', n: 2 }])",
        "global.buy(...[{ id: 'a', n: 0, why: 1 }])",
        "global.buy(...['a'])",
        "global.buy(...[])",
        "global.buy(...[{ id: undefined, n: new Date(0) }])",
        "global.buy(...[{ id: 'a', n: new Date(0) }])",
        "global.buy(...[{ id: new Date(0) }])",
        "global.buy(...[{ id: Object('a'), n: NaN }])",
        "global.buy(...[{ id: new Map(), n: 1n }])",
        "global.buy(...[new Map([['id', 'a']])])",
        "global.book(...['2026-11-28', 'a@b.example'])",
        "global.book(...['tomorrow', 'someone'])",
        "global.book(...[new Date(0)])",
        "global.ping(...[{}])",
        "global.ping(...[{ id: 'a' }])",
        "global.ping(...[[]])",
    ] {
        let code = format!("return await {call}");
        let outcome = bench.session.execute_with(&code, &unchecked()).await;
        let end = match outcome.error() {
            Some(error) => error.to_string(),
            None => "it reaches the page".to_owned(),
        };
        let _ = write!(told, "> {call}\n{end}\n\n");
    }
    if engine() == Engine::WebKit {
        // Its stacks have no line of a call (`line_of_call`); all the rest is as elsewhere.
        told = told.replace("\nthrown: ", "\nthrown at line 1: ");
    }
    insta::assert_snapshot!("what_does_not_fit_is_told_so_that_a_model_can_mend_it", told);

    let code =
        "try { await global.buy(...[{ n: 'x' }]) } catch (error) { return [error.name, error.errors] }";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(
        *value(&outcome),
        json!(["ToolArguments", [
            { "path": "/n", "reason": "\"x\" is not of type \"number\"", "schema_path": "/properties/n/type" },
            { "path": "", "reason": "\"id\" is missing", "schema_path": "/required" },
        ]])
    );
    let call = &outcome.calls[0];
    assert!(matches!(&call.outcome, CallOutcome::Denied { name, .. } if name == "ToolArguments"), "{call:?}");
    assert_eq!((call.decision.verdict, call.decision.source), (Verdict::Deny, DecisionSource::Arguments));
    bench.close().await;
}

async fn a_result_that_is_not_as_declared_is_a_warning() {
    let mut bench = tools(SHOP).await;
    let outcome = bench.session.execute_with("return await global.find('shoes')", &patient()).await;
    assert_eq!(*value(&outcome), json!(1));
    assert_eq!(outcome.calls[0].warnings, ["/: 1 is not of type \"array\" (rule /type)"]);
    bench.close().await;
}

async fn the_check_can_be_switched_off_and_a_page_cannot_bend_it() {
    let mut bench = tools(SHOP).await;
    let bend = "Object.prototype.minimum = 100; Object.prototype['?'] = 1; Array.prototype.toJSON = () => { throw 1 };
        window.x = 1; return await global.buy(...[{ id: 'a', n: 2 }])";
    assert_eq!(*value(&bench.session.execute_with(bend, &patient()).await), json!(1));
    let outcome = bench.session.execute_with("return await global.buy(...[{ n: 2 }])", &patient()).await;
    assert_eq!(error(&outcome, ErrorKind::Thrown).name, "ToolArguments");

    let guards = GuardOptions::from(Policy::default()).with_arguments(Arguments::Off);
    bench.session.use_guards(guards);
    let outcome = bench.session.execute_with("return await global.buy(...[{ n: 2 }])", &unchecked()).await;
    assert_eq!(*value(&outcome), json!(1));
    bench.close().await;
}
