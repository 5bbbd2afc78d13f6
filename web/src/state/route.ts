// Routes: the pages as addresses after the #, so that a reload restores the same page.

/** `here`: for games on this device, without a server. */
export type Route = { here?: true } & Page;
type Page =
  | { page: 'home' }
  | { page: 'table'; id: string; step?: number } // of the final scoring
  | { page: 'new' }
  | { page: 'pass' }
  | { page: 'replay'; game: string; move?: number; seat?: number }
  | { page: 'rules'; board: string; part: string | null }
  | { page: 'account' }
  | { page: 'settings' };

export function parseRoute(hash: string): Route {
  const path = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  return path[0] === 'here' ? { ...pageOf(path.slice(1)), here: true } : pageOf(path);
}

/** Takes malformed escapes literally. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const numbered = <K extends string>(key: K, text: string | undefined) =>
  text && /^\d{1,5}$/.test(text) ? ({ [key]: Number(text) } as Record<K, number>) : {};

function pageOf([page, first, second, third]: string[]): Page {
  switch (page) {
    case 't':
      return first ? { page: 'table', id: first, ...numbered('step', second) } : { page: 'home' };
    case 'new':
      return { page: 'new' };
    case 'pass':
      return { page: 'pass' };
    case 'replay':
      return first
        ? { page: 'replay', game: first, ...numbered('move', second), ...numbered('seat', third) }
        : { page: 'home' };
    case 'rules':
      return { page: 'rules', board: first || 'europe', part: second ?? null };
    case 'account':
      return { page: 'account' };
    case 'settings':
      return { page: 'settings' };
    default:
      return { page: 'home' };
  }
}
