// Texts of log entries: with slots for names and cards, or plain for screen readers.
import { fill, type Messages } from '../../../i18n';
import type { Entry } from '../../../state/log';
import type { Card } from '../../../wire/cards';

export interface Names {
  who: (seat: number) => string;
  place: (id: string) => string;
  track: (id: string) => string;
  ticketName: (id: string) => string;
}

export function lineOf(t: Messages, entry: Entry): string {
  switch (entry.kind) {
    case 'cards':
      return entry.cards.some((c) => c !== null) ? t.log.cards : t.log.drew(entry.cards.length);
    case 'claim':
      return t.log.claim;
    case 'declined':
      return t.log.declined;
    case 'station':
      return t.log.station;
    case 'tickets':
      return entry.first ? t.log.ticketsFirst(entry.kept) : t.log.ticketsKept(entry.kept, entry.of);
    case 'passenger':
      return t.log.passenger;
    case 'left':
      return t.log.noPassenger;
    case 'completed':
      return t.log.completed;
    default:
      return t.log[entry.kind];
  }
}

function cardsText(t: Messages, cards: readonly (Card | null)[]): string {
  const seen = cards.filter((c) => c !== null),
    blind = cards.length - seen.length;
  return `${seen.map((c) => t.colour[c]).join(', ')}${blind ? ` ${t.common.and} ${t.log.blind(blind)}` : ''}`;
}

/** The entry as a plain sentence. */
export function textOf(t: Messages, entry: Entry, names: Names): string {
  const values = {
    who: entry.seat >= 0 ? names.who(entry.seat) : '',
    ...('track' in entry ? { track: names.track(entry.track) } : {}),
    ...('place' in entry ? { place: names.place(entry.place) } : {}),
    ...('ticket' in entry ? { ticket: names.ticketName(entry.ticket) } : {}),
    ...('cards' in entry ? { cards: cardsText(t, entry.cards) } : {}),
  };
  const colour = entry.kind === 'passenger' ? `: ${t.colour[entry.colour]}` : '';
  return `${fill(lineOf(t, entry), values)}${colour}.`;
}
