// Sounds, toasts and screen reader announcements for a game update.
import { fill } from '../../../i18n';
import { addedEntries, type Entry } from '../../../state/log';
import { isDraw } from '../../../wire/action';
import type { Notice } from '../../../wire/protocol';
import type { SeatGame } from '../../../state/seat';
import { app } from '../../../app/app.svelte';
import type { GameController } from './GameController.svelte';
import { textOf } from './logText';

// Shown as toasts, which screen readers announce anyway.
const TOASTED = new Set<Entry['kind']>(['completed', 'eastWest', 'lastRound', 'flushed']);

export class Feedback {
  private before: readonly Entry[] = [];
  private seat: number | null = null;

  constructor(private readonly ctrl: GameController) {}

  onUpdate(game: SeatGame) {
    for (const notice of game.fresh) this.play(notice);
    const added = addedEntries(this.seat === game.seat ? this.before : [], this.ctrl.log, game.fresh[0]?.n ?? Infinity);
    this.before = this.ctrl.log;
    this.seat = game.seat;
    for (const entry of added) if (!TOASTED.has(entry.kind)) app.announce(textOf(app.t, entry, this.ctrl));
    for (const entry of added) this.show(entry);
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

/**
 * Own tickets that the last update completed. A race shows completed tickets to everyone, so the log announces them.
 */
export function ticketsCompleted(ctrl: GameController, completed: readonly string[]) {
  if (!completed.length || ctrl.seat === null || ctrl.def.rules.tickets.race) return;
  app.sounds.play('done', 0.2);
  for (const ticket of completed) ctrl.drawTicketPath(ticket, ctrl.seat);
  app.toast(completed.map((ticket) => `${ctrl.ticketName(ticket)}: ${app.t.game.ticketDone}`).join('. '), 'good');
}
