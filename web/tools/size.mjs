// Prints the compressed size of the built page without fonts. Fails above 200 kB before the board, or 600 kB in total.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const files = (dir) =>
  readdirSync(dir).flatMap((name) => {
    const path = `${dir}/${name}`;
    return statSync(path).isDirectory() ? files(path) : [path];
  });
const html = readFileSync(`${dist}/index.html`, 'utf8');
const first = new Set([...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name));
const list = files(dist)
  .filter((path) => !/\.(woff2|map)$/.test(path))
  .map((path) => {
    const name = path.slice(dist.length + 1),
      text = readFileSync(path);
    return {
      name,
      raw: text.length,
      gzip: gzipSync(text, { level: 9 }).length,
      first: name === 'index.html' || first.has(name) || /small|europe.*small/.test(name),
    };
  })
  .sort((a, b) => b.gzip - a.gzip);
const sum = (items) => items.reduce((total, { gzip }) => total + gzip, 0);
const kb = (n) => `${(n / 1000).toFixed(1)} kB`.padStart(10);
for (const { name, raw, gzip, first: early } of list)
  console.log(`${kb(raw)} ${kb(gzip)} ${early ? 'first' : '     '} ${name}`);
const before = sum(list.filter((f) => f.first)),
  all = sum(list);
console.log(`first page ${kb(before)} (at most 200), all ${kb(all)} (at most 600), compressed, without fonts`);
if (before > 200_000 || all > 600_000) {
  console.error('The page has become too large.');
  process.exit(1);
}
