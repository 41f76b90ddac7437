//! Accesses to tools' functions that bypass `global`: those that are found, and those that are not.

use std::fmt::Write as _;

use webagents_script::{CodeDiagnosticKind, Tools, preflight};

const BANK: &str = "# Bank\n\n## payNow\nPays.\n\n### Params\n- `amount` (number): How much.\n\n## cart.add\nAdds.\n\n### Params\n";

fn reached(code: &str) -> Vec<String> {
    let tools = Tools::new(&webagents_manifest::parse(BANK).manifest);
    let found = preflight(code, &tools);
    let syntax: Vec<_> = found
        .findings
        .iter()
        .filter(|one| matches!(one.kind, CodeDiagnosticKind::Syntax | CodeDiagnosticKind::Limit))
        .collect();
    assert!(syntax.is_empty(), "{code}: {syntax:?}");
    found.past.into_iter().map(|past| past.tool).collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of spellings")]
fn spellings_of_the_window_are_seen() {
    let long = format!("return await window.{}payNow(2)", "window.".repeat(30));
    let many = format!("{}\nwindow.payNow(2)", "a.b(c);\n".repeat(2_000));
    let names: String = (0..1_500).fold(String::new(), |all, at| all + "name" + &at.to_string() + ";");
    for code in [
        "<!-- x\nreturn await window.payNow(2)",
        "a()\n--> x\nwindow.payNow(2)",
        "x <!-- y\nwindow.payNow(2)",
        long.as_str(),
        many.as_str(),
        &format!("{names} payNow(2)"),
        "this.payNow(2)",
        "return await this.payNow(2)",
        "(() => this.payNow(2))()",
        "(function () { return this.payNow(2) })()",
        "function go() { return this.payNow(2) } go()",
        "[1].forEach(function () { this.payNow(2) })",
        "({ f() { return this.payNow(2) } }).f.call(window)",
        "const o = { f() { return this.payNow(2) } }; (0, o.f)()",
        "let x; ({ payNow: x } = window); x(2)",
        "({ payNow } = window)",
        "let x; ({ global: { payNow: x } } = window); x(2)",
        "let x; ({ ['pay' + 'Now']: x } = window)",
        "const { payNow = 1 } = window",
        "const { payNow: { call } } = window",
        "const { window: { payNow: p } } = globalThis; p(2)",
        "const { ...rest } = window; rest.payNow(2)",
        "let rest; ({ ...rest } = window); rest.payNow(2)",
        "{ let window } window.payNow(2)",
        "{ let window = {} } self.payNow(2)",
        "function f(window) {} window.payNow(2)",
        "try {} catch (payNow) {} payNow(2)",
        "for (const payNow of []) {} payNow(2)",
        "if (0) { function g(payNow) {} } payNow(2)",
        "document.defaultView.payNow(2)",
        "document.body.ownerDocument.defaultView.payNow(2)",
        "window.document.defaultView?.payNow?.(2)",
        "top.payNow(2)",
        "parent.parent.self.frames.globalThis.payNow(2)",
        "window?.['payNow']?.(2)",
        "window[`payNow`](2)",
        "window['pay' + 'Now'](2)",
        "window[`pay${'Now'}`](2)",
        "const n = 'pay'; const m = n + 'Now'; window[m](2)",
        "const w = window; w.payNow(2)",
        "let w; w = self; w.payNow(2)",
        "var w = w || window; w.payNow(2)",
        "const a = window, b = a, c = b; c.payNow(2)",
        "go(); function go() { w.payNow(2) } var w = window",
        "const f = window.payNow; f(2)",
        "Reflect.get(window, 'payNow')(2)",
        "const { get } = Reflect; get(window, 'payNow')(2)",
        "Reflect.apply(window.payNow, null, [2])",
        "Object.getOwnPropertyDescriptor(window, 'payNow').value(2)",
        "Object.assign({}, window).payNow(2)",
        "({ ...window }).payNow(2)",
        "Object(window).payNow(2)",
        "(0, payNow)(2)",
        "(0, window.payNow)(2)",
        "((window)).payNow(2)",
        "(1, window).payNow(2)",
        "(a ? window : self).payNow(2)",
        "(a || window).payNow(2)",
        "(a ?? window).payNow(2)",
        "(w = window).payNow(2)",
        "[window][0].payNow(2)",
        "const [w] = [window]; w.payNow(2)",
        "for (const w of [window]) w.payNow(2)",
        "({ w: window }).w.payNow(2)",
        "const o = { a: { w: window } }; o.a.w.payNow(2)",
        "const o = {}; o.w = window; o.w.payNow(2)",
        "(function (w) { w.payNow(2) })(window)",
        "((w) => w.payNow(2))(window)",
        "function f(w) { return w.payNow(2) } f(window)",
        "function f(...all) { all[0].payNow(2) } f(window)",
        "function f(w = window) { w.payNow(2) } f()",
        "(() => window)().payNow(2)",
        "const get = () => window; get().payNow(2)",
        "(await window).payNow(2)",
        "with (window) { payNow(2) }",
        "new payNow(2)",
        "window.payNow`2`",
        "window.global.payNow(2)",
        "const g = window.global; g.payNow(2)",
        "(window as any).payNow(2)",
        "(<any>window).payNow(2)",
        "window!.payNow(2)",
        "eval('payNow(2)')",
        "setTimeout('window.payNow(2)', 0)",
        "new Function('return payNow(2)')()",
        "Function('return this')().payNow(2)",
        "class A { static x = window.payNow(2) }",
        "class A { f() { window.payNow(2) } }",
        "label: { window.payNow(2) }",
        "`${payNow(2)}`",
        "switch (1) { case payNow(2): }",
        "async function* g() { yield* payNow(2) }",
        "window.payNow = () => 1",
        // Constant names and values.
        "const k = ['payNow']; window[k](1)",
        "enum E { A = 'payNow' } return await window[E.A](1)",
        "enum E { A = 'pay', B = `${A}Now` } window[E['B']](1)",
        "const enum E { A = 'pay' + 'Now' } const k = E.A; window[k](1)",
        "enum E { payNow = 3 } window[E[3]](1)",
        "{ enum E { A = window.payNow } }",
        // Functions that a method of a list calls.
        "[window].map(({ payNow }) => payNow(1))",
        "const all = [1, window]; all.forEach(({ payNow }) => payNow(1))",
        "[window].flatMap(function ({ payNow }) { return payNow(1) })",
        "[window].filter(({ payNow: f }) => f(1))",
        "const [f] = [window].map((w) => w.payNow); f(1)",
        "const f = ({ payNow }) => payNow(1); [window].some(f)",
        "[window].filter(Boolean).forEach(({ payNow }) => payNow(1))",
        "[window].map((a, b, [{ payNow }]) => payNow(1))",
        "[window].reduce((all, { payNow }) => payNow(1), 0)",
        "[1].reduce(({ payNow }) => payNow(1), window)",
        "const { payNow } = [window].find(Boolean)",
        "Array.from([window], ({ payNow }) => payNow(1))",
        "new Set([window]).forEach(({ payNow }) => payNow(1))",
        "Object.values({ w: window }).map(({ payNow }) => payNow(1))",
        "Promise.resolve(window).then(({ payNow }) => payNow(1))",
        "Promise.all([window]).then(([{ payNow }]) => payNow(1))",
        "(async () => window)().then(({ payNow }) => payNow(1))",
        "let k = 'pay'; k += 'Now'; window[k](1)",
        "let k = 'x'; if (a) k = 'payNow'; window[k](1)",
        "window['payNow'.toString()](1)",
        "const k = 'pay'.concat('Now'); return window[k](1)",
        "const k = String('payNow'); return window[k](1)",
        "const k = ['pay', 'Now'].join(''); return window[k](1)",
        "return window[decodeURIComponent('payNow')](1)",
        "return window[global.payNow.name](1)",
        "try { throw window } catch ({ payNow }) { return payNow(1) }",
        "try { throw window } catch (w) { return w.payNow(1) }",
        "class W { static get w() { return window } } return W.w.payNow(1)",
        "const a = []; a.push(window); return a[0].payNow(1)",
        "const a = []; a.push(window); const [w] = a; const f = w.payNow; f(1)",
        "for (const w of new Set([window])) return w.payNow(1)",
        "new Proxy(window, {}).payNow(1)",
        "event.view.payNow(1)",
        "const f = event.view.payNow; f(1)",
        "window.frames[0].parent.payNow(1)",
        "const f = document.createElement('iframe'); return f.contentWindow.parent.payNow(1)",
        "let w = 1; w = a; w = b; w = c; w = d; w = e; w = f; w = g; w = h; w = i; w = window; const p = w.payNow; p(1)",
        "if (window.payNow(1)) return 1",
        "if (!payNow(1)) return 1",
        // Constant code.
        "return [].constructor.constructor('return payNow(1)')()",
        "return (async () => {}).constructor('return payNow(1)')()",
        "return import('data:text/javascript,payNow(1)')",
        "location = 'javascript:payNow(1)'",
        "location.href = ' JavaScript:payNow(1)'",
        "window.open('javascript:payNow(1)', '_self')",
        "const s = document.createElement('script'); s.textContent = 'payNow(1)'; document.head.append(s)",
        "document.body.innerHTML = \"<img src=x onerror='payNow(1)'>\"",
        "document.body.setAttribute('onclick', 'payNow(1)')",
        // Any tool by WebMCP.
        "document.modelContext.executeTool('payNow', '{}')",
        "navigator.modelContext.callTool({ name: 'payNow' })",
        "const m = document.modelContext, t = (await m.getTools())[0]; return m.executeTool(t, {})",
        "const { executeTool } = document.modelContext; executeTool.call(document.modelContext, t, {})",
        "document['modelContext']['executeTool'](t, {})",
    ] {
        assert!(reached(code).contains(&"payNow".to_owned()), "{code}");
    }
}

/// The snippets of a file of data: one a line, with headings.
fn snippets(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("# "))
}

