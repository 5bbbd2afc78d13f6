// The judge of games on this device: the server's own, compiled to WebAssembly (bindings/wasm/judge.cpp). Knows no
// worker and no database: both are handed in.
import type { Think } from './search';
import { Wasm, type Host } from './wasm';

/**
 * What the judge wants kept: ["put", key, text], ["add", key, text] where nothing may be there yet, ["delete", key].
 */
export type Change = ['put' | 'add', key: string, text: string] | ['delete', key: string];

/**
 * Where rows are kept. `keep` makes all changes or none, and is done when they would survive the end of the device's
 * power.
 */
export interface Keeper {
  rows(): Promise<[key: string, text: string][]>; // in the order of keys
  keep(changes: Change[]): Promise<void>;
}

export class Judge {
  private wasm!: Wasm;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing = Promise.resolve();
  private answer = { status: 503, text: '{}' };
  private readonly forgetting = new Map<number, (status: number) => void>();
  private count = 0;
  private dead = false;

  private constructor(
    private readonly keeper: Keeper,
    private readonly think: Think,
    private readonly send: (frame: string) => void,
    private readonly broken: (why: unknown) => void,
  ) {}

  /**
   * `delay`: no computer player acts sooner, in milliseconds. `broken`: it has failed, and another one must be opened.
   */
  static async open(
    module: WebAssembly.Module,
    keeper: Keeper,
    think: Think,
    delay: number,
    send: (frame: string) => void,
    broken: (why: unknown) => void,
  ): Promise<Judge> {
    const judge = new Judge(keeper, think, send, broken);
    judge.wasm = await Wasm.load(module, judge.host());
    const { open, take_back, begin } = judge.wasm.exports;
    open(delay);
    for (const [key, text] of await keeper.rows()) take_back(judge.wasm.put(key, text));
    begin();
    return judge;
  }

  receive(frame: string) {
    this.wasm.put(frame);
    this.run(({ receive }) => receive());
  }

  /** Who followed games has gone. */
  leave() {
    this.run(({ leave }) => leave());
  }

  get(path: string): { status: number; text: string } {
    this.answer = { status: 503, text: '{}' };
    this.wasm.put(path);
    this.run(({ get }) => get());
    return this.answer;
  }

  /** Takes a game that has ended off this device; a status as of HTTP, when it is gone for good. */
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
      keep: (at, size) => {
        const changes = JSON.parse(this.wasm.text(at, size)) as Change[];
        this.writing = this.writing
          .then(() => this.keeper.keep(changes))
          .then(
            () => this.run(({ kept }) => kept(1)),
            () => this.run(({ kept }) => kept(0)),
          );
      },
      wake: (ms) => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.run(({ ring }) => ring()), ms);
      },
      answer: (status, at, size) => (this.answer = { status, text: this.wasm.text(at, size) }),
      think: (number, at, size) =>
        void this.think(this.wasm.bytes(at, size)).then(
          (action) => this.run(({ thought }) => thought(number, action)),
          (why) => this.fail(why),
        ),
      forgotten: (number, status) => {
        this.forgetting.get(number)?.(status);
        this.forgetting.delete(number);
      },
    };
  }
}
