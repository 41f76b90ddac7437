// The door to the harness in a document: the one thing of it that the page can find.
//
//   window[PROPERTY](KEY)        gives the harness
//   window[PROPERTY](KEY, send)  hands it the channel out of the page, once
//
// A page that learnt the property's name, which its `Reflect.ownKeys(window)` tells, can do neither without the key.
// Should it put something of its own there in its next document, its answers lack the token, which it never saw: the
// answers go to the protocol, not through the page.
//
// Where it is installed behind the page's scripts (`late`), it looks whether they have replaced what the harness needs.
// Pages do that for reasons of their own, and so what is replaced is taken from a fresh frame of the same origin; the
// harness runs with the engine's own parts then as well. Where no frame can be had, runs are refused, and the answer
// names what was replaced.
(build, property, key, token, late) => {
"use strict";
const NEEDED = ["Array", "Array.isArray", "ArrayBuffer", "ArrayBuffer.isView", "Date", "Date.prototype.getTime",
  "Date.prototype.toISOString", "Error", "Function", "Function.prototype.toString", "JSON.stringify", "Map",
  "Map.prototype.forEach", "Map.prototype.get", "Map.prototype.set", "Object", "Object.create", "Object.freeze",
  "Object.getOwnPropertyDescriptor", "Object.keys", "Object.prototype.toString", "Promise", "Promise.prototype.then",
  "Proxy", "Reflect.apply", "Reflect.defineProperty", "Reflect.getPrototypeOf", "RegExp", "RegExp.prototype.toString",
  "Set", "Set.prototype.forEach", "String", "String.prototype.charCodeAt", "String.prototype.indexOf",
  "String.prototype.slice", "String.prototype.toWellFormed", "Symbol", "TypeError", "Uint8Array"];
const roots = (of) => {
  const { Array, ArrayBuffer, Date, Error, Function, JSON, Map, Object, Promise, Proxy, Reflect, RegExp, Set, String, Symbol,
    TypeError, Uint8Array } = of;
  return { __proto__: null, Array, ArrayBuffer, Date, Error, Function, JSON, Map, Object, Promise, Proxy, Reflect, RegExp,
    Set, String, Symbol, TypeError, Uint8Array };
};
const at = (of, path) => {
  let found = of, name = "";
  for (let i = 0; i <= path.length; i += 1) {
    if (i < path.length && path[i] !== ".") { name += path[i]; continue; }
    if (found === undefined || found === null) return undefined;
    found = found[name];
    name = "";
  }
  return found;
};
const fresh = () => {
  try {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    (document.body ?? document.documentElement).appendChild(frame);
    try { return roots(frame.contentWindow); } finally { frame.remove(); }
  } catch { return undefined; }
};
// Without a frame, a function is only asked for its own text, and the one that asks for its own as well.
const replacedIn = (here, other) => {
  const { apply } = (other ?? here).Reflect, { toString } = (other ?? here).Function.prototype;
  let names = "";
  for (let i = 0; i < NEEDED.length; i += 1) {
    const path = NEEDED[i], one = at(here, path);
    let native = false;
    try {
      const text = apply(toString, one, []), name = path.slice(path.lastIndexOf(".") + 1);
      native = other ? text === apply(toString, at(other, path), [])
        : /^function \w+\(\) \{\s+\[native code\]\s+\}$/.test(text) && text.includes(" " + name + "(");
    } catch { }
    if (!native) names += (names ? ", " : "") + path;
  }
  return names;
};
let parts, replaced = "";
try { parts = roots(globalThis); } catch { replaced = "globalThis"; }
if (late) {
  try {
    const frame = fresh();
    const names = parts ? replacedIn(parts, frame) : replaced;
    if (names && frame) parts = frame;
    replaced = names && !frame ? names : "";
  } catch { replaced = "more than can be told"; }
}
const seal = (text) => token + text;
const channel = { __proto__: null, send: undefined, seal };
if (replaced) {
  const refused = () => (mark, make, options) => token + '{"run":"' + options.run + '","state":"tampered","found":"'
    + replaced + '","console":[],"consoleDropped":0,"calls":[],"callsDropped":0}';
  return (given) => given === key ? refused() : undefined;
}
const { apply } = parts.Reflect, { defineProperty } = parts.Object;
const { then } = parts.Promise.prototype;
// A page can put another `globalThis` in its place, and no other `window`.
parts.globalThis = window;
const harness = build(channel, parts);
// An answer that the engine can wait for without asking the page what a promise is. It is a promise, because not every
// protocol waits for what only behaves like one.
const own = (promise) => defineProperty(promise, "constructor", { __proto__: null, value: undefined });
const sealed = (promise) =>
  defineProperty(promise, "then", { __proto__: null, value: (good, bad) => apply(then, promise, [good, bad]) });
const told = (answer) => typeof answer === "string" ? seal(answer) : sealed(own(apply(then, own(answer), [seal])));
// A run's own promise is such a one already, and comes to a text that has the token.
const given = (answer) => typeof answer === "string" ? seal(answer) : sealed(answer);
const run = (mark, make, options, set) => given(harness(mark, make, options, set));
run.wait = (id) => told(harness.wait(id));
run.list = (bounds) => told(harness.list(bounds));
run.resume = (id, asked, decisions) => given(harness.resume(id, asked, decisions));
run.stop = (id) => told(harness.stop(id));
const door = (tried, send) => {
  if (tried !== key) return undefined;
  if (send === undefined) return run;
  if (!channel.send) channel.send = (text) => send(seal(text));
  return undefined;
};
try { defineProperty(window, property, { __proto__: null, value: door }); } catch { }
return door;
}
