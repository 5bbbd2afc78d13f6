// Enums of the engine and the server, read from their headers.
import { readFileSync } from 'node:fs';

/** The names of an enum, in the order of their numbers. They may stand in the rows of a macro: `ROW(name, …)`. */
export function enumOf(header: string, name: string): string[] {
  const source = readFileSync(new URL(`../../../src/${header}`, import.meta.url), 'utf8');
  const body = new RegExp(`enum class ${name} : std::uint8_t \\{([^}]*)\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`${header} has no enum ${name}`);
  const macro = /#define PERRON_VALUE[^]*?(\w+)\(PERRON_VALUE\)/.exec(body)?.[1];
  if (macro) {
    const rows = new RegExp(`#define ${macro}\\(ROW\\) ((?:.*\\\\\n)*.*)`).exec(source)?.[1] ?? '';
    return [...rows.matchAll(/ROW\((\w+),/g)].map((row) => row[1]!);
  }
  return body
    .replace(/\/\/.*/g, '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}
