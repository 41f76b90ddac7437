// Makes the bundles of the widgets from packages of npm: `node make.mjs FOLDER`, where FOLDER has the `node_modules` of README.md.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const modules = resolve(process.argv[2], 'node_modules');
const esbuild = createRequire(join(modules, 'x.js'))('esbuild');

/** Libraries: files of packages in the order in which a page loads them, and a module for those that are published as modules. */
const LIBRARIES = {
  'a11y-dialog': ['a11y-dialog/dist/a11y-dialog.min.js'],
  'accessible-autocomplete': ['accessible-autocomplete/dist/accessible-autocomplete.min.js', 'accessible-autocomplete/dist/accessible-autocomplete.min.css'],
  bootstrap: ['bootstrap/dist/js/bootstrap.bundle.min.js', 'bootstrap/dist/css/bootstrap.min.css'],
  choices: ['choices.js/public/assets/scripts/choices.min.js', 'choices.js/public/assets/styles/choices.min.css'],
  dragula: ['dragula/dist/dragula.min.js', 'dragula/dist/dragula.min.css'],
  filepond: ['filepond/dist/filepond.min.js', 'filepond/dist/filepond.min.css'],
  flatpickr: ['flatpickr/dist/flatpickr.min.js', 'flatpickr/dist/flatpickr.min.css'],
  'ion-rangeslider': ['ion-rangeslider/js/ion.rangeSlider.min.js', 'ion-rangeslider/css/ion.rangeSlider.min.css'],
  jstree: ['jstree/dist/jstree.min.js', 'jstree/dist/themes/default/style.min.css'],
  jquery: ['jquery/dist/jquery.min.js'],
  'nice-select2': ['nice-select2/dist/js/nice-select2.js', 'nice-select2/dist/css/nice-select2.css'],
  nouislider: ['nouislider/dist/nouislider.min.js', 'nouislider/dist/nouislider.min.css'],
  pikaday: ['pikaday/pikaday.js', 'pikaday/css/pikaday.css'],
  quill: ['quill/dist/quill.js', 'quill/dist/quill.snow.css'],
  'react-select': "import * as React from 'react'; import { createRoot } from 'react-dom/client'; import Select from 'react-select'; import Creatable from 'react-select/creatable'; Object.assign(window, { React, createRoot, Select, Creatable });",
  select2: ['select2/dist/js/select2.min.js', 'select2/dist/css/select2.min.css'],
  selectize: ['@selectize/selectize/dist/js/selectize.min.js', '@selectize/selectize/dist/css/selectize.default.css'],
  shoelace:
    "import '@shoelace-style/shoelace/dist/themes/light.css';" +
    ['select', 'option', 'switch', 'range', 'rating', 'dialog', 'button', 'tree', 'tree-item', 'input', 'tab-group', 'tab', 'tab-panel', 'checkbox', 'radio-group', 'radio']
      .map((part) => `import '@shoelace-style/shoelace/dist/components/${part}/${part}.js';`)
      .join(''),
  'slim-select': ['slim-select/dist/slimselect.js', 'slim-select/dist/slimselect.css'],
  splide: ['@splidejs/splide/dist/js/splide.min.js', '@splidejs/splide/dist/css/splide.min.css'],
  'star-rating': ['star-rating.js/dist/star-rating.min.js', 'star-rating.js/dist/star-rating.min.css'],
  tabulator: ['tabulator-tables/dist/js/tabulator.min.js', 'tabulator-tables/dist/css/tabulator.min.css'],
  tagify: ['@yaireo/tagify/dist/tagify.js', '@yaireo/tagify/dist/tagify.css'],
  'tom-select': ['tom-select/dist/js/tom-select.complete.min.js', 'tom-select/dist/css/tom-select.default.min.css'],
  'vanillajs-datepicker': ['vanillajs-datepicker/dist/js/datepicker-full.min.js', 'vanillajs-datepicker/dist/css/datepicker.min.css'],
  'virtual-select': ['virtual-select-plugin/dist/virtual-select.min.js', 'virtual-select-plugin/dist/virtual-select.min.css'],
};

const LOADERS = { '.png': 'dataurl', '.gif': 'dataurl', '.svg': 'dataurl', '.woff': 'empty', '.woff2': 'empty', '.ttf': 'empty', '.eot': 'empty' };
const OPTIONS = { absWorkingDir: modules, bundle: true, minify: true, write: false, legalComments: 'inline', loader: LOADERS, logLevel: 'error' };

/** The package that a file is part of. */
const packageOf = (file) => file.split('/').slice(0, file.startsWith('@') ? 2 : 1).join('/');

/** A package's entry in `packages.json`, and the text of its licence. */
function about(name, library) {
  const { version, license, homepage, repository } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  const url = typeof repository === 'string' ? repository : (repository?.url ?? homepage ?? `https://www.npmjs.com/package/${name}`);
  const source = url.replace(/^git\+/, '').replace(/^(git|ssh):\/\/(git@)?/, 'https://').replace(/^(github:)?([\w.-]+\/[\w.-]+)$/, 'https://github.com/$2').replace(/\.git$/, '');
  const file = readdirSync(join(modules, name)).find((file) => /^licen[cs]e(-mit)?(\.(md|txt))?$/i.test(file));
  const text = file ? readFileSync(join(modules, name, file), 'utf8').replace(/\r\n/g, '\n').trim() : null;
  return { entry: { library, package: name, version, licence: license.replace(/[()]/g, ''), source }, text };
}

const listed = [];
for (const [library, parts] of Object.entries(LIBRARIES)) {
  const folder = join(here, library);
  mkdirSync(folder, { recursive: true });
  const packages = new Set();
  let [script, style] = ['', ''];
  if (typeof parts === 'string') {
    const define = { 'process.env.NODE_ENV': '"production"' };
    const built = await esbuild.build({ ...OPTIONS, define, format: 'iife', metafile: true, outdir: 'out', stdin: { contents: parts, resolveDir: modules } });
    for (const { path, text } of built.outputFiles) path.endsWith('.css') ? (style = text) : (script = text);
    for (const input of Object.keys(built.metafile.inputs)) {
      const path = relative(modules, resolve(modules, input)).split('node_modules/').at(-1);
      if (!path.startsWith('<') && existsSync(join(modules, packageOf(path), 'package.json'))) packages.add(packageOf(path));
    }
  } else {
    for (const file of parts) {
      packages.add(packageOf(file));
      const text = readFileSync(join(modules, file), 'utf8');
      if (file.endsWith('.css')) style += (await esbuild.build({ ...OPTIONS, entryPoints: [file] })).outputFiles[0].text;
      else if (file.endsWith('.min.js')) script += `${text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '').trimEnd()}\n`;
      else script += (await esbuild.transform(text, { minify: true, legalComments: 'inline' })).code;
    }
  }
  const licences = [];
  for (const name of [...packages].sort()) {
    const { entry, text } = about(name, library);
    listed.push(entry);
    licences.push(`${name} ${entry.version}, ${entry.licence}\n\n${text ?? `See ${entry.source}.`}\n`);
    if (!text) console.error(`${name} has no text of its licence`);
  }
  writeFileSync(join(folder, 'widget.js'), script);
  if (style) writeFileSync(join(folder, 'widget.css'), style);
  writeFileSync(join(folder, 'LICENSE'), licences.join(`\n${'-'.repeat(80)}\n\n`));
}
writeFileSync(join(here, 'packages.json'), `[\n${listed.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`);
