// @ts-check
// Fields: the input of texts and values.

/** Inputs whose text is not typed. */
const SET = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range']);
const FORMS = {
  date: 'YYYY-MM-DD',
  time: 'HH:MM',
  'datetime-local': 'YYYY-MM-DDTHH:MM',
  month: 'YYYY-MM',
  week: 'YYYY-Www',
  color: '#rrggbb',
  range: 'a number',
};

const isText = (element) =>
  dom.tag(element) === 'textarea' ||
  (dom.tag(element) === 'input' && !/^(checkbox|radio|file|button|submit|reset|image|hidden)$/.test(element.type));

/** The element that is edited, for a part of an editor its host. */
function editor(element) {
  if (!element.isContentEditable) return null;
  let host = element;
  for (
    let up = dom.parentNode(host);
    up && dom.kind(up) === 1 && up.isContentEditable && dom.tag(host) !== 'body';
    up = dom.parentNode(up)
  )
    host = up;
  return host;
}

/**
 * The element around the field of a code editor that shows its text, which the field itself has not; null for other
 * fields.
 */
function editorAround(field) {
  const isOwn = Boolean(field.editContext);
  if (!isOwn) {
    if (dom.tag(field) !== 'textarea') return null;
    // Nobody types into a text area of two pixels, whatever its borders take.
    const hasRoom = field.clientWidth > 2 && field.clientHeight > 2;
    if (hasRoom && isDrawnItself(field) && pointOf(field).x !== undefined) return null;
  }
  let node = dom.parent(field);
  for (let left = 8; node && left > 0; left--, node = dom.parent(node)) {
    const { width, height } = node.getBoundingClientRect();
    if (width > 40 && height > 14 && visibleText(node).trim() !== '') return node;
  }
  return null;
}

/** The lines of an editor without white space and without lines that are numbers, for comparing its text. */
const inkOf = (text) =>
  text
    .split('\n')
    .filter((row) => !/^\s*\d+\s*$/.test(row))
    .join('')
    .replace(/[\s\u200b\ufeff\u00a0\u00b7]+/g, '');

/** The field that an element is, names or holds. */
function fieldOf(element) {
  if (isText(element) || element.editContext) return element;
  const host = editor(element);
  if (host) return host;
  if (dom.tag(element) === 'label' && element.control) return isText(element.control) ? element.control : null;
  if (dom.tag(element) === 'select' || dom.tag(element) === 'input' || dom.tag(element) === 'button') return null;
  const inner = [];
  const stack = [element];
  for (let left = 2_000; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (node !== element && (isText(node) || editor(node) === node)) inner.push(node);
    else for (const child of dom.children(node)) if (dom.kind(child) === 1) stack.push(child);
  }
  const seen = inner.filter(isVisible);
  return seen.length === 1 ? seen[0] : null;
}

/** The text of a field. */
function readField(field) {
  if (isText(field)) return field.value;
  return linesIn(field)
    .join('\n')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\n+$/, '');
}

/**
 * States of fields that were reported to the caller: the field, its description, a function that reads the state, and
 * the state.
 */
let reported = [];

/** Most states that are held. */
const HELD = 20;

/** Drops the states of a field that is set anew, and of the other radio buttons of its group. */
function forgetState(field) {
  const isRadio = (node) => page.role(node) === 'radio';
  reported = reported.filter((held) => held.field !== field && !(isRadio(field) && isRadio(held.field)));
}

/** Notes the state of a field that is reported to the caller. */
function report(field, state) {
  forgetState(field);
  reported = reported.slice(1 - HELD);
  reported.push({ field, what: describe(field), state, was: state() });
}

/** Functions that begin an action which sets a state, and functions after which changes of states are expected. */
const SETS = new Set(['beginText', 'chooseNative', 'prepareCheck', 'fileInput']);
const STARTS = new Set(['prepare', 'watch', 'focus', 'scroll']);

/** Returns whether a state is the same one, or the same characters in the form that a field gives them. */
const isSameState = (is, was) => is === was || (letters(was) !== '' && letters(is).startsWith(letters(was)));

/**
 * States that the page has changed since they were reported, before an action on the element with the number; of the
 * last ones at most three.
 */
