// The user's settings, stored on this device. Must not depend on the DOM: the storage is passed in.
import { Store } from './store';
import type { Language } from '../i18n';

export interface Settings {
  language: Language | null; // null: the browser's
  theme: 'light' | 'dark' | 'system';
  marks: boolean;
  sounds: boolean | null; // null: on for devices with a mouse
  speed: 'off' | 'normal' | 'fast';
  confirm: 'never' | 'touch' | 'always';
  cityNames: 'board' | 'own';
  notify: boolean;
  name: string;
  hereGames: number; // unfinished games on this device, known without opening the database
  last: { board: string; opponents: number; level: string };
}

export const DEFAULTS: Settings = {
  language: null,
  theme: 'system',
  marks: true,
  sounds: null,
  speed: 'normal',
  confirm: 'touch',
  cityNames: 'board',
  notify: false,
  name: '',
  hereGames: 0,
  last: { board: 'europe', opponents: 2, level: 'medium' },
};

export const SETTINGS = 'perron.settings'; // storage key

export interface Storage {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

export class SettingsStore extends Store<Settings> {
  constructor(private readonly storage: Storage) {
    super({ ...DEFAULTS, ...read(storage) });
  }
  change(part: Partial<Settings>) {
    const next = { ...this.get(), ...part };
    this.set(next);
    this.storage.set(SETTINGS, JSON.stringify(next));
  }
  reread() {
    this.set({ ...DEFAULTS, ...read(this.storage) });
  }
}

function read(storage: Storage): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(storage.get(SETTINGS) ?? '{}');
    return value && typeof value === 'object' ? (value as Partial<Settings>) : {};
  } catch {
    return {}; // starts with the defaults if the entry is damaged
  }
}
