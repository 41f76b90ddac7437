//! Preflight of code for the isolated realm: names that it lacks, unknown names, formats of languages.

use webagents_script::{CodeDiagnosticKind, Preflight, Severity, Tools, isolated_globals, preflight};

const SHOP: &str =
    "# Shop\n\n## searchBooks\nFinds.\n\n### Params\n- `query` (string): Words.\n\n## pay\nPays.\n";

fn look(code: &str) -> Preflight {
    let tools = Tools::new(&webagents_manifest::parse(SHOP).manifest).for_isolated_realm();
    preflight(code, &tools)
}

/// Returns the findings about names, as `error: message` or `warning: message`.
fn names(code: &str) -> Vec<String> {
    let found = look(code).findings.into_iter();
    let found = found.filter(|finding| finding.kind == CodeDiagnosticKind::NoSuchName);
    found.map(|finding| format!("{}: {}", finding.severity, finding.message)).collect()
}

#[test]
fn absent_globals_are_errors_with_remedies() {
    for (code, name, remedy) in [
        ("return document.title", "document", "global.name"),
        ("return window.location.href", "window", "globalThis"),
        ("return globalThis.document.title", "globalThis.document", "global.name"),
        ("return globalThis['fetch']('/a')", "globalThis.fetch", "network"),
        ("await global.searchBooks('a'); return location.href", "location", "new URL"),
        ("localStorage.setItem('a', 1)", "localStorage", "variables"),
        ("return (() => sessionStorage.a)()", "sessionStorage", "variables"),
        ("const r = await fetch('/api'); return r.json()", "fetch", "global.name"),
        ("const r = new XMLHttpRequest()", "XMLHttpRequest", "global.name"),
        ("new WebSocket('wss://a')", "WebSocket", "global.name"),
        ("return navigator.userAgent", "navigator", "no browser"),
        ("indexedDB.open('a')", "indexedDB", "variables"),
        ("new Worker('a.js')", "Worker", "Promise.all"),
        ("const fs = require('fs')", "require", "modules"),
        ("process.exit()", "process", "into the code"),
        ("return Buffer.from('a')", "Buffer", "TextEncoder"),
        ("new WebAssembly.Module(1)", "WebAssembly", "JavaScript"),
        ("Atomics.wait(a)", "Atomics", "typed array"),
        ("new SharedArrayBuffer(8)", "SharedArrayBuffer", "ArrayBuffer"),
        ("return new Intl.NumberFormat('de').format(1)", "Intl", "toLocaleString"),
        ("alert('hi')", "alert", "console.log"),
        ("if (confirm('ok?')) return 1", "confirm", "return"),
        ("new MutationObserver(() => {})", "MutationObserver", "again"),
        ("$('a').text()", "$", "global.name"),
        ("await page.click('a')", "page", "global.name"),
        ("setImmediate(() => 1)", "setImmediate", "setTimeout"),
        ("return crypto.subtle.digest('SHA-1', a)", "crypto.subtle", "tool"),
        ("const { title } = document; return title", "document", "global.name"),
        ("return `${document.title}`", "document", "global.name"),
        ("return { document }", "document", "global.name"),
    ] {
        let found = names(code);
        let begins = format!("error: `{name}` does not exist: ");
        assert!(
            found.iter().any(|one| one.starts_with(&begins) && one.contains(remedy)),
            "{code}: {found:?}"
        );
    }
    for code in ["return await import('https://a.example/b.js')", "const { a } = await import(`x`)"] {
        let found = names(code);
        assert!(found.iter().any(|one| one.starts_with("error: there are no modules")), "{found:?}");
    }
}

#[test]
fn globals_of_the_realm_pass() {
    for name in isolated_globals() {
        assert_eq!(names(&format!("return {name}")), [""; 0], "{name}");
    }
    for code in [
        "const document = await global.searchBooks('a'); return document.title",
        "return typeof document === 'undefined' ? 1 : document.title",
        "if (globalThis.document) return document; typeof document",
        "return globalThis.fetch?.('/a') ?? 1",
        "function f(window) { return window.a } return f({})",
        "return { document: 1 }.document + a.fetch; var a = {}",
        "x = 1; return x",
        "for (y of [1]) console.log(y)",
        "globalThis.count = 1; return globalThis.count",
        "if (1) { function g() {} } return g()",
        "async function main() { return arguments.length } return main()",
        "const s: Set<Element> = new Set(); return s.size",
        "return [1, 2].map(String).join().toLocaleLowerCase() + (5).toLocaleString() + 'a'.localeCompare('b')",
        "return 'a'.localeCompare('b', undefined)",
        "throw new DOMException('a')",
        "return performance.now() + crypto.randomUUID()",
        "label: for (const a of [1]) continue label",
        "class A { document() { return this.window } } return new A().document()",
    ] {
        assert_eq!(names(code), [""; 0], "{code}");
    }
}

