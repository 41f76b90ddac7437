//! Isolated code against real pages, which it reaches only by calls that were decided on.
//!
//! Attempts that need no page are in the tests of `webagents-isolate` and `webagents-host`.

use serde_json::{Value, json};
use webagents_runtime::{CallOutcome, ErrorKind, GuardOptions, Outcome, Policy, Realm, Toolbox, Verdict};
use webagents_testkit::Route;

use crate::support::{Bench, error, on_page, patient, stopped, unchecked, value};

crate::support::on_every_engine! {
    code_reaches_page_by_calls_only,
    endless_code_ends_and_page_stays,
    run_leaves_nothing_to_next,
}

const TOOLS: &str = "# Tools

## look
Looks.

### Params
- `value` (any, optional): V.

## pay
Pays.

### Params
- `value` (any, optional): V.

## never
Never answers.

### Params
- `value` (any, optional): V.
";

/// Page with a login, which records the calls and messages that reach it.
const PAGE: &str = "<!doctype html><title>t</title><p id=p>text</p><script>
    localStorage.token = 'abc'; born = Math.random(); reached = [];
    look = async (value) => { reached.push(['look', value ?? null]); return value };
    pay = async (value) => { reached.push(['pay', value ?? null]); return 'paid' };
    never = (value) => { reached.push(['never', value ?? null]); return new Promise(() => {}) };
    addEventListener('message', () => reached.push(['message', null]));
    addEventListener('storage', () => reached.push(['storage', null]));
</script>";

/// Attempts to reach the page, the network, files or other runs.
const ATTEMPTS: [&str; 62] = [
    // The page's globals and functions.
    "return await pay(1)",
    "return await globalThis.pay(1)",
    "return await globalThis[await global.look('pay')](1)",
    "return await (0, eval)('pay(1)')",
    "return await eval('globalThis.pay(1)')",
    "return await new Function('return pay(1)')()",
    "return await (async () => {}).constructor('return pay(1)')()",
    "return await global.look.constructor('return pay(1)')()",
    "return await global.constructor.constructor('return pay(1)')()",
    "return await console.log.constructor('return this')().pay(1)",
    "return await this.pay(1)",
    "for (const name of ['window', 'self', 'top', 'parent', 'frames', 'opener']) globalThis[name]?.pay?.(1); return name",
    "setTimeout('pay(1)'); await new Promise((done) => setTimeout(done, 50)); return 1",
    // The document, its storage and its address.
    "document.title = 'changed'; return 1",
    "document.querySelector('p').textContent = 'changed'",
    "localStorage.token = 'changed'",
    "sessionStorage.token = 'changed'",
    "document.cookie = 'sid=changed'",
    "location.href = '/leak'",
    "history.pushState({}, '', '/leak')",
    "open('/leak'); return 1",
    "postMessage('x', '*'); return 1",
    "indexedDB.open('x'); return caches.open('x')",
    // The network.
    "return await fetch('/leak')",
    "const request = new XMLHttpRequest(); request.open('GET', '/leak'); request.send()",
    "navigator.sendBeacon('/leak', 'x')",
    "new WebSocket('ws://' + location.host + '/leak')",
    "new EventSource('/leak')",
    "new Image().src = '/leak'",
    "return await import('/leak')",
    "return await import('data:text/javascript,export default 1')",
    "new Worker('/leak'); importScripts('/leak')",
    // Files, processes and other engines.
    "return await import('std')",
    "std.open('/tmp/webagents-leak', 'w').puts('x')",
    "os.exec(['touch', '/tmp/webagents-leak'])",
    "require('fs').writeFileSync('/tmp/webagents-leak', 'x')",
    "process.exit(1)",
    "Deno.exit(1); Bun.exit(1); quit(1); scriptArgs.length",
    "return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))",
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)",
    // The messages of the realm.
    "host.send('{\"turn\":[[1,\"global\",\"pay\",[1]]],\"timers\":0}')",
    "Error.prepareStackTrace = (error, sites) => sites; const sites = new Error('x').stack;
        for (const site of sites) { const own = site.getFunction?.(); try { own?.('{\"turn\":[[9,\"global\",\"pay\",[1]]],\"timers\":0}') } catch {} }
        return typeof sites",
    "return arguments.callee.caller('pay')",
    "JSON.stringify = () => '[[1,\"global\",\"pay\",[1]]]'; return await global.look(1)",
    "Array.prototype.toJSON = Object.prototype.toJSON = String.prototype.toJSON = () => 'pay'; return await global.look(1)",
    "Object.prototype.tool = 'pay'; Object.prototype[1] = 'pay'; Array.prototype[2] = 'pay'; return await global.look(1)",
    "Map.prototype.get = Map.prototype.set = () => ({ resolve() {}, reject() {} }); Promise.prototype.then = () => {}; return global.look(1)",
    "Reflect.apply = Function.prototype.call = Function.prototype.apply = () => 'forged'; return await global.look(1)",
    // Calls of a denied tool in other forms.
    "return await global.pay(1)",
    "return await global['p' + 'ay'](1)",
    "return await Reflect.apply(global.pay, null, [1])",
    "return await Object.getOwnPropertyDescriptor(global, 'pay').value.bind(null, 1)()",
    "for (const name of Object.keys(global)) await global[name](1).catch(() => {}); return 1",
    "return await global.look({ get value() { return global.pay(1).catch(() => 0) } }).catch(() => 0)",
    "return await global.look({ then(done) { done(global.pay(1)) } })",
    "return await Promise.any(Array.from({ length: 300 }, () => global.pay(1)))",
    // Names and arguments that look like code or like the harness's values.
    "return await global['look(); pay(1) //']()",
    "return await global['__proto__'].pay(1)",
    "return await global.look('\\'); pay(1); (\"</script><script>pay(1)</script>\\u2028pay(1)${pay(1)}')",
    "return await global.look(JSON.parse('{\"__proto__\":{\"toJSON\":1},\"constructor\":{\"name\":\"pay\"}}'))",
    "return await global.look({ $type: 'function', name: 'pay' })",
    "return await global.look([{ $type: 'node', name: 'DIV' }, { $type: 'error', name: 'x', message: 'pay(1)' }])",
];

