// The camera: scale in pixels per board unit and offset of the board's corner in pixels. Must not depend on the DOM.

export interface Camera {
  scale: number;
  x: number;
  y: number;
}
export interface Frame {
  width: number;
  height: number;
}
type Size = readonly [number, number];

export const fitScale = (canvas: Size, frame: Frame): number =>
  Math.min(frame.width / canvas[0], frame.height / canvas[1]);

export function fitted(canvas: Size, frame: Frame): Camera {
  const scale = fitScale(canvas, frame);
  return { scale, x: (frame.width - canvas[0] * scale) / 2, y: (frame.height - canvas[1] * scale) / 2 };
}

/** Between the whole board and spaces of about 90 pixels. */
function limited(scale: number, canvas: Size, frame: Frame): number {
  const fit = fitScale(canvas, frame);
  return Math.min(Math.max(scale, fit), Math.max(2.6, fit * 2));
}

/** Clamps the camera: the board is centred while smaller than the frame, and otherwise fills it. */
export function clamped(camera: Camera, canvas: Size, frame: Frame): Camera {
  const scale = limited(camera.scale, canvas, frame);
  const along = (at: number, size: number, room: number) => {
    const drawn = size * scale,
      slack = Math.min(40, room * 0.08);
    return drawn <= room ? (room - drawn) / 2 : Math.min(slack, Math.max(room - drawn - slack, at));
  };
  return { scale, x: along(camera.x, canvas[0], frame.width), y: along(camera.y, canvas[1], frame.height) };
}

/** Scales by a factor; the point (x, y) of the frame stays where it is. */
export function zoomed(camera: Camera, factor: number, x: number, y: number, canvas: Size, frame: Frame): Camera {
  const scale = limited(camera.scale * factor, canvas, frame),
    k = scale / camera.scale;
  return clamped({ scale, x: x - (x - camera.x) * k, y: y - (y - camera.y) * k }, canvas, frame);
}

export const panned = (camera: Camera, dx: number, dy: number, canvas: Size, frame: Frame): Camera =>
  clamped({ ...camera, x: camera.x + dx, y: camera.y + dy }, canvas, frame);

export function centredOn(camera: Camera, at: Size, canvas: Size, frame: Frame): Camera {
  return clamped(
    { ...camera, x: frame.width / 2 - at[0] * camera.scale, y: frame.height / 2 - at[1] * camera.scale },
    canvas,
    frame,
  );
}

/** The camera that shows all points with `room` pixels of margin; its scale is at most `most`. */
export function around(points: readonly Size[], canvas: Size, frame: Frame, most: number, room = 70): Camera {
  const xs = points.map((p) => p[0]),
    ys = points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (frame.width - room) / Math.max(x1 - x0, 1),
    (frame.height - room) / Math.max(y1 - y0, 1),
    most,
  );
  return centredOn({ scale: limited(scale, canvas, frame), x: 0, y: 0 }, [(x0 + x1) / 2, (y0 + y1) / 2], canvas, frame);
}
