// WebMCP for browsers that have none: `document.modelContext`, with the rules, messages and order of events that were
// measured on Chromium 156. `shim.js` calls it in each document, before the page's own scripts.
//
// What it cannot do: see a permission policy that a header sets or that reaches a frame of another origin (such a
// frame is refused), list the tools of frames of another origin, and give `:tool-form-active` to style sheets.
(kit) => {
"use strict";
const { key, facts, watched, remember, windows, failure, unknown, asNative, isObject, GONE, FAILED } = kit;
const { apply, construct, defineProperty } = Reflect;
const { getOwnPropertyDescriptor, assign } = Object;
const { parse, stringify } = JSON;
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;
const { toWellFormed } = String.prototype;
const { includes } = Array.prototype;
const later = setTimeout, micro = queueMicrotask;
const ownWindow = window, { origin } = globalThis;
const aborted = getOwnPropertyDescriptor(AbortSignal.prototype, "aborted").get;
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const own = new Map();
// A frame's first document goes and its window stays, with what was said in it.
let shown = document;
const ownDocument = () => {
  const { document } = ownWindow;
  if (document !== shown) {
    shown = document;
    own.clear();
    facts.clear();
    seen.clear();
    watching = false;
  }
  return document;
};

// Conversions, as Web IDL has them.
const refuse = (method, message) => new TypeError("Failed to execute '" + method + "' on 'ModelContext': " + message);
const member = (method, type, name, message) =>
  refuse(method, "Failed to read the '" + name + "' property from '" + type + "': " + message);
const dictionary = (value, method, type) => {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw refuse(method, "The provided value is not of type '" + type + "'.");
  return value;
};
const signalOf = (options, method, type) => {
  const { signal } = options;
  if (signal === undefined) return undefined;
  try { apply(aborted, signal, []); } catch { throw member(method, type, "signal", "Failed to convert value to 'AbortSignal'."); }
  return signal;
};
const required = (value, method, type, name) => {
  if (value === undefined) throw member(method, type, name, "Required member is undefined.");
  return value;
};
const definition = (tool) => {
  const method = "registerTool", type = "ModelContextTool";
  if (!isObject(tool)) throw refuse(method, "The provided value is not of type '" + type + "'.");
  const out = {};
  const { annotations } = tool;
  if (annotations !== undefined) {
    if (annotations !== null && !isObject(annotations)) {
      throw member(method, type, "annotations", "The provided value is not of type 'ToolAnnotations'.");
    }
    const hint = (name) => !!annotations?.[name];
    out.annotations = {
      consequentialHint: hint("consequentialHint"), debugging: hint("debugging"),
      readOnlyHint: hint("readOnlyHint"), untrustedContentHint: hint("untrustedContentHint"),
    };
  }
  out.description = "" + required(tool.description, method, type, "description");
  out.execute = required(tool.execute, method, type, "execute");
  if (typeof out.execute !== "function") throw member(method, type, "execute", "The given value is not a function.");
  const { inputSchema } = tool;
  if (inputSchema !== undefined && !isObject(inputSchema)) {
    throw member(method, type, "inputSchema", "Failed to convert value to 'object'.");
  }
  out.name = "" + required(tool.name, method, type, "name");
  const { title } = tool;
  out.title = title === undefined ? "" : apply(toWellFormed, "" + title, []);
  if (inputSchema !== undefined) {
    try { out.schema = stringify(inputSchema); } catch (error) { throw refuse(method, error.message); }
    if (out.schema === undefined) throw refuse(method, "invalid input schema: toJSON() returns undefined");
  }
  return out;
};
const trustworthy = (text) => {
  let url;
  try { url = new URL(text); } catch { return false; }
  const { protocol, hostname } = url;
  return protocol === "https:" || protocol === "wss:" || protocol === "file:" || hostname === "localhost"
    || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
};
const originsOf = (options, name) => {
  const list = options[name];
  if (list === undefined) return;
  for (const one of [...list]) {
    if (!trustworthy(one)) throw failure("SecurityError", "Only secure origins are allowed in the " + name + " list.");
  }
};
// The policy `tools` is 'self' where nobody says otherwise. What a frame of another origin was given cannot be seen.
const denied = () => {
  const policy = ownDocument().permissionsPolicy ?? ownDocument().featurePolicy;
  if (policy && apply(includes, policy.features(), ["tools"])) return !policy.allowsFeature("tools");
  if (ownWindow === top) return origin === "null";
  let frame;
  try { frame = ownWindow.frameElement; } catch { return true; }
  if (!frame) return true;
  const list = (frame.getAttribute("allow") ?? "").split(";").map((one) => one.trim().split(/\s+/));
  const rule = list.find((one) => one[0] === "tools");
  if (rule?.includes("'none'")) return true;
  return ownWindow.parent[key]?.denied() ?? false;
};
const allow = () => {
  if (denied()) throw failure("NotAllowedError", 'Access to the feature "tools" is disallowed by permissions policy.');
};

// Declarative tools: forms.
const PATTERNS = {
  time: "^([01][0-9]|2[0-3]):[0-5][0-9]$", color: "^#[0-9a-zA-Z]{6}$", month: "^[0-9]{4}-(0[1-9]|1[0-2])$",
  week: "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$",
  "datetime-local": "^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$",
};
const DATE = "Dates MUST be provided in 'YYYY-MM-DD' format.";
const forms = () => {
  const found = new Map();
  const all = ownDocument().querySelectorAll("form[toolname][tooldescription]");
  for (let i = 0; i < all.length && i < 1000; i += 1) {
    const name = all[i].getAttribute("toolname");
    if (NAME.test(name) && all[i].getAttribute("tooldescription") !== "" && !found.has(name) && !own.has(name)) {
      found.set(name, all[i]);
    }
  }
  return found;
};
const labelOf = (control) => {
  const label = control.labels?.[0]?.cloneNode(true);
  if (!label) return "";
  for (const inner of label.querySelectorAll("select, textarea, button")) inner.remove();
  return label.textContent.trim();
};
const choice = (value, title) => title ? { type: "string", const: value, title } : { type: "string", const: value };
const choices = (list) => ({ type: "string", anyOf: list, enum: list.map((one) => one.const) });
const OMITTED = ["submit", "button", "reset", "image", "hidden", "file"];
// The controls of a form by their names, those that together are one parameter in one list.
const parameters = (form) => {
  const groups = new Map();
  const list = [...form.elements].slice(0, 2000);
  for (const control of list) {
    const { name, type } = control;
    if (!name || !/^(INPUT|SELECT|TEXTAREA)$/.test(control.tagName) || OMITTED.includes(type)) continue;
    if (control.matches(":disabled") || control.readOnly && !/^(radio|checkbox|range|color)$/.test(type)) continue;
    const group = groups.get(name);
    if (group) group.push(control);
    else groups.set(name, [control]);
  }
  for (const [name, group] of groups) {
    const { type } = group[0];
    const alike = (type === "radio" || type === "checkbox") && group.every((one) => one.type === type);
    if (group.length > 1 && !alike) groups.delete(name);
  }
  return groups;
};
const number = (control, type) => {
  const out = { type: "number" };
  const value = (name, otherwise) => {
    const text = control.getAttribute(name);
    return text !== null && text.trim() !== "" && Number.isFinite(+text) ? +text : otherwise;
  };
  const least = value("min", type === "range" ? 0 : undefined), most = value("max", type === "range" ? 100 : undefined);
  if (least !== undefined) out.minimum = least;
  if (most !== undefined) out.maximum = most;
  const step = value("step", 1);
  if (control.getAttribute("step") !== "any" && step > 0 && (least ?? 0) % step === 0) out.multipleOf = step;
  return out;
};
const property = (group) => {
  const [control] = group;
  const { type } = control;
  let out;
  if (type === "select-one" || type === "select-multiple") {
    out = choices([...control.options].slice(0, 1000).map((one) => choice(one.value, one.label)));
    if (type === "select-multiple") out = { type: "array", items: out, uniqueItems: true };
  } else if (type === "radio") {
    out = choices(group.map((one) => choice(one.value, labelOf(one))));
  } else if (type === "checkbox") {
    out = group.length === 1 ? { type: "boolean" }
      : { type: "array", items: choices(group.map((one) => choice(one.value, labelOf(one)))), uniqueItems: true };
  } else if (type === "number" || type === "range") {
    out = number(control, type);
  } else {
    out = { type: "string" };
    if (type === "date") out.format = "date";
    else if (PATTERNS[type]) out.format = PATTERNS[type];
    else if (control.hasAttribute("pattern")) out.pattern = control.getAttribute("pattern");
  }
  let description = control.getAttribute("toolparamdescription") ?? (group.length > 1 || type === "radio" ? "" : labelOf(control));
  if (type === "date") description = description ? description + " (" + DATE + ")" : DATE;
  if (description) out.description = description;
  return out;
};
const schemaOf = (form) => {
  const properties = {}, required = [];
  for (const [name, group] of parameters(form)) {
    defineProperty(properties, name, { value: property(group), enumerable: true, configurable: true, writable: true });
    if (group.some((one) => one.required)) required.push(name);
  }
  return { type: "object", properties, required };
};
// What a control is set to by a value, or an error. Nothing is set before all have been looked at.
const setting = (name, group, value) => {
  const wrong = (shown) => unknown("Invalid value " + (shown ? stringify("" + value) + " " : "") + "for parameter " + name);
  const [control] = group;
  const { type } = control;
  const many = type === "select-multiple" || (type === "checkbox" && group.length > 1);
  if (many) {
    if (!Array.isArray(value)) throw wrong(typeof value !== "object");
    const texts = value.map((one) => "" + one);
    const all = type === "checkbox" ? group : [...control.options];
    if (texts.some((text) => !all.some((one) => one.value === text))) throw wrong(false);
    return () => { for (const one of all) one[type === "checkbox" ? "checked" : "selected"] = texts.includes(one.value); };
  }
  if (typeof value === "object") throw wrong(false);
  const text = "" + value;
  if (type === "checkbox") {
    const on = { true: true, 1: true, false: false, 0: false }[text];
    if (on === undefined) throw wrong(true);
    return () => { control.checked = on; };
  }
  if (type === "radio") {
    const one = group.find((one) => one.value === text);
    if (!one) throw wrong(true);
    return () => { one.checked = true; };
  }
  if (type === "select-one") {
    if (![...control.options].some((one) => one.value === text)) throw wrong(true);
  } else if (control.tagName === "INPUT") {
    // The control's own rules say what becomes of a text: nothing is left of one that is none of its values.
    const probe = ownDocument().createElement("input");
    probe.type = type;
    probe.value = text;
    if (text !== "" && probe.value === "") throw wrong(true);
  }
  return () => { control.value = text; };
};
const stateOf = (group) => stringify(group.map((one) => one.options
  ? [...one.options].map((option) => option.selected) : [one.value, one.checked]));
const textOf = (value) => {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) return stringify(value) ?? "undefined";
  return typeof value === "function" || typeof value === "symbol" ? "undefined" : "" + value;
};

