// The entry point of the layout solver: takes a board and returns a theme.
import { settingsFor, solve, type Log, type Solved } from './solve';
import type { BoardFile, Settings } from './sheet';
import { area } from './spline';
import type { Model } from './model';

export { themeOf } from './theme';
export { trackIds } from './sheet';
export type { Theme } from './theme';

/** Uses the settings as given; without settings, shrinks the spaces until nothing overlaps. */
export function layOut(board: BoardFile, settings?: Settings, log?: Log, haste = 0): Solved {
  if (settings) return solve(board, settings, log, haste);
  let best: Solved | null = null;
  for (let share = 0.1; share > 0.03; share *= 0.8) {
    const found = solve(board, settingsFor(board, share), log, haste);
    if (!best || found.left.length < best.left.length) best = found;
    if (found.left.length === 0) break;
  }
  return best!;
}

/** The smallest area scale of the warp on the canvas; above 0 the map does not fold. */
export function leastArea(m: Model): number {
  const [w, h] = m.sheet.set.canvas,
    warp = m.warp();
  let least = Infinity;
  for (let i = 0; i <= 40; i++)
    for (let j = 0; j <= 40; j++) least = Math.min(least, area(warp, [(w * i) / 40, (h * j) / 40]));
  return least;
}
