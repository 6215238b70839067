import { renderToString } from 'react-dom/server';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { loadFirstRoutes } from './load-first-routes.ts';

function aSite() {
  const loadedPages: string[] = [];
  const page = (path: string): RouteObject => ({
    path,
    handle: { title: path },
    lazy: async () => {
      loadedPages.push(path);
      return { Component: () => <p>{`the page ${path}`}</p> };
    },
  });
  const layout = (name: string, children: RouteObject[]): RouteObject => ({
    lazy: async () => ({
      Component: () => (
        <main className={name}>
          <Outlet />
        </main>
      ),
    }),
    children,
  });
  const routes = [
    layout('site', [page('/'), page('/menu')]),
    layout('portal', [page('/admin'), page('*')]),
  ];
  return { routes, loadedPages };
}

function shownBy(routes: RouteObject[], path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const { initialized } = router.state;
  const html = initialized ? renderToString(<RouterProvider router={router} />) : null;
  router.dispose();
  return { initialized, html };
}

describe('contract with react-router: load-first-routes.ts', () => {
  test('a router shows loaded routes at once; before a lazy one it waits', async () => {
    const { routes } = aSite();
    expect(shownBy(routes, '/menu')).toEqual({ initialized: false, html: null });
    const { initialized, html } = shownBy(await loadFirstRoutes(routes, '/menu'), '/menu');
    expect([initialized, html]).toEqual([true, '<main class="site"><p>the page /menu</p></main>']);
  });

  test.each(['/', '/admin', '/nowhere'])('%s: its page is loaded and no other', async (path) => {
    const { routes, loadedPages } = aSite();
    const loaded = await loadFirstRoutes(routes, path);
    expect(loadedPages).toEqual([path === '/nowhere' ? '*' : path]);
    expect(shownBy(loaded, path).html).toContain(`the page ${loadedPages[0]}`);
  });

  test('the other routes, and what is said of each, stay as they were', async () => {
    const { routes } = aSite();
    const [site, portal] = await loadFirstRoutes(routes, '/menu');
    expect(portal).toBe(routes[1]);
    expect(site!.children![0]).toBe(routes[0]!.children![0]);
    expect(site!.children![1]).toMatchObject({ path: '/menu', handle: { title: '/menu' } });
  });
});
