import { InBrowser } from '#areas/menu/web/client-screen.tsx';
import { OrderPage } from '#areas/checkout/web/site/order/order-page.tsx';
import { OrderSkeleton } from '#areas/checkout/web/site/order/step-layout.tsx';

export function OrderScreen() {
  return (
    <InBrowser fallback={<OrderSkeleton />}>
      <OrderPage />
    </InBrowser>
  );
}
