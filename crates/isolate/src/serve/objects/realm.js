// @ts-check
// The first of the standard objects: timers, console and random values, and the host object of the prelude.
//
// The decision: the functions of the helper's loop (`due`, `fire`, `deliver`) use no method that code can replace, so
// that code cannot end its run as an error of the prelude.
(native) => {
  'use strict';
  const { apply, defineProperty, deleteProperty } = Reflect;
  const { toWellFormed } = String.prototype;
  const now = performance.now.bind(performance);

  const define = (target, name, value) =>
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  // These need threads, other programs or a table of languages that are not here.
  for (const name of ['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'Intl', 'WeakRef', 'FinalizationRegistry']) {
    deleteProperty(globalThis, name);
  }
  // It would hand the functions of the prelude to code.
  defineProperty(Error, 'prepareStackTrace', {
    __proto__: null,
    value: undefined,
    writable: false,
    configurable: false,
  });

  const host = {
    // The number of timers that are set.
    timers: () => Object.keys(timers).length,
    __proto__: null,
    // Sends a message to the caller. Throws a RangeError if it is too long.
    send: (text) => native.send(apply(toWellFormed, '' + text, [])),
    // Maximum bytes of a message in UTF-8.
    messageBytes: native.messageBytes,
    // Names the limit that an exception is due to: "memory", "stack" or undefined.
    limit: (error) => limitOf(error),
    // Reports the promises that were rejected and that nothing handles.
    reportRejections: () => reportRejections(),
    // Registrations of the prelude: a message of the caller; a call of the console; an exception that nothing caught;
    // the reason of a rejected promise that nothing handles.
    onmessage: undefined,
    onconsole: undefined,
    onerror: undefined,
    onrejection: undefined,
  };
  const report = (error) => {
    // What the exception prevented may have been the end of the run.
    if (limitOf(error) === 'memory') native.endWithoutMemory();
    try {
      host.onerror?.(error);
    } catch {
      /* Nobody is left to report to. */
    }
  };
  // Rejected promises that nothing handles yet, with their reasons.
  const rejections = new Map();
  const { set: add, delete: remove, forEach: each, clear: removeAll } = Map.prototype;
  const rejected = (promise, reason, isHandled) => {
    if (isHandled) apply(remove, rejections, [promise]);
    else apply(add, rejections, [promise, reason]);
  };
  const reportRejections = () => {
    const reasons = { __proto__: null };
    let count = 0;
    apply(each, rejections, [
      (reason) => {
        reasons[count] = reason;
        count += 1;
      },
    ]);
    apply(removeAll, rejections, []);
    for (let at = 0; at < count; at += 1) {
      if (limitOf(reasons[at]) === 'memory') native.endWithoutMemory();
      try {
        host.onrejection?.(reasons[at]);
      } catch {
        /* Nobody is left to report to. */
      }
    }
  };
  const deliver = (text) => {
    try {
      host.onmessage?.(text);
    } catch (error) {
      report(error);
    }
  };

  const { InternalError, RangeError } = globalThis;
  // Messages of the engine, which may have had no memory for one, and the message of a native function that could not
  // allocate a text.
  const WITHOUT_MEMORY = {
    __proto__: null,
    '': true,
    'out of memory': true,
    'out of memory in regexp execution': true,
    'string too long': true,
    'QuickJS library created a unknown error': true,
  };
  const limitOf = (error) => {
    // Where not even an error can be allocated, the engine throws null.
    if (error === null) return native.isFull() ? 'memory' : undefined;
    try {
      const { message } = error;
      if (error instanceof InternalError) {
        return typeof message === 'string' && message in WITHOUT_MEMORY ? 'memory' : undefined;
      }
      if (error instanceof RangeError && message === 'Maximum call stack size exceeded') return 'stack';
    } catch {
      /* A proxy, or a getter of the code. */
    }
    return undefined;
  };

  // Timers in a binary heap: the parent of entry n is entry (n - 1) >> 1.
  const heap = { __proto__: null };
  const timers = { __proto__: null };
  let size = 0,
    last = 0;
  const before = (one, other) => one.at < other.at || (one.at === other.at && one.order < other.order);
  const push = (timer) => {
    let at = size;
    size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(timer, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = timer;
  };
  const pop = () => {
    const first = heap[0];
    size -= 1;
    const moved = heap[size];
    delete heap[size];
    if (size === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && before(heap[child + 1], heap[child])) child += 1;
      if (!before(heap[child], moved)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
    return first;
  };
  let order = 0;
  const schedule = (timer) => {
    timer.at = now() + timer.delay;
    timer.order = order += 1;
    push(timer);
  };
  const start = (name, callback, delay, values, repeats) => {
    if (typeof callback !== 'function') throw new TypeError(`${name}: expected a function, found ${typeof callback}`);
    const least = repeats ? 1 : 0;
    delay = +delay;
    delay = delay > least ? delay : least;
    const timer = { __proto__: null, id: (last += 1), callback, values, repeats, delay, at: 0, order: 0 };
    timers[timer.id] = timer;
    schedule(timer);
    return timer.id;
  };
  const clear = (id) => {
    const timer = timers[id];
    if (timer === undefined) return;
    delete timers[id];
    timer.callback = timer.values = undefined;
  };
  // Milliseconds until the next timer; -1 if there is none.
  const due = () => {
    while (size > 0 && heap[0].callback === undefined) pop();
    if (size === 0) return -1;
    const left = heap[0].at - now();
    return left > 0 ? left : 0;
  };
  // Calls the next timer if it is due.
  const fire = () => {
    if (due() !== 0) return;
    const timer = pop();
    const { callback, values } = timer;
    if (timer.repeats) schedule(timer);
    else delete timers[timer.id];
    try {
      apply(callback, undefined, values);
    } catch (error) {
      report(error);
    }
  };
  define(globalThis, 'setTimeout', function setTimeout(callback, delay = 0, ...values) {
    return start('setTimeout', callback, delay, values, false);
  });
  define(globalThis, 'setInterval', function setInterval(callback, delay = 0, ...values) {
    return start('setInterval', callback, delay, values, true);
  });
  define(globalThis, 'clearTimeout', function clearTimeout(id) {
    clear(id);
  });
  define(globalThis, 'clearInterval', function clearInterval(id) {
    clear(id);
  });

  // An exception of a microtask is reported as one of a timer.
  const enqueue = queueMicrotask;
  define(globalThis, 'queueMicrotask', function queueMicrotask(callback) {
    if (typeof callback !== 'function') {
      throw new TypeError(`queueMicrotask: expected a function, found ${typeof callback}`);
    }
    enqueue(() => {
      try {
        callback();
      } catch (error) {
        report(error);
      }
    });
  });

  const print = (level, values) => {
    host.onconsole?.(level, values);
  };
  const counts = new Map(),
    times = new Map();
  const elapsed = (label) => `${label}: ${times.has(label) ? now() - times.get(label) : 0} ms`;
  const console = {
    log(...values) {
      print('log', values);
    },
    info(...values) {
      print('info', values);
    },
    debug(...values) {
      print('debug', values);
    },
    warn(...values) {
      print('warn', values);
    },
    error(...values) {
      print('error', values);
    },
    trace(...values) {
      print('debug', values);
    },
    dir(value) {
      print('log', [value]);
    },
    dirxml(...values) {
      print('log', values);
    },
    table(value) {
      print('log', [value]);
    },
    group(...values) {
      if (values.length > 0) print('log', values);
    },
    groupCollapsed(...values) {
      if (values.length > 0) print('log', values);
    },
    groupEnd() {},
    clear() {},
    assert(condition, ...values) {
      if (!condition) print('error', ['Assertion failed:', ...values]);
    },
    count(label = 'default') {
      counts.set(`${label}`, (counts.get(`${label}`) ?? 0) + 1);
      print('info', [`${label}: ${counts.get(`${label}`)}`]);
    },
    countReset(label = 'default') {
      counts.delete(`${label}`);
    },
    time(label = 'default') {
      times.set(`${label}`, now());
    },
    timeLog(label = 'default', ...values) {
      print('log', [elapsed(`${label}`), ...values]);
    },
    timeEnd(label = 'default') {
      print('info', [elapsed(`${label}`)]);
      times.delete(`${label}`);
    },
  };
  define(globalThis, 'console', console);

  const { isView } = ArrayBuffer;
  const INTEGERS = [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    BigInt64Array,
    BigUint64Array,
  ];
  define(globalThis, 'crypto', {
    getRandomValues(view) {
      if (!isView(view) || !INTEGERS.some((kind) => view instanceof kind)) {
        throw new TypeError('crypto.getRandomValues: expected a typed array of integers');
      }
      if (view.byteLength > 65536) {
        throw new DOMException(`${view.byteLength} bytes requested; expected at most 65536`, 'QuotaExceededError');
      }
      new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(native.random(view.byteLength));
      return view;
    },
    randomUUID() {
      const bytes = native.random(16);
      bytes[6] = (bytes[6] & 0x0f) | 0x40;
      bytes[8] = (bytes[8] & 0x3f) | 0x80;
      let text = '';
      for (let at = 0; at < 16; at += 1) {
        if (at === 4 || at === 6 || at === 8 || at === 10) text += '-';
        text += (bytes[at] + 0x100).toString(16).slice(1);
      }
      return text;
    },
  });

  return { __proto__: null, host, define, due, fire, deliver, rejected };
};
