// @ts-check
// Actions: the outcome of an input.

/** Returns whether a pointer's place is in a box of the element, which may have moved since it was prepared. */
const isInside = (element, { clientX: x, clientY: y }) =>
  boxesOf(element).some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);

/** Returns whether an input on an element may lead to another document by the element's kind. */
function leads(element) {
  if (!element) return true;
  if (dom.closest(element, 'a[href],area[href]')) return true;
  const button = dom.closest(element, 'button,input');
  return Boolean(button?.form) && /^(submit|image)$/.test(button.type);
}

let watched = null;

/** Fields whose values are watched, at most: a script that sets them makes no change of the document. */
const FIELDS = 300;

/** The values of the fields of the document. */
function valuesOf() {
  const values = new Map();
  for (const field of dom.all(document, 'input,textarea,select')) {
    if (values.size >= FIELDS) break;
    values.set(field, stateOf(field));
  }
  return values;
}

/** The value of one field, for comparison. */
const stateOf = (field) =>
  /^(checkbox|radio)$/.test(field.type)
    ? field.checked
    : dom.tag(field) === 'select'
      ? field.selectedIndex
      : field.value;

/** Fields that have something else since, in words; of several the first three. */
function changedValues(values, element) {
  const list = [...values].filter(
    ([field, was]) => field !== element && stateOf(field) !== was && dom.isConnected(field) && isVisible(field),
  );
  const told = ([field]) => {
    const state = /^(checkbox|radio)$/.test(field.type)
      ? checkedOf(field)
      : field.type === 'password'
        ? `${field.value.length} characters`
        : quoted(field.value, 60);
    const is = state === 'true' ? 'checked' : 'not checked';
    return `${describe(field)} ${typeof stateOf(field) === 'boolean' ? `is ${is}` : `has ${state}`}`;
  };
  return `${list.slice(0, 3).map(told).join(', ')}${list.length > 3 ? ` and ${list.length - 3} more fields` : ''}`;
}

/** The scheme of a link that another program opens. */
function otherProgram(element) {
  const link = element && dom.closest(element, 'a[href],area[href]');
  return link && !/^(https?|file|data|blob|about|javascript|ftp|):?$/.test(link.protocol ?? '') ? link.protocol : null;
}

/** Milliseconds that handlers of an input take, from which on they are reported. */
const BUSY = 1_500;

const BLOCKED = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];

