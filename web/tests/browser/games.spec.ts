// Whole games of each board against a computer player: by mouse, by touch at phone size, by keyboard alone.
import { execFileSync } from 'node:child_process';
import { expect, test, type Page } from '@playwright/test';
import type { ServerMessage } from '../../src/wire/protocol';
import { playOn, startGame, toResult, watchErrors } from './player';
import { binary } from './server';

test('Europe by mouse, from the first page to the result', async ({ page }) => {
  const errors = watchErrors(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await startGame(page, 'europe');
  const played = await playOn(page, 'mouse');
  expect(played.asked).toContain('keep');
  expect(played.claims).toBeGreaterThan(5);
  await toResult(page);
  await expect(page.locator('.plot')).toBeVisible();
  await page.getByRole('button', { name: 'Check the deal' }).click();
  await expect(page.locator('.verdict.good')).toBeVisible();
  expect(errors).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  test('Germany by touch', async ({ page }) => {
    const errors = watchErrors(page);
    await startGame(page, 'germany');
    await expect(page.locator('[data-place]')).toHaveCount(0); // a city would catch taps on the short tracks beside it
    const played = await playOn(page, 'touch');
    expect(played.asked).toContain('split');
    expect(played.asked).toContain('passengers');
    await toResult(page);
    expect(errors).toEqual([]);
  });
});

test('Germany in a low window: a long log scrolls, the page does not', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 620 });
  await startGame(page, 'germany', 2);
  await playOn(page, 'mouse', async () => (await page.locator('.log li').count()) > 45);
  expect(await page.locator('.log').evaluate((log) => log.scrollHeight > log.clientHeight)).toBe(true);
});

test('First Journey by keyboard alone', async ({ page }) => {
  const errors = watchErrors(page);
  await startGame(page, 'first-journey');
  const played = await playOn(page, 'keyboard');
  expect(played.claims).toBeGreaterThan(2);
  await toResult(page);
  expect(errors).toEqual([]);
});

test('a game against a strong player, and its replay, also from a seat', async ({ page }) => {
  const errors = watchErrors(page);
  await startGame(page, 'first-journey', 1, 'Strong');
  await playOn(page, 'mouse');
  await toResult(page);
  expect(errors).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download the record').click()]);
  execFileSync(binary, ['record', 'verify', await download.path()]); // throws when it does not fit
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.player-bar')).toBeVisible();
  await page.getByRole('button', { name: 'To the end' }).click();
  const wagons = await page.locator('.wg').count();
  expect(wagons).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'To the beginning' }).click();
  expect(await page.locator('.wg').count()).toBe(0);
  await page.getByLabel('Seen from the seat of').selectOption('1');
  await expect(page.locator('.seathand')).toBeVisible();
  await expect(page.locator('.player .tag')).toHaveText(['you', 'computer']); // whoever is looked from
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.locator('.timeline b')).not.toHaveText(/^Move 0 /);
});

/** The path of the ticket nearest to completion, as last received by the page. */
function nearestTicket(page: Page): readonly string[] {
  const wanted: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as ServerMessage;
      if (message.type !== 'ok' || !message.tickets) return;
      const open = message.tickets.filter((t) => t.state === 'open' && t.way).sort((a, b) => a.wagons! - b.wagons!);
      if (open[0]) wanted.splice(0, wanted.length, ...open[0].way!);
    }),
  );
  return wanted;
}

test('the line of a completed ticket draws itself', async ({ page }) => {
  const wanted = nearestTicket(page);
  await startGame(page, 'europe');
  await playOn(page, 'mouse', async () => (await page.locator('.drawn').count()) > 0, wanted);
  await expect(page.locator('.drawn path').first()).toHaveAttribute('d', /^M/);
  await expect(page.locator('.note.good')).toContainText('done');
  await expect(page.locator('.tk.done')).not.toHaveCount(0);
});

test('pass and play: the line of a completed ticket is seen before the curtain falls', async ({ page }) => {
  const wanted = nearestTicket(page);
  await page.goto('./#/pass');
  await page.getByRole('button', { name: 'Start' }).click();
  await playOn(page, 'mouse', async () => (await page.locator('.drawn').count()) > 0, wanted);
  await expect(page.locator('.curtain')).toHaveCount(0);
  await expect(page.locator('.curtain')).toBeVisible();
  await expect(page.locator('.drawn')).toHaveCount(0);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('the line of a completed ticket is there at once', async ({ page }) => {
    const wanted = nearestTicket(page);
    await startGame(page, 'first-journey');
    await playOn(page, 'mouse', async () => (await page.locator('.drawn').count()) > 0, wanted);
    const moving = await page
      .locator('.drawn path')
      .first()
      .evaluate(
        (path) => path.getAnimations().filter((a) => Number(a.effect?.getComputedTiming().duration) > 1).length,
      );
    expect(moving).toBe(0);
  });
});
