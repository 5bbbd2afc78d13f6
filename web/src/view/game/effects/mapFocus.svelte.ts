// What of the map has to be in sight: tickets that are spoken of, what a line of the log points at, what is asked
// about.
import { untrack } from 'svelte';
import type { Picture } from '../../../board/geometry';
import type { Desk } from '../control/GameController.svelte';

type Point = readonly [x: number, y: number];

/** The map and the window around it. */
export interface Sight {
  readonly map: { showPoints(points: readonly Point[]): void; leaveForAnswer(): () => void } | null;
  readonly phone: boolean;
  readonly covered: number; // pixels of the map, from below
}

const pointsOf = (picture: Picture, tracks: readonly string[], places: readonly string[]): Point[] =>
  [
    ...tracks.flatMap((id) => picture.track.get(id)?.spaces ?? []),
    ...places.flatMap((id) => picture.place.get(id) ?? []),
  ].map(({ x, y }) => [x, y]);

/** Goes before all that moves the map for a question: after the answer it is where it is now. */
export function comeBack(sight: Sight, asked: () => boolean): void {
  $effect(() => (asked() && sight.map ? untrack(() => sight.map!.leaveForAnswer()) : undefined));
}

/** The ends of a ticket that is spoken of; while none of those on offer is chosen, of all of them. */
export function showTickets(
  desk: Pick<Desk, 'ticket' | 'chosen' | 'prompt' | 'curtain' | 'view' | 'facts' | 'picture'>,
  sight: Sight,
): void {
  $effect(() => {
    const spoken = desk.ticket ?? [...desk.chosen].at(-1);
    const offered = () => (desk.prompt.kind === 'keep' && !desk.curtain ? (desk.view?.mine?.offered ?? []) : []);
    const ids = spoken ? [spoken] : offered();
    if (!ids.length || !sight.map) return;
    void sight.covered;
    const ends = ids.flatMap((id) => desk.facts.ticket.get(id) ?? []).flatMap(({ a, b }) => [a, b]);
    untrack(() => sight.map!.showPoints(pointsOf(desk.picture, [], ends)));
  });
}

/** On a phone, once the log no longer covers the map. */
export function showPointed(desk: Pick<Desk, 'pointed' | 'panel' | 'picture'>, sight: Sight): void {
  $effect(() => {
    const { tracks, places } = desk.pointed;
    if (!sight.phone || desk.panel.kind === 'sheet' || !(tracks.length + places.length)) return;
    untrack(() => sight.map?.showPoints(pointsOf(desk.picture, tracks, places)));
  });
}

/** On a phone, above the sheet that asks. */
export function showAsked(desk: Pick<Desk, 'panel' | 'prompt' | 'view' | 'picture'>, sight: Sight): void {
  const track = $derived.by(() => {
    if (desk.panel.kind === 'claim') return desk.panel.track;
    return desk.prompt.kind === 'tunnel' ? (desk.view?.claim?.track ?? null) : null;
  });
  const place = $derived.by(() => {
    if (desk.prompt.kind === 'passengers') return desk.prompt.place;
    return desk.panel.kind === 'station' ? desk.panel.place : null;
  });
  $effect(() => {
    const tracks = track ? [track] : [];
    const places = place ? [place] : [];
    const points = pointsOf(desk.picture, tracks, tracks.length ? [] : places);
    void sight.covered;
    if (points.length && sight.phone) untrack(() => sight.map?.showPoints(points));
  });
}
