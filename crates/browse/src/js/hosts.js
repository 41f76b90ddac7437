// @ts-check
// Elements that stand for a control: hosts of components, boxes around one, labels that name none, and drawings.

/** Nodes of a host that are looked at, at most. */
const HOST_NODES = 2_000;

/** The outermost elements in one, as it is rendered, of which `is` holds. */
function outermost(element, is) {
  const found = [];
  const stack = [...dom.children(element)];
  for (let left = HOST_NODES; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (dom.kind(node) !== 1) continue;
    if (is(node)) found.push(node);
    else stack.push(...dom.children(node));
  }
  return found;
}

/** Returns whether an element is a component of its page. */
const isComponent = (element) => element.localName.includes('-') || dom.shadow(element) !== null;

/** Is added to the number of an element for the number of the control in it, which nothing else names. */
const INNER = 2 ** 40;

/** Notes the control in an element, and returns its number. */
function innerNumber(number, control) {
  elements.set(number + INNER, new WeakRef(control));
  return number + INNER;
}

const BOXES = 'input[type=checkbox],input[type=radio],[role=checkbox],[role=radio],[role=switch]';

/** Names of components that are boxes. */
const BOX_NAMES = /-(radio|checkbox|switch|toggle)$/;

/** Returns whether a component is a box by its name: its role and its state are given to the engine alone. */
const isBareBox = (element) =>
  BOX_NAMES.test(element.localName) &&
  !dom.has(element, 'role') &&
  dom.shadow(element) !== null &&
  outermost(element, (node) => dom.matches(node, BOXES)).length === 0;

/**
 * The boxes in an element that is not a box itself: all of a component, or the one of an element that holds no other
 * control.
 */
function boxesIn(element) {
  if (checkedOf(element) !== null || dom.tag(element) === 'label') return [];
  if (isComponent(element)) {
    const all = outermost(element, (node) => dom.matches(node, BOXES));
    const seen = all.filter((node) => !isUnseen(node));
    return seen.length === 1 ? seen : all;
  }
  if (!INLINE.has(page.role(element) || 'generic') || isEditingHost(element)) return [];
  const list = outermost(element, (node) => dom.matches(node, `${INPUTS_IN},${BOXES}`));
  return list.length === 1 && dom.matches(list[0], BOXES) ? list : [];
}

/** The checkbox of an item of a tree that has no checked state; null if it has none or several. */
function boxOfItem(item) {
  if (page.role(item) !== 'treeitem' || dom.has(item, 'aria-checked')) return null;
  const isOwn = (node) => !isUnseen(node) && dom.closest(node, '[role=treeitem]') === item;
  const list = outermost(item, (node) => dom.matches(node, BOXES)).filter(isOwn);
  return list.length === 1 ? list[0] : null;
}

/** The checkbox, radio button or switch that an element is, labels, or holds as its only one. */
function boxOf(element) {
  if (dom.tag(element) === 'label' && element.control) return element.control;
  const list = boxesIn(element);
  return list.length === 1 ? list[0] : (boxOfItem(element) ?? element);
}

/** The error about an element that has no checked state. */
function noBox(element) {
  const count = boxesIn(element).length;
  const why =
    count > 1
      ? `holds ${count} of them: name one by a reference of \`snapshot\``
      : 'is no checkbox, radio button or switch';
  return { error: 'not_actionable', message: `${describe(element)} ${why}` };
}

/** The list of options in a component that is not a list itself, if it is the only one; else null. */
function pickerIn(element) {
  if (!isComponent(element)) return null;
  const list = outermost(element, (node) => dom.tag(node) === 'select' || (isPicker(node) && isVisible(node)));
  return list.length === 1 ? list[0] : null;
}

/**
 * The text field that lies on the control of a list and filters the list, next to it in the page; null if there is
 * none.
 */
function filterOver(picker) {
  const around = isPicker(picker) && !isText(picker) ? dom.parent(picker) : null;
  if (!around || dom.matches(around, NO_BOX)) return null;
  const others = outermost(
    around,
    (node) => node === picker || (dom.matches(node, INPUTS_IN) && !isPartOfBox(node) && isVisible(node)),
  ).filter((node) => node !== picker);
  if (others.length !== 1 || !isText(others[0])) return null;
  const [inner, outer] = [others[0].getBoundingClientRect(), picker.getBoundingClientRect()];
  const isInside =
    inner.left >= outer.left - 2 &&
    inner.right <= outer.right + 2 &&
    inner.top >= outer.top - 2 &&
    inner.bottom <= outer.bottom + 2;
  return isInside ? others[0] : null;
}

/** The control of a list that a text field lies on and filters; null if there is none. */
function pickerUnder(field) {
  if (!isText(field) || isPicker(field)) return null;
  let around = dom.parent(field);
  for (let left = 3; around && left > 0 && !dom.matches(around, NO_BOX); left--, around = dom.parent(around)) {
    const picker = dom.children(around).find((node) => dom.kind(node) === 1 && filterOver(node) === field);
    if (picker) return picker;
  }
  return null;
}

/** The checkbox in an option, or the one whose label an option without a role is in; null if there is none. */
function checkboxOf(option) {
  const boxes = outermost(option, (node) => dom.matches(node, 'input[type=checkbox],[role=checkbox]'));
  const label = boxes.length === 0 ? dom.closest(option, 'label') : null;
  const box = label?.control ?? (boxes.length === 1 ? boxes[0] : null);
  return box && (box.type === 'checkbox' || dom.attribute(box, 'role') === 'checkbox') ? box : null;
}

/** Returns whether an option is one of a list for several: the list is marked as such, or the option has a checkbox. */
const isOfMany = (option) =>
  upward(option, (node) => dom.attribute(node, 'aria-multiselectable') === 'true') !== null ||
  checkboxOf(option) !== null;

