// Accounts are marked wherever a guest could pose as one, and the page says when load makes computer players think for less time.
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { startGame } from './player';

const WINDOWS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

/** A page of somebody who is logged in, or of a guest. */
async function person(browser: Browser, viewport: { width: number; height: number }, name: string, account: boolean): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-GB' });
  const api = new URL('/api/v1/', process.env.PERRON_BASE!).href;
  let { token } = (await (await context.request.post(`${api}guest`, { data: { name: account ? 'Guest' : name } })).json()) as { token: string };
  if (account) ({ token } = (await (await context.request.post(`${api}account`, { data: { name, password: 'long enough' }, headers: { Authorization: `Bearer ${token}` } })).json()) as { token: string });
  await context.addInitScript((value) => localStorage.setItem('perron.token', value), token);
  return context.newPage();
}

const contrast = async (page: Page, part: string) => (await new AxeBuilder({ page }).include(part).withRules(['color-contrast', 'aria-allowed-attr', 'svg-img-alt']).analyze()).violations.map((v) => `${v.id} ${v.nodes[0]?.html}`);

for (const [window, viewport] of Object.entries(WINDOWS))
  test(`an account is marked in the lobby, at the table, in the game and in chat: ${window}`, async ({ browser }) => {
    const name = `Zoe-Maximiliane-${Date.now().toString(36)}`; // as long as a name may be
    const owner = await person(browser, viewport, name, true), poser = await person(browser, viewport, name, false);
    await owner.goto('./#/new');
    await owner.locator('input[name=board]').nth(2).check({ force: true });
    await owner.getByRole('group', { name: 'Players' }).getByRole('radio', { name: '2', exact: true }).check({ force: true });
    await owner.getByRole('button', { name: 'Open a table' }).click();
    await owner.getByLabel('Listed on the first page').check();
    const link = await owner.locator('#link').inputValue();

    await poser.goto('./');
    const row = poser.locator('.lobby tr', { has: poser.locator(`a[href="${new URL(link).hash}"]`) });
    await expect(row.locator('.called')).toHaveText(`${name}\u2060 has an account`);
    await expect(row.getByTitle('has an account')).toBeVisible();
    expect(await contrast(poser, '.tables')).toEqual([]);

    await poser.goto(link);
    await poser.getByRole('button', { name: 'Sit down' }).click();
    const seats = owner.locator('.seats .called');
    await expect(seats).toHaveCount(2);
    await expect(seats.nth(0).locator('.has-account')).toBeVisible();
    await expect(seats.nth(1).locator('.has-account')).toHaveCount(0);
    // The mark never stands alone in a line.
    const [text, mark] = await Promise.all([seats.nth(0).locator('bdi').evaluate((e) => [...e.getClientRects()].at(-1)!.bottom), seats.nth(0).locator('.has-account').evaluate((e) => e.getBoundingClientRect().top)]);
    expect(mark).toBeLessThan(text);

    await owner.getByRole('button', { name: 'Start the game' }).click();
    await expect(owner.locator('main.game')).toBeVisible();
    const players = owner.locator('.player .called');
    await expect(players.nth(0).locator('.has-account')).toBeInViewport({ ratio: 1 }); // however long the name is
    await expect(players.nth(1).locator('.has-account')).toHaveCount(0);
    for (const page of [owner, poser]) {
      await page.getByRole('button', { name: 'Chat' }).click();
      await page.getByLabel('Say something').fill('I am Zoe');
      await page.keyboard.press('Enter');
      await expect(page.locator('.chat li')).toHaveCount(page === owner ? 1 : 2);
    }
    await expect(poser.locator('.chat li').nth(0).locator('.has-account')).toBeVisible();
    await expect(poser.locator('.chat li').nth(1).locator('.has-account')).toHaveCount(0);
    await Promise.all([owner, poser].map((page) => page.context().close()));
  });

for (const [window, viewport] of Object.entries(WINDOWS))
  test(`the page says when computer players think for less time: ${window}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    let busy = false;
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(String(text)) as { type: string; busy?: boolean };
        if (busy && message.type === 'table') message.busy = true;
        socket.send(JSON.stringify(message));
      });
    });
    await startGame(page, 'first-journey');
    const note = page.locator('.busy[role=status]');
    await expect(note).toHaveText(''); // there from the beginning: screen readers announce what changes in it
    busy = true;
    await page.reload();
    await expect(note).toHaveText('The server is busy, so computer players think for less time.');
    await expect(note).toBeInViewport({ ratio: 1 });
    expect((await note.boundingBox())!.height).toBeLessThan(window === 'phone' ? 30 : 50); // one line on a phone
    expect(await contrast(page, '.busy')).toEqual([]);
  });
