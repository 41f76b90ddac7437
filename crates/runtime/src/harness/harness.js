// @ts-check
// The part of the harness that runs in the page. `harness/mod.rs` installs it once in a document, and then every run
// is a call of it:
//
//   return (INSTALLED).begin(OPTIONS)(()=>Error(),function(){return((global,console,alert,confirm,prompt)=>async()=>{
//   CODE
//   })})
//
// It answers with one string of JSON, the envelope that `envelope.rs` reads. The options come before the code, which
// could otherwise end its function and give its own. It shares a realm with the page: the rule in `harness/mod.rs`
// has the consequences. `bootstrap.js` gives access to it, and `channel.send`, if present, takes texts out of the
// page at once.
//
// `parts` has the parts that the page may replace, as they were when `bootstrap.js` ran. `webMcpOf` is the function
// of `tools.js`. Of `secrets`, `key` is the property with which `shim.js` shares its data with holders of `pass`, and
// `secret` has two numbers that the page does not know. The other parameters are the functions of the files next to
// this one.
(channel, parts, secrets, webMcpOf, encodeOf, dataOf, recordOf, decodeOf, callerIn, callsOf) => {
  'use strict';
  const {
    window,
    toStringTag: tagSymbol,
    Error,
    Map,
    Promise,
    Proxy,
    TypeError,
    'Reflect.apply': apply,
    'Object.create': create,
    'Object.freeze': freeze,
    'Object.keys': keysOf,
    'JSON.stringify': stringify,
    'JSON.parse': parse,
    'Function.prototype.toString': functionText,
    'Promise.prototype.then': then,
    'String.prototype.indexOf': indexOf,
    'String.prototype.slice': slice,
    'String.prototype.includes': includes,
    'Map.prototype.set': setState,
    'Performance.prototype.now': tick,
    setTimeout: later,
    clearTimeout: cancel,
  } = parts;
  const { performance: clock } = parts,
    { key, pass, secret } = secrets;
  // Neither it nor its `origin` can be replaced: it is the document's own, whatever the page defines.
  const place = location;

  // Characters of the page's address in an answer.
  const URL_LENGTH = 4096;

  // Looks at a result whose parts are promises, each of whose values may hold further ones.
  const ROUNDS = 100;
  // Milliseconds between two looks at the tools that the page registers.
  const LOOK = 100;
  // Turns of promises in which a run that does not wait for anything is over.
  const TURNS = 8;
  // Stands before the code in the text of its function, and around that function in the text of the one that makes it.
  const HEAD = '(global,console,alert,confirm,prompt)=>async()=>{'.length,
    AROUND = 'function(){return()}'.length;
  const data = dataOf(parts);
  const { list, bare, copyOf, jsonOf, cut, plainQuote, quoteCut, read, isError, own, sure, member, put } = data;
  const { encode, encodeSmall, partsOf, large: LARGE } = recordOf(parts, data, encodeOf);

  // Returns the objects that may hold a tool: the page's own `global` if it has one, else the window; a name with dots
  // may be a path.
  const holders = () => {
    const roots = list();
    let own;
    try {
      own = window.global;
    } catch {
      /* There is none. */
    }
    if (own !== null && typeof own === 'object' && own !== window) roots[0] = own;
    roots[roots.length] = window;
    return roots;
  };
  const findFunction = (name) => {
    const roots = holders();
    for (let r = 0; r < roots.length; r += 1) {
      const found = read(roots[r], name);
      if (typeof found === 'function') return { __proto__: null, holder: roots[r], tool: found };
      let holder = roots[r],
        at = 0,
        dot;
      while ((dot = apply(indexOf, name, ['.', at])) >= 0 && holder !== null && holder !== undefined) {
        holder = read(holder, apply(slice, name, [at, dot]));
        at = dot + 1;
      }
      if (at > 0 && holder !== null && holder !== undefined) {
        const last = read(holder, apply(slice, name, [at]));
        if (typeof last === 'function') return { __proto__: null, holder, tool: last };
      }
    }
    return undefined;
  };
  const isBuiltIn = (one) => {
    try {
      // A bound function of the page has the same text, but without a name.
      const text = apply(functionText, one, []);
      return (
        apply(includes, text, ['[native code]']) &&
        !apply(includes, text, ['function (']) &&
        !apply(includes, text, ['function() '])
      );
    } catch {
      return false;
    }
  };
  // Returns whether the page defines a function of this name; the browser has functions of its own, such as `find`.
  const defines = (name) => {
    const found = findFunction(name);
    return found !== undefined && !isBuiltIn(found.tool);
  };
  // Are thrown for a tool that is not the one that was listed: its registration, or its function.
  const redefined = { __proto__: null },
    changed = { __proto__: null };
  const webMcp = webMcpOf({
    __proto__: null,
    parts,
    key,
    pass,
    secret,
    read,
    cut,
    plainQuote,
    quoteCut,
    isError,
    apply,
    stringify,
    parse,
    member,
    redefined,
    list,
    own,
    sure,
    put,
    jsonOf,
    defines,
  });

  const callerOf = callerIn({
    __proto__: null,
    parts,
    apply,
    list,
    sure,
    put,
    bare,
    jsonOf,
    stringify,
    parse,
    isBuiltIn,
    findFunction,
    webMcp,
    redefined,
    replaced: changed,
  });
  const serve = callsOf({
    __proto__: null,
    parts,
    apply,
    list,
    sure,
    own,
    bare,
    parse,
    plainQuote,
    quoteCut,
    urlLength: URL_LENGTH,
    partsOf,
    encode,
    encodeSmall,
    decode: decodeOf({ __proto__: null, parts, list }),
    large: LARGE,
    callerOf,
    redefined,
    replaced: changed,
    webMcp,
    place,
  });

  let current;
  const begin = (options) => (mark, make) => run(options, mark, make);
  const EMPTY = ',"console":[],"consoleDropped":0,"calls":[],"callsDropped":0}';
  const run = (options, mark, make) => {
    // The caller of the run before may have gone away.
    if (current !== undefined) current.quit();
    if (options.origin !== undefined && place.origin !== options.origin) {
      return '{"run":"' + options.run + '","state":"origin","found":' + plainQuote(place.origin) + EMPTY;
    }
    // Tools that have changed since they were listed are listed again first.
    if (options.version !== undefined && options.version !== webMcp.version()) {
      return '{"run":"' + options.run + '","state":"stale"' + EMPTY;
    }
    // Code that ends its function too early leaves another text here.
    let code,
      source,
      around = '';
    try {
      around = apply(functionText, make, []);
      code = make();
      source = apply(functionText, code, []);
    } catch {
      source = '(global';
    }
    const readable = typeof source === 'string' && apply(slice, around, [0, 11]) === 'function(){';
    if (readable && (source.length !== options.length || around.length !== options.length + AROUND)) {
      return '{"run":"' + options.run + '","state":"closed"' + EMPTY;
    }
    // Returns whether the code may name this parameter of its function: `eval` and an escape may spell any.
    const named = (name) =>
      !readable ||
      apply(includes, source, [name, HEAD]) ||
      apply(includes, source, ['eval', HEAD]) ||
      apply(includes, source, ['\\u', HEAD]);
    const started = apply(tick, clock, []),
      url = place.href;
    const now = () => apply(tick, clock, []) - started;

    // State of the run. Its entries are text already, so that no code can change them afterwards.
    let over = false;
    const lines = list(),
      calls = list(),
      missing = list();
    let lineBytes = 0,
      linesDropped = 0,
      callBytes = 0,
      callsDropped = 0;

    // Tells what happens by the channel, from the first call of a tool on, because the document may go away with it:
    // the lines of the console as they come, the beginning and the end of each call. `events.rs` reads it.
    let linesTold = -1;
    const note = (what, text) => channel.send('["' + what + '","' + options.run + '",' + text + ']');
    const noteLines = () => {
      for (; linesTold >= 0 && linesTold < lines.length; linesTold += 1) note('line', lines[linesTold]);
    };
    const noteCall = (index, call) => {
      if (!channel.send) return;
      if (linesTold < 0) linesTold = 0;
      noteLines();
      note(
        'call',
        index +
          ',{"tool":' +
          plainQuote(call.name) +
          ',"args":' +
          call.args +
          ',"at":' +
          call.at +
          ',"ms":0,"outcome":{"state":"pending"}}',
      );
    };
    const noteEnd = (index, call) => {
      if (channel.send && !over) note('end', index + ',' + (call.ended - call.at) + ',' + call.outcome);
    };

    const say = (level, values) => {
      if (over) return;
      if (lines.length >= options.consoleLines || lineBytes > options.consoleBytes) {
        linesDropped += 1;
        return;
      }
      let text = '';
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
      lineBytes += text.length;
      lines[lines.length] = '{"level":"' + level + '","at":' + now() + ',"args":[' + text + ']}';
      noteLines();
    };
    const before = (first, values) => {
      const all = list();
      all[0] = first;
      for (let i = 0; i < values.length; i += 1) all[i + 1] = values[i];
      return all;
    };
    const counts = create(null),
      timers = create(null);
    const consoleOf = () => ({
      log: (...all) => say('log', all),
      info: (...all) => say('info', all),
      warn: (...all) => say('warn', all),
      error: (...all) => say('error', all),
      debug: (...all) => say('debug', all),
      trace: (...all) => say('debug', all),
      dir: (value) => say('log', [value]),
      dirxml: (...all) => say('log', all),
      table: (value) => say('log', [value]),
      group: (...all) => say('log', all),
      groupCollapsed: (...all) => say('log', all),
      groupEnd() {},
      clear() {},
      assert: (fact, ...all) => {
        if (!fact) say('error', before('Assertion failed:', all));
      },
      count: (label = 'default') => {
        const name = '' + label;
        counts[name] = (counts[name] ?? 0) + 1;
        say('info', [name + ': ' + counts[name]]);
      },
      countReset: (label = 'default') => {
        counts['' + label] = 0;
      },
      time: (label = 'default') => {
        timers['' + label] = now();
      },
      timeLog: (label = 'default', ...all) =>
        say('info', before(label + ': ' + (now() - timers['' + label]) + ' ms', all)),
      timeEnd: (label = 'default') => say('info', [label + ': ' + (now() - timers['' + label]) + ' ms']),
    });

    const caller = callerOf(options);
    const tools = create(null);

    let finished, settle, answer, timer;
    const expectAnswer = () => {
      answer = own(
        new Promise((resolve) => {
          settle = resolve;
        }),
      );
    };
    expectAnswer();
    // The tools that the guards have judged, as a version; undefined if nobody follows them. While the guards judge
    // others, `judged` is a promise that settles if they allow them; calls wait for it.
    let known = options.follow,
      judged,
      allow;
    const end = (text) => {
      if (finished !== undefined) return;
      if (timer !== undefined) apply(cancel, window, [timer]);
      finished = text;
      settle(channel.seal(text));
    };
    // Answers the host, while the code runs on, if the page registers other tools than those that the guards know.
    const TOOLS = '{"run":"' + options.run + '","state":"tools"' + EMPTY;
    const look = () => {
      if (known === undefined || judged !== undefined || finished !== undefined || webMcp.version() === known) return;
      judged = new Promise((resolve) => {
        allow = resolve;
      });
      settle(channel.seal(TOOLS));
      expectAnswer();
    };

    // The path of the promise in the result that is waited for, as a member of the envelope.
    let unsettled;
    const awaitedAt = () => (unsettled === undefined ? '' : ',"path":' + plainQuote(unsettled));
    // A timer that the page has put in the place of the browser's may call too early.
    const late = () => {
      if (options.deadline - now() <= 1) end(envelope('timeout', awaitedAt()));
      else {
        look();
        arm();
      }
    };
    const isOver = () => now() > options.deadline;
    const arm = () => {
      const left = options.deadline - now();
      timer = apply(later, window, [late, known !== undefined && left > LOOK ? LOOK : left]);
    };
    // Many a run is over before the page does anything else. It needs no timer, which would cost as much as the run:
    // the turns of promises that are waited for here all come before a timer could.
    const armLate = async () => {
      for (let turn = 0; turn < TURNS; turn += 1) await undefined;
      if (finished === undefined) arm();
    };
    // The error that a call throws that was refused. It is made when the call is, because its stack is the call's. The
    // journal has it in the harness's own words.
    const refuse = (call, error, name, message) => {
      const stack = read(error, 'stack');
      call.denied = '"name":' + plainQuote(name) + ',"message":' + plainQuote(message);
      put(error, 'name', name);
      put(error, 'message', message);
      // The places alone, as other engines write a stack: name and message are members of the error.
      if (typeof stack === 'string' && apply(slice, stack, [0, 6]) === 'Error\n')
        put(error, 'stack', apply(slice, stack, [6]));
      return error;
    };
    // Error that the last failed call has thrown.
    let made = 0,
      last;
    const replacedTool = (call) =>
      refuse(
        call,
        new Error(''),
        'ToolReplaced',
        call.name +
          ' was not called: the page has ' +
          'replaced its function since the tools were taken, and the new one may do something else ' +
          '(rule `replaced` of the ' +
          'policy). The operator of the program changes this with that rule, or opens the page anew',
      );
    const redefinedTool = (call) =>
      refuse(
        call,
        new Error(''),
        'ToolReplaced',
        call.name +
          ' was not called: the page has ' +
          'registered it with another definition since its tools were listed, and it may do something else ' +
          '(rule `redefined` ' +
          'of the policy). The operator of the program changes this with that rule; ' +
          'the new definition is listed after this run',
      );
    const UNSURE =
      'the page changed its tools while this one was called: the answer may be that of another tool ' +
      'than the one that was listed';
    const LIVE =
      'arguments that are not plain data were passed as they are: this record has their content before the call';
    const bind =
      (name) =>
      async (...all) => {
        if (over) throw caller.ended();
        // One copy, which no other code has, is called and recorded.
        const given = copyOf(all),
          { args } = given,
          isLive = given.live.length > 0,
          note = { __proto__: null, isWebMcp: false, unsure: false };
        const call = {
          __proto__: null,
          name,
          args: '',
          at: now(),
          ended: -1,
          outcome: '',
          denied: '',
          isWebMcp: false,
          warnings: '',
        };
        const index = calls.length;
        if (calls.length >= options.calls) callsDropped += 1;
        else {
          call.args =
            callBytes > options.callBytes
              ? '{"$type":"truncated","reason":"size"}'
              : encodeSmall(args, options.itemBytes, !isLive);
          callBytes += call.args.length;
          calls[calls.length] = call;
          noteCall(index, call);
        }
        try {
          made += 1;
          if (made > options.budget) {
            throw refuse(
              call,
              new Error(''),
              'ToolBudget',
              name +
                ' was not called: the run has called ' +
                options.budget +
                ' times, which is its budget (rule `budget`). Divide the work among several runs; ' +
                'a program that sets the budget of its ' +
                'guards may raise it',
            );
          }
          if (isLive) call.warnings = plainQuote(LIVE);
          look();
          if (judged !== undefined) await sure(judged);
          let result;
          try {
            result = await sure(caller.perform(name, args, isLive, '', note));
          } catch (error) {
            if (error === changed) throw replacedTool(call);
            throw error === redefined ? redefinedTool(call) : error;
          } finally {
            call.isWebMcp = note.isWebMcp;
          }
          if (note.unsure) call.warnings += (call.warnings ? ',' : '') + plainQuote(UNSURE);
          call.outcome = '{"state":"returned"}';
          return result.value;
        } catch (error) {
          last = error;
          call.outcome = call.denied
            ? '{"state":"denied",' + call.denied + '}'
            : '{"state":"threw",' + partsOf(error) + '}';
          throw error;
        } finally {
          call.ended = now();
          if (calls[index] === call) noteEnd(index, call);
          look();
          if (judged !== undefined) await sure(judged);
        }
      };
    for (let i = 0; i < options.tools.length; i += 1) tools[options.tools[i]] = true;
    const toolOf = (name) => (tools[name] === true ? (tools[name] = bind(name)) : tools[name]);
    const readOnly = (target, name) => {
      throw new TypeError(
        "global holds the site's tools and cannot be changed: " + cut(typeof name === 'symbol' ? 'symbol' : name, 100),
      );
    };
    const spaceOf = () =>
      new Proxy(create(null), {
        __proto__: null,
        get: (target, name) => {
          if (typeof name === 'symbol') return name === tagSymbol ? 'global' : undefined;
          const tool = toolOf(name);
          if (!tool && missing.length < 20 && !member(missing, name)) missing[missing.length] = name;
          return tool;
        },
        has: (target, name) => typeof name === 'string' && name in tools,
        ownKeys: () => keysOf(tools),
        getOwnPropertyDescriptor: (target, name) =>
          typeof name === 'string' && name in tools
            ? { __proto__: null, value: toolOf(name), enumerable: true, configurable: true, writable: false }
            : undefined,
        set: readOnly,
        deleteProperty: readOnly,
        defineProperty: readOnly,
        setPrototypeOf: readOnly,
        preventExtensions: () => false,
      });

    // The envelope.
    const envelope = (state, rest) => {
      let text =
        '{"run":"' +
        options.run +
        '","state":"' +
        state +
        '"' +
        rest +
        ',"ms":' +
        now() +
        (options.follow === undefined ? '' : ',"webmcp":' + plainQuote(webMcp.version())) +
        (place.href === url ? '' : ',"moved":' + quoteCut(place.href, URL_LENGTH)) +
        ',"console":[';
      for (let i = 0; i < lines.length; i += 1) text += (i ? ',' : '') + lines[i];
      text += '],"consoleDropped":' + linesDropped + ',"calls":[';
      for (let i = 0; i < calls.length; i += 1) {
        const call = calls[i];
        text +=
          (i ? ',' : '') +
          '{"tool":' +
          plainQuote(call.name) +
          ',"args":' +
          call.args +
          ',"at":' +
          call.at +
          ',"ms":' +
          ((call.ended < 0 ? now() : call.ended) - call.at) +
          (call.isWebMcp ? ',"webmcp":true' : '') +
          (call.warnings ? ',"warnings":[' + call.warnings + ']' : '') +
          ',"outcome":' +
          (call.ended < 0 ? '{"state":"pending"}' : call.outcome) +
          '}';
      }
      over = true;
      caller.abort();
      return text + '],"callsDropped":' + callsDropped + '}';
    };
    // WebKit's errors know a line of a script that has no address; its stacks do not. An error that a call has thrown
    // belongs to another script than the code, and so does a frame with an address.
    const placed = (error) => {
      const line = read(error, 'line'),
        column = read(error, 'column');
      const place = isError(error) && error !== last && typeof read(error, 'sourceURL') !== 'string';
      return place && line >>> 0 === line && column >>> 0 === column ? '[' + line + ',' + column + ']' : 'null';
    };
    const failed = (error) => {
      let names = '',
        begin;
      try {
        begin = mark();
      } catch {}
      for (let i = 0; i < missing.length; i += 1) names += (i ? ',' : '') + quoteCut(missing[i], 128);
      return envelope(
        'thrown',
        awaitedAt() +
          ',"error":{' +
          partsOf(error) +
          ',"isError":' +
          isError(error) +
          ',"value":' +
          encodeSmall(error, options.itemBytes) +
          '},"at":' +
          placed(error) +
          ',"mark":' +
          quoteCut(read(begin, 'stack') ?? '', 4096) +
          ',"markAt":' +
          placed(begin) +
          ',"missing":[' +
          names +
          ']',
      );
    };
    // The envelope of a value; undefined while it holds promises whose value is not known. `awaited` is the path of the
    // first of them.
    const valued = (value, promises, states, awaited) => {
      const where = { __proto__: null, path: '', late: isOver, over: false, unwritten: false };
      let text;
      try {
        text = encode(value, options.bytes, where, promises, states);
      } catch (error) {
        if (error !== LARGE) throw error;
        if (where.over) return envelope('timeout', '');
        return envelope('large', ',"path":' + plainQuote(where.path) + (where.unwritten ? ',"unwritten":true' : ''));
      }
      if (promises.length > 0) return undefined;
      return envelope('value', (awaited === undefined ? '' : ',"path":' + plainQuote(awaited)) + ',"value":' + text);
    };
    // Waits for the promises in the result, as if the code had. The run's deadline bounds it, and a rejection is the
    // run's error.
    const awaited = async (value, promises) => {
      const states = new Map(),
        first = promises[0].path;
      for (let round = 0; round < ROUNDS; round += 1) {
        const settling = list();
        for (let i = 0; i < promises.length; i += 1) {
          settling[i] = new Promise((done) => {
            const by = (isRejected) => (value) => done({ __proto__: null, isRejected, value });
            apply(then, promises[i].value, [by(false), by(true)]);
          });
        }
        for (let i = 0; i < promises.length; i += 1) {
          unsettled = promises[i].path;
          const state = await sure(settling[i]);
          if (state.isRejected) throw state.value;
          apply(setState, states, [promises[i].value, state]);
        }
        promises = list();
        const text = valued(value, promises, states, first);
        if (text !== undefined) return text;
      }
      throw new TypeError('a part of the result gives another promise each time that it is read; return its value');
    };
    const succeed = (value) => {
      try {
        const promises = list(),
          text = valued(value, promises, undefined, undefined);
        if (text === undefined) apply(then, own(awaited(value, promises)), [end, fail]);
        else end(text);
      } catch (error) {
        fail(error);
      }
    };

    const dialog = (name, answer) => (text) => {
      say('warn', [name + '() is not shown to anyone: ' + cut(text ?? '', 500)]);
      return answer;
    };
    const fail = (error) => end(failed(error));
    try {
      const running = code(
        named('global') ? spaceOf() : undefined,
        named('console') ? consoleOf() : undefined,
        dialog('alert', undefined),
        dialog('confirm', false),
        dialog('prompt', null),
      )();
      apply(then, own(running), [succeed, fail]);
    } catch (error) {
      fail(error);
    }
    if (finished === undefined) armLate();
    const aged = (text) => now() + ' ' + text;
    // `version` is that of the tools that the guards have judged meanwhile.
    const wait = (version) => {
      if (finished !== undefined) return aged(finished);
      if (version !== undefined) {
        known = version;
        if (judged !== undefined) allow();
        judged = undefined;
      }
      return apply(then, answer, [() => aged(finished ?? TOOLS)]);
    };
    current = {
      __proto__: null,
      id: options.run,
      wait,
      stop: () => (over ? wait() : aged(envelope('running', ''))),
      quit: () => {
        if (!over) end(envelope('running', ''));
      },
    };
    return answer;
  };
  // Answer of a run for a second script, if the first answer is lost: the answer itself, or what there is of it. Each
  // begins with the milliseconds since the run began, by which an older run of the same code can be recognized.
  return freeze({
    __proto__: null,
    begin,
    wait: (id, version) => (current !== undefined && current.id === id ? current.wait(version) : ''),
    list: webMcp.list,
    calls: serve,
    stop: (id) => (current !== undefined && current.id === id ? current.stop() : ''),
  });
};
