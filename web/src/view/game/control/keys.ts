// Keyboard shortcuts of a game.
import { NOTHING } from '../../../state/viewModel';
import { actionOf } from '../../../wire/action';
import type { GameController } from './GameController.svelte';
import type { Command } from './commands';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Runs the shortcut of a key; returns whether there is one. `covered`: a modal dialog takes the keys. */
export function handleKey(
  { key: pressed, ctrlKey, metaKey, altKey }: Pressed,
  ctrl: Pick<GameController, 'panel' | 'legal' | 'act' | 'undo' | 'ticket' | 'pointed'>,
  commands: readonly Command[],
  covered: () => boolean,
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const key = pressed.toLowerCase();
  if (key !== 'escape' && covered()) return false;
  if (key === 't') ctrl.panel = { kind: 'list' };
  else if (key === 'd' && ctrl.legal.blind) void ctrl.act(ctrl.legal.blind);
  else if (/^[1-8]$/.test(key) && ctrl.legal.row.has(Number(key) - 1))
    void ctrl.act(actionOf('draw_row', Number(key) - 1));
  else if (key === 'k') commands.find((m) => m.id === 'tickets' || m.id === 'swap')?.run();
  else if (key === 's') commands.find((m) => m.id === 'station')?.run();
  else if (key === 'u') void ctrl.undo();
  else if (key === 'escape') {
    ctrl.panel = { kind: 'none' };
    ctrl.ticket = null;
    ctrl.pointed = NOTHING;
  } else return false;
  return true;
}
