// The moves beside cards and tracks, as buttons of the dock and the tab bar: what each does, or why it cannot be done.
import { app } from '../../../app/app.svelte';
import type { Desk } from './GameController.svelte';

export interface Move {
  id: 'tickets' | 'station' | 'swap' | 'pass';
  mark: string;
  text: string;
  can: boolean;
  run(): void;
}

export function movesOf(desk: Desk): Move[] {
  const { rules } = desk.facts,
    { legal, prompt } = desk,
    t = app.t;
  const refuse = (why: string) => () => app.note(prompt.kind === 'turn' ? why : desk.notNow);
  const moves: Move[] = [];
  if (rules.tickets.keep) {
    const can = legal.tickets.length > 0 && prompt.kind === 'turn';
    const draw = rules.tickets.split ? () => (desk.panel = { kind: 'split' }) : () => void desk.act(legal.tickets[0]!);
    moves.push({
      id: 'tickets',
      mark: 'm-ticket',
      text: t.game.drawTickets,
      can,
      run: can ? draw : refuse(t.why.no_tickets_left),
    });
  }
  if (rules.stations) {
    const can = legal.stations.size > 0,
      none = (desk.view?.seats[desk.seat ?? -1]?.stations?.length ?? 0) >= rules.stations.each;
    moves.push({
      id: 'station',
      mark: 'm-station',
      text: t.game.station,
      can,
      run: can
        ? () => (desk.panel = { kind: 'station', place: null })
        : refuse(none ? t.why.no_station_left : t.why.cannot_pay),
    });
  }
  if (rules.tickets.race?.swap)
    moves.push({
      id: 'swap',
      mark: 'i-swap',
      text: t.game.swap,
      can: legal.swap !== null,
      run: legal.swap ? () => (desk.panel = { kind: 'swap' }) : refuse(t.why.swap_too_few_left),
    });
  if (legal.pass)
    moves.push({ id: 'pass', mark: 'i-next', text: t.game.pass, can: true, run: () => void desk.act(legal.pass) });
  return moves;
}
