// The energy of a layout: penalties for discs too near each other, curves too short for their spaces, bends, a folded
// or far-stretched map, points outside the canvas. One function with its gradient over the frozen discs of a Model.
import { SAMPLED, SAMPLES } from './curve';
import type { Value } from './lbfgs';
import { LABEL, PLACE, SPACE, type Model } from './model';
import { warped, type Point } from './spline';

const COST = {
  length: 0.6,
  long: 0.015,
  bow: 0.012,
  wave: 0.02,
  chord: 0.25,
  bend: 0.5,
  stay: 0.0002,
  fold: 0.004,
  bounds: 2,
  slot: 0.12,
  away: 0.01,
};

interface Pairs {
  i: Int32Array;
  j: Int32Array;
  least: Float64Array;
  push: Float64Array;
}

/** How far two discs of different things should keep apart, by what they are. */
function clearance(m: Model, i: number, j: number): [number, number] {
  const { gap } = m.sheet.set,
    d = m.discs;
  const [low, high] = d.kind[i]! < d.kind[j]! ? [d.kind[i]!, d.kind[j]!] : [d.kind[j]!, d.kind[i]!];
  const a = d.ends[2 * i]!,
    b = d.ends[2 * i + 1]!,
    c = d.ends[2 * j]!,
    e = d.ends[2 * j + 1]!;
  const own = a === c || a === e || b === c || b === e;
  if (low === SPACE && high === SPACE) return [gap, 1];
  if (low === SPACE && high === PLACE) return [own ? 0 : gap * 1.6, 1];
  if (low === SPACE) return [gap * 1.1, m.labelPush];
  if (high === PLACE) return [gap * 9, 1];
  if (low === PLACE) return [own ? gap * 0.4 : gap * 3.5, 1];
  return [gap * 1.5, 1];
}

function positions(m: Model, x: Float64Array, out: Float64Array) {
  const { terms, weight, shift, count } = m.discs;
  for (let d = 0; d < count; d++) {
    let px = shift[2 * d]!,
      py = shift[2 * d + 1]!;
    for (let k = 4 * d; k < 4 * d + 4; k++) {
      const w = weight[k]!;
      if (w === 0) continue;
      px += w * x[2 * terms[k]!]!;
      py += w * x[2 * terms[k]! + 1]!;
    }
    out[2 * d] = px;
    out[2 * d + 1] = py;
  }
}

/** Pairs of discs that are near enough to matter in one descent, found on a grid. */
function pairsOf(m: Model, p: Float64Array): Pairs {
  const d = m.discs,
    f = m.grow;
  const reach = 2 * Math.max(...d.radius) + (m.sheet.set.gap + 16) * f + 6;
  const cells = new Map<number, number[]>();
  const cell = (x: number, y: number) => Math.floor(x / reach) * 100003 + Math.floor(y / reach);
  for (let i = 0; i < d.count; i++) {
    const key = cell(p[2 * i]!, p[2 * i + 1]!);
    const list = cells.get(key);
    if (list) list.push(i);
    else cells.set(key, [i]);
  }
  const is: number[] = [],
    js: number[] = [],
    least: number[] = [],
    push: number[] = [];
  for (let i = 0; i < d.count; i++)
    for (let u = -1; u <= 1; u++)
      for (let v = -1; v <= 1; v++)
        for (const j of cells.get(cell(p[2 * i]! + u * reach, p[2 * i + 1]! + v * reach)) ?? []) {
          if (j <= i || d.group[i] === d.group[j]) continue;
          const [clear, force] = clearance(m, i, j);
          const more = m.extra.size ? (m.extra.get(pairKey(d.owner[i]!, d.owner[j]!)) ?? 0) : 0;
          const need = d.radius[i]! + d.radius[j]! + (clear + more) * f;
          if (Math.hypot(p[2 * i]! - p[2 * j]!, p[2 * i + 1]! - p[2 * j + 1]!) > need + 22 * f + 8) continue;
          is.push(i);
          js.push(j);
          least.push(need);
          push.push(force);
        }
  return {
    i: Int32Array.from(is),
    j: Int32Array.from(js),
    least: Float64Array.from(least),
    push: Float64Array.from(push),
  };
}

export const pairKey = (a: number, b: number): number => (a < b ? a * 65536 + b : b * 65536 + a);

