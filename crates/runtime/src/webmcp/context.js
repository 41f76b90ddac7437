// @ts-check
// WebMCP for browsers that have none: `document.modelContext`, with the rules, messages and order of events that were
// measured on Chromium 156. `shim.js` calls it in each document, before the page's own scripts.
//
// It cannot detect a permission policy that a header sets or that reaches a frame of another origin (such a frame is
// refused), list the tools of frames of another origin, or give `:tool-form-active` to style sheets.
//
// The rule of `harness/mod.rs` holds: the page's own elements are used as the page has made them, and saved tools,
// calls and listeners are looked up on no object of the page.
(kit, formsOf) => {
  'use strict';
  const { get, set, has, remove, each, list: newList, after, onAbort, unbound, descriptor } = kit;
  const { insideOf, facts, watched, remember, windows, failure, unknown, asNative, isObject, GONE, FAILED } = kit;
  const { apply, construct, defineProperty } = Reflect;
  const { getOwnPropertyDescriptor, keys: keysOf } = Object;
  const { parse, stringify } = JSON;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const { toWellFormed, trim, slice, indexOf } = String.prototype;
  const later = (call) => apply(ownTimeout, window, [call]),
    micro = (call) => apply(ownMicrotask, window, [call]);
  const ownTimeout = setTimeout,
    ownMicrotask = queueMicrotask,
    ownReport = reportError,
    ownTop = top;
  const ownWindow = window,
    { origin } = globalThis;
  const ownPromise = Promise,
    ownMap = Map,
    ownEvent = Event,
    ownTypeError = TypeError,
    ownUrl = URL,
    ownObserver = MutationObserver;
  const ownAbort = AbortController,
    { abort } = AbortController.prototype;
  const { clear } = Map.prototype,
    weakGet = unbound(WeakMap.prototype.get),
    weakSet = unbound(WeakMap.prototype.set);
  const addMade = unbound(WeakSet.prototype.add),
    isMade = unbound(WeakSet.prototype.has);
  const aborted = getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get;
  const reasonOf = getOwnPropertyDescriptor(AbortSignal.prototype, 'reason').get;
  const signalOfAbort = getOwnPropertyDescriptor(AbortController.prototype, 'signal').get;
  const protocolOf = getOwnPropertyDescriptor(URL.prototype, 'protocol').get;
  const hostOf = getOwnPropertyDescriptor(URL.prototype, 'hostname').get;
  const endsWith = (text, end) => apply(slice, text, [text.length - end.length]) === end && text.length >= end.length;
  const isDigit = (text, at) => at < text.length && text[at] >= '0' && text[at] <= '9';
  // 127.0.0.0/8, as a URL writes it.
  const isLoopback = (host) => {
    if (apply(slice, host, [0, 4]) !== '127.') return false;
    for (let i = 4; i < host.length; i += 1) if (!isDigit(host, i) && host[i] !== '.') return false;
    return true;
  };
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-';
  const isName = (name) => {
    if (typeof name !== 'string' || name.length < 1 || name.length > 128) return false;
    for (let i = 0; i < name.length; i += 1) if (apply(indexOf, LETTERS, [name[i]]) < 0) return false;
    return true;
  };
  const own = new ownMap();
  // A frame's first document goes and its window stays, with its messages.
  let shown = document;
  const ownDocument = () => {
    const { document } = ownWindow;
    if (document !== shown) {
      shown = document;
      apply(clear, own, []);
      apply(clear, facts, []);
      apply(clear, seen, []);
      watching = false;
    }
    return document;
  };
  const { push, put, contains, schemaOf, textOf, active, runForm } = formsOf(kit, ownDocument);

  // Conversions, as Web IDL has them.
  const refuse = (method, message) =>
    new ownTypeError("Failed to execute '" + method + "' on 'ModelContext': " + message);
  const member = (method, type, name, message) =>
    refuse(method, "Failed to read the '" + name + "' property from '" + type + "': " + message);
  const dictionary = (value, method, type) => {
    if (value === undefined || value === null) return { __proto__: null };
    if (!isObject(value)) throw refuse(method, "The provided value is not of type '" + type + "'.");
    return value;
  };
  const signalOf = (options, method, type) => {
    const { signal } = options;
    if (signal === undefined) return undefined;
    try {
      apply(aborted, signal, []);
    } catch {
      throw member(method, type, 'signal', "Failed to convert value to 'AbortSignal'.");
    }
    return signal;
  };
  const isAborted = (signal) => signal !== undefined && apply(aborted, signal, []);
  const required = (value, method, type, name) => {
    if (value === undefined) throw member(method, type, name, 'Required member is undefined.');
    return value;
  };
  const definition = (tool) => {
    const method = 'registerTool',
      type = 'ModelContextTool';
    if (!isObject(tool)) throw refuse(method, "The provided value is not of type '" + type + "'.");
    const out = { __proto__: null };
    const { annotations } = tool;
    if (annotations !== undefined) {
      if (annotations !== null && !isObject(annotations)) {
        throw member(method, type, 'annotations', "The provided value is not of type 'ToolAnnotations'.");
      }
      out.annotations = { __proto__: null };
      for (let i = 0; i < HINTS.length; i += 1) out.annotations[HINTS[i]] = !!annotations?.[HINTS[i]];
    }
    out.description = '' + required(tool.description, method, type, 'description');
    out.execute = required(tool.execute, method, type, 'execute');
    if (typeof out.execute !== 'function') throw member(method, type, 'execute', 'The given value is not a function.');
    const { inputSchema } = tool;
    if (inputSchema !== undefined && !isObject(inputSchema)) {
      throw member(method, type, 'inputSchema', "Failed to convert value to 'object'.");
    }
    out.name = '' + required(tool.name, method, type, 'name');
    const { title } = tool;
    out.title = title === undefined ? '' : apply(toWellFormed, '' + title, []);
    if (inputSchema !== undefined) {
      try {
        out.schema = stringify(inputSchema);
      } catch (error) {
        throw refuse(method, error.message);
      }
      if (out.schema === undefined) throw refuse(method, 'invalid input schema: toJSON() returns undefined');
    }
    return out;
  };
  const trustworthy = (text) => {
    let url;
    try {
      url = new ownUrl(text);
    } catch {
      return false;
    }
    const protocol = apply(protocolOf, url, []),
      host = apply(hostOf, url, []);
    return (
      protocol === 'https:' ||
      protocol === 'wss:' ||
      protocol === 'file:' ||
      host === 'localhost' ||
      endsWith(host, '.localhost') ||
      host === '[::1]' ||
      isLoopback(host)
    );
  };
  const originsOf = (options, name) => {
    const list = options[name];
    if (list === undefined) return;
    // As the browser reads a sequence: by the page's own iterator.
    for (const one of list) {
      if (!trustworthy(one))
        throw failure('SecurityError', 'Only secure origins are allowed in the ' + name + ' list.');
    }
  };
  // The policy `tools` is 'self' by default. The policy of a frame of another origin is not visible. Returns whether
  // the first rule for `tools` in an attribute `allow`, separated by semicolons, is 'none'.
  const forbids = (text) => {
    let word = '',
      first = true,
      ours = false;
    for (let i = 0; i <= text.length; i += 1) {
      const one = i < text.length ? text[i] : ';';
      if (one !== ';' && apply(trim, one, []) !== '') {
        word += one;
        continue;
      }
      if (word !== '') {
        if (first) ours = word === 'tools';
        else if (ours && word === "'none'") return true;
        first = false;
        word = '';
      }
      if (one === ';') {
        if (ours) return false;
        first = true;
      }
    }
    return false;
  };
  const denied = () => {
    const policy = ownDocument().permissionsPolicy ?? ownDocument().featurePolicy;
    if (policy && contains(policy.features(), 'tools')) return !policy.allowsFeature('tools');
    if (ownWindow === ownTop) return origin === 'null';
    let frame;
    try {
      frame = ownWindow.frameElement;
    } catch {
      return true;
    }
    if (!frame) return true;
    if (forbids(frame.getAttribute('allow') ?? '')) return true;
    return insideOf(ownWindow.parent)?.denied() ?? false;
  };
  const allow = () => {
    if (denied())
      throw failure('NotAllowedError', 'Access to the feature "tools" is disallowed by permissions policy.');
  };

  // Declarative tools: forms.
  const forms = () => {
    const found = new ownMap();
    const all = ownDocument().querySelectorAll('form[toolname][tooldescription]');
    for (let i = 0; i < all.length && i < 1000; i += 1) {
      const name = all[i].getAttribute('toolname');
      if (isName(name) && all[i].getAttribute('tooldescription') !== '' && !has(found, name) && !has(own, name)) {
        set(found, name, all[i]);
      }
    }
    return found;
  };
  // Runs a tool of this document; the promise is for its result as text, or null if the document navigates.
  const run = (name, text, signal) =>
    new ownPromise((resolve, reject) => {
      const entry = get(own, name),
        form = entry ? undefined : get(forms(), name);
      if (!entry && !form) {
        reject(unknown(GONE));
        return;
      }
      const inner = new ownAbort();
      let over = false;
      const end = (then) => (value) => {
        if (over) return;
        over = true;
        if (form && get(active, form) === settle) remove(active, form);
        then(value);
      };
      const settle = { __proto__: null, done: end(resolve), fail: end(reject) };
      onAbort(signal, () => {
        if (over) return;
        apply(abort, inner, []);
        fire(new kit.ToolCancelEvent('toolcancel', { __proto__: null, toolName: name }));
        settle.fail(apply(reasonOf, signal, []));
      });
      const activated = () => fire(new kit.ToolActivatedEvent('toolactivated', { __proto__: null, toolName: name }));
      if (form) {
        runForm(form, text, settle);
        activated();
        return;
      }
      const answer = entry.execute(parse(text), { signal: apply(signalOfAbort, inner, []) });
      activated();
      after(
        answer,
        (value) => {
          let told;
          try {
            told = textOf(value);
          } catch {
            settle.fail(unknown(FAILED));
            return;
          }
          settle.done(told);
        },
        () => settle.fail(unknown(FAILED)),
      );
    });

  const fire = (event) => {
    try {
      apply(dispatchEvent, context, [event]);
    } catch (error) {
      apply(ownReport, window, [error]);
    }
  };
  const changed = () =>
    micro(() => {
      const all = windows();
      for (let i = 0; i < all.length; i += 1) all[i].fire?.('toolchange');
    });
  const register = (tool, options) => {
    const entry = definition(tool);
    const given = dictionary(options, 'registerTool', 'ModelContextRegisterToolOptions');
    const exposedTo = given.exposedTo;
    const signal = signalOf(given, 'registerTool', 'ModelContextRegisterToolOptions');
    allow();
    if (!isName(entry.name)) throw failure('InvalidStateError', 'Invalid tool name');
    if (has(own, entry.name) || has(forms(), entry.name)) throw failure('InvalidStateError', 'Duplicate tool name');
    if (entry.description === '') throw failure('InvalidStateError', 'Description is required');
    originsOf({ __proto__: null, exposedTo }, 'exposedTo');
    if (isAborted(signal)) throw apply(reasonOf, signal, []);
    entry.execute = watched(() => entry.name, entry.execute, entry);
    set(own, entry.name, entry);
    remember(entry.name, tool, signal, entry);
    onAbort(signal, () => {
      if (get(own, entry.name) === entry) remove(own, entry.name);
      changed();
    });
    changed();
  };
  const registered = (entry) => {
    const out = {};
    if (entry.annotations) {
      const hints = {},
        names = keysOf(entry.annotations);
      for (let i = 0; i < names.length; i += 1) put(hints, names[i], entry.annotations[names[i]]);
      put(out, 'annotations', hints);
    }
    put(out, 'description', entry.description);
    if (entry.schema !== undefined) put(out, 'inputSchema', parse(entry.schema));
    put(out, 'name', entry.name);
    put(out, 'origin', origin);
    put(out, 'title', entry.title);
    put(out, 'window', ownWindow);
    return out;
  };
  const list = () => {
    const out = newList();
    const found = forms();
    // A schema that is not an object is accepted, and its tool is never listed.
    each(own, (entry) => {
      if (entry.schema === undefined || isObject(parse(entry.schema))) out[out.length] = registered(entry);
    });
    each(found, (form, name) => {
      const description = form.getAttribute('tooldescription');
      out[out.length] = { description, inputSchema: schemaOf(form), name, origin, title: '', window: ownWindow };
    });
    return out;
  };
  const executable = (tool) => {
    const method = 'executeTool',
      type = 'RegisteredTool';
    if (!isObject(tool)) throw refuse(method, "The provided value is not of type '" + type + "'.");
    required(tool.description, method, type, 'description');
    const { inputSchema } = tool;
    if (inputSchema !== undefined && !isObject(inputSchema)) {
      throw member(method, type, 'inputSchema', "Failed to convert value to 'object'.");
    }
    const name = '' + required(tool.name, method, type, 'name');
    const of = '' + required(tool.origin, method, type, 'origin');
    const target = required(tool.window, method, type, 'window');
    let ok = false;
    try {
      ok = isObject(target) && target.window === target;
    } catch {
      /* It is not a window. */
    }
    if (!ok) throw member(method, type, 'window', "Failed to convert value to 'Window'.");
    return { __proto__: null, name, of, target };
  };
  // Not an asynchronous function, which would read the `then` of the promise that it returns.
  const execute = (self, args) =>
    new ownPromise((resolve, reject) => {
      check(self, 'executeTool');
      enough(args, 'executeTool');
      const { name, of, target } = executable(args[0]);
      const given = args.length < 2 || args[1] === undefined ? {} : args[1];
      if (!isObject(given)) throw refuse('executeTool', 'invalid input object: value is not an object');
      let text;
      try {
        text = stringify(given);
      } catch (error) {
        throw refuse('executeTool', error.message);
      }
      if (text === undefined) throw refuse('executeTool', 'invalid input object: toJSON() returns undefined');
      const signal = signalOf(
        dictionary(args.length < 3 ? undefined : args[2], 'executeTool', 'ExecuteToolOptions'),
        'executeTool',
        'ExecuteToolOptions',
      );
      allow();
      if (isAborted(signal)) throw apply(reasonOf, signal, []);
      if (!isObject(parse(text))) throw unknown('Failed to parse input arguments');
      let inside;
      try {
        inside = insideOf(target);
      } catch {
        /* It is of another origin. */
      }
      if (!inside || of !== inside.origin) throw unknown(GONE);
      later(() => {
        if (isAborted(signal)) {
          reject(apply(reasonOf, signal, []));
          return;
        }
        after(inside.run(name, text, signal), resolve, reject);
      });
    });

  // The interfaces.
  const made = new WeakSet();
  const illegal = (name) => new ownTypeError("Failed to construct '" + name + "': Illegal constructor");
  let making = false;
  class ModelContext extends EventTarget {
    constructor() {
      if (!making) throw illegal('ModelContext');
      super();
    }
  }
  const check = (self, method) => {
    if (!isMade(made, self)) throw refuse(method, 'Illegal invocation');
  };
  const enough = (args, method) => {
    if (args.length < 1) throw refuse(method, '1 argument required, but only 0 present.');
  };
  const handlers = new ownMap();
  const handler = (type) => ({
    __proto__: null,
    get() {
      if (!isMade(made, this)) throw new ownTypeError('Illegal invocation');
      return get(handlers, type)?.one ?? null;
    },
    set(one) {
      if (!isMade(made, this)) throw new ownTypeError('Illegal invocation');
      const state = get(handlers, type) ?? { __proto__: null, one: null };
      if (!has(handlers, type)) {
        set(handlers, type, state);
        apply(addEventListener, this, [
          type,
          function (event) {
            if (typeof state.one === 'function') apply(state.one, this, [event]);
          },
        ]);
      }
      state.one = isObject(one) ? one : null;
    },
  });
  const changing = handler('toolchange'),
    activating = handler('toolactivated'),
    cancelling = handler('toolcancel');
  const members = {
    get ontoolchange() {
      return apply(changing.get, this, []);
    },
    set ontoolchange(one) {
      apply(changing.set, this, [one]);
    },
    get ontoolactivated() {
      return apply(activating.get, this, []);
    },
    set ontoolactivated(one) {
      apply(activating.set, this, [one]);
    },
    get ontoolcancel() {
      return apply(cancelling.get, this, []);
    },
    set ontoolcancel(one) {
      apply(cancelling.set, this, [one]);
    },
    executeTool(_tool) {
      return execute(this, arguments);
    },
    async getTools() {
      check(this, 'getTools');
      const options = dictionary(
        arguments.length < 1 ? undefined : arguments[0],
        'getTools',
        'ModelContextGetToolOptions',
      );
      originsOf(options, 'fromOrigins');
      allow();
      const all = windows(),
        sorted = newList();
      for (let i = 0; i < all.length; i += 1) {
        if (all[i].denied()) continue;
        const some = all[i].list();
        for (let k = 0; k < some.length; k += 1) {
          // By name, and of one name in the order of the windows.
          let at = sorted.length;
          for (; at > 0 && sorted[at - 1].name > some[k].name; at -= 1) sorted[at] = sorted[at - 1];
          sorted[at] = some[k];
        }
      }
      const out = [];
      for (let i = 0; i < sorted.length; i += 1) push(out, sorted[i]);
      return out;
    },
    async registerTool(tool) {
      check(this, 'registerTool');
      enough(arguments, 'registerTool');
      register(tool, arguments.length < 2 ? undefined : arguments[1]);
      // The promise is fulfilled after the event.
      await undefined;
    },
  };
  const expose = (type, name, items) => {
    const names = keysOf(items);
    for (let i = 0; i < names.length; i += 1) {
      const found = descriptor(getOwnPropertyDescriptor(items, names[i]));
      if (found.value !== undefined) found.value = asNative(found.value);
      if (found.get !== undefined) found.get = asNative(found.get);
      if (found.set !== undefined) found.set = asNative(found.set);
      defineProperty(type.prototype, names[i], found);
    }
    defineProperty(type.prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true });
    const shown = asNative(type);
    defineProperty(type.prototype, 'constructor', {
      __proto__: null,
      value: shown,
      writable: true,
      configurable: true,
    });
    defineProperty(ownWindow, name, { __proto__: null, value: shown, writable: true, configurable: true });
    return shown;
  };
  const toolEvent = (name) => {
    const names = new WeakMap();
    const type = {
      [name]: class extends Event {
        constructor(kind, init) {
          if (arguments.length < 1)
            throw new ownTypeError("Failed to construct '" + name + "': 1 argument required, but only 0 present.");
          super(kind, init);
          weakSet(names, this, init?.toolName === undefined ? '' : '' + init.toolName);
        }
      },
    }[name];
    defineProperty(type, 'length', { __proto__: null, value: 1, configurable: true });
    return expose(type, name, {
      get toolName() {
        return weakGet(names, this);
      },
    });
  };
  kit.ToolActivatedEvent = toolEvent('ToolActivatedEvent');
  kit.ToolCancelEvent = toolEvent('ToolCancelEvent');
  expose(ModelContext, 'ModelContext', members);
  making = true;
  const context = construct(ModelContext, [], ModelContext);
  making = false;
  addMade(made, context);

  // Forms come and go with the document's elements. They are watched from the first request for tools on.
  let seen = new ownMap(),
    watching = false;
  const look = (quiet) => {
    const now = new ownMap();
    each(forms(), (form, name) => {
      set(now, name, form.getAttribute('tooldescription') + '\0' + stringify(schemaOf(form)));
    });
    let changes = 0;
    if (quiet) seen = now;
    each(seen, (text, name) => {
      if (get(now, name) !== text) changes += 1;
    });
    each(now, (text, name) => {
      if (get(seen, name) !== text) changes += 1;
    });
    seen = now;
    for (let i = 0; i < changes; i += 1) changed();
  };
  const sizeOf = getOwnPropertyDescriptor(ownMap.prototype, 'size').get,
    { observe } = ownObserver.prototype;
  const watch = () => {
    if (watching) return;
    watching = true;
    const observer = new ownObserver(() => {
      if (apply(sizeOf, seen, []) > 0 || ownDocument().querySelector('form[toolname]')) look();
    });
    apply(observe, observer, [
      ownDocument(),
      {
        __proto__: null,
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: [
          'toolname',
          'tooldescription',
          'toolautosubmit',
          'toolparamdescription',
          'name',
          'type',
          'required',
          'min',
          'max',
          'step',
          'pattern',
          'disabled',
          'readonly',
          'value',
        ],
      },
    ]);
    // Those of a document that has been read are not news.
    const known = ownDocument().readyState !== 'loading';
    micro(() => look(known));
  };
  const getter = getOwnPropertyDescriptor(
    {
      get modelContext() {
        if (this !== ownDocument()) return undefined;
        watch();
        return context;
      },
    },
    'modelContext',
  ).get;
  defineProperty(Document.prototype, 'modelContext', {
    __proto__: null,
    get: asNative(getter),
    set: undefined,
    enumerable: true,
    configurable: true,
  });

  return {
    __proto__: null,
    context,
    getTools: members.getTools,
    executeTool: members.executeTool,
    origin,
    denied,
    list,
    run,
    fire: (type) => fire(new ownEvent(type)),
  };
};
