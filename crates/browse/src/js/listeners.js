// @ts-check
// Elements that take a click only because a script listens to it, on them or on a list around them.

/**
 * Types of events from which on an element is the root of a framework, which listens to all of them for its content.
 */
const ROOT_EVENTS = 12;
/** Nodes that are looked at, in one element and in all of them. */
const ONE_LOOK = 200;
const ALL_LOOKS = 100_000;
/** Controls, and characters of text, from which on an element is a part of the page that holds clickable elements. */
const PART_CONTROLS = 4;
const PART_TEXT = 200;
/** Siblings of one form that are the items of a list, at least. */
const ITEMS = 3;
/** The share of an element's content that the items of a list are. */
const MOST = 2 / 3;
/** Elements around the items, of which each is the only one in the other. */
const WRAPPERS = 6;

/** Elements that are listed by their kind, or whose content is a part of them. */
const TAKES_CLICKS =
  'a[href],button,input,select,textarea,option,label,summary,canvas,iframe,[contenteditable],' +
  'button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab'
    .split(' ')
    .map((role) => `[role=${role}]`)
    .join(',');
const HOLDS_CONTROLS = `${TAKES_CLICKS},[onclick],[tabindex]`;

/** The elements with such a listener. */
let listening = new WeakSet();
/** The engine lists the listeners. */
let isListed = false;

/** Reads the property `onclick` of an element. In an isolated world Chromium has none of the page's. */
const readHandler = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'onclick')?.get;

/** The elements in one that are alike, as the rows of a list are; none if it is not a list. */
function itemsOf(element) {
  const tag = dom.tag(element);
  if (/^(li|tr|article)$/.test(tag) || /^(listitem|row|article)$/.test(dom.attribute(element, 'role') ?? '')) return [];
  const inside = (node) => dom.children(node).filter((child) => dom.kind(child) === 1);
  let list = [element];
  for (let left = WRAPPERS; list.length === 1 && left > 0; left--) {
    const [outer] = list;
    if (/^(ul|ol|menu)$/.test(dom.tag(outer))) return [...dom.all(outer, 'li')].slice(0, ONE_LOOK);
    if (dom.tag(outer) === 'table') return [...dom.all(outer, 'tbody>tr')].slice(0, ONE_LOOK);
    if (dom.tag(outer) === 'tbody') return inside(outer);
    list = inside(outer);
  }
  const form = (node) => `${dom.localName(node)} ${dom.attribute(node, 'class') ?? ''}`;
  const counts = new Map();
  for (const node of list) counts.set(form(node), (counts.get(form(node)) ?? 0) + 1);
  // Of the parts of a page some are alike by chance.
  const isItem = (node) => counts.get(form(node)) >= Math.max(ITEMS, list.length * MOST);
  return list.filter((node) => isItem(node) && !/^(inline|contents)/.test(getComputedStyle(node).display));
}

/** Looks into elements, for at most so many nodes in all. */
class Looks {
  #left = ALL_LOOKS;

  /** The characters of text and the controls in an element, and whether it has a picture; null if it is too large. */
  at(element) {
    let [text, controls, hasPicture] = [0, 0, false];
    const stack = [element];
    for (let left = ONE_LOOK; stack.length > 0; left--) {
      if (left === 0 || this.#left-- <= 0 || text > PART_TEXT) return null;
      const node = stack.pop();
      if (dom.kind(node) === 3) text += dom.text(node).trim().length;
      if (dom.kind(node) !== 1 || UNRENDERED.has(dom.tag(node))) continue;
      if (node !== element && dom.matches(node, HOLDS_CONTROLS)) controls++;
      if (/^(img|svg|i|picture)$/.test(dom.localName(node))) hasPicture = true;
      if (dom.localName(node) !== 'svg') stack.push(...dom.children(node));
    }
    return { text, controls, hasPicture };
  }
}

/** Takes the elements with listeners, as the engine lists them. */
page.listen = (listeners) => {
  isListed = true;
  listening = new WeakSet();
  const looks = new Looks();
  const roles = new Roles();
  for (const { element, events } of listeners) {
    const isRoot = /^(html|body|main|form|dialog)$/.test(dom.tag(element)) || events.length >= ROOT_EVENTS;
    if (isRoot || !dom.isConnected(element) || dom.closest(element, TAKES_CLICKS)) continue;
    const items = itemsOf(element);
    if (items.length > 0) {
      // If a list has controls in its rows, its listener is for these controls.
      for (const item of items) {
        const look = looks.at(item);
        if (look?.controls === 0 && look.text > 0 && !dom.matches(item, TAKES_CLICKS)) listening.add(item);
      }
      continue;
    }
    const look = looks.at(element);
    if (
      look === null ||
      look.controls > PART_CONTROLS ||
      (look.text === 0 && !look.hasPicture && !isSet(element, 'aria-label'))
    )
      continue;
    const { width, height } = element.getBoundingClientRect();
    const isPart =
      2 * width * height > innerWidth * innerHeight ||
      (NAMED_PLACES.has(roles.of(element)) && roles.of(element) !== 'article');
    if (!isPart) listening.add(element);
  }
};

/** Finds the elements whose property `onclick` is a function, if the engine lists no listeners. */
function findHandlers() {
  if (isListed) return;
  const list = [];
  const roots = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const element of dom.all(roots[at], '*')) {
      if (dom.shadow(element)) roots.push(dom.shadow(element));
      if (dom.tag(element) !== '' && readHandler?.call(element)) list.push({ element, events: ['click'] });
    }
  }
  page.listen(list);
  isListed = false;
}
