import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#web/api/client.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { PAGE_DATA_ID, type PageData, seedQueries } from './page-data.ts';
import { routes } from './routes.tsx';

const root = document.getElementById('root');
const data = document.getElementById(PAGE_DATA_ID)?.textContent;
if (!root || !data) throw new Error('this page was not rendered by the server');

const client = createQueryClient();
// Written by our own server into this very page.
seedQueries(client, JSON.parse(data) as PageData);

hydrateRoot(
  root,
  <StrictMode>
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RouterProvider router={createBrowserRouter(routes)} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
);
