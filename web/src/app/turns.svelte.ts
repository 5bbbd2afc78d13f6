// Tables that wait for me and are not looked at.
import type { GameEntry } from '../wire/protocol';

export class Turns {
  private tables = $state.raw<ReadonlySet<string>>(new Set());

  /** `looked`: the table that the page shows, or null. */
  constructor(private readonly looked: () => string | null) {}

  get any(): boolean {
    return this.tables.size > 0;
  }

  /** A turn has begun; whether somebody has to be told, because they look elsewhere. */
  begun(table: string): boolean {
    if (table === this.looked()) return false;
    this.tables = new Set([...this.tables, table]);
    return true;
  }

  /** The table is looked at now; whether it was waiting. */
  seen(table: string): boolean {
    if (!this.tables.has(table)) return false;
    this.tables = new Set([...this.tables].filter((other) => other !== table));
    return true;
  }

  /** From the list of the games: some may have been played in another tab. */
  know(games: readonly GameEntry[]) {
    this.tables = new Set(
      games.filter((game) => game.your_turn && game.table !== this.looked()).map((game) => game.table),
    );
  }
}
