//! Calls of registered tools: results of every kind, errors with their real text, time limits, forms.

use serde_json::{Value, json};
use webagents_runtime::{CallOutcome, ErrorKind, Outcome, Realm};
use webagents_testkit::Route;

use super::{Bench, modes};
use crate::support::{calls, error, in_page, on_page, patient, stopped, unchecked, value};

crate::support::by_every_channel! {
    Chromium:
    results_of_every_kind,
    errors_have_their_own_text,
    arguments_are_one_object,
    a_call_ends_in_time_and_with_its_run,
    forms_are_tools,
    form_that_navigates_has_one_outcome,
}

/// Registers the tool `name` with this body of `execute(input, options)`.
fn tool(name: &str, body: &str) -> String {
    format!(
        "document.modelContext.registerTool({{name:'{name}',description:'d',inputSchema:{{type:'object',properties:{{k:{{}}}}}},\
         execute:async(input,options)=>{{{body}}}}});"
    )
}

async fn results_of_every_kind() {
    let undefined = json!({ "$type": "undefined" });
    let table: Vec<(&str, Value)> = include_str!("../../pages/webmcp/results.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.rsplit_once(" => ").unwrap_or_else(|| panic!("{line}")))
        .map(|(code, want)| {
            (code, serde_json::from_str(want).unwrap_or_else(|error| panic!("{want}: {error}")))
        })
        .collect();
    assert!(table.len() > 25, "{}", table.len());
    let values: Vec<String> = table.iter().map(|(code, _)| format!("()=>({code})")).collect();
    let page = tool("give", &format!("return [{}][input.k]()", values.join(",")));
    for &(mode, _) in modes() {
        let mut bench = Bench::page(mode, &page).await;
        let code = format!(
            "const all = []; for (let k = 0; k < {}; k += 1) {{
               try {{ all.push(await global.give({{ k }})); }} catch (error) {{ all.push(String(error)); }} }} return all",
            table.len()
        );
        let got = bench.value(&code).await;
        for ((code, want), got) in table.iter().zip(got.as_array().expect("a list")) {
            assert_eq!(got, want, "{mode:?}: {code}");
        }
        assert_eq!(
            bench.value("return await global.give({ k: 99 }).catch(() => undefined)").await,
            undefined
        );
    }
}

async fn errors_have_their_own_text() {
    let page = [
        tool("range", "throw new RangeError('the real text')"),
        tool("text", "throw 'just text'"),
        tool("circular", "const o = {}; o.o = o; return o"),
        tool("symbol", "return Symbol('s')"),
    ]
    .concat();
    for &(mode, _) in modes() {
        let mut bench = Bench::page(mode, &page).await;
        let outcome = bench.session.execute_with("\nreturn await global.range()", &patient()).await;
        let thrown = error(&outcome, ErrorKind::Thrown);
        assert_eq!(
            (thrown.name.as_str(), thrown.message.as_str()),
            ("RangeError", "the real text"),
            "{mode:?}"
        );
        let threw = CallOutcome::Threw { name: "RangeError".to_owned(), message: "the real text".to_owned() };
        assert_eq!(calls(&outcome), [("range", &json!([]), &threw)]);

        let outcome = bench.session.execute_with("return await global.text()", &patient()).await;
        assert_eq!(error(&outcome, ErrorKind::Thrown).thrown, Some(json!("just text")));
        let outcome = bench.session.execute_with("return await global.circular()", &patient()).await;
        let told = &error(&outcome, ErrorKind::Thrown).message;
        assert!(told.contains("circular") || told.contains("cyclic"), "{outcome:?}");
        // It would cost Chromium its tab.
        let outcome = bench.session.execute_with("return await global.symbol()", &patient()).await;
        assert!(error(&outcome, ErrorKind::Thrown).message.contains("symbol"), "{outcome:?}");
        // Each call has its own error, also if the errors are alike.
        let code = "return (await Promise.allSettled([global.range({ k: 1 }), global.text({ k: 1 }), global.range({ k: 1 })]))
            .map((one) => one.reason.message ?? one.reason)";
        assert_eq!(bench.value(code).await, json!(["the real text", "just text", "the real text"]));
    }
}

