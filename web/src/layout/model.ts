// The solver's model of a board. All variables are points in one array: places, anchors of the frame, two offsets for
// each group's curve, one for each label. Discs cover everything drawn; each is a weighted sum of at most four points
// plus a shift, so that the energy of `energy.ts` has a cheap exact gradient. The discs are recomputed ("frozen")
// between two descents, because curve parameters and normals move.
import { parameterAt, SAMPLED, SAMPLES, weights } from './curve';
import type { Sheet } from './sheet';
import { Spline, type Point, type Warp } from './spline';
import { triangles } from './triangles';

export const SPACE = 0,
  PLACE = 1,
  LABEL = 2;

export interface Run {
  total: number;
  need: number;
  pitch: number;
  centres: number[];
  table: Float64Array;
}

/** Discs in columns. `owner` numbers spaces, then places, then labels; `group` tells discs that may touch. */
export class Discs {
  terms: number[] = [];
  weight: number[] = [];
  shift: number[] = [];
  radius: number[] = [];
  kind: number[] = [];
  owner: number[] = [];
  group: number[] = [];
  ends: number[] = [];
  get count() {
    return this.radius.length;
  }
  push(
    terms: readonly number[],
    weight: readonly number[],
    shift: Point,
    radius: number,
    kind: number,
    owner: number,
    group: number,
    a: number,
    b: number,
  ) {
    for (let k = 0; k < 4; k++) {
      this.terms.push(terms[k] ?? 0);
      this.weight.push(weight[k] ?? 0);
    }
    this.shift.push(shift[0], shift[1]);
    this.radius.push(radius);
    this.kind.push(kind);
    this.owner.push(owner);
    this.group.push(group);
    this.ends.push(a, b);
  }
}

export class Model {
  readonly n: number;
  readonly g: number;
  readonly frame: Point[] = [];
  readonly atFrame: number;
  readonly atCurve: number;
  readonly atLabel: number;
  readonly size: number;
  readonly x: Float64Array;
  readonly nodes: number[] = []; // points that steer the warp: cities and the frame
  readonly source: Point[];
  readonly spline: Spline;
  readonly bend: Float64Array;
  readonly tri: number[][];
  readonly area0: number[];
  readonly slot: Point[];
  readonly labelled: number[] = [];
  readonly stiff: number[];
  readonly tight: Float64Array; // length added to groups whose own spaces touch
  readonly back: Float64Array; // margin added to places at which two tracks touch
  readonly extra = new Map<number, number>(); // pair of owners -> clearance added where they were found touching
  grow = 0.3;
  labelsOn = false;
  labelPush = 0.05; // how strongly labels push tracks: weakly at first, so that labels find free room
  discs = new Discs();
  runs: Run[] = [];
  spaceOf: [track: number, place: number, group: number][] = [];
  goals: (Point | null)[] = [];

  constructor(readonly sheet: Sheet) {
    const [w, h] = sheet.set.canvas;
    this.n = sheet.home.length;
    this.g = sheet.groups.length;
    for (let i = 0; i < 7; i++)
      for (let j = 0; j < 5; j++)
        if (i % 6 === 0 || j % 4 === 0) this.frame.push([(-0.06 + (1.12 * i) / 6) * w, (-0.08 + (1.16 * j) / 4) * h]);
    this.atFrame = this.n;
    this.atCurve = this.n + this.frame.length;
    this.atLabel = this.atCurve + 2 * this.g;
    this.size = this.atLabel + this.n;
    this.x = new Float64Array(2 * this.size);
    [...sheet.home, ...this.frame].forEach(([x, y], i) => this.put(i, x, y));
    sheet.groups.forEach((group, k) => {
      const [ax, ay] = this.at(group.a),
        [bx, by] = this.at(group.b);
      for (const q of [0, 1]) this.put(this.atCurve + 2 * k + q, -group.bow * (by - ay), group.bow * (bx - ax));
    });
    for (let i = 0; i < this.n; i++) if (sheet.kind[i] === 'city') this.nodes.push(i);
    for (let i = this.atFrame; i < this.atCurve; i++) this.nodes.push(i);
    this.source = this.nodes.map((i) => this.at(i));
    this.spline = new Spline(this.source, sheet.set.soft);
    this.bend = this.spline.stiffness();
    this.tri = triangles(this.source);
    this.area0 = this.tri.map((t) => areaOf(t.map((i) => this.source[i]!)));
    this.slot = sheet.home.map(() => [0, 0]);
    for (let i = 0; i < this.n; i++) if (sheet.label[i]![0] > 0) this.labelled.push(i);
    this.stiff = sheet.groups.map(({ n }) => (3 / (n + 0.6)) ** 2 * (n === 1 ? 4 : n === 2 ? 1.5 : 1));
    this.tight = new Float64Array(this.g);
    this.back = new Float64Array(this.n);
  }

