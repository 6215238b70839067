import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { OrderLayout } from '#web/site/layout/order-layout.tsx';
import { PageFailure } from '#web/site/layout/page-failure.tsx';
import { ScreenSkeleton } from '#web/site/layout/screen-skeleton.tsx';
import { SiteLayout } from '#web/site/layout/site-layout.tsx';
import { definePage, type LazyComponent, type Page, type PageLayout } from './define-page.ts';
import { lazyLayouts, pages } from './pages.ts';

/** For developers only: builds leave it out. */
function styleguidePage(): Page {
  return definePage({
    path: '/styleguide',
    title: 'Styleguide',
    load: () => import('./styleguide-page.tsx'),
    component: 'StyleguidePage',
  });
}

const layoutRoutes: Record<PageLayout, Pick<RouteObject, 'element' | 'lazy'>> = {
  site: { element: <SiteLayout /> },
  order: { element: <OrderLayout /> },
  checkout: lazyRoute(lazyLayouts.checkout),
  portal: lazyRoute(lazyLayouts.portal),
  signIn: lazyRoute(lazyLayouts.signIn),
};

/** Every URL of the site and its page. */
export const routes: RouteObject[] = Object.entries(layoutRoutes).map(([name, layoutRoute]) => ({
  ...layoutRoute,
  errorElement: <PageFailure />,
  children: [...pages, ...(import.meta.env.DEV ? [styleguidePage()] : [])]
    .filter(({ layout = 'site' }) => layout === name)
    .map(pageRoute),
}));

function pageRoute(page: Page): RouteObject {
  const { path, isPrerendered = true } = page;
  return { path, handle: page, ...(isPrerendered ? lazyRoute(page) : screenRoute(page)) };
}

function lazyRoute(source: LazyComponent) {
  return { lazy: async () => ({ Component: await loadComponent(source) }) };
}

/** Rendered in the browser only. */
function screenRoute(source: LazyComponent) {
  const Screen = lazy(async () => ({ default: await loadComponent(source) }));
  return {
    element: (
      <ClientScreen fallback={<ScreenSkeleton />}>
        <Screen />
      </ClientScreen>
    ),
  };
}

async function loadComponent<Name extends string>({
  load,
  component,
}: LazyComponent<Name>): Promise<ComponentType> {
  return (await load())[component];
}
