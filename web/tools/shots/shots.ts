// Pictures of every place and dialog, on a desktop and a phone, light and dark.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { playOn, startGame, toResult, type Hand } from '../../tests/browser/player';

const out = fileURLToPath(new URL('../../shots', import.meta.url));
mkdirSync(out, { recursive: true });

const WINDOWS = {
  desktop: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const;

for (const [window, use] of Object.entries(WINDOWS))
  for (const theme of ['light', 'dark'] as const)
    test.describe(`${window} ${theme}`, () => {
      test.use({ ...use, colorScheme: theme });
      const hand: Hand = window === 'phone' ? 'touch' : 'mouse';
      const shot = async (page: Page, name: string, full = false) => {
        await page.waitForTimeout(450);
        await page.screenshot({ path: `${out}/${name}-${window}-${theme}.png`, fullPage: full });
      };
      const turn = async (page: Page) => (await page.locator('.hits path[data-lit]').count()) > 0 && (await page.locator('.dialog').count()) === 0;

      test('places', async ({ page }) => {
        for (const [name, place] of Object.entries({ home: '', here: '#/here', new: '#/new', pass: '#/pass', 'rules-europe': '#/rules/europe', 'rules-germany': '#/rules/germany', settings: '#/settings', account: '#/account', missing: '#/t/000000000000' })) {
          await page.goto(`./${place}`);
          await expect(page.locator('h1').first()).toBeVisible();
          await shot(page, name, true);
        }
        await page.goto('./#/new');
        await page.getByRole('button', { name: 'Open a table' }).click();
        await expect(page.locator('.qr')).toBeVisible();
        await shot(page, 'table', true);
      });

      test('europe', async ({ page }) => {
        await startGame(page, 'europe', 2);
        await expect(page.locator('.offers')).toBeVisible();
        await page.locator('.offer').nth(0).click();
        await page.locator('.offer').nth(1).click();
        await shot(page, 'europe-keep');
        await playOn(page, hand, async (p) => p.turns > 9 && (await turn(page)));
        await shot(page, 'europe-turn');
        await page.keyboard.press('t');
        await shot(page, 'europe-list');
        await page.locator('.tracklist button').first().click();
        await shot(page, 'europe-claim');
        await page.keyboard.press('Escape');
        await page.keyboard.press('s');
        await page.getByLabel('Choose a city').selectOption({ index: 9 });
        await shot(page, 'europe-station');
        await page.keyboard.press('Escape');
        if (window === 'desktop') {
          await page.locator('.tk').first().click();
          await shot(page, 'europe-ticket');
        } else {
          await page.locator('.tabs button').first().click();
          await shot(page, 'europe-tickets');
          await page.locator('.tk').first().click();
          await shot(page, 'europe-ticket');
          await page.locator('.tabs button').last().click();
          await shot(page, 'europe-log');
          await page.keyboard.press('Escape');
        }
        await page.getByRole('button', { name: 'Menu' }).click();
        await shot(page, 'europe-menu');
        await page.keyboard.press('Escape');
        const tunnel = await playOn(page, hand, async () => (await page.locator('.up-row').count()) > 0);
        if (!tunnel.asked.has('over')) {
          await shot(page, 'europe-tunnel');
          await playOn(page, hand);
        }
        await shot(page, 'europe-count');
        for (let i = 0; i < 9; i++) if (await page.getByRole('button', { name: 'Next', exact: true }).isVisible()) {
          await page.getByRole('button', { name: 'Next', exact: true }).click();
          if (i < 8) await shot(page, `europe-count-${i + 1}`);
        }
        await toResult(page);
        await shot(page, 'europe-end', window === 'phone');
        await page.getByRole('link', { name: 'Replay' }).click();
        await page.getByRole('button', { name: 'To the end' }).click();
        await shot(page, 'europe-replay');
      });

      test('germany', async ({ page }) => {
        await startGame(page, 'germany', 2);
        await expect(page.locator('.po.split').first()).toBeVisible();
        await shot(page, 'germany-split');
        await playOn(page, hand, async () => (await page.locator('.offers').count()) > 0);
        await shot(page, 'germany-keep');
        await playOn(page, hand, async () => (await page.locator('.figs').count()) > 0);
        await shot(page, 'germany-passengers');
        await playOn(page, hand, async (p) => p.turns > 9 && (await turn(page)));
        await shot(page, 'germany-turn');
        await playOn(page, hand);
        await toResult(page);
        await shot(page, 'germany-end', window === 'phone');
      });

      test('first journey', async ({ page }) => {
        await startGame(page, 'first-journey', 3);
        await playOn(page, hand, async (p) => p.turns > 4 && (await turn(page)));
        await shot(page, 'first-journey-turn');
        await page.keyboard.press('k');
        await shot(page, 'first-journey-swap');
        await page.keyboard.press('Escape');
        const { asked } = await playOn(page, hand, async () => (await page.locator('.drawn').count()) > 0);
        if (!asked.has('over')) {
          await shot(page, 'first-journey-completed');
          await playOn(page, hand);
        }
        await toResult(page);
        await shot(page, 'first-journey-end', window === 'phone');
      });

      test('without a server', async ({ page, context }) => {
        await page.goto('./');
        await page.evaluate(() => navigator.serviceWorker.ready);
        await context.setOffline(true);
        await page.reload();
        await expect(page.locator('.hint')).toBeVisible();
        await shot(page, 'offline-home', true);
        await page.goto('./#/account');
        await expect(page.locator('.account .sub')).toContainText('server');
        await shot(page, 'offline-account', true);
        await startGame(page, 'europe', 2, 'Easy', './#/here');
        await playOn(page, hand, async (p) => p.turns > 2 && (await turn(page)));
        await shot(page, 'offline-turn');
        await startGame(page, 'first-journey', 1, 'Easy', './#/here');
        await playOn(page, hand);
        await page.goto('./#/here');
        await expect(page.locator('.finished')).toBeVisible();
        await shot(page, 'offline-games', true);
        await page.locator('.bin').first().click();
        await shot(page, 'offline-delete');
      });

      test('pass and play', async ({ page }) => {
        await page.goto('./#/pass');
        await page.getByRole('button', { name: 'Start' }).click();
        await expect(page.locator('.curtain')).toBeVisible();
        await shot(page, 'curtain');
      });
    });

for (const [window, use] of Object.entries(WINDOWS))
  for (const language of ['pl', 'hu', 'de'])
    test.describe(`${window} ${language}`, () => {
      test.use({ ...use, locale: language });
      const shot = async (page: Page, name: string, full = false) => {
        await page.waitForTimeout(450);
        await page.screenshot({ path: `${out}/${language}-${name}-${window}.png`, fullPage: full });
      };

      test('places and dialogs', async ({ page }) => {
        const touch = window === 'phone';
        for (const [name, place] of Object.entries({ home: '', here: '#/here', settings: '#/settings', account: '#/account', new: '#/new' })) {
          await page.goto(`./${place}`);
          await expect(page.locator('h1').first()).toBeVisible();
          await shot(page, name, true);
        }
        for (const board of ['europe', 'germany', 'first-journey']) {
          await page.goto('./');
          await page.locator(`input[name=board][value=${board}]`).check({ force: true });
          await page.locator('.now .btn.primary').click();
          await expect(page.locator('main.game')).toBeVisible();
          await page.waitForTimeout(600);
          await shot(page, `${board}-start`);
          await playOn(page, touch ? 'touch' : 'mouse', async (p) => p.turns > 3 && (await page.locator('.hits path[data-lit]').count()) > 0 && (await page.locator('.dialog').count()) === 0);
          await shot(page, `${board}-turn`);
          await page.keyboard.press('t');
          await page.locator('.tracklist button').first().click();
          await shot(page, `${board}-claim`);
        }
        await page.keyboard.press('Escape');
        await playOn(page, touch ? 'touch' : 'mouse');
        await shot(page, 'first-journey-count');
      });
    });
