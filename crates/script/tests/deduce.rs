//! Deduction from outside: the tools that a file's functions become, and the findings about the rest.

use std::fmt::Write as _;

use insta::assert_snapshot;
use webagents_manifest::{Manifest, parse, write};
use webagents_script::{CodeDiagnosticKind, Deduced, SourceLanguage, SourceOptions, deduce};

fn typescript(source: &str) -> Deduced {
    with_all(source, SourceLanguage::TypeScript)
}

fn javascript(source: &str) -> Deduced {
    with_all(source, SourceLanguage::JavaScript)
}

fn with_all(source: &str, language: SourceLanguage) -> Deduced {
    let mut options = SourceOptions::new(language);
    options.all = true;
    deduce(source, &options)
}

/// Everything that is reported, in words.
fn messages(deduced: &Deduced) -> Vec<String> {
    let skipped = deduced.skipped.iter().map(ToString::to_string);
    skipped.chain(deduced.findings.iter().map(ToString::to_string)).collect()
}

fn names(deduced: &Deduced) -> String {
    deduced.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(" ")
}

fn rendered(deduced: &Deduced) -> String {
    let mut manifest = Manifest::default();
    manifest.name = "Deduced".into();
    manifest.tools.clone_from(&deduced.tools);
    let mut out = write(&manifest);
    assert_eq!(parse(&out).manifest, manifest, "deduced tools are written and read again");
    out.push_str("\n---- skipped\n");
    for one in &deduced.skipped {
        let _ = writeln!(out, "{one}");
    }
    out.push_str("\n---- findings\n");
    for finding in &deduced.findings {
        let _ = writeln!(out, "{finding} [{}]", finding.kind);
    }
    out.push_str("\n---- declarations\n");
    out.push_str(&deduced.declarations);
    out
}

#[test]
fn a_file_in_typescript() {
    assert_snapshot!(rendered(&typescript(include_str!("fixtures/shop.ts"))));
}

#[test]
fn a_file_in_javascript() {
    assert_snapshot!(rendered(&javascript(include_str!("fixtures/shop.js"))));
}

#[track_caller]
fn check(source: &str, name: &str, params: &str, returns: &str) {
    let deduced = typescript(source);
    let tool = deduced.tools.first().unwrap_or_else(|| panic!("no tool: {:?}", deduced.findings));
    let shown: Vec<String> = tool
        .params
        .iter()
        .map(|param| {
            let optional = if param.required { "" } else { "?" };
            let default = param.default.as_deref().map(|value| format!(" = {value}")).unwrap_or_default();
            format!("{}{optional}: {}{default}", param.name, &*param.ty)
        })
        .collect();
    assert_eq!(
        (tool.name.as_str(), shown.join(", ").as_str(), &*tool.returns),
        (name, params, returns),
        "{:?}",
        deduced.findings
    );
}

#[test]
fn forms_of_functions() {
    check("export function f() {}", "f", "", "");
    check("export const f = function (a: string) {}", "f", "a: string", "");
    check("export const f = (async (a?: 1 | 2) => 1) satisfies X", "f", "a?: 1 | 2", "");
    check("export default { f(a: string[]): void {} }", "f", "a: string[]", "void");
    check("export default async function f(): Promise<Promise<string>> {}", "f", "", "string");
    check("/** @webagents */ const f = (a: Date) => 1", "f", "a: Date", "");
    check("/** @tool */\nglobal[\"cart.add\"] = (a: any) => 1", "cart.add", "a: any", "");
    check("const g = () => 1; export { g as f }", "f", "", "");
    check("export function f(x: unknown): x is string {}", "f", "x: unknown", "boolean");
    check(
        "export function f(a: {b: string}, [c]: [number, number]) {}",
        "f",
        "a: { b: string }, input2: [number, number]",
        "",
    );
    check(
        "interface A<T = string> { a: T } export function f(a: A, b: A<A<1>>) {}",
        "f",
        "a: { a: string }, b: { a: { a: 1 } }",
        "",
    );
    check(
        "interface A { a: 1; b: 2 } interface B extends A { b: 3 } export function f(b: B) {}",
        "f",
        "b: { a: 1; b: 3 }",
        "",
    );
    check("enum E { A, B = 5, C } export function f(a: E, b: E.B) {}", "f", "a: 0 | 5 | 6, b: 5", "");
    check("type L = { next: L | null }; export function f(a: L) {}", "f", "a: { next: unknown | null }", "");
}

