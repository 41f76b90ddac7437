//! Attempts of code to reach something outside (S1): each must fail, and the helper must go on.

use std::time::Duration;

use webagents_isolate::RunEnd;

use crate::support::{limits, run, run_with};

/// Expressions that must be `undefined`, throw or reject.
const OUT_OF_REACH: &[&str] = &[
    // Globals of browsers, of Node and of QuickJS's own shell.
    "window",
    "document",
    "self",
    "top",
    "parent",
    "frames",
    "location",
    "navigator",
    "history",
    "origin",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "caches",
    "cookieStore",
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "Worker",
    "SharedWorker",
    "importScripts",
    "postMessage",
    "MessageChannel",
    "BroadcastChannel",
    "alert",
    "confirm",
    "prompt",
    "open",
    "close",
    "print",
    "chrome",
    "Deno",
    "Bun",
    "process",
    "require",
    "module",
    "exports",
    "Buffer",
    "global.process",
    "std",
    "os",
    "bjson",
    "scriptArgs",
    "gc",
    "load",
    "loadScript",
    "read",
    "readFile",
    "quit",
    "exit",
    "d8",
    "version",
    "WebAssembly",
    "Atomics",
    "SharedArrayBuffer",
    "Intl",
    "WeakRef",
    "FinalizationRegistry",
    "host",
    "native",
    "realm",
    "webagents",
    // Modules.
    "import('std')",
    "import('os')",
    "import('qjs:std')",
    "import('node:fs')",
    "import('./x.js')",
    "import('file:///etc/passwd')",
    "import('data:text/javascript,export default 1')",
    "import('https://example.com/')",
    "import('code.js')",
    "import('prelude.js')",
    "import({ toString: () => 'std' })",
    "eval('import(\"os\")')",
    "new Function('return import(\"os\")')()",
    "eval('import.meta')",
    "require('fs')",
    // The host object and native functions, by the call stack and by constructors.
    "(function f() { return f.caller })()",
    "(function () { return arguments.callee.caller })()",
    "(() => { Error.prepareStackTrace = (e, frames) => frames; const { stack } = new Error(); return stack.map })()",
    "(() => { 'use strict'; Error.prepareStackTrace = () => 1 })()",
    "Object.defineProperty(Error, 'prepareStackTrace', { value: (e, f) => f })",
    "new Error().stack.getFunction",
    "Error.prepareStackTrace",
    "setTimeout.constructor('return host')()",
    "console.log.constructor('return native')()",
    "ask.constructor.constructor('return this.process')()",
    "(async () => {}).constructor('return host')()",
    "(function* () {}).constructor('return process')().next().value",
    "Reflect.construct(Function, ['return process'])()",
    "[].constructor.constructor('return require')()",
    "new (class extends Function {})('return require')()",
    "globalThis.constructor.constructor('return process')()",
    "Object.getPrototypeOf(globalThis).process",
    "Symbol.for('host').native",
    "structuredClone(ask)",
    "structuredClone(globalThis)",
    "new Proxy({}, { get: () => host }).x",
    "(0, eval)('host')",
    "eval('host')",
    "new ShadowRealm()",
    "new Worker('data:,')",
    "(() => { with ({ x: 1 }) { return host } })()",
    "Object.values(Object.getOwnPropertyDescriptors(URL.prototype)).find((d) => /native\\./.test(`${d.value}`)).value.native",
    "performance.memory",
    "performance.measureUserAgentSpecificMemory()",
    "crypto.subtle.digest('SHA-1', new Uint8Array())",
    "DOMException.prototype.constructor.constructor('return process')()",
    "URL.createObjectURL({})",
    "new URL('file:///etc/passwd').read()",
    "JSON.rawJSON('1').constructor('return host')()",
];

#[tokio::test]
async fn nothing_outside_is_reachable() {
    let tries: Vec<String> = OUT_OF_REACH.iter().map(|code| format!("async () => ({code})")).collect();
    let code = format!(
        "const reached = []; const tries = [{}]; for (const [at, attempt] of tries.entries()) {{
            try {{ if ((await attempt()) !== undefined) reached.push(at); }} catch {{}} }} return [tries.length, ...reached]",
        tries.join(",\n")
    );
    let expected = format!("value [{}]", OUT_OF_REACH.len());
    let found = run(&code).await;
    let reached: Vec<usize> = found.split(['[', ']', ',']).filter_map(|at| at.parse().ok()).skip(1).collect();
    let reached: Vec<&str> = reached.iter().map(|&at| OUT_OF_REACH[at]).collect();
    assert_eq!((found.as_str(), reached), (expected.as_str(), Vec::new()));
}

/// Code that changes the language spoils its own run and nothing else.
#[tokio::test]
async fn changed_languages_end_as_runs() {
    for code in [
        "for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name] } catch {} }",
        "Object.prototype.then = function (f) { f(7) }",
        "Promise.prototype.then = () => { throw 1 }",
        "Array.prototype.push = Array.prototype.map = () => { throw 1 }; String.prototype.toWellFormed = () => { throw 1 }",
        "Object.defineProperty(Object.prototype, '0', { set() { throw 1 } }); setTimeout(() => {}, 1)",
        "Object.defineProperty(Object.prototype, 'at', { get() { throw 1 }, set() { throw 1 } })",
        "Object.freeze(globalThis); Object.freeze(Object.prototype); Object.freeze(Array.prototype)",
        "performance.now = () => { throw 1 }; Date.now = () => { throw 1 }; setTimeout(() => {}, 1)",
        "Reflect.apply = () => { throw 1 }; JSON.stringify = () => 'forged'",
        "Function.prototype.call = Function.prototype.apply = () => { throw 1 }",
        "Symbol.iterator; Array.prototype[Symbol.iterator] = () => { throw 1 }",
        "Error.stackTraceLimit = Infinity; Error.captureStackTrace({}); throw { get stack() { throw 1 } }",
        "throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 }, has() { throw 1 } })",
        "throw null",
        "throw undefined",
        "setTimeout(() => { throw new Proxy({}, {}) }); await new Promise((done) => setTimeout(done, 5))",
    ] {
        let (messages, end) = run_with(&limits(), code, Duration::from_secs(5)).await;
        assert!(
            matches!(end, RunEnd::Done | RunEnd::Timeout | RunEnd::Failed(_)),
            "{code}: {messages:?} {end:?}"
        );
        assert!(!messages.iter().any(|message| message.contains("memory")), "{code}: {messages:?}");
    }
}

/// A run has a process of its own (S6).
#[tokio::test]
async fn runs_leave_nothing_behind() {
    run("globalThis.left = 1; Array.prototype.left = 1; setInterval(() => {}, 1); ask('x'); URL.left = 1")
        .await;
    assert_eq!(
        run("return [typeof left, typeof [].left, typeof URL.left]").await,
        r#"value ["undefined","undefined","undefined"]"#
    );
}