page.changedSince = (name, number) => {
  if (reported.length === 0 || !(SETS.has(name) || STARTS.has(name))) return undefined;
  const target = number ? page.element(number) : null;
  if (target && SETS.has(name))
    for (const field of [target, fieldOf(target), target.control]) if (field) forgetState(field);
  const has = ({ field, state, was }) => !dom.isConnected(field) || isSameState(state(), was);
  const changed = reported.filter((held) => !has(held));
  reported = SETS.has(name) ? reported.filter(has) : [];
  return changed.length === 0
    ? undefined
    : changed
        .slice(-3)
        .map(
          ({ what, state, was }) =>
            `${what} has ${state()} now: the page has changed it, it was ${was} after its action`,
        );
};

/** A field and the text fields after it, as many as a text has characters; or none if there are fewer. */
function following(field, length) {
  if (length < 2 || length > 64 || dom.tag(field) !== 'input') return [];
  for (let around = dom.parent(field), left = 4; around && left > 0; left--, around = dom.parent(around)) {
    const list = [...dom.all(around, 'input')].filter((node) => isText(node) && isVisible(node));
    const at = list.indexOf(field);
    if (at >= 0 && list.length >= at + length) return list.slice(at, at + length);
  }
  return [];
}

/** The first field of a group with one for each character of a text. */
function firstCell(group, text) {
  const list = [...dom.all(group, 'input')].filter((node) => isText(node) && !isUnseen(node));
  const { width } = list[0]?.getBoundingClientRect() ?? {};
  const isCell = (cell) =>
    cell.maxLength > 0 ? cell.maxLength <= 2 : list.length > 2 && cell.getBoundingClientRect().width === width;
  const isCode = list.length > 1 && list.length === [...text].length && list.every(isCell);
  return isCode ? list[0] : null;
}

/** Returns whether a field and the fields after it have one character of a text each, as the fields of a code. */
function isSpread(field, text) {
  const characters = [...text];
  const group = following(field, characters.length);
  return group.length > 0 && group.every((cell, at) => cell.value === characters[at]);
}

let editing = null;

/** Returns whether commands of a document send `beforeinput`: WebKit's do. */
const SENDS_BEFORE_INPUT = navigator.vendor.startsWith('Apple');

/** Characters that are written in one command of the document; engines take long with more. */
const WHOLE = 10_000;

/** Focuses the next of the fields of a code, if the page has not done so. */
page.nextCell = ({ at }) => {
  const cell = editing?.cells[at];
  if (!cell || !dom.isConnected(cell)) return false;
  if (focusedElement() !== cell) cell.focus({ preventScroll: true });
  cell.select();
  return true;
};

/**
 * Waits until a field can be written, focuses it and selects its text. With `write`, the text of a plain field is
 * written as well, if the document itself can do that, and the field's text then is the result.
 */
page.beginText = async ({
  number,
  text,
  append,
  patience,
  known = false,
  write = false,
  secret = false,
  again = false,
}) => {
  const end = now() + patience;
  let judge = null;
  for (;;) {
    const element = page.element(number);
    if (!element) return { error: 'stale', message: '' };
    judge ??= judgeOf(number, element, known);
    const handle = append ? null : handleOf(element);
    const field = handle ? null : (fieldOf(element) ?? firstCell(element, text));
    const slider = field || append ? null : (handle ?? sliderOf(element));
    if (slider && !isOff(slider)) return judge() ?? { mode: 'slider' };
    if (!field)
      return { error: 'not_actionable', message: `${describe(element)} is not a text field; ${instead(element)}` };
    if (dom.tag(field) === 'input' && /[\r\n]/.test(text)) {
      return {
        error: 'usage',
        message: `${describe(field)} has one line, found a line break in the text; \`press Enter\` sends the key`,
      };
    }
    const isHiddenField =
      !isVisible(field) && !field.editContext && !(dom.tag(field) === 'textarea' && field.getClientRects().length > 0);
    const isReadOnly = field.readOnly || dom.attribute(field, 'aria-readonly') === 'true';
    let why = isHiddenField
      ? `it is hidden${besideIt(field)}`
      : isReplaced(field)
        ? `it is too small to be seen${besideIt(field)}`
        : (whyOff(field) ?? whyInert(field) ?? (isReadOnly ? 'it is read-only' : null));
    if (why === null) {
      const cover = coverOf(field);
      const other = cover ? null : judge();
      if (other?.error) return other;
      if (!cover && other === null) {
        const begun = await begin(field, text, append);
        // After another input the value before is not the one that the caller knows.
        editing.isAgain = again;
        return write && begun.mode === 'text' && insert(field, text)
          ? { mode: 'written', empty: false, ...(await page.endText({ secret })) }
          : begun;
      }
      why = cover;
    }
    if (now() >= end && why) return { error: 'not_actionable', message: `${describe(field)} cannot be filled: ${why}` };
    await pause(40);
  }
};

