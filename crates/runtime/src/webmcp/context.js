// WebMCP for browsers that have none: `document.modelContext`, with the rules, messages and order of events that were
// measured on Chromium 156. `shim.js` calls it in each document, before the page's own scripts.
//
// What it cannot do: see a permission policy that a header sets or that reaches a frame of another origin (such a
// frame is refused), list the tools of frames of another origin, and give `:tool-form-active` to style sheets.
//
// The rule of `harness/mod.rs` holds: the page's own elements are asked as the page has made them, and what is kept of
// tools, calls and listeners is looked up on nothing of the page's.
(kit) => {
  'use strict';
  const { get, set, has, remove, each, list: newList, after, onAbort, unbound, descriptor } = kit;
  const { insideOf, facts, watched, remember, windows, failure, unknown, asNative, isObject, GONE, FAILED } = kit;
  const { apply, construct, defineProperty } = Reflect;
  const { getOwnPropertyDescriptor, keys: keysOf } = Object;
  const { parse, stringify } = JSON;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const { toWellFormed, trim, slice, indexOf } = String.prototype;
  const { isArray } = Array,
    { isFinite } = Number;
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
  const weakHas = unbound(WeakMap.prototype.has),
    addMade = unbound(WeakSet.prototype.add),
    isMade = unbound(WeakSet.prototype.has);
  const aborted = getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get;
  const reasonOf = getOwnPropertyDescriptor(AbortSignal.prototype, 'reason').get;
  const signalOfAbort = getOwnPropertyDescriptor(AbortController.prototype, 'signal').get;
  const protocolOf = getOwnPropertyDescriptor(URL.prototype, 'protocol').get;
  const hostOf = getOwnPropertyDescriptor(URL.prototype, 'hostname').get;
  // An array of the page's, whose members no setter hears of.
  const push = (array, value) => {
    defineProperty(array, array.length, {
      __proto__: null,
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  };
  const listOf = (items, most) => {
    const out = newList();
    for (let i = 0; i < items.length && i < most; i += 1) out[i] = items[i];
    return out;
  };
  const contains = (items, value) => {
    for (let i = 0; i < items.length; i += 1) if (items[i] === value) return true;
    return false;
  };
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
  // A frame's first document goes and its window stays, with what was said in it.
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
  // The policy `tools` is 'self' where nobody says otherwise. What a frame of another origin was given cannot be seen.
  // Of the rules of an attribute `allow`, parted by semicolons: whether the first one for `tools` says 'none'.
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
  const PATTERNS = {
    __proto__: null,
    time: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    color: '^#[0-9a-zA-Z]{6}$',
    month: '^[0-9]{4}-(0[1-9]|1[0-2])$',
    week: '^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$',
    'datetime-local': '^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$',
  };
  const DATE = "Dates MUST be provided in 'YYYY-MM-DD' format.";
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
  const labelOf = (control) => {
    const label = control.labels?.[0]?.cloneNode(true);
    if (!label) return '';
    const inner = listOf(label.querySelectorAll('select, textarea, button'), 1000);
    for (let i = 0; i < inner.length; i += 1) inner[i].remove();
    return apply(trim, label.textContent, []);
  };
  // A page gets its own object for a schema.
  const put = (object, name, value) => {
    defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };
  const choice = (value, title) => (title ? { type: 'string', const: value, title } : { type: 'string', const: value });
  const choices = (list) => {
    const anyOf = [],
      values = [];
    for (let i = 0; i < list.length; i += 1) {
      push(anyOf, list[i]);
      push(values, list[i].const);
    }
    return { type: 'string', anyOf, enum: values };
  };
  const OMITTED = ['submit', 'button', 'reset', 'image', 'hidden', 'file'],
    WRITABLE = ['radio', 'checkbox', 'range', 'color'];
  const CONTROLS = ['INPUT', 'SELECT', 'TEXTAREA'];
  // The controls of a form by their names, those that together are one parameter in one list.
  const parameters = (form) => {
    const groups = new ownMap();
    const list = listOf(form.elements, 2000);
    for (let i = 0; i < list.length; i += 1) {
      const control = list[i],
        { name, type } = control;
      if (!name || !contains(CONTROLS, control.tagName) || contains(OMITTED, type)) continue;
      if (control.matches(':disabled') || (control.readOnly && !contains(WRITABLE, type))) continue;
      let group = get(groups, name);
      if (!group) {
        group = newList();
        set(groups, name, group);
      }
      group[group.length] = control;
    }
    const mixed = newList();
    each(groups, (group, name) => {
      const { type } = group[0];
      let alike = type === 'radio' || type === 'checkbox';
      for (let i = 0; i < group.length; i += 1) alike &&= group[i].type === type;
      if (group.length > 1 && !alike) mixed[mixed.length] = name;
    });
    for (let i = 0; i < mixed.length; i += 1) remove(groups, mixed[i]);
    return groups;
  };
  const number = (control, type) => {
    const out = { type: 'number' };
    const value = (name, otherwise) => {
      const text = control.getAttribute(name);
      return text !== null && apply(trim, text, []) !== '' && isFinite(+text) ? +text : otherwise;
    };
    const least = value('min', type === 'range' ? 0 : undefined),
      most = value('max', type === 'range' ? 100 : undefined);
    if (least !== undefined) put(out, 'minimum', least);
    if (most !== undefined) put(out, 'maximum', most);
    const step = value('step', 1);
    if (control.getAttribute('step') !== 'any' && step > 0 && (least ?? 0) % step === 0) put(out, 'multipleOf', step);
    return out;
  };
  const mapped = (list, make) => {
    const out = newList();
    for (let i = 0; i < list.length; i += 1) out[i] = make(list[i]);
    return out;
  };
  const property = (group) => {
    const control = group[0];
    const { type } = control;
    let out;
    if (type === 'select-one' || type === 'select-multiple') {
      out = choices(mapped(listOf(control.options, 1000), (one) => choice(one.value, one.label)));
      if (type === 'select-multiple') out = { type: 'array', items: out, uniqueItems: true };
    } else if (type === 'radio') {
      out = choices(mapped(group, (one) => choice(one.value, labelOf(one))));
    } else if (type === 'checkbox') {
      out =
        group.length === 1
          ? { type: 'boolean' }
          : {
              type: 'array',
              items: choices(mapped(group, (one) => choice(one.value, labelOf(one)))),
              uniqueItems: true,
            };
    } else if (type === 'number' || type === 'range') {
      out = number(control, type);
    } else {
      out = { type: 'string' };
      if (type === 'date') put(out, 'format', 'date');
      else if (PATTERNS[type]) put(out, 'format', PATTERNS[type]);
      else if (control.hasAttribute('pattern')) put(out, 'pattern', control.getAttribute('pattern'));
    }
    let description =
      control.getAttribute('toolparamdescription') ?? (group.length > 1 || type === 'radio' ? '' : labelOf(control));
    if (type === 'date') description = description ? description + ' (' + DATE + ')' : DATE;
    if (description) put(out, 'description', description);
    return out;
  };
  const schemaOf = (form) => {
    const properties = {},
      required = [];
    each(parameters(form), (group, name) => {
      put(properties, name, property(group));
      let needed = false;
      for (let i = 0; i < group.length; i += 1) needed ||= group[i].required;
      if (needed) push(required, name);
    });
    return { type: 'object', properties, required };
  };
  const first = (list, fits) => {
    for (let i = 0; i < list.length; i += 1) if (fits(list[i])) return list[i];
    return undefined;
  };
  // Returns the state that a value gives to a control, or an error. Nothing is set before all have been looked at.
  const setting = (name, group, value) => {
    const wrong = (shown) =>
      unknown('Invalid value ' + (shown ? stringify('' + value) + ' ' : '') + 'for parameter ' + name);
    const control = group[0];
    const { type } = control;
    const many = type === 'select-multiple' || (type === 'checkbox' && group.length > 1);
    if (many) {
      if (!isArray(value)) throw wrong(typeof value !== 'object');
      const texts = newList();
      for (let i = 0; i < value.length; i += 1) texts[i] = '' + value[i];
      const all = type === 'checkbox' ? group : listOf(control.options, 10000);
      const values = mapped(all, (one) => one.value);
      for (let i = 0; i < texts.length; i += 1) if (!contains(values, texts[i])) throw wrong(false);
      return () => {
        for (let i = 0; i < all.length; i += 1)
          all[i][type === 'checkbox' ? 'checked' : 'selected'] = contains(texts, all[i].value);
      };
    }
    if (typeof value === 'object') throw wrong(false);
    const text = '' + value;
    if (type === 'checkbox') {
      const on = { __proto__: null, true: true, 1: true, false: false, 0: false }[text];
      if (on === undefined) throw wrong(true);
      return () => {
        control.checked = on;
      };
    }
    if (type === 'radio') {
      const one = first(group, (one) => one.value === text);
      if (!one) throw wrong(true);
      return () => {
        one.checked = true;
      };
    }
    if (type === 'select-one') {
      if (!first(listOf(control.options, 10000), (one) => one.value === text)) throw wrong(true);
    } else if (control.tagName === 'INPUT') {
      // The control's own rules say what becomes of a text: nothing is left of one that is none of its values.
      const probe = ownDocument().createElement('input');
      probe.type = type;
      probe.value = text;
      if (text !== '' && probe.value === '') throw wrong(true);
    }
    return () => {
      control.value = text;
    };
  };
  const stateOf = (group) => {
    let text = '';
    for (let i = 0; i < group.length; i += 1) {
      const one = group[i],
        options = one.options ? listOf(one.options, 10000) : newList();
      text += one.options ? 'o' : stringify('' + one.value) + one.checked;
      for (let o = 0; o < options.length; o += 1) text += options[o].selected ? 1 : 0;
      text += ',';
    }
    return text;
  };
  const textOf = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'object' && value !== null) return stringify(value) ?? 'undefined';
    return typeof value === 'function' || typeof value === 'symbol' ? 'undefined' : '' + value;
  };

  // The calls of forms that wait for their submission.
  const active = new ownMap();
  const agentEvents = new WeakMap();
  const ofPage = (value) => new ownPromise((done) => done(value));
  const runForm = (form, text, settle) => {
    const input = parse(text);
    if (isArray(input)) return settle.fail(unknown('JSON input arguments must be an object'));
    const groups = parameters(form),
      settings = newList(),
      names = keysOf(input);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i],
        group = get(groups, name);
      if (!group) {
        const message = 'Input contains a parameter "' + name + '" but there is no such parameter for the tool';
        return settle.fail(unknown(message));
      }
      try {
        settings[i] = { __proto__: null, fill: setting(name, group, input[name]), group };
      } catch (error) {
        return settle.fail(error);
      }
    }
    for (let i = 0; i < settings.length; i += 1) {
      const { fill, group } = settings[i],
        before = stateOf(group);
      fill();
      if (stateOf(group) === before) continue;
      apply(dispatchEvent, group[0], [new ownEvent('input', { __proto__: null, bubbles: true, composed: true })]);
      apply(dispatchEvent, group[0], [new ownEvent('change', { __proto__: null, bubbles: true })]);
    }
    const running = get(active, form);
    if (running) running.fail(unknown('Tool execution cancelled by another call of the same tool'));
    set(active, form, settle);
    const controls = listOf(form.elements, 10000);
    const button = first(controls, (one) => one.type === 'submit' || one.type === 'image');
    if (!form.hasAttribute('toolautosubmit')) {
      button?.focus();
      return undefined;
    }
    let wrong = '',
      focus;
    for (let i = 0; !form.noValidate && i < controls.length; i += 1) {
      const one = controls[i];
      if (!one.willValidate || one.validity.valid) continue;
      focus ??= one;
      wrong += one.name + ': ' + one.validationMessage + '. ';
    }
    if (focus !== undefined) {
      focus.focus();
      return settle.fail(unknown('Form validation failed: ' + wrong));
    }
    form.requestSubmit(button);
    return undefined;
  };
  const submitted = (event, settle) => {
    const { answer } = weakGet(agentEvents, event);
    if (answer) {
      after(
        ofPage(answer.promise),
        (value) => settle.done(textOf(value)),
        () => settle.fail(unknown('respondWith promise was rejected')),
      );
    } else if (event.defaultPrevented) {
      settle.fail(
        unknown(
          "The site has a programming error: it called preventDefault() on the 'submit' event, " +
            'without also calling respondWith() with the tool result',
        ),
      );
    } else settle.done(null);
  };
  apply(addEventListener, ownWindow, [
    'submit',
    (event) => {
      const target = event.target,
        settle = get(active, target);
      if (!settle) return;
      remove(active, target);
      weakSet(agentEvents, event, { __proto__: null, answer: undefined });
      later(() => submitted(event, settle));
    },
    true,
  ]);
  apply(addEventListener, ownWindow, [
    'reset',
    (event) => {
      const settle = get(active, event.target);
      if (settle) settle.fail(unknown('Tool execution cancelled by a form reset'));
    },
    true,
  ]);
  if (typeof SubmitEvent === 'function') {
    const more = {
      get agentInvoked() {
        return weakHas(agentEvents, this);
      },
      respondWith(promise) {
        const state = weakGet(agentEvents, this);
        const message = (text) =>
          failure('InvalidStateError', "Failed to execute 'respondWith' on 'SubmitEvent': " + text);
        if (!state) throw message('You can only call respondWith on an submit event that has agentInvoked == true.');
        if (!this.defaultPrevented) throw message('To call respondWith, you must first call preventDefault.');
        state.answer = { __proto__: null, promise };
      },
    };
    defineProperty(SubmitEvent.prototype, 'agentInvoked', descriptor(getOwnPropertyDescriptor(more, 'agentInvoked')));
    defineProperty(SubmitEvent.prototype, 'respondWith', descriptor(getOwnPropertyDescriptor(more, 'respondWith')));
  }

  // Runs a tool of this document; the promise is for its result as text, or null where the document moves on.
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
    // A schema that is no object is taken, and its tool is never listed.
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
      /* It is no window. */
    }
    if (!ok) throw member(method, type, 'window', "Failed to convert value to 'Window'.");
    return { __proto__: null, name, of, target };
  };
  // Not an asynchronous function, which would ask the promise that it returns for its `then`.
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
    executeTool(tool) {
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