/** Watches the page's reactions from the first input on. */
function watch(element, target = element, hasKeys = false) {
  watched?.stop();
  const state = {
    element,
    target,
    begun: false,
    // Events of the pointer that came to the target, and to another element in its place.
    reached: new Set(),
    missed: null,
    // The press, and how the target went: by the page's handlers of the press, or in a task after them.
    press: null,
    hasTaken: false,
    isGone: false,
    isMoved: false,
    records: [],
    invalid: [],
    events: new Set(),
    wake: null,
    focus: focusedElement(),
    marks: element ? marksFor(element) : '',
    url: location.href,
    scroll: [scrollX, scrollY],
    submit: null,
    busy: 0,
    leads: leads(element),
    // The actions that write a text read it back themselves.
    values: target || hasKeys ? valuesOf() : new Map(),
    keyed: hasKeys ? keyedOf(focusedElement()) : null,
    program: target ? otherProgram(element) : null,
    ended: false,
  };
  // A turn after the event, which comes when the page's own handlers have ended.
  const clock = () => {
    const begin = now();
    setTimeout(() => {
      if (now() - begin > BUSY) state.busy = Math.round((now() - begin) / 1_000);
    });
  };
  const note = (name) => {
    state.events.add(name);
    state.wake?.();
  };
  const observer = new MutationObserver((records) => {
    if (!state.begun) return;
    // Handlers, and their microtasks, run before the event has ended.
    if (state.press && state.press.eventPhase !== 0 && !dom.isConnected(target)) state.hasTaken = true;
    const list = records.filter((record) => isChange(record));
    if (list.length === 0) return;
    if (state.records.length < 5_000) state.records.push(...list.slice(0, 5_000));
    state.wake?.();
  });
  for (const tree of trees()) {
    observer.observe(tree, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
      attributeOldValue: true,
    });
  }
  const onInput = (event) => {
    if (!event.isTrusted) return;
    clock();
    if (!state.begun) observer.takeRecords();
    state.begun = true;
    if (!target) return;
    const [hit] = event.composedPath();
    const isElsewhere =
      hit instanceof Element && !isHit(target, hit) && (!holds(hit, target) || !isInside(target, event));
    // A page may act on the first event, and put another element in the place of its target for the next one.
    if (!isElsewhere) {
      state.reached.add(event.type);
      if (event.type === 'mousedown') state.press = event;
    } else if (event.type === 'mouseup' && state.press && !state.reached.has('mouseup')) {
      if (dom.isConnected(target)) state.isMoved = isVisible(target) && !isInside(target, event);
      else if (!state.hasTaken) state.isGone = true;
    }
    if (isElsewhere && state.missed === null && /down$/.test(event.type) && state.reached.size === 0)
      state.missed = describe(hit);
    if (state.missed !== null) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  const onKey = () => {
    clock();
    if (!state.begun) observer.takeRecords();
    state.begun = true;
  };
  const onInvalid = (event) => {
    const field = event.composedPath()[0];
    if (state.invalid.length < 3) state.invalid.push(`${describe(field)}: ${line(field.validationMessage, 100)}`);
    note('invalid');
  };
  const onEvent = (event) => {
    if (!state.begun) return;
    if (event.type === 'submit') state.submit = { event, at: now() };
    note(event.type);
  };
  const onEnd = () => {
    state.ended = true;
    state.wake?.();
  };
  const options = { capture: true };
  const others = [
    'input',
    'change',
    'submit',
    'toggle',
    'focusin',
    'scroll',
    'pagehide',
    'beforeunload',
    'hashchange',
    'popstate',
    'copy',
    'fullscreenchange',
  ];
  for (const name of BLOCKED) addEventListener(name, onInput, options);
  for (const name of ['keydown', 'keyup', 'wheel', 'mousemove']) addEventListener(name, onKey, options);
  addEventListener('invalid', onInvalid, options);
  for (const name of others) addEventListener(name, onEvent, options);
  // A way to another page ends without one for a download and for an answer without content.
  globalThis.navigation?.addEventListener?.('navigateerror', onEnd);
  state.take = () => {
    if (state.begun) state.records.push(...observer.takeRecords().filter((record) => isChange(record)));
  };
  state.stop = () => {
    observer.disconnect();
    for (const name of BLOCKED) removeEventListener(name, onInput, options);
    for (const name of ['keydown', 'keyup', 'wheel', 'mousemove']) removeEventListener(name, onKey, options);
    removeEventListener('invalid', onInvalid, options);
    for (const name of others) removeEventListener(name, onEvent, options);
    globalThis.navigation?.removeEventListener?.('navigateerror', onEnd);
  };
  watched = state;
}

/** Returns whether a record of the observer is a change. */
function isChange(record) {
  if (record.type !== 'attributes') return true;
  return record.target.getAttributeNS(record.attributeNamespace, record.attributeName) !== record.oldValue;
}

/** The states of an element that a click may change. */
function marksFor(element) {
  const states = ['aria-expanded', 'aria-pressed', 'aria-selected', 'aria-checked', 'open', 'aria-current']
    .map((name) => [name.replace('aria-', ''), dom.attribute(element, name)])
    .filter(([, value]) => value !== null);
  const checked = dom.tag(element) === 'input' ? checkedOf(element) : null;
  if (checked !== null) states.push(['checked', checked]);
  if (dom.tag(element) === 'summary' && !dom.has(element, 'aria-expanded'))
    states.push(['expanded', String(dom.has(dom.parentNode(element), 'open'))]);
  return states.map(([name, value]) => `${name}=${value || 'true'}`).join(' ');
}

