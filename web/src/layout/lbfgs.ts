// Limited-memory BFGS with backtracking: minimises a smooth function of many variables. Must not depend on boards.

export type Value = (x: Float64Array, gradient: Float64Array) => number;

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

interface Memory {
  s: Float64Array;
  y: Float64Array;
  rho: number;
}

function direction(g: Float64Array, memory: Memory[]): Float64Array {
  const d = g.map((v) => -v);
  const alpha: number[] = [];
  for (let k = memory.length - 1; k >= 0; k--) {
    const m = memory[k]!;
    alpha[k] = m.rho * dot(m.s, d);
    for (let i = 0; i < d.length; i++) d[i]! -= alpha[k]! * m.y[i]!;
  }
  const last = memory.at(-1);
  const scale = last ? 1 / (last.rho * dot(last.y, last.y)) : 1 / Math.max(1, Math.sqrt(dot(g, g)));
  for (let i = 0; i < d.length; i++) d[i]! *= scale;
  memory.forEach((m, k) => {
    const beta = m.rho * dot(m.y, d);
    for (let i = 0; i < d.length; i++) d[i]! += (alpha[k]! - beta) * m.s[i]!;
  });
  return d;
}

/** Takes at most `steps` steps from x, in place; returns the value reached. */
export function minimise(value: Value, x: Float64Array, steps: number, remember = 12): number {
  let g: Float64Array = new Float64Array(x.length);
  let f = value(x, g);
  const memory: Memory[] = [];
  for (let step = 0; step < steps; step++) {
    let d = direction(g, memory);
    let slope = dot(d, g);
    if (slope >= 0) {
      memory.length = 0;
      d = g.map((v) => -v);
      slope = -dot(g, g);
    }
    const found = search(value, x, f, g, d, slope);
    if (!found) break;
    const { next, value: lower, gradient } = found;
    const s = next.map((v, i) => v - x[i]!);
    const y = gradient.map((v, i) => v - g[i]!);
    const curve = dot(s, y);
    if (curve > 1e-10) {
      memory.push({ s, y, rho: 1 / curve });
      if (memory.length > remember) memory.shift();
    }
    const gain = f - lower;
    x.set(next);
    g = gradient;
    f = lower;
    if (gain < 1e-9 * Math.abs(f)) break;
  }
  return f;
}

function search(value: Value, x: Float64Array, f: number, g: Float64Array, d: Float64Array, slope: number) {
  let t = 1;
  for (let tries = 0; tries < 24; tries++) {
    const next = x.map((v, i) => v + t * d[i]!);
    const gradient = new Float64Array(g.length);
    const lower = value(next, gradient);
    if (lower <= f + 1e-4 * t * slope) return { next, value: lower, gradient };
    t *= 0.5;
  }
  return null;
}
