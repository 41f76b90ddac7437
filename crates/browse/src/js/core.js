// @ts-nocheck: it gives the window's names to the fragments again, as constants
// References of elements: a number for each element that a snapshot or a search has shown.
//
// A number is given once, by the counter that the caller passes, and its element is held weakly.

// Without a world of our own, a page may replace these later; so the originals are kept here.
const {
  Array,
  Event,
  InputEvent,
  Map,
  MutationObserver,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  WeakMap,
  WeakRef,
  WeakSet,
  addEventListener,
  getComputedStyle,
  performance,
  removeEventListener,
  requestAnimationFrame,
  setTimeout,
} = globalThis;
const { stringify } = JSON;
const { execCommand } = Document.prototype;
/** Reads the document's origin; null if the page has replaced the property. */
const readOrigin = (() => {
  for (let object = globalThis; object; object = Object.getPrototypeOf(object)) {
    const own = Object.getOwnPropertyDescriptor(object, 'origin');
    if (own) return own.get && Function.prototype.toString.call(own.get).includes('[native code]') ? own.get : null;
  }
  return null;
})();

/**
 * The origin of the document, which documents without an address of their own have from their creator; null if it is
 * not known.
 */
const ownOrigin = () => {
  try {
    return readOrigin === null ? null : String(readOrigin.call(globalThis));
  } catch {
    return null;
  }
};

/** The names of functions that were replaced before they could be kept. */
const replaced = Object.entries({
  Map,
  MutationObserver,
  Promise,
  Set,
  WeakMap,
  WeakRef,
  getComputedStyle,
  requestAnimationFrame,
  setTimeout,
})
  .filter(
    ([, value]) => typeof value !== 'function' || !Function.prototype.toString.call(value).includes('[native code]'),
  )
  .map(([name]) => name);

/**
 * Calls a function of `page`, and returns the text of its result, with states of fields that the page has changed
 * since.
 */
page.call = async (name, list) => {
  try {
    const changed = name === 'locate' ? undefined : page.changedSince(name, list[0]?.number);
    const value = await page[name](...list);
    return stringify({ value, changed: changed ?? value?.changed });
  } catch (error) {
    const why =
      replaced.length > 0
        ? `; the page has replaced ${replaced.join(', ')}: \`reload\` lets the commands begin before it`
        : '';
    return stringify({ value: { error: 'script', message: `${(error && error.stack) || error}${why}` } });
  }
};

const elements = new Map();
const numbers = new WeakMap();

/**
 * The name under which each element was shown last, after the names that it got since by actions: by these the caller
 * knows it.
 */
const told = new WeakMap();
/** Names of one element that are kept. */
const TOLD = 4;

/** Notes a name that an element got by an action on it. */
const tell = (element, name) => {
  const names = told.get(element) ?? [];
  if (names[0] !== name) told.set(element, [name, ...names.filter((known) => known !== name)].slice(0, TOLD));
};

/** The title of the row, card or dialog in which each element was shown. */
const toldIn = new WeakMap();

/** Elements whose new name or title an error has reported: the next action on them is intended. */
const warned = new WeakSet();

/**
 * Gives `element` a number, from `counter.next` on if it has none, and notes the name and the title under which it
 * is shown.
 */
page.reference = (element, counter, name = null, title = '') => {
  if (name !== null) {
    told.set(element, [name]);
    toldIn.set(element, title);
    warned.delete(element);
  }
  let number = numbers.get(element);
  if (number === undefined) {
    number = counter.next++;
    numbers.set(element, number);
    elements.set(number, new WeakRef(element));
  }
  return number;
};

/** Returns the element of a number, or null if it is gone from its document. */
page.element = (number) => {
  const element = elements.get(number)?.deref();
  return element && element.isConnected ? element : null;
};
