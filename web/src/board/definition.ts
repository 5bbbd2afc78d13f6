// A board file, indexed by id and by number. Must not decide what is legal: the server does.
import { trackIds, type BoardFile as LayoutBoard } from '../layout/sheet';
import { COLOURS, type Card, type Colour } from '../wire/cards';

export interface Place {
  id: string;
  index: number;
  name: string;
  names: Record<string, string>;
  kind: 'city' | 'country' | 'terminal';
  country?: string;
  passengers: number;
  region?: string;
}
export interface Track {
  id: string;
  index: number;
  a: string;
  b: string;
  length: number;
  colour: Colour | 'grey';
  tunnel: boolean;
  locomotives: number;
  parallel: string[]; // the other tracks between the same two places
}
export interface Ticket {
  id: string;
  index: number;
  a: string;
  b: string;
  points: number | null;
  deck: string;
}
export interface Rules {
  players: { min: number; max: number };
  wagons: number;
  cards: Partial<Record<Card, number>>;
  draw: { cards: number; row?: { places: number } };
  claim_points?: number[];
  tickets: {
    decks: { id: string; first?: number; later?: number }[];
    split?: number;
    keep?: { first: number; later: number };
    race?: { open: number; goal: number; swap?: boolean };
  };
  tunnels?: { cards: number };
  stations?: { each: number; points_unused: number };
  longest_line?: { points: number };
  globetrotter?: { points: number };
  passengers?: { colours: Partial<Record<Colour, number>>; points_most: number; points_second: number };
  east_west?: { regions: string[] };
  one_of_parallel_up_to_players?: number;
  end: { wagons_left: number; turns_each: number };
}
export interface BoardJson extends LayoutBoard {
  version: number;
  rules: Rules;
  tickets: { a: string; b: string; points?: number; deck?: string }[];
}
export interface BoardDefinition {
  id: string;
  name: string;
  rules: Rules;
  places: Place[];
  tracks: Track[];
  tickets: Ticket[];
  place: ReadonlyMap<string, Place>;
  track: ReadonlyMap<string, Track>;
  ticket: ReadonlyMap<string, Ticket>;
}

export function definitionOf(json: BoardJson): BoardDefinition {
  const places = json.places.map((p, index): Place => ({
    id: p.id,
    index,
    name: p.name,
    names: p.names ?? {},
    kind: p.kind ?? 'city',
    passengers: p.passengers ?? 0,
    ...(p.country ? { country: p.country } : {}),
    ...(p.region ? { region: p.region } : {}),
  }));
  const ids = trackIds(json.tracks);
  const tracks = json.tracks.map((t, index): Track => {
    const [a, b] = t.a < t.b ? [t.a, t.b] : [t.b, t.a];
    return {
      id: ids[index]!,
      index,
      a,
      b,
      length: t.length,
      colour: t.colour as Track['colour'],
      tunnel: t.tunnel ?? false,
      locomotives: t.locomotives ?? 0,
      parallel: [],
    };
  });
  for (const t of tracks) t.parallel = tracks.filter((u) => u !== t && u.a === t.a && u.b === t.b).map((u) => u.id);
  const tickets = json.tickets.map((t, index): Ticket => {
    const [a, b] = t.a < t.b ? [t.a, t.b] : [t.b, t.a];
    return { id: `${a}-${b}`, index, a, b, points: t.points ?? null, deck: t.deck ?? json.rules.tickets.decks[0]!.id };
  });
  const by = <T extends { id: string }>(list: T[]) => new Map(list.map((item) => [item.id, item]));
  return {
    id: json.id,
    name: json.name,
    rules: json.rules,
    places,
    tracks,
    tickets,
    place: by(places),
    track: by(tracks),
    ticket: by(tickets),
  };
}

/** The card colours of the board, in the order of a hand. */
export const cardColours = (def: BoardDefinition): Colour[] => COLOURS.filter((c) => (def.rules.cards[c] ?? 0) > 0);
