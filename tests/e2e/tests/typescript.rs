//! Declarations of `webagents-schema`, checked with the real compiler.
//!
//! `tsc --strict` accepts them for every manifest of the corpus and for manifests that try to break them.

#[path = "typescript/code.rs"]
mod code;
#[path = "typescript/compiler.rs"]
mod compiler;
#[path = "typescript/hostile.rs"]
mod hostile;

use compiler::Project;
use hostile::Hostile;
use webagents_formats::Format;
use webagents_manifest::{Manifest, parse};
use webagents_schema::{
    CallStyle, Interface, Rendering, TypeScriptOptions, interface_of, manifest_of, typescript, typescript_of,
    typescript_with,
};

/// Manifests that [`hostile_manifests_are_declared_soundly`] makes.
///
/// When it was written, the generator was run over tens of thousands of seeds; this many take a second or two.
const HOSTILE: u64 = 300;

const RENDERINGS: [Rendering; 4] = [Rendering::Jsdoc, Rendering::Inline, Rendering::Brief, Rendering::Index];

#[test]
fn the_corpus_is_declared_soundly() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/manifests");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == "md") && !path.ends_with("README.md")
    });
    paths.sort();
    assert_eq!(paths.len(), 71);
    let mut project = Project::new();
    let mut tools = 0;
    for path in &paths {
        let parsed = parse(&std::fs::read_to_string(path).unwrap());
        let stem = path.file_stem().unwrap().to_string_lossy();
        tools += parsed.manifest.tools.len();
        for rendering in RENDERINGS {
            let declared = typescript_of(&parsed, &TypeScriptOptions::new(rendering));
            let types: Vec<_> = declared
                .diagnostics
                .iter()
                .filter(|found| found.code.as_str().starts_with("type."))
                .collect();
            assert!(types.is_empty(), "{stem}: {types:?}");
            project.add(&format!("{stem}-{rendering:?}"), &declared.text, &parsed.manifest);
        }
    }
    // Four of the tools stand in one document twice; the first counts.
    assert_eq!(tools, 559);
    assert_eq!(project.files(), 71 * RENDERINGS.len());
    assert_eq!(project.errors(), "");
}

/// Tools that real pages and servers declare; `soundness/data/README.md` has the sources.
fn real_tools() -> Vec<Interface> {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../soundness/data");
    let read = |name: &str, format| {
        let text = std::fs::read_to_string(data.join(name)).unwrap();
        webagents_formats::read(format, &webagents_formats::from_text(&text).unwrap()).unwrap().value
    };
    let mut tools = read("webmcp-tools.json", Format::WebMcp);
    tools.extend(read("mcp-tools.jsonl", Format::Mcp));
    let mut seen = std::collections::HashSet::new();
    tools.retain(|tool| seen.insert(tool.name.clone()));
    tools
}

#[test]
fn real_tools_are_declared_soundly() {
    let mut project = Project::new();
    let tools = real_tools();
    assert!(tools.len() > 500, "{}", tools.len());
    // Fifty in one file: their named types must not collide.
    for (at, some) in tools.chunks(50).enumerate() {
        let mut some = some.to_vec();
        for call in [CallStyle::Object, CallStyle::Positional] {
            for tool in &mut some {
                tool.call = call;
            }
            for rendering in RENDERINGS {
                let declared =
                    typescript_with(&Manifest::default(), &some, &TypeScriptOptions::new(rendering));
                project.source(
                    &format!("{at}-{call:?}-{rendering:?}"),
                    &format!("{}export {{}};\n", declared.text),
                );
            }
        }
        // And by way of a webagents.md, whose names are its own.
        let mut manifest = manifest_of(&some, "Site", "").value;
        // One takes any object; a call of it has an argument and its section no line.
        manifest.tools.retain(|tool| interface_of(tool).value.call == CallStyle::Positional);
        assert!(manifest.tools.len() + 1 >= some.len());
        for rendering in RENDERINGS {
            let declared = typescript(&manifest, &TypeScriptOptions::new(rendering));
            project.add(&format!("{at}-manifest-{rendering:?}"), &declared.text, &manifest);
        }
    }
    assert_eq!(project.errors(), "");
}