#[test]
fn types_are_computed() {
    let declared = "enum Kind { Paper = 'paper', Audio = 'audio' }
        enum Flag { A = 1 << 0, B = 1 << 1, Both = A | B }
        interface Item { id: string; kind: Kind; /** In EUR. @minimum 0 */ price?: number }
        interface Item { more: boolean }
        type Page<T, K extends keyof T = keyof T> = { items: Pick<T, K>[]; by: K };
        type Mapped = { readonly [K in Kind]?: K };
        type Route = `/books/${number}`;
        /** One of many. @minimum 1 */
        type Count = number;
        type When = { at: Date; done(): void };
        type Odd<T> = T extends string ? 1 : 2;
        type Link<T> = { value: T; next?: Link<T> };";
    let check = |source: &str, params: &str| check(&format!("{declared}\n{source}"), "f", params, "");
    check("export function f(a: Flag, b: Kind.Audio) {}", "a: 1 | 2 | 3, b: \"audio\"");
    check(
        "export function f(a: Item) {}",
        "a: { id: string; kind: \"paper\" | \"audio\"; /** In EUR. @minimum 0 */ price?: number; more: boolean }",
    );
    check(
        "export function f(a: keyof Item, b: Item['price']) {}",
        "a: \"id\" | \"kind\" | \"price\" | \"more\", b: /** @minimum 0 */ number",
    );
    check("export function f(a: Page<Item, 'id'>) {}", "a: { items: { id: string }[]; by: \"id\" }");
    check("export function f(a: Mapped) {}", "a: { readonly paper?: \"paper\"; readonly audio?: \"audio\" }");
    check(
        "export function f(a: Route) {}",
        r"a: /** @pattern ^\/books\/-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$ */ string",
    );
    check("export function f(a?: Count) {}", "a?: /** @minimum 1 */ number");
    check("export function f<T extends Item>(a: T['id'], b: Partial<T>['more']) {}", "a: string, b: boolean");
    // Types that a page accepts stay as they are, although they are not plain data.
    check(
        "export function f(a: When, b: Date, c: (x: Item) => void) {}",
        "a: { at: Date }, b: Date, c: unknown",
    );
    check(
        "export function f(a: (x: string) => void, b: Map<string, File>) {}",
        "a: (x: string) => void, b: Map<string, File>",
    );
    check("export function f(a: Link<string>) {}", "a: { value: string; next?: unknown }");
    check("export function f(a: Odd<string>, b: Kind) {}", "a: unknown, b: \"paper\" | \"audio\"");
    let odd = typescript(&format!(
        "{declared}\ntype Bad = abstract new () => object;\nexport function f(a: Odd<1>, b: When, c: Bad, d: Kind) {{}}"
    ));
    // A declaration that cannot be read takes nothing else with it.
    assert_eq!(&*odd.tools[0].params[3].ty, "\"paper\" | \"audio\"");
    let findings: Vec<String> = odd.findings.iter().map(|finding| finding.message.clone()).collect();
    assert_snapshot!(findings.join("\n"));
}

#[test]
fn what_leads_back_to_itself_has_a_schema() {
    let source = "type Tree = { value: number; children: Tree[] };
        export function grow(name: string): Tree {}
        export function cut(tree: Tree, when?: Date) {}
        export function flat(a: Tree['value']) {}";
    let deduced = typescript(source);
    let schemas: Vec<(bool, bool)> = deduced
        .tools
        .iter()
        .map(|tool| (tool.schemas.input.is_some(), tool.schemas.output.is_some()))
        .collect();
    assert_eq!(schemas, [(false, true), (true, false), (false, false)]);
    rendered(&deduced);
}

