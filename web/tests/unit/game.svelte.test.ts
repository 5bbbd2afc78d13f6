// The effects of a game, each with a fake controller: updates, tickets, prompts, turns, map focus, keys.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardDefinition } from '../../src/board/definition';
import type { BoardGeometry } from '../../src/board/geometry';
import type { TableState } from '../../src/state/client';
import { NOTHING, type Panel, type Pointed, type Prompt } from '../../src/state/viewModel';
import { legalOf, type Legal } from '../../src/state/legal';
import type { SeatGame } from '../../src/state/seat';
import { alertTurns } from '../../src/view/game/effects/turnAlert.svelte';
import { MapInset, watchDialog } from '../../src/view/game/effects/mapInset.svelte';
import { syncTable } from '../../src/view/game/effects/syncTable.svelte';
import { handleKey } from '../../src/view/game/control/keys';
import type { Command } from '../../src/view/game/control/commands';
import { onUpdate } from '../../src/view/game/effects/onUpdate.svelte';
import {
  restoreMapAfter,
  focusPrompt,
  focusPointed,
  focusTickets,
  type MapViewport,
} from '../../src/view/game/effects/mapFocus.svelte';
import { refreshTicketStatus } from '../../src/view/game/effects/ticketStatus.svelte';
import { clearChosen, closePanels } from '../../src/view/game/effects/resetPanels.svelte';
import { actionOf, type Action } from '../../src/wire/action';
import type { Mine, SeatView, View } from '../../src/wire/protocol';

const mine = (part: Partial<Mine> = {}): Mine => ({ hand: {}, tickets: [], offered: [], ...part });
const view = (part: Partial<View> = {}): View =>
  ({ phase: 'turn', seats: [{ tracks: [] as string[] } as SeatView], mine: mine(), claim: null, ...part }) as View;
const turn: Prompt = { kind: 'turn', station: true, race: false };
const keep: Prompt = { kind: 'keep', least: 1, first: false };

const def = {
  ticket: new Map([
    ['a-b', { a: 'a', b: 'b' }],
    ['b-c', { a: 'b', b: 'c' }],
  ]),
} as unknown as BoardDefinition;
const geometry = {
  place: new Map([
    ['a', { x: 1, y: 1 }],
    ['b', { x: 2, y: 2 }],
    ['c', { x: 3, y: 3 }],
  ]),
  track: new Map([
    [
      'ab',
      {
        spaces: [
          { x: 4, y: 4 },
          { x: 5, y: 5 },
        ],
      },
    ],
    ['bc', { spaces: [{ x: 6, y: 6 }] }],
  ]),
} as unknown as BoardGeometry;

/** The parts of a GameController that the effects use. */
class FakeController {
  game = $state.raw<SeatGame | null>(null);
  seat = $state.raw<number | null>(0);
  view = $state.raw<View | null>(view());
  curtain = $state.raw(false);
  myTurn = $state.raw(false);
  prompt = $state.raw<Prompt>(turn);
  panel = $state.raw<Panel>({ kind: 'none' });
  ticket = $state.raw<string | null>(null);
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  pointed = $state.raw<Pointed>(NOTHING);
  legal: Legal = legalOf([]);
  def = def;
  geometry = geometry;
  acted: Action[] = [];
  undone = 0;
  answers: string[][] = [];
  asked = 0;
  refreshTickets = async () => {
    this.asked++;
    return this.answers.shift() ?? [];
  };
  act = async (action: Action | null) => void this.acted.push(action!);
  undo = async () => void this.undone++;
}

const stops: (() => void)[] = [];
/** Runs effects as during the initialisation of a component. */
function make(effects: () => void) {
  stops.push($effect.root(effects));
  flushSync();
}
/** Makes a change and flushes its effects. */
const then = (change: () => void) => flushSync(change);

let ctrl: FakeController;
beforeEach(() => void (ctrl = new FakeController()));
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

describe('the controller', () => {
  it('follows its table before other effects see it', () => {
    const state = (id: string) => ({ id }) as TableState;
    let table = $state.raw(state('1'));
    const followed = $state.raw({ state: state('0') }),
      seen: string[] = [];
    make(() => {
      $effect(() => {
        void table;
        seen.push(followed.state.id);
      });
      syncTable(followed, () => table);
    });
    then(() => (table = state('2')));
    expect(seen).toEqual(['1', '2']);
  });
});

