//! Code before V8 and the real compiler: code that preflight accepts keeps its author's meaning.
//!
//! The snippets of `data/code` are run twice in one process of Node.js: as preflight gives them, and as they are
//! (JavaScript) or as `tsc` emits them (TypeScript). Both must give the same value.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use webagents_script::{Preflight, Severity, Tools, preflight};

use super::compiler::Project;

/// Runs each pair of bodies with the tools of the shop and compares their results.
const RUNNER: &str = r#"
const found = [{ id: "b1", title: "Dune", price: 12.5, stock: 3 }, { id: "b2", title: "Emma", price: 7, stock: 1 }];
const clone = (value) => JSON.parse(JSON.stringify(value));
const global_ = {
  searchBooks: async (query, limit) => clone(found.slice(0, limit)),
  getBookDetails: async (id) => clone({ ...found.find((book) => book.id === id), author: "A" }),
  addToBasket: async (id, count = 1) => ({ count, total: 12.5 * count }),
  getBasket: async () => ({ count: 2, total: 25, currency: "EUR" }),
};
const element = (text) => ({ textContent: text, tagName: "H1" });
globalThis.document = {
  querySelector: (selector) => selector === "h1" ? element("Shop") : null,
  querySelectorAll: (selector) => [element("one"), element("two")],
};
globalThis.window = globalThis; globalThis.self = globalThis; globalThis.innerWidth = 800;
globalThis.console = { log() {}, warn() {}, error() {} };
const plain = (value) => JSON.stringify(value, (key, one) => typeof one === "bigint" ? `${one}n` : one === undefined ? "undefined" : one);
const run = async (code) => {
  try {
    const body = (0, eval)(`(global) => async () => {\n${code}\n}`);
    return plain({ value: await body(global_)() });
  } catch (error) {
    return plain({ error: String(error) });
  }
};
let text = "";
process.stdin.on("data", (data) => text += data).on("end", async () => {
  const answers = [];
  for (const codes of JSON.parse(text)) answers.push(await Promise.all(codes.map(run)));
  process.stdout.write(JSON.stringify(answers));
});
"#;

/// A snippet: the heading of its line, and its text.
struct Snippet {
    line: String,
    code: String,
}

/// The snippets of the two files of a sort, each after a line of `====`.
fn snippets(name: &str) -> Vec<Snippet> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/code");
    let [first, second] =
        ["", "2"].map(|part| std::fs::read_to_string(folder.join(format!("{name}{part}.txt"))).unwrap());
    let text = first + &second;
    let mut found: Vec<Snippet> = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("====") {
            found.push(Snippet { line: rest.trim().to_owned(), code: String::new() });
        } else {
            found.last_mut().expect("a snippet has begun").code.push_str(line);
        }
    }
    for snippet in &mut found {
        // The end of the last line is the file's.
        snippet.code.pop();
    }
    found
}

fn shop() -> Tools {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/code/shop.md");
    let parsed = webagents_manifest::parse(&std::fs::read_to_string(path).unwrap());
    assert_eq!(parsed.manifest.tools.len(), 4);
    Tools::new(&parsed.manifest)
}

