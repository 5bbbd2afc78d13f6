// The four catalogues. The compiler checks their shape; these tests check that nothing is unused, empty or
// untranslated.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { load, LANGUAGES, parts, preferred } from '../../src/i18n';
import { loadRules } from '../../src/i18n/rules';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const files = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => {
    const path = `${dir}/${name}`;
    return statSync(path).isDirectory()
      ? path.endsWith('/i18n') || path.endsWith('/dev')
        ? []
        : files(path)
      : /\.(ts|svelte)$/.test(name)
        ? [path]
        : [];
  });
const code = files(src)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

type Leaf = [path: string, value: string | ((...args: never[]) => string)];
const leaves = (value: unknown, path = ''): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([k, v]) => leaves(v, path ? `${path}.${k}` : k))
    : [[path, value as Leaf[1]]];
// read by a name that comes from the server or from the state
const BY_NAME =
  /^(colour|colourCount|player|level|why|log|prompt|end\.by|table\.starts|account\.errors|refused|count)\b/;
const sample = (value: Leaf[1]) => (typeof value === 'string' ? value : (value as (...a: unknown[]) => string)(2, 3));
const slots = (text: string) =>
  parts(text)
    .flatMap((p) => ('slot' in p ? [p.slot] : []))
    .sort();

// Sentences and names that may be as in English.
const SAME_IN_SOME = [
  'colour',
  'level',
  'common.menu',
  'prompt.tunnel',
  'end.globetrotter',
  'claim.tunnel',
  'tunnel.title',
  'count.tickets',
  'keep.',
  'settings.',
  'home.',
  'table.',
  'end.',
  'game.',
];

describe('the catalogues', () => {
  it('have no text that is never shown', async () => {
    const unused = leaves(await load('en'))
      .map(([path]) => path)
      .filter((path) => !BY_NAME.test(path) && !new RegExp(`\\b${path.replaceAll('.', '\\.')}\\b`).test(code));
    expect(unused).toEqual([]);
  });

  it.each(LANGUAGES)('%s: no empty text, the same slots as English', async (language) => {
    const english = new Map(leaves(await load('en')));
    for (const [path, value] of leaves(await load(language))) {
      expect(sample(value).trim(), path).not.toBe('');
      const slotsHere = slots(sample(value)),
        slotsThere = slots(sample(english.get(path)!));
      expect(slotsHere, path).toEqual(slotsThere);
    }
  });

  it.each(['pl', 'hu', 'de'] as const)('%s: is translated', async (language) => {
    const english = new Map(leaves(await load('en')).map(([path, value]) => [path, sample(value)]));
    const same = leaves(await load(language)).filter(
      ([path, value]) => sample(value) === english.get(path) && /[a-z]{4}/.test(sample(value).replace(/\{\w+\}/g, '')),
    );
    expect(same.map(([path]) => path).filter((path) => !SAME_IN_SOME.some((same) => path.startsWith(same)))).toEqual(
      [],
    );
    expect(same.length).toBeLessThan(14);
  });

  it.each(LANGUAGES)('%s: every refusal of the protocol has a sentence', async (language) => {
    const protocol = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8');
    const table = protocol.slice(
      protocol.indexOf('| code | meaning |'),
      protocol.indexOf('The connection is closed with'),
    );
    const codes = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, names]) =>
      [...names!.matchAll(/`(\w+)`/g)].map(([, code]) => code!),
    );
    // these say what to do, not what was wrong
    const elsewhere = ['rule', 'stale', 'busy', 'too_fast', 'not_stored', 'stopping'];
    const { refused } = await load(language);
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter((code) => !elsewhere.includes(code) && !refused[code])).toEqual([]);
  });

  it('have the right plurals', async () => {
    const [pl, hu, en, de] = await Promise.all([load('pl'), load('hu'), load('en'), load('de')]);
    expect([1, 2, 5, 12, 22].map(pl.count.wagons)).toEqual([
      '1 wagon',
      '2 wagony',
      '5 wagonów',
      '12 wagonów',
      '22 wagony',
    ]);
    expect(hu.count.wagons(5)).toBe('5 kocsi');
    expect([1, 2].map(en.count.cards)).toEqual(['1 card', '2 cards']);
    expect([1, 2].map(de.count.stations)).toEqual(['1 Bahnhof', '2 Bahnhöfe']);
    expect([1, 2].map(en.end.aheadPoints)).toEqual(['1 point ahead of {second}.', '2 points ahead of {second}.']);
    expect([1, 2].map(de.end.aheadPoints)).toEqual([
      'Mit 1 Punkt Vorsprung auf {second}.',
      'Mit 2 Punkten Vorsprung auf {second}.',
    ]);
    expect([1, 3, 5].map((n) => pl.keep.shares(n, 'A'))).toEqual([
      'w tym 1 wspólny (A)',
      'w tym 3 wspólne (A)',
      'w tym 5 wspólnych (A)',
    ]);
  });

  it('have the same sections of rules', async () => {
    const english = await loadRules('en');
    for (const language of LANGUAGES) {
      const rules = await loadRules(language);
      for (const board of ['europe', 'germany', 'first-journey'] as const) {
        expect(rules[board].map((s) => [s.id, s.text.length])).toEqual(
          english[board].map((s) => [s.id, s.text.length]),
        );
      }
    }
  });

  it('are chosen by what the browser asks for', () => {
    expect(preferred(['fr-FR', 'hu-HU', 'en'])).toBe('hu');
    expect(preferred(['fr'])).toBe('en');
  });
});