/** Watches the page's reactions; with `begun` also without an event of the user. */
page.watch = ({ number, keys = false, begun = false }) => {
  page.holdKeys({ on: false });
  watch(number ? page.element(number) : null, null, keys);
  watched.begun = begun;
  return true;
};

/** The value of the focused element and its active option, which a key may change. */
function keyedOf(element) {
  if (!element || dom.matches(element, 'html,body')) return null;
  const isValued = RANGES.has(page.role(element)) || isPicker(element) || isOwnList(element) || isText(element);
  const active = dom.attribute(element, 'aria-activedescendant');
  return {
    element,
    isMarked: dom.attribute(element, 'aria-invalid') === 'true',
    value: isValued ? page.shownValue(element) : null,
    active: active ? dom.byId(dom.root(element), active) : null,
  };
}

/** Lines about the changes by a key to the element that had the focus. */
function changedByKeys({ keyed, values }) {
  if (!keyed || !dom.isConnected(keyed.element)) return [];
  const { value, active, isMarked } = keyedOf(keyed.element) ?? {};
  const lines = [];
  if (value !== keyed.value && value !== null && !values.has(keyed.element))
    lines.push(`${describe(keyed.element)} ${value === '' ? 'is empty' : `has ${quoted(value)}`}`);
  if (isMarked && !keyed.isMarked) lines.push(`the page marks ${describe(keyed.element)} as not valid`);
  if (active && active !== keyed.active) lines.push(`active: ${describe(active)}`);
  return lines;
}

/** The document that has the focus: this one, one in a frame of it, or another. */
page.focusIn = () => {
  if (!document.hasFocus()) return 'elsewhere';
  const focus = focusedElement();
  return focus && /^i?frame$/.test(dom.tag(focus)) ? 'frame' : 'here';
};

/** Milliseconds within which a form that is sent begins to leave its document. */
const SENDS = 300;

/** Returns whether a form was sent, and its document did not begin to leave yet. */
function sends({ submit, events }) {
  if (!submit || submit.event.defaultPrevented || now() - submit.at > SENDS) return false;
  if (events.has('beforeunload') || events.has('pagehide')) return false;
  const { target: form, submitter } = submit.event;
  const value = (name) => (submitter && dom.attribute(submitter, `form${name}`)) ?? dom.attribute(form, name) ?? '';
  const isHere = /^(_self|_top|_parent)?$/i.test(value('target')) && !/^\s*javascript:/i.test(value('action'));
  return isHere && value('method').toLowerCase() !== 'dialog';
}

/** Returns whether the page is on its way to another document, as far as is seen. */
const isLeaving = (state) =>
  !state.ended &&
  state.program === null &&
  (sends(state) || state.events.has('beforeunload') || state.events.has('pagehide'));

/** Waits for the first reaction, for at most `ms`; with `last` the watch ends all the same. */
page.reaction = async ({ ms, last, next = null }) => {
  const state = watched;
  if (!state) return { lost: true };
  // The answer to the input comes when handlers have ended; the element's own default action may follow in a task.
  if (state.leads || state.events.has('submit')) await turn();
  state.take();
  const has = () => state.missed !== null || state.records.length > 0 || linesOf(state).length > 0;
  const end = now() + ms;
  while ((!has() || sends(state)) && now() < end) {
    await new Promise((done) => {
      state.wake = done;
      setTimeout(done, Math.max(1, end - now()));
    });
    // Changes in the same turn of the page belong to it.
    await pause(0);
    state.take();
  }
  const told = next === null ? null : { counter: { next }, rows: [] };
  const lines = linesOf(state, told);
  const leaves = isLeaving(state);
  if (state.records.some((record) => record.attributeName === 'style')) restless = now() + RESTLESS;
  if (last || state.missed !== null || lines.length > 0) state.stop();
  // The caller reads the lines, which have the new name.
  if (state.element && state.records.length > 0) renew(state.element);
  if (state.missed !== null) return { missed: state.missed, lines: [] };
  return {
    lines,
    leaves,
    begun: state.begun,
    clicked: state.reached.has('click'),
    half: isHalf(state),
    moved: state.isMoved,
    rows: told?.rows ?? [],
    next: told?.counter.next ?? 0,
  };
};

