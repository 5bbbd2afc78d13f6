// Hit testing for touch. A finger is wider than a track of an unzoomed board, and browsers retarget a tap to a
// clickable element nearby.

const AROUND = Array.from({ length: 8 }, (_, i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)] as const);

const trackAt = (x: number, y: number): SVGElement | null =>
  document.elementFromPoint(x, y)?.closest<SVGElement>('[data-track]') ?? null;

/** The track under the finger; if tracks are thin, prefers a claimable one beside it. */
export function hitTestTrack(x: number, y: number, thin: boolean): string | null {
  const under = trackAt(x, y);
  if (under && (!thin || 'lit' in under.dataset)) return under.dataset.track!;
  for (const far of [5, 10, 15])
    for (const [dx, dy] of AROUND) {
      const near = trackAt(x + dx * far, y + dy * far);
      if (near && 'lit' in near.dataset) return near.dataset.track!;
    }
  return under?.dataset.track ?? null;
}
