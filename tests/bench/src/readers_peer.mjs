// turndown, with the plugin that gives it tables, as a contender: one JSON object a line in, one out.
//
// {"documents": [html]}                -> {"ready": n}
// {"work": "turndown", "texts": true}  -> {"seconds": s, "texts": [markdown]}
//
// It takes its own time, so that neither the start of node nor the pipe counts against it.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const require = createRequire(join(process.env.WEBAGENTS_PEERS, 'package.json'));
const Turndown = require('turndown');
const { gfm } = require('turndown-plugin-gfm');

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
turndown.use(gfm);
turndown.remove(['script', 'style']);

let documents = [];
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  let answer;
  if (message.documents) {
    documents = message.documents;
    answer = { ready: documents.length };
  } else {
    const start = process.hrtime.bigint();
    const texts = documents.map((html) => {
      try {
        return turndown.turndown(html);
      } catch {
        // A page that it refuses is one that it gives nothing of.
        return '';
      }
    });
    answer = { seconds: Number(process.hrtime.bigint() - start) / 1e9 };
    if (message.texts) answer.texts = texts;
  }
  console.log(JSON.stringify(answer));
}
