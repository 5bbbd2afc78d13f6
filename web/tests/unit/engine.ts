// Enums of the engine and the server, read from their headers.
import { readFileSync } from 'node:fs';

/** The names of an enum, in the order of their numbers. */
export function enumOf(header: string, name: string): string[] {
  const source = readFileSync(new URL(`../../../src/${header}`, import.meta.url), 'utf8');
  const body = new RegExp(`enum class ${name} : std::uint8_t \\{([^}]*)\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`${header} has no enum ${name}`);
  return body
    .replace(/\/\/.*/g, '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}
