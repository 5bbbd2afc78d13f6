// Every place and dialog in both themes, some at a phone's width: axe finds nothing serious; each language can be
// chosen; no place is a dead end.
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { trackIds } from '../../src/layout/sheet';
import { playOn, startGame, toResult } from './player';

const europe = JSON.parse(readFileSync(new URL('../../../data/boards/europe.json', import.meta.url), 'utf8')) as {
  tracks: Parameters<typeof trackIds>[0];
};
const tunnels = trackIds(europe.tracks).filter((_, i) => (europe.tracks[i] as { tunnel?: boolean }).tunnel);

async function sound(page: Page, name: string) {
  await page.waitForTimeout(350); // what is still rising is half faded, on a busy machine for longer
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const bad = violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map(
      (v) =>
        `${name}: ${v.id} ${v.nodes
          .slice(0, 3)
          .map((n) => n.target.join(' '))
          .join(' | ')}`,
    );
  expect(bad).toEqual([]);
}

for (const theme of ['light', 'dark'] as const)
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: { width: 1366, height: 768 } });

    test('the places', async ({ page }) => {
      for (const place of [
        '',
        '#/here',
        '#/here/pass',
        '#/new',
        '#/pass',
        '#/rules/europe',
        '#/rules/germany',
        '#/rules/first-journey',
        '#/settings',
        '#/account',
        '#/t/000000000000',
      ]) {
        await page.goto(`./${place}`);
        await expect(page.locator('h1').first()).toBeVisible();
        await sound(page, place || 'home');
      }
    });

    test('the table', async ({ page }) => {
      await page.goto('./#/new');
      await page.getByRole('button', { name: 'Open a table' }).click();
      await expect(page.locator('.qr')).toBeVisible();
      await sound(page, 'table');
    });

    test('the game and its dialogs', async ({ page }) => {
      await startGame(page, 'europe');
      await expect(page.locator('.offers')).toBeVisible();
      await sound(page, 'keep');
      await playOn(
        page,
        'mouse',
        async (p) => p.turns >= 2 && (await page.locator('.hits path[data-lit]').count()) > 0,
      );
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
      await page.keyboard.press('Escape');
      await playOn(page, 'mouse', async () => (await page.locator('.up-row').count()) > 0, tunnels);
      await expect(page.locator('.up-row')).toBeVisible();
      await sound(page, 'tunnel');
    });

    test('the dialogs of Germany', async ({ page }) => {
      await startGame(page, 'germany');
      await expect(page.locator('.po.split').first()).toBeVisible();
      await sound(page, 'first split');
      await playOn(page, 'mouse', async () => (await page.locator('.offers').count()) > 0);
      await page.locator('.offer').first().click();
      await sound(page, 'keep');
      await playOn(page, 'mouse', async () => (await page.locator('.figs').count()) > 0);
      await sound(page, 'passengers');
      await playOn(
        page,
        'mouse',
        async () =>
          (await page.locator('.prompt.mine').count()) > 0 &&
          (await page.locator('.actcol .btn[aria-disabled=false]').count()) > 0,
      );
      await page.getByRole('button', { name: 'Draw tickets' }).click();
      await expect(page.locator('.po.split').first()).toBeVisible();
      await sound(page, 'split');
    });

    test('the swap and the curtain', async ({ page }) => {
      await startGame(page, 'first-journey');
      await playOn(page, 'mouse', async () => (await page.locator('.actcol .btn[aria-disabled=false]').count()) > 0);
      await page.getByRole('button', { name: 'Swap tickets' }).click();
      await sound(page, 'swap');
      await page.goto('./#/pass');
      await page.getByRole('button', { name: 'Start' }).click();
      await expect(page.locator('.curtain')).toBeVisible();
      await sound(page, 'curtain');
    });

    test('an account', async ({ page }) => {
      await page.goto('./#/account');
      await page.getByRole('radio', { name: 'Log in' }).check({ force: true });
      await page.getByLabel('Account name').fill('nobody');
      await page.getByLabel('Password', { exact: true }).fill('not right');
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await sound(page, 'log in');
      await page.getByRole('radio', { name: 'Create an account' }).check({ force: true });
      await page.getByLabel('Account name').fill(`axe-${theme}-${Date.now().toString(36)}`);
      await page.getByRole('button', { name: 'Create an account' }).click();
      await expect(page.locator('.rows li')).toHaveCount(1);
      await page.getByText('Change the password').first().click();
      await sound(page, 'account');
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

      test('a busy server', async ({ page }) => {
        await page.routeWebSocket(/\/ws$/, (socket) => {
          const server = socket.connectToServer();
          server.onMessage((text) => {
            const message = JSON.parse(String(text)) as { type: string; busy?: boolean };
            if (message.type === 'table') message.busy = true;
            socket.send(JSON.stringify(message));
          });
        });
        await startGame(page, 'europe');
        const note = page.getByText('The server is busy');
        await expect(note).toBeVisible();
        const padding = await note.evaluate((one) => parseFloat(getComputedStyle(one).paddingLeft));
        expect(padding).toBeGreaterThanOrEqual(8); // not against the edge of the screen
        await sound(page, 'busy');
      });
      test('the sheets', async ({ page }) => {
        await startGame(page, 'europe');
        await playOn(
          page,
          'touch',
          async (p) =>
            p.turns >= 2 &&
            (await page.locator('.prompt.mine').count()) > 0 &&
            (await page.locator('.dialog').count()) === 0,
        );
        await sound(page, 'turn');
        for (const tab of ['My tickets', 'Log']) {
          await page.locator('.tabs').getByRole('button', { name: tab }).tap();
          await sound(page, tab);
          await page.getByRole('button', { name: 'Close' }).first().tap();
        }
        await page.getByRole('button', { name: 'Menu' }).tap();
        await sound(page, 'menu');
      });
    });

    test('the end', async ({ page }) => {
      await startGame(page, 'first-journey');
      await playOn(page, 'mouse');
      await sound(page, 'count');
      await toResult(page);
      await sound(page, 'result');
      await page.getByRole('button', { name: 'Check the deal' }).click();
      await sound(page, 'check');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Replay' }).click();
      await expect(page.locator('.player-bar')).toBeVisible();
      await sound(page, 'replay');
    });
  });

test('each language, with its own names', async ({ page }) => {
  await page.goto('./');
  for (const [language, title] of [
    ['pl', 'Zagraj teraz'],
    ['hu', 'Játssz most'],
    ['de', 'Jetzt spielen'],
    ['en', 'Play now'],
  ] as const) {
    await page.getByRole('banner').getByRole('combobox').selectOption(language);
    await expect(page.locator('h1')).toHaveText(title);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }
});

test('360 to 2560 pixels: nothing is wider than the window', async ({ page }) => {
  for (const width of [360, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
    for (const place of ['', '#/here', '#/new', '#/pass', '#/rules/germany', '#/settings']) {
      await page.goto(`./${place}`);
      await expect(page.locator('h1').first()).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${place} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
});
