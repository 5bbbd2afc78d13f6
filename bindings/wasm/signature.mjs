// Compares the bench signatures of the WebAssembly engine with the golden ones: node signature.mjs WASM GOLDEN
import { readFileSync } from 'node:fs';

const [wasm, golden] = process.argv.slice(2);
const refuse = () => 52; // the engine writes and reads no files
const imports = { wasi_snapshot_preview1: new Proxy({}, { get: () => refuse }) };
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), imports);
const engine = instance.exports;
engine._initialize();

function text(pointer) {
  const bytes = new Uint8Array(engine.memory.buffer, pointer);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}
const boards = Array.from({ length: engine.board_count() }, (_, i) => text(engine.board_id(i)));
const hex = (n) => (n >>> 0).toString(16).padStart(8, '0');

let passed = 0, failed = 0;
for (const line of readFileSync(golden, 'utf8').split('\n')) {
  if (!line || line.startsWith('#')) continue;
  const [board, seats, wanted] = line.split(/\s+/);
  const ok = engine.sign(boards.indexOf(board), Number(seats), 50);
  const got = ok ? hex(engine.signature_high()) + hex(engine.signature_low()) : 'nothing';
  if (got === wanted) passed++;
  else {
    failed++;
    console.error(`${board} ${seats}: native ${wanted}, WebAssembly ${got}`);
  }
}
console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
