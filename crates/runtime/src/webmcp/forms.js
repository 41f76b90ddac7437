// @ts-check
// Forms as tools: the schema of a form's controls, the values that a call sets, and the submission. `context.js` takes
// it in.
//
// The rule of `harness/mod.rs` holds, as there.
(kit, ownDocument) => {
  'use strict';
  const { get, set, remove, each, list: newList, after, unbound, descriptor, failure, unknown } = kit;
  const { apply, defineProperty } = Reflect;
  const { getOwnPropertyDescriptor, keys: keysOf } = Object;
  const { parse, stringify } = JSON;
  const { addEventListener } = EventTarget.prototype;
  const { trim } = String.prototype;
  const { isArray } = Array,
    { isFinite } = Number;
  const ownMap = Map,
    ownPromise = Promise,
    ownEvent = Event,
    ownWindow = window,
    ownTimeout = setTimeout;
  const weakGet = unbound(WeakMap.prototype.get),
    weakSet = unbound(WeakMap.prototype.set),
    weakHas = unbound(WeakMap.prototype.has);
  const later = (call) => apply(ownTimeout, window, [call]);
  // An array of the page, whose members trigger no setter.
  const push = (array, value) => {
    put(array, array.length, value);
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
  const PATTERNS = {
    __proto__: null,
    time: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    color: '^#[0-9a-zA-Z]{6}$',
    month: '^[0-9]{4}-(0[1-9]|1[0-2])$',
    week: '^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$',
    'datetime-local': '^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]$',
  };
  const DATE = "Dates MUST be provided in 'YYYY-MM-DD' format.";
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
  // The controls of a form by their names; controls that together are one parameter are in one list.
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
      // The control's own rules convert a text: a text that is not one of its values becomes empty.
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
  return { __proto__: null, push, put, contains, schemaOf, textOf, active, runForm };
};
