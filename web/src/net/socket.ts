// The server as a transport: a WebSocket and HTTP. Silence for too long counts as a lost line.
import type { Socket, Environment } from '../state/client';
import type { Fetch, Transport } from './transport';

const SILENCE = 50_000; // the server pings every 20 s, but a browser does not show pings: we send our own
const PING = 20_000;

function connect(url: string): Environment['connect'] {
  return (on) => {
    const socket = new WebSocket(url);
    let heard = Date.now(),
      done = false;
    const closed = (code: number) => {
      if (done) return;
      done = true;
      clearInterval(timer);
      on.closed(code);
    };
    const timer = setInterval(() => {
      if (Date.now() - heard > SILENCE) {
        socket.close();
        closed(1006);
      } else if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ type: 'ping', id: `p${Date.now().toString(36)}` }));
    }, PING);
    socket.onopen = () => on.open();
    socket.onmessage = ({ data }) => {
      heard = Date.now();
      on.message(String(data));
    };
    socket.onclose = ({ code }) => closed(code);
    const line: Socket = {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => {
        socket.close();
        closed(1000);
      },
    };
    return line;
  };
}

function fetchFrom(base: string, token: () => string | null): Fetch {
  return (path, method = 'GET', body) => {
    const headers: Record<string, string> = {},
      known = token();
    if (known) headers.Authorization = `Bearer ${known}`;
    if (body) headers['Content-Type'] = 'application/json';
    return fetch(`${base}api/v1/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  };
}

export const serverTransport = (base: string, token: () => string | null): Transport => ({
  connect: connect(`${base.replace(/^http/, 'ws')}ws`),
  fetch: fetchFrom(base, token),
});
