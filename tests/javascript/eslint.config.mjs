// The rules of the linter: they find errors, and no matters of style, which the formatter decides.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const globals = createRequire(resolve(process.env.WEBAGENTS_JAVASCRIPT ?? 'target/tools/javascript', 'package.json'))(
  'globals',
);

const rules = Object.fromEntries(
  [
    'array-callback-return',
    'constructor-super',
    'eqeqeq',
    'getter-return',
    'no-async-promise-executor',
    'no-class-assign',
    'no-compare-neg-zero',
    'no-cond-assign',
    'no-const-assign',
    'no-constant-binary-expression',
    'no-dupe-args',
    'no-dupe-class-members',
    'no-dupe-else-if',
    'no-dupe-keys',
    'no-duplicate-case',
    'no-fallthrough',
    'no-func-assign',
    'no-import-assign',
    'no-invalid-regexp',
    'no-loss-of-precision',
    'no-redeclare',
    'no-self-assign',
    'no-sparse-arrays',
    'no-this-before-super',
    'no-undef',
    'no-unreachable',
    'no-unsafe-finally',
    'no-unsafe-negation',
    'no-unsafe-optional-chaining',
    'no-unused-private-class-members',
    'no-useless-backreference',
    'no-var',
    'prefer-const',
    'use-isnan',
    'valid-typeof',
  ].map((rule) => [rule, 'error']),
);
rules['no-redeclare'] = ['error', { builtinGlobals: false }];
rules['no-unused-vars'] = ['error', { vars: 'local', argsIgnorePattern: '^_' }];
rules['prefer-const'] = ['error', { destructuring: 'all' }];

// The scripts of `browse` are joined: each sees the names of all.
const FRAGMENTS = 'crates/browse/src/js';
const fragments = readdirSync(FRAGMENTS).map((name) => readFileSync(join(FRAGMENTS, name), 'utf8'));
const declared = (text) => [
  ...[...text.matchAll(/^(?:let|const|class|(?:async )?function\*?) (\w+)/gm)].map((found) => found[1]),
  ...[...text.matchAll(/^const \{([^}]*)\} = /gm)].flatMap((found) => found[1].match(/\w+/g)),
];
const shared = fragments.flatMap(declared);

/** Finds names that no script of `browse` uses. */
const unshared = {
  create: (context) => ({
    Program(node) {
      for (const name of declared(context.sourceCode.text)) {
        const uses = fragments.flatMap((text) => text.match(new RegExp(`(?<!(?<!\\.\\.)\\.)\\b${name}\\b`, 'g')) ?? []);
        if (uses.length === 1) context.report({ node, message: `'${name}' is not used by any script of ${FRAGMENTS}` });
      }
    },
  }),
};

const readonly = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));
const script = (files, names) => ({
  files,
  languageOptions: { ecmaVersion: 2025, sourceType: 'script', globals: { ...globals.browser, ...names } },
  rules,
});

export default [
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  script(['crates/**/*.js'], readonly(['HINTS', 'NAMES', 'MORE'])),
  {
    ...script([`${FRAGMENTS}/*.js`], {
      ...Object.fromEntries(shared.map((name) => [name, 'writable'])),
      page: 'writable',
    }),
    plugins: { webagents: { rules: { unshared } } },
    // Another script may assign a name.
    rules: { ...rules, 'prefer-const': 'off', 'webagents/unshared': 'error' },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } }, rules },
];
