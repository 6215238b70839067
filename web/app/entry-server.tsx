/** Prerenders public pages on the server. */
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
} from 'react-router';
import { type PageData, PageDataContext } from '#web/api/page-data.ts';
import { documentTitle, type PageHandle } from '#web/navigation/page-handle.ts';
import { pagePatterns } from '#web/navigation/paths.ts';
import { PlateDrawing } from '#web/ui/food/plate.tsx';
import { drawFood } from '#web/ui/food/plate/draw-food.ts';
import { ToastProvider } from '#web/ui/feedback/toast.tsx';
import { type DocumentAssets, writeDocument } from './document.ts';
import { pageDescriptions } from './page-descriptions.ts';
import { routes } from './routes.tsx';
import { structuredData } from './structured-data.ts';

const handler = createStaticHandler(routes);
const QUERIES = 'web/api/query-provider.tsx';
const PORTAL = 'web/app/portal-routes.tsx';

/** Fastify and the router use the same notation for parameters. */
export const pagePaths: readonly string[] = Object.values(pagePatterns);

/** The pages that search engines should list: those with a description. */
export const indexedPaths: readonly string[] = pagePaths.filter((path) => path in pageDescriptions);

/** The modules that a page imports when it is shown, by their path in the sources. */
const pageModules: Record<string, readonly string[]> = {
  [pagePatterns.home]: ['web/app/home-screen.tsx'],
  [pagePatterns.menu]: ['web/site/menu/menu-page.tsx'],
  [pagePatterns.howItWorks]: ['web/site/information/how-it-works-page.tsx'],
  [pagePatterns.faq]: ['web/site/information/faq-page.tsx'],
  [pagePatterns.about]: ['web/site/information/about-page.tsx'],
  [pagePatterns.landing]: ['web/site/waitlist/landing-page.tsx'],
  [pagePatterns.waitlist]: ['web/site/waitlist/waitlist-page.tsx'],
  [pagePatterns.unsubscribe]: ['web/site/waitlist/unsubscribe-page.tsx', QUERIES],
  [pagePatterns.privacy]: ['web/site/information/privacy-page.tsx'],
  [pagePatterns.terms]: ['web/site/information/terms-page.tsx'],
  [pagePatterns.calorieCalculator]: [
    'web/site/calorie-calculator/calculator-page.tsx',
    'web/site/calorie-calculator/calculator.tsx',
  ],
  [pagePatterns.order]: ['web/app/order-screen.tsx', 'web/site/order/order-page.tsx', QUERIES],
  [pagePatterns.checkout]: [
    'web/site/layout/checkout-layout.tsx',
    'web/site/checkout/checkout-page.tsx',
    QUERIES,
  ],
  [pagePatterns.orderSuccess]: ['web/site/order-success/order-success-page.tsx', QUERIES],
  [pagePatterns.tracking]: ['web/site/tracking/tracking-page.tsx', QUERIES],
  [pagePatterns.admin]: [PORTAL, 'web/app/admin-screen.tsx', QUERIES],
  [pagePatterns.deliverySlots]: [PORTAL, 'web/app/delivery-slots-screen.tsx', QUERIES],
  [pagePatterns.signIn]: [PORTAL, 'web/portal/sign-in/sign-in-page.tsx', QUERIES],
  [pagePatterns.setup]: [PORTAL, 'web/portal/sign-in/setup-page.tsx', QUERIES],
  [pagePatterns.invite]: [PORTAL, 'web/portal/sign-in/invite-page.tsx', QUERIES],
  [pagePatterns.resetPassword]: [PORTAL, 'web/portal/sign-in/reset-password-page.tsx', QUERIES],
  '*': ['web/site/information/not-found-page.tsx'],
};

/** Modules that a page may import later. The page names them so that its offline copy is complete. */
const laterModules: Record<string, readonly string[]> = {
  [pagePatterns.menu]: ['web/ui/food/plate/draw-food.ts'],
};

export type Page = {
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
export function findPage(requestUrl: string): Page {
  const { pathname, search, searchParams } = new URL(`http://site${requestUrl}`);
  const match = matchRoutes(routes, pathname)?.at(-1);
  const pattern = match?.route.path ?? '*';
  const { query = {} } = handleOf(match?.route.handle);
  const read = Object.entries(query).flatMap(([name, values]) => {
    const value = values.find((known) => known === searchParams.get(name));
    return value === undefined ? [] : [`${name}=${value}`];
  });
  const path = pattern === '*' ? '/404' : pattern.replaceAll(/:\w+/g, '-');
  const url = [path, ...read].join(read.length > 0 ? '?' : '');
  const isSpelledOtherwise = !/[*:]/.test(pattern) && pathname !== pattern;
  return {
    key: pattern === '*' ? '*' : url,
    url,
    redirect: isSpelledOtherwise ? pattern + search : null,
    modules: pageModules[pattern] ?? [],
    laterModules: laterModules[pattern] ?? [],
  };
}

function handleOf(handle: unknown): PageHandle {
  // Every route's handle is made by `page()` in routes.tsx.
  return (handle ?? { title: '' }) as PageHandle;
}

/** `origin`: the site's public origin, without a trailing slash. */
export async function renderPage(
  page: Page,
  data: PageData,
  assets: DocumentAssets,
  origin: string,
): Promise<{ status: number; html: string }> {
  const context = await handler.query(new Request(`http://site${page.url}`));
  if (context instanceof Response) throw new Error(`${page.url} answered with a redirect`);
  const route = context.matches.at(-1)?.route;
  const handle = handleOf(route?.handle);
  const description = pageDescriptions[route?.path ?? ''];
  const { config, meals, isStaff } = data;
  const shown = { config, meals, isStaff };
  const body = renderToString(
    <PageDataContext value={shown}>
      <PlateDrawing value={drawFood}>
        <ToastProvider>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </ToastProvider>
      </PlateDrawing>
    </PageDataContext>,
  );
  const { pathname } = context.location;
  const html = writeDocument({
    title: documentTitle(handle, config.business.name),
    description: description ?? config.business.tagline,
    page: page.key,
    canonicalUrl: description === undefined ? null : origin + pathname,
    siteName: config.business.name,
    origin,
    structuredData: structuredData(pathname, shown, origin),
    body,
    isStaff,
    assets,
  });
  return { status: handle.isNotFound ? 404 : 200, html };
}
