// What a person has opened or chosen goes with the question that it answered.
import { untrack } from 'svelte';
import type { Panel } from '../../../state/viewModel';
import type { GameController } from '../control/GameController.svelte';

const OF_A_TURN: readonly Panel['kind'][] = ['claim', 'station', 'split', 'swap'];

/** New offers: nothing is chosen yet. */
export function clearChosen(ctrl: Pick<GameController, 'view' | 'prompt' | 'chosen'>): void {
  const offers = $derived(ctrl.prompt.kind === 'keep' ? (ctrl.view?.mine?.offered.join() ?? '') : '');
  $effect(() => {
    void offers;
    untrack(() => (ctrl.chosen = new Set()));
  });
}

/** Another question, or another seat: what belongs to a turn is closed. A track may be looked at while one waits. */
export function closePanels(ctrl: Pick<GameController, 'seat' | 'prompt' | 'panel'>): void {
  const asked = $derived(`${ctrl.seat}|${ctrl.prompt.kind}`);
  $effect(() => {
    void asked;
    untrack(() => {
      if (OF_A_TURN.includes(ctrl.panel.kind) && ctrl.prompt.kind !== 'turn') ctrl.panel = { kind: 'none' };
    });
  });
}
