// Plural forms by the rules of each language.
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function plurals(language: string) {
  const rules = new Intl.PluralRules(language);
  return (n: number, forms: Forms): string => `${n} ${forms[rules.select(n)] ?? forms.other}`;
}

/** With a true minus sign, and a plus for positive numbers. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
