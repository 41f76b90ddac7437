//! Pages of real frameworks, editors and widgets: their own state matches the reports.

use serde_json::Value;

use super::{Stage, packages};
use crate::support::on_every_engine;

on_every_engine!(
    react_takes_input,
    vue_takes_input,
    angular_takes_input,
    editors_take_texts,
    widgets_take_input
);

const PAGES: &[(&str, &str)] = &[
    ("/react", include_str!("../../pages/browse/frameworks/react.html")),
    ("/vue", include_str!("../../pages/browse/frameworks/vue.html")),
    ("/angular", include_str!("../../pages/browse/frameworks/angular.html")),
    ("/editors", include_str!("../../pages/browse/frameworks/editors.html")),
    ("/widgets", include_str!("../../pages/browse/frameworks/widgets.html")),
];

/// A request, a part of its report, a member of the page's state, and the value it has then, as JSON.
type Step = (&'static [&'static str], &'static str, &'static str, &'static str);

/// Part of the report of a click whose target the page drew anew before the pointer was released.
const TAKEN_AWAY: &str = "it took no click: the page removed it";

/// Does each step, and compares the report with the state that the framework has.
///
/// A text after `or:` allows an error with that text, if the state is unchanged. A step is done once more if
/// its report states that the page took the click away.
async fn does(path: &str, steps: &[Step]) {
    let site = packages::serve(PAGES);
    let mut stage = Stage::at(site, path).await;
    stage.ok(&["wait", "--fn", "window.ready === true"]).await;
    for (words, part, member, value) in steps {
        let read = format!("({{ value: state()[{member:?}] }})");
        let before = stage.eval(&read).await;
        let (part, refusal) = part.split_once(" or: ").unwrap_or((part, ""));
        let wanted: Value = serde_json::from_str(value).expect("JSON");
        let mut reply = stage.reply(words).await;
        if reply.as_ref().is_ok_and(|reply| reply.value.contains(TAKEN_AWAY)) {
            reply = stage.reply(words).await;
        }
        match reply {
            Ok(reply) => {
                assert!(reply.value.contains(part), "{path} {words:?}: {}", reply.value);
                let has: Value = serde_json::from_str(&stage.eval(&read).await).expect("JSON");
                assert_eq!(has["value"], wanted, "{path} {words:?}: {}", reply.value);
            }
            Err((kind, message)) => {
                assert!(
                    !refusal.is_empty() && message.contains(refusal),
                    "{path} {words:?}: {kind:?} {message}"
                );
                assert_eq!(stage.eval(&read).await, before, "{path} {words:?}: {message}");
            }
        }
    }
}

async fn react_takes_input() {
    does(
        "/react",
        &[
            (&["fill", "textbox \"Name\"", "Ada"], "has \"Ada\"", "name", "\"Ada\""),
            (&["type", "textbox \"Name\"", " L"], "has \"Ada L\"", "name", "\"Ada L\""),
            (&["fill", "textbox \"Name\"", ""], "is empty", "name", "\"\""),
            (
                &["fill", "textbox \"Upper\"", "abc"],
                "has \"ABC\", which the page made of \"abc\"",
                "upper",
                "\"ABC\"",
            ),
            (&["fill", "textbox \"Fixed\"", "other"], "- or: still has \"fixed\"", "name", "\"\""),
            (&["fill", "textbox \"Note\"", "two\nlines"], "has \"two\\nlines\"", "note", "\"two\\nlines\""),
            (&["fill", "spinbutton \"Count\"", "12"], "has \"12\"", "count", "12"),
            (&["select", "combobox \"Colour\"", "Green"], "has \"Green\"", "colour", "\"g\""),
            (
                &["select", "listbox \"Many\"", "One\nThree"],
                "has \"One\", \"Three\"",
                "many",
                "[\"One\",\"Three\"]",
            ),
            (&["check", "checkbox \"Terms\""], "is checked", "terms", "true"),
            (&["uncheck", "checkbox \"Terms\""], "is not checked", "terms", "false"),
            (&["check", "radio \"Large\""], "is checked", "size", "\"l\""),
            (&["click", "button \"Actions\""], "expanded=true", "menu", "null"),
            (&["click", "menuitem \"Delete\""], "clicked", "menu", "\"Delete\""),
            (&["select", "combobox \"City\"", "Bern"], "has \"Bern\"", "city", "\"Bern\""),
            (&["fill", "combobox \"City\"", "Ba"], "has \"Ba\"", "query", "\"Ba\""),
            (&["click", "option \"Basel\""], "clicked", "city", "\"Basel\""),
        ],
    )
    .await;
}

