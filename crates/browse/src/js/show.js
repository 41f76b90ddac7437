// @ts-check
// The text of a value: JSON, with a word for each value that JSON lacks.

const show = (top) => {
  const { stringify } = JSON;
  const around = [];
  let left = 100_000;
  const cut = (text) => (text.length > 100_000 ? `${text.slice(0, 100_000)}\u2026` : text);
  const nameOf = (node) => {
    if (node.nodeType === 1) {
      const id = node.id ? `#${node.id}` : '';
      const names =
        typeof node.className === 'string' && node.className.trim()
          ? `.${node.className.trim().split(/\s+/).slice(0, 3).join('.')}`
          : '';
      const text = (node.textContent || '').replace(/\s+/g, ' ').trim().slice(0, 60);
      return `<${node.localName}${id}${names}>${text ? ` ${text}` : ''}`;
    }
    return node.nodeType === 9 ? `document ${node.URL}` : `${node.nodeName} ${(node.textContent || '').slice(0, 60)}`;
  };
  const list = (items, open, close, depth) => {
    const pad = '  '.repeat(depth);
    const flat = open + items.join(', ') + close;
    return flat.length <= 80 && !flat.includes('\n')
      ? flat
      : `${open}\n${items.map((item) => `${pad}  ${item}`).join(',\n')}\n${pad}${close}`;
  };
  const one = (value, depth) => {
    if (left-- <= 0) return '"[more]"';
    switch (typeof value) {
      case 'undefined':
        return depth === 0 ? 'undefined' : '"[undefined]"';
      case 'string':
        return stringify(cut(value));
      case 'number':
        return Number.isFinite(value)
          ? Object.is(value, -0)
            ? '-0'
            : String(value)
          : depth === 0
            ? String(value)
            : `"[${value}]"`;
      case 'boolean':
        return String(value);
      case 'bigint':
        return depth === 0 ? `${value}n` : `"${value}n"`;
      case 'symbol':
        return stringify(`[${String(value)}]`);
      case 'function':
        return stringify(`[function ${value.name || 'without a name'}]`);
    }
    if (value === null) return 'null';
    if (around.includes(value)) return '"[circular]"';
    if (depth > 50) return '"[deeper]"';
    around.push(value);
    try {
      return object(value, depth);
    } catch (error) {
      return stringify(`[unreadable: ${String(error)}]`);
    } finally {
      around.pop();
    }
  };
  const object = (value, depth) => {
    if (typeof value.nodeType === 'number' && typeof value.nodeName === 'string')
      return stringify(`[${nameOf(value)}]`);
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (value === globalThis || kind === 'Window') return '"[window]"';
    if (
      Array.isArray(value) ||
      kind === 'NodeList' ||
      kind === 'HTMLCollection' ||
      kind === 'Set' ||
      ArrayBuffer.isView(value)
    ) {
      const items = Array.from(kind === 'DataView' ? [] : value).map((item) => one(item, depth + 1));
      return kind === 'Set' ? `{"[Set]": ${list(items, '[', ']', depth)}}` : list(items, '[', ']', depth);
    }
    if (kind === 'Map') {
      const items = Array.from(value, ([key, item]) => `[${one(key, depth + 1)}, ${one(item, depth + 1)}]`);
      return `{"[Map]": ${list(items, '[', ']', depth)}}`;
    }
    if (kind === 'Date') return stringify(Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString());
    if (kind === 'RegExp') return stringify(String(value));
    if (kind === 'Error' || kind === 'DOMException' || value instanceof Error) return stringify(`[${String(value)}]`);
    if (kind === 'Promise') return '"[promise]"';
    if (kind === 'Number' || kind === 'String' || kind === 'Boolean' || kind === 'BigInt')
      return one(value.valueOf(), depth);
    if (typeof value.toJSON === 'function') return one(value.toJSON(), depth + 1);
    const names = Object.keys(value).slice(0, 10_000);
    const items = names.map((name) => {
      let item;
      try {
        item = value[name];
      } catch (error) {
        item = `[unreadable: ${String(error)}]`;
      }
      return `${stringify(name)}: ${one(item, depth + 1)}`;
    });
    return list(items, '{', '}', depth);
  };
  return one(top, 0);
};
