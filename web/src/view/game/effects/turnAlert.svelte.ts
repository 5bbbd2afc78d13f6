// Each turn calls once, whatever it begins with: tickets to choose, a pass that is forced.
import { untrack } from 'svelte';
import type { GameController } from '../control/GameController.svelte';

export function alertTurns(ctrl: Pick<GameController, 'myTurn' | 'curtain' | 'seat' | 'view'>, call: () => void): void {
  const turn = $derived(ctrl.myTurn && !ctrl.curtain ? `${ctrl.seat}|${ctrl.view?.phase.startsWith('first')}` : '');
  $effect(() => {
    if (turn) untrack(call);
  });
}
