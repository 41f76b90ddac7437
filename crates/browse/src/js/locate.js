// @ts-check
// Elements by selector, by role and name, and by other properties; and their descriptions.

const ROOM = 60;

const SPACES = new RegExp(`[\\s\\u200b\\ufeff${PRIVATE}]+`, 'gu');

/** A text on one line, of at most `length` characters. */
const line = (text, length = ROOM) => {
  const flat = String(text ?? '')
    .replace(SPACES, ' ')
    .trim();
  return flat.length <= length ? flat : `${flat.slice(0, length)}\u2026`;
};

/** A value in quotes, with its white space, and escaped as in JSON. */
const quoted = (text, length = 120) => stringify(text.length <= length ? text : `${text.slice(0, length)}\u2026`);

/** A name as it is compared. */
const alike = (text) => line(text, Infinity).toLowerCase();

/** Roles that a near match may have. */
const ACTED_ON = new Set(
  (
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider ' +
    'spinbutton switch tab textbox treeitem'
  ).split(' '),
);

/** The element with the focus, also in a shadow root. */
function focusedElement() {
  let element = document.activeElement;
  for (let left = 100; element && left > 0; left--) {
    const inner = dom.shadow(element)?.activeElement;
    if (!inner) break;
    element = inner;
  }
  return element;
}

/** The document and its shadow roots. */
function trees() {
  const list = [document];
  for (let at = 0; at < list.length; at++) {
    for (const element of list[at].querySelectorAll('*')) {
      const root = dom.shadow(element);
      if (root) list.push(root);
    }
  }
  return list;
}

/** Elements that may be hosts of a shadow root (DOM, `attachShadow`), next to custom ones. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);
/** Elements that are looked up at once. */
const SUSPECTS = 5_000;
/** Elements with content that were looked up: they get no root later, but for rare pages. */
const asked = new WeakSet();
/** Elements of a selector that are compared with each other, at most. */
const TWINS = 50;
let suspects = [];

/** Lists the elements that may have a closed shadow root, and returns their number. */
page.suspects = () => {
  suspects = [];
  for (const tree of trees()) {
    for (const element of dom.all(tree, '*')) {
      const name = dom.tag(element);
      const isCustom = name.includes('-');
      if ((!isCustom && !HOSTS.has(name)) || dom.shadow(element) || asked.has(element)) continue;
      if (!isCustom && dom.firstChild(element)) asked.add(element);
      suspects.push(element);
      if (suspects.length === SUSPECTS) return SUSPECTS;
    }
  }
  return suspects.length;
};

/** Takes that list. */
page.takeSuspects = () => {
  const list = suspects;
  suspects = [];
  return list;
};

/** Returns whether `inner` is in `outer`, also through shadow roots. */
function holds(outer, inner) {
  for (let node = inner; node; node = dom.parentNode(node) ?? node.host) if (node === outer) return true;
  return false;
}

const sizeOf = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};

/** The image that an area of an image map is a part of. */
function imageOf(area) {
  const map = dom.closest(area, 'map');
  const name = map && dom.attribute(map, 'name');
  return name
    ? ([...dom.all(dom.root(area), 'img[usemap]')].find((image) => dom.attribute(image, 'usemap') === `#${name}`) ??
        null)
    : null;
}

/** Returns whether an element has a box that is not hidden. */
function isVisible(element) {
  if (dom.tag(element) === 'area') return imageOf(element) !== null && isVisible(imageOf(element));
  if (!dom.isConnected(element) || getComputedStyle(element).visibility !== 'visible') return false;
  if (element.checkVisibility && !element.checkVisibility({ contentVisibilityAuto: false })) {
    if (getComputedStyle(element).display !== 'contents') return false;
  }
  if (sizeOf(element)) return true;
  // A box without a height whose content is seen, or none of its own.
  for (const child of dom.children(element)) {
    if (dom.kind(child) === 1 && isVisible(child)) return true;
    if (dom.kind(child) === 3 && dom.text(child).trim() !== '') {
      const range = document.createRange();
      range.selectNode(child);
      const { width, height } = range.getBoundingClientRect();
      if (width > 0 && height > 0) return true;
    }
  }
  return false;
}