#[test]
fn many_functions_over_many_types_are_bounded() {
    let mut source = String::new();
    for index in 0..600 {
        let _ =
            writeln!(source, "type A{index} = {{ a: A{}; b: A{} }};", (index + 1) % 600, (index * 7) % 600);
    }
    for index in 0..600 {
        let _ = writeln!(source, "export function f{index}(a: A{index}) {{}}");
    }
    assert_eq!(typescript(&source).tools.len(), 600);
}

#[test]
fn a_file_that_breaks_the_grammar() {
    let deduced = typescript("export function f( {\n}\n%");
    assert_eq!(deduced.tools, []);
    assert!(!deduced.findings.is_empty());
    assert!(deduced.findings.iter().all(|finding| finding.kind == CodeDiagnosticKind::Syntax));
}

#[test]
fn types_that_explode_are_bounded() {
    let mut bomb = String::from("type A0 = { a: string };\n");
    for level in 1..40 {
        let _ = writeln!(bomb, "type A{level} = {{ l: A{0}; r: A{0} }};", level - 1);
    }
    bomb.push_str("type D<T> = [T, T];\nexport function f(a: A39, b: ");
    bomb.push_str(&"D<".repeat(20));
    bomb.push_str("string");
    bomb.push_str(&">".repeat(20));
    bomb.push_str(") {}");
    let deduced = typescript(&bomb);
    assert_eq!(deduced.tools.len(), 1);
    assert!(deduced.tools[0].params.iter().all(|param| param.ty.len() < 64 * 1024));
    assert!(
        deduced.findings.iter().any(|finding| finding.kind == CodeDiagnosticKind::TypeText),
        "{:?}",
        deduced.findings
    );
}

#[test]
fn files_are_known_by_their_extension() {
    assert_eq!(SourceOptions::for_file("a/b.d.mts").map(|o| o.language), Some(SourceLanguage::Declarations));
    assert_eq!(SourceOptions::for_file("b.mts").map(|o| o.language), Some(SourceLanguage::TypeScript));
    assert_eq!(SourceOptions::for_file("b.cjs").map(|o| o.language), Some(SourceLanguage::JavaScript));
    assert_eq!(SourceOptions::for_file("b.tsx").map(|o| o.language), Some(SourceLanguage::TypeScriptJsx));
    assert_eq!(SourceOptions::for_file("b.jsx").map(|o| o.language), Some(SourceLanguage::JavaScript));
    assert_eq!(SourceOptions::for_file("b.css"), None);
    assert_eq!(SourceOptions::for_file("b"), None);
}

