// Several people: a table by its link, a spectator, pass and play, coming back.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { playOn, startGame, watchErrors } from './player';

const person = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })).newPage();

test('two people and a spectator at one table', async ({ browser }) => {
  const [anna, bela, cilla] = await Promise.all([person(browser), person(browser), person(browser)]);
  await anna.goto('./#/new');
  await anna.locator('input[name=board]').nth(2).check({ force: true });
  await anna
    .getByRole('group', { name: 'Players' })
    .getByRole('radio', { name: '2', exact: true })
    .check({ force: true });
  await anna.getByRole('button', { name: 'Open a table' }).click();
  await expect(anna.locator('.qr')).toBeVisible();
  const link = await anna.locator('#link').inputValue();
  await bela.goto(link);
  await bela.getByRole('button', { name: 'Sit down' }).click();
  await anna.getByRole('button', { name: 'Start the game' }).click();
  await expect(bela.locator('main.game')).toBeVisible();
  await cilla.goto(link);
  await expect(cilla.locator('main.game')).toBeVisible();
  await expect(cilla.locator('.handcards')).toHaveCount(0);
  // both stop together: whoever went on alone would wait for the other's turn
  const acts = [0, 0];
  const enough = (seat: number) => (p: { turns: number; claims: number }) => {
    acts[seat] = p.turns + p.claims;
    return acts[0]! + acts[1]! >= 8;
  };
  await Promise.all([playOn(anna, 'mouse', enough(0)), playOn(bela, 'mouse', enough(1))]);
  // the spectator sees the same tracks as the players
  await expect
    .poll(async () => (await cilla.locator('.wg').count()) === (await anna.locator('.wg').count()))
    .toBe(true);
  await anna.getByRole('button', { name: 'Chat' }).click();
  await anna.getByLabel('Say something').fill('Good luck');
  await anna.keyboard.press('Enter');
  await bela.getByRole('button', { name: 'Chat' }).click();
  await expect(bela.locator('.chat li')).toContainText('Good luck');
});

test('pass and play with a curtain between the turns', async ({ page }) => {
  await page.goto('./#/pass');
  await page.getByPlaceholder('Player 1').fill('Anna');
  await page.getByPlaceholder('Player 2').fill('Béla');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.locator('.curtain')).toBeVisible();
  await expect(page.locator('.handcards .card:not(.none)')).toHaveCount(0); // nobody's cards are seen
  const names = new Set<string>();
  for (let i = 0; i < 4; i++) {
    names.add((await page.locator('.curtain h2').textContent()) ?? '');
    await page.locator('.curtain .btn').click();
    await expect(page.locator('.handcards .card:not(.none)').first()).toBeVisible();
    await page.locator('.card.back[aria-disabled="false"]').click();
    await expect(page.locator('.curtain')).toBeVisible();
  }
  expect(names.size).toBe(2);
});

test('the line is lost in the middle, the page is reloaded, a second tab is opened', async ({ page, context }) => {
  const errors = watchErrors(page, /WebSocket|ERR_INTERNET_DISCONNECTED/);
  await startGame(page, 'first-journey');
  await playOn(page, 'mouse', (p) => p.turns >= 2);
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await context.setOffline(false);
  const before = await page.locator('.player .sc').allTextContents();
  await page.reload();
  await expect(page.locator('main.game')).toBeVisible();
  expect(await page.locator('.player .sc').allTextContents()).toEqual(before);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.locator('main.game')).toBeVisible();
  await playOn(page, 'mouse', (p) => p.turns >= 2);
  await expect
    .poll(async () => (await second.locator('.wg').count()) === (await page.locator('.wg').count()))
    .toBe(true);
  expect(errors).toEqual([]);
});
