// @ts-check
// The value that a control shows: one reading for actions, snapshots and `get value`.

/** Elements that take input: a box with two of them is not the box of one control. */
const INPUTS_IN =
  'input:not([type=hidden]),select,textarea,button,a[href],[contenteditable=""],[contenteditable=true],' +
  '[role=button],[role=combobox],[role=textbox],' +
  '[role=searchbox],[role=spinbutton],[role=slider],[role=checkbox],[role=radio],[role=switch],[role=tab]';

/** Lists and layers that a control opens. */
const POPUPS =
  '[role=listbox],[role=option],[role=menu],[role=tree],[role=grid],[role=dialog],[role=tooltip],dialog,[popover]';

/** Parts of a box without text of the value: popups, labels, messages and pictures. */
const BESIDE =
  `${POPUPS},[role=alert],[role=status],[role=log],` +
  `[aria-live]:not([aria-live=off]),[aria-hidden=true],label,legend,option,datalist,svg`;

/** Elements that are never the box of a control. */
const NO_BOX =
  'html,body,form,fieldset,main,nav,section,article,header,footer,aside,table,tbody,tr,td,th,' +
  'ul,ol,li,dialog,[role=dialog],[role=group],[role=row],[role=toolbar]';

/** Levels around a control, descendants of a box, pixels of its height, and characters of a value, at most. */
const BOX_LEVELS = 6;
const BOX_NODES = 300;
const BOX_HEIGHT = 260;
const VALUE_LENGTH = 2_000;

/** Returns whether an element cannot be seen: it is hidden, transparent, or has the size of a pixel. */
function isUnseen(element) {
  if (!isVisible(element)) return true;
  const { width, height } = element.getBoundingClientRect();
  return width <= 2 || height <= 2 || upward(element, (node) => getComputedStyle(node).opacity === '0') !== null;
}

/** Returns whether an element has a border, a background or a shadow. */
function isBordered(element) {
  const { borderTopStyle, borderTopWidth, borderBottomStyle, borderBottomWidth, backgroundColor, boxShadow } =
    getComputedStyle(element);
  const isLine = (style, width) => style !== 'none' && parseFloat(width) > 0;
  const isFilled = !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);
  return (
    isLine(borderTopStyle, borderTopWidth) ||
    isLine(borderBottomStyle, borderBottomWidth) ||
    isFilled ||
    boxShadow !== 'none'
  );
}

/**
 * Returns whether an element is a button inside a control, which opens the list or removes a chip: the button has no
 * text or no place in the tab order.
 */
const isPartOfBox = (node) =>
  dom.matches(node, 'button,a,[role=button]') &&
  (dom.attribute(node, 'tabindex') === '-1' || !/[\p{L}\p{N}]{2}/u.test(textOf(node)));

/** Returns whether an element is a button with a sign alone, such as an arrow. */
const isSign = (node) => dom.matches(node, 'button,a,[role=button]') && !/[\p{L}\p{N}]/u.test(textOf(node));

/** Returns whether `around` holds the control `element` and no other one. */
function isBoxFor(around, element) {
  if (dom.matches(around, NO_BOX) || around.getBoundingClientRect().height > BOX_HEIGHT) return false;
  let left = BOX_NODES;
  const stack = [around];
  while (stack.length > 0) {
    const node = stack.pop();
    if (--left < 0) return false;
    if (node !== around && node !== element && !holds(node, element)) {
      // A chip in an editor is not edited with it.
      if (dom.matches(node, `${BESIDE},[contenteditable=false]`)) continue;
      if (dom.matches(node, INPUTS_IN) && !isPartOfBox(node) && !isUnseen(node)) return false;
    }
    for (const child of dom.children(node)) if (dom.kind(child) === 1) stack.push(child);
  }
  return true;
}

/** The box of a control: the field with its chips and icons. */
function boxAround(element) {
  let box = element;
  for (let left = BOX_LEVELS; left > 0; left--) {
    const around = dom.parent(box);
    if (!around || !isBoxFor(around, element)) break;
    box = around;
    if (isBordered(box)) break;
  }
  return box;
}

/** Elements that describe a control, and so are not its value. */
function describing(element) {
  const list = new Set();
  for (let node = element, left = 3; node && left > 0; node = dom.parent(node), left--) {
    for (const name of ['aria-labelledby', 'aria-describedby', 'aria-errormessage', 'aria-details']) {
      // A button that is named by its label and its own value.
      for (const other of references(node, name))
        if (other !== element && !holds(other, element) && !holds(element, other)) list.add(other);
    }
  }
  return list;
}

