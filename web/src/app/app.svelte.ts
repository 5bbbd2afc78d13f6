// The app: state that all pages share. Settings, language, route, and the backend that runs the games.
import { load, preferred, type Language, type Messages } from '../i18n';
import { en } from '../i18n/en';
import { deviceTransport } from '../net/device';
import { notify } from '../net/notify';
import { serverTransport } from '../net/socket';
import { Sounds } from '../sound/sounds';
import { parseRoute, type Route } from '../state/route';
import { SETTINGS, SettingsStore, type Settings } from '../state/settings';
import type { GameEntry, Refused } from '../wire/protocol';
import { applyAppearance, motionScale } from './appearance';
import { guestName, ownerName } from './userName';
import { Toasts, type Tone } from './toasts.svelte';
import { errorToast, refusalText } from './errors';
import { Session } from './session';
import { Backend } from './backend.svelte';
import { LiveRegion } from './liveRegion.svelte';
import { safeStorage } from './safeStorage';
import { Turns } from './turns.svelte';

const DELAY = { off: 0, fast: 300, normal: 900 }; // of computer players on this device, ms
const PATIENCE = 2500; // before the page counts as offline, ms

const matches = (query: string) => matchMedia(query).matches;
const storage = safeStorage(() => localStorage);

class App {
  private readonly settingsStore = new SettingsStore(storage);
  settings = $state.raw<Settings>(this.settingsStore.get());
  t = $state.raw<Messages>(en);
  language = $state.raw<Language>('en');
  route = $state.raw<Route>(parseRoute(''));
  readonly toasts = new Toasts();
  readonly liveRegion = new LiveRegion();
  readonly turns = new Turns(() => (this.route.page === 'table' ? this.route.id : null));
  readonly touch = matches('(pointer: coarse)');
  readonly sounds = new Sounds();
  private readonly session = new Session(storage);
  private address = ''; // of the page shown
  readonly base = new URL('.', location.href.split('#')[0]).href;
  readonly server = new Backend(
    serverTransport(this.base, () => this.session.get()),
    { get: () => this.session.get(), set: (token) => (token ? this.session.set(token) : this.session.drop()) },
    () => this.guestName(),
  );
  private device: Backend | null = null; // created on first use
  here = $state.raw(false); // the page shows games on this device, not the server's
  offline = $state.raw(false); // the server has not answered for a while
  private backend = $state.raw(this.server);

  get client() {
    return this.backend.client;
  }
  get rest() {
    return this.backend.rest;
  }
  get connection() {
    return this.backend.connection;
  }
  get me() {
    return this.backend.me;
  }
  /** Prefix of links to pages of the current backend. */
  get root() {
    return this.here ? '#/here/' : '#/';
  }
  /** Factor on the duration of animations; 0 turns them off. */
  get motionScale() {
    return motionScale(this.settings.speed, matches);
  }

