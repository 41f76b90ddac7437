// @ts-check
// Names and descriptions, after accname 1.2 and HTML-AAM 1.0.
//
// The letters in comments name the steps of accname.

/** Roles whose name may come from their content. */
const NAMED_BY_CONTENT = new Set(
  (
    'button cell checkbox columnheader doc-backlink doc-biblioref doc-glossref doc-noteref gridcell heading link ' +
    'menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem'
  ).split(' '),
);

/** Roles with a value in numbers. */
const RANGES = new Set(['meter', 'progressbar', 'scrollbar', 'slider', 'spinbutton']);

/** Types of `input` whose name is their value. */
const PUSHED = new Set(['button', 'reset', 'submit']);

/** Types of `input` without a placeholder. */
const WITHOUT_PLACEHOLDER = new Set(['checkbox', 'color', 'file', 'hidden', 'radio', 'range']);

/** Nodes that one name is made of, at most. */
const NAME_NODES = 5000;
/** Levels below an element that its name is made of, at most. */
const NAME_DEPTH = 200;

/** Characters without a meaning of their own, which fonts of icons use. */
const PRIVATE = '\u{e000}-\u{f8ff}\u{f0000}-\u{10fffd}';
const BLANKS = new RegExp(`[\\t\\n\\f\\r ${PRIVATE}]+`, 'gu');

/** A text with the whitespace of HTML made single spaces, without any at its ends and without pictures of fonts. */
function flat(text) {
  return text.replace(BLANKS, ' ').replace(/^ | $/g, '');
}

/** A text in the case in which its style shows it. */
function transformed(text, style, element) {
  const [transform] = style.textTransform.split(' ');
  if (transform === 'capitalize')
    return text.replace(/(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase());
  if (transform !== 'uppercase' && transform !== 'lowercase') return text;
  const speech = dom.closest(element, '[lang]');
  try {
    const locale = (speech && dom.attribute(speech, 'lang')) || 'und';
    return transform === 'uppercase' ? text.toLocaleUpperCase(locale) : text.toLocaleLowerCase(locale);
  } catch {
    // No language by that name.
    return transform === 'uppercase' ? text.toUpperCase() : text.toLowerCase();
  }
}

/** The text of the computed value of `content`: that after the slash if there is one. */
function generated(value, element) {
  if (value === 'none' || value === 'normal' || value === '') return '';
  let [text, alternative] = ['', null];
  const part =
    /"((?:[^"\\]|\\[^])*)"|attr\(\s*([^\s,)]+)[^)]*\)|\/|[a-z-]+\((?:"(?:[^"\\]|\\[^])*"|[^)"])*\)|[^\s"/]+/gi;
  for (const [whole, quoted, attribute] of value.matchAll(part)) {
    let piece = '';
    if (quoted !== undefined) piece = unescaped(quoted);
    else if (attribute !== undefined) piece = dom.attribute(element, attribute) ?? '';
    else if (whole === '/') {
      alternative = '';
      continue;
    }
    if (alternative === null) text += piece;
    else alternative += piece;
  }
  return alternative ?? text;
}