/** The first of an element and those around it, the innermost first, of which `is` holds; null if it holds of none. */
function upward(element, is) {
  for (let node = element; node; node = dom.parent(node)) if (is(node)) return node;
  return null;
}

const isAriaDisabled = (node) => dom.attribute(node, 'aria-disabled')?.toLowerCase() === 'true';

/** Returns whether an element takes no input, because of itself or of an element around it. */
const isOff = (element) => dom.matches(element, ':disabled') || upward(element, isAriaDisabled) !== null;

/** The cause that an element takes no input, for a message; null if it takes input. */
function whyOff(element) {
  if (dom.matches(element, ':disabled')) {
    const fieldset = dom.has(element, 'disabled')
      ? null
      : upward(element, (node) => dom.tag(node) === 'fieldset' && node.disabled);
    return fieldset ? `it is disabled by ${describe(fieldset)} around it` : 'it is disabled';
  }
  const cause = upward(element, isAriaDisabled);
  if (cause === null) return null;
  return cause === element
    ? 'it is disabled (aria-disabled)'
    : `it is disabled by aria-disabled of ${describe(cause)} around it`;
}

/** The cause that an element is inert, for a message; null if it is not. */
function whyInert(element) {
  const cause = upward(element, (node) => dom.has(node, 'inert'));
  if (cause === null) return null;
  return cause === element ? 'it is inert' : `it is in ${describe(cause)}, which is inert`;
}

/** The cause that the pointer passes through an element, for a message. */
function whyUntouchable(element) {
  const passes = (node) => getComputedStyle(node).pointerEvents === 'none';
  if (!passes(element)) return null;
  let cause = element;
  for (let node = dom.parent(element); node && passes(node); node = dom.parent(node)) cause = node;
  const isPage = /^(html|body)$/.test(dom.tag(cause));
  const of = isPage
    ? ' of the page; a layer that is open may do that, which `press Escape` or `press Enter` closes'
    : cause === element
      ? ''
      : ` of ${describe(cause)}`;
  return `the pointer passes through it (pointer-events: none${of})`;
}

/** A role and a name, such as `button "Save"`. */
function describe(element, roles = new Roles(), names = new Names(roles)) {
  const own = roles.of(element) || 'generic';
  const role = INLINE.has(own) ? listedRole(element, roles) : own;
  const name = line(calledOf(element, names));
  let shown = role === 'generic' || role === 'none' ? `<${dom.localName(element)}>` : role;
  if (name !== '') return `${shown} "${name.replace(/["\\]/g, '\\$&')}"`;
  const id = dom.attribute(element, 'id');
  if (id) shown += `#${line(id, 30)}`;
  const text = line(visibleText(element).slice(0, 400), 30);
  return text === '' || role === 'iframe' ? shown : `${shown} "${text}"`;
}

/** The elements around an element, from the outermost on. */
function pathOf(element, roles, names) {
  const parts = [];
  for (let node = dom.parent(element), left = 200; node && left > 0; left--, node = dom.parent(node)) {
    const role = roles.of(node);
    if (!role || role === 'generic' || role === 'none' || role === 'paragraph' || role === 'document') continue;
    const name = NAMED_BY_CONTENT.has(role) ? '' : line(names.of(node), 30);
    parts.unshift(name === '' ? role : `${role} "${name}"`);
  }
  return parts.length > 4 ? ['\u2026', ...parts.slice(-4)].join(' > ') : parts.join(' > ');
}

/** Elements that were found, with references; the elements around one distinguish it from others. */
function shown(list, next, limit = 20, hasPath = true) {
  const counter = { next };
  const roles = new Roles();
  const names = new Names(roles);
  const few = list.slice(0, limit);
  const contexts = hasPath && list.length > 1 ? contextsOf(few, roles.styles) : [];
  const sight = new Sight();
  const rows = few.map((element, at) => {
    const name = line(calledOf(element, names), 200);
    const seen = isVisible(element);
    return {
      context: contexts[at]?.text ?? '',
      mark: hasPath && seen ? (sight.why(element) ?? '') : '',
      number: page.reference(element, counter, name, titleAround(element, roles)),
      role: roles.of(element) || 'generic',
      name,
      text: describe(element, roles, names),
      path: hasPath ? pathOf(element, roles, names) : '',
      seen,
    };
  });
  return { rows, next: counter.next };
}

