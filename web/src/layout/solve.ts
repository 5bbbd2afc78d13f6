// The solver's schedule. Spaces start tiny on true geography and grow to full size, so that no track has to pass
// through another. Labels first look for free room, then push. At the end the exact check reports what still overlaps,
// and only that gets more room. Runs in a worker for a board without a theme, and in tools/layout.mjs.
import { clashes, type Clash, type Thing } from './check';
import { energyOf, pairKey } from './energy';
import { placeLabels } from './labels';
import { minimise } from './lbfgs';
import { Model } from './model';
import { spread } from './graph';
import { Sheet, type BoardFile, type Settings } from './sheet';
import type { Point } from './spline';
import { thingsOf } from './theme';

export type Log = (line: string) => void;

function descend(m: Model, rounds: number, steps: number): number {
  let e = 0;
  for (let r = 0; r < rounds; r++) e = minimise(energyOf(m), m.x, steps);
  return e;
}

/** Default settings: the canvas follows the shape of the geography, the size of spaces their number. */
export function settingsFor(board: BoardFile, share = 0.09): Settings {
  const places = board.places.filter((p) => p.lat !== undefined);
  const lons = places.map((p) => p.lon!),
    lats = places.map((p) => p.lat!);
  const middle: Point = places.length
    ? [(Math.min(...lons) + Math.max(...lons)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2]
    : [0, 0];
  const aspect = places.length
    ? ((Math.max(...lons) - Math.min(...lons)) * Math.cos((middle[1] * Math.PI) / 180)) /
      (Math.max(...lats) - Math.min(...lats) || 1)
    : 1.5;
  const canvas: Point = aspect > 1.1 ? [1600, 1000] : aspect < 0.9 ? [1100, 1400] : [1280, 1280];
  const spaces = board.tracks.reduce((sum, t) => sum + t.length, 0);
  const length = Math.min(Math.max(Math.sqrt((canvas[0] * canvas[1] * share) / (spaces * 0.4)), 20), 72);
  const font = Math.min(Math.max(length * 0.48, 14), 30),
    dot = length * 0.28;
  const [w, h] = canvas,
    south = Math.min(...lats, 40),
    north = Math.max(...lats, 41);
  return {
    canvas,
    space: [length, length * 0.4],
    dot,
    font,
    gap: length * 0.085,
    soft: 0.02,
    margin: 16,
    centre: middle,
    parallels: [south + (north - south) / 5, north - (north - south) / 5],
    box: [w * 0.06, h * 0.09, w * 0.94, h * 0.91],
    bow: {},
  };
}

export interface Solved {
  model: Model;
  left: Clash[];
}

/** Lays the board out; `haste` from 0 (a file that is kept) to 1 (a browser that waits). */
export function solve(board: BoardFile, settings: Settings, log: Log = () => {}, haste = 0): Solved {
  const flat = board.places.every((p) => p.lat !== undefined) ? null : spread(board);
  const m = new Model(new Sheet(board, settings, flat));
  const stages = haste ? 9 : 18;
  for (let s = 0; s < stages; s++) {
    m.grow = 0.3 + (0.7 * s) / (stages - 1);
    if (m.grow >= 0.5) placeLabels(m);
    descend(m, haste ? 2 : 3, 40);
  }
  log(`grown: ${summary(clashes(thingsOf(m), settings.canvas))}`);
  for (const push of [0.05, 0.1, 0.2, 0.5, 1]) {
    m.labelPush = push;
    placeLabels(m);
    descend(m, haste ? 2 : 5, 60);
  }
  let left: Clash[] = [];
  for (let k = 0; k < (haste ? 12 : 60); k++) {
    left = clashes(thingsOf(m), settings.canvas, settings.gap * 0.22);
    if (left.length === 0) break;
    mend(m, left, k % 6 === 5);
    if (k % 10 === 9) log(`mended ${k + 1}: ${summary(clashes(thingsOf(m), settings.canvas))}`);
  }
  left = clashes(thingsOf(m), settings.canvas);
  log(`done: ${summary(left)}`);
  return { model: m, left };
}

export function summary(list: readonly Clash[]): string {
  const title = ({ kind, name }: Thing) => (kind === 'label' ? `"${name}"` : name);
  return list.length
    ? `${list.length} touch: ${list
        .slice(0, 12)
        .map(({ a, b }) => `${title(a)} ${b ? title(b) : 'outside'}`)
        .join(', ')}`
    : 'nothing touches';
}

/** Adds clearance wherever there was too little; `again` lets the affected labels look for another slot. */
function mend(m: Model, list: readonly Clash[], again: boolean) {
  const things = thingsOf(m),
    number = new Map(things.map((t, i) => [`${t.kind} ${t.name}`, i]));
  const spaces = m.spaceOf.length,
    at = (t: Thing) => number.get(`${t.kind} ${t.name}`)!;
  const labels = new Map(m.labelled.map((i, k) => [spaces + m.n + k, i]));
  const owner = (i: number) => (labels.has(i) ? spaces + m.n + labels.get(i)! : i);
  if (again)
    placeLabels(
      m,
      new Set(list.flatMap(({ a, b }) => [a, b]).flatMap((t) => (t?.kind === 'label' ? [labels.get(at(t))!] : []))),
    );
  for (const { a, b } of list) {
    if (!b) continue;
    const [x, y] = [owner(at(a)), owner(at(b))];
    if (a.kind === 'space' && b.kind === 'space' && a.group === b.group) {
      const k = m.spaceOf[x]![2];
      m.tight[k]! += 1;
      m.stiff[k]! *= 1.1;
      continue;
    }
    m.extra.set(pairKey(x, y), Math.min((m.extra.get(pairKey(x, y)) ?? 0) + 0.8, 9));
    if (a.kind !== 'space' || b.kind !== 'space') continue;
    const p = m.sheet.groups[m.spaceOf[x]![2]]!,
      q = m.sheet.groups[m.spaceOf[y]![2]]!;
    for (const place of [p.a, p.b])
      if (place === q.a || place === q.b) m.back[place] = Math.min(m.back[place]! + 0.4, 0.8 * m.sheet.set.space[1]);
  }
  descend(m, 3, 60);
}