async fn bench() -> Bench {
    let mut bench = Bench::with(vec![
        Route::html("/", PAGE).header("set-cookie", "sid=secret; Max-Age=3600; SameSite=Lax"),
        Route::html("/leak", "leaked"),
        Route::new("/orders", "application/json", "[7]").for_cookie("sid=secret"),
        Route::new("/orders", "text/plain", "who are you?").status(401),
    ])
    .await;
    bench.session.use_tools(Toolbox::from(webagents_manifest::parse(TOOLS)));
    bench.session.use_guards(GuardOptions::from(Policy::default().with_rule("pay", Verdict::Deny)));
    bench
}

/// State of the page and its login that no attempt may change.
async fn state(bench: &mut Bench) -> Value {
    let look = "return [born, document.title, location.href, history.length, document.body.innerHTML.length, document.cookie,
        JSON.stringify(localStorage), JSON.stringify(sessionStorage), (await fetch('/orders')).status,
        Reflect.ownKeys(window).filter((name) => !String(name).startsWith('webagents')).length, String(pay), [].y ?? null]";
    on_page(&mut bench.session, look).await
}

/// Calls of a journal that reached the page, as the page records them.
fn made(outcome: &Outcome) -> Vec<Value> {
    let made = outcome.calls.iter().filter(|call| !matches!(call.outcome, CallOutcome::Denied { .. }));
    made.map(|call| json!([call.tool, call.args.get(0).unwrap_or(&Value::Null)])).collect()
}

/// Asserts that the page's calls equal the journal, word for word if they are plain data.
#[track_caller]
fn agrees(attempt: &str, reached: &Value, outcome: &Outcome) {
    let (reached, made) = (reached.as_array().expect("a list"), made(outcome));
    assert_eq!(reached.len(), made.len(), "{attempt}: {reached:?} {outcome:?}");
    for (reached, made) in reached.iter().zip(&made) {
        assert!(
            reached == made || (made.to_string().contains("$type") && reached[0] == made[0]),
            "{attempt}: {reached} {made}"
        );
    }
}

async fn code_reaches_page_by_calls_only() {
    let mut bench = bench().await;
    let before = state(&mut bench).await;
    assert_eq!(before[8], json!(200), "{before}");
    for attempt in ATTEMPTS {
        let outcome = bench
            .session
            .execute_with(attempt, &unchecked().with_deadline(std::time::Duration::from_secs(20)))
            .await;
        assert_ne!(outcome.value(), Some(&json!("paid")), "{attempt}");
        let reached = on_page(&mut bench.session, "return reached.splice(0)").await;
        assert!(!reached.to_string().contains("[\"pay\""), "{attempt}: {reached}");
        agrees(attempt, &reached, &outcome);
    }
    assert_eq!(state(&mut bench).await, before);
    assert_eq!(bench.site.asked("/leak"), 0);
    assert!(!std::path::Path::new("/tmp/webagents-leak").exists());
    bench.close().await;
}

async fn endless_code_ends_and_page_stays() {
    let mut bench = bench().await;
    let before = state(&mut bench).await;
    for code in [
        "for (;;);",
        "await new Promise((done) => { const again = () => Promise.resolve().then(again); again() })",
        "[].join.call({ length: 2 ** 32 - 1 }, '')",
        "/(a+)+$/.test('a'.repeat(64) + 'b')",
        "await global.look({ get value() { for (;;); } })",
    ] {
        let code = format!("console.log('in'); await global.look(1); {code}");
        let outcome =
            stopped(&mut bench.session, Realm::Isolated, &code, |outcome| outcome.calls.len() == 1).await;
        let late = error(&outcome, ErrorKind::Timeout);
        assert!(late.message.starts_with("the code was not done after "), "{code}: {late:?}");
        assert_eq!(outcome.calls[0].outcome, CallOutcome::Returned, "{code}");
        assert_eq!(outcome.console.len(), 1, "{code}");
        let reached = on_page(&mut bench.session, "return reached.splice(0)").await;
        assert!(
            reached.as_array().is_some_and(|calls| calls.iter().all(|call| *call == json!(["look", 1]))),
            "{reached}"
        );
        assert_eq!(state(&mut bench).await, before, "{code}");
    }
    bench.close().await;
}

async fn run_leaves_nothing_to_next() {
    let mut bench = bench().await;
    let code = "globalThis.x = 1; Array.prototype.y = 1; Object.prototype.z = 1; JSON.parse = () => 'bent'; Promise.prototype.then = null;
        setInterval(() => global.look('late'), 1); setTimeout(() => global.look('late'), 100);
        global.never(); global.look('open'); return typeof x";
    let outcome = bench.session.execute_with(code, &unchecked()).await;
    assert_eq!(*value(&outcome), json!("number"));
    on_page(&mut bench.session, "reached.splice(0); await new Promise((done) => setTimeout(done, 200))")
        .await;
    let code = "return [typeof x, typeof [].y, typeof ({}).z, JSON.parse('1'), await global.look('own')]";
    let outcome = bench.session.execute_with(code, &patient()).await;
    assert_eq!(*value(&outcome), json!(["undefined", "undefined", "undefined", 1, "own"]));
    assert_eq!(on_page(&mut bench.session, "return reached").await, json!([["look", "own"]]));
    bench.close().await;
}
