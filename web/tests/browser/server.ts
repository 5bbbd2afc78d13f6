// Starts `perron serve` on its own port with an empty store, and stops it after the tests. PERRON_URL: uses a running
// server instead.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const binary = process.env.PERRON ?? fileURLToPath(new URL('../../../build/perron', import.meta.url));

/** A free port. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/** A server for one test, which may kill it. */
export async function serve(at: string, folder: string): Promise<ChildProcess> {
  const server = spawn(
    binary,
    ['serve', '--listen', at, '--data', folder, '--computer-delay', '0', '--log', 'warning'],
    { stdio: 'ignore' },
  );
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://${at}/healthz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not start');
}

export default async function start(): Promise<(() => Promise<void>) | void> {
  if (process.env.PERRON_URL) return;
  const port = process.env.PERRON_PORT!;
  const folder = mkdtempSync(join(tmpdir(), 'perron-'));
  const server = spawn(
    binary,
    [
      'serve',
      '--listen',
      `127.0.0.1:${port}`,
      '--data',
      folder,
      '--computer-delay',
      '0',
      '--log',
      'warning',
      '--max-tables-per-user',
      '500',
      '--max-tables-per-address',
      '5000',
      '--table-rate',
      '10000',
      '--table-burst',
      '10000',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (let tries = 0; ; tries++) {
    const up = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (r) => r.ok,
      () => false,
    );
    if (server.exitCode !== null) throw new Error(`${binary} serve ended at once`);
    if (up) break;
    if (tries > 100) throw new Error(`${binary} serve did not start`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
