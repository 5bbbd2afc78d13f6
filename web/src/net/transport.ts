// How the page reaches a engine of games: frames both ways, and questions with one answer. A server has one, and so has
// this device; whoever uses one does not know which.
import type { Environment } from '../state/client';

/** A question in the words of the REST interface, docs/protocol.md; `path` is below api/v1/. */
export type Fetch = (path: string, method?: string, body?: object) => Promise<Response>;

export interface Transport {
  connect: Environment['connect'];
  fetch: Fetch;
}
