// @ts-check
// One pass over the rendered tree: a row for each element with content, in order, with its depth.
//
// No recursion, because a page may nest elements without end. A row is
// `[depth, number, shown, role, name, marks, value]`; `number` is the element's reference, `shown` is 1 if it may be
// acted on.

/** Roles that take input. */
const CONTROLS = new Set(
  (
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider ' +
    'spinbutton switch tab textbox treeitem iframe'
  ).split(' '),
);

/** Roles that show the place of a control. */
const PLACES = new Set(['alert', 'alertdialog', 'dialog', 'heading', 'menu', 'status']);

/** Roles that show the place of a control if they have a name. */
const NAMED_PLACES = new Set(
  (
    'article banner complementary contentinfo figure form grid group list main navigation radiogroup region search ' +
    'table tablist tabpanel toolbar tree treegrid'
  ).split(' '),
);

/** Roles whose text is shown with the controls. */
const LIVE = new Set(['alert', 'status']);

/** Roles of parts of a sentence, which are shown as its text. */
const INLINE = new Set(
  'code deletion emphasis generic insertion mark none strong subscript superscript term time'.split(' '),
);

/** Roles that are shown with their text alone. */
const WITH_TEXT = new Set(['cell', 'columnheader', 'definition', 'gridcell', 'rowheader']);

/** Roles with a state of being checked. */
const CHECKED = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'switch', 'treeitem']);

/** Rows of one document, at most. */
const ROWS = 50_000;
/** Characters of a name and of a text, at most. */
const NAME_LENGTH = 200;
const TEXT_LENGTH = 2_000;
const ITEM_LENGTH = 80;
/** Rows before a row that may show its place. */
const NEAR = 6;
/** Rows that are put under one with their text, at most. */
const GROUP = 24;
/** Options of a drop-down list that are named, and characters of each, at most. */
const OPTIONS = 8;
const OPTION_LENGTH = 40;
/** Controls of a part that is withdrawn which are looked at for one that takes the pointer. */
const HITS = 20;
/** References that are kept before references of elements that are gone are dropped. */
const KEPT = 20_000;

/** Roles of elements whose title distinguishes their controls from others. */
const TITLED = new Set('alertdialog article dialog listitem row'.split(' '));
/** Nodes that are looked at for a title. */
const TITLE_NODES = 60;

/** Roles whose row is known by its text if the element reacts. */
const KNOWN_BY_TEXT = new Set([
  ...INLINE,
  'article',
  'blockquote',
  'caption',
  'cell',
  'definition',
  'figure',
  'gridcell',
  'group',
  'listitem',
  'paragraph',
  'row',
  'rowheader',
]);

/** Roles in which all texts are one. */
const ONE_TEXT = new Set([
  'caption',
  'cell',
  'columnheader',
  'definition',
  'gridcell',
  'heading',
  'listitem',
  'paragraph',
  'rowheader',
]);

/** Elements that an action has brought, and that may take a click: only their listeners show it. */
const reacting = new WeakSet();

/** The role under which an element is listed: an editor without a role is a textbox. */
function listedRole(element, roles) {
  const role = roles.shown(element);
  return INLINE.has(role) && isEditingHost(element) ? 'textbox' : role;
}

/** The first text with a letter in an element, and the element that has it. */
function titleIn(container) {
  const stack = [container];
  for (let left = TITLE_NODES; stack.length > 0 && left > 0; left--) {
    const node = stack.pop();
    if (dom.kind(node) === 3) {
      if (/\p{L}/u.test(dom.text(node))) return { text: cut(flat(dom.text(node)), 80), owner: dom.parentNode(node) };
    } else if (dom.kind(node) === 1 && !UNRENDERED.has(dom.tag(node))) stack.push(...dom.children(node).reverse());
  }
  return { text: '', owner: null };
}

/** The title of a container for one of its controls, whose own text does not count. */
function titleFor(element, { text, owner }) {
  for (let node = owner; node; node = dom.parentNode(node)) if (node === element) return '';
  return text;
}

function cut(text, length) {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text[length - 1]) ? length - 1 : length;
  return `${text.slice(0, end)}\u2026`;
}

