// The judge of games on this device: the server's own, compiled to WebAssembly (bindings/wasm/judge.cpp). Knows no worker and no
// database: both are handed in.

/** What the judge wants kept: ["put", key, text], ["add", key, text] where nothing may be there yet, ["delete", key]. */
export type Change = ['put' | 'add', key: string, text: string] | ['delete', key: string];

/** Where rows are kept. `keep` makes all changes or none, and is done when they would survive the end of the device's power. */
export interface Keeper {
  rows(): Promise<[key: string, text: string][]>; // in the order of keys
  keep(changes: Change[]): Promise<void>;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
  open(delay: number): void;
  take_back(keySize: number): number;
  begin(): void;
  receive(): void;
  leave(): void;
  kept(done: number): void;
  ring(): void;
  get(): void;
}

const REFUSED = 52; // of the system interface: there is no such function

export class Judge {
  private wasm!: Exports;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing = Promise.resolve();
  private answer = { status: 503, text: '{}' };
  private dead = false;

  private constructor(private readonly keeper: Keeper, private readonly send: (frame: string) => void, private readonly broken: (why: unknown) => void) {}

  /** `delay`: no computer player acts sooner, in milliseconds. `broken`: it has failed, and another one must be opened. */
  static async open(module: WebAssembly.Module, keeper: Keeper, delay: number, send: (frame: string) => void, broken: (why: unknown) => void): Promise<Judge> {
    const judge = new Judge(keeper, send, broken);
    const instance = await WebAssembly.instantiate(module, judge.imports());
    judge.wasm = instance.exports as unknown as Exports;
    judge.wasm._initialize();
    judge.wasm.open(delay);
    for (const [key, text] of await keeper.rows()) judge.wasm.take_back(judge.put(key, text));
    judge.wasm.begin();
    return judge;
  }

  receive(frame: string) {
    this.put(frame);
    this.run(() => this.wasm.receive());
  }

  /** Who followed games has gone. */
  leave() {
    this.run(() => this.wasm.leave());
  }

  get(path: string): { status: number; text: string } {
    this.answer = { status: 503, text: '{}' };
    this.put(path);
    this.run(() => this.wasm.get());
    return this.answer;
  }

  private run(call: () => void) {
    if (this.dead) return;
    try {
      call();
    } catch (error) {
      this.dead = true;
      clearTimeout(this.timer);
      this.broken(error);
    }
  }

  /** Into the judge's memory; the size of the first text in bytes. */
  private put(text: string, more = ''): number {
    const encoder = new TextEncoder(), first = encoder.encode(text), rest = encoder.encode(more);
    const at = this.wasm.room(first.length + rest.length), memory = new Uint8Array(this.wasm.memory.buffer);
    memory.set(first, at);
    memory.set(rest, at + first.length);
    return first.length;
  }

  private text(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.wasm.memory.buffer, at, size));
  }

  private imports(): WebAssembly.Imports {
    const host = {
      send: (at: number, size: number) => this.send(this.text(at, size)),
      keep: (at: number, size: number) => {
        const changes = JSON.parse(this.text(at, size)) as Change[];
        this.writing = this.writing.then(() => this.keeper.keep(changes)).then(() => this.run(() => this.wasm.kept(1)), () => this.run(() => this.wasm.kept(0)));
      },
      wake: (ms: number) => {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.run(() => this.wasm.ring()), ms);
      },
      answer: (status: number, at: number, size: number) => (this.answer = { status, text: this.text(at, size) }),
    };
    const wasi: Record<string, (...args: never[]) => number | void> = {
      clock_time_get: (clock: number, _precision: bigint, at: number) => {
        const ms = clock === 0 ? Date.now() : performance.now();
        new DataView(this.wasm.memory.buffer).setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
        return 0;
      },
      random_get: (at: number, size: number) => {
        crypto.getRandomValues(new Uint8Array(this.wasm.memory.buffer, at, size));
        return 0;
      },
      proc_exit: (code: number) => {
        throw new Error(`the judge has stopped: ${code}`);
      },
    };
    return { host, wasi_snapshot_preview1: new Proxy(wasi, { get: (known, name: string) => known[name] ?? (() => REFUSED) }) as WebAssembly.ModuleImports };
  }
}