#[test]
fn bypasses_of_the_data_are_seen() {
    let missed: Vec<&str> = snippets(include_str!("data/bypass.txt"))
        .filter(|code| !reached(code).contains(&"payNow".to_owned()))
        .collect();
    assert_eq!(missed, Vec::<&str>::new());
}

#[test]
fn code_without_bypass_is_not_refused() {
    let refused: Vec<&str> =
        snippets(include_str!("data/no-bypass.txt")).filter(|code| !reached(code).is_empty()).collect();
    assert_eq!(refused, Vec::<&str>::new());
}

#[test]
fn names_with_dots_are_seen() {
    assert_eq!(reached("if (k === 'add') window.cart[k]()"), ["cart.add"]);
    assert_eq!(reached("class K { static P = 'add' } window.cart[K.P]()"), ["cart.add"]);
    assert_eq!(reached("window.cart['add']()"), ["cart.add"]);
    assert_eq!(reached("const { cart } = window; cart.add()"), ["cart.add"]);
}

#[test]
fn code_of_its_own_is_not_taken_for_it() {
    for code in [
        "return await global.payNow(2)",
        "const g = global; return await g.payNow(2)",
        "const { payNow } = global; return await payNow(2)",
        "const payNow = (x) => x; return payNow(2)",
        "function payNow(x) { return x } return payNow(2)",
        "const order = { payNow: true }; return order.payNow",
        "const order = { payNow() { return this.payNow } }; return order",
        "class Order { payNow() { return 1 } go() { return this.payNow() } } return new Order().go()",
        "function Order() { this.payNow = 1 } return new Order().payNow",
        "return (await fetch('/x')).payNow",
        "return orders.map((order) => order.payNow)",
        "return orders.filter(({ payNow }) => payNow)",
        "function f(window) { return window.payNow } return f({ payNow: 1 })",
        "const f = (self) => self.payNow; return f({ payNow: 1 })",
        "return document.querySelector('#payNow').textContent",
        "return document.payNow",
        "return 'payNow' + \"window.payNow\"",
        "// window.payNow()\nreturn /window.payNow/",
        "const text = `window.payNow(${1})`; return text",
        "const { payNow: paid } = await global.payNow(1); return paid",
        "const { payNow } = { ...window, payNow: 1 }; return payNow",
        "const parent = { payNow: 1 }; return parent.payNow",
        "for (const top of [{ payNow: 1 }]) return top.payNow",
        "window.localStorage.setItem('payNow', 1)",
        "return location.href",
        "payNow: for (;;) break payNow",
        "eval('payNowOrLater')",
        "return typeof payNow",
        "return typeof window.payNow === 'function'",
        "if (window.payNow) return 1",
        "if (typeof payNow !== 'undefined' && window.payNow) return 1",
        "return !!window.payNow",
        "return window.payNow ? 1 : 2",
        "el.textContent = 'press payNow'",
        "let out = ''; for (const x of [1, 2]) out += 'a' + x; return out",
        "const s = new Set(['payNow']); return s.has('payNow')",
        "return await document.modelContext.getTools()",
    ] {
        assert_eq!(reached(code), Vec::<String>::new(), "{code}");
    }
}

