// Plays whole games in engine_worker.wasm, each through a restart in the middle, and lets the native program check their records:
//   node engine_worker.mjs build/wasm/engine_worker.wasm build/perron [rows of a browser's database ...]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webcrypto } from 'node:crypto';

const [wasm, perron, ...storedFiles] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(wasm));
const must = (yes, what) => {
  if (!yes) throw new Error(what);
};

class EngineWorker {
  constructor(rows) {
    this.rows = rows;
    this.frames = [];
    this.commits = [];
    this.questions = [];
    this.due = null;
    const text = (at, size) => Buffer.from(this.wasm.memory.buffer, at, size).toString('utf8');
    const host = {
      send: (at, size) => this.frames.push(JSON.parse(text(at, size))),
      commit: (at, size) => this.commits.push(JSON.parse(text(at, size))),
      set_timer: (ms) => (this.due = ms),
      answer: (status, at, size) => (this.answer = { status, text: text(at, size) }),
      search: (number, at, size) => this.questions.push([number, Buffer.from(this.wasm.memory.buffer, at, size).toString('latin1')]),
      forgotten: (_number, status) => (this.answer = { status }),
    };
    let time = 1_800_000_000_000;
    const wasi = {
      clock_time_get: (_clock, _precision, at) => (new DataView(this.wasm.memory.buffer).setBigUint64(at, BigInt((time += 1)) * 1_000_000n, true), 0),
      random_get: (at, size) => (webcrypto.getRandomValues(new Uint8Array(this.wasm.memory.buffer, at, size)), 0),
    };
    this.wasm = new WebAssembly.Instance(module, { host, wasi_snapshot_preview1: new Proxy(wasi, { get: (known, name) => known[name] ?? (() => 52) }) }).exports;
    this.wasm._initialize();
    this.wasm.open(0);
    for (const [key, value] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) must(this.wasm.load_row(this.put(key, value)), `the row ${key} is not loaded`);
    this.wasm.start();
    this.send({ type: 'hello', protocol: 1, name: 'Anna' });
    must(this.take('welcome').name === 'Anna', 'no welcome');
  }
  put(text, more = '', encoding = 'utf8') {
    const first = Buffer.from(text, encoding), all = Buffer.concat([first, Buffer.from(more)]);
    const at = this.wasm.reserve(all.length); // which may make the memory grow
    new Uint8Array(this.wasm.memory.buffer).set(all, at);
    return first.length;
  }
  send(message) {
    this.put(JSON.stringify(message));
    this.wasm.receive();
  }
  /** One step: commits rows, lets a computer player search, or runs a timer. */
  step() {
    const changes = this.commits.shift(), question = changes ? null : this.questions.shift();
    if (question) {
      this.put(question[1], '', 'latin1');
      return this.wasm.search_done(question[0], this.wasm.search());
    }
    if (!changes) return this.wasm.on_timer();
    const before = this.frames.length;
    for (const [how, key, value] of changes) {
      must(how !== 'add' || !this.rows.has(key), `${key} is there already`);
      if (how === 'delete') this.rows.delete(key);
      else this.rows.set(key, value);
    }
    must(this.frames.length === before, 'told before it was kept');
    this.wasm.committed(1);
  }
  take(type, where = () => true) {
    const i = this.frames.findIndex((frame) => frame.type === type && where(frame));
    return i < 0 ? null : this.frames.splice(i, 1)[0];
  }
  ask(request) {
    const id = `r${Math.random().toString(36).slice(2)}`;
    this.send({ ...request, id });
    for (;;) {
      const refused = this.take('refused', (frame) => frame.id === id);
      must(!refused, JSON.stringify(refused));
      const ok = this.take('ok', (frame) => frame.id === id);
      if (ok) return ok;
      this.step();
    }
  }
  forget(game) {
    this.put(game);
    this.wasm.forget(1);
    this.step();
    must(this.answer.status === 200, `${game} is not forgotten: ${this.answer.status}`);
  }
  get(path) {
    this.put(path);
    this.wasm.get();
    must(this.answer.status === 200, `${path}: ${this.answer.text}`);
    return this.answer.text;
  }
}