/** The element with the focus, also in a shadow root. */
function focused() {
  let element = dom.active(document);
  for (let left = REACH; element && left > 0; left--) {
    const root = dom.shadow(element);
    const inner = root && dom.active(root);
    if (!inner) break;
    element = inner;
  }
  return element;
}

/** Marks of an element's state in its row. */
function marksOf(element, role, around) {
  const marks = [];
  const name = dom.tag(element);
  const hasAria = dom.attributes(element).some((attribute) => attribute.startsWith('aria-'));
  const aria = (attribute) => (hasAria ? (dom.attribute(element, `aria-${attribute}`)?.toLowerCase() ?? null) : null);
  const isField = name === 'input' || name === 'textarea' || name === 'select';

  if (CHECKED.has(role)) {
    const native = name === 'input' && (element.type === 'checkbox' || element.type === 'radio');
    const state = native ? (element.indeterminate ? 'mixed' : String(element.checked)) : aria('checked');
    if (state === 'true') marks.push('checked');
    if (state === 'mixed') marks.push('checked=mixed');
  }
  const pressed = aria('pressed');
  if (pressed === 'true') marks.push('pressed');
  if (pressed === 'mixed') marks.push('pressed=mixed');
  if (name === 'option' ? element.selected : aria('selected') === 'true') marks.push('selected');
  const open =
    name === 'summary' && isSummary(element) ? String(dom.has(dom.parentNode(element), 'open')) : aria('expanded');
  if (open === 'true') marks.push('expanded');
  if (open === 'false') marks.push('collapsed');
  if (around.disabled || isDisabled(element)) marks.push('disabled');
  if (isField ? element.required : aria('required') === 'true') marks.push('required');
  if (((name === 'input' || name === 'textarea') && element.readOnly) || aria('readonly') === 'true')
    marks.push('readonly');
  const invalid = aria('invalid');
  if (
    (invalid !== null && invalid !== '' && invalid !== 'false') ||
    (isField && dom.matches(element, ':user-invalid'))
  ) {
    marks.push('invalid');
  }
  if (role === 'heading') marks.push(`level=${headingLevel(element, name)}`);
  else if (aria('level') !== null) marks.push(`level=${cut(aria('level'), 8)}`);
  const current = aria('current');
  if (current !== null && current !== '' && current !== 'false')
    marks.push(current === 'true' ? 'current' : `current=${cut(current, 12)}`);
  if (name === 'input' && !Object.hasOwn(INPUTS, element.type)) marks.push(`type=${element.type}`);
  if (name === 'input' && element.type === 'file') marks.push('type=file');
  return marks;
}

function headingLevel(element, name) {
  const level = parseInt(dom.attribute(element, 'aria-level'), 10);
  if (level > 0) return level;
  return /^h[1-6]$/.test(name) ? Number(name[1]) : 2;
}

/** The value that an element shows. */
function valueOf(element, role, names) {
  const name = dom.tag(element);
  if (name === 'input') {
    switch (element.type) {
      case 'password':
        return element.value === '' ? '' : '\u2022\u2022\u2022';
      case 'checkbox':
      case 'radio':
      case 'button':
      case 'submit':
      case 'reset':
      case 'image':
        return '';
      case 'file':
        return [...element.files].map((file) => file.name).join(', ');
    }
    return role === 'combobox' && !element.list ? page.shownValue(element, names) : element.value;
  }
  if (name === 'textarea') return element.value;
  if (name === 'select') return [...element.selectedOptions].map((option) => option.label).join(', ');
  if (RANGES.has(role)) return rangeValue(element);
  if (role === 'textbox' || role === 'searchbox') return textOfEditor(element);
  if (role === 'combobox') return page.shownValue(element, names);
  return '';
}

/** The text of an editor, with a slash between its paragraphs. */
function textOfEditor(element) {
  const text = dom.firstChild(element) && element.innerText;
  return (text ?? dom.text(element))
    .slice(0, 4 * TEXT_LENGTH)
    .trim()
    .replace(/\s*\n\s*/g, ' / ');
}

