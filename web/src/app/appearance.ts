// Theme and animation speed, from the settings and the device.
import type { Settings } from '../state/settings';

export type MediaQuery = (query: string) => boolean; // evaluates a CSS media query

/** Sets the data attributes that the style sheets read. */
export function applyAppearance(root: { dataset: DOMStringMap }, { theme, speed }: Pick<Settings, 'theme' | 'speed'>) {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.dataset.speed = speed;
}

/** Factor on the duration of animations; 0 turns them off. */
export function motionScale(speed: Settings['speed'], matches: MediaQuery): number {
  return speed === 'off' || matches('(prefers-reduced-motion: reduce)') ? 0 : speed === 'fast' ? 0.5 : 1;
}
