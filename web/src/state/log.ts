// Groups notices into log entries. view/game/control/logText.ts makes texts of them.
import { isDraw } from '../wire/action';
import type { Card } from '../wire/cards';
import type { Notice } from '../wire/protocol';

export type Entry = { n: number; seat: number } & (
  | { kind: 'cards'; cards: (Card | null)[] }
  | {
      kind: 'claim';
      track: string;
      points: number | null;
      colour: Card | null;
      locomotives: number;
      length: number;
      up: Card[];
      extra: number | null;
      done: boolean;
    }
  | { kind: 'declined'; track: string; up: Card[]; extra: number }
  | { kind: 'station'; place: string }
  | { kind: 'tickets'; kept: number; of: number; first: boolean; names: string[] }
  | { kind: 'passenger'; place: string; colour: Card }
  | { kind: 'left'; place: string }
  | { kind: 'completed'; ticket: string }
  | {
      kind:
        | 'swap'
        | 'pass'
        | 'undo'
        | 'eastWest'
        | 'lastRound'
        | 'flushed'
        | 'refilled'
        | 'computerTakes'
        | 'returns'
        | 'abandon'
        | 'over';
    }
);

type Mutable<K extends Entry['kind']> = Extract<Entry, { kind: K }>;

export class LogBuilder {
  readonly entries: Entry[] = [];
  private drawing: Mutable<'cards'> | null = null;
  private claiming: Mutable<'claim'> | null = null;
  private offered = new Map<number, number>();
  private kept = new Set<number>();
  constructor(private readonly lengthOf: (track: string) => number) {}

  add(notice: Notice): this {
    if (notice.do) this.move(notice, notice.seat ?? -1);
    else if (notice.deal) this.dealt(notice);
    this.after(notice);
    return this;
  }

  private push(entry: Entry) {
    this.entries.push(entry);
  }

  private move(notice: Notice, seat: number) {
    const { n } = notice;
    if (!isDraw(notice.do)) this.drawing = null;
    switch (notice.do) {
      case 'draw_row':
        return this.draw(n, seat, notice.card ?? null);
      case 'draw_blind':
        this.open(n, seat);
        return;
      case 'claim':
        this.claiming = {
          n,
          seat,
          kind: 'claim',
          track: notice.track!,
          points: notice.points ?? null,
          colour: notice.colour ?? null,
          locomotives: notice.locomotives ?? 0,
          length: this.lengthOf(notice.track!),
          up: [],
          extra: null,
          done: notice.claimed !== undefined,
        };
        return this.push(this.claiming);
      case 'pay_tunnel':
        if (this.claiming) Object.assign(this.claiming, { points: notice.points ?? this.claiming.points, done: true });
        return;
      case 'decline_tunnel':
        if (this.claiming)
          this.entries[this.entries.lastIndexOf(this.claiming)] = {
            n: this.claiming.n,
            seat,
            kind: 'declined',
            track: this.claiming.track,
            up: this.claiming.up,
            extra: this.claiming.extra ?? 0,
          };
        return;
      case 'build_station':
        return this.push({ n, seat, kind: 'station', place: notice.city ?? String(notice.place) });
      case 'draw_tickets':
        this.offered.set(seat, 0);
        return;
      case 'keep_tickets': {
        const first = !this.kept.has(seat),
          kept = notice.count ?? notice.tickets?.length ?? 0;
        this.kept.add(seat);
        this.push({
          n,
          seat,
          kind: 'tickets',
          kept,
          of: Math.max(this.offered.get(seat) ?? kept, kept),
          first,
          names: notice.tickets ?? [],
        });
        this.offered.set(seat, 0);
        return;
      }
      case 'take_passenger':
        return this.push({
          n,
          seat,
          kind: 'passenger',
          place: String(notice.place),
          colour: notice.colour ?? 'locomotive',
        });
      case 'leave_passenger':
        return this.push({ n, seat, kind: 'left', place: String(notice.place) });
      case 'swap_tickets':
        return this.push({ n, seat, kind: 'swap' });
      case 'pass':
        return this.push({ n, seat, kind: 'pass' });
      case 'undo':
        return this.push({ n, seat, kind: 'undo' });
      case 'computer_takes_seat':
        return this.push({ n, seat, kind: 'computerTakes' });
      case 'person_returns':
        return this.push({ n, seat, kind: 'returns' });
      case 'abandon':
        return this.push({ n, seat, kind: 'abandon' });
    }
  }

  private open(n: number, seat: number): Mutable<'cards'> {
    if (!this.drawing || this.drawing.seat !== seat || this.drawing.cards.length >= 2) {
      this.drawing = { n, seat, kind: 'cards', cards: [] };
      this.push(this.drawing);
    }
    return this.drawing;
  }
  private draw(n: number, seat: number, card: Card | null) {
    this.open(n, seat).cards.push(card);
  }

  private dealt(notice: Notice) {
    const seat = notice.seat ?? -1;
    if (notice.deal === 'hand' && this.drawing && this.drawing.seat === seat)
      this.drawing.cards.push(notice.card ?? null);
    if (notice.deal === 'ticket') this.offered.set(seat, (this.offered.get(seat) ?? 0) + 1);
    if (notice.deal === 'tunnel' && this.claiming) {
      if (notice.card) this.claiming.up.push(notice.card);
      if (notice.extra !== undefined) this.claiming.extra = notice.extra;
      if (notice.points !== undefined) this.claiming.points = notice.points;
      if (notice.claimed) this.claiming.done = true;
    }
  }

  /** Consequences of a move or a deal. */
  private after(notice: Notice) {
    const { n } = notice,
      seat = notice.seat ?? this.claiming?.seat ?? -1;
    for (const ticket of notice.completed ?? []) this.push({ n, seat, kind: 'completed', ticket });
    if (notice.east_west) this.push({ n, seat, kind: 'eastWest' });
    if (notice.flushed) this.push({ n, seat: -1, kind: 'flushed' });
    if (notice.refilled) this.push({ n, seat: -1, kind: 'refilled' });
    if (notice.last_round) this.push({ n, seat: -1, kind: 'lastRound' });
    if (notice.over) this.push({ n, seat: -1, kind: 'over' });
  }
}

export function logOf(notices: readonly Notice[], lengthOf: (track: string) => number): Entry[] {
  const log = new LogBuilder(lengthOf);
  for (const notice of notices) log.add(notice);
  return log.entries.filter((e) => e.kind !== 'cards' || e.cards.length > 0);
}

/** The entries that the notices from `first` on added or extended. Of the old entries only the last matters. */
export function addedEntries(before: readonly Entry[], after: readonly Entry[], first: number): Entry[] {
  const known = new Set(before.slice(-60).map((e) => JSON.stringify(e)));
  const carriedOn = before.length > 0 && first !== Infinity;
  const decided = (e: Entry) => e.kind !== 'claim' || e.done; // a tunnel claim may still be declined
  return after.slice(-40).filter((e) => decided(e) && (e.n >= first || carriedOn) && !known.has(JSON.stringify(e)));
}
