//! Exports of modules: the names of their tools, and the functions that are listed instead.

use std::fmt::Write as _;

use insta::assert_snapshot;
use webagents_script::{Deduced, SourceLanguage, SourceOptions, deduce};

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

fn typescript(source: &str) -> Deduced {
    with_all(source, SourceLanguage::TypeScript)
}

/// A file of declarations, and forms in which one function has several names or signatures.
#[test]
fn exports_are_tools_by_their_names() {
    for (source, expected) in [
        (
            "export declare const skip: unique symbol;\n/** Maps. */\nexport default function pMap(a: string[]): void;\nexport const n: number;",
            "pMap",
        ),
        (
            "export const abs: Math['abs'];\ninterface Math { /** A. */ abs(x: number): number; max: 1 }",
            "abs",
        ),
        (
            "export const { add, none }: Api;\ninterface Base { add(a: 1): 1 }\ninterface Api extends Base { none: 1 }",
            "add",
        ),
        ("declare function a(x: string): void;\nexport { a as one, a as two };", "one two"),
        (
            "declare function a(): void;\ndeclare function b(): void;\nexport { a as default, a }; export { b as c };",
            "a c",
        ),
        ("declare function f(): void;\nexport = f;", "f"),
        (
            "declare namespace N { function f(): void; namespace M { const g: () => void } }\nexport = N;",
            "f M.g",
        ),
        ("declare const api: { f(): void; n: 1 };\nexport = api;", "f"),
        (
            "export {}; declare global { function f(a: string): void; var g: () => void; interface Window { h(): void; i: 1 } }",
            "f g h",
        ),
        ("declare module 'x' { function f(): void; export const n: 1; }", "f"),
        (
            "declare function f(): void; declare namespace shop { function add(id: string): void }",
            "f shop.add",
        ),
        ("declare function f(): void; export function g(): void;", "f g"),
        ("export function f(a: 1): 1; export function f(a: 2): 2;", "f"),
        (
            "export const api: { get(url: string): void; post: (u: string) => void; n: 1 };",
            "api.get api.post",
        ),
        ("declare const _default: { run(x: number): void };\nexport default _default;", "run"),
        ("export {}; export const f: typeof g; declare const g: (a: string) => void;", "f"),
    ] {
        let deduced = with_all(source, SourceLanguage::Declarations);
        assert_eq!(names(&deduced), expected, "{source}: {:?}", messages(&deduced));
    }
    for (source, expected) in [
        ("function a(x) {}\nexport { a as one, a as two };", "one two"),
        ("function distance(x) {}\nexport { distance as default, distance };", "distance"),
        ("var index_default = f;\nfunction f() {}\nexport { index_default as default };", "f"),
        ("const f = (a) => a; Object.assign(globalThis, { f, g: f });", "f g"),
        ("const f = (a) => a; window.f = f; window.shop = { f };", "f shop.f"),
        ("const api = { f() {} }; Object.assign(window, api);", "f"),
        ("function f() {} module.exports = f; module.exports.g = g; function g() {}", "f g"),
        ("function f() {} function g() {} module.exports = { f, h: g };", "f h"),
        (
            "exports.a = exports.b = void 0; exports.a = a; function a() {} const b = () => 1; exports.b = b;",
            "a b",
        ),
        (
            "Object.defineProperty(exports, 'f', { enumerable: true, get: function () { return g; } }); function g() {}",
            "f",
        ),
        ("__export(all, { f: () => g }); module.exports = __toCommonJS(all); function g() {}", "f"),
        ("exports.default = f; function f() {} module.exports = exports.default;", "f"),
        ("window.shop = (function () { function add(id) {} return { add: add }; })();", "shop.add"),
        ("export const { f } = { f: (a) => a };", "f"),
    ] {
        let deduced = with_all(source, SourceLanguage::JavaScript);
        assert_eq!(names(&deduced), expected, "{source}: {:?}", messages(&deduced));
    }
    // A text of declarations is one without its name, too.
    assert_eq!(names(&typescript("export const x: number;\nexport function f(): void;")), "f");
    assert_eq!(
        names(&with_all(
            "export const f = (a) => 1 << a;\nexport const g = (a) => (a << 2) < 3;",
            SourceLanguage::JavaScript
        )),
        "f g"
    );
}

/// Components, hooks and exports without documentation need `all`; a tag or the window makes a tool.
#[test]
fn components_and_hooks_are_listed() {
    let source = r#"
        import { useState } from "react";
        /** The page. */
        export function App() { return <main/>; }
        /** A list. */
        export const List: React.FC = (props) => null;
        export const Item = ({ id }: { id: string }): JSX.Element => useItem(id);
        /** The cart. */
        export function useCart() { return useState(0); }
        export function undocumented(id: string) {}
        /** Adds. */
        export function add(id: string) {}
        /** @tool */
        export function useCoupon(code: string) {}
        window.remove = (id: string) => {};
    "#;
    let mut options = SourceOptions::new(SourceLanguage::TypeScriptJsx);
    let deduced = deduce(source, &options);
    assert_eq!(names(&deduced), "add useCoupon remove");
    let skipped: Vec<String> = deduced.skipped.iter().map(ToString::to_string).collect();
    assert_snapshot!(skipped.join("\n"));
    options.all = true;
    assert_eq!(names(&deduce(source, &options)), "App List Item useCart undocumented add useCoupon remove");
}

/// Every loss is listed, and a type of another file is one.
#[test]
fn losses_are_complete() {
    let mut many = String::new();
    for index in 0..150 {
        let _ = writeln!(many, "/** A. */ export function f{index}(a: A{index}) {{}}");
    }
    assert_eq!(typescript(&many).findings.len(), 150);
    let deduced = typescript(
        "import { Coord, Units } from 'x';\n/** D. */\nexport function distance(from: Coord, o?: { units?: Units }, at?: Date, of?: Map<string, File>): Promise<number[]> {}",
    );
    let lost = messages(&deduced);
    assert!(lost.len() == 2 && lost[0].contains("`Coord`") && lost[1].contains("`Units`"), "{lost:?}");
    let tool = &deduced.tools[0];
    let types: Vec<&str> = tool.params.iter().map(|param| &*param.ty).collect();
    assert_eq!(types, ["unknown", "{ units?: unknown }", "Date", "Map<string, File>"]);
    let private = typescript("/** S.\n * @private */\nexport function hidden(q: string) {}");
    assert_eq!(private.skipped[0].to_string(), "`hidden` has the tag `@private` in its documentation");
}

/// Arguments go by position, so a parameter with a name that no manifest takes gets another one.
#[test]
fn refused_names_of_parameters_change() {
    let deduced = with_all(
        "export function f(constructor: string, n: number): void;\nexport function g(input1_: 1, __proto__: 2, a: 3): void;",
        SourceLanguage::Declarations,
    );
    let params = |at: usize| -> Vec<String> {
        let tool: &webagents_manifest::Tool = &deduced.tools[at];
        tool.params.iter().map(|param| param.name.to_string()).collect()
    };
    assert_eq!(params(0), ["constructor_", "n"]);
    assert_eq!(params(1), ["input1_", "__proto___", "a"]);
    let messages = messages(&deduced);
    assert!(messages.iter().any(|one| one.contains("it is called `constructor_`")), "{messages:?}");
}
