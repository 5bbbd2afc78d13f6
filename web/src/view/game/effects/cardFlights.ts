// Animates cards from the row or the deck to a hand or a player. Decoration only: nothing waits for it.
import type { Card } from '../../../wire/cards';
import type { Notice } from '../../../wire/protocol';

const find = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((e) => e.offsetParent !== null) ?? null;

function fly(card: Card | null, from: Element | null, to: Element | null, delay: number, ms: number) {
  if (!from || !to) return;
  const a = from.getBoundingClientRect(),
    b = to.getBoundingClientRect();
  const node = document.createElement('div');
  node.className = `card flight ${card === null ? 'back' : card === 'locomotive' ? 'loco' : card} solo`;
  const place = `left:${a.left}px;top:${a.top}px;width:${a.width}px;height:${a.height}px`;
  node.style.cssText = `position:fixed;${place};margin:0;z-index:60;pointer-events:none`;
  document.body.append(node);
  const k = Math.min(1, Math.max(0.35, b.width / a.width));
  const dx = b.left + b.width / 2 - a.left - a.width / 2,
    dy = b.top + b.height / 2 - a.top - a.height / 2;
  const flight = node.animate(
    [
      { transform: 'none', opacity: 1 },
      {
        transform: `translate(${dx}px, ${dy}px) scale(${k})`,
        opacity: 0.85,
      },
    ],
    { duration: ms, delay, easing: 'cubic-bezier(.5,0,.2,1)', fill: 'backwards' },
  );
  const landed = new AbortController();
  addEventListener('pointerdown', () => flight.finish(), { signal: landed.signal, capture: true }); // a tap skips it
  flight.onfinish = flight.oncancel = () => {
    landed.abort();
    node.remove();
  };
}

export function flyCards(fresh: readonly Notice[], me: number | null, ms: number) {
  if (ms <= 0 || document.visibilityState === 'hidden') return;
  let delay = 0;
  for (const n of fresh) {
    const seat = n.seat ?? -1;
    const target = (card: Card | null) =>
      seat === me && card ? find(`[data-stack="${card}"]`) : find(`[data-player="${seat}"]`);
    if (n.do === 'draw_row') fly(n.card ?? null, find(`[data-row="${n.place}"]`), target(n.card ?? null), delay, ms);
    else if (n.deal === 'hand' && fresh.length < 12)
      fly(seat === me ? (n.card ?? null) : null, find('[data-deck]'), target(n.card ?? null), delay, ms);
    else continue;
    delay += ms * 0.45;
  }
}