// The calls of forms that wait for their submission.
const active = new Map();
const agentEvents = new WeakMap();
const runForm = (form, text, settle) => {
  const input = parse(text);
  if (Array.isArray(input)) return settle.fail(unknown("JSON input arguments must be an object"));
  const groups = parameters(form), settings = [];
  for (const name of Object.keys(input)) {
    const group = groups.get(name);
    if (!group) {
      const message = 'Input contains a parameter "' + name + '" but there is no such parameter for the tool';
      return settle.fail(unknown(message));
    }
    try { settings.push([setting(name, group, input[name]), group[0], group]); } catch (error) { return settle.fail(error); }
  }
  for (const [set, control, group] of settings) {
    const before = stateOf(group);
    set();
    if (stateOf(group) === before) continue;
    control.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    control.dispatchEvent(new Event("change", { bubbles: true }));
  }
  active.get(form)?.fail(unknown("Tool execution cancelled by another call of the same tool"));
  active.set(form, settle);
  const button = [...form.elements].find((one) => one.type === "submit" || one.type === "image");
  if (!form.hasAttribute("toolautosubmit")) {
    button?.focus();
    return undefined;
  }
  const invalid = form.noValidate ? [] : [...form.elements].filter((one) => one.willValidate && !one.validity.valid);
  if (invalid.length) {
    invalid[0].focus();
    const told = invalid.map((one) => one.name + ": " + one.validationMessage + ". ");
    return settle.fail(unknown("Form validation failed: " + told.join("")));
  }
  form.requestSubmit(button);
  return undefined;
};
const submitted = (event, settle) => {
  const { answer } = agentEvents.get(event);
  if (answer) {
    Promise.resolve(answer.promise).then((value) => settle.done(textOf(value)), () => settle.fail(unknown("respondWith promise was rejected")));
  } else if (event.defaultPrevented) {
    settle.fail(unknown("The site has a programming error: it called preventDefault() on the 'submit' event, without also calling respondWith() with the tool result"));
  } else settle.done(null);
};
apply(addEventListener, ownWindow, ["submit", (event) => {
  const settle = active.get(event.target);
  if (!settle) return;
  active.delete(event.target);
  agentEvents.set(event, { answer: undefined });
  later(() => submitted(event, settle));
}, true]);
apply(addEventListener, ownWindow, ["reset", (event) => {
  active.get(event.target)?.fail(unknown("Tool execution cancelled by a form reset"));
}, true]);
if (typeof SubmitEvent === "function") {
  const more = {
    get agentInvoked() { return agentEvents.has(this); },
    respondWith(promise) {
      const state = agentEvents.get(this);
      const message = (text) => failure("InvalidStateError", "Failed to execute 'respondWith' on 'SubmitEvent': " + text);
      if (!state) throw message("You can only call respondWith on an submit event that has agentInvoked == true.");
      if (!this.defaultPrevented) throw message("To call respondWith, you must first call preventDefault.");
      state.answer = { promise };
    },
  };
  for (const name of ["agentInvoked", "respondWith"]) {
    defineProperty(SubmitEvent.prototype, name, { ...getOwnPropertyDescriptor(more, name), enumerable: true, configurable: true });
  }
}

