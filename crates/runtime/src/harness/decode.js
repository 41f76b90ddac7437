// @ts-check
// The decoder of values: from the representation that `encode.js` writes, and the module `outcome` documents, to
// values. A page decodes the arguments of calls with it, and an isolated realm their results.
//
// A type that has no value elsewhere (a function, a node, an opaque object) stays the object with `$type` that it is.
(kit) => {
  'use strict';
  const { parts, list } = kit;
  const {
    Map: OwnMap,
    Set: OwnSet,
    Date: OwnDate,
    RegExp: OwnRegExp,
    Error: OwnError,
    BigInt: ownBigInt,
    DataView: OwnView,
    Uint8Array: OwnBytes,
    'Reflect.apply': apply,
    'Object.defineProperty': defineProperty,
    'Object.keys': keysOf,
    'Reflect.getPrototypeOf': getPrototypeOf,
    'Array.isArray': isArray,
    'String.prototype.lastIndexOf': lastIndexOf,
    'String.prototype.slice': slice,
    'Map.prototype.set': setEntry,
    'Set.prototype.add': addMember,
  } = parts;
  // The class of all typed arrays.
  const TypedArray = getPrototypeOf(OwnBytes);
  // A member, also one that is called `__proto__`.
  const give = (object, name, value) => {
    defineProperty(object, name, { __proto__: null, value, configurable: true, enumerable: true, writable: true });
  };
  const hidden = (object, name, value) => {
    defineProperty(object, name, { __proto__: null, value, configurable: true, enumerable: false, writable: true });
  };
  const viewOf = (name, values, read) => {
    if (name === 'ArrayBuffer' || name === 'SharedArrayBuffer' || name === 'DataView') {
      const bytes = new OwnBytes(values.length);
      for (let i = 0; i < values.length; i += 1) bytes[i] = values[i];
      const buffer =
        parts['get TypedArray.buffer'] === undefined ? bytes.buffer : apply(parts['get TypedArray.buffer'], bytes, []);
      return name === 'DataView' ? new OwnView(buffer) : buffer;
    }
    const View = typeof name === 'string' ? parts[name] : undefined;
    if (typeof View !== 'function' || getPrototypeOf(View) !== TypedArray) return undefined;
    const view = new View(values.length);
    for (let i = 0; i < values.length; i += 1) view[i] = read(values[i]);
    return view;
  };
  return (root) => {
    // The objects that are being made, the outermost first: a cycle has the number of objects between it and its
    // target.
    const open = list();
    let depth = 0;
    const within = (object, fill) => {
      open[depth] = object;
      depth += 1;
      fill(object);
      depth -= 1;
      return object;
    };
    const array = (values) =>
      within([], (out) => {
        // An array of holes at its end has its length all the same.
        for (let i = 0; i < values.length; i += 1) if (values[i]?.$type !== 'hole') give(out, i, read(values[i]));
        out.length = values.length;
      });
    const record = (value) =>
      within({}, (out) => {
        const names = keysOf(value);
        for (let i = 0; i < names.length; i += 1) give(out, names[i], read(value[names[i]]));
      });
    const pairs = (out, entries) => {
      for (let i = 0; i < entries.length; i += 1) give(out, read(entries[i][0]), read(entries[i][1]));
    };
    const errorOf = (value) =>
      within(new OwnError(read(value.message)), (out) => {
        const name = read(value.name);
        if (name !== out.name) hidden(out, 'name', name);
        if ('cause' in value) hidden(out, 'cause', read(value.cause));
        if (isArray(value.errors)) hidden(out, 'errors', read(value.errors));
        if (isArray(value.properties)) pairs(out, value.properties);
      });
    const typed = (value) => {
      switch (value.$type) {
        case 'undefined':
          return undefined;
        case 'number':
          return +value.value;
        case 'bigint':
          return ownBigInt(value.value);
        case 'string':
          return value.value;
        case 'date':
          return new OwnDate(value.value === null ? NaN : value.value);
        case 'regexp': {
          const at = apply(lastIndexOf, value.value, ['/']);
          return new OwnRegExp(apply(slice, value.value, [1, at]), apply(slice, value.value, [at + 1]));
        }
        case 'map':
          return within(new OwnMap(), (out) => {
            for (let i = 0; i < value.entries.length; i += 1) {
              apply(setEntry, out, [read(value.entries[i][0]), read(value.entries[i][1])]);
            }
          });
        case 'set':
          return within(new OwnSet(), (out) => {
            for (let i = 0; i < value.values.length; i += 1) apply(addMember, out, [read(value.values[i])]);
          });
        case 'typedarray':
          return viewOf(value.class, value.values, read) ?? record(value);
        case 'error':
          return errorOf(value);
        case 'sparse':
          return within([], (out) => {
            out.length = value.length;
            pairs(out, value.entries);
          });
        case 'object':
          return within({}, (out) => pairs(out, value.entries));
        case 'cycle':
          return value.up > 0 && value.up <= depth ? open[depth - value.up] : record(value);
        default:
          return record(value);
      }
    };
    const read = (value) => {
      if (typeof value !== 'object' || value === null) return value;
      if (isArray(value)) return array(value);
      return typeof value.$type === 'string' ? typed(value) : record(value);
    };
    return read(root);
  };
};