/** Returns whether a style separates the text of an element from the text next to it. */
const isApart = (style) =>
  style.display !== 'inline' && style.display !== 'contents'
    ? true
    : ['paddingLeft', 'marginLeft', 'borderLeftWidth', 'paddingRight', 'marginRight'].some(
        (name) => parseFloat(style[name]) > 0,
      ) || !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor);

/** The texts in a box, one for each part, such as a chip. */
function textsIn(box, element, names) {
  const beside = describing(element);
  const parts = [''];
  const apart = () => void (parts[parts.length - 1].trim() === '' || parts.push(''));
  const stack = [box];
  let length = 0;
  let left = 4 * BOX_NODES;
  while (stack.length > 0 && length < VALUE_LENGTH && --left > 0) {
    const node = stack.pop();
    if (node === null) {
      apart();
      continue;
    }
    if (dom.kind(node) === 3) {
      const text = dom.text(node);
      length += text.length;
      parts[parts.length - 1] += text;
      continue;
    }
    if (dom.kind(node) !== 1 || UNRENDERED.has(dom.tag(node)) || beside.has(node) || node === choosing?.list) continue;
    const isPart = node !== box && node !== element;
    if (isPart && !holds(node, element) && (dom.matches(node, BESIDE) || isSign(node))) continue;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility !== 'visible' || style.opacity === '0') {
      if (node !== box && node !== element) continue;
    }
    if (style.display !== 'contents' && style.display !== 'inline') {
      const { width, height } = node.getBoundingClientRect();
      if (width <= 2 && height <= 2 && style.overflow !== 'visible') continue;
    }
    if (isText(node)) {
      apart();
      if (node.type !== 'password' && !isUnseen(node)) parts[parts.length - 1] += node.value;
      apart();
      continue;
    }
    if (dom.tag(node) === 'select' || dom.tag(node) === 'br') {
      if (dom.tag(node) === 'br') apart();
      continue;
    }
    if (isApart(style)) {
      apart();
      stack.push(null);
    }
    stack.push(...dom.children(node).reverse());
  }
  const name = alike(names.of(element));
  const texts = parts.map((part) => line(part, VALUE_LENGTH)).filter((part) => part !== '');
  const marked = texts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  const list = marked.length > 0 ? marked : texts;
  const others = list.filter((part) => alike(part).replace(/\s*[*:]$/, '') !== name);
  // A control may be named by its value.
  return (others.length > 0 || isText(element) ? others : list).map((part) =>
    part.replace(/\s*[\u00d7\u2715\u2716\u2a2f]$/, ''),
  );
}

/** Nodes of an editor that are read, at most. */
const EDITOR_NODES = 200_000;

/**
 * The lines of an editor: one for each block without others in it, and for each line break. Unlike in `innerText`,
 * margins add none.
 */
function linesIn(field) {
  const lines = [];
  // The line that is not ended yet; null if nothing is in it.
  let row = null;
  const end = () => {
    if (row !== null) lines.push(row.text.replace(row.isKept ? /$/ : / $/, ''));
    row = null;
  };
  const add = (text, isKept) => {
    const shown = isKept ? text : text.replace(/[ \t\n\r\f]+/g, ' ');
    const part = !isKept && (row === null || row.text.endsWith(' ')) ? shown.replace(/^ /, '') : shown;
    if (part !== '') row = { text: (row?.text ?? '') + part, isKept };
  };
  const stack = [...dom.children(field)].reverse();
  for (let left = EDITOR_NODES; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (node === null) {
      end();
      continue;
    }
    if (dom.kind(node) === 3) {
      const { whiteSpace, visibility } = getComputedStyle(dom.parent(node));
      if (visibility !== 'visible') continue;
      const pieces = /^(pre|break-spaces)/.test(whiteSpace) ? dom.text(node).split('\n') : [dom.text(node)];
      pieces.forEach((piece, at) => {
        add(piece, /^(pre$|pre-wrap|break-spaces)/.test(whiteSpace));
        if (at < pieces.length - 1) {
          row ??= { text: '', isKept: true };
          end();
        }
      });
      continue;
    }
    if (dom.kind(node) !== 1 || UNRENDERED.has(dom.tag(node))) continue;
    if (dom.tag(node) === 'br') {
      row ??= { text: '', isKept: true };
      end();
      continue;
    }
    const { display } = getComputedStyle(node);
    if (display === 'none') continue;
    if (display === 'table-cell' && row !== null) add('\t', true);
    if (!/^(inline|contents|table-cell|ruby)/.test(display)) {
      end();
      stack.push(null);
    }
    stack.push(...[...dom.children(node)].reverse());
  }
  end();
  return lines;
}

