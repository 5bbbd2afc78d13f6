// The app: what all places of the page share. Settings, language, the way, and the side on which games are judged.
import { load, preferred, type Language, type Messages } from '../i18n';
import { en } from '../i18n/en';
import { deviceTransport } from '../net/device';
import { notify } from '../net/notify';
import { serverTransport } from '../net/socket';
import { Sounds } from '../sound/sounds';
import { parseRoute, type Route } from '../state/route';
import { SETTINGS, SettingsStore, type Settings } from '../state/settings';
import type { GameEntry, Refused } from '../wire/protocol';
import { dress, paceOf } from './appearance';
import { guestName, ownerName } from './userName';
import { Notes, type Tone } from './toasts.svelte';
import { complaintOf, reasonOf } from './errors';
import { Session } from './session';
import { Side } from './backend.svelte';
import { Speaker } from './liveRegion.svelte';
import { lasting } from './safeStorage';
import { Turns } from './turns.svelte';

const DELAY = { off: 0, fast: 300, normal: 900 }; // of computer players on this device, in milliseconds
const PATIENCE = 2500; // with a server that does not answer, in milliseconds

const asks = (query: string) => matchMedia(query).matches;
const storage = lasting(() => localStorage);

class App {
  private readonly kept = new SettingsStore(storage);
  settings = $state.raw<Settings>(this.kept.get());
  t = $state.raw<Messages>(en);
  language = $state.raw<Language>('en');
  route = $state.raw<Route>(parseRoute(''));
  readonly notes = new Notes();
  readonly speaker = new Speaker();
  readonly turns = new Turns(() => (this.route.place === 'table' ? this.route.id : null));
  readonly touch = asks('(pointer: coarse)');
  readonly sounds = new Sounds();
  private readonly session = new Session(storage);
  private address = ''; // that the page shows
  readonly base = new URL('.', location.href.split('#')[0]).href;
  readonly server = new Side(
    serverTransport(this.base, () => this.session.get()),
    { get: () => this.session.get(), set: (token) => (token ? this.session.keep(token) : this.session.drop()) },
    () => this.guestName(),
  );
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
    return paceOf(this.settings.speed, asks);
  }

  start() {
    this.kept.subscribe((settings) => this.apply(settings));
    this.hearTurns(this.server);
    this.watchServer();
    this.follow();
    addEventListener('hashchange', () => this.follow());
    addEventListener('online', () => this.server.client.wake());
    window.addEventListener('storage', ({ key, newValue }) => this.heardFromTab(key, newValue));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') return;
      this.server.client.wake();
      if (this.turns.any)
        void this.rest.myGames('unfinished').then(
          (games) => this.knowTurns(games),
          () => {},
        ); // played in another tab, perhaps
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
          this.choose();
        }, PATIENCE);
      this.choose();
    });
  }

  /** To the place that the address names. */
  private follow() {
    const route = (this.route = parseRoute((this.address = location.hash)));
    // here it is seen anyway
    if (route.place === 'table' && this.turns.seen(route.id)) this.notes.remove(this.t.game.announceTurn);
    this.choose();
    window.scrollTo(0, 0);
  }

  private hearTurns(side: Side) {
    side.client.turns.subscribe((turn) => {
      if (!turn || !this.turns.begun(turn.table)) return;
      this.note(this.t.game.announceTurn, 'good', 8000);
      this.callTurn(turn.table, 'Perron', side === this.server ? '#/' : '#/here/');
    });
  }

  /** The address says whose games are shown; without a server the ways into a game lead to this device. */
  private choose() {
    const here =
      this.route.here === true || (this.offline && (this.route.place === 'home' || this.route.place === 'pass'));
    if (here && !this.device) {
      const worker = () => new Worker(new URL('../net/engine.worker.ts', import.meta.url), { type: 'module' });
      this.device = new Side(
        deviceTransport(worker, () => DELAY[this.settings.speed]),
        { get: () => null, set: () => {} },
        () => this.ownerName(),
      );
      this.hearTurns(this.device);
      this.device.start();
    }
    this.here = here;
    this.side = here ? this.device! : this.server;
  }

  /** Another tab has changed what all tabs share. */
  private heardFromTab(key: string | null, value: string | null) {
    if (key === SETTINGS) this.kept.reread();
    if (this.session.heard(key, value)) this.server.client.again();
  }

  /** From now on somebody else: who has logged in, or without a token a new guest. */
  become(token: string | null) {
    this.session.keep(token);
    this.server.client.again();
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
    dress(root, settings);
    this.sounds.on = settings.sounds ?? !this.touch;
    const language = settings.language ?? preferred(navigator.languages);
    if (language !== this.language || !root.lang) {
      void load(language).then(
        (messages) => {
          this.t = messages;
          this.language = language;
          root.lang = language;
        },
        () => this.note(this.t.errors.load, 'bad'),
      );
    }
  }

  change(part: Partial<Settings>) {
    this.kept.change(part);
  }

  go(path: string) {
    location.hash = path;
  }

  /**
   * The address follows what is seen at a place, so that a reload comes back to it; no step of its own in the history.
   */
  stay(path: string) {
    if (location.hash !== this.address) return; // on the way to another place
    history.replaceState(history.state, '', `${this.at}${path}`);
    this.address = location.hash;
  }

  note(text: string, tone: Tone = 'plain', ms = 4500) {
    this.notes.add(text, tone, ms);
  }

  say(text: string) {
    this.speaker.say(text);
  }

  knowTurns(games: readonly GameEntry[]) {
    this.turns.know(games);
  }

  /** The name of a place for the window, behind a call to who should be elsewhere. */
  titled(text: string, myTurn = false): string {
    return `${myTurn || this.turns.any ? `${this.t.prompt.turn} ` : ''}${text}`;
  }

  /** A turn of mine has begun: a sound, and for who does not look at the page a notification. */
  callTurn(table: string, name: string, at = this.at) {
    this.sounds.play('turn');
    if (this.settings.notify && document.visibilityState === 'hidden')
      void notify(name, { body: this.t.game.announceTurn, tag: table, url: `${this.base}${at}t/${table}` });
  }

  reason(refused: Pick<Refused, 'code' | 'rule'>): string {
    return reasonOf(this.t, refused);
  }

  /** Tells a refused request. */
  complain(error: unknown) {
    const complaint = complaintOf(this.t, error, this.here);
    if (complaint) this.note(complaint.text, complaint.tone);
  }
}

export const app = new App();
