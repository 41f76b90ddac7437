// @ts-check
// URL and URLSearchParams (URL Standard). Rust parses and writes; the classes hold the parts.
(native, realm) => {
  'use strict';
  const { define } = realm;
  const { apply } = Reflect;
  const { toWellFormed } = String.prototype;
  const string = (value) => apply(toWellFormed, `${value}`, []);
  const ITERATOR = Symbol.iterator;

  let listOf, linkTo;
  class URLSearchParams {
    #list = [];
    #changed = () => {};
    static {
      listOf = (params) => params.#list;
      // Parameters of a URL: `changed` is called with their text.
      linkTo = (params, query, changed) => {
        params.#list = parse(query);
        params.#changed = changed;
      };
    }
    /** @param {any} init */
    constructor(init = '') {
      if ((typeof init === 'object' && init !== null) || typeof init === 'function') {
        const pairs = init[ITERATOR];
        if (pairs !== undefined && pairs !== null) {
          for (const pair of init) {
            const entry = typeof pair === 'object' && pair !== null ? [...pair] : [];
            if (entry.length !== 2) throw new TypeError('URLSearchParams: expected pairs of a name and a value');
            this.#list.push([string(entry[0]), string(entry[1])]);
          }
        } else {
          for (const name of Object.keys(init)) this.#list.push([string(name), string(init[name])]);
        }
      } else {
        this.#list = parse(string(init).replace(/^\?/, ''));
      }
    }
    get size() {
      return this.#list.length;
    }
    append(name, value) {
      this.#list.push([string(name), string(value)]);
      this.#changed();
    }
    delete(name, value) {
      const [key, only] = [string(name), value === undefined ? undefined : string(value)];
      this.#list = this.#list.filter((entry) => entry[0] !== key || (only !== undefined && entry[1] !== only));
      this.#changed();
    }
    get(name) {
      const key = string(name);
      return this.#list.find((entry) => entry[0] === key)?.[1] ?? null;
    }
    getAll(name) {
      const key = string(name);
      return this.#list.filter((entry) => entry[0] === key).map((entry) => entry[1]);
    }
    has(name, value) {
      const [key, only] = [string(name), value === undefined ? undefined : string(value)];
      return this.#list.some((entry) => entry[0] === key && (only === undefined || entry[1] === only));
    }
    set(name, value) {
      const [key, text] = [string(name), string(value)];
      const at = this.#list.findIndex((entry) => entry[0] === key);
      if (at < 0) this.#list.push([key, text]);
      else {
        this.#list[at][1] = text;
        this.#list = this.#list.filter((entry, index) => index <= at || entry[0] !== key);
      }
      this.#changed();
    }
    sort() {
      this.#list.sort((one, other) => (one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0));
      this.#changed();
    }
    forEach(callback, self) {
      if (typeof callback !== 'function') throw new TypeError('URLSearchParams.forEach: expected a function');
      for (let at = 0; at < this.#list.length; at += 1) {
        const [name, value] = this.#list[at];
        apply(callback, self, [value, name, this]);
      }
    }
    *entries() {
      for (let at = 0; at < this.#list.length; at += 1) yield [...this.#list[at]];
    }
    *keys() {
      for (let at = 0; at < this.#list.length; at += 1) yield this.#list[at][0];
    }
    *values() {
      for (let at = 0; at < this.#list.length; at += 1) yield this.#list[at][1];
    }
    toString() {
      return native.writeForm(this.#list.flat());
    }
  }
  const parse = (query) => {
    const flat = native.parseForm(query),
      list = [];
    for (let at = 0; at < flat.length; at += 2) list.push([flat[at], flat[at + 1]]);
    return list;
  };
  define(URLSearchParams.prototype, ITERATOR, URLSearchParams.prototype.entries);
  Object.defineProperty(URLSearchParams.prototype, Symbol.toStringTag, {
    value: 'URLSearchParams',
    configurable: true,
  });

  // The parts in the order in which Rust returns them.
  const PARTS = [
    'href',
    'origin',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
  ];
  const HREF = 0,
    SEARCH = 9;
  let setPart, partOf;
  class URL {
    #parts;
    #params;
    static {
      partOf = (url, at) => url.#parts[at];
      setPart = (url, name, value) => {
        const parts = native.setUrl(url.#parts[HREF], name, string(value));
        if (parts === undefined) {
          if (name === 'href') throw new TypeError(`Invalid URL: ${value}`);
          return;
        }
        url.#parts = parts;
        url.#follow();
      };
    }
    constructor(url, base) {
      const parts = native.parseUrl(string(url), base === undefined ? undefined : string(base));
      if (parts === undefined) {
        throw new TypeError(base === undefined ? `Invalid URL: ${url}` : `Invalid URL: ${url} with base ${base}`);
      }
      this.#parts = parts;
    }
    static canParse(url, base) {
      return native.parseUrl(string(url), base === undefined ? undefined : string(base)) !== undefined;
    }
    static parse(url, base) {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }
    // Gives the parameters the query of the URL.
    #follow() {
      const params = this.#params;
      if (params === undefined) return;
      linkTo(params, this.#parts[SEARCH].slice(1), () => {
        const text = listOf(params).length === 0 ? '' : params.toString();
        this.#parts = native.setUrl(this.#parts[HREF], 'search', text) ?? this.#parts;
      });
    }
    get searchParams() {
      if (this.#params === undefined) {
        this.#params = new URLSearchParams();
        this.#follow();
      }
      return this.#params;
    }
    toString() {
      return this.#parts[HREF];
    }
    toJSON() {
      return this.#parts[HREF];
    }
  }
  PARTS.forEach((name, at) => {
    Object.defineProperty(URL.prototype, name, {
      get() {
        return partOf(this, at);
      },
      set:
        name === 'origin'
          ? undefined
          : function (value) {
              setPart(this, name, value);
            },
      enumerable: true,
      configurable: true,
    });
  });
  Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });
  define(globalThis, 'URL', URL);
  define(globalThis, 'URLSearchParams', URLSearchParams);
};
