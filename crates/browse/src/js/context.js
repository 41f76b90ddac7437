// @ts-check
// Words that distinguish elements of one role and name, and the cause that nobody sees an element.

/** Characters of such words, nodes that are read for them, and levels above an element without a name. */
const CONTEXT_LENGTH = 40;
const CONTEXT_NODES = 200;
const CONTEXT_LEVELS = 4;
/** Texts of such parts that are compared one by one. */
const COLUMNS = 4;
/** Descriptions of one term that are looked at. */
const DESCRIPTIONS = 20;

/** Elements whose text belongs to a control, and does not describe the elements around. */
const SPEAKS_FOR_ITSELF =
  'button,summary,[role=button],[role=tab],[role=menuitem],[role=option],' +
  '[role=switch],[onclick],[tabindex]:not(tr,li,td)';
/** The same, and elements that are listed themselves before the element. */
const IS_LISTED = `${SPEAKS_FOR_ITSELF},a[href],h1,h2,h3,h4,h5,h6`;

/**
 * The texts of the blocks in a part of the page, without texts of its buttons and of elements which `skips` holds of.
 */
function textsAround(start, styles, skips) {
  const parts = [];
  const stack = [start];
  let isNew = true;
  const add = (text) => {
    if (text === '') return;
    if (isNew) parts.push(text);
    else parts[parts.length - 1] += ` ${text}`;
    isNew = false;
  };
  for (let left = CONTEXT_NODES, length = 0; stack.length > 0 && left > 0 && length <= CONTEXT_LENGTH; left--) {
    const node = stack.pop();
    if (node === null) {
      isNew = true;
      continue;
    }
    const kind = dom.kind(node);
    if (kind === 3) {
      const text = flat(dom.text(node));
      add(text);
      length += text.length;
    } else if (
      kind === 1 &&
      !skips(node) &&
      (node === start || !dom.matches(node, SPEAKS_FOR_ITSELF)) &&
      !isUnrendered(node, styles) &&
      !/^(select|textarea|svg)$/.test(dom.localName(node))
    ) {
      const isBlock = !/^(inline|contents)/.test(styles.of(node).display);
      if (isBlock) isNew = true;
      if (dom.tag(node) === 'img' && isSet(node, 'alt')) add(flat(dom.attribute(node, 'alt')));
      else stack.push(...(isBlock ? [null] : []), ...dom.children(node).reverse());
    }
  }
  return /[\p{L}\p{N}]/u.test(parts.join('')) ? parts : [];
}

/** The beginning of these texts as one. */
const textAround = (start, styles, skips) => cut(textsAround(start, styles, skips).join(' '), CONTEXT_LENGTH);

/** Elements that take input. The text next to one may be about it. */
const TAKES_INPUT =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=""],[contenteditable=true],' +
  '[tabindex],[onclick],' +
  'button checkbox combobox link menuitem option radio searchbox slider spinbutton switch tab textbox'
    .split(' ')
    .map((role) => `[role=${role}]`)
    .join(',');

/** Rows, cards and groups, whose text is about all of their controls. */
const UNITS =
  'tr,li,article,fieldset,dd,dialog,details,figure,' +
  'row listitem article group radiogroup dialog alertdialog region tabpanel'
    .split(' ')
    .map((role) => `[role=${role}]`)
    .join(',');

/** Returns whether an element is a button with a sign alone, such as plus and minus next to a number. */
const isMinor = (node) =>
  dom.matches(node, 'button,[role=button]') && !/[\p{L}\p{N}]/u.test(dom.text(node)) && !isSet(node, 'aria-label');

/** Returns whether a part of the page is a row, a card or a group, or has a heading of its own. */
const isUnit = (part) =>
  dom.matches(part, UNITS) ||
  dom.children(part).some((node) => dom.kind(node) === 1 && /^(h[2-6]|legend)$/.test(dom.tag(node)));

/** Returns whether a part of the page has a control besides `element`; also for a large part. */
function hasOther(part, element, styles) {
  const stack = [part];
  for (let left = CONTEXT_NODES; stack.length > 0; left--) {
    if (left <= 0) return true;
    const node = stack.pop();
    if (dom.kind(node) !== 1 || node === element || isUnrendered(node, styles)) continue;
    if (node !== part && dom.matches(node, TAKES_INPUT) && !isMinor(node) && !isAround(node, element)) return true;
    stack.push(...dom.children(node));
  }
  return false;
}

/** Returns whether an element is the label of another control than `element`. */
const labelsOther = (node, element) => dom.tag(node) === 'label' && node.control !== null && node.control !== element;

/** Returns whether a text or an element before `element` is about another control: it holds one, or labels one. */
function isOthers(node, element, styles) {
  if (dom.kind(node) === 1)
    return labelsOther(node, element) || dom.matches(node, TAKES_INPUT) || hasOther(node, element, styles);
  const before = node.previousElementSibling ?? null;
  return before !== null && dom.matches(before, 'input[type=checkbox],input[type=radio]');
}

