// Lists: the choice of options, in those that the browser makes and those that scripts make.

/** The options that texts name in a native list; or that the list is none. */
page.chooseNative = async ({ number, options, patience, known = false }) => {
  const end = now() + patience;
  for (;;) {
    const element = page.element(number);
    if (!element) return { error: 'stale', message: '' };
    const other = await another(number, element, known);
    if (other) return other;
    const list = dom.tag(element) === 'label' ? element.control : element;
    if (!list || dom.tag(list) !== 'select') {
      if (isList(element)) return { native: false };
      return { error: 'not_actionable', message: `${describe(element)} is no list of options; \`click\` opens what is none to assistive technology` };
    }
    const cover = coverOf(list);
    const outcome = cover ? { kind: 'not_actionable', wait: `${describe(list)} takes no choice: ${cover}` } : await chooseIn(list, options);
    if (!outcome.wait || now() >= end) return outcome.wait ? { error: outcome.kind, message: outcome.wait } : outcome;
    await pause(60);
  }
};

const LISTS = '[role=combobox],[role=listbox],[role=menu],[role=tree],[role=radiogroup],[aria-haspopup],[aria-expanded],[aria-controls],[aria-owns]';

/** Whether an element is a list of options that scripts make, opens one, or holds one of these. */
function isList(element) {
  return dom.matches(element, LISTS) || element.querySelector(`${LISTS},${CHOICES}`) !== null || fieldOf(element) !== null;
}

/** The group of an option, for a list of options with the same label. */
function groupOf(option) {
  const group = dom.parentNode(option);
  return group && dom.tag(group) === 'optgroup' && group.label ? ` (in "${line(group.label, 40)}")` : '';
}

async function chooseIn(list, wanted) {
  if (isOff(list)) return { kind: 'not_actionable', wait: `${describe(list)} takes no choice: ${whyOff(list)}` };
  if (!list.multiple && wanted.length > 1) return { error: 'usage', message: `${describe(list)} takes one option, found ${wanted.length}` };
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
      const names = all.slice(0, 12).map((option) => `"${line(option.label, 40)}"`).join(', ');
      return { kind: 'not_found', wait: `${describe(list)} has no option "${line(text)}"; it has ${names}${all.length > 12 ? ` and ${all.length - 12} more` : ''}` };
    }
    const open = found.filter((option) => !option.disabled && !option.closest('optgroup:disabled'));
    if (open.length === 0) return { kind: 'not_actionable', wait: `the option "${line(text)}" of ${describe(list)} is disabled` };
    const exact = open.filter((option) => option.value === text);
    if (exact.length !== 1 && open.some((option) => option.value !== open[0].value)) {
      const values = open.slice(0, 12).map((option) => `${quoted(option.value, 40)}${groupOf(option)}`).join(', ');
      const message = `${open.length} options of ${describe(list)} have the label "${line(text)}"; name one by its value: ${values}${open.length > 12 ? ` and ${open.length - 12} more` : ''}`;
      return { error: 'ambiguous', message };
    }
    chosen.push(exact[0] ?? open[0]);
  }
  const shows = () => [...list.selectedOptions].map((option) => `"${line(option.label, 40)}"`).join(', ');
  list.focus({ preventScroll: true });
  watch(list, null);
  watched.begun = true;
  const isSame = () => all.every((option) => option.selected === chosen.includes(option));
  if (!isSame()) {
    for (const option of all) if (option.selected !== chosen.includes(option) && list.multiple) option.selected = chosen.includes(option);
    if (!list.multiple) Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'selectedIndex').set.call(list, chosen[0].index);
    list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }
  choice = { list, chosen, shows };
  return { native: true };
}

/** The last choice of options. */
let choice = null;

/** The state of a list after a choice, once the page's handlers have run; `leaves` where the page is on its way to another one. */
page.choiceTaken = async () => {
  if (!choice) return { lost: true };
  const { list, chosen, shows } = choice;
  await pause(0);
  await pause(10);
  const gone = !dom.isConnected(list);
  // A list that is drawn anew has other options in the place of those that were chosen.
  const isLike = (one, other) => one.value === other.value || alike(one.label) === alike(other.label);
  const has = [...list.selectedOptions];
  const isKept = (option) => (dom.isConnected(option) ? option.selected : has.some((other) => isLike(option, other)));
  if (!gone && !chosen.every(isKept)) {
    return { error: 'not_taken', message: `${describe(list)} has ${shows() || 'no option'}, which the page put back` };
  }
  const leaves = isLeaving(watched);
  if (!gone && !leaves) report(list, () => shows() || 'no option');
  renew(list);
  return { gone, leaves, text: `${describe(list)} has ${shows()}` };
};

/** What a list has that the page has put in the place of one whose options were chosen. */
page.chosenNative = ({ number, options }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const list = dom.tag(element) === 'label' ? element.control : element;
  if (!list || dom.tag(list) !== 'select') return { same: false, text: `${describe(element)} is in the place of the list` };
  const has = [...list.selectedOptions];
  const fits = (option, text) => option.value === text || alike(option.label) === alike(text);
  const same = options.every((text) => has.some((option) => fits(option, text)));
  const shows = has.map((option) => `"${line(option.label, 40)}"`).join(', ') || 'no option';
  return { same, text: `${describe(list)} has ${shows}` };
};

