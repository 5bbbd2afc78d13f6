// FNV-1a, 64 bits, over UTF-8: the check that a merged view is the server's view. In two 32-bit halves, since BigInt
// would take longer than a tap may.

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
