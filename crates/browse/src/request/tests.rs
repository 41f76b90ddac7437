//! Tests of requests: every way to write one, and its errors.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::members::Members;
use super::{ActionRequest, Command, Target, spec, words};
use crate::error::BrowseErrorKind;

#[track_caller]
fn read(value: &Value) -> ActionRequest {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
}

/// Each command as JSON has it, and as words.
#[test]
fn json_and_words_are_the_same_requests() {
    let pairs = [
        (json!({"action":"open","url":"https://a.example/"}), "open https://a.example/"),
        (json!({"action":"snapshot"}), "snapshot"),
        (json!({"action":"snapshot","selector":"main"}), "snapshot main"),
        (json!({"action":"snapshot","options":["--interactive","--compact"]}), "snapshot -i -c"),
        (json!({"action":"snapshot","options":["--depth","3"]}), "snapshot --depth=3"),
        (json!({"action":"text","selector":"@e1"}), "text @e1"),
        (json!({"action":"click","selector":"button \"Save\""}), "click 'button \"Save\"'"),
        (json!({"action":"type","selector":"#a","text":"two words"}), "type #a two words"),
        (json!({"action":"fill","selector":"#a","text":""}), "fill #a ''"),
        (json!({"action":"fill","selector":"#a","text":"--x -y"}), "fill #a --x -y"),
        (json!({"action":"press","key":"Control+a"}), "press Control+a"),
        (json!({"action":"scroll","text":"down"}), "scroll down"),
        (json!({"action":"scroll","text":"left","selector":"#list"}), "scroll left #list"),
        (json!({"action":"scroll","text":"up","options":["--by","300"]}), "scroll up 300"),
        (json!({"action":"get","subcommand":"title"}), "get title"),
        (json!({"action":"get","subcommand":"value","selector":"#a"}), "get value #a"),
        (json!({"action":"eval","expression":"1 + 1"}), "eval 1 + 1"),
        (json!({"action":"wait","selector":"2000"}), "wait 2000"),
        (json!({"action":"wait","options":["--text","Done"]}), "wait --text Done"),
        (json!({"action":"wait","options":["--load","load"]}), "wait --load"),
        (json!({"action":"wait","options":["--download"]}), "wait --download"),
        (json!({"action":"upload","selector":"#f","text":"a.txt\nb.txt"}), "upload #f a.txt b.txt"),
        (json!({"action":"dialog","subcommand":"accept","text":"yes"}), "dialog accept yes"),
        (json!({"action":"close"}), "close"),
    ];
    for (json, line) in pairs {
        let request = read(&json);
        assert_eq!(
            request,
            ActionRequest::from_words(words::split(line).expect(line)).expect(line),
            "{line}"
        );
        assert_eq!(serde_json::to_value(&request).expect("it has a form in JSON"), json, "{line}");
        let shown = words::split(&request.to_string()).expect("its own line");
        assert_eq!(ActionRequest::from_words(shown).expect("a request"), request, "{request}");
    }
    // A request that words cannot express is shown as JSON.
    for json in [
        json!({"action":"fill","selector":"#a","text":"two\nlines"}),
        json!({"action":"press","key":"Enter","selector":"#a"}),
    ] {
        let shown: Value = serde_json::from_str(&read(&json).to_string()).expect("JSON");
        assert_eq!(shown, json);
    }
}

#[test]
fn a_batch_takes_objects_and_lists() {
    let batch = read(&json!({"action":"batch","actions":[
        {"action":"open","url":"https://a.example/"}, ["wait","2000"], ["wait", 2000], ["snapshot","-i","-c"],
        ["click","@e3"]
    ]}));
    let Command::Batch(actions) = batch.command() else { panic!("{batch:?}") };
    assert_eq!(actions.len(), 5);
    assert_eq!(actions[1], actions[2]);
    assert_eq!(
        actions[4].command(),
        &Command::Click {
            target: Target::Reference(3),
            button: webagents_runtime::driver::Button::Left,
            count: 1
        }
    );
    let words = ActionRequest::from_words([
        "batch",
        "open https://a.example/",
        "[\"wait\",\"2000\"]",
        "[[\"wait\",2000],[\"snapshot\",\"-i\",\"-c\"]]",
        "{\"action\":\"click\",\"selector\":\"@e3\"}",
    ])
    .expect("a batch");
    let Command::Batch(same) = words.command() else { panic!("{words:?}") };
    assert_eq!(actions, same);
}

#[test]
fn null_and_empty_members_are_none() {
    let full = json!({"action":"click","url":null,"selector":"@e1","text":"","key":"","expression":null,
        "subcommand":"","actions":[]});
    assert_eq!(read(&full).command(), read(&json!({"action":"click","selector":"@e1"})).command());
}

