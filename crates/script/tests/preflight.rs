//! Preflight from outside: code that passes unchanged, types that are stripped, and findings.

use std::fmt::Write as _;

use insta::assert_snapshot;
use webagents_script::{CodeDiagnosticKind, Language, Preflight, Severity, Tools, preflight};

const SHOP: &str = r#"# Shop

## searchBooks
Finds books.

### Params
- `query` (string): Words.
- `limit` (number, optional): How many.
- `sort` ("price" | "title", default="price"): The order.

## addToBasket
Adds.

### Params
- `item` ({ id: string; count?: integer; gift?: { to: string } | null }): What.
- `tags` (string[], optional): Labels.

## getBasket
The basket.

### Output
```
any
```

## cart.add-item
Adds.

### Params
- `ids` (Record<string, number>): What.
- `pair` ([string, number], optional): Two.
- `either` (string | { a: number } | { b: number }, optional): One.
"#;

fn tools() -> Tools {
    Tools::new(&webagents_manifest::parse(SHOP).manifest)
}

fn look(code: &str) -> Preflight {
    preflight(code, &tools())
}

#[track_caller]
fn passes(code: &str) {
    let mut found = look(code);
    // A piece of code need not return anything.
    found
        .findings
        .retain(|finding| finding.kind != CodeDiagnosticKind::NoReturn && finding.severity > Severity::Hint);
    assert_eq!(found.findings, [], "{code}");
    assert_eq!((found.language, found.code.as_str()), (Some(Language::JavaScript), code));
}

/// The code runs, whatever is remarked.
#[track_caller]
fn no_error(code: &str) {
    let found = look(code);
    assert!(found.is_ok(), "{code}: {:?}", found.findings);
    assert!(found.language.is_some(), "{code}: {:?}", found.findings);
}

#[track_caller]
fn strips(typed: &str, plain: &str) {
    // What returns keeps its last expression as it is.
    let (typed, plain) = (&*format!("{typed}\nreturn"), &*format!("{plain}\nreturn"));
    let found = look(typed);
    assert_eq!(found.code, plain, "{:?}", found.findings);
    assert_eq!(found.language, Some(Language::TypeScript));
    // Every line is as long as before, as an engine counts.
    let lines = |text: &str| text.split('\n').map(|line| line.encode_utf16().count()).collect::<Vec<_>>();
    assert_eq!(lines(typed), lines(&found.code));
    // The rest is JavaScript, and a second run removes nothing.
    let again = look(&found.code);
    assert_eq!((again.language, again.code), (Some(Language::JavaScript), found.code));
}

fn rendered(codes: &[&str]) -> String {
    let mut out = String::new();
    for code in codes {
        let _ = writeln!(out, "> {}", code.replace('\n', "\n> "));
        for finding in look(code).findings {
            let _ = writeln!(out, "{finding} [{}]", finding.kind);
        }
    }
    out
}

#[test]
fn javascript_passes_byte_for_byte() {
    for code in [
        "",
        "return 1",
        "// nothing",
        "return await global.searchBooks('dune', 3, \"title\");",
        "const f = async () => { for await (const x of y) {} };\r\nreturn f",
        "with (window) { return a < b > (c) }",
        "return `${1}${`${2}`}` + /[/'\"`]/.test('\\'') + (a / b) / (c / d)",
        "return Math.round(4.26 * 10) / 10 + \"/5\"",
        "if (a) /re/.test(b); else x = y++ / 2",
        "return /* { */ { a: 1, get b() { return 2 } } // }",
        "let \u{e9}\u{1f600} = 1".replace('\u{1f600}', "").as_str(),
        "class A { static #x = 1; static { this.#x; } }",
        "label: for (;;) { break label }",
        "return new.target, arguments",
        "var yield_ = 010; return yield_",
    ] {
        passes(code);
    }
}