/**
 * A name as it is compared with a later one: without a count in parentheses, such as `(3)`, its cut end, and characters
 * that are not drawn.
 */
const lasting = (name) =>
  alike(name)
    .replace(/[\u00ad\u200c\u200d\u2060]/g, '')
    .slice(0, 150)
    .replace(/ ?[([][\d\s.,/:%+-]+[)\]]/g, '');

/** The title of the row, card or dialog around an element. */
function titleAround(element, roles) {
  const titled = upward(dom.parent(element), (node) => TITLED.has(roles.of(node)));
  return titled ? titleFor(element, titleIn(titled)) : '';
}

/** The title around an element that was another one when it was shown to the caller, or null if it is the same. */
function newTitle(element) {
  const old = lasting(toldIn.get(element) ?? '');
  if (old === '') return null;
  const title = titleAround(element, new Roles());
  const is = lasting(title);
  return is === '' || is.startsWith(old) || old.startsWith(is) ? null : title;
}

/**
 * The name of an element that shows another thing than when it was shown to the caller, as a row of a list that is
 * drawn in the place of another one; null if it is the same, or without a name for the time being.
 */
function newName(element) {
  const known = (told.get(element) ?? []).map(lasting);
  // A list that shows its choice is still the same list.
  if (known.length === 0 || known[0] === '' || dom.attribute(element, 'aria-haspopup') === 'listbox') return null;
  const roles = new Roles();
  const names = new Names(roles);
  const labels = dom.tag(element) === 'input' ? [...(element.labels ?? [])] : [];
  const ways = [
    () => names.of(element, true),
    ...[element, ...labels].map((node) => () => new Computation(names).reference(node, true)),
  ];
  let first = null;
  for (const way of ways) {
    const name = line(way(), 200);
    if (known.includes(lasting(name))) return null;
    if (first === null && name !== '') first = name;
  }
  return first;
}

/** Notes the name of an element as known to the caller, who is about to see it. */
function renew(element) {
  const name = newName(element);
  if (name !== null) tell(element, name);
}

/** Milliseconds in which a name may become the one again that was shown. */
const PASSES = 1_000;

/**
 * A judge of whether an element shows another thing than the caller means, for one action on it. A name that goes on
 * changing in its numbers, as a clock's, is the same one.
 */
function judgeOf(number, element, known) {
  const begin = now();
  const seen = new Set();
  const isMeant = !known || warned.has(element);
  warned.delete(element);
  return () => {
    if (isMeant) return null;
    const name = newName(element);
    const title = name === null ? newTitle(element) : null;
    if (name === null && title === null) return null;
    if (name !== null) {
      seen.add(name);
      const shape = (text) => lasting(text).replace(/\d+/g, '0');
      if (seen.size > 1 && [...seen].every((text) => shape(text) === shape(told.get(element)[0]))) return null;
    }
    if (now() - begin < PASSES) return { wait: true };
    const change =
      name !== null
        ? ` was ${quoted(told.get(element)[0])} when it was shown, and is ${describe(element)} now`
        : `, ${describe(element)}, was next to ${quoted(toldIn.get(element))} when it was shown, ` +
          `and is next to ${quoted(title)} now`;
    if (name !== null) told.set(element, [name]);
    else toldIn.set(element, title);
    warned.add(element);
    return { error: 'stale', message: `@e${number}${change}; nothing was done: use it again if that is meant` };
  };
}

/** Returns whether a name is a part of another one; a letter or two are in too many. */
const isPartOf = (name, text) => (text !== '' && name.includes(text)) || (name.length > 2 && text.includes(name));

/** Elements that may be acted on whose name, or role and name, is a text, with their distance from it. */
function named(all, text) {
  const list = [];
  const roles = new Roles();
  const names = new Names(roles);
  for (const tree of all) {
    for (const element of tree.querySelectorAll('*')) {
      const role = roles.of(element) || '';
      if (!ACTED_ON.has(role) || list.length >= 50) continue;
      const name = alike(names.of(element));
      const ways = [name, `${role} ${name}`, `${name} ${role}`];
      if (ways.includes(text)) list.push([0, element]);
      else if (isPartOf(name, text)) list.push([1, element]);
    }
  }
  return list;
}

