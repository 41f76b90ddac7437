// @ts-check
// Fields after an input: the values that they have, and other forms in which pages write a value.

/** Shows texts of a field: their length alone if they are secret. */
function showIn(field, secret) {
  const isHiddenText = secret || (dom.tag(field) === 'input' && field.type === 'password');
  return (text) => (isHiddenText ? `${text.length} characters` : quoted(text));
}

/** Attributes of a field that has a list. */
const LISTED = ['aria-autocomplete', 'aria-expanded', 'aria-haspopup', 'aria-controls', 'aria-owns'];

/** Values of fields whose event `change` was sent. */
const sent = new WeakMap();

/**
 * Sends the event `change` of a field that was filled. Without it a page that listens to this event alone knows the
 * value only when the field loses the focus. The event of the engine, which comes then, is left out if it is about the
 * same value. A field with a list takes its value by a choice.
 */
function sendChange(field) {
  if (!isText(field) || SET.has(field.type)) return;
  if (LISTED.some((name) => dom.has(field, name))) return;
  sent.set(field, field.value);
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Sends the release of a key, as keyboards on a screen do: many editors and filters look at their text then, and a text
 * that was put in whole has no keys.
 */
const sendKey = (field) =>
  field.dispatchEvent(
    new KeyboardEvent('keyup', { bubbles: true, composed: true, key: 'Unidentified', keyCode: 229, which: 229 }),
  );

/** Returns whether a field takes a number, and no list, layer or time belongs to it. */
const isNumberField = (field) =>
  (page.role(field) === 'spinbutton' || /^(numeric|decimal)$/.test(dom.attribute(field, 'inputmode') ?? '')) &&
  (field.maxLength < 0 || field.maxLength > 2) &&
  focusedElement() === field &&
  !LISTED.some((name) => dom.has(field, name));

/** Changes of the document that are kept, at most. */
const CHANGES = 500;

/** Observes the trees in which a page shows a layer for a field. */
function changesAround(field) {
  const changed = new Set();
  const add = (records) => {
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes.length > 0 ? addedNodes : [target])
        if (changed.size < CHANGES && node !== field && dom.kind(node) === 1) changed.add(node);
    }
  };
  const observer = new MutationObserver(add);
  for (const root of new Set([document, dom.root(field)]))
    observer.observe(root, { subtree: true, childList: true, attributes: true });
  return {
    disconnect: () => observer.disconnect(),
    take: () => {
      add(observer.takeRecords());
      return [...changed];
    },
  };
}

/** Parts of a layer that a person chooses, next to options. */
const CHOOSABLE = '[role=gridcell],td,li,button,[role=button],[role=slider],[tabindex]';

/** Milliseconds in which a layer that begins to open is drawn. */
const OPENS = 250;

/** The layer at a field that its input has opened or changed, and that is open; null if there is none. */
async function layerOpened(field, changes) {
  const around = boxAround(field);
  const seen = new Map();
  const isLayer = (node) =>
    /^(absolute|fixed)$/.test(getComputedStyle(node).position) &&
    !holds(node, field) &&
    !holds(around, node) &&
    !dom.matches(node, '[role=alert],[role=status],[role=tooltip],[aria-live]') &&
    dom.all(node, `${CHOICES},${CHOOSABLE}`).length > 0;
  const layerAround = (node) => {
    if (!node) return null;
    if (!seen.has(node)) seen.set(node, isLayer(node) ? node : layerAround(dom.parent(node)));
    return seen.get(node);
  };
  const isOpen = (layer) => {
    const { width, height } = layer.getBoundingClientRect();
    return (
      width >= 60 &&
      height >= 40 &&
      width < 0.9 * innerWidth &&
      isDrawn(layer) &&
      isBeside(around.getBoundingClientRect(), layer.getBoundingClientRect())
    );
  };
  for (const end = now() + OPENS; ; await pause(30)) {
    const nodes = changes.take().filter((node) => dom.isConnected(node));
    const layers = [...new Set(nodes.map(layerAround))].filter(Boolean);
    const open = layers.find(isOpen);
    if (open || layers.length === 0 || now() >= end) return open ?? null;
  }
}

