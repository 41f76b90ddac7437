//! The tools of a site, their journal, and the console.

use std::time::Duration;

use serde_json::json;
use webagents_runtime::outcome::Level;
use webagents_runtime::{CallOutcome, ErrorKind, Realm};

use crate::support::{self, Bench, SHOP, calls, error, in_page, patient, said, unchecked, value};

crate::support::on_every_engine! {
    a_chain_of_tools_leaves_a_journal,
    the_journal_has_limits,
    global_is_the_tools_and_nothing_else,
    a_wrong_tool_is_named_with_its_neighbours,
    the_console_is_kept_in_order,
}

async fn a_chain_of_tools_leaves_a_journal() {
    let mut bench = Bench::shop().await;
    let code = "
        const found = await global.searchProducts('shoe');
        const prices = await Promise.all(found.map((p) => global.getPrice(p.id)));
        const count = await global['cart.add'](found[0].id);
        let reason;
        try { await global.fail(); } catch (error) { reason = error.reason; }
        const changed = [1];
        const pending = global.cart;
        await global['cart.add'](changed);
        changed.push(2);
        return { found, prices, count, reason, pending, open: await global.open() };";
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        bench.session.open(&bench.site.url("/")).await.expect("a new cart");
        let outcome = bench.session.execute_with(code, &options).await;
        assert_eq!(
            *value(&outcome),
            json!({
                "found": [{ "id": "a", "name": "Red shoe" }, { "id": "b", "name": "Blue shoe" }],
                "prices": [97, 98], "count": 1, "reason": "no", "pending": { "$type": "undefined" },
                "open": "the shop is open",
            })
        );
        let returned = CallOutcome::Returned;
        let threw =
            CallOutcome::Threw { name: String::new(), message: r#"{"code":7,"reason":"no"}"#.to_owned() };
        assert_eq!(
            calls(&outcome),
            [
                ("searchProducts", &json!(["shoe"]), &returned),
                ("getPrice", &json!(["a"]), &returned),
                ("getPrice", &json!(["b"]), &returned),
                ("cart.add", &json!(["a"]), &returned),
                ("fail", &json!([]), &threw),
                ("cart.add", &json!([[1]]), &returned),
                ("open", &json!([]), &returned),
            ]
        );
        let starts: Vec<f64> = outcome.calls.iter().map(|call| call.started_ms).collect();
        assert!(starts.is_sorted(), "{starts:?}");
        assert!(
            outcome.calls[1].duration_ms >= 4.0,
            "the price takes five milliseconds: {:?}",
            outcome.calls[1]
        );

        // A call that is not awaited keeps none of the next from its end, and is in the journal as well; the run's end is its
        // own.
        let outcome =
            bench.session.execute_with("global.never(); return await global.open()", &options).await;
        assert_eq!(
            calls(&outcome),
            [("never", &json!([]), &CallOutcome::Pending), ("open", &json!([]), &CallOutcome::Returned)]
        );
    }

    // Code that a run leaves in the page cannot call tools any more.
    let outcome = bench
        .session
        .execute_with("window.late = () => global.searchProducts('x'); return 1", &in_page())
        .await;
    value(&outcome);
    let outcome = bench.session.execute_with("return await window.late()", &in_page()).await;
    assert_eq!(error(&outcome, ErrorKind::Thrown).message, "the run that holds this tool has ended");
    bench.close().await;
}

async fn the_journal_has_limits() {
    let mut bench = Bench::shop().await;
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        let mut options = options;
        options.records.calls = 3;
        options.records.item_bytes = 40;
        let code = "for (let i = 0; i < 5; i++) await global['cart.add']('x'.repeat(20 * i));
            console.log('y'.repeat(100)); console.log(new Array(100).fill(1)); return 1";
        let outcome = bench.session.execute_with(code, &options).await;
        value(&outcome);
        assert_eq!((outcome.calls.len(), outcome.calls_dropped), (3, 2));
        assert_eq!(outcome.calls[2].args, json!({ "$type": "truncated", "reason": "size" }));
        assert_eq!(outcome.console[0].text, format!("{}…", "y".repeat(40)));
        assert_eq!(outcome.console[1].args, [json!({ "$type": "truncated", "reason": "size" })]);
    }
    bench.close().await;
}