/** Returns whether an option is marked as chosen, by itself or by its checkbox. */
const isMarkedChosen = (option) =>
  isChosen(option) || (checkboxOf(option) !== null && checkedOf(checkboxOf(option)) === 'true');

/**
 * Returns whether a control has a part with the text of an option, outside of the list; with `isNew`, one that has
 * appeared.
 */
function hasChip(box, label, isNew) {
  const { holder, texts } = choosing;
  if (holder === null || !dom.isConnected(holder)) return false;
  const isIt = (node) =>
    draws(areaOf(box), node) &&
    !draws(holder, node) &&
    !(isNew && texts.has(node)) &&
    alike(dom.text(node)) === alike(label);
  return leaves().some(isIt);
}

/** Returns whether an element is a part of a sentence, such as a name in a message that nothing was found. */
const isInSentence = (element) =>
  [...dom.parentNode(element).childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.data));

/** Returns whether an option is the only value that its control has had, outside of a text field. */
function isValue(box, option, text) {
  const field = fieldOf(box);
  const { before, taken, value } = choosing;
  if (isOfMany(option) || isOwnList(box) || (value ?? '') !== '' || taken.size > 0) return false;
  return (
    before.length === 1 && alike(before[0]) === alike(text) && alike(before[0]) !== alike(field?.placeholder ?? '')
  );
}

/** Returns whether a press on a control would meet an option in it: such a list is open at all times. */
function isUnderPress(box, option) {
  const { left, right, top, bottom } = option.getBoundingClientRect();
  const around = box.getBoundingClientRect();
  const [x, y] = [around.left + around.width / 2, around.top + around.height / 2];
  return left <= x && x <= right && top <= y && y <= bottom;
}

/**
 * Returns whether the control has the text that was typed to filter its list, after a click on a text that is no
 * option.
 */
function isTypedStill(box) {
  const field = fieldOf(box);
  return choosing.bare && field !== null && field.value === choosing.typed;
}

/** Boxes over other content. */
const layers = () =>
  trees()
    .flatMap((tree) => [...dom.all(tree, '*')])
    .filter((node) => node.clientHeight > 20 && /^(absolute|fixed)$/.test(getComputedStyle(node).position))
    .slice(0, LAYERS)
    .filter(isDrawn);

/** Boxes that are looked at, at most. */
const LAYERS = 500;

/** Returns whether an element lies over the page: a part of the page with buttons is not a list. */
const isPopup = (element) =>
  upward(element, (node) => /^(absolute|fixed)$/.test(getComputedStyle(node).position)) !== null;

/** The label that is drawn in place of a control. */
function labelOf(element) {
  return [...(element.labels ?? [])].find(isVisible) ?? null;
}

/** The element to click instead of a hidden control: its drawing or its label. */
function standIn(element) {
  const isBox = dom.tag(element) === 'input' && /^(checkbox|radio|file)$/.test(element.type);
  if (!isBox && !isText(element) && page.role(element) !== 'combobox') return element;
  const { width, height } = element.getBoundingClientRect();
  if (isVisible(element) && width > 2 && height > 2 && pointOf(element).x !== undefined) return element;
  if (!isBox) return isVisible(element) && (width <= 2 || height <= 2) ? boxAround(element) : element;
  const label = labelOf(element) ?? looseLabelOf(element);
  if (label && holds(label, element)) return label;
  return drawingOf(element) ?? label ?? element;
}

/** The label next to a control that names none, in a box with no other control. */
function looseLabelOf(element) {
  const around = dom.parent(element);
  if (!around || dom.matches(around, NO_BOX) || [...dom.all(around, INPUTS_IN)].length > 1) return null;
  return (
    [...dom.all(around, 'label')].find(
      (label) => label.control === null && !dom.has(label, 'for') && isVisible(label),
    ) ?? null
  );
}

/** The box next to a label that names no control. */
function looseBoxOf(label) {
  const around = dom.parent(label);
  const box = around && label.control === null ? dom.all(around, 'input[type=checkbox],input[type=radio]')[0] : null;
  return box && looseLabelOf(box) === label ? box : null;
}

/** The name of an element; for a box without one, the name of the label next to it. */
function calledOf(element, names) {
  const name = names.of(element);
  const isBox = dom.tag(element) === 'input' && /^(checkbox|radio)$/.test(element.type);
  const label = name === '' && isBox && !isHidden(element, names.styles) ? looseLabelOf(element) : null;
  return label ? flat(new Computation(names).reference(label, true)) : name;
}

page.calledOf = calledOf;
page.isLooseLabel = (label) => looseBoxOf(label) !== null;

/** The drawing of a hidden checkbox or radio button: a small element next to it, without a label. */
function drawingOf(box) {
  const around = dom.parent(box);
  if (!around || dom.matches(around, NO_BOX) || dom.all(around, `label,${INPUTS_IN}`).length > 1) return null;
  const isDrawing = (node) =>
    !isUnseen(node) &&
    node.getBoundingClientRect().width <= 120 &&
    textOf(node).trim().length < 4 &&
    getComputedStyle(node).pointerEvents !== 'none';
  const list = [around, ...dom.all(around, '*')].filter((node) => node !== box && isDrawing(node));
  if (list.length > 0) return list[0];
  // The drawing may be next to a hidden box around the control.
  const outer = dom.parent(around);
  return isUnseen(around) &&
    outer &&
    !dom.matches(outer, NO_BOX) &&
    dom.all(outer, `label,${INPUTS_IN}`).length === 1 &&
    isDrawing(outer)
    ? outer
    : null;
}
