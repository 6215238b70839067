import { lazy, type ReactNode } from 'react';
import { type OrderPanels, OrderPanelsContext } from '#areas/orders/web/order-panels.ts';

const PANELS: OrderPanels = {
  Problems: lazy(async () => ({
    default: (await import('#areas/customers/web/known-problems.tsx')).KnownProblems,
  })),
  KnownCustomer: lazy(async () => ({
    default: (await import('#areas/customers/web/known-customer.tsx')).KnownCustomer,
  })),
  Aftercare: lazy(async () => ({
    default: (await import('#areas/customers/web/site/aftercare-panel.tsx')).AftercarePanel,
  })),
};

export function OrderPanelsProvider({ children }: { children: ReactNode }) {
  return <OrderPanelsContext value={PANELS}>{children}</OrderPanelsContext>;
}
