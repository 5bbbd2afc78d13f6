// The actions of a game. On the wire each is four numbers, as in src/model/kinds.h; only this file reads and writes
// them.
import { CARDS, type Card } from './cards';

/** The kinds in the order of the engine's enum, which is their number, and what the numbers a, b and c mean. */
export const KINDS = [
  'pass',
  'draw_blind',
  'draw_row', // a = row place
  'claim', // a = track, b = card, c = locomotives; the card is the locomotive when all of them are
  'build_station', // a = place, b = card, c = locomotives
  'draw_tickets', // a, b = how many of the first and second deck; 0, 0 without a split
  'swap_tickets',
  'keep_tickets', // a = bit set over the offered tickets, in the order offered
  'pay_tunnel', // c = locomotives
  'decline_tunnel',
  'take_passenger', // a = place, b = card
  'leave_passenger', // a = place
] as const;
export type Kind = (typeof KINDS)[number];

/** Cards are drawn one by one: those who watch hear of them together. */
export const DRAWS = ['draw_blind', 'draw_row'] as const satisfies readonly Kind[];
export const isDraw = (deed: string | undefined): boolean => DRAWS.some((kind) => kind === deed);

declare const known: unique symbol;
/** The mark makes the compiler refuse four bare numbers: an action comes from the server or from `actionOf`. */
export type Action = readonly [kind: number, a: number, b: number, c: number] & { readonly [known]: true };

const made = (kind: number, a: number, b: number, c: number) => [kind, a, b, c] as unknown as Action;

export const actionOf = (kind: Kind, a = 0, b = 0, c = 0): Action => made(KINDS.indexOf(kind), a, b, c);

export const isOfKind = ([kind]: Action, ...kinds: readonly Kind[]): boolean =>
  kinds.some((one) => KINDS[kind] === one);

/** The track, the place or the place in the row that it is about. */
export const subjectOf = ([, a]: Action): number => a;

export const cardOf = ([, , b]: Action): Card | undefined => CARDS[b];

export const locomotivesOf = ([, , , c]: Action): number => c;

/** Fewest locomotives first, then by card. */
export const byPrice = (x: Action, y: Action): number => x[3] - y[3] || x[2] - y[2];

/** The same payment with another card: to pay for a tunnel names only its locomotives. */
export const withCard = ([kind, a, , c]: Action, card: Card): Action => made(kind, a, CARDS.indexOf(card), c);

/** How many tickets of the first and of the second deck are drawn. */
export const splitOf = ([, a, b]: Action): readonly [number, number] => [a, b];

/** The tickets that are kept, as bits in the order offered. */
export const keptOf = ([, a]: Action): number => a;
