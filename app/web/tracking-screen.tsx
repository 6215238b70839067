import { lazy } from 'react';
import { ReceivedPage, TrackingPage } from '#areas/orders/web/site/tracking-page.tsx';
import { QueryProvider } from '#areas/menu/web/query-provider.tsx';
import { OrderPanelsProvider } from './order-panels.tsx';

/** Few ever owe anything: nobody else loads the card form here. */
const PayOwed = lazy(async () => ({
  default: (await import('#areas/checkout/web/site/pay-owed.tsx')).PayOwed,
}));

/** The customer's order, with the card form for what is still to pay. */
export function TrackingScreen() {
  return (
    <QueryProvider>
      <OrderPanelsProvider>
        <TrackingPage PayOwed={PayOwed} />
      </OrderPanelsProvider>
    </QueryProvider>
  );
}

/** The same meals for whom they go to. */
export function ReceivedScreen() {
  return (
    <QueryProvider>
      <ReceivedPage />
    </QueryProvider>
  );
}
