// The worker that the judge of this device lives in. One for all tabs: two would write two ends to one game.
import url from '../../../build/wasm/judge.page.wasm?url';
import { Judge } from './engine';
import { openKeeper } from './database';
import { thinkElsewhere, type Think, type ThinkingPort } from './search';
import { BUSY, type FromWorker, type ToWorker } from './device';

const tell = (message: FromWorker) => postMessage(message);
const none = Promise.resolve(null);
let judge: Promise<Judge | null> = none;
let think: Think | undefined; // one for all judges that there may have to be
let here = false; // this tab has the games

/**
 * The games are this tab's from now on, or another's. Where the browser knows no locks, the database refuses a second
 * end.
 */
function takeGames(): Promise<boolean> {
  if (here || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request('perron.device', { ifAvailable: true }, (lock) => {
      here = lock !== null;
      resolve(here);
      return lock ? new Promise(() => {}) : undefined; // until the tab is gone
    });
  });
}

function lose(code: number, why?: unknown): null {
  if (why) console.error(why);
  judge = none;
  tell({ closed: code });
  return null;
}

async function openJudge(delay: number): Promise<Judge | null> {
  if (!(await takeGames())) return lose(BUSY);
  try {
    const [module, keeper] = await Promise.all([
      fetch(url)
        .then((r) => r.arrayBuffer())
        .then((bytes) => WebAssembly.compile(bytes)),
      openKeeper(),
    ]);
    think ??= thinkElsewhere(
      module,
      () => new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' }) as ThinkingPort,
    );
    return await Judge.open(
      module,
      keeper,
      think,
      delay,
      (frame) => tell({ frame }),
      (why) => lose(1011, why),
    );
  } catch (why) {
    return lose(1006, why);
  }
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('open' in data) {
    if (judge === none) judge = openJudge(data.open);
    if (await judge) tell({ opened: true });
  } else if ('frame' in data) (await judge)?.receive(data.frame);
  else if ('close' in data) (await judge)?.leave();
  else if ('forget' in data)
    tell({ got: data.get, status: (await (await judge)?.forget(data.forget)) ?? 503, text: '{}' });
  else {
    const { status, text } = (await judge)?.get(data.path) ?? { status: 503, text: '{}' };
    tell({ got: data.get, status, text });
  }
};
