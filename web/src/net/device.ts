// This device as a transport: the same frames as over the server's socket, to and from a worker with the engine in it.
import type { Socket } from '../state/client';
import type { Transport } from './transport';

export const BUSY = 4010; // as a close code: another tab has the games of this device

export type ToWorker =
  | { open: number }
  | { frame: string }
  | { close: true }
  | { get: number; path: string }
  | { get: number; forget: string };
export type FromWorker =
  { opened: true } | { frame: string } | { closed: number } | { got: number; status: number; text: string };

/** What there is of a Worker here; tests hand in their own. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror?: unknown;
}

/** `delay`: how long computer players let themselves wait for, in milliseconds, when the games are opened. */
export function deviceTransport(makeWorker: () => WorkerPort, delay: () => number): Transport {
  let worker: WorkerPort | null = null,
    on: Parameters<Transport['connect']>[0] | null = null,
    count = 0;
  const asked = new Map<number, (response: Response) => void>();
  const gone = (code: number) => {
    const was = on;
    on = null;
    was?.closed(code);
  };
  const port = (): WorkerPort => {
    if (worker) return worker;
    worker = makeWorker();
    worker.onmessage = ({ data }) => {
      if ('frame' in data) on?.message(data.frame);
      else if ('opened' in data) on?.open();
      else if ('closed' in data) gone(data.closed);
      else {
        asked.get(data.got)?.(new Response(data.text, { status: data.status }));
        asked.delete(data.got);
      }
    };
    worker.onerror = () => {
      // it could not be loaded
      worker = null;
      gone(1006);
    };
    return worker;
  };
  return {
    connect: (handlers) => {
      on = handlers;
      port().postMessage({ open: delay() });
      const line: Socket = {
        send: (text) => on === handlers && port().postMessage({ frame: text }),
        close: () => {
          if (on !== handlers) return;
          port().postMessage({ close: true });
          gone(1000);
        },
      };
      return line;
    },
    fetch: (path, method = 'GET') => {
      const forget = method === 'DELETE' ? /^games\/(\w+)$/.exec(path)?.[1] : undefined;
      if (method !== 'GET' && !forget) return Promise.resolve(new Response('{"code":"not_here"}', { status: 404 }));
      return new Promise((resolve) => {
        const get = ++count;
        asked.set(get, resolve);
        port().postMessage(forget ? { get, forget } : { get, path });
      });
    },
  };
}
