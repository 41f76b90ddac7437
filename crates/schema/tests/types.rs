//! The grammar of type expressions, its errors, its bounds and its printer.

use proptest::prelude::*;
use webagents_schema::escape;
use webagents_schema::ty::{
    self, Constraints, ElementKind, Function, FunctionParam, Keyword, Literal, Member, MemberKind,
    SyntaxErrorKind, TemplatePart, TupleElement, Type, limits,
};

/// `text` parses, and prints as `printed`.
#[track_caller]
fn check(text: &str, printed: &str) {
    let parsed = ty::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed.to_string(), printed, "{text}");
    assert_eq!(ty::parse(printed).as_ref(), Ok(&parsed), "{text}");
}

/// `text` parses, resolves to `resolved`, and gives findings about `names`.
#[track_caller]
fn resolves(text: &str, resolved: &str, names: &[&str]) {
    let mut parsed = ty::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let findings = ty::resolve(&mut parsed);
    assert_eq!(parsed.to_string(), resolved, "{text}");
    assert_eq!(findings.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), names, "{text}: {findings:?}");
    assert_eq!(ty::resolve(&mut parsed), [], "{text}: resolving twice finds more");
}

#[test]
fn every_construct_prints_as_it_reads() {
    for word in Keyword::ALL.iter().filter(|&&word| word != Keyword::Object) {
        check(word.as_str(), word.as_str());
    }
    check("object", "Record<string, unknown>");
    check("object[]", "object[]");
    check("array | null", "unknown[] | null");
    check("  ( string )  ;", "string");
    check("'a' | \"b\"", r#""a" | "b""#);
    check("|1|-2.5e+3|10n|true|false", "1 | -2.5e+3 | 10n | true | false");
    check("(A|B)[]", "(A | B)[]");
    check("A & B | C & (D | E)", "A & B | C & (D | E)");
    check("keyof (A | B)[]", "keyof (A | B)[]");
    check("(keyof A)[]", "(keyof A)[]");
    check("readonly string[][]", "readonly string[][]");
    check("(readonly string[])[]", "(readonly string[])[]");
    check("Record<string,Array<number>,>", "Record<string, Array<number>>");
    check("Intl . Locale", "Intl.Locale");
    check("A['x']['y'][number]", r#"A["x"]["y"][number]"#);
    check("[a: string, b?: number, ...c: boolean[]]", "[a: string, b?: number, ...c: boolean[]]");
    check("[string, (A | B)?, ...C[],]", "[string, (A | B)?, ...C[]]");
    check("() => void", "() => void");
    check("(a, b?: string, ...c) => A | B", "(a: any, b?: string, ...c: any[]) => A | B");
    check("(() => A) | B", "(() => A) | B");
    check("((a: A) => (b: B) => C)[]", "((a: A) => (b: B) => C)[]");
    check("`a${string}-${1|2}\\`$`", "`a${string}-${1 | 2}\\`$`");
    check("{}", "{}");
    check(
        "{ readonly a?: string, 'b c': number; 1: A; new: B; readonly: C\n get(x: string): D; opt?(): E; (x): F }",
        r#"{ readonly a?: string; "b c": number; "1": A; "new": B; readonly: C; get(x: string): D; opt?(): E; (x: any): F }"#,
    );
    check(
        "{ readonly [k: string]: unknown\n[n: number]: A }",
        "{ readonly [k: string]: unknown; [n: number]: A }",
    );
    check("{ a; b }", "{ a: any; b: any }");
    check(
        r#""\x41\u0042\u{43}\ud83d\ude00\n\'\
""#,
        "\"ABC😀\\n'\"",
    );
    check("\"\u{202e}\\u2028\"", r#""\u{202e}\u{2028}""#);
}

#[test]
fn comments_of_members_are_kept() {
    check("/* a */ string // b", "string");
    check(
        "{\n  /** The\n   * name. */ a: string; // not this\n  b: number, // A number.\n  c: C // No separator.\n  /** next */\n  d: D }",
        "{ /** The name. */ a: string; /** A number. */ b: number; /** No separator. */ c: C; /** next */ d: D }",
    );
    check("{ a: A, /** of b */ b: B }", "{ a: A; /** of b */ b: B }");
    check("{ // @ts-ignore */\n a: A }", r"{ /** \@ts-ignore *\/ */ a: A }");
}

#[test]
fn errors_say_what_was_expected_and_where() {
    let texts = [
        "",
        "string |",
        "A & ",
        "(string",
        "[string",
        "{ a: string",
        "{ a string }",
        "{ [k] : A }",
        "{ [K in A]: B }",
        "Record<string",
        "Record<>",
        "Foo.",
        "'abc",
        "`abc",
        "`${a",
        "/* a",
        "string number",
        "number?",
        "x => y",
        "(x: A) y",
        "A | (x: B) => C",
        "A extends B ? C : D",
        "x is string",
        "unique symbol",
        "typeof x",
        "new () => A",
        "import('x')",
        "this",
        "class",
        "<T>(x: T) => T",
        "01",
        "0x10",
        "1.",
        "1n.5",
        "{ 1.0: A }",
        r"'\ud800'",
        r"'\1'",
        "(this: A) => B",
        "[...a?: B]",
        "\u{202e}x",
        "{ get a(): B }",
        "{ new (): A }",
        "string\u{0}",
        "keyof",
        "readonly",
        "=> A",
        "interface A { b: C }",
        "type A = string",
    ];
    let lines: Vec<String> = texts
        .iter()
        .map(|text| match ty::parse(text) {
            Ok(parsed) => panic!("{text} parsed as {parsed}"),
            Err(error) => format!("{text:?} {}..{}: {error}", error.span.start, error.span.end),
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn what_the_compiler_would_refuse_is_mended_or_any() {
    resolves("integer[]", "number[]", &[]);
    resolves("Product | string", "any | string", &["Product"]);
    resolves("Foo.Bar<Baz>", "any", &["Baz", "Foo.Bar"]);
    resolves("Array", "Array<any>", &["Array"]);
    resolves("Date<string>", "any", &["Date"]);
    resolves("Record<Date, string>", "Record<any, string>", &["Record"]);
    resolves("Record<'a' | 1, string>", r#"Record<"a" | 1, string>"#, &[]);
    resolves("Pick<{ a: A; b: string }, 'b'>", r#"Pick<{ a: any; b: string }, "b">"#, &["A"]);
    resolves("Pick<{ a: 1 }, 'b'>", "any", &["Pick"]);
    resolves("Omit<{ a: 1 }, Date>", "Omit<{ a: 1 }, any>", &["Omit"]);
    resolves("Uppercase<1>", "Uppercase<any>", &["Uppercase"]);
    resolves("`a${{}}`", "`a${any}`", &[""]);
    resolves(
        "{ a: 1; 'a': 2; b(): 1; b(x): 2; b?(): 3; b: 4 }",
        "{ a: 1; b(): 1; b(x: any): 2 }",
        &["a", "b", "b"],
    );
    resolves("{ [k: string]: 1; [j: string]: 2 }", "{ [k: string]: 1 }", &[""]);
    resolves("{ [k: 'a' | 'b']: 1 }", "{ [k: string]: 1 }", &["k"]);
    resolves("{ [k: `x-${string}`]: 1 }", "{ [k: `x-${string}`]: 1 }", &[]);
    resolves("{ [k: `${string}`]: 1 }", "{ [k: string]: 1 }", &["k"]);
    resolves("{ [k: string]: string; a: string }", "{ [k: string]: string; a: string }", &[]);
    resolves("{ [k: string]: string; a?: 1 }", "{ [k: string]: string | 1 | undefined; a?: 1 }", &[""]);
    resolves("{ [k: string]: string; a(): 1 }", "{ [k: string]: unknown; a(): 1 }", &[""]);
    resolves("{ [k: number]: string; length: number }", "{ [k: number]: string; length: number }", &[]);
    resolves("{ 'new'(): 1 }", r#"{ "new"(): 1 }"#, &[]);
    resolves("(a?: 1, b: 2) => 3", "(a: 1 | undefined, b: 2) => 3", &[]);
    resolves("(a: 1, a: 2, default: 3) => 4", "(a: 1, a_2: 2, default_: 3) => 4", &[]);
    resolves("(...a: string) => 1", "(...a: any) => 1", &["a"]);
    resolves("(...a: 1[], b: 2) => 1", "(a: any, b: 2) => 1", &["a"]);
    resolves("[a?: 1, b: 2]", "any", &[""]);
    resolves("[...1[], ...2[]]", "any", &[""]);
    resolves("[1?, ...2[]]", "[1?, ...2[]]", &[]);
    resolves("[...string]", "any", &[""]);
    resolves("readonly string", "string", &["readonly"]);
    resolves("readonly (1 | 2)[]", "readonly (1 | 2)[]", &[]);
    resolves("{ a?: 1 }['a']", "1 | undefined", &[]);
    resolves("{ a: 1; b: 2 }['a' | 'b' | 'a']", "1 | 2", &[]);
    resolves("string[][number]", "string", &[]);
    resolves("string['x']", "any", &[""]);
    let unions = format!("({})", (0..400).map(|n| n.to_string()).collect::<Vec<_>>().join("|"));
    resolves(&format!("`${{{unions}}}${{{unions}}}`"), "any", &[""]);
    let names: Vec<String> = (0..40).map(|n| format!("N{n}")).collect();
    let mut many = ty::parse(&names.join("|")).unwrap();
    assert_eq!(ty::resolve(&mut many).len(), limits::REPAIRS);
}

#[test]
fn resolving_does_not_multiply_a_type() {
    let mut nested = "1".to_owned();
    let mut selected = "1".to_owned();
    for _ in 0..30 {
        nested = format!("{{ [k: string]: 2; a: {nested} }}");
        selected = format!("{{ a: {selected} }}['a' | 'a']");
    }
    for text in [nested, selected] {
        let mut parsed = ty::parse(&text).unwrap();
        ty::resolve(&mut parsed);
        assert!(parsed.to_string().len() < 10 * text.len());
    }
}

/// Parses, resolves, prints and drops on a thread with a stack of 1.5 MiB.
///
/// The usual stack of a thread is 2 MiB.
#[track_caller]
fn survives(text: String) -> Option<SyntaxErrorKind> {
    let work = move || match ty::parse(&text) {
        Ok(mut parsed) => {
            ty::resolve(&mut parsed);
            let printed = parsed.to_string();
            assert!(ty::parse(&printed).is_ok());
            None
        }
        Err(error) => {
            assert!(error.span.end <= text.len() && !error.to_string().is_empty());
            Some(error.kind)
        }
    };
    std::thread::Builder::new().stack_size(3 << 19).spawn(work).unwrap().join().unwrap()
}

#[test]
fn nothing_exhausts_the_stack() {
    let opening = [
        "(",
        "[",
        "{a:",
        "A<",
        "{",
        "<",
        "`${",
        "keyof ",
        "readonly ",
        "()=>",
        "(a:",
        "(a?:",
        "[a:",
        "{[k:",
        "...",
        "-",
        "|",
        "&",
        "!",
        "/*",
        "//",
        "'",
        "\\",
        "{a(",
        "{(",
        "[...",
        "A.",
        "((a)=>",
        "A|(",
        "A&(",
        "(a,",
        "\u{feff}",
        "\u{2028}",
        "[[",
        "{/**/",
        "{a;",
        "(/**/",
        "A[",
        "/* */",
        "A</**/",
        "{a?",
    ];
    for piece in opening {
        let kind = survives(piece.repeat(limits::BYTES / piece.len()));
        assert!(kind.is_some(), "{piece}");
        assert_eq!(survives(piece.repeat(limits::BYTES + 1)), Some(SyntaxErrorKind::TooLarge));
    }
    let deepest = limits::DEPTH;
    let around = |open: &str, close: &str, n: usize| format!("{}1{}", open.repeat(n), close.repeat(n));
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{a:", "}"),
        ("Array<", ">"),
        ("`${", "}`"),
        ("()=>", ""),
        ("keyof ", ""),
        ("", "[]"),
    ] {
        assert_eq!(survives(around(open, close, deepest)), None, "{open}");
        assert_eq!(survives(around(open, close, deepest + 1)), Some(SyntaxErrorKind::TooDeep), "{open}");
    }
    // Chains of brackets inside brackets are deeper than the brackets alone.
    let mut chains = "1".to_owned();
    for _ in 0..8 {
        chains = format!("({chains}){}", "[]".repeat(40));
    }
    assert_eq!(survives(chains), Some(SyntaxErrorKind::TooDeep));
    assert_eq!(survives(vec!["1"; limits::NODES + 1].join("|")), Some(SyntaxErrorKind::TooLarge));
}

/// Names that are printed as they are.
fn names() -> impl Strategy<Value = String> {
    "[a-zA-Z_$][a-zA-Z0-9_$]{0,6}".prop_filter("words of the grammar", |name| {
        !escape::is_reserved(name)
            && Keyword::from_text(name).is_none()
            && !matches!(
                name.as_str(),
                "array" | "keyof" | "readonly" | "unique" | "infer" | "asserts" | "abstract"
            )
    })
}

fn kinds() -> impl Strategy<Value = ElementKind> {
    prop_oneof![Just(ElementKind::Required), Just(ElementKind::Optional), Just(ElementKind::Rest)]
}

fn functions(inner: impl Strategy<Value = Type> + Clone) -> impl Strategy<Value = Function> {
    let param =
        (names(), kinds(), inner.clone()).prop_map(|(name, kind, ty)| FunctionParam { name, kind, ty });
    (prop::collection::vec(param, 0..3), inner).prop_map(|(params, returns)| Function { params, returns })
}

fn members(inner: impl Strategy<Value = Type> + Clone + 'static) -> impl Strategy<Value = Member> {
    let kind = prop_oneof![
        (any::<String>(), any::<bool>(), any::<bool>(), inner.clone()).prop_map(
            |(name, optional, readonly, ty)| { MemberKind::Property { name, optional, readonly, ty } }
        ),
        (names(), inner.clone(), any::<bool>(), inner.clone())
            .prop_map(|(name, key, readonly, ty)| MemberKind::Index { name, key, readonly, ty }),
        (names(), any::<bool>(), functions(inner.clone()))
            .prop_map(|(name, optional, function)| MemberKind::Method { name, optional, function }),
        functions(inner).prop_map(MemberKind::Call),
    ];
    (any::<String>(), kind)
        .prop_map(|(doc, kind)| Member { facts: Constraints::described(escape::doc(&doc)), kind })
}

/// Trees as the parser makes them.
fn types() -> impl Strategy<Value = Type> {
    let keywords: Vec<Keyword> = Keyword::ALL.iter().copied().filter(|&k| k != Keyword::Object).collect();
    let leaf = prop_oneof![
        prop::sample::select(keywords).prop_map(Type::Keyword),
        any::<String>().prop_map(|text| Type::Literal(Literal::String(text))),
        any::<i32>().prop_map(|number| Type::Literal(Literal::Number(number.to_string()))),
        any::<i64>().prop_map(|number| Type::Literal(Literal::BigInt(number.to_string()))),
        any::<bool>().prop_map(|value| Type::Literal(Literal::Boolean(value))),
        (names(), names()).prop_map(|(a, b)| Type::Reference { name: format!("{a}.{b}"), args: Vec::new() }),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let element = (prop::option::of(names()), kinds(), inner.clone())
            .prop_map(|(name, kind, ty)| TupleElement { name, kind, ty });
        let template = prop::collection::vec((any::<String>(), inner.clone()), 0..3).prop_map(|parts| {
            let part = |(text, ty): (String, Type)| {
                let text = (!text.is_empty()).then_some(TemplatePart::Text(text));
                text.into_iter().chain([TemplatePart::Type(ty)])
            };
            Type::Template(parts.into_iter().flat_map(part).collect())
        });
        prop_oneof![
            boxed().prop_map(Type::Array),
            boxed().prop_map(Type::Keyof),
            boxed().prop_map(Type::Readonly),
            (boxed(), boxed()).prop_map(|(object, index)| Type::Indexed { object, index }),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Type::Union),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Type::Intersection),
            prop::collection::vec(element, 0..3).prop_map(Type::Tuple),
            prop::collection::vec(members(inner.clone()), 0..3).prop_map(Type::Object),
            (names(), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(name, args)| Type::Reference { name, args }),
            functions(inner.clone()).prop_map(|function| Type::Function(Box::new(function))),
            template,
        ]
    })
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(ty in types()) {
        let printed = ty.to_string();
        prop_assert_eq!(ty::parse(&printed), Ok(ty), "{}", printed);
    }

    #[test]
    fn any_text_is_a_type_or_an_error(text in ".{0,200}") {
        if let Err(error) = ty::parse(&text) {
            prop_assert!(text.get(error.span.range()).is_some());
        }
    }

    #[test]
    fn any_tokens_are_a_type_or_an_error(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "(", ")", "[", "]", "{", "}", "<", ">", "=>", ":", ";", ",", "?", "|", "&", "...", ".", "a", "string", "keyof",
            "readonly", "1", "'x'", "`", "${", "//", "/*", "*/", "\n", " ", "=", "-", "new", "in",
        ]), 0..40)
    ) {
        let text = tokens.concat();
        match ty::parse(&text) {
            Ok(mut parsed) => {
                prop_assert_eq!(ty::parse(&parsed.to_string()), Ok(parsed.clone()));
                ty::resolve(&mut parsed);
                prop_assert_eq!(ty::resolve(&mut parsed), []);
            }
            Err(error) => prop_assert!(text.get(error.span.range()).is_some()),
        }
    }
}
