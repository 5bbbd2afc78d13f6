// The worker that computer players of this device think in.
import { thinkHere, type ToThinker } from './search';

let think: Promise<(question: Uint8Array) => number>;

onmessage = async ({ data }: MessageEvent<ToThinker>) => {
  if ('module' in data) think = thinkHere(data.module);
  else {
    const action = await think
      .then((answer) => answer(data.question))
      .catch((why: unknown) => {
        setTimeout(() => {
          throw why;
        }); // for the judge's worker: a promise's failure would not reach it
        return null;
      });
    if (action !== null) postMessage(action);
  }
};
