// How the page reaches an engine: frames in both directions, and REST requests. The server and this device each
// implement it; users must not depend on which.
import type { Environment } from '../state/client';

/** A request of the REST interface, docs/protocol.md; `path` is relative to api/v1/. */
export type Fetch = (path: string, method?: string, body?: object) => Promise<Response>;

export interface Transport {
  connect: Environment['connect'];
  fetch: Fetch;
}
