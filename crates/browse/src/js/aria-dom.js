// @ts-check
// The tree as it is rendered: shadow roots in place of the children of their host, slotted nodes in their slot.
//
// Members are read by the getters of the interfaces, because a form's controls hide its members of the same name, and
// named elements hide members of the document.

const dom = (() => {
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (node) => get.call(node);
  };
  const method = (type, name) => {
    const call = type.prototype[name];
    return (node, value) => call.call(node, value);
  };
  const closed = new WeakMap();
  const kind = getter(Node, 'nodeType');
  const firstChild = getter(Node, 'firstChild');
  const nextSibling = getter(Node, 'nextSibling');
  const parentNode = getter(Node, 'parentNode');
  const openRoot = getter(Element, 'shadowRoot');
  const slotOf = getter(Element, 'assignedSlot');
  const slotOfText = getter(Text, 'assignedSlot');
  const localName = getter(Element, 'localName');
  const namespace = getter(Element, 'namespaceURI');
  const getAttribute = method(Element, 'getAttribute');
  const HTML = 'http://www.w3.org/1999/xhtml';

  const tag = (element) => (namespace(element) === HTML ? localName(element) : '');
  const shadow = (element) => openRoot(element) ?? closed.get(element) ?? null;

  /** Child nodes as they are in the tree. */
  const nodes = (parent) => {
    const list = [];
    for (let node = firstChild(parent); node; node = nextSibling(node)) list.push(node);
    return list;
  };

  /** Child nodes as they are rendered. */
  const children = (element) => {
    const root = shadow(element);
    if (root) return nodes(root);
    if (tag(element) === 'slot') {
      const assigned = HTMLSlotElement.prototype.assignedNodes.call(element);
      if (assigned.length > 0) return assigned;
    }
    return nodes(element);
  };

  /** The element around a node as it is rendered. */
  const parent = (node) => {
    const slot = kind(node) === 1 ? slotOf(node) : kind(node) === 3 ? slotOfText(node) : null;
    if (slot) return slot;
    const up = parentNode(node);
    if (!up) return null;
    if (kind(up) === 1) return up;
    return kind(up) === 11 && up.host ? up.host : null;
  };

  /** Methods of documents, shadow roots and elements, by the kind of node. */
  const byKind = (name) => {
    const calls = { 1: Element, 9: Document, 11: DocumentFragment };
    const methods = {};
    for (const [key, type] of Object.entries(calls)) methods[key] = type.prototype[name];
    return (node, value) => methods[kind(node)]?.call(node, value) ?? null;
  };
  const activeInDocument = getter(Document, 'activeElement');
  const activeInRoot = getter(ShadowRoot, 'activeElement');

  return {
    HTML,
    kind,
    /** Elements below a node that match a selector. */
    all: byKind('querySelectorAll'),
    byId: byKind('getElementById'),
    active: (root) => (kind(root) === 9 ? activeInDocument(root) : activeInRoot(root)),
    documentElement: getter(Document, 'documentElement'),
    firstChild,
    nextSibling,
    isConnected: getter(Node, 'isConnected'),
    localName,
    namespace,
    nodes,
    children,
    parent,
    parentNode,
    tag,
    shadow,
    /** Makes a closed shadow root known, for engines that hand it out. */
    adopt: (host, root) => void closed.set(host, root),
    root: method(Node, 'getRootNode'),
    attribute: (element, name) => getAttribute(element, name),
    has: method(Element, 'hasAttribute'),
    attributes: method(Element, 'getAttributeNames'),
    matches: method(Element, 'matches'),
    closest: method(Element, 'closest'),
    text: getter(Node, 'textContent'),
  };
})();

/** Makes the closed shadow root of a host known. */
page.adoptRoot = (host, root) => dom.adopt(host, root);

/** Takes each closed shadow root as the page attaches it, in a world that is the page's own. */
page.watchRoots = () => {
  const { apply } = Reflect;
  const mode = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'mode').get;
  Element.prototype.attachShadow = new Proxy(Element.prototype.attachShadow, {
    __proto__: null,
    apply(attach, host, given) {
      const root = apply(attach, host, given);
      if (apply(mode, root, []) === 'closed') dom.adopt(host, root);
      return root;
    },
  });
};

/** The computed style of an element, of which each property is read once. */
class Style {
  #computed;
  #display;
  #visibility;
  #contentVisibility;
  #cursor;
  #textTransform;

  constructor(computed) {
    this.#computed = computed;
  }

