// Turns wheel, drag, pinch and keys on an element into pans and zooms. A press that did not move is a tap.

export interface Gestures {
  move(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  settle(): void;
  whole(): void;
}

const KEYS: Record<string, [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

export function gestures(element: HTMLElement, to: Gestures): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let far = 0;
  const at = (e: { clientX: number; clientY: number }) => {
    const box = element.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : null;
  };
  const onWheel = (e: WheelEvent) => {
    e.preventDefault();
    const { x, y } = at(e);
    const step = e.deltaMode === 1 ? 24 : e.deltaMode === 2 ? 300 : 1;
    to.zoom(Math.exp(-e.deltaY * step * (e.ctrlKey ? 0.01 : 0.0016)), x, y);
    to.settle();
  };
  const onDown = (e: PointerEvent) => {
    if (e.button > 0 || (e.target as Element).closest('button, a, input')) return;
    if (fingers.size === 0) far = 0;
    fingers.set(e.pointerId, at(e));
  };
  const onMove = (e: PointerEvent) => {
    const before = fingers.get(e.pointerId);
    if (!before) return;
    const now = at(e),
      pinch = spread();
    if (fingers.size === 1) {
      far += Math.hypot(now.x - before.x, now.y - before.y);
      if (far > 6) {
        if (!element.hasPointerCapture(e.pointerId)) element.setPointerCapture(e.pointerId);
        to.move(now.x - before.x, now.y - before.y);
      } else return;
    }
    fingers.set(e.pointerId, now);
    const next = spread();
    if (pinch && next) {
      far = 99;
      to.move(next.x - pinch.x, next.y - pinch.y);
      if (pinch.d > 0) to.zoom(next.d / pinch.d, next.x, next.y);
    }
  };
  const onUp = (e: PointerEvent) => {
    if (fingers.delete(e.pointerId)) to.settle();
  };
  const onClick = (e: MouseEvent) => {
    if (far > 6) e.stopPropagation(); // a drag does not end in a tap
    far = 0;
  };
  const onKey = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const middle = [element.clientWidth / 2, element.clientHeight / 2] as const;
    const by = KEYS[e.key];
    if (by) to.move(...by);
    else if (e.key === '+' || e.key === '=') to.zoom(1.3, ...middle);
    else if (e.key === '-') to.zoom(1 / 1.3, ...middle);
    else if (e.key === '0') to.whole();
    else return;
    e.preventDefault();
    to.settle();
  };
  element.addEventListener('wheel', onWheel, { passive: false });
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('click', onClick, true);
  element.addEventListener('keydown', onKey);
  return () => {
    element.removeEventListener('wheel', onWheel);
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('click', onClick, true);
    element.removeEventListener('keydown', onKey);
  };
}
