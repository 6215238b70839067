import { lazy } from 'react';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { OrderSkeleton } from '#web/site/order/order-skeleton.tsx';

const OrderPage = lazy(async () => ({
  default: (await import('#web/site/order/order-page.tsx')).OrderPage,
}));

/** The wizard, and its skeleton while it loads. */
export function OrderScreen() {
  return (
    <ClientScreen fallback={<OrderSkeleton />}>
      <OrderPage />
    </ClientScreen>
  );
}
