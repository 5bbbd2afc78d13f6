// An account: made by a guest who has played, used on a second device, ended from the first.
import { expect, test, type Page } from '@playwright/test';
import { playOn, startGame, watchErrors } from './player';

async function enter(page: Page, way: 'Create an account' | 'Log in', name: string, password: string) {
  await page.goto('./#/account');
  await page.getByRole('radio', { name: way }).check({ force: true });
  await page.getByLabel('Account name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: way }).click();
}

test('a guest keeps the games in an account and finds them on another device', async ({ page, browser }) => {
  const refusals = /40[039]/; // wrong passwords are answered by HTTP
  const errors = watchErrors(page, refusals),
    name = `Zoé-${Date.now().toString(36)}`;
  await startGame(page, 'first-journey');
  await playOn(page, 'mouse', (p) => p.turns >= 2);
  const game = page.url();

  await enter(page, 'Create an account', 'a b', 'long enough');
  await expect(page.getByRole('alert')).toContainText('no spaces');
  await enter(page, 'Create an account', name, 'short');
  await expect(page.getByRole('alert')).toContainText('at least 8');
  await enter(page, 'Create an account', name, 'long enough');
  await expect(page.locator('h1')).toHaveText('Your account');
  await expect(page.locator('.account')).toContainText(name);

  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage(),
    otherErrors = watchErrors(other, refusals);
  await startGame(other, 'europe'); // a guest's game that comes along
  await enter(other, 'Create an account', name, 'long enough');
  await expect(other.getByRole('alert')).toContainText('taken');
  await enter(other, 'Log in', name, 'wrong enough');
  await expect(other.getByRole('alert')).toContainText('do not match');
  await enter(other, 'Log in', name, 'long enough');
  await expect(other.locator('.rows a[href^="#/t/"]')).toHaveCount(2);
  await other.locator(`.rows a[href="${new URL(game).hash}"]`).click();
  await expect(other.locator('main.game')).toBeVisible();
  await expect(other.locator('.handcards')).toBeVisible(); // it is my seat, not a spectator's

  await page.reload();
  await page
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await expect(other.locator('.note.warn')).toContainText('logged out on another device');
  await other.getByRole('button', { name: 'Go on as a new guest' }).click();
  await expect(other.locator('.handcards')).toHaveCount(0);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.locator('h1')).toHaveText('Keep your games');
  await page.goto('./');
  await expect(page.locator('.rows a[href^="#/t/"]')).toHaveCount(0);
  expect([...errors, ...otherErrors]).toEqual([]);
});

test('another password logs all other devices out', async ({ page, browser }) => {
  const name = `Iga-${Date.now().toString(36)}`,
    form = page.locator('.account details');
  await enter(page, 'Create an account', name, 'long enough');
  await expect(page.locator('h1')).toHaveText('Your account');
  const other = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await enter(other, 'Log in', name, 'long enough');
  await expect(other.getByRole('link', { name: `Your account: ${name}` })).toBeVisible();

  await form.locator('summary').click();
  const change = async (old: string, fresh: string) => {
    await form.getByLabel('Old password').fill(old);
    await form.getByLabel('New password').fill(fresh);
    await form.getByRole('button', { name: 'Change the password' }).click();
  };
  await change('not the old one', 'better than before');
  await expect(form.getByRole('alert')).toContainText('do not match');
  await change('long enough', 'short');
  await expect(form.getByRole('alert')).toContainText('at least 8');
  await change('long enough', 'better than before');
  await expect(page.getByText('The password is changed.')).toBeVisible();
  await expect(other.locator('.note.warn')).toContainText('logged out on another device');
  await other.getByRole('button', { name: 'Go on as a new guest' }).click();
  await expect(other.getByRole('banner').getByRole('link', { name: 'Keep your games' })).toBeVisible();
  await enter(other, 'Log in', name, 'long enough');
  // a note about the ended session may be there as well
  await expect(other.locator('.reason')).toContainText('do not match');
  await enter(other, 'Log in', name, 'better than before');
  await expect(other.getByRole('link', { name: `Your account: ${name}` })).toBeVisible();
});

test('the mark of an account stays beside a name that is cut', async ({ browser }) => {
  const page = await (await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 740 } })).newPage();
  await enter(page, 'Create an account', `Wilhelmina-van-${Date.now().toString(36)}`, 'long enough');
  await expect(page.locator('h1')).toHaveText('Your account');
  await startGame(page, 'europe', 4);
  const name = page.locator('.strip .who').first();
  const cut = await name.locator('bdi').evaluate((one) => one.scrollWidth > one.clientWidth);
  expect(cut).toBe(true);
  const [mark, around] = [await name.locator('.has-account').boundingBox(), await name.boundingBox()];
  expect(mark!.width).toBeGreaterThan(6);
  expect(mark!.x + mark!.width).toBeLessThanOrEqual(around!.x + around!.width + 0.5);
});
