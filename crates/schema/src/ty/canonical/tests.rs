//! Comparison of the short way with the long way, on texts of the grammar and near it.
//!
//! Both must write the same. `tests/signatures.rs` has the corpora.

use proptest::prelude::*;

use super::*;
use crate::ty::{self, Docs};

/// Returns the text of the long way, with `undefined` or without; `None` where it has a finding.
fn long(text: &str, undefined: bool) -> Option<String> {
    let mut parsed = ty::parse(text).ok()?;
    if !ty::resolve(&mut parsed).is_empty() {
        return None;
    }
    if undefined {
        parsed = ty::or_undefined(parsed);
    }
    let (mut kept, mut dropped) = (String::new(), String::new());
    parsed.print(&mut kept, Docs::Keep);
    parsed.print(&mut dropped, Docs::Drop);
    (kept == dropped).then_some(kept)
}

/// The law, and whether the short way was taken.
#[track_caller]
fn holds(text: &str) -> bool {
    let mut out = String::from("before ");
    let start = out.len();
    let Some(form) = push(&mut out, text, UnionSeparator::Spaced) else {
        assert_eq!(out, "before ");
        return false;
    };
    assert_eq!(Some(&out[start..]), long(text, false).as_deref(), "{text:?}");
    form.or_undefined(&mut out, start, UnionSeparator::Spaced);
    assert_eq!(Some(&out[start..]), long(text, true).as_deref(), "{text:?}");
    for undefined in [false, true] {
        let (mut tight, mut expected) = (String::new(), long(text, undefined).unwrap());
        assert_eq!(push(&mut tight, text, UnionSeparator::Tight), Some(form), "{text:?}");
        if undefined {
            form.or_undefined(&mut tight, 0, UnionSeparator::Tight);
        }
        UnionSeparator::Tight.set(&mut expected, 0);
        assert_eq!(tight, expected, "{text:?}");
    }
    let promise = matches!(ty::parse(text), Ok(ty::Type::Reference { name, .. }) if name == "Promise");
    assert_eq!(form.is_promise(), promise, "{text:?}");
    // What is printed is read in one piece.
    let printed = long(text, false).unwrap();
    assert_eq!(long(&printed, false), Some(printed.clone()), "{text:?}");
    true
}

#[track_caller]
fn check(text: &str) {
    assert!(holds(text), "{text:?}");
}

#[test]
fn what_is_printed_as_it_is_written_is_copied() {
    check("string");
    check("\"asc\" | 'desc'|null");
    check("| \"it's\"\n| 'b'");
    check("-1 | 2.5 | true | undefined");
    check("(\"a\" | \"b\")[][]");
    check("{ id: string; tags?: string[] }[]");
    check("{ min?: number, max?: integer,\n}");
    check("{\n  a: { b: array }\n  'c-d': [number, {}]\n  \"e\"?:any;\n f\n}");
    check("{ [k: string]: unknown; } | null");
    check("Record<string,{ a: Date }>");
    check("Record<\"a\" | 'b', Map<string, Promise<void>>> ;");
    check("(item: string, at?: number) => (a: any) => boolean");
    check("((a: string) => void)[]");
    check(" { a; b? , c } ");
    check("object | null");
    check("| Promise<string>");
}

#[test]
fn what_needs_a_look_takes_the_long_way() {
    for text in [
        "",
        "object",
        "Product",
        "Date<string>",
        "Record<boolean, string>",
        "Record<string>",
        "a & b",
        "{ a: string; a: number }",
        "{ a: string, 'a': number }",
        "{ new: string }",
        "{ readonly a: b }",
        "{ a: string b: string }",
        "{ [k: string]: string; a: number }",
        "(string)",
        "(\"a\" | \"b\")",
        "(a: string, a: number) => void",
        "(a?: string, b: number) => void",
        "(class: string) => void",
        "\"a\\n\"",
        "'\"'",
        "\"é\"",
        "string /* x */",
        "string?",
        "01",
        "1n",
        "[a: string]",
        "[string?]",
        "stringé",
        "{ a(): string }",
        "keyof {}",
        "a.b",
        "string.a",
        "Promise",
        "string[",
        "{ a: string",
    ] {
        assert!(!holds(text), "{text:?}");
    }
    assert!(!holds(&"[".repeat(10_000)));
    assert!(!holds(&format!("string{}", "[]".repeat(100))));
}

