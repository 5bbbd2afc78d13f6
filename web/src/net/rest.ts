// The REST interface: lists of games, boards, records and accounts.
import type { BoardJson } from '../board/definition';
import { RequestRefused } from '../state/client';
import type { GameEntry, Person, Session } from '../wire/protocol';
import type { ReplayText } from '../state/replay';
import type { Fetch } from './transport';

export class Rest {
  constructor(private readonly transport: Fetch) {}

  /** Throws RequestRefused with the server's code; `line_lost` without an answer. */
  private async send(path: string, method?: string, body?: object): Promise<Response> {
    const refused = (code: string, message: string) => new RequestRefused({ type: 'refused', id: '', code, message });
    const response = await this.transport(path, method, body).catch(() => {
      throw refused('line_lost', '');
    });
    if (response.ok) return response;
    const error = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
    throw refused(error.code ?? `http_${response.status}`, error.message ?? `${response.status}`);
  }
  private async json<T>(path: string, method?: string, body?: object): Promise<T> {
    return (await this.send(path, method, body)).json() as Promise<T>;
  }

  async myGames(state: 'unfinished' | 'ended', limit = 100): Promise<GameEntry[]> {
    return (await this.json<{ games: GameEntry[] }>(`me/games?state=${state}&limit=${limit}`)).games;
  }
  game(id: string): Promise<GameEntry> {
    return this.json(`games/${id}`);
  }
  boardOf(game: string): Promise<BoardJson> {
    return this.json(`games/${game}/board`);
  }
  board(id: string): Promise<BoardJson> {
    return this.json(`boards/${id}`);
  }
  async record(game: string): Promise<string> {
    return (await this.send(`games/${game}/record`)).text();
  }
  replay(game: string, seat: number | null): Promise<ReplayText> {
    return this.json(`games/${game}/replay${seat === null ? '' : `?seat=${seat}`}`);
  }

  /** On this device only: a server's games belong to all who played them. */
  async forget(game: string): Promise<void> {
    await this.send(`games/${game}`, 'DELETE');
  }

  rename(name: string): Promise<Person> {
    return this.json('me', 'PATCH', { name });
  }
  register(name: string, password: string, device: string): Promise<Person & { token: string }> {
    return this.json('account', 'POST', { name, password, device });
  }
  logIn(name: string, password: string, device: string): Promise<Person & { token: string }> {
    return this.json('login', 'POST', { name, password, device });
  }
  async changePassword(password: string, fresh: string): Promise<void> {
    await this.send('account', 'PATCH', { password, new_password: fresh });
  }
  sessions(): Promise<Session[]> {
    return this.json('sessions');
  }
  async endSession(id: string): Promise<void> {
    await this.send(`sessions/${id}`, 'DELETE');
  }
}
