// Which track a finger means. It is wider than a track of a board seen whole, and browsers guess: they give a tap to
// whatever can be pressed nearby.

const AROUND = Array.from({ length: 8 }, (_, i) => [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)] as const);

const trackAt = (x: number, y: number): SVGElement | null =>
  document.elementFromPoint(x, y)?.closest<SVGElement>('[data-track]') ?? null;

/** The track under the finger; where tracks are thin, rather one beside it that can be claimed. */
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
