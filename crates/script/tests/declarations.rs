//! Declarations of TypeScript, read and written.

use std::fmt::Write as _;

use proptest::prelude::*;
use webagents_schema::declarations::{self, limits};
use webagents_schema::ty::{self, Type};
use webagents_schema::{Definition, Shape};
use webagents_script::{CodeDiagnosticKind, SOURCE_BYTES, declared_type};

/// The declaration `X` of `text` is `expected`: the root, then each definition, as one line each.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let read = declared_type(text, "X").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(lines(&read.value), expected, "{text}");
    let losses: Vec<String> = read.losses.iter().map(ToString::to_string).collect();
    assert_eq!(losses, <Vec<String>>::new(), "{text}");
}

/// The same for a text with types that are not data.
#[track_caller]
fn loses(text: &str, expected: &[&str], losses: &[&str]) {
    let read = declared_type(text, "X").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(lines(&read.value), expected, "{text}");
    let found: Vec<String> = read.losses.iter().map(ToString::to_string).collect();
    assert_eq!(found, losses, "{text}");
}

fn lines(shape: &Shape) -> Vec<String> {
    let root = shape.root.clone().refined(shape.facts.clone()).to_string();
    let definition = |d: &Definition| format!("{} = {}", d.name, d.ty.clone().refined(d.facts.clone()));
    std::iter::once(root).chain(shape.definitions.iter().map(definition)).collect()
}