async fn arguments_are_one_object() {
    let page = "document.modelContext.registerTool({name:'get-board.state',description:'State.',
        inputSchema:{type:'object',properties:{id:{type:'string'},deep:{type:'boolean'}},required:['id']},
        execute:async(input)=>input});
        document.modelContext.registerTool({name:'nothing',description:'Takes nothing.',execute:async(input)=>Object.keys(input)});";
    for &(mode, _) in modes() {
        let mut bench = Bench::page(mode, page).await;
        assert_eq!(
            bench.value("return await global['get-board.state']({ id: 'a' })").await,
            json!({ "id": "a" })
        );
        assert_eq!(bench.value("return await global.nothing()").await, json!([]));
        let declared = bench.session.toolbox().typescript();
        assert!(declared.contains("\"get-board.state\"(input: {"), "{declared}");
        assert!(declared.contains("nothing(): Promise<any>"), "{declared}");
        // The look before the run knows the schema.
        for code in ["await global['get-board.state']({ id: 5 })", "await global['get-board.state']()"] {
            let outcome = bench.session.execute_with(code, &patient()).await;
            assert_eq!(error(&outcome, ErrorKind::Tools).name, "ToolArguments", "{code}: {outcome:?}");
        }
        for code in ["await global.nothing('text')", "await global.nothing({}, 1)"] {
            let outcome = bench.session.execute_with(code, &unchecked()).await;
            assert_eq!(error(&outcome, ErrorKind::Thrown).name, "TypeError", "{code}: {outcome:?}");
        }
    }
}

async fn a_call_ends_in_time_and_with_its_run() {
    let page = [
        "window.log = [];".to_owned(),
        tool("slow", "window.begun = input.k; options.signal.addEventListener('abort', () => log.push('slow ' + input.k)); await new Promise(() => {})"),
        tool("deaf", "await new Promise(() => {})"),
        tool("which", "await new Promise((done) => setTimeout(done, 10)); return window.begun"),
    ]
    .concat();
    for &(mode, _) in modes() {
        let mut bench = Bench::page(mode, &page).await;
        let mut options = patient();
        options.tool_deadline = std::time::Duration::from_millis(200);
        let code =
            "try { await global.slow({ k: 1 }); } catch (error) { return [error.name, error.message]; }";
        let outcome = bench.session.execute_with(code, &options).await;
        assert_eq!(
            outcome.result,
            Ok(json!(["TimeoutError", "the tool slow had not answered after 200 ms and was cancelled"])),
            "{outcome:?}"
        );
        // The run's own deadline names who was waited for.
        let called = |outcome: &Outcome| !outcome.calls.is_empty();
        let outcome = stopped(&mut bench.session, Realm::Isolated, "await global.deaf()", called).await;
        assert!(error(&outcome, ErrorKind::Timeout).message.contains("deaf"), "{outcome:?}");
        // A call that nobody waits for ends with the run.
        for (realm, k) in [(Realm::Isolated, 2), (Realm::Page, 3)] {
            let code = format!("global.slow({{ k: {k} }}); while (await global.which() !== {k}); return 1");
            let outcome = bench.session.execute_with(&code, &patient().with_realm(realm)).await;
            assert_eq!(outcome.calls[0].outcome, CallOutcome::Pending, "{outcome:?}");
        }
        let code = "while (log.length < 3) await new Promise((done) => setTimeout(done, 10)); return log";
        assert_eq!(on_page(&mut bench.session, code).await, json!(["slow 1", "slow 2", "slow 3"]));
    }
}

