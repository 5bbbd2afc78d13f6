// The game as one seat, or the public, sees it: built from snapshots and updates. Must not depend on the DOM or the
// rules.
import { fnv64 } from './hash';
import type { Action } from '../wire/action';
import type { Clocks, Notice, Snapshot, Update, View } from '../wire/protocol';

export interface SeatGame {
  table: string;
  game: string;
  seat: number | null;
  boardId: string;
  version: number;
  view: View;
  legal: readonly Action[];
  undo: boolean;
  clocks: Clocks | null;
  commitment: string;
  notices: readonly Notice[]; // received so far, oldest first
  whole: boolean; // has all notices that the server has: from the first on, or in a very long game the newest 2,000
  fresh: readonly Notice[]; // of the last update, for sounds and animations
}

export type Merged =
  | { kind: 'merged'; game: SeatGame }
  | { kind: 'old' } // received before
  | { kind: 'lost' }; // a gap or a wrong hash: request a snapshot

export function fromSnapshot(message: Snapshot, before?: SeatGame): SeatGame {
  const same = before?.game === message.game ? before : undefined;
  const kept = same?.notices.filter((n) => n.n <= message.version) ?? [];
  const notices = message.notices ?? (kept.at(-1)?.n === message.version ? kept : []);
  return {
    table: message.table,
    game: message.game,
    seat: message.seat,
    boardId: message.board.id,
    version: message.version,
    view: message.view,
    legal: message.legal ?? [],
    undo: message.undo ?? false,
    clocks: message.clocks ?? null,
    commitment: message.commitment,
    notices,
    whole: message.notices !== undefined || (same?.whole === true && notices === kept),
    fresh: [],
  };
}

export function merge(before: SeatGame, message: Update): Merged {
  if (message.game !== before.game) return { kind: 'lost' };
  if (message.version < before.version) return { kind: 'old' };
  const news = message.notices.filter((n) => n.n > before.version);
  if (news.length > 0 && news[0]!.n !== before.version + 1) return { kind: 'lost' };
  const view: View = { ...before.view };
  for (const [key, value] of Object.entries(message.view)) (view as unknown as Record<string, unknown>)[key] = value;
  if (fnv64(JSON.stringify(view)) !== message.hash) return { kind: 'lost' };
  return {
    kind: 'merged',
    game: {
      ...before,
      version: message.version,
      view,
      legal: message.legal ?? [],
      undo: message.undo ?? false,
      clocks: message.clocks ?? before.clocks,
      notices: news.length ? [...before.notices, ...news] : before.notices,
      fresh: news,
    },
  };
}
