// The keys of a game, for who plays without a mouse.
import { NOTHING } from '../../../state/viewModel';
import { actionOf } from '../../../wire/action';
import type { Desk } from './GameController.svelte';
import type { Move } from './commands';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Does what a key is for; whether there is something. `covered`: a dialog lies over the game and is meant. */
export function press(
  { key: pressed, ctrlKey, metaKey, altKey }: Pressed,
  desk: Pick<Desk, 'panel' | 'legal' | 'act' | 'undo' | 'ticket' | 'pointed'>,
  moves: readonly Move[],
  covered: () => boolean,
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const key = pressed.toLowerCase();
  if (key !== 'escape' && covered()) return false;
  if (key === 't') desk.panel = { kind: 'list' };
  else if (key === 'd' && desk.legal.blind) void desk.act(desk.legal.blind);
  else if (/^[1-8]$/.test(key) && desk.legal.row.has(Number(key) - 1))
    void desk.act(actionOf('draw_row', Number(key) - 1));
  else if (key === 'k') moves.find((m) => m.id === 'tickets' || m.id === 'swap')?.run();
  else if (key === 's') moves.find((m) => m.id === 'station')?.run();
  else if (key === 'u') void desk.undo();
  else if (key === 'escape') {
    desk.panel = { kind: 'none' };
    desk.ticket = null;
    desk.pointed = NOTHING;
  } else return false;
  return true;
}
