// @ts-check
// Values of the harness: texts, promises, lists and objects without prototypes, and copies of arguments.
// `harness.js` takes it in. The rule of `harness/mod.rs` holds.
(parts) => {
  'use strict';
  const {
    window,
    TypeError,
    structuredClone: clone,
    'Reflect.apply': apply,
    'Object.defineProperty': defineProperty,
    'JSON.stringify': stringify,
    'Object.prototype.toString': toStringTag,
    'Promise.prototype.then': then,
    'String.prototype.toWellFormed': toWellFormed,
    'String.prototype.slice': slice,
    'Error.isError': errorBrand,
    'Array.isArray': isArray,
    'Object.create': create,
    'Object.keys': keysOf,
    'Object.getOwnPropertyDescriptor': getOwnPropertyDescriptor,
    'Reflect.getPrototypeOf': getPrototypeOf,
    'Reflect.setPrototypeOf': setPrototypeOf,
    'Date.prototype.getTime': getTime,
    'Date.prototype.toISOString': toISOString,
    'Map.prototype.forEach': eachEntry,
    'Set.prototype.forEach': eachMember,
    'Number.prototype.valueOf': numberOf,
    'String.prototype.valueOf': stringOf,
    'Boolean.prototype.valueOf': booleanOf,
    'BigInt.prototype.valueOf': bigintOf,
  } = parts;
  // Objects of arguments that are looked at, and levels of them.
  const WORK = 20000,
    DEPTH = 1000;
  const cut = (text, limit) => {
    text = '' + text;
    // The cut may fall between two halves of a character.
    return text.length > limit ? apply(toWellFormed, apply(slice, text, [0, limit]), []) + '…' : text;
  };
  const plainQuote = (text) => stringify(apply(toWellFormed, '' + text, []));
  const quoteCut = (text, limit) => plainQuote(cut(text, limit));
  const read = (object, name) => {
    try {
      return object[name];
    } catch {
      return undefined;
    }
  };
  const tagOf = (value) => apply(slice, apply(toStringTag, value, []), [8, -1]);
  const ERRORS = {
    __proto__: null,
    own: parts['Error.prototype'],
    page: parts['page Error.prototype'],
    dom: parts['DOMException.prototype'],
  };
  const isError = (value) => {
    try {
      if (value === null || typeof value !== 'object') return false;
      if (errorBrand !== undefined && apply(errorBrand, undefined, [value])) return true;
      let one = getPrototypeOf(value);
      for (let i = 0; i < 100 && one !== null; i += 1) {
        if (one === ERRORS.own || one === ERRORS.page || one === ERRORS.dom) return true;
        one = getPrototypeOf(one);
      }
      const tag = errorBrand === undefined ? tagOf(value) : '';
      return tag === 'Error' || tag === 'DOMException';
    } catch {
      return false;
    }
  };
  // A promise of the harness whose `then` can be called without the page's definition of promises. It can be awaited
  // in place of the given promise.
  const own = (promise) => defineProperty(promise, 'constructor', { __proto__: null, value: undefined });
  const sure = (promise) => ({
    __proto__: null,
    then: (good, bad) => {
      apply(then, own(promise), [good, bad]);
    },
  });
  const member = (list, value) => {
    for (let i = 0; i < list.length; i += 1) if (list[i] === value) return true;
    return false;
  };
  // A property of an error, whatever the page's errors do when they are written to.
  const put = (error, name, value) => {
    try {
      defineProperty(error, name, { __proto__: null, value, configurable: true, writable: true });
    } catch {
      /* It is frozen. */
    }
  };
  // An array that triggers no setter of an index.
  const alone = (array) => {
    setPrototypeOf(array, null);
    return array;
  };
  const list = () => alone([]);
  // The same of what `JSON.parse` gave.
  const bare = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (isArray(value)) {
      for (let i = 0; i < value.length; i += 1) value[i] = bare(value[i]);
      return alone(value);
    }
    const out = create(null),
      names = keysOf(value);
    for (let i = 0; i < names.length; i += 1) out[names[i]] = bare(value[names[i]]);
    return out;
  };
  const held = (object, name) => {
    const found = getOwnPropertyDescriptor(object, name);
    return found && found.value;
  };
  const isPlain = (value) => {
    const proto = getPrototypeOf(value);
    return proto === null || getPrototypeOf(proto) === null;
  };
  const chain = (value) => {
    let length = 0;
    for (let one = getPrototypeOf(value); one !== null && length < 100; one = getPrototypeOf(one)) length += 1;
    return length;
  };
  const members = (value) => {
    const all = list();
    const take = (one, key) => {
      all[all.length] = key;
      all[all.length] = one;
    };
    try {
      apply(eachEntry, value, [take]);
    } catch {
      try {
        apply(eachMember, value, [take]);
      } catch {
        /* It is neither. */
      }
    }
    return all;
  };
  // Returns whether a copy has lost the class of an object in it: the platform's own keep theirs. No getter runs.
  const hasInstance = (value, copy) => {
    const values = list(),
      copies = list();
    const push = (one, other) => {
      if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return;
      values[values.length] = one;
      copies[copies.length] = other;
    };
    push(value, copy);
    for (let i = 0; i < values.length && i < WORK; i += 1) {
      const one = values[i],
        other = copies[i];
      // A class adds a prototype to the chain, and a copy has it no more.
      if (chain(one) > chain(other)) return true;
      if (!isArray(one) && !isPlain(one)) {
        const ours = members(one),
          theirs = members(other);
        for (let k = 0; k < ours.length && k < theirs.length; k += 1) push(ours[k], theirs[k]);
      }
      const names = keysOf(one);
      for (let k = 0; k < names.length && values.length < WORK; k += 1)
        push(held(one, names[k]), held(other, names[k]));
    }
    return false;
  };
  const copied = (value) => {
    const copy = apply(clone, window, [value]);
    if (hasInstance(value, copy)) throw new TypeError('an instance of a class is no data');
    return copy;
  };
  // The arguments of a call: a copy of each that is data, each other one as it is. `live` has the indices of the
  // others, and `why` the reason for the refusal of the first of them.
  const copyOf = (args) => {
    const out = list(),
      live = list();
    let why;
    try {
      return { __proto__: null, args: alone(copied(args)), live, why };
    } catch {
      /* Some of them are not data. */
    }
    for (let i = 0; i < args.length; i += 1) {
      try {
        out[i] = copied(args[i]);
      } catch (error) {
        why ??= error;
        live[live.length] = i;
        out[i] = args[i];
      }
    }
    return { __proto__: null, args: out, live, why };
  };
  const unwrap = { __proto__: null, Number: numberOf, String: stringOf, Boolean: booleanOf, BigInt: bigintOf };
  // Data as `JSON.stringify` would write it, without prototypes, so that no page code can affect the text.
  const jsonOf = (value, depth) => {
    if (typeof value === 'function' || typeof value === 'symbol') return undefined;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > DEPTH) throw new TypeError('the arguments nest too deeply, or hold themselves');
    if (isArray(value)) {
      const out = list();
      for (let i = 0; i < value.length; i += 1) out[i] = jsonOf(held(value, i), depth + 1);
      return out;
    }
    if (!isPlain(value)) {
      const kind = tagOf(value);
      try {
        const time = apply(getTime, value, []);
        return time === time ? apply(toISOString, value, []) : null;
      } catch {
        /* It is not a date. */
      }
      if (unwrap[kind] !== undefined)
        try {
          return apply(unwrap[kind], value, []);
        } catch {
          /* It only claims to be one. */
        }
    }
    const out = create(null),
      names = keysOf(value);
    for (let i = 0; i < names.length; i += 1) out[names[i]] = jsonOf(held(value, names[i]), depth + 1);
    return out;
  };
  return {
    __proto__: null,
    list,
    alone,
    bare,
    copyOf,
    jsonOf: (value) => jsonOf(value, 0),
    cut,
    plainQuote,
    quoteCut,
    read,
    tagOf,
    isError,
    own,
    sure,
    member,
    put,
  };
};
