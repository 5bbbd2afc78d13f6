// Computer players of the games on this device. They think in a worker of their own, so that the engine answers
// meanwhile.
import { Wasm } from './wasm';

/** A question of the engine, and the action that is chosen. */
export type Search = (question: Uint8Array<ArrayBuffer>) => Promise<number>;

/** Thinks where it is called. */
export async function createSearch(module: WebAssembly.Module): Promise<(question: Uint8Array) => number> {
  const nothing = () => {}; // it is asked, and judges nothing
  const wasm = await Wasm.load(module, {
    send: nothing,
    commit: nothing,
    set_timer: nothing,
    answer: nothing,
    search: nothing,
    forgotten: nothing,
  });
  return (question) => {
    wasm.put(question);
    return wasm.exports.search();
  };
}

export type ToSearchWorker = { module: WebAssembly.Module } | { question: Uint8Array };

/** What there is of a Worker here; tests hand in their own. */
export interface SearchPort {
  postMessage(message: ToSearchWorker): void;
  onmessage: ((event: MessageEvent<number>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/**
 * Thinks in a worker, which is made when it is first needed; answers come in the order of questions. Where there can be
 * none, or it fails, here.
 */
export function searchInWorker(module: WebAssembly.Module, makeWorker: () => SearchPort): Search {
  const waiting: { question: Uint8Array; done: (action: number) => void; failed: (why: unknown) => void }[] = [];
  let worker: SearchPort | null = null,
    here: Promise<(question: Uint8Array) => number> | null = null;
  const answerHere = async () => {
    const asked = waiting.splice(0);
    here ??= createSearch(module);
    for (const { question, done, failed } of asked) await here.then((search) => done(search(question))).catch(failed);
  };
  const fail = () => {
    worker = null;
    void answerHere();
  };
  const open = (): SearchPort => {
    worker = makeWorker();
    worker.onmessage = ({ data }) => waiting.shift()?.done(data);
    worker.onerror = fail;
    worker.postMessage({ module });
    return worker;
  };
  return (question) =>
    new Promise((done, failed) => {
      waiting.push({ question, done, failed });
      if (here) return void answerHere();
      try {
        (worker ?? open()).postMessage({ question });
      } catch {
        fail(); // no workers within workers
      }
    });
}