/// Each form in which a page gets a function, with the tools that it gives.
#[test]
fn forms_in_which_a_page_gets_functions() {
    for (source, names) in [
        ("/** A. */ globalThis.f = async (a) => 1; window.g = function () {}; self.h = () => 1", "f g h"),
        ("window['cart.add'] = (id) => id; globalThis.window.k = () => 1; this.m = () => 1", "cart.add k m"),
        ("Object.assign(globalThis, { /** A. */ f(a) {}, g: async () => 1 })", "f g"),
        ("Object.assign(window, { f() {} }, { g() {} })", "f g"),
        ("Object.defineProperty(window, 'f', { value: async (a) => a, writable: false })", "f"),
        ("Reflect.defineProperty(self, 'f', { value() {} })", "f"),
        ("Object.defineProperties(window, { f: { value: () => 1 }, g: { value() {} } })", "f g"),
        ("/** Finds. */\nfunction f(a) {}\n/** Adds. */\nasync function g() {}\nfunction helper() {}", "f g"),
        ("/** Finds. */\nvar f = function () {}", "f"),
        ("export default { f(a) {}, g: () => 1 }", "f g"),
        ("module.exports = { f() {} }; exports.g = () => 1; module.exports.h = () => 1", "f g h"),
        ("export const tools = { f() {} }", "tools.f"),
        // A member never takes the name of an export.
        (
            "export const a = { /** A. */ f(x) {} }; export const b = { f(y) {}, c: { f() {} } }; /** C. */ export function f(q) {}",
            "a.f b.f b.c.f f",
        ),
        ("const a = { f() {} }, b = { a }; export { a as one, b }; exports.two = a", "one.f b.a.f two.f"),
        (
            "document.modelContext.registerTool({ name: 'f', description: 'Finds.', inputSchema: { type: 'object', properties: { q: { type: 'string' } } }, execute: async ({ q }) => q })",
            "f",
        ),
        (
            "if (navigator.modelContext) { start(() => navigator.modelContext.registerTool({ name: `f`, description: 'F', execute() {} })) }",
            "f",
        ),
        (
            "navigator.modelContext.provideContext({ tools: [{ name: 'f', description: 'F', execute() {} }, { name: 'g', description: 'G', execute() {} }] })",
            "f g",
        ),
        (
            "(function () { 'use strict'; window.f = function (x) {}; window.shop = { g(q) {} } })()",
            "f shop.g",
        ),
        ("!function () { window.f = (x) => x }(); (() => { self.g = () => 1 })()", "f g"),
        ("(function (root) { window.f = (x) => x }).call(this)", "f"),
        ("if (typeof window !== 'undefined') { window.f = (x) => x; } else window.g = () => 1", "f g"),
        ("document.addEventListener('DOMContentLoaded', function () { window.f = (y) => y })", "f"),
        (
            "var { registerTool } = document.modelContext; registerTool({ name: 'f', description: 'F', execute() {} })",
            "f",
        ),
        ("/** @tool\n * Finds books.\n */\nexport function f(a) {}", "f"),
        ("/** @tool find\n * Finds books.\n */\nfunction f(a) {}", "find"),
    ] {
        let deduced = javascript(source);
        assert_eq!(self::names(&deduced), names, "{source}: {:?}", messages(&deduced));
        rendered(&deduced);
    }
    let tagged = javascript("/** @tool\n * Finds books.\n */\nexport function f(a) {}");
    assert_eq!(&*tagged.tools[0].description, "Finds books.");
    let registered = javascript(
        "document.modelContext.registerTool({ name: 'f', description: 'Finds.', inputSchema: { type: 'object', properties: { q: { type: 'string', description: 'Words.' } }, required: ['q'] } })",
    );
    let tool = &registered.tools[0];
    assert_eq!(
        (&*tool.description, tool.params[0].name.as_str(), tool.params[0].required),
        ("Finds.", "q", true)
    );
}

#[test]
fn what_is_left_out_is_listed() {
    for (source, words) in [
        ("export function f() {}\nfunction helper() {}", "`helper` is not exported"),
        ("/** A. */ function f() {}\nfunction helper() {}", "`helper` has no documentation comment"),
        ("/** A. */ function f() {}\nconst g = () => 1", "`g` is a name of the script alone"),
        ("shop.api.f = () => 1", "`f` is assigned to an object that is not the window"),
        ("export class A {}", "`A` is a class, and tools are functions; write `export function"),
        (
            "document.modelContext.registerTool(tool)",
            "`tool` is registered, and its value is not written out",
        ),
        ("document.modelContext.registerTool({ name, description: 'x' })", "its `name` is not written out"),
        ("Object.assign(window, tools)", "`tools` is an object whose members are not read; write"),
        ("export const f = limit(async (n) => n)", "`f` is the result of a call"),
        ("export const f = procedure.input(x).mutation(async () => 1)", "`f` is the result of a call"),
        ("export const f = g.bind(null)", "`f` is the result of a call"),
        ("export default limit(() => 1)", "`default` is the result of a call"),
        ("export const { f } = load()", "`f` is a part of a value, which is not looked at; write"),
        ("export const [f] = all", "`[f]` is a pattern whose values are not all read; write"),
        ("self.f = c ? g : h", "`f` is one of several values"),
        (
            "window['a' + b] = () => 1",
            "`window['a' + b]` is a member of the window whose name is computed; write",
        ),
        ("import { a } from 'b'; export { a }", "`a` is exported"),
        ("export const api = { f: limit(() => 1) }", "`api.f` is the result of a call"),
        ("export default class {}", "`export default` is a class"),
        ("export default (a) => a", "`default` is a function without a name, and a tool needs one; write"),
        (
            "export * from './a.js'",
            "`export * from './a.js'` is exported from another file, which is not read; read that",
        ),
        ("export * as shop from './a.js'", "`shop` is exported from another file"),
        ("export { a as find, b } from './a.js'", "`find` is exported from another file"),
        ("export { a as find, b } from './a.js'", "`b` is exported from another file"),
        (
            "export const api = { ...rest }",
            "`...rest` spreads an object whose members are not read; write each",
        ),
        ("export const api = { [key]: () => 1 }", "`key` is a member whose name is computed; write its name"),
        (
            "export function* list() {}",
            "`list` is a generator, and a tool cannot give values one by one; write",
        ),
        (
            "export function f(...all) {}",
            "the rest parameter `all` can be passed; write one parameter that is a list",
        ),
        (
            "export function f(at = now()) {}",
            "the default of `at` is lost, because it is computed at the call; write",
        ),
        ("const x = 1", "the file has no tool; tools are exported functions"),
        ("", "the file has no tool"),
    ] {
        let deduced = javascript(source);
        let messages = messages(&deduced);
        assert!(messages.iter().any(|message| message.contains(words)), "{source}: {messages:?}");
    }
}

