// @ts-check
// The values of the answers of tools that a page registers, and the errors that answers are. `tools.js` takes it in.
(kit) => {
  'use strict';
  const { parts, read, cut, apply, stringify, parse, list: newList, put } = kit;
  const {
    Error,
    BigInt: ownBigInt,
    'Array.isArray': isArray,
    'String.prototype.slice': slice,
    'String.prototype.trim': trim,
  } = parts;
  const named = (name, message, more) => {
    const error = new Error(message);
    put(error, 'name', name);
    if (more !== undefined) put(error, 'result', more);
    return error;
  };
  // Returns the value of a result: MCP's `{content}` is unwrapped, and a failure that is returned as data is thrown.
  const WORDS = ['error', 'message', 'reason'];
  const failureOf = (value) => {
    for (let i = 0; i < WORDS.length; i += 1) {
      const told = read(value, WORDS[i]);
      if (typeof told === 'string' && told !== '') return told;
      const inner = read(told, 'message');
      if (typeof inner === 'string' && inner !== '') return inner;
    }
    return cut(stringify(value), 2000);
  };
  const textsOf = (content) => {
    const texts = newList();
    for (let i = 0; i < content.length; i += 1) {
      if (read(content[i], 'type') !== 'text' || typeof read(content[i], 'text') !== 'string') return undefined;
      texts[i] = content[i].text;
    }
    return texts;
  };
  const lined = (texts) => {
    let text = '';
    for (let i = 0; i < texts.length; i += 1) text += (i ? '\n' : '') + texts[i];
    return text;
  };
  const meaning = (value) => {
    if (typeof value !== 'object' || value === null || isArray(value)) return value;
    if (
      isArray(read(value, 'content')) &&
      (value.content.length === 0 || typeof read(value.content[0], 'type') === 'string')
    ) {
      const texts = textsOf(value.content);
      if (value.isError === true)
        throw named('ToolError', texts && texts.length ? lined(texts) : failureOf(value), value);
      if (value.structuredContent !== undefined) return value.structuredContent;
      if (!texts) return value.content;
      return texts.length === 1 ? structured(texts[0]) : lined(texts);
    }
    if (value.isError === true || value.success === false) throw named('ToolError', failureOf(value), value);
    return value;
  };
  // A text that is an object or a list in JSON.
  const structured = (text) => {
    const first = apply(slice, apply(trim, text, []), [0, 1]);
    if (first !== '{' && first !== '[') return text;
    try {
      return parse(text);
    } catch {
      return text;
    }
  };
  const decode = (text, record) => {
    const kind = record?.kind;
    // Chromium 156 makes "Operation succeeded" of an empty text.
    if (kind === 'string') return record.empty ? '' : text;
    if (kind === 'undefined' || kind === 'function' || (kind === undefined && text === 'undefined')) return undefined;
    if (kind === 'bigint') return ownBigInt(text);
    if (kind === 'number') return +text;
    let value;
    try {
      value = parse(text);
    } catch {
      return text;
    }
    return meaning(value);
  };
  return { __proto__: null, named, decode };
};
