// The worker that the judge of this device lives in. One for all tabs: two would write two ends to one game.
import url from '../../../build/wasm/judge.wasm?url';
import { Judge } from './judge';
import { openKeeper } from './keeper';
import { BUSY, type FromWorker, type ToWorker } from './device';

let judge: Promise<Judge> | null = null;
let here = false; // this tab has the games
const tell = (message: FromWorker) => postMessage(message);

/** The games are this tab's from now on, or another's. Where the browser knows no locks, the database refuses a second end. */
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

function openJudge(delay: number): Promise<Judge> {
  judge ??= (async () => {
    const [module, keeper] = await Promise.all([fetch(url).then((r) => r.arrayBuffer()).then((bytes) => WebAssembly.compile(bytes)), openKeeper()]);
    return Judge.open(module, keeper, delay, (frame) => tell({ frame }), (why) => {
      console.error(why);
      judge = null;
      tell({ closed: 1011 });
    });
  })();
  judge.catch(() => (judge = null));
  return judge;
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('open' in data) {
    if (!(await takeGames())) return tell({ closed: BUSY });
    await openJudge(data.open).then(() => tell({ opened: true }), (why: unknown) => {
      console.error(why);
      tell({ closed: 1006 });
    });
  } else if ('frame' in data) (await judge)?.receive(data.frame);
  else if ('close' in data) (await judge)?.leave();
  else {
    const { status, text } = (await judge)?.get(data.path) ?? { status: 503, text: '{}' };
    tell({ got: data.get, status, text });
  }
};