/** Options that were drawn before a box was opened: they are those of other lists. */
let others = new WeakSet();

/** All options that are drawn. */
const drawnOptions = () => trees().flatMap((tree) => [...tree.querySelectorAll('[role=option]')]).filter(isDrawn);

const isDrawn = (element) => isVisible(element) && boxesOf(element).length > 0;

/** The option of a list that a combobox opened, once it is there; `begins` before anything was done to open it. */
page.findOption = async ({ number, text, next, ms, begins = false }) => {
  const end = now() + ms;
  if (begins) {
    const box = page.element(number);
    const isOpen = box !== null && dom.attribute(box, 'aria-expanded') === 'true';
    others = new WeakSet(isOpen ? [] : drawnOptions());
  }
  for (;;) {
    const box = page.element(number);
    if (!box) return { error: 'stale', message: '' };
    const options = optionsFor(box, begins);
    const roles = new Roles();
    const names = new Names(roles);
    const named = options.map((option) => [option, alike(names.of(option) || visibleText(option))]);
    const wanted = alike(text);
    let found = named.filter(([, name]) => name === wanted);
    if (found.length === 0) found = named.filter(([option]) => dom.attribute(option, 'data-value') === text);
    if (found.length === 0) found = named.filter(([, name]) => name.startsWith(wanted));
    if (found.length === 0 && !begins) found = drawnLike(box, wanted).map((element) => [element, wanted]);
    if (found.length === 1) {
      const [option] = found[0];
      if (isOff(option)) return { error: 'not_actionable', message: `the option "${line(text)}" is disabled` };
      return shown([option], next);
    }
    if (now() >= end) {
      if (found.length > 1) {
        const list = found.slice(0, 8).map(([, name]) => `"${line(name, 40)}"`).join(', ');
        return { error: 'ambiguous', message: `several options fit "${line(text)}": ${list}` };
      }
      const list = named.slice(0, 12).map(([option]) => `"${line(names.of(option), 40)}"`).join(', ');
      return { rows: [], next, listed: list, open: options.length > 0 };
    }
    await pause(40);
  }
};

const CHOICES = '[role=option],[role=menuitemradio],[role=treeitem],[role=menuitem],[role=radio]';

/** An element with just a text that was drawn for a box: some lists draw other elements than those with the role of options. */
function drawnLike(box, wanted) {
  const found = [];
  const isNamed = (text) => alike(text) === wanted;
  for (const tree of trees()) textual(tree, isNamed, found);
  const list = found.filter((element) => isDrawn(element) && !holds(box, element) && !others.has(element) && pointOf(element).x !== undefined);
  return list.length === 1 ? list : [];
}

/** The options of a combobox, listbox or menu: of one that is not open yet, those that it names or holds alone. */
function optionsFor(box, begins = false) {
  const own = [...box.querySelectorAll(CHOICES)].filter(isDrawn);
  if (own.length > 0) return own;
  const inner = [box, ...box.querySelectorAll('[aria-controls],[aria-owns]')];
  for (const element of inner) {
    for (const name of ['aria-controls', 'aria-owns']) {
      for (const id of (dom.attribute(element, name) ?? '').split(/\s+/).filter(Boolean)) {
        const list = dom.root(box).getElementById?.(id) ?? document.getElementById(id);
        const options = list ? [list, ...list.querySelectorAll('*')].filter((node) => dom.matches(node, CHOICES) && isDrawn(node)) : [];
        if (options.length > 0) return options;
      }
    }
  }
  if (begins && dom.attribute(box, 'aria-expanded') !== 'true') return [];
  return drawnOptions().filter((option) => !others.has(option));
}

/** Whether an option was taken by its box. */
page.optionTaken = async ({ number, option, text }) => {
  await pause(0);
  for (const ms of [0, 30, 100, 200]) {
    await pause(ms);
    const box = page.element(number);
    if (!box) return { gone: true, text: `chose "${line(text)}"; its list is gone` };
    const chosen = page.element(option);
    const field = fieldOf(box);
    const value = field ? readField(field) : visibleText(box);
    const label = alike(text);
    const isSelected = chosen && ['aria-selected', 'aria-checked'].some((name) => dom.attribute(chosen, name) === 'true');
    const isShown = alike(value).includes(label) || alike(dom.attribute(box, 'aria-valuetext')).includes(label);
    if (isShown || isSelected) return { text: `${describe(box)} has "${line(isShown && field ? value : text)}"` };
  }
  const box = page.element(number);
  return { error: 'not_taken', message: `${box ? describe(box) : 'the list'} does not show "${line(text)}" after the click on it` };
};

page.isField = ({ number }) => {
  const element = page.element(number);
  return { field: element !== null && fieldOf(element) !== null, expanded: element !== null && dom.attribute(element, 'aria-expanded') === 'true' };
};