#[test]
fn unknown_names_are_errors_before_calls() {
    for (code, expected) in [
        ("return foo", "error: `foo` is not defined"),
        ("return foo.bar()", "error: `foo` is not defined"),
        ("const items = []; return itmes.length", "error: `itmes` is not defined; did you mean items?"),
        ("return Jason.parse('1')", "error: `Jason` is not defined; did you mean JSON?"),
        (
            "return await serchBooks('a')",
            "error: `serchBooks` is not defined; did you mean global.searchBooks?",
        ),
        (
            "return await searchBooks('a')",
            "error: `searchBooks` is a tool, and no global name; write `global.searchBooks(…)`",
        ),
        ("await global.pay(); return await searchBooks('a')", "error: `searchBooks` is a tool"),
        ("const r = await global.searchBooks('a'); return rr", "warning: `rr` is not defined"),
        ("const r = await global.searchBooks(query); return r", "warning: `query` is not defined"),
        ("const q = query; return await global.searchBooks(q)", "error: `query` is not defined"),
        ("try { foo() } catch {} return 1", "warning: `foo` is not defined"),
        ("try { return document.title } catch {}", "warning: `document` does not exist"),
        ("eval('var foo = 1'); return foo", "warning: `foo` is not defined"),
        ("with ({ foo: 1 }) { return foo }", "warning: `foo` is not defined"),
        ("Object.assign(globalThis, { foo: 1 }); return foo", "warning: `foo` is not defined"),
        ("globalThis.foo = 1; return foo", "warning: `foo` is not defined"),
        (
            "if (1) {\n  const total = 1;\n}\nreturn total",
            "error: `total` is not defined here: its declaration in line 2 holds in its own block or function",
        ),
        ("return True", "error: there is no `True` in JavaScript; write `true`"),
        ("return len([])", "error: `len` is a function of another language; write `list.length`"),
        ("return tools.searchBooks('a')", "error: the tools are members of `global`, and not of `tools`"),
    ] {
        let found = names(code);
        assert!(found.iter().any(|one| one.starts_with(expected)), "{code}: {found:?}");
    }
}

#[test]
fn absent_locales_are_errors() {
    for (code, expected) in [
        ("return (5).toLocaleString('de-DE', { style: 'currency', currency: 'EUR' })", "toFixed(2)"),
        ("return new Date(0).toLocaleDateString('en-GB')", "toISOString"),
        ("return new Date(0)['toLocaleTimeString']('de')", "toISOString"),
        ("return ['a'].sort((a, b) => a.localeCompare(b, 'sv'))", "a.localeCompare(b)"),
    ] {
        let found = names(code);
        assert!(
            found.iter().any(|one| one.starts_with("error") && one.contains(expected)),
            "{code}: {found:?}"
        );
    }
    let caught = names("try { return (5).toLocaleString('de') } catch {}");
    assert!(caught[0].starts_with("warning"), "{caught:?}");
    for code in [
        "return (5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })",
        "return new Date(0).toLocaleDateString(undefined, { month: 'long' })",
        "return 'a'.localeCompare('b', 'de', { numeric: true })",
        "const locale = 'de'; return (5).toLocaleString(locale)",
    ] {
        assert_eq!(names(code), [""; 0], "{code}");
    }
}

#[test]
fn places_are_those_of_the_code() {
    let found = look("const a = 1;\n  return '\u{1f600}' + document.title;");
    let finding = &found.findings[0];
    assert_eq!((finding.place.line, finding.place.column), (2, 17));
    assert_eq!(finding.severity, Severity::Error);
}

#[test]
fn hostile_names_take_linear_time() {
    let many = (0..9_000).map(|at| format!("a{at}+b{at};")).collect::<Vec<_>>().concat();
    assert!(look(&many).findings.len() <= 100);
    let blocks = (0..6_000).map(|at| format!("{{let a{at}}}a{at};")).collect::<Vec<_>>().concat();
    assert!(look(&blocks).findings.len() <= 100);
    look(&"globalThis.a=b.toLocaleString(1);".repeat(3_500));
}
