// The places of the page as addresses after the #, so that a reload anywhere comes back to the same place.

/** `here`: of the games on this device, which need no server. */
export type Route = { here?: true } & Place;
type Place =
  | { place: 'home' }
  | { place: 'table'; id: string; step?: number } // of the count at the end
  | { place: 'new' }
  | { place: 'pass' }
  | { place: 'replay'; game: string; move?: number; seat?: number }
  | { place: 'rules'; board: string; part: string | null }
  | { place: 'account' }
  | { place: 'settings' };

export function parseRoute(hash: string): Route {
  const path = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  return path[0] === 'here' ? { ...placeOf(path.slice(1)), here: true } : placeOf(path);
}

/** A damaged address leads somewhere all the same. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const numbered = <K extends string>(key: K, text: string | undefined) =>
  text && /^\d{1,5}$/.test(text) ? ({ [key]: Number(text) } as Record<K, number>) : {};

function placeOf([place, first, second, third]: string[]): Place {
  switch (place) {
    case 't':
      return first ? { place: 'table', id: first, ...numbered('step', second) } : { place: 'home' };
    case 'new':
      return { place: 'new' };
    case 'pass':
      return { place: 'pass' };
    case 'replay':
      return first
        ? { place: 'replay', game: first, ...numbered('move', second), ...numbered('seat', third) }
        : { place: 'home' };
    case 'rules':
      return { place: 'rules', board: first || 'europe', part: second ?? null };
    case 'account':
      return { place: 'account' };
    case 'settings':
      return { place: 'settings' };
    default:
      return { place: 'home' };
  }
}
