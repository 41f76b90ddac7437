// @ts-check
// structuredClone (HTML Standard, structured data).
(native, realm) => {
  'use strict';
  const { define } = realm;
  const { getPrototypeOf } = Object;
  const { isView } = ArrayBuffer;
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const brands = {
    __proto__: null,
    Map: getter(Map.prototype, 'size'),
    Set: getter(Set.prototype, 'size'),
    Date: Date.prototype.getTime,
    RegExp: getter(RegExp.prototype, 'source'),
    ArrayBuffer: getter(ArrayBuffer.prototype, 'byteLength'),
    Number: Number.prototype.valueOf,
    String: String.prototype.valueOf,
    Boolean: Boolean.prototype.valueOf,
    BigInt: BigInt.prototype.valueOf,
  };
  const has = (brand, value) => {
    try {
      Reflect.apply(brands[brand], value, []);
      return true;
    } catch {
      return false;
    }
  };
  const viewName = getter(getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
  const ERRORS = { __proto__: null, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  // Objects with a state that a copy would not have.
  const STATEFUL = [Promise, WeakMap, WeakSet, URL, URLSearchParams, TextDecoder, TextEncoder];
  const refuse = (what) => {
    throw new DOMException(`${what} could not be cloned.`, 'DataCloneError');
  };

  const clone = (value, copies, transfer) => {
    if (typeof value === 'symbol') refuse('A symbol');
    if (typeof value === 'function') refuse(`The function ${value.name}`);
    if (typeof value !== 'object' || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    const keep = (copy) => {
      copies.set(value, copy);
      return copy;
    };
    const inner = (member) => clone(member, copies, transfer);
    const members = (copy) => {
      for (const name of Object.keys(value)) {
        Object.defineProperty(copy, name, {
          value: inner(value[name]),
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }
      return copy;
    };
    if (Array.isArray(value)) {
      const copy = keep([]);
      copy.length = value.length;
      return members(copy);
    }
    const proto = getPrototypeOf(value);
    if (proto === null || proto === Object.prototype) return members(keep({}));
    if (isView(value)) {
      const buffer = inner(value.buffer);
      const name = Reflect.apply(viewName, value, []) ?? 'DataView';
      return keep(
        new globalThis[name](buffer, value.byteOffset, /** @type {any} */ (value).length ?? value.byteLength),
      );
    }
    if (has('ArrayBuffer', value)) return keep(transfer.has(value) ? value.transfer() : value.slice(0));
    if (has('Map', value)) {
      const copy = keep(new Map());
      for (const [key, member] of [...value]) copy.set(inner(key), inner(member));
      return copy;
    }
    if (has('Set', value)) {
      const copy = keep(new Set());
      for (const member of [...value]) copy.add(inner(member));
      return copy;
    }
    if (has('Date', value)) return keep(new Date(value.getTime()));
    if (has('RegExp', value)) return keep(new RegExp(value.source, value.flags));
    for (const brand of ['Number', 'String', 'Boolean', 'BigInt']) {
      if (has(brand, value)) return keep(Object(value.valueOf()));
    }
    if (Error.isError?.(value) ?? value instanceof Error) {
      const copy = keep(new (ERRORS[value.name] ?? Error)(value.message));
      define(copy, 'stack', value.stack);
      if (Object.hasOwn(value, 'cause')) define(copy, 'cause', inner(value.cause));
      return copy;
    }
    for (const kind of STATEFUL) if (value instanceof kind) refuse(`An object of the class ${kind.name}`);
    return members(keep({}));
  };
  define(globalThis, 'structuredClone', function structuredClone(value, options) {
    const transfer = new Set(options?.transfer ?? []);
    for (const buffer of transfer)
      if (!has('ArrayBuffer', buffer)) refuse('A transferred value that is no ArrayBuffer');
    return clone(value, new Map(), transfer);
  });
};
