// @ts-check
// Facts for the policy: the document's origin, and the elements that an action reaches, with their names and texts.

const CLICKED = /^(button|link|checkbox|radio|switch|option|tab|treeitem|menuitem|menuitemcheckbox|menuitemradio)$/;
const INPUT = /^(combobox|listbox|textbox|searchbox|spinbutton|slider|gridcell)$/;
/** Roles of containers whose items are judged one by one. */
const COMPOSITE = /^(listbox|tree|treegrid|grid|table|list|menu|menubar|tablist|radiogroup)$/;
/** Characters of all texts of one answer; more cannot be judged. */
const SUBJECT_TEXT = 4_000_000;
/** Elements around one that are looked at for more text. */
const AROUND = 20;

/** The facts from which the origin of this document follows. */
page.origin = () => ({
  own: ownOrigin(),
  // A document of a file has an opaque origin in most engines, and so has one with a sandbox.
  address: location.protocol === 'file:' ? 'file://' : location.origin,
  top: window === window.top,
  opener: window.opener !== null,
});

/** Elements that may receive an input at a point: the innermost one, and the parts of a shadow root drawn there. */
function drawnAt(x, y) {
  const list = [hitAt(x, y)].filter(Boolean);
  const has = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  // A text in a slot is a child of the host, so that the host alone is hit.
  for (let at = 0; at < list.length; at++) {
    const root = dom.shadow(list[at]);
    for (const node of root ? dom.all(root, '*') : []) if (boxesOf(node).some(has)) list.push(node);
  }
  return list;
}

