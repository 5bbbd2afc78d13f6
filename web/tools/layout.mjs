// Lays boards out: node tools/layout.mjs [--board FILE] [--out DIR] NAME...
// Without a file a name means data/boards/NAME.json with the settings of tools/boards.mjs; the result is the theme
// data/themes/NAME.json and, for the backdrop, the warp of the map data/themes/map/NAME.json (docs/themes.md).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { BOARDS } from './boards.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { board: { type: 'string' }, out: { type: 'string' } },
});
const { module: layout } = await runnerImport(`${top}/web/src/layout/index.ts`, {
  configFile: false,
  logLevel: 'error',
});
const out = values.out ?? `${top}/data/themes`;
const files = values.board
  ? [values.board]
  : (positionals.length ? positionals : Object.keys(BOARDS)).map((n) => `${top}/data/boards/${n}.json`);

for (const file of files) {
  const board = JSON.parse(readFileSync(file, 'utf8'));
  const known = BOARDS[board.id];
  const started = Date.now();
  const solved = layout.layOut(board, known?.settings, (line) => console.log(`${board.id}: ${line}`));
  const { model, left } = solved;
  const theme = layout.themeOf(
    model,
    known?.names ?? { en: board.name },
    known?.seats ?? ['yellow', 'blue', 'black', 'red', 'green'],
  );
  mkdirSync(`${out}/map`, { recursive: true });
  writeFileSync(`${out}/${board.id}.json`, written(theme));
  writeFileSync(`${out}/map/${board.id}.json`, JSON.stringify(mapOf(model)) + '\n');
  console.log(
    `${board.id}: ${left.length ? 'NOT CLEAN' : 'clean'}, least area scale ${layout.leastArea(model).toFixed(2)},`,
    `${((Date.now() - started) / 1000).toFixed(0)} s`,
  );
  if (left.length) process.exitCode = 1;
}

/** One line for each place and track, so that diffs are readable. */
function written(theme) {
  const line = (o) => JSON.stringify(o);
  const block = (o) =>
    '{\n' +
    Object.entries(o)
      .map(([k, v]) => `    ${line(k)}: ${line(v)}`)
      .join(',\n') +
    '\n  }';
  return (
    '{\n' +
    Object.entries(theme)
      .map(([k, v]) => `  ${line(k)}: ${k === 'places' || k === 'tracks' ? block(v) : line(v)}`)
      .join(',\n') +
    '\n}\n'
  );
}

function mapOf(model) {
  const { conic, scale, shift, set } = model.sheet;
  const short = (p) => p.map((v) => Number(v.toFixed(6)));
  const warp = model.warp();
  return {
    parallels: set.parallels,
    centre: set.centre,
    n: conic.n,
    f: conic.f,
    rho0: conic.rho0,
    scale: short(scale),
    shift: short(shift),
    points: warp.points.map(short),
    weights: warp.weights.map(short),
    affine: warp.affine.map(short),
  };
}
