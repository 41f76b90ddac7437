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
  '[role=combobox],[role=listbox],[aria-haspopup],button,[role=button],input:not([type=hidden]),[tabindex]:not([tabindex="-1"])';

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
  '[role=combobox],[role=listbox],[role=menu],[role=tree],[role=radiogroup],[aria-haspopup],[aria-expanded],[aria-controls],[aria-owns]';

/** Returns whether an element holds one text field, which need not be seen: some lists hide the field that filters them. */
const hasFilter = (element) => [...dom.all(element, 'input')].filter(isText).length === 1;

/** Whether an element is a list of options that scripts make, opens one, or holds one of these. */
function isList(element) {
  const isReached = (node) => dom.matches(node, '[tabindex="0"]') && INLINE.has(page.role(node) || 'generic');
  const around = dom.parent(element);
  if (around && dom.matches(around, '[aria-haspopup=listbox],[role=combobox]') && isBoxFor(around, element))
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
        wait: `${describe(list)} has no option "${line(text)}"; it has ${names}${all.length > 12 ? ` and ${all.length - 12} more` : ''}`,
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
      const message = `${open.length} options of ${describe(list)} have the label "${line(text)}"; name one by its value: ${values}${open.length > 12 ? ` and ${open.length - 12} more` : ''}`;
      return { error: 'ambiguous', message };
    }
    chosen.push(exact[0] ?? open[0]);
  }
  const shows = () => [...list.selectedOptions].map((option) => `"${line(option.label, 40)}"`).join(', ');
  // Layers that close when the focus leaves them stay open for a press in them.
  list.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, composed: true }));
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
      wait: `${describe(field)} suggests no option "${line(text)}"; it suggests ${names}${other}, and \`fill\` writes any text`,
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

