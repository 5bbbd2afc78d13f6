// Tables that wait for me and are not shown at.
import type { GameEntry } from '../wire/protocol';

export class Turns {
  private tables = $state.raw<ReadonlySet<string>>(new Set());

  /** `shown`: the table that the page shows, or null. */
  constructor(private readonly shown: () => string | null) {}

  get any(): boolean {
    return this.tables.size > 0;
  }

  /** A turn has begun; whether somebody has to be told, because they look elsewhere. */
  started(table: string): boolean {
    if (table === this.shown()) return false;
    this.tables = new Set([...this.tables, table]);
    return true;
  }

  /** The table is shown at now; whether it was waiting. */
  seen(table: string): boolean {
    if (!this.tables.has(table)) return false;
    this.tables = new Set([...this.tables].filter((other) => other !== table));
    return true;
  }

  /** From the list of the games: some may have been played in another tab. */
  setFrom(games: readonly GameEntry[]) {
    this.tables = new Set(
      games.filter((game) => game.your_turn && game.table !== this.shown()).map((game) => game.table),
    );
  }
}
