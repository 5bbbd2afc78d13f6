// The rules in the current language, loaded on demand.
import type { Language } from '../index';
import type { RulesText } from './types';

const texts: Record<Language, () => Promise<RulesText>> = {
  en: async () => (await import('./en')).en,
  pl: async () => (await import('./pl')).pl,
  hu: async () => (await import('./hu')).hu,
  de: async () => (await import('./de')).de,
};

export const loadRules = (language: Language): Promise<RulesText> => texts[language]();
