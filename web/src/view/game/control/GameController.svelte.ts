// The controller of one person's game, shared by the components: takes the table's state and sends requests.
import { curveOf, ticketPath } from '../../../board/path';
import type { LoadedBoard } from '../../../board/load';
import { seatKey, type TableState } from '../../../state/client';
import {
  blockingRule,
  promptOf,
  sceneOf,
  ticketLines,
  NOTHING,
  type Panel,
  type Pointed,
  type TicketLine,
} from '../../../state/viewModel';
import { legalOf } from '../../../state/legal';
import { logOf } from '../../../state/log';
import { DRAWS, isOfKind, type Action, type Kind } from '../../../wire/action';
import type { Ok, Request, TicketState, WhyNot } from '../../../wire/protocol';
import type { SeatGame } from '../../../state/seat';
import { app } from '../../../app/app.svelte';
import { boardName } from '../../boards';
import { seatName } from '../../format';
import { fill } from '../../../i18n';

const LINE_MS = 2200; // how long the path of a completed ticket is shown
const REASON_MS = 4500; // how long the map shows why an action is blocked
const CARD_MS = 1300; // pass and play: how long a drawn card is shown before the curtain
const CLAIMS: readonly Kind[] = ['claim', 'pay_tunnel'];
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits, or until a tap or a key. */
const waitOrTap = (ms: number) =>
  new Promise<void>((resolve) => {
    const over = new AbortController();
    const done = () => {
      over.abort();
      resolve();
    };
    const timer = setTimeout(done, ms);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, done, { signal: over.signal });
  });

export class GameController {
  state = $state.raw<TableState>()!;
  revealed = $state.raw<number | null>(null); // pass and play: whose hand is shown
  panel = $state.raw<Panel>({ kind: 'none' });
  ticket = $state.raw<string | null>(null);
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  tickets = $state.raw<ReadonlyMap<string, TicketState>>(new Map());
  pointed = $state.raw<Pointed>(NOTHING);
  curves = $state.raw<readonly string[]>([]);
  reason = $state.raw(''); // why the tapped track or place is blocked
  private reasonTimer: ReturnType<typeof setTimeout> | undefined;
  sending = $state.raw(false);
  // pass and play: shows the result of the move before the next player's turn
  private lingering = $state.raw(false);
  endOpen = $state.raw(true);
  scoreStep = $state.raw(0); // current step of the final scoring

  constructor(
    readonly board: LoadedBoard,
    state: TableState,
  ) {
    this.state = state;
  }

  get def() {
    return this.board.def;
  }
  get geometry() {
    return this.board.geometry;
  }
  readonly mySeats = $derived(this.state.table?.you ?? []);
  readonly shared = $derived(this.mySeats.length > 1); // pass and play
  private readonly anyGame = $derived([...this.state.games.values()][0] ?? null);
  /** My seat to move, or else the last one. */
  readonly seat = $derived.by<number | null>(() => {
    if (!this.mySeats.length) return null;
    if (!this.shared) return this.mySeats[0]!;
    if (this.lingering && this.revealed !== null) return this.revealed;
    const next = this.anyGame?.view.to_move;
    if (this.anyGame?.view.phase === 'over') return this.revealed ?? this.mySeats[0]!;
    return next !== undefined && this.mySeats.includes(next) ? next : (this.revealed ?? this.mySeats[0]!);
  });
  readonly curtain = $derived(this.shared && this.anyGame?.view.phase !== 'over' && this.seat !== this.revealed);
  readonly game = $derived<SeatGame | null>(this.state.games.get(seatKey(this.seat)) ?? this.anyGame);
  readonly view = $derived(this.game?.view ?? null);
  readonly legal = $derived(legalOf(this.curtain || this.sending ? [] : (this.game?.legal ?? [])));
  readonly prompt = $derived(
    this.view ? promptOf(this.view, this.legal, this.seat, this.def) : ({ kind: 'dealing' } as const),
  );
  readonly scene = $derived(
    this.game
      ? sceneOf(
          {
            game: this.game,
            legal: this.legal,
            prompt: this.prompt,
            panel: this.panel,
            ticket: this.ticket,
            tickets: this.tickets,
            chosen: this.chosen,
            pointed: this.pointed,
            curves: this.curves,
          },
          this.def,
          this.geometry,
        )
      : null,
  );
  readonly lines = $derived(
    this.view && !this.curtain ? ticketLines(this.view, this.def, this.tickets, this.seat) : [],
  );
  readonly log = $derived(logOf(this.game?.notices ?? [], (track) => this.def.track.get(track)?.length ?? 0));
  readonly round = $derived(
    1 +
      Math.floor(
        this.log.filter(
          (e) =>
            ['cards', 'claim', 'declined', 'station', 'swap', 'pass'].includes(e.kind) ||
            (e.kind === 'tickets' && !e.first),
        ).length / Math.max(1, this.view?.seats.length ?? 1),
      ),
  );
  readonly myTurn = $derived(
    this.seat !== null &&
      this.view?.to_move === this.seat &&
      this.view.phase !== 'over' &&
      (this.game?.legal.length ?? 0) > 0,
  );
  readonly played = $derived(this.seat !== null ? this.state.table?.seats[this.seat]?.played_by : undefined);

