// The theme files: every place and track of the board is there, nothing overlaps, every language's name fits its box.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clashes, type Thing } from '../../src/layout/check';
import { passengerRow, trackIds } from '../../src/layout/sheet';
import { textSize } from '../../src/layout/text';
import type { Theme } from '../../src/layout/theme';
import type { BoardJson } from '../../src/board/definition';
import { BOARDS } from '../../src/view/boards';

const read = <T>(path: string): T =>
  JSON.parse(readFileSync(new URL(`../../../data/${path}`, import.meta.url), 'utf8')) as T;

describe.each(BOARDS)('%s', (id) => {
  const board = read<BoardJson>(`boards/${id}.json`),
    theme = read<Theme>(`themes/${id}.json`);

  it('has every place and track of the board, and no other', () => {
    expect(Object.keys(theme.places).sort()).toEqual(board.places.map((p) => p.id).sort());
    expect(Object.keys(theme.tracks)).toEqual(trackIds(board.tracks));
    board.tracks.forEach((t, i) => expect(Object.values(theme.tracks)[i]!.spaces).toHaveLength(t.length));
  });

  it('has nothing that overlaps or leaves the canvas', () => {
    const things: Thing[] = [];
    for (const [track, { spaces }] of Object.entries(theme.tracks))
      spaces.forEach(([x, y, angle], i) =>
        things.push({
          name: `${track}/${i}`,
          kind: 'space',
          group: track,
          shape: { x, y, angle: (angle * Math.PI) / 180, length: theme.space[0], width: theme.space[1] },
        }),
      );
    for (const [place, { x, y, r, label }] of Object.entries(theme.places)) {
      const country = board.places.find((p) => p.id === place)!.kind === 'country';
      things.push({ name: place, kind: 'dot', group: country ? place : `dot ${place}`, shape: { x, y, r } });
      if (label)
        things.push({
          name: place,
          kind: 'label',
          group: place,
          shape: {
            x: label.box[0] + label.box[2] / 2,
            y: label.box[1] + label.box[3] / 2,
            angle: 0,
            length: label.box[2],
            width: label.box[3],
          },
        });
    }
    expect(
      clashes(things, theme.canvas).map(({ a, b }) => `${a.kind} ${a.name} / ${b ? `${b.kind} ${b.name}` : 'outside'}`),
    ).toEqual([]);
  });

  it('has room for the name in every language, and for passengers', () => {
    for (const place of board.places) {
      const box = theme.places[place.id]!.label?.box;
      if (!box) continue;
      const country = place.kind === 'country';
      for (const name of [place.name, ...Object.values(place.names ?? {})])
        expect(
          textSize(country ? name.toUpperCase() : name, theme.font * (country ? 0.9 : 1)).width * (country ? 1.22 : 1),
          name,
        ).toBeLessThanOrEqual(box[2] + 0.1);
      expect(Math.min(place.passengers ?? 0, 5) * passengerRow(theme.font).step).toBeLessThanOrEqual(box[2]);
    }
  });

  it('shows spaces large enough for their marks at 1366 x 768', () => {
    const scale = Math.min(1070 / theme.canvas[0], 620 / theme.canvas[1]);
    expect(theme.space[1] * 0.76 * scale).toBeGreaterThan(5.5);
  });
});
