// What of the map has to be in sight: tickets that are spoken of, what a line of the log points at, what is asked
// about.
import { untrack } from 'svelte';
import type { BoardGeometry } from '../../../board/geometry';
import type { GameController } from '../control/GameController.svelte';

type Point = readonly [x: number, y: number];

/** The map and the window around it. */
export interface MapViewport {
  readonly map: { showPoints(points: readonly Point[]): void; leaveForAnswer(): () => void } | null;
  readonly phone: boolean;
  readonly covered: number; // pixels of the map, from below
}

const pointsOf = (geometry: BoardGeometry, tracks: readonly string[], places: readonly string[]): Point[] =>
  [
    ...tracks.flatMap((id) => geometry.track.get(id)?.spaces ?? []),
    ...places.flatMap((id) => geometry.place.get(id) ?? []),
  ].map(({ x, y }) => [x, y]);

/** Goes before all that moves the map for a question: after the answer it is where it is now. */
export function restoreMapAfter(viewport: MapViewport, asked: () => boolean): void {
  $effect(() => (asked() && viewport.map ? untrack(() => viewport.map!.leaveForAnswer()) : undefined));
}

/** The ends of a ticket that is spoken of; while none of those on offer is chosen, of all of them. */
export function focusTickets(
  ctrl: Pick<GameController, 'ticket' | 'chosen' | 'prompt' | 'curtain' | 'view' | 'def' | 'geometry'>,
  viewport: MapViewport,
): void {
  $effect(() => {
    const spoken = ctrl.ticket ?? [...ctrl.chosen].at(-1);
    const offered = () => (ctrl.prompt.kind === 'keep' && !ctrl.curtain ? (ctrl.view?.mine?.offered ?? []) : []);
    const ids = spoken ? [spoken] : offered();
    if (!ids.length || !viewport.map) return;
    void viewport.covered;
    const ends = ids.flatMap((id) => ctrl.def.ticket.get(id) ?? []).flatMap(({ a, b }) => [a, b]);
    untrack(() => viewport.map!.showPoints(pointsOf(ctrl.geometry, [], ends)));
  });
}

/** On a phone, once the log no longer covers the map. */
export function focusPointed(
  ctrl: Pick<GameController, 'pointed' | 'panel' | 'geometry'>,
  viewport: MapViewport,
): void {
  $effect(() => {
    const { tracks, places } = ctrl.pointed;
    if (!viewport.phone || ctrl.panel.kind === 'sheet' || !(tracks.length + places.length)) return;
    untrack(() => viewport.map?.showPoints(pointsOf(ctrl.geometry, tracks, places)));
  });
}

/** On a phone, above the sheet that asks. */
export function focusPrompt(
  ctrl: Pick<GameController, 'panel' | 'prompt' | 'view' | 'geometry'>,
  viewport: MapViewport,
): void {
  const track = $derived.by(() => {
    if (ctrl.panel.kind === 'claim') return ctrl.panel.track;
    return ctrl.prompt.kind === 'tunnel' ? (ctrl.view?.claim?.track ?? null) : null;
  });
  const place = $derived.by(() => {
    if (ctrl.prompt.kind === 'passengers') return ctrl.prompt.place;
    return ctrl.panel.kind === 'station' ? ctrl.panel.place : null;
  });
  $effect(() => {
    const tracks = track ? [track] : [];
    const places = place ? [place] : [];
    const points = pointsOf(ctrl.geometry, tracks, tracks.length ? [] : places);
    void viewport.covered;
    if (points.length && viewport.phone) untrack(() => viewport.map?.showPoints(points));
  });
}
