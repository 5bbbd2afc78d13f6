// The built-in boards for the home page: names, numbers of players, duration and what counts. Their definitions are in
// data/boards.
import type { Language } from '../i18n';

export const BOARDS = ['europe', 'germany', 'first-journey'] as const;
export type BoardId = (typeof BOARDS)[number];

export const ABOUT: Record<
  BoardId,
  { min: number; max: number; minutes: number; counts: 'points' | 'tickets'; names: Record<Language, string> }
> = {
  europe: {
    min: 2,
    max: 5,
    minutes: 45,
    counts: 'points',
    names: { en: 'Europe', pl: 'Europa', hu: 'Európa', de: 'Europa' },
  },
  germany: {
    min: 2,
    max: 5,
    minutes: 50,
    counts: 'points',
    names: { en: 'Germany', pl: 'Niemcy', hu: 'Németország', de: 'Deutschland' },
  },
  'first-journey': {
    min: 2,
    max: 4,
    minutes: 15,
    counts: 'tickets',
    names: { en: 'First Journey', pl: 'Pierwsza podróż', hu: 'Első utazás', de: 'Erste Reise' },
  },
};

export const boardName = (id: string, language: Language): string => ABOUT[id as BoardId]?.names[language] ?? id;
