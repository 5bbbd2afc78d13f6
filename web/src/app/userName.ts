// Names for people who have not chosen one.
import { GUEST, type Language } from '../i18n';
import { cleanName } from '../state/name';
import type { Storage } from '../state/settings';

const OWNER = 'perron.owner'; // of the games on this device

export const guestName = (language: Language, chosen: string, random = Math.random): string =>
  cleanName(chosen) || `${GUEST[language]} ${Math.floor(100 + random() * 900)}`;

/** The owner's name, stable between visits even without a server. `wanted`: the server's name, or else a chosen one. */
export function ownerName(storage: Storage, wanted: string | undefined, guest: () => string): string {
  const name = cleanName(wanted ?? storage.get(OWNER) ?? '') || guest();
  storage.set(OWNER, name);
  return name;
}