/** The first options of a drop-down list, or of a list of suggestions. */
function optionsOf({ options }) {
  const list = [];
  for (let at = 0; at < options.length && at < OPTIONS; at++)
    list.push(cut(flat(options[at].label || options[at].value), OPTION_LENGTH));
  const more = options.length - list.length;
  return `options=${list.join(' | ')}${more > 0 ? ` | \u2026 ${more} more` : ''}`;
}

/** The address of a link, without a password. */
const addressOf = ({ href }) => href.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');

/** Returns whether the address of a link leads nowhere, so that a script makes it act. */
const isScripted = (link) => /^(#!?|javascript:.*)?$/is.test((dom.attribute(link, 'href') ?? '').trim());

/** Returns whether a user can act on an element of no such role. */
function reacts(element, style, around) {
  if (dom.has(element, 'onclick') || isEditingHost(element) || listening.has(element) || reacting.has(element))
    return true;
  const index = dom.attribute(element, 'tabindex');
  if (index !== null && parseInt(index, 10) >= 0) return true;
  if (style.cursor === 'pointer' && !around.pointer) return dom.tag(element) !== 'label';
  const name = dom.tag(element);
  return (name === 'video' || name === 'audio') && dom.has(element, 'controls');
}

/** Returns whether the text of a scroll box or of a page's root is the text of everything in it. */
function isFrameVisible(element) {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1;
}

/** The element that a snapshot is of. */
function scopeOf(number) {
  if (number === 0) return dom.documentElement(document);
  return page.element(number) ?? { error: 'stale', message: '' };
}

/**
 * Rows of the document, or of the element with the number `scope`.
 *
 * With `all`, rows of every role and of text; otherwise rows of controls and of elements that show their place.
 */
page.snapshot = ({ all = false, links = false, scope = 0, next = 1 }) => {
  findHandlers();
  const start = scopeOf(scope);
  if (!start) return { next, rows: [], cut: false };
  if (start.error) return start;
  return new Survey({ all, links, next }).run(start);
};

class Survey {
  #rows = [];
  #stack = [];
  #styles = new Styles();
  #roles = new Roles(this.#styles);
  #names = new Names(this.#roles);
  #focused = focused();
  #modal = null;
  #sight = new Sight();
  /** A block began or ended since the last text. */
  #isNewBlock = false;

  constructor({ all, links, next }) {
    this.all = all;
    this.links = links;
    this.counter = { next };
    // Of several, the last is that over the others, but for rare orders of opening.
    this.#modal = [...dom.all(document, 'dialog:modal')].pop() ?? null;
  }

  run(start) {
    if (elements.size > KEPT) forget();
    const around = {
      depth: 0,
      block: start,
      joins: false,
      veiled: false,
      silent: false,
      live: false,
      pointer: false,
      disabled: false,
      titled: null,
      hidden: isHiddenAround(start, this.#styles),
    };
    this.#stack.push({ nodes: [start], at: 0, around, ends: false });
    let full = false;
    while (this.#stack.length > 0 && !full) {
      const top = this.#stack[this.#stack.length - 1];
      if (top.at >= top.nodes.length) {
        this.#stack.pop();
        if (top.ends) this.#isNewBlock = true;
        continue;
      }
      const node = top.nodes[top.at++];
      const kind = dom.kind(node);
      if (kind === 3) this.#text(node, top.around);
      else if (kind === 1) this.#element(node, top.around);
      full = this.#rows.length >= ROWS;
    }
    if (!this.all && this.#rows.length === 0 && start === dom.documentElement(document) && window !== window.top)
      this.#note(start);
    const rows = this.#finish();
    return { next: this.counter.next, rows, cut: full };
  }

  /** Adds a text to the row around it, or as a row of its own after other rows. */
  #text(node, around) {
    if (around.silent || around.hidden) return;
    const live = around.live;
    if (!this.all && !live) return;
    const parent = dom.parent(node);
    if (parent && this.#styles.of(parent).visibility !== 'visible') return;
    const text = dom.text(node);
    if (text === '') return;
    const last = this.#rows[this.#rows.length - 1];
    const isOne = around.joins || !this.#isNewBlock || text.trim() === '';
    if (last && last.role === 'text' && last.depth === around.depth && isOne) {
      if (last.value.length < 2 * TEXT_LENGTH) last.value += this.#isNewBlock ? ` ${text}` : text;
      return;
    }
    if (text.trim() === '') return;
    this.#isNewBlock = false;
    this.#rows.push({ depth: around.depth, node, shown: 0, role: 'text', name: '', marks: [], value: text });
  }

  #element(element, around) {
    const tag = dom.tag(element);
    if (tag === 'br') return this.#space(around);
    if (isUnrendered(element, this.#styles) || isFolded(element)) return;
    const isVeil = isWithdrawn(element);
    if (isVeil && !this.#isReachable(element)) return;
    if (tag === 'option' || tag === 'optgroup') {
      if (dom.tag(dom.parentNode(element) ?? element) === 'select' || tag === 'optgroup') return;
    }
    const style = this.#styles.of(element);
    const inner = {
      depth: around.depth,
      joins: around.joins,
      veiled: around.veiled || isVeil,
      silent: around.silent,
      live: around.live,
      pointer: style.cursor === 'pointer',
      disabled: around.disabled,
      titled: around.titled,
      hidden: around.hidden,
    };
    if (element === this.#modal) inner.hidden = false;
    else if (this.#modal && tag === 'html') inner.hidden = true;
    if (dom.attribute(element, 'aria-disabled')?.toLowerCase() === 'true') inner.disabled = true;
    const isSeen = style.visibility === 'visible' && !inner.hidden;
    const isBlock = style.display !== 'inline' && style.display !== 'contents';
    if (isBlock) this.#isNewBlock = true;
    if (isSeen) {
      const control = tag === 'label' ? this.#drawnControl(element) : null;
      if (control) this.#drawn(element, control, around, inner);
      else if (tag === 'label' && page.isLooseLabel(element)) inner.silent = true;
      else this.#row(element, tag, style, around, inner);
    }
    if (tag === 'iframe' || tag === 'frame' || tag === 'select' || tag === 'textarea' || tag === 'svg') return;
    if (skipsContent(element, this.#styles) || inner.leaf) return;
    this.#stack.push({ nodes: dom.children(element), at: 0, around: inner, ends: isBlock });
  }

  /** Returns whether an element withdrawn from assistive technology is in sight all the same, and takes the pointer. */
  #isReachable(element) {
    if (dom.has(element, 'inert')) return false;
    let left = HITS;
    for (const node of dom.all(element, 'a[href],button,input,select,textarea,summary,[role],[tabindex],[onclick]')) {
      const { left: x, top: y, width, height } = node.getBoundingClientRect();
      const at = [x + width / 2, y + height / 2];
      if (width === 0 || height === 0 || at[0] < 0 || at[1] < 0 || at[0] >= innerWidth || at[1] >= innerHeight)
        continue;
      for (let hit = hitAt(...at); hit; hit = dom.parent(hit)) if (hit === node) return !isDisabled(node);
      if (--left <= 0) break;
    }
    return false;
  }

  /** The box or radio button that a label draws in its place, because it is not rendered itself. */
  #drawnControl(label) {
    const { control } = label;
    const isBox = control && dom.tag(control) === 'input' && (control.type === 'checkbox' || control.type === 'radio');
    return isBox && isUnrendered(control, this.#styles) ? control : null;
  }

  /** Adds the row of such a control at the place of its label. */
  #drawn(label, control, around, inner) {
    const role = this.#roles.shown(control);
    const name = cut(flat(new Computation(this.#names).reference(label, true)), NAME_LENGTH);
    this.#rows.push({
      depth: around.depth,
      node: control,
      shown: 1,
      role,
      name,
      marks: marksOf(control, role, inner),
      value: '',
      titled: around.titled,
    });
    inner.silent = true;
  }

  /** Adds the beginning of the text of a frame without controls, such as the message of a failed load. */
  #note(start) {
    const text = flat(start.innerText ?? '').trim();
    this.#rows.push({
      depth: 0,
      node: start,
      shown: 0,
      role: 'text',
      name: '',
      marks: [],
      value: text === '' ? 'empty' : cut(text, NAME_LENGTH),
    });
  }

  /** Separates the texts before and after. */
  #space(around) {
    const last = this.#rows[this.#rows.length - 1];
    if (last && last.role === 'text' && last.depth === around.depth) last.value += ' ';
  }

  /** Adds the row of an element, if it has one, and notes it in `inner` for the elements inside. */
  #row(element, tag, style, around, inner) {
    const role = listedRole(element, this.#roles);
    if (TITLED.has(role)) inner.titled = element;
    if (ONE_TEXT.has(role)) inner.joins = true;
    let isControl = CONTROLS.has(role);
    if (role === 'iframe' && !isFrameVisible(element)) return;
    if (!isControl && reacts(element, style, around)) {
      isControl = tag !== 'html' && tag !== 'body';
    }
    // A canvas may take the pointer anywhere, and nothing else shows it.
    const isDrawing = tag === 'canvas' && INLINE.has(role) && isFrameVisible(element);
    isControl ||= isDrawing;
    const isPart = INLINE.has(role) && !isDrawing;
    const wants =
      isControl || (this.all ? !isPart || isSet(element, 'aria-label') : PLACES.has(role) || NAMED_PLACES.has(role));
    if (!wants || (role === 'document' && tag === 'html')) return;
    const name = this.#nameOf(element, role, isControl);
    if (!isControl && !this.all && name === '' && (NAMED_PLACES.has(role) || role === 'heading')) return;
    if (around.silent && !isControl) return;
    const marks = marksOf(element, role, inner);
    if (element === this.#focused && tag !== 'body') marks.push('focused');
    if (tag === 'select') marks.push(optionsOf(element));
    else if (tag === 'input' && role === 'combobox' && element.list) marks.push(optionsOf(element.list));
    if (inner.veiled && (isControl || !around.veiled)) marks.push('aria-hidden');
    if (isControl || isDrawing) marks.push(...[this.#sight.why(element)].filter(Boolean));
    if (isDrawing) marks.push(`size=${element.width}x${element.height}`);
    if (role === 'link' && (this.links || name === '') && typeof element.href === 'string')
      marks.push(`url=${cut(addressOf(element), this.links ? 300 : 100)}`);
    const value = isControl || RANGES.has(role) ? valueOf(element, role, this.#names) : '';
    const isNamedByContent = NAMED_BY_CONTENT.has(role) || (isControl && KNOWN_BY_TEXT.has(role));
    if (inner.veiled && !isControl && !this.all) return;
    const shown =
      isControl ||
      (role !== 'paragraph' && !WITH_TEXT.has(role) && role !== 'listitem' && role !== 'row' && role !== 'rowgroup');
    const row = {
      depth: around.depth,
      node: element,
      shown: shown ? 1 : 0,
      role: isDrawing ? 'canvas' : isPart ? 'clickable' : role,
      name,
      marks,
      value,
      titled: around.titled,
    };
    this.#rows.push(row);
    inner.depth = around.depth + 1;
    // The text of an element that is named by its content, or shows it as its value, is not shown again.
    inner.silent = (isNamedByContent && name !== '') || row.value !== '' || around.silent;
    inner.live = around.live || LIVE.has(role) || role === 'alertdialog';
  }

  #nameOf(element, role, isControl) {
    const isGroup = role === 'row' || role === 'rowgroup';
    if (isGroup && !isControl)
      return isSet(element, 'aria-label') || isSet(element, 'aria-labelledby') ? this.#short(element) : '';
    let name = this.#short(element) || cut(page.calledOf(element, this.#names), NAME_LENGTH);
    // An element that reacts and has no role is known by its text.
    if (name === '' && isControl && KNOWN_BY_TEXT.has(role)) {
      name = cut(
        flat(new Computation(this.#names).reference(element, true)),
        INLINE.has(role) ? NAME_LENGTH : ITEM_LENGTH,
      );
    }
    return name;
  }

  #short(element) {
    return cut(this.#names.of(element, true), NAME_LENGTH);
  }

  #finish() {
    const titles = new Map();
    const titleOf = (node, titled) => {
      if (!titled) return '';
      if (!titles.has(titled)) titles.set(titled, titleIn(titled));
      return titleFor(node, titles.get(titled));
    };
    const contexts = this.all ? new Map() : this.#contexts();
    return this.#rows.map((row) => {
      const { depth, node, shown, role, name, marks, value, titled = null } = row;
      const text = cut(flat(value).trim(), TEXT_LENGTH);
      const number = page.reference(node, this.counter, name, shown ? titleOf(node, titled) : '');
      return [
        depth,
        number,
        shown,
        role,
        name,
        marks,
        text === name && role !== 'text' ? '' : text,
        contexts.get(row) ?? '',
      ];
    });
  }

  /** The context of each control whose name others have as well, or that has none. */
  #contexts() {
    const groups = new Map();
    for (const row of this.#rows) {
      if (!row.shown || !(CONTROLS.has(row.role) || row.role === 'clickable') || row.role === 'iframe') continue;
      const key = `${row.role} ${row.name}`;
      if (!groups.get(key)?.push(row)) groups.set(key, [row]);
    }
    const contexts = new Map();
    for (const [, rows] of groups) {
      const [{ name, role, node }] = rows;
      if (rows.length === 1 && name !== '') continue;
      // Links to one address are one choice, unless a script acts on them.
      if (role === 'link' && !isScripted(node) && rows.every((row) => row.node.href === node.href)) continue;
      const words = contextsOf(
        rows.map((row) => row.node),
        this.#styles,
      );
      rows.forEach((row, at) => contexts.set(row, words[at]));
    }
    const texts = new Map();
    this.#rows.forEach((row, at) => {
      const context = contexts.get(row);
      if (context && context.text !== '' && !this.#isNamedBefore(at, context, contexts)) texts.set(row, context);
    });
    this.#group(texts);
    return new Map([...texts].map(([row, { text }]) => [row, text]));
  }

  /** Puts controls that follow each other in one part of the page under one row with its text. */
  #group(contexts) {
    const rows = [];
    for (let at = 0; at < this.#rows.length;) {
      const first = this.#rows[at];
      const context = contexts.get(first);
      let end = at + 1;
      let count = 1;
      const isIn = (row) => row && row.depth >= first.depth && isAround(context.container, row.node);
      for (; context && end - at <= GROUP && isIn(this.#rows[end]); end++)
        if (contexts.get(this.#rows[end])?.container === context.container) count++;
      if (count === 1 || end - at > GROUP) {
        rows.push(first);
        at++;
        continue;
      }
      const { container, text } = context;
      const role = this.#roles.shown(container);
      const isNamed = TITLED.has(role);
      rows.push({
        depth: first.depth,
        node: container,
        shown: 0,
        role: isNamed ? role : 'text',
        name: isNamed ? text : '',
        marks: [],
        value: isNamed ? '' : text,
      });
      for (; at < end; at++) {
        const row = this.#rows[at];
        row.depth++;
        if (contexts.get(row)?.container === container) contexts.delete(row);
        rows.push(row);
      }
    }
    this.#rows = rows;
  }

  /**
   * Returns whether a row shortly before gives the place of a control: one with a name of its own, in the same part of
   * the page.
   */
  #isNamedBefore(at, { container }, contexts) {
    for (let before = at - 1, left = NEAR; before >= 0 && left > 0; before--, left--) {
      const row = this.#rows[before];
      if (!isAround(container, row.node)) return false;
      if (row.name !== '' && !contexts.has(row) && /\p{L}{2}/u.test(row.name)) return true;
    }
    return false;
  }
}

/** Returns whether something around an element hides it. */
function isHiddenAround(element, styles) {
  const around = dom.parent(element);
  return around !== null && isHidden(around, styles) && styles.of(around).visibility === 'visible';
}

/** Drops the references of elements that are gone. */
function forget() {
  for (const [number, held] of elements) {
    if (!held.deref()) elements.delete(number);
  }
}