#[test]
fn declarations_are_resolved() {
    check("type X = 'a' | \"b\"", &[r#""a" | "b""#]);
    check("export default interface X { a: string; b?: number | undefined }", &["{ a: string; b?: number }"]);
    check("type X = B[]; interface B { x?: X }", &["X", "X = B[]", "B = { x?: X }"]);
    check(
        "interface A { a: string; c: 1 } interface B<T> { b: T } interface X extends A, B<number> { c: 2 }",
        &["{ a: string; c: 2; b: number }"],
    );
    check("interface X { a: 1 } interface X { b: 2 }", &["{ a: 1; b: 2 }"]);
    check("interface Y { a: 1 }\ntype X = Y & { b: 2; a: 1 }", &["{ a: 1; b: 2 }"]);
    check("type X = string & { __brand: 'X' }", &["string"]);
    check("type X = Date; const enum Y { A }", &["/** @format date-time */ string"]);
    check("type X = Promise<Array<string>>", &["string[]"]);
    check(
        "type X = { readonly [key: string]: readonly number[] }",
        &["{ readonly [key: string]: number[] }"],
    );
}

#[test]
fn enums_are_unions_of_their_values() {
    check("enum X { A, B, C = 10, D }", &["0 | 1 | 10 | 11"]);
    check("export declare const enum X { A = 'a', B = `b`, 'c d' = \"c\" }", &[r#""a" | "b" | "c""#]);
    check(
        "enum X { A = 1 << 2, B = A | X.A, C = ~1 + 2 * (3 - 1), D = 0x1F, E = -1.5e1 }",
        &["4 | 2 | 31 | -15"],
    );
    check("enum E { A = 'a', B = 'b' }\ntype X = E.A | 1", &[r#""a" | 1"#]);
    check("enum E { A, B }\ninterface X { e: E }", &["{ e: E }", "E = 0 | 1"]);
    loses(
        "enum X { A = 'x'.length }",
        &["number"],
        &["/X: `enum` widened: the value is computed; it may be any number"],
    );
}

#[test]
fn generics_are_put_in() {
    check(
        "type Box<T = string> = { value: T }; type X = [Box<1>, Box]",
        &["[{ value: 1 }, Box]", "Box = { value: string }"],
    );
    check("type Two<A, B = A[]> = { a: A; b: B }; type X = Two<1>", &["{ a: 1; b: 1[] }"]);
    check(
        "interface Tree<T> { value: T; children: Tree<T>[] }; type X = Tree<number>",
        &["Tree_number", "Tree_number = { value: number; children: Tree_number[] }"],
    );
    check(
        "type Maybe<T> = T | null; interface X { a: Maybe<string>; b: Maybe<X> }",
        &["X", "X = { a: string | null; b: X | null }"],
    );
}

#[test]
fn utility_and_mapped_types_are_computed() {
    let base = "interface A { /** An a. */ a: string; b?: number; readonly c: boolean }\n";
    let with = |text: &str| format!("{base}type X = {text}");
    let all = "/** An a. */ a: string; b?: number; readonly c: boolean";
    check(&with("Partial<A>"), &["{ /** An a. */ a?: string; b?: number; readonly c?: boolean }"]);
    check(&with("Required<A>"), &["{ /** An a. */ a: string; b: number; readonly c: boolean }"]);
    check(&with("Pick<A, 'a' | 'b'>"), &["{ /** An a. */ a: string; b?: number }"]);
    check(&with("Omit<A, 'a'>"), &["{ b?: number; readonly c: boolean }"]);
    check(&with("Readonly<A>"), &["A", &format!("A = {{ {all} }}")]);
    check(&with("Record<'x' | 'y', 1>"), &["{ x: 1; y: 1 }"]);
    check(&with("Record<string, A['a']>"), &["{ /** An a. */ [key: string]: string }"]);
    check(&with("Record<string, never>"), &["/** @additionalProperties false */ {}"]);
    check(&with("Exclude<'a' | 'b' | 1, string>"), &["1"]);
    check(&with("Extract<'a' | 'b' | 1, 'a' | 'c'>"), &[r#""a""#]);
    check(&with("NonNullable<string | null | undefined>"), &["string"]);
    check(&with("keyof A"), &[r#""a" | "b" | "c""#]);
    check(&with("A['b']"), &["number"]);
    check(&with("(1 | 2)[][number]"), &["1 | 2"]);
    check(&with("['a', 'b'][number]"), &[r#""a" | "b""#]);
    check(
        &with("{ [K in keyof A]?: A[K] }"),
        &["{ /** An a. */ a?: string; b?: number; readonly c?: boolean }"],
    );
    check(
        &with("{ -readonly [K in keyof A]-?: A[K][] }"),
        &["{ /** An a. */ a: (/** An a. */ string)[]; b: number[]; c: boolean[] }"],
    );
    check(&with("{ [K in 'a' | 'b' as `get_${K}`]: K }"), &[r#"{ get_a: "a"; get_b: "b" }"#]);
    check(&with("{ +readonly [K in string]: number; }"), &["{ [key: string]: number }"]);
    check(&with("`${'a' | 'b'}-${1 | 2}`"), &[r#""a-1" | "a-2" | "b-1" | "b-2""#]);
    check(
        &with("`v${number}.x`"),
        &[r"/** @pattern ^v-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\.x$ */ string"],
    );
    check(&with("Capitalize<'abc' | 'x'>"), &[r#""Abc" | "X""#]);
}

#[test]
fn comments_are_facts() {
    check(
        "/**\n * A thing.\n *\n *   - with lines\n * @title Thing\n * @additionalProperties false\n */\ninterface X {\n  /** @integer\n   * @minimum 1 */\n  n: number;\n  m: /** In front. @maxLength 3 */ string;\n}",
        &[
            "/** A thing. - with lines @title Thing @additionalProperties false */ { /** @minimum 1 */ n: integer; /** In front. @maxLength 3 */ m: string }",
        ],
    );
    let read = declared_type("/**\n * Two\n *   lines.\n */\ntype X = 1", "X").unwrap().value;
    assert_eq!(read.facts.description, "Two\n  lines.");
    check("/** @type integer */ type X = number", &["integer"]);
}

#[test]
fn what_is_no_data_is_dropped_and_reported() {
    loses(
        "import { Y } from './y';\nclass C { a = 1; }\nfunction f(): { a: 1 } { return { a: 1 } }\nconst x = {\n  y: 1\n}\nnamespace N { interface X { a: 1 } }\ninterface X { a: C; f(): void; g: () => void; s: symbol; n: bigint; y: Y; new (): X; get z(): 1; <T>(x: T): T }",
        &["{ a: C; s: unknown; n: integer; y: unknown; readonly z: 1 }", "C = unknown"],
        &[
            "/: `import` dropped: other files are not read; the imported names are unknown",
            "/C: `class` dropped: expected plain data, found a class; it was skipped",
            "/: `function` dropped: only interfaces, types and enums are read; it was skipped",
            "/: `const` dropped: only interfaces, types and enums are read; it was skipped",
            "/: `namespace` dropped: only interfaces, types and enums are read; it was skipped",
            "/X: `function` dropped: expected plain data, found a method; it was dropped",
            "/X: `function` dropped: expected plain data, found a function; it was dropped",
            "/X/s: `type` widened: JSON has no symbols; it is `unknown`",
            "/X/n: `type` narrowed: JSON has no big integers; it is an integer",
            "/X/y: `type` widened: `Y` is not declared here, or is not plain data; it is `unknown`",
            "/X: `function` dropped: expected plain data, found a function; it was dropped",
            "/C: `class` widened: expected plain data, found a class; it is `unknown`",
        ],
    );
    loses(
        "type X = { a: string extends 'a' ? 1 : 2; b: typeof x.y; c: import('z').Z<1>; d: (x: any) => x is string }",
        &["{ a: unknown; b: unknown; c: unknown }"],
        &[
            "/X/a: `conditional type` widened: conditional types are not computed; it is `unknown`",
            "/X/b: `typeof` widened: values are not read; it is `unknown`",
            "/X/c: `import` widened: other files are not read; it is `unknown`",
            "/X: `function` dropped: expected plain data, found a function; it was dropped",
        ],
    );
}

#[test]
fn errors_say_what_was_expected() {
    let texts = [
        "",
        "type Y = 1",
        "type X =",
        "type X = {",
        "interface X { a }",
        "interface X extends { }",
        "enum X { 1.5 }",
        "x + 1",
        "type X = 1 2",
        "enum X { A = }",
        "type X<T = 1",
        "type X = { [K in 'a'] : 1; b: 2 }",
    ];
    let found: Vec<String> = texts
        .iter()
        .map(|text| match declared_type(text, "X") {
            Ok(read) => format!("{text:?}: {}", lines(&read.value).join(" ")),
            Err(error) => format!("{text:?} {}..{}: {error}", error.span.start, error.span.end),
        })
        .collect();
    insta::assert_snapshot!(found.join("\n"));
}

/// Reads and writes on a thread with a stack of 1.5 MiB, three quarters of a thread's stack.
#[track_caller]
fn survives(text: String) {
    let work = move || match declared_type(&text, "X") {
        Ok(read) => {
            assert!(read.losses.len() <= limits::LOSSES);
            let written = declarations::write(read.value, "X").value;
            assert!(declared_type(&written, "X").is_ok() || written.len() > SOURCE_BYTES / 4);
        }
        Err(error) => assert!(error.span.end <= text.len() && !error.to_string().is_empty()),
    };
    std::thread::Builder::new().stack_size(3 << 19).spawn(work).unwrap().join().unwrap();
}

#[test]
fn nothing_exhausts_the_stack_or_the_budget() {
    for text in [
        "type T<A> = { x: T<A[]> }; type X = T<1>",
        "type X = X",
        "type X = Y; type Y = X",
        "type X = X[]",
        "type X = Partial<X>",
        "interface X extends X { a: 1 }",
        "interface X extends Y { a: 1 } interface Y extends X { b: 1 }",
        "type X = keyof X",
        "type X = X['a']",
        "type X = { a: X['a'] }",
        "type X = { [K in keyof X]: X[K] }",
        "type T<A> = T<A>; type X = T<1>",
        "type T<A, B = T<A>> = { a: A; b: B }; type X = T<1>",
        "type X = `${X}a`",
        "type T<A> = A & T<A>; type X = T<{ a: 1 }>",
        "type A<T> = B<{ a: T }>; type B<T> = A<{ b: T }>; type X = A<1>",
    ] {
        survives(text.to_owned());
    }
    for piece in [
        "type X=",
        "type X<",
        "type X={[K in ",
        "enum X{A=",
        "enum X{A=(",
        "enum X{A=-",
        "enum X{A=1+",
        "class ",
        "class {",
        "//\nclass ",
        "import ",
        "\n//",
        "const a\n//\n",
        "type X=A extends ",
        "type X=A<",
        "type X=<",
        "type X={get ",
        "type X=new(",
        "export ",
        "interface X extends ",
        "type X=1;",
        "/**@default [\"*/",
        "type X={a(",
        "type X=(a,{",
        "function f(){",
        "`",
        "type X=typeof a.",
        "type X=`${",
        "enum X{A,",
        "@",
        "type X={<",
        "enum X{A=X.",
    ] {
        survives(piece.repeat(200_000 / piece.len()));
        survives(format!("type X = 1; {}", piece.repeat(200_000 / piece.len())));
    }
    // Generics that double at every level, and aliases that refer to many.
    let mut doubling = String::from("type A0<T> = [T, T];");
    for level in 1..40 {
        let _ = write!(doubling, "type A{level}<T> = A{}<[T, T]>;", level - 1);
    }
    survives(format!("{doubling} type X = A39<1>;"));
    let mut chain = String::from("interface A0 { a: 1 }");
    for level in 1..500 {
        let _ = write!(chain, "interface A{level} extends A{} {{ a{level}: 1 }}", level - 1);
    }
    survives(format!("{chain} interface X extends A499 {{}}"));
    let mut exponents = String::from("type A0 = '0' | '1';");
    for level in 1..30 {
        let _ = write!(exponents, "type A{level} = `${{A{0}}}${{A{0}}}`;", level - 1);
    }
    survives(format!("{exponents} type X = A29;"));
    let members = (0..20_000).map(|n| format!("a{n}: 1;")).collect::<Vec<_>>().concat();
    survives(format!("interface X {{ {members} }}"));
    survives(format!("interface A {{ {members} }} type X = {{ [K in keyof A]: A[K] }}"));
    let error = declared_type(&" ".repeat(SOURCE_BYTES + 1), "X").unwrap_err();
    assert_eq!(error.kind, CodeDiagnosticKind::Limit);
}

proptest! {
    #[test]
    fn any_tokens_are_declarations_or_an_error(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "interface", "type", "enum", "X", "Y", "<", ">", "{", "}", "[", "]", "(", ")", ":", ";", ",", "?",
            "|", "&", "=", "=>", "extends", "keyof", "in", "as", "'a'", "1", "readonly", "...", "export",
            "class", "const", "\n", "/** @minimum 1 */", "`a${", "string", "number", "T", ".", "-", "+",
        ]), 0..40),
    ) {
        let text = format!("type X = 1 {}", tokens.join(" "));
        if let Ok(read) = declared_type(&text, "X") {
            let written = declarations::write(read.value, "X").value;
            prop_assert!(declared_type(&written, "X").is_ok(), "{}\n{}", text, written);
        }
    }

    /// The same for texts that are declarations in every case.
    #[test]
    fn declarations_are_read_and_what_is_written_of_them_too(
        parts in prop::collection::vec((
            prop::sample::select(vec![
                "1", "'a'", "string", "number[]", "Y", "Y['a']", "keyof Y", "{ b?: Y; c: 1 }", "[1, string?]", "`a${string}`",
                "Partial<Y>", "Record<string, Y>", "(true | null)[]", "/** @minimum 1 */ number",
            ]),
            prop::sample::select(vec![" | ", " & "]),
        ), 1..12),
    ) {
        let joined: String = parts.iter().flat_map(|(part, joint)| [*part, *joint]).collect();
        let text = format!("interface Y {{ a: string }} type X = {};", joined.trim_end_matches([' ', '|', '&']));
        let read = declared_type(&text, "X");
        prop_assert!(read.is_ok(), "{}: {:?}", text, read.err());
        let written = declarations::write(read.expect("it was looked at").value, "X").value;
        prop_assert!(declared_type(&written, "X").is_ok(), "{}\n{}", text, written);
    }
}

/// The text of a shape reads back as the shape.
#[track_caller]
fn returns(root: &str, definitions: &[(&str, &str)]) {
    let mut shape = Shape::new(ty::parse(root).unwrap());
    shape.definitions =
        definitions.iter().map(|(name, ty)| Definition::new(*name, ty::parse(ty).unwrap())).collect();
    let written = declarations::write(shape.clone(), "Root");
    assert_eq!(written.losses, []);
    let read =
        declared_type(&written.value, "Root").unwrap_or_else(|error| panic!("{error}:\n{}", written.value));
    assert_eq!(read.value, shape, "{}", written.value);
    assert_eq!(read.losses, [], "{}", written.value);
}

#[test]
fn what_is_written_reads_back() {
    returns("{ a: integer; b?: (integer | null)[]; c: /** A port. @minimum 1 */ integer | string }", &[]);
    returns("/** Closed. @additionalProperties false */ { a: /** @additionalProperties false */ {} }", &[]);
    returns("{ a?: string; [key: string]: number }", &[]);
    returns("{ a?: string; [key: string]: true }", &[]);
    returns(
        "{ a?: string; /** Others. */ [key: string]: { b: /** At. @minimum 1 */ integer; [key: string]: X } }",
        &[("X", "{ a: 1 }")],
    );
    returns("Node[]", &[("Node", "{ value: integer; next?: Node | null }")]);
    returns(
        "Node[]",
        &[("Node", "{ id: /** @not {\"$ref\":\"#/$defs/Id\"} */ Node }"), ("Id", "/** An id. */ string")],
    );
    returns("[a: integer, b?: /** At @minimum. */ string, ...c: boolean[]]", &[]);
    returns("(/** One. */ 'a' | /** Two. @deprecated */ 'b')[] | { 'a b': never }", &[]);
    returns("{ [key: string]: X }", &[("X", "{ [key: string]: X }")]);
}

#[test]
fn definitions_that_cannot_be_declared_are_mended() {
    let mut shape = Shape::new(ty::parse("Root | A | Record<string, Promise>").unwrap());
    let own = |name: &str, ty: &str| Definition::new(name, ty::parse(ty).unwrap());
    shape.definitions =
        vec![own("Root", "{ a: Root }"), own("A", "B | 1"), own("B", "A & { b: 1 }"), own("Promise", "A[]")];
    shape.definitions[0].key = "the root".to_owned();
    let written = declarations::write(shape, "Root");
    insta::assert_snapshot!(written.value);
    let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
    assert_eq!(
        losses,
        ["/$defs/B: `$ref` widened: it leads back to itself, which no type can; it is declared as `any`"]
    );
}

#[test]
fn a_declaration_has_lines_and_comments() {
    let text = "/** Where.\n * @title Place\n * @additionalProperties false */\ninterface Place { /** A city. */ city: string; at?: { lat: number; lon: number }; tags: string[]; none: {}; size: /** @minimum 1 */ number }\ntype X = { place: Place; /** Many. */ n: /** @maximum 5 */ integer; 'b c'?: ('x' | 'y')[]; [key: string]: unknown };";
    let shape = declared_type(text, "X").unwrap().value;
    insta::assert_snapshot!(declarations::write(shape, "X").value);
}

#[test]
fn a_name_that_is_no_name_becomes_one() {
    for (name, declared) in
        [("a-b", "a_b"), ("string", "string_"), ("", "_"), ("class", "class_"), ("Promise", "Promise_")]
    {
        let written = declarations::write(Shape::new(Type::ANY), name);
        assert_eq!(written.value, format!("type {declared} = any;\n"));
    }
}
