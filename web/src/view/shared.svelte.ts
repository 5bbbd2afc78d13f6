// What all places of the page share: settings, language, the client of the server, the way. One for the whole page.
import { fill, load, preferred, type Language, type Messages } from '../i18n';
import { en } from '../i18n/en';
import { connect } from '../net/socket';
import { Rest } from '../net/rest';
import { Client, RequestRefused, type Connection } from '../state/client';
import type { Welcome } from '../state/protocol';
import { SETTINGS, SettingsStore, type Settings } from '../state/settings';
import type { Readable } from '../state/store';
import { parseRoute, type Route } from '../state/route';
import { Sounds } from '../sound/sounds';

const TOKEN = 'perron.token';
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

class App {
  private readonly kept = new SettingsStore(storage);
  settings = $state.raw<Settings>(this.kept.get());
  t = $state.raw<Messages>(en);
  language = $state.raw<Language>('en');
  route = $state.raw<Route>(parseRoute(''));
  connection = $state.raw<Connection>('connecting');
  me = $state.raw<Welcome | null>(null);
  notes = $state.raw<readonly { n: number; text: string; tone: 'plain' | 'good' | 'warn' | 'bad' }[]>([]);
  said = $state.raw(''); // for screen readers
  readonly touch = matchMedia('(pointer: coarse)').matches;
  readonly sounds = new Sounds();
  private token: string | null = storage.get(TOKEN);
  private noteCount = 0;
  readonly base = new URL('.', location.href.split('#')[0]).href;
  readonly client = new Client({
    connect: connect(`${this.base.replace(/^http/, 'ws')}ws`),
    after: (ms, then) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    random: () => crypto.getRandomValues(new Uint32Array(3)).reduce((text, n) => text + n.toString(36), ''),
    token: { get: () => this.token, set: (token) => this.keepToken(token) },
    name: () => this.settings.name || this.guestName(),
  });
  readonly rest = new Rest(this.base, () => this.token);

  start() {
    this.kept.subscribe((settings) => this.apply(settings));
    this.client.connection.subscribe((value) => (this.connection = value));
    this.client.me.subscribe((value) => (this.me = value));
    this.client.turns.subscribe((turn) => {
      if (!turn || (this.route.place === 'table' && this.route.id === turn.table)) return; // there it is seen anyway
      this.note(this.t.game.announceTurn, 'good', 8000);
      this.sounds.play('turn');
    });
    const follow = () => {
      this.route = parseRoute(location.hash);
      window.scrollTo(0, 0);
    };
    follow();
    addEventListener('hashchange', follow);
    addEventListener('online', () => this.client.wake());
    window.addEventListener('storage', ({ key, newValue }) => this.heardFromTab(key, newValue));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.client.wake());
    this.client.start();
  }

  private keepToken(token: string | null) {
    this.token = token;
    storage.set(TOKEN, token);
  }

  /** Another tab has changed what all tabs share. */
  private heardFromTab(key: string | null, value: string | null) {
    if (key === SETTINGS) this.kept.reread();
    if (key !== TOKEN || !value || value === this.token) return;
    this.token = value;
    this.client.again();
  }

  /** From now on somebody else: who has logged in, or without a token a new guest. */
  become(token: string | null) {
    this.keepToken(token);
    this.client.again();
  }

  private guestName(): string {
    return `${{ en: 'Guest', pl: 'Gość', hu: 'Vendég', de: 'Gast' }[this.settings.language ?? preferred(navigator.languages)]} ${Math.floor(100 + Math.random() * 900)}`;
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

  note(text: string, tone: 'plain' | 'good' | 'warn' | 'bad' = 'plain', ms = 4500) {
    const n = ++this.noteCount;
    this.notes = [...this.notes.filter((note) => note.text !== text).slice(-2), { n, text, tone }];
    setTimeout(() => (this.notes = this.notes.filter((note) => note.n !== n)), ms);
  }

  clearNotes() {
    this.notes = [];
  }

  say(text: string) {
    this.said = text;
  }

  /** Tells a refused request in words; the code decides, the server's sentence is the last resort. */
  complain(error: unknown) {
    if (!(error instanceof RequestRefused)) return this.note(fill(this.t.connection.failed, { why: String(error) }), 'bad');
    const { code, rule, message } = error.refused;
    if (code === 'line_lost') return;
    if (code === 'stale') return this.note(this.t.connection.stale, 'warn');
    if (code === 'busy' || code === 'too_fast' || code === 'not_stored' || code === 'stopping') return this.note(this.t.connection.busy, 'warn');
    const known = rule ? (this.t.why as Record<string, unknown>)[rule] : undefined;
    this.note(typeof known === 'string' ? known : fill(this.t.connection.failed, { why: message }), 'bad');
  }
}

export const app = new App();
