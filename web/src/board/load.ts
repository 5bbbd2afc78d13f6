// Loads boards, themes and backdrops. Built-in boards come with the page, each in its own file. Other boards come from
// the server and are laid out in a worker from their coordinates.
import type { Theme } from '../layout/theme';
import { definitionOf, type BoardJson, type BoardDefinition } from './definition';
import { geometryOf, type Backdrop, type BoardGeometry } from './geometry';

export interface LoadedBoard {
  def: BoardDefinition;
  geometry: BoardGeometry;
  backdrop: Backdrop | null;
}

const boards = import.meta.glob<BoardJson>('../../../data/boards/*.json', { import: 'default' });
const themes = import.meta.glob<Theme>('../../../data/themes/*.json', { import: 'default' });
const backdrops = import.meta.glob<Backdrop>('../../../data/themes/backdrop/*.json', { import: 'default' });

const loaded = new Map<string, Promise<LoadedBoard>>();

/** Calls `fetchBoard` for boards that do not come with the page. */
export function loadBoard(id: string, fetchBoard: () => Promise<BoardJson>): Promise<LoadedBoard> {
  let promise = loaded.get(id);
  if (!promise) {
    promise = load(id, fetchBoard);
    promise.catch(() => loaded.delete(id));
    loaded.set(id, promise);
  }
  return promise;
}

async function load(id: string, fetchBoard: () => Promise<BoardJson>): Promise<LoadedBoard> {
  const known = boards[`../../../data/boards/${id}.json`],
    theme = themes[`../../../data/themes/${id}.json`];
  const backdrop = backdrops[`../../../data/themes/backdrop/${id}.json`];
  const [json, behind] = await Promise.all([known ? known() : fetchBoard(), backdrop ? backdrop() : null]);
  const def = definitionOf(json);
  return { def, geometry: geometryOf(def, theme ? await theme() : await laidOut(json)), backdrop: behind };
}

function laidOut(json: BoardJson): Promise<Theme> {
  const worker = new Worker(new URL('../layout/worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Theme>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Theme>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(json);
  }).finally(() => worker.terminate());
}
