// @ts-check
// Drags, and the places of elements.

let drag = null;

const DRAG_EVENTS = ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend'];

/** Watches for the events of a drag. */
page.armDrag = ({ number, to }) => {
  drag?.stop();
  const state = {
    source: page.element(number),
    target: page.element(to),
    elsewhere: null,
    place: null,
    scrolled: '',
    start: null,
    prevented: false,
    over: false,
    taken: false,
    drop: false,
    end: false,
    data: null,
    made: false,
  };
  const note = (event) => {
    if (!event.isTrusted) return;
    if (event.type === 'dragstart') [state.start] = event.composedPath();
    else if (event.type === 'drop') {
      state.drop = true;
      state.elsewhere = tookElsewhere(state, event.composedPath()[0], event.clientX, event.clientY);
    } else if (event.type === 'dragend') state.end = true;
    else state.over = true;
  };
  // The page's handling of the start is known when its own handlers have run.
  const keep = (event) => {
    if (!event.isTrusted) return;
    state.prevented = event.defaultPrevented;
    state.data = new DataTransfer();
    for (const type of event.dataTransfer?.types ?? [])
      if (type !== 'Files') state.data.setData(type, event.dataTransfer.getData(type));
  };
  const take = (event) => {
    if (event.isTrusted) state.taken = event.defaultPrevented;
  };
  for (const name of DRAG_EVENTS) addEventListener(name, note, { capture: true });
  addEventListener('dragstart', keep);
  addEventListener('dragover', take);
  state.stop = () => {
    for (const name of DRAG_EVENTS) removeEventListener(name, note, { capture: true });
    removeEventListener('dragstart', keep);
    removeEventListener('dragover', take);
  };
  /** Makes an event of the drag at its last point; whether it was taken. */
  state.fire = (node, name) => {
    const dataTransfer = (state.data ??= new DataTransfer());
    const event = new DragEvent(name, {
      bubbles: true,
      cancelable: name !== 'dragend',
      composed: true,
      dataTransfer,
      clientX: state.x,
      clientY: state.y,
    });
    return !node.dispatchEvent(event);
  };
  state.handle = page.element(number)?.closest('[draggable=true]') ?? null;
  state.place = placeOf(state.source);
  drag = state;
  return true;
};

/** While the button is down: if the engine fires no events of a drag over its target, they are made here. */
page.moveDrag = async ({ to, x, y }) => {
  const state = drag;
  const target = page.element(to);
  if (!state || !target) return false;
  [state.x, state.y] = [x, y];
  for (const ms of [0, 20, 40, 60]) {
    await pause(ms);
    if (state.over || state.prevented) return false;
  }
  const handle = state.start instanceof Element ? state.start : state.handle;
  if (!handle) return false;
  const { fire } = state;
  // The innermost element there, after the page's changes so far.
  const hit = () => {
    const node = hitAt(x, y);
    return node && holds(target, node) ? node : target;
  };
  if (!state.data && fire(handle, 'dragstart')) return false;
  state.made = true;
  await pause(10);
  fire(hit(), 'dragenter');
  let isTaken = fire(hit(), 'dragover');
  await pause(10);
  const last = hitAt(x, y) ?? target;
  isTaken = fire(last, 'dragover') || isTaken;
  if (isTaken) {
    state.elsewhere = tookElsewhere(state, last, x, y);
    fire(last, 'drop');
  }
  fire(handle, 'dragend');
  state.drop = isTaken;
  return true;
};

/** Result of a drag: whether it was one of the drag and drop API, made here, and dropped. */
page.endDrag = async () => {
  const state = drag;
  if (!state) return { api: false, made: false, dropped: false };
  const isApi = () => state.made || (state.start !== null && !state.prevented);
  for (const ms of [10, 30, 60, 100, 200]) {
    await pause(ms);
    if (!isApi() || state.drop || state.end) break;
  }
  const handle = state.start ?? state.handle;
  if (isApi() && !state.made && !state.drop && !state.end && handle) {
    // An engine that begins a drag, and does not end it with the button.
    const last = hitAt(state.x, state.y);
    if (last && state.taken) {
      [state.drop, state.elsewhere] = [true, tookElsewhere(state, last, state.x, state.y)];
      state.fire(last, 'drop');
    }
    state.fire(handle, 'dragend');
    state.made = true;
  }
  state.stop();
  drag = null;
  state.elsewhere ??= movedElsewhere(state);
  // Lists move the dropped element to its place, and change their order after that.
  await frame();
  if (state.source && dom.isConnected(state.source) && motionsOf(state.source).length > 0) await settle(state.source);
  const { made, drop: dropped, elsewhere } = state;
  return { api: isApi(), made, dropped, moved: hasMoved(state), elsewhere };
};

