// A track's centre line: a cubic whose inner points rest on the thirds of its chord, moved by two free offsets. All
// points of it are linear in (place a, place b, offset 1, offset 2) while the parameter is held still.

export const SAMPLES = 40;

export const weights = (t: number): [number, number, number, number] => {
  const u = 1 - t;
  const b0 = u * u * u,
    b1 = 3 * t * u * u,
    b2 = 3 * t * t * u,
    b3 = t * t * t;
  return [b0 + (2 / 3) * b1 + b2 / 3, b3 + b1 / 3 + (2 / 3) * b2, b1, b2];
};

export const SAMPLED = Array.from({ length: SAMPLES }, (_, i) => weights(i / (SAMPLES - 1)));

/** The parameter at which a curve with the table of lengths `s` has run the length `at`. */
export function parameterAt(s: ArrayLike<number>, at: number): number {
  const last = s.length - 1;
  if (at <= 0) return at / Math.max(s[1]! - s[0]!, 1e-9) / last;
  if (at >= s[last]!) return 1 + (at - s[last]!) / Math.max(s[last]! - s[last - 1]!, 1e-9) / last;
  let low = 0,
    high = last;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (s[mid]! <= at) low = mid;
    else high = mid;
  }
  return (low + (at - s[low]!) / Math.max(s[high]! - s[low]!, 1e-9)) / last;
}