  get display() {
    return (this.#display ??= this.#computed.display);
  }

  get visibility() {
    return (this.#visibility ??= this.#computed.visibility);
  }

  get contentVisibility() {
    return (this.#contentVisibility ??= this.#computed.contentVisibility ?? '');
  }

  get cursor() {
    return (this.#cursor ??= this.#computed.cursor);
  }

  get textTransform() {
    return (this.#textTransform ??= this.#computed.textTransform);
  }
}

/** Computed styles, and properties derived from the styles of the elements around one, each computed once. */
class Styles {
  #known = new Map();
  #withheld = new Map();

  of(element) {
    let style = this.#known.get(element);
    if (!style) {
      style = new Style(getComputedStyle(element));
      this.#known.set(element, style);
    }
    return style;
  }

  /** Returns whether an element is not rendered or withdrawn: by itself, or by an element around it. */
  isWithheld(element) {
    const path = [];
    let is = false;
    let node = element;
    for (; node; node = dom.parent(node)) {
      const known = this.#withheld.get(node);
      if (known !== undefined) {
        is = known;
        break;
      }
      path.push(node);
    }
    while (path.length > 0) {
      const inner = path.pop();
      is ||= (node !== null && skipsContent(node, this)) || isWithheldItself(inner, this);
      this.#withheld.set(inner, is);
      node = inner;
    }
    return is;
  }
}

/** Returns whether an element is not rendered or withdrawn by itself, or by its place in the element around it. */
function isWithheldItself(element, styles) {
  if (isUnrendered(element, styles) || isWithdrawn(element) || isFolded(element)) return true;
  const up = dom.parentNode(element);
  // A child of a host that has no slot for it.
  return up !== null && dom.kind(up) === 1 && dom.shadow(up) !== null && dom.parent(element) === up;
}

/** Entries of one tree by key, because a look through the tree for each key would be too slow. */
class Index {
  #roots = new Map();

  /** `fill` is called once for each tree, with it and a map. */
  constructor(fill) {
    this.fill = fill;
  }

  get(node, key) {
    const root = dom.root(node);
    let map = this.#roots.get(root);
    if (!map) {
      map = new Map();
      this.fill(root, map);
      this.#roots.set(root, map);
    }
    return map.get(key);
  }
}

/** Elements that are never rendered, and whose text is not content. */
const UNRENDERED = new Set(
  (
    'base col colgroup head link meta noembed noframes noscript param rp script source style template title ' +
    'track wbr'
  ).split(' '),
);

/** Returns whether the box of an element is missing, but for its ancestors. */
function isUnrendered(element, styles) {
  const name = dom.tag(element);
  if (name === '') {
    const svg = dom.localName(element);
    if (svg === 'title' || svg === 'desc' || svg === 'metadata' || svg === 'defs') return true;
  }
  if (UNRENDERED.has(name)) return true;
  if (name === 'area' || name === 'option' || name === 'optgroup') return dom.has(element, 'hidden');
  return styles.of(element).display === 'none';
}

/** Returns whether an element keeps its content from being rendered. */
function skipsContent(element, styles) {
  return styles.of(element).contentVisibility === 'hidden';
}

/** Returns whether `child` is in a `details` that is closed, as its content. */
function isFolded(child) {
  const up = dom.parentNode(child);
  if (!up || dom.kind(up) !== 1 || dom.tag(up) !== 'details' || dom.has(up, 'open')) return false;
  return !(dom.kind(child) === 1 && isSummary(child));
}

/** Returns whether an element is the summary of its `details`. */
function isSummary(element) {
  if (dom.tag(element) !== 'summary') return false;
  const up = dom.parentNode(element);
  if (!up || dom.kind(up) !== 1 || dom.tag(up) !== 'details') return false;
  // The first one is, unless it comes after more than any page has there.
  let node = dom.firstChild(up);
  for (let left = 1000; node && left > 0; left--, node = dom.nextSibling(node)) {
    if (dom.kind(node) === 1 && dom.tag(node) === 'summary') return node === element;
  }
  return false;
}

/** Returns whether an element hides itself and its content from assistive technology. */
function isWithdrawn(element) {
  if (dom.has(element, 'inert') && dom.namespace(element) === dom.HTML) return true;
  const value = dom.attribute(element, 'aria-hidden');
  if (value === null || value.toLowerCase() !== 'true') return false;
  const name = dom.tag(element);
  return name !== 'html' && name !== 'body';
}

/** Returns whether an element is not rendered or withdrawn: by itself, or by an element around it. */
function isHidden(element, styles = new Styles()) {
  if (!dom.isConnected(element)) return true;
  if (styles.of(element).visibility !== 'visible' && !UNBOXED.has(dom.tag(element))) return true;
  return styles.isWithheld(element);
}

/** Elements whose own style means nothing. */
const UNBOXED = new Set(['area', 'option', 'optgroup']);

page.isHidden = (element) => isHidden(element);
