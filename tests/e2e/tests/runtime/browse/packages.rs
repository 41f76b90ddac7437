//! A site of pages that use packages from npm, without a bundler.
//!
//! Packages are served as they are installed: an import map made of their `package.json` names their modules, and those
//! in the form of `CommonJS` get an import for each `require`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use webagents_testkit::{Answer, Site};

/// Conditions of `exports` that hold in a browser with modules.
const CONDITIONS: [&str; 6] = ["browser", "import", "es2015", "production", "module", "default"];
/// Packages in the form of `CommonJS`: the name, and the file without a `process`.
const COMMON: [(&str, &str); 4] = [
    ("react", "react/cjs/react.production.js"),
    ("react-dom", "react-dom/cjs/react-dom.production.js"),
    ("react-dom/client", "react-dom/cjs/react-dom-client.production.js"),
    ("scheduler", "scheduler/cjs/scheduler.production.js"),
];

fn modules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/frameworks/node_modules")
}

/// Serves pages, by their paths, in which `<!--packages-->` becomes the import map.
pub(super) fn serve(pages: &'static [(&'static str, &'static str)]) -> Site {
    let map = format!("<script type=\"importmap\">{}</script>", import_map());
    Site::start(move |target, _| {
        let path = target.split(['?', '#']).next().unwrap_or_default();
        if let Some(module) = path.strip_prefix("/modules/") {
            return module_of(module);
        }
        let (_, page) = pages.iter().find(|(at, _)| *at == path)?;
        Some(Answer::html(page.replace("<!--packages-->", &map)))
    })
}

/// A module's text, by the name of its file, which may lack its ending.
fn module_of(path: &str) -> Option<Answer> {
    let file = [path.to_owned(), format!("{path}.js"), format!("{path}/index.js")]
        .into_iter()
        .map(|name| modules().join(name))
        .find(|file| file.is_file())?;
    let text = fs::read_to_string(file).ok()?;
    let text = if COMMON.iter().any(|(_, file)| *file == path) { as_module(path, &text) } else { text };
    Some(Answer::new("text/javascript; charset=utf-8", text).header("cache-control", "max-age=3600"))
}

/// A module of `CommonJS` as one of ECMAScript, with its members as exports.
fn as_module(path: &str, text: &str) -> String {
    let mut needed: Vec<&str> =
        text.split("require(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    needed.sort_unstable();
    needed.dedup();
    // Writing to a string cannot fail.
    let (mut imports, mut table, mut exports) = (String::new(), String::new(), String::new());
    for (at, name) in needed.iter().enumerate() {
        let _ = write!(imports, "import m{at} from \"{name}\";");
        let _ = write!(table, "\"{name}\":m{at},");
    }
    let names: &[&str] =
        if path.starts_with("react-dom/") { &["createPortal", "createRoot", "flushSync"] } else { &[] };
    for name in names.iter().filter(|name| text.contains(&format!("exports.{name} ="))) {
        let _ = write!(exports, "export const {name}=exports.{name};");
    }
    format!(
        "{imports}const module={{exports:{{}}}};let exports=module.exports;const require=name=>({{{table}}})[name];\
         {text}\n;export default module.exports;{exports}"
    )
}

/// The modules of all packages.
fn import_map() -> Value {
    let mut imports = Map::new();
    let folders = |at: &Path| -> Vec<PathBuf> {
        let list = fs::read_dir(at).unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo xtask setup --only frameworks` installs the packages", at.display())
        });
        list.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    };
    for folder in folders(&modules()) {
        let is_scope = folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with('@'));
        for package in if is_scope { folders(&folder) } else { vec![folder] } {
            add(&package, &mut imports);
        }
    }
    for (name, file) in COMMON {
        imports.insert(name.to_owned(), json!(format!("/modules/{file}")));
    }
    json!({ "imports": imports })
}

/// Adds the modules of one package.
fn add(package: &Path, imports: &mut Map<String, Value>) {
    let Ok(text) = fs::read(package.join("package.json")) else { return };
    let about: Value = serde_json::from_slice(&text).expect("a package.json");
    let name = package.strip_prefix(modules()).expect("a package").display().to_string();
    let mut insert = |key: String, file: &str| {
        imports.insert(key, json!(format!("/modules/{name}/{}", file.trim_start_matches("./"))));
    };
    match &about["exports"] {
        Value::Object(exports) if exports.keys().any(|key| key.starts_with('.')) => {
            for (key, target) in exports.iter().filter(|(key, _)| !key.contains('*')) {
                if let Some(file) = chosen(target) {
                    insert(format!("{name}{}", &key[1..]), file);
                }
            }
        }
        Value::Null => {
            if let Some(file) = about["module"].as_str().or(about["main"].as_str()) {
                insert(name.clone(), file);
            }
        }
        target => {
            if let Some(file) = chosen(target) {
                insert(name.clone(), file);
            }
        }
    }
    // Files by their names, such as one of several builds.
    imports.insert(format!("{name}/"), json!(format!("/modules/{name}/")));
}

/// The file of an entry of `exports`, by the first condition that holds.
fn chosen(target: &Value) -> Option<&str> {
    match target {
        Value::String(file) => Some(file),
        Value::Object(conditions) => conditions
            .iter()
            .filter(|(name, _)| CONDITIONS.contains(&name.as_str()))
            .find_map(|(_, inner)| chosen(inner)),
        _ => None,
    }
}
