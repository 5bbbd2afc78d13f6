// The session token of a guest or an account, shared by all tabs of a browser.
import type { Storage } from '../state/settings';

const TOKEN = 'perron.token';

export class Session {
  private token: string | null;

  constructor(private readonly storage: Storage) {
    this.token = storage.get(TOKEN);
  }

  get(): string | null {
    return this.token;
  }

  /** Without a token the server creates a new guest. */
  set(token: string | null) {
    this.token = token;
    this.storage.set(TOKEN, token);
  }

  /** Drops a token that the server rejected. Uses the stored one instead if another tab has logged in meanwhile. */
  drop() {
    const stored = this.storage.get(TOKEN);
    if (stored && stored !== this.token) this.token = stored;
    else this.set(null);
  }

  /** Handles a change by another tab. Returns whether the token has changed. */
  onStorage(key: string | null, value: string | null): boolean {
    if (key !== TOKEN || !value || value === this.token) return false;
    this.token = value;
    return true;
  }
}