describe('news', () => {
  const game = (version: number, seat = 0) => ({ version, seat }) as SeatGame;
  it('is told once for each version, also if another seat has it too', () => {
    const told: [number, number | null][] = [];
    make(() => onUpdate(ctrl, ({ version, seat }) => void told.push([version, seat])));
    expect(told).toEqual([]);
    then(() => (ctrl.game = game(1)));
    then(() => (ctrl.game = game(1, 1)));
    then(() => (ctrl.game = game(2, 1)));
    then(() => (ctrl.game = game(1)));
    expect(told).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
  it('is not told again because of what is read while telling', () => {
    let reads = 0;
    make(() =>
      onUpdate(ctrl, () => {
        void ctrl.seat;
        reads++;
      }),
    );
    then(() => (ctrl.game = game(1)));
    then(() => (ctrl.seat = 1));
    expect(reads).toBe(1);
  });
});

describe('tickets', () => {
  it('are asked about when something has changed for them, and the answer is told', async () => {
    const told: (readonly string[])[] = [];
    ctrl.answers = [[], ['a-b']];
    make(() => refreshTicketStatus(ctrl, (completed) => void told.push(completed)));
    expect(ctrl.asked).toBe(1);
    then(() => (ctrl.view = view({ to_move: 1 })));
    expect(ctrl.asked).toBe(1); // nothing relevant to tickets
    then(() => (ctrl.view = view({ seats: [{ tracks: ['ab'] } as SeatView] })));
    await vi.waitFor(() => expect(told).toEqual([[], ['a-b']]));
  });
  it('are not asked about behind a curtain', () => {
    ctrl.curtain = true;
    make(() => refreshTicketStatus(ctrl, () => {}));
    expect(ctrl.asked).toBe(0);
    then(() => (ctrl.curtain = false));
    expect(ctrl.asked).toBe(1);
  });
});

describe('a new question', () => {
  it('begins with no ticket chosen', () => {
    make(() => clearChosen(ctrl));
    const offer = (...offered: string[]) =>
      then(() => ((ctrl.prompt = { ...keep }), (ctrl.view = view({ mine: mine({ offered }) }))));
    offer('a-b', 'b-c');
    ctrl.chosen = new Set(['a-b']);
    offer('a-b', 'b-c'); // the same once more
    expect([...ctrl.chosen]).toEqual(['a-b']);
    offer('b-c');
    expect(ctrl.chosen.size).toBe(0);
  });
  it('closes what belongs to a turn, and leaves the rest', () => {
    make(() => closePanels(ctrl));
    const after = (panel: Panel, prompt: Prompt, seat = 0) => {
      then(() => ((ctrl.prompt = turn), (ctrl.seat = 0)));
      ctrl.panel = panel;
      then(() => ((ctrl.prompt = prompt), (ctrl.seat = seat)));
      return ctrl.panel.kind;
    };
    const wait: Prompt = { kind: 'wait', seat: 1 };
    const ofTurn: Panel[] = [
      { kind: 'claim', track: 'ab' },
      { kind: 'station', place: null },
      { kind: 'split' },
      { kind: 'swap' },
    ];
    expect(ofTurn.map((panel) => after(panel, wait))).toEqual(['none', 'none', 'none', 'none']);
    expect(after({ kind: 'list' }, wait)).toBe('list');
    expect(after({ kind: 'claim', track: 'ab' }, turn, 1)).toBe('claim');
  });
  it('does not close what is opened later: a track can be looked at while others move', () => {
    ctrl.prompt = { kind: 'wait', seat: 1 };
    make(() => closePanels(ctrl));
    then(() => (ctrl.panel = { kind: 'claim', track: 'ab' }));
    then(() => (ctrl.prompt = { kind: 'wait', seat: 2 }));
    expect(ctrl.panel.kind).toBe('claim');
  });
});

describe('a turn', () => {
  it('calls once, and the choice of the first tickets calls apart', () => {
    let calls = 0;
    make(() =>
      alertTurns(ctrl, () => {
        void ctrl.panel;
        calls++;
      }),
    );
    const state = (myTurn: boolean, phase: View['phase']) => {
      then(() => ((ctrl.myTurn = myTurn), (ctrl.view = view({ phase }))));
      return calls;
    };
    expect(state(true, 'first_keep')).toBe(1);
    expect(state(true, 'turn')).toBe(2); // and no other has been between
    expect(state(true, 'second_draw')).toBe(2);
    then(() => (ctrl.panel = { kind: 'list' }));
    expect(state(false, 'turn')).toBe(2);
    expect(state(true, 'turn')).toBe(3);
  });
  it('waits for the curtain', () => {
    let calls = 0;
    ctrl.myTurn = ctrl.curtain = true;
    make(() => alertTurns(ctrl, () => void calls++));
    expect(calls).toBe(0);
    then(() => (ctrl.curtain = false));
    expect(calls).toBe(1);
  });
});

describe('what is in sight', () => {
  class FakeMap {
    shown: (readonly (readonly [number, number])[])[] = [];
    left = 0;
    back = 0;
    ensureVisible(points: readonly (readonly [number, number])[]) {
      this.shown.push(points);
    }
    saveView() {
      this.left++;
      return () => void this.back++;
    }
  }
  class FakeSight implements MapViewport {
    map = $state.raw<FakeMap | null>(null);
    phone = $state.raw(true);
    covered = $state.raw(0);
  }
  let viewport: FakeSight, map: FakeMap;
  beforeEach(() => {
    viewport = new FakeSight();
    viewport.map = map = new FakeMap();
  });

  it('is left for a question, and comes back after the answer', () => {
    let asked = $state.raw(false);
    make(() => restoreMapAfter(viewport, () => asked));
    expect([map.left, map.back]).toEqual([0, 0]);
    then(() => (asked = true));
    expect([map.left, map.back]).toEqual([1, 0]);
    then(() => (asked = false));
    expect([map.left, map.back]).toEqual([1, 1]);
  });

  it('are all tickets on offer until one is chosen, then the last chosen, then the one that is touched', () => {
    make(() => focusTickets(ctrl, viewport));
    expect(map.shown).toEqual([]);
    then(() => ((ctrl.prompt = keep), (ctrl.view = view({ mine: mine({ offered: ['a-b', 'b-c'] }) }))));
    expect(map.shown.at(-1)).toEqual([
      [1, 1],
      [2, 2],
      [2, 2],
      [3, 3],
    ]);
    then(() => (ctrl.chosen = new Set(['a-b', 'b-c'])));
    expect(map.shown.at(-1)).toEqual([
      [2, 2],
      [3, 3],
    ]);
    then(() => (ctrl.ticket = 'a-b'));
    expect(map.shown.at(-1)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const times = map.shown.length;
    then(() => (viewport.covered = 200)); // a dialog has come over it
    expect(map.shown).toHaveLength(times + 1);
    then(() => (ctrl.panel = { kind: 'list' }));
    expect(map.shown).toHaveLength(times + 1);
  });
  it('are no offers of a covered hand, and nothing before there is a map', () => {
    ctrl.prompt = keep;
    ctrl.view = view({ mine: mine({ offered: ['a-b'] }) });
    ctrl.curtain = true;
    make(() => focusTickets(ctrl, viewport));
    expect(map.shown).toEqual([]);
    viewport.map = null;
    then(() => (ctrl.curtain = false));
    then(() => (viewport.map = map));
    expect(map.shown).toEqual([
      [
        [1, 1],
        [2, 2],
      ],
    ]);
  });

  it('is on a phone what the log points at, once it is closed', () => {
    make(() => focusPointed(ctrl, viewport));
    ctrl.panel = { kind: 'sheet', what: 'log' };
    then(() => (ctrl.pointed = { tracks: ['ab'], places: ['c'] }));
    expect(map.shown).toEqual([]);
    then(() => (ctrl.panel = { kind: 'none' }));
    expect(map.shown).toEqual([
      [
        [4, 4],
        [5, 5],
        [3, 3],
      ],
    ]);
    viewport.phone = false;
    then(() => (ctrl.pointed = { tracks: ['bc'], places: [] }));
    expect(map.shown).toHaveLength(1);
  });

  it('is on a phone what is asked about, and again when more of the map is covered', () => {
    make(() => focusPrompt(ctrl, viewport));
    expect(map.shown).toEqual([]);
    then(() => (ctrl.panel = { kind: 'claim', track: 'ab' }));
    expect(map.shown).toEqual([
      [
        [4, 4],
        [5, 5],
      ],
    ]);
    then(() => (ctrl.view = view({ to_move: 1 }))); // somebody moves; the user may have panned the map meanwhile
    then(() => (ctrl.panel = { kind: 'claim', track: 'ab' }));
    expect(map.shown).toHaveLength(1);
    then(() => (viewport.covered = 100));
    expect(map.shown).toHaveLength(2);
    then(() => (ctrl.panel = { kind: 'station', place: 'b' }));
    expect(map.shown.at(-1)).toEqual([[2, 2]]);
    then(() => (ctrl.panel = { kind: 'station', place: null }));
    expect(map.shown).toHaveLength(3);
    then(() => (ctrl.prompt = { kind: 'passengers', place: 'c' }));
    expect(map.shown.at(-1)).toEqual([[3, 3]]);
    const claim = { track: 'bc', colour: 'red', locomotives: 0 } as const;
    then(() => ((ctrl.prompt = { kind: 'tunnel', extra: 1 }), (ctrl.view = view({ claim }))));
    expect(map.shown.at(-1)).toEqual([[6, 6]]);
    const times = map.shown.length;
    viewport.phone = false;
    then(() => (viewport.covered = 0));
    expect(map.shown).toHaveLength(times);
  });
});

describe('the dialog over the map', () => {
  /** Fake observers that the test triggers. */
  class FakeObserver {
    observed: unknown[] = [];
    constructor(readonly call: () => void) {}
    observe(what: unknown) {
      this.observed.push(what);
    }
    disconnect() {
      this.observed = [];
    }
  }
  const at = (left: number, top: number, right: number, bottom: number) => ({
    isConnected: true,
    getBoundingClientRect: () => ({ left, top, right, bottom }),
  });
  let dialog: ReturnType<typeof at> | null;
  const box = { ...at(0, 50, 400, 650), querySelector: () => dialog } as unknown as HTMLElement;
  let size: FakeObserver, parts: FakeObserver;
  beforeEach(() => {
    dialog = null;
    vi.stubGlobal(
      'ResizeObserver',
      class extends FakeObserver {
        constructor(call: () => void) {
          super(call);
          size = this;
        }
      },
    );
    vi.stubGlobal(
      'MutationObserver',
      class extends FakeObserver {
        constructor(call: () => void) {
          super(call);
          parts = this;
        }
      },
    );
  });

  it('is measured when it comes, and when another comes in its place', () => {
    const told: number[] = [],
      stop = watchDialog(box, (pixels) => void told.push(pixels));
    expect([size.observed, parts.observed]).toEqual([[], [box]]);
    dialog = at(0, 450, 400, 650);
    parts.call();
    expect(size.observed).toEqual([dialog]);
    size.call();
    expect(told).toEqual([200]);
    const first = dialog;
    dialog = at(0, 350, 400, 650);
    parts.call();
    expect(size.observed).toEqual([dialog]);
    size.call();
    first.isConnected = dialog.isConnected = false; // answered: its size is that of nothing
    size.call();
    expect(told).toEqual([200, 300]);
    stop();
    expect([size.observed, parts.observed]).toEqual([[], []]);
  });
  it('covers nothing beside the map, and not less than nothing', () => {
    const told: number[] = [];
    dialog = at(400, 100, 700, 650);
    watchDialog(box, (pixels) => void told.push(pixels));
    size.call();
    dialog = at(0, 700, 400, 900);
    parts.call();
    size.call();
    expect(told).toEqual([0, 0]);
  });
  it('counts while something is asked', () => {
    const cover = new MapInset();
    let asked = $state.raw<HTMLElement | null>(box);
    dialog = at(0, 450, 400, 650);
    make(() => cover.watch(() => asked));
    size.call();
    expect(cover.pixels).toBe(200);
    then(() => (asked = null));
    expect([cover.pixels, size.observed]).toEqual([0, []]);
  });
});

describe('keys', () => {
  const key = (name: string, part: Partial<KeyboardEvent> = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...part,
  });
  const ran: string[] = [];
  const command = (id: Command['id']): Command => ({
    id,
    icon: '',
    text: '',
    enabled: true,
    run: () => void ran.push(id),
  });
  const pressed = (
    name: string,
    {
      covered = false,
      commands = [command('tickets'), command('station')],
      ...part
    }: Partial<KeyboardEvent> & { covered?: boolean; commands?: Command[] } = {},
  ) => handleKey(key(name, part), ctrl, commands, () => covered);
  beforeEach(() => void ran.splice(0));

  it('draw what may be drawn', () => {
    ctrl.legal = legalOf([actionOf('draw_blind'), actionOf('draw_row', 2)]);
    expect([pressed('d'), pressed('D'), pressed('3'), pressed('2'), pressed('9')]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(ctrl.acted).toEqual([actionOf('draw_blind'), actionOf('draw_blind'), actionOf('draw_row', 2)]);
    ctrl.legal = legalOf([]);
    expect(pressed('d')).toBe(false);
  });
  it('make the other moves', () => {
    expect([pressed('k'), pressed('s'), pressed('u')]).toEqual([true, true, true]);
    expect(pressed('k', { commands: [command('swap')] })).toBe(true);
    expect([ran, ctrl.undone]).toEqual([['tickets', 'station', 'swap'], 1]);
  });
  it('open the list of tracks, and escape closes everything', () => {
    expect([pressed('t'), ctrl.panel.kind]).toEqual([true, 'list']);
    ctrl.ticket = 'a-b';
    ctrl.pointed = { tracks: ['ab'], places: [] };
    expect([pressed('Escape', { covered: true }), ctrl.panel.kind, ctrl.ticket, ctrl.pointed]).toEqual([
      true,
      'none',
      null,
      NOTHING,
    ]);
  });
  it('are left to the browser and to a dialog over the game', () => {
    expect([
      pressed('t', { ctrlKey: true }),
      pressed('t', { metaKey: true }),
      pressed('t', { altKey: true }),
      pressed('t', { covered: true }),
      pressed('x'),
    ]).toEqual([false, false, false, false, false]);
    expect(ctrl.panel.kind).toBe('none');
  });
});
