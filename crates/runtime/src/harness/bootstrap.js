// @ts-check
// The door to the harness in a document: the one thing of it that the page can find. The rule of `harness/mod.rs`
// holds.
//
//   window[PROPERTY](KEY)                    returns the harness, if it has been built
//   window[PROPERTY](KEY, undefined, build)  builds it if needed, and returns it
//   window[PROPERTY](KEY, send)              hands it the channel out of the page, once
//
// Only this comes before the page's scripts. The harness itself is much longer, and a document in which nothing runs
// does without it: `build` takes everything that the page may replace from `parts`, whenever it is called.
//
// A page that learnt the property's name, which its `Reflect.ownKeys(window)` returns, can do neither without the key.
// Should it put something of its own there in its next document, its answers lack the token, which it never saw: the
// answers go to the protocol, not through the page.
//
// `NEEDED` names each part of the language and of the browser that the harness uses. Each is read once, here. If the
// harness is installed after the page's scripts (`late`), the page may have replaced any of them, and pages do that
// for reasons of their own. Then all parts are taken from a fresh frame of the same origin, except the constructors
// whose instances code gets (`OURS`), as long as they are the engine's. If no frame can be created and a part is
// replaced, runs are refused, and the answer names the replaced part.
//
// `secrets` come from `javascript.rs`: the property and the pass of the shim, and the key of the hashes. `here` is
// the realm's global object: the window, or the sandbox in which Firefox's driver runs scripts.
(secrets, property, key, token, late, here) => {
  'use strict';
  const NEEDED = [
    'AbortController',
    'AbortController.prototype.abort',
    'Array.isArray',
    'ArrayBuffer.isView',
    'BigInt',
    'Date.prototype.getTime',
    'Date.prototype.toISOString',
    'Error',
    'EventTarget.prototype.addEventListener',
    'FormData.prototype.forEach',
    'Function.prototype.toString',
    'Headers.prototype.forEach',
    'JSON.parse',
    'JSON.stringify',
    'Map',
    'Map.prototype.forEach',
    'Map.prototype.get',
    'Map.prototype.set',
    'Object.create',
    'Object.defineProperty',
    'Object.freeze',
    'Object.getOwnPropertyDescriptor',
    'Object.keys',
    'Object.prototype.toString',
    'Promise',
    'Promise.prototype.then',
    'Proxy',
    'Reflect.apply',
    'Reflect.getPrototypeOf',
    'Reflect.setPrototypeOf',
    'Set.prototype.forEach',
    'Set.prototype.add',
    'Set',
    'Date',
    'RegExp',
    'ArrayBuffer',
    'DataView',
    'String.prototype.lastIndexOf',
    'String.prototype.charCodeAt',
    'String.prototype.includes',
    'String.prototype.indexOf',
    'String.prototype.slice',
    'String.prototype.toWellFormed',
    'String.prototype.trim',
    'TypeError',
    'URL',
    'URLSearchParams.prototype.forEach',
    'Uint32Array',
    'Uint8Array',
    'BigInt.prototype.valueOf',
    'Boolean.prototype.valueOf',
    'Number.prototype.valueOf',
    'String.prototype.valueOf',
    'Crypto.prototype.getRandomValues',
    'Performance.prototype.now',
    'clearTimeout',
    'setTimeout',
    'structuredClone',
  ];
  const GETTERS = [
    'AbortController.prototype.signal',
    'AbortSignal.prototype.reason',
    'ArrayBuffer.prototype.byteLength',
    'DataView.prototype.buffer',
    'DataView.prototype.byteLength',
    'DataView.prototype.byteOffset',
    'Node.prototype.nodeType',
    'RegExp.prototype.dotAll',
    'RegExp.prototype.global',
    'RegExp.prototype.hasIndices',
    'RegExp.prototype.ignoreCase',
    'RegExp.prototype.multiline',
    'RegExp.prototype.source',
    'RegExp.prototype.sticky',
    'RegExp.prototype.unicode',
    'RegExp.prototype.unicodeSets',
    'SharedArrayBuffer.prototype.byteLength',
    'URL.prototype.origin',
  ];
  const OURS = [
    'Error',
    'Promise',
    'TypeError',
    'clearTimeout',
    'setTimeout',
    'structuredClone',
    'Map',
    'Set',
    'Date',
    'RegExp',
    'ArrayBuffer',
    'DataView',
    'Uint8Array',
    'Uint32Array',
  ];
  // Of these an engine may have none. The views are of ours as well.
  const PERHAPS = ['Error.isError'];
  const VIEWS = [
    'Int8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Float16Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
  ];
  const at = (of, path) => {
    let found = of,
      name = '';
    for (let i = 0; i <= path.length; i += 1) {
      if (i < path.length && path[i] !== '.') {
        name += path[i];
        continue;
      }
      if (found === undefined || found === null) return undefined;
      found = found[name];
      name = '';
    }
    return found;
  };
  // The object that has a member, and the member's name.
  const split = (path) => {
    let dot = -1;
    for (let i = 0; i < path.length; i += 1) if (path[i] === '.') dot = i;
    let holder = '',
      name = '';
    for (let i = 0; i < path.length; i += 1)
      if (i < dot) holder += path[i];
      else if (i > dot) name += path[i];
    return { __proto__: null, holder, name };
  };
  const getter = (of, path) => {
    // Not every document has a `SharedArrayBuffer`.
    const { holder, name } = split(path),
      object = at(of, holder);
    const found = object === undefined ? undefined : of.Object.getOwnPropertyDescriptor(object, name);
    return found && found.get;
  };
  const take = (of) => {
    const taken = { __proto__: null };
    for (let i = 0; i < NEEDED.length; i += 1) taken[NEEDED[i]] = at(of, NEEDED[i]);
    for (let i = 0; i < PERHAPS.length; i += 1) taken[PERHAPS[i]] = at(of, PERHAPS[i]);
    for (let i = 0; i < VIEWS.length; i += 1) taken[VIEWS[i]] = at(of, VIEWS[i]);
    for (let i = 0; i < GETTERS.length; i += 1) taken['get ' + GETTERS[i]] = getter(of, GETTERS[i]);
    const views = of.Reflect.getPrototypeOf(of.Uint8Array.prototype);
    taken['get TypedArray'] = of.Object.getOwnPropertyDescriptor(views, of.Symbol.toStringTag).get;
    taken['get TypedArray.length'] = of.Object.getOwnPropertyDescriptor(views, 'length').get;
    taken.toStringTag = of.Symbol.toStringTag;
    taken['Object.prototype'] = of.Object.prototype;
    taken['Error.prototype'] = of.Error.prototype;
    taken['DOMException.prototype'] = of.DOMException.prototype;
    return taken;
  };
  const fresh = () => {
    try {
      const frame = document.createElement('iframe');
      frame.hidden = true;
      (document.body ?? document.documentElement).appendChild(frame);
      try {
        return take(frame.contentWindow);
      } finally {
        frame.remove();
      }
    } catch {
      return undefined;
    }
  };
  // Returns whether a function's own text, by a `toString` that may be the page's, is the text of the engine's
  // function of this name. It uses no other part of the language.
  const looksNative = (one, name, apply, toString) => {
    const text = apply(toString, one, []),
      begins = 'function ' + name + '() {',
      ends = '[native code]';
    if (typeof text !== 'string' || text.length > begins.length + ends.length + 16) return false;
    for (let i = 0; i < begins.length; i += 1) if (text[i] !== begins[i]) return false;
    for (let from = begins.length; from + ends.length < text.length; from += 1) {
      let same = true;
      for (let i = 0; i < ends.length && same; i += 1) same = text[from + i] === ends[i];
      if (same) return true;
    }
    return false;
  };
  const isNative = (path, one, frame, mine) => {
    if (typeof one !== 'function') return false;
    const source = frame ?? mine,
      apply = source['Reflect.apply'],
      toString = source['Function.prototype.toString'];
    try {
      return frame
        ? apply(toString, one, []) === apply(toString, frame[path], [])
        : looksNative(one, split(path).name || path, apply, toString);
    } catch {
      return false;
    }
  };
  let parts,
    replaced = '';
  try {
    parts = take(here);
  } catch {
    replaced = 'globalThis';
  }
  if (late) {
    // The sandbox of a driver belongs to the driver and to no page.
    const frame = here === window ? fresh() : undefined;
    for (let i = 0; parts !== undefined && i < NEEDED.length; i += 1) {
      const path = NEEDED[i];
      if (isNative(path, parts[path], frame, parts)) continue;
      replaced += (replaced ? ', ' : '') + path;
      if (frame) parts[path] = frame[path];
    }
    if (frame) {
      const page = parts ?? frame;
      parts = frame;
      for (let i = 0; i < OURS.length; i += 1) parts[OURS[i]] = page[OURS[i]];
      for (let i = 0; i < VIEWS.length; i += 1) parts[VIEWS[i]] = page[VIEWS[i]];
      if (page['Error.prototype']) parts['page Error.prototype'] = page['Error.prototype'];
      replaced = '';
    }
  }
  // An answer that is longer is handed over in parts of this length, each in an answer of its own: so no message is
  // long, a transfer can be given up between two, and the engine never copies more than one at once. `execute/parts.rs`
  // puts them together.
  const PART = 1048576;
  let whole = '';
  // `parts LENGTH NEXT TEXT`: the part of `whole` that begins at `from`, and the beginning of the next one.
  const partOf = (from) => {
    let next = whole.length;
    if (next - from > PART) {
      next = from + PART;
      // No part ends between the two halves of a character.
      const last = apply(charCodeAt, whole, [next - 1]);
      if (last >= 0xd800 && last < 0xdc00) next -= 1;
    }
    const text = token + 'parts ' + whole.length + ' ' + next + ' ' + apply(slice, whole, [from, next]);
    if (next === whole.length) whole = '';
    return text;
  };
  const seal = (text) => {
    if (text.length <= PART) return token + text;
    whole = text;
    return partOf(0);
  };
  const sealWhole = (text) => token + text;
  const channel = { __proto__: null, send: undefined, seal };
  if (replaced) {
    const refused = (run) =>
      token +
      '{"run":"' +
      run +
      '","state":"tampered","found":"' +
      replaced +
      '","console":[],"consoleDropped":0,"calls":[],"callsDropped":0}';
    const methods = { __proto__: null, begin: (options) => () => refused(options.run), calls: refused };
    return (given) => (given === key ? methods : undefined);
  }
  const {
    'Reflect.apply': apply,
    'Object.defineProperty': defineProperty,
    'Promise.prototype.then': then,
    'Object.freeze': freeze,
    'String.prototype.charCodeAt': charCodeAt,
    'String.prototype.slice': slice,
  } = parts;
  // A page can put another `globalThis` in its place, and no other `window`.
  parts.window = window;
  parts.performance = performance;
  parts.crypto = crypto;
  // The end of the chain of the page's own objects, if it belongs to another realm.
  let top = document;
  for (let i = 0, next = top; i < 100 && next !== null; i += 1, next = parts['Reflect.getPrototypeOf'](top)) top = next;
  parts['page Object.prototype'] = top;
  freeze(parts);
  // An answer that the engine can wait for without the page's definition of a promise. It is a promise, because not
  // every protocol waits for objects that only behave like one.
  const own = (promise) => defineProperty(promise, 'constructor', { __proto__: null, value: undefined });
  const sealed = (promise) =>
    defineProperty(promise, 'then', { __proto__: null, value: (good, bad) => apply(then, promise, [good, bad]) });
  const sealAnswer = (answer, by) =>
    typeof answer === 'string' ? by(answer) : sealed(own(apply(then, own(answer), [by])));
  // A run's own promise is such a one already, and comes to a text that has the token.
  const given = (answer) => (typeof answer === 'string' ? seal(answer) : sealed(answer));
  const methodsOf = (harness) =>
    freeze({
      __proto__: null,
      begin: (options) => {
        whole = '';
        const run = harness.begin(options);
        return (mark, make) => given(run(mark, make));
      },
      wait: (id, version) => sealAnswer(harness.wait(id, version), seal),
      list: (bounds) => sealAnswer(harness.list(bounds), sealWhole),
      calls: (id, options, wanted, got, wait) => sealAnswer(harness.calls(id, options, wanted, got, wait), seal),
      stop: (id) => sealAnswer(harness.stop(id), seal),
      part: (from) => (from < whole.length ? partOf(from) : token),
    });
  let methods;
  const door = (tried, send, build) => {
    if (tried !== key) return undefined;
    if (send !== undefined) {
      if (!channel.send) channel.send = (text) => send(sealWhole(text));
      return undefined;
    }
    if (methods === undefined && build !== undefined) methods = methodsOf(build(channel, parts, secrets));
    return methods;
  };
  try {
    defineProperty(window, property, { __proto__: null, value: door });
  } catch {}
  return door;
};
