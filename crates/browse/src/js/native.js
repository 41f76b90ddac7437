// @ts-check
// Lists that the browser makes, and fields with suggestions: the choice of options.

/** Chooses the options that texts name in a native list, or returns that the list is not native. */
page.chooseNative = async ({ number, options, patience, known = false }) => {
  const end = now() + patience;
  for (;;) {
    const element = page.element(number);
    if (!element) return { error: 'stale', message: '' };
    const other = await another(number, element, known);
    if (other) return other;
    const list = dom.tag(element) === 'label' ? element.control : element;
    const suggests = list && dom.tag(list) === 'input' && list.list;
    if (!list || (dom.tag(list) !== 'select' && !suggests)) {
      const under = pickerUnder(element);
      if (under === null && isList(element)) return { native: false };
      const inner = under ?? pickerIn(element);
      if (inner) return { native: false, inner: innerNumber(number, inner) };
      return {
        error: 'not_actionable',
        message: `${describe(element)} is no list of options; \`click\` opens what is none to assistive technology`,
      };
    }
    const why = whyUnreached(list);
    const outcome =
      why === null
        ? await (suggests ? takeSuggestion : chooseIn)(list, options)
        : { kind: 'not_actionable', wait: `${describe(list)} takes no choice: ${why}${besideIt(list)}` };
    if (!outcome.wait || now() >= end) return outcome.wait ? { error: outcome.kind, message: outcome.wait } : outcome;
    await pause(60);
  }
};

/** The reason that no pointer reaches a control, for a message; null if one does. */
function whyUnreached(element) {
  if (!isVisible(element)) return 'it is hidden';
  const { width, height } = element.getBoundingClientRect();
  if (width <= 2 || height <= 2) return 'it is too small to be seen';
  reveal(element);
  return pointOf(element).why ?? null;
}

/** Controls that a page shows instead of a hidden one. */
const PLACEHOLDERS =
  '[role=combobox],[role=listbox],[aria-haspopup],button,[role=button],' +
  'input:not([type=hidden]),[tabindex]:not([tabindex="-1"])';

/** The end of a message about a hidden control: the control that the page shows instead, if any. */
function besideIt(element) {
  const near = [];
  for (const name of ['nextElementSibling', 'previousElementSibling']) if (element[name]) near.push(element[name]);
  for (
    let around = dom.parent(element), left = 4;
    around && left > 0 && !dom.matches(around, NO_BOX);
    left--, around = dom.parent(around)
  )
    near.push(around);
  const place = placeFor(element);
  const isOther = (node) =>
    node !== element &&
    !isUnseen(node) &&
    isBeside(place, node.getBoundingClientRect()) &&
    dom.all(node, 'select').length === 0;
  const isOwn = (node) =>
    node !== element && holds(node, element) && dom.matches(node, PLACEHOLDERS) && !isUnseen(node);
  const own = near.find(isOwn);
  if (own) return `; ${describe(own)} is shown in its place`;
  for (const node of near) {
    const found = [node, ...dom.all(node, PLACEHOLDERS)].filter(
      (other) => dom.matches(other, PLACEHOLDERS) && isOther(other),
    );
    const outer = found.filter((other) => !found.some((box) => box !== other && holds(box, other)));
    // Several of them around it are controls of their own.
    if (outer.length > 1 && holds(node, element)) return '';
    if (outer.length > 0) return `; ${describe(outer[0])} is shown in its place`;
  }
  return '';
}

const LISTS =
  '[role=combobox],[role=listbox],[role=menu],[role=tree],[role=radiogroup],' +
  '[aria-haspopup],[aria-expanded],[aria-controls],[aria-owns]';

/**
 * Returns whether an element holds one text field, which need not be seen: some lists hide the field that filters them.
 */
const hasFilter = (element) => [...dom.all(element, 'input')].filter(isText).length === 1;

const isInput = (node) => dom.matches(node, INPUTS_IN) && !isPartOfBox(node);

/** Returns whether an element is a list of options that scripts make, opens one, or holds one of these. */
function isList(element) {
  const isReached = (node) => dom.matches(node, '[tabindex="0"]') && INLINE.has(page.role(node) || 'generic');
  const around = dom.parent(element);
  if (around && dom.matches(around, '[aria-haspopup=listbox],[role=combobox]') && isBoxFor(around, element))
    return true;
  // The value of a list next to the field that filters it.
  const isAlone = (node) => node === element || holds(element, node) || isText(node);
  if (around && !dom.matches(around, NO_BOX) && hasFilter(around) && outermost(around, isInput).every(isAlone))
    return true;
  return (
    dom.matches(element, LISTS) ||
    dom.all(element, `${LISTS},${CHOICES}`).length > 0 ||
    fieldOf(element) !== null ||
    hasFilter(element) ||
    [element, ...dom.all(element, '[tabindex="0"]')].some(isReached)
  );
}

/** The group of an option, for a list of options with the same label. */
function groupOf(option) {
  const group = dom.parentNode(option);
  return group && dom.tag(group) === 'optgroup' && group.label ? ` (in "${line(group.label, 40)}")` : '';
}

/**
 * Sends the press of the pointer on a list: layers that close when the focus leaves them stay open for a press in them.
 * WebKit would open its own list, which then takes the keys of the page.
 */
function pressUnopened(list) {
  const prevent = (event) => event.preventDefault();
  addEventListener('mousedown', prevent);
  list.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, composed: true }));
  removeEventListener('mousedown', prevent);
}