/**
 * Description of the element that takes a drop instead of the target; null for the target. In a sorted list the source
 * may be there.
 */
function tookElsewhere({ source, target }, took, x, y) {
  if (!(took instanceof Element) || !target || !dom.isConnected(target)) return null;
  const isIn = (element) => element && (draws(element, took) || holds(element, took));
  if (isIn(target) || isIn(source) || drawsAt(target, x, y)) return null;
  return describe(took);
}

/** The parent of an element, the sibling before it, and the offset of the element in its parent. */
function placeOf(element) {
  if (!element || !dom.isConnected(element)) return null;
  const parent = dom.parent(element);
  const { left, top } = element.getBoundingClientRect();
  const { left: x = 0, top: y = 0 } = parent?.getBoundingClientRect() ?? {};
  return { parent, before: element.previousElementSibling, left: left - x, top: top - y };
}

/** Returns whether a drag has moved its source, or removed it. */
function hasMoved({ source, place }) {
  const has = placeOf(source);
  if (!has || !place) return has !== place;
  const isNear = Math.abs(has.left - place.left) < 2 && Math.abs(has.top - place.top) < 2;
  return has.parent !== place.parent || has.before !== place.before || !isNear;
}

/** Description of the list to which a drag moved its source, if it neither holds the target nor is in it. */
function movedElsewhere({ source, target, place }) {
  const has = placeOf(source);
  if (!has?.parent || !place || !target || !dom.isConnected(target) || !dom.isConnected(place.parent)) return null;
  if (has.parent === place.parent && has.before === place.before) return null;
  return holds(has.parent, target) || holds(target, has.parent) ? null : describe(has.parent);
}

/** Returns whether a point is in the part of an element that no scrolling box around it clips. */
function drawsAt(element, x, y) {
  const has = (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  const clips = (node) =>
    /hidden|auto|scroll|clip/.test(getComputedStyle(node).overflow) && !has(node.getBoundingClientRect());
  return (
    boxesOf(element).some(has) &&
    upward(dom.parent(element), (node) => !dom.matches(node, 'html,body') && clips(node)) === null
  );
}

/** The scroll offsets of the boxes around an element. */
function scrolledAround(element) {
  const list = [scrollX, scrollY];
  for (let node = dom.parent(element); node; node = dom.parent(node)) list.push(node.scrollLeft, node.scrollTop);
  return String(list);
}

/**
 * A point of the target of a drag while the button is down, after scrolling the target into view. Later calls return
 * whether nothing was scrolled since.
 */
page.aim = ({ number, first }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  if (!first && drag && scrolledAround(element) === drag.scrolled) return { x: 0, y: 0, stays: true };
  const point = () => {
    const { x, y } = pointOf(element, true);
    if (x !== undefined) return { x, y };
    // The dragged element may cover the target.
    const box = boxesOf(element)[0] ?? element.getBoundingClientRect();
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    return middle.x > 0 &&
      middle.y > 0 &&
      middle.x < innerWidth &&
      middle.y < innerHeight &&
      drawsAt(element, middle.x, middle.y)
      ? middle
      : null;
  };
  let at = point();
  if (!at) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    at = point();
  }
  if (!at)
    return { error: 'not_actionable', message: `${describe(element)} cannot be scrolled into view during the drag` };
  if (drag) [drag.scrolled, drag.x, drag.y] = [scrolledAround(element), at.x, at.y];
  return { ...at, stays: false };
};

/** A point of an element, without any wait. */
page.point = ({ number }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  const { x, y, why } = pointOf(element);
  return { x, y, why };
};

/** The rectangle of an element in its document. */
page.box = ({ number }) => {
  const element = page.element(number);
  if (!element) return { error: 'stale', message: '' };
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return { error: 'not_actionable', message: `${describe(element)} has no box` };
  return { x: left, y: top, width, height, scrollX, scrollY };
};
