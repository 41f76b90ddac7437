// Browser tools from npm as contenders: one JSON object a line in, one out.
//
// {"open": url, "browser": path}     -> {"ready": true}               Playwright opens the page
// {"evaluate": expression}           -> {"seconds": s, "value": v}    one page.evaluate
// {"chain": [expression]}            -> {"seconds": s, "value": v}    several in order; the last value
// {"step": action, "target": css, "text": text, "url": url}
//                                    -> {"seconds": s, "value": v}    Playwright acts, or lists the page for a model
// {"start": url, "browser": path}    -> {"ready": true, "definitions": text}  playwright-mcp, with its tools
// {"task": true}                     -> {"seconds": s, "commands": n, "texts": [text], "basket": text}
//                                       the bookshop's task by snapshot and click; texts for a model and of it
// {"sandbox": code, "limit": ms}     -> {"seconds": s, "value": v}    quickjs-emscripten, a new context for each
// {"hostCalls": n}                   -> {"seconds": s, "value": n}    the same, with n calls of a host function
// {"endless": code, "limit": ms, "patience": ms} -> {"seconds": s, "ended": bool}  the same in a thread that is ended
// {"close": true}                    -> {"closed": true}
//
// It takes its own time, so that neither the start of node nor the pipe counts against a package.

import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { Server } from './mcp.mjs';
import { answerLines } from './answer.mjs';

const packages = join(process.env.WEBAGENTS_PEERS ?? 'target/tools/peers', 'node_modules');

// Playwright and agents that drive a browser as root need it without its sandbox; the page is our own.
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

const timed = async (work) => {
  const start = process.hrtime.bigint();
  const result = await work();
  return { ...result, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
};

let browser, page, server, address, sandbox;

const quickjs = pathToFileURL(join(packages, 'quickjs-emscripten', 'dist', 'index.mjs')).href;

/** Evaluates code in a new context, which the interrupt handler ends at a deadline. */
const evaluated = async (code, limit) => {
  sandbox ??= await import(quickjs).then((module) => module.getQuickJS().then((engine) => ({ engine, module })));
  const shouldInterrupt = sandbox.module.shouldInterruptAfterDeadline(Date.now() + limit);
  return sandbox.engine.evalCode(code, { shouldInterrupt });
};

/** Counts to n in a new context, by calls of a host function that returns a promise. */
const hostCalls = async (n) => {
  await evaluated('0', 1000);
  const context = sandbox.engine.newContext();
  const next = context.newFunction('next', (value) => {
    const promise = context.newPromise();
    Promise.resolve(context.getNumber(value) + 1).then((sum) => {
      const handle = context.newNumber(sum);
      promise.resolve(handle);
      handle.dispose();
    });
    promise.settled.then(context.runtime.executePendingJobs);
    return promise.handle;
  });
  context.setProp(context.global, 'next', next);
  next.dispose();
  const code = `(async () => { let n = 0; for (let i = 0; i < ${n}; i++) n = await next(n); return n })()`;
  const answer = await timed(async () => {
    const promise = context.unwrapResult(context.evalCode(code));
    const settled = context.resolvePromise(promise);
    context.runtime.executePendingJobs();
    const result = context.unwrapResult(await settled);
    promise.dispose();
    return { value: context.dump(result), result };
  });
  answer.result.dispose();
  context.dispose();
  return { value: answer.value, seconds: answer.seconds };
};

/** The same in a thread that is ended when the patience is over. */
const ended = (code, limit, patience) =>
  new Promise((resolve) => {
    const script = `
      const { parentPort } = require('node:worker_threads');
      import(${JSON.stringify(quickjs)}).then(async (module) => {
        const engine = await module.getQuickJS();
        const shouldInterrupt = module.shouldInterruptAfterDeadline(Date.now() + ${limit});
        try { engine.evalCode(${JSON.stringify(code)}, { shouldInterrupt }); } catch {}
        parentPort.postMessage('done');
      });`;
    const worker = new Worker(script, { eval: true });
    const finish = (value) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(value);
    };
    const timer = setTimeout(() => finish(false), patience);
    worker.on('message', () => finish(true));
    worker.on('error', () => finish(true));
  });

/** The task of the demonstration, by what playwright-mcp offers: each step is one that a model would have to decide. */
const task = async () => {
  const texts = [];
  let commands = 0;
  const call = async (name, args) => {
    commands += 1;
    const result = await server.ask('tools/call', { name, arguments: args });
    const text = result.content.map((part) => part.text ?? '').join('\n');
    if (result.isError) throw new Error(`${name}: ${text}`);
    // A model writes the one and reads the other.
    texts.push(JSON.stringify({ name, arguments: args }), text);
    return text;
  };
  /** The reference of the first element in a snapshot whose line has all these words. */
  const find = (snapshot, ...words) => {
    const line = snapshot.split('\n').find((line) => words.every((word) => line.includes(word)));
    const target = line && /\[ref=([^\]]+)\]/.exec(line)?.[1];
    if (!target) throw new Error(`no ${words.join(' ')} in:\n${snapshot}`);
    return { element: words.join(' '), target };
  };
  await call('browser_navigate', { url: address });
  const home = await call('browser_snapshot', {});
  await call('browser_type', { ...find(home, 'searchbox'), text: 'sea', submit: true });
  const found = await call('browser_snapshot', {});
  await call('browser_click', find(found, 'button', 'Twenty'));
  const open = await call('browser_snapshot', {});
  const add = find(open, 'button', 'Add Twenty');
  // The button is the same after the first click, so a good model needs no look in between.
  await call('browser_click', add);
  await call('browser_click', add);
  const basket = await call('browser_snapshot', {});
  return { commands, texts, basket };
};

const answers = {
  async open({ open, browser: executablePath }) {
    const { chromium } = await import(pathToFileURL(join(packages, 'playwright-core', 'index.mjs')).href);
    browser = await chromium.launch({ executablePath, args: ARGUMENTS });
    page = await browser.newPage();
    await page.goto(open);
    return { ready: true };
  },
  evaluate: ({ evaluate }) => timed(async () => ({ value: await page.evaluate(evaluate) })),
  step: ({ step, target, text, url }) =>
    timed(async () => {
      const steps = {
        click: () => page.click(target),
        fill: () => page.fill(target, text),
        open: () => page.goto(url),
        snapshot: () => page.ariaSnapshot({ mode: 'ai' }),
      };
      const value = await steps[step]();
      return step === 'snapshot' ? { value } : {};
    }),
  chain: ({ chain }) =>
    timed(async () => {
      let value;
      for (const expression of chain) value = await page.evaluate(expression);
      return { value };
    }),
  sandbox: ({ sandbox: code, limit }) => timed(async () => ({ value: await evaluated(code, limit) })),
  hostCalls: ({ hostCalls: n }) => hostCalls(n),
  endless: ({ endless, limit, patience }) => timed(async () => ({ ended: await ended(endless, limit, patience) })),
  async start({ start, browser: executable }) {
    const program = join(packages, '@playwright', 'mcp', 'cli.js');
    server = new Server(program, ['--headless', '--isolated', '--no-sandbox', '--executable-path', executable]);
    await server.begin();
    address = start;
    const { tools } = await server.ask('tools/list', {});
    return { ready: true, definitions: JSON.stringify(tools) };
  },
  task: () => timed(task),
  async close() {
    await browser?.close();
    await server?.close();
    [browser, server] = [];
    return { closed: true };
  },
};

await answerLines(answers);
