//! Tests of the parent module.

use serde_json::json;

use super::*;

#[test]
fn the_form_in_json() {
    let mut outcome = Outcome::new(Ok(Value::Null));
    outcome.duration = Duration::from_nanos(1_234_567);
    assert_eq!(
        serde_json::to_string(&outcome).unwrap(),
        r#"{"ok":true,"value":null,"error":null,"console":[],"calls":[],"duration_ms":1.235}"#
    );

    let mut error = ExecError::new(ErrorKind::ResultTooLarge, "too long");
    error.line = Some(2);
    assert_eq!(error.to_string(), "result_too_large at line 2: too long");
    outcome.result = Err(error);
    outcome.calls_dropped = 1;
    outcome.console.push(ConsoleLine {
        level: Level::Warn,
        text: "a".to_owned(),
        args: vec![json!("a")],
        at_ms: 0.5,
    });
    let threw = CallOutcome::Threw { name: "E".to_owned(), message: "m".to_owned() };
    let source = CallSource { frame: "0".to_owned(), ..CallSource::default() };
    outcome.calls.push(Call { source, ..call("t", threw) });
    assert_eq!(
        serde_json::to_value(&outcome).unwrap(),
        json!({
            "ok": false,
            "value": null,
            "error": { "kind": "result_too_large", "name": "", "message": "too long", "stack": "", "line": 2 },
            "console": [{ "level": "warn", "text": "a", "args": ["a"], "at_ms": 0.5 }],
            "calls": [{
                "tool": "t", "source": { "kind": "manifest", "frame": "0" }, "args": [1, "a"], "started_ms": 1.0, "duration_ms": 2.0,
                "outcome": { "state": "threw", "name": "E", "message": "m" },
            }],
            "duration_ms": 1.235,
            "calls_dropped": 1,
        })
    );

    // A value in spite of an error is the value in JSON, and no member of the error.
    let mut dialog = ExecError::new(ErrorKind::Dialog, "one");
    dialog.returned = Some(Value::Null);
    let mut outcome = Outcome::new(Err(dialog));
    assert_eq!(outcome.value(), Some(&Value::Null));
    if let Some(value) = outcome.value_mut() {
        *value = json!(1);
    }
    let error = json!({ "kind": "dialog", "name": "", "message": "one", "stack": "" });
    let members = serde_json::to_value(&outcome).unwrap();
    assert_eq!((&members["ok"], &members["value"], &members["error"]), (&json!(false), &json!(1), &error));
}

fn call(tool: &str, outcome: CallOutcome) -> Call {
    Call {
        tool: tool.to_owned(),
        source: CallSource::default(),
        args: json!([1, "a"]),
        started_ms: 1.0,
        duration_ms: 2.0,
        decision: Decision::default(),
        registered: false,
        warnings: Vec::new(),
        outcome,
    }
}

#[test]
fn a_refused_call_is_a_denial() {
    let error = Err(ExecError { name: "ToolDenied".to_owned(), ..ExecError::new(ErrorKind::Thrown, "no") });
    let mut outcome = Outcome::new(error);
    let denied = CallOutcome::Denied { name: "ToolDenied".to_owned(), message: "no".to_owned() };
    outcome.calls.push(call("pay", denied));
    outcome.mark_denied();
    assert!(outcome.failed_with(ErrorKind::Denied));
}

#[test]
fn a_page_cannot_make_a_denial() {
    let error = Err(ExecError { name: "ToolDenied".to_owned(), ..ExecError::new(ErrorKind::Thrown, "no") });
    let mut outcome = Outcome::new(error);
    let threw = CallOutcome::Threw { name: "ToolDenied".to_owned(), message: "no".to_owned() };
    outcome.calls.push(call("pay", threw));
    outcome.mark_denied();
    assert!(outcome.failed_with(ErrorKind::Thrown));
}
