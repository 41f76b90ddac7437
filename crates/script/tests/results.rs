//! Preflight of code that reads results, names objects of other programs, or is between words.

use webagents_script::{Severity, Tools, preflight};

const SHOP: &str = r#"# Shop

## searchBooks
Finds books.

### Params
- `query` (string): Words.

### Output
```
{ id: string; title: string; inStock: boolean; author?: { name: string } }[]
```

## getBasket
The basket.

### Output
```
{ items: { id: string; count: number }[]; total: number; notes: Record<string, string> } | null
```

## pair
A pair.

### Output
```
[string, { x: number }]
```

## price
The price.

### Output
```
number | null
```

## label
The label.

### Output
```
string
```

## isOpen
Open?

### Output
```
boolean
```

## rows
Rows with a rest.

### Output
```
{ tags: [string, ...number[]]; state: "on" | "off" | { code: number } }
```

## ping
Pings.

## cart.add
Adds.

### Params
- `id` (string): Which.
"#;

fn messages(code: &str) -> Vec<String> {
    let tools = Tools::new(&webagents_manifest::parse(SHOP).manifest);
    let findings = preflight(code, &tools).findings;
    findings.into_iter().filter(|one| one.severity >= Severity::Warning).map(|one| one.message).collect()
}

#[test]
fn members_that_results_lack_are_reported() {
    for (code, words) in [
        (
            "const r = await global.searchBooks('sea'); return r[0].name;",
            "`name` is not a member of this part of the result of `searchBooks`; it has id, title, inStock, author",
        ),
        (
            "const r = await global.searchBooks('sea'); return r[0].in_stock ? 'in' : 'out';",
            "did you mean `inStock`?",
        ),
        (
            "const r = await global.searchBooks('sea'); return r.results.length;",
            "`results` is not a member of the result of `searchBooks`; it is a list",
        ),
        (
            "return (await global.getBasket()).totalPrice;",
            "`totalPrice` is not a member of the result of `getBasket`; did you mean `total`?",
        ),
        (
            "const { items } = await global.getBasket(); return items.map((i) => i.price);",
            "`price` is not a member",
        ),
        (
            "for (const b of await global.searchBooks('a')) console.log(b.titel); return 1;",
            "did you mean `title`?",
        ),
        (
            "const first = (await global.searchBooks('a')).filter((b) => b.inStock).find((b) => b.Title); return first.isbn;",
            "`isbn`",
        ),
        (
            "const first = (await global.searchBooks('a')).filter((b) => b.inStock).find((b) => b.Title); return first.isbn;",
            "did you mean `title`?",
        ),
        (
            "const [a, b] = await Promise.all([global.searchBooks('a'), global.getBasket()]); return a[0].id + b.sum;",
            "`sum`",
        ),
        ("const r = await global.searchBooks('a'); return r[0].author.nme;", "did you mean `name`?"),
        (
            "const r = await global.searchBooks('a'); return r.map(({ id }) => id).concat(r.at(-1)?.author?.first);",
            "`first`",
        ),
        ("let r = await global.getBasket(); return r['itmes'];", "did you mean `items`?"),
        ("let r; r = await global.getBasket(); return r.itmes;", "did you mean `items`?"),
        ("const { results } = await global.getBasket(); return results;", "`results` is not a member"),
        ("const [{ name }] = await global.searchBooks('a'); return name;", "`name` is not a member"),
        ("return (await global.searchBooks('a')).map(({ name }) => name);", "`name` is not a member"),
        ("return (await global.searchBooks('a')).sort((a, b) => a.price - b.id);", "`price` is not a member"),
        ("return (await global.searchBooks('a')).sort((a, b) => a.id - b.price);", "`price` is not a member"),
        ("return await global.getBasket().then((r) => r.results);", "`results` is not a member"),
        ("const [a] = await Promise.all([global.getBasket()]); const { sum } = a; return sum;", "`sum`"),
        (
            "const all = await Promise.all(['a'].map((q) => global.getBasket(q))); return all.map((r) => r.sum);",
            "`sum`",
        ),
        (
            "const all = await Promise.all(['a'].map((q) => global.getBasket(q))); return all.results;",
            "it is a list",
        ),
    ] {
        let found = messages(code);
        assert!(found.iter().any(|message| message.contains(words)), "{code}: {found:?}");
    }
    for code in [
        "const r = await global.searchBooks('a'); return r[0].title + r.length + r.map((b) => b.id).join() + r[0].toString();",
        "const r = await global.searchBooks('a'); return r[0].name ?? r[0].title;",
        "const r = await global.searchBooks('a'); if (r[0].name) return 1; return typeof r[0].name;",
        "const r = await global.searchBooks('a'); r[0].shown = true; return r;",
        "let r = await global.getBasket(); r = other(); return r.sum;",
        "const b = await global.getBasket(); return b.notes.anything;",
        "const p = await global.ping(); return p.anything.at.all;",
        "const r = await global.searchBooks('a'); return r.map((b) => b.title).map((t) => t.anything);",
        "const r = await global.searchBooks('a'); return r.reduce((sum, b) => sum.x + b.id, {});",
        "const global = { getBasket() {} }; return (await global.getBasket()).sum;",
        "const r = await global.getBasket(); r.extra = 1; return r.extra;",
        "const r: any = await global.getBasket(); return r.sum;",
        "const r = (await global.getBasket()) as any; return r.sum;",
        "const r = await global.getBasket(); return 'sum' in r ? r.sum : 0;",
        "const { sum = 0, ...rest } = await global.getBasket(); return sum + rest.total;",
        "let r = await global.getBasket(); r = r.items; return r[0].id;",
        "const r = await global.getBasket(); return r?.sum?.all ?? r.total;",
        "const r = await global.pair(); return r[0] + r[1].x + r.length + r.map(String).join() + r.at(-1);",
        "const [a, b, c = 1] = await global.pair(); return a.trim() + b.x + c;",
        "const p = await global.price(); return p.toFixed(2) + p.toString() + (p?.amount ?? 0);",
        "const l = await global.label(); return l.length + l[0] + l.toUpperCase() + l.split(',').pop();",
        "const r = await global.rows(); return r.tags[0].trim() + r.tags[7] + r.tags.length + r.state.code;",
        "return (await global.isOpen()).toString();",
    ] {
        let found = messages(code);
        assert!(!found.iter().any(|message| message.contains("is not a member")), "{code}: {found:?}");
    }
}