/** Freezes the model and returns the energy around its current point. */
export function energyOf(m: Model): Value {
  const warp = m.warp();
  m.goals = m.sheet.kind.map((kind, i) => (kind === 'city' ? null : warped(warp, m.sheet.home[i]!)));
  m.freeze();
  const p = new Float64Array(2 * m.discs.count);
  positions(m, m.x, p);
  const pairs = pairsOf(m, p);
  const arcs = restOf(m);
  return (x, g) => {
    g.fill(0);
    return overlap(m, pairs, p, x, g) + lengths(m, x, g) + arcsOf(m, arcs, x, g) + sheetOf(m, x, g) + looseOf(m, x, g);
  };
}

function overlap(m: Model, { i, j, least, push }: Pairs, p: Float64Array, x: Float64Array, g: Float64Array): number {
  const d = m.discs;
  positions(m, x, p);
  const gp = new Float64Array(p.length);
  let e = 0;
  for (let k = 0; k < i.length; k++) {
    const a = 2 * i[k]!,
      b = 2 * j[k]!;
    const dx = p[a]! - p[b]!,
      dy = p[a + 1]! - p[b + 1]!;
    const d2 = dx * dx + dy * dy;
    if (d2 >= least[k]! * least[k]!) continue;
    const dist = Math.sqrt(d2) + 1e-9,
      pen = least[k]! - dist;
    e += push[k]! * pen * pen;
    const force = (-2 * push[k]! * pen) / dist;
    gp[a]! += force * dx;
    gp[a + 1]! += force * dy;
    gp[b]! -= force * dx;
    gp[b + 1]! -= force * dy;
  }
  const [w, h] = m.sheet.set.canvas;
  for (let k = 0; k < d.count; k++) {
    const edge = (d.kind[k] === LABEL ? 10 : m.sheet.set.margin) + d.radius[k]!;
    for (const [axis, size] of [
      [0, w],
      [1, h],
    ] as const) {
      const at = p[2 * k + axis]!;
      const over = Math.min(at - edge, 0) + Math.max(at - size + edge, 0);
      e += COST.bounds * over * over;
      gp[2 * k + axis]! += 2 * COST.bounds * over;
    }
  }
  for (let k = 0; k < 4 * d.count; k++) {
    const weight = d.weight[k]!;
    if (weight === 0) continue;
    g[2 * d.terms[k]!]! += weight * gp[2 * (k >> 2)]!;
    g[2 * d.terms[k]! + 1]! += weight * gp[2 * (k >> 2) + 1]!;
  }
  return e;
}

/** Curves are long enough for their spaces and not much longer. */
function lengths(m: Model, x: Float64Array, g: Float64Array): number {
  let e = 0;
  const px = new Float64Array(SAMPLES),
    py = new Float64Array(SAMPLES);
  for (let k = 0; k < m.g; k++) {
    const hooks = m.hooks(k),
      need = m.runs[k]!.need;
    let total = 0;
    for (let s = 0; s < SAMPLES; s++) {
      const w = SAMPLED[s]!;
      px[s] = py[s] = 0;
      for (let q = 0; q < 4; q++) {
        px[s]! += w[q]! * x[2 * hooks[q]!]!;
        py[s]! += w[q]! * x[2 * hooks[q]! + 1]!;
      }
      if (s > 0) total += Math.hypot(px[s]! - px[s - 1]!, py[s]! - py[s - 1]!);
    }
    const short = Math.max(need - total, 0),
      long = Math.max(total - 1.06 * need, 0);
    if (short === 0 && long === 0) continue;
    e += COST.length * short * short + COST.long * long * long;
    const slope = -2 * COST.length * short + 2 * COST.long * long;
    for (let s = 1; s < SAMPLES; s++) {
      const dx = px[s]! - px[s - 1]!,
        dy = py[s]! - py[s - 1]!,
        step = Math.hypot(dx, dy) + 1e-9;
      for (let q = 0; q < 4; q++) {
        const w = ((SAMPLED[s]![q]! - SAMPLED[s - 1]![q]!) * slope) / step;
        g[2 * hooks[q]!]! += w * dx;
        g[2 * hooks[q]! + 1]! += w * dy;
      }
    }
  }
  return e;
}

/** Directions of the chords and the bend at rest, held still in one descent. */
function restOf(m: Model) {
  return m.sheet.groups.map((group, k) => {
    const [ax, ay] = m.at(group.a),
      [bx, by] = m.at(group.b);
    const chord = Math.hypot(bx - ax, by - ay) + 1e-9,
      ux = (bx - ax) / chord,
      uy = (by - ay) / chord;
    const [px, py] = m.at(m.atCurve + 2 * k),
      [qx, qy] = m.at(m.atCurve + 2 * k + 1);
    const bow = (-(px + qx) * uy + (py + qy) * ux) / 2;
    return { ux, uy, rest: group.bow * chord, outward: Math.min((0.75 * bow * bow) / chord, 0.3 * chord) };
  });
}

