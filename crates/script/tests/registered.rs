//! Tools that a file registers through WebMCP: literals, constants, lists, loops, hooks and helpers.

use std::fmt::Write as _;

use webagents_script::{Deduced, SourceLanguage, SourceOptions, deduce};

fn read(source: &str) -> Deduced {
    deduce(source, &SourceOptions::new(SourceLanguage::TypeScriptJsx))
}

/// `f(query: string)`, with the description after a colon.
fn shown(deduced: &Deduced) -> String {
    let one = |tool: &webagents_manifest::Tool| {
        let params: Vec<String> =
            tool.params.iter().map(|param| format!("{}: {}", param.name, &*param.ty)).collect();
        format!("{}({}): {}", tool.name, params.join(", "), &*tool.description)
    };
    deduced.tools.iter().map(one).collect::<Vec<_>>().join("; ")
}

const SCHEMA: &str = "{ type: 'object', properties: { q: { type: 'string' } }, required: ['q'] }";

#[test]
fn names_and_definitions_belong_together() {
    let source =
        "const all = { f: { description: 'Finds.', inputSchema: SCHEMA }, g: { description: 'Gets.' } };
        for (const [name, def] of Object.entries(all)) server.registerTool(name, def, run);";
    let deduced = read(&source.replace("SCHEMA", SCHEMA));
    assert_eq!(shown(&deduced), "f(q: string): Finds.; g(): Gets.", "{:?}", deduced.skipped);
}

#[test]
fn schemas_have_other_names() {
    for source in [
        "server.addTool({ name: 'f', description: 'Finds.', parameters: SCHEMA, execute: async () => 1 });",
        "mc.registerTool({ name: 'f', description: 'Finds.', input_schema: SCHEMA, execute() {} });",
        "server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: 'f', description: 'Finds.', inputSchema: SCHEMA }] }));",
    ] {
        let deduced = read(&source.replace("SCHEMA", SCHEMA));
        assert_eq!(shown(&deduced), "f(q: string): Finds.", "{:?}", deduced.skipped);
    }
}

#[test]
fn registered_tools_are_read() {
    let one = "f(q: string): Finds.";
    let two = "f(q: string): Finds.; g(): Gets.";
    for (source, expected) in [
        (
            "const schema = SCHEMA; document.modelContext.registerTool({ name: 'f', description: 'Finds.', inputSchema: schema, execute: async (i) => i });",
            one,
        ),
        (
            "const def = { name: 'f', description: 'Finds.', inputSchema: SCHEMA, execute() {} }; document.modelContext.registerTool(def);",
            one,
        ),
        (
            "const def = { name: 'f', description: 'Finds.', inputSchema: SCHEMA } as const satisfies Tool; navigator.modelContext?.registerTool?.({ ...def, execute: run });",
            one,
        ),
        (
            "const all = [{ name: 'f', description: 'Finds.', inputSchema: SCHEMA }, { name: 'g', description: 'Gets.' }]; for (const tool of all) document.modelContext.registerTool(tool);",
            two,
        ),
        (
            "const all = [{ name: 'f', description: 'Finds.', inputSchema: SCHEMA }, { name: 'g', description: 'Gets.' }]; all.forEach((tool) => { mc.registerTool({ ...tool, execute: () => run(tool.name) }); });",
            two,
        ),
        (
            "[{ name: 'f', description: 'Finds.', inputSchema: SCHEMA }, { name: 'g', description: 'Gets.' }].forEach(mc.registerTool);",
            two,
        ),
        (
            "const all = [{ name: 'f', description: 'Finds.', inputSchema: SCHEMA }, { name: 'g', description: 'Gets.' }]; for (let i = 0; i < all.length; i++) { mc.registerTool(all[i]); }",
            two,
        ),
        (
            "const all = {}; const tools = { f: { description: 'Finds.', inputSchema: SCHEMA }, g: { description: 'Gets.' } }; for (const [name, tool] of Object.entries(tools)) mc.registerTool({ name, ...tool });",
            two,
        ),
        (
            "const tools = { f: { description: 'Finds.', inputSchema: SCHEMA }, g: { description: 'Gets.' } }; for (const name in tools) mc.registerTool({ name, description: tools[name].description, inputSchema: tools[name].inputSchema });",
            two,
        ),
        (
            "const tools = { a: { name: 'f', description: 'Finds.', inputSchema: SCHEMA }, b: { name: 'g', description: 'Gets.' } }; Object.values(tools).map((t) => mc.registerTool(t));",
            two,
        ),
        (
            "const tools = []; tools.push({ name: 'f', description: 'Finds.', inputSchema: SCHEMA }); tools.push({ name: 'g', description: 'Gets.' }); for (const t of tools) mc.registerTool(t);",
            two,
        ),
        (
            "const P = 'f'; mc.registerTool({ name: `${P}`, description: 'Fin' + 'ds.', inputSchema: SCHEMA, execute: async () => [] });",
            one,
        ),
        (
            "const base = { type: 'object' }; const q = { q: { type: 'string' } }; mc.registerTool({ name: NAMES.find, description: ['Finds', '.'].join(''), inputSchema: { ...base, properties: q, required: Object.keys(q) } }); const NAMES = { find: 'f' };",
            one,
        ),
        (
            "enum Names { Find = 'f' } mc.registerTool({ name: Names.Find, description: 'Finds.', inputSchema: SCHEMA });",
            one,
        ),
        (
            "function register(def) { if (mc) mc.registerTool(def); } register({ name: 'f', description: 'Finds.', inputSchema: SCHEMA }); register({ name: 'g', description: 'Gets.' });",
            two,
        ),
        (
            "const make = (name, description, inputSchema) => ({ name, description, inputSchema, execute() {} }); mc.registerTool(make('f', 'Finds.', SCHEMA));",
            one,
        ),
        (
            "const tool = (name: string, description: string, inputSchema: object) => mc.registerTool({ name, description, inputSchema }); tool('f', 'Finds.', SCHEMA);",
            one,
        ),
        (
            "class Shop { static connect() { const d = Object.freeze({ name: 'f', description: 'Finds.', inputSchema: SCHEMA }); navigator['modelContext']['registerTool'](d); } }",
            one,
        ),
        (
            "const tools = [{ name: 'f', description: 'Finds.', inputSchema: SCHEMA }]; navigator.modelContext.provideContext({ tools: [...tools, { name: 'g', description: 'Gets.' }] });",
            two,
        ),
        ("server.registerTool('f', { description: 'Finds.', inputSchema: SCHEMA }, async () => 1);", one),
        (
            "export default function Store() { useWebMCP({ name: 'f', description: 'Finds.', inputSchema: SCHEMA, execute: async () => 1 }); return <div/>; }",
            one,
        ),
        (
            "const d = { name: 'f', description: 'Finds.', inputSchema: SCHEMA, handler }; export function Store() { useRegisterMCP(d); return <div/>; }",
            one,
        ),
        (
            "const tool = { name: 'f', description: 'Finds.', inputSchema: SCHEMA }; window.addEventListener('load', () => { try { mc.registerTool(tool, { signal }) } catch {} });",
            one,
        ),
    ] {
        let source = source.replace("SCHEMA", SCHEMA);
        let deduced = read(&source);
        assert_eq!(shown(&deduced), expected, "{source}: {:?}", deduced.skipped);
        let registered = deduced.skipped.iter().filter(|one| one.reason.contains("registered"));
        assert_eq!(registered.count(), 0, "{source}: {:?}", deduced.skipped);
    }
}

