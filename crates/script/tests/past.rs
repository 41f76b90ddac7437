//! Functions of tools that code reaches on the page and not by `global`: what is seen in its text, and what is not
//! taken for it.

use std::fmt::Write as _;

use webagents_script::{FindingKind, Tools, preflight};

const BANK: &str = "# Bank\n\n## payNow\nPays.\n\n### Params\n- `amount` (number): How much.\n\n## cart.add\nAdds.\n\n### Params\n";

fn reached(code: &str) -> Vec<String> {
    let tools = Tools::new(&webagents_manifest::parse(BANK).manifest);
    let found = preflight(code, &tools);
    let syntax: Vec<_> = found
        .findings
        .iter()
        .filter(|one| matches!(one.kind, FindingKind::Syntax | FindingKind::Limit))
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
        "export_ = typeof payNow",
    ] {
        assert!(reached(code).contains(&"payNow".to_owned()), "{code}");
    }
}

#[test]
fn names_with_dots_are_seen() {
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
    ] {
        assert_eq!(reached(code), Vec::<String>::new(), "{code}");
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
    let unread = found.findings.iter().any(|finding| finding.kind == FindingKind::Limit);
    assert!(unread || !found.past.is_empty());
    let long = format!("window{}", ".a".repeat(30_000));
    assert_eq!(preflight(&long, &tools).past, []);
}
