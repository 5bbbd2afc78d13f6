// Pictures of every place and dialog: on a desktop and a phone, light and dark, in each language, on a phone's side and on a very large window.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { playOn, startGame, toResult, type Hand } from '../../tests/browser/player';

const out = fileURLToPath(new URL('../../shots', import.meta.url));
mkdirSync(out, { recursive: true });

/** What moves has come to rest, however slow the machine is. */
async function settled(page: Page) {
  await page.waitForTimeout(450);
  const moving = () => page.evaluate(() => document.getAnimations().some((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Infinity));
  for (let n = 0; n < 20 && (await moving()); n++) await page.waitForTimeout(100);
}

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
        await settled(page);
        await page.screenshot({ path: `${out}/${name}-${window}-${theme}.png`, fullPage: full });
      };
      const turn = async (page: Page) => (await page.locator('.hits path[data-lit]').count()) > 0 && (await page.locator('.dialog').count()) === 0;

      test('places', async ({ page }) => {
        for (const [name, place] of Object.entries({ home: '', here: '#/here', new: '#/new', pass: '#/pass', 'rules-europe': '#/rules/europe', 'rules-germany': '#/rules/germany', 'rules-first-journey': '#/rules/first-journey', settings: '#/settings', account: '#/account', missing: '#/t/000000000000' })) {
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
        await page.getByRole('button', { name: 'Check the deal' }).click();
        await shot(page, 'europe-check');
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: 'Replay' }).click();
        await page.getByRole('button', { name: 'To the end' }).click();
        await shot(page, 'europe-replay');
        await page.getByLabel('Seen from the seat of').selectOption('0');
        await expect(page.locator('.seathand')).toBeVisible();
        await shot(page, 'europe-replay-seat', window === 'phone');
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

      test('several people', async ({ page, browser }) => {
        const guest = await (await browser.newContext({ ...use, colorScheme: theme, locale: 'en-GB' })).newPage();
        await page.goto('./#/new');
        await page.locator('input[name=board]').nth(2).check({ force: true });
        await page.getByLabel('Listed on the first page').check();
        await page.getByRole('button', { name: 'Open a table' }).click();
        await expect(page.locator('.qr')).toBeVisible();
        await guest.goto('./');
        await expect(guest.locator('.lobby')).toBeVisible();
        await shot(guest, 'home-tables', true);
        await guest.goto(await page.locator('#link').inputValue());
        await guest.getByRole('button', { name: 'Sit down' }).first().click();
        await shot(guest, 'table-guest', true);
        await page.getByRole('button', { name: 'Computer player' }).click();
        await page.getByRole('button', { name: 'Start the game' }).click();
        await expect(guest.locator('main.game')).toBeVisible();
        const watcher = await (await browser.newContext({ ...use, colorScheme: theme, locale: 'en-GB' })).newPage();
        await watcher.goto('./');
        await expect(watcher.getByRole('heading', { name: 'Watch' })).toBeVisible();
        await shot(watcher, 'home-watch', true);
        await watcher.goto(page.url());
        await expect(watcher.locator('main.game')).toBeVisible();
        await shot(watcher, 'watching');
        await page.getByRole('button', { name: 'Chat' }).click();
        await page.getByLabel('Say something').fill('Good luck!');
        await page.keyboard.press('Enter');
        await expect(page.locator('.chat li')).toBeVisible();
        await shot(page, 'chat');
        await page.getByLabel('Say something').press('Escape');
        await shot(guest, 'chat-unread');
        await page.goto('./');
        await expect(page.getByRole('heading', { name: 'Continue' })).toBeVisible();
        await shot(page, 'home-games', true);
        await page.goto('./#/account');
        await page.getByLabel('Account name').fill(`${window}-${theme}-${Date.now().toString(36)}`);
        await page.getByLabel('Password', { exact: true }).fill('of no use');
        await page.getByRole('button', { name: 'Create an account' }).click();
        await expect(page.locator('.rows li')).toHaveCount(1);
        await page.getByText('Change the password').first().click();
        await shot(page, 'account-own', true);
      });
    });

