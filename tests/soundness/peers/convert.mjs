// Others' converters of JSON Schema to TypeScript behind one protocol: `node convert.mjs PACKAGE`.
//
// One {"id", "schema"} a line in, one {"id", "ts"} or {"id", "error"} a line out; `ts` declares a type Root.

import { readFileSync } from 'node:fs';
import { converters } from './converters.mjs';

const convert = await converters[process.argv[2]]();
for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const { id, schema } = JSON.parse(line);
  let answer;
  try {
    answer = { id, ts: await convert(schema) };
  } catch (error) {
    answer = { id, error: String(error?.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