#[test]
fn long_code_is_within_the_limits() {
    // The longest piece of JavaScript in this project: comments, and a function.
    let harness = include_str!("../../runtime/src/harness/harness.js");
    passes(&format!("return ({})", harness.trim_end().trim_end_matches(';')));
    // What nobody ends with a semicolon, a long list, a long sum.
    passes(&"var a = f(b, { c: [1, 2] })\nif (a.d) {\n  g(a)\n}\nfoo()\nwhile (h()) i()\n".repeat(1_000));
    passes(&format!("return [{}]", "{ a: 1, b: [x, `y${z}`], c: (d) => d < 1 },\n".repeat(2_000)));
    passes(&format!("return {}''", "'some text' +\n  ".repeat(800)));
}

#[test]
fn types_become_blanks() {
    strips("const a: string = 'x';", "const a         = 'x';");
    strips("let a!: number, b: A<B<C>>; ", "let a         , b         ; ");
    strips("return (a as any).b!.c satisfies D", "return (a       ).b .c            ");
    strips(
        "function f<T>(this: X, a?: T, ...b: T[]): T { return a! }",
        "function f   (         a    , ...b     )    { return a  }",
    );
    strips(
        "const f = async <T,>(a: T = 1 as any): Promise<T> => a",
        "const f = async     (a    = 1       )             => a",
    );
    strips("return <any>x", "return      x");
    strips("f<string>(1); new Map<string, number>(); g`x`", "f        (1); new Map                (); g`x`");
    strips(
        "interface A { b: c }\ntype D = A | 1;\nreturn 1",
        ";                   \n;              \nreturn 1",
    );
    strips(
        "declare const x: any; declare function f(): void\nreturn 1",
        ";                     ;                         \nreturn 1",
    );
    strips(
        "function f(a: 1): 1;\nfunction f(a: any) { return a }",
        ";                   \nfunction f(a     ) { return a }",
    );
    strips("try {} catch (e: unknown) {}", "try {} catch (e         ) {}");
    strips(
        "abstract class A<T> extends B<T> implements C, D { private readonly a?: T = 1; declare b: x; static c: 1; e!: 1; abstract d(): void; public constructor(e: 1) { super() } f?(): 1 { } [k: string]: any }",
        "         class A    extends B                    { ;                a     = 1; ;             static c   ; e    ; ;                   ;      constructor(e   ) { super() } f ()    { } ;                }",
    );
    strips("const a: '\u{e9}\u{20ac}\u{1f600}' = b", "const a   \u{a0}\u{2003}\u{a0}\u{a0}  = b");
    strips("let a: { b: 1,\n  c: 2 } = d", "let a         \n         = d");
}

#[test]
fn blanks_do_not_join_statements() {
    strips("const a = b as any\n(c)", "const a = b ;     \n(c)");
    strips("const a = b satisfies C\n[d].e()", "const a = b ;          \n[d].e()");
    strips("a\ntype T = 1\n(b)", "a\n;         \n(b)");
    strips("const f = (a: 1): {\n  b: 1\n} => a", "const f = (a       \n      \n) => a");
    strips("const f = async <\n  T,\n>(a: T) => a", "const f = async (\n    \n  a   ) => a");
    strips(
        "class A { a = 1\n private [b] = 2; public *c() {} }",
        "class A { a = 1\n ;       [b] = 2; ;      *c() {} }",
    );
}

#[test]
fn what_leaves_code_behind_is_reported() {
    assert_snapshot!(rendered(&[
        "enum A { B }\nreturn A.B",
        "namespace A { export const b = 1 }",
        "class A { constructor(private b: string) {} }",
        "@dec class A { c: string }",
        "return <A\n>b",
    ]));
}

