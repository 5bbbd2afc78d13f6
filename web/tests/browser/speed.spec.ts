// Taps respond at once, also on the largest board; panning and zooming keep up with the pointer.
import { expect, test } from '@playwright/test';
import { playOn, startGame } from './player';

test('a tap on a track answers within 50 ms of work', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await startGame(page, 'europe');
  await playOn(page, 'mouse', async (p) => p.turns >= 2 && (await page.locator('.hits path[data-lit]').count()) > 0);
  const times = await page.evaluate(async () => {
    const paths = [...document.querySelectorAll<SVGPathElement>('.hits path:not([data-lit])')].slice(0, 12),
      out: number[] = [];
    for (const path of paths) {
      const start = performance.now();
      path.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await Promise.resolve();
      out.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return out.sort((a, b) => a - b);
  });
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(50);
});

test('a drag moves the picture without drawing it anew', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await startGame(page, 'europe');
  await page.locator('.zoom button').first().click();
  const work = await page
    .evaluate(async () => {
      const board = document.querySelector('.board')!,
        box = board.getBoundingClientRect(),
        at = (x: number) => ({
          clientX: box.left + x,
          clientY: box.top + 200,
          pointerId: 1,
          bubbles: true,
          button: 0,
          isPrimary: true,
        });
      board.dispatchEvent(new PointerEvent('pointerdown', at(400)));
      const start = performance.now();
      for (let i = 1; i <= 60; i++) board.dispatchEvent(new PointerEvent('pointermove', at(400 - i * 3)));
      const spent = performance.now() - start;
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const moved = document.querySelector<SVGElement>('.board > svg')!.style.transform;
      board.dispatchEvent(new PointerEvent('pointerup', at(220)));
      return { spent, moved };
    })
    .catch((error: unknown) => ({ spent: 0, moved: String(error) }));
  expect(work.spent).toBeLessThan(60);
  expect(work.moved).toMatch(/^matrix/);
});
