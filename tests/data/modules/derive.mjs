// Writes exports.json: the functions that each module of the corpus exports, by Node.js and the TypeScript compiler.
//
// `npm install --ignore-scripts --legacy-peer-deps` of package.json in FOLDER, then `node derive.mjs FOLDER > exports.json`.
// Node.js loads JavaScript. The compiler (typescript 5) reads TypeScript, and what Node.js cannot load.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const here = import.meta.dirname;
const modules = join(resolve(process.argv[2]), "node_modules");
const require = createRequire(join(modules, "x.js"));
const ts = require("typescript");

const files = [];
const walk = (folder) => {
  for (const name of readdirSync(join(here, folder)).sort()) {
    const path = join(folder, name);
    if (statSync(join(here, path)).isDirectory()) walk(path);
    else if (/\.([cm]?[jt]s|[jt]sx)$/.test(name) && path !== "derive.mjs") files.push(path);
  }
};
walk("");

const isFunction = (value) => typeof value === "function" && !/^class\b/.test(Function.prototype.toString.call(value));

/** The exports that are functions: each function under every name but `default`, if it has another. */
function functionsOf(entries, nameOf) {
  const names = new Map();
  for (const [name, value] of entries) if (name !== "default") names.set(name, value);
  for (const [name, value] of entries) {
    if (name === "default" && ![...names.values()].includes(value)) names.set(nameOf(value) || "default", value);
  }
  return [...names.keys()];
}

async function byNode(path) {
  const full = join(modules, path);
  let loaded;
  try {
    loaded = require(full);
    // A module in ECMAScript's form is a namespace also for `require`.
    if (loaded?.[Symbol.toStringTag] === "Module") throw loaded;
  } catch {
    loaded = await import(pathToFileURL(full));
  }
  const entries = Object.keys(loaded).map((name) => [name, loaded[name]]).filter(([, value]) => isFunction(value));
  const name = (value) => (value.name === "default" ? "" : value.name);
  const found = functionsOf(entries, name);
  if (isFunction(loaded) && !entries.some(([, value]) => value === loaded)) found.push(name(loaded) || "default");
  return found;
}

const loaded = new Map();
for (const path of files.filter((path) => /\.[cm]?js$/.test(path))) {
  await byNode(path).then((found) => loaded.set(path, found), (error) => console.error(`${path}: ${error.message}`));
}
const checked = files.filter((path) => !loaded.has(path));
const options = { allowJs: true, jsx: ts.JsxEmit.Preserve, module: ts.ModuleKind.NodeNext, noEmit: true, target: 99, types: [] };
const program = ts.createProgram(checked.map((path) => join(modules, path)), options);
const checker = program.getTypeChecker();

/** Functions of a script, and of `declare global`, which are members of the page's window. */
function globals(source) {
  const found = [];
  const visit = (statement) => {
    if (ts.isFunctionDeclaration(statement)) found.push(statement.name.text);
    if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations) {
        const calls = checker.getTypeAtLocation(one).getCallSignatures();
        if (calls.length > 0) found.push(one.name.text);
      }
    }
  };
  for (const statement of source.statements) {
    if (!ts.isExternalModule(source)) visit(statement);
    if (ts.isModuleDeclaration(statement) && statement.flags & ts.NodeFlags.GlobalAugmentation) {
      statement.body.statements.forEach(visit);
    }
  }
  return found;
}

function byCompiler(path) {
  const source = program.getSourceFile(join(modules, path));
  const found = globals(source);
  for (const statement of source.statements) {
    // `declare module "name" { … }` in a script.
    const isModule =
      !ts.isExternalModule(source) && ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name);
    if (isModule) found.push(...exportsOf(checker.getSymbolAtLocation(statement.name), source));
  }
  const module = checker.getSymbolAtLocation(source);
  return module ? found.concat(exportsOf(module, source)) : found;
}

function exportsOf(module, source) {
  const entries = [];
  const add = (symbol) => {
    const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (!(meant.flags & ts.SymbolFlags.Value)) return;
    if (checker.getTypeOfSymbolAtLocation(meant, source).getCallSignatures().length === 0) return;
    entries.push([symbol.name === "export=" ? "default" : symbol.name, meant]);
  };
  const whole = module.exports?.get("export=");
  // The member `default` of `export =` is the whole again.
  for (const one of checker.getExportsAndPropertiesOfModule(module)) if (!whole || one.name !== "default") add(one);
  if (whole) add(whole);
  const name = (symbol) => symbol.valueDeclaration?.name?.text ?? (symbol.name === "default" ? "" : symbol.name);
  return functionsOf(entries, name);
}

/** The names and texts in a file, without its comments. */
function wordsOf(path, text) {
  const words = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) words.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, 99, false, path.endsWith("x") ? ts.ScriptKind.TSX : undefined));
  return words;
}

// The members of what a call returns. Their names are in the file, and that they are exported is not.
const computed = new Map([["picocolors/picocolors.js", new Set(["createColors", "default"])]]);

const all = {};
for (const path of files) {
  const text = readFileSync(join(here, path), "utf8");
  if (text !== readFileSync(join(modules, path), "utf8")) throw new Error(`${path} is not the package's file`);
  const found = [...new Set(loaded.get(path) ?? byCompiler(path))].sort();
  // A name that the text does not have comes from another file or is computed.
  const words = computed.get(path) ?? wordsOf(path, text);
  all[path] = { named: found.filter((name) => name === "default" || words.has(name)) };
  const unnamed = found.filter((name) => name !== "default" && !words.has(name));
  if (unnamed.length > 0) all[path].unnamed = unnamed;
}
const rows = Object.entries(all).map(([path, entry]) => `${JSON.stringify(path)}: ${JSON.stringify(entry)}`);
console.log(`{\n${rows.join(",\n")}\n}`);