#[test]
fn const_enums_are_inlined() {
    for (code, expected) in [
        ("return E.A\nconst enum E { A = 'x' }", "return \"x\"\n"),
        ("return E['A'].at(0)\nconst enum E { A = 'x' }", "return \"x\".at(0)\n"),
        ("return E.A.toFixed()\nconst enum E { A = 2 }", "return 2 .toFixed()\n"),
        ("return 1-E.A\nconst enum E { A = -2 }", "return 1-(-2)\n"),
        ("E.A.toFixed()\nconst enum E { A = -2 }", "E.A.toFixed()\n"),
        ("E.A = 1; E.A++\nconst enum E { A = 2 }", "E.A = 1; E.A++\n"),
        ("return E.A\nenum E { A = 'x' }", "return E.A\n"),
        ("const E = { A: 1 }; { const enum E { A = 2 } }\nreturn E.A", "const E = { A: 1 }; { "),
    ] {
        let found = preflight(code, &tools());
        assert!(found.code.starts_with(expected), "{code}: {}", found.code);
    }
    assert!(preflight("return E.A\nconst enum E { A = 'x' }", &tools()).is_ok());
    let error = |code| preflight(code, &tools()).errors().map(ToString::to_string).collect::<String>();
    let early = "error at line 1, column 8: a use of a `const enum` before its declaration, with a value that is not \
                 known, cannot be compiled here; declare `E` before its first use";
    assert_eq!(error("return E.A\nconst enum E { A = 'abc'.length }"), early);
    assert_eq!(error("const enum E { A = 'abc'.length }\nreturn E.A"), "");
    assert_eq!(error("const f = () => E.A\nconst enum E { A = 'abc'.length }\nreturn f()"), "");
    assert_ne!(error("enum F { B = E.A }\nconst enum E { A = 1 }\nreturn F.B"), "");
}

#[test]
fn exported_types_leave_nothing_behind() {
    for (types, rest) in [
        ("export type A = number;", " return 1"),
        ("export interface I { a: 1 }", "\nreturn 1"),
        ("export default interface I {}", "\nreturn 1"),
        ("export declare const a: number;", "\nreturn 1"),
        ("export declare enum E { A }", "\nreturn 1"),
        ("export type { A };", " return 1"),
        ("export { type A };", " return 1"),
        ("export type { A } from 'b';", " return 1"),
        ("export type * from 'b';", " return 1"),
        ("export {};", "\nreturn 1"),
        ("import type { A } from 'b';", " return 1"),
        ("import { type A, type B } from 'b';", " return 1"),
    ] {
        let found = preflight(&format!("{types}{rest}"), &tools());
        assert!(found.findings.is_empty(), "{types}: {:?}", found.findings);
        assert_eq!(found.code, format!(";{}{rest}", " ".repeat(types.len() - 1)));
    }
    for code in ["export enum E { A }\nreturn E.A", "  export const enum E { A }\nreturn E.A"] {
        let (found, own) = (preflight(code, &tools()), code.replace("export", "      "));
        assert!(found.findings.is_empty(), "{code}: {:?}", found.findings);
        assert_eq!(found.code, preflight(&own, &tools()).code, "{code}");
    }
    // Their values are of another module, or are the result of this code.
    for code in
        ["import { type A, b } from 'b'", "import {} from 'b'", "export { type A, b }", "export const n = 1;"]
    {
        assert!(!preflight(code, &tools()).is_ok(), "{code}");
    }
}

#[test]
fn syntax_errors_have_a_place() {
    assert_snapshot!(rendered(&[
        "const a = 1;\nreturn a +;",
        "return (1",
        "if (a) {\n  return 1;\n",
        "return 1 }",
        "}); alert(1); (async () => {",
        "}, 1, async () => {",
        "return 'a",
        "const \u{1f600} = 1",
        "const a: = 1",
        "let a: string = ;",
        "import x from 'y'",
        "return await",
        "x = [1, 2",
        "}",
        "f(a]\n)",
        "f(a))",
    ]));
}