/** Returns whether the target took the press of the pointer alone, and is still there: it may have moved. */
function isHalf({ target, reached }) {
  if (!target || !reached.has('mousedown') || reached.has('mouseup') || dom.tag(target) === 'select') return false;
  return dom.isConnected(target) && !['click', 'auxclick', 'dblclick', 'contextmenu'].some((name) => reached.has(name));
}

/** The reactions, in at most three lines. */
function linesOf(state, told = null) {
  const lines = [];
  const { element } = state;
  if (isHalf(state)) lines.push('it took no click: the pointer was released on another element');
  if (state.isGone) lines.push('it took no click: the page removed it before the pointer was released');
  if (state.invalid.length > 0) lines.push(`the form did not validate: ${state.invalid.join('; ')}`);
  const isThere = element && dom.isConnected(element);
  const isRenamed = isThere && state.records.length > 0 && newName(element) !== null;
  if (isThere) {
    if (isRenamed) lines.push(`now ${describe(element)}`);
    const marks = marksFor(element);
    if (marks !== state.marks && marks !== '') lines.push(`now ${marks}`);
  }
  if (state.busy) lines.push(`the page did not answer for ${state.busy} s; its script may have been stopped`);
  if (state.program !== null && state.begun) lines.push(`the link is for another program: ${line(state.program, 20)}`);
  if (state.ended && !state.events.has('pagehide')) lines.push('the page stays: what it asked for is no document');
  if (location.href !== state.url) lines.push(`the URL is now ${line(location.href, 200)}`);
  const values = state.begun ? changedValues(state.values, element) : '';
  if (values !== '') lines.push(values);
  if (state.begun) lines.push(...changedByKeys(state));
  const changes = changesOf(state, isRenamed, told);
  if (changes !== '') lines.push(changes);
  const focus = focusedElement();
  if (focus && focus !== state.focus && focus !== document.body && focus !== document.documentElement) {
    const isOwn = element && (focus === element || holds(focus, element) || focus === state.target);
    if (!isOwn || fieldOf(focus)) lines.push(`focus: ${describe(focus)}`);
  }
  if (lines.length === 0) {
    const names = ['input', 'change', 'submit', 'toggle', 'copy', 'fullscreenchange'].filter((name) =>
      state.events.has(name),
    );
    if (names.length > 0) lines.push(`the page took the event ${names.join(', ')}`);
    else if (scrollX !== state.scroll[0] || scrollY !== state.scroll[1])
      lines.push(`scrolled to ${Math.round(scrollX)}, ${Math.round(scrollY)}`);
    else if (state.events.has('scroll')) lines.push('a part of the page scrolled');
  }
  return lines.slice(0, 3);
}

