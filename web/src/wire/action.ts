// The actions of a game, on the wire four numbers each, as in src/model/kinds.h. Only this file reads and writes the
// numbers.
import { CARDS, type Card } from './cards';

/** The kinds in the order of the engine's enum, with the meaning of the numbers a, b and c. */
export const KINDS = [
  'pass',
  'draw_blind',
  'draw_row', // a = index in the row
  'claim', // a = track, b = card, c = locomotives; the card is the locomotive when all of them are
  'build_station', // a = place, b = card, c = locomotives
  'draw_tickets', // a, b = number from the first and second deck; 0, 0 without a split
  'swap_tickets',
  'keep_tickets', // a = bit set over the offered tickets, in the order offered
  'pay_tunnel', // c = locomotives
  'decline_tunnel',
  'take_passenger', // a = place, b = card
  'leave_passenger', // a = place
] as const;
export type Kind = (typeof KINDS)[number];

/** Cards are drawn one by one; the log groups them. */
export const DRAWS = ['draw_blind', 'draw_row'] as const satisfies readonly Kind[];
export const isDraw = (deed: string | undefined): boolean => DRAWS.some((kind) => kind === deed);

declare const known: unique symbol;
/** Branded, so that the compiler rejects plain numbers: an action comes from the server or from `actionOf`. */
export type Action = readonly [kind: number, a: number, b: number, c: number] & { readonly [known]: true };

const made = (kind: number, a: number, b: number, c: number) => [kind, a, b, c] as unknown as Action;

export const actionOf = (kind: Kind, a = 0, b = 0, c = 0): Action => made(KINDS.indexOf(kind), a, b, c);

export const isOfKind = ([kind]: Action, ...kinds: readonly Kind[]): boolean =>
  kinds.some((one) => KINDS[kind] === one);

/** The track, the place or the index in the row. */
export const subjectOf = ([, a]: Action): number => a;

export const cardOf = ([, , b]: Action): Card | undefined => CARDS[b];

export const locomotivesOf = ([, , , c]: Action): number => c;

/** Fewest locomotives first, then by card. */
export const byPrice = (x: Action, y: Action): number => x[3] - y[3] || x[2] - y[2];

/** The same payment with another card: paying for a tunnel names only its locomotives. */
export const withCard = ([kind, a, , c]: Action, card: Card): Action => made(kind, a, CARDS.indexOf(card), c);

/** How many tickets to draw from the first and the second deck. */
export const splitOf = ([, a, b]: Action): readonly [number, number] => [a, b];

/** The kept tickets, as bits in the order offered. */
export const keptOf = ([, a]: Action): number => a;
