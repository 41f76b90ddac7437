// @ts-check
// The part of an isolated run that runs in its process, around the code: the objects of tools, the console,
// and the messages. It is not a guard: the other side copies, judges and records each call that it receives.
//
// Messages that are sent, each a text of JSON:
//   {"turn":[[ID,SPACE,TOOL,ARGUMENTS],…],"timers":N}   the calls of one turn; also after each answer
//   {"line":{"level":…,"at":0,"args":[…]}}               a line of the console
//   {"unsettled":PATH}                                    the promise in the result that is waited for
//   {"end":{"state":"value","value":…}}                  the code has returned; or `thrown`, `large`
// Messages that are received: {"answers":[[ID,"value",VALUE],[ID,"error",{…}],…]}.
(host, options, dataOf, encodeOf, recordOf, decodeOf) => {
  'use strict';
  // The parts of the language by the names that `bootstrap.js` gives them in a page; a part that this realm lacks is
  // undefined.
  const part = (path) => {
    const isGetter = path.startsWith('get '),
      names = (isGetter ? path.slice(4) : path).split('.');
    const last = isGetter ? names.pop() : undefined;
    let found = globalThis;
    for (let i = 0; i < names.length && found !== undefined && found !== null; i += 1) found = found[names[i]];
    if (!isGetter) return found;
    return found === undefined ? undefined : Object.getOwnPropertyDescriptor(found, last)?.get;
  };
  const views = Object.getPrototypeOf(Uint8Array.prototype);
  const special = {
    __proto__: null,
    window: globalThis,
    toStringTag: Symbol.toStringTag,
    'get TypedArray': Object.getOwnPropertyDescriptor(views, Symbol.toStringTag).get,
    'get TypedArray.length': Object.getOwnPropertyDescriptor(views, 'length').get,
  };
  const parts = new Proxy(special, { get: (own, path) => (path in own ? own[path] : part(path)) });
  const data = dataOf(parts);
  const { list, cut, plainQuote, quoteCut, isError, member } = data;
  const {
    'JSON.parse': parse,
    'JSON.stringify': stringify,
    'Object.create': create,
    'Object.keys': keysOf,
    setTimeout: later,
    toStringTag: tagSymbol,
  } = parts;
  const send = host.send;
  const bytes = new TextEncoder();
  const shortly = (text) => {
    let more = 0;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 127) more += code < 2048 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
    }
    return more;
  };
  const beyondAscii = (text) => (text.length < 64 ? shortly(text) : bytes.encode(text).length - text.length);
  const isLimit = (error) => host.limit(error) !== undefined;
  const { encode, encodeSmall, partsOf, large: LARGE } = recordOf(parts, data, encodeOf, beyondAscii, isLimit);
  const decode = decodeOf({ __proto__: null, parts, list });

  // Calls. Those of one turn are one message.
  const open = { __proto__: null };
  // Characters of the calls of one message; longer turns are several.
  const TURN = 1048576;
  // Characters of one part of a long result.
  const PART = 1048576;
  let made = 0,
    turn = '',
    isDue = false,
    isOver = false;
  const flush = () => {
    isDue = false;
    if (isOver) return;
    const calls = turn;
    turn = '';
    send('{"turn":[' + calls + '],"timers":' + host.timers() + '}');
  };
  const schedule = () => {
    if (isDue || isOver) return;
    isDue = true;
    later(flush, 0);
  };
  // Sets a member of an error that its class would have: it is not listed.
  const put = (error, name, value) => {
    Object.defineProperty(error, name, { __proto__: null, value, configurable: true, writable: true });
  };
  const refused = (error, name, message) => {
    put(error, 'name', name);
    put(error, 'message', message);
    return error;
  };
  const bind =
    (space, name) =>
    (...all) => {
      // Its stack is the call's.
      const error = new Error('');
      return new Promise((resolve, reject) => {
        const where = { __proto__: null, path: '', wire: true };
        let args;
        try {
          args = encode(all, options.callBytes, where, list());
        } catch (why) {
          if (why !== LARGE && !isLimit(why)) throw why;
          const reason =
            why === LARGE
              ? 'are longer than ' + options.callBytes + ' bytes of JSON (passed at ' + where.path + ')'
              : 'need more than the ' + host.limit(why) + ' that is left of the limit to be written';
          reject(refused(error, 'ToolArguments', name + ' was not called: its arguments ' + reason + '; pass less'));
          return;
        }
        made += 1;
        open[made] = { __proto__: null, resolve, reject, error };
        if (turn.length + args.length > TURN) flush();
        turn +=
          (turn === '' ? '' : ',') + '[' + made + ',' + plainQuote(space) + ',' + plainQuote(name) + ',' + args + ']';
        schedule();
      });
    };
  // The error that a call throws: of the tool, or of a guard.
  const thrownOf = (call, given) => {
    const value = given.value === undefined ? undefined : decode(given.value);
    if (given.value !== undefined && !isError(value)) return value;
    const { error } = call;
    refused(error, given.name, given.message);
    if (value !== undefined) {
      const names = keysOf(value);
      for (let i = 0; i < names.length; i += 1) error[names[i]] = value[names[i]];
      if (value.errors !== undefined) put(error, 'errors', value.errors);
      if ('cause' in value) put(error, 'cause', value.cause);
    }
    if (given.errors) put(error, 'errors', decode(given.errors));
    if (given.stack) put(error, 'siteStack', given.stack);
    return error;
  };
  const receive = (text) => {
    const { answers } = parse(text);
    for (let i = 0; i < answers.length; i += 1) {
      const [id, kind, given] = answers[i],
        call = open[id];
      if (call === undefined) continue;
      delete open[id];
      try {
        if (kind === 'value') call.resolve(decode(given));
        else call.reject(thrownOf(call, given));
      } catch (error) {
        call.reject(error);
      }
    }
    schedule();
  };

  // The console.
  const began = performance.now();
  const now = () => performance.now() - began;
  let lineBytes = 0,
    lineCount = 0;
  const say = (level, values) => {
    if (isOver) return;
    let text = '';
    // The other side counts lines beyond its limits, and only needs their number.
    if (lineCount < options.consoleLines && lineBytes <= options.consoleBytes) {
      for (let i = 0; i < values.length; i += 1) {
        if (text.length > options.consoleBytes) {
          text += ',{"$type":"truncated","reason":"size"}';
          break;
        }
        text +=
          (i ? ',' : '') +
          (isError(values[i])
            ? '{"$type":"error",' + partsOf(values[i]) + '}'
            : encodeSmall(values[i], options.itemBytes));
      }
    }
    lineCount += 1;
    lineBytes += text.length;
    send('{"line":{"level":"' + level + '","at":' + now() + ',"args":[' + text + ']}}');
  };
  host.onconsole = say;
  // An exception that nothing caught ends no run.
  host.onerror = (error) => say('error', ['not caught:', error]);
  host.onrejection = (error) => say('warn', ['a promise was rejected and nothing handles it; await it:', error]);

  // The object of a site's tools, or of the program's.
  const missing = list();
  const readOnly = (space) => (target, name) => {
    throw new TypeError(
      space + ' holds tools and cannot be changed: ' + cut(typeof name === 'symbol' ? 'symbol' : name, 100),
    );
  };
  const spaceOf = (space, names) => {
    const tools = create(null),
      fixed = readOnly(space);
    for (let i = 0; i < names.length; i += 1) tools[names[i]] = true;
    const toolOf = (name) => (tools[name] === true ? (tools[name] = bind(space, name)) : tools[name]);
    return new Proxy(create(null), {
      __proto__: null,
      get: (target, name) => {
        if (typeof name === 'symbol') return name === tagSymbol ? space : undefined;
        const tool = toolOf(name);
        if (!tool && missing.length < 20) {
          const full = space === 'global' ? name : space + '.' + name;
          if (!member(missing, full)) missing[missing.length] = full;
        }
        return tool;
      },
      has: (target, name) => typeof name === 'string' && name in tools,
      ownKeys: () => keysOf(tools),
      getOwnPropertyDescriptor: (target, name) =>
        typeof name === 'string' && name in tools
          ? { __proto__: null, value: toolOf(name), enumerable: true, configurable: true, writable: false }
          : undefined,
      set: fixed,
      deleteProperty: fixed,
      defineProperty: fixed,
      setPrototypeOf: fixed,
      preventExtensions: () => false,
    });
  };

  // The end.
  const end = (text) => {
    if (isOver) return;
    host.reportRejections();
    // Calls that nobody waits for are made all the same.
    if (turn !== '') flush();
    isOver = true;
    const message = '{"end":{' + text + '}}';
    // One message has a limit, which a result may pass.
    if (message.length <= PART) send(message);
    else {
      for (let from = 0; from < message.length;) {
        let next = Math.min(from + PART, message.length);
        // No part ends between the two halves of a character.
        const last = message.charCodeAt(next - 1);
        if (next < message.length && last >= 0xd800 && last < 0xdc00) next -= 1;
        send('{"part":' + stringify(message.slice(from, next)) + ',"last":' + (next >= message.length) + '}');
        from = next;
      }
    }
  };
  const limitOf = (error) => {
    const limit = host.limit(error);
    return limit === undefined ? '' : ',"limit":' + plainQuote(limit);
  };
  const fail = (error, path, isSyntax) => {
    let names = '';
    for (let i = 0; i < missing.length; i += 1) names += (i ? ',' : '') + quoteCut(missing[i], 128);
    end(
      '"state":"thrown"' +
        (isSyntax ? ',"syntax":true' : '') +
        limitOf(error) +
        (path === undefined ? '' : ',"path":' + plainQuote(path)) +
        ',"error":{' +
        partsOf(error) +
        ',"isError":' +
        isError(error) +
        ',"value":' +
        encodeSmall(error, options.itemBytes) +
        '},"missing":[' +
        names +
        ']',
    );
  };
  const ROUNDS = 100;
  // Waits for the promises in the result, as if the code had.
  const succeed = async (value) => {
    const states = new Map();
    let first, unsettled;
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const promises = list(),
          where = { __proto__: null, path: '', unwritten: false };
        let text;
        try {
          text = encode(value, options.bytes, where, promises, states);
        } catch (error) {
          if (error !== LARGE) throw error;
          end('"state":"large","path":' + plainQuote(where.path));
          return;
        }
        if (promises.length === 0) {
          end('"state":"value"' + (first === undefined ? '' : ',"path":' + plainQuote(first)) + ',"value":' + text);
          return;
        }
        first ??= promises[0].path;
        for (let i = 0; i < promises.length; i += 1) {
          unsettled = promises[i].path;
          send('{"unsettled":' + quoteCut(unsettled, 500) + '}');
          states.set(promises[i].value, { __proto__: null, value: await promises[i].value });
        }
      }
      throw new TypeError('a part of the result gives another promise each time that it is read; return its value');
    } catch (error) {
      fail(error, unsettled);
    }
  };
  // Sets a global that code cannot replace by mistake.
  const share = (name, value) => {
    Object.defineProperty(globalThis, name, {
      __proto__: null,
      value,
      configurable: false,
      enumerable: false,
      writable: false,
    });
  };
  for (let i = 0; i < options.spaces.length; i += 1) {
    share(options.spaces[i].name, spaceOf(options.spaces[i].name, options.spaces[i].tools));
  }
  host.onmessage = receive;
  return async () => {
    let code, value;
    try {
      code = host.compile();
    } catch (error) {
      fail(error, undefined, true);
      return;
    }
    try {
      value = await code();
    } catch (error) {
      fail(error);
      return;
    }
    await succeed(value);
  };
};
