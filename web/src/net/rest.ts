// What is read over HTTP: lists of games, boards, records.
import type { BoardJson } from '../board/facts';
import type { GameEntry } from '../state/protocol';
import type { ReplayText } from '../state/replay';

export class Rest {
  constructor(private readonly base: string, private readonly token: () => string | null) {}

  private async get(path: string): Promise<Response> {
    const token = this.token();
    const response = await fetch(this.base + path, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  }
  async myGames(state: 'unfinished' | 'ended', limit = 12): Promise<GameEntry[]> {
    if (!this.token()) return [];
    return ((await (await this.get(`api/v1/me/games?state=${state}&limit=${limit}`)).json()) as { games: GameEntry[] }).games;
  }
  async game(id: string): Promise<GameEntry> {
    return (await this.get(`api/v1/games/${id}`)).json() as Promise<GameEntry>;
  }
  async boardOf(game: string): Promise<BoardJson> {
    return (await this.get(`api/v1/games/${game}/board`)).json() as Promise<BoardJson>;
  }
  async board(id: string): Promise<BoardJson> {
    return (await this.get(`api/v1/boards/${id}`)).json() as Promise<BoardJson>;
  }
  async boards(): Promise<{ id: string; name: string; seats: { min: number; max: number } }[]> {
    return (await this.get('api/v1/boards')).json() as Promise<{ id: string; name: string; seats: { min: number; max: number } }[]>;
  }
  async record(game: string): Promise<string> {
    return (await this.get(`api/v1/games/${game}/record`)).text();
  }
  async replay(game: string, seat: number | null): Promise<ReplayText> {
    return (await this.get(`api/v1/games/${game}/replay${seat === null ? '' : `?seat=${seat}`}`)).json() as Promise<ReplayText>;
  }
  async rename(name: string): Promise<void> {
    const token = this.token();
    if (!token) return;
    await fetch(`${this.base}api/v1/me`, { method: 'PATCH', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ name }) });
  }
}