/// Guarded tools whose names every element or object has as well.
#[test]
fn members_of_elements_are_not_taken_for_tools() {
    let tools = "# S\n\n## remove\nRemoves.\n\n### Params\n\n## name\nNames.\n\n### Params\n";
    let tools = Tools::new(&webagents_manifest::parse(tools).manifest);
    for code in [
        "document.querySelector('#x').remove(); return 1",
        "const btn = document.createElement('button'); btn.onclick = function () { this.remove() }; return 1",
        "document.addEventListener('x', function () { this.name = 1 }); return 1",
        "return (function () { return this.name }).call({ name: 1 })",
        "return [3, 1].sort().map(function () { return this.name }, { name: 'z' })",
        "const d = document; return [...d.images].map((i) => { i.remove(); return i.name })",
        "try { throw new Error('x') } catch (e) { return e.name }",
        "try { throw new Error('x') } catch ({ name, message }) { return name + message }",
        "el.innerHTML = '<input name=remove>'; return el.firstChild.name",
        "return global.name.name",
    ] {
        assert_eq!(preflight(code, &tools).past, [], "{code}");
    }
    for code in ["window.remove()", "remove()", "return window.name", "this.remove()"] {
        assert_ne!(preflight(code, &tools).past, [], "{code}");
    }
}