async fn forms_are_tools() {
    let routes = || {
        vec![
            Route::html("/", include_str!("../../pages/webmcp/forms.html")),
            Route::html("/nothing", "").status(204),
        ]
    };
    for &(mode, _) in modes() {
        let mut bench = Bench::new(mode, routes()).await;
        let kinds: Vec<&str> = bench.sources().iter().map(|(_, kind, _)| kind.as_str()).collect();
        assert_eq!(bench.names(), ["answer", "ask", "book", "go", "pick", "stay"]);
        assert_eq!(kinds, ["webmcp-form"; 6]);
        // A form sent by POST without a person's press of the button needs consent; a GET loads a page, as a link does.
        let consequential: Vec<_> =
            bench.session.tools().iter().map(|tool| tool.annotations.consequential).collect();
        assert_eq!(consequential, [None, None, Some(true), None, Some(true), None], "{mode:?}");
        let declared = bench.session.toolbox().typescript();
        assert!(
            declared.contains("ask(input: {\n    /** What to ask. */\n    q: string;\n  })"),
            "{declared}"
        );

        // An empty choice of a required list does not count.
        assert!(
            declared.contains("size: \"s\" | \"l\";") && declared.contains("tone?: \"\" | \"low\";"),
            "{declared}"
        );

        let outcome = bench.session.execute_with("await global.book({ n: 1 })", &patient()).await;
        let denied = error(&outcome, ErrorKind::Denied);
        assert_eq!(denied.name, "ToolDenied", "{outcome:?}");
        let why = "book was not called: the site does not mark it, and a form that a call sends at once by POST counts as \
                   consequential, and nobody can be asked";
        assert!(denied.message.starts_with(why), "{denied:?}");
        bench.trust();

        assert_eq!(bench.value("return await global.answer({ q: 'x' })").await, json!({ "asked": "x" }));
        let outcome = bench.session.execute_with("await global.answer({ z: 1 })", &unchecked()).await;
        assert!(error(&outcome, ErrorKind::Thrown).message.contains("no such parameter"), "{outcome:?}");
        let outcome = bench.session.execute_with("await global.book({ n: 9 })", &unchecked()).await;
        assert!(
            error(&outcome, ErrorKind::Thrown).message.contains("Form validation failed: n:"),
            "{outcome:?}"
        );

        // A form that waits for a press, and the message when none comes.
        let code = "const asked = global.ask({ q: 'why' }), field = document.querySelector('#ask input');
            while (field.value !== 'why') await new Promise((done) => setTimeout(done, 10));
            document.querySelector('#ask button').click(); return await asked";
        let outcome = bench.session.execute_with(code, &in_page()).await;
        assert_eq!(*value(&outcome), json!("because"));
        let press = "(async () => { const field = document.querySelector('#ask input'); field.value = '';
            while (field.value !== 'now') await new Promise((done) => setTimeout(done, 10));
            document.querySelector('#ask button').click() })()";
        on_page(&mut bench.session, press).await;
        assert_eq!(bench.value("return await global.ask({ q: 'now' })").await, json!("because"));
        let mut options = patient();
        options.tool_deadline = std::time::Duration::from_millis(300);
        let outcome = bench.session.execute_with("await global.ask({ q: 'why' })", &options).await;
        assert!(
            error(&outcome, ErrorKind::Thrown)
                .message
                .ends_with("is a form, and waits for the user to submit it"),
            "{outcome:?}"
        );

        let mut short = patient();
        short.deadline = std::time::Duration::from_millis(500);
        let code = "try { await global.ask({ q: 'why' }) } finally { await new Promise(() => {}) }";
        let outcome = bench.session.execute_with(code, &short).await;
        assert!(
            error(&outcome, ErrorKind::Timeout).message.ends_with(
                "; the tool ask had not answered; ask is a form, and waits for the user to submit it"
            ),
            "{outcome:?}"
        );

        // One whose submission leads nowhere has no result.
        let outcome = bench.session.execute_with("return await global.stay({ q: 'x' })", &options).await;
        assert_eq!(outcome.result, Ok(Value::Null), "{outcome:?}");
    }
}

/// A form that navigates ends the run with one outcome, also if the next document comes first.
async fn form_that_navigates_has_one_outcome() {
    let found = "<title>found</title><form toolname=again tooldescription=Again></form>";
    let routes = || {
        vec![
            Route::html("/", include_str!("../../pages/webmcp/forms.html")),
            Route::html("/found", found),
            Route::html("/booked", found),
        ]
    };
    for &(mode, _) in modes() {
        let mut bench = Bench::new(mode, routes()).await;
        bench.trust();
        for (tool, argument, url) in [
            ("go", "{ q: 'x' }", "/found?q=x"),
            ("book", "{ n: 1 }", "/booked"),
            ("go", "{ q: 'y' }", "/found?q=y"),
        ] {
            bench.session.open(&bench.site.url("/")).await.expect("the page");
            let code = format!("await global.{tool}({argument}); return 'after it'");
            let outcome = bench.session.execute_with(&code, &patient()).await;
            let want = json!({
                "$type": "navigated", "tool": tool, "url": bench.site.url(url), "tools": ["again"],
                "message": "the form was sent and the page is now at this URL; code after the call was not run",
            });
            assert_eq!((outcome.value(), outcome.error()), (Some(&want), None), "{mode:?}");
            assert!(outcome.is_ok() && outcome.tools_changed);
            // Without a channel out of the page nothing is known of its calls.
            assert!(outcome.calls.iter().all(|call| call.outcome == CallOutcome::Returned), "{outcome:?}");
            assert_eq!(bench.names(), ["again"]);
        }
    }
}