// Runs a tool of this document; the promise is for its result as text, or null where the document moves on.
const run = (name, text, signal) => new Promise((resolve, reject) => {
  const entry = own.get(name), form = entry ? undefined : forms().get(name);
  if (!entry && !form) { reject(unknown(GONE)); return; }
  const inner = new AbortController();
  let over = false;
  const end = (then) => (value) => {
    if (over) return;
    over = true;
    if (form && active.get(form) === settle) active.delete(form);
    then(value);
  };
  const settle = { done: end(resolve), fail: end(reject) };
  signal?.addEventListener("abort", () => {
    if (over) return;
    inner.abort();
    fire(new kit.ToolCancelEvent("toolcancel", { toolName: name }));
    settle.fail(signal.reason);
  });
  const activated = () => fire(new kit.ToolActivatedEvent("toolactivated", { toolName: name }));
  if (form) {
    runForm(form, text, settle);
    activated();
    return;
  }
  const answer = entry.execute(parse(text), { signal: inner.signal });
  activated();
  answer.then((value) => {
    let told;
    try { told = textOf(value); } catch { settle.fail(unknown(FAILED)); return; }
    settle.done(told);
  }, () => settle.fail(unknown(FAILED)));
});

const fire = (event) => {
  try { apply(dispatchEvent, context, [event]); } catch (error) { reportError(error); }
};
const changed = () => micro(() => {
  for (const inside of windows()) inside.fire?.("toolchange");
});
const register = (tool, options) => {
  const entry = definition(tool);
  const given = dictionary(options, "registerTool", "ModelContextRegisterToolOptions");
  const exposedTo = given.exposedTo;
  const signal = signalOf(given, "registerTool", "ModelContextRegisterToolOptions");
  allow();
  if (!NAME.test(entry.name)) throw failure("InvalidStateError", "Invalid tool name");
  if (own.has(entry.name) || forms().has(entry.name)) throw failure("InvalidStateError", "Duplicate tool name");
  if (entry.description === "") throw failure("InvalidStateError", "Description is required");
  originsOf({ exposedTo }, "exposedTo");
  if (signal?.aborted) throw signal.reason;
  entry.execute = watched(() => entry.name, entry.execute);
  own.set(entry.name, entry);
  remember(entry.name, tool, signal);
  signal?.addEventListener("abort", () => {
    if (own.get(entry.name) === entry) own.delete(entry.name);
    changed();
  });
  changed();
};
const registered = (entry) => {
  const out = {};
  if (entry.annotations) out.annotations = { ...entry.annotations };
  out.description = entry.description;
  if (entry.schema !== undefined) out.inputSchema = parse(entry.schema);
  return assign(out, { name: entry.name, origin, title: entry.title, window: ownWindow });
};
const list = () => {
  const out = [];
  const found = forms();
  // A schema that is no object is taken, and its tool is never listed.
  for (const entry of own.values()) if (entry.schema === undefined || isObject(parse(entry.schema))) out.push(registered(entry));
  for (const [name, form] of found) {
    const description = form.getAttribute("tooldescription");
    out.push({ description, inputSchema: schemaOf(form), name, origin, title: "", window: ownWindow });
  }
  return out;
};
const executable = (tool) => {
  const method = "executeTool", type = "RegisteredTool";
  if (!isObject(tool)) throw refuse(method, "The provided value is not of type '" + type + "'.");
  required(tool.description, method, type, "description");
  const { inputSchema } = tool;
  if (inputSchema !== undefined && !isObject(inputSchema)) {
    throw member(method, type, "inputSchema", "Failed to convert value to 'object'.");
  }
  const name = "" + required(tool.name, method, type, "name");
  const of = "" + required(tool.origin, method, type, "origin");
  const target = required(tool.window, method, type, "window");
  let ok = false;
  try { ok = isObject(target) && target.window === target; } catch { /* It is no window. */ }
  if (!ok) throw member(method, type, "window", "Failed to convert value to 'Window'.");
  return { name, of, target };
};
const execute = (args) => new Promise((resolve, reject) => {
  const { name, of, target } = executable(args[0]);
  const given = args[1] === undefined ? {} : args[1];
  if (!isObject(given)) throw refuse("executeTool", "invalid input object: value is not an object");
  let text;
  try { text = stringify(given); } catch (error) { throw refuse("executeTool", error.message); }
  if (text === undefined) throw refuse("executeTool", "invalid input object: toJSON() returns undefined");
  const signal = signalOf(dictionary(args[2], "executeTool", "ExecuteToolOptions"), "executeTool", "ExecuteToolOptions");
  allow();
  if (signal?.aborted) throw signal.reason;
  if (!isObject(parse(text))) throw unknown("Failed to parse input arguments");
  let inside;
  try { inside = target[key]; } catch { /* It is of another origin. */ }
  if (!inside || of !== inside.origin) throw unknown(GONE);
  later(() => {
    if (signal?.aborted) { reject(signal.reason); return; }
    inside.run(name, text, signal).then(resolve, reject);
  });
});

