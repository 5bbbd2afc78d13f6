// Train cards, in the order of enum Color in src/model/ids.h.
export const COLOURS = ['purple', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red'] as const;
export type Colour = (typeof COLOURS)[number];
export type Card = Colour | 'locomotive';
export const CARDS: readonly Card[] = [...COLOURS, 'locomotive'];
export type Counts = Partial<Record<Card, number>>;
