// How the page reaches a judge of games: frames both ways, and questions with one answer. A server has one, and so has
// this device; whoever uses one does not know which.
import type { World } from '../state/client';

/** A question in the words of the REST interface, docs/protocol.md; `path` is below api/v1/. */
export type Ask = (path: string, method?: string, body?: object) => Promise<Response>;

export interface Transport {
  connect: World['connect'];
  ask: Ask;
}
