// @ts-check
// Marks of the definitions of tools, by which another definition under a name is recognized. `tools.js` takes it in.
(kit) => {
  'use strict';
  const { parts, secret, read, apply, stringify, jsonOf } = kit;
  const {
    'Object.getOwnPropertyDescriptor': getOwnPropertyDescriptor,
    'String.prototype.slice': slice,
    'String.prototype.charCodeAt': charCodeAt,
  } = parts;
  // Read by our own functions: a form's controls may have the names of its methods.
  const { matches } = Element.prototype,
    { getRootNode } = Node.prototype;
  const findInDocument = Document.prototype.querySelectorAll;
  const ownerOf = (type) => getOwnPropertyDescriptor(type.prototype, 'form')?.get;
  const ofButton = ownerOf(HTMLButtonElement),
    ofInput = ownerOf(HTMLInputElement);
  const POST = "method='post' i]";
  // Returns whether the form may be sent by POST: by its own method, or by the method of one of its buttons, which
  // may be outside of it as a button in it may be another form's. If too many buttons have a method, any form may.
  const posts = (form) => {
    if (apply(matches, form, ['[' + POST])) return true;
    const all = apply(findInDocument, apply(getRootNode, form, []), [':is(button,input)[form' + POST]);
    for (let i = 0; i < all.length; i += 1) {
      if (i > 9999 || apply(apply(matches, all[i], ['button']) ? ofButton : ofInput, all[i], []) === form) return true;
    }
    return false;
  };
  const schemaText = (schema) => {
    if (schema === undefined || schema === null || schema === '') return undefined;
    return typeof schema === 'string' ? schema : stringify(jsonOf(schema));
  };
  // HalfSipHash-2-4 with 64 bits of result, over the UTF-16 units of a text. Without the key nobody can make two texts
  // of one hash.
  const hash = (text) => {
    let v0 = secret[0] | 0,
      v1 = secret[1] ^ 0xee,
      v2 = 0x6c796765 ^ secret[0],
      v3 = 0x74656462 ^ secret[1];
    const rounds = (count) => {
      for (let i = 0; i < count; i += 1) {
        v0 = (v0 + v1) | 0;
        v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
        v0 = (v0 << 16) | (v0 >>> 16);
        v2 = (v2 + v3) | 0;
        v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
        v0 = (v0 + v3) | 0;
        v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
        v2 = (v2 + v1) | 0;
        v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
        v2 = (v2 << 16) | (v2 >>> 16);
      }
    };
    const take = (word) => {
      v3 ^= word;
      rounds(2);
      v0 ^= word;
    };
    for (let i = 0; i < text.length; i += 2) {
      take(apply(charCodeAt, text, [i]) | ((i + 1 < text.length ? apply(charCodeAt, text, [i + 1]) : 0) << 16));
    }
    take(text.length);
    v2 ^= 0xee;
    rounds(4);
    const low = (v1 ^ v3) >>> 0;
    v1 ^= 0xdd;
    rounds(4);
    return low + '-' + ((v1 ^ v3) >>> 0);
  };
  // Returns a mark of a tool's definition, by which another definition under its name is recognized. A definition
  // that is longer than any offered one is not read to its end.
  const markOf = (tool, form, route, sent = form && posts(form)) => {
    let text = '';
    const add = (value, most) => {
      const part = typeof value === 'string' ? value : '';
      text += part.length + ':' + apply(slice, part, [0, most]);
    };
    add(read(tool, 'title'), 1000);
    add(read(tool, 'description'), 16384);
    try {
      add(schemaText(read(tool, 'inputSchema')), 131072);
    } catch {
      add('');
    }
    const given = read(tool, 'annotations');
    for (let i = 0; i < HINTS.length; i += 1) text += read(given, HINTS[i]) === true ? '1' : '0';
    return hash(text + (form && form.hasAttribute('toolautosubmit') ? '1' : '0') + (sent ? '1' : '0') + (route ?? ''));
  };
  return { __proto__: null, posts, schemaText, markOf };
};
