// @ts-check
// Calls of an isolated run, which has its code elsewhere: a command starts calls and answers with the
// settled ones. The other side is `isolated/page.rs`. `harness.js` takes it in. The rule of `harness/mod.rs` holds.
//
//   calls(RUN, OPTIONS, CALLS, GOT, WAIT)   CALLS is JSON: [[ID, TOOL, ARGUMENTS, PERMITTED],…]
//
// It answers when one of the open calls has settled, after WAIT milliseconds, or at once if WAIT is negative: then it
// aborts the open calls. An answer is repeated until its identifier is in GOT, because an answer can be lost to a
// dialog.
(kit) => {
  'use strict';
  const {
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
    decode,
    large: LARGE,
    callerOf,
    redefined,
    replaced,
    webMcp,
    place,
  } = kit;
  const {
    window,
    Map,
    Promise,
    TypeError,
    'Object.create': create,
    'Map.prototype.set': setState,
    'Promise.prototype.then': then,
    setTimeout: later,
    clearTimeout: cancel,
  } = parts;
  // Looks at a result whose parts are promises, each of whose values may hold further ones.
  const ROUNDS = 100;
  // Turns of promises after the first call that has settled, in which others that are made at once settle as well.
  // A page that changes its address later than its tool answers often does so in them.
  const TURNS = 32;
  let current;

  // The JSON of a result, whose promises are waited for.
  const written = async (value, limit) => {
    const states = new Map();
    let first;
    for (let round = 0; round < ROUNDS; round += 1) {
      const promises = list(),
        where = { __proto__: null, path: '', wire: true };
      let text;
      try {
        text = encode(value, limit, where, promises, states);
      } catch (error) {
        if (error !== LARGE) throw error;
        return '"state":"large","path":' + plainQuote(where.path);
      }
      if (promises.length === 0) {
        return '"state":"returned","value":' + text + (first === undefined ? '' : ',"path":' + plainQuote(first));
      }
      first ??= promises[0].path;
      for (let i = 0; i < promises.length; i += 1) {
        const state = await sure(
          new Promise((done, refuse) => {
            apply(then, promises[i].value, [(value) => done({ __proto__: null, value }), refuse]);
          }),
        );
        apply(setState, states, [promises[i].value, state]);
      }
    }
    throw new TypeError('a part of the result gives another promise each time that it is read');
  };
  const begin = (id, options) => ({
    __proto__: null,
    id,
    options,
    url: place.href,
    caller: callerOf(options),
    settled: list(),
    open: 0,
    wake: undefined,
  });
  const settle = (run, id, text) => {
    run.open -= 1;
    run.settled[run.settled.length] = { __proto__: null, id, text };
    if (run.wake) run.wake();
  };
  const make = async (run, id, name, wanted, permitted) => {
    const note = { __proto__: null, isWebMcp: false, unsure: false };
    let text;
    try {
      const args = decode(wanted);
      const result = await sure(run.caller.perform(name, args, false, permitted, note));
      text = await sure(written(result.value, run.options.bytes));
    } catch (error) {
      if (error === replaced) text = '"state":"replaced"';
      else if (error === redefined) text = '"state":"redefined"';
      else
        text =
          '"state":"threw","error":{' + partsOf(error) + ',"value":' + encodeSmall(error, run.options.itemBytes) + '}';
    }
    settle(run, id, '{' + text + (note.isWebMcp ? ',"webmcp":true' : '') + (note.unsure ? ',"unsure":true' : '') + '}');
  };
  const refused = (id, state, found) =>
    '{"run":' + plainQuote(id) + ',"state":"' + state + '","found":' + plainQuote(found) + '}';
  const answer = (run) => {
    let text =
      '{"run":' +
      plainQuote(run.id) +
      ',"state":"calls","origin":' +
      plainQuote(place.origin) +
      (run.options.follow ? ',"webmcp":' + plainQuote(webMcp.version()) : '') +
      (place.href === run.url ? '' : ',"moved":' + quoteCut(place.href, URL_LENGTH)) +
      ',"settled":[';
    for (let i = 0; i < run.settled.length; i += 1) {
      // The others come with the next answer.
      if (i && text.length + run.settled[i].text.length > run.options.bytes) break;
      text += (i ? ',' : '') + '[' + run.settled[i].id + ',' + run.settled[i].text + ']';
    }
    return text + ']}';
  };
  const forget = (run, got) => {
    const left = list(),
      gone = create(null);
    for (let i = 0; i < got.length; i += 1) gone[got[i]] = true;
    for (let i = 0; i < run.settled.length; i += 1) {
      if (gone[run.settled[i].id] !== true) left[left.length] = run.settled[i];
    }
    run.settled = left;
  };
  const waited = async (run, wait) => {
    let timer;
    if (run.settled.length === 0 && run.open > 0) {
      await sure(
        new Promise((done) => {
          run.wake = () => done(undefined);
          timer = apply(later, window, [run.wake, wait]);
        }),
      );
    }
    run.wake = undefined;
    if (timer !== undefined) apply(cancel, window, [timer]);
    for (let turn = 0; turn < TURNS && run.open > 0; turn += 1) await undefined;
    return answer(run);
  };
  return (id, options, wanted, got, wait) => {
    if (current === undefined || current.id !== id) {
      if (options === undefined) return refused(id, 'unknown', '');
      if (options.origin !== undefined && place.origin !== options.origin) return refused(id, 'origin', place.origin);
      // Tools that have changed since they were listed are listed again first.
      if (options.version !== undefined && options.version !== webMcp.version()) return refused(id, 'stale', '');
      if (current !== undefined) current.caller.abort();
      current = begin(id, options);
    }
    const run = current;
    forget(run, got);
    if (wait < 0) {
      run.caller.abort();
      return answer(run);
    }
    const calls = bare(parse(wanted));
    for (let i = 0; i < calls.length; i += 1) {
      run.open += 1;
      make(run, calls[i][0], calls[i][1], calls[i][2], calls[i][3]);
    }
    return own(waited(run, wait));
  };
};
