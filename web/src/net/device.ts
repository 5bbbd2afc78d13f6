// This device as a transport: exchanges the frames of the server's protocol with the engine worker.
import type { Socket } from '../state/client';
import type { Transport } from './transport';

export const BUSY = 4010; // close code: another tab runs the games of this device

export type ToWorker =
  | { open: number }
  | { frame: string }
  | { close: true }
  | { get: number; path: string }
  | { get: number; forget: string };
export type FromWorker =
  { opened: true } | { frame: string } | { closed: number } | { got: number; status: number; text: string };

/** The part of Worker used here; tests pass their own. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror?: unknown;
}

/** `delay` returns the least answer time of computer players in ms; read when the games are opened. */
export function deviceTransport(makeWorker: () => WorkerPort, delay: () => number): Transport {
  let worker: WorkerPort | null = null,
    current: Parameters<Transport['connect']>[0] | null = null,
    count = 0;
  const pending = new Map<number, (response: Response) => void>();
  const handleClose = (code: number) => {
    const was = current;
    current = null;
    was?.closed(code);
  };
  const port = (): WorkerPort => {
    if (worker) return worker;
    worker = makeWorker();
    worker.onmessage = ({ data }) => {
      if ('frame' in data) current?.message(data.frame);
      else if ('opened' in data) current?.open();
      else if ('closed' in data) handleClose(data.closed);
      else {
        pending.get(data.got)?.(new Response(data.text, { status: data.status }));
        pending.delete(data.got);
      }
    };
    worker.onerror = () => {
      // the worker failed to load
      worker = null;
      handleClose(1006);
    };
    return worker;
  };
  return {
    connect: (handlers) => {
      current = handlers;
      port().postMessage({ open: delay() });
      const socket: Socket = {
        send: (text) => current === handlers && port().postMessage({ frame: text }),
        close: () => {
          if (current !== handlers) return;
          port().postMessage({ close: true });
          handleClose(1000);
        },
      };
      return socket;
    },
    fetch: (path, method = 'GET') => {
      const forget = method === 'DELETE' ? /^games\/(\w+)$/.exec(path)?.[1] : undefined;
      if (method !== 'GET' && !forget) return Promise.resolve(new Response('{"code":"not_here"}', { status: 404 }));
      return new Promise((resolve) => {
        const get = ++count;
        pending.set(get, resolve);
        port().postMessage(forget ? { get, forget } : { get, path });
      });
    },
  };
}
