//! Tools from a site's source: the documented functions of a `.ts` or `.js` file, as a manifest.
//!
//! The decision: declarations in the source are authoritative. A TypeScript annotation precedes a type in JSDoc, and
//! a default in the code precedes one in JSDoc. Each part of a function that a manifest cannot express is a finding
//! with its place, never dropped in silence. Bodies of functions are not analysed.
//!
//! # Which functions are tools
//!
//! Functions that other code gets, by any name:
//!
//! - documented exports of a module: `export function f`, `export { f as g }`, `export default function f`,
//!   `export = f`, `exports.f = f`, `module.exports = { f }`, and declarations of such functions in a `.d.ts` file;
//!   a member of an exported object goes by its path, such as `cart.add` for `export const cart = { add() {} }`;
//! - members of the window: `window.f = …`, `globalThis.f = …`, `Object.assign(window, { f })`,
//!   `Object.defineProperty(window, "f", { value })`, `declare global { function f(): void }`;
//! - documented functions of a classic script, which has no `import` and no `export`;
//! - tools that are registered by `registerTool({ name, description, inputSchema })`, or by a hook or helper with such
//!   an argument; constants and loops are followed.
//!
//! Any other function needs a tag `@tool` or `@webagents`; a name after the tag, on its line, is the tool's name.
//! Components, hooks (`useName`) and exports without documentation are left out unless [`SourceOptions::all`] is set.
//! `@internal`, `@ignore`, `@private` and `@hidden` always leave a function out. [`Deduced::skipped`] lists every function
//! that is left out, with the reason; no function is both there and a tool.
//!
//! # Tags
//!
//! | tag | becomes |
//! |---|---|
//! | `@param {T} [name=default] - text`, also `opts.member` | the parameter, the type of its member |
//! | `@returns {T} text` | the type of the result; the text joins the description |
//! | `@title text` | the title |
//! | `@description text`, `@summary text` | the description |
//! | `@deprecated text` | joins the description |
//! | `@example code` | sample code |
//! | `@readonly`, `@destructive`, `@idempotent`, `@openWorld`, `@consequential`, `@untrustedContent` | the annotation; `false` after it denies it |
//! | `@typedef {T} Name`, with `@property {T} name - text` | a type that others may refer to |

mod params;
mod text;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

use webagents_formats::Format;
use webagents_manifest::{Annotations, Manifest, Tool, ToolName};
use webagents_schema::declarations::Declaration;
use webagents_schema::escape::excerpt;
use webagents_schema::ty::{Docs, Type};
use webagents_schema::{Definition, Lossy, escape, interface_of, tool_of};

use self::text::{description, sample};
use crate::diagnostic::{CodeDiagnostic, CodeDiagnosticKind, Place, Places, Severity, shown};
use crate::jsdoc::{self, Doc, ParamTag};
use crate::parse::{self, Grammar, parse};
use crate::source::{Access, RawFunction, Source, extract};
use crate::types::{self, DECLARATIONS, Types, Written};

/// Language of a source file: JavaScript, TypeScript, TypeScript with JSX elements, or declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceLanguage {
    /// JavaScript, a module, with or without JSX elements.
    JavaScript,
    /// TypeScript, a module without JSX elements.
    TypeScript,
    /// TypeScript, a module with JSX elements: a `.tsx` file.
    TypeScriptJsx,
    /// Declarations in TypeScript: a `.d.ts` file.
    Declarations,
}

/// Options for reading tools from the functions of a JavaScript or TypeScript source file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceOptions {
    /// Language of the source file, such as JavaScript.
    pub language: SourceLanguage,
    /// Take components, hooks and exports without documentation as well. Default: false.
    pub all: bool,
}

impl SourceOptions {
    /// Creates options for reading tools from a source file in `language`.
    pub const fn new(language: SourceLanguage) -> Self {
        Self { language, all: false }
    }

