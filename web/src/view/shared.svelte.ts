// What all places of the page share: settings, language, the client of the server, the way. One for the whole page.
import { GUEST, load, preferred, type Language, type Messages } from '../i18n';
import { en } from '../i18n/en';
import { deviceTransport } from '../net/device';
import { notify } from '../net/notify';
import { Rest } from '../net/rest';
import { serverTransport } from '../net/socket';
import type { Transport } from '../net/transport';
import { Client, RequestRefused, type Connection, type World } from '../state/client';
import type { GameEntry, Refused, Welcome } from '../wire/protocol';
import { cleanName } from '../state/name';
import { SETTINGS, SettingsStore, type Settings } from '../state/settings';
import type { Readable } from '../state/store';
import { parseRoute, type Route } from '../state/route';
import { Sounds } from '../sound/sounds';

const TOKEN = 'perron.token';
const OWNER = 'perron.owner'; // of the games on this device
const storage = {
  get: (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // private windows of some browsers have none
    }
  },
  set: (key: string, value: string | null) => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // then it lasts as long as the page
    }
  },
};

/** A store as a value that Svelte follows; call it while a component is made. */
export function reading<T>(store: Readable<T>): { readonly value: T } {
  let value = $state.raw(store.get());
  $effect(() => store.subscribe((next) => (value = next)));
  return {
    get value() {
      return value;
    },
  };
}

/** Where games are judged, and all that the page knows of it. */
class Side {
  connection = $state.raw<Connection>('connecting');
  me = $state.raw<Welcome | null>(null);
  readonly client: Client;
  readonly rest: Rest;

  constructor(transport: Transport, token: World['token'], name: World['name']) {
    this.client = new Client({
      connect: transport.connect,
      after: (ms, then) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
      random: () => crypto.getRandomValues(new Uint32Array(3)).reduce((text, n) => text + n.toString(36), ''),
      token, name,
    });
    this.rest = new Rest(transport.ask);
  }

  start() {
    this.client.connection.subscribe((value) => (this.connection = value));
    this.client.me.subscribe((value) => (this.me = value));
    this.client.start();
  }
}

const DELAY = { off: 0, fast: 300, normal: 900 }; // of computer players on this device, in milliseconds
const PATIENCE = 2500; // with a server that does not answer, in milliseconds

class App {
  private readonly kept = new SettingsStore(storage);
  settings = $state.raw<Settings>(this.kept.get());
  t = $state.raw<Messages>(en);
  language = $state.raw<Language>('en');
  route = $state.raw<Route>(parseRoute(''));
  notes = $state.raw<readonly { n: number; text: string; tone: 'plain' | 'good' | 'warn' | 'bad' }[]>([]);
  said = $state.raw({ n: 0, text: '' }); // for screen readers
  turnsAt = $state.raw<ReadonlySet<string>>(new Set()); // tables that wait for me and are not looked at
  readonly touch = matchMedia('(pointer: coarse)').matches;
  readonly sounds = new Sounds();
  private token: string | null = storage.get(TOKEN);
  private address = ''; // that the page shows
  private noteCount = 0;
  private toSay: string[] = [];
  readonly base = new URL('.', location.href.split('#')[0]).href;
  readonly server = new Side(serverTransport(this.base, () => this.token), { get: () => this.token, set: (token) => (token ? this.keepToken(token) : this.dropToken()) }, () => this.myName());
  private device: Side | null = null; // made when it is first needed
  here = $state.raw(false); // what the page shows is of this device, not of the server
  offline = $state.raw(false); // the server has not answered for a while
  private side = $state.raw(this.server);

  get client() {
    return this.side.client;
  }
  get rest() {
    return this.side.rest;
  }
  get connection() {
    return this.side.connection;
  }
  get me() {
    return this.side.me;
  }
  /** The beginning of links to places that are of this device or of the server. */
  get at() {
    return this.here ? '#/here/' : '#/';
  }

  /** How long what moves takes: 0 is not at all. */
  get pace() {
    return this.settings.speed === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : this.settings.speed === 'fast' ? 0.5 : 1;
  }