async fn vue_takes_input() {
    does(
        "/vue",
        &[
            (&["fill", "textbox \"Name\"", "Ada"], "has \"Ada\"", "name", "\"Ada\""),
            (&["type", "textbox \"Name\"", " L"], "has \"Ada L\"", "name", "\"Ada L\""),
            (&["fill", "textbox \"Trimmed\"", " x "], "has", "trimmed", "\"x\""),
            (&["fill", "spinbutton \"Age\"", "36"], "has \"36\"", "age", "36"),
            (&["fill", "textbox \"Note\"", "a\nb"], "has \"a\\nb\"", "note", "\"a\\nb\""),
            // This field waits for the event `change`.
            (&["fill", "textbox \"Late\"", "later"], "has \"later\"", "late", "\"later\""),
            (&["select", "combobox \"Colour\"", "g"], "has \"Green\"", "colour", "\"g\""),
            (&["check", "checkbox \"Terms\""], "is checked", "terms", "true"),
            (&["check", "checkbox \"Dog\""], "is checked", "pets", "[\"Dog\"]"),
            (&["check", "checkbox \"Cat\""], "is checked", "pets", "[\"Dog\",\"Cat\"]"),
            (&["uncheck", "checkbox \"Dog\""], "is not checked", "pets", "[\"Cat\"]"),
            (&["check", "radio \"Large\""], "is checked", "size", "\"Large\""),
            (&["fill", "input[type=date]", "2026-11-23"], "has \"2026-11-23\"", "date", "\"2026-11-23\""),
            (&["click", "button \"Count 0\""], "Count 1", "count", "1"),
            (&["click", "button \"Settings\""], "new: dialog \"Settings\"", "open", "true"),
            (&["fill", "textbox \"Title\"", "Mine"], "has \"Mine\"", "title", "\"Mine\""),
            (&["click", "button \"Close\""], "removed", "open", "false"),
        ],
    )
    .await;
}

async fn angular_takes_input() {
    does(
        "/angular",
        &[
            (&["fill", "textbox \"Name\"", "Ada"], "has \"Ada\"", "name", "\"Ada\""),
            (&["type", "textbox \"Name\"", " L"], "has \"Ada L\"", "name", "\"Ada L\""),
            (&["fill", "textbox \"Name\"", ""], "is empty", "valid", "false"),
            (
                &["fill", "textbox \"Email\"", "a@b.example"],
                "has \"a@b.example\"",
                "email",
                "\"a@b.example\"",
            ),
            (&["fill", "textbox \"Code\"", "x1"], "has \"x1\"", "email", "\"a@b.example\""),
            (&["fill", "textbox \"Note\"", "a\nb"], "has \"a\\nb\"", "code", "\"x1\""),
            (&["fill", "spinbutton \"Age\"", "36"], "has \"36\"", "age", "36"),
            (&["select", "combobox \"Colour\"", "Green"], "has \"Green\"", "colour", "\"g\""),
            (&["check", "checkbox \"Terms\""], "is checked", "terms", "true"),
            (&["check", "radio \"Large\""], "is checked", "size", "\"l\""),
            (&["fill", "textbox \"Title\"", "Mine"], "has \"Mine\"", "title", "\"Mine\""),
            (&["check", "checkbox \"News\""], "is checked", "news", "true"),
            (&["uncheck", "checkbox \"News\""], "is not checked", "news", "false"),
            (&["click", "button \"Count 0\""], "Count 1", "count", "1"),
        ],
    )
    .await;
}

