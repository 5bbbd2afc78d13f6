// A backend runs the games: the server, or this device. Holds its client, its REST interface and their state.
import { Rest } from '../net/rest';
import type { Transport } from '../net/transport';
import { Client, type ConnectionState, type Environment } from '../state/client';
import type { Welcome } from '../wire/protocol';

export class Backend {
  connection = $state.raw<ConnectionState>('connecting');
  me = $state.raw<Welcome | null>(null);
  readonly client: Client;
  readonly rest: Rest;

  constructor(transport: Transport, token: Environment['token'], name: Environment['name']) {
    this.client = new Client({
      connect: transport.connect,
      after: (ms, then) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
      random: () => crypto.getRandomValues(new Uint32Array(3)).reduce((text, n) => text + n.toString(36), ''),
      token,
      name,
    });
    this.rest = new Rest(transport.fetch);
  }

  start() {
    this.client.connection.subscribe((value) => (this.connection = value));
    this.client.me.subscribe((value) => (this.me = value));
    this.client.start();
  }
}
