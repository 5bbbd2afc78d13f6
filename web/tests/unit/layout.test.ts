// The solver on a small board without coordinates: any board gets a layout without overlaps.
import { describe, expect, it } from 'vitest';
import { layOut, themeOf } from '../../src/layout';
import type { BoardFile } from '../../src/layout/sheet';
import { triangles } from '../../src/layout/triangles';
import { Spline, warped } from '../../src/layout/spline';

const island: BoardFile = {
  id: 'island',
  name: 'The Island',
  places: ['cape', 'lake', 'mill', 'north', 'port', 'summit'].map((id) => ({
    id,
    name: id[0]!.toUpperCase() + id.slice(1),
  })),
  tracks: [
    { a: 'cape', b: 'lake', length: 2, colour: 'blue' },
    { a: 'cape', b: 'port', length: 3, colour: 'grey', locomotives: 1 },
    { a: 'lake', b: 'mill', length: 1, colour: 'red' },
    { a: 'lake', b: 'mill', length: 1, colour: 'green' },
    { a: 'lake', b: 'summit', length: 2, colour: 'grey', tunnel: true },
    { a: 'mill', b: 'port', length: 2, colour: 'blue' },
    { a: 'mill', b: 'summit', length: 3, colour: 'red', tunnel: true },
    { a: 'north', b: 'port', length: 4, colour: 'green' },
    { a: 'north', b: 'summit', length: 2, colour: 'blue' },
  ],
};

describe('the layout solver', () => {
  it('lays out a board without coordinates', () => {
    const { model, left } = layOut(island, undefined, undefined, 1);
    expect(left).toEqual([]);
    const theme = themeOf(model, { en: 'The Island' }, ['red', 'blue']);
    expect(Object.keys(theme.tracks)).toContain('lake-mill.2');
    expect(theme.tracks['north-port']!.spaces).toHaveLength(4);
  }, 60_000);

  it('warps exactly through its points', () => {
    const points = [
        [0, 0],
        [100, 0],
        [0, 100],
        [130, 90],
        [60, 40],
      ] as const,
      targets = points.map(([x, y]) => [x * 1.1 + 7, y - x * 0.05] as const);
    const warp = new Spline(points, 0).to(targets);
    points.forEach((p, i) => warped(warp, p).forEach((v, axis) => expect(v).toBeCloseTo(targets[i]![axis]!, 6)));
  });

  it('makes triangles that cover a square once', () => {
    const points = [
      [0, 0],
      [100, 0],
      [0, 100],
      [100, 100],
      [40, 55],
    ] as const;
    const area = triangles(points).reduce((sum, t) => {
      const [a, b, c] = t.map((i) => points[i]!) as [
        readonly [number, number],
        readonly [number, number],
        readonly [number, number],
      ];
      return sum + ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }, 0);
    expect(area).toBeCloseTo(10_000, 0);
  });
});
