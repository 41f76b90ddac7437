// @ts-check
// The tools that the page registers through WebMCP: their listing, and their calls. `harness.js` takes it in.
//
// `shim.js` leaves its data under the window's property `key`, for holders of `pass`, in every document in which it
// ran first. The rule of `harness/mod.rs` holds: the page has no access to the objects with which a call is made, or
// that wait for it.
(kit, marksOf, answersOf) => {
  'use strict';
  const {
    parts,
    key,
    pass,
    read,
    cut,
    plainQuote,
    quoteCut,
    isError,
    apply,
    stringify,
    member,
    list: newList,
    own,
    sure,
    put,
    defines,
  } = kit;
  const {
    window,
    Promise: ownPromise,
    TypeError,
    URL: ownUrl,
    AbortController: ownAbort,
    'Array.isArray': isArray,
    'Object.getOwnPropertyDescriptor': getOwnPropertyDescriptor,
    'Reflect.getPrototypeOf': getPrototypeOf,
    'Reflect.setPrototypeOf': setPrototypeOf,
    'String.prototype.slice': slice,
    'String.prototype.charCodeAt': charCodeAt,
    'Promise.prototype.then': then,
    'AbortController.prototype.abort': abortNow,
    'EventTarget.prototype.addEventListener': addEventListener,
    'get AbortController.prototype.signal': signalOf,
    'get AbortSignal.prototype.reason': reasonOf,
    'get URL.prototype.origin': originOf,
    'Performance.prototype.now': tick,
    setTimeout,
    clearTimeout,
  } = parts;
  const { posts, schemaText, markOf } = marksOf(kit),
    { named, decode } = answersOf(kit);
  const later = (call, ms) => apply(setTimeout, window, [call, ms]),
    cancel = (timer) => apply(clearTimeout, window, [timer]);
  const ownTop = window.top,
    ownDocument = document,
    place = location;
  const drawn = new parts.Uint32Array(2);
  apply(parts['Crypto.prototype.getRandomValues'], parts.crypto, [drawn]);
  const id = drawn[0] + '.' + drawn[1];
  let events = 0;
  const context = () => read(ownDocument, 'modelContext');

  // Awaits a promise of the browser's without the page's promises; another object that a page gives in its place is
  // awaited as pages do. Its result is in a box, because a promise tests whether an object is a promise.
  const settled = (given) =>
    sure(
      new ownPromise((done, refuse) => {
        const box = (value) => done({ __proto__: null, value });
        try {
          apply(then, own(given), [box, refuse]);
        } catch {
          ofPage(given, box, refuse);
        }
      }),
    );
  const ofPage = async (given, box, refuse) => {
    try {
      box(await given);
    } catch (error) {
      refuse(error);
    }
  };
  // The functions of `document.modelContext`: those from before the page's scripts, unless the page has one of its own.
  const getTools = (there, options) => {
    const inside = insideOf(window);
    if (inside?.is?.(there)) return inside.getTools(options);
    return options === undefined ? there.getTools() : there.getTools(options);
  };
  const executeTool = (there, one, input, text, options) => {
    const inside = insideOf(window);
    if (inside?.is?.(there)) return inside.executeTool(one, inside.takesText ? text : input, options);
    return there.executeTool(one, there.executeTool.length > 1 ? text : input, options);
  };
  const insideOf = (one) => {
    try {
      const door = one[key];
      return typeof door === 'function' ? door(pass) : undefined;
    } catch {
      return undefined;
    }
  };
  // The windows of the tree that this one may look into, the top first, each with its path of indices.
  const windows = () => {
    const all = newList();
    const visit = (one, path, depth) => {
      let page;
      try {
        page = one.document;
      } catch {
        /* It is of another origin. */
      }
      const inside = insideOf(one);
      all[all.length] = { __proto__: null, one, path, page, inside, version: inside?.version() };
      for (let i = 0; i < one.length && i < 256 && depth < 8 && all.length < 1000; i += 1) {
        visit(one[i], path === '' ? '' + i : path + '.' + i, depth + 1);
      }
    };
    visit(ownTop, '', 0);
    return all;
  };
  const FORMS = 'form[toolname]',
    NONE = { __proto__: null, length: 0 };
  const version = () => {
    let hash = 0;
    const add = (value) => {
      const part = '' + value;
      for (let i = 0; i < part.length && i < 1000; i += 1) hash = (hash * 31 + apply(charCodeAt, part, [i])) | 0;
    };
    const all = windows();
    let watched = true;
    for (let i = 0; i < all.length; i += 1) {
      const { page, inside, path } = all[i];
      add(path);
      if (inside) add(inside.version());
      else if (page) watched = false;
      const forms = page ? page.querySelectorAll(FORMS) : NONE;
      for (let f = 0; f < forms.length && f < 256; f += 1) {
        add(forms[f].getAttribute('toolname'));
        add(forms[f].getAttribute('tooldescription'));
        add(forms[f].elements.length);
        if (inside) add(inside.routeOf(forms[f]));
      }
    }
    return id + ':' + (watched ? 0 : events) + ':' + hash;
  };
  const safeVersion = () => {
    try {
      return version();
    } catch {
      return id;
    }
  };

  // Which kind of WebMCP this document has.
  const support = () => {
    const inside = insideOf(window),
      there = context();
    if (there) {
      if (inside?.denied?.()) return 'denied';
      const policy = read(ownDocument, 'permissionsPolicy') ?? read(ownDocument, 'featurePolicy');
      try {
        if (inside?.kind !== 'shim' && policy && member(policy.features(), 'tools') && !policy.allowsFeature('tools'))
          return 'denied';
      } catch {
        /* A policy that cannot be read is ignored. */
      }
      return inside?.kind === 'shim' ? 'shim' : 'native';
    }
    if (!window.isSecureContext) return 'insecure';
    // Chromium knows WebMCP from 146 on, and has it if its feature is switched on.
    return 'chrome' in window ? 'off' : 'absent';
  };
  const origins = (all) => {
    const found = newList();
    for (let i = 0; i < all.length; i += 1) {
      const frames = all[i].page ? all[i].page.querySelectorAll('iframe[src]') : NONE;
      for (let f = 0; f < frames.length && found.length < 32; f += 1) {
        let origin;
        try {
          origin = apply(originOf, new ownUrl(frames[f].src), []);
        } catch {
          continue;
        }
        if (origin !== place.origin && apply(slice, origin, [0, 4]) === 'http' && !member(found, origin))
          found[found.length] = origin;
      }
    }
    return found;
  };
  // Members of a tool and of its annotations. Up to Chromium 159 `getTools()` returns dictionaries; from 160 on it
  // returns instances of the interface `Tool`, with `source` in place of `window` and null for an absent member.
  const MEMBERS = [
    'name',
    'title',
    'description',
    'inputSchema',
    'outputSchema',
    'annotations',
    'origin',
    'window',
    'source',
  ];
  // Returns the accessors from before the page's scripts of an interface, if `object` is an instance of it.
  const accessorsOf = (object, type, member) => {
    const kept = insideOf(window)?.accessors?.[type];
    if (kept === undefined || kept[member] === undefined) return undefined;
    try {
      apply(kept[member], object, []);
    } catch {
      return undefined;
    }
    return kept;
  };
  // The accessors of a class of the page's are found as the page has made them. The end of the chain of prototypes is
  // left out: a property that a dictionary does not have is looked up nowhere else.
  const memberOf = (object, name, kept) => {
    try {
      if (kept !== undefined) return kept[name] === undefined ? undefined : apply(kept[name], object, []);
      let one = object;
      for (let i = 0; i < 100; i += 1) {
        const found = getOwnPropertyDescriptor(one, name);
        if (found !== undefined) {
          // A description of a value has no `get`, which would be looked up on the page's `Object.prototype`.
          const getter = getOwnPropertyDescriptor(found, 'get');
          if (getter === undefined) return found.value;
          return getter.value === undefined ? undefined : apply(getter.value, object, []);
        }
        one = getPrototypeOf(one);
        if (one === null || getPrototypeOf(one) === null) return undefined;
      }
    } catch {
      /* It has no such member. */
    }
    return undefined;
  };
  const isObject = (value) => typeof value === 'object' && value !== null;
  const membersOf = (object, names, type) => {
    const out = { __proto__: null },
      kept = accessorsOf(object, type, names[0]);
    for (let i = 0; i < names.length; i += 1) out[names[i]] = memberOf(object, names[i], kept) ?? undefined;
    return out;
  };
  // Copies the tools of a browser's list. The member `tool` of a copy is the browser's own object, which a call passes
  // on.
  const kept = (found) => {
    const out = newList();
    if (!isArray(found)) return out;
    for (let i = 0; i < found.length; i += 1) {
      if (!isObject(found[i])) continue;
      const copy = membersOf(found[i], MEMBERS, 'Tool');
      copy.tool = found[i];
      // The browser reads the members of a dictionary again for a call, and none of them on the page's
      // `Object.prototype`.
      const proto = getPrototypeOf(found[i]);
      if (proto !== null && getPrototypeOf(proto) === null) setPrototypeOf(found[i], null);
      copy.window ??= copy.source;
      if (isObject(copy.annotations)) copy.annotations = membersOf(copy.annotations, HINTS, 'ToolAnnotations');
      out[out.length] = copy;
    }
    return out;
  };
  // If no shim reports each change, the browser's event does, a little later.
  let listening;
  const tools = async (all) => {
    const there = context();
    if (!there) return newList();
    if (listening !== there) {
      listening = there;
      try {
        apply(addEventListener, there, [
          'toolchange',
          () => {
            events += 1;
          },
        ]);
      } catch {
        /* It has no events. */
      }
    }
    const from = origins(all);
    if (from.length) {
      // The browser reads the list by the page's own iterator, so it gets one of the page's.
      const given = [];
      for (let i = 0; i < from.length; i += 1) put(given, i, from[i]);
      try {
        return kept((await settled(getTools(there, { __proto__: null, fromOrigins: given }))).value);
      } catch {
        /* One of them is not trustworthy. */
      }
    }
    return kept((await settled(getTools(there))).value);
  };
  const pathOf = (all, one) => {
    for (let i = 0; i < all.length; i += 1) if (all[i].one === one) return all[i];
    return undefined;
  };
  const formOf = (frame, name) => {
    const forms = frame?.page ? frame.page.querySelectorAll(FORMS) : NONE;
    for (let f = 0; f < forms.length; f += 1) if (forms[f].getAttribute('toolname') === name) return forms[f];
    return undefined;
  };
  const { getAttribute, querySelectorAll } = Element.prototype;
  // The names of lists that have to be chosen from, and whose first choice is the empty one that a browser does not
  // send.
  const EMPTY = "select[required][name]:not([multiple],[size])>option:first-child:is([value=''],:empty:not([value]))";
  const placeholders = (form) => {
    const found = apply(querySelectorAll, form, [EMPTY]);
    let out = '';
    for (let i = 0; i < found.length && i < 1000; i += 1) {
      out += (i ? ',' : '') + quoteCut(apply(getAttribute, found[i].parentNode, ['name']), 256);
    }
    return out;
  };
  const describe = (tool, all, limits) => {
    const name = read(tool, 'name'),
      text = (value) => (typeof value === 'string' ? value : '');
    if (typeof name !== 'string') return undefined;
    const frame = pathOf(all, read(tool, 'window'));
    const fact = frame?.inside?.facts(name);
    const form = fact ? undefined : formOf(frame, name);
    let out =
      '{"name":' +
      quoteCut(name, 256) +
      ',"title":' +
      quoteCut(text(read(tool, 'title')), 1000) +
      ',"frame":' +
      plainQuote(frame ? frame.path : '?') +
      ',"origin":' +
      quoteCut(text(read(tool, 'origin')), 1000) +
      ',"way":' +
      plainQuote(fact ? fact.way : form ? 'declarative' : 'imperative');
    if (form && form.hasAttribute('toolautosubmit')) out += ',"autosubmit":true';
    const sent = form && posts(form);
    if (sent) out += ',"posts":true';
    const empty = form ? placeholders(form) : '';
    if (empty) out += ',"placeholders":[' + empty + ']';
    const description = text(read(tool, 'description'));
    out += ',"description":' + quoteCut(description, limits.description);
    if (description.length > limits.description) out += ',"cut":true';
    const schema = (source, name) => {
      let told;
      try {
        told = schemaText(read(source, name));
      } catch {
        // A text that is not JSON is not a schema. A tool whose arguments cannot be read is refused, not offered
        // without any.
        if (name === 'inputSchema') told = 'a schema that is not JSON, or that nests too deeply';
      }
      if (told === undefined) return;
      if (told.length <= limits.schema) out += ',"' + name + '":' + plainQuote(told);
      else if (name === 'inputSchema') out += ',"large":' + told.length;
    };
    schema(tool, 'inputSchema');
    schema(tool.outputSchema === undefined ? fact : tool, 'outputSchema');
    let hints = '';
    const hint = (source, word) => {
      const value = read(source, word);
      if (typeof value === 'boolean') hints += (hints ? ',' : '') + '"' + word + '":' + value;
    };
    const given = read(tool, 'annotations');
    for (let i = 0; i < HINTS.length; i += 1) hint(given, HINTS[i]);
    for (let i = 0; i < MORE.length; i += 1) hint(fact?.hints, MORE[i]);
    return {
      __proto__: null,
      text: out + ',"annotations":{' + hints + '}',
      form,
      sent,
      route: form && frame?.inside?.routeOf(form),
    };
  };
  // The tools at one moment: `found`, in the windows `all`, at the version `at`.
  const collect = async () => {
    const got = { __proto__: null, found: NONE, failed: undefined, all: undefined, at: '', events };
    for (let tries = 0; tries < 3; tries += 1) {
      got.at = safeVersion();
      got.events = events;
      got.all = windows();
      // The browser reads a form that has changed a little later.
      for (let i = 0; i < got.all.length; i += 1) {
        if (got.all[i].page?.querySelector(FORMS)) {
          await sure(new ownPromise((done) => later(() => done(undefined), 20)));
          break;
        }
      }
      try {
        got.found = await sure(tools(got.all));
      } catch (error) {
        got.failed = isError(error) ? '' + error.name + ': ' + error.message : '' + error;
      }
      if (got.at === safeVersion()) break;
    }
    return got;
  };
  // A document is waited for once: at most `wait` milliseconds from the first time on that something lacks. No event
  // reports a function that a script defines, so this looks again every `AGAIN` milliseconds.
  const AGAIN = 25;
  const now = () => apply(tick, parts.performance, []);
  let began,
    waited = 0;
  const arrival = async (holds, wait) => {
    for (;;) {
      if (await sure(holds())) return true;
      began ??= now();
      const past = now() - began,
        left = wait - past;
      if (left <= 0) return false;
      await sure(new ownPromise((done) => later(() => done(undefined), left < AGAIN ? left : AGAIN)));
      waited = now() - began;
    }
  };
  // The declared functions `names` that the page neither defines nor registers.
  const lacking = (names, found) => {
    const out = newList();
    for (let i = 0; i < names.length; i += 1) {
      let there = defines(names[i]);
      for (let k = 0; k < found.length; k += 1)
        there ||= found[k].name === names[i] && found[k].origin === place.origin;
      if (!there) out[out.length] = names[i];
    }
    return out;
  };
  // Whether a tool of each of these names is registered, or tools whose names begin with it and a dot.
  const hasAll = (names, found) => {
    const isCalled = (text, name) => {
      for (let i = 0; i < name.length; i += 1) if (text[i] !== name[i]) return false;
      return text.length === name.length || text[name.length] === '.';
    };
    for (let i = 0; i < names.length; i += 1) {
      let there = false;
      for (let k = 0; k < found.length; k += 1) there ||= isCalled(found[k].name, names[i]);
      if (!there) return false;
    }
    return true;
  };
  // Milliseconds without a change after which the tools that came late are taken. They often come one by one.
  const SETTLED = 100;
  const waitFor = async (got, { functions, named, wait }) => {
    const isLacking = () =>
      lacking(functions, got.found).length > 0 ||
      (support() !== 'denied' &&
        (named.length > 0 ? !hasAll(named, got.found) : functions.length === 0 && got.found.length === 0));
    if (!isLacking()) return got;
    let since = -1;
    await sure(
      arrival(async () => {
        const changed = got.at !== safeVersion() || got.events !== events;
        if (changed) since = -1;
        // WebMCP that a page brings along may report no changes.
        if (changed || !insideOf(window)?.is?.(context())) got = await sure(collect());
        if (isLacking()) return false;
        if (since < 0) since = now();
        return now() - since >= SETTLED;
      }, wait),
    );
    return got;
  };
  // The listing, as JSON. `limits` has: tools, their number; description and schema, characters of each; all, of the
  // sum; wait, the milliseconds to wait for the declared `functions` and the tools in `named`, or for any tool if both
  // are empty.
  const list = async (limits) => {
    let got = await sure(collect());
    if (limits.wait > 0) got = await sure(waitFor(got, limits));
    const { all } = got,
      found = isArray(got.found) ? got.found : NONE;
    let text =
      '{"support":"' +
      support() +
      '","origin":' +
      plainQuote(place.origin) +
      ',"version":' +
      plainQuote(got.at) +
      ',"waited":' +
      waited;
    if (got.failed !== undefined) text += ',"failed":' + quoteCut(got.failed, 500);
    const missing = lacking(limits.functions, found);
    text += ',"missing":[';
    for (let i = 0; i < missing.length; i += 1) text += (i ? ',' : '') + plainQuote(missing[i]);
    text += '],"total":' + found.length + ',"tools":[';
    // The top document's come first, so that they are the ones that are kept.
    let sum = 0,
      count = 0;
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < found.length && count < limits.tools && sum < limits.all; i += 1) {
        if ((read(found[i], 'window') === ownTop) !== (round === 0)) continue;
        let one;
        try {
          one = describe(found[i], all, limits);
        } catch {
          /* A tool that cannot be looked at is not offered. */
        }
        if (one === undefined || sum + one.text.length > limits.all) continue;
        text += (count ? ',' : '') + one.text + ',"mark":"' + markOf(found[i], one.form, one.route, one.sent) + '"}';
        count += 1;
        sum += one.text.length;
      }
    }
    return text + ']}';
  };

  // Calls. The knowledge of the tools is kept for as long as nothing changes.
  let known, knownAt, knownIn;
  const registered = async (want) => {
    const match = () => {
      for (let i = 0; i < known.length; i += 1) {
        const one = known[i];
        if (read(one, 'name') !== want.name || read(one, 'origin') !== want.origin) continue;
        const frame = pathOf(knownIn, read(one, 'window'));
        if ((frame ? frame.path : '?') === want.frame) return { __proto__: null, one, frame };
      }
      return undefined;
    };
    const all = windows(),
      now = safeVersion();
    if (known && now === knownAt) {
      const found = match();
      if (found) return found;
    }
    const listed = await sure(tools(all));
    known = listed;
    knownAt = now;
    knownIn = all;
    return match();
  };
  const notRegistered = (want) => {
    let names = '';
    for (let i = 0; known && i < known.length && i < 12; i += 1)
      names += (i ? ', ' : '') + cut(read(known[i], 'name'), 128);
    return named(
      'ToolNotDefined',
      'the page does not register the tool ' + stringify(want.name) + ' any more; it registers ' + (names || 'none'),
    );
  };
  // Milliseconds in which a document goes away whose form was submitted.
  const LEAVES = 10000;
  // Times that a tool is looked at anew, because the page registered another while it was.
  const TRIES = 20;
  // The tool, with the registration or form to call. The browser looks for it by its name once more, later. So the
  // call is announced in the same turn in which the tool was compared with the callable ones, with no script of the
  // page's in between, and `shim.js` lets nothing else run in its place.
  const chosen = async (want, text, may) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await sure(registered(want));
      if (!found) {
        // The browser lists a form a little later than it is there.
        const pages = windows();
        let there = false;
        for (let i = 0; i < pages.length; i += 1)
          there ||= pages[i].path === want.frame && formOf(pages[i], want.name) !== undefined;
        if (!there) throw notRegistered(want);
        await sure(new ownPromise((done) => later(() => done(undefined), 20)));
        known = undefined;
        continue;
      }
      const { frame, one } = found,
        inside = frame?.inside;
      const form = inside?.facts(want.name) ? undefined : formOf(frame, want.name);
      if (!may) return { __proto__: null, one, frame, form, record: inside?.expect(want.name, text) };
      const route = form && inside?.routeOf(form);
      // A tool that cannot be held on to differs from one that can.
      const loose = inside?.is(context()) && !form && inside.facts(want.name)?.entry === undefined;
      may.found = markOf(one, form, route) + (loose ? '?' : '');
      if (inside && insideOf(frame.one) !== inside) continue;
      const entry = form ?? inside?.facts(want.name)?.entry;
      if (inside && (inside.version() !== frame.version || (form && inside.routeOf(form) !== route))) {
        known = undefined;
        continue;
      }
      if (may.found !== may.mark) throw kit.redefined;
      const record = inside?.expect(want.name, text, entry, route);
      if (inside && !record)
        throw named('ToolBudget', 'the tool ' + want.name + ' was not called: 1000 calls wait for their answers');
      return {
        __proto__: null,
        one,
        frame,
        form,
        record,
        held: entry !== undefined && record !== undefined && inside.is(context()),
      };
    }
    if (!may) throw notRegistered(want);
    may.found = '';
    throw kit.redefined;
  };
  // Calls the tool `want` with one object. `stop` is a signal that ends it with the run; `left` the milliseconds that
  // the call may take, `may` the definition that may be called. A call that has begun is never made again.
  const call = async (want, args, stop, left, may) => {
    if (args.length > 1) throw new TypeError('the tool ' + want.name + ' takes one object with its arguments by name');
    const input = args[0] === undefined ? { __proto__: null } : args[0],
      text = stringify(input);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await sure(chosen(want, text, may));
      try {
        return await sure(callOne(want, input, text, stop, left, may, found));
      } catch (error) {
        if (!found.record?.refused) throw error;
        // It has not been called. A form has changed the way that it is sent by.
        if (found.form) {
          may.found = '';
          try {
            may.found = markOf(found.one, found.form, found.frame.inside.routeOf(found.form));
          } catch {
            /* It stays unknown. */
          }
          if (may.found === may.mark) may.found = '';
          throw kit.redefined;
        }
        known = undefined;
      }
    }
    may.found = '';
    throw kit.redefined;
  };
  const callOne = async (want, input, text, stop, left, may, found) => {
    const there = context(),
      { record } = found;
    const end = new ownAbort();
    let timer;
    const stopped = own(
      new ownPromise((_, refuse) => {
        const abort = (error) => {
          apply(abortNow, end, [error]);
          refuse(error);
        };
        timer = later(
          () =>
            abort(
              named(
                'TimeoutError',
                'the tool ' +
                  want.name +
                  ' had not answered after ' +
                  left +
                  ' ms and was cancelled' +
                  (waits(found.frame, want.name) ? '; it is a form, and waits for the user to submit it' : ''),
              ),
            ),
          left,
        );
        apply(addEventListener, stop, ['abort', () => abort(apply(reasonOf, stop, []))]);
        if (record)
          record.refuse = () =>
            abort(
              named(
                'ToolReplaced',
                'the form of the tool ' + want.name + ' is sent by another way than it was listed with',
              ),
            );
      }),
    );
    apply(then, stopped, [undefined, () => {}]);
    let answer;
    try {
      const called = executeTool(there, found.one.tool, input, text, {
        __proto__: null,
        signal: apply(signalOf, end, []),
      });
      const ended = await sure(
        new ownPromise((done, refuse) => {
          apply(then, stopped, [undefined, refuse]);
          const { then: wait } = settled(called);
          wait(done, refuse);
        }),
      );
      answer = ended.value;
    } catch (error) {
      if (record?.error) throw record.error.thrown;
      throw error;
    } finally {
      cancel(timer);
      if (record) found.frame.inside.forget(record);
    }
    // If nothing holds on to the tool, it is looked at once more.
    if (may && !found.form) may.unsure = found.held ? !record.claimed : await sure(isOther(want, may));
    // A form that was submitted. If it navigates this document, the run goes with the document. If not, as with an
    // answer that is not a page or a form for another window, the call has no result.
    if (answer === null) {
      if (found.frame?.one === window)
        await sure(new ownPromise((done) => later(() => done(undefined), left < LEAVES ? left : LEAVES)));
      return null;
    }
    return decode('' + answer, record);
  };
  const isOther = async (want, may) => {
    try {
      known = undefined;
      const found = await sure(registered(want));
      const mark = found && markOf(found.one, undefined);
      return mark !== may.mark && mark + '?' !== may.mark;
    } catch {
      return true;
    }
  };
  const waits = (frame, name) => {
    const form = formOf(frame, name);
    return form !== undefined && !form.hasAttribute('toolautosubmit');
  };
  return { __proto__: null, list, call, version: safeVersion, arrival, waited: () => waited };
};
