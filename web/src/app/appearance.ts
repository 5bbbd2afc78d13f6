// How the page looks and moves: what the settings and the device want of it.
import type { Settings } from '../state/settings';

export type MediaQuery = (query: string) => boolean; // a question about the device, as in a style sheet

/** Puts it where the style sheets read it. */
export function applyAppearance(root: { dataset: DOMStringMap }, { theme, speed }: Pick<Settings, 'theme' | 'speed'>) {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.speed = speed;
}

/** How long what moves takes: 0 is not at all. */
export function motionScale(speed: Settings['speed'], matches: MediaQuery): number {
  return speed === 'off' || matches('(prefers-reduced-motion: reduce)') ? 0 : speed === 'fast' ? 0.5 : 1;
}
