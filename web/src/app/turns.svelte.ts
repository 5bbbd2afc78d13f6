// Tables where it is my turn and which the page does not show.
import type { GameEntry } from '../wire/protocol';

export class Turns {
  private tables = $state.raw<ReadonlySet<string>>(new Set());

  /** `shown` returns the table that the page shows, or null. */
  constructor(private readonly shown: () => string | null) {}

  get any(): boolean {
    return this.tables.size > 0;
  }

  /** A turn has begun. Returns whether it needs an alert, because the page shows something else. */
  started(table: string): boolean {
    if (table === this.shown()) return false;
    this.tables = new Set([...this.tables, table]);
    return true;
  }

  /** The page shows the table now. Returns whether it was waiting. */
  seen(table: string): boolean {
    if (!this.tables.has(table)) return false;
    this.tables = new Set([...this.tables].filter((other) => other !== table));
    return true;
  }

  /** Replaces the set by the server's list: another tab may have played. */
  setFrom(games: readonly GameEntry[]) {
    this.tables = new Set(
      games.filter((game) => game.your_turn && game.table !== this.shown()).map((game) => game.table),
    );
  }
}