for (const [window, use] of Object.entries(WINDOWS))
  for (const language of ['pl', 'hu', 'de'])
    test.describe(`${window} ${language}`, () => {
      test.use({ ...use, locale: language });
      const shot = async (page: Page, name: string, full = false) => {
        await settled(page);
        await page.screenshot({ path: `${out}/${language}-${name}-${window}.png`, fullPage: full });
      };

      test('places and dialogs', async ({ page }) => {
        const touch = window === 'phone';
        for (const [name, place] of Object.entries({ home: '', here: '#/here', settings: '#/settings', account: '#/account', pass: '#/pass', 'rules-europe': '#/rules/europe', 'rules-germany': '#/rules/germany', missing: '#/t/000000000000', new: '#/new' })) {
          await page.goto(`./${place}`);
          await expect(page.locator('h1').first()).toBeVisible();
          await shot(page, name, true);
        }
        await page.locator('main .btn.primary').click();
        await expect(page.locator('.qr')).toBeVisible();
        await shot(page, 'table', true);
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
        await page.locator('.stepbtns .quiet').click();
        await expect(page.locator('.parts .won').first()).toBeVisible();
        await shot(page, 'first-journey-end', touch);
        await page.locator('.todo .btn:has(use[href="#i-lock"])').click();
        await shot(page, 'check');
        await page.keyboard.press('Escape');
        await page.locator('.todo a.btn').first().click();
        await expect(page.locator('.player-bar')).toBeVisible();
        await shot(page, 'replay');
      });
    });

const SHAPES = { side: { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }, tablet: { viewport: { width: 1024, height: 768 }, hasTouch: true }, large: { viewport: { width: 2560, height: 1440 } } } as const;
for (const [shape, use] of Object.entries(SHAPES))
  test.describe(shape, () => {
    test.use(use);
    test('a game', async ({ page }) => {
      const hand: Hand = shape === 'large' ? 'mouse' : 'touch';
      const shot = async (name: string) => {
        await settled(page);
        await page.screenshot({ path: `${out}/${name}-${shape}.png` });
      };
      await page.goto('./');
      await shot('home');
      await startGame(page, 'germany', 2);
      await playOn(page, hand, async () => (await page.locator('.offers').count()) > 0);
      await shot('keep');
      await playOn(page, hand, async (p) => p.turns > 5 && (await page.locator('.hits path[data-lit]').count()) > 0 && (await page.locator('.dialog').count()) === 0);
      await shot('turn');
      await page.keyboard.press('t');
      await shot('list');
      await page.locator('.tracklist button').first().click();
      await shot('claim');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu' }).click();
      await shot('menu');
      await page.keyboard.press('Escape');
      await startGame(page, 'first-journey');
      await playOn(page, hand);
      await shot('count');
      await toResult(page);
      await shot('end');
      await page.getByRole('button', { name: 'Check the deal' }).click();
      await shot('check');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Replay' }).click();
      await expect(page.locator('.player-bar')).toBeVisible();
      await shot('replay');
    });
  });

// The three boards as the README shows them: copy them to docs/pictures.
for (const [board, theme] of [['europe', 'light'], ['germany', 'dark'], ['first-journey', 'light']] as const)
  test.describe('readme', () => {
    test.use({ ...WINDOWS.desktop, colorScheme: theme });
    test(board, async ({ page }) => {
      await startGame(page, board, board === 'first-journey' ? 3 : 2);
      await playOn(page, 'mouse', async (p) => p.turns > (board === 'first-journey' ? 4 : 9) && (await page.locator('.hits path[data-lit]').count()) > 0 && (await page.locator('.dialog').count()) === 0);
      await expect(page.locator('.notes .note, .flight, .drawn')).toHaveCount(0);
      await page.mouse.move(700, 20);
      await page.screenshot({ path: `${out}/readme-${board}.jpg`, type: 'jpeg', quality: 80 });
    });
  });
