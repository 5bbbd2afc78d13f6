// What a person is called who has not been asked for a name.
import { GUEST, type Language } from '../i18n';
import { cleanName } from '../state/name';
import type { Storage } from '../state/settings';

const OWNER = 'perron.owner'; // of the games on this device

export const guestName = (language: Language, chosen: string, random = Math.random): string =>
  cleanName(chosen) || `${GUEST[language]} ${Math.floor(100 + random() * 900)}`;

/**
 * The same from one visit to the next, also for who has never met a server. `wanted`: that of the server, or else a
 * chosen one.
 */
export function ownerName(storage: Storage, wanted: string | undefined, guest: () => string): string {
  const name = cleanName(wanted ?? storage.get(OWNER) ?? '') || guest();
  storage.set(OWNER, name);
  return name;
}
