// 64-bit FNV-1a over UTF-8: checks that a merged view equals the server's. Uses two 32-bit halves, because BigInt is
// too slow.

const encoder = new TextEncoder();

export function fnv64(text: string): string {
  const bytes = encoder.encode(text);
  let high = 0xcbf29ce4,
    low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // times 0x100000001b3 = 2^40 + 0x1b3
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x100000000);
    high = (Math.imul(high, 0x1b3) + carry + ((low << 8) >>> 0)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