#[test]
fn members_of_tuples_and_primitives_are_known() {
    for (code, words) in [
        (
            "const r = await global.pair(); return r[2];",
            "`2` is not a member of the result of `pair`; it is a list of",
        ),
        ("const [a, b, c] = await global.pair(); return c;", "`2` is not a member"),
        ("const [a, b] = await global.pair(); return b.y;", "`y` is not a member of this part"),
        ("const r = await global.pair(); return r[1].y + r.first;", "`first` is not a member"),
        ("const r = await global.pair(); return r[0].name;", "it is a string"),
        (
            "return (await global.price()).amount;",
            "`amount` is not a member of the result of `price`; it is a number",
        ),
        ("const { amount } = await global.price(); return amount;", "it is a number"),
        ("return (await global.label()).toUppercase();", "did you mean `toUpperCase`?"),
        ("return (await global.isOpen()).ok;", "it is a boolean"),
        ("return (await global.getBasket()).items[0].count.value;", "it is a number"),
        ("const r = await global.getBasket(); return r[0];", "`0` is not a member"),
    ] {
        let found = messages(code);
        assert!(found.iter().any(|message| message.contains(words)), "{code}: {found:?}");
    }
}

#[test]
fn promises_without_a_reader_are_reported() {
    for code in [
        "global.ping().then(() => global.getBasket()); return 1",
        "global.ping().then(() => global.getBasket()).catch(() => {}).finally(done); return 1",
        "if (x) { global.ping().catch(console.error) } return 1",
        "(async () => { await global.ping(); await global.getBasket() })(); return 1",
        "(async function () { await global.ping() })().then(log); return 1",
        "['a'].map((id) => global.searchBooks(id)); return 1",
        "Promise.all(['a'].map((id) => global.searchBooks(id))).then(console.log); return 1",
        "Promise.all([global.ping(), global.getBasket()]); return 1",
        "const p = global.ping(); return 1",
    ] {
        let found = messages(code);
        assert!(
            found.iter().any(|one| one.starts_with("nobody waits for this promise")),
            "{code}: {found:?}"
        );
    }
    for code in [
        "await global.ping().then(() => global.getBasket()); return 1",
        "return global.ping().then(() => global.getBasket())",
        "const p = global.ping(); return p",
        "const p = global.ping().then(() => 2); await p; return 1",
        "await new Promise((done, fail) => { global.ping().then(done, fail) }); return 1",
        "await Promise.all(['a'].map((id) => global.searchBooks(id))); return 1",
        "const all = []; all.push(global.ping()); await Promise.all(all); return 1",
        "const ids = [1].map((one) => one + 1); ids.map((one) => one); return ids",
        "(() => { global.getBasket; })(); return 1",
    ] {
        let found = messages(code);
        assert!(!found.iter().any(|one| one.starts_with("nobody waits")), "{code}: {found:?}");
    }
}

#[test]
fn objects_of_other_programs_are_explained() {
    for (code, words) in [
        ("return await page.title()", "the code runs in the page itself"),
        ("await page.goto('/'); return 1", "the code runs in the page itself"),
        ("return $('h1').text()", "`document.querySelector(…)`"),
        (
            "return await global.books.search('sea')",
            "declares no tool \"books.search\"; it declares searchBooks",
        ),
        ("return await global.cart.add('a')", "`cart.add` is one name; write `global[\"cart.add\"](…)`"),
    ] {
        let found = messages(code);
        assert!(found.iter().any(|message| message.contains(words)), "{code}: {found:?}");
    }
    for code in [
        "const page = document; return page.title",
        "const $ = (s) => document.querySelector(s); return $('h1').textContent",
        "return global.searchBooks.call(null, 'a')",
    ] {
        assert_eq!(messages(code), [""; 0], "{code}");
    }
}

#[test]
fn words_around_code_are_explained() {
    for (code, words) in [
        ("Sure! Here's the code:\nreturn 1;", "there are words around the code"),
        (
            "I'll look it up.\n\nconst r = await global.searchBooks('a');\nreturn r;",
            "there are words around the code",
        ),
        ("return 1;\n\nThis returns the number one.", "there are words around the code"),
        ("<think>I should search</think>\nreturn 1;", "(`<think>`)"),
        ("<tool_call>global.searchBooks(\"sea\")</tool_call>", "(`<tool_call>`)"),
        ("return 1;\n</answer>", "(`<answer>`)"),
        ("return <p>It's</p>;", "JSX is not JavaScript"),
    ] {
        let found = messages(code);
        assert!(found.iter().any(|message| message.contains(words)), "{code}: {found:?}");
    }
}
