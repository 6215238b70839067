import '@vitejs/plugin-react/preamble';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type PageData, PageDataContext } from '#areas/business/web/page-data.ts';
import { ToastProvider } from '#platform/web/ui/feedback/toast.tsx';
import { loadRoutes } from './load-routes.ts';

async function loadPageData(): Promise<PageData> {
  const { site = '' } =
    document.querySelector<HTMLScriptElement>('script[data-site]')?.dataset ?? {};
  const response = await fetch(site);
  if (!response.ok) throw new Error(`${site}: ${response.status}`);
  // Written by our own server for this very page.
  const data = (await response.json()) as Omit<PageData, 'isStaff'>;
  return { ...data, isStaff: 'staff' in document.documentElement.dataset };
}

const [pageData, firstRoutes] = await Promise.all([loadPageData(), loadRoutes(location.pathname)]);

/** Someone may go back before the page has come to life: then the address is not the one it was rendered for. */
function isAsRendered(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded?.name.split('#')[0] === location.href.split('#')[0];
}

/** Whoever goes back between two slices gets the page rendered afresh: that is no fault. */
function reportUnlessGoneBack(error: unknown): void {
  if (isAsRendered()) reportError(error);
}

// As a page the server rendered: the router must not scroll to the top whoever has begun to read.
const router = createBrowserRouter(firstRoutes, { hydrationData: {} });

/** Tells the start script that the page listens from now on. */
function Alive() {
  useEffect(() => {
    dispatchEvent(new Event('alive'));
  }, []);
  return null;
}

const root = document.getElementById('root') ?? document.body;
const app = (
  <StrictMode>
    <PageDataContext value={pageData}>
      <ToastProvider>
        <RouterProvider router={router} />
        <Alive />
      </ToastProvider>
    </PageDataContext>
  </StrictMode>
);

// In slices: hydrating a long menu must not delay a tap.
startTransition(() => {
  if (isAsRendered()) hydrateRoot(root, app, { onRecoverableError: reportUnlessGoneBack });
  else createRoot(root).render(app);
});