/** The text of the nearest part before a node that has one, up to an element that `ends` holds of. */
function textBefore(node, element, styles, ends) {
  const siblings = dom.parent(node) ? dom.children(dom.parent(node)) : [];
  for (let at = siblings.indexOf(node) - 1, left = 5; at >= 0 && left > 0; at--, left--) {
    const isElement = dom.kind(siblings[at]) === 1;
    if (isElement && isMinor(siblings[at])) continue;
    if (ends(siblings[at]) || isOthers(siblings[at], element, styles)) break;
    if (isElement && dom.matches(siblings[at], IS_LISTED)) continue;
    const text = textAround(siblings[at], styles, ends);
    if (text !== '') return text;
  }
  return '';
}

/** The texts of a part of the page; for a description the texts of its term first. */
function textsOf(part, styles, skips) {
  const texts = textsAround(part, styles, skips);
  if (dom.tag(part) !== 'dd') return texts;
  let term = part.previousElementSibling;
  for (let left = DESCRIPTIONS; term && dom.tag(term) === 'dd' && left > 0; left--) term = term.previousElementSibling;
  return term && dom.tag(term) === 'dt' ? [...textsAround(term, styles, skips), ...texts] : texts;
}

/** The elements around one, from the innermost on, as long as `see` holds of them. */
function above(element, see) {
  for (let node = dom.parent(element), left = REACH; node && left > 0 && see(node); left--) node = dom.parent(node);
}

/** The place and form of a part of the page, which the cards of a list share. */
const formOf = (part) => `${dom.localName(part)} ${(dom.attribute(part, 'class') ?? '').trim().split(/\s+/)[0]}`;

/**
 * The words that distinguish each of some elements from the others, with the part of the page that they are from: of
 * its row, card or group, or of a part without other controls, the first text that no other has; or the text before it.
 */
function contextsOf(elements, styles) {
  const counts = new Map();
  for (const element of elements) above(element, (node) => counts.set(node, (counts.get(node) ?? 0) + 1));
  const all = new Set(elements);
  const isOther = (node) => all.has(node);
  const isAlone = elements.length === 1;
  // The largest part that has each alone.
  const largest = elements.map((element) => {
    let part = element;
    let levels = isAlone ? CONTEXT_LEVELS : REACH;
    above(element, (node) => {
      if (counts.get(node) > 1 || levels-- <= 0 || /^(html|body)$/.test(dom.tag(node))) return false;
      part = node;
      return true;
    });
    return part;
  });
  const forms = new Map();
  for (const part of largest) {
    const parent = dom.parent(part);
    if (!forms.has(parent)) forms.set(parent, new Map());
    const siblings = forms.get(parent);
    siblings.set(formOf(part), (siblings.get(formOf(part)) ?? 0) + 1);
  }
  const isCard = (part) => forms.get(dom.parent(part)).get(formOf(part)) > 1;
  const list = elements.map((element, at) => {
    let part = element;
    let parts = [];
    const look = (node) => {
      part = node;
      // Of an element without a name no other control may speak.
      parts = textsOf(node, styles, isAlone ? (inner) => isOther(inner) || labelsOther(inner, element) : isOther);
    };
    if (largest[at] !== element && isCard(largest[at])) look(largest[at]);
    else if (largest[at] !== element) {
      let unit = null;
      above(element, (node) => {
        if (isAlone ? dom.matches(node, UNITS) : isUnit(node)) unit = node;
        return node !== largest[at] && !(isAlone && unit);
      });
      if (unit) look(unit);
      if (parts.length === 0) {
        above(element, (node) => {
          if (hasOther(node, element, styles)) return false;
          look(node);
          return node !== largest[at] && (!isAlone || parts.length === 0);
        });
      }
    }
    const ends = (node) => isOther(node) || counts.has(node);
    let text = '';
    let container = part;
    for (
      let node = element;
      parts.length === 0 && text === '' && node;
      node = node === part ? null : dom.parent(node)
    ) {
      text = textBefore(node, element, styles, ends);
      if (isAlone) container = dom.parent(node);
    }
    return { text, container, parts };
  });
  const known = list.filter(({ parts }) => parts.length > 0);
  if (isAlone) known.forEach((one) => (one.text = cut(one.parts.join(' '), CONTEXT_LENGTH)));
  else shorten(known);
  return list;
}

/**
 * Sets the texts of contexts: the first part with a letter in which all differ, or else as many parts as make them
 * differ.
 */
function shorten(contexts) {
  const counted = (texts) => {
    const counts = new Map();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return counts;
  };
  const lettered = contexts.map(({ parts }) =>
    parts.filter((part) => /\p{L}/u.test(part)).map((part) => cut(part, CONTEXT_LENGTH)),
  );
  for (let at = 0; at < COLUMNS; at++) {
    const texts = lettered.map((parts) => parts[at]);
    if (!texts.every(Boolean) || counted(texts).size < texts.length) continue;
    contexts.forEach((one, index) => (one.text = texts[index]));
    return;
  }
  const firsts = counted(lettered.map(([first]) => first));
  let left = contexts.filter((one, at) => {
    const [first] = lettered[at];
    if (first && firsts.get(first) === 1) one.text = first;
    return one.text === '';
  });
  for (let length = 1; left.length > 0; length++) {
    const of = ({ parts }) => cut(parts.slice(0, length).join(' '), CONTEXT_LENGTH);
    const counts = counted(left.map(of));
    for (const one of left) if (/\p{L}/u.test(of(one)) || length >= one.parts.length) one.text = of(one);
    left = left.filter((one) => length < one.parts.length && !(one.text !== '' && counts.get(one.text) === 1));
  }
}

