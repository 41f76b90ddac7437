// The tools that the policies use, with the same methods: each is a command, and its output is read.
//
// A method takes CSS selectors and references of the tool's own snapshots. `texts` holds the texts that a model
// would write and read; `commands` counts.

import { execFile } from 'node:child_process';
import { Server } from '../mcp.mjs';

const run = (program, args, env) =>
  new Promise((done) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
    execFile(program, args, options, (error, out, err) => done({ failed: Boolean(error), out, err }));
  });

class Tool {
  texts = [];
  commands = 0;

  begin() {
    this.texts = [];
    this.commands = 0;
  }

  note(said, read) {
    this.commands += 1;
    this.texts.push(said, read);
  }

  /** Rows of a snapshot: role, name and reference. */
  async rows() {
    return (await this.snapshot())
      .split('\n')
      .map((line) => this.row.exec(line)?.groups)
      .filter(Boolean)
      .map(({ role, name, ref }) => ({ role, name, target: this.reference(ref) }));
  }

  row = /^\s*- '?(?<role>\w+) "(?<name>(?:[^"\\]|\\.)*)".*\[ref=(?<ref>\w+)\]/;
}

/** A command line: each method is a process. */
class CommandLine extends Tool {
  constructor(program, first, env) {
    super();
    Object.assign(this, { program, first, env });
  }

  async call(...words) {
    const { failed, out, err } = await run(this.program, [...this.first, ...words], this.env);
    this.note(words.join(' '), failed ? err || out : out);
    if (failed) throw new Error((err || out).trim().split('\n')[0]);
    return out.replace(/\n$/, '');
  }

  /** Code of the harness, which does not count as a command of the policy. */
  async harness(code) {
    const { failed, out, err } = await run(this.program, [...this.first, 'eval', code], this.env);
    if (failed) throw new Error(err || out);
    return out.trim();
  }

  reference = (ref) => `@${ref}`;
  open = (url) => run(this.program, [...this.first, 'open', url], this.env);
  snapshot = () => this.call('snapshot', ...this.interactive);
  text = (css) => this.call('get', 'text', css);
  html = (css) => this.call('get', 'html', css);
  value = (css) => this.call('get', 'value', css);
  click = (target) => this.call('click', target);
  check = (target) => this.call('check', target);
  hover = (target) => this.call('hover', target);
  fill = (target, text) => this.call('fill', target, text);
  drag = (from, to) => this.call('drag', from, to);
  wait = (css) => this.call('wait', css);
  select = (target, ...options) => this.call('select', target, ...options);
}

export class Browse extends CommandLine {
  name = 'webagents browse';
  interactive = [];
  row = /^\s*@(?<ref>\w+) (?<role>\w+) "(?<name>(?:[^"\\]|\\.)*)"/;

  constructor({ program, variables, session }) {
    super(program, ['browse', '--session', session], Object.fromEntries(variables));
  }
}

export class AgentBrowser extends CommandLine {
  name = 'agent-browser';
  interactive = ['-i'];
  constructor({ program, variables, session }) {
    super(program, ['--session', session], Object.fromEntries(variables));
  }
}

export class PlaywrightMcp extends Tool {
  name = 'playwright-mcp';

  constructor({ program, browser }) {
    super();
    this.server = new Server(program, ['--headless', '--isolated', '--no-sandbox', '--executable-path', browser]);
    this.ready = this.server.begin();
  }

  async send(name, args) {
    await this.ready;
    const result = await this.server.ask('tools/call', { name, arguments: args });
    return { failed: Boolean(result.isError), text: result.content.map((part) => part.text ?? '').join('\n') };
  }

  async call(name, args) {
    const { failed, text } = await this.send(name, args);
    this.note(JSON.stringify({ name, arguments: args }), text);
    if (failed) throw new Error(text.replace(/^### \w+\s*/, '').split('\n')[0]);
    return text;
  }

  async harness(code) {
    const { failed, text } = await this.send('browser_evaluate', { function: `() => (${code})` });
    if (failed) throw new Error(text);
    return this.result(text);
  }

  /** The value that an evaluation printed. */
  result(text) {
    const value = JSON.parse(/^### Result\n([^]*?)\n### Ran/.exec(text)[1]);
    return typeof value === 'string' ? value : JSON.stringify(value);
  }

  reference = (ref) => ref;
  open = (url) => this.send('browser_navigate', { url });
  of = async (target, code) =>
    this.result(await this.call('browser_evaluate', { element: target, target, function: code }));
  snapshot = () => this.call('browser_snapshot', {});
  text = (css) => this.of(css, '(e) => e.innerText');
  html = (css) => this.of(css, '(e) => e.innerHTML');
  value = (css) => this.of(css, '(e) => e.value');
  click = (target) => this.call('browser_click', { element: target, target });
  // It has no command of its own for a box.
  check = (target) =>
    this.call('browser_fill_form', {
      fields: [{ element: target, target, name: target, type: 'checkbox', value: 'true' }],
    });
  hover = (target) => this.call('browser_hover', { element: target, target });
  fill = (target, text) => this.call('browser_type', { element: target, target, text });
  drag = (from, to) =>
    this.call('browser_drag', { startElement: from, startTarget: from, endElement: to, endTarget: to });
  // It waits for texts or for a time.
  wait = () => this.call('browser_wait_for', { time: 0.5 });
  select = (target, ...values) => this.call('browser_select_option', { element: target, target, values });
}
