// The theme file of a board (docs/themes.md) and how it is written from a solved model.
import { parameterAt } from './curve';
import type { Thing } from './check';
import type { Model } from './model';
import { trackIds } from './sheet';
import type { Point } from './spline';

export interface ThemeLabel {
  anchor: 'start' | 'middle' | 'end';
  x: number;
  y: number; // baseline
  box: [number, number, number, number]; // x, y, width, height kept free
}
export interface ThemePlace {
  x: number;
  y: number;
  r: number;
  label?: ThemeLabel;
}
export interface ThemeTrack {
  path: number[]; // four points of a cubic
  spaces: [number, number, number][]; // centre and angle in degrees
}
export interface Theme {
  perron_theme: 1;
  board: string;
  names: Record<string, string>;
  canvas: [number, number];
  space: [number, number];
  font: number;
  seats: string[];
  places: Record<string, ThemePlace>;
  tracks: Record<string, ThemeTrack>;
}

const round = (v: number, digits = 1) => Number(v.toFixed(digits)) + 0;

/** Centre and angle of each space, in the order of `spaceOf`. */
export function spacesOf(m: Model): { x: number; y: number; angle: number }[] {
  m.freeze();
  const reach = 0.4 * m.sheet.set.space[0] * m.grow;
  return m.spaceOf.map(([track, j, k]) => {
    const run = m.runs[k]!,
      group = m.sheet.groups[k]!,
      s = run.centres[j]!;
    const [mid, back, fore] = [s, s - reach, s + reach].map((at) => m.pointOn(k, parameterAt(run.table, at))) as [
      Point,
      Point,
      Point,
    ];
    const angle = Math.atan2(fore[1] - back[1], fore[0] - back[0]);
    const off = (group.tracks.indexOf(track) - (group.tracks.length - 1) / 2) * m.side();
    const blend = (axis: 0 | 1) => (2 * mid[axis] + (fore[axis] + back[axis]) / 2) / 3;
    return { x: blend(0) - Math.sin(angle) * off, y: blend(1) + Math.cos(angle) * off, angle };
  });
}

function anchorOf(m: Model, i: number): ThemeLabel['anchor'] {
  const dx = m.labelCentre(i)[0] - m.at(i)[0];
  return Math.abs(dx) < 0.3 * m.sheet.label[i]![0] ? 'middle' : dx > 0 ? 'start' : 'end';
}

function labelOf(m: Model, i: number): ThemeLabel {
  const [cx, cy] = m.labelCentre(i),
    [w, h] = m.sheet.label[i]!,
    anchor = anchorOf(m, i);
  const x = cx + { start: -w / 2 + 1, middle: 0, end: w / 2 - 1 }[anchor];
  return {
    anchor,
    x: round(x),
    y: round(cy - h / 2 + m.sheet.ascent[i]!),
    box: [round(cx - w / 2), round(cy - h / 2), round(w), round(h)],
  };
}

/** The four points of one track's cubic: the centre line, moved sideways for parallels. */
function pathOf(m: Model, k: number, lane: number): number[] {
  const { tracks } = m.sheet.groups[k]!,
    [ia, ib, ip, iq] = m.hooks(k);
  const A = m.at(ia),
    B = m.at(ib),
    P = m.at(ip),
    Q = m.at(iq);
  const p: [number, number][] = [
    [...A],
    [(2 * A[0] + B[0]) / 3 + P[0], (2 * A[1] + B[1]) / 3 + P[1]],
    [(A[0] + 2 * B[0]) / 3 + Q[0], (A[1] + 2 * B[1]) / 3 + Q[1]],
    [...B],
  ];
  const off = (lane - (tracks.length - 1) / 2) * m.side();
  if (off !== 0)
    [0, 1 / 3, 2 / 3, 1].forEach((t, i) => {
      const [nx, ny] = m.normalOn(k, t);
      p[i]![0] += nx * off;
      p[i]![1] += ny * off;
    });
  return p.flat().map((v) => round(v));
}

/** Everything that must not overlap, for the exact check. */
export function thingsOf(m: Model): Thing[] {
  const { board, set, label, dot, kind } = m.sheet,
    ids = trackIds(board.tracks);
  const things: Thing[] = spacesOf(m).map((s, i) => {
    const [track, j, k] = m.spaceOf[i]!;
    return {
      name: `${ids[track]}/${j}`,
      kind: 'space',
      group: `tracks ${k}`,
      shape: { ...s, length: set.space[0], width: set.space[1] },
    };
  });
  board.places.forEach((p, i) => {
    const [x, y] = m.at(i);
    things.push({
      name: p.id,
      kind: 'dot',
      group: kind[i] === 'country' ? `place ${i}` : `dot ${i}`,
      shape: { x, y, r: dot[i]! },
    });
  });
  for (const i of m.labelled) {
    const [x, y] = m.labelCentre(i);
    things.push({
      name: board.places[i]!.id,
      kind: 'label',
      group: `place ${i}`,
      shape: { x, y, angle: 0, length: label[i]![0], width: label[i]![1] },
    });
  }
  return things;
}

export function themeOf(m: Model, names: Record<string, string>, seats: string[]): Theme {
  const { board, set } = m.sheet,
    ids = trackIds(board.tracks),
    spaces = spacesOf(m);
  const places: Record<string, ThemePlace> = {},
    tracks: Record<string, ThemeTrack> = {};
  board.places.forEach((p, i) => {
    const [x, y] = m.at(i),
      base = { x: round(x), y: round(y), r: round(m.sheet.dot[i]!) };
    places[p.id] = m.sheet.label[i]![0] > 0 ? { ...base, label: labelOf(m, i) } : base;
  });
  m.sheet.groups.forEach((group, k) =>
    group.tracks.forEach((t, lane) => {
      tracks[ids[t]!] = { path: pathOf(m, k, lane), spaces: [] };
    }),
  );
  m.spaceOf.forEach(([t], i) => {
    const s = spaces[i]!;
    tracks[ids[t]!]!.spaces.push([round(s.x), round(s.y), round((s.angle * 180) / Math.PI)]);
  });
  const ordered = Object.fromEntries(ids.map((id) => [id, tracks[id]!]));
  return {
    perron_theme: 1,
    board: board.id,
    names,
    canvas: [...set.canvas],
    space: [...set.space],
    font: set.font,
    seats,
    places,
    tracks: ordered,
  };
}
