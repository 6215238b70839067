import { isReadingPage, type Page } from '#areas/business/web/define-page.ts';
import { PageFailure } from '#areas/site/web/site/layout/page-failure.tsx';
import type { RouterOptions, Shown } from '#platform/web/navigation/page-router.ts';
import { layouts, pages } from './pages.ts';
import { findIn, type Layouts, NO_PAGE, showPage } from './shown-page.tsx';

type DocumentShown = {
  pathname: string;
  /** Whether the server recognised someone as staff, and whether this is their home. */
  isStaff: boolean;
  isStaffHome: boolean;
};

/** The pages of this document, the first one loaded. Pages to read are documents of their own. */
export async function loadPages({
  pathname,
  isStaff,
  isStaffHome,
}: DocumentShown): Promise<Pick<RouterOptions, 'first' | 'load'>> {
  const isOwn = !isStaffHome && findIn(pages, pathname).page.path !== NO_PAGE;
  const table = isOwn ? { pages, layouts } : await loadAll(isStaff);
  const found = findIn(table.pages, pathname);
  const first = await showPage(found, table.layouts);
  return { first, load: isReadingPage(found.page) ? () => null : (to) => loadPage(to, table) };
}

type Table = { pages: readonly Page[]; layouts: Layouts };

/** With those of staff, which customers never load. */
async function loadAll(isStaff: boolean): Promise<Table> {
  const { staffHome, staffLayouts, staffPages } = await import('./staff-pages.ts');
  const first = isStaff ? [staffHome] : [];
  return { pages: [...first, ...pages, ...staffPages], layouts: { ...layouts, ...staffLayouts } };
}

function loadPage(pathname: string, table: Table): Promise<Shown> | null {
  const found = findIn(table.pages, pathname);
  if (isReadingPage(found.page)) return null;
  return showPage(found, table.layouts).catch((error: unknown) => {
    reportError(error);
    return { params: {}, element: <PageFailure /> };
  });
}
