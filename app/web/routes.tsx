import { type ComponentType, lazy } from 'react';
import type { RouteObject } from 'react-router';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { OrderLayout } from '#areas/site/web/site/layout/order-layout.tsx';
import { PageFailure } from '#areas/site/web/site/layout/page-failure.tsx';
import { ScreenSkeleton } from '#areas/site/web/site/layout/screen-skeleton.tsx';
import { SiteLayout } from '#areas/site/web/site/layout/site-layout.tsx';
import {
  definePage,
  type LazyComponent,
  type Page,
  type PageLayout,
} from '#areas/business/web/define-page.ts';

/** For developers only: builds leave it out. */
function styleguidePage(): Page {
  return definePage({
    path: '/styleguide',
    title: 'Styleguide',
    load: () => import('./styleguide-page.tsx'),
    component: 'StyleguidePage',
  });
}

/** Frames that come with every page; a table of pages brings the others. */
const ownLayouts: Partial<Record<PageLayout, Pick<RouteObject, 'element'>>> = {
  site: { element: <SiteLayout /> },
  order: { element: <OrderLayout /> },
};

/** The URLs of these pages. */
export function routesOf(
  pages: readonly Page[],
  lazyLayouts: Partial<Record<PageLayout, LazyComponent>>,
): RouteObject[] {
  const shown = [...pages, ...(import.meta.env.DEV ? [styleguidePage()] : [])];
  return [...Map.groupBy(shown, ({ layout = 'site' }) => layout)].map(([name, children]) => {
    const lazyLayout = lazyLayouts[name];
    return {
      ...(lazyLayout ? lazyRoute(lazyLayout) : ownLayouts[name]),
      errorElement: <PageFailure />,
      children: children.map(pageRoute),
    };
  });
}

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

/** The component that a table names. */
export async function loadComponent<Name extends string>({
  load,
  component,
}: LazyComponent<Name>): Promise<ComponentType> {
  return (await load())[component];
}