/** Returns whether an element is around a node, as they are rendered. */
function isAround(element, node) {
  for (let up = node, left = REACH; up && left > 0; left--, up = dom.parent(up)) if (up === element) return true;
  return false;
}

/** Returns whether a box has a part in another one. */
const isIn = (box, outer) =>
  box.left < outer.right && box.right > outer.left && box.top < outer.bottom && box.bottom > outer.top;

/** Returns whether a box has no room for content. */
const isNoBox = ({ width, height }) => width <= 1 || height <= 1;

/** Returns whether a style leaves nothing of a box, as styles of text for screen readers do. */
const isCutAway = ({ clip, clipPath }) =>
  /^rect\((\d+px),? \1,? \1,? \1\)$/.test(clip) || /^inset\((50|100)%\)$/.test(clipPath);

/**
 * The outermost elements in one that nobody can see although they are rendered; none if that is so of the one itself.
 */
function unseenIn(start) {
  const sight = new Sight();
  const outer = new Set();
  const inner = new Set();
  if (sight.why(start) !== null) return outer;
  for (const element of dom.all(start, '*')) {
    const isInside = inner.has(dom.parentNode(element));
    if (isInside || sight.why(element) !== null || sight.isShut(element)) {
      inner.add(element);
      if (!isInside) outer.add(element);
    }
  }
  return outer;
}

/** Tests of whether somebody can see an element; results for the elements around it are kept. */
class Sight {
  #clips = new Map();
  #fixed = new Map();

  /** The cause that nobody sees an element which is rendered, in words; null if it can be seen. */
  why(element) {
    const box = element.getBoundingClientRect();
    // Scripts that draw a list of their own keep the browser's one as small as this.
    if (dom.tag(element) === 'select' && (box.width <= 2 || box.height <= 2 || isCutAway(getComputedStyle(element))))
      return 'too small';
    if (box.width === 0 && box.height === 0) return null;
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return 'off screen';
    if ((box.left >= innerWidth || box.top >= innerHeight) && this.#isFixed(element)) return 'off screen';
    const isDrawn = element.checkVisibility?.({ opacityProperty: true }) ?? true;
    if (!isDrawn && getComputedStyle(element).pointerEvents === 'none') return 'transparent';
    return this.#isClipped(element, box) ? 'off screen' : null;
  }

  /** Returns whether an element does not move when the page is scrolled. */
  #isFixed(element) {
    const path = [];
    let is = false;
    for (let node = element, left = REACH; node && left > 0; left--, node = dom.parent(node)) {
      const known = this.#fixed.get(node);
      is = known ?? getComputedStyle(node).position === 'fixed';
      if (known !== undefined || is) break;
      path.push(node);
    }
    for (const node of path) this.#fixed.set(node, is);
    return is;
  }

  /** Returns whether an element around cuts all of a box off, and its user cannot scroll there. */
  #isClipped(element, box) {
    let inner = box;
    for (let node = dom.parent(element), left = REACH; node && left > 0; left--, node = dom.parent(node)) {
      const clip = this.#clip(node);
      if (clip === null) continue;
      // A target of scrolling is drawn in the box that scrolls.
      if (clip.scrolls) inner = clip.box;
      else if ((!isIn(inner, clip.box) || isNoBox(clip.box)) && !this.#escapes(element, node)) return true;
    }
    return false;
  }

  /** Returns whether an element has no room for its content, and cuts it off. */
  isShut(element) {
    const clip = this.#clip(element);
    return clip !== null && !clip.scrolls && isNoBox(clip.box);
  }

  /** The box by which an element cuts its content off, or in which it scrolls; null if it does neither. */
  #clip(node) {
    let clip = this.#clips.get(node);
    if (clip === undefined) {
      const overflow = /^(html|body)$/.test(dom.tag(node)) ? 'visible' : getComputedStyle(node).overflow;
      const scrolls = /auto|scroll/.test(overflow);
      clip = scrolls || /^(hidden|clip)/.test(overflow) ? { box: node.getBoundingClientRect(), scrolls } : null;
      this.#clips.set(node, clip);
    }
    return clip;
  }

  /** Returns whether an element, or one between, is placed by another element than the one that clips. */
  #escapes(element, outer) {
    for (let node = element, isFree = false; node; node = dom.parent(node)) {
      const { position, transform } = getComputedStyle(node);
      if (node === outer) return isFree && position === 'static' && transform === 'none';
      if (position === 'fixed') return true;
      if (isFree && position !== 'static') isFree = false;
      if (position === 'absolute') isFree = true;
    }
    return false;
  }
}

/** The innermost element at a point. */
function hitAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  for (let left = 100; hit && left > 0; left--) {
    const inner = dom.shadow(hit)?.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}
