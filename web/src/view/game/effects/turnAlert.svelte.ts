// Alerts once per turn, whatever it starts with: tickets to choose, a forced pass.
import { untrack } from 'svelte';
import type { GameController } from '../control/GameController.svelte';

export function alertTurns(
  ctrl: Pick<GameController, 'myTurn' | 'curtain' | 'seat' | 'view'>,
  alert: () => void,
): void {
  const turn = $derived(ctrl.myTurn && !ctrl.curtain ? `${ctrl.seat}|${ctrl.view?.phase.startsWith('first')}` : '');
  $effect(() => {
    if (turn) untrack(alert);
  });
}
