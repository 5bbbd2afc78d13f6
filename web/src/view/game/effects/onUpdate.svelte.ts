// Each change of a game is told once. On a shared device every seat gets the same change, and the desk goes from seat
// to seat.
import { untrack } from 'svelte';
import type { SeatGame } from '../../../state/seat';

export function onUpdate(ctrl: { readonly game: SeatGame | null }, tell: (game: SeatGame) => void): void {
  const told = new Set<number>(); // versions
  $effect(() => {
    const game = ctrl.game;
    if (!game) return;
    untrack(() => {
      if (told.has(game.version)) return;
      told.add(game.version);
      tell(game);
    });
  });
}
