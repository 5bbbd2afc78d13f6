// What a person has opened or chosen goes with the question that it answered.
import { untrack } from 'svelte';
import type { Panel } from '../../../state/viewModel';
import type { Desk } from '../control/GameController.svelte';

const OF_A_TURN: readonly Panel['kind'][] = ['claim', 'station', 'split', 'swap'];

/** New offers: nothing is chosen yet. */
export function clearChosen(desk: Pick<Desk, 'view' | 'prompt' | 'chosen'>): void {
  const offers = $derived(desk.prompt.kind === 'keep' ? (desk.view?.mine?.offered.join() ?? '') : '');
  $effect(() => {
    void offers;
    untrack(() => (desk.chosen = new Set()));
  });
}

/** Another question, or another seat: what belongs to a turn is closed. A track may be looked at while one waits. */
export function closePanels(desk: Pick<Desk, 'seat' | 'prompt' | 'panel'>): void {
  const asked = $derived(`${desk.seat}|${desk.prompt.kind}`);
  $effect(() => {
    void asked;
    untrack(() => {
      if (OF_A_TURN.includes(desk.panel.kind) && desk.prompt.kind !== 'turn') desk.panel = { kind: 'none' };
    });
  });
}
