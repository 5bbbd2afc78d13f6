// The server is asked how the tickets stand when that may have changed, and for no one whose hand is covered.
import { untrack } from 'svelte';
import { ticketsKey } from '../../../state/viewModel';
import type { GameController } from '../control/GameController.svelte';

export function refreshTicketStatus(
  ctrl: Pick<GameController, 'view' | 'curtain' | 'seat' | 'refreshTickets'>,
  hear: (completed: readonly string[]) => void,
): void {
  const standing = $derived(ctrl.view && !ctrl.curtain ? ticketsKey(ctrl.view, ctrl.seat) : '');
  $effect(() => {
    if (standing) untrack(() => void ctrl.refreshTickets().then(hear));
  });
}
