// @ts-check
// Lists that scripts make: the state of a list after a choice, and its confirmation.

/**
 * Returns whether a mark of an option means that it is chosen: in lists for one option, a mark may mean that the
 * pointer is over it.
 */
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

/** Returns whether a control shows its choices as a number, to which the numbers of several options were added. */
function isCounted(box, labels, clicked, texts) {
  // Texts that stay, such as a hint, do not count as choices.
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

/** Returns whether an option is below another one in a tree of which one item can be chosen. */
function isLevelAbove(option, next) {
  const [item, inner] = [option, next].map((node) => dom.closest(node, '[role=treeitem]'));
  return Boolean(item && inner) && item !== inner && holds(item, inner) && !isOfMany(option);
}

/** Levels around a control in which its chips may be. */
const CHIP_LEVELS = 4;

/**
 * Returns whether a text has appeared next to a control, outside of its list: a chip in a list around its field, one of
 * `count` at most.
 */
function hasNewPart(box, option, label, count) {
  const field = fieldOf(box);
  const { holder, texts } = choosing;
  if (!field || !isText(field) || holder === null) return false;
  // A list that is gone may have been drawn anew, with more options than those that were chosen.
  const isInList = (node) => {
    if (dom.isConnected(holder)) return draws(holder, node);
    const list = dom.closest(node, LIST);
    return list ? dom.all(list, CHOICES).length > count : holderOf(box, node) !== null;
  };
  const isPart = (node) =>
    !texts.has(node) && alike(dom.text(node)) === alike(label) && !(option && holds(option, node)) && !isInList(node);
  const isOther = (node) => node !== field && isText(node) && !isUnseen(node);
  let around = dom.parent(field);
  for (let left = CHIP_LEVELS; around && left > 0; left--, around = dom.parent(around)) {
    if (
      dom.matches(around, 'form,fieldset,main,body,table,dialog') ||
      [...dom.all(around, 'input,textarea')].some(isOther)
    )
      return false;
    if (leavesIn(around).some(isPart)) return true;
  }
  return false;
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
    // A text that filters the list does not count as a value while the list is open.
    const isOwnText = isTypedStill(box);
    const shown = isOwnText || isListOpen(box) ? shownBesideFilter(box) : texts;
    const isNew = (value) => values.includes(value) && !choosing.values.includes(value);
    // The marks in a dialog do not count as a choice until its button is clicked.
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
    const name = new Names(new Roles()).of(box);
    const isNamed = (label) => !isPending && hasWords([name], label) && !hasWords([choosing.name], label);
    const isHeld = (label, at) =>
      isTaken(label, at) ||
      isNamed(label) ||
      (!isPending && hasNewPart(box, clicked[at], label, labels.length + choosing.before.length)) ||
      (choosing.levels.has(label) && hasLabel(shown, labels.at(-1))) ||
      (clicked[at] !== null && isMarkedChosen(clicked[at]) && hasChip(box, asked[at], !choosing.taken.has(label)));
    // The text of the control may follow the marks of its options.
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
      message:
        `no option ${wanted} is shown after it was typed into the filter` +
        `${listed === '' ? '' : `; there are ${listed}`}`,
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
      message:
        `${choosing.what} shows ${shows} after the click on ${wanted}, ` +
        `which opens a next level${next === '' ? '' : ` with ${next}`}` +
        `: name an option of each level, each on a line of its own`,
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
    message:
      `${choosing.what} shows ${shows} after the click on ${wanted}` + `${list === '' ? '' : `; its list has ${list}`}`,
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
    message:
      `${what} has ${quote(texts, 'no value')} after its list was closed, ` +
      `and had ${quote(reported, 'none')} before`,
  };
};

/** Returns whether an element is a sign that takes the pointer, and no checkbox. */
function isSwitcher(node) {
  if (!isDrawn(node) || /[\p{L}\p{N}]/u.test(textOf(node)) || checkedOf(node) !== null) return false;
  const { width, height } = node.getBoundingClientRect();
  const isMark = /check|radio|drag|handle/i.test(dom.attribute(node, 'class') ?? '');
  return width <= 48 && height <= 48 && !isMark && getComputedStyle(node).cursor === 'pointer';
}

/** The control that unfolds an item of a tree: the button in it or before it, or a sign in it. */
page.unfolder = ({ number, next }) => {
  const item = page.element(number);
  if (!item) return { error: 'stale', message: '' };
  const isIn = (node) =>
    !upward(node, (around) => around !== item && dom.matches(around, '[role=group],[role=treeitem]'));
  const inner = [...dom.all(item, 'button,[role=button]')].find((node) => isDrawn(node) && isIn(node));
  const before = item.previousElementSibling;
  const isBefore = before && !dom.matches(before, CHOICES) && isDrawn(before) && textOf(before).trim() === '';
  const sign = [...dom.all(item, '*')].find((node) => isSwitcher(node) && isIn(node));
  const found = inner ?? (isBefore ? before : null) ?? sign ?? null;
  return found ? shown([found], next) : { rows: [], next };
};

/** Returns whether an option shows the options below it, within `ms`. */
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

/** A point outside of a list and its control, in the layer of the control, at which nothing known takes a click. */
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
  /** @type {any} */ (focusedElement())?.blur();
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
  editing?.changes?.disconnect();
  editing = null;
  return { own: false, other: focus !== null && canWrite(focus) && !isUnseen(focus) };
};
