//! The conversation between prelude and parent.

use std::time::Duration;

use webagents_isolate::RunEnd;

use crate::support::{limits, run, run_with};

#[tokio::test]
async fn code_returns_a_value() {
    for (code, message) in [
        ("return 1 + 1", "value 2"),
        ("", "value undefined"),
        ("// <!-- a comment", "value undefined"),
        ("return 'ä\u{1f600}\u{2028}'", "value \"ä\u{1f600}\u{2028}\""),
        ("\u{feff}return 1", "value 1"),
        ("return ask.length\n-->", "value 1"),
    ] {
        assert_eq!(run(code).await, message, "{code}");
    }
}

#[tokio::test]
async fn calls_are_answered() {
    let code = "console.log(1, 'a'); setTimeout(() => { throw 7 }, 1); queueMicrotask(() => { throw 6 });
        await new Promise((done) => setTimeout(done, 2)); return await ask('hello')";
    let (messages, end) = run_with(&limits(), code, Duration::from_mins(1)).await;
    assert_eq!(messages, ["console log 1 a", "uncaught 6", "uncaught 7", "ask hello", "value \"HELLO\""]);
    assert_eq!(end, RunEnd::Done);
}

#[tokio::test]
async fn code_cannot_close_its_function() {
    for code in [
        "})(); (function() {",
        "} + function() {",
        "}, function() {",
        "}); ask('outside'); (async function(){",
        "}:0}); ask('outside'); (function(){0?async()=>{",
        "}}); ask('outside'); (function(){0?async()=>{",
        "return 1 /*",
        "return `",
        "return 'a\0b'",
    ] {
        let (messages, end) = run_with(&limits(), code, Duration::from_mins(1)).await;
        assert_eq!(end, RunEnd::Done);
        let [message] = &messages[..] else { panic!("{code}: {messages:?}") };
        assert!(message.starts_with("error none SyntaxError: "), "{code}: {message}");
    }
}
