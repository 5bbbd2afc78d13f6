// Lines and rings of a map: clips them to a window, refines them before a warp, simplifies them after it, and writes
// SVG paths.

/** Unwraps a ring across the 180th meridian, where a jump would cross the whole map. */
export function unrolled(ring) {
  let turns = 0;
  const out = ring.map(([lon, lat], i) => {
    const leap = i > 0 ? lon - ring[i - 1][0] : 0;
    if (Math.abs(leap) > 180) turns -= Math.sign(leap);
    return [lon + 360 * turns, lat];
  });
  const back = 360 * Math.round(out.reduce((sum, [lon]) => sum + lon, 0) / out.length / 360);
  return out.map(([lon, lat]) => [lon - back, lat]);
}

/** Sutherland–Hodgman: clips a ring to a window [west, south, east, north]. */
export function cutRing(ring, [x0, y0, x1, y1]) {
  const closed =
    ring.length > 1 && ring[0][0] === ring.at(-1)[0] && ring[0][1] === ring.at(-1)[1] ? ring.slice(0, -1) : ring;
  return [
    [0, x0, 1],
    [0, x1, -1],
    [1, y0, 1],
    [1, y1, -1],
  ].reduce(
    (points, [axis, limit, sign]) =>
      points.flatMap((p, i) => {
        const q = points[(i + 1) % points.length],
          inside = (a) => (a[axis] - limit) * sign >= 0;
        if (inside(p) === inside(q)) return inside(p) ? [p] : [];
        const t = (limit - p[axis]) / (q[axis] - p[axis]),
          between = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
        return inside(p) ? [p, between] : [between];
      }),
    closed,
  );
}

/** The pieces of a line inside of a window, to the vertex. */
export function cutLine(line, [x0, y0, x1, y1]) {
  const out = [];
  let piece = [];
  for (const p of line) {
    if (p[0] >= x0 && p[0] <= x1 && p[1] >= y0 && p[1] <= y1) piece.push(p);
    else if (piece.length) {
      out.push(piece);
      piece = [];
    }
  }
  if (piece.length) out.push(piece);
  return out.filter((l) => l.length > 1);
}

export function subdivided(line, step, closed) {
  return line.flatMap((p, i) => {
    const q = i + 1 < line.length ? line[i + 1] : closed ? line[0] : p;
    const many = Math.max(1, Math.ceil(Math.hypot(q[0] - p[0], q[1] - p[1]) / step));
    return Array.from({ length: many }, (_, k) => [
      p[0] + ((q[0] - p[0]) * k) / many,
      p[1] + ((q[1] - p[1]) * k) / many,
    ]);
  });
}

/** Visvalingam: removes the point with the smallest triangle until all triangles exceed the tolerance. */
export function simplified(points, tolerance, closed) {
  const line = [...points],
    least = closed ? 3 : 2;
  const area = (i) => {
    if (!closed && (i === 0 || i === line.length - 1)) return Infinity;
    const a = line[(i + line.length - 1) % line.length],
      b = line[i],
      c = line[(i + 1) % line.length];
    return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
  };
  for (let limit = tolerance / 16; limit <= tolerance; limit *= 2)
    for (let changed = true; changed;) {
      changed = false;
      for (let i = 0; i < line.length && line.length > least; i++)
        if (area(i) < limit) {
          line.splice(i, 1);
          changed = true;
        }
    }
  return line;
}

/** Integers in half units, each point relative to the one before. */
export function path(lines, closed) {
  return lines
    .map((line) => {
      let [x, y] = [0, 0];
      const parts = line
        .map((p, i) => {
          const [u, v] = [Math.round(p[0] * 2), Math.round(p[1] * 2)],
            [dx, dy] = [u - x, v - y];
          [x, y] = [u, v];
          return i === 0 ? `M${u} ${v}l` : dx || dy ? `${dx}${dy < 0 ? '' : ' '}${dy}` : '';
        })
        .filter(Boolean);
      return parts.length > 1
        ? parts[0] +
            parts.slice(1).reduce((s, p) => s + (s && !p.startsWith('-') ? ' ' : '') + p, '') +
            (closed ? 'z' : '')
        : '';
    })
    .join('');
}