#[test]
fn wrong_calls_are_reported() {
    assert_snapshot!(rendered(&[
        "return await global.serchBooks('dune')",
        "return await global['search_books']('dune')",
        "const { serchBooks: s } = global; return await s('x')",
        "const g = global;\nreturn await g.purchase()",
        "return await (global as any).serchBooks('dune')",
        "return await global.searchBooks()",
        "return await global.searchBooks('a', 1, 'price', 2)",
        "return await global.getBasket(1)",
        "return await global.getBasket({ id: 1 })",
        "return await global.searchBooks({ query: 'dune' })",
        "return await global.searchBooks(`dune`, '3', 'date')",
        "return await global.searchBooks(...words, 1, 2)",
        "return await global.addToBasket({ id: 1 })",
        "return await global.addToBasket({ id: 'a', cuont: 2 })",
        "return await global.addToBasket({ count: 1.5 })",
        "return await global.addToBasket({ id: 'a', gift: { from: 'me' } }, ['a', 1])",
        "return await global['cart.add-item']({ a: 'x' }, ['a'], { c: 1 })",
        "const addToBasket = global.addToBasket;\nreturn await addToBasket('x')",
        "try { await global.nothing() } catch {}",
    ]));
}

#[test]
fn what_is_not_certain_is_no_error() {
    for code in [
        "if (global.wishlist) await global.wishlist('x')",
        "return await global.wishlist?.('x')",
        "if (typeof global.wishlist === 'function') { await global.wishlist() }",
        "if ('wishlist' in global) { await global.wishlist() }",
        "const global = window; global.anything()",
        "function f(global) { global.anything() }",
        "global = x; global.anything()",
        "return globalThis.global.anything()",
        "return window.anything()",
        "{ const g = global; } return g.anything()",
        "const g = global; { const g = window; g.anything() }",
        "return await global.searchBooks(...all)",
        "return await global.searchBooks(a, b, c)",
        "return await global.searchBooks('a', undefined, null)",
        "return await global.getBasket({})",
        "return await global.getBasket(undefined)",
        "return await global.getBasket(options)",
        "return await global.getBasket({ ...item })",
        "return await global.addToBasket({ ...item })",
        "return await global.addToBasket({ [id]: 1 })",
        "return await global.addToBasket({ id, count: 1 + 1, gift: null })",
        "return await global.addToBasket({ id: 'a', gift: undefined }, [...tags, 'x'])",
        "return await global['cart.add-item']({ a: 1 }, ['a', 1], { a: 1, b: 2 })",
        "return await global['cart.add-item']({ a: 1 }, x as any, 'text')",
        "return await global[name]('x')",
        "return await Promise.all(ids.map((id) => global.searchBooks(id)))",
        "return await global.searchBooks('a' as unknown as number)",
    ] {
        no_error(code);
    }
}

#[test]
fn promises_nobody_waits_for_are_hinted_at() {
    assert_snapshot!(rendered(&[
        "global.getBasket(); return 1",
        "const n = global.getBasket().length; return n",
        "for (const item of global.getBasket()) {}",
        "return global.getBasket().then((b) => b.length)",
        "const p = global.getBasket(); return await p",
    ]));
}

/// A promise in the place of its value, and the same places with `await`.
#[test]
fn promises_in_the_place_of_values_are_reported() {
    let awaits = |code: &str| {
        let found = look(code).findings;
        found.iter().filter(|finding| finding.kind == CodeDiagnosticKind::MissingAwait).count()
    };
    for code in [
        "if (global.getBasket()) return 1; return 2",
        "while (global.getBasket()) {}",
        "return global.getBasket() ? 1 : 2",
        "return !global.getBasket()",
        "return global.getBasket() && 1",
        "const n = global.getBasket() + 1; return n",
        "let found; found = global.searchBooks('sea'); return found.length",
        "let found; found = global.searchBooks('sea'); if (found) return 1; return 2",
    ] {
        assert_eq!(awaits(code), 1, "{code}");
    }
    for code in [
        "if (await global.getBasket()) return 1; return 2",
        "return (await global.getBasket()) + 1",
        "return 1 && global.getBasket()",
        "let found; found = global.searchBooks('sea'); return (await found).length",
        "let found; found = global.searchBooks('sea'); found = await found; return found.length",
        "let found = []; found = global.searchBooks('sea'); return found",
        "let found; found = await global.searchBooks('sea'); return found.length",
    ] {
        assert_eq!(awaits(code), 0, "{code}");
    }
}

