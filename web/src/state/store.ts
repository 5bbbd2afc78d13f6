// The smallest store there is: a value, and those who want to hear when it changes. Svelte reads it by `subscribe`.

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
