// Resets the user's panels and choices when the prompt they belong to ends.
import { untrack } from 'svelte';
import type { Panel } from '../../../state/viewModel';
import type { GameController } from '../control/GameController.svelte';

const OF_A_TURN: readonly Panel['kind'][] = ['claim', 'station', 'split', 'swap'];

/** New offers start with nothing chosen. */
export function clearChosen(ctrl: Pick<GameController, 'view' | 'prompt' | 'chosen'>): void {
  const offers = $derived(ctrl.prompt.kind === 'keep' ? (ctrl.view?.mine?.offered.join() ?? '') : '');
  $effect(() => {
    void offers;
    untrack(() => (ctrl.chosen = new Set()));
  });
}

/** Closes the panels of a turn when the prompt or the seat changes. While waiting, a track panel may stay open. */
export function closePanels(ctrl: Pick<GameController, 'seat' | 'prompt' | 'panel'>): void {
  const asked = $derived(`${ctrl.seat}|${ctrl.prompt.kind}`);
  $effect(() => {
    void asked;
    untrack(() => {
      if (OF_A_TURN.includes(ctrl.panel.kind) && ctrl.prompt.kind !== 'turn') ctrl.panel = { kind: 'none' };
    });
  });
}
