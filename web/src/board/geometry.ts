// A board and its theme as geometry: for each track its spaces, the line through them, and its locomotive spaces.
import type { Theme, ThemeLabel } from '../layout/theme';
import { passengerRow } from '../layout/sheet';
import type { BoardDefinition, Place, Track } from './definition';

export interface Backdrop {
  land: string;
  home?: string;
  borders: string;
  lakes: string;
  rivers: string;
}
export interface TrackGeometry {
  track: Track;
  spaces: { x: number; y: number; angle: number; locomotive: boolean }[];
  line: string; // through the spaces, from end to end
  way: string; // from city to city
  middle: [number, number];
}
export interface PlaceGeometry {
  place: Place;
  x: number;
  y: number;
  r: number;
  label?: ThemeLabel;
}
export interface BoardGeometry {
  canvas: [number, number];
  space: [number, number];
  font: number;
  seats: string[];
  names: Record<string, string>;
  tracks: TrackGeometry[];
  places: PlaceGeometry[];
  track: ReadonlyMap<string, TrackGeometry>;
  place: ReadonlyMap<string, PlaceGeometry>;
  figure: { step: number; height: number };
}

type P = readonly [number, number];
const f = (v: number) => v.toFixed(1);

/** A smooth line through points (Catmull and Rom). */
export function smooth(points: readonly P[]): string {
  if (points.length < 2) return '';
  let d = `M${f(points[0]![0])} ${f(points[0]![1])}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i - 1] ?? points[i]!,
      b = points[i]!,
      c = points[i + 1]!,
      e = points[i + 2] ?? c;
    d += `C${f(b[0] + (c[0] - a[0]) / 6)} ${f(b[1] + (c[1] - a[1]) / 6)} `;
    d += `${f(c[0] - (e[0] - b[0]) / 6)} ${f(c[1] - (e[1] - b[1]) / 6)} ${f(c[0])} ${f(c[1])}`;
  }
  return d;
}

/** A ferry's locomotive spaces are those in the middle. */
function withLocomotive(i: number, length: number, locomotives: number): boolean {
  const first = Math.floor((length - locomotives) / 2);
  return i >= first && i < first + locomotives;
}

function trackGeometry(track: Track, theme: Theme): TrackGeometry {
  const { spaces, path } = theme.tracks[track.id]!;
  const half = theme.space[0] / 2,
    rad = Math.PI / 180;
  const ends = (s: [number, number, number], side: number): P => [
    s[0] + Math.cos(s[2] * rad) * half * side,
    s[1] + Math.sin(s[2] * rad) * half * side,
  ];
  const points: P[] = spaces.flatMap((s) => [ends(s, -0.98), ends(s, 0.98)]);
  const a = theme.places[track.a]!,
    b = theme.places[track.b]!;
  const mid = spaces[Math.floor(spaces.length / 2)]!;
  return {
    track,
    line: smooth(points),
    way: smooth([[a.x, a.y], ...spaces.map((s): P => [s[0], s[1]]), [b.x, b.y]]),
    spaces: spaces.map(([x, y, angle], i) => ({
      x,
      y,
      angle,
      locomotive: withLocomotive(i, track.length, track.locomotives),
    })),
    middle:
      spaces.length % 2
        ? [mid[0], mid[1]]
        : [
            path[0]! / 8 + (3 * path[2]!) / 8 + (3 * path[4]!) / 8 + path[6]! / 8,
            path[1]! / 8 + (3 * path[3]!) / 8 + (3 * path[5]!) / 8 + path[7]! / 8,
          ],
  };
}

export function geometryOf(def: BoardDefinition, theme: Theme): BoardGeometry {
  const tracks = def.tracks.map((t) => trackGeometry(t, theme));
  const places = def.places.map((place): PlaceGeometry => ({ place, ...theme.places[place.id]! }));
  return {
    canvas: theme.canvas,
    space: theme.space,
    font: theme.font,
    seats: theme.seats,
    names: theme.names,
    tracks,
    places,
    track: new Map(tracks.map((t) => [t.track.id, t])),
    place: new Map(places.map((p) => [p.place.id, p])),
    figure: passengerRow(theme.font),
  };
}