/** Returns whether a field has a calendar or another list that suggests nothing for its text, and that is closed. */
async function isPickerClosed(field, changes) {
  if (!/\d/.test(field.value)) return false;
  if (!changes || focusedElement() !== field || dom.attribute(field, 'aria-expanded') !== 'false') return false;
  if (/^(list|both|inline)$/.test(dom.attribute(field, 'aria-autocomplete') ?? '')) return false;
  return !listsNamedBy(field).some(isDrawn) && (await layerOpened(field, changes)) === null;
}

/** The note that the value of a field may be a draft, because its list or layer is open; or an empty text. */
async function draftNote(field, changes) {
  const layer = changes ? await layerOpened(field, changes) : null;
  const picker = dom.has(field, 'aria-expanded') ? field : dom.closest(field, '[role=combobox]');
  if (!layer && dom.attribute(picker ?? field, 'aria-expanded') !== 'true') return '';
  const popup = dom.attribute(picker ?? field, 'aria-haspopup') ?? '';
  const isDialog = layer ? dom.all(layer, CHOICES).length === 0 : /^(dialog|grid)$/.test(popup);
  const kind = isDialog ? 'dialog' : 'list';
  return `; not confirmed: its ${kind} is open; \`press Enter\` or a choice in it confirms, \`press Escape\` closes it`;
}

/** Takes the focus away from a field and brings it back: many fields of numbers take their value when they lose it. */
function commit(field) {
  field.blur();
  if (dom.isConnected(field)) field.focus({ preventScroll: true });
}

addEventListener(
  'change',
  (event) => {
    const [field] = /** @type {any[]} */ (event.composedPath());
    if (!event.isTrusted || !sent.has(field)) return;
    if (sent.get(field) === field.value) event.stopImmediatePropagation();
    sent.delete(field);
  },
  { capture: true },
);

/** The blocks of an editor from one to the one with the focus, for an editor whose lines are edited one by one. */
function blocksFrom(field, focus) {
  const last = focus && editor(focus);
  if (!last || last === field) return [];
  const around = upward(field, (node) => holds(node, last));
  const list = around ? [...dom.all(around, '[contenteditable]')].filter((node) => editor(node) === node) : [];
  const [from, to] = [list.indexOf(field), list.indexOf(last)];
  return from >= 0 && to > from ? list.slice(from, to + 1) : [];
}

/** Reads a field after its input, and returns its text. */
page.endText = async ({ secret }) => {
  if (!editing) return { text: '', left: true };
  const { changes } = editing;
  try {
    return await fieldAfter(secret);
  } finally {
    changes?.disconnect();
  }
};