  start() {
    this.settingsStore.subscribe((settings) => this.apply(settings));
    this.watchTurns(this.server);
    this.watchServer();
    this.onHashChange();
    addEventListener('hashchange', () => this.onHashChange());
    addEventListener('online', () => this.server.client.wake());
    window.addEventListener('storage', ({ key, newValue }) => this.onStorage(key, newValue));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') return;
      this.server.client.wake();
      if (this.turns.any)
        void this.rest.myGames('unfinished').then(
          (games) => this.setTurns(games),
          () => {},
        ); // may have been played in another tab
    });
    this.server.start();
  }

  private watchServer() {
    let late: ReturnType<typeof setTimeout> | undefined;
    this.server.client.connection.subscribe((connection) => {
      if (connection === 'online') this.offline = false;
      if (connection === 'online' || connection === 'refused') {
        clearTimeout(late);
        late = undefined;
      } else
        late ??= setTimeout(() => {
          this.offline = true;
          this.chooseBackend();
        }, PATIENCE);
      this.chooseBackend();
    });
  }

  /** Shows the page that the address names. */
  private onHashChange() {
    const route = (this.route = parseRoute((this.address = location.hash)));
    // the table's page shows it anyway
    if (route.page === 'table' && this.turns.seen(route.id)) this.toasts.remove(this.t.game.announceTurn);
    this.chooseBackend();
    window.scrollTo(0, 0);
  }

  private watchTurns(backend: Backend) {
    backend.client.turns.subscribe((turn) => {
      if (!turn || !this.turns.started(turn.table)) return;
      this.toast(this.t.game.announceTurn, 'good', 8000);
      this.alertTurn(turn.table, 'Perron', backend === this.server ? '#/' : '#/here/');
    });
  }

  /**
   * The address selects the backend. While the server is unreachable, the home page and pass and play use this device.
   */
  private chooseBackend() {
    const here =
      this.route.here === true || (this.offline && (this.route.page === 'home' || this.route.page === 'pass'));
    if (here && !this.device) {
      const worker = () => new Worker(new URL('../net/engine.worker.ts', import.meta.url), { type: 'module' });
      this.device = new Backend(
        deviceTransport(worker, () => DELAY[this.settings.speed]),
        { get: () => null, set: () => {} },
        () => this.ownerName(),
      );
      this.watchTurns(this.device);
      this.device.start();
    }
    this.here = here;
    this.backend = here ? this.device! : this.server;
  }

  /** Another tab has changed shared storage. */
  private onStorage(key: string | null, value: string | null) {
    if (key === SETTINGS) this.settingsStore.reread();
    if (this.session.onStorage(key, value)) this.server.client.reconnect();
  }

  /** Reconnects as the owner of the token; without a token as a new guest. */
  logInAs(token: string | null) {
    this.session.set(token);
    this.server.client.reconnect();
  }

  private guestName(): string {
    return guestName(this.settings.language ?? preferred(navigator.languages), this.settings.name);
  }

  private ownerName(): string {
    return ownerName(storage, this.server.me?.name ?? (this.settings.name || undefined), () => this.guestName());
  }

  private apply(settings: Settings) {
    this.settings = settings;
    const root = document.documentElement;
    applyAppearance(root, settings);
    this.sounds.on = settings.sounds ?? !this.touch;
    const language = settings.language ?? preferred(navigator.languages);
    if (language !== this.language || !root.lang) {
      void load(language).then(
        (messages) => {
          this.t = messages;
          this.language = language;
          root.lang = language;
        },
        () => this.toast(this.t.errors.load, 'bad'),
      );
    }
  }

  change(part: Partial<Settings>) {
    this.settingsStore.change(part);
  }

  go(path: string) {
    location.hash = path;
  }

  /** Updates the address without a history entry, so that a reload restores what the page shows. */
  replacePath(path: string) {
    if (location.hash !== this.address) return; // navigating away already
    history.replaceState(history.state, '', `${this.root}${path}`);
    this.address = location.hash;
  }

  toast(text: string, tone: Tone = 'plain', ms = 4500) {
    this.toasts.add(text, tone, ms);
  }

  announce(text: string) {
    this.liveRegion.announce(text);
  }

  setTurns(games: readonly GameEntry[]) {
    this.turns.setFrom(games);
  }

  /** The window title, prefixed while a turn of mine is waiting. */
  pageTitle(text: string, myTurn = false): string {
    return `${myTurn || this.turns.any ? `${this.t.prompt.turn} ` : ''}${text}`;
  }

  /** My turn has begun: plays a sound and, if the page is hidden, shows a notification. */
  alertTurn(table: string, name: string, at = this.root) {
    this.sounds.play('turn');
    if (this.settings.notify && document.visibilityState === 'hidden')
      void notify(name, { body: this.t.game.announceTurn, tag: table, url: `${this.base}${at}t/${table}` });
  }

  refusalText(refused: Pick<Refused, 'code' | 'rule'>): string {
    return refusalText(this.t, refused);
  }

  /** Shows why a request failed. */
  showError(error: unknown) {
    const toast = errorToast(this.t, error, this.here);
    if (toast) this.toast(toast.text, toast.tone);
  }
}

export const app = new App();