#[test]
fn what_typescript_exports_otherwise_is_listed() {
    for (source, words) in [
        (
            "export namespace N { export function f(x: string) {} }",
            "`N` is a namespace, which is not read; write",
        ),
        (
            "export function f<T>(x: T) {}",
            "the type parameter `T` of `f` is lost, because a tool has none; `any`",
        ),
        (
            "export function f(x: 1): 1; export function f(x: 2): 2;",
            "`f` has several signatures, and a tool has one",
        ),
        ("export declare const f: Other;", "`f` is declared by a type"),
    ] {
        let deduced = typescript(source);
        let messages = messages(&deduced);
        assert!(messages.iter().any(|message| message.contains(words)), "{source}: {messages:?}");
    }
    check("declare const a: (x: string) => number;\nexport { a };", "a", "x: string", "number");
    check("export const a: (x: string) => number = (x) => 1;", "a", "x: string", "number");
    let quiet = typescript(
        "const VERSION = 1;\ninterface A { b: string }\nexport function f() {}\nexport { VERSION, A };",
    );
    assert_eq!(messages(&quiet), [""; 0]);
}

/// No function that a page or a module may get is left out in silence.
#[test]
fn functions_that_are_not_read_are_listed_by_name() {
    for (source, names) in [
        ("export const f = memo(function (q) { return q });", "f"),
        ("export const f = debounce((a) => a, 100), g = new Command(() => {});", "f g"),
        ("/** @tool */ const f = once(function (a) { return a });", "f"),
        ("const f = throttle(() => 1); export function g() {}", "f"),
        ("var f = debounce(wrap(function () {}));", "f"),
        ("export const f = (0, function () {}), g = tag`x`, h = x?.y, i = a.b!;", "f g h i"),
        ("export const all = { cart: { add(id) {} }, get total() { return 1 } };", "all.total"),
        ("export default { cart: { add: (id) => 1 } };", "cart"),
        ("export let f; f = function (q) {};", "f"),
        (
            "(function (root, factory) { root.lib = factory(); })(this, function () { return { add() {}, sub: minus }; });",
            "lib add sub",
        ),
        ("define(['a'], function (a) { return { add(x) {} }; });", "add"),
        ("define(() => ({ add: (x) => x }));", "add"),
        ("(function (exports) { exports.f = wrap(() => 1); })(module.exports);", "f"),
        ("(function (window) { window.f = function () {}; })(other);", "f"),
    ] {
        let deduced = typescript(source);
        let messages = messages(&deduced);
        for name in names.split(' ') {
            let quoted = format!("`{name}`");
            assert!(
                messages.iter().any(|message| message.contains(&quoted)),
                "{source}: {name}: {messages:?}"
            );
        }
    }
    for source in [
        "export const all = { ['a' + 1]: () => 1 };",
        "for (const k in all) window[k] = all[k];",
        "Object.keys(all).forEach((k) => { window[k] = all[k]; });",
        "switch (a) { case 1: window[k] = f; }",
    ] {
        let deduced = typescript(source);
        let messages = messages(&deduced);
        assert!(messages.iter().any(|one| one.contains("whose name is computed")), "{source}: {messages:?}");
    }
}

