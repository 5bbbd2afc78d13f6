// Small parts of the state: legal actions by subject, lines, the log, the count, routes, settings, the camera.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { around, clamped, fitted, zoomed } from '../../src/board/camera';
import { completedAfter, partStarts, stepsOf, sumAfter, partAfter } from '../../src/state/scoreSteps';
import { definitionOf, type BoardJson, type BoardDefinition, type Ticket } from '../../src/board/definition';
import { ticketPath } from '../../src/board/path';
import { actionOf } from '../../src/wire/action';
import { leastKept, legalOf } from '../../src/state/legal';
import { logOf } from '../../src/state/log';
import { parseRoute } from '../../src/state/route';
import { SettingsStore } from '../../src/state/settings';
import { paymentOf } from '../../src/view/format';

describe('legal actions', () => {
  it('are sorted by subject, fewest locomotives first', () => {
    const red = [0, 1, 2].map((locomotives) => actionOf('claim', 17, 7, locomotives));
    const legal = legalOf([
      actionOf('draw_blind'),
      actionOf('draw_row', 3),
      red[2]!,
      red[0]!,
      red[1]!,
      actionOf('draw_tickets'),
    ]);
    expect(legal.claims.get(17)).toEqual(red);
    expect(legal.row.has(3)).toBe(true);
    expect(legal.blind).toEqual(actionOf('draw_blind'));
  });
  it('say how many tickets must be kept', () => {
    expect(leastKept(legalOf([3, 7, 5].map((kept) => actionOf('keep_tickets', kept))))).toBe(2);
  });
  it('have payments in cards', () => {
    expect(paymentOf(actionOf('claim', 1, 7, 1), 3)).toEqual({ colour: 'red', plain: 2, locomotives: 1 });
    expect(paymentOf(actionOf('claim', 1, 8, 3), 3)).toEqual({ colour: null, plain: 0, locomotives: 3 });
  });
});

describe('the line of a completed ticket', () => {
  const def = definitionOf(
    JSON.parse(readFileSync(new URL('../../../data/boards/germany.json', import.meta.url), 'utf8')) as BoardJson,
  );
  const ticket = (a: string, b: string): Ticket => ({ id: `${a}-${b}`, index: 0, a, b, points: 1, deck: 'short' });
  const between = (a: string, b: string) =>
    def.tracks.find((t) => (t.a === a && t.b === b) || (t.a === b && t.b === a))!.id;
  it('is the shortest over these tracks', () => {
    const tracks = [
      between('koln', 'koblenz'),
      between('koblenz', 'mainz'),
      between('koln', 'frankfurt'),
      between('frankfurt', 'mainz'),
    ];
    expect(ticketPath(def, tracks, ticket('koln', 'mainz'))?.steps.map((s) => s.to)).toEqual(['koblenz', 'mainz']);
    expect(ticketPath(def, tracks, ticket('koln', 'berlin'))).toBeNull();
  });
  it('ends at any border of a country', () => {
    const border = def.tracks.find((t) => def.place.get(t.a)!.country ?? def.place.get(t.b)!.country)!;
    const [end, city] = def.place.get(border.a)!.country ? [border.a, border.b] : [border.b, border.a];
    expect(ticketPath(def, [border.id], ticket(city, def.place.get(end)!.country!))).toMatchObject({
      from: city,
      steps: [{ track: border.id, to: end }],
    });
    expect(ticketPath(def, [border.id], ticket(def.place.get(end)!.country!, city))).toMatchObject({ from: end });
  });
});

describe('the log', () => {
  const length = () => 3;
  it('tells two cards as one line', () => {
    const log = logOf(
      [
        { n: 1, seat: 0, do: 'draw_row', place: 2, card: 'red' },
        { n: 2, deal: 'row', place: 2, card: 'blue' },
        { n: 3, seat: 0, do: 'draw_blind' },
        { n: 4, deal: 'hand', seat: 0 },
      ],
      length,
    );
    expect(log).toEqual([{ n: 1, seat: 0, kind: 'cards', cards: ['red', null] }]);
  });
  it('tells a tunnel with what was turned up', () => {
    const log = logOf(
      [
        { n: 1, seat: 1, do: 'claim', track: 'a-b', colour: 'red', locomotives: 0 },
        { n: 2, deal: 'tunnel', card: 'red' },
        { n: 3, deal: 'tunnel', card: 'blue' },
        { n: 4, deal: 'tunnel', card: 'white', extra: 1 },
        { n: 5, seat: 1, do: 'pay_tunnel', locomotives: 1, claimed: 'a-b', points: 4 },
      ],
      length,
    );
    expect(log).toEqual([
      {
        n: 1,
        seat: 1,
        kind: 'claim',
        track: 'a-b',
        points: 4,
        colour: 'red',
        locomotives: 0,
        length: 3,
        up: ['red', 'blue', 'white'],
        extra: 1,
        done: true,
      },
    ]);
  });
  it('tells a tunnel given up, tickets, and what happens to all', () => {
    const log = logOf(
      [
        { n: 1, seat: 1, do: 'claim', track: 'a-b', colour: 'red', locomotives: 0 },
        { n: 2, deal: 'tunnel', card: 'red', extra: 2 },
        { n: 3, seat: 1, do: 'decline_tunnel' },
        { n: 4, seat: 0, do: 'draw_tickets' },
        { n: 5, deal: 'ticket', seat: 0 },
        { n: 6, deal: 'ticket', seat: 0 },
        { n: 7, seat: 0, do: 'keep_tickets', count: 1, last_round: true },
      ],
      length,
    );
    expect(log.map((e) => e.kind)).toEqual(['declined', 'tickets', 'lastRound']);
    expect(log[1]).toMatchObject({ kept: 1, of: 2 });
  });
});

