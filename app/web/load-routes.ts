import { matchRoutes, type RouteObject } from 'react-router';
import { loadFirstRoutes } from '#platform/web/navigation/load-first-routes.ts';
import { lazyLayouts, pages } from './pages.ts';
import { routesOf } from './routes.tsx';

/** The routes of this browser, the page at hand loaded: those of staff only for staff, or at an address of theirs. */
export async function loadRoutes(pathname: string): Promise<RouteObject[]> {
  const own = routesOf(pages, lazyLayouts);
  const isOwn = matchRoutes(own, pathname)?.at(-1)?.route.path !== '*';
  if (isOwn && !('staff' in document.documentElement.dataset))
    return loadFirstRoutes(own, pathname);
  const { staffLayouts, staffPages } = await import('./staff-pages.ts');
  const all = routesOf([...pages, ...staffPages], { ...lazyLayouts, ...staffLayouts });
  return loadFirstRoutes(all, pathname);
}
