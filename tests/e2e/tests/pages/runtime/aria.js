// Lists the cases of the page: kind, element, expectation, answer.
// A page may name elements after members of its document.
const all = (selector) => Document.prototype.querySelectorAll.call(document, selector);
const byId = (id) => Document.prototype.getElementById.call(document, id);
const cases = [];
const add = (kind, element, expected, found) => cases.push([kind, element, expected, found ?? 'no element']);
const named = (element) => element.outerHTML.slice(0, 120);
// No role of its own, in any of the ways in which engines report this.
const loose = (role) => (role === 'none' ? 'generic' : role);

for (const element of all('[data-role]')) {
  const { role } = element.dataset;
  const found = page.role(element);
  if (role === '-') add('role', named(element), 'generic', loose(found));
  else add('role', named(element), role, found);
}
for (const element of all('[data-name]')) add('name', named(element), element.dataset.name, page.name(element));

// Pages of web-platform-tests for other programs than browsers: the expectations are ATK's.
for (const { element: id, test, type } of window.steps ?? []) {
  for (const [what, property, relation, expected] of (type === 'test' && test?.ATK) || []) {
    if (what !== 'property' || relation !== 'is' || typeof expected !== 'string') continue;
    const element = byId(id);
    if (property === 'name') add('name', id, expected, element && page.name(element));
    if (property === 'description') add('description', id, expected.trim(), element && page.description(element));
  }
}

// Its other pages, whose tests request roles and names from a driver; here the functions of `browse` answer.
let one;
const answer = (kind, found) => {
  Object.assign(one, { kind, found });
  return found;
};
window.test_driver = {
  get_computed_role: async (element) => answer('role', page.role(element)),
  get_computed_label: async (element) => answer('name', page.name(element)),
};
const assert = (holds, change) => {
  Object.assign(one, change);
  if (!holds) throw one;
};
window.assert_equals = (found, expected) => assert(found === expected, { found, expected });
window.assert_not_equals = (found, other) => assert(found !== other, {});
window.assert_false = (value, text) => assert(value === false, { expected: text });
for (const [name, run] of window.tests ?? []) {
  one = { kind: 'error', expected: 'an answer', found: '' };
  try {
    await run();
  } catch (error) {
    if (error !== one) one.found = `${error}`;
  }
  add(one.kind, name, one.expected, one.found);
}
return JSON.stringify(cases);
