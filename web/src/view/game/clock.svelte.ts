// Clocks that run on the page between two messages.
import type { Clocks } from '../../state/protocol';

let now = $state(Date.now());
let skew = 0; // server's time less ours, taken from the newest message
setInterval(() => (now = Date.now()), 500);

export function tellTime(server: number) {
  skew = server - Date.now();
}

export function clockLeft(clocks: Clocks | null, seat: number): number | null {
  if (!clocks || clocks.left[seat] === undefined) return null;
  const left = clocks.left[seat];
  return clocks.running === seat ? Math.max(0, left - Math.max(0, now + skew - clocks.time)) : left;
}
