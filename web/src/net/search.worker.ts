// The search worker of the computer players on this device.
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
        }); // reaches onerror of the engine worker, which a rejected promise would not
        return null;
      });
    if (action !== null) postMessage(action);
  }
};
