// The places of the page as addresses after the #, so that a reload anywhere comes back to the same place.

/** `here`: of the games on this device, which need no server. */
export type Route = { here?: true } & Place;
type Place =
  | { place: 'home' }
  | { place: 'table'; id: string }
  | { place: 'new' }
  | { place: 'pass' }
  | { place: 'replay'; game: string }
  | { place: 'rules'; board: string; part: string | null }
  | { place: 'account' }
  | { place: 'settings' };

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '').split('/').map(decodeURIComponent);
  return path[0] === 'here' ? { ...placeOf(path.slice(1)), here: true } : placeOf(path);
}

function placeOf([place, first, second]: string[]): Place {
  switch (place) {
    case 't':
      return first ? { place: 'table', id: first } : { place: 'home' };
    case 'new':
      return { place: 'new' };
    case 'pass':
      return { place: 'pass' };
    case 'replay':
      return first ? { place: 'replay', game: first } : { place: 'home' };
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
