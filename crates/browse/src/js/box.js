// Checkboxes, radio buttons, switches and file inputs.

const STATES = { true: 'the state "checked"', false: 'the state "not checked"', mixed: 'the state "mixed"' };

/** The checkbox, radio button or switch that an element is, labels, or has in its shadow tree as its only one. */
function boxOf(element) {
  if (dom.tag(element) === 'label' && element.control) return element.control;
  const list = boxesIn(element);
  return list.length === 1 ? list[0] : element;
}

/** The boxes in the shadow tree of an element that is none itself. */
function boxesIn(element) {
  const tree = checkedOf(element) === null ? dom.shadow(element) : null;
  return tree ? [...dom.all(tree, BOXES)] : [];
}

/** The error about an element that has no checked state. */
function noBox(element) {
  const count = boxesIn(element).length;
  const why = count > 1 ? `holds ${count} of them: name one by a reference of \`snapshot\`` : 'is no checkbox, radio button or switch';
  return { error: 'not_actionable', message: `${describe(element)} ${why}` };
}

const BOXES = 'input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch]';

/** The checked state of an element. */
page.checked = async ({ number, want = null }) => {
  for (const ms of want === null ? [0] : [0, 0, 20, 60, 150, 400, 400]) {
    const element = page.element(number);
    if (!element) return { error: 'stale', message: '' };
    const box = boxOf(element);
    const state = checkedOf(box);
    if (state === null) return noBox(box);
    if (want !== null && state === String(want)) report(box, () => STATES[checkedOf(box)] ?? 'no state');
    if (want === null || state === String(want)) return { state, text: describe(box), radio: page.role(box) === 'radio' };
    await pause(ms);
  }
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const box = boxOf(element);
  return { state: checkedOf(box), text: describe(box), radio: page.role(box) === 'radio' };
};

/** Is added to the number of a component for that of the box in its shadow tree, which no one else names. */
const INNER = 2 ** 40;

/**
 * The checked state of an element, and a point for the click that changes it where it is another than `want`; with the number of
 * the box of a component, which has other parts that may be clicked.
 */
page.prepareCheck = async ({ number, want, patience, known = false }) => {
  const element = page.element(number);
  const other = element ? await another(number, element, known) : null;
  if (other) return other;
  const state = await page.checked({ number });
  if (state.error !== undefined || state.state === String(want) || (state.radio && !want)) return state;
  const box = boxOf(element);
  const inner = box === element || box === element.control ? undefined : number + INNER;
  if (inner !== undefined) elements.set(inner, new WeakRef(box));
  const point = await page.prepare({ number: inner ?? number, patience });
  return point.error === undefined ? { ...state, point, inner } : point;
};

/**
 * The file input of an element: itself or its label's (`own`), or the only one near, if it is not drawn for itself; or the
 * cause that there is none.
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
    if (found && isVisible(found)) return none(`${describe(element)} is no file input; ${describe(found)} is one near it`);
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
