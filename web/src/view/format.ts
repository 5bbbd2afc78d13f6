// Formats names, clocks, times and payments in the current language.
import { fill, type Messages } from '../i18n';
import { cardOf, locomotivesOf, type Action } from '../wire/action';
import type { Colour } from '../wire/cards';
import type { Clock, TableSeat } from '../wire/protocol';

export const seatName = (t: Messages, seat: TableSeat | undefined, index: number): string =>
  !seat
    ? `${index + 1}`
    : seat.kind === 'computer' && seat.level
      ? t.computerName(t.level[seat.level], index + 1)
      : (seat.name ?? t.table.free);

export function clockText(t: Messages, clock: Clock): string {
  switch (clock.kind) {
    case 'none':
      return t.clock.none;
    case 'turn':
      return fill(t.clock.turn, { n: clock.seconds });
    case 'bank':
      return fill(clock.increment ? t.clock.bankPlus : t.clock.bank, {
        m: Math.round(clock.seconds / 60),
        s: clock.increment,
      });
    case 'days':
      return t.clock.days(clock.days);
  }
}

export interface Payment {
  colour: Colour | null; // null: locomotives only
  plain: number;
  locomotives: number;
}

/** The cards that an action costs, from its colour, its locomotives and the total number of cards. */
export function paymentOf(action: Action, cards: number): Payment {
  const card = cardOf(action),
    locomotives = locomotivesOf(action),
    plain = cards - locomotives;
  if (card === 'locomotive') return { colour: null, plain: 0, locomotives: cards };
  return { colour: plain > 0 && card ? card : null, plain, locomotives };
}

export const paymentText = (t: Messages, { colour, plain, locomotives }: Payment): string =>
  [colour && plain ? t.colourCount[colour](plain) : '', locomotives ? t.colourCount.locomotive(locomotives) : '']
    .filter(Boolean)
    .join(', ');

export const listText = (language: string, items: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(items);

/** Remaining time as days and hours, hours, or minutes and seconds. */
export function timeText(language: string, ms: number): string {
  const seconds = Math.floor(ms / 1000),
    hours = Math.floor(seconds / 3600),
    two = (n: number) => String(n).padStart(2, '0');
  const unit = (n: number, name: 'day' | 'hour') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(n);
  if (hours >= 24) return `${unit(Math.floor(hours / 24), 'day')} ${unit(hours % 24, 'hour')}`;
  return hours
    ? `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
