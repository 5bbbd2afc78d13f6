// The path of a completed ticket, to draw over the board. Decoration only: the server decides what is completed.
import type { BoardDefinition, Ticket } from './definition';
import { smooth, type BoardGeometry } from './geometry';

interface Step {
  track: string;
  to: string;
}

interface Path {
  from: string;
  steps: Step[];
}

/**
 * The shortest path between a ticket's two ends over these tracks, or null. A country is reached at any of its
 * terminals.
 */
export function ticketPath(def: BoardDefinition, tracks: readonly string[], ticket: Ticket): Path | null {
  const ends = (id: string) => def.places.filter((p) => p.id === id || p.country === id).map((p) => p.id);
  return shortestPath(def, tracks, ends(ticket.a), ends(ticket.b));
}

/** The shortest path between the regions of the board's east-west rule. */
export function eastWestPath(def: BoardDefinition, tracks: readonly string[]): Path | null {
  const [one, other] = (def.rules.east_west?.regions ?? []).map((region) =>
    def.places.filter((p) => p.region === region).map((p) => p.id),
  );
  return one && other ? shortestPath(def, tracks, one, other) : null;
}

function shortestPath(
  def: BoardDefinition,
  tracks: readonly string[],
  starts: readonly string[],
  ends: readonly string[],
): Path | null {
  const goals = new Set(ends);
  const best = new Map(
    starts.map((id): [string, { length: number; from: string; steps: Step[] }] => [
      id,
      { length: 0, from: id, steps: [] },
    ]),
  );
  const open = new Set(best.keys());
  while (open.size) {
    const here = [...open].reduce((a, b) => (best.get(a)!.length <= best.get(b)!.length ? a : b)),
      way = best.get(here)!;
    open.delete(here);
    if (goals.has(here)) return way;
    for (const id of tracks) {
      const { a, b, length } = def.track.get(id)!;
      if (a !== here && b !== here) continue;
      const to = a === here ? b : a,
        known = best.get(to);
      if (known && known.length <= way.length + length) continue;
      best.set(to, { length: way.length + length, from: way.from, steps: [...way.steps, { track: id, to }] });
      open.add(to);
    }
  }
  return null;
}

/** One curve from city to city through the spaces between. */
export function curveOf(geometry: BoardGeometry, line: { from: string; steps: readonly Step[] }): string {
  const at = (id: string) => geometry.place.get(id)!;
  const start = at(line.from),
    points: [number, number][] = [[start.x, start.y]];
  for (const { track, to } of line.steps) {
    const {
        spaces,
        track: { b },
      } = geometry.track.get(track)!,
      inOrder = to === b ? spaces : [...spaces].reverse();
    points.push(...inOrder.map((s): [number, number] => [s.x, s.y]), [at(to).x, at(to).y]);
  }
  return smooth(points);
}
