// What lasts from one visit to the next, where the browser allows it.
import type { Storage } from '../state/settings';

/** `place` is asked each time: in private windows of some browsers already the question throws. */
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
      // then it lasts as long as the page
    }
  },
});