// The interfaces.
const made = new WeakSet();
const illegal = (name) => new TypeError("Failed to construct '" + name + "': Illegal constructor");
let making = false;
class ModelContext extends EventTarget {
  constructor() {
    if (!making) throw illegal("ModelContext");
    super();
  }
}
const check = (self, method) => {
  if (!made.has(self)) throw refuse(method, "Illegal invocation");
};
const enough = (args, method) => {
  if (args.length < 1) throw refuse(method, "1 argument required, but only 0 present.");
};
const handlers = new Map();
const handler = (type) => ({
  get() {
    if (!made.has(this)) throw new TypeError("Illegal invocation");
    return handlers.get(type)?.one ?? null;
  },
  set(one) {
    if (!made.has(this)) throw new TypeError("Illegal invocation");
    const state = handlers.get(type) ?? { one: null };
    if (!handlers.has(type)) {
      handlers.set(type, state);
      apply(addEventListener, this, [type, function (event) {
        if (typeof state.one === "function") apply(state.one, this, [event]);
      }]);
    }
    state.one = isObject(one) ? one : null;
  },
});
const [changing, activating, cancelling] = ["toolchange", "toolactivated", "toolcancel"].map(handler);
const members = {
  get ontoolchange() { return apply(changing.get, this, []); },
  set ontoolchange(one) { apply(changing.set, this, [one]); },
  get ontoolactivated() { return apply(activating.get, this, []); },
  set ontoolactivated(one) { apply(activating.set, this, [one]); },
  get ontoolcancel() { return apply(cancelling.get, this, []); },
  set ontoolcancel(one) { apply(cancelling.set, this, [one]); },
  async executeTool(tool) {
    check(this, "executeTool");
    enough(arguments, "executeTool");
    return execute(arguments);
  },
  async getTools() {
    check(this, "getTools");
    const options = dictionary(arguments[0], "getTools", "ModelContextGetToolOptions");
    originsOf(options, "fromOrigins");
    allow();
    const all = [];
    for (const inside of windows()) if (!inside.denied()) all.push(...inside.list());
    return all.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  },
  async registerTool(tool) {
    check(this, "registerTool");
    enough(arguments, "registerTool");
    register(tool, arguments[1]);
    // The promise is fulfilled behind the event.
    await undefined;
  },
};
const expose = (type, name, items) => {
  for (const one of Object.keys(items)) {
    const found = getOwnPropertyDescriptor(items, one);
    for (const part of ["value", "get", "set"]) if (typeof found[part] === "function") found[part] = asNative(found[part]);
    defineProperty(type.prototype, one, { ...found, enumerable: true, configurable: true });
  }
  defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
  const shown = asNative(type);
  defineProperty(type.prototype, "constructor", { value: shown, writable: true, configurable: true });
  defineProperty(ownWindow, name, { value: shown, writable: true, configurable: true });
  return shown;
};
const toolEvent = (name) => {
  const names = new WeakMap();
  const type = { [name]: class extends Event {
    constructor(kind, init) {
      if (arguments.length < 1) throw new TypeError("Failed to construct '" + name + "': 1 argument required, but only 0 present.");
      super(kind, init);
      names.set(this, init?.toolName === undefined ? "" : "" + init.toolName);
    }
  } }[name];
  defineProperty(type, "length", { value: 1, configurable: true });
  return expose(type, name, { get toolName() { return names.get(this); } });
};
kit.ToolActivatedEvent = toolEvent("ToolActivatedEvent");
kit.ToolCancelEvent = toolEvent("ToolCancelEvent");
expose(ModelContext, "ModelContext", members);
making = true;
const context = construct(ModelContext, [], ModelContext);
making = false;
made.add(context);