    /// Returns options for a file called `name`, such as `a.ts`; `None` if the extension is unknown.
    ///
    /// Known extensions: `.js`, `.mjs`, `.cjs`, `.jsx`, `.ts`, `.mts`, `.cts`, `.tsx`.
    pub fn for_file(name: &str) -> Option<Self> {
        let (stem, extension) = name.rsplit_once('.')?;
        match extension {
            "ts" | "mts" | "cts" if stem.rsplit('.').next() == Some("d") => {
                Some(Self::new(SourceLanguage::Declarations))
            }
            "js" | "mjs" | "cjs" | "jsx" => Some(Self::new(SourceLanguage::JavaScript)),
            "ts" | "mts" | "cts" => Some(Self::new(SourceLanguage::TypeScript)),
            "tsx" => Some(Self::new(SourceLanguage::TypeScriptJsx)),
            _ => None,
        }
    }
}

/// Tools and type declarations that [`deduce`] read from a JavaScript or TypeScript source file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Deduced {
    /// Tools read from functions, in the order of the file; a manifest can hold all of them unchanged.
    pub tools: Vec<Tool>,
    /// Functions that other code gets and that are not among the tools, in the order of the file.
    pub skipped: Vec<SkippedFunction>,
    /// Errors, and parts of functions that a manifest cannot express, in the order of the file.
    pub findings: Vec<CodeDiagnostic>,
    /// Source text of the file's type declarations (interfaces, aliases, enums), in the order of the file.
    ///
    /// Tools that refer to a type already include it; this text is for callers that read declarations themselves.
    pub declarations: String,
}

/// A function of a source file that [`deduce`] left out, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedFunction {
    /// Name of the function; the text of the export if it has none, such as `export * from './a.js'`.
    pub name: String,
    /// Reason in words that follow the name, such as `is not exported`, with the correction.
    pub reason: Cow<'static, str>,
    /// Line and column at which the function begins.
    pub place: Place,
    /// Byte range of the function in the source.
    pub span: Range<usize>,
}

/// `` `helper` is not exported; … ``.
impl fmt::Display for SkippedFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", shown(&self.name), self.reason)
    }
}

/// Makes tools of the exported or documented functions of a JavaScript or TypeScript source file.
///
/// It never fails and always ends, as [`preflight`](crate::preflight()) does: a part that cannot be read is a
/// finding.
///
/// ```
/// use webagents_script::{SourceLanguage, SourceOptions, deduce};
/// let source = "/** Finds books.\n * @param limit - How many. */\nexport async function find(query: string, limit = 10): Promise<string[]> {}";
/// let deduced = deduce(source, &SourceOptions::new(SourceLanguage::TypeScript));
/// let tool = &deduced.tools[0];
/// assert_eq!((tool.name.as_str(), tool.returns.as_ref()), ("find", "string[]"));
/// assert_eq!((tool.params[1].ty.as_ref(), tool.params[1].default.as_deref()), ("number", Some("10")));
/// assert!(deduced.findings.is_empty());
/// ```
pub fn deduce(source: &str, options: &SourceOptions) -> Deduced {
    let grammar = match options.language {
        SourceLanguage::JavaScript => Grammar::Module,
        SourceLanguage::TypeScript => Grammar::TypeScriptModule,
        SourceLanguage::TypeScriptJsx => Grammar::TypeScriptJsxModule,
        SourceLanguage::Declarations => Grammar::Declarations,
    };
    let read = |grammar| {
        let ambient = grammar == Grammar::Declarations;
        parse(source, grammar, parse::SOURCE, |tree| extract(tree.program, source, ambient))
    };
    let mut findings = Vec::new();
    let extracted = match read(grammar) {
        Ok(extracted) => extracted,
        // The text may consist of declarations, whatever the file's name.
        Err(failure) => match (grammar, read(Grammar::Declarations)) {
            (Grammar::TypeScriptModule, Ok(extracted)) => extracted,
            _ => return Deduced { findings: failure.findings(source), ..Deduced::default() },
        },
    };
    let mut declared = extracted.types.clone();
    typedefs(source, &extracted, &mut declared, &mut findings);
    let mut work = Deduction {
        source,
        all: options.all,
        types: Types::new(&declared),
        findings,
        skipped: Vec::new(),
        names: BTreeSet::new(),
        tools: Vec::new(),
        definitions: Vec::new(),
    };
    work.file(&extracted);
    work.registered(&extracted);
    if work.tools.is_empty() && work.findings.iter().all(|finding| finding.severity != Severity::Error) {
        work.say(CodeDiagnosticKind::Skipped, Severity::Error, 0..0, FORMS);
    }
    let Deduction { mut findings, tools, mut skipped, names, .. } = work;
    findings.sort_by_key(|finding| finding.span.start);
    skipped.sort_by_key(|one| one.span.start);
    let mut listed = names;
    skipped.retain(|one| listed.insert(one.name.clone()));
    let mut places = Places::new(source);
    for finding in &mut findings {
        finding.place = places.of(finding.span.start);
    }
    let mut places = Places::new(source);
    for one in &mut skipped {
        one.place = places.of(one.span.start);
    }
    Deduced { tools, skipped, findings, declarations: extracted.declarations }
}

