// The view model of a game: the current prompt, the board's scene and the ticket list. Must not depend on the DOM.
import type { BoardDefinition } from '../board/definition';
import { eastWestPath, ticketPath } from '../board/path';
import type { BoardGeometry } from '../board/geometry';
import type { Owned, Ring, Scene, TrackLight, Way } from '../board/scene';
import type { Legal } from './legal';
import { leastKept } from './legal';
import type { Entry } from './log';
import { keptOf, subjectOf, type Action } from '../wire/action';
import type { TicketState, View } from '../wire/protocol';
import type { SeatGame } from './seat';

export type Prompt =
  | { kind: 'turn'; station: boolean; race: boolean }
  | { kind: 'second' }
  | { kind: 'keep'; least: number; first: boolean }
  | { kind: 'split' }
  | { kind: 'tunnel'; extra: number }
  | { kind: 'passengers'; place: string }
  | { kind: 'pass' }
  | { kind: 'wait'; seat: number }
  | { kind: 'dealing' }
  | { kind: 'over' };

export function promptOf(view: View, legal: Legal, seat: number | null, def: BoardDefinition): Prompt {
  if (view.phase === 'over') return { kind: 'over' };
  if (seat === null || view.to_move !== seat || legal.count === 0)
    return view.phase === 'setup' ? { kind: 'dealing' } : { kind: 'wait', seat: view.to_move };
  if (legal.keep.length) return { kind: 'keep', least: leastKept(legal), first: view.phase === 'first_keep' };
  if (view.phase === 'first_split') return { kind: 'split' };
  if (legal.decline) return { kind: 'tunnel', extra: view.tunnel?.extra ?? 0 };
  if (legal.leave) return { kind: 'passengers', place: def.places[subjectOf(legal.leave)]!.id };
  if (legal.pass) return { kind: 'pass' };
  if (view.phase === 'second_draw') return { kind: 'second' };
  return { kind: 'turn', station: def.rules.stations !== undefined, race: def.rules.tickets.race !== undefined };
}

/** The panel that the user has opened; the game's own questions come from the prompt. */
export type Panel =
  | { kind: 'none' }
  | { kind: 'claim'; track: string }
  | { kind: 'station'; place: string | null }
  | { kind: 'split' }
  | { kind: 'swap' }
  | { kind: 'list' }
  | { kind: 'sheet'; what: 'tickets' | 'log' | 'players' | 'menu' | 'chat' };

export interface Pointed {
  tracks: readonly string[];
  places: readonly string[];
}
export const NOTHING: Pointed = { tracks: [], places: [] };

/** Whether a log entry refers to something on the map. */
export const refersToMap = (entry: Entry): boolean =>
  ['claim', 'declined', 'station', 'passenger', 'left', 'completed', 'eastWest'].includes(entry.kind) ||
  (entry.kind === 'tickets' && entry.names.length > 0);

/** The tracks and places that a log entry refers to. */
export function pointedOf(entry: Entry, def: BoardDefinition, view: View): Pointed {
  const ends = (id: string) => [def.ticket.get(id)?.a, def.ticket.get(id)?.b].filter((place) => place !== undefined);
  const own = view.seats[entry.seat]?.tracks ?? [];
  switch (entry.kind) {
    case 'claim':
    case 'declined':
      return { tracks: [entry.track], places: [] };
    case 'station':
    case 'passenger':
    case 'left':
      return { tracks: [], places: [entry.place] };
    case 'tickets':
      return { tracks: [], places: entry.names.flatMap(ends) };
    case 'completed': {
      const ticket = def.ticket.get(entry.ticket),
        line = ticket && ticketPath(def, own, ticket);
      return { tracks: line?.steps.map((s) => s.track) ?? [], places: ends(entry.ticket) };
    }
    case 'eastWest': {
      const line = eastWestPath(def, own);
      return line
        ? { tracks: line.steps.map((s) => s.track), places: [line.from, line.steps.at(-1)?.to ?? line.from] }
        : NOTHING;
    }
    default:
      return NOTHING;
  }
}

/** The rule that blocks other actions during a prompt, by the server's names of rules. */
export function blockingRule(prompt: Prompt) {
  const why = {
    keep: 'finish_tickets',
    split: 'choose_split_first',
    tunnel: 'finish_tunnel',
    passengers: 'finish_passengers',
    second: 'finish_drawing',
    over: 'game_over',
    dealing: 'dealing',
  } as const;
  return prompt.kind in why ? why[prompt.kind as keyof typeof why] : 'not_your_turn';
}

export interface SceneInput {
  game: SeatGame;
  legal: Legal;
  prompt: Prompt;
  panel: Panel;
  ticket: string | null; // selected
  tickets: ReadonlyMap<string, TicketState>;
  chosen: ReadonlySet<string>; // of the offered tickets
  pointed: Pointed;
  curves: readonly string[];
}

export function ownedOf(
  view: View,
  geometry: BoardGeometry,
  seat: number | null,
  fresh: ReadonlySet<string>,
): Map<string, Owned> {
  const owned = new Map<string, Owned>();
  view.seats.forEach((s, i) => {
    for (const track of s.tracks)
      owned.set(track, { colour: colourOf(geometry, i), mine: i === seat, fresh: fresh.has(track) });
  });
  return owned;
}