/** The address that a click on an element leads to: of a link, or of the form that a button sends. */
function leadsTo(element, form = null) {
  const tag = dom.localName(element);
  let url =
    tag === 'a' || tag === 'area' ? (dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href')) : null;
  if (/^(button|input)$/.test(tag) && /^(submit|image)$/.test(element.type) && element.form)
    [form, url] = [element.form, dom.attribute(element, 'formaction')];
  if (form && dom.attribute(form, 'method')?.toLowerCase() !== 'dialog') url ??= dom.attribute(form, 'action') ?? '';
  if (url === null) return null;
  try {
    return new URL(url, url === '' ? location.href : document.baseURI).href;
  } catch {
    return null;
  }
}

/**
 * The elements that a key activates by their `accesskey`. Engines differ in the modifiers, and in how much of the
 * attribute they compare.
 */
function accessed({ key, modifiers }) {
  if (key.length !== 1 || key === ' ' || !modifiers.includes('Alt')) return [];
  const isKey = (part) => part.startsWith(key.toLowerCase());
  const marked = trees().flatMap((tree) => [...dom.all(tree, '[accesskey]')]);
  const list = marked.filter((node) => dom.attribute(node, 'accesskey').toLowerCase().split(/\s+/).some(isKey));
  return list.flatMap((node) => {
    // The key of a label or a legend goes to a control.
    const inner =
      dom.tag(node) === 'label'
        ? node.control
        : dom.tag(node) === 'legend'
          ? dom.all(dom.parent(node) ?? node, 'input,select,textarea,button')[0]
          : null;
    return inner ? [node, inner] : [node];
  });
}

/** The options that a key may choose in a list that the browser makes. */
function optionsBy(select, { key, modifiers }) {
  const options = [...select.options].filter((option) => !option.disabled);
  const at = options.findIndex((option) => option.selected);
  const isAll = select.multiple && (modifiers.length > 0 || key === ' ');
  if (isAll || /^(Home|End|Page|Enter$| $)/.test(key)) return options;
  if (key.length === 1) return options.filter((option) => alike(option.label).includes(key.toLowerCase()));
  if (/^Arrow(Down|Right)$/.test(key)) return options.slice(at + 1, at + 2);
  if (/^Arrow(Up|Left)$/.test(key)) return options.slice(Math.max(0, at - 1), Math.max(1, at));
  return null;
}

/** Elements that a key may choose besides the focused one: options of a list, members of its group. */
function chosenBy(element, chord, roles) {
  const { key, modifiers } = chord;
  const list = [];
  const tag = dom.tag(element);
  // Control+A chooses everything in a list.
  const isMove = /^(Arrow|Home$|End$|Page)/.test(key) || (key.toLowerCase() === 'a' && modifiers.length > 0);
  const options = tag === 'select' ? optionsBy(element, chord) : null;
  if (options) list.push(element, ...options);
  const role = roles.of(element);
  if (isMove && tag === 'input' && element.type === 'radio') {
    const isOfGroup = (node) => node.type === 'radio' && node.name === element.name && node.form === element.form;
    list.push(...[...dom.all(dom.root(element), 'input')].filter(isOfGroup));
  } else if (isMove && /^(radio|tab|option|treeitem|menuitemradio)$/.test(role)) {
    const group = dom.closest(element, '[role=radiogroup],[role=tablist],[role=listbox],[role=tree],[role=menu]');
    list.push(...(group ? [...dom.all(group, '*')].filter((node) => roles.of(node) === role) : [element]));
  } else if (isMove && tag !== 'select' && /^(listbox|radiogroup|tree|tablist)$/.test(role)) {
    const items = [...dom.all(element, '*')].filter((node) => /^(option|radio|treeitem|tab)$/.test(roles.of(node)));
    list.push(element, ...(modifiers.length > 0 ? items : []));
  }
  const active = dom.attribute(element, 'aria-activedescendant');
  const node = active ? dom.byId(dom.root(element), active) : null;
  if (node && (key === 'Enter' || key === ' ' || key === 'Tab')) list.push(node);
  return list;
}

/** A text on one line, without the characters of no width that `line` takes for blanks. */
const lineOf = (text) => line(String(text ?? '').replace(/[\u200b\ufeff]+/g, ''), Infinity);

/** Texts that elements draw, whatever they are called; each is computed once. */
class DrawnTexts {
  #known = new Map();

  /** With `joined`, elements add no blanks, and text that is drawn elsewhere or as nothing is left out. */
  constructor(styles, joined = false) {
    this.styles = styles;
    this.joined = joined;
  }

  /** The text on one line. Icons of fonts do not count as text. */
  of(element) {
    let text;
    try {
      text = this.#element(element);
    } catch {
      // It is deeper than the stack of calls.
      text = dom.text(element);
    }
    return lineOf(text.replace(/[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g, ' '));
  }

  #element(element) {
    let text = this.#known.get(element);
    if (text === undefined) {
      text = this.#content(element);
      this.#known.set(element, text);
    }
    return text;
  }

  #content(element) {
    const tag = dom.tag(element);
    if (tag === 'option') return element.label;
    if (tag === 'input')
      return PUSHED.has(element.type)
        ? element.value || (element.type === 'submit' ? 'Submit' : '')
        : this.#hint(element);
    if (tag === 'textarea') return this.#hint(element);
    if (dom.localName(element) === 'use') return this.#used(element);
    // The value of a field is not a name.
    if (tag === 'select' || isEditingHost(element)) return '';
    let text = this.#generated(element, '::before');
    for (const node of skipsContent(element, this.styles) ? [] : dom.children(element)) text += this.#node(node);
    return text + this.#generated(element, '::after');
  }

  #node(node) {
    if (dom.kind(node) === 3) {
      const up = dom.parent(node);
      const style = up ? this.styles.of(up) : null;
      if (style && style.visibility !== 'visible') return '';
      const text = dom.text(node);
      // Blanks between the items of a flexible box are not drawn.
      const isNothing =
        this.joined &&
        style &&
        (getComputedStyle(up).fontSize === '0px' || (/flex|grid/.test(style.display) && text.trim() === ''));
      return isNothing ? '' : text;
    }
    if (dom.kind(node) !== 1 || isUnrendered(node, this.styles) || isFolded(node)) return '';
    const text = this.#element(node);
    if (dom.tag(node) === 'br') return ' ';
    if (this.joined) return /^(absolute|fixed)$/.test(getComputedStyle(node).position) ? '' : text;
    return this.styles.of(node).display === 'inline' || this.styles.of(node).display === 'contents'
      ? text
      : ` ${text} `;
  }

  /** The text that a field shows as long as it is empty. */
  #hint(element) {
    return element.value === '' ? (dom.attribute(element, 'placeholder') ?? '') : '';
  }

  /** The text of another element that a drawing repeats. */
  #used(element) {
    const href = dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href') ?? '';
    const node = href.startsWith('#') ? dom.byId(dom.root(element), href.slice(1)) : null;
    return node ? dom.text(node) : '';
  }

  #generated(element, place) {
    const style = getComputedStyle(element, place);
    return style.display === 'none' || style.visibility !== 'visible' ? '' : generated(style.content, element);
  }
}

/**
 * The row, card or dialog around an element, or the first element around it with more text, and its text. Where there
 * is none, the text before and after the element, without a box.
 */
