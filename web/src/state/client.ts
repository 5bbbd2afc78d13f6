// The protocol client of one engine: sends hello, numbers requests, queues them while disconnected, follows tables and
// merges updates. Resends a move with the same id until it is answered, so that it is played exactly once. Must not
// depend on the DOM: socket, clock and token storage are passed in as the Environment.
import { Store } from './store';
import { fromSnapshot, merge, type SeatGame } from './seat';
import type {
  ChatMessage,
  Ended,
  LobbyTable,
  Ok,
  Person,
  Refused,
  Request,
  ServerMessage,
  TableMessage,
  Welcome,
} from '../wire/protocol';

export interface Socket {
  send(text: string): void;
  close(): void;
}
export interface Environment {
  connect(on: { open(): void; message(text: string): void; closed(code: number): void }): Socket;
  after(ms: number, then: () => void): () => void;
  random(): string; // a short unique text
  token: { get(): string | null; set(token: string | null): void };
  name(): string;
}

// elsewhere: another tab runs the games of this device
export type ConnectionState = 'connecting' | 'online' | 'lost' | 'refused' | 'elsewhere';

/** The state of one followed table. */
export interface TableState {
  id: string;
  table: TableMessage | null;
  games: ReadonlyMap<number, SeatGame>; // by seat; -1 is the public view
  ended: Ended | null;
  chat: readonly ChatMessage[];
  missing: Refused | null; // the server does not know the table, or denies access
}

export class RequestRefused extends Error {
  constructor(readonly refused: Refused) {
    super(refused.message);
  }
}

interface PendingRequest {
  text: string;
  type: Request['type'];
  sent: boolean;
  resolve(ok: Ok): void;
  reject(error: RequestRefused): void;
}

// Resent after a reconnect: the id makes sure that a move is played once. Other requests may have been executed, so
// they are not repeated; those never sent wait for the next connection. Queries fail instead, and their callers repeat
// them.
const RESENT = new Set<Request['type']>(['act', 'undo']);
const QUESTIONS = new Set<Request['type']>(['explain', 'open', 'close', 'lobby', 'ping']);

// Temporary refusals: the table is opened again later.
const TRANSIENT = new Set(['busy', 'too_fast', 'stopping', 'not_stored']);
const RETRY_MS = 1500;
// from the end of a session until a new token arrives, after a log-in here or in another tab
const NEW_TOKEN_MS = 1500;

export const seatKey = (seat: number | null): number => seat ?? -1;

export class Client {
  readonly connection = new Store<ConnectionState>('connecting');
  readonly me = new Store<Welcome | null>(null);
  readonly lobby = new Store<readonly LobbyTable[]>([]);
  readonly turns = new Store<{ table: string; seat: number; n: number } | null>(null);
  private readonly tables = new Map<string, Store<TableState>>();
  private readonly pending = new Map<string, PendingRequest>();
  private socket: Socket | null = null;
  private ready = false;
  private tries = 0;
  private count = 0;
  private turnCount = 0;
  private stopped = false;
  private sentToken: string | null = null; // of the last hello
  private ended = false; // the session has ended, without a hello since
  private lobbyFollowers = 0;
  private history = new Set<string>();
  private cancelRetry: (() => void) | null = null;

  constructor(private readonly env: Environment) {}

  start() {
    this.stopped = false;
    this.connect();
  }

  stop() {
    this.stopped = true;
    this.cancelRetry?.();
    this.socket?.close();
  }

  /** Retries at once: the device is online again, or the user asked. */
  wake() {
    if (!this.ready && !this.ended && this.connection.get() !== 'refused') this.reconnect();
  }

  /** Reconnects with the current token, after logging in or out here or in another tab. */
  reconnect() {
    if (this.stopped) return;
    this.cancelRetry?.();
    const socket = this.socket;
    this.socket = null; // ignores its close event
    socket?.close();
    this.requeuePending();
    this.tries = 0;
    this.connect();
  }

