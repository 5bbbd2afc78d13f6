// The folders of the page have no import cycles.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preProcessFile } from 'typescript';
import { describe, expect, it } from 'vitest';

type Source = readonly [path: string, text: string];
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

/** The relative imports of a source: imports of every form, workers, style sheets. */
function importsOf(path: string, text: string): string[] {
  const code = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((m) => m[1]).join('\n')
    : text;
  const workers = [...code.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map((m) => m[1]!);
  return [...preProcessFile(code).importedFiles.map((f) => f.fileName), ...workers].filter((name) =>
    name.startsWith('.'),
  );
}

/** The folders that each folder imports; `isFolder` recognises those imported by their index. */
function foldersOf(sources: readonly Source[], isFolder: (path: string) => boolean): Imports {
  const folders = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    const from = dirname(path);
    for (const name of importsOf(path, text)) {
      const wanted = join(from, name),
        to = isFolder(wanted) ? wanted : dirname(wanted);
      if (to !== from && !to.startsWith('..')) folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  }
  return folders;
}

/** An import cycle, if there is one. */
function cycleIn(imports: Imports): string[] | null {
  const done = new Set<string>();
  const visit = (folder: string, way: readonly string[]): string[] | null => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of imports.get(folder) ?? []) {
      const found = visit(next, [...way, folder]);
      if (found) return found;
    }
    done.add(folder);
    return null;
  };
  for (const folder of imports.keys()) {
    const found = visit(folder, []);
    if (found) return found;
  }
  return null;
}

describe('folders', () => {
  const top = fileURLToPath(new URL('../../src', import.meta.url));
  const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(ts|svelte)$/.test(path));
  const sources = files.map((path): Source => [path, readFileSync(join(top, path), 'utf8')]);
  const isFolder = (path: string) => existsSync(join(top, path)) && statSync(join(top, path)).isDirectory();

  it('of the page import each other in no circle', () => {
    const imports = foldersOf(sources, isFolder);
    expect([...imports.keys()]).toEqual(expect.arrayContaining(['.', 'board', 'state', 'view', 'view/game']));
    expect(cycleIn(imports)).toBeNull();
  });
  it('would be found in a circle', () => {
    const planted = sources.map(([path, text]): Source => [
      path,
      path === join('board', 'definition.ts') ? `import type { Legal } from '../state/legal';\n${text}` : text,
    ]);
    expect(cycleIn(foldersOf(planted, isFolder))).toEqual(expect.arrayContaining(['board', 'state']));
  });
  it.each([
    ['a component', 'a/One.svelte', '<script lang="ts">\n  import Two from \'../b/Two.svelte\';\n</script>\n'],
    ['what is loaded later', 'a/one.ts', "export const later = () => import('../b/two');\n"],
    ['a worker', 'a/one.ts', "new Worker(new URL('../b/two.worker.ts', import.meta.url));\n"],
    ['types', 'a/one.ts', "import type { Two } from '../b/two';\n"],
    ['the index of a folder', 'a/one.ts', "export { two } from '../b';\n"],
  ])('count %s as an import', (_, path, text) => {
    expect(foldersOf([[path, text]], (wanted) => wanted === 'b')).toEqual(new Map([['a', new Set(['b'])]]));
  });
  it('are followed over others', () => {
    const imports = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a'])],
    ]);
    expect(cycleIn(imports)).toEqual(['a', 'b', 'c', 'a']);
    expect(
      cycleIn(
        new Map([
          ['a', new Set(['b', 'c'])],
          ['b', new Set(['c'])],
        ]),
      ),
    ).toBeNull();
  });
});
