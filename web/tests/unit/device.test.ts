// Games on this device: the client over the device's transport, with the real engine in WebAssembly and rows in memory.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUSY, deviceTransport, type FromWorker, type WorkerPort, type ToWorker } from '../../src/net/device';
import { Engine, type Change, type RowStore } from '../../src/net/engine';
import { searchInWorker, createSearch, type SearchPort, type ToSearchWorker } from '../../src/net/search';
import { Rest } from '../../src/net/rest';
import { isOfKind } from '../../src/wire/action';
import { Client, type TableState } from '../../src/state/client';
import { fnv64 } from '../../src/state/hash';
import type { SeatRequest } from '../../src/wire/protocol';

const wasm = new WebAssembly.Module(
  readFileSync(fileURLToPath(new URL('../../../build/wasm/engine_worker.page.wasm', import.meta.url))),
);

/** A transactional row store in memory that can fail. */
class Rows implements RowStore {
  map = new Map<string, string>();
  fails = false;
  async load() {
    return [...this.map].sort(([a], [b]) => (a < b ? -1 : 1));
  }
  async commit(changes: Change[]) {
    await Promise.resolve();
    if (this.fails || changes.some(([how, key]) => how === 'add' && this.map.has(key))) throw new Error('not kept');
    for (const [how, key, text] of changes) {
      if (how === 'delete') this.map.delete(key);
      else this.map.set(key, text);
    }
  }
}

/** The search worker without a thread; answers wait for `held`. */
class FakeSearchWorker implements SearchPort {
  onmessage: SearchPort['onmessage'] = null;
  onerror: SearchPort['onerror'] = null;
  search: ReturnType<typeof createSearch> | null = null;
  questions = 0;
  fails = false;
  held = Promise.resolve();
  postMessage(message: ToSearchWorker) {
    if ('module' in message) return void (this.search = createSearch(message.module));
    this.questions++;
    if (this.fails) return void Promise.resolve().then(() => this.onerror?.({} as ErrorEvent));
    void Promise.all([this.search, this.held]).then(([search]) =>
      this.onmessage?.({ data: search!(message.question) } as MessageEvent<number>),
    );
  }
}

