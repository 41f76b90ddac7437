// The official MCP SDK as an oracle: does its client take a list of tools?
//
// One result of `tools/list` a line in; one {"tools"} a line out, the number of tools, or {"problem"} if the
// SDK refuses the list. WEBAGENTS_PEERS names the folder whose node_modules holds the package.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(process.env.WEBAGENTS_PEERS ?? 'target/tools/peers', 'node_modules');
const sdk = join(packages, '@modelcontextprotocol', 'sdk', 'dist', 'esm', 'types.js');
const { ListToolsResultSchema, ToolSchema } = await import(pathToFileURL(sdk).href);

for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const list = JSON.parse(line);
  const read = ListToolsResultSchema.safeParse(list);
  let answer = { tools: list.tools?.length };
  if (!read.success) {
    const refused = (list.tools ?? []).filter((tool) => !ToolSchema.safeParse(tool).success);
    answer = { problem: `${refused.map((tool) => tool?.name).join(', ')}: ${read.error.message}` };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