/** Edit distance, of short texts. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const last = row;
    row = [i];
    for (let j = 1; j <= other.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    }
  }
  return row[other.length];
}

/**
 * Elements that match a target, or near ones if there are none. If there is one match, and its document has no frames,
 * a function may follow in the same call (`then`), if it need not wait; otherwise it is called again, and waits.
 */
page.locate = async ({ css = '', role = '', name = '', around = '', next, then = null }) => {
  const found = [];
  const near = [];
  const all = trees();
  if (css !== '') {
    const bare = bareRow(css);
    for (const tree of all) {
      try {
        found.push(...tree.querySelectorAll(css));
      } catch {
        if (bare !== null) break;
        return { error: 'usage', message: `expected @e12, a CSS selector or button "Save", found ${css}` };
      }
    }
    if (found.length === 0 && bare !== null) found.push(...ofRow(bare, all));
    // A component and the control in it may have the same id or class.
    if (found.length > 1 && found.length <= TWINS) {
      const outer = found.filter(
        (element) => !found.some((other) => dom.root(other) !== dom.root(element) && holds(other, element)),
      );
      found.splice(0, found.length, ...outer);
    }
    // Words that may be meant as a name.
    if (found.length === 0 && /^[\p{L}\d][\p{L}\d\s]*$/u.test(css)) near.push(...named(all, alike(css)));
  } else {
    const roles = new Roles();
    const names = new Names(roles);
    const wanted = alike(name);
    const has = roleTest(role, roles);
    const isBox = role === 'checkbox' || role === 'radio';
    const text = wanted.slice(0, 80);
    const [cut, nameless, titled] = [[], [], []];
    for (const tree of all) {
      for (const element of tree.querySelectorAll('*')) {
        const isSame = has(element);
        if (isSame && TITLED.has(role)) titled.push(element);
        if (!isSame && (!ACTED_ON.has(roles.of(element) || '') || near.length >= 50)) continue;
        const drawn =
          isSame && isBox && dom.tag(element) === 'input' ? (labelOf(element) ?? looseLabelOf(element)) : null;
        const called = alike(
          names.of(element) ||
            (drawn ? dom.text(drawn) : '') ||
            (isSame && isVeiled(element) ? new Computation(names).name(element) : ''),
        );
        if (isSame && called === wanted) found.push(element);
        else if (isSame && beginsAlike(called, wanted)) cut.push(element);
        else if (isSame && called === '' && isVisible(element)) nameless.push(element);
        else if (called !== '' && text !== '') {
          const far = isPartOf(called, text) ? 1 : distance(called.slice(0, 80), text);
          if (far <= Math.max(2, text.length / 3)) near.push([far + (isSame ? 0 : 1), element]);
        }
      }
    }
    if (found.length === 0) found.push(...cut);
    if (found.length === 0 && wanted !== '') found.push(...havingText(nameless, wanted, names));
    if (found.length === 0) found.push(...titled.filter((element) => hasPart(element, wanted, roles)));
  }
  const seen = found.filter(isVisible);
  const fitting = seen.length > 0 ? inSight(seen) : found;
  const list = around === '' ? fitting : inPart(fitting, around);
  if (list.length === 0) near.push(...fitting.map((element) => [0, element]));
  near.sort((one, other) => one[0] - other[0]);
  const rest =
    list.length > 0
      ? { rows: [], next }
      : shown(
          near.map(([, element]) => element),
          next,
          5,
        );
  const frames = framesOf(all);
  const isAlone = list.length === 1 && !frames && window === window.top;
  /** @type {any} */
  const outcome = { count: list.length, near: rest.rows, ...shown(list, rest.next, 10, !isAlone), frames };
  if (then === null || list.length !== 1 || outcome.frames) return outcome;
  const changed = page.changedSince(then.name, outcome.rows[0].number);
  const done = await page[then.name]({ ...then.arguments, number: outcome.rows[0].number, patience: 0 });
  if (changed) outcome.changed = done.changed = changed;
  // An action that was done, and not taken, must not be done again.
  return done.error === undefined || done.error === 'not_taken' ? { ...outcome, done } : outcome;
};

