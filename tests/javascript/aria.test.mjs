// Roles and names: the pages of `tests/data/aria`, which the browsers of the end-to-end tests read as well.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, read } from './page.mjs';

/** Names that depend on generated content, layout or scripts of the page, which jsdom has not. */
const RENDERED = new Set([
  'onetwo',
  'a text z',
  'star text',
  'text more',
  'NEW text',
  'before slotted after',
  'in the shadow',
]);

/** No role of its own, in the two ways in which roles say so. */
const loose = (role) => (role === 'none' ? 'generic' : role);

for (const [file, count] of [
  ['roles', 90],
  ['names', 70],
  ['controls', 240],
]) {
  test(`elements of ${file}.html have their roles and names`, () => {
    const { document, page } = open(read(`tests/data/aria/${file}.html`));
    const [found, expected] = [[], []];
    const add = (element, is, wanted) => {
      found.push([element.outerHTML, is]);
      expected.push([element.outerHTML, wanted]);
    };
    for (const element of document.querySelectorAll('[data-role]')) {
      const { role } = element.dataset;
      if (role === '-') add(element, loose(page.role(element)), 'generic');
      else add(element, page.role(element), role);
    }
    for (const element of document.querySelectorAll('[data-name]')) {
      const { name } = element.dataset;
      if (!RENDERED.has(name)) add(element, page.name(element), name);
    }
    assert.deepEqual(found, expected);
    assert.ok(found.length >= count, `${found.length} cases`);
  });
}