#[test]
fn calls_are_listed() {
    let found =
        look("const { getBasket } = global;\nawait getBasket();\nawait global.searchBooks('a', ...b)");
    let calls: Vec<_> = found
        .calls
        .iter()
        .map(|call| (call.tool.as_str(), call.arguments, call.spread, call.place.line, call.place.column))
        .collect();
    assert_eq!(calls, [("getBasket", 0, false, 2, 7), ("searchBooks", 1, true, 3, 7)]);
}

#[test]
fn a_line_of_which_the_schema_does_not_speak_keeps_its_type() {
    let manifest = webagents_manifest::parse(
        "# S\n\n## a\nB.\n\n### Params\n- `x` (string): X.\n\n### Input Schema\n```json\n{\"type\":\"object\"}\n```\n",
    )
    .manifest;
    let tools = Tools::new(&manifest);
    let kinds =
        |code: &str| preflight(code, &tools).findings.iter().map(|finding| finding.kind).collect::<Vec<_>>();
    assert_eq!(kinds("return await global.a('y')"), []);
    assert_eq!(kinds("return await global.a({ y: 1 })"), [CodeDiagnosticKind::Argument]);
    assert_eq!(kinds("return await global.a('y', 2)"), [CodeDiagnosticKind::Arity]);
    assert_eq!(kinds("return await global.b()"), [CodeDiagnosticKind::UnknownTool]);
}

#[test]
fn a_schema_without_properties_takes_an_object() {
    let kinds = |schema: &str, code: &str| {
        let text = format!("# S\n\n## f\nF.\n\n### Params\n\n### Input Schema\n```json\n{schema}\n```\n");
        let tools = Tools::new(&webagents_manifest::parse(&text).manifest);
        preflight(code, &tools).findings.iter().map(|finding| finding.kind).collect::<Vec<_>>()
    };
    let (argument, arity) = (vec![CodeDiagnosticKind::Argument], vec![CodeDiagnosticKind::Arity]);
    for schema in [
        r#"{"type":"object"}"#,
        "{}",
        r#"{"type":"object","properties":{}}"#,
        r#"{"type":"object","additionalProperties":true}"#,
        r#"{"type":"object","properties":{},"additionalProperties":{"type":"string"}}"#,
    ] {
        for code in
            ["return await global.f()", "return await global.f({})", "return await global.f({ a: 'b' })"]
        {
            assert_eq!(kinds(schema, code), [], "{schema} {code}");
        }
        assert_eq!(kinds(schema, "return await global.f('a')"), argument, "{schema}");
        assert_eq!(kinds(schema, "return await global.f({}, {})"), arity, "{schema}");
    }
    let typed = r#"{"type":"object","additionalProperties":{"type":"string"}}"#;
    assert_eq!(kinds(typed, "return await global.f({ a: 1 })"), argument);
    let closed = r#"{"type":"object","additionalProperties":false}"#;
    assert_eq!(kinds(closed, "return await global.f({})"), []);
    assert_eq!(kinds(closed, "return await global.f({ a: 1 })"), argument);
    // An empty list of lines means that the tool takes no arguments; an empty object counts as none.
    let lines = Tools::new(&webagents_manifest::parse("# S\n\n## f\nF.\n\n### Params\n").manifest);
    for (code, expected) in
        [("return await global.f({})", vec![]), ("return await global.f({ a: 1 })", arity)]
    {
        let found = preflight(code, &lines).findings;
        assert_eq!(found.iter().map(|finding| finding.kind).collect::<Vec<_>>(), expected, "{code}");
    }
}

const SCHEMAS: &str = r##"# S

## search
Lines say the order, the schema the types.