/** The engine worker without a thread: engine.worker.ts without the browser's parts. */
class FakeWorker implements WorkerPort {
  onmessage: WorkerPort['onmessage'] = null;
  heard: ToWorker[] = [];
  engine: Promise<Engine> | null = null;
  searcher = new FakeSearchWorker();
  makeSearchWorker = () => this.searcher as SearchPort;
  constructor(
    private readonly rows: RowStore,
    private readonly busy = false,
  ) {}
  tell(data: FromWorker) {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
  postMessage(message: ToWorker) {
    this.heard.push(message);
    if ('open' in message && this.busy) return void Promise.resolve().then(() => this.tell({ closed: BUSY }));
    if ('open' in message)
      this.engine ??= Engine.open(
        wasm,
        this.rows,
        searchInWorker(wasm, () => this.makeSearchWorker()),
        message.open,
        (frame) => this.tell({ frame }),
        (why) => {
          throw why;
        },
      );
    void this.engine?.then((engine) => {
      if ('open' in message) this.tell({ opened: true });
      else if ('frame' in message) engine.receive(message.frame);
      else if ('close' in message) engine.disconnect();
      else if ('forget' in message)
        void engine.forget(message.forget).then((status) => this.tell({ got: message.get, status, text: '{}' }));
      else this.tell({ got: message.get, ...engine.get(message.path) });
    });
  }
}

function open(rows: Rows, busy = false) {
  const worker = new FakeWorker(rows, busy),
    transport = deviceTransport(
      () => worker,
      () => 0,
    );
  let n = 0;
  const client = new Client({
    connect: transport.connect,
    after: () => () => {},
    random: () => `r${Date.now().toString(36)}${++n}`,
    token: { get: () => null, set: () => {} },
    name: () => 'Anna',
  });
  client.start();
  return { client, rest: new Rest(transport.fetch), worker };
}

async function begin(client: Client, board: string, seats: SeatRequest[]): Promise<string> {
  const { table } = await client.request({ type: 'create', board, seats, listed: false });
  await client.request({ type: 'start', table: table! });
  return table!;
}

/** Plays the first legal claim for all our seats, or else the first legal action. */
async function play(
  client: Client,
  table: string,
  until: (state: TableState) => boolean = (state) => state.ended !== null,
): Promise<TableState> {
  const store = client.follow(table, true);
  for (let tries = 0; tries < 5000; tries++) {
    const state = store.get();
    if (until(state)) return state;
    const game = [...state.games.values()].find((g) => g.legal && g.legal.length > 0 && g.view.to_move === g.seat);
    if (game && state.ended === null) {
      const action = game.legal!.find((action) => isOfKind(action, 'claim')) ?? game.legal![0]!;
      await client.request({ type: 'act', game: game.game, seat: game.seat!, version: game.version, action });
    } else await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('the game did not end');
}

const computer: SeatRequest = { kind: 'computer', level: 'medium' };

describe('games on this device', () => {
  it.each(['europe', 'germany', 'first-journey'])(
    '%s: a whole game, its record and its replay',
    async (board) => {
      const rows = new Rows(),
        { client, rest } = open(rows);
      const table = await begin(client, board, [{ kind: 'me' }, computer]);
      const { ended } = await play(client, table);
      expect(ended!.result!.winners.length).toBeGreaterThan(0);
      expect((await rest.record(ended!.game)).split('\n')[0]).toContain('"key_sha256"');
      expect((await rest.replay(ended!.game, 0)).steps.length).toBeGreaterThan(20);
      expect((await rest.myGames('ended')).map((g) => g.game)).toEqual([ended!.game]);
      expect(await rest.myGames('unfinished')).toEqual([]);
    },
    30_000,
  );

  it('goes on after a stop, from what was kept', async () => {
    const rows = new Rows(),
      first = open(rows);
    const table = await begin(first.client, 'first-journey', [
      { kind: 'me', name: 'Anna' },
      { kind: 'me', name: 'Béla' },
    ]);
    const before = await play(first.client, table, (s) => [...s.games.values()].some((g) => g.version > 30));
    const kept = new Rows(); // a snapshot of the database
    kept.map = new Map(rows.map);
    const second = open(kept);
    const after = await play(second.client, table, (s) => s.games.size === 2);
    const [seat, game] = [...before.games][0]!;
    expect(after.games.get(seat)!.view).toEqual(game.view);
    expect(fnv64(JSON.stringify(after.games.get(seat)!.view))).toBe(fnv64(JSON.stringify(game.view)));
    expect((await play(second.client, table)).ended).not.toBeNull();
    await second.client.request({ type: 'rematch', table });
    expect((await second.rest.myGames('unfinished')).length).toBe(1);
  }, 30_000);

  it('takes back what nobody has answered', async () => {
    const { client } = open(new Rows());
    const table = await begin(client, 'first-journey', [
      { kind: 'me', name: 'Anna' },
      { kind: 'me', name: 'Béla' },
    ]);
    const claimed = (s: TableState) =>
      [...s.games.values()].find((g) => g.undo && g.view.seats[g.seat!]!.tracks.length > 0);
    const game = claimed(await play(client, table, (s) => claimed(s) !== undefined))!;
    await client.request({ type: 'undo', game: game.game, seat: game.seat!, version: game.version });
    const after = client.follow(table).get().games.get(game.seat!)!;
    expect(after.view.seats[game.seat!]!.tracks.length).toBe(game.view.seats[game.seat!]!.tracks.length - 1);
    expect(after.view.to_move).toBe(game.seat);
  });

  it('shows nothing that could not be kept', async () => {
    const rows = new Rows(),
      { client } = open(rows);
    const table = await begin(client, 'first-journey', [
      { kind: 'me', name: 'Anna' },
      { kind: 'me', name: 'Béla' },
    ]);
    const state = await play(client, table, (s) => s.games.size === 2);
    const game = [...state.games.values()].find((g) => g.legal?.length)!; // whose turn it is
    rows.fails = true;
    const act = {
      type: 'act',
      game: game.game,
      seat: game.seat!,
      version: game.version,
      action: game.legal![0]!,
    } as const;
    await expect(client.request(act)).rejects.toMatchObject({ refused: { code: 'not_stored' } });
    expect(client.follow(table).get().games.get(game.seat!)!.version).toBe(game.version);
    rows.fails = false;
    await client.request(act);
    expect(client.follow(table).get().games.get(game.seat!)!.version).toBeGreaterThan(game.version);
  });

  it('tells a seat nothing of another', async () => {
    const rows = new Rows(),
      { client, worker } = open(rows),
      frames: string[] = [];
    const tell = worker.tell.bind(worker);
    worker.tell = (data) => {
      if ('frame' in data) frames.push(data.frame);
      tell(data);
    };
    await play(client, await begin(client, 'europe', [{ kind: 'me' }, computer]));
    for (const text of frames) {
      const frame = JSON.parse(text) as {
        type: string;
        seat?: number;
        notices?: { deal?: string; seat?: number; card?: string }[];
        key?: string;
      };
      if (frame.type === 'snapshot' || frame.type === 'update') expect(frame.seat).toBe(0);
      if (frame.type !== 'ended') expect(frame.key).toBeUndefined();
      for (const notice of frame.notices ?? [])
        if (notice.deal === 'hand' && notice.seat === 1) expect(notice.card).toBeUndefined();
    }
  }, 30_000);

  it('answers while a computer player thinks', async () => {
    const { client, rest, worker } = open(new Rows());
    let go!: () => void;
    worker.searcher.held = new Promise((resolve) => (go = resolve));
    const table = await begin(client, 'first-journey', [{ kind: 'me' }, { kind: 'computer', level: 'expert' }]);
    const state = await play(client, table, (s) => worker.searcher.questions > 0 && s.games.has(0));
    expect((await rest.myGames('unfinished')).length).toBe(1);
    const game = state.games.get(0)!;
    expect(await client.request({ type: 'explain', game: game.game, seat: 0, track: 0 })).toMatchObject({ type: 'ok' });
    const version = client.follow(table).get().games.get(0)!.version;
    go();
    await play(client, table, (s) => s.games.get(0)!.version > version);
  });

  it.each([
    ['fails', (worker: FakeWorker) => (worker.searcher.fails = true)],
    [
      'cannot be',
      (worker: FakeWorker) =>
        (worker.makeSearchWorker = () => {
          throw new Error('no workers here');
        }),
    ],
  ])('plays on where the worker to think in %s', async (_, spoil) => {
    const { client, worker } = open(new Rows());
    spoil(worker);
    expect((await play(client, await begin(client, 'first-journey', [{ kind: 'me' }, computer]))).ended).not.toBeNull();
  });

  it('forgets a game that has ended, and no other', async () => {
    const rows = new Rows(),
      { client, rest } = open(rows);
    const table = await begin(client, 'first-journey', [{ kind: 'me' }, computer]);
    const playing = (await rest.myGames('unfinished'))[0]!.game;
    await expect(rest.forget(playing)).rejects.toMatchObject({ refused: { code: 'http_404' } });
    await play(client, table);
    await client.request({ type: 'rematch', table });
    rows.fails = true;
    await expect(rest.forget(playing)).rejects.toMatchObject({ refused: { code: 'http_507' } });
    expect((await rest.myGames('ended')).length).toBe(1);
    rows.fails = false;
    await rest.forget(playing);
    expect(await rest.myGames('ended')).toEqual([]);
    expect([...rows.map.keys()].filter((key) => key.includes(playing))).toEqual([]);
    expect((await play(client, table)).ended).not.toBeNull(); // the rematch at the same table goes on
    client.unfollow(table);
    await rest.forget((await rest.myGames('ended'))[0]!.game);
    // nor is it in memory
    await expect(client.request({ type: 'open', table })).rejects.toMatchObject({ refused: { code: 'no_such_table' } });
    expect([...rows.map.keys()].map((key) => key.split('/')[0])).toEqual(['board']);
  });

  it('says when another tab has them', async () => {
    const { client } = open(new Rows(), true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(client.connection.get()).toBe('elsewhere');
  });

  it('has no accounts', async () => {
    const { rest } = open(new Rows());
    await expect(rest.register('anna', 'a long password', '')).rejects.toMatchObject({ refused: { code: 'not_here' } });
    await expect(rest.record('000000000000')).rejects.toMatchObject({ refused: { code: 'not_found' } });
  });
});
