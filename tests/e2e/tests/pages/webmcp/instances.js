// WebMCP of Chrome 160, made from Chromium 156's form: `getTools()` returns instances of an interface with private
// state, `source` stands in place of `window`, an absent member is null, output schemas are kept, and `executeTool()`
// takes nothing but these instances. It runs before our own scripts, as a browser's own interfaces are there before
// them.
(() => {
  const context = globalThis.ModelContext?.prototype;
  if (!context || globalThis.Tool) return;
  const pass = {},
    outputs = new Map(),
    annotations = new WeakMap();
  let unwrap;
  class ToolAnnotations {
    #given;
    constructor(given, by) {
      if (by !== pass) throw new TypeError('Illegal constructor');
      this.#given = given;
    }
    get readOnlyHint() {
      return this.#given.readOnlyHint;
    }
    get untrustedContentHint() {
      return this.#given.untrustedContentHint;
    }
    get consequentialHint() {
      return this.#given.consequentialHint;
    }
    get debugging() {
      return this.#given.debugging;
    }
  }
  class Tool {
    #given;
    static {
      unwrap = (tool) => tool.#given;
    }
    constructor(given, by) {
      if (by !== pass) throw new TypeError('Illegal constructor');
      this.#given = given;
    }
    get name() {
      return this.#given.name;
    }
    get title() {
      return this.#given.title || null;
    }
    get description() {
      return this.#given.description;
    }
    get inputSchema() {
      return this.#given.inputSchema ?? null;
    }
    get outputSchema() {
      return (this.#given.window === window && outputs.get(this.#given.name)) || null;
    }
    get source() {
      return this.#given.window;
    }
    get origin() {
      return this.#given.origin;
    }
    get annotations() {
      const { annotations: given } = this.#given;
      if (!given) return null;
      if (!annotations.has(this)) annotations.set(this, new ToolAnnotations(given, pass));
      return annotations.get(this);
    }
  }
  for (const [name, value] of Object.entries({ Tool, ToolAnnotations })) {
    for (const key of Object.getOwnPropertyNames(value.prototype)) {
      if (key !== 'constructor') Object.defineProperty(value.prototype, key, { enumerable: true });
    }
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  // A proxy has the name, the length and the text of the browser's own function.
  const wrap = (name, apply) => {
    context[name] = new Proxy(context[name], { apply });
  };
  const { apply } = Reflect;
  wrap('registerTool', (target, self, args) => {
    const [tool] = args;
    return apply(target, self, args).then((value) => {
      try {
        outputs.set('' + tool.name, tool.outputSchema);
      } catch {
        /* Its getter throws. */
      }
      return value;
    });
  });
  wrap('getTools', async (target, self, args) =>
    (await apply(target, self, args)).map((given) => new Tool(given, pass)),
  );
  wrap('executeTool', async (target, self, args) => {
    if (args.length === 0) return apply(target, self, args);
    let given;
    try {
      given = unwrap(args[0]);
    } catch {
      throw new TypeError("Failed to execute 'executeTool' on 'ModelContext': parameter 1 is not of type 'Tool'.");
    }
    return apply(target, self, [given, ...args.slice(1)]);
  });
})();
