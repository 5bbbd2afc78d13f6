// What the board shows at a moment, said without a picture: who owns what, what is lit, what is pointed at.
import type { Colour } from '../wire/cards';

export type TrackLight = 'plain' | 'lit' | 'unlit' | 'closed';

export interface Owned {
  colour: string; // of the player
  mine: boolean;
  fresh: boolean; // just claimed: its wagons are set one by one
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
  curves: readonly string[]; // curves of tickets just completed: each draws itself once
  touches: 'tracks' | 'places'; // never both: a finger near a city would take the city for a short track beside it
  faded: boolean; // everything but what is pointed at steps back
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
