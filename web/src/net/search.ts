// Searches for computer players on this device. They run in their own worker, so that the engine stays responsive.
import { Wasm } from './wasm';

/** Searches the position and resolves to the chosen action. */
export type Search = (question: Uint8Array<ArrayBuffer>) => Promise<number>;

/** A search on the calling thread. */
export async function createSearch(module: WebAssembly.Module): Promise<(question: Uint8Array) => number> {
  const nothing = () => {}; // this instance only searches
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

/** The part of Worker used here; tests pass their own. */
export interface SearchPort {
  postMessage(message: ToSearchWorker): void;
  onmessage: ((event: MessageEvent<number>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/**
 * A search in a worker, created on first use; answers keep the order of the questions. Falls back to the calling thread
 * if the worker fails or cannot be created.
 */
export function searchInWorker(module: WebAssembly.Module, makeWorker: () => SearchPort): Search {
  const queue: { question: Uint8Array; done: (action: number) => void; failed: (why: unknown) => void }[] = [];
  let worker: SearchPort | null = null,
    here: Promise<(question: Uint8Array) => number> | null = null;
  const searchHere = async () => {
    const queued = queue.splice(0);
    here ??= createSearch(module);
    for (const { question, done, failed } of queued) await here.then((search) => done(search(question))).catch(failed);
  };
  const fail = () => {
    worker = null;
    void searchHere();
  };
  const open = (): SearchPort => {
    worker = makeWorker();
    worker.onmessage = ({ data }) => queue.shift()?.done(data);
    worker.onerror = fail;
    worker.postMessage({ module });
    return worker;
  };
  return (question) =>
    new Promise((done, failed) => {
      queue.push({ question, done, failed });
      if (here) return void searchHere();
      try {
        (worker ?? open()).postMessage({ question });
      } catch {
        fail(); // this browser has no nested workers
      }
    });
}