/** Changes of the document; without the texts of the element itself, if its name has them. */
function changesOf({ records, element }, isRenamed, known) {
  const added = new Set();
  const removed = new Set();
  // Texts by the element that has them.
  const texts = new Map();
  const attributes = new Set();
  const appeared = new Set();
  let hasStyles = false;
  for (const record of records) {
    const owner = record.type === 'characterData' ? dom.parentNode(record.target) : record.target;
    if (owner && dom.kind(owner) === 1 && UNRENDERED.has(dom.tag(owner)) && record.type !== 'attributes') {
      // The text of a style sheet or a script does not count as text of the page.
      hasStyles ||= dom.tag(owner) === 'style';
      continue;
    }
    if (record.type === 'childList') {
      for (const node of record.addedNodes) {
        if (dom.kind(node) === 1) added.add(node);
        else if (dom.kind(node) === 3 && dom.text(node).trim() !== '') texts.set(record.target, node);
      }
      for (const node of record.removedNodes) {
        if (dom.kind(node) === 1) removed.add(node);
        else if (dom.kind(node) === 3 && dom.text(node).trim() !== '' && !texts.has(record.target))
          texts.set(record.target, null);
      }
    } else if (record.type === 'characterData') {
      if (dom.parentNode(record.target)) texts.set(dom.parentNode(record.target), record.target);
    } else {
      attributes.add(record.attributeName);
      if (/^(class|style|hidden|open|aria-hidden)$/.test(record.attributeName) && record.target !== element)
        appeared.add(record.target);
    }
  }
  const news = [...added].filter((node) => dom.isConnected(node) && !removed.has(node));
  const gone = [...removed].filter((node) => !dom.isConnected(node)).length;
  const moved = [...added].filter((node) => dom.isConnected(node) && removed.has(node) && isVisible(node));
  const outer = news.filter((node) => !news.some((other) => other !== node && holds(other, node))).slice(0, 200);
  const seen = outer.filter(isVisible);
  const parts = [];
  const names = new Names(new Roles());
  const told = (node) => {
    const text = line(visibleText(node), 80);
    const what = describe(node);
    if (text === '' || what.includes(`"${text}`)) return what;
    return names.of(node) === '' ? `${what.replace(/ ".*$/, '')} "${text}"` : `${what}: "${text}"`;
  };
  // A new element gets a reference, because nothing else may name it.
  const numbered = (node) => {
    if (!known) return told(node);
    const role = names.roles.of(node) || 'generic';
    const name = line(names.of(node) || visibleText(node), 200);
    const number = page.reference(node, known.counter, name);
    known.rows.push({ number, role, name, text: '' });
    if (name !== '' && name.length <= 100 && INLINE.has(role)) reacting.add(node);
    return `${told(node)} (@e${number})`;
  };
  if (seen.length > 0)
    parts.push(
      `new: ${seen.slice(0, 3).map(numbered).join(', ')}${seen.length > 3 ? ` and ${seen.length - 3} more` : ''}`,
    );
  else if (outer.length > 0) parts.push(`${outer.length} hidden element${outer.length === 1 ? '' : 's'} added`);
  // The text of the element if it is short, else the part that changed.
  const textOf = (node) => {
    const text = dom.text(node);
    const part = texts.get(node);
    return `"${line(text.length > 80 && part && dom.isConnected(part) ? dom.text(part) : text.slice(0, 400), 60)}"`;
  };
  const changed = [...texts.keys()].filter(
    (node) =>
      dom.kind(node) === 1 &&
      dom.isConnected(node) &&
      !(isRenamed && holds(element, node)) &&
      !outer.some((other) => holds(other, node)),
  );
  if (changed.length > 0)
    parts.push(
      `text: ${changed.slice(0, 3).map(textOf).join(', ')}` +
        `${changed.length > 3 ? ` and ${changed.length - 3} more` : ''}`,
    );
  if (seen.length === 0 && moved.length > 0)
    parts.push(`moved: ${describe(moved[0])}${moved.length > 1 ? ` and ${moved.length - 1} more` : ''}`);
  if (gone > 0) parts.push(`${gone} element${gone === 1 ? '' : 's'} removed`);
  const shows = [...appeared].filter((node) => dom.kind(node) === 1 && dom.isConnected(node)).slice(0, 50);
  if (parts.length === 0 && shows.length > 0) {
    const first = shows.find((node) => isVisible(node) && node !== document.body && node !== document.documentElement);
    if (first) parts.push(`changed: ${told(first)}`);
  }
  if (parts.length === 0 && hasStyles) parts.push('styles changed');
  if (parts.length === 0 && attributes.size > 0)
    parts.push(`attributes changed: ${[...attributes].slice(0, 5).join(', ')}`);
  return parts.join('; ');
}
