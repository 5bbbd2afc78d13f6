// From a store of the state to a value that Svelte follows.
import type { Readable } from '../state/store';

/** Call it while a component is made. */
export function fromStore<T>(store: Readable<T>): { readonly value: T } {
  let value = $state.raw(store.get());
  $effect(() => store.subscribe((next) => (value = next)));
  return {
    get value() {
      return value;
    },
  };
}
