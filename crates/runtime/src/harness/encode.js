// @ts-check
// The encoder of values: from anything that code may return, log or throw to JSON. `harness.js` takes it in.
//
// The decision: a value is looked at with parts of the language that the page cannot have replaced, getters and
// proxies may do as they like, and the value that they throw is encoded in their place. A clone made by the harness
// (`isCopy`) has no getters, and its prototypes are not used, so its text has exactly its contents. The rule of
// `harness/mod.rs` holds. `value.rs` documents the representation.
(kit) => {
  'use strict';
  const { parts, apply, cut, tagOf, read, isError, member, list: newList, large: LARGE, describe } = kit;
  const {
    window,
    Uint8Array,
    'Reflect.getPrototypeOf': getPrototypeOf,
    'Object.keys': keysOf,
    'JSON.stringify': stringify,
    'Object.getOwnPropertyDescriptor': getOwnPropertyDescriptor,
    'Array.isArray': isArray,
    'ArrayBuffer.isView': isView,
    'get TypedArray': viewName,
    'get Node.prototype.nodeType': nodeType,
    'String.prototype.toWellFormed': toWellFormed,
    'String.prototype.charCodeAt': charCodeAt,
    'Promise.prototype.then': then,
    'Map.prototype.forEach': eachEntry,
    'Map.prototype.get': stateOf,
    'Set.prototype.forEach': eachMember,
    'Date.prototype.getTime': getTime,
    'Date.prototype.toISOString': toISOString,
    'get RegExp.prototype.source': sourceOf,
    'get TypedArray.length': viewLength,
    'get DataView.prototype.buffer': viewBuffer,
    'get DataView.prototype.byteOffset': viewOffset,
    'get DataView.prototype.byteLength': viewBytes,
    'get ArrayBuffer.prototype.byteLength': byteLength,
    'get SharedArrayBuffer.prototype.byteLength': sharedLength,
  } = parts;
  const flagOf = {
    __proto__: null,
    d: parts['get RegExp.prototype.hasIndices'],
    g: parts['get RegExp.prototype.global'],
    i: parts['get RegExp.prototype.ignoreCase'],
    m: parts['get RegExp.prototype.multiline'],
    s: parts['get RegExp.prototype.dotAll'],
    u: parts['get RegExp.prototype.unicode'],
    v: parts['get RegExp.prototype.unicodeSets'],
    y: parts['get RegExp.prototype.sticky'],
  };
  const FLAGS = 'dgimsuvy';
  const regExpText = (value) => {
    let text = '/' + apply(sourceOf, value, []) + '/';
    for (let i = 0; i < FLAGS.length; i += 1) {
      const flag = FLAGS[i];
      if (flagOf[flag] !== undefined && apply(flagOf[flag], value, [])) text += flag;
    }
    return text;
  };
  // The ends of the chains of objects: of the objects that are made here, and of the page's own if it belongs to
  // another realm.
  const everything = { __proto__: null, own: parts['Object.prototype'], page: parts['page Object.prototype'] };
  // Value inside an object that wraps a value of this kind.
  const unwrapped = {
    __proto__: null,
    Number: parts['Number.prototype.valueOf'],
    String: parts['String.prototype.valueOf'],
    Boolean: parts['Boolean.prototype.valueOf'],
    BigInt: parts['BigInt.prototype.valueOf'],
  };
  // Lists of the browser's whose members come in pairs, each as a list of name and value.
  const pairsOf = {
    __proto__: null,
    Headers: parts['Headers.prototype.forEach'],
    FormData: parts['FormData.prototype.forEach'],
    URLSearchParams: parts['URLSearchParams.prototype.forEach'],
  };

  // Nesting of JSON at which values are cut. serde_json stops at 128, and the envelope needs a few.
  const DEPTH = 100;
  const brand = (check, value) => {
    try {
      apply(check, value, []);
      return true;
    } catch {
      return false;
    }
  };
  // Only a promise accepts a reaction; one more does not affect anybody, and its rejection is not handled here.
  const isPromise = (value) => {
    return brand(function () {
      apply(then, this, [undefined, () => {}]);
    }, value);
  };
  const LISTS = [
    'NodeList',
    'HTMLCollection',
    'DOMTokenList',
    'NamedNodeMap',
    'FileList',
    'HTMLOptionsCollection',
    'HTMLFormControlsCollection',
    'RadioNodeList',
  ];
  const isPlain = (value) => {
    const proto = getPrototypeOf(value);
    return proto === null || getPrototypeOf(proto) === null;
  };
  // The member of an array that has it of its own; a hole is nothing.
  const has = (object, name) => getOwnPropertyDescriptor(object, name) !== undefined;

  // Texts that are written, and characters of one text, between two looks at the clock.
  const WRITES = 4096,
    CHARACTERS = 0xfffff;

  // Returns the bytes of UTF-8 that a text has more than characters, at least `most` if there are more. An engine that
  // interprets gives a function of its own, which takes a hundredth of the time.
  const beyondAscii =
    kit.beyondAscii ??
    ((text, most, onTime) => {
      let more = 0;
      for (let i = 0; more <= most && i < text.length; i += 1) {
        if ((i & CHARACTERS) === CHARACTERS) onTime();
        if (text[i] <= '\x7f') continue;
        const code = apply(charCodeAt, text, [i]);
        more += code < 2048 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
      }
      return more;
    });

  // Returns whether an exception is due to a limit of the engine, which ends the work: what was written is not all.
  const isLimit = kit.isLimit ?? (() => false);

  // Text of `value` in the representation that `value.rs` documents. Throws LARGE beyond `limit` bytes of UTF-8, and
  // when `where.late`, if it is given, returns that the time is over: no timer runs while this does. `promises`
  // collects the promises met whose value is not in `states`, with their paths.
  return (value, limit, where, promises, states, isCopy) => {
    if (
      value === null ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && value - value === 0 && (value !== 0 || 1 / value > 0))
    ) {
      const text = '' + value;
      // The rest is for values that have parts, or do not fit.
      if (text.length <= limit) return text;
    }
    let used = 0,
      writes = 0;
    const open = newList(),
      steps = newList();
    const large = () => {
      where.path = pathOf(steps.length);
      throw LARGE;
    };
    const onTime = () => {
      if (where.late !== undefined && where.late()) {
        where.over = true;
        large();
      }
    };
    const put = (text) => {
      used += text.length;
      writes += 1;
      if (writes % WRITES === 0) onTime();
      if (used <= limit) used += beyondAscii(text, limit - used, onTime);
      if (used > limit) large();
      return text;
    };
    const pathOf = (length) => {
      let text = '$';
      for (let i = 0; i < length && text.length < 300; i += 1) {
        const step = steps[i];
        text += typeof step === 'number' ? '[' + step + ']' : '.' + cut(step, 60);
      }
      return text;
    };
    const quote = (text) => {
      if (text.length > limit) large();
      let quoted;
      // Firefox reserves memory for the longest escapes before it writes, and a long text would need too much.
      try {
        quoted = stringify(text);
      } catch {
        where.unwritten = true;
        large();
      }
      return put(quoted);
    };
    const string = (text) => {
      if (text.length > limit) large();
      const well = apply(toWellFormed, text, []);
      return well === text ? quote(text) : tag('string', 'value', quote(well));
    };
    const tag = (type, name, text) =>
      put('{"$type":"' + type + '"' + (name ? ',"' + name + '":' : '')) + (name ? text : '') + put('}');
    const tags = (type, first, one, second, two) =>
      put('{"$type":"' + type + '","' + first + '":') + one + put(',"' + second + '":') + two + put('}');
    const step = (name, one, depth) => {
      steps[steps.length] = name;
      const text = write(one, depth);
      steps.length -= 1;
      return text;
    };
    const list = (values, depth) => {
      let text = put('[');
      for (let i = 0; i < values.length; i += 1) text += (i ? put(',') : '') + step(i, values[i], depth + 1);
      return text + put(']');
    };
    const numbers = (values, depth) => {
      const length = apply(viewLength, values, []);
      let text = put('[');
      for (let i = 0; i < length; i += 1) text += (i ? put(',') : '') + step(i, values[i], depth + 1);
      return text + put(']');
    };
    const pairs = (entries, depth) => {
      let text = put('[');
      for (let i = 0; i < entries.length; i += 1) text += (i ? put(',') : '') + pair(entries[i], depth + 2);
      return text + put(']');
    };
    const pair = (entry, depth) =>
      put('[') +
      write(entry[0], depth) +
      put(',') +
      step(typeof entry[0] === 'string' ? entry[0] : '<entry>', entry[1], depth) +
      put(']');
    const array = (value, depth) => {
      const { length } = value;
      let text = put('['),
        sparse;
      for (let i = 0; i < length; i += 1) {
        const present = isCopy ? has(value, i) : i in value;
        if (!present && sparse === undefined) {
          const names = keysOf(value);
          sparse = names.length * 2 < length;
          if (sparse) {
            const entries = newList();
            for (let k = 0; k < names.length; k += 1) {
              const index = +names[k];
              if (index >= 0) entries[entries.length] = [index, value[index]];
            }
            return tags('sparse', 'length', put('' + length), 'entries', pairs(entries, depth + 1));
          }
        }
        text += (i ? put(',') : '') + (present ? step(i, value[i], depth + 1) : tag('hole'));
      }
      return text + put(']');
    };
    const errorText = (value, depth) => {
      const extra = keysOf(value),
        entries = newList();
      for (let i = 0; i < extra.length; i += 1) entries[i] = [extra[i], read(value, extra[i])];
      let text =
        put('{"$type":"error","name":') +
        string(cut(read(value, 'name'), 200)) +
        put(',"message":') +
        string(cut(read(value, 'message'), 4096));
      if ('cause' in value) text += put(',"cause":') + step('cause', read(value, 'cause'), depth + 1);
      if (isArray(read(value, 'errors'))) text += put(',"errors":') + list(value.errors, depth + 1);
      if (entries.length) text += put(',"properties":') + pairs(entries, depth + 1);
      return text + put('}');
    };
    const node = (value) => {
      const html =
        read(value, 'outerHTML') ??
        read(read(value, 'documentElement') ?? '', 'outerHTML') ??
        read(value, 'nodeValue') ??
        '';
      return tags('node', 'name', string(cut(read(value, 'nodeName'), 200)), 'html', string(cut(html, 200)));
    };
    const promise = (value, depth) => {
      const state = states && apply(stateOf, states, [value]);
      if (state) {
        pass();
        return write(state.value, depth);
      }
      promises[promises.length] = { __proto__: null, value, path: pathOf(steps.length) };
      return tag('promise', 'state', put('"pending"'));
    };
    const record = (value, depth) => {
      const names = keysOf(value);
      let forged = false;
      for (let i = 0; i < names.length; i += 1) {
        if (names[i] === '$type' || apply(toWellFormed, names[i], []) !== names[i]) forged = true;
      }
      let text = put(forged ? '{"$type":"object","entries":[' : '{');
      for (let i = 0; i < names.length; i += 1) {
        let one;
        const mark = used,
          deep = steps.length;
        try {
          one = step(names[i], value[names[i]], depth + (forged ? 3 : 1));
        } catch (error) {
          if (error === LARGE || isLimit(error)) throw error;
          used = mark;
          steps.length = deep;
          one = thrown(error);
        }
        text +=
          (i ? put(',') : '') +
          (forged ? put('[') + string(names[i]) + put(',') + one + put(']') : quote(names[i]) + put(':') + one);
      }
      return text + put(forged ? ']}' : '}');
    };
    const thrown = (error) => tag('thrown', 'message', string(cut(describe(error), 500)));
    const object = (value, depth) => {
      if (value === window || value === globalThis) return tag('opaque', 'class', quote('Window'));
      if (isArray(value)) return array(value, depth);
      if (isCopy && isPlain(value)) return record(value, depth);
      if (isView(value)) {
        const name = apply(viewName, value, []);
        if (name) return tags('typedarray', 'class', quote(name), 'values', numbers(value, depth + 1));
        const bytes = new Uint8Array(
          apply(viewBuffer, value, []),
          apply(viewOffset, value, []),
          apply(viewBytes, value, []),
        );
        return tags('typedarray', 'class', quote('DataView'), 'values', numbers(bytes, depth + 1));
      }
      // A brand is tested only if the name matches, because an absent one costs an exception.
      const kind = tagOf(value),
        plain = isPlain(value),
        is = (name) => isCopy || kind === name;
      if (!plain && nodeType && brand(nodeType, value)) return node(value);
      if (is('Date') && brand(getTime, value)) {
        const time = apply(getTime, value, []);
        return tag('date', 'value', time === time ? quote(apply(toISOString, value, [])) : 'null');
      }
      if (is('RegExp') && brand(flagOf.g, value)) return tag('regexp', 'value', string(regExpText(value)));
      const entries = newList();
      const all = (one, key) => {
        entries[entries.length] = [key, one];
      };
      if (
        is('Map') &&
        brand(function () {
          apply(eachEntry, this, [all]);
        }, value)
      )
        return tag('map', 'entries', pairs(entries, depth + 1));
      const each = (one) => {
        entries[entries.length] = one;
      };
      if (
        is('Set') &&
        brand(function () {
          apply(eachMember, this, [each]);
        }, value)
      )
        return tag('set', 'values', list(entries, depth + 1));
      if (isError(value)) return errorText(value, depth);
      if (
        (is('ArrayBuffer') && brand(byteLength, value)) ||
        (kind === 'SharedArrayBuffer' && brand(sharedLength, value))
      ) {
        return tags(
          'typedarray',
          'class',
          quote(kind === 'SharedArrayBuffer' ? kind : 'ArrayBuffer'),
          'values',
          numbers(new Uint8Array(value), depth + 1),
        );
      }
      if (kind === 'Promise' && isPromise(value)) return promise(value, depth);
      const inner = unwrapped[kind];
      if (inner !== undefined && brand(inner, value)) return write(apply(inner, value, []), depth);
      if (kind === 'Arguments') return array(value, depth);
      const pairwise = pairsOf[kind];
      if (
        pairwise !== undefined &&
        brand(function () {
          apply(pairwise, this, [all]);
        }, value)
      ) {
        return tags('list', 'class', quote(kind), 'values', list(entries, depth + 1));
      }
      if (member(LISTS, kind)) {
        const { length } = value;
        for (let i = 0; i < length; i += 1) entries[i] = value[i];
        return tags('list', 'class', quote(kind), 'values', list(entries, depth + 1));
      }
      if (!isCopy) {
        const toJSON = value.toJSON;
        if (
          typeof toJSON === 'function' &&
          toJSON !== read(everything.own, 'toJSON') &&
          toJSON !== read(everything.page, 'toJSON')
        ) {
          const plain = apply(toJSON, value, ['']);
          if (plain !== value) {
            pass();
            return write(plain, depth + 1);
          }
        }
      }
      if (keysOf(value).length === 0 && (!plain || kind !== 'Object')) {
        const type = read(read(value, 'constructor'), 'name');
        return tag('opaque', 'class', string(cut(typeof type === 'string' && type ? type : kind, 200)));
      }
      return record(value, depth);
    };
    // The objects of the text between the one that is written and the open one at `from`, by which a decoder finds it.
    const levels = (from) => {
      let count = 0;
      for (let i = from; i < open.length; i += 1) if (!open[i].isPassed) count += 1;
      return count;
    };
    // The object that is written gives another value in its place.
    const pass = () => {
      open[open.length - 1].isPassed = true;
    };
    const write = (value, depth) => {
      switch (typeof value) {
        case 'string':
          return string(value);
        case 'number':
          if (value - value !== 0) return tag('number', 'value', quote('' + value));
          return value === 0 && 1 / value < 0 ? tag('number', 'value', '"-0"') : put('' + value);
        case 'boolean':
          return put(value ? 'true' : 'false');
        case 'undefined':
          return tag('undefined');
        case 'bigint':
          return tag('bigint', 'value', quote('' + value));
        case 'symbol':
          return tag('symbol', 'value', string(value.description ?? ''));
        case 'function':
          return tag('function', 'name', string(cut(read(value, 'name') ?? '', 200)));
        default:
      }
      if (value === null) return put('null');
      if (depth >= DEPTH) return tag('truncated', 'reason', '"depth"');
      for (let i = 0; i < open.length; i += 1) {
        if (open[i].value !== value) continue;
        const path = string(pathOf(open[i].steps));
        return where.wire === true
          ? tags('cycle', 'path', path, 'up', put('' + levels(i)))
          : tag('cycle', 'path', path);
      }
      open[open.length] = { __proto__: null, value, steps: steps.length, isPassed: false };
      const outer = open.length,
        used0 = used,
        steps0 = steps.length;
      let text;
      try {
        text = object(value, depth);
      } catch (error) {
        if (error === LARGE || isLimit(error)) throw error;
        used = used0;
        steps.length = steps0;
        text = thrown(error);
      }
      open.length = outer - 1;
      return text;
    };
    // The list of the arguments of a call is no part of a value.
    return write(value, where.wire === true ? -1 : 0);
  };
};
