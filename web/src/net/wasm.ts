// An instance of the engine module (bindings/wasm/engine_worker.cpp), and access to its memory.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  reserve(size: number): number;
  open(delay: number): void;
  load_row(keySize: number): number;
  start(): void;
  receive(): void;
  disconnect(): void;
  committed(done: number): void;
  on_timer(): void;
  get(): void;
  forget(number: number): void;
  search_done(number: number, action: number): void;
  search(): number;
}

/** The functions that the module imports; a text is an address in memory and a size. */
export interface Host {
  send(at: number, size: number): void;
  commit(at: number, size: number): void;
  set_timer(ms: number): void;
  answer(status: number, at: number, size: number): void;
  search(number: number, at: number, size: number): void;
  forgotten(number: number, status: number): void;
}

const REFUSED = 52; // WASI errno ENOSYS

export class Wasm {
  exports!: Exports;

  static async load(module: WebAssembly.Module, host: Host): Promise<Wasm> {
    const wasm = new Wasm();
    const instance = await WebAssembly.instantiate(module, {
      host: { ...host },
      wasi_snapshot_preview1: wasm.system(),
    });
    wasm.exports = instance.exports as unknown as Exports;
    wasm.exports._initialize();
    return wasm;
  }

  /** Copies input into the module's memory; returns the size of the first part in bytes. */
  put(first: string | Uint8Array, more = ''): number {
    const encoder = new TextEncoder(),
      bytes = typeof first === 'string' ? encoder.encode(first) : first,
      rest = encoder.encode(more);
    const at = this.exports.reserve(bytes.length + rest.length),
      memory = new Uint8Array(this.exports.memory.buffer); // reserve() may make it grow
    memory.set(bytes, at);
    memory.set(rest, at + bytes.length);
    return bytes.length;
  }

  text(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, size));
  }

  /** A copy that outlives the call. */
  bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.exports.memory.buffer as ArrayBuffer, at, size).slice();
  }

  private system(): WebAssembly.ModuleImports {
    const known: Record<string, (...args: never[]) => number | void> = {
      clock_time_get: (clock: number, _precision: bigint, at: number) => {
        const ms = clock === 0 ? Date.now() : performance.now();
        new DataView(this.exports.memory.buffer).setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
        return 0;
      },
      random_get: (at: number, size: number) => {
        crypto.getRandomValues(new Uint8Array(this.exports.memory.buffer, at, size));
        return 0;
      },
      proc_exit: (code: number) => {
        throw new Error(`the engine has stopped: ${code}`);
      },
    };
    return new Proxy(known, {
      get: (functions, name: string) => functions[name] ?? (() => REFUSED),
    }) as WebAssembly.ModuleImports;
  }
}
