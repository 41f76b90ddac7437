// Words that tell elements of one role and name from each other, and the cause that nobody sees an element.

/** Characters of such words, nodes that are read for them, and levels above an element without a name. */
const CONTEXT_LENGTH = 40;
const CONTEXT_NODES = 200;
const CONTEXT_LEVELS = 4;

/** Elements whose text is that of a control, and says nothing about what is around. */
const SPEAKS_FOR_ITSELF = 'button,summary,[role=button],[role=tab],[role=menuitem],[role=option],[role=switch],[onclick],[tabindex]:not(tr,li,td)';
/** The same, and what is listed itself before the element. */
const IS_LISTED = `${SPEAKS_FOR_ITSELF},a[href],h1,h2,h3,h4,h5,h6`;

/** The text of a part of the page, without that of its buttons and of elements which `skips` holds of. */
function textAround(start, styles, skips) {
  const parts = [];
  const stack = [start];
  for (let left = CONTEXT_NODES, length = 0; stack.length > 0 && left > 0 && length <= CONTEXT_LENGTH; left--) {
    const node = stack.pop();
    const kind = dom.kind(node);
    if (kind === 3) {
      const text = flat(dom.text(node));
      if (text !== '') parts.push(text);
      length += text.length;
    } else if (kind === 1 && !skips(node) && (node === start || !dom.matches(node, SPEAKS_FOR_ITSELF)) && !isUnrendered(node, styles) && !/^(select|textarea|svg)$/.test(dom.localName(node))) {
      if (dom.tag(node) === 'img' && isSet(node, 'alt')) parts.push(flat(dom.attribute(node, 'alt')));
      else stack.push(...dom.children(node).reverse());
    }
  }
  return /[\p{L}\p{N}]/u.test(parts.join('')) ? cut(parts.join(' '), CONTEXT_LENGTH) : '';
}

/** The text of the nearest part before a node that has one, up to an element that `ends` holds of. */
function textBefore(node, styles, ends) {
  const siblings = dom.parent(node) ? dom.children(dom.parent(node)) : [];
  for (let at = siblings.indexOf(node) - 1, left = 5; at >= 0 && left > 0; at--, left--) {
    if (ends(siblings[at])) break;
    if (dom.kind(siblings[at]) === 1 && dom.matches(siblings[at], IS_LISTED)) continue;
    const text = textAround(siblings[at], styles, ends);
    if (text !== '') return text;
  }
  return '';
}

/**
 * The words by which each of some elements is told from the others: the text of the largest part of the page that has
 * it alone, such as its row, or the text before it; with that part.
 */
function contextsOf(elements, styles) {
  const counts = new Map();
  const above = (element, see) => {
    for (let node = dom.parent(element), left = REACH; node && left > 0 && see(node); left--) node = dom.parent(node);
  };
  for (const element of elements) above(element, (node) => counts.set(node, (counts.get(node) ?? 0) + 1));
  const all = new Set(elements);
  const isOther = (node) => all.has(node);
  return elements.map((element) => {
    let container = element;
    let levels = elements.length > 1 ? REACH : CONTEXT_LEVELS;
    let text = '';
    above(element, (node) => {
      if (counts.get(node) > 1 || levels-- <= 0 || /^(html|body)$/.test(dom.tag(node))) return false;
      container = node;
      // Of one that is alone, the nearest text.
      if (elements.length === 1) text = textAround(container, styles, isOther);
      return text === '';
    });
    text ||= container === element ? '' : textAround(container, styles, isOther);
    const ends = (node) => isOther(node) || counts.has(node);
    for (let node = element; text === '' && node; node = node === container ? null : dom.parent(node)) text = textBefore(node, styles, ends);
    return { text, container };
  });
}

/** Returns whether an element is around a node, as they are rendered. */
function isAround(element, node) {
  for (let up = node, left = REACH; up && left > 0; left--, up = dom.parent(up)) if (up === element) return true;
  return false;
}

/** Returns whether a box has a part in another one. */
const isIn = (box, outer) => box.left < outer.right && box.right > outer.left && box.top < outer.bottom && box.bottom > outer.top;

/** Returns whether a box has no room for content. */
const isNoBox = ({ width, height }) => width <= 1 || height <= 1;

/** The outermost elements in one that nobody can see although they are rendered; none if that is so of the one itself. */
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

/** Tests of whether somebody can see an element; what is known of the elements around is kept. */
class Sight {
  #clips = new Map();
  #fixed = new Map();

  /** The cause that nobody sees an element which is rendered, in words; null if it can be seen. */
  why(element) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 && box.height === 0) return null;
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return 'off screen';
    if ((box.left >= innerWidth || box.top >= innerHeight) && this.#isFixed(element)) return 'off screen';
    const isDrawn = element.checkVisibility?.({ opacityProperty: true }) ?? true;
    if (!isDrawn && getComputedStyle(element).pointerEvents === 'none') return 'transparent';
    return this.#isClipped(element, box) ? 'off screen' : null;
  }

  /** Whether an element does not move when the page is scrolled. */
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

  /** Whether an element around cuts all of a box off, and its user cannot scroll there. */
  #isClipped(element, box) {
    let inner = box;
    for (let node = dom.parent(element), left = REACH; node && left > 0; left--, node = dom.parent(node)) {
      const clip = this.#clip(node);
      if (clip === null) continue;
      // What is scrolled to is drawn in the box that scrolls.
      if (clip.scrolls) inner = clip.box;
      else if ((!isIn(inner, clip.box) || isNoBox(clip.box)) && !this.#escapes(element, node)) return true;
    }
    return false;
  }

  /** Whether an element has no room for its content, and cuts it off. */
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

  /** Whether an element, or one between, is placed by another element than the one that clips. */
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
