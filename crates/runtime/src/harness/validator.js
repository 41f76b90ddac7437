// The judge of arguments and results: a small interpreter of JSON Schema. `harness.js` takes it in.
//
// What it judges by is written by `argument_schema.rs`, which says as well which keywords are beyond it. It is data
// without prototypes, because the page may write on `Object`'s. Of what it judges only own members are looked at: the
// arguments are copies of the harness's own. The rule of `harness/mod.rs` holds.
(kit) => {
  'use strict';
  const { parts, apply, cut, plainQuote, quoteCut, tagOf, stringify, list, alone } = kit;
  const {
    'Reflect.getPrototypeOf': getPrototypeOf,
    'Object.keys': keysOf,
    'Object.create': create,
    'Object.getOwnPropertyDescriptor': getOwnPropertyDescriptor,
    'Array.isArray': isArray,
    'String.prototype.charCodeAt': charCodeAt,
  } = parts;
  const kindOf = (value) => {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return typeof value;
      case 'number':
        return value - value === 0 ? 'number' : 'other';
      case 'object':
        break;
      default:
        return 'other';
    }
    if (value === null) return 'null';
    if (isArray(value)) return 'array';
    const proto = getPrototypeOf(value);
    if (proto === null || getPrototypeOf(proto) === null) return 'object';
    return tagOf(value) === 'Promise' ? 'promise' : 'other';
  };
  const isType = (type, kind, value) => type === kind || (type === 'integer' && kind === 'number' && value % 1 === 0);
  const isOneOf = (type, kind, value) => {
    if (!isArray(type)) return isType(type, kind, value);
    for (let i = 0; i < type.length; i += 1) if (isType(type[i], kind, value)) return true;
    return false;
  };
  // A model reads `number` in the declaration, also for whole numbers.
  const typeText = (type) => {
    if (!isArray(type)) return stringify(type === 'integer' ? 'number' : type);
    const texts = list();
    for (let i = 0; i < type.length; i += 1) texts[i] = type[i] === 'integer' ? 'number' : type[i];
    return stringify(alone(texts));
  };
  const isOwn = (object, name) => getOwnPropertyDescriptor(object, name) !== undefined;
  // An element of an array; a hole is nothing.
  const item = (array, index) => (isOwn(array, index) ? array[index] : undefined);
  const same = (one, other) => {
    const kind = kindOf(one);
    if (kind !== kindOf(other)) return false;
    if (kind === 'array') {
      if (one.length !== other.length) return false;
      for (let i = 0; i < one.length; i += 1) if (!same(item(one, i), item(other, i))) return false;
      return true;
    }
    if (kind === 'object') {
      const names = keysOf(one),
        theirs = keysOf(other);
      let others = 0;
      for (let i = 0; i < theirs.length; i += 1) if (other[theirs[i]] !== undefined) others += 1;
      for (let i = 0; i < names.length; i += 1) {
        if (!isOwn(other, names[i]) || !same(one[names[i]], other[names[i]])) return false;
      }
      return names.length === others;
    }
    return one === other;
  };
  const characters = (text) => {
    let count = text.length;
    for (let i = 1; i < text.length; i += 1) {
      const code = apply(charCodeAt, text, [i]),
        before = apply(charCodeAt, text, [i - 1]);
      if (code >= 0xdc00 && code < 0xe000 && before >= 0xd800 && before < 0xdc00) count -= 1;
    }
    return count;
  };
  // RFC 6901.
  const pointer = (path, name) => {
    let text = path + '/';
    name = cut(name, 200);
    for (let i = 0; i < name.length; i += 1) text += name[i] === '~' ? '~0' : name[i] === '/' ? '~1' : name[i];
    return cut(text, 500);
  };
  const shown = (value, kind) =>
    kind === 'array' || kind === 'object'
      ? 'the ' + kind
      : kind === 'string'
        ? value.length > 80
          ? 'the text'
          : plainQuote(value)
        : '' + value;
  // 1: it fits. 0: it does not, and `found` says why. 2: that cannot be judged here.
  const judge = (schema, value, path, at, found, work) => {
    if (schema === true) return 1;
    if ((work.left -= 1) < 0) return 2;
    let kind = kindOf(value),
      other;
    if (kind === 'other') {
      // Results are the page's own objects, and functions are looked at by the caller.
      if (!work.strict || value === undefined || typeof value === 'function' || typeof value === 'symbol') return 1;
      other = typeof value === 'object' ? tagOf(value) : typeof value === 'bigint' ? 'the bigint ' + value : '' + value;
      if (other === 'Date' && isOneOf(schema.type, 'string', value)) return 1;
      if (typeof value === 'object') kind = 'object';
    }
    let verdict = schema['?'] ? 2 : 1;
    const wrong = (keyword, reason) => {
      verdict = 0;
      if (found.length < 20) found[found.length] = { __proto__: null, path, reason, schema_path: pointer(at, keyword) };
    };
    const take = (one) => {
      if (one === 0 || (one === 2 && verdict === 1)) verdict = one;
    };
    if (kind === 'promise') {
      wrong('type', 'is a promise: an `await` is missing before it');
      return 0;
    }
    const it =
        other === undefined ? shown(value, kind) : kind === 'object' ? 'the ' + cut(other, 80) + ' object' : other,
      { type } = schema;
    if (type !== undefined) {
      if (!isOneOf(type, kind, value)) {
        // A number has only the rule of whole numbers.
        wrong(
          'type',
          it +
            (kind === 'number' && isOneOf(type, kind, 0)
              ? ' is not a whole number'
              : ' is not of type ' + typeText(type)),
        );
      }
    }
    if (schema.enum !== undefined) {
      let any = false;
      for (let i = 0; i < schema.enum.length; i += 1) any ||= same(schema.enum[i], value);
      if (!any) wrong('enum', it + ' is not one of ' + cut(stringify(schema.enum), 200));
    }
    if (isOwn(schema, 'const') && !same(schema.const, value))
      wrong('const', it + ' is not ' + cut(stringify(schema.const), 200));
    const bounds = (low, high, size, what) => {
      if (schema[low] !== undefined && size < schema[low])
        wrong(low, it + ' has ' + size + what + ', at least ' + schema[low] + ' are needed');
      if (schema[high] !== undefined && size > schema[high])
        wrong(high, it + ' has ' + size + what + ', at most ' + schema[high] + ' are allowed');
    };
    if (kind === 'number') {
      if (value < schema.minimum) wrong('minimum', it + ' is less than ' + schema.minimum);
      if (value > schema.maximum) wrong('maximum', it + ' is more than ' + schema.maximum);
      if (value <= schema.exclusiveMinimum)
        wrong('exclusiveMinimum', it + ' is not more than ' + schema.exclusiveMinimum);
      if (value >= schema.exclusiveMaximum)
        wrong('exclusiveMaximum', it + ' is not less than ' + schema.exclusiveMaximum);
    } else if (kind === 'string') {
      if (schema.minLength !== undefined || schema.maxLength !== undefined)
        bounds('minLength', 'maxLength', characters(value), ' characters');
    } else if (kind === 'array') {
      bounds('minItems', 'maxItems', value.length, ' items');
      const first = schema.prefixItems ?? list();
      for (let i = 0; i < value.length && i < first.length; i += 1) {
        take(judge(first[i], item(value, i), pointer(path, i), pointer(pointer(at, 'prefixItems'), i), found, work));
      }
      if (schema.items !== undefined) {
        for (let i = first.length; i < value.length; i += 1) {
          take(judge(schema.items, item(value, i), pointer(path, i), pointer(at, 'items'), found, work));
          if (work.left < 0) break;
        }
      }
    } else if (kind === 'object') {
      // Of what is no plain object no member is the caller's word: JSON has none of a map's.
      const names = other === undefined ? keysOf(value) : list(),
        { required, properties, additionalProperties } = schema;
      let count = 0;
      for (let i = 0; i < names.length; i += 1) {
        const name = names[i],
          member = value[name];
        // JSON leaves it out.
        if (member === undefined) continue;
        count += 1;
        if (properties !== undefined && isOwn(properties, name)) {
          take(
            judge(properties[name], member, pointer(path, name), pointer(pointer(at, 'properties'), name), found, work),
          );
        } else if (additionalProperties !== undefined) {
          if (additionalProperties.not === true) {
            wrong(
              'additionalProperties',
              quoteCut(name, 100) +
                ' is no property that is known here' +
                (properties === undefined ? '' : '; there are: ' + cut(stringify(alone(keysOf(properties))), 300)),
            );
          } else
            take(
              judge(
                additionalProperties,
                member,
                pointer(path, name),
                pointer(at, 'additionalProperties'),
                found,
                work,
              ),
            );
        }
      }
      for (let i = 0; required !== undefined && i < required.length; i += 1) {
        if (!isOwn(value, required[i]) || value[required[i]] === undefined)
          wrong('required', quoteCut(required[i], 100) + (isOwn(value, required[i]) ? ' is undefined' : ' is missing'));
      }
      bounds('minProperties', 'maxProperties', count, ' properties');
    }
    const each = (keyword, decide) => {
      const several = schema[keyword];
      if (several === undefined) return;
      let fits = 0,
        unknown = 0,
        nearest;
      for (let i = 0; i < several.length; i += 1) {
        const faults = list(),
          one = judge(several[i], value, path, pointer(pointer(at, keyword), i), faults, work);
        if (one === 1) fits += 1;
        else if (one === 2) unknown += 1;
        else if (nearest === undefined || faults.length < nearest.length) nearest = faults;
      }
      decide(
        fits,
        unknown,
        several.length,
        nearest === undefined || nearest.length === 0
          ? ''
          : '; nearest to one of them: ' + nearest[0].path + ': ' + nearest[0].reason,
      );
    };
    each('anyOf', (fits, unknown, all, nearest) => {
      if (fits === 0) {
        if (unknown > 0) take(2);
        else wrong('anyOf', it + ' fits none of the alternatives' + nearest);
      }
    });
    each('oneOf', (fits, unknown, all, nearest) => {
      if (fits > 1) wrong('oneOf', it + ' fits more than one of the alternatives');
      else if (unknown > 0) take(2);
      else if (fits === 0) wrong('oneOf', it + ' fits none of the alternatives' + nearest);
    });
    for (let i = 0; schema.allOf !== undefined && i < schema.allOf.length; i += 1) {
      take(judge(schema.allOf[i], value, path, pointer(pointer(at, 'allOf'), i), found, work));
    }
    if (schema.not !== undefined) {
      const not = judge(schema.not, value, path, at, list(), work);
      if (not === 1) wrong('not', it + ' is what is not allowed here');
      else if (not === 2) take(2);
    }
    return verdict;
  };
  // Parts of a value that are looked at.
  const WORK = 20000;
  const argumentsFit = (contract, args, found) => {
    const { names, input } = contract;
    let named = create(null);
    // A tool without parameters may be given them by name all the same.
    if (names === undefined || (names.length === 0 && typeof args[0] === 'object' && args[0] !== null)) {
      named = args[0] === undefined ? named : args[0];
    } else {
      for (let i = 0; i < names.length && i < args.length; i += 1) {
        // A parameter that `undefined` or `null` leaves out is left out.
        if (names[i][1] || (args[i] !== undefined && args[i] !== null)) named[names[i][0]] = args[i];
      }
    }
    return judge(input, named, '', '', found, { __proto__: null, left: WORK, strict: true });
  };
  const FREE = { __proto__: null, type: true, properties: true, required: true, additionalProperties: true };
  // Returns whether a contract has no rule for the argument at this place.
  const isFree = (contract, at) => {
    const { names, input } = contract;
    if (input === true) return true;
    if (names === undefined) return false;
    const rules = keysOf(input);
    for (let i = 0; i < rules.length; i += 1) if (FREE[rules[i]] !== true) return false;
    const own = at < names.length && input.properties !== undefined ? input.properties[names[at][0]] : undefined;
    return own === undefined || own === true;
  };
  const faultText = (fault) => (fault.path || '/') + ': ' + fault.reason + ' (rule ' + fault.schema_path + ')';
  const resultFits = (contract, result, found) =>
    judge(contract.output, result, '', '', found, { __proto__: null, left: WORK, strict: false });
  return { __proto__: null, argumentsFit, isFree, resultFits, faultText };
};
