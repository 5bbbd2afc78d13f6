// How much of the map a dialog covers from below, on a phone.

/** Observes the dialog in `box`, which may appear later and be replaced. Returns a function that stops observing. */
export function watchDialog(box: HTMLElement, report: (pixels: number) => void): () => void {
  let dialog: Element | null = null;
  const size = new ResizeObserver(() => {
    if (!dialog?.isConnected) return; // just closed
    const map = box.getBoundingClientRect();
    const over = dialog.getBoundingClientRect();
    // a phone in landscape has the dialog beside the map
    report(over.left < map.right ? Math.max(0, map.bottom - over.top) : 0);
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

  /** `box` returns the map while something may cover it, else null. */
  watch(box: () => HTMLElement | null): void {
    $effect(() => {
      this.pixels = 0;
      const map = box();
      return map ? watchDialog(map, (pixels) => (this.pixels = pixels)) : undefined;
    });
  }
}
