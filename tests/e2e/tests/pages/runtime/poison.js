// Poisons the language: setters, getters and replacements on every property of each object reachable from the global
// object. A value given to them that is neither the language's nor the test's is the harness's: it is reported, and
// attacked.
(() => {
  'use strict';
  const {
    apply,
    construct,
    ownKeys,
    getPrototypeOf,
    setPrototypeOf,
    defineProperty,
    deleteProperty,
    getOwnPropertyDescriptor,
  } = Reflect;
  const { isArray } = Array,
    { create } = Object,
    { toString } = Function.prototype,
    { includes, slice } = String.prototype;
  const { add, has } = WeakSet.prototype,
    weak = new WeakSet();
  const self = window;
  const list = () => {
    const made = [];
    setPrototypeOf(made, null);
    return made;
  };
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
  const know = (value) => {
    if (isObject(value)) apply(add, weak, [value]);
    return value;
  };
  const isKnown = (value) => apply(has, weak, [value]);
  const text = (key) => (typeof key === 'symbol' ? '@@' + (key.description ?? '') : '' + key);

  // Everything that the global object's own properties lead to, except parts of the document.
  const objects = list(),
    paths = list();
  const find = (value, path) => {
    if (
      !isObject(value) ||
      isKnown(value) ||
      value === self ||
      value === document ||
      value === location ||
      value === navigation_
    )
      return;
    know(value);
    objects[objects.length] = value;
    paths[paths.length] = path;
  };
  const navigation_ = self.navigation;
  const follow = () => {
    for (let i = 0; i < objects.length; i += 1) {
      const one = objects[i],
        path = paths[i];
      find(getPrototypeOf(one), path + '.__proto__');
      const keys = ownKeys(one);
      for (let k = 0; k < keys.length; k += 1) {
        const found = getOwnPropertyDescriptor(one, keys[k]),
          name = path + '.' + text(keys[k]);
        if (found === undefined) continue;
        find(found.value, name);
        find(found.get, 'get ' + name);
        find(found.set, 'set ' + name);
      }
    }
  };
  const TOOLS = ['look', 'pay', 'lab', 'reached'];
  const LANGUAGE = [
    'Object',
    'Function',
    'Array',
    'Number',
    'Boolean',
    'String',
    'Symbol',
    'Date',
    'Promise',
    'RegExp',
    'Error',
    'AggregateError',
    'EvalError',
    'RangeError',
    'ReferenceError',
    'SyntaxError',
    'TypeError',
    'URIError',
    'ArrayBuffer',
    'SharedArrayBuffer',
    'Uint8Array',
    'Int8Array',
    'Uint16Array',
    'Int16Array',
    'Uint32Array',
    'Int32Array',
    'Float32Array',
    'Float64Array',
    'Uint8ClampedArray',
    'BigUint64Array',
    'BigInt64Array',
    'DataView',
    'Map',
    'BigInt',
    'Set',
    'Iterator',
    'WeakMap',
    'WeakSet',
    'WeakRef',
    'Proxy',
    'Reflect',
    'FinalizationRegistry',
    'JSON',
    'Math',
    'Atomics',
    'parseFloat',
    'parseInt',
    'isNaN',
    'isFinite',
    'eval',
    'escape',
    'unescape',
    'decodeURI',
    'decodeURIComponent',
    'encodeURI',
    'encodeURIComponent',
  ];
  // Objects of the language come first, so that its slots do.
  let language = 0;
  const start = () => {
    for (let i = 0; i < LANGUAGE.length; i += 1) find(getOwnPropertyDescriptor(self, LANGUAGE[i])?.value, LANGUAGE[i]);
    hide();
    follow();
    language = objects.length;
    const names = ownKeys(self);
    for (let i = 0; i < names.length; i += 1) {
      const found = getOwnPropertyDescriptor(self, names[i]);
      if (TOOLS.indexOf(names[i]) >= 0 || found === undefined) continue;
      const isOurs = typeof names[i] === 'string' && apply(includes, names[i], ['webagents']);
      // An object of the document, such as `history`, has its class among the functions.
      if (!isOurs && (typeof found.value === 'function' || (isObject(found.value) && path(found.value))))
        find(found.value, text(names[i]));
      if (isOurs) know(found.value);
      find(found.get, 'get ' + text(names[i]));
      find(found.set, 'set ' + text(names[i]));
    }
    follow();
  };
  const hide = () => {
    const hidden = {
      iterator: getPrototypeOf(getPrototypeOf([][Symbol.iterator]())),
      array: getPrototypeOf([][Symbol.iterator]()),
      map: getPrototypeOf(new Map().entries()),
      set: getPrototypeOf(new Set().values()),
      string: getPrototypeOf(''[Symbol.iterator]()),
      regexp: getPrototypeOf(''.matchAll(/x/g)),
      generator: function* () {},
      async: async () => {},
      each: async function* () {},
    };
    for (const name in hidden) find(hidden[name], '%' + name + '%');
  };
  const path = (value) => {
    const proto = getPrototypeOf(value);
    return proto === null || getPrototypeOf(proto) === null;
  };

  // The slots: each own property that can be changed, and some that are not there but may be looked for.
  let slots = list();
  const slot = (object, key, path) => {
    const found = getOwnPropertyDescriptor(object, key);
    if (found !== undefined && !found.configurable && !found.writable) return;
    slots[slots.length] = { __proto__: null, object, key, path, found };
  };
  const fill = (names) => {
    const some = (from, to) => {
      for (let i = from; i < to; i += 1) {
        const keys = ownKeys(objects[i]);
        for (let k = 0; k < keys.length; k += 1) slot(objects[i], keys[k], paths[i] + '.' + text(keys[k]));
      }
    };
    some(0, language);
    const roots = [Object, Array, Function, Promise, String, Error];
    for (let r = 0; r < roots.length; r += 1) {
      const more = r < 2 ? [...Array(21).keys()].map(String).concat(r < 1 ? names : []) : [];
      for (let i = 0; i < more.length; i += 1) {
        if (getOwnPropertyDescriptor(roots[r].prototype, more[i]) === undefined)
          slot(roots[r].prototype, more[i], roots[r].name + '.prototype.' + more[i]);
      }
    }
    const first = slots.length;
    some(language, objects.length);
    const globals = ownKeys(self);
    for (let k = 0; k < globals.length; k += 1) {
      const isOurs = typeof globals[k] === 'string' && apply(includes, globals[k], ['webagents']);
      if (TOOLS.indexOf(globals[k]) < 0 && !isOurs) slot(self, globals[k], text(globals[k]));
    }
    return first;
  };
  // A fixed sample of the slots: each `step`th, after the slots of the prototypes that every script needs.
  const sample = (count) => {
    const first = list(),
      rest = list();
    const roots = [Object.prototype, Array.prototype, Function.prototype, Promise.prototype, Promise, Reflect, JSON];
    for (let i = 0; i < slots.length; i += 1) {
      const list = roots.indexOf(slots[i].object) >= 0 ? first : rest;
      list[list.length] = slots[i];
    }
    const out = list(),
      pick = (from, most) => {
        for (let i = 0; i < most && i < from.length; i += 1)
          out[out.length] = from[Math.floor((i * from.length) / most)];
      };
    // This slot shows code that waits for a promise of the harness through the page's `then`.
    for (let i = 0; i < slots.length; i += 1)
      if (slots[i].path === 'Promise.prototype.then') out[out.length] = slots[i];
    pick(first, Math.floor(count / 2) - out.length);
    pick(rest, count - out.length);
    slots = out;
  };

  // Values that came to a poisoned property and are not the test's.
  const leaks = list(),
    seen = create(null);
  let busy = false;
  const attack = (value) => {
    try {
      const keys = ownKeys(value);
      if (typeof value === 'function') {
        try {
          value();
        } catch {
          /* It needs more. */
        }
      }
      for (let i = 0; i < keys.length && i < 50; i += 1) {
        const found = getOwnPropertyDescriptor(value, keys[i]);
        if (typeof found.value === 'function') {
          try {
            apply(found.value, value, [true]);
          } catch {
            /* It needs more. */
          }
        }
      }
      try {
        value.name = value.tool = 'look';
      } catch {
        /* It is frozen. */
      }
      try {
        value.allow();
      } catch {
        /* It has none. */
      }
      if (isArray(value)) {
        try {
          value.length = 0;
        } catch {
          /* It is frozen. */
        }
      }
    } catch {
      /* It cannot be looked at. */
    }
  };
  // The page's elements and the errors that code gets, whose names the engine itself reads.
  const PAGE = ['HTMLDocument', 'NodeList', 'ModelContext', 'Location', 'Error'],
    tagOf = Object.prototype.toString;
  const isOfPage = (value) => {
    const tag = apply(slice, apply(tagOf, value, []), [8, -1]);
    for (let i = 0; i < PAGE.length; i += 1) if (PAGE[i] === tag) return true;
    return false;
  };
  const given = (value, where) => {
    if (busy) return;
    // The engine shows an error and its frames; frames of strict functions do not expose their function.
    if (apply(includes, where, ['prepareStackTrace'])) {
      for (let i = 0; isArray(value) && i < value.length; i += 1) {
        given(value[i].getFunction(), 'frame');
        given(value[i].getThis(), 'frame');
      }
      return;
    }
    busy = true;
    try {
      let what;
      if (typeof value === 'string') {
        if (
          apply(includes, value, ['webagents:']) ||
          apply(includes, value, ['{"run":']) ||
          apply(includes, value, ['"state":'])
        )
          what = 'text ' + apply(slice, value, [0, 120]);
      } else if (isObject(value) && value !== self && !isKnown(value) && !isOfPage(value)) what = shown(value);
      if (what !== undefined) {
        const leak = where + ': ' + what;
        if (seen[leak] === undefined && leaks.length < 200) leaks[leaks.length] = leak;
        seen[leak] = true;
        if (isObject(value)) attack(value);
      }
    } finally {
      busy = false;
    }
  };
  const shown = (value) => {
    let keys = '';
    const all = ownKeys(value);
    for (let i = 0; i < all.length && i < 12; i += 1) keys += text(all[i]) + ' ';
    if (typeof value === 'function') {
      const body = apply(toString, value, []);
      return apply(includes, body, ['[native code]'])
        ? 'native function ' + keys
        : 'function ' + apply(slice, body, [0, 120]);
    }
    return (isArray(value) ? 'array ' : typeof value + ' ') + keys;
  };
  const wrapped = (original, here) => {
    const wrapper = know(function (...all) {
      given(this, here);
      for (let i = 0; i < all.length; i += 1) given(all[i], here);
      if (typeof original !== 'function') return undefined;
      return new.target
        ? construct(original, all, new.target === wrapper ? original : new.target)
        : apply(original, this, all);
    });
    try {
      wrapper.prototype = original.prototype;
    } catch {
      /* It has none. */
    }
    return wrapper;
  };
  const store = (receiver, key, value) => {
    if (isObject(receiver))
      defineProperty(receiver, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };
  let poisoned = list();
  const poison = (index) => {
    const { object, key, path, found } = slots[index];
    const held = found && (found.get === undefined ? found.value : undefined),
      getter = found && found.get;
    const value = (self) => (getter === undefined ? held : apply(getter, self, []));
    const replaced = wrapped(typeof held === 'function' ? held : undefined, path);
    const put = {
      __proto__: null,
      enumerable: false,
      configurable: true,
      get: know(function () {
        given(this, path);
        return typeof held === 'function' ? replaced : value(this);
      }),
      set: know(function (one) {
        given(this, path);
        given(one, path);
        store(this, key, one);
      }),
    };
    let done;
    try {
      done = defineProperty(object, key, put);
    } catch {
      done = false;
    }
    // A property that cannot become another kind may still get another value.
    if (!done && found && found.writable) {
      try {
        object[key] = wrapped(held, path);
        done = object[key] !== held;
      } catch {
        done = false;
      }
    }
    if (done) poisoned[poisoned.length] = { __proto__: null, object, key, found };
    return done;
  };
  const restore = () => {
    while (poisoned.length > 0) {
      const { object, key, found } = poisoned[poisoned.length - 1];
      poisoned.length -= 1;
      if (found === undefined) deleteProperty(object, key);
      else if (!defineProperty(object, key, found)) object[key] = found.value;
    }
  };

  // The calls that reached the page.
  const reached = { __proto__: null, pay: 0, look: 0 };
  self.look = know((n) => {
    reached.look += 1;
    return n;
  });
  // The site counts them, whatever becomes of the document and of its browser.
  const { sendBeacon } = navigator;
  const paid = () => {
    reached.pay += 1;
    apply(sendBeacon, navigator, ['/paid']);
  };
  self.pay = know((n) => {
    paid();
    return n;
  });
  const lab = {
    __proto__: null,
    // Restores the poisoned slots, and poisons some others. Returns a line for each object that came to a poisoned one.
    next(from, to) {
      restore();
      let text = '';
      for (let i = 0; i < leaks.length; i += 1) text += leaks[i] + '\n';
      leaks.length = 0;
      for (let i = from; i < to; i += 1) poison(i);
      return text;
    },
    begin(names, count) {
      know(lab);
      know(reached);
      for (const name of ownKeys(lab)) know(lab[name]);
      start();
      const first = fill(names);
      if (!count) return first + ' ' + slots.length;
      sample(count);
      return slots.length + ' ' + slots.length;
    },
  };
  defineProperty(self, 'lab', { __proto__: null, value: lab });
  const register = document.modelContext?.registerTool;
  if (register) {
    const registerTool = (name, execute) =>
      apply(register, document.modelContext, [{ name, description: name, execute }]);
    registerTool(
      'rlook',
      know(({ n }) => {
        reached.look += 1;
        return n;
      }),
    );
    registerTool(
      'rpay',
      know(({ n }) => {
        paid();
        return n;
      }),
    );
  }
})();
