import '@vitejs/plugin-react/preamble';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type PageData, PageDataContext } from '#web/api/page-data.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { routes } from './routes.tsx';

/** The page at hand was rendered ahead: its component must be there before React compares. */
async function loadFirstPage(): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

async function loadPageData(): Promise<PageData> {
  const { site = '' } =
    document.querySelector<HTMLScriptElement>('script[data-site]')?.dataset ?? {};
  const response = await fetch(site);
  if (!response.ok) throw new Error(`${site}: ${response.status}`);
  // Written by our own server for this very page.
  const data = (await response.json()) as Omit<PageData, 'isStaff'>;
  return { ...data, isStaff: 'staff' in document.documentElement.dataset };
}

const [pageData] = await Promise.all([loadPageData(), loadFirstPage()]);

// In slices: a long menu coming to life must not hold up a tap.
startTransition(() => {
  hydrateRoot(
    document.getElementById('root') ?? document.body,
    <StrictMode>
      <PageDataContext value={pageData}>
        <ToastProvider>
          <RouterProvider router={createBrowserRouter(routes)} />
        </ToastProvider>
      </PageDataContext>
    </StrictMode>,
  );
});