/// Requests that are refused, and a part of the reason.
#[test]
fn errors_name_what_is_expected() {
    let cases = [
        (json!({}), "expected one of the actions open, snapshot"),
        (json!({"action":"klick"}), "found \"klick\""),
        (json!({"action":"click"}), "expected `selector`, found none; write click TARGET"),
        (json!({"action":"click","selector":""}), "expected `selector`"),
        (json!({"action":"click","selector":"@x"}), "expected a reference such as @e12, found @x"),
        (json!({"action":"click","selector":"a","speed":"2"}), "unknown field `speed`"),
        (json!({"action":"click","selector":"a","url":"b"}), "it takes `selector`; found `url`"),
        (json!({"action":"click","selector":7}), "invalid type"),
        (json!({"action":"fill","selector":"a"}), "expected `text`, found none"),
        (json!({"action":"press","key":"Entre"}), "expected a key such as Enter"),
        (json!({"action":"scroll","text":"sideways"}), "expected one of up, down, left, right in `text`"),
        (json!({"action":"get","subcommand":"colour"}), "expected one of text, html, value, title, url"),
        (json!({"action":"get","subcommand":"value"}), "expected `selector`"),
        (json!({"action":"wait"}), "expected one condition"),
        (json!({"action":"wait","text":"a","url":"b"}), "expected one condition"),
        (
            json!({"action":"wait","url":"b","options":["--state","hidden"]}),
            "an element or --text with --state",
        ),
        (
            json!({"action":"wait","selector":"9","options":["--state","hidden"]}),
            "an element or --text with --state",
        ),
        (json!({"action":"wait","selector":"99999999999"}), "expected at most 600000 ms"),
        (json!({"action":"batch","actions":[]}), "expected 1 to 1000 actions"),
        (json!({"action":"batch","actions":[["klick"]]}), "action 1: expected one of the actions"),
        (json!({"action":"batch","actions":[["batch","close"]]}), "expected no batch in a batch"),
        (json!({"action":"batch","actions":[5]}), "expected an object such as"),
        (json!({"action":"snapshot","options":["--dept","3"]}), "found the option \"--dept\""),
        (json!({"action":"snapshot","options":["--depth"]}), "expected a value after --depth"),
        (json!({"action":"snapshot","options":["--depth","x"]}), "expected a number after --depth"),
    ];
    for (json, part) in cases {
        let error = ActionRequest::from_value(json.clone()).expect_err(part);
        assert!(error.to_string().contains(part), "{json}: {error}");
        assert_eq!(error.kind(), BrowseErrorKind::Usage);
    }
    for (line, part) in [
        ("click a b", "one word more, \"b\""),
        ("snapshot --wide", "found the option --wide"),
        ("snapshot -d", "expected a value after -d"),
        ("snapshot --all=1", "--all takes no value"),
        ("", "found none"),
    ] {
        let error = ActionRequest::from_words(words::split(line).expect(line)).expect_err(part);
        assert!(error.to_string().contains(part), "{line}: {error}");
    }
    assert!(ActionRequest::from_json("{").is_err() && words::split("a 'b").is_err());
}

#[test]
fn the_table_is_read_by_the_parser() {
    for spec in spec::ACTIONS {
        assert!(spec.required <= spec.words.len(), "{}", spec.name);
        assert!(spec.usage.starts_with(spec.name), "{}", spec.name);
        let mut members = Members { action: spec.name.to_owned(), ..Members::default() };
        members.actions = (spec.name == "batch").then(|| vec![json!(["close"])]);
        for member in &spec.words[..spec.required] {
            let (name, value) = match (spec.name, member) {
                (_, spec::Member::Actions) => continue,
                ("scroll", _) => (&mut members.text, "up"),
                ("get", _) => (&mut members.subcommand, "title"),
                ("is", spec::Member::Subcommand) => (&mut members.subcommand, "visible"),
                ("find", spec::Member::Subcommand) => (&mut members.subcommand, "text"),
                ("dialog", _) => (&mut members.subcommand, "dismiss"),
                (_, spec::Member::Url) => (&mut members.url, "a"),
                (_, spec::Member::Selector) => (&mut members.selector, "a"),
                (_, spec::Member::Key) => (&mut members.key, "a"),
                (_, spec::Member::Expression) => (&mut members.expression, "a"),
                (_, spec::Member::Subcommand) => (&mut members.subcommand, "a"),
                (_, spec::Member::Text) => (&mut members.text, "a"),
            };
            *name = Some(value.to_owned());
        }
        if spec.name == "wait" {
            members.selector = Some("a".to_owned());
        }
        ActionRequest::try_from(members).unwrap_or_else(|error| panic!("{}: {error}", spec.name));
    }
}

proptest! {
    #[test]
    fn any_words_are_a_request_or_an_error(words in prop::collection::vec("\\PC{0,12}|click|fill|wait|snapshot|-i|--depth|@e1|batch|\\[\\]", 0..6)) {
        if let Ok(request) = ActionRequest::from_words(words) {
            let json = serde_json::to_value(&request).expect("JSON");
            prop_assert_eq!(ActionRequest::from_value(json).expect("the same request"), request);
        }
    }

    #[test]
    fn texts_stay_as_they_are(text in "\\PC{1,40}") {
        let json = json!({"action":"fill","selector":"#a","text":text});
        let fill = Command::Fill { target: Target::Css("#a".to_owned()), text: text.clone() };
        let request = read(&json);
        prop_assert_eq!(request.command(), &fill);
        let words = ActionRequest::from_words(["fill", "#a", "--", &text]).expect("fill");
        let is_divider = text == "--";
        prop_assert!(is_divider || words.command() == &fill);
    }
}
