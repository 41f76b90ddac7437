// @ts-check
// Checkboxes, radio buttons, switches and file inputs.

const STATES = { true: 'the state "checked"', false: 'the state "not checked"', mixed: 'the state "mixed"' };

/** Attributes by which pages mark the state of a box for themselves. */
const OWN_MARKS = ['class', 'data-state', 'data-checked', 'checked', 'style'];

/** Values and parts of class names that mean a state. */
const ON = /^(true|on|yes|checked|active|selected|enabled)$/;
const OFF = /^(false|off|no|unchecked|inactive|unselected|disabled)$/;

/** Returns whether a component has a state of its own; engines without such states have none. */
function hasState(element, name) {
  try {
    return dom.matches(element, `:state(${name})`);
  } catch {
    return false;
  }
}

/** The signs of a state that a box without `aria-checked` shows: its attributes, its text, and the native box in it. */
function signsOf(box) {
  const signs = OWN_MARKS.filter((name) => dom.has(box, name)).map((name) => [name, dom.attribute(box, name).trim()]);
  const inner = [...dom.all(box, 'input[type=checkbox],input[type=radio]')];
  if (inner.length === 1) signs.push(['inner box', inner[0].checked ? 'checked' : 'unchecked']);
  signs.push(['text', dom.text(box).trim()]);
  if (isBareBox(box)) {
    signs.push(['state', hasState(box, 'checked') || hasState(box, 'selected') ? 'checked' : '']);
    const drawing = [...dom.shadow(box).children].find((node) => dom.has(node, 'class'));
    signs.push(['inner class', drawing ? line(dom.attribute(drawing, 'class')) : '']);
  }
  // Items of trees and rows mark for themselves that their box is ticked.
  const item = dom.closest(box, '[role=treeitem],[role=row],[role=option]');
  const mark =
    item && item !== box ? (dom.attribute(item, 'aria-checked') ?? dom.attribute(item, 'aria-selected')) : null;
  if (mark !== null) signs.push(['item', mark]);
  return new Map(/** @type {any} */ (signs.filter(([, value]) => value !== '')));
}

/** The state that signs suggest: true or false; null if they suggest none or both. */
function suggested(signs) {
  const words = [...signs].flatMap(([name, value]) =>
    name.endsWith('class')
      ? value.split(/\s+/).map((word) => word.split(/[-_]+/).at(-1))
      : name === 'style'
        ? []
        : [value],
  );
  const has = (form) => words.some((word) => form.test(word.toLowerCase()));
  return has(ON) === has(OFF) ? null : has(ON);
}

/** Words about a box without `aria-checked`, with its signs. */
function unknownState(box) {
  const list = [...signsOf(box)].map(([name, value]) => `${name} ${quoted(line(value, 60))}`).join(', ');
  return `in an unknown state: it has no \`aria-checked\`${list === '' ? '' : `; its signs: ${list}`}`;
}

/** Signs of a box of unknown state before the click on it; null for another box. */
let marked = null;

/** The reply about a box of unknown state whose signs have changed as the click meant; null for other changes. */
function signed(box, want) {
  const now = signsOf(box);
  const names = [...OWN_MARKS, 'inner box', 'text', 'item', 'state', 'inner class'].filter(
    (name) => marked.get(name) !== now.get(name),
  );
  const [was, is] = [suggested(marked), suggested(now)];
  const isMeant = page.role(box) === 'radio' ? names.length > 0 : want ? is === true : was === true && is !== true;
  if (names.length === 0 || !isMeant) return null;
  const changes = names.map(
    (name) => `${name} ${quoted(line(marked.get(name) ?? '', 60))} became ${quoted(line(now.get(name) ?? '', 60))}`,
  );
  return `clicked ${describe(box)}, which has no \`aria-checked\`: ${changes.join(', ')}`;
}

/** The checked state of an element. */
page.checked = async ({ number, want = null }) => {
  for (const ms of want === null ? [0] : [0, 0, 20, 60, 150, 400, 400]) {
    const element = page.element(number);
    if (!element) return { error: 'stale', message: '' };
    const box = boxOf(element);
    const state = checkedOf(box);
    if (state === null) return noBox(box);
    if (want !== null && state === String(want)) report(box, () => STATES[checkedOf(box)] ?? 'no state');
    if (want === null || state === String(want))
      return { state, text: describe(box), radio: page.role(box) === 'radio' };
    const reply = state === UNKNOWN && marked !== null ? signed(box, want) : null;
    if (reply !== null) return { state: String(want), text: reply, is_reply: true };
    await pause(ms);
  }
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const box = boxOf(element);
  const state = checkedOf(box);
  return {
    state: state === UNKNOWN ? unknownState(box) : state,
    text: describe(box),
    radio: page.role(box) === 'radio',
  };
};

/**
 * The checked state of an element, and a point for the click that changes it if it differs from `want`; with the
 * number of the box of a component, which has other parts that may be clicked.
 */
page.prepareCheck = async ({ number, want, patience, known = false }) => {
  const element = page.element(number);
  const other = element ? await another(number, element, known) : null;
  if (other) return other;
  const state = await page.checked({ number });
  if (state.error !== undefined || state.state === String(want) || (state.radio && !want)) return state;
  const box = boxOf(element);
  marked = state.state === UNKNOWN ? signsOf(box) : null;
  // A click may change a state that is the wanted one already.
  if (marked && (suggested(marked) === want || (suggested(marked) === null && !want))) {
    return { error: 'not_actionable', message: `${state.text} is ${unknownState(box)}; \`click\` changes it` };
  }
  const inner = box === element || box === element.control ? undefined : innerNumber(number, box);
  const point = await page.prepare({ number: inner ?? number, patience });
  return point.error === undefined ? { ...state, point, inner } : point;
};

/**
 * The file input of an element: itself or its label's (`own`), or the only one near, if it is not drawn for itself; or
 * the cause that there is none.
 */
page.fileInput = async ({ number, next, known = false }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const other = await another(number, element, known);
  if (other) return other;
  let found = chooserOf(element);
  const own = found !== null;
  const none = (why) => ({ rows: [], next, own, why });
  for (let node = element; !found && node; node = dom.parent(node)) {
    const list = [...node.querySelectorAll('input[type=file]')];
    if (list.length > 1) break;
    [found = null] = list;
    // One that is drawn for itself takes the files of another field.
    if (found && isVisible(found))
      return none(`${describe(element)} is no file input; ${describe(found)} is one near it`);
  }
  if (!found) return none(`${describe(element)} is no file input, and there is not one near`);
  if (own && isOff(found)) return { error: 'not_actionable', message: `${describe(found)} is disabled` };
  return { ...shown([found], next), own, multiple: found.multiple, folder: found.webkitdirectory };
};

/** The files of a file input. */
page.files = ({ number }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  return { names: [...element.files].map((file) => file.name), text: describe(element) };
};
