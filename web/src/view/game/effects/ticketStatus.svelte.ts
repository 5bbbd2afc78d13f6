// The server is asked how the tickets stand when that may have changed, and for no one whose hand is covered.
import { untrack } from 'svelte';
import { ticketsKey } from '../../../state/viewModel';
import type { Desk } from '../control/GameController.svelte';

export function askForTickets(
  desk: Pick<Desk, 'view' | 'curtain' | 'seat' | 'refreshTickets'>,
  hear: (completed: readonly string[]) => void,
): void {
  const standing = $derived(desk.view && !desk.curtain ? ticketsKey(desk.view, desk.seat) : '');
  $effect(() => {
    if (standing) untrack(() => void desk.refreshTickets().then(hear));
  });
}