### Params
- `query` (string): What.
- `limit` (number, optional): How many.

### Input Schema
```json
{
  "type": "object",
  "properties": {
    "limit": { "type": "integer", "minimum": 1, "exclusiveMaximum": 51 },
    "query": { "type": "string", "minLength": 2, "maxLength": 10 },
    "sort": { "enum": ["price", "title"] },
    "where": { "type": "object", "properties": { "city": { "type": "string" } }, "additionalProperties": false },
    "near": { "type": "object", "properties": { "lat": { "type": "number" } }, "required": ["lat"] },
    "tags": { "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 2 },
    "range": { "enum": [[0, 1], { "a": 1 }, null] },
    "tree": { "$ref": "#/$defs/node" }
  },
  "required": ["query"],
  "additionalProperties": false,
  "$defs": { "node": {
    "type": "object",
    "properties": { "value": { "type": "number", "maximum": 9 }, "left": { "$ref": "#/$defs/node" }, "right": { "anyOf": [{ "$ref": "#/$defs/node" }, { "type": "null" }] } },
    "required": ["value"], "additionalProperties": false
  } }
}
```

## find
No line: one object.

### Params

### Input Schema
```json
{
  "type": "object",
  "properties": { "query": { "type": "string" }, "limit": { "type": "integer", "maximum": 50 } },
  "required": ["query"], "additionalProperties": false
}
```

## list
Nothing is required.

### Params

### Input Schema
```json
{ "type": "object", "properties": { "page": { "type": "integer" } } }
```

## bounded
Lines have bounds too.

### Params
- `n` (integer, min=1, max=9, default=3): A number.
- `s` (string, optional, maxLength=3): A text.

## either
A union in a schema.

### Params
- `x` (any): X.

### Input Schema
```json
{ "type": "object", "properties": { "x": { "anyOf": [
  { "type": "string" },
  { "type": "object", "properties": { "a": { "type": "number" } }, "required": ["a"], "additionalProperties": false },
  { "type": "object", "properties": { "b": { "type": "number" } }, "required": ["b"], "additionalProperties": false }
] } }, "required": ["x"] }
```

## loop
A name that means nothing but itself.

### Params
- `x` (any): X.

### Input Schema
```json
{ "type": "object", "properties": { "x": { "$ref": "#/$defs/a" } },
  "$defs": { "a": { "anyOf": [{ "$ref": "#/$defs/b" }, { "type": "string" }] }, "b": { "anyOf": [{ "$ref": "#/$defs/a" }, { "$ref": "#/$defs/b" }] } } }
```
"##;

fn look_schemas(code: &str) -> Preflight {
    preflight(code, &Tools::new(&webagents_manifest::parse(SCHEMAS).manifest))
}

#[test]
fn schemas_are_held() {
    let mut out = String::new();
    for code in [
        "search()",
        "search('dune', 3, 'price', {}, {}, [], [0, 1], { value: 1 }, 9)",
        "search('d')",
        "search('dune dune dune')",
        "search('dune', 0)",
        "search('dune', 51)",
        "search('dune', 1.5)",
        "search('dune', 1, 'date')",
        "search('dune', 1, 'price', { town: 'x' })",
        "search('dune', 1, 'price', {}, { lon: 1 })",
        "search('dune', 1, 'price', {}, { lat: 1 }, [])",
        "search('dune', 1, 'price', {}, { lat: 1 }, ['a', 'b', c])",
        "search('dune', 1, 'price', {}, { lat: 1 }, ['a'], [0, 2])",
        "search('dune', 1, 'price', {}, { lat: 1 }, ['a'], [0, 1], { value: 1, left: { value: 2, right: { value: '3' } } })",
        "search('dune', 1, 'price', {}, { lat: 1 }, ['a'], [0, 1], { value: 1, left: { value: 2, rihgt: null } })",
        "search('dune', 1, 'price', {}, { lat: 1 }, ['a'], [0, 1], { value: 10 })",
        "find()",
        "find('dune')",
        "find('dune', 3)",
        "find({})",
        "find({ query: 'dune', limit: 51 })",
        "find({ query: 'dune', limt: 5 })",
        "list('x')",
        "list({ page: '1' })",
        "bounded(0)",
        "bounded(2.5, 'abcd')",
        "either({ c: 1 })",
        "either({ a: 1, c: 1 })",
        "either(1)",
        "srch('x')",
    ] {
        let _ = writeln!(out, "> {code}");
        for finding in look_schemas(&format!("return await global.{code}")).findings {
            let _ = writeln!(out, "{finding} [{}]", finding.kind);
        }
    }
    assert_snapshot!(out);
}