/** The reply about the field that was edited. */
async function fieldAfter(secret) {
  const { field, before, expected, around, append, stopped, isAgain, changes = null } = editing;
  await turn();
  if (around) return endEditor(editing, secret);
  let value = readField(field);
  const isRich = !isText(field);
  const isIndented = isRich && isCode(field);
  const same = (one, other) =>
    isRich
      ? inLines(one, inked) === inLines(other, inked) && (!isIndented || indents(one) === indents(other))
      : one.replace(/\r\n?/g, '\n') === other.replace(/\r\n?/g, '\n');
  for (const ms of [0, 20, 40]) {
    if (same(value, expected) || isSpread(field, expected)) break;
    await pause(ms);
    value = readField(field);
  }
  editing = null;
  if (!append && value !== before && dom.isConnected(field)) {
    sendKey(field);
    if (isNumberField(field) || (await isPickerClosed(field, changes))) commit(field);
    else sendChange(field);
    await turn();
    value = readField(field);
  }
  renew(field);
  const show = showIn(field, secret);
  if (!dom.isConnected(field))
    return { text: `the page has removed the field after the input of ${show(expected)}`, gone: true };
  const what = describe(field);
  const reasons = [];
  if (field.maxLength > 0 && expected.length > field.maxLength) reasons.push(`its maxlength is ${field.maxLength}`);
  if (field.validity?.badInput) reasons.push('it takes a number');
  if (dom.tag(field) === 'input' && FORMS[field.type]) reasons.push(`it takes ${FORMS[field.type]}`);
  // Keys that were typed after the page has moved the focus went there.
  const focus = /** @type {any} */ (focusedElement());
  const isElsewhere = focus && focus !== field && !holds(field, focus) && fieldOf(focus) === focus;
  const inside = () =>
    isText(focus) && focus.type !== 'password' && !secret && focus.value !== ''
      ? `, which has ${quoted(focus.value)}`
      : '';
  const rest = stopped ? `; the page has moved the focus to ${describe(stopped)}, and the rest was not typed` : '';
  const moved = rest || (isElsewhere ? `; the focus is in ${describe(focus)}` : '');
  const why = (reasons.length > 0 ? `; ${reasons.join(', ')}` : '') + (isElsewhere ? moved + inside() : moved);
  const blocks = isRich && !same(value, expected) ? blocksFrom(field, focus) : [];
  if (blocks.length > 1 && same(blocks.map(readField).join('\n'), expected)) {
    const others = blocks.length - 1;
    return { text: `${what} and the ${others} block${others === 1 ? '' : 's'} after it have ${show(expected)}` };
  }
  if (!same(value, expected) && isSpread(field, expected)) {
    const others = [...expected].length - 1;
    return {
      text: `${what} and the ${others} field${others === 1 ? '' : 's'} after it have ${show(expected)}${moved}`,
    };
  }
  const isNumber =
    dom.tag(field) === 'input' && field.type === 'number' && value !== '' && Number(value) === Number(expected);
  const isColour =
    dom.tag(field) === 'input' && field.type === 'color' && value.toLowerCase() === expected.toLowerCase();
  if (same(value, expected) || isNumber || isColour) {
    report(field, () => show(readField(field)));
    const isMarked = dom.attribute(field, 'aria-invalid') === 'true';
    const note =
      (field.validity && !field.validity.valid
        ? `; not valid: ${line(field.validationMessage, 100)}`
        : isMarked
          ? '; the page marks it as not valid'
          : '') + (append || value === '' ? '' : await draftNote(field, changes));
    return { text: `${what} ${value === '' ? 'is empty' : `has ${show(value)}`}${note}${moved}` };
  }
  if (dom.tag(field) === 'input' && field.type === 'range' && expected !== '' && Number.isFinite(Number(expected))) {
    return { text: `${what} has ${show(value)}, which the page made of ${show(expected)}` };
  }
  const failed = (message) => ({ error: 'not_taken', message: `${what} ${message}${why}` });
  if (value === '')
    return failed(`is empty after the input of ${show(expected)}; if the page has taken it over, it is elsewhere now`);
  if (expected === '') return failed(`still has ${show(value)}`);
  if (value === before && before !== expected && !isAgain) return failed(`still has ${show(value)}, its value before`);
  if (isRich && inked(value) === inked(expected)) return failed(`has ${show(value)}, not ${show(expected)}`);
  if (expected.startsWith(value) || (isRich && alike(expected).startsWith(alike(value)))) {
    return failed(`took ${value.length} of ${expected.length} characters: ${show(value)}`);
  }
  if (
    value.replace(/\W/g, '').length < expected.replace(/\W/g, '').length &&
    letters(expected).startsWith(letters(value))
  ) {
    return failed(`took a part: ${show(value)}, not ${show(expected)}`);
  }
  // Engines leave out the characters that no number has.
  if (field.type === 'number' && !Number.isFinite(Number(expected)))
    return failed(`has ${show(value)}, not ${show(expected)}; it takes a number such as 1.5`);
  const hasOtherLines = letters(value) === letters(expected) && inLines(value, letters) !== inLines(expected, letters);
  if (isRich && (isIndented || hasOtherLines || !letters(value).includes(letters(expected))))
    return failed(`has ${show(value)}, not ${show(expected)}`);
  if (!secret && !isFormOf(value, expected))
    return { text: `${what} has ${show(value)}, not ${show(expected)}${why}`, other: true };
  // A mask puts the same letters into other groups.
  report(field, () => show(readField(field)));
  if (secret && letters(value) === letters(expected))
    return {
      text: `${what} has ${show(value)}, which the page made of ${show(expected)} by other groups or letter case${why}`,
    };
  if (secret) return failed('has another text than the secret, which the page made of it');
  return { text: `${what} has ${show(value)}, which the page made of ${show(expected)}${why}` };
}

