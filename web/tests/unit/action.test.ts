// Kinds of action and cards have the same numbers as in the C++ headers.
import { describe, expect, it } from 'vitest';
import {
  actionOf,
  cardOf,
  isOfKind,
  keptOf,
  KINDS,
  locomotivesOf,
  splitOf,
  subjectOf,
  withCard,
} from '../../src/wire/action';
import { CARDS } from '../../src/wire/cards';
import { enumOf } from './engine';

describe('numbers of the engine', () => {
  it("are those of the kinds of action, before the deals, which are nobody's", () => {
    const kinds = enumOf('model/action.h', 'Kind');
    expect(kinds.filter((kind) => !kind.startsWith('deal_'))).toEqual([...KINDS]);
    expect(kinds.slice(KINDS.length).every((kind) => kind.startsWith('deal_'))).toBe(true);
    expect(KINDS.map((kind) => actionOf(kind)[0])).toEqual(kinds.slice(0, KINDS.length).map((_, number) => number));
  });
  it('are those of the cards', () => {
    expect(enumOf('model/ids.h', 'Color')).toEqual([...CARDS, 'none = 255']);
  });
});

describe('an action', () => {
  it('is read as it was made', () => {
    const claim = actionOf('claim', 17, 7, 2);
    expect([...claim]).toEqual([3, 17, 7, 2]);
    expect([subjectOf(claim), cardOf(claim), locomotivesOf(claim)]).toEqual([17, 'red', 2]);
    expect([isOfKind(claim, 'claim'), isOfKind(claim, 'pay_tunnel', 'claim'), isOfKind(claim, 'pass')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(splitOf(actionOf('draw_tickets', 3, 1))).toEqual([3, 1]);
    expect(keptOf(actionOf('keep_tickets', 5))).toBe(5);
    expect(cardOf(actionOf('claim', 1, 255))).toBeUndefined();
  });
  it('of a tunnel gets the card that is paid with', () => {
    expect(withCard(actionOf('pay_tunnel', 0, 0, 1), 'locomotive')).toEqual(actionOf('pay_tunnel', 0, 8, 1));
  });
});
