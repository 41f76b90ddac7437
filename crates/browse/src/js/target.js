// @ts-check
// Targets as outputs write them: a role, a tag or `clickable`, with a name or a text that may be cut.

/** Returns whether an element is drawn, and only withdrawn from assistive technology. */
const isVeiled = (element) =>
  isVisible(element) &&
  !dom.has(element, 'inert') &&
  upward(element, (node) => dom.attribute(node, 'aria-hidden') === 'true') !== null;

/**
 * A test of elements for a role as outputs write it: of ARIA, `clickable`, or a tag such as `<div>`; with an id or
 * without.
 */
function roleTest(words, roles) {
  const [, head, , id] = /^([^#]*)(#(.*))?$/s.exec(words);
  const tag = head.replace(/^<(.*)>$/, '$1');
  const wanted = SYNONYMS[tag] ?? tag;
  const isRole = tag === head && (ROLES.has(tag) || tag === 'iframe');
  const is = (element) => {
    if (id !== undefined && !beginsAlike(dom.attribute(element, 'id') ?? '', id)) return false;
    if (head === 'clickable') return INLINE.has(roles.shown(element));
    return isRole
      ? roles.of(element) === wanted || listedRole(element, roles) === wanted
      : dom.localName(element) === tag;
  };
  return is;
}

/** Returns whether a text is the one wanted, which an output may have cut at its end. */
const beginsAlike = (text, wanted) =>
  text === wanted || (wanted.length > 1 && wanted.endsWith('\u2026') && text.startsWith(wanted.slice(0, -1)));

/** Returns whether an element without a role takes a click, as far as is known. */
function isClickable(element) {
  if (/^(html|body)$/.test(dom.tag(element))) return false;
  const up = dom.parent(element);
  return reacts(element, getComputedStyle(element), {
    pointer: up !== null && getComputedStyle(up).cursor === 'pointer',
  });
}

/** The first text in an element. */
function leadingText(element) {
  for (let node = element, left = REACH; node && left > 0; left--) {
    if (dom.kind(node) === 3 && dom.text(node).trim() !== '') return alike(dom.text(node));
    let next = dom.kind(node) === 1 ? dom.firstChild(node) : null;
    for (; !next && node && node !== element; node = dom.parentNode(node)) next = dom.nextSibling(node);
    node = next;
  }
  return '';
}

/**
 * Elements whose text is the one wanted, as outputs name elements without a name; of several in one another the
 * innermost.
 */
function havingText(elements, wanted, names) {
  const start = wanted.replace(/\u2026$/, '');
  const isIt = (element) => {
    const leading = leadingText(element);
    if (leading === '' || !(start.startsWith(leading) || leading.startsWith(start))) return false;
    return (
      beginsAlike(alike(new Computation(names).reference(element, true)), wanted) ||
      beginsAlike(alike(dom.text(element)), wanted)
    );
  };
  const found = elements.filter(isIt);
  const clickable = found.filter(isClickable);
  const list = clickable.length > 0 ? clickable : found;
  return list.filter((element) => !list.some((other) => other !== element && holds(element, other)));
}

/** Returns whether one of the blocks in an element, such as a cell of a row, has a text. */
const hasPart = (element, wanted, { styles }) =>
  textsAround(element, styles, () => false).some(
    (part) => beginsAlike(alike(part), wanted) || beginsAlike(alike(cut(part, CONTEXT_LENGTH)), wanted),
  );

/** The visible ones of some elements, if there are any. */
function inSight(list) {
  if (list.length < 2) return list;
  const sight = new Sight();
  const seen = list.filter((element) => sight.why(element) === null);
  return seen.length > 0 ? seen : list;
}

/** The one element of a role, or the one without a name; or all of the role. */
function ofRole(role, all) {
  const roles = new Roles();
  const names = new Names(roles);
  const has = roleTest(role, roles);
  const is = (element) => has(element) && isVisible(element) && (role !== 'clickable' || isClickable(element));
  const list = all.flatMap((tree) => [...dom.all(tree, '*')]).filter(is);
  const nameless = list.filter((element) => names.of(element) === '');
  return nameless.length === 1 ? nameless : list;
}

/**
 * The role and the value of a line of a snapshot without a name, such as `slider [disabled]: 1`; null if a target is
 * not one.
 */
function bareRow(text) {
  const [, role, value = ''] = /^([a-z-]+)(?: \[(?:\\.|[^\]\\])*\])*(?:: (.*))?$/s.exec(text) ?? [];
  if (role === 'text' && value !== '') return { role, value };
  return role !== undefined && (ROLES.has(role) || role === 'clickable') ? { role, value } : null;
}

/** The elements of such a line: of several with the role, the ones with the value, as their or a control's text. */
function ofRow({ role, value }, all) {
  const wanted = alike(value);
  const has = (text) => beginsAlike(alike(text), wanted);
  if (role === 'text') {
    const found = [];
    for (const tree of all) textual(tree, has, found);
    return found;
  }
  const list = ofRole(role, all);
  const names = new Names(new Roles());
  const fitting =
    list.length > 1 && value !== ''
      ? list.filter((element) => has(dom.text(element)) || has(valueOf(element, role, names)))
      : [];
  return fitting.length > 0 ? fitting : list;
}

/** The elements whose part of the page has the text `around`, as outputs name it, and holds no other of them. */
function inPart(elements, around) {
  const wanted = alike(around);
  const contexts = contextsOf(elements, new Styles());
  const named = elements.filter((_, at) => beginsAlike(alike(contexts[at].text), wanted));
  if (named.length > 0) return named;
  // The text may be another one of the same part, or of a larger one if there is one element alone.
  const bare = (text) =>
    alike(text)
      .replace(/\u2026$/, '')
      .replace(/ /g, '');
  const partOf = (element, at) => {
    let part = elements.length > 1 ? contexts[at].container : element;
    const isInner = (node) => elements.length === 1 && node && !/^(html|body)$/.test(dom.tag(node));
    for (let left = REACH; isInner(dom.parent(part)) && left > 0; left--) part = dom.parent(part);
    return part;
  };
  return elements.filter((element, at) => bare(dom.text(partOf(element, at))).includes(bare(around)));
}