/// The window has other names within a function that is called with it.
#[test]
fn members_of_the_window_under_another_name_are_tools() {
    for source in [
        "(function (root) { root.f = function (q) {}; })(window);",
        "((w, d) => { w.f = (q) => 1; })(window, document);",
        "!function (g) { g.f = function (q) {}; }(typeof self !== 'undefined' ? self : this);",
        "(function () { var root = this; root.f = function (q) {}; }).call(this);",
        "(function (root) { root.f = function (q) {}; }).call(this, globalThis);",
        "(function (root = window) { if (root) { root.f = (q) => 1; } })();",
        "const g = typeof globalThis !== 'undefined' ? globalThis : window; g.f = function (q) {};",
        "for (const one of [1]) { window.f = (q) => one; }",
        "(function (a) { (function (b) { b.f = (q) => 1; })(a); })(window);",
        "(function (exports) { exports.f = function (q) {}; })(this.lib = {});",
    ] {
        let deduced = javascript(source);
        let tools: Vec<_> =
            deduced.tools.iter().map(|tool| (tool.name.to_string(), tool.params.len())).collect();
        assert_eq!(tools, [("f".to_owned(), 1)], "{source}: {:?}", deduced.findings);
    }
    // Members of an object on the window are called by their path.
    for (source, names) in [
        ("window.cart = { add(id) {}, del: (id) => 1 };", "cart.add cart.del"),
        ("window.shop = { cart: { add(id) {} } };", "shop.cart.add"),
        ("Object.assign(window, { f() {}, cart: { add(id) {} } });", "f cart.add"),
        ("Object.defineProperty(window, 'cart', { value: { add(id) {} } });", "cart.add"),
        ("window.global = { f() {} };", "f"),
        ("/** Cart. */ var cart = { add(id) {} };", "cart.add"),
        ("module.exports = { f(a) {} }; exports.g = (a) => a;", "f g"),
    ] {
        let deduced = javascript(source);
        let tools: Vec<_> = deduced.tools.iter().map(|tool| tool.name.to_string()).collect();
        assert_eq!(tools.join(" "), names, "{source}: {:?}", deduced.findings);
    }
    for source in [
        "(function (root) { root.f = function (q) {}; })(other);",
        "(function (root) { (function (root) { root.f = (q) => 1; })(other); })(window);",
        "(function (self) { self.f = (q) => 1; })({});",
    ] {
        let deduced = javascript(source);
        assert!(deduced.tools.is_empty() && !deduced.findings.is_empty(), "{source}: {:?}", deduced.tools);
    }
}

