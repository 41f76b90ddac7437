//! Every type of two corpora in a signature, as it is parsed, resolved and printed.

use std::path::Path;

use webagents_manifest::{Param, ParamName, Tool, parse};
use webagents_schema::ty::{self, Docs, Type};
use webagents_schema::{Rendering, TypeScriptOptions, typescript};

/// The manifests below a folder.
fn visit(folder: &Path, found: &mut dyn FnMut(&str)) {
    for entry in std::fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            visit(&path, found);
        } else if path.extension().is_some_and(|name| name == "md") {
            found(&String::from_utf8_lossy(&std::fs::read(&path).expect("a file")));
        }
    }
}

/// The declarations of a parameter and of a result of this type, and the number of findings.
fn declared(tool: &Tool, ty: &str, default: Option<&str>) -> (String, usize) {
    let mut tool = tool.clone();
    let mut param = Param::new(ParamName::new("a").expect("a name"));
    param.ty = ty.into();
    param.required = true;
    param.default = default.map(Into::into);
    tool.params = vec![param];
    tool.returns = "".into();
    (tool.schemas.input, tool.schemas.output) = (None, None);
    let mut other = tool.clone();
    other.params.clear();
    other.returns = ty.into();
    // Within one text, a type that occurs twice may have a name.
    let both = [tool, other].map(|tool| {
        let mut manifest = parse("# Site\n").manifest;
        manifest.tools = vec![tool];
        typescript(&manifest, &TypeScriptOptions::new(Rendering::Index))
    });
    let findings = both.iter().map(|declared| declared.diagnostics.len()).sum();
    (both.map(|declared| declared.text).concat(), findings)
}

fn printed(ty: &Type) -> String {
    let mut out = String::new();
    ty.print(&mut out, Docs::Drop);
    out
}

#[test]
fn every_type_is_declared_as_it_is_parsed_resolved_and_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut types = 0;
    for folder in ["spec/conformance/cases", "tests/data/manifests"] {
        visit(&root.join(folder), &mut |text| {
            for tool in parse(text).manifest.tools {
                for ty in tool.params.iter().map(|param| &*param.ty).chain([&*tool.returns]) {
                    // A comment has a finding of its own.
                    if ty.trim().is_empty() || ty.contains("/*") || ty.contains("//") {
                        continue;
                    }
                    let mut parsed = ty::parse(ty).unwrap_or(Type::ANY);
                    let findings = ty::resolve(&mut parsed).len() + usize::from(ty::parse(ty).is_err());
                    let result = match &parsed {
                        Type::Reference { name, args } if name == "Promise" => &args[0],
                        other => other,
                    };
                    let (text, found) = declared(&tool, ty, None);
                    let (param, result) = (printed(&parsed), printed(result));
                    let expected = [
                        format!("(a: {param}): Promise<any>;\n}};\n"),
                        format!("(): Promise<{result}>;\n}};\n"),
                    ];
                    // For a model the bars between texts stand without blanks.
                    let [text, param, result] =
                        [&text, &expected[0], &expected[1]].map(|text| text.replace("\" | ", "\"|"));
                    assert!(text.contains(&param) && text.ends_with(&result), "{ty:?}\n{text}\n{expected:?}");
                    assert_eq!(found, 2 * findings, "{ty:?}");
                    types += 1;
                }
            }
        });
    }
    assert!(types > 1_500, "{types}");
}

#[test]
fn defaults_are_judged_the_same_next_to_a_comment() {
    let tool = &parse("# Site\n\n## f\nDoes it.\n\n### Params\n").manifest.tools[0];
    let types =
        ["\"asc\" | 'desc'", "string[] | null", "{ a: number }", "(string | number)", "boolean | 'b'"];
    let defaults = ["asc", "'desc'", "\"up\"", "1", "[]", "null", "{\"a\": 1}", "true", "'a' | 'b'", "b"];
    for ty in types {
        for default in defaults {
            // A comment is reported for the parameter and for the result.
            let (_, with_comment) = declared(tool, &format!("{ty} /* long */"), Some(default));
            let (_, without) = declared(tool, ty, Some(default));
            assert_eq!(without + 2, with_comment, "{default} for {ty}");
        }
    }
}
