// The engine worker. Only one tab may run it: two would write conflicting moves to one game.
import url from '../../../build/wasm/engine_worker.page.wasm?url';
import { Engine } from './engine';
import { openDatabase } from './database';
import { searchInWorker, type Search, type SearchPort } from './search';
import { BUSY, type FromWorker, type ToWorker } from './device';

const post = (message: FromWorker) => postMessage(message);
const none = Promise.resolve(null);
let engine: Promise<Engine | null> = none;
let search: Search | undefined; // shared by all engines that this worker opens
let locked = false; // this tab holds the lock

/**
 * Takes the lock on the games. Without Web Locks the database rejects conflicting writes: "add" fails for a key that
 * exists.
 */
function lockGames(): Promise<boolean> {
  if (locked || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request('perron.device', { ifAvailable: true }, (lock) => {
      locked = lock !== null;
      resolve(locked);
      return lock ? new Promise(() => {}) : undefined; // holds the lock until the tab closes
    });
  });
}

function close(code: number, why?: unknown): null {
  if (why) console.error(why);
  engine = none;
  post({ closed: code });
  return null;
}

async function openEngine(delay: number): Promise<Engine | null> {
  if (!(await lockGames())) return close(BUSY);
  try {
    const [module, store] = await Promise.all([
      fetch(url)
        .then((r) => r.arrayBuffer())
        .then((bytes) => WebAssembly.compile(bytes)),
      openDatabase(),
    ]);
    search ??= searchInWorker(
      module,
      () => new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' }) as SearchPort,
    );
    return await Engine.open(
      module,
      store,
      search,
      delay,
      (frame) => post({ frame }),
      (why) => close(1011, why),
    );
  } catch (why) {
    return close(1006, why);
  }
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('open' in data) {
    if (engine === none) engine = openEngine(data.open);
    if (await engine) post({ opened: true });
  } else if ('frame' in data) (await engine)?.receive(data.frame);
  else if ('close' in data) (await engine)?.disconnect();
  else if ('forget' in data)
    post({ got: data.get, status: (await (await engine)?.forget(data.forget)) ?? 503, text: '{}' });
  else {
    const { status, text } = (await engine)?.get(data.path) ?? { status: 503, text: '{}' };
    post({ got: data.get, status, text });
  }
};
