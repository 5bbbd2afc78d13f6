// The server as a transport: WebSocket and HTTP. A silent connection counts as lost.
import type { Socket, Environment } from '../state/client';
import type { Fetch, Transport } from './transport';

const TIMEOUT_MS = 50_000; // ms; browsers hide the server's pings (every 20 s), so the page sends its own
const PING_MS = 20_000;

function connect(url: string): Environment['connect'] {
  return (on) => {
    const socket = new WebSocket(url);
    let lastMessage = Date.now(),
      done = false;
    const closed = (code: number) => {
      if (done) return;
      done = true;
      clearInterval(timer);
      on.closed(code);
    };
    const timer = setInterval(() => {
      if (Date.now() - lastMessage > TIMEOUT_MS) {
        socket.close();
        closed(1006);
      } else if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ type: 'ping', id: `p${Date.now().toString(36)}` }));
    }, PING_MS);
    socket.onopen = () => on.open();
    socket.onmessage = ({ data }) => {
      lastMessage = Date.now();
      on.message(String(data));
    };
    socket.onclose = ({ code }) => closed(code);
    const handle: Socket = {
      send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
      close: () => {
        socket.close();
        closed(1000);
      },
    };
    return handle;
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
