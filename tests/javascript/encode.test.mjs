// The encoder of the harness: the cases of `encode.json`, and its limits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { read } from './page.mjs';

const harness = 'crates/runtime/src/harness';

/** A part of the language by the name that the harness gives to it; undefined if Node.js lacks it. */
const part = (path) => {
  const views = Object.getPrototypeOf(Uint8Array.prototype);
  if (path === 'window') return globalThis;
  if (path === 'get TypedArray') return Object.getOwnPropertyDescriptor(views, Symbol.toStringTag).get;
  if (path === 'get TypedArray.length') return Object.getOwnPropertyDescriptor(views, 'length').get;
  const names = path.replace(/^(get|page) /, '').split('.');
  const last = names.pop();
  const holder = names.reduce((found, name) => found?.[name], globalThis);
  if (holder === undefined) return undefined;
  return path.startsWith('get ') ? Object.getOwnPropertyDescriptor(holder, last)?.get : holder[last];
};
const parts = new Proxy({}, { get: (_, path) => part(path) });
const load = (name) => vm.runInThisContext(read(`${harness}/${name}.js`));
const data = load('data')(parts);
const LARGE = { __proto__: null };
const describe = (error) => `${error}`;
const encode = load('encode')({ ...data, parts, apply: Reflect.apply, large: LARGE, describe });

/** The text of a value, the promises in it, and where it was too large. */
const encoded = (value, limit = 100_000) => {
  const [where, promises] = [{ path: '', late: undefined }, data.list()];
  try {
    return { text: encode(value, limit, where, promises, undefined, false), promises };
  } catch (error) {
    if (error !== LARGE) throw error;
    return { large: where.path, promises };
  }
};

for (const [code, expected] of JSON.parse(read('tests/javascript/encode.json'))) {
  test(`${code} is encoded`, () => {
    const { text } = encoded(vm.runInThisContext(`(${code})`));
    assert.deepEqual(JSON.parse(text), expected);
  });
}

test('a value beyond the limit names its path', () => {
  assert.deepEqual(encoded([1, { a: 'x'.repeat(50) }], 40).large, '$[1].a');
  // A limit is in bytes of UTF-8.
  const text = '\u{e9}'.repeat(10);
  assert.equal(encoded(text, 22).text, JSON.stringify(text));
  assert.equal(encoded(text, 21).large, '$');
});

test('promises are listed by their paths', () => {
  const { promises } = encoded({ a: [Promise.resolve(1)], b: Promise.resolve(2) });
  assert.deepEqual(
    [...Array(promises.length).keys()].map((at) => promises[at].path),
    ['$.a[0]', '$.b'],
  );
});

test('a late encoding ends', () => {
  const where = { path: '', late: () => true, over: false };
  const long = Array(10_000).fill(1);
  assert.throws(
    () => encode(long, 1_000_000, where, data.list(), undefined, false),
    (error) => error === LARGE,
  );
  assert.equal(where.over, true);
});
