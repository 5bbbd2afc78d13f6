// Writes dist/sw.js: the service worker with the build's list of files, versioned by their content.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const files = (dir) =>
  readdirSync(dir).flatMap((name) => {
    const path = `${dir}/${name}`;
    return statSync(path).isDirectory() ? files(path) : [path.slice(dist.length + 1)];
  });
const list = files(dist)
  .filter((name) => !/\.map$|^\.|^sw\.js$/.test(name))
  .sort();
const template = readFileSync(new URL('sw.js', import.meta.url), 'utf8');
const hash = createHash('sha256').update(template);
for (const name of list) hash.update(name).update(readFileSync(`${dist}/${name}`));
const page = createHash('sha256')
  .update(readFileSync(`${dist}/index.html`))
  .digest('hex');
writeFileSync(
  `${dist}/sw.js`,
  template
    .replace('__PAGE__', page)
    .replace('__VERSION__', hash.digest('hex').slice(0, 16))
    .replace('__FILES__', JSON.stringify(list)),
);
