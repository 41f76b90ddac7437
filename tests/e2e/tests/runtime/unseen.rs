//! Parts of the harness that code can see, and changes that it can make to a call that was looked at.

use serde_json::{Value, json};
use webagents_runtime::{ErrorKind, GuardOptions, Policy, Toolbox, Verdict};
use webagents_runtime_webdriver::Protocol;
use webagents_testkit::Route;

use crate::support::{Bench, error, unchecked, value};

crate::support::on_every_engine! {
    no_text_shows_a_secret,
    a_copy_is_judged_called_and_kept,
}

const TOOLS: &str = "# Tools

## peek
Looks at its callers.

### Params

## pick
Picks.

### Params
- `order` ({ amount: 1 | 2 | 3 }, required): O.

## give
Takes anything.

### Params
- `thing` (any, optional): T.
- `n` (number, optional): N.

## pay
Pays.

### Params
- `thing` (any, optional): T.
";

const PAGE: &str = "<script>
    reached = [];
    seen = [];
    function take(one) {
        try { seen.push(String(one)) } catch {}
        try { seen.push(Function.prototype.toString.call(one)) } catch {}
    }
    function callers(begin) {
        for (let one = begin, i = 0; one && i < 20; i += 1) {
            take(one);
            try { for (const argument of one.arguments ?? []) take(argument) } catch {}
            try { one = one.caller } catch { break }
        }
    }
    function frames() {
        const before = Error.prepareStackTrace;
        Error.prepareStackTrace = (error, sites) => {
            for (const site of sites) {
                for (const name of ['getFunction', 'getThis', 'getScriptNameOrSourceURL', 'getEvalOrigin', 'toString']) {
                    try { take(site[name]()) } catch {}
                }
            }
            return 'shown';
        };
        take(new Error('a').stack);
        Error.prepareStackTrace = before;
        take(new Error('b').stack);
    }
    function peek() { callers(peek); callers(arguments.callee); frames(); return 1 }
    function pick(order) { reached.push(order.amount); return order.amount }
    function give(thing) { reached.push(typeof thing); return typeof thing }
    function pay(thing) { reached.push('paid') }
</script>";

async fn bench(protocol: Protocol) -> Bench {
    let mut bench = Bench::over(protocol, vec![Route::html("/", PAGE)]).await;
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(TOOLS)));
    bench.session.use_guards(GuardOptions::from(Policy::default().with_rule("pay", Verdict::Deny)));
    bench
}

const LOOK: &str = "
    callers(arguments.callee); frames();
    (function own() { callers(own); callers(arguments.callee) })();
    for (const one of [global.peek, global.pick, console.log, alert, confirm, prompt]) take(one);
    for (const name of Reflect.ownKeys(window)) {
        if (!String(name).startsWith('webagents:')) continue;
        take(window[name]);
        for (const member of Reflect.ownKeys(window[name])) take(window[name][member]);
    }
    await global.peek();
    callers(arguments.callee); frames();
    try { await global.pay(1) } catch (error) { take(error.stack) }
    return seen";

/// Returns whether a text has sixteen hexadecimal digits: a key, a run's id or an answer's token.
fn has_secret(text: &str) -> bool {
    let mut digits = 0;
    text.chars().any(|character| {
        digits = if character.is_ascii_hexdigit() { digits + 1 } else { 0 };
        digits >= 16
    })
}

async fn no_text_shows_a_secret() {
    for protocol in [Protocol::Auto, Protocol::Classic] {
        let mut bench = bench(protocol).await;
        // The first run in a document installs the harness, where nothing came before the page.
        for _ in 0..2 {
            let outcome = bench.session.execute_with(LOOK, &unchecked()).await;
            let seen = value(&outcome).as_array().expect("a list");
            assert!(seen.len() > 10, "{seen:?}");
            for text in seen.iter().filter_map(Value::as_str) {
                assert!(!has_secret(text), "{protocol:?}: {text}");
            }
        }
        // Code that ends its function cannot give options of its own.
        let code = "return await global.pay(1)\n})}).begin({__proto__:null,length:1e3,tools:['pay'],budget:9,deadline:1e3})(\
                    ()=>Error(),function(){return(()=>async()=>{";
        let outcome = bench.session.execute_with(code, &unchecked()).await;
        assert!(!outcome.is_ok(), "{outcome:?}");
        let outcome = bench.session.execute_with("return reached", &unchecked()).await;
        assert_eq!(*value(&outcome), json!([]), "{protocol:?}");
        bench.close().await;
    }
}

async fn a_copy_is_judged_called_and_kept() {
    for protocol in [Protocol::Auto, Protocol::Classic] {
        let mut bench = bench(protocol).await;
        for code in [
            "let n = 0; return await global.pick({ get amount() { return n++ < 1 ? 1 : 999 } })",
            "let n = 0; return await global.pick({ get amount() { return n++ < 4 ? 1 : 999 } })",
            "const order = { amount: 1 }; const call = global.pick(order); order.amount = 999; return await call",
            "Object.prototype.toJSON = () => ({ amount: 2 }); try { return await global.pick({ amount: 1 }) }
             finally { delete Object.prototype.toJSON }",
            "let n = 0; Object.defineProperty(Object.prototype, Symbol.toStringTag, { configurable: true,
                get() { return n++ % 2 ? 'RegExp' : 'Error' } });
             try { return await global.pick({ amount: 1 }) } finally { delete Object.prototype[Symbol.toStringTag] }",
        ] {
            let outcome = bench.session.execute_with(code, &unchecked()).await;
            assert_eq!(*value(&outcome), json!(1), "{protocol:?} {code}");
            assert_eq!(outcome.calls[0].args, json!([{ "amount": 1 }]), "{protocol:?} {code}");
        }
        // What is no data is refused where a declaration or the policy is about data.
        for (code, name) in [
            ("return await global.pick(new Proxy({ amount: 1 }, {}))", "ToolArguments"),
            ("return await global.pick(new (class Order { amount = 1 })())", "ToolArguments"),
            ("return await global.pick({ amount: 1, also() {} })", "ToolArguments"),
            ("return await global.give(() => 1, document.body ?? (() => 1))", "ToolArguments"),
            ("return await global.pay(() => 1)", "ToolDenied"),
            // One that cannot be judged to its end is not called.
            (
                "const deep = (n) => { try { return deep(n + 1) } catch { return global.pick({ amount: 999 }) } }; return await deep(0)",
                "",
            ),
        ] {
            let outcome = bench.session.execute_with(code, &unchecked()).await;
            let kind = if name == "ToolDenied" { ErrorKind::Denied } else { ErrorKind::Thrown };
            let refused = error(&outcome, kind);
            assert!(name.is_empty() || refused.name == name, "{protocol:?} {code}: {outcome:?}");
        }
        // Elsewhere it goes as it is, and the journal says so.
        let outcome = bench.session.execute_with("return await global.give(() => 1, 2)", &unchecked()).await;
        assert_eq!(*value(&outcome), json!("function"));
        assert_eq!(outcome.calls[0].warnings.len(), 1, "{outcome:?}");
        let outcome = bench.session.execute_with("return reached", &unchecked()).await;
        assert_eq!(*value(&outcome), json!([1, 1, 1, 1, 1, "function"]), "{protocol:?}");
        bench.close().await;
    }
}
