//! Validation of the arguments and results of each call.

use std::fmt::Write as _;

use serde_json::json;
use webagents_runtime::guard::Arguments;
use webagents_runtime::outcome::DecisionSource;
use webagents_runtime::{CallOutcome, ErrorKind, GuardOptions, Policy, Toolbox, Verdict};
use webagents_testkit::Route;

use crate::support::{Bench, error, on_page, patient, unchecked, value};

crate::support::on_one_engine! {
    a_result_that_is_not_as_declared_is_a_warning,
    the_check_can_be_switched_off_and_a_page_cannot_bend_it,
    what_does_not_fit_is_told_so_that_a_model_can_mend_it,
}

async fn tools(manifest: &str) -> Bench {
    let page = "<script>globalThis.global = new Proxy({}, { get: (_, name) => async (...args) => {
        (window.reached ??= []).push(name); return args.length; } });</script>";
    let mut bench = Bench::with(vec![Route::html("/", page)]).await;
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(manifest)));
    bench
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
    insta::assert_snapshot!("what_does_not_fit_is_told_so_that_a_model_can_mend_it", told);

    let code =
        "try { await global.buy(...[{ n: 'x' }]) } catch (error) { return [error.name, error.errors] }";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(
        *value(&outcome),
        json!(["ToolArguments", [
            { "path": "/n", "reason": "\"x\" is not of type \"number\"", "schema_path": "/properties/n/type" },
            { "path": "", "reason": "\"id\" is a required property", "schema_path": "/required" },
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
    let bend = "Object.prototype.minimum = 100; Object.prototype['?'] = 1; Array.prototype.toJSON = () => { throw 1 };";
    on_page(&mut bench.session, bend).await;
    let code = format!("{bend} return await global.buy(...[{{ id: 'a', n: 2 }}])");
    assert_eq!(*value(&bench.session.execute_with(&code, &patient()).await), json!(1));
    let outcome = bench.session.execute_with("return await global.buy(...[{ n: 2 }])", &patient()).await;
    assert_eq!(error(&outcome, ErrorKind::Thrown).name, "ToolArguments");

    let guards = GuardOptions::from(Policy::default()).with_arguments(Arguments::Off);
    bench.session.use_guards(guards);
    let outcome = bench.session.execute_with("return await global.buy(...[{ n: 2 }])", &unchecked()).await;
    assert_eq!(*value(&outcome), json!(1));
    bench.close().await;
}
