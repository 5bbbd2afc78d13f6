// Clocks that run on the page between two messages.
import type { Clocks } from '../../../wire/protocol';

let now = $state(Date.now());
setInterval(() => (now = Date.now()), 500);
// Counted from when they were heard of: the device's own clock may be wrong by hours.
const heard = new WeakMap<Clocks, number>();

export function clockLeft(clocks: Clocks | null, seat: number): number | null {
  if (!clocks || clocks.left[seat] === undefined) return null;
  if (!heard.has(clocks)) heard.set(clocks, Date.now());
  const left = clocks.left[seat];
  return clocks.running === seat ? Math.max(0, left - Math.max(0, now - heard.get(clocks)!)) : left;
}
