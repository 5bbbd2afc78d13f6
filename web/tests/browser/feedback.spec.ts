// Feedback for users: turn alerts, log highlights, the final scoring, and what a reload restores.
import { expect, test, type Page } from '@playwright/test';
import { playOn, startGame, toResult, watchErrors } from './player';

const myTurn = async (page: Page) =>
  (await page.locator('.prompt.mine').count()) > 0 && (await page.locator('.dialog').count()) === 0;

test('a turn calls who looks elsewhere, by the service worker where the browser wants it so', async ({ page }) => {
  const errors = watchErrors(page);
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    class Refusing {
      static permission = 'granted';
      static requestPermission = () => Promise.resolve('granted');
      constructor() {
        throw new TypeError('Illegal constructor'); // as in Chrome on Android
      }
    }
    Object.defineProperty(window, 'Notification', { value: Refusing });
    const registration = {
      active: {},
      update: () => Promise.resolve(),
      showNotification: (title: string, { body }: NotificationOptions) =>
        Promise.resolve(void shown.push(`${title}: ${body}`)),
    };
    Object.defineProperty(navigator, 'serviceWorker', {
      value: { register: () => Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) },
    });
  });
  await page.goto('./#/settings');
  await page.getByRole('group', { name: 'Notify me' }).getByRole('radio', { name: 'on' }).check({ force: true });
  await startGame(page, 'first-journey');
  await playOn(page, 'mouse', () => myTurn(page));
  await expect(page).toHaveTitle(/^Your turn\. /);
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }),
  );
  for (let card = 0; card < 2; card++) {
    await expect(page.locator('.card.back[aria-disabled="false"]')).toBeVisible();
    await page.keyboard.press('d');
    await page.waitForTimeout(300);
  }
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown))
    .toContain('First Journey: It is your turn.');
  // nothing of what comes together is lost
  await expect(page.locator('[aria-live=polite]').last()).toHaveText(/Easy 2 .*\. It is your turn\./);
  expect(errors).toEqual([]);
});

test('another place of the page calls by its title', async ({ page, context }) => {
  await startGame(page, 'first-journey');
  await playOn(page, 'mouse', () => myTurn(page));
  const other = await context.newPage();
  await other.goto('./#/settings');
  await expect(other).toHaveTitle('Settings · Perron');
  for (let card = 0; card < 2; card++) {
    await expect(page.locator('.card.back[aria-disabled="false"]')).toBeVisible();
    await page.keyboard.press('d');
    await page.waitForTimeout(300);
  }
  await expect(other).toHaveTitle('Your turn. Settings · Perron');
  await page.close();
  await other.goto('./');
  await other.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(other).toHaveTitle('Your turn. First Journey · Perron');
});

test('a city where no station can stand says why, and so does the row while something else is asked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await startGame(page, 'europe');
  await expect(page.locator('.offers')).toBeVisible();
  await page.locator('.card.back').click({ force: true });
  await expect(page.locator('.notes:not(.line)')).toContainText('Choose your tickets first.');
  await playOn(page, 'mouse', () => myTurn(page));
  const station = page.getByRole('button', { name: 'Station', exact: true });
  await station.click();
  await page.getByLabel('Choose a city').selectOption({ label: 'Wien' });
  await page.locator('.dialog footer .btn.primary').click();
  for (let card = 0; card < 40 && (await station.getAttribute('aria-disabled')) === 'true'; card++) {
    await page.keyboard.press('d');
    await page.waitForTimeout(250);
  }
  await station.click();
  await page.locator('[data-place=wien]').click({ force: true });
  await expect(page.locator('.mapbox .reason')).toHaveText('Wien: This city has a station already.');
  await page.getByRole('button', { name: 'Menu' }).click();
  const hand = await page.locator('.hand .r').innerText();
  await page.keyboard.press('d');
  await page.waitForTimeout(300);
  expect(await page.locator('.hand .r').innerText()).toBe(hand); // the menu lies over the game
});

