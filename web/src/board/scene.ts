// What the board shows: owners, highlights and selection. Must not depend on the geometry.
import type { Colour } from '../wire/cards';

export type TrackLight = 'plain' | 'lit' | 'unlit' | 'closed';

export interface Owned {
  colour: string; // of the player
  mine: boolean;
  fresh: boolean; // just claimed: its wagons appear one by one
}
export interface Ring {
  place: string;
  letter?: string;
  tone: 'way' | 'quiet' | 'done' | 'lost' | 'lit';
}
export interface Way {
  tracks: readonly string[];
  tone: 'dots' | 'quiet' | 'band';
}
export interface Scene {
  owned: ReadonlyMap<string, Owned>;
  light: (track: string) => TrackLight;
  selected: string | null;
  stations: ReadonlyMap<string, string>; // place -> colour of the player
  passengers: Readonly<Record<string, readonly Colour[]>>;
  rings: readonly Ring[];
  ways: readonly Way[];
  curves: readonly string[]; // SVG paths of tickets just completed, each animated once
  touches: 'tracks' | 'places'; // never both: a tap on a short track would hit the city beside it
  faded: boolean; // everything but the highlights is dimmed
}

export const EMPTY: Scene = {
  owned: new Map(),
  light: () => 'plain',
  selected: null,
  stations: new Map(),
  passengers: {},
  rings: [],
  ways: [],
  curves: [],
  touches: 'tracks',
  faded: false,
};
