// Makes a Store of state/ reactive in Svelte.
import type { Readable } from '../state/store';

/** Call it while a component initialises. */
export function fromStore<T>(store: Readable<T>): { readonly value: T } {
  let value = $state.raw(store.get());
  $effect(() => store.subscribe((next) => (value = next)));
  return {
    get value() {
      return value;
    },
  };
}
