// @ts-check
// The part of WebMCP that a page must meet before its own scripts run: `webmcp/mod.rs` has it run first in every
// document.
//
// Where the browser has `document.modelContext`, registrations pass through here on their way to it, so that what
// the browser drops can be had: the error that a tool threw, its output schema, the kind of its result. Where the
// browser has none, this is it, as the specification and Chromium 156 have it. In both, pages that were written for
// earlier shapes (`navigator.modelContext`, `automationDelegate`) find them.
//
// The function under the window's property `key` returns its data to `tools.js` in this and in other documents of the
// origin: only callers with `pass` get it, which neither the page nor code knows. The rule of `harness/mod.rs` holds:
// saved tools and waiting calls are not looked up on a prototype of the page.
(key, pass, contextOf) => {
  'use strict';
  if (!globalThis.isSecureContext || typeof Document !== 'function' || Object.hasOwn(globalThis, key)) return;
  const { apply, get: reflectGet, defineProperty, setPrototypeOf } = Reflect;
  const { getOwnPropertyDescriptor, getOwnPropertyNames: ownNames, freeze, keys: keysOf, create } = Object;
  const { parse, stringify } = JSON,
    { isArray } = Array;
  const { toWellFormed } = String.prototype;
  const { addEventListener } = EventTarget.prototype;
  const { preventDefault, stopImmediatePropagation } = Event.prototype;
  const { getAttribute, querySelectorAll } = Element.prototype;
  const { removeChild, insertBefore } = Node.prototype,
    findInDocument = Document.prototype.querySelectorAll;
  const getterOf = (type, name) => getOwnPropertyDescriptor(type.prototype, name).get;
  const targetOf = getterOf(Event, 'target'),
    parentOf = getterOf(Node, 'parentNode'),
    nextOf = getterOf(Node, 'nextSibling');
  const ownTimeout = setTimeout,
    ownForm = HTMLFormElement;
  const { then } = Promise.prototype;
  const { abort } = AbortController.prototype;
  const signalOf = getOwnPropertyDescriptor(AbortController.prototype, 'signal').get;
  const ownAbort = AbortController,
    ownError = DOMException,
    ownMap = Map,
    ownPromise = Promise,
    ownProxy = Proxy,
    ownTop = top,
    ownTypeError = TypeError;
  const ownConsole = console,
    say = console.warn;
  const unbound =
    (method) =>
    (self, ...all) =>
      apply(method, self, all);
  const get = unbound(Map.prototype.get),
    set = unbound(Map.prototype.set),
    has = unbound(Map.prototype.has);
  const remove = unbound(Map.prototype.delete),
    each = unbound(Map.prototype.forEach);
  // A list that triggers no setter of an index.
  const list = () => {
    const made = [];
    setPrototypeOf(made, null);
    return made;
  };
  // Waits for a promise of our own, or of the browser's, without the page's definition of a promise. A promise that
  // cannot be marked so is the page's.
  const after = (promise, good, bad) => {
    defineProperty(promise, 'constructor', { __proto__: null, value: undefined, configurable: true });
    return apply(then, promise, [good, bad]);
  };
  const onAbort = (signal, call) => {
    if (signal !== undefined && signal !== null) apply(addEventListener, signal, ['abort', () => call()]);
  };
  // A description of a property that the page's `Object.prototype` has no part in.
  const descriptor = (found) => {
    const out = { __proto__: null },
      names = keysOf(found);
    for (let i = 0; i < names.length; i += 1) out[names[i]] = found[names[i]];
    return out;
  };

  const native = getOwnPropertyDescriptor(Document.prototype, 'modelContext')?.get;
  // Facts about a tool that the browser does not keep, by name.
  const facts = new Map();
  const expected = list();
  let serial = 0;

  const failure = (name, message) => new ownError(message, name);
  const unknown = (message) => failure('UnknownError', message);
  const GONE = 'The operation failed for an unknown transient reason (e.g. out of memory).';
  const FAILED = 'Tool was executed but the invocation failed. For example, the script function threw an error';
  const read = (object, name) => {
    try {
      return object?.[name];
    } catch {
      return undefined;
    }
  };
  // A function whose text equals the text of the browser's own, as with every callable proxy.
  const asNative = (one) => new ownProxy(one, { __proto__: null });
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

  // A promise of our own, to be awaited without the page's definition of a promise.
  const sure = (promise) => {
    defineProperty(promise, 'constructor', { __proto__: null, value: ownPromise });
    return promise;
  };
  // Only a promise can be asked for its reactions.
  const isPromise = (value) => {
    try {
      apply(then, value, [undefined, () => {}]);
      return true;
    } catch {
      return false;
    }
  };
  const settled = (promise) =>
    new ownPromise((done, refuse) => {
      apply(then, promise, [(value) => done({ __proto__: null, value }), refuse]);
    });
  // Looks at a result whose parts are promises, each of whose values may hold further ones.
  const ROUNDS = 100;
  // The value of a result. The browser makes `{}` of a promise in it, so a result with promises becomes its JSON, with
  // their values in their places.
  const withoutPromises = async (value) => {
    const states = new ownMap();
    for (let round = 0; round < ROUNDS; round += 1) {
      const open = list();
      const text = stringify(value, (name, part) => {
        while (isObject(part) && isPromise(part)) {
          if (!has(states, part)) {
            open[open.length] = part;
            return undefined;
          }
          part = get(states, part);
          const json = isObject(part) ? part.toJSON : undefined;
          if (typeof json === 'function') part = apply(json, part, [name]);
        }
        return part;
      });
      if (open.length === 0) {
        const isEmpty = text === undefined;
        return { __proto__: null, isEmpty, value: round === 0 || isEmpty ? value : parse(text) };
      }
      for (let i = 0; i < open.length; i += 1) set(states, open[i], (await sure(settled(open[i]))).value);
    }
    throw new ownTypeError('a part of the result gives another promise each time that it is read; return its value');
  };

  // The function of a tool, watched: a call that `tools.js` announced leaves its error and the kind of its result.
  const watched = (name, execute, entry) => async (input, options) => {
    const record = claim(name(), input, entry);
    try {
      const value = await apply(execute, undefined, [input, options]);
      record.kind = typeof value;
      record.empty = value === '';
      // Chromium 156 loses the tab over a symbol, and makes null of a text with half a character.
      if (typeof value === 'symbol') throw new ownTypeError('the tool returned a symbol, which has no JSON');
      if (typeof value === 'string') return apply(toWellFormed, value, []);
      if (!record.wanted || typeof value !== 'object' || value === null) return value;
      const written = await sure(withoutPromises(value));
      record.kind = written.isEmpty ? 'undefined' : 'object';
      return written.value;
    } catch (error) {
      record.error = { __proto__: null, thrown: error };
      throw error;
    }
  };
  // A call is of one registration, its `entry`. The browser looks for a tool by its name when it gets to the call, and
  // finds the one that is registered then: while a call waits, no other of its name runs.
  const claim = (name, input, entry) => {
    if (expected.length === 0) return { __proto__: null };
    let text, other;
    try {
      text = stringify(bare(input, 0));
    } catch {
      /* It is not the input of an announced call. */
    }
    for (let i = 0; i < expected.length; i += 1) {
      const one = expected[i];
      if (one.name !== name) continue;
      const same = !one.claimed && one.text === text;
      if (one.entry !== undefined && one.entry !== entry) {
        if (other === undefined || (same && !other.same)) other = { __proto__: null, one, same };
      } else if (same) {
        one.claimed = true;
        return one;
      }
    }
    if (other === undefined) return { __proto__: null };
    if (other.same) other.one.claimed = other.one.refused = true;
    throw failure('InvalidStateError', 'The tool was registered anew after it was called');
  };
  // The request by which a form is sent, as far as its text defines it: attributes of the form, its buttons and the
  // document's base.
  const ROUTE = ['method', 'action', 'target', 'enctype'],
    BASE = ['href', 'target'];
  const OVER = ['formmethod', 'formaction', 'formtarget', 'formenctype', 'form'];
  const routeOf = (form) => {
    let text = '';
    const add = (one, names) => {
      for (let i = 0; i < names.length; i += 1) {
        const value = apply(getAttribute, one, [names[i]]);
        text += value === null ? '-,' : value.length + ':' + value;
      }
      text += ';';
    };
    const all = (find, root, selector, names) => {
      const found = apply(find, root, [selector]);
      for (let i = 0; i < found.length && i < 1000; i += 1) add(found[i], names);
      text += '|';
    };
    add(form, ROUTE);
    all(querySelectorAll, form, '[formmethod],[formaction],[formtarget],[formenctype]', OVER);
    // A button outside of a form may be the form's by its attribute.
    all(findInDocument, document, '[form]:is([formmethod],[formaction],[formtarget],[formenctype])', OVER);
    all(findInDocument, document, 'base', BASE);
    return text;
  };
  // A form that a call sends is sent as it was when the call was decided on. `submit` comes before the page's
  // listeners, and `formdata` after all that listen to `submit`, even if a script sends the form without that event.
  // Chromium and WebKit have read the request's parts by then; Gecko has not, and there the page's own listeners are
  // left out.
  const gecko = 'mozInnerScreenX' in globalThis;
  const hold = (event, stop) => {
    if (expected.length === 0) return;
    const form = apply(targetOf, event, []);
    if (!(form instanceof ownForm)) return;
    const name = apply(getAttribute, form, ['toolname']);
    let ours = false;
    for (let i = 0; i < expected.length; i += 1) {
      const one = expected[i];
      if (one.entry === form) {
        ours = true;
        if (!one.refused && routeOf(form) === one.route) continue;
      } else if (one.entry === undefined || one.name !== name || one.claimed) continue;
      one.claimed = one.refused = true;
      stop(event, form);
      if (one.refuse !== undefined) one.refuse();
      return;
    }
    if (ours && gecko && stop === withoutForm) apply(stopImmediatePropagation, event, []);
  };
  const unsent = (event) => {
    apply(preventDefault, event, []);
    apply(stopImmediatePropagation, event, []);
  };
  // Nothing cancels this event, but a form that is in no document is not sent.
  const withoutForm = (event, form) => {
    apply(stopImmediatePropagation, event, []);
    const parent = apply(parentOf, form, []),
      next = apply(nextOf, form, []);
    if (parent === null) return;
    apply(removeChild, parent, [form]);
    apply(ownTimeout, window, [
      () => {
        if (apply(parentOf, form, []) !== null) return;
        try {
          apply(insertBefore, parent, [form, next !== null && apply(parentOf, next, []) === parent ? next : null]);
        } catch {
          /* The page has moved on. */
        }
      },
      0,
    ]);
  };
  apply(addEventListener, window, ['submit', (event) => hold(event, unsent), true]);
  apply(addEventListener, window, ['formdata', (event) => hold(event, withoutForm), true]);
  const drop = (at) => {
    for (let i = at; i + 1 < expected.length; i += 1) expected[i] = expected[i + 1];
    expected.length -= 1;
  };
  // The same data without prototypes, so that no page code can affect its text.
  const bare = (value, depth) => {
    if (typeof value !== 'object' || value === null || depth > 1000) return value;
    const out = isArray(value) ? list() : { __proto__: null },
      names = keysOf(value);
    for (let i = 0; i < names.length; i += 1) out[names[i]] = bare(value[names[i]], depth + 1);
    return out;
  };
  // Members of a definition that the browser drops.
  const noted = (tool, way, entry) => {
    const hints = { __proto__: null };
    const given = read(tool, 'annotations');
    for (let i = 0; i < MORE.length; i += 1) {
      const value = read(given, MORE[i] + 'Hint') ?? read(given, MORE[i]);
      // A boolean member of a dictionary (https://webidl.spec.whatwg.org/#js-boolean).
      if (value !== undefined) hints[MORE[i]] = !!value;
    }
    return freeze({ __proto__: null, way, entry, hints: freeze(hints), outputSchema: read(tool, 'outputSchema') });
  };
  let way = 'imperative';
  const remember = (name, tool, signal, entry) => {
    const fact = noted(tool, way, entry);
    set(facts, name, fact);
    serial += 1;
    onAbort(signal, () => {
      if (get(facts, name) === fact) remove(facts, name);
      serial += 1;
    });
  };

  // If the browser has WebMCP, its own function is called with the shim's definition in place of the page's.
  if (native) {
    const proto = globalThis.ModelContext?.prototype;
    const registerTool = proto && getOwnPropertyDescriptor(proto, 'registerTool');
    if (typeof registerTool?.value !== 'function') return;
    const register = new Proxy(registerTool.value, {
      __proto__: null,
      apply(target, self, args) {
        const tool = args[0];
        if (!isObject(tool)) return apply(target, self, args);
        let name;
        const entry = freeze({ __proto__: null });
        const given = new ownProxy(
          { __proto__: null },
          {
            __proto__: null,
            get(_, member) {
              const value = reflectGet(tool, member, tool);
              if (member === 'name') return (name = value === undefined ? value : '' + value);
              return member === 'execute' && typeof value === 'function' ? watched(() => name, value, entry) : value;
            },
          },
        );
        const during = way;
        const all = list();
        for (let i = 1; i < args.length; i += 1) all[i] = args[i];
        all[0] = given;
        // A listing that began before this one may have either.
        serial += 1;
        return after(apply(target, self, all), () => {
          const before = way;
          way = during;
          remember(name, tool, read(args[1], 'signal'), entry);
          way = before;
        });
      },
    });
    const put = descriptor(registerTool);
    put.value = register;
    defineProperty(proto, 'registerTool', put);
  }

  const insideOf = (one) => {
    const door = one[key];
    return typeof door === 'function' ? door(pass) : undefined;
  };
  // Every window of the tree whose document this one may see, the top first.
  const windows = () => {
    const all = list();
    const visit = (one, depth) => {
      let inside;
      try {
        inside = insideOf(one);
      } catch {
        return;
      }
      if (inside !== undefined) all[all.length] = inside;
      for (let i = 0; i < one.length && i < 1000 && depth < 16; i += 1) visit(one[i], depth + 1);
    };
    visit(ownTop, 0);
    return all;
  };

  const context = native
    ? undefined
    : contextOf({
        __proto__: null,
        get,
        set,
        has,
        remove,
        each,
        list,
        after,
        onAbort,
        unbound,
        descriptor,
        insideOf,
        facts,
        watched,
        remember,
        windows,
        failure,
        unknown,
        asNative,
        isObject,
        GONE,
        FAILED,
      });

  // Earlier shapes, over whichever is there. They were synchronous: an invalid registration is thrown at once.
  const modern = () => window.document.modelContext;
  const ends = new Map();
  const withdraw = (name) => {
    const found = get(ends, name);
    if (found !== undefined) apply(abort, found.end, []);
    return remove(ends, name);
  };
  const legacy = (tool, kind, execute, options) => {
    if (!isObject(tool)) throw new ownTypeError("The provided value is not of type 'ModelContextTool'.");
    const name = '' + tool.name;
    if (typeof tool.execute !== 'function') throw new ownTypeError('the tool has no function `execute`');
    if (has(facts, name) || has(ends, name)) throw failure('InvalidStateError', 'Duplicate tool name');
    let schema = tool.inputSchema;
    if (typeof schema === 'string' && schema !== '') schema = parse(schema);
    const end = new ownAbort();
    const given = {
      __proto__: null,
      name,
      title: tool.title ?? '',
      description: tool.description,
      execute: execute(tool),
      outputSchema: read(tool, 'outputSchema'),
    };
    if (isObject(schema)) given.inputSchema = schema;
    const hints = tool.annotations;
    if (isObject(hints)) {
      given.annotations = { __proto__: null };
      const take = (to, name) => {
        given.annotations[to] = hints[name + 'Hint'] ?? hints[name];
      };
      for (let i = 0; i < NAMES.length; i += 1) take(NAMES[i] + 'Hint', NAMES[i]);
      for (let i = 0; i < MORE.length; i += 1) take(MORE[i], MORE[i]);
    }
    onAbort(options?.signal, () => withdraw(name));
    set(ends, name, { __proto__: null, end, kind });
    const before = way;
    way = kind;
    let done;
    try {
      const bounds = { __proto__: null, signal: apply(signalOf, end, []) };
      if (options?.exposedTo) bounds.exposedTo = options.exposedTo;
      done = modern().registerTool(given, bounds);
    } finally {
      way = before;
    }
    const registered = after(
      done,
      () => {},
      (error) => {
        const found = get(ends, name);
        if (found !== undefined && found.end === end) remove(ends, name);
        apply(say, ownConsole, ['the tool ' + name + ' was not registered: ' + error.message]);
        throw error;
      },
    );
    apply(then, registered, [undefined, () => {}]);
    return registered;
  };
  const agent = freeze({ requestUserInteraction: async (ask) => ask() });
  const withAgent = (tool) => (input, options) =>
    apply(tool.execute, tool, [
      input,
      create(agent, { __proto__: null, signal: { __proto__: null, value: options?.signal } }),
    ]);
  const early = {
    get ontoolchange() {
      return modern().ontoolchange;
    },
    set ontoolchange(one) {
      modern().ontoolchange = one;
    },
    addEventListener(...all) {
      modern().addEventListener(...all);
    },
    removeEventListener(...all) {
      modern().removeEventListener(...all);
    },
    registerTool(tool, options) {
      return legacy(tool, 'navigator.modelContext', withAgent, options);
    },
    unregisterTool(name) {
      if (!withdraw('' + name)) throw failure('InvalidStateError', 'Tool not found');
    },
    provideContext(given) {
      early.clearContext();
      const tools = given?.tools ?? list();
      for (let i = 0; i < tools.length; i += 1) legacy(tools[i], 'provideContext', withAgent);
    },
    clearContext() {
      const names = list();
      each(ends, ({ kind }, name) => {
        if (kind !== 'automationDelegate') names[names.length] = name;
      });
      for (let i = 0; i < names.length; i += 1) withdraw(names[i]);
    },
    getTools(options) {
      return modern().getTools(options);
    },
    executeTool(tool, input, options) {
      return modern().executeTool(tool, typeof input === 'string' ? parse(input) : input, options);
    },
  };
  if (typeof Navigator === 'function' && !('modelContext' in Navigator.prototype)) {
    defineProperty(Navigator.prototype, 'modelContext', {
      __proto__: null,
      get: asNative(() => early),
      enumerable: true,
      configurable: true,
    });
  }
  // Script Tools: positional arguments, in the order of the schema's properties.
  const positional = (tool) => (input) => {
    const schema = typeof tool.inputSchema === 'string' ? parse(tool.inputSchema) : tool.inputSchema;
    const names = keysOf(schema?.properties ?? { __proto__: null });
    const values = list();
    for (let i = 0; i < names.length; i += 1) values[i] = input?.[names[i]];
    return apply(tool.execute, tool, values);
  };
  const delegate = () => ({
    registerTool(tool) {
      legacy(tool, 'automationDelegate', positional);
    },
    unregisterTool(name) {
      withdraw('' + name);
    },
    setToolState() {},
  });
  if (!('automationDelegate' in globalThis)) {
    const one = delegate();
    defineProperty(globalThis, 'automationDelegate', {
      __proto__: null,
      get: () => one,
      set(value) {
        defineProperty(window, 'automationDelegate', {
          __proto__: null,
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
      enumerable: false,
      configurable: true,
    });
    defineProperty(globalThis, 'createAutomationDelegate', {
      __proto__: null,
      value: asNative(function createAutomationDelegate() {
        return delegate();
      }),
      enumerable: false,
      configurable: true,
      writable: true,
    });
  }

  const id = '' + Math.random();
  // The browser's own functions, or ours, as they were before the page's scripts.
  const methodOf = (name) =>
    native ? getOwnPropertyDescriptor(globalThis.ModelContext.prototype, name)?.value : context[name];
  const getTools = methodOf('getTools'),
    executeTool = methodOf('executeTool');
  // The accessors of the objects that the browser lists; older browsers list dictionaries, which have none.
  const accessorsOf = (type) => {
    const out = { __proto__: null },
      proto = native && globalThis[type]?.prototype;
    const names = isObject(proto) ? ownNames(proto) : list();
    for (let i = 0; i < names.length; i += 1) out[names[i]] = getOwnPropertyDescriptor(proto, names[i]).get;
    return freeze(out);
  };
  const accessors = freeze({
    __proto__: null,
    Tool: accessorsOf('Tool'),
    ToolAnnotations: accessorsOf('ToolAnnotations'),
  });
  const modelContext = () => (native ? apply(native, window.document, []) : context.context);
  const inside = {
    __proto__: null,
    is: (one) => one === modelContext() && getTools !== undefined && executeTool !== undefined,
    getTools: (options) => apply(getTools, modelContext(), options === undefined ? [] : [options]),
    executeTool: (tool, input, options) => apply(executeTool, modelContext(), [tool, input, options]),
    accessors,
    takesText: executeTool !== undefined && executeTool.length > 1,
    kind: native ? 'native' : 'shim',
    version: () => id + ':' + serial,
    facts: (name) => get(facts, name),
    routeOf,
    // Announces a call, so that its error and the kind of its result are kept, and so that only `entry` is called, if
    // it is given: a registration, or a form that is sent by `route`. The number of calls that are kept is limited.
    expect: (name, text, entry, route) => {
      if (expected.length >= 1000) return undefined;
      const record = {
        __proto__: null,
        name,
        text,
        entry,
        route,
        wanted: true,
        kind: undefined,
        error: undefined,
        claimed: false,
        refused: false,
        refuse: undefined,
      };
      expected[expected.length] = record;
      return record;
    },
    forget: (record) => {
      for (let i = 0; i < expected.length; i += 1)
        if (expected[i] === record) {
          drop(i);
          return;
        }
    },
  };
  const more = context === undefined ? list() : keysOf(context);
  for (let i = 0; i < more.length; i += 1) inside[more[i]] ??= context[more[i]];
  freeze(inside);
  defineProperty(globalThis, key, { __proto__: null, value: freeze((given) => (given === pass ? inside : undefined)) });
};
