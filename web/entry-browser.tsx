import '@vitejs/plugin-react/preamble';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { PAGE_DATA_ID, type PageData, PageDataContext } from '#web/api/page-data.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { routes } from './routes.tsx';

/** The page at hand was rendered ahead: its component must be there before React compares. */
async function loadFirstPage(): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) throw new Error('this page was not rendered by the server');
  // Written by our own server into this very page.
  return JSON.parse(text) as PageData;
}

await loadFirstPage();

// In slices: a long menu coming to life must not hold up a tap.
startTransition(() => {
  hydrateRoot(
    document.getElementById('root') ?? document.body,
    <StrictMode>
      <PageDataContext value={readPageData()}>
        <ToastProvider>
          <RouterProvider router={createBrowserRouter(routes)} />
        </ToastProvider>
      </PageDataContext>
    </StrictMode>,
  );
});