/** Returns whether a page has replaced a field: neither the pointer nor the keyboard reaches it. */
function isReplaced(field) {
  if (dom.tag(field) !== 'input' || field.editContext) return false;
  const { width, height } = field.getBoundingClientRect();
  return (
    (width <= 2 || height <= 2) &&
    (dom.attribute(field, 'tabindex') === '-1' ||
      upward(field, (node) => dom.attribute(node, 'aria-hidden') === 'true') !== null)
  );
}

/** The element that covers a field, or null. An element that draws the field does not count. */
function coverOf(field) {
  reveal(field);
  const point = pointOf(field);
  if (point.x !== undefined) return null;
  const dialogs = [...document.querySelectorAll('dialog:modal')];
  const isBehind = dialogs.length > 0 && !dialogs.some((dialog) => holds(dialog, field));
  return isBehind || (isDrawnItself(field) && (isOverPage(point.cover, field) || hasLayer(point.cover)))
    ? point.why
    : null;
}

/** Returns whether a field shows its text itself: in code editors and drawn codes, elements over the field show it. */
function isDrawnItself(field) {
  const { width, height } = field.getBoundingClientRect();
  return width > 4 && height > 4 && getComputedStyle(field).opacity !== '0';
}

/** Share of the window that a layer over the page takes. */
const OVER_PAGE = 0.75;

/** Returns whether a style and a size mean a layer over the page as a whole. */
const isLayer = ({ position }, width, height) =>
  /^(fixed|absolute)$/.test(position) && width > 0 && width * height >= OVER_PAGE * innerWidth * innerHeight;

/** Returns whether a pseudo-element of an element lies over the page as a whole, or its closed shadow tree may. */
function hasLayer(element) {
  if (!element) return false;
  const isClosed = element.localName.includes('-') && dom.shadow(element) === null && boxesOf(element).length === 0;
  return (
    isClosed ||
    ['::before', '::after'].some((name) => {
      const style = getComputedStyle(element, name);
      return style.content !== 'none' && isLayer(style, parseFloat(style.width), parseFloat(style.height));
    })
  );
}

/** Returns whether an element is in a layer that lies over the page as a whole, and does not hold the field. */
function isOverPage(cover, field) {
  for (let node = cover ?? null; node && !holds(node, field); node = dom.parent(node)) {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (isLayer(getComputedStyle(node), width, height)) return true;
  }
  return false;
}

/** The slider of a script that an element is, or the only one that is drawn in it; null if there is none. */
function sliderOf(element) {
  const isSlider = (node) => /^(slider|spinbutton|scrollbar)$/.test(page.role(node)) && dom.has(node, 'aria-valuenow');
  if (isSlider(element)) return element;
  const list = [element, dom.shadow(element)]
    .filter(Boolean)
    .flatMap((tree) => [...dom.all(tree, '[aria-valuenow]')])
    .filter(isSlider);
  return list.length === 1 ? list[0] : null;
}

/** The element around a slider that takes its keys, if the slider itself takes none. */
function handleOf(element) {
  if (dom.tag(element) !== 'input' || element.type !== 'range' || dom.attribute(element, 'tabindex') !== '-1')
    return null;
  for (let node = dom.parent(element), left = 3; node && left > 0; node = dom.parent(node), left--)
    if (dom.matches(node, '[tabindex="0"]')) return node;
  return null;
}

/** The state of a slider; with a value that it had, the first other one within `ms`. */
page.slider = async ({ number, was = null, ms }) => {
  const end = now() + ms;
  for (;;) {
    const found = page.element(number);
    if (!found) return { error: 'stale', message: '' };
    const element = sliderOf(found) ?? found;
    const read = (name) => {
      const value = parseFloat(dom.attribute(element, `aria-${name}`) ?? '');
      return Number.isFinite(value) ? value : null;
    };
    const value = read('valuenow');
    if (value === null) return { error: 'not_actionable', message: `${describe(element)} has no value` };
    // A slider may take several keys one after the other.
    if (was === null || value !== was || now() >= end) {
      if (was !== null) await pause(20);
      return {
        now: read('valuenow') ?? value,
        min: read('valuemin'),
        max: read('valuemax'),
        text: describe(element),
        shows: page.shownValue(element),
      };
    }
    await pause(15);
  }
};

