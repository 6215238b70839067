import '@vitejs/plugin-react/preamble';
import { StrictMode } from 'react';
import { type PageData, PageDataContext } from '#areas/business/web/page-data.ts';
import { Router } from '#platform/web/navigation/router.tsx';
import { ToastProvider } from '#platform/web/ui/feedback/toast.tsx';
import { bringToLife, loadPages } from './bring-to-life.tsx';
import { STAFF_HOME_KEY } from './shown-page.tsx';

async function loadPageData(): Promise<PageData> {
  const { site = '' } =
    document.querySelector<HTMLScriptElement>('script[data-site]')?.dataset ?? {};
  // A preload that failed without a signal answers the first call.
  const response = await fetch(site).catch(() => fetch(site));
  if (!response.ok) throw new Error(`${site}: ${response.status}`);
  // Written by our own server for this very page.
  return (await response.json()) as PageData;
}

const { page, staff } = document.documentElement.dataset;

const [pageData, { first, load }] = await Promise.all([
  loadPageData(),
  loadPages({
    pathname: location.pathname,
    isStaff: staff !== undefined,
    isStaffHome: page === STAFF_HOME_KEY,
  }),
]);

/** Someone may go back before the page has come to life: then the address is not the one it was rendered for. */
function isAsRendered(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded?.name.split('#')[0] === location.href.split('#')[0];
}

/** Anyone who goes back between two slices gets the page rendered afresh: that is no fault. */
function reportUnlessGoneBack(error: unknown): void {
  if (isAsRendered()) reportError(error);
}

const root = document.getElementById('root') ?? document.body;
const app = (
  <StrictMode>
    <PageDataContext value={pageData}>
      <ToastProvider>
        <Router first={first} load={load} />
      </ToastProvider>
    </PageDataContext>
  </StrictMode>
);

bringToLife(root, app, { isAsRendered, onUnexpected: reportUnlessGoneBack });
