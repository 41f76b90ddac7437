// Drags, and the places of elements.

let drag = null;

const DRAG_EVENTS = ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend'];

/** Watches for the events of a drag. */
page.armDrag = ({ number }) => {
  drag?.stop();
  const state = { start: null, prevented: false, over: false, taken: false, drop: false, end: false, data: null, made: false };
  const note = (event) => {
    if (!event.isTrusted) return;
    if (event.type === 'dragstart') [state.start] = event.composedPath();
    else if (event.type === 'drop') state.drop = true;
    else if (event.type === 'dragend') state.end = true;
    else state.over = true;
  };
  // What the page does with the start is known when its own handlers have run.
  const keep = (event) => {
    if (!event.isTrusted) return;
    state.prevented = event.defaultPrevented;
    state.data = new DataTransfer();
    for (const type of event.dataTransfer?.types ?? []) if (type !== 'Files') state.data.setData(type, event.dataTransfer.getData(type));
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
    const event = new DragEvent(name, { bubbles: true, cancelable: name !== 'dragend', composed: true, dataTransfer, clientX: state.x, clientY: state.y });
    return !node.dispatchEvent(event);
  };
  state.handle = page.element(number)?.closest('[draggable=true]') ?? null;
  drag = state;
  return true;
};

/** While the button is down: where the engine fires no events of a drag over its target, they are made here. */
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
  // The innermost element there, as it is after what the page has done so far.
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
  if (isTaken) fire(last, 'drop');
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
      state.drop = true;
      state.fire(last, 'drop');
    }
    state.fire(handle, 'dragend');
    state.made = true;
  }
  state.stop();
  drag = null;
  return { api: isApi(), made: state.made, dropped: state.drop };
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