  at(i: number): Point {
    return [this.x[2 * i]!, this.x[2 * i + 1]!];
  }
  put(i: number, x: number, y: number) {
    this.x[2 * i] = x;
    this.x[2 * i + 1] = y;
  }
  warp(): Warp {
    return this.spline.to(this.nodes.map((i) => this.at(i)));
  }
  /** The four points that a group's curve hangs on. */
  hooks(k: number): [number, number, number, number] {
    const { a, b } = this.sheet.groups[k]!;
    return [a, b, this.atCurve + 2 * k, this.atCurve + 2 * k + 1];
  }
  pointOn(k: number, t: number): Point {
    return this.sum(this.hooks(k), weights(t));
  }
  normalOn(k: number, t: number): Point {
    const [ax, ay] = this.pointOn(k, t - 1e-3),
      [bx, by] = this.pointOn(k, t + 1e-3);
    const d = Math.hypot(bx - ax, by - ay) || 1;
    return [-(by - ay) / d, (bx - ax) / d];
  }
  sum(terms: readonly number[], weight: readonly number[]): Point {
    let x = 0,
      y = 0;
    for (let k = 0; k < terms.length; k++) {
      x += weight[k]! * this.x[2 * terms[k]!]!;
      y += weight[k]! * this.x[2 * terms[k]! + 1]!;
    }
    return [x, y];
  }
  /** Distance between the centre lines of two parallel tracks. */
  side(): number {
    return (this.sheet.set.space[1] + this.sheet.set.gap * 0.9) * this.grow;
  }

  /** Distance from a place's centre at which its tracks begin: enough circumference for all their widths. */
  margins(): number[] {
    const { set, groups, dot } = this.sheet;
    const need = new Float64Array(this.n);
    for (const g of groups) {
      const wide = g.tracks.length * (set.space[1] + set.gap);
      need[g.a]! += wide;
      need[g.b]! += wide;
    }
    return dot.map(
      (d, i) => (Math.max(d + 0.28 * set.space[1], (1.05 * need[i]!) / (2 * Math.PI)) + this.back[i]!) * this.grow,
    );
  }