export const colourOf = (geometry: BoardGeometry, seat: number): string =>
  geometry.seats[seat % geometry.seats.length]!;

export const LETTERS = 'ABCDEFGH';

export function sceneOf(
  { game, legal, prompt, panel, ticket, tickets, chosen, pointed, curves }: SceneInput,
  def: BoardDefinition,
  geometry: BoardGeometry,
): Scene {
  const { view, seat } = game;
  const closed = new Set(view.closed);
  const lit = new Set([...legal.claims.keys()].map((i) => def.tracks[i]!.id));
  const myTurn = prompt.kind === 'turn';
  const light = (track: string): TrackLight =>
    closed.has(track) ? 'closed' : !myTurn ? 'plain' : lit.has(track) ? 'lit' : 'unlit';
  const stations = new Map(
    view.seats.flatMap((s, i) => (s.stations ?? []).map((place) => [place, colourOf(geometry, i)] as const)),
  );
  const fresh = new Set(game.fresh.flatMap((n) => (n.claimed ? [n.claimed] : [])));
  const rings: Ring[] = [],
    ways: Way[] = [];
  let faded = false;

  if (prompt.kind === 'keep') {
    const at = new Map<string, Ring>();
    (view.mine?.offered ?? []).forEach((id, i) => {
      const { a, b } = def.ticket.get(id)!,
        on = chosen.has(id);
      for (const place of [a, b]) {
        const ring = at.get(place);
        at.set(place, {
          place,
          letter: (ring?.letter ?? '') + LETTERS[i]!,
          tone: on || ring?.tone === 'way' ? 'way' : 'quiet',
        });
      }
      const way = tickets.get(id)?.way;
      if (way) ways.push({ tracks: way, tone: on ? 'dots' : 'quiet' });
    });
    rings.push(...at.values());
    faded = true;
  } else if (panel.kind === 'station') {
    for (const i of legal.stations.keys())
      rings.push({ place: def.places[i]!.id, tone: panel.place === def.places[i]!.id ? 'way' : 'lit' });
  }
  if (ticket) {
    const t = def.ticket.get(ticket),
      state = tickets.get(ticket);
    if (t) rings.push({ place: t.a, tone: 'way' }, { place: t.b, tone: 'way' });
    if (state?.way) ways.push({ tracks: state.way, tone: 'dots' });
    if (state?.lent) ways.push({ tracks: state.lent, tone: 'band' });
  }
  for (const place of pointed.places) rings.push({ place, tone: 'way' });
  if (pointed.tracks.length) ways.push({ tracks: pointed.tracks, tone: 'band' });
  if (prompt.kind === 'passengers') rings.push({ place: prompt.place, tone: 'way' });
  const selected =
    panel.kind === 'claim' ? panel.track : prompt.kind === 'tunnel' && view.claim ? view.claim.track : null;
  return {
    owned: ownedOf(view, geometry, seat, fresh),
    light,
    selected,
    stations,
    passengers: view.passengers ?? {},
    rings,
    ways,
    curves,
    touches: panel.kind === 'station' ? 'places' : 'tracks',
    faded,
  };
}

export interface TicketLine {
  id: string;
  points: number | null;
  long: boolean;
  state: 'done' | 'open' | 'impossible' | 'unknown';
  left: number | null;
  station: boolean; // only with a station
}

/** Own tickets: long ones first, then by value; in a race open ones first, then completed ones. */
export function ticketLines(
  view: View,
  def: BoardDefinition,
  tickets: ReadonlyMap<string, TicketState>,
  seat: number | null,
): TicketLine[] {
  const race = def.rules.tickets.race !== undefined;
  const longDeck = def.rules.tickets.decks.length > 1 ? 'long' : null;
  const held = view.mine?.tickets ?? [],
    shown = seat !== null ? (view.seats[seat]?.shown ?? []) : [];
  const line = (id: string): TicketLine => {
    const ticket = def.ticket.get(id)!,
      known = tickets.get(id);
    return {
      id,
      points: ticket.points,
      long: ticket.deck === longDeck,
      state: shown.includes(id) ? 'done' : (known?.state ?? 'unknown'),
      left: known?.wagons ?? null,
      station: known?.by_station ?? false,
    };
  };
  const lines = [...new Set([...held, ...shown])].map(line);
  if (race) return lines.sort((a, b) => Number(a.state === 'done') - Number(b.state === 'done'));
  return lines.sort((a, b) => Number(b.long) - Number(a.long) || (b.points ?? 0) - (a.points ?? 0));
}

/** The action that keeps exactly these offered tickets, if it is legal. */
export function keepAction(view: View, legal: Legal, chosen: ReadonlySet<string>): Action | null {
  const mask = (view.mine?.offered ?? []).reduce((sum, id, i) => (chosen.has(id) ? sum | (1 << i) : sum), 0);
  return legal.keep.find((a) => keptOf(a) === mask) ?? null;
}

/**
 * A key that changes whenever the status of own tickets may: owners, stations, tickets. Empty: no status to request.
 */
export function ticketsKey(view: View, seat: number | null): string {
  if (seat === null || !view.mine || view.phase === 'setup') return '';
  const owned = view.seats.map((s) => `${s.tracks.length},${(s.stations ?? []).join()}`);
  return [seat, view.phase === 'over', ...owned, view.mine.tickets.join(), view.mine.offered.join()].join('|');
}
