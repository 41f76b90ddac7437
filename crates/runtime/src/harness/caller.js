// @ts-check
// How a call reaches a tool of the page: its function, or its registration. `harness.js` and `calls.js` take it in. The
// rule of `harness/mod.rs` holds.
(kit) => {
  'use strict';
  const { parts, apply, list, sure, put, bare, jsonOf, stringify, parse, isBuiltIn, findFunction, webMcp } = kit;
  const {
    AbortController: ownAbort,
    Error,
    'Object.create': create,
    'Function.prototype.toString': functionText,
    'String.prototype.includes': includes,
    'AbortController.prototype.abort': abortNow,
    'get AbortController.prototype.signal': signalOf,
  } = parts;
  // Is thrown for a tool whose function the page has replaced since it was listed. It was not called.
  const REPLACED = kit.replaced;

  // The functions of tools as they were when they were first seen in this document, by name. A page that draws itself
  // anew may make the same function again; one with another text, or a native one that is another, is a replacement.
  const originals = create(null),
    known = create(null);
  const textOf = (tool) => {
    try {
      return apply(functionText, tool, []);
    } catch {
      return '';
    }
  };
  const remember = (name, tool) => {
    originals[name] = { __proto__: null, tool, text: textOf(tool) };
  };
  const isReplaced = (name, tool) => {
    const first = originals[name];
    if (first === undefined || first.tool === tool) return false;
    const text = textOf(tool);
    return text !== first.text || apply(includes, text, ['[native code]']);
  };

  // The registered tools of the previous run, as text and parsed.
  let listedText, listed;
  const registeredTools = (text) => {
    if (text === undefined) return undefined;
    if (text !== listedText) {
      listed = bare(parse(text));
      listedText = text;
    }
    return listed;
  };
  const byName = (want, args) => {
    const input = create(null);
    for (let i = 0; i < want.params.length; i += 1) {
      const name = want.params[i],
        given = i < args.length ? args[i] : undefined;
      const value = given === undefined && want.defaults ? want.defaults[name] : given;
      if (value !== undefined) input[name] = value;
    }
    const all = list();
    all[0] = input;
    return all;
  };
  // A value that is not data goes to a registered tool as the JSON that its `toJSON` gives.
  const plainOf = (args) => {
    const all = list();
    for (let i = 0; i < args.length; i += 1) {
      const text = stringify(args[i]);
      all[i] = text === undefined ? undefined : bare(parse(text));
    }
    return all;
  };

  // The tools of one run. Of `options` it needs tools, webmcp, toolDeadline, toolWait, replaced and redefined.
  return (options) => {
    const webmcp = registeredTools(options.webmcp),
      marks = create(null);
    // Of the tools that the page registers, the declared ones are looked for as functions first.
    const registered = (name) => (webmcp === undefined ? undefined : webmcp[name]);
    // Calls of registered tools end with their run. Most runs make none.
    let stop,
      isOver = false;
    const stopSignal = () => apply(signalOf, (stop ??= new ownAbort()), []);
    const ended = () => new Error('the run that holds this tool has ended');
    const find = (name) => {
      const want = registered(name);
      // The definition that may be called: the one that was listed, or the one that was decided on since.
      if (want && options.redefined > 0) marks[name] ??= { __proto__: null, mark: want.mark, found: want.mark };
      const call =
        want &&
        (async (args, isLive) => {
          const input = want.params ? byName(want, args) : args;
          return await sure(
            webMcp.call(want, isLive ? plainOf(input) : jsonOf(input), stopSignal(), options.toolDeadline, marks[name]),
          );
        });
      if (want && !want.declared) return { __proto__: null, holder: undefined, tool: call, isWebMcp: true };
      const found = findFunction(name);
      // The window has functions of its own, such as `find` and `open`, that are not tools.
      return call && (found === undefined || isBuiltIn(found.tool))
        ? { __proto__: null, holder: undefined, tool: call, isWebMcp: true }
        : found;
    };
    const undefinedTool = (name) => {
      let text = '',
        count = 0;
      for (let i = 0; i < options.tools.length && count < 12; i += 1) {
        if (find(options.tools[i])) {
          text += (count ? ', ' : '') + options.tools[i];
          count += 1;
        }
      }
      const waited = webMcp.waited();
      const error = new Error(
        'the page does not define the tool ' +
          stringify(name) +
          ' that its webagents.md declares' +
          (waited > 0 ? ', and did not within ' + (waited - (waited % 1)) + ' ms; ' : '; ') +
          (count ? 'it defines ' + text : 'it defines none of the declared tools'),
      );
      put(error, 'name', 'ToolNotDefined');
      return error;
    };
    // Returns whether the page may still define the function of a declared tool: there is none, or only a built-in of
    // this name.
    const isLate = (name, its) =>
      options.toolWait > 0 &&
      originals[name] === undefined &&
      (its === undefined || (!its.isWebMcp && isBuiltIn(its.tool)));
    const arrived = async (name) => {
      let its;
      await sure(
        webMcp.arrival(async () => {
          its = find(name);
          return !isLate(name, its);
        }, options.toolWait),
      );
      return its;
    };
    for (let i = 0; i < options.tools.length; i += 1) {
      const name = options.tools[i];
      // The first run that knows a tool takes its function.
      if (known[name] !== undefined) continue;
      known[name] = true;
      const its = find(name);
      if (its && !isLate(name, its)) remember(name, its.tool);
    }
    // Calls a tool. `note` gets `isWebMcp`, and `unsure` if the answer may come from another tool. A change that was
    // permitted, which is "replaced" or "redefined", no longer counts as one.
    const perform = async (name, args, isLive, permitted, note) => {
      let its = find(name);
      if (isLate(name, its)) {
        its = await sure(arrived(name));
        if (isOver) throw ended();
      }
      if (!its) throw undefinedTool(name);
      note.isWebMcp = its.isWebMcp === true;
      if (originals[name] === undefined) remember(name, its.tool);
      if (options.replaced > 0 && isReplaced(name, its.tool)) {
        if (permitted !== 'replaced') throw REPLACED;
        remember(name, its.tool);
      }
      if (permitted === 'redefined' && marks[name]) marks[name].mark = marks[name].found;
      const result = await (its.isWebMcp ? sure(its.tool(args, isLive)) : apply(its.tool, its.holder, args));
      if (marks[name]?.unsure) {
        marks[name].unsure = false;
        note.unsure = true;
      }
      // In a box, because a promise tests whether an object is a promise.
      return { __proto__: null, value: result };
    };
    const abort = () => {
      isOver = true;
      if (stop !== undefined) apply(abortNow, stop, [ended()]);
    };
    return { __proto__: null, perform, abort, ended };
  };
};
