//! Preflight from outside: what passes untouched, what is stripped, and what is reported.

use std::fmt::Write as _;

use insta::assert_snapshot;
use webagents_script::{FindingKind, Language, Preflight, Severity, Tools, preflight};

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
    let found = look(code);
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
    let found = look(typed);
    assert_eq!(found.code, plain, "{:?}", found.findings);
    assert_eq!(found.language, Some(Language::TypeScript));
    // Every line is as long as before, as an engine counts.
    let lines = |text: &str| text.split('\n').map(|line| line.encode_utf16().count()).collect::<Vec<_>>();
    assert_eq!(lines(typed), lines(&found.code));
    // What is left is JavaScript, and no more is taken from it.
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
    let harness = include_str!("../../runtime/src/harness.js");
    let function = harness.find("\n() => {").expect("the harness is a function");
    passes(&format!("return ({})", &harness[function..]));
    // What nobody ends with a semicolon, a long list, a long sum.
    passes(&"const a = f(b, { c: [1, 2] })\nif (a.d) {\n  g(a)\n}\nwhile (h()) i()\nfoo()\n".repeat(1_000));
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
fn a_schema_says_more_than_params() {
    let manifest = webagents_manifest::parse(
        "# S\n\n## a\nB.\n\n### Params\n- `x` (string): X.\n\n### Input Schema\n```json\n{\"type\":\"object\"}\n```\n",
    )
    .manifest;
    let tools = Tools::new(&manifest);
    assert_eq!(preflight("return await global.a({ y: 1 }, 2)", &tools).findings, []);
    assert_eq!(preflight("return await global.b()", &tools).findings[0].kind, FindingKind::UnknownTool);
}

#[test]
fn limits_leave_the_code_to_the_engine() {
    for code in [
        "x".repeat(webagents_script::limits::BYTES + 1),
        "[".repeat(5_000),
        format!("return {}1", "1+".repeat(5_000)),
        format!("const x: {}A", "a<b<c<d<e<".repeat(3) + "("),
        "x = a\n} /a(/ b".to_owned(),
        "<!-- x".to_owned(),
    ] {
        let found = look(&code);
        assert_eq!(found.language, None);
        assert_eq!(found.code, code);
        assert_eq!(found.findings.len(), 1, "{:?}", found.findings);
        let finding = &found.findings[0];
        assert_eq!((finding.kind, finding.severity), (FindingKind::Limit, Severity::Warning), "{finding}");
        assert!(found.is_ok());
    }
}
