// Initial positions for a board without coordinates: stress majorization of the distances along tracks.
import type { BoardFile } from './sheet';
import type { Point } from './spline';

export function spread(board: BoardFile): Point[] {
  const n = board.places.length,
    index = new Map(board.places.map((p, i) => [p.id, i]));
  const d = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 0 : Infinity)));
  const join = (a: number, b: number, far: number) => {
    d[a]![b] = Math.min(d[a]![b]!, far);
    d[b]![a] = Math.min(d[b]![a]!, far);
  };
  for (const t of board.tracks) join(index.get(t.a)!, index.get(t.b)!, t.length + 1);
  for (const p of board.places) if (p.country) join(index.get(p.id)!, index.get(p.country)!, 1);
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) d[i]![j] = Math.min(d[i]![j]!, d[i]![k]! + d[k]![j]!);
  const far = Math.max(...d.flat().filter(Number.isFinite));
  let p: Point[] = board.places.map((_, i) => [
    far * Math.cos((2 * Math.PI * i) / n),
    far * 0.7 * Math.sin((2 * Math.PI * i) / n),
  ]);
  for (let round = 0; round < 300; round++)
    p = p.map(([x, y], i) => {
      let sx = 0,
        sy = 0,
        sum = 0;
      p.forEach(([u, v], j) => {
        if (i === j) return;
        const want = Math.min(d[i]![j]!, far),
          w = 1 / (want * want),
          now = Math.hypot(x - u, y - v) || 1e-6;
        sx += w * (u + (want * (x - u)) / now);
        sy += w * (v + (want * (y - v)) / now);
        sum += w;
      });
      return [sx / sum, sy / sum];
    });
  return p;
}
