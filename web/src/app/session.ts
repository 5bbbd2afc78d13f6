// Who the page is to the server: the token of a guest or an account, which all tabs of a browser share.
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

  /** Without a token the server makes a new guest. */
  set(token: string | null) {
    this.token = token;
    this.storage.set(TOKEN, token);
  }

  /** The server does not know it. Another tab may have logged in meanwhile: then its token is the one. */
  drop() {
    const stored = this.storage.get(TOKEN);
    if (stored && stored !== this.token) this.token = stored;
    else this.set(null);
  }

  /** What another tab has stored; whether it makes this tab somebody else. */
  onStorage(key: string | null, value: string | null): boolean {
    if (key !== TOKEN || !value || value === this.token) return false;
    this.token = value;
    return true;
  }
}