/// Elements in files of components: tools are found and nothing in an element is taken for code.
#[test]
fn elements_of_components_are_read() {
    let component = r#"
import { useEffect } from "react";
/** Finds books. */
window.findBooks = async (query: string): Promise<string[]> => [];
const first = <T,>(items: T[]): T => items[0];
const last = <T extends object>(items: T[]): T => items[items.length - 1];
export function App({ title }: { title: string }) {
  useEffect(() => {
    document.modelContext.registerTool({ name: "add", description: "Adds.", execute: async () => first<number>([1]) });
  }, []);
  const many = [1, 2].map((n) => <li key={n}>{n < 2 ? <b>it's ( one</b> : <>two `</>}</li>);
  if (title.length < 2) return <p/>;
  return (
    <main className="a" data-x='don"t {' {...rest}>
      {/* a ' comment */}
      Don't stop &lt; <A.B x:y={<i>1</i>} /> (unless [you { "must" } ) 5 / 3 // no comment
      <ul>{many}</ul>
    </main>
  );
}
/** Adds to the basket. */
globalThis.addToBasket = (id: string) => { if (id < "a" && id > "b") return <p>'</p>; return null; };
"#;
    let tsx = SourceOptions::new(SourceLanguage::TypeScriptJsx);
    let deduced = deduce(component, &tsx);
    assert!(names(&deduced).contains("findBooks"), "{:?}", deduced.findings);
    assert!(
        names(&deduced).contains("addToBasket") && names(&deduced).contains("add"),
        "{}",
        names(&deduced)
    );
    assert!(
        deduced
            .findings
            .iter()
            .all(|finding| finding.kind != CodeDiagnosticKind::Syntax
                && finding.kind != CodeDiagnosticKind::Limit),
        "{:?}",
        deduced.findings
    );

    let plain = component.replace(": string): Promise<string[]>", ")").replace(": T[]): T", ")");
    let plain =
        plain.replace("<T,>", "").replace("<T extends object>", "").replace(": { title: string }", "");
    let plain = plain.replace("first<number>", "first").replace("(id: string)", "(id)");
    let deduced = javascript(&plain);
    assert!(
        names(&deduced).contains("addToBasket") && names(&deduced).contains("add"),
        "{:?}",
        deduced.findings
    );
}

/// Text of elements hides no code from the measure of nesting, and no depth of them ends the process.
#[test]
fn elements_hide_no_nesting() {
    let tsx = SourceOptions::new(SourceLanguage::TypeScriptJsx);
    let deep = "(".repeat(200_000);
    for source in [
        format!("type F = <T>(a: T) => ' {deep} </T>/ '"),
        format!("interface F {{ <T>(a: T): `{deep}` }} </T>"),
        format!("x = a\n<div>' {deep} '</div>"),
        format!("x = a?.<T>(' {deep} ') </T>"),
        format!("if (a) <b>'</b> {deep} '"),
        format!("{{}} <b>'</b> {deep} '"),
        format!("x = <T extends=\"'\">{deep} '</T>"),
        format!("x = <a b='{deep}'>{{'</a>{deep}"),
        format!("x = <A<\"'\">>{deep}'</A>"),
        "<a>".repeat(200_000),
        "<a b=".repeat(200_000),
        format!("x = {}", "<a>{".repeat(100_000)),
        format!("x = {}", "<a b={".repeat(100_000)),
        format!("x = <a {}/>", "{...".repeat(100_000)),
    ] {
        for options in [&tsx, &SourceOptions::new(SourceLanguage::JavaScript)] {
            let _ = deduce(&source, options);
        }
    }
    // As deep as is read at all.
    let nested = format!("x = {}1{}", "<a b={<i/>} c='d'><>{f(".repeat(24), ")}</></a>".repeat(24));
    let deduced = deduce(&nested, &tsx);
    assert!(
        deduced.findings.iter().all(|finding| finding.kind != CodeDiagnosticKind::Limit),
        "{:?}",
        deduced.findings
    );
}

/// A type alias gives a function its signature, and destructured members keep their defaults.
#[test]
fn aliases_and_defaults_of_members_are_kept() {
    for source in [
        "type Fn = (query: string) => number; export const f: Fn = x => 1",
        "export type Fn = (query: string) => number; export const f: Fn = x => 1",
    ] {
        let deduced = typescript(source);
        let tool = &deduced.tools[0];
        assert_eq!((tool.params[0].name.as_str(), tool.params[0].ty.as_ref()), ("query", "string"));
        assert_eq!(tool.returns.as_ref(), "number");
        assert!(deduced.findings.is_empty(), "{:?}", deduced.findings);
    }
    for source in [
        "export function f({ a, limit = 10 }: { a: string; limit?: number }) {}",
        "/** @param {object} o - O.\n * @param {string} o.a - A. */ export function f({ a, limit = 10 }) {}",
    ] {
        let deduced = typescript(source);
        assert!(deduced.tools[0].params[0].ty.contains("@default 10"), "{:?}", deduced.tools[0].params);
    }
    let deduced =
        typescript("export function f({ a, since = Date.now() }: { a: string; since?: number }) {}");
    assert!(
        deduced.findings.iter().any(|finding| finding.message.contains("since")),
        "{:?}",
        deduced.findings
    );
}
