// The page's enums equal those in the C++ headers.
import { describe, expect, it } from 'vitest';
import { load } from '../../src/i18n';
import { DEALS, PARTS, PHASES, REFUSAL_CODES, TIE_BREAKS } from '../../src/wire/enums';
import { enumOf } from './engine';

describe('the lists of the page', () => {
  it('have the names of the server, in its order', () => {
    expect([...PHASES]).toEqual(enumOf('model/phase.h', 'Phase'));
    expect(['nothing', ...DEALS]).toEqual(enumOf('model/phase.h', 'Owed'));
    expect([...TIE_BREAKS]).toEqual(enumOf('model/ruleset.h', 'TieBreak'));
    expect([...REFUSAL_CODES]).toEqual(enumOf('wire/refusal_code.h', 'RefusalCode'));
    const parts = enumOf('rules/scoring.h', 'ScorePart');
    expect(parts.filter((part) => (PARTS as readonly string[]).includes(part))).toEqual([...PARTS]);
  });
  it('have words for each reason of the rules that the page shows', async () => {
    const { why } = await load('en');
    const ours = ['missing', 'missingAny', 'missingWith', 'other'];
    const rules = enumOf('model/refusal.h', 'Refusal');
    expect(Object.keys(why).filter((key) => !ours.includes(key) && !rules.includes(key))).toEqual([]);
  });
});