/** Returns whether there is a frame in the document. */
function framesOf(all = trees()) {
  return all.some((tree) => tree.querySelector('iframe, frame') !== null);
}

/** A test of texts. */
function test({ part, source, flags }) {
  if (source === undefined) {
    const wanted = alike(part);
    return (text) => alike(text).includes(wanted);
  }
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''));
  return (text) => pattern.test(text);
}

/** Elements whose property matches. */
page.find = ({ by, pattern, name, limit, next }) => {
  let matches;
  let named;
  try {
    matches = test(pattern);
    named = name ? test(name) : null;
  } catch (error) {
    return { error: 'usage', message: `expected a regular expression of JavaScript: ${error.message}` };
  }
  const roles = new Roles();
  const names = new Names(roles);
  const attribute = (name) => (element) => dom.attribute(element, name);
  const wanted = pattern.part === undefined ? null : alike(pattern.part).replace(/^img$/, 'image');
  const property = {
    role: (element) => (INLINE.has(roles.of(element)) ? listedRole(element, roles) : roles.of(element)),
    placeholder: attribute('placeholder'),
    alt: attribute('alt'),
    title: attribute('title'),
    testid: (element) =>
      dom.attribute(element, 'data-testid') ??
      dom.attribute(element, 'data-test-id') ??
      dom.attribute(element, 'data-test'),
    label: (element) =>
      dom.matches(element, 'input,textarea,select,button,meter,output,progress,[role],[contenteditable]')
        ? names.of(element)
        : null,
  }[by];
  const found = [];
  const isThere = (element) => {
    const value = property(element);
    if (value === null || value === undefined || value === '') return false;
    const fits = by === 'role' && wanted !== null ? value === wanted : matches(value);
    return fits && (!named || named(names.of(element)));
  };
  for (const tree of trees()) {
    if (by === 'text') textual(tree, matches, found);
    else for (const element of tree.querySelectorAll('*')) if (isThere(element)) found.push(element);
  }
  const list = found.filter((element) => isVisible(element) && (!named || named(names.of(element))));
  return { count: list.length, hidden: found.length - list.length, ...shown(list, next, limit), frames: framesOf() };
};

const SILENT = [...UNRENDERED].join(',');

/** The text of an element without the text of scripts, styles and the like. */
function textOf(element) {
  if (!element.querySelector(SILENT)) return dom.text(element);
  const parts = [];
  const stack = [element];
  while (stack.length > 0) {
    const node = stack.pop();
    if (dom.kind(node) === 3) parts.push(dom.text(node));
    else if (dom.kind(node) === 1 && !UNRENDERED.has(dom.tag(node))) stack.push(...dom.nodes(node).reverse());
  }
  return parts.join('');
}

/** The innermost elements with a text. */
function textual(tree, matches, found) {
  const inner = new Set();
  const all = [...tree.querySelectorAll('*')].filter((element) => !UNRENDERED.has(dom.tag(element)));
  for (const element of all.reverse()) {
    if (inner.has(element)) {
      if (element.parentElement) inner.add(element.parentElement);
      continue;
    }
    const isButton = dom.tag(element) === 'input' && /^(button|submit|reset)$/.test(element.type);
    const text = isButton ? element.value : textOf(element);
    if (text.length > 20_000 || !matches(text)) continue;
    found.push(element);
    if (element.parentElement) inner.add(element.parentElement);
  }
  found.reverse();
}

/** Returns whether a text is visible. */
page.hasText = ({ pattern }) => {
  const found = [];
  const matches = test(pattern);
  for (const tree of trees()) textual(tree, matches, found);
  return found.some(isVisible);
};

/** A state of an element. */
page.is = ({ number, fact }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  if (fact === 'visible') return isVisible(element);
  if (fact === 'enabled') return !isOff(element);
  const box = boxOf(element);
  const state = checkedOf(box);
  if (state === UNKNOWN) return { error: 'not_actionable', message: `${describe(box)} is ${unknownState(box)}` };
  return state === null ? noBox(element) : state === 'true';
};