/** A string of CSS without its escapes. */
function unescaped(text) {
  return text.replace(/\\(?:([0-9a-f]{1,6})[ \t\n]?|\n|([^]))/gi, (_, code, character) => {
    if (code === undefined) return character ?? '';
    const point = parseInt(code, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });
}

/** Elements that an attribute refers to. */
function references(element, attribute) {
  const list = [];
  const root = dom.root(element);
  for (const id of tokens(element, attribute)) {
    const found = dom.byId(root, id);
    if (found) list.push(found);
  }
  // Elements that a script refers to without ids leave the attribute empty.
  if (dom.attribute(element, attribute) !== '') return list;
  const property = attribute === 'aria-labelledby' ? element.ariaLabelledByElements : element.ariaDescribedByElements;
  return Array.isArray(property) ? property : list;
}

/** Elements that `aria-owns` adds to the children. */
function owned(element) {
  return dom.has(element, 'aria-owns') ? references(element, 'aria-owns') : [];
}

/** Names of elements, each computed once. */
class Names {
  #known = new Map();
  /** Labels by their control: `labels` looks through the whole document for each control. */
  labels = new Index((root, map) => {
    for (const label of dom.all(root, 'label') ?? []) {
      const { control } = label;
      if (control && !map.get(control)?.push(label)) map.set(control, [label]);
    }
  });

  constructor(roles = new Roles()) {
    this.roles = roles;
    this.styles = roles.styles;
  }

  /** The name of an element, which is empty if the element is hidden. */
  of(element, isSeen = !isHidden(element, this.styles)) {
    let name = this.#known.get(element);
    if (name === undefined) {
      name = isSeen ? new Computation(this).name(element) : '';
      this.#known.set(element, name);
    }
    return name;
  }

  /** The description of an element. */
  description(element) {
    const texts = references(element, 'aria-describedby').map((node) => new Computation(this).reference(node, true));
    const text = flat(texts.join(' '));
    if (text !== '') return text;
    if (isSet(element, 'aria-description')) return flat(dom.attribute(element, 'aria-description'));
    const name = this.of(element);
    const title = flat(dom.attribute(element, 'title') ?? '');
    return title === name ? '' : title;
  }
}

/** One computation. Each node has its part in it once. */
class Computation {
  #seen = new Set();
  #left = NAME_NODES;
  #target = null;

  constructor(names) {
    this.names = names;
    this.roles = names.roles;
    this.styles = names.styles;
  }

  name(element) {
    this.#target = element;
    return this.#element(element, { root: true, depth: 0 });
  }

  /** The text of an element that an attribute refers to, or of a label. */
  reference(element, labelledby) {
    const all = isHidden(element, this.styles);
    return flat(this.#element(element, { all, labelledby, referenced: true, depth: 0 }));
  }

  #node(node, walk) {
    if (this.#left-- <= 0 || walk.depth > NAME_DEPTH) return '';
    const kind = dom.kind(node);
    if (kind === 3) {
      const parent = dom.parent(node);
      if (!walk.all && parent && this.styles.of(parent).visibility !== 'visible') return '';
      return walk.all || !parent ? dom.text(node) : transformed(dom.text(node), this.styles.of(parent), parent);
    }
    if (kind !== 1) return '';
    // A: hidden elements have no part, except elements that were referred to while hidden.
    if (UNRENDERED.has(dom.tag(node))) return '';
    if (!walk.all && (isUnrendered(node, this.styles) || isWithdrawn(node) || isFolded(node))) return '';
    const text = this.#element(node, walk);
    if (dom.tag(node) === 'br') return ' ';
    return this.#isInline(node) ? text : ` ${text} `;
  }

  #isInline(element) {
    const { display } = this.styles.of(element);
    return display === 'inline' || display === 'contents' || display.startsWith('ruby');
  }

  #element(element, walk) {
    // B: elements that the attribute names, unless this one was reached so.
    if (!walk.labelledby) {
      const list = references(element, 'aria-labelledby');
      if (list.length > 0) {
        const text = flat(list.map((node) => this.reference(node, true)).join(' '));
        if (text !== '') return text;
      }
    }
    if (this.#seen.has(element)) return '';
    this.#seen.add(element);
    const role = this.roles.of(element);
    // C: the value of a control within the text.
    if (element !== this.#target) {
      const value = this.#value(element, role, walk);
      if (value !== null) return value;
    }
    // D
    if (dom.tag(element) !== 'slot') {
      const label = flat(dom.attribute(element, 'aria-label') ?? '');
      if (label !== '') return label;
    }
    // E
    if (role !== 'none') {
      const native = this.#native(element, walk);
      if (native !== '') return native;
    }
    // F to H
    let space = '';
    if (!walk.root || NAMED_BY_CONTENT.has(this.roles.shown(element))) {
      const text = this.#content(element, walk);
      if (flat(text).trim() !== '') return walk.root ? flat(text) : text;
      space = text === '' ? '' : ' ';
    }
    // I
    if (role === 'none') return space;
    return flat(dom.attribute(element, 'title') ?? '') || (walk.root ? '' : space);
  }

  /** The text of an element's content. */
  #content(element, walk) {
    const inner = { all: walk.all, labelledby: walk.labelledby, depth: walk.depth + 1 };
    let text = this.#generated(element, '::before');
    if (walk.all || !skipsContent(element, this.styles)) {
      for (const node of dom.children(element)) text += this.#node(node, inner);
      for (const node of owned(element)) text += ` ${this.#node(node, inner)} `;
    }
    return text + this.#generated(element, '::after');
  }

  #generated(element, place) {
    const style = getComputedStyle(element, place);
    const text = generated(style.content, element);
    if (text === '' || style.display === 'none' || style.visibility !== 'visible') return '';
    const shown = transformed(text, style, element);
    return style.display === 'inline' ? shown : ` ${shown} `;
  }

  /** The value of a control, or null if the element is not a control. */
  #value(element, role, walk) {
    const name = dom.tag(element);
    if (RANGES.has(role)) return rangeValue(element);
    if (role === 'textbox' || role === 'searchbox') {
      if (name === 'input') return element.type === 'password' ? '' : element.value;
      if (name === 'textarea') return element.value;
      return this.#content(element, walk);
    }
    // The items of a menu are not a value.
    if (role === 'menu') return '';
    if (role !== 'combobox' && role !== 'listbox') return null;
    if (name === 'input') return element.value;
    if (name === 'select') return [...element.selectedOptions].map((option) => option.label).join(' ');
    const chosen = this.#chosen(element);
    if (chosen.length > 0) return chosen.map((option) => this.#node(option, walk)).join(' ');
    return role === 'combobox' ? this.#content(element, walk) : '';
  }

  /** The options that are selected in a list box, or in the list box of a combo box. */
  #chosen(element) {
    const inside = [...owned(element), ...references(element, 'aria-controls')];
    const lists = [element, ...inside];
    const selector = '[role="option"][aria-selected="true"]';
    return lists.flatMap((list) => [...dom.all(list, selector)]);
  }

  /** The text that the element's own language gives it. */
  #native(element, walk) {
    const attribute = (name) => flat(dom.attribute(element, name) ?? '');
    const name = dom.tag(element);
    switch (name) {
      case 'input': {
        const { type } = element;
        if (type === 'hidden') return '';
        const label = this.#labels(element);
        if (label !== '') return label;
        if (PUSHED.has(type)) {
          const { value } = element;
          if (value.trim() !== '') return flat(value);
          if (type === 'button' || isSet(element, 'title')) return attribute('title');
          return type === 'submit' ? 'Submit' : 'Reset';
        }
        if (type === 'image') return attribute('alt') || attribute('title') || 'Submit';
        if (WITHOUT_PLACEHOLDER.has(type)) return '';
        return attribute('title') || attribute('placeholder') || attribute('aria-placeholder');
      }
      case 'textarea':
        return this.#labels(element) || attribute('title') || attribute('placeholder');
      case 'button':
      case 'meter':
      case 'output':
      case 'progress':
      case 'select':
        return this.#labels(element);
      case 'area':
      case 'img':
        return attribute('alt');
      case 'fieldset':
        return this.#child(element, 'legend', walk);
      case 'figure':
        return this.#child(element, 'figcaption', walk);
      case 'table':
        return this.#child(element, 'caption', walk);
      case 'optgroup':
      case 'option':
        return attribute('label');
      case '':
        if (dom.localName(element) === 'math') return attribute('alttext');
        return dom.namespace(element) === SVG ? this.#child(element, 'title', walk) || attribute('xlink:title') : '';
    }
    return '';
  }

  /** The texts of the labels of a control. */
  #labels(element) {
    const labels = this.names.labels.get(element, element);
    if (!labels) return '';
    return flat(labels.map((label) => (this.#seen.has(label) ? '' : this.reference(label, false))).join(' '));
  }

  /** The text of the first child of a kind. */
  #child(element, name, walk) {
    const child = dom.nodes(element).find((node) => dom.kind(node) === 1 && dom.localName(node) === name);
    if (!child) return '';
    if (name === 'title') return flat(dom.text(child));
    if (!walk.all && isHidden(child, this.styles)) return '';
    return flat(this.#element(child, { all: walk.all, labelledby: walk.labelledby, depth: walk.depth + 1 }));
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/** The value of a range, as it is shown. */
function rangeValue(element) {
  for (const name of ['aria-valuetext', 'aria-valuenow']) {
    if (isSet(element, name)) return flat(dom.attribute(element, name));
  }
  const name = dom.tag(element);
  if (name === 'input' || name === 'meter') return String(element.value);
  if (name === 'progress') return dom.has(element, 'value') ? String(element.value) : '';
  return flat(dom.text(element)).slice(0, 100);
}

page.name = (element) => new Names().of(element);
page.description = (element) => new Names().description(element);
