// Names sent to the server contain nothing that it would refuse.
import { describe, expect, it } from 'vitest';
import { cleanLine, cleanName } from '../../src/state/name';

describe('a name', () => {
  it.each([
    ['Anna', 'Anna'],
    ['  Anna\u00a0\u3000 K.  ', 'Anna K.'],
    ['An\u200bna\u00ad\ufeff', 'Anna'],
    ['\u202eannA\u2066', 'annA'],
    ['\u0301Anna', 'Anna'],
    ['\u200b\u3164', ''],
    ['👩‍🚀 ❤️', '👩‍🚀 ❤️'],
    ['a\u200db\ufe0f', 'ab'],
    ['שרה', 'שרה'],
    ['x'.repeat(30), 'x'.repeat(24)],
  ])('%j becomes %j', (given, clean) => expect(cleanName(given)).toBe(clean));
});

describe('a line of chat', () => {
  it('keeps marks and loses what reorders text', () =>
    expect(cleanLine(' \u202eabc\u202c \u200fשלום ')).toBe('abc \u200fשלום'));
});