/**
 * Little bow, both halves alike, and round: an arc of bow n has its handles 0.75 n^2 / chord outward. Chords are nearly
 * as long as their curves.
 */
function arcsOf(m: Model, arcs: ReturnType<typeof restOf>, x: Float64Array, g: Float64Array): number {
  let e = 0;
  for (let k = 0; k < m.g; k++) {
    const { ux, uy, rest, outward } = arcs[k]!,
      [ia, ib, ip, iq] = m.hooks(k);
    const c = m.stiff[k]! * COST.bow;
    const across = [ip, iq].map((i) => -x[2 * i]! * uy + x[2 * i + 1]! * ux - rest);
    const along = [ip, iq].map((i, s) => x[2 * i]! * ux + x[2 * i + 1]! * uy + (s ? -outward : outward));
    const wave = across[0]! - across[1]!;
    e += COST.wave * 0.7 * wave * wave;
    [ip, iq].forEach((i, s) => {
      e += c * across[s]! ** 2 + COST.wave * along[s]! ** 2;
      const ga = 2 * c * across[s]! + 1.4 * COST.wave * wave * (s ? -1 : 1),
        gl = 2 * COST.wave * along[s]!;
      g[2 * i]! += -ga * uy + gl * ux;
      g[2 * i + 1]! += ga * ux + gl * uy;
    });
    const dx = x[2 * ib]! - x[2 * ia]!,
      dy = x[2 * ib + 1]! - x[2 * ia + 1]!,
      chord = Math.hypot(dx, dy) + 1e-9;
    const lack = Math.max((0.965 - 0.012 * m.sheet.groups[k]!.n) * m.runs[k]!.need - chord, 0);
    e += COST.chord * lack * lack;
    const pull = (2 * COST.chord * lack) / chord;
    g[2 * ia]! += pull * dx;
    g[2 * ia + 1]! += pull * dy;
    g[2 * ib]! -= pull * dx;
    g[2 * ib + 1]! -= pull * dy;
  }
  return e;
}

/** Keeps the map behind smooth and near its position; no triangle of neighbouring cities may flip. */
function sheetOf(m: Model, x: Float64Array, g: Float64Array): number {
  const n = m.nodes.length;
  let e = 0;
  for (const axis of [0, 1]) {
    for (let i = 0; i < n; i++) {
      let by = 0;
      for (let j = 0; j < n; j++) by += m.bend[i * n + j]! * x[2 * m.nodes[j]! + axis]!;
      const at = 2 * m.nodes[i]! + axis,
        stay = x[at]! - m.source[i]![axis]!;
      e += COST.bend * x[at]! * by + COST.stay * stay * stay;
      g[at]! += 2 * COST.bend * by + 2 * COST.stay * stay;
    }
  }
  m.tri.forEach((t, k) => {
    const v = t.map((i) => 2 * m.nodes[i]!),
      a0 = m.area0[k]!;
    const area =
      ((x[v[1]!]! - x[v[0]!]!) * (x[v[2]! + 1]! - x[v[0]! + 1]!) -
        (x[v[1]! + 1]! - x[v[0]! + 1]!) * (x[v[2]!]! - x[v[0]!]!)) /
      2;
    const low = Math.max(0.3 * a0 - area, 0) / Math.sqrt(a0);
    if (low === 0) return;
    e += COST.fold * low * low;
    const c = (-COST.fold * low) / Math.sqrt(a0);
    for (let s = 0; s < 3; s++) {
      const p = v[(s + 2) % 3]!,
        q = v[(s + 1) % 3]!;
      g[v[s]!]! += -c * (x[p + 1]! - x[q + 1]!);
      g[v[s]! + 1]! += c * (x[p]! - x[q]!);
    }
  });
  return e;
}

/** Countries and terminals follow the warped map; labels stay near their slots. */
function looseOf(m: Model, x: Float64Array, g: Float64Array): number {
  let e = 0;
  const pull = (i: number, to: Point, cost: number) => {
    const dx = x[2 * i]! - to[0],
      dy = x[2 * i + 1]! - to[1];
    e += cost * (dx * dx + dy * dy);
    g[2 * i]! += 2 * cost * dx;
    g[2 * i + 1]! += 2 * cost * dy;
  };
  m.goals.forEach((goal, i) => goal && pull(i, goal, COST.away));
  for (let i = 0; i < m.n; i++) pull(m.atLabel + i, [0, 0], COST.slot);
  return e;
}