test('the map stays free: of messages, of the choice of tickets, of the count', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await startGame(page, 'germany');
  await page.locator('.dialog footer .btn').first().click();
  await expect(page.locator('.offers')).toBeVisible();
  await page.locator('.card.back').click({ force: true });
  const right = async (selector: string) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().right);
  for (const over of ['.notes:not(.line) .note', '.mapbox > .dialog'])
    expect((await page.locator(over).boundingBox())!.x).toBeGreaterThanOrEqual(await right('.mapbox'));
  await startGame(page, 'first-journey');
  await playOn(page, 'mouse');
  const map = (await page.locator('.over .mapbox').boundingBox())!;
  expect((await page.locator('.stepcard').boundingBox())!.y).toBeGreaterThan(map.y + map.height);
});

test('a game against computer players ends early only after a question', async ({ page }) => {
  await startGame(page, 'first-journey');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'End the game' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('main.game')).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'End the game' }).click();
  await page.locator('.dialog').getByRole('button', { name: 'End the game' }).click();
  await expect(page.getByRole('heading', { name: 'The game was ended early' })).toBeVisible();
  await page.getByRole('link', { name: 'Replay' }).click();
  await expect(page.locator('.player-bar')).toBeVisible();
});

test('pass and play: a drawn card is seen before the curtain falls, a tap goes on at once', async ({ page }) => {
  await page.goto('./#/pass');
  await page.getByRole('button', { name: 'Start' }).click();
  await playOn(
    page,
    'mouse',
    async () => (await myTurn(page)) && (await page.locator('.card.back[aria-disabled="false"]').count()) > 0,
  );
  const cards = Number((await page.locator('.hand .r').innerText()).split(' ')[0]);
  await page.keyboard.press('d'); // in First Journey both cards at once
  await expect(page.locator('.hand .r')).toHaveText(`${cards + 2} cards`);
  await page.waitForTimeout(500);
  await expect(page.locator('.curtain')).toHaveCount(0);
  await page.keyboard.press('Shift');
  await expect(page.locator('.curtain')).toBeVisible({ timeout: 500 });
});

test('a choice that the browser refuses springs back', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'Notification', {
      value: { permission: 'denied', requestPermission: () => Promise.resolve('denied') },
    }),
  );
  await page.goto('./#/settings');
  const group = page.getByRole('group', { name: 'Notify me' });
  for (let time = 0; time < 2; time++) {
    await group.getByRole('radio', { name: 'on' }).click({ force: true });
    await expect(page.locator('.note.warn')).toBeVisible();
    await expect(group.getByRole('radio', { name: 'off' })).toBeChecked();
  }
});

test('a damaged address still leads somewhere', async ({ page }) => {
  const errors = watchErrors(page);
  await page.goto('./#/rules/100%');
  await expect(page.locator('h1').first()).toBeVisible();
  expect(errors).toEqual([]);
});

