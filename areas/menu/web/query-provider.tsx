import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import { type PageData, usePageData } from '#areas/business/web/page-data.ts';

/** Shared by all screens, so that the checkout knows what the wizard fetched; on the server each rendering has its own. */
let shared: QueryClient | null = null;

function sharedClient(pageData: PageData): QueryClient {
  if (typeof document === 'undefined') return createQueryClient(pageData);
  shared ??= createQueryClient(pageData);
  return shared;
}

/** Spec 7: data never goes stale, is not refetched on focus, and nothing is retried without the customer knowing. */
export function createQueryClient({ meals }: PageData): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  client.setQueryData(mealsQuery.queryKey, meals);
  return client;
}

/** For screens that make calls; within another, that one's. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const pageData = usePageData();
  const around = useContext(QueryClientContext);
  const [client] = useState(() => around ?? sharedClient(pageData));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
