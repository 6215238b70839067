import { matchRoutes, type RouteObject } from 'react-router';

/**
 * The routes with those of the page at hand loaded: it was rendered ahead, and its components must be there before React
 * compares. A router that meets a lazy route starts with an empty page instead. React Router does this for those who use
 * it as a framework; for others there is only its advice to do it by hand. Seen with react-router 8.5.1.
 */
export async function loadFirstRoutes(
  routes: readonly RouteObject[],
  pathname: string,
): Promise<RouteObject[]> {
  const matches = matchRoutes([...routes], pathname) ?? [];
  const shown = new Set(matches.map(({ route }) => route));
  return Promise.all(routes.map((route) => loaded(route, shown)));
}

async function loaded(route: RouteObject, shown: ReadonlySet<RouteObject>): Promise<RouteObject> {
  if (!shown.has(route)) return route;
  const { lazy, children = [], ...kept } = route;
  const [parts, ...below] = await Promise.all([
    typeof lazy === 'function' ? lazy() : {},
    ...children.map((child) => loaded(child, shown)),
  ]);
  return { ...kept, ...parts, children: below } as RouteObject;
}
