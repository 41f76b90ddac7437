// Counts of tokens: one JSON object a line in, one out.
//
// {"count": [text]} -> {"tokens": [n]}    tokens of each text in the encoding o200k

import { createInterface } from 'node:readline';
import { load } from '../../soundness/peers/converters.mjs';

const { encode } = await load('gpt-tokenizer', 'esm', 'encoding', 'o200k_base.js');
for await (const line of createInterface({ input: process.stdin })) {
  const texts = JSON.parse(line).count;
  const tokens = texts.map((text) => encode(text, { disallowedSpecial: new Set() }).length);
  process.stdout.write(`${JSON.stringify({ tokens })}\n`);
}
