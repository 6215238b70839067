/** Where a page stands in the browser's history. */
export type Place = {
  pathname: string;
  search: string;
  hash: string;
  /** What was left here with the navigation. */
  state: unknown;
  /** A name of this entry. */
  key: string;
  /** Counts the entries, so that Back is told from Forward. */
  index: number;
};

/** The browser's history, or one in its place for the server and tests. */
export type PageHistory = {
  read: () => Place;
  write: (place: Place, how: 'push' | 'replace') => void;
  go: (delta: number) => void;
  /** Calls `onMove` after Back and Forward; returns how to stop. */
  listen: (onMove: () => void) => () => void;
};

export function hrefOf({ pathname, search, hash }: Omit<Place, 'state' | 'key' | 'index'>): string {
  return pathname + search + hash;
}

type KeptPlace = Partial<Pick<Place, 'state' | 'key' | 'index'>> | null;

export const browserHistory: PageHistory = {
  read() {
    const { pathname, search, hash } = location;
    // Written below, or by nobody.
    const { state = null, key = 'first', index = 0 } = (history.state as KeptPlace) ?? {};
    return { pathname, search, hash, state, key, index };
  },
  write(place, how) {
    const { state, key, index } = place;
    if (how === 'push') history.pushState({ state, key, index }, '', hrefOf(place));
    else history.replaceState({ state, key, index }, '', hrefOf(place));
  },
  go: (delta) => history.go(delta),
  listen(onMove) {
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  },
};

/** A history that only this object knows. `href`: path with query and fragment. */
export function memoryHistory(href: string): PageHistory {
  const { pathname, search, hash } = new URL(href, 'http://site');
  let now: Place = { pathname, search, hash, state: null, key: 'first', index: 0 };
  const places = [now];
  const listeners = new Set<() => void>();
  return {
    read: () => now,
    write(place, how) {
      places.splice(places.indexOf(now) + (how === 'push' ? 1 : 0), places.length, place);
      now = place;
    },
    go(delta) {
      const then = places[places.indexOf(now) + delta];
      if (!then) return;
      now = then;
      for (const tell of listeners) tell();
    },
    listen(onMove) {
      listeners.add(onMove);
      return () => listeners.delete(onMove);
    },
  };
}

/** Paths of pages, in the notation that Fastify has too: "/track/:token". */
export type PathParams = Record<string, string>;

/** What stands for the names in `pattern`; null: another path. Case and slashes at the end do not count. */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const names = pattern.replace(/\/$/, '').split('/');
  const parts = pathname.replace(/\/+$/, '').split('/');
  if (names.length !== parts.length) return null;
  const params: PathParams = {};
  for (const [index, part] of parts.entries()) {
    const name = names[index] ?? '';
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = decoded(part);
    else if (name.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}

/** A path may have a "%" that encodes nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