function around(element, roles, drawn) {
  const titled = upward(dom.parent(element), (node) => TITLED.has(roles.of(node)));
  if (titled) return { box: titled, text: drawn.of(titled) };
  const own = drawn.of(element);
  let left = AROUND;
  const isPage = (node) => /^(html|body|main)$/.test(dom.tag(node));
  const outer = upward(dom.parent(element), (node) => left-- <= 0 || isPage(node) || drawn.of(node) !== own);
  if (outer && left >= 0 && !isPage(outer)) return { box: outer, text: drawn.of(outer) };
  let top = element;
  for (let up = dom.parent(top); up && !isPage(up); up = dom.parent(top)) top = up;
  const siblings = [...dom.children(dom.parentNode(top) ?? top)];
  const at = siblings.indexOf(top);
  const textOf = (node) =>
    dom.kind(node) === 3
      ? lineOf(dom.text(node))
      : dom.kind(node) === 1 && !isUnrendered(node, drawn.styles)
        ? drawn.of(node)
        : '';
  const first = (list) =>
    list
      .slice(0, AROUND)
      .map(textOf)
      .find((text) => text !== '') ?? '';
  return { box: null, text: `${first(siblings.slice(0, at).reverse())} ${first(siblings.slice(at + 1))}`.trim() };
}

/** Fields of one form whose values belong to an answer, and characters of each. */
const BOUND = 500;
const BOUND_TEXT = 10_000;

/**
 * The fields whose values a click on an element may send: of its form, or else in the box around it.
 */
function fieldsAround(element, box) {
  const form = element.form ?? dom.closest(element, 'form');
  const all = [...dom.all(form ? dom.root(element) : (box ?? dom.root(element)), 'input,select,textarea')];
  return all.filter((node) => !form || node.form === form).slice(0, BOUND);
}

const isInputOfType = (node, types) => dom.tag(node) === 'input' && types.test(node.type);

/** The value of a field, to which an answer is bound. */
function boundValue(node) {
  const text =
    dom.tag(node) === 'select'
      ? [...node.selectedOptions].map((option) => option.value).join('\n')
      : isInputOfType(node, /^(checkbox|radio)$/)
        ? String(node.checked)
        : node.value;
  return `${text.length} ${text.slice(0, BOUND_TEXT)}`;
}

/** A field with its value for a question; an empty text for one that has no value. A password is not shown. */
function askedValue(node, names) {
  if (isInputOfType(node, /^(submit|button|reset|image)$/)) return '';
  const isChoice = isInputOfType(node, /^(checkbox|radio)$/);
  const options = dom.tag(node) === 'select' ? [...node.selectedOptions] : [];
  const text = options.map((option) => lineOf(option.label)).join(', ') || node.value.slice(0, BOUND_TEXT);
  if (isChoice ? !node.checked : text === '') return '';
  const called = stringify(lineOf(calledOf(node, names)) || dom.attribute(node, 'name') || node.type);
  if (isChoice) return `${called} checked`;
  return isInputOfType(node, /^password$/) ? `${called} (a password)` : `${called} = ${stringify(text)}`;
}

/**
 * The elements that an action reaches, first the one that takes it: the controls around the point of the target, the
 * controls of labels, the field, the target. A key without a target reaches the focused element, `anywhere` or in this
 * document. An action that only reads an element reaches it `alone`. Further chosen elements follow: the `options` of a
 * list; and the element around both ends of a drag, to `other`, is clicked.
 */
