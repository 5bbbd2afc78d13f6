// The view model: the scene, the ticket list, and what log entries refer to and say.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { definitionOf, type BoardJson } from '../../src/board/definition';
import type { BoardGeometry } from '../../src/board/geometry';
import { load } from '../../src/i18n';
import {
  blockingRule,
  pointedOf,
  sceneOf,
  refersToMap,
  ticketLines,
  ticketsKey,
  type SceneInput,
  type Prompt,
} from '../../src/state/viewModel';
import { legalOf } from '../../src/state/legal';
import { logOf, addedEntries, type Entry } from '../../src/state/log';
import type { Notice, SeatView, TicketState, View } from '../../src/wire/protocol';
import type { SeatGame } from '../../src/state/seat';
import { timeText } from '../../src/view/format';
import { textOf } from '../../src/view/game/control/logText';

const def = (board: string) =>
  definitionOf(
    JSON.parse(readFileSync(new URL(`../../../data/boards/${board}.json`, import.meta.url), 'utf8')) as BoardJson,
  );
const europe = def('europe');
const seat = (part: Partial<SeatView> = {}): SeatView => ({
  points: 0,
  wagons: 45,
  tracks: [],
  hand_size: 4,
  at_least: {},
  tickets_held: [0, 2],
  offered: 0,
  stations: [],
  ...part,
});
const view = (part: Partial<View> = {}): View => ({
  phase: 'turn',
  to_move: 0,
  first: 0,
  draws_left: 0,
  turns_left: 0,
  claim: null,
  deck: { size: 90 },
  discard: {},
  ticket_decks: [],
  closed: [],
  seats: [seat(), seat()],
  mine: { hand: {}, tickets: ['edinburgh-paris'], offered: [] },
  ...part,
});
const geometry = { seats: ['yellow', 'blue'] } as BoardGeometry;
const scene = (part: Partial<SceneInput> & { view: View }) => {
  const prompt: Prompt = part.prompt ?? { kind: 'turn', station: true, race: false };
  return sceneOf(
    {
      game: { view: part.view, seat: 0, fresh: [] } as unknown as SeatGame,
      legal: legalOf([]),
      panel: { kind: 'none' },
      ticket: null,
      tickets: new Map(),
      chosen: new Set(),
      pointed: { tracks: [], places: [] },
      curves: [],
      ...part,
      prompt,
    },
    europe,
    geometry,
  );
};

describe('own tickets', () => {
  const byStation: TicketState = {
    ticket: 'edinburgh-paris',
    state: 'open',
    wagons: 3,
    way: ['dieppe-london.1', 'dieppe-paris'],
    by_station: true,
    stations: 1,
    lent: ['edinburgh-london.1'],
  };
  it('are asked about again when a station was built, and after the end', () => {
    const keys = [
      view(),
      view({ seats: [seat({ stations: ['london'] }), seat()] }),
      view({ phase: 'over' }),
      view({ seats: [seat(), seat({ tracks: ['a-b'] })] }),
    ].map((v) => ticketsKey(v, 0));
    expect(new Set(keys).size).toBe(4);
    expect(ticketsKey(view({ phase: 'setup' }), 0)).toBe('');
    expect(ticketsKey(view(), null)).toBe('');
    expect(ticketsKey(view({ to_move: 1, deck: { size: 3 } }), 0)).toBe(keys[0]);
  });
  it('say that only a station helps', () => {
    expect(ticketLines(view(), europe, new Map([[byStation.ticket, byStation]]), 0)).toMatchObject([
      { state: 'open', left: 3, station: true },
    ]);
    expect(
      ticketLines(view(), europe, new Map([[byStation.ticket, { ticket: byStation.ticket, state: 'impossible' }]]), 0),
    ).toMatchObject([{ state: 'impossible', left: null, station: false }]);
  });
  it('light their ends and the way with what is lent, whatever else is asked', () => {
    const tickets = new Map([[byStation.ticket, byStation]]);
    for (const part of [
      {},
      { panel: { kind: 'station', place: null } } as const,
      { prompt: { kind: 'keep', least: 1, first: false } } as const,
    ]) {
      const shown = scene({ view: view(), ticket: 'edinburgh-paris', tickets, ...part });
      expect(shown.rings.filter((r) => r.tone === 'way').map((r) => r.place)).toEqual(['edinburgh', 'paris']);
      expect(shown.ways).toContainEqual({ tracks: ['edinburgh-london.1'], tone: 'band' });
    }
  });
});

