// @ts-check
// Actions: the state of an element that an input needs, and scrolling.

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * The next task, by the scheduler if the engine has one, because it is sooner than a timer. Chromium keeps most tasks
 * back until it has drawn the frame that a press brings; a call of the debugger does not wait for that.
 */
const turn = () =>
  typeof scheduler === 'object' && scheduler?.postTask
    ? scheduler.postTask(() => {}, { priority: 'user-blocking' })
    : pause(0);

/** The next frame; if the page draws none, some time. */
const frame = () =>
  new Promise((done) => {
    requestAnimationFrame(() => done(undefined));
    setTimeout(done, 60);
  });

const now = () => performance.now();

/** The boxes of an element, the largest first. */
function boxesOf(element) {
  if (dom.tag(element) === 'area') return areaBoxes(element);
  const list = [...element.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
  if (list.length === 0) {
    for (const child of dom.children(element)) if (dom.kind(child) === 1) list.push(...boxesOf(child));
  }
  return list.sort((one, other) => other.width * other.height - one.width * one.height);
}

/** Returns whether `inner` is in `outer` in the flat tree, in which a slot holds its content. */
const draws = (outer, inner) => upward(inner, (node) => node === outer) !== null;

/** The box of an area of an image map. */
function areaBoxes(area) {
  const image = imageOf(area);
  if (!image) return [];
  const { left, top, width, height } = image.getBoundingClientRect();
  const at = (dom.attribute(area, 'coords') ?? '')
    .split(/[\s,;]+/)
    .map(parseFloat)
    .filter((number) => !Number.isNaN(number));
  const shape = (dom.attribute(area, 'shape') ?? 'rect').toLowerCase();
  const [xs, ys] = [at.filter((_, index) => index % 2 === 0), at.filter((_, index) => index % 2 === 1)];
  if (/^circ/.test(shape) && at.length > 2)
    return [new DOMRect(left + at[0] - at[2], top + at[1] - at[2], 2 * at[2], 2 * at[2])];
  if (shape === 'default' || xs.length < 2 || ys.length < 2) return [new DOMRect(left, top, width, height)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [new DOMRect(left + x, top + y, Math.max(...xs) - x, Math.max(...ys) - y)];
}

/** Returns whether a hit on `hit` is one on `element`. */
function isHit(element, hit) {
  if (!hit) return false;
  if (
    holds(element, hit) ||
    draws(element, hit) ||
    isHitInBox(element, hit) ||
    (isText(hit) && filterOver(element) === hit)
  )
    return true;
  if (dom.tag(element) === 'area' && hit === imageOf(element)) return true;
  // The label of a control stands for it; and a closed root shows its host alone.
  const label = dom.closest(hit, 'label');
  if (label && label.control === element) return true;
  return (
    dom.root(element) instanceof ShadowRoot &&
    holds(hit, element) &&
    dom.shadow(hit) === null &&
    hit.localName.includes('-')
  );
}

/**
 * Returns whether a hit is in the box of a field and on no other control: some fields leave the pointer to their box.
 */
function isHitInBox(element, hit) {
  if (!isText(element) && page.role(element) !== 'combobox') return false;
  if (dom.tag(element) === 'select') return false;
  const box = boxAround(element);
  if (box === element || !draws(box, hit)) return false;
  const isOther = (node) => node === box || (!holds(node, element) && dom.matches(node, `${INPUTS_IN},${POPUPS}`));
  return upward(hit, isOther) === box;
}

/** Returns whether an element shows another document, which takes the input that comes to it. */
const isFrame = (element) =>
  /^(iframe|frame|embed)$/.test(dom.tag(element)) || (dom.tag(element) === 'object' && element.contentWindow !== null);

/**
 * A point of the element that takes the pointer; or the obstacle. A drop on an element with nothing
 * drawn in its middle, such as a frame, falls on one that holds it.
 */
function pointOf(element, isDrop = false) {
  const boxes = boxesOf(element);
  if (boxes.length === 0) return { why: 'it has no box' };
  let cover = null;
  let inner = null;
  let isOutside = true;
  for (const box of boxes.slice(0, 3)) {
    for (const [dx, dy] of [
      [0.5, 0.5],
      [0.25, 0.5],
      [0.75, 0.5],
      [0.5, 0.2],
      [0.5, 0.8],
      [0.1, 0.1],
      [0.9, 0.9],
    ]) {
      const x = box.left + box.width * dx;
      const y = box.top + box.height * dy;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      isOutside = false;
      const hit = hitAt(x, y);
      // An element of the document in a frame takes the frame's input.
      if (hit && isFrame(hit) && isHit(element, hit)) inner ??= hit;
      else if (isHit(element, hit) || (isDrop && hit && holds(hit, element) && drawsAt(element, x, y)))
        return { x, y, aside: cover !== null };
      cover ??= hit;
    }
  }
  if (inner)
    return { why: `an element in ${describe(inner)} would take the input; name one that \`snapshot\` lists in it` };
  if (isOutside) return { why: 'it cannot be scrolled into view' };
  const why = whyInert(element) ?? whyUntouchable(element);
  if (why !== null) return { why };
  return { why: cover ? `${describe(cover)} covers it` : 'nothing of it can be hit', cover };
}

/** Running animations with an end that move the element: on it, on elements around it, and changes of the layout. */
function motionsOf(element) {
  return document.getAnimations().filter((animation) => {
    const { target, pseudoElement } = /** @type {any} */ (animation.effect ?? {});
    if (
      animation.playState !== 'running' ||
      !target ||
      pseudoElement ||
      animation.effect.getComputedTiming().endTime === Infinity
    )
      return false;
    const names = propertiesOf(animation);
    return draws(target, element) ? names.some((name) => !PAINT.test(name)) : names.some((name) => LAYOUT.test(name));
  });
}

/** Properties that move nothing, and properties that move other elements. */
const PAINT = /color|shadow|outline|fill|stroke|decoration|filter|cursor|radius/i;
const LAYOUT = /height|width|margin|padding|^(top|left|right|bottom|inset)|grid|flex|font|line/i;

/** The properties that an animation changes. */
function propertiesOf(animation) {
  if (animation.transitionProperty) return [animation.transitionProperty];
  const known = new Set(['offset', 'computedOffset', 'easing', 'composite']);
  return animation.effect
    .getKeyframes()
    .flatMap((frame) => Object.keys(frame))
    .filter((name) => !known.has(name));
}

/** Milliseconds to wait for the end of animations. */
const MOTION = 1_500;

/** Waits until an element and the boxes around it do not move any more, for at most [`MOTION`]. */
async function settle(element) {
  const end = now() + MOTION;
  const boxes = () => {
    const list = [];
    for (let node = element; node && list.length < BOX_LEVELS; node = dom.parent(node))
      list.push(node.getBoundingClientRect());
    return list;
  };
  for (let isStill = false; !isStill && now() < end;) {
    const before = boxes();
    await frame();
    const after = boxes();
    isStill = before.every((box, at) => after[at] && sameBox(box, after[at])) && motionsOf(element).length === 0;
  }
}

/** The time until which a script may move elements, as it has begun to do after the last input. */
let restless = 0;

/** Milliseconds for which a script moves elements after an input. */
const RESTLESS = 600;

const sameBox = (one, other) =>
  one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;

/** Brings the element into view; whether something was scrolled. */
function reveal(element) {
  const box = boxesOf(element)[0] ?? element.getBoundingClientRect();
  const isIn = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  if (isIn && window === window.top && pointOf(element).x !== undefined) return false;
  element.scrollIntoView({ block: isIn ? 'nearest' : 'center', inline: 'nearest', behavior: 'instant' });
  const after = boxesOf(element)[0] ?? element.getBoundingClientRect();
  return !sameBox(box, after);
}

/** The file input whose chooser a click on an element opens. */
function chooserOf(element) {
  const isFile = (node) => node && dom.tag(node) === 'input' && node.type === 'file';
  if (isFile(element)) return element;
  const label = dom.closest(element, 'label');
  // A control in the label takes the click itself.
  return label && isFile(label.control) && !dom.closest(element, 'a[href],button,input,select,textarea')
    ? label.control
    : null;
}

/** The last place of the pointer and the element under it; null if this document had no move. */
let rest = null;

addEventListener(
  'mousemove',
  (event) => {
    if (event.isTrusted) rest = { x: event.clientX, y: event.clientY, node: hitAt(event.clientX, event.clientY) };
  },
  { capture: true },
);

/** Ends a lock of the pointer, whose element would take every press wherever the pointer is. */
async function unlock() {
  for (let left = 25; left > 0 && document.pointerLockElement; left--) {
    document.exitPointerLock();
    await pause(20);
  }
}

/** Waits until an element can take the pointer, begins to watch, and returns the point. */
page.prepare = async ({ number, patience, known = false, anyway = false, drop = false }) => {
  await unlock();
  const end = now() + patience;
  let why = '';
  let judge = null;
  let other = null;
  let delay = 0;
  for (;;) {
    const element = page.element(number);
    if (!element) return { error: 'stale', message: '' };
    judge ??= judgeOf(number, element, known);
    const file = chooserOf(element);
    if (file && !anyway) {
      return {
        error: 'not_actionable',
        message:
          `${describe(element)} opens the browser's file chooser, which no command can answer; ` +
          `\`upload\` sets the files of ${describe(file)}`,
      };
    }
    if (dom.tag(element) === 'option')
      return { error: 'not_actionable', message: 'an option is chosen by `select`, on its list' };
    let target = element;
    if (!dom.matches(element, 'input') && !isVisible(element)) why = 'it is hidden';
    else if (!anyway && isOff(element)) why = whyOff(element);
    else {
      target = standIn(element);
      if (!isVisible(target)) why = 'it is hidden';
      else {
        const hasScrolled = reveal(target);
        if (hasScrolled || delay > 0 || now() < restless || motionsOf(target).length > 0) await settle(target);
        let point = pointOf(target, drop);
        if (point.aside) {
          await settle(target);
          point = pointOf(target, drop);
        }
        other = point.x === undefined ? null : judge();
        if (other?.error) return other;
        if (point.x !== undefined && other === null) {
          watch(element, target);
          return {
            ...point,
            role: page.role(element),
            text: describe(element),
            from: rest && rest.x < innerWidth && rest.y < innerHeight ? [rest.x, rest.y] : null,
            under: rest === null || hitAt(rest.x, rest.y) !== rest.node,
          };
        }
        ({ why } = point);
      }
    }
    if (now() >= end && other === null)
      return { error: 'not_actionable', message: `${describe(element)} cannot take it: ${why}` };
    delay = Math.min(100, delay + 20);
    await pause(delay);
  }
};

/** Scrolls, and returns the distance. */
page.scroll = ({ number, dx, dy, by }) => {
  const start = number ? page.element(number) : null;
  if (number && !start) return { error: 'stale', message: '' };
  const page_ = document.scrollingElement ?? document.documentElement;
  let box = start ?? page_;
  const can = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isPage = element === page_;
    const free = (overflow) => (isPage ? overflow !== 'hidden' : /auto|scroll|overlay/.test(overflow));
    return dx !== 0
      ? element.scrollWidth > element.clientWidth && free(overflowX)
      : element.scrollHeight > element.clientHeight && free(overflowY);
  };
  while (box && box !== page_ && !can(box)) box = dom.parent(box);
  box ??= page_;
  if (!start && !can(page_)) {
    // An application with a scroll box in place of the page: the largest one.
    const boxes = [...document.querySelectorAll('*')].filter(
      (element) => element.clientHeight * element.clientWidth > (innerWidth * innerHeight) / 4 && can(element),
    );
    box = boxes[0] ?? page_;
  }
  const size = dx !== 0 ? box.clientWidth || innerWidth : box.clientHeight || innerHeight;
  const step = by ?? Math.max(40, Math.round(size * 0.8));
  const before = [box.scrollLeft, box.scrollTop];
  box.scrollBy({ left: dx * step, top: dy * step, behavior: 'instant' });
  const moved = [Math.round(box.scrollLeft - before[0]), Math.round(box.scrollTop - before[1])];
  const [at, most] =
    dx !== 0
      ? [box.scrollLeft, box.scrollWidth - box.clientWidth]
      : [box.scrollTop, box.scrollHeight - box.clientHeight];
  const rect =
    box === page_ ? { left: 0, top: 0, width: innerWidth, height: innerHeight } : box.getBoundingClientRect();
  return {
    moved: Math.abs(dx !== 0 ? moved[0] : moved[1]),
    at: Math.round(at),
    most: Math.round(Math.max(0, most)),
    text: box === page_ ? 'the page' : describe(box),
    x: Math.min(innerWidth - 1, Math.max(0, rect.left + rect.width / 2)),
    y: Math.min(innerHeight - 1, Math.max(0, rect.top + rect.height / 2)),
    step,
  };
};
