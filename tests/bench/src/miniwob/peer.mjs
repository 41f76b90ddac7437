// Episodes of MiniWoB++: one JSON object a line in, one out.
//
// {"tools": {"browse": {…}, "agentBrowser": {…}, "playwrightMcp": {…}}, "sources": folder} -> {"tasks": [name]}
// {"episode": {"tool": name, "task": name, "seed": text}}
//     -> {"reward": r, "commands": n, "seconds": s, "texts": [text], "why": text?}
// {"close": true} -> {"closed": true}
//
// The time covers the policy's commands. Opening the page, the seed and the start of the episode are the harness's,
// by the same tool. An episode may take a minute, so that a loaded machine decides nothing: the reward is the raw one,
// which does not shrink with time.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { AgentBrowser, Browse, PlaywrightMcp } from './tools.mjs';
import { policies, Unscripted } from './policies.mjs';
import { answerLines } from '../answer.mjs';

let tools, pages, knows;

/** Fails if a tool does not return. */
const within = (ms, work) => {
  let timer;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`not done within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

const TYPES = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  png: 'image/png',
  gif: 'image/gif',
};

/** Serves the files of a folder on loopback, until this process ends. */
const serve = async (folder) => {
  const server = createServer((request, response) => {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
      const bytes = readFileSync(join(folder, path));
      response
        .writeHead(200, { 'content-type': TYPES[path.split('.').pop()] ?? 'application/octet-stream' })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
};

const number = (text) => Number(String(text).replace(/"/g, '').trim());

const answers = {
  async tools({ tools: given, sources }) {
    pages = await serve(sources);
    tools = {
      browse: new Browse(given.browse),
      agentBrowser: new AgentBrowser(given.agentBrowser),
      playwrightMcp: new PlaywrightMcp(given.playwrightMcp),
    };
    // The words that a model would know come from the task's own source.
    const soft = readFileSync(join(sources, 'miniwob', 'click-checkboxes-soft.html'), 'utf8');
    const list = /var SYNONYMS = (\[[^]*?\n\]);/.exec(soft)[1];
    knows = {
      synonyms: [...list.matchAll(/\[((?:'\w+',? ?)+)\]/g)].map(([, words]) =>
        [...words.matchAll(/'(\w+)'/g)].map(([, word]) => word),
      ),
    };
    return { tasks: Object.keys(policies) };
  },
  async episode({ episode: { tool, task, seed } }) {
    const t = tools[tool];
    t.begin();
    let why;
    await t.open(`${pages}/miniwob/${task}.html`);
    await t.harness(
      `(Math.seedrandom(${JSON.stringify(seed)}), core.EPISODE_MAX_TIME = 60000, core.startEpisodeReal(), 1)`,
    );
    const start = process.hrtime.bigint();
    try {
      await within(45_000, policies[task](t, knows));
    } catch (error) {
      why = `${error instanceof Unscripted ? 'not scripted: ' : ''}${error?.message ?? error}`;
    }
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    const reward = number(await t.harness('WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0'));
    return { reward, commands: t.commands, seconds, texts: t.texts, why };
  },
  async close() {
    await tools?.playwrightMcp.server.close();
    tools = undefined;
    return { closed: true };
  },
};

await answerLines(answers);
