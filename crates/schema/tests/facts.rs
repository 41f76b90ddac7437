//! Constraints in the text of types: tags in comments, read and printed.

use proptest::prelude::*;
use serde_json::{Value, json};
use webagents_schema::escape;
use webagents_schema::ty::{self, Constraints, Keyword, Member, MemberKind, Type};

/// The member `a` of `text` has this description and these keywords, and prints as `printed`.
#[track_caller]
fn check(text: &str, description: &str, keywords: &Value, printed: &str) {
    let parsed = ty::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let Type::Object(members) = &parsed else { panic!("{parsed}") };
    assert_eq!(members[0].facts.description, description, "{text}");
    assert_eq!(Value::Object(members[0].facts.keywords.clone()), *keywords, "{text}");
    assert_eq!(parsed.to_string(), printed, "{text}");
    assert_eq!(ty::parse(printed).as_ref(), Ok(&parsed), "{text}");
}

#[test]
fn tags_are_keywords() {
    check(
        "{ /** A text. @minLength 1 @pattern ^a b$ @default {\"a\": 1} */ a: string }",
        "A text.",
        &json!({ "minLength": 1, "pattern": "^a b$", "default": { "a": 1 } }),
        r#"{ /** A text. @minLength 1 @pattern ^a b$ @default {"a":1} */ a: string }"#,
    );
    check(
        "{ /**\n * Two\n * lines. \n * @default asc\n * @deprecated Use b.\n * @title The a\n * @format date */ a: string }",
        "Two lines. Use b.",
        &json!({ "default": "asc", "deprecated": true, "title": "The a", "format": "date" }),
        r#"{ /** Two lines. Use b. @default "asc" @deprecated @title The a @format date */ a: string }"#,
    );
    check(
        "{ a?: string // Next. @format uri\n}",
        "Next.",
        &json!({ "format": "uri" }),
        "{ /** Next. @format uri */ a?: string }",
    );
    check(
        "{ a: /** In front. @minItems 1 */ string[] }",
        "In front.",
        &json!({ "minItems": 1 }),
        "{ /** In front. @minItems 1 */ a: string[] }",
    );
    check("{ /** @integer */ a: number | null }", "", &json!({}), "{ a: integer | null }");
    check("{ /** @asType integer */ a: number }", "", &json!({}), "{ a: integer }");
    check(
        "{ /** @additionalProperties false @not {\"required\": [\"b\"]} */ a: { b?: string } }",
        "",
        &json!({ "additionalProperties": false, "not": { "required": ["b"] } }),
        r#"{ /** @additionalProperties false @not {"required":["b"]} */ a: { b?: string } }"#,
    );
}

#[test]
fn what_is_no_tag_stays_text() {
    for text in [
        "mail me@example.org @home",
        "@param a - the a",
        "@minimum one",
        "@type {string}",
        "@examples none",
        r"a \@minimum 1 b",
        "@default",
    ] {
        let parsed = ty::parse(&format!("{{ /** {text} */ a: string }}")).unwrap();
        let Type::Object(members) = &parsed else { panic!("{parsed}") };
        assert_eq!(members[0].facts, Constraints::described(text.replace('\\', "")), "{text}");
        assert_eq!(ty::parse(&parsed.to_string()).unwrap(), parsed);
    }
}

#[test]
fn operands_have_facts_of_their_own() {
    let text = r"(/** A port. @maximum 9 */ integer)[] | /** None. */ null | [/** The x. */ x: number]";
    let printed = r"(/** A port. @maximum 9 */ integer)[] | /** None. */ null | [x: /** The x. */ number]";
    let parsed = ty::parse(text).unwrap();
    assert_eq!(parsed.to_string(), printed);
    assert_eq!(ty::parse(printed).unwrap(), parsed);
}

#[test]
fn long_runs_of_tags_are_read_in_one_pass() {
    for piece in ["@default [", "@default \"", " @default [\"", "@minimum ", "@schema {\"a\":[", "@pattern "]
    {
        let text = format!("{{ /** {} */ a: string }}", piece.repeat(60_000 / piece.len()));
        assert!(ty::parse(&text).is_ok(), "{piece}");
    }
}

fn values() -> impl Strategy<Value = Value> {
    let text = prop_oneof!["[ -~]{0,12}", any::<String>(), r"(@minimum|\*/|\\|\$|a| |\n){0,6}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..3)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn facts() -> impl Strategy<Value = Constraints> {
    let names = prop_oneof![
        prop::sample::select(vec![
            "minimum",
            "pattern",
            "default",
            "title",
            "format",
            "not",
            "deprecated",
            "enum",
            "examples",
            "additionalProperties",
            "uniqueItems",
            "schema",
            "x-order",
            "",
            "required",
            "const",
            "if",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ];
    let description = prop_oneof![any::<String>(), r"(@minimum 1|\*/|\\|@| |a|/){0,8}"];
    (description, prop::collection::vec((names, values()), 0..4)).prop_map(|(description, keywords)| {
        let mut facts = Constraints::described(escape::doc(&description));
        // The names under which a reader leaves what belongs to the type.
        let free = |name: &str| !name.starts_with('@');
        facts.keywords = keywords.into_iter().filter(|(name, _)| free(name)).collect();
        facts
    })
}

proptest! {
    #[test]
    fn facts_read_back(facts in facts(), optional in any::<bool>()) {
        let ty = Type::Keyword(Keyword::String);
        let kind = MemberKind::Property { name: "a".to_owned(), optional, readonly: false, ty: ty.clone() };
        let object = Type::Object(vec![Member { facts: facts.clone(), kind }]);
        let printed = object.to_string();
        prop_assert_eq!(ty::parse(&printed), Ok(object), "{}", printed);
        let element = Type::Array(Box::new(ty.refined(facts)));
        let printed = element.to_string();
        prop_assert_eq!(ty::parse(&printed), Ok(element), "{}", printed);
    }
}
