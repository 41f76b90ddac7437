// The part of WebMCP that a page must meet before its own scripts run: `live.rs` has it run first in every document.
//
// Where the browser has `document.modelContext`, registrations pass through here on their way to it, so that what
// the browser drops can be had: the error that a tool threw, its output schema, the kind of its result. Where the
// browser has none, this is it, as the specification and Chromium 156 have it. In both, pages that were written for
// earlier shapes (`navigator.modelContext`, `automationDelegate`) find them.
//
// What it knows is under the window's property `key`, for `live.js` in this and in other documents of the origin.
(key, contextOf) => {
"use strict";
if (!globalThis.isSecureContext || typeof Document !== "function" || Object.hasOwn(globalThis, key)) return;
const { apply, get: reflectGet, defineProperty } = Reflect;
const { getOwnPropertyDescriptor, freeze, keys: keysOf, create } = Object;
const { parse, stringify } = JSON;
const { toWellFormed } = String.prototype;
const say = console.warn;

const native = getOwnPropertyDescriptor(Document.prototype, "modelContext")?.get;
// What is known of a tool beside what the browser keeps, by name.
const facts = new Map();
const expected = [];
let serial = 0;

const failure = (name, message) => new DOMException(message, name);
const unknown = (message) => failure("UnknownError", message);
const GONE = "The operation failed for an unknown transient reason (e.g. out of memory).";
const FAILED = "Tool was executed but the invocation failed. For example, the script function threw an error";
const read = (object, name) => {
  try { return object?.[name]; } catch { return undefined; }
};
// A function that its text does not tell from the browser's own, as with every callable proxy.
const asNative = (one) => new Proxy(one, {});
const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

// The function of a tool, watched: a call that `live.js` announced leaves its error and the kind of its result.
const watched = (name, execute) => async (input, options) => {
  const record = claim(name(), input);
  try {
    const value = await apply(execute, undefined, [input, options]);
    record.kind = typeof value;
    record.empty = value === "";
    // Chromium 156 loses the tab over a symbol, and makes null of a text with half a character.
    if (typeof value === "symbol") throw new TypeError("the tool returned a symbol, which has no JSON");
    if (typeof value === "string") return apply(toWellFormed, value, []);
    if (record.wanted && typeof value === "object" && value !== null) record.kind = stringify(value) === undefined ? "undefined" : "object";
    return value;
  } catch (error) {
    record.error = { thrown: error };
    throw error;
  }
};
const claim = (name, input) => {
  if (expected.length === 0) return {};
  let text;
  try { text = stringify(input); } catch { return {}; }
  for (let i = 0; i < expected.length; i += 1) {
    if (expected[i].name === name && expected[i].text === text) return expected.splice(i, 1)[0];
  }
  return {};
};
// What the browser drops of a definition.
const noted = (tool, way) => {
  const hints = {};
  const given = read(tool, "annotations");
  const words = ["destructive", "idempotent", "openWorld"];
  for (let i = 0; i < words.length; i += 1) {
    const value = read(given, words[i] + "Hint") ?? read(given, words[i]);
    if (typeof value === "boolean") hints[words[i]] = value;
  }
  return { way, hints, outputSchema: read(tool, "outputSchema") };
};
let way = "imperative";
const remember = (name, tool, signal) => {
  const fact = noted(tool, way);
  facts.set(name, fact);
  serial += 1;
  signal?.addEventListener("abort", () => {
    if (facts.get(name) === fact) facts.delete(name);
    serial += 1;
  });
};

// Where the browser has WebMCP, its own function is called with a definition in whose place ours stands.
if (native) {
  const proto = globalThis.ModelContext?.prototype;
  const registerTool = proto && getOwnPropertyDescriptor(proto, "registerTool");
  if (typeof registerTool?.value !== "function") return;
  const register = new Proxy(registerTool.value, {
    apply(target, self, args) {
      const tool = args[0];
      if (!isObject(tool)) return apply(target, self, args);
      let name;
      const given = new Proxy({}, {
        get(_, member) {
          const value = reflectGet(tool, member, tool);
          if (member === "name") return name = value === undefined ? value : "" + value;
          return member === "execute" && typeof value === "function" ? watched(() => name, value) : value;
        },
      });
      const during = way;
      const promise = apply(target, self, [given, ...[...args].slice(1)]);
      return promise.then(() => {
        const before = way;
        way = during;
        remember(name, tool, read(args[1], "signal"));
        way = before;
      });
    },
  });
  defineProperty(proto, "registerTool", { ...registerTool, value: register });
}

// Every window of the tree whose document this one may see, the top first.
const windows = () => {
  const all = [];
  const visit = (one, depth) => {
    let inside;
    try { inside = one[key]; } catch { return; }
    if (inside !== undefined) all[all.length] = inside;
    for (let i = 0; i < one.length && i < 1000 && depth < 16; i += 1) visit(one[i], depth + 1);
  };
  visit(top, 0);
  return all;
};

const context = native ? undefined : contextOf({
  key, facts, watched, remember, windows, failure, unknown, asNative, isObject, GONE, FAILED,
});

// Earlier shapes, over whichever is there. They were synchronous: what cannot be registered is thrown at once.
const modern = () => globalThis.document.modelContext;
const ends = new Map();
const withdraw = (name) => {
  ends.get(name)?.end.abort();
  return ends.delete(name);
};
const legacy = (tool, kind, execute, options) => {
  if (!isObject(tool)) throw new TypeError("The provided value is not of type 'ModelContextTool'.");
  const name = "" + tool.name;
  if (typeof tool.execute !== "function") throw new TypeError("the tool has no function `execute`");
  if (facts.has(name) || ends.has(name)) throw failure("InvalidStateError", "Duplicate tool name");
  let schema = tool.inputSchema;
  if (typeof schema === "string" && schema !== "") schema = parse(schema);
  const end = new AbortController();
  const given = {
    name, title: tool.title ?? "", description: tool.description, execute: execute(tool), outputSchema: read(tool, "outputSchema"),
  };
  if (isObject(schema)) given.inputSchema = schema;
  const hints = tool.annotations;
  if (isObject(hints)) {
    given.annotations = {
      readOnlyHint: hints.readOnlyHint ?? hints.readOnly,
      untrustedContentHint: hints.untrustedContentHint,
      consequentialHint: hints.consequentialHint,
      destructive: hints.destructiveHint ?? hints.destructive,
      idempotent: hints.idempotentHint ?? hints.idempotent,
      openWorld: hints.openWorldHint ?? hints.openWorld,
    };
  }
  options?.signal?.addEventListener("abort", () => withdraw(name));
  ends.set(name, { end, kind });
  const before = way;
  way = kind;
  let done;
  try {
    done = modern().registerTool(given, { signal: end.signal, ...(options?.exposedTo && { exposedTo: options.exposedTo }) });
  } finally { way = before; }
  const registered = done.then(() => {}, (error) => {
    if (ends.get(name)?.end === end) ends.delete(name);
    apply(say, console, ["the tool " + name + " was not registered: " + error.message]);
    throw error;
  });
  registered.catch(() => {});
  return registered;
};
const agent = freeze({ requestUserInteraction: async (ask) => ask() });
const withAgent = (tool) => (input, options) => apply(tool.execute, tool, [input, create(agent, { signal: { value: options?.signal } })]);
const early = {
  get ontoolchange() { return modern().ontoolchange; },
  set ontoolchange(one) { modern().ontoolchange = one; },
  addEventListener(...all) { modern().addEventListener(...all); },
  removeEventListener(...all) { modern().removeEventListener(...all); },
  registerTool(tool, options) { return legacy(tool, "navigator.modelContext", withAgent, options); },
  unregisterTool(name) {
    if (!withdraw("" + name)) throw failure("InvalidStateError", "Tool not found");
  },
  provideContext(given) {
    early.clearContext();
    const tools = [...(given?.tools ?? [])];
    for (let i = 0; i < tools.length; i += 1) legacy(tools[i], "provideContext", withAgent);
  },
  clearContext() {
    for (const [name, { kind }] of [...ends]) if (kind !== "automationDelegate") withdraw(name);
  },
  getTools(options) { return modern().getTools(options); },
  executeTool(tool, input, options) {
    return modern().executeTool(tool, typeof input === "string" ? parse(input) : input, options);
  },
};
if (typeof Navigator === "function" && !("modelContext" in Navigator.prototype)) {
  defineProperty(Navigator.prototype, "modelContext", { get: asNative(() => early), enumerable: true, configurable: true });
}
// Script Tools: positional arguments, in the order of the schema's properties.
const positional = (tool) => (input) => {
  const schema = typeof tool.inputSchema === "string" ? parse(tool.inputSchema) : tool.inputSchema;
  const names = keysOf(schema?.properties ?? {});
  const values = [];
  for (let i = 0; i < names.length; i += 1) values[i] = input?.[names[i]];
  return apply(tool.execute, tool, values);
};
const delegate = () => ({
  registerTool(tool) { legacy(tool, "automationDelegate", positional).catch(() => {}); },
  unregisterTool(name) { withdraw("" + name); },
  setToolState() {},
});
if (!("automationDelegate" in globalThis)) {
  const one = delegate();
  defineProperty(globalThis, "automationDelegate", { get: () => one, set(value) { defineProperty(globalThis, "automationDelegate", { value, writable: true, enumerable: true, configurable: true }); }, enumerable: false, configurable: true });
  defineProperty(globalThis, "createAutomationDelegate", { value: asNative(function createAutomationDelegate() { return delegate(); }), enumerable: false, configurable: true, writable: true });
}

const id = "" + Math.random();
defineProperty(globalThis, key, { value: freeze({
  kind: native ? "native" : "shim",
  version: () => id + ":" + serial,
  facts: (name) => facts.get(name),
  // Announces a call, so that its error and the kind of its result are kept.
  expect: (name, text) => {
    const record = { name, text, wanted: true, kind: undefined, error: undefined };
    if (expected.length > 1000) expected.shift();
    expected[expected.length] = record;
    return record;
  },
  forget: (record) => {
    const at = expected.indexOf(record);
    if (at >= 0) expected.splice(at, 1);
  },
  ...context,
}) });
}
