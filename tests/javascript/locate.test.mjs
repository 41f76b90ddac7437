// Targets, searches and facts: the cases of `locate.json`, all on one page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, read } from './page.mjs';

const cases = JSON.parse(read('tests/javascript/locate.json'));
const { document, page } = open(cases.page.join('\n'));

let next = 1;
/** The number of the element that a selector matches. */
const numbered = (selector) => {
  const counter = { next };
  const number = page.reference(document.querySelector(selector), counter);
  next = counter.next;
  return number;
};
const shown = ({ text, context }) => (context ? `${text} next to ${context}` : text);

for (const [name, request, expected, near] of cases.calls) {
  test(`${name} ${JSON.stringify(request)}`, async () => {
    const answer = await page[name]({ limit: 10, next, ...request });
    next = answer.next ?? next;
    // The objects are of the page's realm.
    const texts = (rows) => [...rows].map(shown);
    assert.deepEqual(answer.error ?? texts(answer.rows), expected);
    if (near) assert.deepEqual(texts(answer.near), near);
  });
}

for (const [selector, fact, expected] of cases.facts) {
  test(`${selector} is ${fact}: ${expected}`, () => {
    const answer = page.is({ number: numbered(selector), fact });
    assert.equal(answer.error ?? answer, expected);
  });
}

for (const [selector, part, expected] of cases.parts) {
  test(`${part} of ${selector}`, () => {
    assert.equal(page.read({ number: numbered(selector), part }).value, expected);
  });
}

test('a number is of one element, and of none that left', () => {
  const heading = document.querySelector('h1');
  const number = numbered('h1');
  assert.equal(numbered('h1'), number);
  assert.equal(page.element(number), heading);
  heading.remove();
  assert.equal(page.element(number), null);
  assert.equal(page.is({ number, fact: 'visible' }).error, 'stale');
});
