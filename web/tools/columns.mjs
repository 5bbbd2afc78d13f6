// Checks the line width of the page's sources, also where prettier does not break lines: `npm run lint`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const COLUMNS = 120;
const top = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = /\.(ts|js|mjs|svelte|css|html|json|webmanifest)$|^build$/;
const NOT_OURS = new Set(['node_modules', 'dist', 'shots', 'test-results', 'package-lock.json']);

// Translations stay on one line; URLs and SVG paths cannot be broken.
const CATALOGUE = /^src\/i18n\/(rules\/)?[a-z]{2}\.ts$/;
const UNBREAKABLE = /https?:\/\/\S{40}|\bd="[^"]{40}/;

function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_OURS.has(entry.name) || entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* filesIn(join(folder, entry.name));
    else if (SOURCE.test(entry.name)) yield join(folder, entry.name);
  }
}

let wide = 0;
for (const file of filesIn(top)) {
  const path = relative(top, file);
  if (CATALOGUE.test(path)) continue;
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, i) => {
      const columns = [...line].length;
      if (columns <= COLUMNS || UNBREAKABLE.test(line)) return;
      wide++;
      console.error(`${path}:${i + 1}: ${columns} columns, more than ${COLUMNS}`);
    });
}
process.exitCode = wide ? 1 : 0;