describe('the count at the end', () => {
  const ticket = new Map([
    ['a-b', { points: 8 }],
    ['a-c', { points: 5 }],
    ['b-c', { points: 3 }],
  ]);
  const def = {
    rules: { tickets: { decks: [] }, stations: { each: 3, points_unused: 4 }, longest_line: { points: 10 } },
    ticket,
  } as unknown as BoardDefinition;
  const result = {
    winners: [0],
    seats: [
      {
        total: 33,
        claims: 12,
        tickets: 11,
        completed: 2,
        stations: 0,
        express: 10,
        longest: 9,
        tickets_done: ['a-b', 'b-c'],
        tickets_open: [],
      },
      {
        total: 15,
        claims: 20,
        tickets: -5,
        completed: 0,
        stations: 0,
        express: 0,
        longest: 5,
        tickets_done: [],
        tickets_open: ['a-c'],
      },
    ],
  };
  const steps = stepsOf(result, def),
    told = (at: number, seat: number, part: 'claims' | 'tickets' | 'express') =>
      partAfter(steps, at, seat, part, result.seats[seat]!, def);
  it('goes from tracks over each ticket to the result', () => {
    expect(steps.map((s) => s.kind)).toEqual(['tracks', 'ticket', 'ticket', 'ticket', 'stations', 'express', 'total']);
    expect(steps.filter((s) => s.kind === 'ticket').map((s) => [s.seat, s.id, s.done])).toEqual([
      [0, 'a-b', true],
      [0, 'b-c', true],
      [1, 'a-c', false],
    ]);
    expect(partStarts(steps)).toEqual([0, 1, 3, 4, 5, 6]);
  });
  it('adds tickets up one by one, to what the server says', () => {
    expect([0, 1, 2, 6].map((at) => told(at, 0, 'tickets'))).toEqual([null, 8, 11, 11]);
    expect([2, 3, 6].map((at) => told(at, 1, 'tickets'))).toEqual([null, -5, -5]);
    expect([0, 1].map((at) => told(at, 0, 'claims'))).toEqual([12, 12]);
    expect([4, 5].map((at) => told(at, 1, 'express'))).toEqual([null, 0]);
    expect(
      [0, 1, 6].map((at) => sumAfter(steps, at, 0, result.seats[0]!, ['claims', 'tickets', 'express'], def)),
    ).toEqual([12, 20, 33]);
    expect([0, 1, 2, 6].map((at) => completedAfter(steps, at, 0, result.seats[0]!))).toEqual([0, 1, 2, 2]);
  });
});

describe('addresses', () => {
  it('name places', () => {
    expect(parseRoute('#/t/4f0r8j2wq6ty')).toEqual({ page: 'table', id: '4f0r8j2wq6ty' });
    expect(parseRoute('#/rules/germany/passengers')).toEqual({ page: 'rules', board: 'germany', part: 'passengers' });
    expect(parseRoute('#/t/4f0r8j2wq6ty/12')).toEqual({ page: 'table', id: '4f0r8j2wq6ty', step: 12 });
    expect(parseRoute('#/replay/9c1b5n7h3kzm/40/1')).toEqual({
      page: 'replay',
      game: '9c1b5n7h3kzm',
      move: 40,
      seat: 1,
    });
    expect(parseRoute('#/replay/9c1b5n7h3kzm/-1/x')).toEqual({ page: 'replay', game: '9c1b5n7h3kzm' });
    expect(parseRoute('#/nothing')).toEqual({ page: 'home' });
    expect(parseRoute('#/t/100%')).toEqual({ page: 'table', id: '100%' });
    expect(parseRoute('#/here')).toEqual({ page: 'home', here: true });
    expect(parseRoute('#/here/t/4f0r8j2wq6ty')).toEqual({ page: 'table', id: '4f0r8j2wq6ty', here: true });
  });
});

describe('settings', () => {
  it('last, and a damaged entry does no harm', () => {
    const kept = new Map<string, string | null>([['perron.settings', '{"theme":"dark"']]);
    const storage = {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: string | null) => void kept.set(key, value),
    };
    const first = new SettingsStore(storage);
    expect(first.get().theme).toBe('system');
    first.change({ theme: 'dark' });
    expect(new SettingsStore(storage).get().theme).toBe('dark');
  });
});

describe('the camera', () => {
  const canvas = [1600, 1000] as const,
    frame = { width: 800, height: 600 };
  it('shows the whole board', () => expect(fitted(canvas, frame)).toEqual({ scale: 0.5, x: 0, y: 50 }));
  it('zooms around the pointer', () => {
    const camera = zoomed({ scale: 1, x: -400, y: -200 }, 1.5, 400, 300, canvas, frame);
    expect(camera.scale).toBe(1.5);
    expect((400 - camera.x) / camera.scale).toBeCloseTo((400 + 400) / 1);
  });
  it('never leaves the board', () =>
    expect(clamped({ scale: 1, x: 900, y: 900 }, canvas, frame)).toEqual({ scale: 1, x: 40, y: 40 }));
  it('finds what it should show', () => {
    const { scale, x, y } = around(
      [
        [100, 100],
        [1500, 900],
      ],
      canvas,
      frame,
      1,
    );
    expect(1500 * scale + x).toBeLessThanOrEqual(800);
    expect(100 * scale + y).toBeGreaterThanOrEqual(0);
  });
});