  start() {
    this.kept.subscribe((settings) => this.apply(settings));
    this.hearTurns(this.server);
    let late: ReturnType<typeof setTimeout> | undefined;
    this.server.client.connection.subscribe((connection) => {
      if (connection === 'online') this.offline = false;
      if (connection === 'online' || connection === 'refused') {
        clearTimeout(late);
        late = undefined;
      } else
        late ??= setTimeout(() => {
          this.offline = true;
          this.choose();
        }, PATIENCE);
      this.choose();
    });
    const follow = () => {
      const route = (this.route = parseRoute((this.address = location.hash)));
      if (route.place === 'table' && this.turnsAt.has(route.id)) {
        this.turnsAt = new Set([...this.turnsAt].filter((table) => table !== route.id));
        this.notes = this.notes.filter((note) => note.text !== this.t.game.announceTurn); // here it is seen anyway
      }
      this.choose();
      window.scrollTo(0, 0);
    };
    follow();
    addEventListener('hashchange', follow);
    addEventListener('online', () => this.server.client.wake());
    window.addEventListener('storage', ({ key, newValue }) => this.heardFromTab(key, newValue));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') return;
      this.server.client.wake();
      if (this.turnsAt.size) void this.rest.myGames('unfinished').then((games) => this.knowTurns(games), () => {}); // played in another tab, perhaps
    });
    this.server.start();
  }

  private hearTurns(side: Side) {
    side.client.turns.subscribe((turn) => {
      if (!turn || (this.route.place === 'table' && this.route.id === turn.table)) return; // there it is seen anyway
      this.turnsAt = new Set([...this.turnsAt, turn.table]);
      this.note(this.t.game.announceTurn, 'good', 8000);
      this.callTurn(turn.table, 'Perron', side === this.server ? '#/' : '#/here/');
    });
  }

  /** The address says whose games are shown; without a server the ways into a game lead to this device. */
  private choose() {
    const here = this.route.here === true || (this.offline && (this.route.place === 'home' || this.route.place === 'pass'));
    if (here && !this.device) {
      const worker = () => new Worker(new URL('../net/judge.worker.ts', import.meta.url), { type: 'module' });
      this.device = new Side(deviceTransport(worker, () => DELAY[this.settings.speed]), { get: () => null, set: () => {} }, () => this.deviceName());
      this.hearTurns(this.device);
      this.device.start();
    }
    this.here = here;
    this.side = here ? this.device! : this.server;
  }

  private keepToken(token: string | null) {
    this.token = token;
    storage.set(TOKEN, token);
  }

  /** The server does not know it. Another tab may have logged in meanwhile: then its token is the one. */
  private dropToken() {
    const stored = storage.get(TOKEN);
    if (stored && stored !== this.token) this.token = stored;
    else this.keepToken(null);
  }

  /** Another tab has changed what all tabs share. */
  private heardFromTab(key: string | null, value: string | null) {
    if (key === SETTINGS) this.kept.reread();
    if (key !== TOKEN || !value || value === this.token) return;
    this.token = value;
    this.server.client.again();
  }

  /** From now on somebody else: who has logged in, or without a token a new guest. */
  become(token: string | null) {
    this.keepToken(token);
    this.server.client.again();
  }

  private myName(): string {
    return cleanName(this.settings.name) || `${GUEST[this.settings.language ?? preferred(navigator.languages)]} ${Math.floor(100 + Math.random() * 900)}`;
  }

  /** The same from one visit to the next, also for who has never met a server. */
  private deviceName(): string {
    const name = cleanName(this.server.me?.name ?? (this.settings.name || storage.get(OWNER) || '')) || this.myName();
    storage.set(OWNER, name);
    return name;
  }

  private apply(settings: Settings) {
    this.settings = settings;
    const root = document.documentElement;
    const dark = settings.theme === 'dark' || (settings.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
    if (settings.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = dark ? 'dark' : 'light';
    root.dataset.speed = settings.speed;
    this.sounds.on = settings.sounds ?? !this.touch;
    const language = settings.language ?? preferred(navigator.languages);
    if (language !== this.language || !root.lang) {
      void load(language).then((messages) => {
        this.t = messages;
        this.language = language;
        root.lang = language;
      }, () => this.note(this.t.errors.load, 'bad'));
    }
  }

  change(part: Partial<Settings>) {
    this.kept.change(part);
  }

  go(path: string) {
    location.hash = path;
  }

  /** The address follows what is seen at a place, so that a reload comes back to it; no step of its own in the history. */
  stay(path: string) {
    if (location.hash !== this.address) return; // on the way to another place
    history.replaceState(history.state, '', `${this.at}${path}`);
    this.address = location.hash;
  }

  note(text: string, tone: 'plain' | 'good' | 'warn' | 'bad' = 'plain', ms = 4500) {
    const n = ++this.noteCount;
    this.notes = [...this.notes.filter((note) => note.text !== text).slice(-1), { n, text, tone }];
    setTimeout(() => (this.notes = this.notes.filter((note) => note.n !== n)), ms);
  }

  clearNotes() {
    this.notes = [];
  }

  knowTurns(games: readonly GameEntry[]) {
    this.turnsAt = new Set(games.filter((game) => game.your_turn && !(this.route.place === 'table' && this.route.id === game.table)).map((game) => game.table));
  }

  /** The name of a place for the window, behind a call to who should be elsewhere. */
  titled(text: string, myTurn = false): string {
    return `${myTurn || this.turnsAt.size ? `${this.t.prompt.turn} ` : ''}${text}`;
  }

  /** A turn of mine has begun: a sound, and for who does not look at the page a notification. */
  callTurn(table: string, name: string, at = this.at) {
    this.sounds.play('turn');
    if (this.settings.notify && document.visibilityState === 'hidden') void notify(name, { body: this.t.game.announceTurn, tag: table, url: `${this.base}${at}t/${table}` });
  }

  /** What comes together is said together: a text that is replaced at once is never heard. */
  say(text: string) {
    if (this.toSay.push(text) > 1) return;
    setTimeout(() => {
      this.said = { n: this.said.n + 1, text: this.toSay.join(' ') };
      this.toSay = [];
    }, 60);
  }

  /** A refusal in words: the rule or the code decides; the server's own sentence is for programs. */
  reason({ code, rule }: Pick<Refused, 'code' | 'rule'>): string {
    const known = rule ? (this.t.why as Record<string, unknown>)[rule] : undefined;
    return typeof known === 'string' ? known : rule ? this.t.why.other : (this.t.refused[code] ?? this.t.refused.other!);
  }

  /** Tells a refused request. */
  complain(error: unknown) {
    if (!(error instanceof RequestRefused)) return this.note(this.t.refused.other!, 'bad');
    const { code } = error.refused;
    if (code === 'line_lost') return;
    if (code === 'stale') return this.note(this.t.connection.stale, 'warn');
    if (code === 'not_stored' && this.here) return this.note(this.t.here.full, 'bad');
    if (code === 'busy' || code === 'too_fast' || code === 'not_stored' || code === 'stopping') return this.note(this.t.connection.busy, 'warn');
    this.note(this.reason(error.refused), 'bad');
  }
}

export const app = new App();