/** The digits of a date or a time, if a field shows one in the same form: fields of parts take digits alone. */
page.digitsFor = ({ number, text }) => {
  const element = page.element(number);
  const field = element && fieldOf(element);
  if (!field || !isText(field) || !/^\d+([-/.: ]+\d+)+$/.test(text)) return '';
  const form = (value) => value.replace(/[\p{L}\p{N}]/gu, '0');
  return [field.value, field.placeholder].some((value) => form(value) === form(text)) ? text.replace(/\D/g, '') : '';
};

/** The text of the field that the page has put in the place of a filled one. */
page.filledAnew = ({ number, text, secret }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const field = fieldOf(element);
  if (!field) return { text: `${describe(element)} is in the place of the field` };
  const value = readField(field);
  const show = showIn(field, secret);
  const has = `${describe(field)} ${value === '' ? 'is empty' : `has ${show(value)}`}`;
  if (letters(value) === letters(text)) return { text: has };
  return {
    error: 'not_taken',
    message: `${has} after the input of ${show(text)}: the page has put it in the place of the field`,
  };
};

/** The words and numbers of a text, without leading zeros. */
const wordsOf = (text) =>
  (text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? []).map((word) => word.replace(/^0+(?=\d)/, ''));

/**
 * Returns whether words contain a number in another form: as a month's name, on a 12-hour or 24-hour clock, or as two
 * digits of a year.
 */
function isWrittenAs(number, words, wanted) {
  const value = Number(number);
  const [hour, half] = value > 11 ? [value % 12 || 12, /^pm?$/] : [value || 12, /^am?$/];
  if (value <= 23 && words.includes(String(hour)) && words.some((word) => half.test(word))) return true;
  if (value < 12 && words.includes(String(value + 12)) && wanted.some((word) => /^pm?$/.test(word))) return true;
  if (value === 12 && words.includes('0') && wanted.some((word) => /^am?$/.test(word))) return true;
  if (value > 999 && words.includes(String(value % 100))) return true;
  if (value < 1 || value > 12) return false;
  const locales = [document.documentElement.lang, navigator.language, 'en'].filter(Boolean);
  return locales.some((locale) => {
    try {
      const name = new Date(2024, value - 1, 15)
        .toLocaleString(locale, { month: 'short' })
        .toLowerCase()
        .replace(/\.$/, '');
      return words.some((word) => word.startsWith(name));
    } catch {
      return false;
    }
  });
}

/** Returns whether a value is a form of a text: it has all numbers of the text and one of its words. */
function isFormOf(value, text) {
  const all = letters(value);
  if (all === '' || letters(text) === '') return all === letters(text);
  if (all.includes(letters(text)) || letters(text).includes(all)) return true;
  const plain = (number) => Number(number.replace(/[^\d.-]/g, ''));
  if (/\d/.test(value) && /\d/.test(text) && plain(value) === plain(text)) return true;
  const words = wordsOf(value);
  const wanted = wordsOf(text);
  const has = (word) =>
    words.includes(word) ||
    (word.length > 1 && all.includes(word)) ||
    (/\d/.test(word)
      ? isWrittenAs(word, words, wanted)
      : words.some((other) => other.length > 2 && word.startsWith(other)));
  return wanted.some(has) && wanted.filter((word) => /\d/.test(word)).every(has);
}

const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
