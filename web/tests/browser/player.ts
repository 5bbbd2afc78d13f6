// A scripted player: reads the page as a person does and acts by mouse, touch or keyboard. Plays badly, but to the end,
// and counts the prompts.
import { expect, type Page } from '@playwright/test';

export type Hand = 'mouse' | 'touch' | 'keyboard';

export interface Played {
  turns: number;
  claims: number;
  asked: Set<string>;
}

/** Errors of the page fail the test; a lost connection during a planned restart does not. */
export function watchErrors(page: Page, ignore = /$^/): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on(
    'console',
    (message) => message.type() === 'error' && !ignore.test(message.text()) && errors.push(message.text()),
  );
  return errors;
}

export async function startGame(
  page: Page,
  board: 'europe' | 'germany' | 'first-journey',
  opponents = 1,
  level = 'Easy',
  place: string | null = './',
) {
  if (place !== null) await page.goto(place);
  await page.locator(`input[name=board][value=${board}]`).check({ force: true });
  await page
    .getByRole('group', { name: 'Opponents' })
    .getByRole('radio', { name: String(opponents), exact: true })
    .check({ force: true });
  await page
    .getByRole('group', { name: 'Level' })
    .getByRole('radio', { name: level, exact: true })
    .check({ force: true });
  await page.getByRole('button', { name: /^Play / }).click();
  await expect(page.locator('main.game')).toBeVisible();
}

/**
 * Between looking and acting the page may have moved on: then there is nothing to press, and the player looks again.
 */
async function press(page: Page, hand: Hand, selector: string) {
  const target = page.locator(selector).first(),
    soon = { timeout: 1500 };
  try {
    if (hand === 'touch') await target.tap(soon);
    else if (hand === 'mouse') await target.click(soon);
    else {
      await target.focus(soon);
      await page.keyboard.press('Enter');
    }
  } catch (error) {
    if (!/Timeout|detached/.test(String(error))) throw error;
  }
}

/**
 * A point on a lit track that is in sight, in pixels of the window: on the longest of those that are wanted (none
 * named: all).
 */
const litPoint = (page: Page, wanted: readonly string[]) =>
  page.evaluate((only) => {
    const box = document.querySelector('.board')!.getBoundingClientRect();
    const paths = [...document.querySelectorAll<SVGPathElement>('.hits path[data-lit]')].filter(
      (path) => only.length === 0 || only.includes(path.dataset.track!),
    );
    for (const path of paths.sort((a, b) => b.getTotalLength() - a.getTotalLength())) {
      for (const share of [0.5, 0.3, 0.7]) {
        const p = path.getPointAtLength(path.getTotalLength() * share).matrixTransform(path.getScreenCTM()!);
        if (
          p.x > box.left + 4 &&
          p.x < box.right - 4 &&
          p.y > box.top + 4 &&
          p.y < box.bottom - 4 &&
          document.elementFromPoint(p.x, p.y) === path
        )
          return { x: p.x, y: p.y };
      }
    }
    return null;
  }, wanted);

async function claim(page: Page, hand: Hand, wanted: readonly string[]): Promise<boolean> {
  if (hand === 'keyboard') {
    await page.keyboard.press('t');
    const line = page.locator('.tracklist button').first();
    if (!(await line.isVisible().catch(() => false))) {
      await page.keyboard.press('Escape');
      return false;
    }
    await press(page, hand, '.tracklist button');
  } else {
    const point = await litPoint(page, wanted);
    if (!point) return false;
    if (hand === 'touch') await page.touchscreen.tap(point.x, point.y);
    else await page.mouse.click(point.x, point.y);
  }
  const pay = page.locator('.dialog footer .btn.primary');
  await page.waitForTimeout(60);
  if (await pay.isVisible().catch(() => false)) await press(page, hand, '.dialog footer .btn.primary');
  return true;
}

/** The current prompt, if any. */
const asked = (page: Page) =>
  page.evaluate(() => {
    if (document.querySelector('main.over')) return 'over';
    if (document.querySelector('.curtain')) return 'curtain';
    if (document.querySelector('.dialog .offers')) return 'keep';
    if (document.querySelector('.dialog .figs')) return 'passengers';
    if (document.querySelector('.dialog .up-row')) return 'tunnel';
    if (document.querySelector('.dialog .po.split')) return 'split';
    if (document.querySelector('.strip-note .btn.primary')) return 'pass';
    const prompt = document.querySelector('.prompt.mine');
    if (!prompt) return 'wait';
    if (document.querySelector('.hits path[data-lit]')) return 'claim';
    if (
      document.querySelector('.card.back[aria-disabled="false"]') ||
      document.querySelector('.rowcards .card[data-row][aria-disabled="false"]')
    )
      return 'draw';
    return 'other';
  });

export async function playOn(
  page: Page,
  hand: Hand,
  until: (played: Played) => boolean | Promise<boolean> = () => false,
  wanted: readonly string[] = [],
): Promise<Played> {
  const limit = 220_000;
  const played: Played = { turns: 0, claims: 0, asked: new Set() };
  const started = Date.now();
  for (;;) {
    if (Date.now() - started > limit)
      throw new Error(`the game did not end: ${JSON.stringify({ ...played, asked: [...played.asked] })}`);
    const what = await asked(page);
    played.asked.add(what);
    if (what === 'over' || (await until(played))) return played;
    switch (what) {
      case 'wait':
      case 'other':
        await page.waitForTimeout(40);
        continue;
      case 'curtain':
        await press(page, hand, '.curtain .btn');
        break;
      case 'keep': {
        const boxes = page.locator('.dialog .offer input');
        for (let i = 0; i < Math.min(2, await boxes.count()); i++) {
          if (hand === 'keyboard') {
            await boxes.nth(i).focus();
            if (!(await boxes.nth(i).isChecked())) await page.keyboard.press('Space');
          } else if (!(await boxes.nth(i).isChecked()))
            await (hand === 'touch'
              ? page.locator('.dialog .offer').nth(i).tap()
              : page.locator('.dialog .offer').nth(i).click());
        }
        await press(page, hand, '.dialog footer .btn.primary');
        break;
      }
      case 'passengers':
        await press(page, hand, '.dialog .fig');
        break;
      case 'split':
      case 'tunnel':
        await press(page, hand, '.dialog footer .btn');
        break;
      case 'pass':
        await press(page, hand, '.strip-note .btn.primary');
        break;
      case 'claim':
      case 'draw':
        if (what === 'claim' && (await claim(page, hand, wanted))) {
          played.claims++;
          break;
        }
        played.turns++; // nothing lit is in sight
        expect(
          await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
          'a game fits the window',
        ).toBeLessThanOrEqual(0);
        if (hand === 'keyboard') await page.keyboard.press('d');
        else
          await press(
            page,
            hand,
            (await page.locator('.card.back[aria-disabled="false"]').count())
              ? '.card.back[aria-disabled="false"]'
              : '.rowcards .card[data-row][aria-disabled="false"]',
          );
        break;
    }
    await page.waitForTimeout(30);
  }
}

/** Steps through the final scoring to the result. */
export async function toResult(page: Page) {
  await expect(page.locator('main.over')).toBeVisible();
  const skip = page.getByRole('button', { name: 'Skip' });
  if (await skip.isVisible()) await skip.click();
  await expect(page.locator('.parts .won').first()).toBeVisible();
}
