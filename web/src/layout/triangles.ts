// The Delaunay triangulation of a few dozen points by its definition: no other point inside the circle. Slow and
// obvious.
import type { Point } from './spline';

export function triangles(points: readonly Point[]): number[][] {
  // points on a grid lie on common circles: a tiny fixed displacement makes the triangles unique
  const p = points.map(([x, y], i) => [x + Math.sin(i * 12.9898) * 0.05, y + Math.sin(i * 78.233) * 0.05] as const);
  const out: number[][] = [];
  for (let i = 0; i < p.length; i++)
    for (let j = i + 1; j < p.length; j++)
      for (let k = j + 1; k < p.length; k++) {
        const circle = around(p[i]!, p[j]!, p[k]!);
        if (!circle) continue;
        const [x, y, r2] = circle;
        if (p.some((q, l) => l !== i && l !== j && l !== k && (q[0] - x) ** 2 + (q[1] - y) ** 2 < r2)) continue;
        const area = turns(points[i]!, points[j]!, points[k]!);
        // skips slivers at the frame's edges
        if (Math.abs(area) > 50) out.push(area > 0 ? [i, j, k] : [i, k, j]);
      }
  return out;
}

const turns = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

function around(a: Point, b: Point, c: Point): [number, number, number] | null {
  const d = 2 * turns(a, b, c);
  if (Math.abs(d) < 1e-3) return null;
  const bx = b[0] - a[0],
    by = b[1] - a[1],
    cx = c[0] - a[0],
    cy = c[1] - a[1];
  const b2 = bx * bx + by * by,
    c2 = cx * cx + cy * cy;
  const x = (cy * b2 - by * c2) / d,
    y = (bx * c2 - cx * b2) / d;
  return [x + a[0], y + a[1], x * x + y * y];
}
