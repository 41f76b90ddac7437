// @ts-check
// Lists that scripts make: the options that texts name in them.

/**
 * State of a choice in a list that a script makes: the control's value before, and the elements that were visible
 * before.
 */
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
    named: new WeakSet(naming()),
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
    name: new Names(new Roles()).of(box),
    label: '',
    levels: new Set(),
  };
  return true;
};

/** Elements with a text and no others in them, at most. */
const LEAVES = 5_000;

/** The innermost elements with a text that are drawn. */
const leaves = () => trees().flatMap(leavesIn).slice(0, LEAVES);

/** Those in one element or tree. */
const leavesIn = (tree) =>
  [...dom.all(tree, '*')]
    .filter((node) => node.childElementCount === 0 && !UNRENDERED.has(dom.tag(node)) && dom.text(node).trim() !== '')
    .slice(0, LEAVES)
    .filter((node) => boxesOf(node).length > 0 && isDrawn(node));

/** The texts that have appeared since the choice began: the options of a list without roles. */
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

/** The controls of all trees that name a list. */
const naming = () => trees().flatMap((tree) => [...dom.all(tree, '[aria-controls],[aria-owns]')]);

/**
 * A test of elements for being in the list of another control: in one that it names, or that a choice in it has left
 * open. A control that has appeared with the list filters it.
 */
function othersThan(box) {
  const around = areaOf(box);
  const isApartFrom = (node) => node !== box && dom.isConnected(node) && !holds(around, node) && !holds(node, box);
  const own = new Set([box, ...dom.all(around, '[aria-controls],[aria-owns]')].flatMap(listsNamedBy));
  const others = new Set();
  for (const node of naming()) {
    if (!choosing.named.has(node) || !isApartFrom(node) || !(isPicker(node) || isText(node))) continue;
    for (const list of listsNamedBy(node)) if (!own.has(list) && !holds(list, box)) others.add(list);
  }
  return (option) => {
    if (others.size > 0 && upward(option, (node) => others.has(node))) return true;
    if (!choosing.shown.has(option) && !choosing.drawn.has(option)) return false;
    const user = users.get(holderOf(box, option));
    return user !== undefined && isApartFrom(user);
  };
}

/** Milliseconds of a search through a list that draws a part of its options, and of its wait for the next part. */
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

/** Pixels by which a list is scrolled to draw other options: the drawn ones, without the last. */
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
      if (choosing.last && isLevelAbove(choosing.last, option)) choosing.levels.add(choosing.label);
      [choosing.last, choosing.label] = [option, label];
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

/**
 * The options that match a text, with their labels; for a list without roles the element with the text that has
 * appeared.
 */
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
 * The element with a text that has appeared since the choice began: options of some lists have no role. At the
 * beginning it is one in a layer at the control, whose list is open already.
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

/** The options of a combobox, listbox or menu: if it is not open yet, only options that it names or holds. */
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