/// Result of Node.js for each list of bodies.
fn run(codes: &[Vec<&str>]) -> Vec<Vec<String>> {
    let mut node = Command::new("node")
        .args(["--input-type=commonjs", "-e", RUNNER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("node: {error}: the tests need Node.js"));
    let mut stdin = node.stdin.take().unwrap();
    stdin.write_all(json!(codes).to_string().as_bytes()).unwrap();
    drop(stdin);
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "node ended with {}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}

fn messages(found: &Preflight) -> String {
    found.findings.iter().flat_map(|finding| [finding.to_string(), "\n".to_owned()]).collect()
}

/// A report of faults, empty if there are none.
#[derive(Default)]
struct Wrong(String);

impl Wrong {
    fn add(&mut self, snippet: &Snippet, what: &str) {
        let _ = writeln!(self.0, "---- {what}\n{}\n", snippet.code);
    }
}

#[test]
fn javascript_means_what_it_says() {
    let (tools, snippets) = (shop(), snippets("javascript"));
    assert!(snippets.len() >= 150, "{}", snippets.len());
    let found: Vec<Preflight> = snippets.iter().map(|one| preflight(&one.code, &tools)).collect();
    let pairs: Vec<_> = snippets
        .iter()
        .zip(&found)
        .map(|(one, found)| vec![one.code.as_str(), found.code.as_str()])
        .collect();
    let mut wrong = Wrong::default();
    for ((snippet, found), answer) in snippets.iter().zip(&found).zip(run(&pairs)) {
        if answer[0].starts_with("{\"error\"") {
            wrong.add(snippet, &format!("V8 refuses it: {}", answer[0]));
        }
        if found.findings.iter().any(|finding| finding.severity > Severity::Hint) {
            wrong.add(snippet, &messages(found));
        }
        if found.code != snippet.code {
            wrong.add(snippet, &format!("it became: {}", found.code));
        }
        if answer[0] != answer[1] {
            wrong.add(snippet, &answer.join(" and "));
        }
    }
    assert!(wrong.0.is_empty(), "{}", wrong.0);
}

#[test]
fn typescript_means_what_it_says() {
    let (tools, snippets) = (shop(), snippets("typescript"));
    assert!(snippets.len() >= 150, "{}", snippets.len());
    let mut project = Project::emitting();
    project.source("shop.d", SHOP_TYPES);
    for (at, snippet) in snippets.iter().enumerate() {
        project.source(
            &format!("code{at}"),
            &format!("export const run = async () => {{\n{}\n}};\n", snippet.code),
        );
    }
    let errors = project.errors();
    let mut wrong = Wrong::default();
    let found: Vec<Preflight> = snippets.iter().map(|one| preflight(&one.code, &tools)).collect();
    let mut emitted = Vec::new();
    for (at, snippet) in snippets.iter().enumerate() {
        for line in errors.lines().filter(|line| line.starts_with(&format!("code{at}.ts("))) {
            wrong.add(snippet, &format!("tsc refuses it: {line}"));
        }
        let text = project.emitted(&format!("code{at}"));
        let body = text.split_once("=> {").and_then(|(_, rest)| rest.rsplit_once("};"));
        emitted.push(body.map_or_else(String::new, |(body, _)| body.to_owned()));
    }
    let pairs: Vec<_> = emitted
        .iter()
        .zip(&found)
        .map(|(emitted, found)| vec![emitted.as_str(), found.code.as_str()])
        .collect();
    for ((snippet, found), answer) in snippets.iter().zip(&found).zip(run(&pairs)) {
        if answer[0].starts_with("{\"error\"") {
            wrong.add(snippet, &format!("V8 refuses what tsc emits: {}", answer[0]));
        }
        if found.findings.iter().any(|finding| finding.severity > Severity::Hint) {
            wrong.add(snippet, &messages(found));
        }
        if answer[0] != answer[1] {
            wrong.add(snippet, &format!("{}\n{}", answer.join(" and "), found.code));
        }
        let lines = |text: &str| text.matches('\n').count();
        if lines(&snippet.code) != lines(&found.code) {
            wrong.add(snippet, "its lines have moved");
        }
    }
    assert!(wrong.0.is_empty(), "{}", wrong.0);
}

const SHOP_TYPES: &str = "type Book = { id: string; title: string; price: number; stock: number };
declare const global: {
    searchBooks(query: string, limit?: number): Promise<Book[]>;
    getBookDetails(id: string): Promise<Book & { author: string }>;
    addToBasket(id: string, count?: number): Promise<{ count: number; total: number }>;
    getBasket(): Promise<{ count: number; total: number; currency: string }>;
};
";

#[test]
fn mistakes_have_a_message_with_the_fix() {
    let (tools, snippets) = (shop(), snippets("mistakes"));
    assert!(snippets.len() >= 100, "{}", snippets.len());
    let found: Vec<Preflight> = snippets.iter().map(|one| preflight(&one.code, &tools)).collect();
    let codes: Vec<_> = found.iter().map(|found| vec![found.code.as_str()]).collect();
    let mut wrong = Wrong::default();
    for ((snippet, found), answer) in snippets.iter().zip(&found).zip(run(&codes)) {
        let (verdict, words) = snippet.line.split_once(" | ").expect("a verdict and words");
        let messages = messages(found);
        for word in words.split(", ").filter(|word| !messages.to_lowercase().contains(&word.to_lowercase())) {
            wrong.add(snippet, &format!("{word:?} is missing: {messages}"));
        }
        let (kind, value) = verdict.split_once(' ').unwrap_or((verdict, ""));
        if found.is_ok() == (kind == "error") {
            wrong.add(snippet, &format!("expected {verdict}: {messages}"));
        }
        if kind == "runs" {
            let value: Value = serde_json::from_str(value).expect("a value");
            let got: Value = serde_json::from_str(&answer[0]).expect("an answer");
            if got != json!({ "value": value }) {
                wrong.add(snippet, &format!("expected {value}, found {got}\n{}", found.code));
            }
        }
    }
    assert!(wrong.0.is_empty(), "{}", wrong.0);
}
