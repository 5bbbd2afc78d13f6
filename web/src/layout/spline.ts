// Thin-plate splines: the smoothest warp of a plane that moves given points, and its bending energy. Distances are
// divided by UNIT first, which keeps the numbers small.

export type Point = readonly [number, number];
export const UNIT = 100;

const kernel = (dx: number, dy: number): number => {
  const d2 = (dx * dx + dy * dy) / (UNIT * UNIT);
  return d2 > 1e-12 ? d2 * Math.log(d2) : 0;
};

/** Inverts a square matrix (rows of one array each) by Gauss and Jordan with pivoting. */
export function inverse(matrix: number[][]): number[][] {
  const n = matrix.length;
  const a = matrix.map((row, i) => [...row, ...Array.from({ length: n }, (_, j) => (i === j ? 1 : 0))]);
  for (let c = 0; c < n; c++) {
    let pivot = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(a[r]![c]!) > Math.abs(a[pivot]![c]!)) pivot = r;
    [a[c], a[pivot]] = [a[pivot]!, a[c]!];
    const top = a[c]!;
    const by = top[c]!;
    for (let j = 0; j < 2 * n; j++) top[j]! /= by;
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const row = a[r]!;
      const times = row[c]!;
      if (times !== 0) for (let j = c; j < 2 * n; j++) row[j]! -= times * top[j]!;
    }
  }
  return a.map((row) => row.slice(n));
}

function system(points: readonly Point[], soft: number): number[][] {
  const n = points.length;
  const rows = points.map(([x, y], i) => [
    ...points.map(([u, v], j) => kernel(x - u, y - v) + (i === j ? soft : 0)),
    1,
    x / UNIT,
    y / UNIT,
  ]);
  for (let k = 0; k < 3; k++) rows.push([...Array.from({ length: n }, (_, j) => rows[j]![n + k]!), 0, 0, 0]);
  return rows;
}

export interface Warp {
  points: Point[];
  weights: Point[];
  affine: Point[];
}

/** The inverted system serves many targets, because the solver computes the warp repeatedly. */
export class Spline {
  private readonly solved: number[][];
  constructor(
    readonly points: readonly Point[],
    soft: number,
  ) {
    this.solved = inverse(system(points, soft));
  }

  /** Matrix B with d'Bd = bending energy of moving the points by d, for each axis. */
  stiffness(): Float64Array {
    const n = this.points.length;
    const b = new Float64Array(n * n);
    let trace = 0;
    for (let i = 0; i < n; i++) trace += this.solved[i]![i]!;
    const sign = trace > 0 ? 1 : -1;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) b[i * n + j] = (sign * (this.solved[i]![j]! + this.solved[j]![i]!)) / 2;
    return b;
  }

  to(targets: readonly Point[]): Warp {
    const n = this.points.length;
    const rows = this.solved.map((row) => {
      let x = 0,
        y = 0;
      for (let j = 0; j < n; j++) {
        x += row[j]! * targets[j]![0];
        y += row[j]! * targets[j]![1];
      }
      return [x, y] as const;
    });
    return { points: [...this.points], weights: rows.slice(0, n), affine: rows.slice(n) };
  }
}

export function warped(w: Warp, [x, y]: Point): Point {
  const [c, cx, cy] = w.affine as [Point, Point, Point];
  let u = c[0] + (cx[0] * x + cy[0] * y) / UNIT;
  let v = c[1] + (cx[1] * x + cy[1] * y) / UNIT;
  for (let i = 0; i < w.points.length; i++) {
    const k = kernel(x - w.points[i]![0], y - w.points[i]![1]);
    u += w.weights[i]![0] * k;
    v += w.weights[i]![1] * k;
  }
  return [u, v];
}

/** How much the warp grows a small area at a point; below 0 it folds there. */
export function area(w: Warp, [x, y]: Point): number {
  const h = 0.5;
  const [ax, ay] = warped(w, [x + h, y]);
  const [bx, by] = warped(w, [x - h, y]);
  const [cx, cy] = warped(w, [x, y + h]);
  const [dx, dy] = warped(w, [x, y - h]);
  return ((ax - bx) * (cy - dy) - (ay - by) * (cx - dx)) / (4 * h * h);
}
