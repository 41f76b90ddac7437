// Others' converters of JSON Schema to TypeScript, each as a function from a schema to a text with a type Root.
//
// WEBAGENTS_PEERS names the folder whose node_modules holds the packages.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(process.env.WEBAGENTS_PEERS ?? 'target/tools/peers', 'node_modules');
export const load = (...path) => import(pathToFileURL(join(packages, ...path)).href);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const converters = {
  // The fastest way to call it: its formatter is left out, and it may read no other document.
  async 'json-schema-to-typescript'() {
    const { default: j2ts } = await load('json-schema-to-typescript', 'dist', 'src', 'index.js');
    const options = { format: false, bannerComment: '', $refOptions: { resolve: { external: false } } };
    return (schema) => j2ts.compile(isObject(schema) ? { ...schema, title: 'Root' } : schema, 'Root', options);
  },
  // Its main module needs Cloudflare's runtime; the converter is in a part that does not.
  async '@cloudflare/codemode'() {
    const folder = join('@cloudflare', 'codemode', 'dist');
    const part = readdirSync(join(packages, folder)).find((name) => /^json-schema-types-.*\.js$/.test(name));
    const module = await load(folder, part);
    const generate = Object.values(module).find((value) => value.name === 'generateTypesFromJsonSchema');
    return (schema) => `${generate({ root: { inputSchema: schema } })}\ntype Root = RootInput;\n`;
  },
};