// Forms come and go with the document's elements. They are watched from when somebody asks for tools.
let seen = new Map(), watching = false;
const look = (quiet) => {
  const now = new Map();
  for (const [name, form] of forms()) now.set(name, form.getAttribute("tooldescription") + "\0" + stringify(schemaOf(form)));
  let changes = 0;
  if (quiet) seen = now;
  for (const [name, text] of seen) if (now.get(name) !== text) changes += 1;
  for (const [name, text] of now) if (seen.get(name) !== text) changes += 1;
  seen = now;
  for (let i = 0; i < changes; i += 1) changed();
};
const watch = () => {
  if (watching) return;
  watching = true;
  const observer = new MutationObserver(() => {
    if (seen.size || ownDocument().querySelector("form[toolname]")) look();
  });
  observer.observe(ownDocument(), { subtree: true, childList: true, attributes: true, attributeFilter: [
    "toolname", "tooldescription", "toolautosubmit", "toolparamdescription", "name", "type", "required", "min", "max",
    "step", "pattern", "disabled", "readonly", "value",
  ] });
  // Those of a document that has been read are not news.
  const known = ownDocument().readyState !== "loading";
  micro(() => look(known));
};
const getter = getOwnPropertyDescriptor({
  get modelContext() {
    if (this !== ownDocument()) return undefined;
    watch();
    return context;
  },
}, "modelContext").get;
defineProperty(Document.prototype, "modelContext", { get: asNative(getter), set: undefined, enumerable: true, configurable: true });

return { origin, denied, list, run, fire: (type) => fire(new Event(type)) };
}
