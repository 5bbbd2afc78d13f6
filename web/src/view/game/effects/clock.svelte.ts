// Runs the clocks between two messages.
import type { Clocks } from '../../../wire/protocol';

let now = $state(Date.now());
setInterval(() => (now = Date.now()), 500);
// Counts from the time of arrival, because the device's clock may be wrong by hours.
const receivedAt = new WeakMap<Clocks, number>();

export function clockLeft(clocks: Clocks | null, seat: number): number | null {
  if (!clocks || clocks.left[seat] === undefined) return null;
  if (!receivedAt.has(clocks)) receivedAt.set(clocks, Date.now());
  const left = clocks.left[seat];
  return clocks.running === seat ? Math.max(0, left - Math.max(0, now - receivedAt.get(clocks)!)) : left;
}