  /** For each group: length of the curve, the length it needs, and where its spaces stand. */
  spread(): Run[] {
    const { set, groups } = this.sheet;
    const f = this.grow,
      start = this.margins(),
      [long, wide] = set.space;
    return groups.map((group, k) => {
      const hooks = this.hooks(k);
      const points = SAMPLED.map((w) => this.sum(hooks, w));
      const table = new Float64Array(SAMPLES);
      let turn = 0;
      for (let i = 1; i < SAMPLES; i++) {
        table[i] = table[i - 1]! + Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]);
        if (i > 1) turn += Math.abs(turnAt(points[i - 2]!, points[i - 1]!, points[i]!));
      }
      const total = table[SAMPLES - 1]!;
      const ends = start[group.a]! + start[group.b]!;
      // the inner side of a bend is shorter
      const half = ((group.tracks.length - 1) / 2) * this.side() + 0.4 * wide * f;
      const room = Math.max(total - ends, 1);
      const pitch = Math.min(room / group.n, 1.45 * long * f);
      const first = start[group.a]! + (room - group.n * pitch) / 2 + pitch / 2;
      const need = ends + group.n * (long + set.gap * 0.8) * f + turn * half + this.tight[k]!;
      return { total, need, pitch, table, centres: Array.from({ length: group.n }, (_, j) => first + pitch * j) };
    });
  }

  freeze() {
    this.runs = this.spread();
    this.discs = new Discs();
    this.spaceOf = [];
    this.coverSpaces();
    this.coverThreads();
    for (let i = 0; i < this.n; i++)
      this.discs.push([i], [1], [0, 0], this.sheet.dot[i]! * this.grow, PLACE, this.spaceOf.length + i, -1 - i, i, i);
    if (this.labelsOn) this.coverLabels();
  }

  private coverSpaces() {
    const long = this.sheet.set.space[0] * this.grow,
      wide = this.sheet.set.space[1] * this.grow;
    const reach = (long - 0.92 * wide) / 2,
      many = 2 + Math.trunc(long / wide);
    this.sheet.groups.forEach((group, k) => {
      const run = this.runs[k]!,
        lanes = group.tracks.length,
        hooks = this.hooks(k);
      run.centres.forEach((centre, j) => {
        const at = Array.from({ length: many }, (_, i) =>
          parameterAt(run.table, centre - reach + (2 * reach * i) / (many - 1)),
        );
        const normals = at.map((t) => this.normalOn(k, t));
        group.tracks.forEach((track, lane) => {
          const off = (lane - (lanes - 1) / 2) * this.side();
          at.forEach((t, i) => {
            const [nx, ny] = normals[i]!;
            this.discs.push(
              hooks,
              weights(t),
              [nx * off, ny * off],
              wide / 2,
              SPACE,
              this.spaceOf.length,
              k,
              group.a,
              group.b,
            );
          });
          this.spaceOf.push([track, j, k]);
        });
      });
    });
  }

  /** Thin discs where a curve has no spaces, so that nothing crosses it there. */
  private coverThreads() {
    const wide = this.sheet.set.space[1] * this.grow,
      start = this.margins();
    this.sheet.groups.forEach((group, k) => {
      const { centres, pitch, total, table } = this.runs[k]!;
      const stretches = [
        [start[group.a]!, centres[0]! - pitch / 2],
        [centres.at(-1)! + pitch / 2, total - start[group.b]!],
      ];
      for (const [low, high] of stretches as [number, number][])
        for (let at = low + wide / 2; at < high; at += wide)
          this.discs.push(
            this.hooks(k),
            weights(parameterAt(table, at)),
            [0, 0],
            group.tracks.length * 0.25 * wide,
            SPACE,
            -1,
            k,
            group.a,
            group.b,
          );
    });
  }

  private coverLabels() {
    for (const i of this.labelled) {
      const w = this.sheet.label[i]![0] * this.grow,
        h = this.sheet.label[i]![1] * this.grow;
      const many = Math.max(2, Math.ceil((w - h) / (0.55 * h)) + 1),
        [sx, sy] = this.slot[i]!;
      for (let k = 0; k < many; k++) {
        const x = -(w - h) / 2 + ((w - h) * k) / (many - 1);
        this.discs.push(
          [i, this.atLabel + i],
          [1, 1],
          [sx * this.grow + x, sy * this.grow],
          h / 2,
          LABEL,
          this.spaceOf.length + this.n + i,
          -1000 - i,
          i,
          i,
        );
      }
    }
  }

  labelCentre(i: number): Point {
    const [x, y] = this.at(i),
      [sx, sy] = this.slot[i]!,
      [dx, dy] = this.at(this.atLabel + i);
    return [x + sx * this.grow + dx, y + sy * this.grow + dy];
  }
}

export const areaOf = (p: readonly Point[]): number => {
  const [a, b, c] = p as [Point, Point, Point];
  return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
};

function turnAt(a: Point, b: Point, c: Point): number {
  const d = Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]);
  return d > Math.PI ? d - 2 * Math.PI : d < -Math.PI ? d + 2 * Math.PI : d;
}
