//! The preflight of code: TypeScript reaches the page and runs, and code that cannot work does not.

use serde_json::json;
use webagents_runtime::{CallOutcome, ErrorKind, Realm};

use crate::support::{self, Bench, calls, error, in_page, patient, unchecked, value};

crate::support::on_every_engine! {
    typescript_runs,
    nothing_runs_when_a_call_cannot_work,
    syntax_errors_have_a_line_and_a_column,
    places_are_those_of_the_code_as_it_was_written,
}

async fn typescript_runs() {
    let mut bench = Bench::shop().await;
    let code = "
        interface Product { id: string; name: string }
        type Priced = Product & { price: number };
        const found: Product[] = await global.searchProducts('shoe');
        const priced = await Promise.all(found.map(async (product: Product): Promise<Priced> => (
            { ...product, price: await global.getPrice(product.id) as number }
        )));
        const cheapest = <T extends { price: number }>(all: readonly T[]): T => all.toSorted((a, b) => a.price - b.price)[0]!;
        return cheapest<Priced>(priced) satisfies Priced;";
    for realm in Realm::ALL {
        let outcome = bench.session.execute_with(code, &patient().with_realm(realm)).await;
        assert_eq!(*value(&outcome), json!({ "id": "a", "name": "Red shoe", "price": 97 }));
    }

    // Lines and columns refer to the text that the model wrote.
    let code = "const n: null = null;\nreturn (n as any)!.x";
    let outcome = bench.session.execute_with(code, &in_page()).await;
    support::place(error(&outcome, ErrorKind::Thrown), 2, 20, (1, 19));
    let outcome = bench.session.execute_with(code, &patient()).await;
    support::line(error(&outcome, ErrorKind::Thrown), 2);

    // Without the preflight, the engine reports the error.
    let outcome = bench.session.execute_with("const n: null = null; return n", &unchecked()).await;
    error(&outcome, ErrorKind::Syntax);
    bench.close().await;
}

async fn nothing_runs_when_a_call_cannot_work() {
    let mut bench = Bench::shop().await;
    for (code, name, message) in [
        (
            "await global['cart.add']('a');\nreturn await global.serchProducts('x')",
            "UnknownTool",
            "declares no tool \"serchProducts\"; did you mean searchProducts? searchProducts(query: string, limit?: number)",
        ),
        (
            "await global['cart.add']('a');\nreturn await global.getPrice()",
            "ToolArguments",
            "takes 1 argument, and this call passes 0: getPrice(id: string)",
        ),
        (
            "await global['cart.add']('a');\nreturn await global.searchProducts('x', '3')",
            "ToolArguments",
            "the argument `limit` of `searchProducts` must be `number`, not the string `3`",
        ),
    ] {
        let outcome = bench.session.execute_with(code, &patient()).await;
        let tools = error(&outcome, ErrorKind::Tools);
        assert_eq!((tools.name.as_str(), tools.line), (name, Some(2)), "{tools:?}");
        assert!(tools.message.contains(message), "{tools:?}");
        assert_eq!(calls(&outcome), []);
        // The same code does reach the page when nobody looks.
        let outcome = bench.session.execute_with(code, &unchecked()).await;
        assert_eq!(calls(&outcome)[0], ("cart.add", &json!(["a"]), &CallOutcome::Returned));
    }
    bench.close().await;
}

async fn syntax_errors_have_a_line_and_a_column() {
    let mut bench = Bench::shop().await;
    for (code, line, column) in [
        ("const a = 1;\nreturn a +;", 2, 11),
        ("if (true) {\n  return 1;\n", 3, 1),
        ("return 1;\n\n  let 5x = 1;", 3, 8),
        ("const a: = 1", 1, 10),
        ("namespace A { export const b = 1 }", 1, 1),
    ] {
        for realm in Realm::ALL {
            let outcome = bench.session.execute_with(code, &patient().with_realm(realm)).await;
            let syntax = error(&outcome, ErrorKind::Syntax);
            assert_eq!((syntax.line, syntax.column), (Some(line), Some(column)), "{code}: {syntax:?}");
        }
    }
    // The engine judges code that the preflight accepts.
    for realm in Realm::ALL {
        let outcome = bench.session.execute_with(&"[".repeat(10_000), &patient().with_realm(realm)).await;
        let is_refused = outcome.failed_with(ErrorKind::Syntax) || outcome.failed_with(ErrorKind::Limit);
        assert!(is_refused, "{outcome:?}");
    }
    bench.close().await;
}

/// Text that the preflight puts into a line does not move the places of errors.
async fn places_are_those_of_the_code_as_it_was_written() {
    let mut bench = Bench::shop().await;
    for (code, line, column, start) in [
        ("const a = 1;\nnull.x;", 2, 6, 1),
        ("async () => { null.x }", 1, 20, 15),
        ("function () { null.x }", 1, 20, 15),
        ("enum A { B } null.x", 1, 19, 14),
        ("```js\nconst a = 1;\nnull.x\n```", 3, 6, 1),
    ] {
        for realm in Realm::ALL {
            let outcome = bench.session.execute_with(code, &patient().with_realm(realm)).await;
            let thrown = error(&outcome, ErrorKind::Thrown);
            // Engines differ in the part of the expression that they name.
            match realm {
                Realm::Page => support::place(thrown, line, column, (start, column - 1)),
                _ => {
                    support::line(thrown, line);
                    let columns = [None, Some(column), Some(column - 1), Some(start)];
                    assert!(columns.contains(&thrown.column), "{code}: {thrown:?}");
                }
            }
            assert!(
                !thrown.stack.contains("code:") || thrown.stack.contains(&format!("code:{line}:")),
                "{thrown:?}"
            );
        }
    }
    bench.close().await;
}
