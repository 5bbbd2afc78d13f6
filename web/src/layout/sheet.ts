// The solver's input: a board's places and tracks, and the parameters of its layout. Units are board units (SVG user
// units), y down. `home` is the projected geography scaled to the canvas; the solver moves places from there.
import type { Point } from './spline';
import { textSize } from './text';

export interface BoardPlace {
  id: string;
  name: string;
  names?: Record<string, string>;
  kind?: 'city' | 'country' | 'terminal';
  country?: string;
  region?: string;
  lat?: number;
  lon?: number;
  passengers?: number;
}
export interface BoardTrack {
  a: string;
  b: string;
  length: number;
  colour: string;
  tunnel?: boolean;
  locomotives?: number;
}
export interface BoardFile {
  id: string;
  name: string;
  places: BoardPlace[];
  tracks: BoardTrack[];
}

/** Numbers of a picture. `space`: length and width of one space; `gap`: least distance between the sides of two;
 *  `box`: the part of the canvas that the places fill before solving; `bow`: bend of a track at rest as a share of its
 *  chord, positive to the right hand going from a to b. */
export interface Settings {
  canvas: Point;
  space: Point;
  dot: number;
  font: number;
  gap: number;
  soft: number;
  margin: number;
  parallels: Point;
  centre: Point;
  box: readonly [number, number, number, number];
  bow: Record<string, number>;
}

export interface Group {
  a: number;
  b: number;
  n: number;
  tracks: number[];
  bow: number;
}

/** Lambert's conformal conic on the sphere of radius 1; x to the east, y to the south. */
export class Conic {
  readonly n: number;
  readonly f: number;
  readonly rho0: number;
  private readonly lon0: number;
  constructor(parallels: Point, centre: Point) {
    const rad = Math.PI / 180;
    const [p1, p2] = [parallels[0] * rad, parallels[1] * rad];
    const up = (lat: number) => Math.tan(Math.PI / 4 + lat / 2);
    this.lon0 = centre[0] * rad;
    this.n =
      Math.abs(p1 - p2) < 1e-6 ? Math.sin(p1) : Math.log(Math.cos(p1) / Math.cos(p2)) / Math.log(up(p2) / up(p1));
    this.f = (Math.cos(p1) * up(p1) ** this.n) / this.n;
    this.rho0 = this.f / up(centre[1] * rad) ** this.n;
  }
  at(lon: number, lat: number): Point {
    const rad = Math.PI / 180;
    const rho = this.f / Math.tan(Math.PI / 4 + (lat * rad) / 2) ** this.n;
    const theta = this.n * (lon * rad - this.lon0);
    return [rho * Math.sin(theta), rho * Math.cos(theta) - this.rho0];
  }
}

/** The ids of tracks as the engine gives them: a-b, or a-b.1, a-b.2 for parallel ones. */
export function trackIds(tracks: readonly BoardTrack[]): string[] {
  const pair = (t: BoardTrack) => (t.a < t.b ? `${t.a}-${t.b}` : `${t.b}-${t.a}`);
  const many = new Map<string, number>();
  for (const t of tracks) many.set(pair(t), (many.get(pair(t)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return tracks.map((t) => {
    const id = pair(t);
    if (many.get(id) === 1) return id;
    seen.set(id, (seen.get(id) ?? 0) + 1);
    return `${id}.${seen.get(id)}`;
  });
}

export class Sheet {
  readonly index: Map<string, number>;
  readonly kind: ('city' | 'country' | 'terminal')[];
  readonly dot: number[];
  readonly groups: Group[];
  readonly label: Point[];
  readonly ascent: number[];
  readonly home: Point[];
  readonly scale: Point;
  readonly shift: Point;
  readonly conic: Conic;

  constructor(
    readonly board: BoardFile,
    readonly set: Settings,
    flat: readonly Point[] | null = null,
  ) {
    this.index = new Map(board.places.map((p, i) => [p.id, i]));
    this.kind = board.places.map((p) => p.kind ?? 'city');
    this.dot = this.kind.map((k) => (k === 'city' ? set.dot : k === 'country' ? set.dot * 0.3 : set.dot * 0.6));
    this.conic = new Conic(set.parallels, set.centre);
    const seen = flat ?? board.places.map((p) => this.conic.at(p.lon ?? 0, p.lat ?? 0));
    [this.scale, this.shift] = this.fitted(seen);
    this.home = seen.map(([x, y]) => [x * this.scale[0] + this.shift[0], y * this.scale[1] + this.shift[1]]);
    this.groups = this.grouped();
    const boxes = board.places.map((p, i) => this.boxOf(p, i));
    this.label = boxes.map((b) => b.size);
    this.ascent = boxes.map((b) => b.ascent);
  }

  private fitted(flat: readonly Point[]): [Point, Point] {
    const xs = flat.map((p) => p[0]);
    const ys = flat.map((p) => p[1]);
    const low = [Math.min(...xs), Math.min(...ys)] as const;
    const high = [Math.max(...xs), Math.max(...ys)] as const;
    const [left, top, right, bottom] = this.set.box;
    const rx = (right - left) / Math.max(high[0] - low[0], 1e-9);
    const ry = (bottom - top) / Math.max(high[1] - low[1], 1e-9);
    const even = Math.sqrt(rx * ry);
    // a little stretch fills the canvas better
    const near = (r: number) => Math.min(Math.max(r, even / 1.12), even * 1.12);
    const scale = [near(rx), near(ry)] as const;
    return [
      scale,
      [(left + right - scale[0] * (low[0] + high[0])) / 2, (top + bottom - scale[1] * (low[1] + high[1])) / 2],
    ];
  }

  /** Tracks between the same two places share one centre line: a group. */
  private grouped(): Group[] {
    const groups = new Map<string, Group>();
    this.board.tracks.forEach((t, i) => {
      const [a, b] = t.a < t.b ? [t.a, t.b] : [t.b, t.a];
      const key = `${a}-${b}`;
      const group = groups.get(key) ?? {
        a: this.index.get(a)!,
        b: this.index.get(b)!,
        n: t.length,
        tracks: [],
        bow: this.set.bow[key] ?? 0,
      };
      group.tracks.push(i);
      group.n = Math.max(group.n, t.length);
      groups.set(key, group);
    });
    return [...groups.values()];
  }

  /** A label's box holds the place's name in every language, so that a change of language moves nothing; where
   *  passengers stand, their row under the name is part of it. */
  private boxOf(p: BoardPlace, i: number): { size: Point; ascent: number } {
    if (this.kind[i] === 'terminal') return { size: [0, 0], ascent: 0 };
    const font = this.set.font * (this.kind[i] === 'country' ? 0.9 : 1);
    const spaced = this.kind[i] === 'country' ? 1.22 : 1; // countries are in spaced capitals
    const write = (name: string) => (this.kind[i] === 'country' ? name.toUpperCase() : name);
    const sizes = [p.name, ...Object.values(p.names ?? {})].map((name) => textSize(write(name), font));
    const wide = Math.max(...sizes.map((s) => s.width)) * spaced;
    const ascent = Math.max(...sizes.map((s) => s.ascent));
    const descent = Math.max(...sizes.map((s) => s.descent));
    const figures = Math.min(p.passengers ?? 0, 5);
    const row = figures > 0 ? passengerRow(this.set.font) : { step: 0, height: 0 };
    return { size: [Math.max(wide, figures * row.step) + 2, ascent + descent + row.height], ascent };
  }
}

/** Step and height of a row of passengers under a name. */
export const passengerRow = (font: number): { step: number; height: number } => ({
  step: font * 0.78,
  height: font * 0.92,
});
