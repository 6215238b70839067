import { OrderDetail } from '#areas/orders/web/portal/detail/order-detail.tsx';
import { OrderActionsProvider } from './order-actions-provider.tsx';
import { OrderListScreen } from '#areas/orders/web/portal/list/order-list-screen.tsx';
import {
  readOrdersAddress,
  changeOrdersAddress,
} from '#areas/orders/web/portal/list/orders-address.ts';
import { useLiveOrders } from '#areas/orders/web/portal/list/use-live-orders.ts';
import { useSearchParams, useNavigate } from '#platform/web/navigation/address.ts';
import { useQuery } from '@tanstack/react-query';
import { allOf, Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { orderableMealsQuery, orderQuery } from './admin-orders-queries.ts';
import { OrderEditForm } from '#areas/orders/web/portal/edit/order-edit-form.tsx';

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

/** Loads what editing an order needs; after saving, the order itself is shown. */
function OrderEditor({ id }: { id: number }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const order = useQuery(orderQuery(id));
  const meals = useQuery(orderableMealsQuery);

  function close() {
    const search = changeOrdersAddress(params, { order: { id } }).toString();
    void navigate({ search }, { replace: true });
  }
  // Never start from data that may be old.
  const fresh = { ...order, data: order.isFetchedAfterMount ? order.data : undefined };
  return (
    <Loaded query={allOf(fresh, meals)} what="the order" kind="form">
      {([found, known]) => <OrderEditForm order={found} meals={known} onClose={close} />}
    </Loaded>
  );
}