#[test]
fn unknown_registered_tools_are_listed() {
    for (source, words) in [
        (
            "import { tools } from './tools'; for (const t of tools) mc.registerTool(t);",
            "`t` is registered, and its value",
        ),
        (
            "mc.registerTool({ name: 'f', description: 'F', inputSchema: z.object({}) });",
            "`f` is registered, and its `inputSchema`",
        ),
        (
            "mc.registerTool({ name: title(), description: 'F' });",
            "is registered, and its `name` is not written out",
        ),
        ("mc.registerTool({ name: 'f', ...rest });", "`f` is registered, and a part of it"),
        (
            "let name = 'f'; name = 'g'; mc.registerTool({ name, description: 'F' });",
            "its `name` is not written out",
        ),
        (
            "function C() { useWebMCP({ name: 'f', description: 'F', inputSchema: { id: z.number() }, handler }); }",
            "`f` is registered",
        ),
        (
            "server.addTool({ name: 'f', description: 'F', parameters: z.object({ a: z.string() }), execute });",
            "`f` is registered, and a JSON Schema of its `parameters`",
        ),
        (
            "useCopilotTool({ name: 'f', description: 'F', parameters: [{ name: 'city', type: 'string' }], handler });",
            "`f` is registered, and a JSON Schema of its `parameters`",
        ),
        (
            "server.tool('f', 'F', { q: z.string() }, async () => 1);",
            "`f` is registered, and a JSON Schema of its `parameters`",
        ),
        (
            "useTool({ name: 'f', description: 'F', params: { a: { type: 'string' } }, handler });",
            "`f` is registered, and a JSON Schema of its `params`",
        ),
    ] {
        let deduced = read(source);
        let skipped: Vec<String> = deduced.skipped.iter().map(ToString::to_string).collect();
        assert!(skipped.iter().any(|one| one.contains(words)), "{source}: {skipped:?}");
        assert!(deduced.tools.is_empty(), "{source}");
    }
}

/// Names that stand for each other take no longer than the text, whatever they multiply to.
#[test]
fn multiplied_values_are_bounded() {
    let mut lists = String::from("const a0 = [{ name: 'f', description: 'F' }];\n");
    let mut texts = String::from("const b0 = 'xxxxxxxxxxxxxxxx';\n");
    for level in 1..60 {
        let before = level - 1;
        let _ = writeln!(lists, "const a{level} = [...a{before}, ...a{before}];");
        let _ = writeln!(texts, "const b{level} = b{before} + b{before};");
    }
    let mut nested = String::new();
    for level in 0..12 {
        let _ = writeln!(nested, "for (const v{level} of [1,2,3,4,5,6,7,8,9])");
    }
    let values: Vec<String> = (0..12).map(|level| format!("v{level}")).collect();
    for source in [
        format!("{lists} for (const t of a59) mc.registerTool(t);"),
        format!("{texts} mc.registerTool({{ name: 'f', description: b59 }});"),
        format!("{nested} mc.registerTool({{ name: 'f', description: `${{{}}}` }});", values.join("}${")),
        "const f = (a) => f(a); mc.registerTool(f(1));".to_owned(),
        "const a = b, b = a; mc.registerTool(a);".to_owned(),
        "function r(t) { mc.registerTool(t); r(t); } r(r);".to_owned(),
    ] {
        let deduced = read(&source);
        assert!(!deduced.skipped.is_empty() || !deduced.tools.is_empty());
    }
}