/// Adds the types of `@typedef` to the types that the file declares.
fn typedefs(
    source: &str,
    extracted: &Source,
    found: &mut Vec<Declaration>,
    findings: &mut Vec<CodeDiagnostic>,
) {
    let mut names: BTreeSet<String> = found.iter().map(|one| one.name.clone()).collect();
    for (at, comment) in &extracted.comments {
        let doc = jsdoc::read(comment, *at);
        let mut current: Option<(String, String, Vec<ParamTag>)> = None;
        let mut done = Vec::new();
        for tag in &doc.tags {
            match tag.name.as_str() {
                "typedef" => {
                    done.extend(current.take());
                    let (ty, rest) = jsdoc::braces(&tag.text);
                    let name = rest.split_whitespace().next().unwrap_or_default();
                    let ty = ty.map_or("object".to_owned(), |ty| jsdoc::type_text(ty).0);
                    current = Some((name.to_owned(), ty, Vec::new()));
                }
                "property" | "prop" => {
                    if let (Some((_, _, members)), Some(member)) = (&mut current, jsdoc::param(tag)) {
                        members.push(member);
                    }
                }
                _ => {}
            }
        }
        done.extend(current);
        for (name, ty, members) in done {
            let text = if members.is_empty() { ty } else { object_text(&members) };
            let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
            if plain && found.len() < DECLARATIONS && names.insert(name.clone()) {
                let ty = types::from_text(&text).unwrap_or_else(|error| {
                    let message = unreadable(&format!("type {name}"), &error);
                    let at = *at..*at + comment.len();
                    findings.push(CodeDiagnostic::new(
                        CodeDiagnosticKind::TypeText,
                        Severity::Warning,
                        source,
                        at,
                        message,
                    ));
                    Type::ANY
                });
                found.push(types::named(&name, ty));
            }
        }
    }
}

fn unreadable(what: &str, error: &str) -> String {
    format!("{} cannot be read ({error}); `any` replaces it", shown(what))
}

/// An object type of documented members, as text.
fn object_text(members: &[ParamTag]) -> String {
    let mut out = String::from("{ ");
    for member in members {
        if !member.text.is_empty() {
            out.push_str("/** ");
            out.push_str(&escape::doc(&member.text));
            out.push_str(" */ ");
        }
        escape::push_property(&mut out, &member.name);
        out.push_str(if member.optional { "?: " } else { ": " });
        out.push_str(member.ty.as_deref().unwrap_or("any"));
        out.push_str("; ");
    }
    out.push('}');
    out
}

/// Forms of a tool, for a file without one.
const FORMS: &str = "the file has no tool; tools are exported functions, `window.name = …` (also `globalThis`, `self`), \
                     `Object.assign(window, { … })`, `Object.defineProperty(window, \"name\", { value })`, documented \
                     functions of a classic script, `registerTool({ … })`, and functions with a tag `@tool`";

const COMPONENT: &str = "is a component, and no tool; `@tool` in its documentation or `--all` takes it";
const HOOK: &str = "is a hook by its name, and no tool; `@tool` in its documentation or `--all` takes it";
const UNDOCUMENTED: &str =
    "has no documentation comment; write `/** … */` before it, or take it with `--all`";

/// Tags without a meaning for a tool, and tags that are read elsewhere.
static SILENT: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("silent.txt").lines().collect());
/// Tags that leave a function out.
const OUT: &[&str] = &["internal", "ignore", "private", "hidden"];
const TOOL: &[&str] = &["tool", "webagents"];

