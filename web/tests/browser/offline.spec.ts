// The page without a server: it opens, plays whole games on this device, stores them, and loads a new build when there
// is one.
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { execFileSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playOn, startGame, toResult, watchErrors } from './player';
import { binary, freePort, serve } from './server';

const LOST = /WebSocket|ERR_CONNECTION|ERR_FAILED|Failed to load resource/;
let folder: string, server: ChildProcess, base: string;

test.beforeEach(async ({ page }) => {
  folder = mkdtempSync(join(tmpdir(), 'perron-'));
  const at = `127.0.0.1:${await freePort()}`;
  base = `http://${at}/`;
  server = await serve(at, folder);
  await page.addInitScript(
    () =>
      localStorage.getItem('perron.settings') ??
      localStorage.setItem('perron.settings', JSON.stringify({ speed: 'off', language: 'en' })),
  );
});
test.afterEach(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Visits the page once and waits until everything is cached. */
async function visit(page: Page, address = base) {
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

async function withoutServer(page: Page) {
  await visit(page);
  server.kill('SIGKILL');
  await page.reload();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
}

async function verifyRecord(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the record' }).click(),
  ]);
  execFileSync(binary, ['record', 'verify', await download.path()]); // throws when it does not fit
}

async function sound(page: Page, name: string) {
  await page.waitForTimeout(350);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations
      .filter((v) => v.impact === 'serious' || v.impact === 'critical')
      .map((v) => `${name}: ${v.id} ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`),
  ).toEqual([]);
}

for (const board of ['europe', 'germany', 'first-journey'] as const)
  test(`${board}: a whole game without a server, reloaded in the middle`, async ({ page }) => {
    const errors = watchErrors(page, LOST);
    await withoutServer(page);
    await startGame(page, board, 1, board === 'germany' ? 'Strong' : 'Easy', null);
    expect(page.url()).toContain('#/here/t/');
    await playOn(page, 'mouse', (p) => p.turns + p.claims >= 4);
    const points = await page.locator('.player').first().innerText();
    await page.reload();
    await expect(page.locator('main.game')).toBeVisible();
    if (board === 'first-journey')
      expect((await page.locator('.player').first().innerText()).length).toBeGreaterThan(0);
    else expect(await page.locator('.player').first().innerText()).toBe(points);
    await playOn(page, 'mouse');
    await toResult(page);
    await verifyRecord(page);
    await page.getByRole('button', { name: 'Check the deal' }).click();
    await expect(page.locator('.verdict.good')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'To the end' }).click();
    expect(await page.locator('.wg').count()).toBeGreaterThan(2);
    await page.getByRole('link', { name: 'Perron, Home' }).click();
    await expect(page.getByRole('heading', { name: 'My finished games' })).toBeVisible();
    expect(errors).toEqual([]);
  });

test('pass and play without a server, reloaded, and a rematch', async ({ page }) => {
  const errors = watchErrors(page, LOST);
  await withoutServer(page);
  await page.getByRole('link', { name: /^Pass and play/ }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.curtain')).toBeVisible();
  await playOn(page, 'mouse', (p) => p.claims >= 2);
  await page.reload();
  await expect(page.locator('.curtain')).toBeVisible(); // nobody's hand is open after it
  await playOn(page, 'mouse');
  await toResult(page);
  await verifyRecord(page);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.locator('.curtain')).toBeVisible();
  expect(errors).toEqual([]);
});

test('games that version 0.1 left on this device are here and go on', async ({ page }) => {
  const errors = watchErrors(page);
  const file = fileURLToPath(new URL('../../../tests/stored/0.1/device.json', import.meta.url));
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { tables: string[]; rows: Record<string, string> };
  await page.goto(base);
  await page.evaluate(
    (rows) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('perron', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
        opening.onerror = () => reject(new Error(String(opening.error)));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('rows', 'readwrite');
          for (const [key, text] of Object.entries(rows)) transaction.objectStore('rows').put(text, key);
          transaction.oncomplete = () => (opening.result.close(), resolve());
        };
      }),
    stored.rows,
  );
  await page.goto(`${base}#/here`);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveCount(2);
  await page.goto(`${base}#/here/t/${stored.tables[0]}`);
  await expect(page.locator('main.game')).toBeVisible();
  await playOn(page, 'mouse', (played) => played.turns + played.claims >= 2);
  expect(errors).toEqual([]);
});

for (const theme of ['light', 'dark'] as const)
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    test('the places of this device', async ({ page }) => {
      await withoutServer(page);
      await sound(page, 'home without a server');
      await page.goto(`${base}#/here`);
      await expect(page.getByText('No games on this device yet.')).toBeVisible();
      await sound(page, 'here');
      await startGame(page, 'first-journey', 1, 'Easy', null);
      await page.goto(`${base}#/here`);
      await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible();
      await sound(page, 'games');
      await page.goto(`${base}#/account`);
      await expect(page.getByText('your account need the server')).toBeVisible();
      await sound(page, 'account');
      await page.goto(`${base}#/new`);
      await sound(page, 'friends');
    });
  });