page.subjects = ({
  number,
  next,
  takesText = false,
  chord = null,
  anywhere = false,
  alone = false,
  other = 0,
  options = [],
}) => {
  const key = chord?.key ?? null;
  findHandlers();
  const hasFocus = number !== 0 || anywhere || document.hasFocus();
  let element = number === 0 ? focusedElement() : page.element(number);
  if (number !== 0 && !element) return null;
  if (key !== null && takesText) element = fieldOf(element) ?? element;
  if (!hasFocus) element = null;
  const counter = { next };
  const roles = new Roles();
  const isControl = (node) => {
    const role = roles.of(node);
    return CLICKED.test(role) || INPUT.test(role) || dom.tag(node) === 'summary';
  };
  const hasPointer = (node) => node !== null && getComputedStyle(node).cursor === 'pointer';
  const isClickable = (node) =>
    !/^(html|body)$/.test(dom.tag(node)) &&
    reacts(node, getComputedStyle(node), { pointer: hasPointer(dom.parent(node)) });
  const addAround = (start, list) => {
    let isIn = false;
    for (let node = start; node; node = dom.parent(node)) {
      if (dom.tag(node) === 'label' && node.control) list.add(node.control);
      // An element that reacts without a role takes the click if no control does.
      if (isControl(node) || (!isIn && isClickable(node))) {
        list.add(node);
        isIn = true;
      }
    }
    return isIn;
  };
  /** Elements at the points of the targets, which take the input themselves. */
  const hits = new Set();
  const reached = (element) => {
    const list = new Set();
    const field = takesText ? fieldOf(element) : null;
    if (field) list.add(field);
    const bare = [];
    if (key === null) {
      reveal(element);
      const point = pointOf(element);
      for (const node of point.x === undefined ? [] : drawnAt(point.x, point.y)) {
        hits.add(node);
        // Outside of a control a listener around the element may take the click.
        if (!addAround(node, list) && holds(element, node)) bare.push(node);
      }
    }
    addAround(element, list);
    list.add(element);
    for (const node of bare) list.add(node);
    return list;
  };
  const list = alone ? new Set([element]) : element ? reached(element) : new Set();
  const end = other ? page.element(other) : null;
  const clicked = new Set(end ? [...reached(end)].filter((node) => list.has(node)) : []);
  // Enter in a field sends its form as its first button does.
  const isSender = (node) => node.form === element.form && /^(submit|image)$/.test(node.type);
  const isField = key === 'Enter' && element && dom.tag(element) === 'input' && element.form;
  const sender = isField ? [...dom.all(dom.root(element), 'button,input')].find(isSender) : null;
  if (sender) list.add(sender);
  if (key === 'Enter' || key === ' ')
    for (const node of list)
      if (node === sender || CLICKED.test(roles.of(node)) || dom.tag(node) === 'summary') clicked.add(node);
  if (isField && !sender) clicked.add(element);
  for (const node of key === null ? [] : [...(element ? chosenBy(element, chord, roles) : []), ...accessed(chord)]) {
    list.add(node);
    clicked.add(node);
  }
  const select = element && dom.tag(element) === 'label' ? element.control : element;
  if (options.length > 0 && select && dom.tag(select) === 'select') {
    const isNamed = (option) => options.some((text) => option.value === text || alike(option.label) === alike(text));
    for (const option of [...select.options].filter(isNamed)) list.add(option);
  }
  const names = new Names(roles);
  const drawn = new DrawnTexts(names.styles);
  const joined = new DrawnTexts(names.styles, true);
  const isDrawn = (node, role) => {
    if (/^(html|body)$/.test(dom.tag(node)) || isText(node) || isEditingHost(node) || dom.tag(node) === 'select')
      return false;
    return (
      hits.has(node) ||
      (!COMPOSITE.test(role) &&
        (isControl(node) || INLINE.has(role) || isClickable(node) || (key === null && node === element)))
    );
  };
  let left = SUBJECT_TEXT;
  const rows = [];
  const askedValues = new Map();
  for (const node of list) {
    const role = roles.of(node) || 'generic';
    const isPart = INLINE.has(role) && !isEditingHost(node);
    // An element without a role is known by its text, as in a snapshot.
    const name = lineOf(calledOf(node, names)) || (isPart ? lineOf(new Computation(names).reference(node, true)) : '');
    const called = name === '' && dom.tag(node) === 'option' ? lineOf(node.label) : name;
    const parts = [...(isDrawn(node, role) ? [node] : []), ...(node.labels ?? [])];
    const shown = parts.map((part) => drawn.of(part));
    const closed = parts.map((part) => joined.of(part));
    const texts = [...new Set([called, ...shown])].filter((text) => text !== '');
    const [first = ''] = texts;
    const others = texts.filter((text) => alike(text) !== alike(first));
    const kind = role === 'generic' || role === 'none' ? `<${dom.localName(node)}>` : role;
    const drawnAs = (length) => others.map((text) => `, drawn as ${quoted(text, length)}`).join('');
    const title = titleAround(node, roles);
    const whole =
      `${kind} ${stringify(first)}${drawnAs(Infinity)}` + `${title === '' ? '' : ` next to ${stringify(title)}`}`;
    const near = around(node, roles, drawn);
    const fields = takesText && key === null ? [] : fieldsAround(node, near.box);
    for (const field of fields) if (!askedValues.has(field)) askedValues.set(field, askedValue(field, names));
    const row = {
      role,
      names: texts,
      joined: [...new Set(closed)].filter((text) => text !== '' && !texts.includes(text)),
      text: describe(node, roles, names) + drawnAs(ROOM),
      whole,
      number: page.reference(node, counter),
      // An answer holds as long as these are the same.
      around: [near.text, ...fields.map(boundValue)].join('\n'),
      values: fields.map((field) => askedValues.get(field)).filter((text) => text !== ''),
      clicked: clicked.has(node),
      href: leadsTo(node, isField && node === element ? element.form : null),
    };
    left -=
      row.whole.length +
      row.around.length +
      row.values.join('').length +
      texts.join('').length +
      row.joined.join('').length;
    if (left < 0)
      return {
        error: 'not_actionable',
        message: 'the elements that the action reaches have too much text for the rules of the policy',
      };
    rows.push(row);
    if (isPart && isClickable(node)) rows.push({ ...row, role: 'clickable' });
  }
  return { rows, focused: element !== null, next: counter.next, origin: page.origin() };
};
