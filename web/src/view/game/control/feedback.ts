// What a change sounds like, and what a screen reader is told of it.
import { fill } from '../../../i18n';
import { newsOf, type Entry } from '../../../state/log';
import { isDraw } from '../../../wire/action';
import type { Notice } from '../../../wire/protocol';
import type { SeatGame } from '../../../state/seat';
import { app } from '../../../app/app.svelte';
import type { GameController } from './GameController.svelte';
import { textOf } from './logText';

// These come as messages, which are read out anyway.
const SHOWN = new Set<Entry['kind']>(['completed', 'eastWest', 'lastRound', 'flushed']);

export class Feedback {
  private before: readonly Entry[] = [];
  private seat: number | null = null;

  constructor(private readonly ctrl: GameController) {}

  onUpdate(game: SeatGame) {
    for (const notice of game.fresh) this.play(notice);
    const news = newsOf(this.seat === game.seat ? this.before : [], this.ctrl.log, game.fresh[0]?.n ?? Infinity);
    this.before = this.ctrl.log;
    this.seat = game.seat;
    for (const entry of news) if (!SHOWN.has(entry.kind)) app.announce(textOf(app.t, entry, this.ctrl));
    for (const entry of news) this.show(entry);
  }

  private play(notice: Notice) {
    if (isDraw(notice.do)) app.sounds.play('card');
    if (notice.deal === 'tunnel' && notice.extra !== undefined) app.sounds.play('tunnel');
    const wagons = notice.claimed ? (this.ctrl.def.track.get(notice.claimed)?.length ?? 1) : 0;
    for (let i = 0; i < wagons; i++) app.sounds.play('wagon', i * 0.06);
    if (notice.completed?.length) app.sounds.play('done', 0.2);
    if (notice.last_round) app.sounds.play('last');
  }

  private show(entry: Entry) {
    const { ctrl } = this;
    switch (entry.kind) {
      case 'completed':
        ctrl.drawTicketPath(entry.ticket, entry.seat);
        return app.toast(
          fill(app.t.log.completed, { who: ctrl.who(entry.seat), ticket: ctrl.ticketName(entry.ticket) }),
          'good',
        );
      case 'eastWest':
        return app.toast(fill(app.t.log.eastWest, { who: ctrl.who(entry.seat) }), 'good');
      case 'lastRound':
        return app.toast(app.t.log.lastRound, 'warn', 8000);
      case 'flushed':
        return app.toast(app.t.log.flushed);
    }
  }
}

/** Own tickets that the last change has completed. In a race they are laid open, and everyone is told anyway. */
export function ticketsCompleted(ctrl: GameController, completed: readonly string[]) {
  if (!completed.length || ctrl.seat === null || ctrl.def.rules.tickets.race) return;
  app.sounds.play('done', 0.2);
  for (const ticket of completed) ctrl.drawTicketPath(ticket, ctrl.seat);
  app.toast(completed.map((ticket) => `${ctrl.ticketName(ticket)}: ${app.t.game.ticketDone}`).join('. '), 'good');
}