async function chooseIn(list, wanted) {
  if (isOff(list)) return { kind: 'not_actionable', wait: `${describe(list)} takes no choice: ${whyOff(list)}` };
  if (!list.multiple && wanted.length > 1)
    return { error: 'usage', message: `${describe(list)} takes one option, found ${wanted.length}` };
  const all = [...list.options];
  const chosen = [];
  for (const text of wanted) {
    const ways = [
      (option) => option.label === text || line(option.label, Infinity) === line(text, Infinity),
      (option) => option.value === text,
      (option) => alike(option.label) === alike(text),
    ];
    const found = ways.map((way) => all.filter(way)).find((options) => options.length > 0) ?? [];
    if (found.length === 0) {
      const names = all
        .slice(0, 12)
        .map((option) => `"${line(option.label, 40)}"`)
        .join(', ');
      return {
        kind: 'not_found',
        wait:
          `${describe(list)} has no option "${line(text)}"; ` +
          `it has ${names}${all.length > 12 ? ` and ${all.length - 12} more` : ''}`,
      };
    }
    const open = found.filter((option) => !option.disabled && !option.closest('optgroup:disabled'));
    if (open.length === 0)
      return { kind: 'not_actionable', wait: `the option "${line(text)}" of ${describe(list)} is disabled` };
    const exact = open.filter((option) => option.value === text);
    if (exact.length !== 1 && open.some((option) => option.value !== open[0].value)) {
      const values = open
        .slice(0, 12)
        .map((option) => `${quoted(option.value, 40)}${groupOf(option)}`)
        .join(', ');
      const message =
        `${open.length} options of ${describe(list)} have the label "${line(text)}"; ` +
        `name one by its value: ${values}` +
        `${open.length > 12 ? ` and ${open.length - 12} more` : ''}`;
      return { error: 'ambiguous', message };
    }
    chosen.push(exact[0] ?? open[0]);
  }
  const shows = () => [...list.selectedOptions].map((option) => `"${line(option.label, 40)}"`).join(', ');
  pressUnopened(list);
  list.focus({ preventScroll: true });
  watch(list, null);
  watched.begun = true;
  const isSame = () => all.every((option) => option.selected === chosen.includes(option));
  if (!isSame()) {
    for (const option of all)
      if (option.selected !== chosen.includes(option) && list.multiple) option.selected = chosen.includes(option);
    if (!list.multiple)
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'selectedIndex').set.call(list, chosen[0].index);
    list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }
  choice = { list, chosen, shows };
  return { native: true };
}

/** Puts the option of a field's list of suggestions into the field, as the browser does after a click on it. */
async function takeSuggestion(field, wanted) {
  if (isOff(field) || field.readOnly)
    return {
      kind: 'not_actionable',
      wait: `${describe(field)} takes no choice: ${whyOff(field) ?? 'it is read-only'}`,
    };
  if (wanted.length > 1)
    return { error: 'usage', message: `${describe(field)} takes one option, found ${wanted.length}` };
  const [text] = wanted;
  const all = [...field.list.options].filter((option) => !option.disabled);
  const ways = [
    (option) => option.value === text,
    (option) => option.label === text,
    (option) => alike(option.value) === alike(text) || alike(option.label) === alike(text),
  ];
  const option = ways.map((way) => all.find(way)).find(Boolean);
  if (!option) {
    const names =
      all
        .slice(0, 12)
        .map(({ value }) => `"${line(value, 40)}"`)
        .join(', ') || 'nothing';
    const other = all.length > 12 ? ` and ${all.length - 12} more` : '';
    return {
      kind: 'not_found',
      wait:
        `${describe(field)} suggests no option "${line(text)}"; ` +
        `it suggests ${names}${other}, and \`fill\` writes any text`,
    };
  }
  field.focus({ preventScroll: true });
  watch(field, null);
  watched.begun = true;
  const { value } = option;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, value);
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: value }),
  );
  field.dispatchEvent(new Event('change', { bubbles: true }));
  choice = { list: field, chosen: [], shows: () => `"${line(field.value, 40)}"`, isKept: () => field.value === value };
  return { native: true };
}

/** The last choice of options. */
let choice = null;

/**
 * The state of a list after a choice, once the page's handlers have run; `leaves` if the page is on its way to
 * another one.
 */
page.choiceTaken = async () => {
  if (!choice) return { lost: true };
  const { list, chosen, shows, isKept: isTaken = null } = choice;
  await pause(0);
  await pause(10);
  const gone = !dom.isConnected(list);
  // A list that is drawn anew has other options in the place of the chosen ones.
  const isLike = (one, other) => one.value === other.value || alike(one.label) === alike(other.label);
  const has = isTaken ? [] : [...list.selectedOptions];
  const isKept = (option) => (dom.isConnected(option) ? option.selected : has.some((other) => isLike(option, other)));
  if (!gone && !(isTaken ? isTaken() : chosen.every(isKept))) {
    return { error: 'not_taken', message: `${describe(list)} has ${shows() || 'no option'}, which the page put back` };
  }
  const leaves = isLeaving(watched);
  if (!gone && !leaves) report(list, () => shows() || 'no option');
  renew(list);
  return { gone, leaves, text: `${describe(list)} has ${shows()}` };
};

/** The state of the list that the page has put in the place of one whose options were chosen. */
page.chosenNative = ({ number, options }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const list = dom.tag(element) === 'label' ? element.control : element;
  if (!list || dom.tag(list) !== 'select')
    return { same: false, text: `${describe(element)} is in the place of the list` };
  const has = [...list.selectedOptions];
  const fits = (option, text) => option.value === text || alike(option.label) === alike(text);
  const same = options.every((text) => has.some((option) => fits(option, text)));
  const shows = has.map((option) => `"${line(option.label, 40)}"`).join(', ') || 'no option';
  return { same, text: `${describe(list)} has ${shows}` };
};
