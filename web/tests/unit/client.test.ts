// The client against a fake server: hello, requests, updates, lost connections, hashes.
import { describe, expect, it } from 'vitest';
import { actionOf } from '../../src/wire/action';
import { Client, type Socket, type Environment } from '../../src/state/client';
import { fnv64 } from '../../src/state/hash';
import type { ServerMessage, View } from '../../src/wire/protocol';

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  constructor(readonly on: Parameters<Environment['connect']>[0]) {}
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.on.closed(1000);
  }
  tell(message: unknown) {
    this.on.message(JSON.stringify(message));
  }
  last(type: string) {
    return this.sent.filter((m) => m.type === type).at(-1)!;
  }
}

function setUp() {
  const lines: FakeSocket[] = [],
    timers: (() => void)[] = [];
  let token: string | null = null,
    n = 0;
  const client = new Client({
    connect: (on) => {
      const line = new FakeSocket(on);
      lines.push(line);
      return line;
    },
    after: (_, then) => {
      timers.push(then);
      return () => {};
    },
    random: () => `r${++n}`,
    token: { get: () => token, set: (value) => (token = value) },
    name: () => 'Anna',
  });
  client.start();
  const greet = () => {
    const line = lines.at(-1)!;
    line.on.open();
    line.tell({
      type: 'welcome',
      user: 'u',
      name: 'Anna',
      account: false,
      ...(token ? {} : { token: 'secret' }),
      server: 'test',
      time: 0,
    });
    return line;
  };
  return { client, lines, timers, greet, token: () => token, setToken: (value: string | null) => (token = value) };
}

const view = (part: Partial<View> = {}): View => ({
  phase: 'turn',
  to_move: 0,
  first: 0,
  draws_left: 0,
  turns_left: 0,
  claim: null,
  deck: { size: 9 },
  discard: {},
  ticket_decks: [],
  closed: [],
  seats: [],
  ...part,
});
const snapshot = (v: View, version: number): ServerMessage => ({
  type: 'snapshot',
  table: 't',
  game: 'g',
  seat: 0,
  version,
  board: { id: 'europe', version: 1, sha256: '' },
  commitment: '',
  seats: 1,
  view: v,
  legal: [],
  undo: false,
  hash: fnv64(JSON.stringify(v)),
  chat: [],
  notices: [],
});
const update = (part: Partial<View>, whole: View, version: number): ServerMessage => ({
  type: 'update',
  table: 't',
  game: 'g',
  seat: 0,
  version,
  notices: [{ n: version }],
  view: part,
  hash: fnv64(JSON.stringify(whole)),
});

