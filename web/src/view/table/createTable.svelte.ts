// Creates a table and goes to it; once, however often the button is pressed.
import type { SeatRequest } from '../../wire/protocol';
import { app } from '../../app/app.svelte';
import type { BoardId } from '../boards';

export class TableCreator {
  busy = $state(false);
  readonly cannot = $derived(this.busy || app.connection !== 'online');

  /** `start`: starts the game at once. */
  async begin(board: BoardId, seats: SeatRequest[], { listed = false, start = false } = {}): Promise<void> {
    if (this.cannot) return;
    this.busy = true;
    const { client, root, here } = app; // the backend may change while waiting
    if (here) void navigator.storage?.persist?.(); // asks the browser not to evict the database
    try {
      const { table } = await client.request({ type: 'create', board, seats, listed });
      // on failure it can be started there
      if (start) await client.request({ type: 'start', table: table! }).catch((error: unknown) => app.showError(error));
      if (here) app.change({ hereGames: app.settings.hereGames + 1 });
      app.go(`${root}t/${table}`);
    } catch (error) {
      app.showError(error);
    } finally {
      this.busy = false;
    }
  }
}

export const repeat = (count: number, seat: SeatRequest): SeatRequest[] => Array.from({ length: count }, () => seat);
