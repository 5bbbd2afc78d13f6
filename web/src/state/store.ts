// A minimal observable store. Svelte reads it through `subscribe`.

export interface Readable<T> {
  get(): T;
  subscribe(listener: (value: T) => void): () => void;
}

export class Store<T> implements Readable<T> {
  private readonly listeners = new Set<(value: T) => void>();
  constructor(private value: T) {}
  get(): T {
    return this.value;
  }
  set(value: T) {
    if (value === this.value) return;
    this.value = value;
    for (const listener of [...this.listeners]) listener(value);
  }
  update(change: (value: T) => T) {
    this.set(change(this.value));
  }
  subscribe(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    listener(this.value);
    return () => this.listeners.delete(listener);
  }
}