describe('fnv64', () => {
  it('has the known values', () => {
    expect(fnv64('')).toBe('cbf29ce484222325');
    expect(fnv64('a')).toBe('af63dc4c8601ec8c');
    expect(fnv64('foobar')).toBe('85944171f73967e8');
    expect(fnv64('Łódź–Kőszeg')).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('a table that is refused', () => {
  it('is asked for again when the server was only busy, and is missing only when it says so', async () => {
    const { client, timers, greet } = setUp(),
      line = greet(),
      store = client.follow('t');
    const refuse = async (code: string) => {
      line.tell({ type: 'refused', id: line.last('open').id, code, message: '' });
      await Promise.resolve();
    };
    for (const code of ['busy', 'stopping']) {
      await refuse(code);
      expect(store.get().missing).toBeNull();
      timers.pop()!();
    }
    expect(line.sent.filter((m) => m.type === 'open')).toHaveLength(3);
    await refuse('no_such_table');
    expect(store.get().missing?.code).toBe('no_such_table');
    expect(timers).toHaveLength(0);
  });
  it('is not missing because the line was lost', async () => {
    const { client, lines, greet } = setUp(),
      store = (greet(), client.follow('t'));
    lines[0]!.on.closed(1006);
    await Promise.resolve();
    expect(store.get().missing).toBeNull();
  });
});

describe('the client', () => {
  it('keeps the token of a new guest and greets with it next time', () => {
    const { lines, timers, greet, token } = setUp();
    greet();
    expect(lines[0]!.sent[0]).toEqual({ type: 'hello', protocol: 1, name: 'Anna' });
    expect(token()).toBe('secret');
    lines[0]!.on.closed(1006);
    timers.at(-1)!();
    lines[1]!.on.open();
    expect(lines[1]!.sent[0]).toEqual({ type: 'hello', protocol: 1, token: 'secret' });
  });

  it('becomes a new guest when its token is unknown', () => {
    const { lines, timers, greet, token } = setUp();
    greet();
    lines[0]!.on.closed(4001);
    expect(token()).toBeNull();
    timers.at(-1)!();
    lines[1]!.on.open();
    expect(lines[1]!.sent[0]).toMatchObject({ type: 'hello', name: 'Anna' });
  });

  it('is woken by one new line only, and not at all once its session was ended elsewhere', () => {
    const { client, lines, timers, greet } = setUp();
    greet();
    lines[0]!.on.closed(1006);
    client.wake();
    client.wake();
    expect(lines).toHaveLength(3);
    greet();
    client.wake(); // connected already
    expect(lines).toHaveLength(3);
    lines[2]!.on.closed(4003);
    client.wake();
    timers.at(-1)!();
    client.wake();
    expect([lines.length, client.connection.get()]).toEqual([3, 'refused']);
  });

  it('comes back with the token of a log-in that ended its session, and says nothing of it', () => {
    for (const early of [true, false]) {
      const { client, lines, timers, greet, setToken } = setUp();
      greet();
      const seen: string[] = [];
      client.connection.subscribe((value) => seen.push(value));
      if (early) setToken('fresh'); // the log-in's answer may arrive before or after the socket closes
      lines[0]!.on.closed(4003);
      setToken('fresh');
      timers.at(-1)!();
      greet();
      expect(lines[1]!.sent[0]).toEqual({ type: 'hello', protocol: 1, token: 'fresh' });
      expect([client.connection.get(), seen.includes('refused')]).toEqual(['online', false]);
    }
  });

  it('says hello again as somebody else, keeps moves and follows its tables anew', () => {
    const { client, lines, greet } = setUp();
    const line = greet();
    client.follow('t');
    void client
      .request({ type: 'act', game: 'g', seat: 0, version: 5, action: actionOf('draw_blind') })
      .catch(() => {});
    client.reconnect();
    expect([lines.length, client.connection.get()]).toEqual([2, 'online']); // no reconnect
    const next = greet();
    expect([next.last('act'), next.last('open').table]).toEqual([line.last('act'), 't']);
  });

  it('merges updates into the view and checks the hash', () => {
    const { client, greet } = setUp();
    const line = greet(),
      store = client.follow('t');
    line.tell(snapshot(view(), 5));
    const next = view({ to_move: 1 });
    line.tell(update({ to_move: 1 }, next, 6));
    expect(store.get().games.get(0)).toMatchObject({ version: 6, view: { to_move: 1 } });
    line.tell(update({ to_move: 1 }, next, 6)); // a duplicate has no effect
    expect(store.get().games.get(0)!.notices).toHaveLength(1);
  });

  it.each([
    ['a gap', 9, view({ to_move: 1 })],
    ['another hash', 6, view({ to_move: 3 })],
  ])('asks for everything after %s', (_, version, whole) => {
    const { client, greet } = setUp();
    const line = greet();
    client.follow('t');
    line.tell(snapshot(view(), 5));
    line.tell(update({ to_move: 1 }, whole, version));
    expect(line.last('open')).not.toHaveProperty('last');
    expect(line.sent.filter((m) => m.type === 'open')).toHaveLength(2);
  });

  it('sends a move again with the same id after the line was lost, and comes back with its last number', async () => {
    const { client, lines, timers, greet } = setUp();
    const line = greet();
    client.follow('t');
    line.tell(snapshot(view(), 5));
    const played = client.request({ type: 'act', game: 'g', seat: 0, version: 5, action: actionOf('draw_blind') });
    const first = line.last('act');
    line.on.closed(1006);
    expect(client.connection.get()).toBe('lost');
    timers.at(-1)!();
    const again = greet();
    expect(again.last('open')).toMatchObject({ game: 'g', last: 5 });
    expect(again.last('act')).toEqual(first);
    expect(lines).toHaveLength(2);
    again.tell({ type: 'ok', id: first.id, version: 6 });
    await expect(played).resolves.toMatchObject({ version: 6 });
  });

  it('does nothing twice that has no answer yet, and does once what was not sent', async () => {
    const { client, timers, greet } = setUp();
    const line = greet();
    const said = client.request({ type: 'chat', table: 't', text: 'Hello' });
    line.on.closed(1006);
    await expect(said).rejects.toMatchObject({ refused: { code: 'line_lost' } });
    void client.request({ type: 'chat', table: 't', text: 'Again' }).catch(() => {});
    timers.at(-1)!();
    expect(
      greet()
        .sent.filter((m) => m.type === 'chat')
        .map((m) => m.text),
    ).toEqual(['Again']);
  });

  it('forgets questions that change nothing when the line is lost', async () => {
    const { client, greet } = setUp();
    const line = greet();
    const asked = client.request({ type: 'explain', game: 'g', seat: 0, tickets: true });
    line.on.closed(1006);
    await expect(asked).rejects.toMatchObject({ refused: { code: 'line_lost' } });
  });

  it('keeps requests made before the line is there', () => {
    const { client, greet } = setUp();
    void client.request({ type: 'start', table: 't' }).catch(() => {});
    expect(greet().last('start')).toMatchObject({ table: 't' });
  });

  it('keeps the lobby by changes', () => {
    const { client, greet } = setUp();
    const line = greet(),
      stop = client.followLobby();
    const table = (id: string, time: number) => ({
      table: id,
      state: 'waiting',
      board: 'europe',
      host: 'A',
      seats: ['person'],
      open: 0,
      clock: { kind: 'none' },
      watch: true,
      time,
    });
    line.tell({ type: 'lobby', whole: true, tables: [table('a', 1), table('b', 2)], gone: [] });
    line.tell({ type: 'lobby', whole: false, tables: [table('c', 3)], gone: ['a'] });
    expect(client.lobby.get().map((t) => t.table)).toEqual(['c', 'b']);
    stop();
    expect(line.last('lobby')).toMatchObject({ on: false });
  });
});
