import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { OrderPage } from '#web/site/order/order-page.tsx';
import { OrderSkeleton } from '#web/site/order/order-skeleton.tsx';

/** The wizard, and its skeleton while it loads. */
export function OrderScreen() {
  return (
    <ClientScreen fallback={<OrderSkeleton />}>
      <OrderPage />
    </ClientScreen>
  );
}