  /** Labels of the map. */
  get words() {
    const t = app.t;
    return {
      board: fill(t.game.board, { board: boardName(this.def.id, app.language) }),
      zoomIn: t.game.zoomIn,
      zoomOut: t.game.zoomOut,
      whole: t.game.whole,
    };
  }

  place = (id: string): string => {
    const place = this.def.place.get(id);
    return !place ? id : app.settings.cityNames === 'own' ? (place.names[app.language] ?? place.name) : place.name;
  };
  track = (id: string): string => {
    const track = this.def.track.get(id);
    return track ? `${this.place(track.a)} – ${this.place(track.b)}` : id;
  };
  ticketName = (id: string): string => {
    const ticket = this.def.ticket.get(id);
    return ticket ? `${this.place(ticket.a)} – ${this.place(ticket.b)}` : id;
  };
  who = (seat: number): string => seatName(app.t, this.state.table?.seats[seat], seat);

  async act(action: Action | null): Promise<void> {
    const game = this.game;
    if (!action || !game || this.seat === null || this.sending) return;
    this.sending = true;
    this.lingering = this.shared && isOfKind(action, ...DRAWS, ...CLAIMS);
    this.panel = { kind: 'none' };
    this.pointed = NOTHING;
    try {
      await app.client.request({ type: 'act', game: game.game, seat: this.seat, version: game.version, action });
    } catch (error) {
      app.showError(error);
    } finally {
      this.sending = false;
      if (this.lingering) await this.linger(action);
    }
  }

  /** Waits while a drawn card or the path of a ticket just completed is shown; returns at once if there is neither. */
  private async linger(action: Action): Promise<void> {
    await later(50); // by then the page has the update and has requested the tickets
    if (isOfKind(action, ...CLAIMS)) {
      await this.explain({ tickets: true }); // answered after that request
      if (this.curves.length) await waitOrTap(LINE_MS * app.motionScale);
    } else if (this.anyGame?.view.to_move !== this.seat) await waitOrTap(CARD_MS);
    this.lingering = false;
  }

  async undo(): Promise<void> {
    const game = this.game;
    if (!game?.undo || this.seat === null) return;
    await app.client
      .request({ type: 'undo', game: game.game, seat: this.seat, version: game.version })
      .catch((error: unknown) => app.showError(error));
  }

  request(request: Request): void {
    void app.client.request(request).catch((error: unknown) => app.showError(error));
  }

  explain(
    about: { track: number } | { place: number } | { ticket: number } | { tickets: true } | { action: Action },
  ): Promise<Ok | null> {
    if (!this.game || this.seat === null) return Promise.resolve(null);
    return app.client.request({ type: 'explain', game: this.game.game, seat: this.seat, ...about }).catch(() => null);
  }

