// The server is killed during a game and restarts: the game continues, and nothing is played twice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { playOn, startGame, watchErrors } from './player';
import { serve } from './server';

const at = `127.0.0.1:${Number(process.env.PERRON_PORT) + 1}`;
test.use({ baseURL: `http://${at}/` });

test('kill -9 in the middle of a move', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'perron-')),
    errors = watchErrors(page, /WebSocket|ERR_CONNECTION/);
  let server = await serve(at, folder);
  try {
    await startGame(page, 'first-journey');
    await playOn(page, 'mouse', (p) => p.turns >= 2);
    for (let round = 0; round < 2; round++) {
      await playOn(page, 'mouse', async () => (await page.locator('.card.back[aria-disabled="false"]').count()) > 0);
      const cards = Number(
        await page
          .locator('.player')
          .first()
          .locator('.st span[title="cards in hand"]')
          .innerText()
          .then((t) => /\d+/.exec(t)![0]),
      );
      server.kill('SIGKILL'); // and at once a move into the void
      await page.locator('[data-deck]').click();
      await expect(page.locator('.note.warn')).toBeVisible();
      server = await serve(at, folder);
      await expect(page.locator('.note.warn')).toBeHidden({ timeout: 20_000 });
      // the move kept by the page has been played, and only once: two cards more
      await expect
        .poll(
          async () =>
            Number(
              /\d+/.exec(
                await page.locator('.player').first().locator('.st span[title="cards in hand"]').innerText(),
              )![0],
            ),
          { timeout: 15_000 },
        )
        .toBe(cards + 2);
    }
    await playOn(page, 'mouse', (p) => p.turns >= 1);
    expect(errors).toEqual([]);
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
