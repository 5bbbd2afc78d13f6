// localStorage that does nothing where the browser denies access to it.
import type { Storage } from '../state/settings';

/** Calls `place` on every access, because even reading the property throws in private windows of some browsers. */
export const safeStorage = (place: () => Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>): Storage => ({
  get: (key) => {
    try {
      return place().getItem(key);
    } catch {
      return null;
    }
  },
  set: (key, value) => {
    try {
      if (value === null) place().removeItem(key);
      else place().setItem(key, value);
    } catch {
      // the value is lost with the page
    }
  },
});
