// Keeps parts of the map visible: selected tickets, what a log entry refers to, the subject of a prompt.
import { untrack } from 'svelte';
import type { BoardGeometry } from '../../../board/geometry';
import type { GameController } from '../control/GameController.svelte';

type Point = readonly [x: number, y: number];

/** The map and the part of it that is visible. */
export interface MapViewport {
  readonly map: { ensureVisible(points: readonly Point[]): void; saveView(): () => void } | null;
  readonly phone: boolean;
  readonly covered: number; // pixels of the map, from its lower edge
}

const pointsOf = (geometry: BoardGeometry, tracks: readonly string[], places: readonly string[]): Point[] =>
  [
    ...tracks.flatMap((id) => geometry.track.get(id)?.spaces ?? []),
    ...places.flatMap((id) => geometry.place.get(id) ?? []),
  ].map(({ x, y }) => [x, y]);

/** Restores the view after a prompt. Call it before all effects that move the map for a prompt. */
export function restoreMapAfter(viewport: MapViewport, asked: () => boolean): void {
  $effect(() => (asked() && viewport.map ? untrack(() => viewport.map!.saveView()) : undefined));
}

/** Shows the ends of the selected ticket, or of all offered tickets while none is chosen. */
export function focusTickets(
  ctrl: Pick<GameController, 'ticket' | 'chosen' | 'prompt' | 'curtain' | 'view' | 'def' | 'geometry'>,
  viewport: MapViewport,
): void {
  $effect(() => {
    const selected = ctrl.ticket ?? [...ctrl.chosen].at(-1);
    const offered = () => (ctrl.prompt.kind === 'keep' && !ctrl.curtain ? (ctrl.view?.mine?.offered ?? []) : []);
    const ids = selected ? [selected] : offered();
    if (!ids.length || !viewport.map) return;
    void viewport.covered;
    const ends = ids.flatMap((id) => ctrl.def.ticket.get(id) ?? []).flatMap(({ a, b }) => [a, b]);
    untrack(() => viewport.map!.ensureVisible(pointsOf(ctrl.geometry, [], ends)));
  });
}

/** On a phone, shows what a log entry refers to once the log no longer covers the map. */
export function focusPointed(
  ctrl: Pick<GameController, 'pointed' | 'panel' | 'geometry'>,
  viewport: MapViewport,
): void {
  $effect(() => {
    const { tracks, places } = ctrl.pointed;
    if (!viewport.phone || ctrl.panel.kind === 'sheet' || !(tracks.length + places.length)) return;
    untrack(() => viewport.map?.ensureVisible(pointsOf(ctrl.geometry, tracks, places)));
  });
}

/** On a phone, shows the subject of a prompt above its bottom sheet. */
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
    if (points.length && viewport.phone) untrack(() => viewport.map?.ensureVisible(points));
  });
}
