import { Component, type ComponentType, lazy, type ReactNode, useEffect } from 'react';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { PageFailure, ScreenSkeleton } from '#areas/site/web/site/layout/page-failure.tsx';
import {
  definePage,
  type FrameOf,
  type LazyComponent,
  type Page,
  type PageLayout,
  titleOf,
} from '#areas/business/web/define-page.ts';
import { usePageData } from '#areas/business/web/page-data.ts';
import { matchPath, type PathParams } from '#platform/web/navigation/page-history.ts';
import { documentTitle } from '#platform/web/navigation/router.tsx';
import type { Shown } from '#platform/web/navigation/page-router.ts';

export type Layouts = Partial<Record<PageLayout, FrameOf>>;

export type FoundPage = { page: Page; params: PathParams };

/** For developers only: builds leave it out. */
function styleguidePage(): Page {
  return definePage({
    path: '/styleguide',
    title: 'Styleguide',
    load: () => import('./styleguide-page.tsx'),
    component: 'StyleguidePage',
  });
}

/** Stands for every path that has no page of its own. */
export const NO_PAGE = '*';

/** The key of the document that staff get as their home. */
export const STAFF_HOME_KEY = 'staff home';

export function findIn(pages: readonly Page[], pathname: string): FoundPage {
  let otherwise: Page | undefined;
  for (const page of import.meta.env.DEV ? [...pages, styleguidePage()] : pages) {
    const params = matchPath(page.path, pathname);
    if (params) return { page, params };
    if (page.path === NO_PAGE) otherwise = page;
  }
  if (!otherwise) throw new Error('a table of pages has none for unknown paths');
  return { page: otherwise, params: {} };
}

/** The page in its frame, with what it is made of loaded; what only browsers show comes when it is shown. */
export async function showPage({ page, params }: FoundPage, layouts: Layouts): Promise<Shown> {
  const layout = layouts[page.layout ?? 'site'];
  if (!layout) throw new Error(`${page.path} has no frame`);
  const isPrerendered = page.isPrerendered !== false;
  const [Frame, Content] = await Promise.all([
    loadComponent(layout),
    isPrerendered ? loadComponent(page) : lazyScreen(page),
  ]);
  const content = isPrerendered ? (
    <Content />
  ) : (
    <ClientScreen fallback={<ScreenSkeleton />}>
      <Content />
    </ClientScreen>
  );
  return {
    params,
    element: (
      // A page that failed must not keep the next one from being shown.
      <CrashGuard key={page.path}>
        <Title page={page} />
        <Frame>{content}</Frame>
      </CrashGuard>
    ),
  };
}

/** The server writes the first page's title; later ones come from here, or from a page that takes its own from the data. */
function Title({ page }: { page: Page }): null {
  const { config, texts } = usePageData();
  const { name } = config.business;
  const title = titleOf(page, texts);
  useEffect(() => {
    if (title !== '') document.title = documentTitle({ title }, name);
  }, [title, name]);
  return null;
}

const screens = new Map<Page, ComponentType>();

/** The same for each visit of its page: another would start afresh. */
function lazyScreen(page: Page): ComponentType {
  const Screen = screens.get(page) ?? lazy(async () => ({ default: await loadComponent(page) }));
  screens.set(page, Screen);
  return Screen;
}

export async function loadComponent<Name extends string, Props>(
  props: LazyComponent<Name, Props>,
): Promise<ComponentType<Props>> {
  const { load, component } = props;
  return (await load())[component];
}

/** Says so where a page failed, instead of showing none. */
class CrashGuard extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <PageFailure /> : this.props.children;
  }
}
