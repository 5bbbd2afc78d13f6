// Calls back once for each game update. On a shared device every seat receives the same update, and the controller
// switches between the seats.
import { untrack } from 'svelte';
import type { SeatGame } from '../../../state/seat';

export function onUpdate(ctrl: { readonly game: SeatGame | null }, callback: (game: SeatGame) => void): void {
  const seen = new Set<number>(); // versions
  $effect(() => {
    const game = ctrl.game;
    if (!game) return;
    untrack(() => {
      if (seen.has(game.version)) return;
      seen.add(game.version);
      callback(game);
    });
  });
}
