// Places the names. Each label in turn takes the cheapest of about sixty slots around its city, given tracks, dots and
// the other labels, until nothing changes.
import type { Model } from './model';
import type { Point } from './spline';

interface Option {
  cost: number;
  offset: Point;
  centre: Point;
}

/** Candidate offsets of the label's centre for place i, each with a cost. */
function slots(m: Model, i: number): [Point, number][] {
  const [w, h] = m.sheet.label[i]!,
    { font } = m.sheet.set,
    r = m.sheet.dot[i]! + 0.22 * font;
  const out: [Point, number][] = [];
  if (m.sheet.kind[i] === 'country') out.push([[0, 0], 0]);
  for (const [far, dear] of [
    [0, 0],
    [0.3 * font, 8],
    [0.7 * font, 24],
  ] as const) {
    const x = w / 2 + r + far,
      y = h / 2 + r * 0.9 + far;
    for (let k = -4; k <= 4; k++)
      for (const side of [-1, 1]) out.push([[(k / 4) * x, side * y], dear + 1 + Math.abs(k / 4)]);
    for (const k of [-0.6, -0.3, 0, 0.3, 0.6])
      for (const side of [-1, 1]) out.push([[side * x, k * y], dear + Math.abs(k) + (side < 0 ? 1 : 0)]);
  }
  return out;
}

/** With `only`, moves no other label. */
export function placeLabels(m: Model, only?: ReadonlySet<number>) {
  const f = m.grow;
  for (let i = 0; i < m.n; i++) {
    const [dx, dy] = m.at(m.atLabel + i);
    if (only) m.slot[i] = [m.slot[i]![0] + dx / f, m.slot[i]![1] + dy / f];
    m.put(m.atLabel + i, 0, 0);
  }
  m.labelsOn = false;
  m.freeze();
  const options = new Map(m.labelled.map((i) => [i, optionsOf(m, i, !only || only.has(i))]));
  const at = new Map([...options].map(([i, list]) => [i, cheapest(list, () => 0)]));
  for (let round = 0; round < 8; round++)
    for (const i of m.labelled) {
      const size = m.sheet.label[i]!;
      at.set(
        i,
        cheapest(options.get(i)!, ({ centre }) => {
          let cost = 0;
          for (const j of m.labelled) {
            if (j === i) continue;
            const c = at.get(j)!.centre,
              other = m.sheet.label[j]!;
            const lap =
              Math.min(
                ((size[0] + other[0]) / 2 + 3) * f - Math.abs(centre[0] - c[0]),
                ((size[1] + other[1]) / 2 + 3) * f - Math.abs(centre[1] - c[1]),
              ) / f;
            if (lap > 0) cost += 6 + 0.8 * lap * lap;
          }
          return cost;
        }),
      );
    }
  for (const i of m.labelled) m.slot[i] = at.get(i)!.offset;
  m.labelsOn = true;
}

function cheapest(list: Option[], more: (option: Option) => number): Option {
  let best = list[0]!,
    low = Infinity;
  for (const option of list) {
    const cost = option.cost + more(option);
    if (cost < low) [best, low] = [option, cost];
  }
  return best;
}

function optionsOf(m: Model, i: number, free: boolean): Option[] {
  const f = m.grow,
    d = m.discs,
    [x, y] = m.at(i);
  const half: Point = [(m.sheet.label[i]![0] / 2) * f, (m.sheet.label[i]![1] / 2) * f];
  const own = m.spaceOf.length + i;
  const near: [number, number, number][] = [];
  for (let k = 0; k < d.count; k++) {
    if (d.owner[k] === own) continue;
    const [px, py] = m.sum(d.terms.slice(4 * k, 4 * k + 4), d.weight.slice(4 * k, 4 * k + 4));
    const at: [number, number, number] = [px + d.shift[2 * k]!, py + d.shift[2 * k + 1]!, d.radius[k]!];
    if (Math.abs(at[0] - x) < half[0] * 2 + 90 * f && Math.abs(at[1] - y) < half[1] * 2 + 90 * f) near.push(at);
  }
  const list: [Point, number][] = free ? slots(m, i) : [[m.slot[i]!, 0]];
  return list.map(([offset, dear]) => {
    const centre: Point = [x + offset[0] * f, y + offset[1] * f];
    return {
      offset,
      centre,
      cost: crowding(near, centre, half, f) + dear * 1.5 + outside(m, centre, half) + astray(m, i, centre, half),
    };
  });
}

function crowding(near: [number, number, number][], [cx, cy]: Point, half: Point, f: number): number {
  let cost = 0;
  for (const [px, py, r] of near) {
    const ax = Math.abs(px - cx),
      ay = Math.abs(py - cy);
    const gap = Math.hypot(Math.max(ax - half[0], 0), Math.max(ay - half[1], 0));
    const pen = Math.max(r + 2.5 * f - gap, 0) + Math.max(Math.min(half[0] - ax, half[1] - ay), 0);
    cost += pen * pen;
  }
  return (cost / (f * f)) * 0.2;
}

function outside(m: Model, [cx, cy]: Point, half: Point): number {
  const [w, h] = m.sheet.set.canvas;
  const over =
    Math.max(Math.abs(cx - w / 2) + half[0] + 6 - w / 2, 0) + Math.max(Math.abs(cy - h / 2) + half[1] + 6 - h / 2, 0);
  return over * over;
}

/** Penalty for a name nearer to another city than to its own. */
function astray(m: Model, i: number, [cx, cy]: Point, half: Point): number {
  let cost = 0;
  for (const j of m.labelled) {
    if (j === i) continue;
    const [x, y] = m.at(j);
    const gap = Math.hypot(Math.max(Math.abs(x - cx) - half[0], 0), Math.max(Math.abs(y - cy) - half[1], 0)) / m.grow;
    cost += Math.max(2.8 * m.sheet.set.dot - gap, 0) ** 2;
  }
  return 0.6 * cost;
}