/** State of a box whose role has one, and that has no attribute for it. */
const UNKNOWN = 'unknown';

/** The checked state: true, false, mixed or unknown; null for an element without one. */
function checkedOf(element) {
  if (dom.tag(element) === 'input' && /^(checkbox|radio)$/.test(element.type)) {
    return element.indeterminate ? 'mixed' : String(element.checked);
  }
  if (dom.tag(element) === 'option') return String(element.selected);
  for (const name of ['aria-checked', 'aria-pressed', 'aria-selected']) {
    const value = dom.attribute(element, name);
    if (value !== null) return value.toLowerCase();
  }
  const isBox = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(page.role(element));
  return isBox || isBareBox(element) ? UNKNOWN : null;
}

/** The text of an element as it is rendered, through shadow roots, without the text of some elements. */
function visibleText(start, unseen = new Set()) {
  if (!start) return '';
  const hasRoots = [start, ...start.querySelectorAll('*')].some((element) => dom.shadow(element));
  if (!hasRoots && unseen.size === 0) return start.innerText ?? dom.text(start);
  const parts = [];
  const stack = [start];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node === 'string') {
      parts.push(node);
      continue;
    }
    if (dom.kind(node) === 3) {
      const up = dom.parent(node);
      if (!up || getComputedStyle(up).visibility === 'visible') parts.push(dom.text(node).replace(/\s+/g, ' '));
      continue;
    }
    if (dom.kind(node) !== 1 || UNRENDERED.has(dom.tag(node))) continue;
    if (dom.tag(node) === 'br' || unseen.has(node)) parts.push('\n');
    const { display } = getComputedStyle(node);
    if (display === 'none' || unseen.has(node)) continue;
    const isBlock = !/^(inline|contents)/.test(display);
    if (isBlock) {
      parts.push('\n');
      stack.push('\n');
    }
    stack.push(...dom.children(node).reverse());
  }
  return parts
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** A part of an element, or of the document for 0. */
page.read = ({ number, part }) => {
  const element = number === 0 ? document.documentElement : page.element(number);
  if (!element) return { error: 'stale', message: '' };
  if (part === 'html') return { value: element.outerHTML, frames: framesOf() };
  if (part === 'text') {
    const shown = number === 0 ? document.body : element;
    return { value: visibleText(shown, shown ? unseenIn(shown) : undefined), frames: framesOf() };
  }
  if (part === 'title') return { value: document.title };
  const field = fieldOf(element);
  const isWidget = dom.tag(element) !== 'select' && (isPicker(element) || isOwnList(element));
  if (isWidget && !(field && readField(field) !== '')) return { value: page.shownValue(element) };
  return {
    value: field
      ? readField(field)
      : (dom.attribute(element, 'aria-valuetext') ??
        dom.attribute(element, 'aria-valuenow') ??
        String(element.value ?? '')),
  };
};

/** The frames of the document: references of their elements, and their contents. */
page.frames = ({ next }) => {
  const counter = { next };
  const list = [];
  for (const tree of trees()) {
    for (const element of /** @type {any} */ (tree.querySelectorAll('iframe, frame'))) {
      list.push({
        number: page.reference(element, counter),
        name: line(element.name || element.title || element.id || '', 80),
        url: element.src || '',
      });
    }
  }
  return { frames: list.slice(0, 200), next: counter.next };
};

/** The point of this document at a point in a frame, with the element that covers the frame there. */
page.frameBox = ({ number, x, y }) => {
  const frame = page.element(number);
  if (!frame) return { error: 'stale', message: 'the frame is gone' };
  const box = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  const scaleX = frame.offsetWidth ? box.width / frame.offsetWidth : 1;
  const scaleY = frame.offsetHeight ? box.height / frame.offsetHeight : 1;
  const at = {
    x: box.left + (frame.clientLeft + parseFloat(style.paddingLeft) + x) * scaleX,
    y: box.top + (frame.clientTop + parseFloat(style.paddingTop) + y) * scaleY,
  };
  const hit = hitAt(at.x, at.y);
  return { ...at, cover: hit && hit !== frame ? describe(hit) : null };
};