  /** Requests the status of own tickets; returns those completed since the last time. */
  async refreshTickets(): Promise<string[]> {
    const seat = this.seat,
      answer = await this.explain({ tickets: true });
    if (!answer?.tickets || this.seat !== seat || this.curtain) return []; // the seat has changed meanwhile
    const before = this.tickets;
    this.tickets = new Map(answer.tickets.map((t) => [t.ticket, t]));
    return answer.tickets.flatMap((t) =>
      t.state === 'done' && before.get(t.ticket)?.state === 'open' && this.view?.mine?.tickets.includes(t.ticket)
        ? [t.ticket]
        : [],
    );
  }

  /** The status of a ticket as text. */
  ticketStatus({ state, left, station }: TicketLine): string {
    const { game } = app.t;
    if (state === 'impossible') return game.impossible;
    if (state === 'done') return game.ticketDone;
    return left === null ? '' : station ? game.toGoStation(left) : game.toGo(left);
  }

  /** Animates the path of a completed ticket over the board. */
  drawTicketPath(id: string, seat: number): void {
    const ticket = this.def.ticket.get(id),
      line = ticket && ticketPath(this.def, this.view?.seats[seat]?.tracks ?? [], ticket);
    if (!line) return;
    const curve = curveOf(this.geometry, line);
    const others = () => this.curves.filter((other) => other !== curve);
    this.curves = [...others(), curve];
    setTimeout(() => (this.curves = others()), LINE_MS);
  }

  /** A tapped track: offers the payments, or shows why it is blocked. */
  async touchTrack(id: string, pointer: 'mouse' | 'touch'): Promise<void> {
    const track = this.def.track.get(id)!,
      payments = this.legal.claims.get(track.index);
    if (payments?.length) {
      const ask =
        app.settings.confirm === 'always' ||
        (app.settings.confirm === 'touch' && pointer === 'touch') ||
        payments.length > 1 ||
        track.tunnel;
      if (!ask) return this.act(payments[0]!);
      this.panel = { kind: 'claim', track: id };
      return;
    }
    const owner = this.view?.seats.findIndex((s) => s.tracks.includes(id)) ?? -1;
    const label = `${this.track(id)}: `;
    if (owner >= 0) return this.showReason(label + fill(app.t.claim.owner, { who: this.who(owner) }));
    if (this.isClosed(id)) return this.showReason(label + this.closedText);
    if (!this.myTurn) {
      this.panel = { kind: 'claim', track: id };
      return;
    }
    const why = (await this.explain({ track: track.index }))?.why_not;
    if (why) this.showReason(label + this.whyText(why, track.colour));
  }

  /** Closed to all players. */
  isClosed(id: string): boolean {
    return this.view?.closed.includes(id) ?? false;
  }
  get closedText(): string {
    return app.t.why.parallel_closed(this.view?.seats.length ?? 2);
  }

  /** A tapped city while building a station: chooses it, or shows why it is blocked. */
  async touchPlace(id: string): Promise<void> {
    const { index } = this.def.place.get(id)!;
    if (this.legal.stations.has(index)) {
      this.panel = { kind: 'station', place: id };
      return;
    }
    const why = (await this.explain({ place: index }))?.why_not;
    if (why) this.showReason(`${this.place(id)}: ${this.whyText(why, 'grey')}`);
  }

  /** Shows a reason beside the finger for a while; an empty text hides it. */
  showReason(text: string): void {
    clearTimeout(this.reasonTimer);
    this.reason = text;
    if (text) this.reasonTimer = setTimeout(() => (this.reason = ''), REASON_MS);
  }

  /** Why cards, tickets and stations are blocked. */
  get blockedReason(): string {
    return this.sending ? app.t.prompt.waitMe : app.t.why[blockingRule(this.prompt)];
  }

  whyText({ rule, missing, locomotives }: WhyNot, colour: string): string {
    const why = app.t.why;
    if (missing && locomotives)
      return missing === locomotives ? why.ferry_locomotives(locomotives) : why.missingWith(missing, locomotives);
    if (missing && rule === 'cannot_pay')
      return colour === 'grey'
        ? why.missingAny(missing)
        : why.missing(missing, app.t.colour[colour as keyof typeof app.t.colour]);
    if (rule === 'parallel_closed') return this.closedText;
    const text = (why as Record<string, unknown>)[rule];
    return typeof text === 'string' ? text : why.other;
  }
}
