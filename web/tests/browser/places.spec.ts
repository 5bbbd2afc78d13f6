// Every place and dialog in both themes: axe finds nothing serious; each language can be chosen; no place is a dead end.
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { playOn, startGame, toResult } from './player';

async function sound(page: Page, name: string) {
  await page.waitForTimeout(350); // what is still rising is half faded
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => `${name}: ${v.id} ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(' | ')}`);
  expect(bad).toEqual([]);
}

for (const theme of ['light', 'dark'] as const)
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: { width: 1366, height: 768 } });

    test('the places', async ({ page }) => {
      for (const place of ['', '#/new', '#/pass', '#/rules/europe', '#/rules/germany', '#/rules/first-journey', '#/settings', '#/t/000000000000']) {
        await page.goto(`./${place}`);
        await expect(page.locator('h1').first()).toBeVisible();
        await sound(page, place || 'home');
      }
    });

    test('the table', async ({ page }) => {
      await page.goto('./#/new');
      await page.getByRole('button', { name: 'Set a table' }).click();
      await expect(page.locator('.qr')).toBeVisible();
      await sound(page, 'table');
    });

    test('the game and its dialogs', async ({ page }) => {
      await startGame(page, 'europe');
      await expect(page.locator('.offers')).toBeVisible();
      await sound(page, 'keep');
      await playOn(page, 'mouse', async (p) => p.turns >= 2 && (await page.locator('.hits path[data-lit]').count()) > 0);
      await sound(page, 'turn');
      await page.keyboard.press('t');
      await sound(page, 'list');
      await page.locator('.tracklist button').first().click();
      await sound(page, 'claim');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Station', exact: true }).click();
      await page.getByLabel('Choose a city').selectOption({ index: 3 });
      await sound(page, 'station');
      await page.keyboard.press('Escape');
      await page.locator('.tk').first().click();
      await page.getByRole('button', { name: 'Menu' }).click();
      await sound(page, 'menu');
    });

    test('the end', async ({ page }) => {
      await startGame(page, 'first-journey');
      await playOn(page, 'mouse');
      await sound(page, 'count');
      await toResult(page);
      await sound(page, 'result');
    });
  });

test('each language, with its own names', async ({ page }) => {
  await page.goto('./');
  for (const [language, title] of [['pl', 'Zagraj teraz'], ['hu', 'Játssz most'], ['de', 'Jetzt spielen'], ['en', 'Play now']] as const) {
    await page.getByRole('banner').getByRole('combobox').selectOption(language);
    await expect(page.locator('h1')).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
});

test('360 to 2560 pixels: nothing is wider than the window', async ({ page }) => {
  for (const width of [360, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
    for (const place of ['', '#/new', '#/pass', '#/rules/germany', '#/settings']) {
      await page.goto(`./${place}`);
      await expect(page.locator('h1').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${place} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
