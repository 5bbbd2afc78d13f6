// The places of the page as addresses after the #, so that a reload anywhere comes back to the same place.

export type Route =
  | { place: 'home' }
  | { place: 'table'; id: string }
  | { place: 'new' }
  | { place: 'pass' }
  | { place: 'replay'; game: string }
  | { place: 'rules'; board: string; part: string | null }
  | { place: 'account' }
  | { place: 'settings' };

export function parseRoute(hash: string): Route {
  const [place, first, second] = hash.replace(/^#?\/?/, '').split('/').map(decodeURIComponent);
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