#[test]
fn aliases_of_any_number_end() {
    // Each name holds the next, against the order of the text.
    let mut code = String::new();
    for at in 0..400 {
        let _ = writeln!(code, "var a{at} = a{};", at + 1);
    }
    code.push_str("var a400 = window;\na0.payNow(2)");
    let tools = Tools::new(&webagents_manifest::parse(BANK).manifest);
    let found = preflight(&code, &tools);
    let unread = found.findings.iter().any(|finding| finding.kind == CodeDiagnosticKind::Limit);
    assert!(unread || !found.past.is_empty());
    let long = format!("window{}", ".a".repeat(30_000));
    assert_eq!(preflight(&long, &tools).past, []);
}

/// Text of 100 KB that repeats a piece.
fn long(begin: &str, piece: impl Fn(usize) -> String) -> String {
    let mut code = begin.to_owned();
    for at in 0.. {
        let next = piece(at);
        if code.len() + next.len() > 100_000 {
            break;
        }
        code += &next;
    }
    code
}

#[test]
fn long_code_ends() {
    let (text, many) = ("y(1);".repeat(8_000), "static s = 'v';".repeat(2_000));
    for mut code in [
        long("", |at| format!("eval('f({at})');\n")),
        long("", |at| format!("eval('eval(\"f({at})\")');\n")),
        long("", |at| format!("eval('{}{at}{}');\n", "[".repeat(90), "]".repeat(90))),
        long(&format!("const k = '{text}';\n"), |_| "eval(k);\n".to_owned()),
        long("const k = 'x';\n", |at| format!("eval(k + '{at}');\n")),
        long(&format!("class K {{ {many} }}\n"), |_| "window[K[n]](K);\n".to_owned()),
        long("", |at| format!("class K{at} extends K{} {{ static s = K{}.s + 'a' }}\n", at + 1, at + 1)),
        long("", |at| format!("class K{at} {{ static #x = new K{at}(); next = K{at}.#x }}\n")),
        long("let o = window;\n", |_| "o = Object.entries(o);\n".to_owned()),
        long("let o = window;\n", |_| "o = Object.getOwnPropertyDescriptors(o);\n".to_owned()),
        long("let o = window;\n", |_| "o = [o, o, { o }];\n".to_owned()),
        long("const f0 = window;\n", |at| format!("const f{} = Object.assign({{}}, [f{at}]);\n", at + 1)),
        long("", |at| format!("const f{at} = Function('return f{}'); f{at}();\n", at + 1)),
        long("", |at| format!("if (k === 'payNow') f(String.raw`a${{'{at}'}}`);\n")),
        long("", |at| format!("await new Promise((r) => setTimeout(r, {at}));\n")),
    ] {
        code += "window['pay' + 'Now'](1)";
        let tools = Tools::new(&webagents_manifest::parse(BANK).manifest);
        let found = preflight(&code, &tools);
        assert!(found.past.iter().any(|past| past.tool == "payNow"), "{}", &code[..80]);
    }
}

#[test]
fn nested_assignments_are_read_once() {
    let code = format!("{}1{}", "a[".repeat(60), "] = 1".repeat(60));
    assert_eq!(reached(&code), Vec::<String>::new());
    let code = format!("return {}window.payNow{}", "f`${".repeat(40), "}`".repeat(40));
    assert_eq!(reached(&code), ["payNow"]);
}

/// A text that is run and cannot be read is reported, as code that cannot be read is.
#[test]
fn texts_beyond_the_limits_are_reported() {
    let deep = format!("eval('{}1{}')", "[".repeat(101), "]".repeat(101));
    let tools = Tools::new(&webagents_manifest::parse(BANK).manifest);
    let found = preflight(&deep, &tools);
    assert!(found.findings.iter().any(|finding| finding.kind == CodeDiagnosticKind::Limit), "{found:?}");
}
