// Requests the status of own tickets when it may have changed; not while the curtain hides the hand.
import { untrack } from 'svelte';
import { ticketsKey } from '../../../state/viewModel';
import type { GameController } from '../control/GameController.svelte';

export function refreshTicketStatus(
  ctrl: Pick<GameController, 'view' | 'curtain' | 'seat' | 'refreshTickets'>,
  onCompleted: (completed: readonly string[]) => void,
): void {
  const key = $derived(ctrl.view && !ctrl.curtain ? ticketsKey(ctrl.view, ctrl.seat) : '');
  $effect(() => {
    if (key) untrack(() => void ctrl.refreshTickets().then(onCompleted));
  });
}
