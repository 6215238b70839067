/** Puts a page on the screen as the app does: with its data, its queries, its toasts and an address. */
import { type ReactNode, StrictMode, useEffect } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from 'vitest-browser-react';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { textsFor } from '#quality/support/texts-for.ts';
import { PageDataContext } from '#areas/business/web/page-data.ts';
import { createQueryClient } from '#areas/menu/web/query-provider.tsx';
import { OrderPanelsProvider } from '#app/web/order-panels.tsx';
import { type Navigate, useNavigate } from '#platform/web/navigation/address.ts';
import { matchPath, hrefOf, memoryHistory } from '#platform/web/navigation/page-history.ts';
import { Router } from '#platform/web/navigation/router.tsx';
import { ToastProvider } from '#platform/web/ui/feedback/toast.tsx';

export const CONFIG: ConfigReply = {
  business: defaultBusiness,
  payments: { mode: 'sandbox', publishableKey: 'pk_sandbox' },
  adviser: null,
  sendsMail: true,
  sendsTexts: true,
  sale: { state: 'open' },
  hasLaunched: true,
};

export type PageToOpen = {
  /** The address: "/order?step=2". */
  at: string;
  /** Its paths, when they have a parameter; by default the address's own. */
  routes?: readonly string[];
  meals?: MealReply[];
  config?: Partial<ConfigReply> | undefined;
};

export type OpenPage = {
  /** Path and query of the page that is shown now. */
  address: () => string;
  goTo: (address: string) => void;
  goBack: () => void;
  close: () => Promise<void>;
};

export async function openPage(
  element: ReactNode,
  { at, routes, meals = [], config }: PageToOpen,
): Promise<OpenPage> {
  const configNow = { ...CONFIG, ...config };
  const pageData = {
    config: configNow,
    texts: textsFor(configNow.business, meals),
    meals,
    samples: [],
  };
  const { pathname } = new URL(at, location.origin);
  const history = memoryHistory(at);
  let navigate: Navigate = async () => {};
  function Hand() {
    const ours = useNavigate();
    useEffect(() => {
      navigate = ours;
    }, [ours]);
    return null;
  }
  const load = (path: string) => {
    const params = (routes ?? [pathname])
      .map((pattern) => matchPath(pattern, path))
      .find((found) => found !== null);
    const shown = params ? element : <main>Another page</main>;
    return {
      params: params ?? {},
      element: (
        <>
          <Hand />
          {shown}
        </>
      ),
    };
  };
  const { unmount } = await render(
    <StrictMode>
      <PageDataContext value={pageData}>
        <ToastProvider>
          <QueryClientProvider client={createQueryClient(pageData)}>
            <OrderPanelsProvider>
              <Router first={load(pathname)} load={load} history={history} />
            </OrderPanelsProvider>
          </QueryClientProvider>
        </ToastProvider>
      </PageDataContext>
    </StrictMode>,
  );
  return {
    address: () => hrefOf({ ...history.read(), hash: '' }),
    goTo: (address) => void navigate(address),
    goBack: () => void navigate(-1),
    close: unmount,
  };
}
