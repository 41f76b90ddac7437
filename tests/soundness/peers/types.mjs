// The schemas that `ts-json-schema-generator` makes of our forms of types: `node types.mjs FOLDER > expected.json`.
//
// A form is a module FOLDER/a-form.ts that exports a type FormAForm: no global type is called so. All are one program,
// because the start of the TypeScript compiler is most of the generator's time. Twice, with open and with closed
// objects. WEBAGENTS_PEERS names the folder whose node_modules holds the package.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(process.env.WEBAGENTS_PEERS ?? 'target/tools/peers', 'node_modules', 'ts-json-schema-generator');
const manifest = JSON.parse(readFileSync(join(packages, 'package.json'), 'utf8'));
const generator = await import(pathToFileURL(join(packages, manifest.exports?.['.']?.import ?? manifest.main)).href);

const folder = process.argv[2];
const forms = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -3))
  .sort();
const typeName = (form) =>
  `Form${form
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('')}`;

function schemas(additionalProperties) {
  const config = {
    ...generator.DEFAULT_CONFIG,
    path: join(folder, '*.ts'),
    expose: 'export',
    jsDoc: 'extended',
    topRef: true,
    skipTypeCheck: true,
    additionalProperties,
  };
  const program = generator.createProgram(config);
  const parser = generator.createParser(program, config);
  const formatter = generator.createFormatter(config);
  const made = new generator.SchemaGenerator(program, parser, formatter, config);
  return Object.fromEntries(
    forms.map((form) => {
      try {
        return [form, { schema: made.createSchema(typeName(form)) }];
      } catch (error) {
        return [form, { error: String(error?.message ?? error).split('\n')[0] }];
      }
    }),
  );
}

const [open, closed] = [schemas(true), schemas(false)];
const result = Object.fromEntries(forms.map((form) => [form, { open: open[form], closed: closed[form] }]));
process.stdout.write(
  `${JSON.stringify({ generator: `${manifest.name} ${manifest.version}`, forms: result }, null, 1)}\n`,
);