async fn global_is_the_tools_and_nothing_else() {
    let mut bench = Bench::shop().await;
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        let code = "return [Object.keys(global), 'fail' in global, 'nope' in global, typeof global.fail, typeof global.nope,
            typeof global.missing, global.then, await global === global, global.nope?.(), typeof global.document,
            Object.getPrototypeOf(global), String(Object.prototype.toString.call(global)), global.fail === global.fail]";
        let outcome = bench.session.execute_with(code, &options).await;
        let undefined = json!({ "$type": "undefined" });
        assert_eq!(
            *value(&outcome),
            json!([
                ["searchProducts", "getPrice", "cart.add", "fail", "never", "open", "missing"],
                true,
                false,
                "function",
                "undefined",
                "function",
                undefined,
                true,
                undefined,
                "undefined",
                null,
                "[object global]",
                true,
            ])
        );
        for code in [
            "global.x = 1",
            "delete global.fail",
            "Object.defineProperty(global, 'x', {})",
            "Object.setPrototypeOf(global, {})",
        ] {
            let outcome = bench.session.execute_with(code, &options).await;
            assert!(
                error(&outcome, ErrorKind::Thrown).message.contains("cannot be changed"),
                "{code}: {outcome:?}"
            );
        }
    }
    bench.close().await;
}

async fn a_wrong_tool_is_named_with_its_neighbours() {
    let mut bench = Bench::shop().await;
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        for (code, near, signature) in [
            (
                "await global.serchProducts('x')",
                "\"serchProducts\"; did you mean searchProducts?",
                " searchProducts(query: string, limit?: number)",
            ),
            ("await global['cart.ad']('x')", "\"cart.ad\"; did you mean cart.add?", " cart.add("),
            (
                "const { get_price } = global; await get_price()",
                "\"get_price\"; did you mean getPrice?",
                " getPrice(",
            ),
            ("await global.buyEverything()", "\"buyEverything\"", ""),
        ] {
            let outcome = bench.session.execute_with(code, &unchecked().with_realm(realm)).await;
            let thrown = error(&outcome, ErrorKind::Thrown);
            assert_eq!(thrown.name, "UnknownTool", "{thrown:?}");
            let message = format!("webagents.md declares no tool {near}");
            assert!(thrown.message.starts_with(&format!("{message}{signature}")), "{}", thrown.message);
            support::line(thrown, 1);
            let name = near.split('"').nth(1).unwrap_or_default();
            assert_eq!(bench.session.toolbox().tool(name).unwrap_err().to_string(), message);
        }
        let options = options.with_tool_wait(Duration::from_millis(100));
        let outcome = bench.session.execute_with("\nawait global.missing()", &options).await;
        let thrown = error(&outcome, ErrorKind::Thrown);
        assert_eq!(thrown.name, "ToolNotDefined");
        match realm {
            Realm::Page => support::line_of_call(thrown, 2),
            _ => support::line(thrown, 2),
        }
        assert!(
            thrown.message.contains("it defines searchProducts, getPrice, cart.add"),
            "{}",
            thrown.message
        );
        assert!(
            matches!(&outcome.calls[0].outcome, CallOutcome::Threw { name, .. } if name == "ToolNotDefined")
        );
    }
    bench.close().await;
}

async fn the_console_is_kept_in_order() {
    let mut bench = Bench::shop().await;
    for realm in Realm::ALL {
        let options = patient().with_realm(realm);
        let dialog = if realm == Realm::Page { "alert('hello');" } else { "" };
        let code = format!(
            "
            console.log('a', 1, {{ b: [true] }});
            console.info('%s has %d', 'x', 3);
            await null;
            console.warn(new TypeError('w'));
            console.error(undefined, null, 5n);
            console.debug(console);
            console.table([[1]]);
            console.assert(1 === 2, 'never');
            console.assert(true, 'fine');
            console.count(); console.count();
            {dialog}
            throw new Error('end');"
        );
        let outcome = bench.session.execute_with(&code, &options).await;
        error(&outcome, ErrorKind::Thrown);
        let lines = said(&outcome);
        assert_eq!(lines[0], (Level::Log, "a 1 {\"b\":[true]}"));
        assert_eq!(lines[1], (Level::Info, "x has 3"));
        assert_eq!(lines[2], (Level::Warn, "TypeError: w"));
        assert_eq!(lines[3], (Level::Error, "undefined null 5n"));
        assert_eq!(lines[4].0, Level::Debug);
        assert_eq!(lines[5], (Level::Log, "[[1]]"));
        assert_eq!(lines[6], (Level::Error, "Assertion failed: never"));
        assert_eq!(lines[7..9], [(Level::Info, "default: 1"), (Level::Info, "default: 2")]);
        let shown = (Level::Warn, "alert() is not shown to anyone: hello");
        assert_eq!(lines[9..], [shown][..usize::from(realm == Realm::Page)]);

        let outcome = bench
            .session
            .execute_with("for (let i = 0; i < 1500; i++) console.log(i); return 1", &options)
            .await;
        assert_eq!((outcome.console.len(), outcome.console_dropped), (1000, 500));
        assert_eq!(outcome.console[999].text, "999");
    }
    bench.close().await;
}

/// About the suite's own page, and no browser.
#[test]
fn the_shop_parses_as_it_is_meant_to() {
    let parsed = webagents_manifest::parse(SHOP);
    assert_eq!(parsed.manifest.tools.len(), 7, "{:?}", parsed.diagnostics);
}