function instead(element) {
  if (dom.tag(element) === 'select') return '`select` chooses an option';
  if (dom.tag(element) === 'input' && /^(checkbox|radio)$/.test(element.type)) return '`check` and `uncheck` change it';
  if (dom.tag(element) === 'input' && element.type === 'file') return '`upload` sets its files';
  if (/^(slider|spinbutton|scrollbar)$/.test(page.role(element)))
    return '`click` it, and `press ArrowRight` and `ArrowLeft` change it';
  if (isPicker(element) || isOwnList(element)) return '`select` chooses an option';
  return '`snapshot` lists those there are';
}

/**
 * Replaces the selected text of a field, with a trusted `input` event; false if the driver is to do it. Chromium and
 * Firefox have no `beforeinput` for such a command, so it is sent here; the edits of a page that cancels it are read
 * back.
 */
function insert(field, text) {
  const { before } = editing;
  const owner = field.ownerDocument;
  // A window without the focus gets it by the driver's input, and its elements their events of the focus.
  if (!owner.hasFocus() || text === '' || text.length > WHOLE) return false;
  if (!SENDS_BEFORE_INPUT) {
    const event = new InputEvent('beforeinput', {
      bubbles: true,
      cancelable: true,
      composed: true,
      inputType: 'insertText',
      data: text,
    });
    if (!field.dispatchEvent(event)) return true;
  }
  return execCommand.call(owner, 'insertText', false, text) || readField(field) !== before;
}

async function begin(field, text, append) {
  const before = readField(field);
  const start = isText(field) ? before : linesIn(field).join('\n');
  editing?.changes?.disconnect();
  const changes = isText(field) && !append ? changesAround(field) : null;
  editing = { field, before, expected: append ? start + text : text, added: text, append, changes };
  if (dom.tag(field) === 'input' && SET.has(field.type)) {
    if (append)
      return {
        error: 'usage',
        message: `${describe(field)} has a value and no text; \`fill\` sets it: ${FORMS[field.type]}`,
      };
    field.focus();
    const set = (value) => Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);
    set(text.trim());
    if (field.type === 'color' ? field.value !== text.trim().toLowerCase() : field.value === '' && text.trim() !== '') {
      // Not a value of its kind: the page sees nothing of it.
      set(before);
      return { mode: 'done' };
    }
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    editing.expected = text.trim();
    return { mode: 'done' };
  }
  const around = editorAround(field);
  if (around) {
    editing.around = around;
    editing.shown = inkOf(visibleText(around));
    field.focus({ preventScroll: true });
    return { mode: 'editor', empty: editing.shown === '' };
  }
  // The body of a frame is its active element also while another frame has the focus.
  if (!document.hasFocus()) window.focus();
  if (focusedElement() !== field || !document.hasFocus()) field.focus({ preventScroll: true });
  if (isText(field) && !append && field.maxLength === 1) {
    const group = following(field, [...text].length);
    editing.cells = group.every((cell) => cell.maxLength === 1) ? group : [];
    if (editing.cells.length > 0) return { mode: 'cells', empty: before === '' };
  }
  if (isText(field)) {
    if (append) {
      try {
        field.setSelectionRange(field.value.length, field.value.length);
      } catch {
        // Fields of numbers and addresses have no selection; the caret is at their end after this.
        field.select();
        return { mode: 'end', empty: before === '' };
      }
    } else field.select();
    return { mode: 'text', empty: before === '' };
  }
  const selection = dom.root(field).getSelection?.() ?? getSelection();
  selection.selectAllChildren(field);
  // The end of the text, and not the place after its last paragraph.
  let end = field;
  const isPlace = (node) =>
    node && (dom.kind(node) === 3 || (dom.kind(node) === 1 && dom.tag(node) !== 'br' && node.isContentEditable));
  while (append && isPlace(end.lastChild)) end = end.lastChild;
  if (append && end !== field) selection.collapse(end, dom.kind(end) === 3 ? end.length : end.childNodes.length);
  else if (append) selection.collapseToEnd();
  // Editors take the selection over with an event.
  await pause(0);
  await frame();
  return { mode: 'rich', empty: before === '' };
}

/** Fonts of a fixed width, by parts of their names. */
const FIXED = /mono|courier|consol|menlo|code/i;

/** Returns whether an editing host is for code: its font has a fixed width, and it keeps white space. */
function isCode(field) {
  if (isText(field) || field.editContext) return false;
  const { fontFamily, whiteSpace } = getComputedStyle(field);
  return FIXED.test(fontFamily) && /^(pre|pre-wrap|break-spaces)$/.test(whiteSpace);
}

