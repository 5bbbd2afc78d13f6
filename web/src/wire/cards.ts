// Train cards. The order is that of the engine's numbers, enum Color of src/model/ids.h.
export const COLOURS = ['purple', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red'] as const;
export type Colour = (typeof COLOURS)[number];
export type Card = Colour | 'locomotive';
export const CARDS: readonly Card[] = [...COLOURS, 'locomotive'];
export type Counts = Partial<Record<Card, number>>;