describe('tickets on offer', () => {
  it('that share a city are both named there', () => {
    const offered = view({ mine: { hand: {}, tickets: [], offered: ['berlin-london', 'london-wien', 'kyiv-sochi'] } });
    const rings = scene({
      view: offered,
      prompt: { kind: 'keep', least: 1, first: false },
      chosen: new Set(['berlin-london']),
    }).rings;
    expect(rings).toContainEqual({ place: 'london', letter: 'AB', tone: 'way' });
    expect(rings).toContainEqual({ place: 'wien', letter: 'B', tone: 'quiet' });
    expect(rings.filter((r) => r.place === 'london')).toHaveLength(1);
  });
});

describe('what cannot be done now', () => {
  it('says what is to be finished first', () => {
    expect(blockingRule({ kind: 'keep', least: 1, first: true })).toBe('finish_tickets');
    expect(blockingRule({ kind: 'tunnel', extra: 1 })).toBe('finish_tunnel');
    expect(blockingRule({ kind: 'passengers', place: 'koln' })).toBe('finish_passengers');
    expect(blockingRule({ kind: 'wait', seat: 1 })).toBe('not_your_turn');
  });
});

describe('a line of the log', () => {
  const entry = (e: object): Entry => ({ n: 1, seat: 0, ...e }) as Entry;
  it('lights kept tickets', () => {
    const kept = entry({ kind: 'tickets', kept: 1, of: 3, first: false, names: ['berlin-london'] });
    expect(refersToMap(kept)).toBe(true);
    expect(pointedOf(kept, europe, view()).places).toEqual(['berlin', 'london']);
    expect(refersToMap(entry({ kind: 'tickets', kept: 1, of: 3, first: false, names: [] }))).toBe(false);
  });
  it('lights the line from East to West', () => {
    const small = def('first-journey'),
      tracks = small.tracks.filter((t) => !t.id.endsWith('.2')).map((t) => t.id);
    const { places, tracks: lit } = pointedOf(entry({ kind: 'eastWest' }), small, view({ seats: [seat({ tracks })] }));
    expect(new Set(places.map((id) => small.place.get(id)!.region))).toEqual(new Set(['east', 'west']));
    expect(lit.length).toBeGreaterThan(1);
    expect(pointedOf(entry({ kind: 'eastWest' }), small, view()).tracks).toEqual([]);
  });
  const names = {
    who: (s: number) => ['Anna', 'Béla'][s]!,
    place: (id: string) => id,
    track: (id: string) => id,
    ticketName: (id: string) => id,
  };
  const say = async (notices: Notice[], more: Notice[]) => {
    const before = logOf(notices, () => 2),
      after = logOf([...notices, ...more], () => 2),
      t = await load('en');
    return addedEntries(before, after, more[0]?.n ?? Infinity).map((e) => textOf(t, e, names));
  };
  it('is said when it is new, with who it was', async () => {
    const start: Notice[] = [{ n: 1, seat: 0, do: 'draw_row', place: 1, card: 'red' }];
    expect(await say([], start)).toEqual(['Anna took red.']);
    expect(
      await say(start, [
        { n: 2, seat: 0, do: 'draw_blind' },
        { n: 3, deal: 'hand', seat: 0 },
      ]),
    ).toEqual(['Anna took red and one blind.']);
    expect(await say(start, [{ n: 2, seat: 1, do: 'pass' }])).toEqual(['Béla passed.']);
    expect(await say(start, [])).toEqual([]);
    expect(await say(start, [{ n: 2, seat: 1, do: 'take_passenger', place: 'koln', colour: 'blue' }])).toEqual([
      'Béla took a passenger from koln: blue.',
    ]);
  });
  it('of a tunnel is said when it is decided', async () => {
    const claim: Notice[] = [{ n: 1, seat: 1, do: 'claim', track: 'a-b', colour: 'red', locomotives: 0 }];
    expect(await say([], claim)).toEqual([]);
    expect(await say(claim, [{ n: 2, deal: 'tunnel', card: 'blue', extra: 0, claimed: 'a-b' }])).toEqual([
      'Béla claimed a-b.',
    ]);
    expect(
      await say(claim, [
        { n: 2, deal: 'tunnel', card: 'red', extra: 1 },
        { n: 3, seat: 1, do: 'decline_tunnel' },
      ]),
    ).toEqual(['Béla gave up the tunnel a-b.']);
  });
});

describe('a clock', () => {
  it('shows days, hours or minutes', () => {
    expect(timeText('en', 65_000)).toBe('1:05');
    expect(timeText('en', 3_725_000)).toBe('1:02:05');
    expect(timeText('en', 2 * 86_400_000)).toBe('2d 0h');
    expect(timeText('pl', 86_400_000 + 5 * 3_600_000)).toMatch(/1.*5/);
  });
});