  /** The same person with another name or with an account. */
  setUser(person: Person) {
    this.me.update((me) => (me ? { ...me, ...person } : me));
  }

  request(request: Request, id = `${this.env.random()}.${++this.count}`): Promise<Ok> {
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve, reject) => {
      const entry: PendingRequest = { text, type: request.type, sent: false, resolve, reject };
      this.pending.set(id, entry);
      this.flush(entry);
    });
  }

  /**
   * Follows a table and returns its store. `history`: with all notices from the start, as far back as the server has
   * them.
   */
  follow(table: string, history = false): Store<TableState> {
    let store = this.tables.get(table);
    if (!store) {
      store = new Store<TableState>({ id: table, table: null, games: new Map(), ended: null, chat: [], missing: null });
      this.tables.set(table, store);
    }
    if (history) this.history.add(table);
    this.open(table);
    return store;
  }

  unfollow(table: string) {
    this.history.delete(table);
    if (this.tables.delete(table)) void this.request({ type: 'close', table }).catch(() => {});
  }

  followLobby(): () => void {
    if (this.lobbyFollowers++ === 0) void this.request({ type: 'lobby', on: true }).catch(() => {});
    return () => {
      if (--this.lobbyFollowers === 0) void this.request({ type: 'lobby', on: false }).catch(() => {});
    };
  }

  private open(table: string) {
    if (!this.ready) return; // opened once connected
    const state = this.tables.get(table)?.get();
    const games = state ? [...state.games.values()] : [];
    const whole = !this.history.has(table) || games.every((g) => g.whole);
    const last =
      games.length > 0 && whole
        ? { game: games[0]!.game, last: Math.min(...games.map((g) => g.version)) }
        : this.history.has(table)
          ? { history: true }
          : {};
    this.request({ type: 'open', table, ...last }).then(
      () => this.updateTable(table, (s) => ({ ...s, missing: null })),
      (error: RequestRefused) => {
        const { code } = error.refused;
        if (code === 'line_lost') return; // opened again after the reconnect
        if (!TRANSIENT.has(code)) return this.updateTable(table, (s) => ({ ...s, missing: error.refused }));
        this.env.after(RETRY_MS, () => this.tables.has(table) && this.open(table));
      },
    );
  }

  /** Discards the games and requests new snapshots. */
  private reopen(table: string) {
    this.updateTable(table, (s) => ({ ...s, games: new Map() }));
    this.open(table);
  }

  private connect() {
    if (this.connection.get() !== 'elsewhere')
      this.connection.set(
        this.tries === 0 && !this.me.get() ? 'connecting' : this.tries > 0 ? 'lost' : this.connection.get(),
      );
    let mine: Socket | null = null;
    this.ended = false;
    const socket = this.env.connect({
      open: () => {
        const token = (this.sentToken = this.env.token.get());
        socket.send(
          JSON.stringify(
            token ? { type: 'hello', protocol: 1, token } : { type: 'hello', protocol: 1, name: this.env.name() },
          ),
        );
      },
      message: (text) => mine === this.socket && this.receive(text),
      closed: (code) => mine === this.socket && this.onClose(code),
    });
    mine = this.socket = socket;
  }

  private onClose(code: number) {
    this.socket = null;
    this.ready = false;
    if (this.stopped) return;
    if (code === 4001) this.env.token.set(null);
    if (code === 4003) return this.sessionEnded();
    this.requeuePending();
    this.connection.set(code === 4010 ? 'elsewhere' : 'lost');
    const wait = code === 4001 ? 0 : Math.min(500 * 1.7 ** this.tries++, 8000);
    this.cancelRetry = this.env.after(wait, () => this.connect());
  }

  /** A log-in ended the session, then a new token is here or about to come; or another device ended it. */
  private sessionEnded() {
    this.ended = true;
    const fresh = () => this.env.token.get() !== this.sentToken;
    this.cancelRetry = this.env.after(fresh() ? 0 : NEW_TOKEN_MS, () =>
      fresh() ? this.reconnect() : this.ended && this.connection.set('refused'),
    );
  }

  /** Requeues unanswered requests for the next connection, or rejects them. */
  private requeuePending() {
    this.ready = false;
    for (const [id, entry] of this.pending) {
      if (RESENT.has(entry.type) || (!entry.sent && !QUESTIONS.has(entry.type))) entry.sent = false;
      else {
        this.pending.delete(id);
        entry.reject(new RequestRefused({ type: 'refused', id, code: 'line_lost', message: '' }));
      }
    }
  }

  private flush(entry: PendingRequest) {
    if (!this.ready || !this.socket || entry.sent) return;
    entry.sent = true;
    this.socket.send(entry.text);
  }

  private welcome(message: Welcome) {
    if (message.token) this.env.token.set(message.token);
    this.me.set(message);
    this.ready = true;
    this.tries = 0;
    this.connection.set('online');
    if (this.lobbyFollowers > 0) void this.request({ type: 'lobby', on: true }).catch(() => {});
    for (const table of this.tables.keys()) this.open(table);
    for (const entry of this.pending.values()) this.flush(entry);
  }

  private receive(text: string) {
    const message = JSON.parse(text) as ServerMessage;
    switch (message.type) {
      case 'welcome':
        return this.welcome(message);
      case 'ok':
      case 'refused':
        return this.answer(message);
      case 'table':
        return this.updateTable(message.table, (s) => ({
          ...s,
          table: message,
          ended: s.ended && s.ended.game !== message.game ? null : s.ended,
        }));
      case 'snapshot':
        return this.updateTable(message.table, (s) => {
          const games = new Map(
            [...s.games].filter(([, g]) => g.game === message.game && (message.seat !== null || g.seat === null)),
          );
          games.set(seatKey(message.seat), fromSnapshot(message, s.games.get(seatKey(message.seat))));
          return { ...s, games, chat: message.chat ?? s.chat, ended: s.ended?.game === message.game ? s.ended : null };
        });
      case 'update':
        return this.applyUpdate(message);
      case 'ended':
        return this.updateTable(message.table, (s) => ({ ...s, ended: message }));
      case 'chat':
        return this.updateTable(message.table, (s) =>
          s.chat.some((c) => c.n === message.n) ? s : { ...s, chat: [...s.chat, message] },
        );
      case 'lobby': {
        const gone = new Set([...message.gone, ...message.tables.map((t) => t.table)]);
        const kept = message.whole ? [] : this.lobby.get().filter((t) => !gone.has(t.table));
        return this.lobby.set([...message.tables, ...kept].sort((a, b) => b.time - a.time));
      }
      case 'your_turn':
        return this.turns.set({ table: message.table, seat: message.seat, n: ++this.turnCount });
      case 'bye':
        return;
    }
  }

  private applyUpdate(message: ServerMessage & { type: 'update' }) {
    const store = this.tables.get(message.table),
      before = store?.get().games.get(seatKey(message.seat));
    if (!store) return;
    if (!before) return this.reopen(message.table);
    const merged = merge(before, message);
    switch (merged.kind) {
      case 'old':
        return;
      case 'lost':
        return this.reopen(message.table);
      case 'merged':
        return store.update((s) => ({ ...s, games: new Map(s.games).set(seatKey(message.seat), merged.game) }));
    }
  }

  private answer(message: Ok | Refused) {
    const entry = this.pending.get(message.id);
    if (!entry) return;
    this.pending.delete(message.id);
    if (message.type === 'ok') entry.resolve(message);
    else entry.reject(new RequestRefused(message));
  }

  private updateTable(table: string, change: (state: TableState) => TableState) {
    this.tables.get(table)?.update(change);
  }
}
