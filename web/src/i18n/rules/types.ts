// The short rules of the three games: sections by id, so that a dialog can link to its section.
export type Figure =
  | 'cards'
  | 'row'
  | 'plain'
  | 'grey'
  | 'ferry'
  | 'tunnel'
  | 'double'
  | 'closed'
  | 'claimed'
  | 'station'
  | 'passengers'
  | 'country'
  | 'points'
  | 'deck';
export interface Section {
  id: string;
  title: string;
  text: string[];
  figures?: Figure[];
}
export interface RulesText {
  europe: Section[];
  germany: Section[];
  'first-journey': Section[];
  captions: Record<Figure, string>;
}
