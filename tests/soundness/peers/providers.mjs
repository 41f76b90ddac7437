// The vendors' own transformers of schemas, as oracles.
//
// One {"vendor", "schema"} a line in; one {} a line out if the vendor's client leaves the schema unchanged,
// and {"problem"} if it throws or changes something. The order of members does not count. WEBAGENTS_PEERS
// names the folder whose node_modules holds the packages.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(process.env.WEBAGENTS_PEERS ?? 'target/tools/peers', 'node_modules');
const load = (...path) => import(pathToFileURL(join(packages, ...path)).href);
const { toStrictJsonSchema } = await load('openai', 'lib', 'transform.mjs');
const { transformJSONSchema } = await load('@anthropic-ai', 'sdk', 'lib', 'transform-json-schema.mjs');
const transformers = { openai: toStrictJsonSchema, anthropic: transformJSONSchema };

// The first place where two values differ, as a JSON Pointer and both values; undefined if they are equal.
function difference(before, after, path = '') {
  if (Object.is(before, after)) return undefined;
  const both = [before, after];
  if (
    !both.every((value) => typeof value === 'object' && value !== null) ||
    Array.isArray(before) !== Array.isArray(after)
  ) {
    return `${path || '/'}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`;
  }
  for (const key of new Set(both.flatMap((value) => Object.keys(value)))) {
    const found = difference(before[key], after[key], `${path}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const { vendor, schema } = JSON.parse(line);
  let problem;
  try {
    // No vendor, no transformer: then there is nothing to change.
    if (vendor) problem = difference(schema, transformers[vendor](structuredClone(schema)));
  } catch (error) {
    problem = `it throws: ${error?.message ?? error}`;
  }
  process.stdout.write(`${JSON.stringify({ problem })}\n`);
}