test('with a server, too; games here and there do not meet', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto(base);
  await page.getByRole('link', { name: /^Play without a connection/ }).click();
  await startGame(page, 'first-journey', 1, 'Easy', null);
  await page.goto(`${base}#/here`);
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute('href', /#\/here\/t\//);
  await page.getByRole('link', { name: 'Perron, Home' }).click();
  await expect(page.getByRole('heading', { name: 'Play now' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Open tables' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Continue' })).toHaveCount(0);
  await expect(page.getByText('1 unfinished game on this device.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a second tab waits for the first', async ({ page, context }) => {
  await page.goto(`${base}#/here`);
  await startGame(page, 'first-journey', 1, 'Easy', null);
  const other = await context.newPage();
  await other.goto(`${base}#/here`);
  await expect(other.getByText('open in another tab')).toBeVisible();
  await page.close();
  await expect(other.getByRole('link', { name: 'Open', exact: true })).toBeVisible({ timeout: 20_000 });
});

test('the engine answers while experts think', async ({ page }) => {
  await page.addInitScript(() => {
    const Real = Worker;
    window.Worker = class extends Real {
      constructor(...args: ConstructorParameters<typeof Real>) {
        super(...args);
        if (String(args[0]).includes('engine.worker')) (window as unknown as { engine: Worker }).engine = this;
      }
    };
  });
  await page.goto(`${base}#/here`);
  await startGame(page, 'europe', 4, 'Expert', null);
  await playOn(
    page,
    'mouse',
    async (p) => p.turns + p.claims >= 1 && (await page.locator('.prompt.mine').count()) === 0,
  );
  const spans = await page.evaluate(async () => {
    const { engine } = window as unknown as { engine: Worker },
      out: number[] = [];
    for (let i = 0; i < 30; i++) {
      const from = performance.now();
      await new Promise<void>((resolve) => {
        const hear = ({ data }: MessageEvent<{ got?: number }>) => {
          if (data.got !== -1) return;
          engine.removeEventListener('message', hear);
          resolve();
        };
        engine.addEventListener('message', hear);
        engine.postMessage({ get: -1, path: 'me/games?state=unfinished' });
      });
      out.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return out.sort((a, b) => a - b);
  });
  // With a thought in between it is a second.
  expect(spans[25], `milliseconds: ${spans.map(Math.round).join(' ')}`).toBeLessThan(100);
  expect(spans.at(-1)).toBeLessThan(500);
});

test('a finished game is deleted, by keyboard', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto(`${base}#/here`);
  await startGame(page, 'first-journey', 1, 'Easy', null);
  await playOn(page, 'mouse', (p) => p.turns + p.claims >= 1);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'End the game' }).click();
  await page.locator('.dialog').getByRole('button', { name: 'End the game' }).click();
  await expect(page.getByRole('heading', { name: 'The game was ended early' })).toBeVisible();
  await page.goto(`${base}#/here`);
  const bin = page.getByRole('button', { name: /^Delete: First Journey/ });
  await bin.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Delete this game?' })).toBeVisible();
  await sound(page, 'delete');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bin).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No games on this device yet.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No games on this device yet.')).toBeVisible();
  expect(errors).toEqual([]);
});

test('the server comes back', async ({ page }) => {
  await withoutServer(page);
  server = await serve(new URL(base).host, folder);
  await expect(page.getByRole('heading', { name: 'Play now' })).toBeVisible({ timeout: 20_000 });
});

test('a new build is taken up, and then kept', async ({ page }) => {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
  const TYPES: Record<string, string> = {
    js: 'text/javascript',
    css: 'text/css',
    html: 'text/html',
    wasm: 'application/wasm',
    svg: 'image/svg+xml',
  };
  let build = 'one',
    mixed = false,
    torn = 0;
  const asked = () => Math.min(2, torn); // the page, and the page for the cache
  const handOut: Server = createServer((request, response) => {
    const path = normalize(new URL(request.url!, 'http://x').pathname).replace(/^\/$/, '/index.html');
    try {
      const page = readFileSync(join(dist, 'index.html'), 'utf8').replace(
        '<title>',
        `<meta name="build" content="${build}"><title>`,
      );
      if (mixed && path === '/index.html') torn++;
      let body: Buffer | string = path === '/index.html' ? page : readFileSync(join(dist, path));
      if (path === '/sw.js')
        body = body
          .toString()
          .replace(/VERSION = '\w+'/, `VERSION = '${build}'`)
          .replace(
            /PAGE = '\w+'/,
            `PAGE = '${createHash('sha256')
              .update(mixed ? 'another' : page)
              .digest('hex')}'`,
          );
      response
        .writeHead(200, {
          'Content-Type': TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream',
          'Cache-Control': 'no-cache',
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await freePort(),
    address = `http://127.0.0.1:${port}/`;
  const listen = () => new Promise<void>((resolve) => handOut.listen(port, '127.0.0.1', resolve));
  const shown = () => page.locator('meta[name=build]').getAttribute('content');
  const kept = () => page.evaluate(async () => (await caches.keys()).sort().join());
  // Between two steps the browser has done with its workers. A load that meets their change may never end in Chromium
  // (seen once in some hundred runs): then it is asked for again, as a person would.
  const reload = async () => {
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!;
          return !installing && !waiting && active?.state === 'activated';
        }),
      )
      .toBe(true);
    await expect(() => page.reload({ timeout: 30_000 })).toPass({ timeout: 65_000 });
  };
  await listen();
  try {
    await visit(page, address);
    expect(await kept()).toBe('perron-one');
    build = 'two';
    await reload();
    expect(await shown()).toBe('two'); // at once, not at the next visit
    await expect.poll(kept).toBe('perron-one,perron-two'); // an open page of the first may want its files still
    [build, mixed] = ['torn', true]; // the server is replaced between two files
    await reload();
    await expect.poll(asked).toBe(2);
    await expect.poll(kept).toBe('perron-one,perron-two');
    [build, mixed] = ['three', false];
    await reload();
    await expect.poll(kept).toBe('perron-three,perron-two');
    handOut.closeAllConnections();
    await new Promise((resolve) => handOut.close(resolve));
    await reload();
    expect(await shown()).toBe('three');
    await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  } finally {
    handOut.closeAllConnections();
    handOut.close();
  }
});