/** Options of a list, of every kind. */
const CHOICES =
  '[role=option],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem],[role=menuitem],[role=radio]';

/** Returns whether an option is marked as chosen. */
const isChosen = (option) =>
  ['aria-selected', 'aria-checked'].some((name) => dom.attribute(option, name)?.toLowerCase() === 'true');

/** The elements in an option that are not its label: the options in it, and the button that unfolds them. */
const insideOf = (option) =>
  new Set(dom.all(option, CHOICES).length > 0 ? dom.all(option, `${CHOICES},button,[role=button]`) : []);

/** The text of an option, without the options in it, such as those below an item of a tree. */
function labelOfOption(option, names = new Names(new Roles())) {
  const inner = insideOf(option);
  if (inner.size > 0 && !dom.has(option, 'aria-label') && !dom.has(option, 'aria-labelledby'))
    return line(visibleText(option, inner), 200);
  return line(names.of(option) || visibleText(option), 200);
}

/** Returns whether an element is itself the list with the options. */
const isOwnList = (element, role = page.role(element)) => /^(listbox|radiogroup|tree|menu)$/.test(role);

/** Returns whether an element opens a list. */
const isPicker = (element, role = page.role(element)) =>
  role === 'combobox' || /^(listbox|tree|grid|true|menu|dialog)$/.test(dom.attribute(element, 'aria-haspopup') ?? '');

/** The texts of the value of a control, one for each choice. */
function shownBy(element, names = new Names(new Roles())) {
  const tag = dom.tag(element);
  const role = names.roles.of(element);
  if (tag === 'select') return [...element.selectedOptions].map((option) => option.label);
  if (isOwnList(element, role))
    return [...dom.all(element, CHOICES)]
      .filter((option) => isVisible(option) && isChosen(option))
      .map((option) => labelOfOption(option, names));
  if (RANGES.has(role) && !isText(element)) return [rangeValue(element)].filter((text) => text !== '');
  const field = fieldOf(element);
  const isPlain = field === element && !isPicker(element, role) && !dom.has(element, 'readonly');
  if (isPlain && element.type === 'password') return [];
  if (isPlain && readField(element) !== '') return [readField(element)];
  const inner = field ?? element;
  const own = isText(inner) ? [] : textsIn(inner, inner, names);
  if (own.length > 0) return own;
  const box = boxAround(inner);
  const texts = textsIn(holds(box, element) ? box : element, inner, names);
  return texts.length > 0 ? texts : hiddenIn(box);
}

/** The element with the value of a control. */
const areaOf = (control) => (isText(control) ? boxAround(control) : control);

/** The values of the hidden fields in a box or next to it, which a form sends. */
function hiddenIn(box) {
  // A widget may be a sibling of the native list that it replaces.
  const near = [box];
  for (const name of ['previousElementSibling', 'nextElementSibling']) {
    for (let node = box[name], left = 3; node && left > 0; node = node[name], left--) near.push(node);
  }
  const all = near.flatMap((node) =>
    dom.matches(node, 'input,select') ? [node] : node === box ? [...dom.all(box, 'input,select')] : [],
  );
  const fields = all.slice(0, BOX_NODES).filter((field) => field.type === 'hidden' || isUnseen(field));
  return fields
    .flatMap((field) =>
      dom.tag(field) === 'select' ? [...field.selectedOptions].map((option) => option.label) : [field.value],
    )
    .filter((text) => text !== '' && text !== 'on');
}

/** The value that a control shows, on one line. */
page.shownValue = (element, names) => shownBy(element, names).join(', ');

/** Returns whether a label is one of the texts, or one part of a text with separators. */
function hasLabel(texts, label) {
  const wanted = alike(label);
  const pieces = texts.flatMap((text) => [text, ...text.split(/\s*(?:[,;\u00b7|/>\u203a\u2192]|\n)\s*/)]).map(alike);
  return pieces.includes(wanted);
}

/** Returns whether a label is in the texts only as a level above the one that was chosen, as in `Europe / Spain`. */
function isOnTheWay(texts, label) {
  const wanted = alike(label);
  if (texts.some((text) => alike(text) === wanted)) return false;
  return texts.some((text) =>
    text
      .split(/\s*[/>\u203a\u2192]\s*/)
      .slice(0, -1)
      .some((piece) => alike(piece) === wanted),
  );
}

/** Returns whether the texts contain the words of a label, as whole words. */
function hasWords(texts, label) {
  const bare = (text) =>
    ` ${alike(text)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  const wanted = bare(label);
  return wanted.trim() !== '' && bare(texts.join(' ')).includes(wanted);
}
