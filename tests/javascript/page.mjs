// Pages of jsdom with the functions that `browse` has in a page. It lays nothing out: each rendered box has one size.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const { JSDOM, VirtualConsole } = createRequire(
  resolve(process.env.WEBAGENTS_JAVASCRIPT ?? 'target/tools/javascript', 'package.json'),
)('jsdom');

/** The text of a file of the repository. */
export const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The scripts in the order in which `world.rs` joins them. */
const scripts = [
  ...read('crates/browse/src/world.rs').matchAll(/^ {4}(?:include_str!\("(js\/.*)"\)|"([{}])"),$/gm),
].map(([, path, brace]) => brace ?? read(`crates/browse/src/${path}`));

/** A window whose global `page` has the functions. */
export function open(html) {
  // jsdom reports what it does not implement, such as the styles of `::before`.
  const virtualConsole = new VirtualConsole();
  const { window } = new JSDOM(html, { runScripts: 'outside-only', url: 'https://example.com/', virtualConsole });
  const box = { x: 0, y: 0, left: 0, top: 0, right: 90, bottom: 20, width: 90, height: 20 };
  const none = { x: 0, y: 0, left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
  const isRendered = (node) => {
    for (let one = node; one; one = one.parentElement) {
      if (window.getComputedStyle(one).display === 'none') return false;
    }
    return true;
  };
  window.Element.prototype.getBoundingClientRect = function () {
    return isRendered(this) ? box : none;
  };
  window.Element.prototype.getClientRects = function () {
    return isRendered(this) ? [box] : [];
  };
  window.Range.prototype.getBoundingClientRect = () => box;
  window.Element.prototype.checkVisibility = function () {
    return isRendered(this);
  };
  window.eval(`globalThis.page = (() => {const page = {};${scripts.join('\n')}\nreturn page})()`);
  return window;
}
