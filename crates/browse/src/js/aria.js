// @ts-check
// Roles, after ARIA 1.2 and HTML-AAM 1.0.

/** Roles that an attribute may name. */
const ROLES = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox ' +
    'comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form ' +
    'generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math ' +
    'menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation ' +
    'progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider ' +
    'spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time ' +
    'timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol doc-abstract ' +
    'doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref ' +
    'doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote ' +
    'doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary ' +
    'doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader ' +
    'doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc'
  ).split(' '),
);

/** Names of one role. */
const SYNONYMS = { img: 'image', presentation: 'none', directory: 'list' };

/** Roles that need a certain role around them, and do not count without it. */
const CONTEXTS = {
  columnheader: ['row'],
  gridcell: ['row', 'grid', 'treegrid'],
  rowheader: ['row'],
  row: ['grid', 'table', 'treegrid', 'rowgroup'],
  rowgroup: ['grid', 'table', 'treegrid'],
  listitem: ['list'],
  option: ['listbox'],
  menuitem: ['menu', 'menubar'],
  menuitemcheckbox: ['menu', 'menubar'],
  menuitemradio: ['menu', 'menubar'],
  tab: ['tablist'],
  treeitem: ['tree', 'treegrid'],
};

/** Attributes of every role, which outweigh `role=none`; labels do so as well. */
const GLOBAL = (
  'atomic busy controls current describedby description details dropeffect flowto grabbed keyshortcuts live owns ' +
  'relevant roledescription'
)
  .split(' ')
  .map((name) => `aria-${name}`);

/** Elements of one role, wherever they are. */
const NATIVE = {
  address: 'group',
  article: 'article',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dir: 'list',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  hr: 'separator',
  html: 'document',
  ins: 'insertion',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
};

/** Types of `input` with a role. Types without a role in HTML-AAM are text boxes, and the type of files a button. */
const INPUTS = {
  button: 'button',
  checkbox: 'checkbox',
  email: 'textbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  url: 'textbox',
  file: 'button',
};

/** Types of `input` that may have a list of suggestions. */
const SUGGESTED = new Set(['text', 'search', 'tel', 'url', 'email']);

/** Sectioning content, in which a header, a footer or an aside does not belong to the page as a whole. */
const SECTIONS = new Set(['article', 'aside', 'nav', 'section']);
const SECTION_ROLES = new Set(['article', 'complementary', 'navigation', 'region']);

/** Parts of a list or table that lose their role with it. */
const PARTS = {
  caption: ['table'],
  li: ['ol', 'ul', 'menu', 'dir'],
  tbody: ['table'],
  td: ['tr'],
  tfoot: ['table'],
  th: ['tr'],
  thead: ['table'],
  tr: ['tbody', 'tfoot', 'thead', 'table'],
  dd: ['dl', 'div'],
  dt: ['dl', 'div'],
};

/** Elements around one that are looked at: a page may nest them without end. */
const REACH = 256;

/** Labels that are read for the roles in another label, at most. */
const LABELS = 16;

/** Words of an attribute's value. */
function tokens(element, name) {
  const value = dom.attribute(element, name);
  return value === null ? [] : value.split(/[\t\n\f\r ]+/).filter(Boolean);
}

/** Returns whether an attribute has a value that is more than whitespace. */
function isSet(element, name) {
  const value = dom.attribute(element, name);
  return value !== null && value.trim() !== '';
}

/** Returns whether an element can be disabled and is. */
function isDisabled(element) {
  return dom.matches(element, ':disabled');
}

/** Returns whether an element can have the focus. */
function isFocusable(element) {
  const name = dom.tag(element);
  switch (name) {
    case 'a':
    case 'area':
      if (dom.has(element, 'href')) return true;
      break;
    case 'input':
      return element.type !== 'hidden' && !isDisabled(element);
    case 'button':
    case 'select':
    case 'textarea':
      return !isDisabled(element);
    case 'audio':
    case 'video':
      if (dom.has(element, 'controls')) return true;
      break;
    case 'iframe':
      return true;
    case 'summary':
      if (isSummary(element)) return true;
      break;
  }
  if (dom.has(element, 'tabindex') && !Number.isNaN(parseInt(dom.attribute(element, 'tabindex'), 10))) return true;
  return isEditingHost(element);
}

/** Returns whether an element's content can be edited, and not because that around it can. */
function isEditingHost(element) {
  const value = dom.attribute(element, 'contenteditable')?.toLowerCase() ?? 'inherit';
  if (value === 'inherit') return dom.tag(element) === 'body' && document.designMode === 'on';
  return value !== 'false';
}