/// Named types with the names of a page's own: a script shares its scope with those.
#[test]
fn scripts_have_no_duplicate_types() {
    let names = ["Selection", "Comment", "Range", "Response", "Iterable", "Node", "Intl", "Record", "Plugin"];
    let mut definitions = serde_json::Map::new();
    let mut properties = serde_json::Map::new();
    for (at, name) in names.iter().enumerate() {
        let own = serde_json::json!({ "$ref": format!("#/$defs/{name}") });
        let object = serde_json::json!({ "type": "object", "properties": { "data": { "type": "number" }, "own": own } });
        let either = serde_json::json!({ "anyOf": [{ "type": "boolean" }, object] });
        definitions.insert((*name).to_owned(), if at % 2 == 0 { either } else { object });
        properties.insert(format!("p{at}"), own);
    }
    let list = serde_json::json!([{ "name": "f", "description": "F", "inputSchema": {
        "type": "object", "properties": properties, "$defs": definitions } }]);
    let tools = webagents_formats::read(Format::Mcp, &list).unwrap().value;
    let mut project = Project::new();
    let declared = typescript_with(&Manifest::default(), &tools, &TypeScriptOptions::new(Rendering::Jsdoc));
    project.source("script", &declared.text);
    assert_eq!(project.errors(), "");
}

/// The declarations of `webagents context`, whose result types are left out.
#[test]
fn terse_declarations_compile() {
    let mut project = Project::terse();
    let mut add = |name: String, manifest: &Manifest| {
        for rendering in RENDERINGS {
            let mut options = TypeScriptOptions::new(rendering);
            options.terse = true;
            let declared = typescript(manifest, &options);
            project.add(&format!("{name}-{rendering:?}"), &declared.text, manifest);
        }
    };
    for (at, some) in real_tools().chunks(50).enumerate() {
        let mut manifest = manifest_of(some, "Site", "").value;
        // One takes any object; a call of it has an argument and its section no line.
        manifest.tools.retain(|tool| interface_of(tool).value.call == CallStyle::Positional);
        add(format!("real-{at}"), &manifest);
    }
    for seed in 0..HOSTILE / 4 {
        add(format!("hostile-{seed}"), &Hostile::new(seed).manifest());
    }
    assert_eq!(project.errors(), "");
}

#[test]
fn hostile_manifests_are_declared_soundly() {
    let mut project = Project::new();
    let mut kept = 0;
    for seed in 0..HOSTILE {
        let manifest = Hostile::new(seed).manifest();
        for rendering in [Rendering::Jsdoc, Rendering::Inline] {
            let declared = typescript(&manifest, &TypeScriptOptions::new(rendering));
            kept += usize::from(declared.diagnostics.is_empty() && !manifest.tools.is_empty());
            project.add(&format!("{seed:04}-{rendering:?}"), &declared.text, &manifest);
        }
    }
    assert!(kept > 0, "no generated manifest is free of findings: the generator only writes errors");
    assert_eq!(project.errors(), "");
}

/// The suite can fail: a careless generator's output for the same texts is refused.
///
/// Each is a project of its own, because the compiler reports nothing else once a module cannot be read.
#[test]
fn the_compiler_refuses_what_is_not_sound() {
    let wrong = [
        "declare const global: { find(a?: string, b: string): Promise<any>; };",
        "declare const global: { find(): Promise<Product>; };",
        "declare const global: { a-b(): Promise<any>; };",
        "declare const global: { /** a */ b */ find(): Promise<any>; };",
        "declare const global: { find(a: Array): Promise<any>; };",
    ];
    for text in wrong {
        let mut project = Project::new();
        project.source("wrong", &format!("{text}\nexport {{}};\n"));
        assert!(project.errors().contains("wrong.ts("), "{text} was accepted");
    }
    let manifest = parse("# S\n\n## find\n\n### Params\n- `a` (string): A.\n").manifest;
    for text in ["declare const global: {};", "declare const global: { find(): Promise<any>; };"] {
        let mut project = Project::new();
        project.add("wrong", &format!("{text}\n"), &manifest);
        assert!(project.errors().contains("wrong.ts("), "{text} was taken for the tool");
    }
}
