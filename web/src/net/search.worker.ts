// The worker that computer players of this device search in.
import { createSearch, type ToSearchWorker } from './search';

let search: Promise<(question: Uint8Array) => number>;

onmessage = async ({ data }: MessageEvent<ToSearchWorker>) => {
  if ('module' in data) search = createSearch(data.module);
  else {
    const action = await search
      .then((answer) => answer(data.question))
      .catch((why: unknown) => {
        setTimeout(() => {
          throw why;
        }); // for the engine's worker: a promise's failure would not reach it
        return null;
      });
    if (action !== null) postMessage(action);
  }
};