/** Roles of elements, each computed once. */
class Roles {
  #known = new Map();
  /** Rows by whether they have cells that are not headers. */
  #rows = new Map();
  #names = null;
  /** Labels that are being read, each for the role of an element in the one before. */
  #labels = 0;
  #owners = new Index((root, map) => {
    for (const owner of dom.all(root, '[aria-owns]') ?? []) {
      for (const id of tokens(owner, 'aria-owns')) map.set(id, owner);
    }
  });

  constructor(styles = new Styles()) {
    this.styles = styles;
  }

  /** The role of an element; `generic` if it has none of its own. */
  of(element) {
    let role = this.#known.get(element);
    if (role === undefined) {
      role = this.#explicit(element) ?? this.#implicit(element);
      this.#known.set(element, role);
    }
    return role;
  }

  /** The role as users know it: also one that the attribute gives and that lacks its context. */
  shown(element) {
    const role = this.of(element);
    if (role !== 'generic' || !dom.has(element, 'role')) return role;
    const named = tokens(element, 'role').map((token) => token.toLowerCase());
    return named.find((token) => Object.hasOwn(CONTEXTS, token)) ?? role;
  }

  /** The role that the attribute gives, if it gives one. */
  #explicit(element) {
    if (!dom.has(element, 'role')) return null;
    for (const token of tokens(element, 'role')) {
      const name = token.toLowerCase();
      if (!ROLES.has(name)) continue;
      const role = SYNONYMS[name] ?? name;
      if (role === 'none') {
        if (this.#outweighs(element)) continue;
        return role;
      }
      if (!this.#fits(element, role)) continue;
      return role;
    }
    return null;
  }

  /** Returns whether an element keeps its role although the attribute takes it. */
  #outweighs(element) {
    return isFocusable(element) || this.#isLabelled(element) || GLOBAL.some((name) => isSet(element, name));
  }

  /** Returns whether a role is in the context that it needs, and has the name that it needs. */
  #fits(element, role) {
    if (role === 'region' || role === 'form') return this.#isNamed(element);
    const contexts = CONTEXTS[role];
    if (!contexts) return true;
    let node = dom.parent(element);
    for (let left = REACH; node && left > 0; left--, node = dom.parent(node)) {
      const around = this.of(node);
      if (contexts.includes(around)) return true;
      if (around === 'group' && (role === 'option' || role === 'treeitem' || role.startsWith('menuitem'))) continue;
      if (around === role && role === 'treeitem') return true;
      if (around !== 'generic' && around !== 'none') break;
    }
    if (
      role === 'rowgroup' &&
      dom.nodes(element).some((node) => dom.kind(node) === 1 && tokens(node, 'role')[0] === 'row')
    ) {
      return true;
    }
    return this.#isOwned(element, contexts);
  }

  /** Returns whether an element elsewhere with one of the roles owns this one. */
  #isOwned(element, roles) {
    const id = dom.attribute(element, 'id');
    if (!id) return false;
    const owner = this.#owners.get(element, id);
    return owner !== undefined && owner !== element && roles.includes(this.of(owner));
  }

  #isNamed(element) {
    return isSet(element, 'title') || this.#isLabelled(element);
  }

  /** Returns whether an ARIA attribute gives an element a name that is not empty. */
  #isLabelled(element) {
    if (isSet(element, 'aria-label')) return true;
    if (!dom.has(element, 'aria-labelledby')) return false;
    // Texts in which roles depend on texts in turn, which a page may chain without end.
    if (this.#labels >= LABELS) return isSet(element, 'aria-labelledby');
    // The text that is referred to may contain the element, whose role is not known yet.
    this.#known.set(element, 'generic');
    this.#names ??= new Names(this);
    this.#labels++;
    const nodes = references(element, 'aria-labelledby');
    const isLabelled = nodes.some((node) => new Computation(this.#names).reference(node, true) !== '');
    this.#labels--;
    this.#known.delete(element);
    return isLabelled;
  }

  /** The role of the element's kind. */
  #implicit(element) {
    const name = dom.tag(element);
    if (name === '') return this.#foreign(element);
    const parts = PARTS[name];
    if (parts && this.#lostWithParent(element, parts)) return 'none';
    switch (name) {
      case 'a':
      case 'area':
        return dom.has(element, 'href') ? 'link' : 'generic';
      case 'aside':
        return this.#isInSection(element, false) && !this.#isNamed(element) ? 'generic' : 'complementary';
      case 'footer':
        return this.#isInSection(element, true) ? 'generic' : 'contentinfo';
      case 'header':
        return this.#isInSection(element, true) ? 'generic' : 'banner';
      case 'img':
        return this.#image(element);
      case 'input':
        return this.#input(element);
      case 'li': {
        const up = dom.parent(element);
        return up && this.of(up) === 'list' ? 'listitem' : 'generic';
      }
      case 'summary':
        return isSummary(element) ? 'button' : 'generic';
      case 'iframe':
      case 'frame':
        return 'iframe';
      case 'section':
        return this.#isNamed(element) ? 'region' : 'generic';
      case 'select':
        return dom.has(element, 'multiple') || Number(dom.attribute(element, 'size')) > 1 ? 'listbox' : 'combobox';
      case 'td':
        return this.#isInGrid(element) ? 'gridcell' : 'cell';
      case 'th':
        return this.#header(element);
      case 'tr':
        return 'row';
    }
    return Object.hasOwn(NATIVE, name) ? NATIVE[name] : 'generic';
  }

  /** The role of an element of SVG or MathML. */
  #foreign(element) {
    const name = dom.localName(element);
    if (name === 'svg') return 'graphics-document';
    if (name === 'math') return 'math';
    if (name === 'image') return 'image';
    if (name === 'a') return dom.has(element, 'href') || dom.has(element, 'xlink:href') ? 'link' : 'generic';
    return 'generic';
  }

  /** Returns whether the list or table that an element is a part of has taken the role `none`. */
  #lostWithParent(element, parts) {
    let node = dom.parent(element);
    for (let left = 4; node && left > 0; left--, node = dom.parent(node)) {
      const name = dom.tag(node);
      if (!parts.includes(name)) return false;
      if (this.of(node) === 'none') return true;
      // A row group that stayed generic for its table.
      if (!Object.hasOwn(PARTS, name) || dom.has(node, 'role')) return false;
      parts = PARTS[name];
    }
    return false;
  }

  /** Returns whether an element is in sectioning content, or in the main content if that counts. */
  #isInSection(element, orMain) {
    let node = dom.parent(element);
    for (let left = REACH; node && left > 0; left--, node = dom.parent(node)) {
      const name = dom.tag(node);
      const role = dom.has(node, 'role') ? this.of(node) : '';
      if (SECTIONS.has(name) || SECTION_ROLES.has(role)) return true;
      if (orMain && (name === 'main' || role === 'main')) return true;
    }
    return false;
  }

  #isInGrid(element) {
    const role = this.#tableRole(element);
    return role === 'grid' || role === 'treegrid';
  }

  #tableRole(element) {
    let node = dom.parent(element);
    for (let left = 8; node && left > 0; left--, node = dom.parent(node)) {
      if (dom.tag(node) === 'table') return this.of(node);
    }
    return null;
  }

  #image(element) {
    const alt = dom.attribute(element, 'alt');
    if (alt !== '') return 'image';
    return this.#outweighs(element) ? 'image' : 'none';
  }

  #input(element) {
    const { type } = element;
    if (SUGGESTED.has(type) && element.list) return 'combobox';
    return INPUTS[type] ?? 'textbox';
  }

  #header(element) {
    const cell = this.#isInGrid(element) ? 'gridcell' : 'cell';
    switch (dom.attribute(element, 'scope')?.toLowerCase()) {
      case 'col':
      case 'colgroup':
        return 'columnheader';
      case 'row':
      case 'rowgroup':
        return 'rowheader';
    }
    const row = dom.parent(element);
    if (!row || dom.tag(row) !== 'tr') return cell;
    // Without a scope a header applies to the cells which it is in line with.
    let mixed = this.#rows.get(row);
    if (mixed === undefined) {
      mixed = dom.nodes(row).some((node) => dom.kind(node) === 1 && dom.tag(node) === 'td');
      this.#rows.set(row, mixed);
    }
    return mixed ? 'rowheader' : 'columnheader';
  }
}

/** The role of an element; `generic` if it has none. */
page.role = (element) => new Roles().of(element);

/** Returns whether an element has a role, by any of the role's names. */
page.hasRole = (element, role) => {
  const name = role.toLowerCase();
  const roles = new Roles();
  const wanted = SYNONYMS[name] ?? name;
  return roles.of(element) === wanted || roles.shown(element) === wanted;
};