async fn editors_take_texts() {
    does(
        "/editors",
        &[
            (&["fill", "textbox \"Prose\"", "A story"], "has \"A story\"", "prose", "\"A story\""),
            (&["type", "textbox \"Prose\"", " ends"], "has \"A story ends\"", "prose", "\"A story ends\""),
            (&["fill", "textbox \"Prose\"", "one\ntwo"], "has \"one\\ntwo\"", "prose", "\"one\\ntwo\""),
            (&["fill", "textbox \"Prose\"", ""], "is empty", "prose", "\"\""),
            (&["fill", "textbox \"Lexical\"", "A story"], "has \"A story\"", "lexical", "\"A story\""),
            (
                &["type", "textbox \"Lexical\"", " ends"],
                "has \"A story ends\"",
                "lexical",
                "\"A story ends\"",
            ),
            (&["fill", "textbox \"Lexical\"", "one\ntwo"], "has \"one\\ntwo\"", "lexical", "\"one\\ntwo\""),
            (&["fill", "textbox \"Lexical\"", ""], "is empty", "lexical", "\"\""),
            (&["fill", "textbox \"Code\"", "let a = 1"], "has \"let a = 1\"", "code", "\"let a = 1\""),
            (&["type", "textbox \"Code\"", ";"], "has \"let a = 1;\"", "code", "\"let a = 1;\""),
            (&["fill", "textbox \"Code\"", "one\ntwo"], "has \"one\\ntwo\"", "code", "\"one\\ntwo\""),
            (&["fill", "textbox \"Code\"", ""], "is empty", "code", "\"\""),
        ],
    )
    .await;
}

async fn widgets_take_input() {
    does(
        "/widgets",
        &[
            (&["click", "button \"Row 2\""], "clicked", "row", "2"),
            (&["click", "button \"Row 500\""], "- or: no element fits", "row", "2"),
            (&["scroll", "down", "#list", "--by", "15000"], "of ", "row", "2"),
            (&["click", "button \"Row 502\""], "clicked", "row", "502"),
            (&["fill", "#phone", "5551234567"], "which the page made of", "phone", "\"15551234567\""),
            (
                &["fill", "#card", "4111111111111111"],
                "has \"4111 1111 1111 1111\"",
                "card",
                "\"4111111111111111\"",
            ),
            (&["fill", "#card", "abc"], "- or: is empty after the input", "row", "502"),
            (&["fill", "#amount", "1234.5"], "has \"1,234.5\"", "amount", "\"1234.5\""),
            (&["drag", "#task", "#done"], "dragged or: drag", "done", "[\"Task\"]"),
            (&["drag", "#stuck", "#closed"], "- or: did not take it", "todo", "[\"Stuck\"]"),
            (&["drag", "#tile", "#slot"], "dragged", "tile", "\"slot\""),
            (
                &["drag", "#native li:first-child", "#native li:last-child"],
                "dragged or: drag",
                "native",
                "[\"Beta\",\"Gamma\",\"Alpha\"]",
            ),
            (
                &["drag", "#fallback li:first-child", "#fallback li:last-child"],
                "dragged or: drag",
                "fallback",
                "[\"Due\",\"Tre\",\"Uno\"]",
            ),
            (
                &["fill", "textbox \"Digit 1\"", "1234"],
                "and the 3 fields after it have \"1234\"",
                "otp",
                "\"1234\"",
            ),
            (
                &["fill", "textbox \"Digit 2\"", "9"],
                "has \"9\"; the focus is in textbox \"Digit 3\"",
                "otp",
                "\"1934\"",
            ),
            (&["fill", "#otp", "5678"], "fields after it have \"5678\"", "otp", "\"5678\""),
            (&["fill", "textbox \"Digit 4\"", "12"], "- or: took 1 of 2 characters", "row", "502"),
        ],
    )
    .await;
}