/** Pastes a text into an editor for code, which indents lines after Enter; false if the page does not take it. */
page.paste = async ({ text }) => {
  if (!editing || !isCode(editing.field)) return false;
  // Firefox shows a page the data alone that objects of the page have, and takes no others here.
  const own = globalThis.wrappedJSObject ?? globalThis;
  const init = new own.Object();
  for (const name of ['bubbles', 'cancelable', 'composed']) init[name] = true;
  if (globalThis.wrappedJSObject) [init.dataType, init.data] = ['text/plain', text];
  else {
    init.clipboardData = new DataTransfer();
    init.clipboardData.setData('text/plain', text);
  }
  const event = new own.ClipboardEvent('paste', init);
  if (event.clipboardData?.getData('text/plain') !== text) return false;
  const isTaken = !editing.field.dispatchEvent(event);
  if (isTaken) await frame();
  return isTaken;
};

/** The lines of a text in one form, without empty ones at its ends. */
const inLines = (text, form) =>
  text
    .split('\n')
    .map(form)
    .join('\n')
    .replace(/^\n+|\n+$/g, '');

/** The characters of a line, without white space. */
const inked = (row) => alike(row).replace(/ /g, '');

/** The white space before the text of each line that has one. */
const indents = (text) =>
  text
    .replace(/\u00a0/g, ' ')
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => /^\s*/.exec(row)[0])
    .join('|');

/** Reads the text that a code editor shows after its input. It draws visible lines only, and may break long ones. */
async function endEditor({ field, around, shown: before, added }, secret) {
  editing = null;
  const expected = inkOf(added);
  const what = describe(field);
  let value = '';
  for (const ms of [0, 30, 100, 300]) {
    await pause(ms);
    value = inkOf(visibleText(around));
    if (value === expected) return { text: `${what} has ${secret ? `${added.length} characters` : quoted(added)}` };
  }
  const shows = secret ? `${value.length} characters` : quoted(line(visibleText(around), 120));
  const message =
    `${what} is of an editor that shows ${shows} ` + `after the input of ${secret ? 'the secret' : quoted(added)}`;
  const isTaken = value !== before && value !== '' && (value.includes(expected) || expected.startsWith(value));
  return isTaken ? { text: message } : { error: 'not_taken', message };
}

/** The field that the keys of a text are meant for, and the element to which the page has moved the focus instead. */
let keyed = null;

/** Returns whether a key acts on the field, or adds to the text of another one as of a code. */
function takesKey(focus, key) {
  const { field } = keyed;
  if (focus === field || holds(field, focus)) return true;
  // A closed shadow tree hides the field.
  if (focus.localName.includes('-') && holds(focus, field)) return true;
  // Enter sends the form of an input.
  if (key === 'Enter' && dom.tag(focus) === 'input') return false;
  return isText(focus) || Boolean(focus.editContext) || focus.isContentEditable;
}

function stopKey(event) {
  if (!keyed || !event.isTrusted) return;
  const focus = focusedElement() ?? document.body;
  if (takesKey(focus, event.key)) return;
  // The release of a key that the field took changes nothing.
  if (event.type !== 'keyup') keyed.stopped ??= focus;
  event.preventDefault();
  event.stopImmediatePropagation();
}

for (const type of ['keydown', 'keypress', 'keyup']) addEventListener(type, stopKey, { capture: true });

/** Begins or ends the keys of a text: keys that would act on another element than the field are stopped. */
page.holdKeys = ({ on }) => {
  if (on) keyed = { field: editing?.field ?? focusedElement() ?? document.body, stopped: null };
  else {
    if (editing && keyed?.stopped) editing.stopped = keyed.stopped;
    keyed = null;
  }
  return true;
};

/** The error of an action on an element that shows another thing than the caller means, if it does. */
async function another(number, element, known) {
  const judge = judgeOf(number, element, known);
  for (;;) {
    const other = judge();
    if (other === null || other.error) return other;
    await pause(50);
  }
}

/** Focuses an element for keys. */
page.focus = async ({ number, known = false }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const other = await another(number, element, known);
  if (other) return other;
  const field = handleOf(element) ?? fieldOf(element) ?? sliderOf(element) ?? element;
  reveal(field);
  field.focus({ preventScroll: true });
  const has = focusedElement();
  if (has !== field && !holds(field, has))
    return { error: 'not_actionable', message: `${describe(element)} does not take the focus` };
  return { text: describe(field) };
};