test.describe('on a phone that lies on its side', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });
  test('the map has room, questions stand beside it, and one can leave in the middle of one', async ({ page }) => {
    const errors = watchErrors(page);
    await startGame(page, 'europe', 2);
    const dialog = page.locator('.mapbox > .dialog'),
      map = page.locator('.board');
    await expect(dialog).toBeVisible();
    const box = (await map.boundingBox())!;
    expect(box.width).toBeGreaterThan(370);
    expect(box.height).toBeGreaterThan(300);
    expect((await dialog.boundingBox())!.x).toBeGreaterThanOrEqual(box.x + box.width - 1);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    await page.goto('./#/settings');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeVisible();
    await playOn(page, 'touch', (p) => p.turns + p.claims >= 3);
    const out = await page
      .locator('.tabs button, .handp .card, .rowp .card')
      .evaluateAll(
        (parts, left) =>
          parts
            .map((part) => part.getBoundingClientRect())
            .filter((at) => at.left < left || at.right > innerWidth || at.bottom > innerHeight),
        box.x + box.width - 1,
      );
    expect(out).toEqual([]);
    expect(errors).toEqual([]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const board of ['europe', 'germany'] as const)
    test(`all tickets on offer are in sight above the question, then the map is as it was: ${board}`, async ({
      page,
    }) => {
      const look = () => page.locator('.board > svg > g').getAttribute('transform');
      await startGame(page, board);
      const dialog = page.locator('.mapbox > .dialog');
      if (board === 'germany') await page.locator('.dialog footer .btn').first().tap(); // the kinds of tickets
      await expect(page.locator('.dialog .offer')).toHaveCount(4);
      for (const offer of await page.locator('.dialog .offer b').allInnerTexts())
        for (const name of offer.split(' – '))
          await expect
            .poll(async () => {
              const at = (await page.locator('.board text').filter({ hasText: name }).first().boundingBox())!,
                below = (await dialog.boundingBox())!;
              return at.x > -40 && at.x < 360 && at.y > 80 && at.y < below.y;
            }, name)
            .toBe(true);
      expect(await look()).toMatch(/scale\(0\.\d+\)/);
      await playOn(page, 'touch', () => myTurn(page));
      await expect.poll(look).toMatch(/scale\(0\.56\)/);
    });

  test('the sum of the chosen tickets is in sight, and later those that are lost', async ({ page }) => {
    let lost = false;
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(String(text)) as { tickets?: { state: string }[] };
        // As after other people's claims.
        if (lost) for (const ticket of message.tickets ?? []) ticket.state = 'impossible';
        socket.send(JSON.stringify(message));
      });
    });
    await startGame(page, 'europe');
    for (let i = 0; i < 4; i++) await page.locator('.dialog .offer').nth(i).tap();
    await expect(page.locator('.dialog .sums dd').last()).toBeInViewport({ ratio: 1 });
    const sums = (await page.locator('.dialog .sums').boundingBox())!,
      button = (await page.locator('.dialog footer .btn').boundingBox())!;
    expect(sums.y + sums.height).toBeLessThanOrEqual(button.y);
    lost = true;
    await playOn(page, 'touch', () => myTurn(page));
    await expect(page.locator('.tabs .lost')).toContainText('cannot be joined any more');
  });

  test('the city of a station is in sight above the question', async ({ page }) => {
    await startGame(page, 'europe');
    await playOn(page, 'touch', () => myTurn(page));
    await page.locator('.tabs').getByRole('button', { name: 'Station' }).tap();
    const city = page.getByLabel('Choose a city'),
      dialog = page.locator('.mapbox > .dialog');
    for (const name of ['Erzurum', 'Lisboa', 'Petrograd']) {
      await city.selectOption({ label: name });
      await expect
        .poll(async () => {
          const at = (await page.locator('.board text').filter({ hasText: name }).first().boundingBox())!,
            below = (await dialog.boundingBox())!;
          return at.x > -40 && at.x < 360 && at.y > 80 && at.y < below.y;
        }, name)
        .toBe(true);
    }
  });

  test('a line of the log lights the map', async ({ page }) => {
    await startGame(page, 'first-journey');
    await playOn(
      page,
      'touch',
      async (p) => p.claims > 0 && (await myTurn(page)) && (await page.locator('.wg').count()) > 0,
    );
    await page.locator('.tabs').getByRole('button', { name: 'Log' }).tap();
    await page.locator('.log button.ll').filter({ hasText: 'claimed' }).first().tap();
    await expect(page.locator('.overlay')).toHaveCount(0);
    await expect(page.locator('.band')).toHaveCount(1);
  });

  test('the count stays with the map, and a reload comes back to its step', async ({ page }) => {
    await startGame(page, 'first-journey');
    await playOn(page, 'touch');
    const seen = () =>
      page
        .locator('.over .mapbox')
        .evaluate(
          (map) =>
            Math.min(innerHeight, map.getBoundingClientRect().bottom) - Math.max(0, map.getBoundingClientRect().top),
        );
    await expect(page.locator('.stepcard')).toContainText('Ticket of');
    await page.getByRole('button', { name: 'Next', exact: true }).tap();
    await expect(page.locator('.ring')).toHaveCount(2);
    expect(await seen()).toBeGreaterThan(300);
    const told = await page.locator('.stepcard li').innerText();
    await page.reload();
    await expect(page.locator('.stepcard li')).toHaveText(told.replace('\n', ''));
    await toResult(page);
    await page.getByRole('link', { name: 'Replay' }).tap();
    await page.getByRole('button', { name: 'To the end' }).tap();
    await page.getByLabel('Seen from the seat of').selectOption('1');
    await expect(page).toHaveURL(/\/replay\/\w+\/\d\d+\/1$/);
    const move = await page.locator('.timeline b').innerText();
    await page.reload();
    await expect(page.locator('.timeline b')).toHaveText(move);
    await expect(page.getByLabel('Seen from the seat of')).toHaveValue('1');
  });
});