/** Everything that a frame for a seat says about cards in hands must be that seat's own. */
function seesOnlyOwn(frame, mine) {
  if (frame.type !== 'snapshot' && frame.type !== 'update') return;
  must(mine.includes(frame.seat), 'a frame for a seat that is not ours');
  for (const notice of frame.notices ?? []) must(!(notice.deal === 'hand' && notice.seat !== frame.seat && notice.card), `a card of another: ${JSON.stringify(notice)}`);
}

function playGame(folder, board, seats) {
  const rows = new Map(), mine = seats.flatMap((seat, i) => (seat.kind === 'me' ? [i] : []));
  let engine = new EngineWorker(rows), moves = 0;
  const { table } = engine.ask({ type: 'create', board, seats });
  const { game } = engine.ask({ type: 'start', table });
  for (let stopped = false, legal = null; ; ) {
    for (const frame of engine.frames.splice(0)) {
      seesOnlyOwn(frame, mine);
      if (frame.type === 'ended') {
        engine.frames.length = 0;
        const record = engine.get(`games/${game}/record`), file = join(folder, `${board}-${seats.length}.jsonl`);
        writeFileSync(file, record);
        execFileSync(perron, ['record', 'verify', file], { stdio: ['ignore', 'ignore', 'inherit'] });
        must(JSON.parse(engine.get('me/games?state=ended&limit=5')).games.length === 1, 'the game is not in the list');
        must(JSON.parse(engine.get(`games/${game}/replay?seat=0`)).steps.length > moves, 'the replay is too short');
        const again = new EngineWorker(rows); // all of it is there again after a stop
        must(again.get(`games/${game}/record`) === record, 'the record is another after a stop');
        again.forget(game);
        must([...rows.keys()].every((key) => key.startsWith('board/')), 'something is left of a game that was taken away');
        return moves;
      }
      if (frame.type === 'snapshot' || frame.type === 'update') {
        if (frame.legal?.length) legal = { seat: frame.seat, version: frame.version, actions: frame.legal };
      }
    }
    if (legal) {
      const { seat, version, actions } = legal;
      legal = null;
      engine.ask({ type: 'act', game, seat, version, action: actions[Math.floor(Math.random() * actions.length)] });
      moves++;
      if (moves === 20 && !stopped) {
        stopped = true;
        engine = new EngineWorker(rows); // the tab was closed
        engine.ask({ type: 'open', table });
      }
    } else engine.step();
  }
}

/** The games that an earlier version left in a browser are played to their ends. */
function playStored(file) {
  const stored = JSON.parse(readFileSync(file, 'utf8')), engine = new EngineWorker(new Map(Object.entries(stored.rows)));
  for (const [i, game] of stored.games.entries()) {
    engine.ask({ type: 'open', table: stored.tables[i] });
    let legal = null, moves = 0;
    for (let ended = false; !ended; ) {
      for (const frame of engine.frames.splice(0)) {
        if (frame.game !== game) continue;
        ended ||= frame.type === 'ended';
        if (frame.legal?.length) legal = { seat: frame.seat, version: frame.version, actions: frame.legal };
      }
      if (legal && !ended) {
        const { seat, version, actions } = legal;
        legal = null;
        engine.ask({ type: 'act', game, seat, version, action: actions[Math.floor(Math.random() * actions.length)] });
        moves++;
      } else if (!ended) engine.step();
    }
    must(moves > 0, `${game} in ${file} was over already`);
    console.log(`${file}, ${game}: ${moves} more moves of ours`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'perron-'));
const me = { kind: 'me' }, computer = (level) => ({ kind: 'computer', level });
try {
  for (const [board, seats] of [
    ['europe', [me, computer('easy')]], ['europe', [me, computer('medium'), computer('hard')]], ['germany', [me, computer('hard')]],
    ['germany', [me, { ...me, name: 'Béla' }, computer('easy')]], ['first-journey', [me, computer('medium')]], ['first-journey', [me, { ...me, name: 'Béla' }]],
  ]) {
    const began = Date.now(), moves = playGame(folder, board, seats);
    console.log(`${board}, ${seats.map((s) => s.level ?? s.kind).join(' ')}: ${moves} moves of ours, ${Date.now() - began} ms, the record verifies`);
  }
  for (const file of storedFiles) playStored(file);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
