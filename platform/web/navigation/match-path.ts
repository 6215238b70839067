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
