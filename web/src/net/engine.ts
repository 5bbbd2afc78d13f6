// The engine of games on this device: the server's code in WebAssembly (bindings/wasm/engine_worker.cpp). Must not
// depend on workers or the database: both are passed in.
import type { Search } from './search';
import { Wasm, type Host } from './wasm';

/** A change to the store: ["put", key, text], ["add", key, text] where the key must not exist yet, ["delete", key]. */
export type Change = ['put' | 'add', key: string, text: string] | ['delete', key: string];

/** The row store. `commit` applies all changes or none, and resolves when they would survive a power failure. */
export interface RowStore {
  load(): Promise<[key: string, text: string][]>; // sorted by key
  commit(changes: Change[]): Promise<void>;
}

export class Engine {
  private wasm!: Wasm;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing = Promise.resolve();
  private answer = { status: 503, text: '{}' };
  private readonly forgetting = new Map<number, (status: number) => void>();
  private count = 0;
  private dead = false;

  private constructor(
    private readonly store: RowStore,
    private readonly search: Search,
    private readonly send: (frame: string) => void,
    private readonly broken: (why: unknown) => void,
  ) {}

  /**
   * `delay`: least answer time of computer players in ms. `broken` is called when the engine has failed; open a new one
   * then.
   */
  static async open(
    module: WebAssembly.Module,
    store: RowStore,
    search: Search,
    delay: number,
    send: (frame: string) => void,
    broken: (why: unknown) => void,
  ): Promise<Engine> {
    const engine = new Engine(store, search, send, broken);
    engine.wasm = await Wasm.load(module, engine.host());
    const { open, load_row, start } = engine.wasm.exports;
    open(delay);
    for (const [key, text] of await store.load()) load_row(engine.wasm.put(key, text));
    start();
    return engine;
  }

  receive(frame: string) {
    this.wasm.put(frame);
    this.run(({ receive }) => receive());
  }

  /** The client has disconnected. */
  disconnect() {
    this.run(({ disconnect }) => disconnect());
  }

  get(path: string): { status: number; text: string } {
    this.answer = { status: 503, text: '{}' };
    this.wasm.put(path);
    this.run(({ get }) => get());
    return this.answer;
  }

  /** Deletes an ended game from this device. Resolves to an HTTP status once the deletion is durable. */
  forget(game: string): Promise<number> {
    return new Promise((resolve) => {
      const number = ++this.count;
      this.forgetting.set(number, resolve);
      this.wasm.put(game);
      this.run(({ forget }) => forget(number));
    });
  }

  private run(call: (exports: Wasm['exports']) => void) {
    if (this.dead) return;
    try {
      call(this.wasm.exports);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(why: unknown) {
    if (this.dead) return;
    this.dead = true;
    clearTimeout(this.timer);
    for (const resolve of this.forgetting.values()) resolve(503);
    this.broken(why);
  }

  private host(): Host {
    return {
      send: (at, size) => this.send(this.wasm.text(at, size)),
      commit: (at, size) => {
        const changes = JSON.parse(this.wasm.text(at, size)) as Change[];
        this.writing = this.writing
          .then(() => this.store.commit(changes))
          .then(
            () => this.run(({ committed }) => committed(1)),
            () => this.run(({ committed }) => committed(0)),
          );
      },
      set_timer: (ms) => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.run(({ on_timer }) => on_timer()), ms);
      },
      answer: (status, at, size) => (this.answer = { status, text: this.wasm.text(at, size) }),
      search: (number, at, size) =>
        void this.search(this.wasm.bytes(at, size)).then(
          (action) => this.run(({ search_done }) => search_done(number, action)),
          (why) => this.fail(why),
        ),
      forgotten: (number, status) => {
        this.forgetting.get(number)?.(status);
        this.forgetting.delete(number);
      },
    };
  }
}
