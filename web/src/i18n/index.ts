// Languages. English comes with the page; the others load on demand.
import { en, type Messages } from './en';

export type { Messages } from './en';
export const LANGUAGES = ['en', 'pl', 'hu', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', pl: 'Polski', hu: 'Magyar', de: 'Deutsch' };
/** The default name of a guest, known before the rest of a language has loaded. */
export const GUEST: Record<Language, string> = { en: 'Guest', pl: 'Gość', hu: 'Vendég', de: 'Gast' };

const catalogues: Record<Language, () => Promise<Messages>> = {
  en: async () => en,
  pl: async () => (await import('./pl')).pl,
  hu: async () => (await import('./hu')).hu,
  de: async () => (await import('./de')).de,
};

export const load = (language: Language): Promise<Messages> => catalogues[language]();

export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((l) => tag.toLowerCase().split('-')[0] === l);
    if (found) return found;
  }
  return 'en';
}

/** Replaces {name} in a text. */
export const fill = (text: string, values: object): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    key in values ? String((values as Record<string, unknown>)[key]) : whole,
  );

export type Part = { text: string } | { slot: string };

/** Splits a text into plain parts and named slots, for lines with names and cards. */
export function parts(text: string): Part[] {
  return text
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((piece) => (/^\{\w+\}$/.test(piece) ? { slot: piece.slice(1, -1) } : { text: piece }));
}
