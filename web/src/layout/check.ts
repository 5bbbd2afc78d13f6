// The exact overlap check of a finished layout: separating axes for spaces and labels, circles for dots, and everything
// on the canvas. Needs only a theme file, so that a test can check a file edited by hand.

export interface Box {
  x: number;
  y: number;
  angle: number; // radians
  length: number;
  width: number;
}
export interface Dot {
  x: number;
  y: number;
  r: number;
}
export interface Thing {
  name: string;
  kind: 'space' | 'label' | 'dot';
  group: string; // spaces of one group of tracks
  shape: Box | Dot;
}
export interface Clash {
  a: Thing;
  b: Thing | null; // null: outside of the canvas
}

export function corners({ x, y, angle, length, width }: Box): [number, number][] {
  const ux = (Math.cos(angle) * length) / 2,
    uy = (Math.sin(angle) * length) / 2;
  const vx = (-Math.sin(angle) * width) / 2,
    vy = (Math.cos(angle) * width) / 2;
  return [
    [x + ux + vx, y + uy + vy],
    [x + ux - vx, y + uy - vy],
    [x - ux - vx, y - uy - vy],
    [x - ux + vx, y - uy + vy],
  ];
}

/** Widest gap between two boxes over the normals of their sides; negative when they overlap. */
export function gapOfBoxes(a: Box, b: Box): number {
  const p = corners(a),
    q = corners(b);
  let best = -Infinity;
  for (const angle of [a.angle, a.angle + Math.PI / 2, b.angle, b.angle + Math.PI / 2]) {
    const nx = Math.cos(angle),
      ny = Math.sin(angle);
    const s = p.map(([x, y]) => x * nx + y * ny),
      t = q.map(([x, y]) => x * nx + y * ny);
    best = Math.max(best, Math.min(...s) - Math.max(...t), Math.min(...t) - Math.max(...s));
  }
  return best;
}

export function gapToDot(dot: Dot, box: Box): number {
  const dx = dot.x - box.x,
    dy = dot.y - box.y;
  const x = dx * Math.cos(box.angle) + dy * Math.sin(box.angle),
    y = dy * Math.cos(box.angle) - dx * Math.sin(box.angle);
  return Math.hypot(Math.max(Math.abs(x) - box.length / 2, 0), Math.max(Math.abs(y) - box.width / 2, 0)) - dot.r;
}

const isDot = (s: Box | Dot): s is Dot => 'r' in s;
const reach = (s: Box | Dot) => (isDot(s) ? s.r : Math.hypot(s.length, s.width) / 2);

export function gap(a: Thing, b: Thing): number {
  if (isDot(a.shape))
    return isDot(b.shape)
      ? Math.hypot(a.shape.x - b.shape.x, a.shape.y - b.shape.y) - a.shape.r - b.shape.r
      : gapToDot(a.shape, b.shape);
  return isDot(b.shape) ? gapToDot(b.shape, a.shape) : gapOfBoxes(a.shape, b.shape);
}

/** All pairs nearer than `clearance`, and everything that leaves the canvas. */
export function clashes(things: readonly Thing[], canvas: readonly [number, number], clearance = 0): Clash[] {
  const out: Clash[] = [];
  things.forEach((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = things[j]!;
      if (Math.hypot(a.shape.x - b.shape.x, a.shape.y - b.shape.y) > reach(a.shape) + reach(b.shape) + clearance)
        continue;
      // A country's own dot may lie under its name.
      if (a.kind === 'label' && b.kind === 'dot' && a.group === b.group) continue;
      if (b.kind === 'label' && a.kind === 'dot' && a.group === b.group) continue;
      if (gap(a, b) < clearance) out.push({ a, b });
    }
    const points = isDot(a.shape)
      ? [
          [a.shape.x - a.shape.r, a.shape.y - a.shape.r],
          [a.shape.x + a.shape.r, a.shape.y + a.shape.r],
        ]
      : corners(a.shape);
    if (points.some(([x, y]) => x! < 0 || y! < 0 || x! > canvas[0] || y! > canvas[1])) out.push({ a, b: null });
  });
  return out;
}