/// The type parameters around a type, with the types that replace them.
type Env = Vec<(String, Type)>;

struct Deduction<'s> {
    source: &'s str,
    /// Functions that need no documentation, and may be components or hooks.
    all: bool,
    types: Types<'s>,
    findings: Vec<CodeDiagnostic>,
    skipped: Vec<SkippedFunction>,
    names: BTreeSet<String>,
    tools: Vec<Tool>,
    /// Types of the present parameters, or of the result, that lead back to themselves.
    definitions: Vec<Definition>,
}

impl Deduction<'_> {
    fn say(
        &mut self,
        kind: CodeDiagnosticKind,
        severity: Severity,
        span: Range<usize>,
        message: impl Into<String>,
    ) {
        // The place is computed for all of them together.
        let place = Place { line: 1, column: 1 };
        self.findings.push(CodeDiagnostic { kind, severity, message: message.into(), place, span });
    }

    fn skip(&mut self, span: Range<usize>, name: &str, reason: impl Into<Cow<'static, str>>) {
        let place = Place { line: 1, column: 1 };
        self.skipped.push(SkippedFunction { name: name.to_owned(), reason: reason.into(), place, span });
    }

    fn lost(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.say(CodeDiagnosticKind::Lost, Severity::Warning, span, message);
    }

    /// Returns the reason why an exported function does not become a tool.
    fn no_tool(&self, raw: &RawFunction, doc: &Doc) -> Option<&'static str> {
        let is_hook =
            raw.name.strip_prefix("use").is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()));
        match raw.access {
            Access::Hidden(why) => Some(why),
            _ if self.all => None,
            // A function that the page gives to the window is meant to be called, unless it has a component's name.
            Access::Window if !raw.name.starts_with(|c: char| c.is_uppercase()) => None,
            _ if raw.component => Some(COMPONENT),
            Access::Export if is_hook => Some(HOOK),
            Access::Export if *doc == Doc::default() => Some(UNDOCUMENTED),
            Access::Export | Access::Window => None,
        }
    }

    fn file(&mut self, extracted: &Source) {
        for left in &extracted.left {
            self.skip(left.span.clone(), &left.name, left.why.clone());
        }
        for raw in &extracted.functions {
            let doc = raw.doc.as_ref().map(|(at, comment)| jsdoc::read(comment, *at)).unwrap_or_default();
            if let Some(tag) = doc.tags(OUT).next() {
                self.skip(
                    raw.span.clone(),
                    &raw.name,
                    format!("has the tag `@{}` in its documentation", tag.name),
                );
                continue;
            }
            let is_tagged = doc.has(TOOL);
            if let Some(why) = self.no_tool(raw, &doc).filter(|_| !is_tagged) {
                self.skip(raw.span.clone(), &raw.name, why);
                continue;
            }
            if raw.overloads > 0 {
                self.lost(
                    raw.span.clone(),
                    format!(
                        "{} has several signatures, and a tool has one: the others are lost; write a function of another \
                         name for each",
                        shown(&raw.name)
                    ),
                );
            }
            let given = doc.tags(TOOL).find_map(|tag| tag.text.lines().next()?.split_whitespace().next());
            let name = given.unwrap_or(&raw.name).to_owned();
            let name = match ToolName::new(name.as_str()) {
                Ok(name) => name,
                Err(error) => {
                    let reason = format!("cannot be the name of a tool: {error}");
                    self.skip(raw.span.clone(), &name, reason);
                    continue;
                }
            };
            if !self.names.insert(name.as_str().to_owned()) {
                let message =
                    format!("there is a tool {} already; the first one counts", shown(name.as_str()));
                self.say(CodeDiagnosticKind::Duplicate, Severity::Error, raw.span.clone(), message);
                continue;
            }
            let tool = self.tool(name, raw, &doc);
            let tool = self.settle(tool, raw);
            self.tools.push(tool);
        }
    }

    /// The tools that the file registers through WebMCP, whose registrations are complete.
    fn registered(&mut self, extracted: &Source) {
        for one in &extracted.registered {
            let read = match &one.json {
                Ok(text) => webagents_formats::from_text(&format!("[{text}]"))
                    .and_then(|document| webagents_formats::read(Format::WebMcp, &document))
                    .map_err(|error| error.to_string()),
                Err(what) => Err(format!("{what}; write its name, description and schema as literals")),
            };
            let interfaces = match read {
                Ok(Lossy { value, losses }) => {
                    for loss in losses {
                        self.lost(one.span.clone(), loss.to_string());
                    }
                    value
                }
                Err(reason) => {
                    let text = self.source.get(one.span.clone()).unwrap_or_default();
                    let name = one.name.clone().unwrap_or_else(|| excerpt(text, 60));
                    self.skip(one.span.clone(), &name, reason);
                    continue;
                }
            };
            for interface in interfaces {
                let Lossy { value: tool, losses } = tool_of(&interface);
                for loss in losses {
                    self.lost(one.span.clone(), format!("{}: {loss}", shown(tool.name.as_str())));
                }
                if self.names.insert(tool.name.as_str().to_owned()) {
                    self.tools.push(tool);
                } else {
                    let message = format!(
                        "there is a tool {} already; the first one counts",
                        shown(tool.name.as_str())
                    );
                    self.say(CodeDiagnosticKind::Duplicate, Severity::Error, one.span.clone(), message);
                }
            }
        }
    }

    fn tool(&mut self, name: ToolName, raw: &RawFunction, doc: &Doc) -> Tool {
        let mut tool = Tool::new(name);
        if raw.generator {
            let message = format!(
                "{} is a generator, and a tool cannot give values one by one; write a function that returns a list of them",
                shown(&raw.name)
            );
            self.lost(raw.span.clone(), message);
        }
        let mut env = Env::new();
        for (parameter, bound) in &raw.generics {
            let ty = bound.as_ref().map_or(Type::ANY, |written| self.read(written, &env, &raw.span));
            let replacement = shown(&ty.to_string());
            self.lost(
                raw.span.clone(),
                format!(
                    "the type parameter {} of {} is lost, because a tool has none; {replacement} replaces it, so write \
                     another type if it says too little",
                    shown(parameter),
                    shown(&raw.name)
                ),
            );
            env.push((parameter.clone(), bound.as_ref().map_or(Type::ANY, |written| written.ty.clone())));
        }
        // Every reference to the constraints adds the definitions that they need again.
        self.definitions.clear();
        tool.description = description(doc).into();
        self.tags(&mut tool, doc);
        self.params(&mut tool, raw, doc, &env);
        let input = std::mem::take(&mut self.definitions);
        let result = doc.tags(&["returns", "return"]).next();
        let documented = result.and_then(|tag| jsdoc::braces(&tag.text).0).map(|ty| jsdoc::type_text(ty).0);
        let documented = || documented.map(|text| self.written(text, &raw.span));
        if let Some(written) = raw.returns.clone().or_else(documented) {
            let ty = self.read(&written, &env, &raw.span);
            tool.returns = unwrapped(ty).to_string().into();
        }
        let output = std::mem::take(&mut self.definitions);
        if input.is_empty() && output.is_empty() {
            tool
        } else {
            self.with_schemas(&tool, input, output, raw)
        }
    }

    /// The tool with a JSON Schema, because its types are recursive, which lines cannot express.
    fn with_schemas(
        &mut self,
        tool: &Tool,
        input: Vec<Definition>,
        output: Vec<Definition>,
        raw: &RawFunction,
    ) -> Tool {
        let mut interface = interface_of(tool).value;
        interface.input.definitions = input;
        if let Some(shape) = &mut interface.output {
            shape.definitions = output;
        }
        let Lossy { value: mut whole, losses } = tool_of(&interface);
        for loss in losses {
            self.lost(raw.span.clone(), format!("{}: {loss}", shown(&raw.name)));
        }
        whole.sample_code.clone_from(&tool.sample_code);
        whole.more_samples.clone_from(&tool.more_samples);
        whole.description.clone_from(&tool.description);
        whole
    }

    fn tags(&mut self, tool: &mut Tool, doc: &Doc) {
        let mut samples = Vec::new();
        for tag in &doc.tags {
            let yes = tag.text.split_whitespace().next() != Some("false");
            // JSDoc has `@readonly` in small letters.
            let is_named = |name: &&str| *name == tag.name || name.to_ascii_lowercase() == tag.name;
            if let Some(name) = Annotations::NAMES.into_iter().find(is_named) {
                if let Some(slot) = tool.annotations.slot(name) {
                    *slot = Some(yes);
                }
                continue;
            }
            match tag.name.as_str() {
                "title" => {
                    let title = jsdoc::one_line(&tag.text);
                    tool.title = (!title.is_empty()).then(|| title.into());
                }
                "example" => samples.push(sample(&tag.text)),
                name if SILENT.contains(&name) => {}
                name => {
                    let message = format!(
                        "a manifest has no place for the tag {}; write its text in the description",
                        shown(&format!("@{name}"))
                    );
                    self.say(CodeDiagnosticKind::Lost, Severity::Hint, tag.span(), message);
                }
            }
        }
        samples.retain(|sample| !sample.is_empty());
        let mut samples = samples.into_iter();
        tool.sample_code = samples.next().unwrap_or_default().into();
        tool.more_samples = samples.map(Into::into).collect();
    }

    /// The type that documentation has as text; its errors are reported at `span`.
    fn written(&mut self, text: String, span: &Range<usize>) -> Written {
        let ty = types::from_text(&text).unwrap_or_else(|error| {
            let message = format!("the type {}", unreadable(&text, &error));
            self.say(CodeDiagnosticKind::TypeText, Severity::Warning, span.clone(), message);
            Type::ANY
        });
        Written { text, ty }
    }

    /// Resolves a type; its errors are reported at `span`.
    fn read(&mut self, written: &Written, env: &Env, span: &Range<usize>) -> Type {
        let read = self.types.read(written, env);
        for message in read.trouble {
            self.say(CodeDiagnosticKind::TypeText, Severity::Warning, span.clone(), message);
        }
        for definition in read.definitions {
            if !self.definitions.iter().any(|known| known.name == definition.name) {
                self.definitions.push(definition);
            }
        }
        read.ty
    }

    /// Returns the tool without the parts that do not survive writing and reading. Reports each removal.
    fn settle(&mut self, tool: Tool, raw: &RawFunction) -> Tool {
        let returns = |tool: &Tool| {
            let mut manifest = Manifest::default();
            manifest.name = "S".into();
            manifest.tools.push(tool.clone());
            webagents_manifest::parse(&webagents_manifest::write(&manifest)).manifest == manifest
        };
        if returns(&tool) {
            return tool;
        }
        let mut plain = tool;
        for param in &mut plain.params {
            if let Ok(ty) = webagents_schema::ty::parse(&param.ty) {
                let mut text = String::new();
                ty.print(&mut text, Docs::Drop);
                param.ty = text.into();
            }
        }
        let name = shown(plain.name.as_str());
        if returns(&plain) {
            self.lost(
                raw.span.clone(),
                format!(
                    "the documentation inside of types of {name} is lost, because no line can hold it; write it in the \
                     description, or as `@param` tags"
                ),
            );
            return plain;
        }
        let mut bare = plain.clone();
        bare.description = jsdoc::one_line(&plain.description).into();
        bare.sample_code = String::new().into();
        bare.more_samples.clear();
        if returns(&bare) {
            self.lost(
                raw.span.clone(),
                format!(
                    "the Markdown of {name} was made one line and its samples are lost, because it has sections; write \
                     the description without headings"
                ),
            );
            return bare;
        }
        self.lost(
            raw.span.clone(),
            format!(
                "only the name of {name} can be written, because its types do not survive writing; declare plain types"
            ),
        );
        Tool::new(plain.name)
    }
}

/// Returns the type that a promise resolves to.
fn unwrapped(ty: Type) -> Type {
    match ty {
        Type::Reference { name, mut args }
            if args.len() == 1 && matches!(name.as_str(), "Promise" | "PromiseLike" | "Awaited") =>
        {
            args.pop().map_or(Type::ANY, unwrapped)
        }
        other => other,
    }
}