#[test]
fn what_a_schema_does_not_rule_out_is_no_finding() {
    for code in [
        "search(q, ...more)",
        "search('dune', 50, 'price', { city: 'x' }, { lat: 1, lon: 2 }, ['a', ...b], [0, n], { value: n, left: node })",
        "search('dune', undefined, null, undefined, undefined, undefined, { a: 1 })",
        "search(`${a}`, n + 1, 'price', {}, { lat: -1, ...more }, [a, 'b'], r)",
        "search('dune', 1, 'price', {}, { lat: 1 }, ['a'], null, { value: -0, right: null, left: { value: 9 } })",
        "find({ query: 'dune', limit: undefined })",
        "find({ query, ...rest })",
        "find(input)",
        "list()",
        "list({ page: 1, size: 2 })",
        "list(undefined)",
        "bounded()",
        "bounded(9, 'abc')",
        "either('x')",
        "either({ b: 1 })",
        "either({ a: 1, b: 2 })",
        "loop('x')",
        "loop(1)",
    ] {
        let found = look_schemas(&format!("return await global.{code}"));
        assert_eq!(found.findings, [], "{code}");
    }
}

#[test]
fn a_tree_of_unions_is_looked_at_in_bounded_time() {
    // Each level tries every branch, and fails in the last one only.
    let branch = |own: usize| {
        format!(
            "{{ \"properties\": {{ \"a\": {{ \"$ref\": \"#/$defs/t\" }}, \"b{own}\": {{}} }}, \"required\": [\"a\"], \"type\": \"object\" }}"
        )
    };
    let schema = format!(
        "{{ \"type\": \"object\", \"properties\": {{ \"x\": {{ \"$ref\": \"#/$defs/t\" }} }}, \"$defs\": {{ \"t\": {{ \"anyOf\": [{}] }} }} }}",
        (0..8).map(branch).collect::<Vec<_>>().join(", ")
    );
    let text = format!(
        "# S\n\n## f\nF.\n\n### Params\n- `x` (any): X.\n\n### Input Schema\n```json\n{schema}\n```\n"
    );
    let tools = Tools::new(&webagents_manifest::parse(&text).manifest);
    let value = format!("{}1{}", "{ a: ".repeat(80), " }".repeat(80));
    let found = preflight(&format!("global.f({value});\n").repeat(100), &tools);
    assert_eq!(found.calls.len(), 100);
    assert!(found.is_ok(), "an error beyond the steps is not certain");
}

#[test]
fn limits_leave_the_code_to_the_engine() {
    for code in [
        "x".repeat(webagents_script::limits::BYTES + 1),
        "[".repeat(5_000),
        format!("return {}1", "1+".repeat(5_000)),
        format!("const x: {}A", "a<b<c<d<e<".repeat(3) + "("),
        "x = a\n} /a(/ b".to_owned(),
    ] {
        let found = look(&code);
        assert_eq!(found.language, None);
        assert_eq!(found.code, code);
        assert_eq!(found.findings.len(), 1, "{:?}", found.findings);
        let finding = &found.findings[0];
        assert_eq!(
            (finding.kind, finding.severity),
            (CodeDiagnosticKind::Limit, Severity::Warning),
            "{finding}"
        );
        assert!(found.is_ok());
    }
}
