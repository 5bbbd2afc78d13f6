// How much of the map the dialog of a question covers from below, on a phone.

/**
 * Follows the dialog in `box`; it may come a moment after the question, and another in its place. Returns how to stop.
 */
export function watchDialog(box: HTMLElement, tell: (pixels: number) => void): () => void {
  let dialog: Element | null = null;
  const size = new ResizeObserver(() => {
    if (!dialog?.isConnected) return; // the question has just been answered
    const map = box.getBoundingClientRect();
    const over = dialog.getBoundingClientRect();
    tell(over.left < map.right ? Math.max(0, map.bottom - over.top) : 0); // beside it on a phone that lies on its side
  });
  const look = () => {
    const now = box.querySelector(':scope > .dialog');
    if (now === dialog) return;
    size.disconnect();
    dialog = now;
    if (now) size.observe(now);
  };
  const parts = new MutationObserver(look);
  parts.observe(box, { childList: true });
  look();
  return () => {
    size.disconnect();
    parts.disconnect();
  };
}

export class MapInset {
  pixels = $state(0);

  /** `box`: the map, while something may cover it, else null. */
  watch(box: () => HTMLElement | null): void {
    $effect(() => {
      this.pixels = 0;
      const map = box();
      return map ? watchDialog(map, (pixels) => (this.pixels = pixels)) : undefined;
    });
  }
}