/** The state of a list after a choice, once the page's handlers have run; `leaves` where the page is on its way to another one. */
page.choiceTaken = async () => {
  if (!choice) return { lost: true };
  const { list, chosen, shows, isKept: isTaken = null } = choice;
  await pause(0);
  await pause(10);
  const gone = !dom.isConnected(list);
  // A list that is drawn anew has other options in the place of those that were chosen.
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

/** What a list has that the page has put in the place of one whose options were chosen. */
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

/** State of a choice in a list that a script makes: the control's value before, and the elements that were visible before. */
let choosing = null;

/** Returns whether an element is visible, and not in a transparent box or one without a size. */
const isDrawn = (element) => isVisible(element) && boxesOf(element).length > 0 && upward(element, isShut) === null;

const isShut = (node) => {
  const { overflow, opacity } = getComputedStyle(node);
  if (opacity === '0') return true;
  const { width, height } = node.getBoundingClientRect();
  return (width <= 1 || height <= 1) && /hidden|clip/.test(overflow);
};

/** All options that are drawn. */
const drawnOptions = () =>
  trees()
    .flatMap((tree) => [...dom.all(tree, CHOICES)])
    .filter(isDrawn);

const isExpanded = (box) =>
  [box, ...dom.all(box, '[aria-expanded]')].some((node) => dom.attribute(node, 'aria-expanded') === 'true');

/** The innermost elements whose text is one of `texts`, which are in lower case. */
function withText(texts) {
  const found = [];
  for (const tree of trees()) textual(tree, (text) => texts.includes(alike(text)), found);
  return found;
}

/** Begins the choice of options in a list that a script makes. */
page.beginChoice = ({ number, options }) => {
  const box = page.element(number);
  if (!box) return { error: 'stale', message: '' };
  choosing = null;
  const isOpen = isExpanded(box);
  const shownOptions = drawnOptions();
  const drawn = isOpen
    ? []
    : [...shownOptions, ...withText(options.map(alike)).filter(isDrawn), ...scrollers(), ...layers()];
  const field = fieldOf(box);
  choosing = {
    what: describe(box),
    drawn: new WeakSet(drawn),
    shown: new WeakSet(shownOptions),
    texts: new WeakSet(leaves()),
    taken: new Set(),
    holder: null,
    listed: '',
    bare: false,
    kept: false,
    reported: null,
    isOpen,
    list: null,
    typed: null,
    before: shownBy(box),
    value: field && isText(field) ? field.value : null,
    last: null,
    values: hiddenIn(areaOf(box)),
  };
  return true;
};

/** Elements with a text and no others in them, at most. */
const LEAVES = 5_000;

/** The innermost elements with a text that are drawn. */
const leaves = () =>
  trees()
    .flatMap((tree) => [...dom.all(tree, '*')])
    .filter((node) => node.childElementCount === 0 && !UNRENDERED.has(dom.tag(node)) && dom.text(node).trim() !== '')
    .slice(0, LEAVES)
    .filter((node) => boxesOf(node).length > 0 && isDrawn(node));

/** The texts that have appeared since the choice began: those of a list without roles. */
const appeared = () => leaves().filter((node) => !choosing.texts.has(node));

/** Roles of lists. */
const LIST = '[role=listbox],[role=menu],[role=tree],[role=grid],[role=dialog]';

/** The list or the layer of an option, which does not hold the control. */
function holderOf(box, option) {
  const isHolder = (node) => dom.matches(node, LIST) || /^(absolute|fixed)$/.test(getComputedStyle(node).position);
  const holder = upward(option, (node) => node !== option && isHolder(node));
  return holder && !holds(holder, box) ? holder : null;
}

/** The control whose choice has used each list last. */
const users = new WeakMap();

/** The lists that a control or a part of it names. */
const listsNamedBy = (node) =>
  ['aria-controls', 'aria-owns']
    .flatMap((name) =>
      (dom.attribute(node, name) ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => dom.byId(dom.root(node), id) ?? dom.byId(document, id)),
    )
    .filter(Boolean);

/** A test of elements for being in the list of another control: in one that it names, or that a choice in it has left open. */
function othersThan(box) {
  const around = areaOf(box);
  const isApartFrom = (node) => node !== box && dom.isConnected(node) && !holds(around, node) && !holds(node, box);
  const own = new Set([box, ...dom.all(around, '[aria-controls],[aria-owns]')].flatMap(listsNamedBy));
  const others = new Set();
  for (const tree of trees()) {
    for (const node of dom.all(tree, '[aria-controls],[aria-owns]')) {
      if (!isApartFrom(node) || !(isPicker(node) || isText(node))) continue;
      for (const list of listsNamedBy(node)) if (!own.has(list) && !holds(list, box)) others.add(list);
    }
  }
  return (option) => {
    if (others.size > 0 && upward(option, (node) => others.has(node))) return true;
    if (!choosing.shown.has(option) && !choosing.drawn.has(option)) return false;
    const user = users.get(holderOf(box, option));
    return user !== undefined && isApartFrom(user);
  };
}

/** Milliseconds of a search through a list that draws a part of its options, and those for it to draw the next. */
const SCANS = 4_000;
const DRAWS = 25;

/** Boxes that a user or a script can scroll. */
const scrollers = () =>
  trees()
    .flatMap((tree) => [...dom.all(tree, '*')])
    .filter(
      (node) =>
        node.scrollHeight > node.clientHeight + 1 &&
        node.clientHeight > 20 &&
        !dom.matches(node, 'html,body,textarea') &&
        isScrolled(node) &&
        isVisible(node),
    );

const isScrolled = (node) => getComputedStyle(node).overflowY !== 'visible';

/** The box that scrolls a list: the one around its options, else the first one that has appeared. */
function scrollerOf(options) {
  if (options.length > 0)
    return upward(
      options[0],
      (node) =>
        node.scrollHeight > node.clientHeight + 1 &&
        node.clientHeight > 0 &&
        isScrolled(node) &&
        !dom.matches(node, 'html,body'),
    );
  const list = scrollers().filter((node) => !choosing.drawn.has(node));
  return list.find((node) => !list.some((other) => other !== node && holds(node, other))) ?? null;
}

/** Pixels by which a list is scrolled to draw other options: those that are drawn, without the last one. */
function stepOf(scroller, options) {
  const boxes = options.filter((option) => holds(scroller, option)).map((option) => option.getBoundingClientRect());
  const drawn = boxes.length === 0 ? 0 : boxes.at(-1).top - boxes[0].top;
  return Math.max(scroller.clientHeight * 0.9, drawn);
}

/** The option of a list, within `ms`; `begins` if the list was not opened yet, `scans` to scroll through it. */
page.findOption = async ({ number, text, then = null, next, ms, begins = false, scans = false }) => {
  const end = now() + ms;
  let isScanning = scans;
  let scroller = null;
  const begin = now();
  for (;;) {
    const box = page.element(number);
    if (!box) return { error: 'stale', message: '' };
    const options = optionsFor(box, begins);
    const found = fitting(box, options, text, begins);
    // An option that moves may be one of a list that closes.
    if (found.length === 1 && motionsOf(found[0][0]).length > 0 && now() - begin < MOTION) {
      await settle(found[0][0]);
      continue;
    }
    if (found.length === 1) {
      const [[option, label]] = found;
      if (isOff(option)) return { error: 'not_actionable', message: `the option "${line(text)}" is disabled` };
      choosing.last = option;
      choosing.leaves = new WeakSet(leaves());
      choosing.holder = holderOf(box, option);
      if (choosing.holder) users.set(choosing.holder, box);
      // A list in the box of its control shows no value.
      if (holds(box, option) && !isOwnList(box)) choosing.list = dom.parent(option);
      const field = fieldOf(box);
      choosing.typed = field && isText(field) && field.value !== choosing.value ? field.value : null;
      choosing.bare =
        choosing.typed !== null && !options.includes(option) && (choosing.listed !== '' || isInSentence(option));
      const texts = shownBesideFilter(box);
      const isShown = hasLabel(texts, label) && !isOnTheWay(texts, label);
      const isTaken =
        isMarkedChosen(option) &&
        (isOwnList(box) ||
          isShown ||
          checkboxOf(option) !== null ||
          hasChip(box, text, false) ||
          texts.some((text) => foldedCount(text) !== null));
      // A click on the value of a list for one option may remove it.
      const isKept = !isTaken && then === null && isValue(box, option, text);
      choosing.kept = isKept;
      if (isTaken || isKept) choosing.taken.add(label);
      const isFolded = dom.attribute(option, 'aria-expanded') === 'false' && page.role(option) === 'treeitem';
      const folded = isFolded && then !== null && fitting(box, options, then, begins).length === 0;
      return { ...shown([option], next), label, chosen: isTaken || isKept, folded, open: true };
    }
    if (isScanning && found.length === 0) {
      const isFirst = scroller === null;
      scroller ??= scrollerOf(options);
      const before = scroller?.scrollTop;
      if (isFirst && scroller) scroller.scrollTop = 0;
      else scroller?.scrollBy({ top: stepOf(scroller, options), behavior: 'instant' });
      isScanning = scroller !== null && now() - begin < SCANS && (isFirst || scroller.scrollTop !== before);
      if (!isScanning && scroller) scroller.scrollTop = 0;
      await pause(DRAWS);
      continue;
    }
    if (now() >= end) {
      if (found.length > 1) {
        const list = found
          .slice(0, 8)
          .map(([, label]) => `"${line(label, 40)}"`)
          .join(', ');
        return { error: 'ambiguous', message: `several options fit "${line(text)}": ${list}` };
      }
      const names = new Names(new Roles());
      const bare = options.length > 0 || begins ? [] : appeared();
      const labels =
        options.length > 0 ? options.map((option) => labelOfOption(option, names)) : bare.map((node) => dom.text(node));
      const list = labels.slice(0, 12).map((label) => `"${line(label, 40)}"`);
      const listed = list.join(', ') + (labels.length > list.length ? ` and ${labels.length - list.length} more` : '');
      if (options.length > 0 && choosing.listed === '') choosing.listed = listed;
      return { rows: [], next, listed, open: options.length > 0, opened: bare.length > 0 };
    }
    await pause(40);
  }
};

/** The options that match a text, with their labels; for a list without roles the element with the text that has appeared. */
function fitting(box, options, text, begins) {
  const names = new Names(new Roles());
  const named = options.map((option) => [option, labelOfOption(option, names)]);
  const wanted = alike(text);
  const lines = (option) => visibleText(option, insideOf(option)).split('\n').map(alike);
  const ways = [
    ([, label]) => alike(label) === wanted,
    ([option]) => ['data-value', 'value'].some((name) => dom.attribute(option, name) === text),
    ([option]) => lines(option).includes(wanted),
    ([, label]) => alike(label).startsWith(wanted),
  ];
  const found = ways.map((way) => named.filter(way)).find((list) => list.length > 0);
  return found ?? drawnLike(box, wanted, begins).map((element) => [element, line(text, 200)]);
}

/**
 * The element with a text that has appeared since the choice began: options of some lists have no role. At the beginning
 * it is one in a layer at the control, whose list is open already.
 */
function drawnLike(box, wanted, begins) {
  // A list that its control reports as closed is another one's.
  if (begins && dom.attribute(box, 'aria-expanded') === 'false') return [];
  const isOthers = othersThan(box);
  const isNew = (element) => (begins ? layerAt(box, element) : !choosing.drawn.has(element)) && !isOthers(element);
  const isFree = (element) => isDrawn(element) && element !== box && element !== choosing.last && isNew(element);
  const list = withText([wanted]).filter(isFree);
  for (const element of list) reveal(element);
  const hit = list.filter((element) => pointOf(element).x !== undefined);
  return hit.length === 1 ? hit : [];
}

/** Pixels between a control and the layer of its list, at most. */
const GAP = 24;

/** Returns whether an element is in a layer that lies at a control and does not hold it. */
function layerAt(box, element) {
  const layer = upward(element, (node) => /^(absolute|fixed)$/.test(getComputedStyle(node).position));
  if (!layer || holds(layer, box) || holds(box, layer) || dom.all(layer, INPUTS_IN).length > 0) return false;
  return isBeside(boxAround(box).getBoundingClientRect(), layer.getBoundingClientRect());
}

/** Returns whether a box lies at another one. */
function isBeside(one, other) {
  const isNear = (from, to, first, last) => first <= to + GAP && last >= from - GAP;
  return isNear(one.left, one.right, other.left, other.right) && isNear(one.top, one.bottom, other.top, other.bottom);
}

/** The box of an element, or of the nearest one around it that has a box. */
const placeFor = (element) => (upward(element, (node) => boxesOf(node).length > 0) ?? element).getBoundingClientRect();

/** Options of lists that use buttons or links for them. */
const COMMANDS = 'button,a[href],[role=button],[role=link]';

/** The options of a combobox, listbox or menu: of one that is not open yet, those that it names or holds alone. */
function optionsFor(box, begins = false) {
  const isClosed = begins && !isOwnList(box) && dom.attribute(box, 'aria-expanded') === 'false';
  const inBox = [...dom.all(box, CHOICES)].filter(isDrawn);
  const own = isClosed && !inBox.some((option) => isUnderPress(box, option)) ? [] : inBox;
  if (own.length > 0) return own;
  const inner = [box, ...dom.all(box, '[aria-controls],[aria-owns]')];
  for (const element of inner) {
    for (const name of ['aria-controls', 'aria-owns']) {
      for (const id of (dom.attribute(element, name) ?? '').split(/\s+/).filter(Boolean)) {
        const list = dom.byId(dom.root(box), id) ?? dom.byId(document, id);
        const all = list ? [list, ...dom.all(list, '*')].filter(isDrawn) : [];
        const options = all.filter((node) => dom.matches(node, CHOICES));
        if (options.length > 0) return options;
        const commands = all.filter((node) => node !== list && dom.matches(node, COMMANDS));
        if (commands.length > 0 && isPopup(list)) return commands;
      }
    }
  }
  if (begins && !isExpanded(box)) return [];
  const active = dom.attribute(box, 'aria-activedescendant');
  const holder = active ? upward(dom.byId(dom.root(box), active), (node) => dom.matches(node, LIST)) : null;
  const isOthers = othersThan(box);
  const options = drawnOptions().filter((option) => !choosing.drawn.has(option) && !isOthers(option));
  const inActive = holder ? options.filter((option) => holds(holder, option)) : [];
  return inActive.length > 0 ? inActive : options;
}

/** Returns whether the list that the choice has opened is open. */
function isListOpen(box) {
  if (isOwnList(box)) return false;
  const { drawn, isOpen, last, holder } = choosing;
  const isOfList = (option) => isDrawn(option) && !drawn.has(option);
  const hasOptions = () => trees().some((tree) => [...dom.all(tree, '[role=option]')].some(isOfList));
  // Some pages leave `aria-expanded` as it was: a list whose options have gone is closed.
  if (isExpanded(box) && !isOpen) return !last || isOfList(last) || hasOptions();
  // A choice may add other lists to the page.
  if (last)
    return (
      isOfList(last) || (holder !== null && isOfList(holder) && !isOpen && leaves().some((node) => holds(holder, node)))
    );
  return hasOptions() || layers().some((layer) => !drawn.has(layer)) || appeared().length > 0;
}

/** Returns whether a mark of an option means that it is chosen: in lists for one option, a mark may mean that the pointer is over it. */
const isMarked = (box, option) =>
  option !== null &&
  isMarkedChosen(option) &&
  (isOwnList(box) || dom.attribute(option, 'aria-checked') === 'true' || isOfMany(option));

/** The texts of a control without the text that filters its list. */
const shownBesideFilter = (box) =>
  shownBy(box).filter((text) => choosing.typed === null || text !== line(choosing.typed, VALUE_LENGTH));

/** The number in a text for choices that are not shown, such as `+2` or `3 selected`; null for other texts. */
function foldedCount(text) {
  const [, more, count] =
    /^(?:\+\s?(\d{1,4})\b.*|(\d{1,4})(?:\s+(?:items?|options?))?(?:\s+(?:selected|chosen))?)$/iu.exec(text.trim()) ??
    [];
  return more !== undefined
    ? { more: Number(more), count: null }
    : count !== undefined
      ? { more: null, count: Number(count) }
      : null;
}

/** The number of choices that texts stand for, if some of them are shown as a number; null if none are. */
function foldedIn(texts) {
  const counts = texts.map(foldedCount);
  const more = counts.find((count) => count !== null && count.more !== null);
  if (more) return texts.length - 1 + more.more;
  return texts.length === 1 && counts[0] !== null ? counts[0].count : null;
}

/** Returns whether a control shows its choices as a number, to which those of several options have been added. */
function isCounted(box, labels, clicked, texts) {
  // Texts that stay, such as a hint, are no choices.
  const bare = (list) =>
    list.filter((text) => foldedCount(text) !== null || !(choosing.before.includes(text) && texts.includes(text)));
  const count = foldedIn(bare(texts));
  if (count === null || labels.some((label) => foldedCount(label) !== null)) return false;
  const fresh = labels.filter((label) => !choosing.taken.has(label)).length;
  const isMany = (option) => option !== null && isMarkedChosen(option) && isOfMany(option);
  const before = foldedIn(bare(choosing.before));
  const isAdded = count === (before ?? bare(choosing.before).length) + fresh;
  if (fresh > 0 && String(texts) === String(choosing.before)) return false;
  const isAll = before === null && count === labels.length;
  return (isAdded || isAll) && (labels.length > 1 || clicked.every(isMany) || texts.length > 1);
}

/** The value of a control after the clicks on its options; an error if an option is missing. */
page.choiceShown = async ({ number, options, labels, asked = labels }) => {
  let box = null;
  const waits = [0, 0, 30, 100, 200, 300];
  for (const [round, ms] of waits.entries()) {
    await pause(ms);
    box = page.element(number);
    if (!box) return { gone: true, text: `chose ${labels.map((label) => quoted(label)).join(', ')}; the list is gone` };
    // Some controls do not show their value while the list is open.
    if (choosing.kept) {
      choosing.reported = choosing.before;
      return { text: `${choosing.what} has ${valueAs(choosing.before, asked)}` };
    }
    const texts = shownBy(box);
    const clicked = options.map((option) => page.element(option));
    const values = hiddenIn(areaOf(box));
    // A text that filters the list is no value while the list is open.
    const isOwnText = isTypedStill(box);
    const shown = isOwnText || isListOpen(box) ? shownBesideFilter(box) : texts;
    const isNew = (value) => values.includes(value) && !choosing.values.includes(value);
    // The marks in a dialog are no choice until its button is clicked.
    const isPending = confirmations().length > 0;
    const isSame = String(texts) === String(choosing.before);
    const isPassed = (label) => isSame && labels.length === 1 && isOnTheWay(shown, label);
    const isShown = (label, at) =>
      !isPassed(label) &&
      (hasLabel(shown, label) || hasLabel(shown, asked[at]) || (round > 1 && !isPending && isMarked(box, clicked[at])));
    const isTaken = (label, at) => {
      if (isShown(label, at)) return true;
      if (isPassed(label)) return false;
      if (hasWords(shown, label)) return String(texts) !== String(choosing.before) || hasWords(choosing.before, label);
      return (
        isNew(label) ||
        (clicked[at] !== null && ['data-value', 'value'].some((name) => isNew(dom.attribute(clicked[at], name))))
      );
    };
    // The values of hidden fields may be set before the control shows them.
    const isLate = round >= 3;
    const isHeld = (label, at) =>
      isTaken(label, at) ||
      (clicked[at] !== null && isMarkedChosen(clicked[at]) && hasChip(box, asked[at], !choosing.taken.has(label)));
    // What the control shows may follow the marks of its options.
    const isWhole =
      round > 3 ||
      texts.length === 0 ||
      foldedIn(shown) !== null ||
      labels.every((label, at) => hasLabel(shown, label) || hasLabel(shown, asked[at]));
    if (
      (isWhole && labels.every(isShown)) ||
      (isLate && (labels.every(isHeld) || (!isPending && isCounted(box, labels, clicked, shown))))
    ) {
      report(
        box,
        () =>
          shownBy(box)
            .map((text) => quoted(text))
            .join(', ') || 'no value',
      );
      choosing.reported = texts;
      return { text: `${choosing.what} has ${valueAs(texts, asked)}` };
    }
  }
  const texts = shownBy(box);
  const isOpen = isListOpen(box);
  const shows = texts.map((text) => quoted(text)).join(', ') || 'nothing';
  const wanted = labels.map((label) => quoted(label)).join(', ');
  if (isTypedStill(box)) {
    const { listed, before } = choosing;
    choosing.last = null;
    // A list may leave out the options that are chosen already.
    if (labels.every((label) => hasLabel(before, label)))
      return { text: `${choosing.what} has ${valueAs(before, asked)}` };
    return {
      error: 'not_found',
      message: `no option ${wanted} is shown after it was typed into the filter${listed === '' ? '' : `; there are ${listed}`}`,
    };
  }
  const isHint = texts.length === 1 && texts[0] === line(fieldOf(box)?.placeholder ?? '', VALUE_LENGTH);
  if (labels.length === 1 && !isOpen && String(texts) !== String(choosing.before) && texts.length > 0 && !isHint) {
    choosing.reported = texts;
    return { text: `${choosing.what} has ${shows}, which the page made of ${wanted}` };
  }
  const level = isOpen
    ? leaves().filter((node) => !choosing.leaves.has(node) && isPopup(node) && !holds(areaOf(box), node))
    : [];
  const isParent = (option) =>
    option &&
    (dom.attribute(option, 'aria-expanded') === 'true' ||
      /^(true|menu)$/.test(dom.attribute(option, 'aria-haspopup') ?? ''));
  if (level.length > 0 || (isOpen && isParent(page.element(options.at(-1))))) {
    const next = level
      .slice(0, 8)
      .map((node) => `"${line(dom.text(node), 40)}"`)
      .join(', ');
    return {
      error: 'not_actionable',
      message: `${choosing.what} shows ${shows} after the click on ${wanted}, which opens a next level${next === '' ? '' : ` with ${next}`}: name an option of each level, each on a line of its own`,
    };
  }
  const rest = isOpen
    ? optionsFor(box).filter((option) => !options.some((number) => page.element(number) === option))
    : [];
  const list = rest
    .slice(0, 8)
    .map((option) => `"${line(labelOfOption(option), 40)}"`)
    .join(', ');
  return {
    error: 'not_taken',
    message: `${choosing.what} shows ${shows} after the click on ${wanted}${list === '' ? '' : `; its list has ${list}`}`,
  };
};

/** The change of a value by the end of its list: an error if the options were lost, null if there is none. */
page.choiceKept = async ({ number, labels, asked }) => {
  const quote = (list, none) => list.map((text) => quoted(text)).join(', ') || none;
  let texts = [];
  for (const ms of [0, 30, 100, 200]) {
    await pause(ms);
    const box = page.element(number);
    if (!box || !choosing || choosing.reported === null) return null;
    texts = shownBy(box);
    if (String(texts) === String(choosing.reported)) return null;
    if (labels.every((label, at) => hasLabel(texts, label) || hasLabel(texts, asked[at])))
      return `${choosing.what} has ${valueAs(texts, asked)}`;
  }
  const { reported, before, what } = choosing;
  const isLost =
    labels.some((label, at) => hasLabel(reported, label) || hasLabel(reported, asked[at])) &&
    (texts.length === 0 || String(texts) === String(before));
  if (!isLost) return null;
  return {
    error: 'not_taken',
    message: `${what} has ${quote(texts, 'no value')} after its list was closed, and had ${quote(reported, 'none')} before`,
  };
};

/** The control that unfolds an item of a tree: the button in it or before it. */
page.unfolder = ({ number, next }) => {
  const item = page.element(number);
  if (!item) return { error: 'stale', message: '' };
  const isIn = (node) =>
    !upward(node, (around) => around !== item && dom.matches(around, '[role=group],[role=treeitem]'));
  const inner = [...dom.all(item, 'button,[role=button]')].find((node) => isDrawn(node) && isIn(node));
  const before = item.previousElementSibling;
  const isBefore = before && !dom.matches(before, CHOICES) && isDrawn(before) && textOf(before).trim() === '';
  const found = inner ?? (isBefore ? before : null);
  return found ? shown([found], next) : { rows: [], next };
};

/** Returns whether an option shows what is below it, within `ms`. */
page.unfolds = async ({ number, ms }) => {
  const end = now() + ms;
  for (;;) {
    const option = page.element(number);
    if (!option || !dom.isConnected(option) || dom.attribute(option, 'aria-expanded') !== 'false') return true;
    if (now() >= end) return false;
    await pause(20);
  }
};

/** Names of buttons that end a choice. */
const CONFIRMS = /^(ok|okay|done|apply|confirm|select|choose|save|set)$/;

/** The buttons that confirm a choice in a dialog. */
function confirmations() {
  const dialog =
    choosing?.last && upward(choosing.last, (node) => dom.matches(node, 'dialog,[role=dialog],[role=alertdialog]'));
  const names = new Names(new Roles());
  return dialog
    ? [...dom.all(dialog, 'button,[role=button]')].filter(
        (node) => isDrawn(node) && !isOff(node) && CONFIRMS.test(alike(names.of(node))),
      )
    : [];
}

/** The button that confirms a choice in a dialog. */
page.confirmation = ({ next }) => {
  const list = confirmations();
  return list.length === 1 ? shown(list, next) : { rows: [], next };
};

/** A value for a report: the labels if it has nothing else, else its texts. */
function valueAs(texts, labels) {
  const bare = (list) => alike(list.join(' ')).replace(/[^\p{L}\p{N}]+/gu, '');
  const list = texts.length === 0 || bare(texts) === bare(labels) ? labels : texts;
  return list.map((text) => quoted(text)).join(', ');
}

/**
 * The state of a list after a choice: whether it is still open, and whether its field has a text that was typed. A list
 * that moves may be about to close, and has `ms` for that.
 */
page.listState = async ({ number, ms = 0, moves = false, after = 0 }) => {
  await pause(after);
  const end = now() + ms;
  for (;;) {
    const box = page.element(number);
    if (!box || !choosing) return { open: false };
    const open = isListOpen(box);
    const field = fieldOf(box);
    const typed = field !== null && isText(field) && choosing.value !== null && field.value !== choosing.value;
    const mayClose = now() < end && (moves || (choosing.last !== null && motionsOf(choosing.last).length > 0));
    if (!open || !mayClose)
      return {
        open,
        typed,
        bare: isTypedStill(box),
        value: choosing.value ?? '',
        modal: upward(box, (node) => dom.tag(node) === 'dialog') !== null,
      };
    await pause(30);
  }
};

/** The end of a message about a failed choice that has changed the value of the control, else an empty text. */
page.choiceChange = async ({ number }) => {
  const shows = (list, none) => list.map((text) => quoted(text)).join(', ') || none;
  const change = (now, before) =>
    String(now) === String(before)
      ? ''
      : `; ${choosing.what} has ${shows(now, 'no value')} now, and had ${shows(before, 'none')} before`;
  let changed = '';
  // A list in the box of its control may take time to close.
  for (const ms of [0, 60, 200, 300]) {
    await pause(ms);
    const box = page.element(number);
    if (!box || !choosing) return '';
    changed = change(shownBy(box), choosing.before) || change(hiddenIn(areaOf(box)), choosing.values);
    if (changed === '') return '';
  }
  return changed;
};

/** Steps of the search for a place that takes no click, in each direction. */
const IDLE_STEPS = 12;

/** A point outside of a list and its control where nothing is known to take a click, in the layer of the control. */
page.idlePoint = ({ number }) => {
  const box = page.element(number);
  if (!box || !choosing) return {};
  const layer = upward(
    box,
    (node) => dom.matches(node, 'dialog,[role=dialog]') || /^(absolute|fixed)$/.test(getComputedStyle(node).position),
  );
  const { holder, last } = choosing;
  const isIdle = (node) => {
    if (!node || !dom.matches(node, 'html,body,main,div,section,article,header,footer,form,fieldset,p,h1,h2,h3'))
      return false;
    if (holds(node, box) && dom.matches(node, '[role=combobox],[tabindex]')) return false;
    if (
      (layer && !holds(layer, node)) ||
      holds(box, node) ||
      (holder && holds(holder, node)) ||
      (last && holds(last, node))
    )
      return false;
    const isOther = (around) => !holds(around, box) && dom.matches(around, '[role=combobox],[tabindex],label');
    return upward(node, (around) => isClickable(around) || isOther(around)) === null;
  };
  const places = Array.from({ length: IDLE_STEPS * IDLE_STEPS }, (_, at) => [
    ((at % IDLE_STEPS) + 0.5) / IDLE_STEPS,
    (Math.floor(at / IDLE_STEPS) + 0.5) / IDLE_STEPS,
  ]);
  const points = places.map(([across, down]) => ({
    x: Math.round(across * innerWidth),
    y: Math.round(down * innerHeight),
  }));
  const found = points
    .map((point) => ({ ...point, node: document.elementFromPoint(point.x, point.y) }))
    .filter(({ node }) => isIdle(node));
  const { x, y } = found.find(({ node }) => dom.matches(node, 'html,body')) ?? found[0] ?? {};
  return { x, y };
};

/** Removes the focus from the focused element. */
page.blur = () => {
  focusedElement()?.blur();
  return true;
};

/** Returns whether the control takes a text that filters its list, or a field of the list with the focus does. */
page.filterOf = ({ number }) => {
  const box = page.element(number);
  if (!box) return { error: 'stale', message: '' };
  const field = fieldOf(box);
  const canWrite = (node) => isText(node) && !node.readOnly && !isOff(node);
  if (field && (!isText(field) || canWrite(field))) return { own: true, other: false };
  const focus = focusedElement();
  // The keys are for that field.
  editing = null;
  return { own: false, other: focus !== null && canWrite(focus) && !isUnseen(focus) };
};
