// The commands besides cards and tracks, for the buttons of the dock and the tab bar. A disabled command shows why.
import { app } from '../../../app/app.svelte';
import type { GameController } from './GameController.svelte';

export interface Command {
  id: 'tickets' | 'station' | 'swap' | 'pass';
  icon: string;
  text: string;
  enabled: boolean;
  run(): void;
}

export function commandsOf(ctrl: GameController): Command[] {
  const { rules } = ctrl.def,
    { legal, prompt } = ctrl,
    t = app.t;
  const refuse = (why: string) => () => app.toast(prompt.kind === 'turn' ? why : ctrl.blockedReason);
  const commands: Command[] = [];
  if (rules.tickets.keep) {
    const can = legal.tickets.length > 0 && prompt.kind === 'turn';
    const draw = rules.tickets.split ? () => (ctrl.panel = { kind: 'split' }) : () => void ctrl.act(legal.tickets[0]!);
    commands.push({
      id: 'tickets',
      icon: 'm-ticket',
      text: t.game.drawTickets,
      enabled: can,
      run: can ? draw : refuse(t.why.no_tickets_left),
    });
  }
  if (rules.stations) {
    const can = legal.stations.size > 0,
      none = (ctrl.view?.seats[ctrl.seat ?? -1]?.stations?.length ?? 0) >= rules.stations.each;
    commands.push({
      id: 'station',
      icon: 'm-station',
      text: t.game.station,
      enabled: can,
      run: can
        ? () => (ctrl.panel = { kind: 'station', place: null })
        : refuse(none ? t.why.no_station_left : t.why.cannot_pay),
    });
  }
  if (rules.tickets.race?.swap)
    commands.push({
      id: 'swap',
      icon: 'i-swap',
      text: t.game.swap,
      enabled: legal.swap !== null,
      run: legal.swap ? () => (ctrl.panel = { kind: 'swap' }) : refuse(t.why.swap_too_few_left),
    });
  if (legal.pass)
    commands.push({
      id: 'pass',
      icon: 'i-next',
      text: t.game.pass,
      enabled: true,
      run: () => void ctrl.act(legal.pass),
    });
  return commands;
}