const LEAVES: &str = "string number boolean any unknown null undefined void never symbol integer object array \
    bigint true false Date Product Promise PropertyKey Function new is string number boolean any null 1 -2.5 0 \
    00 1e3 1n 1. - \"a\" 'b' \"it's\" '\"' \"\\n\" \"$`\" ''";
const NAMES: &str = "a b c d \"a\" 'b-c' 'd' new \"new\" readonly class 1 é this";
const GENERICS: &str = "Record Record Map Array Promise Partial Uppercase Pick Omit Exclude X";

fn one_of(words: &'static str) -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(words.split_whitespace().collect::<Vec<_>>())
}

/// Texts of the grammar, and near it.
fn types() -> impl Strategy<Value = String> {
    one_of(LEAVES).prop_map(str::to_owned).prop_recursive(5, 40, 5, |inner| {
        let space = prop::sample::select(vec!["", "", "", " ", " ", " ", "\n", "  "]);
        let sign = prop::sample::select(vec![":", ": ", ": ", "?: ", " :", "?:"]);
        let end = prop::sample::select(vec!["; ", ", ", ";", "\n", " ,\n", " "]);
        let named = (one_of(NAMES), sign, inner.clone(), end)
            .prop_map(|(name, sign, ty, end)| (format!("{name}{sign}{ty}"), end));
        let members = prop::collection::vec(named.clone(), 0..4);
        let params = prop::collection::vec(named.prop_map(|(param, _)| param), 0..3);
        let list = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            3 => (list.clone(), space.clone()).prop_map(|(list, a)| list.join(&format!("{a}|{a}"))),
            2 => inner.clone().prop_map(|ty| format!("{ty}[]")),
            2 => inner.clone().prop_map(|ty| format!("({ty})[]")),
            1 => inner.clone().prop_map(|ty| format!("({ty})")),
            1 => inner.clone().prop_map(|ty| format!("| {ty};")),
            4 => (members, space.clone()).prop_map(|(members, a)| {
                let members: Vec<&str> = members.iter().flat_map(|(one, end)| [one.as_str(), end]).collect();
                format!("{{{a}{}{a}}}", members.concat())
            }),
            1 => (inner.clone(), space.clone()).prop_map(|(ty, a)| format!("{{ [k: string]: {ty}{a}}}")),
            1 => (list.clone(), space.clone()).prop_map(|(list, a)| format!("[{a}{}]", list.join(&format!(",{a}")))),
            2 => (one_of(GENERICS), list, space.clone())
                .prop_map(|(name, list, a)| format!("{name}<{a}{}{a}>", list.join(&format!(",{a}")))),
            2 => (params, inner.clone(), space)
                .prop_map(|(params, ty, a)| format!("({}){a}=>{a}{ty}", params.join(&format!(",{a}")))),
            1 => inner.prop_map(|ty| format!("keyof {ty}")),
        ]
    })
}

/// Pieces that are inserted into a text, or replace a character of it.
fn bits() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "", " ", "\n", "|", ";", "(", ")", "[", "]", "\"", "?", ".", "/", "é", "<", ":", "a", "&", "\u{a0}",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_short_way_writes_what_the_long_way_writes(text in types()) {
        holds(&text);
    }

    #[test]
    fn it_does_so_on_texts_near_the_grammar(text in types(), at in any::<prop::sample::Index>(), with in bits()) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let place = places.get(at.index(places.len().max(1))).copied().unwrap_or(0);
        let end = text[place..].chars().next().map_or(place, |c| place + c.len_utf8());
        holds(&format!("{}{with}{}", &text[..place], &text[end..]));
        holds(&format!("{}{with}{}", &text[..place], &text[place..]));
    }
}
