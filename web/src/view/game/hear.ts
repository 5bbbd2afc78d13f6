// What a change sounds like, and what a screen reader is told of it.
import { fill } from '../../i18n';
import type { SeatGame } from '../../state/seat';
import { app } from '../shared.svelte';
import type { Desk } from './Desk.svelte';

export function hear(desk: Desk, game: SeatGame) {
  const said: string[] = [];
  game.fresh.forEach((notice) => {
    const who = notice.seat !== undefined ? desk.who(notice.seat) : '';
    if (notice.do === 'draw_row' || notice.do === 'draw_blind') app.sounds.play('card');
    if (notice.deal === 'tunnel' && notice.extra !== undefined) app.sounds.play('tunnel');
    if (notice.claimed) {
      const many = desk.facts.track.get(notice.claimed)?.length ?? 1;
      for (let i = 0; i < many; i++) app.sounds.play('wagon', i * 0.06);
      said.push(fill(app.t.sr.claimed, { who: who || desk.who(game.view.to_move), track: desk.track(notice.claimed) }));
    }
    if (notice.do === 'build_station') said.push(fill(app.t.log.station, { who, place: desk.place(notice.city ?? String(notice.place)) }));
    for (const ticket of notice.completed ?? []) {
      app.sounds.play('done', 0.2);
      if (notice.seat !== undefined) desk.drawLine(ticket, notice.seat);
      app.note(fill(app.t.log.completed, { who, ticket: desk.ticketName(ticket) }), 'good');
    }
    if (notice.east_west) app.note(fill(app.t.log.eastWest, { who }), 'good');
    if (notice.last_round) {
      app.sounds.play('last');
      app.note(app.t.log.lastRound, 'warn', 8000);
    }
    if (notice.flushed) app.note(app.t.log.flushed);
  });
  if (said.length) app.say(said.join('. '));
}

/** Own tickets that the last claim has completed. In a race they are laid open, and everyone is told anyway. */
export function hearTickets(desk: Desk, completed: readonly string[]) {
  if (!completed.length || desk.seat === null || desk.facts.rules.tickets.race) return;
  app.sounds.play('done', 0.2);
  for (const ticket of completed) desk.drawLine(ticket, desk.seat);
  app.note(completed.map((ticket) => `${desk.ticketName(ticket)}: ${app.t.game.ticketDone}`).join('. '), 'good');
}
