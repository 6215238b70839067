/** Prerenders public pages on the server. */
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
} from 'react-router';
import { type PageData, PageDataContext } from '#web/api/page-data.ts';
import { documentTitle } from '#web/navigation/page-handle.ts';
import { ToastProvider } from '#web/ui/feedback/toast.tsx';
import { type DocumentAssets, writeDocument } from './document.ts';
import type { LazyComponent, Page, PageLayout } from './define-page.ts';
import { lazyLayouts, pages, QUERY_PROVIDER } from './pages.ts';
import { routes } from './routes.tsx';
import { structuredData } from './structured-data.ts';

export { drawPlate } from '#web/ui/food/plate/draw-plate.ts';
export { plateAddress } from '#web/ui/food/plate/plate-address.ts';

const handler = createStaticHandler(routes);

/** The pages that a request can name; the one for all other requests is not among them. */
const namedPages = pages.filter(({ isNotFound = false }) => !isNotFound);

export const pagePaths: readonly string[] = namedPages.map(({ path }) => path);

/** The pages that search engines should list. */
export const indexedPaths: readonly string[] = namedPages
  .filter(({ description }) => description !== undefined)
  .map(({ path }) => path);

/** What search engines should not open: of a path with parameters, what comes before them. */
export const closedPaths: readonly string[] = namedPages
  .filter(({ isClosedToRobots = false }) => isClosedToRobots)
  .map(({ path }) => path.replace(/:.*/, ''));

export type RequestedPage = {
  /** The same for all URLs that render alike. */
  key: string;
  /** A URL with this key, without anything that only the browser reads. */
  url: string;
  /** Where to redirect a path with other case or a trailing slash; null: nowhere. */
  redirect: string | null;
  modules: readonly string[];
  laterModules: readonly string[];
};

/** The page for a path with query. There are finitely many. */
export function findPage(requestUrl: string): RequestedPage {
  const { pathname, search, searchParams } = new URL(`http://site${requestUrl}`);
  const page = pageOf(matchRoutes(routes, pathname)?.at(-1)?.route);
  const { path: pattern, query = {}, isNotFound = false } = page;
  const read = Object.entries(query).flatMap(([name, values]) => {
    const value = values.find((known) => known === searchParams.get(name));
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const path = isNotFound ? '/404' : pattern.replaceAll(/:\w+/g, '-');
  const url = [path, ...read].join(read.length > 0 ? '?' : '');
  const isSpelledOtherwise = !/[*:]/.test(pattern) && pathname !== pattern;
  return {
    key: isNotFound ? pattern : url,
    url,
    redirect: isSpelledOtherwise ? pattern + search : null,
    modules: modulesOf(page),
    laterModules: page.laterModules ?? [],
  };
}

/** What a page imports when it is shown, in the order in which it is to be fetched. */
function modulesOf({
  layout,
  module,
  preloadedModules = [],
  isPrerendered = true,
}: Page): string[] {
  const layouts: Partial<Record<PageLayout, LazyComponent>> = lazyLayouts;
  const frame = layout && layouts[layout]?.module;
  const own = [frame, module].filter((source) => source !== undefined);
  return [...own, ...preloadedModules, ...(isPrerendered ? [] : [QUERY_PROVIDER])];
}

/** No route matches a path with a line break in it. */
function pageOf(route: { handle?: unknown } | undefined): Page {
  // Every page is the handle of its route (routes.tsx).
  return (route?.handle ?? pages.find(({ isNotFound }) => isNotFound)) as Page;
}

/** `origin`: the site's public origin, without a trailing slash. */
export async function renderPage(
  page: RequestedPage,
  data: PageData,
  assets: DocumentAssets,
  origin: string,
): Promise<{ status: number; html: string }> {
  const context = await handler.query(new Request(`http://site${page.url}`));
  if (context instanceof Response) throw new Error(`${page.url} answered with a redirect`);
  const shownPage = pageOf(context.matches.at(-1)?.route);
  const { description, isNotFound = false } = shownPage;
  const { config, meals, samples, isStaff } = data;
  const shown = { config, meals, samples, isStaff };
  const body = renderToString(
    <PageDataContext value={shown}>
      <ToastProvider>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </ToastProvider>
    </PageDataContext>,
  );
  const { pathname } = context.location;
  const html = writeDocument({
    title: documentTitle(shownPage, config.business.name),
    description: description ?? config.business.tagline,
    page: page.key,
    canonicalUrl: description === undefined ? null : origin + pathname,
    siteName: config.business.name,
    origin,
    structuredData: structuredData(shownPage, shown, origin),
    body,
    isStaff,
    assets,
  });
  return { status: isNotFound ? 404 : 200, html };
}
