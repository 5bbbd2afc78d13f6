// Each turn calls once, whatever it begins with: tickets to choose, a pass that is forced.
import { untrack } from 'svelte';
import type { Desk } from '../control/GameController.svelte';

export function callTurns(desk: Pick<Desk, 'myTurn' | 'curtain' | 'seat' | 'view'>, call: () => void): void {
  const turn = $derived(desk.myTurn && !desk.curtain ? `${desk.seat}|${desk.view?.phase.startsWith('first')}` : '');
  $effect(() => {
    if (turn) untrack(call);
  });
}
