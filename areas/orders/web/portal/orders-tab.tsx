import { OrderDetail } from '#areas/orders/web/portal/detail/order-detail.tsx';
import { OrderActionsProvider } from './order-actions-provider.tsx';
import { OrderEditor } from './order-editor.tsx';
import { OrderListScreen } from '#areas/orders/web/portal/list/order-list-screen.tsx';
import { readOrdersAddress } from '#areas/orders/web/portal/list/orders-address.ts';
import { useLiveOrders } from '#areas/orders/web/portal/list/use-live-orders.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';

/** Spec 2: the list of orders, or the one that the address names. */
export function OrdersTab() {
  const [params] = useSearchParams();
  const { filter, orderId, isEditing } = readOrdersAddress(params);
  const live = useLiveOrders(filter);
  return (
    <OrderActionsProvider>
      {orderId === null && <OrderListScreen filter={filter} live={live} />}
      {orderId !== null && !isEditing && <OrderDetail key={orderId} id={orderId} />}
      {orderId !== null && isEditing && <OrderEditor key={orderId} id={orderId} />}
    </OrderActionsProvider>
  );
}
